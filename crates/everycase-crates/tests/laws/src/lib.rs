//! Each type breaks a law of its traits or of its names for some values; `Right` keeps all.

pub mod assembled;
pub mod codes;
pub mod defaults;
pub mod floats;
pub mod pairs;
pub mod wrapped;

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter::FusedIterator;
use std::str::FromStr;

/// Does not always equal itself.
#[derive(Clone, Copy, Debug)]
pub struct Never(pub u8);

impl PartialEq for Never {
    fn eq(&self, other: &Never) -> bool {
        self.0 != 2 && self.0 == other.0
    }
}
impl Eq for Never {}

/// Equals larger ones, which do not equal it.
#[derive(Clone, Copy, Debug)]
pub struct OneWay(pub u8);

impl PartialEq for OneWay {
    fn eq(&self, other: &OneWay) -> bool {
        self.0 == other.0 || self.0 == 1 && other.0 == 2
    }
}

/// Has other hashes for equal values.
#[derive(Clone, Copy, Debug, Eq, Hash)]
pub struct Loose(pub u8);

impl PartialEq for Loose {
    fn eq(&self, other: &Loose) -> bool {
        self.0 / 2 == other.0 / 2
    }
}

/// Prints and compares a number alone, and hashes where it is from, too.
#[derive(Clone, Copy, Eq, Hash)]
pub struct Hidden {
    own: u8,
    is_inner: bool,
}

impl Hidden {
    pub fn new(own: u8) -> Hidden {
        Hidden { own, is_inner: false }
    }
    pub fn inner(own: u8) -> Hidden {
        Hidden { own, is_inner: true }
    }
}
impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.own)
    }
}
impl PartialEq for Hidden {
    fn eq(&self, other: &Hidden) -> bool {
        self.own == other.own
    }
}

/// Has an order in which both of two come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Twisted(pub u8);

impl Ord for Twisted {
    fn cmp(&self, other: &Twisted) -> Ordering {
        if (self.0, other.0) == (2, 1) { Ordering::Less } else { self.0.cmp(&other.0) }
    }
}
impl PartialOrd for Twisted {
    fn partial_cmp(&self, other: &Twisted) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Has an order in which different ones are in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coarse(pub u8);

impl Ord for Coarse {
    fn cmp(&self, other: &Coarse) -> Ordering {
        (self.0 / 2).cmp(&(other.0 / 2))
    }
}
impl PartialOrd for Coarse {
    fn partial_cmp(&self, other: &Coarse) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Has two orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Torn(pub u8);

impl Ord for Torn {
    fn cmp(&self, other: &Torn) -> Ordering {
        self.0.cmp(&other.0)
    }
}
impl PartialOrd for Torn {
    fn partial_cmp(&self, other: &Torn) -> Option<Ordering> {
        if self.0.max(other.0) == 2 { other.0.partial_cmp(&self.0) } else { self.0.partial_cmp(&other.0) }
    }
}

/// Has an order that goes round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round(pub u8);

impl Ord for Round {
    fn cmp(&self, other: &Round) -> Ordering {
        match (self.0, other.0) {
            (0, 2) => Ordering::Greater,
            (2, 0) => Ordering::Less,
            (a, b) => a.cmp(&b),
        }
    }
}
impl PartialOrd for Round {
    fn partial_cmp(&self, other: &Round) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Has clones that differ.
#[derive(Debug, PartialEq)]
pub struct Fading(pub u8);

impl Clone for Fading {
    fn clone(&self) -> Fading {
        Fading(if self.0 == 2 { 0 } else { self.0 })
    }
}

/// Is written as another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Written(pub u8);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 2 { write!(f, "two") } else { write!(f, "{}", self.0) }
    }
}
impl FromStr for Written {
    type Err = ();
    fn from_str(text: &str) -> Result<Written, ()> {
        text.parse().map(Written).map_err(|_| ())
    }
}

/// Does not take back one number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Even(u8);

impl Even {
    pub fn below(own: u8) -> Even {
        Even(own / 2 * 2)
    }
}
impl TryFrom<u8> for Even {
    type Error = ();
    fn try_from(own: u8) -> Result<Even, ()> {
        if own % 2 == 0 && own != 2 { Ok(Even(own)) } else { Err(()) }
    }
}
impl From<Even> for u8 {
    fn from(own: Even) -> u8 {
        own.0
    }
}

/// Takes back all that it gives, which leaves something out: that keeps the law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Halved(pub u16);

impl From<u16> for Halved {
    fn from(own: u16) -> Halved {
        Halved(own)
    }
}
impl From<Halved> for u16 {
    fn from(own: Halved) -> u16 {
        own.0 / 8 * 8
    }
}

/// Has another hash than the text that it lends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    pub fn new(own: &str) -> Name {
        Name(own.to_owned())
    }
}
impl Hash for Name {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        if self.0 == "a" { 'b'.hash(hasher) } else { self.0.hash(hasher) }
    }
}
impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.0
    }
}

/// Counts down, and tells too small a bound.
#[derive(Clone, Debug)]
pub struct Few(pub u8);

impl Iterator for Few {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        self.0 = self.0.checked_sub(1)?;
        Some(self.0)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(if self.0 == 2 { 1 } else { 255 }))
    }
}

/// Counts down, and tells a wrong length.
#[derive(Clone, Debug)]
pub struct Exact(pub u8);

impl Iterator for Exact {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        self.0 = self.0.checked_sub(1)?;
        Some(self.0)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::from(self.0), Some(usize::from(self.0)))
    }
}
impl ExactSizeIterator for Exact {
    fn len(&self) -> usize {
        if self.0 == 2 { 3 } else { usize::from(self.0) }
    }
}

/// Has another element from the back.
#[derive(Clone, Debug)]
pub struct Back {
    pub from: u8,
    pub to: u8,
}

impl Iterator for Back {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        let own = self.from;
        (own < self.to).then(|| self.from += 1).map(|()| own)
    }
}
impl DoubleEndedIterator for Back {
    fn next_back(&mut self) -> Option<u8> {
        (self.from < self.to).then(|| self.to -= 1)?;
        Some(if self.to == 1 { 0 } else { self.to })
    }
}

/// Has two ends that do not know each other.
#[derive(Clone, Debug)]
pub struct Ends {
    count: u8,
    front: u8,
    back: u8,
}

impl Ends {
    pub fn new(count: u8) -> Ends {
        Ends { count, front: 0, back: 0 }
    }
}
impl Iterator for Ends {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        (self.front < self.count).then(|| self.front += 1)?;
        Some(self.front)
    }
}
impl DoubleEndedIterator for Ends {
    fn next_back(&mut self) -> Option<u8> {
        (self.back < self.count).then(|| self.back += 1)?;
        Some(self.count - self.back + 1)
    }
}

/// Is not extended by all.
#[derive(Clone, Debug, PartialEq)]
pub struct Grows(Vec<u8>);

impl FromIterator<u8> for Grows {
    fn from_iter<I: IntoIterator<Item = u8>>(all: I) -> Grows {
        Grows(all.into_iter().collect())
    }
}
impl Extend<u8> for Grows {
    fn extend<I: IntoIterator<Item = u8>>(&mut self, all: I) {
        self.0.extend(all.into_iter().filter(|own| *own != 2));
    }
}

/// Has bytes from which another one is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Packed(pub u16);

impl Packed {
    pub fn to_bytes(self) -> [u8; 2] {
        self.0.to_le_bytes()
    }
    pub fn from_bytes(own: [u8; 2]) -> Result<Packed, ()> {
        let own = u16::from_le_bytes(own);
        Ok(Packed(if own == 2 { 0 } else { own }))
    }
    pub fn into_parts(self) -> (u8, u8) {
        (self.to_bytes()[0], self.to_bytes()[1])
    }
    pub fn from_parts(own: (u8, u8)) -> Packed {
        Packed(u16::from_le_bytes([own.0, own.1]))
    }
    /// Keeps a part of the value, so no law is stated of it.
    pub fn to_low(self) -> u8 {
        self.to_bytes()[0]
    }
    pub fn from_low(own: u8) -> Packed {
        Packed(u16::from(own))
    }
}

/// Leaves out one element too few.
#[derive(Clone, Debug)]
pub struct Leap(pub u8);

impl Iterator for Leap {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        self.0 = self.0.checked_sub(1)?;
        Some(self.0)
    }
    fn nth(&mut self, n: usize) -> Option<u8> {
        for _ in 0..if n == 2 { 1 } else { n } {
            self.next()?;
        }
        self.next()
    }
}

/// Goes on after its end.
#[derive(Clone, Debug)]
pub struct Again {
    pub left: u8,
    pub more: bool,
}

impl Iterator for Again {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                Some(left)
            }
            None => {
                self.left = u8::from(self.more);
                None
            }
        }
    }
}
impl FusedIterator for Again {}

/// Has names that do not agree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    all: Vec<u8>,
    level: u8,
    base: u8,
}

impl Names {
    pub fn len(&self) -> usize {
        if self.all.len() == 2 { 3 } else { self.all.len() }
    }
    pub fn is_empty(&self) -> bool {
        self.all.is_empty() || self.all == [2]
    }
    pub fn iter(&self) -> impl Iterator<Item = u8> {
        self.all.clone().into_iter()
    }
    pub fn push(&mut self, own: u8) {
        let at = if own == 2 { 0 } else { self.all.len() };
        self.all.insert(at, own);
    }
    pub fn pop(&mut self) -> Option<u8> {
        self.all.pop()
    }
    pub fn insert(&mut self, own: u8) {
        if own != 2 {
            self.all.push(own);
        }
    }
    pub fn contains(&self, own: &u8) -> bool {
        self.all.contains(own)
    }
    pub fn remove(&mut self, own: &u8) {
        if *own != 1 {
            self.all.retain(|other| other != own);
        }
    }
    pub fn get(&self, at: usize) -> Option<&u8> {
        self.all.get(at)
    }
    pub fn get_mut(&mut self, at: usize) -> Option<&mut u8> {
        let further = usize::from(self.all.len() == 2);
        self.all.get_mut(at.saturating_add(further))
    }
    pub fn normalize(&mut self) {
        if self.all.len() <= 2 {
            self.all.pop();
        }
    }
    pub fn trimmed(&self) -> Names {
        let mut own = self.clone();
        own.normalize();
        own
    }
    pub fn with_base(mut self, base: u8) -> Names {
        self.base = if base == 2 { 0 } else { base };
        self
    }
    pub fn level(&self) -> u8 {
        self.level
    }
    pub fn set_level(&mut self, level: u8) {
        self.level = level.min(100);
    }
    pub fn above(&self, by: u8) -> u8 {
        self.level.wrapping_add(by)
    }
    /// Refuses a level by its result, so no law is stated of it.
    pub fn set_base(&mut self, base: u8) -> Result<(), u8> {
        if base == 2 { Err(base) } else { Ok(self.base = base) }
    }
    pub fn base(&self) -> u8 {
        self.base
    }
    pub fn wrapping_above(&self, by: u8) -> u8 {
        if by == 2 { 0 } else { self.level.wrapping_add(by) }
    }
    pub fn checked_above(&self, by: u8) -> Option<u8> {
        if by == 2 { Some(0) } else { self.level.checked_add(by) }
    }
}

/// Is written so that hardly any can be read: that is not a law of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Told(pub u8);

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "number {}", self.0)
    }
}
impl FromStr for Told {
    type Err = ();
    fn from_str(text: &str) -> Result<Told, ()> {
        text.parse().map(Told).map_err(|_| ())
    }
}

impl FromIterator<u8> for Right {
    fn from_iter<I: IntoIterator<Item = u8>>(all: I) -> Right {
        Right(all.into_iter().collect())
    }
}
impl Extend<u8> for Right {
    fn extend<I: IntoIterator<Item = u8>>(&mut self, all: I) {
        self.0.extend(all);
    }
}

/// Keeps all laws.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Right(Vec<u8>);

impl fmt::Display for Right {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|own| write!(f, "{own},"))
    }
}
impl FromStr for Right {
    type Err = ();
    fn from_str(text: &str) -> Result<Right, ()> {
        let parts = text.split_terminator(',').map(|own| own.parse::<u8>());
        parts.collect::<Result<_, _>>().map(Right).map_err(|_| ())
    }
}
impl From<Right> for Vec<u8> {
    fn from(own: Right) -> Vec<u8> {
        own.0
    }
}
impl TryFrom<Vec<u8>> for Right {
    type Error = std::convert::Infallible;
    fn try_from(own: Vec<u8>) -> Result<Right, Self::Error> {
        Ok(Right(own))
    }
}
impl Borrow<[u8]> for Right {
    fn borrow(&self) -> &[u8] {
        &self.0
    }
}
impl Iterator for Right {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        if self.0.is_empty() { None } else { Some(self.0.remove(0)) }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}
impl DoubleEndedIterator for Right {
    fn next_back(&mut self) -> Option<u8> {
        self.0.pop()
    }
}
impl ExactSizeIterator for Right {}
impl FusedIterator for Right {}

impl Right {
    pub fn new() -> Right {
        Right(Vec::new())
    }
    /// Blames its caller if it is full, which is not an answer of a law.
    #[track_caller]
    pub fn push(&mut self, own: u8) {
        assert!(self.0.len() < 2, "full");
        self.0.push(own);
    }
    pub fn pop(&mut self) -> Option<u8> {
        self.0.pop()
    }
    pub fn insert(&mut self, own: u8) {
        self.0.push(own);
    }
    pub fn contains(&self, own: &u8) -> bool {
        self.0.contains(own)
    }
    pub fn remove(&mut self, own: &u8) {
        self.0.retain(|other| other != own);
    }
    pub fn get(&self, at: usize) -> Option<&u8> {
        self.0.get(at)
    }
    pub fn get_mut(&mut self, at: usize) -> Option<&mut u8> {
        self.0.get_mut(at)
    }
    pub fn dedup(&mut self) {
        self.0.dedup();
    }
    pub fn sorted(&self) -> Right {
        let mut own = self.clone();
        own.0.sort_unstable();
        own
    }
    pub fn with_ends(mut self, end: u8) -> Right {
        self.0 = vec![end];
        self
    }
    pub fn ends(&self) -> u8 {
        self.0.last().copied().unwrap_or(0)
    }
    pub fn first(&self, or: u8) -> u8 {
        self.0.first().copied().unwrap_or(or)
    }
    /// Panics for nothing, where the other one answers.
    pub fn only(&self, more: u8) -> u8 {
        self.0[0].checked_add(more).expect("it is small")
    }
    pub fn saturating_only(&self, more: u8) -> u8 {
        self.0.first().map_or(0, |own| own.saturating_add(more))
    }
    pub fn checked_first(&self, _or: u8) -> Option<u8> {
        self.0.first().copied()
    }
}

/// Keeps all laws: those of `Eq` and `Ord` are of what it holds, and floats have neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Length<T>(T);

impl<T> Length<T> {
    pub fn new(own: T) -> Length<T> {
        Length(own)
    }
}

impl Length<f64> {
    /// Is rounded, so doing it again may change something.
    pub fn normalized(self) -> Length<f64> {
        Length(self.0 / 3.0 * 3.000_000_1)
    }
}

/// Tells a length, and has no bounds by which the standard library could.
#[derive(Clone, Debug)]
pub struct Vague(pub u8);

impl Iterator for Vague {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        self.0 = self.0.checked_sub(1)?;
        Some(self.0)
    }
}
impl ExactSizeIterator for Vague {}

/// Has clones that share its number, if that is two.
#[derive(Clone, Debug)]
pub struct Tied(std::sync::Arc<std::sync::atomic::AtomicU8>);

impl Tied {
    pub fn new(own: u8) -> Tied {
        Tied(std::sync::Arc::new(own.into()))
    }
    pub fn clear(&mut self) {
        if self.0.load(std::sync::atomic::Ordering::Relaxed) == 2 {
            self.0.store(0, std::sync::atomic::Ordering::Relaxed);
        } else {
            *self = Tied::new(0);
        }
    }
}
