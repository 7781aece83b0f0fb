//! Default values that differ from another one.

use std::sync::atomic::{AtomicU8, Ordering};

/// Has another default than `new`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fresh(u8);

impl Fresh {
    pub fn new() -> Fresh {
        Fresh(2)
    }
}

/// Has another default than `new`, and cannot be printed.
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Mute(u8);

impl Mute {
    pub fn new() -> Mute {
        Mute(2)
    }
}

/// Has another default each time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counted(u8);

static COUNT: AtomicU8 = AtomicU8::new(0);

impl Default for Counted {
    fn default() -> Counted {
        Counted(COUNT.fetch_add(1, Ordering::Relaxed))
    }
}

/// Has a new value each time, which is not its default: that is not a law of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ticket(u8);

impl Ticket {
    pub fn new() -> Ticket {
        Ticket(COUNT.fetch_add(1, Ordering::Relaxed))
    }
}

/// Has a default that does not equal itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unknown(f64);

impl Default for Unknown {
    fn default() -> Unknown {
        Unknown(f64::NAN)
    }
}
