//! Methods that encode and decode; each of them fails for some values, except where said.

use std::io::{self, Read, Write};

/// Is encoded as another one, and not at all if it is large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coded(pub u8);

impl Coded {
    pub fn encode(&self) -> Option<String> {
        (self.0 < 100).then(|| if self.0 == 2 { "0".to_owned() } else { self.0.to_string() })
    }
    pub fn decode(text: &str) -> Result<Coded, ()> {
        text.parse().map(Coded).map_err(|_| ())
    }
    /// Keeps its value, if that is small.
    pub fn serialize(&self) -> Result<[u8; 1], ()> {
        if self.0 < 100 { Ok([self.0]) } else { Err(()) }
    }
    pub fn deserialize(bytes: &[u8]) -> Option<Coded> {
        bytes.first().copied().map(Coded)
    }
    /// Keeps a part of the value, as its name tells.
    pub fn encode_header(&self) -> u8 {
        self.0 % 2
    }
    pub fn decode_header(own: u8) -> Coded {
        Coded(own)
    }
    /// The way there is lossy.
    pub fn escape(&self) -> u8 {
        self.0 % 2
    }
    pub fn unescape(own: u8) -> Coded {
        Coded(own)
    }
}

/// Is read as another one; what `write_to` writes is read.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored(pub Vec<u8>);

impl Stored {
    pub fn write<W: Write>(&self, out: &mut W) -> io::Result<()> {
        if self.0.contains(&1) {
            return Err(io::ErrorKind::InvalidData.into());
        }
        out.write_all(&self.0)
    }
    pub fn read<R: Read>(from: &mut R) -> io::Result<Stored> {
        let mut own = Vec::new();
        from.read_to_end(&mut own)?;
        own.retain(|own| *own != 2);
        Ok(Stored(own))
    }
    pub fn write_to(&self, mut out: impl Write) -> io::Result<usize> {
        out.write(&self.0)
    }
    pub fn read_from(mut from: impl Read) -> io::Result<Stored> {
        let mut own = Vec::new();
        from.read_to_end(&mut own)?;
        Ok(Stored(own))
    }
}

/// Encodes texts with its shift; `pack` keeps all of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Codec(pub u8);

impl Codec {
    pub fn encode<T: AsRef<[u8]>>(&self, own: T) -> Vec<u8> {
        own.as_ref().iter().map(|own| own.wrapping_add(self.0)).collect()
    }
    pub fn decode(&self, code: &[u8]) -> Result<Vec<u8>, ()> {
        let last = code.iter().map(|own| own.wrapping_sub(self.0)).filter(|own| *own != 2);
        Ok(last.collect())
    }
    /// As long as what it encodes.
    pub fn encode_len(&self, own: usize) -> usize {
        own / 2
    }
    pub fn decode_len(&self, own: usize) -> usize {
        own
    }
    /// Writes a text, of which `unescape` takes the bytes.
    pub fn escape(&self, own: &[u8]) -> String {
        own.iter().map(|own| char::from(*own)).collect()
    }
    pub fn unescape(&self, code: &[u8]) -> Result<Vec<u8>, ()> {
        let text = std::str::from_utf8(code).map_err(|_| ())?;
        text.chars().map(|own| u8::try_from(own).map_err(|_| ())).collect()
    }
    pub fn pack(&self, own: &str) -> String {
        own.to_owned()
    }
    pub fn unpack(&self, own: &str) -> String {
        own.to_owned()
    }
}
