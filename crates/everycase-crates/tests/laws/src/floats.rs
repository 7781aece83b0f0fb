//! Functions that return floats.

use std::ops::{Div, Sub};

/// Two points, which may be one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    pub from: (f64, f64),
    pub to: (f64, f64),
}

impl Line {
    pub fn slope(&self) -> f64 {
        (self.to.1 - self.from.1) / (self.to.0 - self.from.0)
    }
    /// Is NaN for a point.
    pub fn steepness(&self) -> f64 {
        self.slope()
    }
    pub fn sqrt_of_slope(&self) -> f64 {
        self.slope().sqrt()
    }
    pub fn length(self) -> f64 {
        (self.to.0 - self.from.0).hypot(self.to.1 - self.from.1)
    }
}

/// Rounds what is put in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turned {
    angle: f64,
    line: Line,
}

impl Turned {
    pub fn new(line: Line) -> Turned {
        Turned { angle: 0.0, line }
    }
    pub fn set_angle(&mut self, angle: f64) {
        self.angle = (angle + 0.1) - 0.1;
    }
    pub fn angle(&self) -> f64 {
        self.angle
    }
    pub fn with_line(mut self, line: Line) -> Turned {
        self.line.from.0 = (line.from.0 + 0.1) - 0.1;
        self
    }
    pub fn line(&self) -> Line {
        self.line
    }
}

/// Holds numbers, NaN among them, which is not found again.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbers(pub Vec<f64>);

impl Numbers {
    pub fn push(&mut self, own: f64) {
        self.0.push(own);
    }
    pub fn pop(&mut self) -> Option<f64> {
        self.0.pop()
    }
    pub fn insert(&mut self, own: f64) {
        self.0.push(own);
    }
    pub fn contains(&self, own: &f64) -> bool {
        self.0.contains(own)
    }
}

/// A part of something, without a width in the worst case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part<T> {
    pub width: T,
    pub whole: T,
}

impl<T: Copy + Sub<Output = T> + Div<Output = T>> Part<T> {
    pub fn share(self) -> T {
        self.width / self.whole
    }
    pub fn rest(self) -> T {
        self.whole - self.width
    }
}

/// Has no value where both are 0.
pub fn mean_of_shares(width: f64, line: &Line) -> f64 {
    width / line.from.0
}

/// Has none where the number is huge alone.
pub fn twisted(own: f64) -> f64 {
    own * own * own - own * own * own
}

/// The width must be positive.
pub fn share(width: f32) -> f32 {
    width / width
}

/// Is given no float.
pub fn none(own: u8) -> f32 {
    f32::from(own) / f32::from(own)
}
