//! The old version of a crate of which the new one has other names and other orders of parameters.

/// A list of which some methods have another name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally(Vec<u8>);

impl Tally {
    pub fn push(&mut self, x: u8) {
        self.0.push(x);
    }

    /// Has another name, and another method of its type is more alike by name.
    pub fn total(&self) -> u32 {
        self.0.iter().map(|own| u32::from(*own)).sum()
    }

    /// Has another name. It changes the list and returns nothing.
    pub fn push_twice(&mut self, x: u8) {
        self.0.extend([x, x]);
    }

    /// Has its parameters in another order.
    pub fn count(&self, above: u8, most: u64) -> u64 {
        (self.0.iter().filter(|own| **own >= above).count() as u64).min(most)
    }
}

/// A value that only one function makes, which has another name.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark(u8);

impl Mark {
    pub fn of(x: u8) -> Mark {
        Mark(x / 2)
    }

    /// Has another value for one mark.
    pub fn get(&self) -> u8 {
        self.0
    }
}

/// Its values are made in one way by small numbers, and in two ways by large ones.
#[derive(Debug)]
pub struct Step(u8);

impl Step {
    /// Is not there any more; what has its type agrees for small numbers.
    pub fn at_most_100(x: u8) -> Step {
        Step(x.min(100))
    }

    /// Has another value for one step, which no function of both versions makes.
    pub fn get(&self) -> u8 {
        self.0
    }
}

/// Without `Debug`: what makes it is not known again.
pub struct Hidden(u8);

impl Hidden {
    pub fn of(x: u8) -> Hidden {
        Hidden(x)
    }

    pub fn tells(&self) -> u8 {
        self.0
    }
}

pub mod first {
    /// Is in another module now.
    pub fn width(text: &str) -> usize {
        text.chars().map(|own| if own.is_ascii() { 1 } else { 2 }).sum()
    }
}

pub mod second {
    /// Is where it was.
    pub fn first_letter(text: &str) -> Option<char> {
        text.chars().next()
    }
}

/// Has another name; its errors are the same.
pub fn read(text: &str) -> Result<u8, String> {
    text.parse().map_err(|_| format!("no number: {text}"))
}

/// Has its parameters in another order, which have different types.
pub fn repeated(text: &str, count: u8) -> String {
    text.repeat(usize::from(count % 5))
}

/// Has its parameters in another order, which have one type.
pub fn minus(x: u8, y: u8) -> u8 {
    x.wrapping_sub(y)
}

/// Has its parameters in another order, which does not matter.
pub fn plus(x: u8, y: u8) -> u8 {
    x.wrapping_add(y)
}

/// Has its parameters in another order, and does something else.
pub fn power(base: u32, by: u16) -> u32 {
    base.wrapping_pow(u32::from(by))
}

/// Is not there any more; what has its type does something else.
pub fn gone(x: i32) -> i32 {
    x / 3
}

/// Is constant, as another function that was added.
pub fn limit(x: i16) -> i16 {
    let _ = x;
    7
}

/// Is not there any more; what has its type agrees unless both numbers are large.
pub fn blended(x: i64, y: i64) -> i64 {
    x.wrapping_add(y)
}

/// Does the same in both.
pub fn same(x: u8) -> u8 {
    x / 2
}
