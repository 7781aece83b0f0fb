//! The old version of a crate of which the new one does some things differently.

use std::collections::HashMap;
use std::fmt;
use std::time::{Duration, SystemTime};

/// Does the same in both.
pub fn same(x: u8) -> u8 {
    x / 2
}

/// Has another value for large numbers.
pub fn double(x: i32) -> i32 {
    x.wrapping_mul(2)
}

/// Panics now for texts that begin with a longer character.
pub fn first(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

/// Panics no more.
pub fn half(x: u8) -> u8 {
    100 / x
}

/// Panics with another message.
pub fn refuses(x: u8) -> u8 {
    assert!(x != 2, "not two");
    x
}

/// Its error has another text.
pub fn parse(text: &str) -> Result<u8, String> {
    text.parse().map_err(|_| format!("no number: {text}"))
}

/// Returns an error now, for one number.
pub fn check(x: u8) -> Result<u8, String> {
    Ok(x)
}

/// Returns nothing now, for one number.
pub fn find(x: u8) -> Option<u8> {
    Some(x)
}

/// Does the same in both, on less of the stack.
pub fn deep(text: &str) -> usize {
    let room = std::hint::black_box([0_u8; 16]);
    match text.char_indices().nth(1) {
        Some((at, _)) => deep(&text[at..]) + 1 + usize::from(room[0]),
        None => usize::from(room[1]),
    }
}

/// Does not end now, for one number.
pub fn waits(x: u8) -> u8 {
    x
}

/// Overflows the stack now, for one number.
pub fn recurses(x: u8) -> u8 {
    x
}

/// Values print in another form now.
#[derive(Clone, PartialEq)]
pub struct Point {
    x: u8,
    y: u8,
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

impl Point {
    pub fn new(x: u8, y: u8) -> Point {
        Point { x, y }
    }

    /// Does the same in both.
    pub fn turned(&self) -> Point {
        Point { x: self.y, y: self.x }
    }

    /// Has another value for one number.
    pub fn moved(&self, by: u8) -> Point {
        Point { x: self.x.wrapping_add(by), y: self.y }
    }
}

/// A list of which some functions have changed.
#[derive(Clone, Debug, Default)]
pub struct Stack(Vec<u8>);

impl Stack {
    pub fn push(&mut self, x: u8) {
        self.0.push(x);
    }

    /// Has another value for lists of two.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Takes the first one now.
    pub fn pop(&mut self) -> Option<u8> {
        self.0.pop()
    }

    /// Does the same in both.
    pub fn sum(&self) -> u32 {
        self.0.iter().map(|own| u32::from(*own)).sum()
    }
}

/// A number that is made differently from 2, and read in the same way.
#[derive(Clone, Debug, PartialEq)]
pub struct Level(u8);

impl Level {
    pub fn of(x: u8) -> Level {
        Level(x)
    }

    pub fn get(&self) -> u8 {
        self.0
    }
}

/// Without `Debug`: only what it tells shows what it is.
pub struct Hidden(u8);

impl Hidden {
    pub fn of(x: u8) -> Hidden {
        Hidden(x)
    }

    /// Has another value for one number.
    pub fn tells(&self) -> u8 {
        self.0
    }
}

/// Is in another module now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moved {
    pub x: u8,
}

impl Moved {
    pub fn next(&self) -> Moved {
        Moved { x: self.x.wrapping_add(1) }
    }
}

/// Is not there any more.
pub fn gone(x: u8) -> u8 {
    x / 3
}

/// Takes another type now.
pub fn wide(x: u32) -> bool {
    x > 7
}

/// Has an order of its own in each process.
pub fn table(x: u8) -> HashMap<u8, u8> {
    (0..20).map(|own| (own, x)).collect()
}

static PLACE: u8 = 7;

/// Tells where the program is in memory.
pub fn address() -> String {
    format!("{:p}", &PLACE)
}

/// Tells the time.
pub fn now() -> Duration {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}

/// Counts its calls: what it tells depends on what ran before.
pub fn counts() -> u64 {
    static COUNT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed)
}

/// Blames its caller in other words.
#[track_caller]
pub fn blames(x: u8) -> u8 {
    assert!(x != 2, "two");
    x
}

/// When something was; it cannot be printed.
pub struct Stamp(u64);

impl Stamp {
    pub fn at(own: u64) -> Stamp {
        Stamp(own)
    }
    pub fn now() -> Stamp {
        Stamp(SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |own| own.subsec_nanos().into()))
    }
    /// Has another value for one number.
    pub fn third(&self) -> u64 {
        self.0 / 3
    }
}

pub trait HasOne {
    const ONE: Self;
}

impl HasOne for u8 {
    const ONE: u8 = 1;
}

/// Has a constant for some types later.
pub struct Ratio<T>(pub T);

pub mod one {
    /// Has the name of another type.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Twin(pub u8);

    impl Twin {
        pub fn mixed(self, x: u8) -> u8 {
            self.0 ^ x
        }
    }
}

pub mod other {
    /// Has the name of another type.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Twin(pub i16);

    impl Twin {
        pub fn blended(self, x: i16) -> i16 {
            self.0 ^ x
        }
    }
}
