//! Words of two letters, which some functions tell apart in the new version.

#[derive(Clone, Debug, PartialEq)]
pub struct Word(String);

impl Word {
    pub fn new() -> Word {
        Word(String::new())
    }
    pub fn a(self) -> Word {
        Word(self.0 + "a")
    }
    pub fn b(self) -> Word {
        Word(self.0 + "b")
    }
}

pub fn is_b(own: &Word) -> bool {
    own.0 == "b"
}

pub fn is_ab(own: &Word) -> bool {
    own.0 == "ab"
}

pub fn is_bba(own: &Word) -> bool {
    own.0 == "bba"
}

pub fn is_abab(own: &Word) -> bool {
    own.0 == "abab"
}

pub fn is_baabb(own: &Word) -> bool {
    own.0 == "baabb"
}

pub fn is_ababba(own: &Word) -> bool {
    own.0 == "ababba"
}

pub fn is_bbabaab(own: &Word) -> bool {
    own.0 == "bbabaab"
}

pub fn is_abbbaaba(own: &Word) -> bool {
    own.0 == "abbbaaba"
}
