//! Functions whose arguments are not made by a constructor of their type alone. `failing` ones fail
//! for some of them.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::net::SocketAddr;

/// A source of bytes, which slices and references are.
pub trait Source {
    fn left(&self) -> usize;
    fn failing_take(&mut self) -> u8;

    fn then<U: Source>(self, next: U) -> Chained<Self, U>
    where
        Self: Sized,
    {
        Chained { first: self, second: next }
    }
}

impl Source for &[u8] {
    fn left(&self) -> usize {
        self.len()
    }
    fn failing_take(&mut self) -> u8 {
        let first = self[0];
        *self = &self[1..];
        first
    }
}

impl<T: Source + ?Sized> Source for &mut T {
    fn left(&self) -> usize {
        (**self).left()
    }
    fn failing_take(&mut self) -> u8 {
        (**self).failing_take()
    }
}

impl<T: Source + ?Sized> Source for Box<T> {
    fn left(&self) -> usize {
        (**self).left()
    }
    fn failing_take(&mut self) -> u8 {
        (**self).failing_take()
    }
}

/// Only `then` makes one.
pub struct Chained<T, U> {
    first: T,
    second: U,
}

impl<T: Source, U: Source> Chained<T, U> {
    pub fn failing_total(&self) -> usize {
        let own = self.first.left() * 2 + self.second.left();
        assert_ne!(own, 3);
        own
    }
}

/// An iterator whose type names a function.
#[derive(Clone, Debug)]
pub struct Places<I, F> {
    inner: I,
    is_wanted: F,
    place: usize,
}

pub trait Wanted: Iterator {
    fn places<F: FnMut(&Self::Item) -> bool>(self, is_wanted: F) -> Places<Self, F>
    where
        Self: Sized,
    {
        Places { inner: self, is_wanted, place: 0 }
    }
}

impl<I: Iterator> Wanted for I {}

impl<I: Iterator, F: FnMut(&I::Item) -> bool> Iterator for Places<I, F> {
    type Item = usize;
    fn next(&mut self) -> Option<usize> {
        loop {
            let own = self.inner.next()?;
            self.place += 1;
            if (self.is_wanted)(&own) {
                return Some(self.place);
            }
        }
    }
}

impl<I: Iterator, F: FnMut(&I::Item) -> bool> Places<I, F> {
    pub fn failing_after_three(&self) -> usize {
        // Only after `next` was called.
        [1, 2, 3][self.place]
    }
}

/// What an error tells.
#[derive(Debug, PartialEq)]
pub struct Wrong {
    at: usize,
}

impl Wrong {
    pub fn failing_before(&self) -> usize {
        self.at.checked_sub(1).unwrap()
    }
}

pub fn parsed(text: &str) -> Result<u8, Wrong> {
    text.bytes().position(|own| !own.is_ascii_digit()).map_or(Ok(0), |at| Err(Wrong { at }))
}

/// A number that is a trait's.
pub fn failing_sum<T: Copy + std::ops::Add<Output = T> + Into<u64>>(one: T, other: T) -> u64 {
    let sum: u64 = one.into() + other.into();
    [0, 1, 2][usize::try_from(sum % 4).unwrap()]
}

pub fn looked_up(map: &HashMap<String, u8>, sorted: &BTreeMap<u8, char>) -> usize {
    map.len() + sorted.len()
}

pub fn addressed(address: SocketAddr, of: Cow<'_, str>, all: &[&str]) -> usize {
    address.port() as usize + of.len() + all.len()
}

pub fn bounded(
    range: (std::ops::Bound<u8>, std::ops::Bound<u8>),
    to: std::ops::RangeToInclusive<u8>,
) -> bool {
    range.0 == std::ops::Bound::Included(to.end)
}

/// A trait that two of the crate's types implement, one around the other, and a function that wants
/// it along with another trait.
pub trait Shape {
    fn area(&self) -> u32;
}
pub trait Round {
    fn radius(&self) -> u32;
}
pub struct Square(pub u32);
pub struct Circle(pub u32);
pub struct Scaled<S>(pub S);

impl<S: Shape> Shape for Scaled<S> {
    fn area(&self) -> u32 {
        self.0.area() / 2
    }
}
impl Shape for Square {
    fn area(&self) -> u32 {
        self.0 / 2
    }
}
impl Shape for Circle {
    fn area(&self) -> u32 {
        self.0 / 3
    }
}
impl Round for Circle {
    fn radius(&self) -> u32 {
        self.0
    }
}

pub fn rounded<S: Shape + Round>(own: &S) -> u32 {
    own.area() / 2 + own.radius() / 2
}

/// A borrowed part.
#[derive(Clone, Debug)]
pub struct Parts {
    name: String,
    own: Vec<u8>,
}

impl Parts {
    pub fn new(name: String) -> Parts {
        Parts { name, own: Vec::new() }
    }
    pub fn name(&self) -> &String {
        &self.name
    }
    pub fn own(&self) -> &Vec<u8> {
        &self.own
    }
    pub fn with_all(&self, each: fn(&u8) -> bool) -> bool {
        self.own.iter().all(each)
    }
}

/// References to it can be iterated over.
pub fn common<A, B, T>(one: &A, other: &B) -> usize
where
    for<'a> &'a A: IntoIterator<Item = &'a T>,
    for<'b> &'b B: IntoIterator<Item = &'b T>,
    T: PartialEq,
{
    one.into_iter().zip(other).filter(|own| own.0 == own.1).count()
}

/// A part without a size.
#[repr(transparent)]
pub struct Unsized([u8]);

impl Parts {
    pub fn all(&self) -> &Unsized {
        Unsized::new(&self.own)
    }
    pub fn push(&mut self, own: u8) {
        self.own.push(own);
    }
}

impl Unsized {
    fn new(own: &[u8]) -> &Unsized {
        // SAFETY: one is the other.
        unsafe { &*(std::ptr::from_ref(own) as *const Unsized) }
    }
    pub fn failing_second(&self) -> u8 {
        if self.0.len() == 1 { self.0[1] } else { 0 }
    }
    pub fn rest(&self) -> &Unsized {
        Unsized::new(self.0.get(1..).unwrap_or_default())
    }
    pub fn is_like(&self, other: &Unsized) -> bool {
        self.0 == other.0
    }
}

impl other::Measured for Unit {
    fn failing_measure(&self) -> u8 {
        if self.0 == 7 { panic!("a seven") } else { self.0 }
    }
}

/// A type of which a trait of another crate tells something.
#[derive(Debug)]
pub struct Unit(pub u8);

pub fn failing_size(size: other::Size) -> u8 {
    if size.digits() > 9 { panic!("two digits") } else { size.digits() }
}

/// Has a letter as a parameter.
#[derive(Debug)]
pub struct Marked<const MARK: char>(pub String);

impl<const MARK: char> Marked<MARK> {
    pub fn of(text: &str) -> Marked<MARK> {
        Marked(text.to_owned())
    }
    pub fn failing_marks(&self) -> usize {
        let count = self.0.chars().filter(|own| *own == MARK).count();
        if count == 1 { panic!("a mark") } else { count }
    }
}
