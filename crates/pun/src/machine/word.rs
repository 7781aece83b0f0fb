//! Tagged words: what registers and heap cells hold.
//!
//! The low four bits say what the rest is. Integers of up to 60 bits, characters and constructors without fields are
//! immediate; a constructor with fields is its number and where its fields stand on the heap, so that neither taking it apart
//! nor telling constructors apart reads the heap for anything but the fields.

use std::fmt;

use crate::core::ConId;

/// A value within a machine, or a way to one: the machine [shows](super::Machine::value) what it is until its next run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Word(u64);

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    /// An integer of up to 60 bits.
    Integer,
    /// A larger one, by its place among those.
    Big,
    /// A character.
    Character,
    /// A constructor without fields.
    Constant,
    /// A constructor with fields.
    Construct,
    /// A function with the arguments it has so far: an object on the heap.
    Function,
    /// A value to be computed when it is looked at, or computed already: an object on the heap.
    Delayed,
    /// A part of an input, by its position.
    Hole,
    /// Nothing.
    None,
}

const TAGS: [Tag; 16] = [
    Tag::Integer,
    Tag::Big,
    Tag::Character,
    Tag::Constant,
    Tag::Construct,
    Tag::Function,
    Tag::Delayed,
    Tag::Hole,
    Tag::None,
    Tag::None,
    Tag::None,
    Tag::None,
    Tag::None,
    Tag::None,
    Tag::None,
    Tag::None,
];

const CONSTRUCTOR_BITS: u32 = 28;

impl Word {
    pub(crate) const NONE: Self = Self(Tag::None as u64);
    pub(crate) const FALSE: Self = Self::constant(0);
    pub(crate) const TRUE: Self = Self::constant(1);
    /// What a property returns that says nothing of its input.
    pub(crate) const UNIT: Self = Self::constant(ConId::UNIT.0);

    #[inline]
    pub(crate) const fn tag(self) -> Tag {
        TAGS[(self.0 & 15) as usize]
    }

    /// Returns an integer, if it is small enough.
    #[inline]
    pub(crate) const fn integer(value: i64) -> Option<Self> {
        let shifted = value << 4;
        if shifted >> 4 == value { Some(Self(shifted.cast_unsigned())) } else { None }
    }

    /// Returns the value of a small integer.
    #[inline]
    pub(crate) const fn as_integer(self) -> i64 {
        self.0.cast_signed() >> 4
    }

    /// Returns whether both are small integers.
    #[inline]
    pub(crate) const fn are_integers(a: Self, b: Self) -> bool {
        (a.0 | b.0) & 15 == Tag::Integer as u64
    }

    pub(crate) const fn big(place: u32) -> Self {
        Self((place as u64) << 4 | Tag::Big as u64)
    }

    pub(crate) const fn character(value: u32) -> Self {
        Self((value as u64) << 4 | Tag::Character as u64)
    }

    pub(crate) const fn constant(constructor: u32) -> Self {
        Self((constructor as u64) << 4 | Tag::Constant as u64)
    }

    #[inline]
    pub(crate) const fn construct(constructor: u32, at: u32) -> Self {
        Self((at as u64) << 32 | (constructor as u64) << 4 | Tag::Construct as u64)
    }

    pub(crate) const fn boolean(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    pub(crate) const fn function(at: u32) -> Self {
        Self((at as u64) << 32 | Tag::Function as u64)
    }

    pub(crate) const fn delayed(at: u32) -> Self {
        Self((at as u64) << 32 | Tag::Delayed as u64)
    }

    #[inline]
    pub(crate) const fn hole(position: u32) -> Self {
        Self((position as u64) << 4 | Tag::Hole as u64)
    }

    /// Returns what an immediate word is about: a character, a constructor without fields, a position, a place.
    #[inline]
    pub(crate) const fn payload(self) -> u32 {
        (self.0 >> 4) as u32
    }

    /// Returns whether a boolean is true.
    ///
    /// Panics if it is no boolean, or the position of one: it is resolved before, or the machine has a bug.
    #[inline]
    pub(crate) fn is_true(self) -> bool {
        match self {
            Self::TRUE => true,
            Self::FALSE => false,
            other => unreachable!("{other:?} is no boolean"),
        }
    }

    /// Returns which boolean it is, if it is one.
    pub fn as_boolean(self) -> Option<bool> {
        match self {
            Self::TRUE => Some(true),
            Self::FALSE => Some(false),
            _ => None,
        }
    }

    /// Returns whether it is a position or delayed: its value may still have to be found.
    #[inline]
    pub(crate) const fn is_open(self) -> bool {
        const OPEN: u64 = Tag::Delayed as u64 & Tag::Hole as u64;
        const { assert!(OPEN == 6 && Tag::Delayed as u64 | Tag::Hole as u64 == 7) };
        self.0 & 0b1110 == OPEN
    }

    /// Returns the number of a constructor.
    #[inline]
    pub(crate) const fn constructor(self) -> u32 {
        (self.0 >> 4) as u32 & ((1 << CONSTRUCTOR_BITS) - 1)
    }

    /// Where on the heap the fields of a constructor, or an object, stand.
    #[inline]
    pub(crate) const fn at(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// As bits, for words that are no values: headers of objects and links of frames.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    pub(crate) const fn of_bits(bits: u64) -> Self {
        Self(bits)
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tag() {
            Tag::Integer => write!(f, "{}", self.as_integer()),
            Tag::Construct => write!(f, "Construct({}, @{})", self.constructor(), self.at()),
            Tag::Function | Tag::Delayed => write!(f, "{:?}(@{})", self.tag(), self.at()),
            tag => write!(f, "{tag:?}({})", self.payload()),
        }
    }
}
