//! The calls and types of a worker, as it describes them when it begins.

/// What a worker says of itself.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    /// Whether it can write only below its own folder, starts no process and opens no connection.
    pub is_confined: bool,
    /// The names of the types that arguments have.
    pub types: Vec<String>,
    /// The parameters of the calls, by the number of the call.
    pub calls: Vec<Vec<Parameter>>,
}

/// A parameter of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Parameter {
    /// How the argument is taken.
    pub kind: Kind,
    /// Its type, or that of its elements.
    pub ty: u16,
    /// The number of elements, where it is fixed.
    pub len: Option<usize>,
}

/// How an argument is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// By value.
    Value,
    /// By reference.
    Shared,
    /// By mutable reference.
    Exclusive,
    /// Several elements.
    Elements,
    /// Several elements, as an iterator.
    Iterator,
}

impl Signature {
    pub(super) fn parse(text: &str) -> Signature {
        let mut own = Signature::default();
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("sandbox ") {
                own.is_confined = rest == "1";
            } else if let Some(rest) = line.strip_prefix("type ") {
                own.types.push(rest.to_owned());
            } else if let Some(rest) = line.strip_prefix("op ") {
                let mut words = rest.split(' ');
                let number: usize = words.next().and_then(|own| own.parse().ok()).unwrap_or(0);
                if own.calls.len() <= number {
                    own.calls.resize(number + 1, Vec::new());
                }
                own.calls[number] = words.filter_map(Parameter::parse).collect();
            }
        }
        own
    }
}

impl Parameter {
    fn parse(word: &str) -> Option<Parameter> {
        let kind = match word.chars().next()? {
            'v' => Kind::Value,
            'r' => Kind::Shared,
            'm' => Kind::Exclusive,
            'l' => Kind::Elements,
            _ => Kind::Iterator,
        };
        let (ty, len) = match word[1..].split_once('x') {
            Some((ty, len)) => (ty, len.parse().ok()),
            None => (&word[1..], None),
        };
        Some(Parameter { kind, ty: ty.parse().ok()?, len })
    }
}
