//! Types whose functions make only values that are read back. Public fields and setters make others.

use std::fmt;
use std::str::FromStr;

/// Has a public field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hours {
    pub number: u8,
}

impl fmt::Display for Hours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number)
    }
}
impl FromStr for Hours {
    type Err = ();
    fn from_str(text: &str) -> Result<Hours, ()> {
        let number = text.parse().map_err(|_| ())?;
        if number > 200 { Err(()) } else { Ok(Hours { number }) }
    }
}

/// Has a setter that checks nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Minutes(u8);

impl Minutes {
    pub fn set_number(&mut self, number: u8) {
        self.0 = number;
    }
    pub fn to_bytes(self) -> [u8; 1] {
        [self.0]
    }
    pub fn from_bytes(own: [u8; 1]) -> Option<Minutes> {
        (own[0] <= 200).then_some(Minutes(own[0]))
    }
}
