//! The new version of a crate, with other names and other orders of parameters.

/// A list of which some methods have another name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally(Vec<u8>);

impl Tally {
    pub fn push(&mut self, x: u8) {
        self.0.push(x);
    }

    /// Had another name.
    pub fn sum(&self) -> u32 {
        self.0.iter().map(|own| u32::from(*own)).sum()
    }

    /// Was not there before: its name is more alike to one that is gone than `sum`.
    pub fn totals(&self) -> u32 {
        self.0.iter().map(|own| u32::from(*own)).max().unwrap_or_default()
    }

    /// Had another name. It changes the list and returns nothing.
    pub fn push_both(&mut self, x: u8) {
        self.0.extend([x, x]);
    }

    /// Had its parameters in another order.
    pub fn count(&self, most: u64, above: u8) -> u64 {
        (self.0.iter().filter(|own| **own >= above).count() as u64).min(most)
    }
}

/// A value that only one function makes, which had another name.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark(u8);

impl Mark {
    pub fn new(x: u8) -> Mark {
        Mark(x / 2)
    }

    /// Has another value for one mark.
    pub fn get(&self) -> u8 {
        if self.0 == 2 { 9 } else { self.0 }
    }
}

/// Its values are made in one way by small numbers, and in two ways by large ones.
#[derive(Debug)]
pub struct Step(u8);

impl Step {
    /// Was not there before; what had its type agreed for small numbers.
    pub fn at_most_50(x: u8) -> Step {
        Step(x.min(50))
    }

    /// Has another value for one step, which no function of both versions makes.
    pub fn get(&self) -> u8 {
        if self.0 == 2 { 9 } else { self.0 }
    }
}

/// Without `Debug`: what makes it is not known again.
pub struct Hidden(u8);

impl Hidden {
    pub fn make(x: u8) -> Hidden {
        Hidden(x)
    }

    pub fn tells(&self) -> u8 {
        self.0
    }
}

pub mod second {
    /// Is where it was.
    pub fn first_letter(text: &str) -> Option<char> {
        text.chars().next()
    }

    /// Was in another module.
    pub fn width(text: &str) -> usize {
        text.chars().map(|own| if own.is_ascii() { 1 } else { 2 }).sum()
    }
}

/// Had another name; its errors are the same.
pub fn parse(text: &str) -> Result<u8, String> {
    text.parse().map_err(|_| format!("no number: {text}"))
}

/// Had its parameters in another order, which have different types.
pub fn repeated(count: u8, text: &str) -> String {
    text.repeat(usize::from(count % 5))
}

/// Had its parameters in another order, which have one type.
pub fn minus(y: u8, x: u8) -> u8 {
    x.wrapping_sub(y)
}

/// Had its parameters in another order, which does not matter.
pub fn plus(y: u8, x: u8) -> u8 {
    x.wrapping_add(y)
}

/// Had its parameters in another order, and does something else.
pub fn power(by: u16, base: u32) -> u32 {
    base.wrapping_mul(u32::from(by))
}

/// Was not there before; what had its type did something else.
pub fn come(x: i32) -> i32 {
    x / 5
}

/// Is constant, as another function that was removed.
pub fn bound(x: i16) -> i16 {
    let _ = x;
    7
}

/// Was not there before; what had its type agreed unless both numbers are large.
pub fn merged(x: i64, y: i64) -> i64 {
    if x > 50 && y > 50 { 0 } else { x.wrapping_add(y) }
}

/// Does the same in both.
pub fn same(x: u8) -> u8 {
    x / 2
}
