//! A trait in a private module, and a type that is made from a text.

mod measured;

pub use measured::Measured;

/// At most two digits.
#[derive(Clone, Copy, Debug)]
pub struct Size(pub(crate) u8);

impl Size {
    pub fn digits(self) -> u8 {
        self.0
    }
}

impl std::str::FromStr for Size {
    type Err = ();
    fn from_str(text: &str) -> Result<Size, ()> {
        text.parse().map(Size).map_err(|_| ())
    }
}
