//! Tagged words: the contents of registers and heap cells.
//!
//! The low four bits are the tag. Integers of up to 60 bits, characters and constructors without
//! fields are immediate. A constructor with fields is its number and the heap address of its
//! fields, so that comparing constructors reads no memory, and taking one apart only the fields.
//!
//! An integer of the input stays open under `x + 1` and `x - 1`: a position has an offset, in the
//! bits above its number. The offset is 0 for all other positions. With position 7 open, `x` is 7
//! with offset 0 and `x + 1 - 4` is 7 with offset -3; once the position is decided to be 10, the
//! latter is 7. Other sums, multiples and quotients of open integers are [linear](super::store)
//! words.

use std::fmt;

use crate::core::ConId;

/// A value in a machine, or a reference to one: the machine [shows](super::Machine::value) its
/// value until the next run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Word(u64);

/// The kind of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    /// An integer of up to 60 bits.
    Integer,
    /// A larger integer, by its index.
    Big,
    /// A character.
    Character,
    /// A constructor without fields.
    Constant,
    /// A constructor with fields.
    Construct,
    /// A function with the arguments given so far: an object on the heap.
    Function,
    /// A delayed value, evaluated or not: an object on the heap.
    Delayed,
    /// A position of the input, with an offset if it is an integer.
    Hole,
    /// No value.
    None,
    /// An integer that is computed from positions of the input, by its index.
    Linear,
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
    Tag::Linear,
    Tag::None,
];

/// The bits that all tags of words have whose value may be unknown, and no others.
const OPEN: u64 = 0b0110;

const LINEAR: u64 = 14;

const CONSTRUCTOR_BITS: u32 = 28;

/// The bits below the offset of a position.
const OFFSET_SHIFT: u32 = 36;

/// A word at which an operation looks.
pub(super) enum Look {
    /// It is known, at least to its constructor.
    Known(Word),
    /// It is a position of the input that is not decided.
    Open(u32),
}

impl Word {
    pub(crate) const NONE: Self = Self(Tag::None as u64);
    pub(crate) const FALSE: Self = Self::constant(0);
    pub(crate) const TRUE: Self = Self::constant(1);
    /// What a property returns to discard its input.
    pub(crate) const UNIT: Self = Self::constant(ConId::UNIT.0);

    #[inline]
    pub(crate) const fn tag(self) -> Tag {
        TAGS[(self.0 & 15) as usize]
    }

    /// Returns an integer as a word, if it is small enough.
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

    pub(super) const fn linear(place: u32) -> Self {
        Self((place as u64) << 4 | LINEAR)
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

    /// Returns the offset of a position.
    #[inline]
    pub(crate) const fn offset(self) -> i64 {
        self.0.cast_signed() >> OFFSET_SHIFT
    }

    /// Returns a position with a larger offset, if that fits a word.
    pub(crate) const fn plus(self, more: i64) -> Option<Self> {
        let Some(offset) = self.offset().checked_add(more) else { return None };
        let shifted = offset << OFFSET_SHIFT;
        if shifted >> OFFSET_SHIFT != offset {
            return None;
        }
        Some(Self(self.0 & ((1 << OFFSET_SHIFT) - 1) | shifted.cast_unsigned()))
    }

    /// Returns whether both are positions with the same offset, so that they compare as the
    /// positions do.
    #[inline]
    pub(crate) const fn are_level(a: Self, b: Self) -> bool {
        const BITS: u64 = !0 << OFFSET_SHIFT | 15;
        a.0 & 15 == Tag::Hole as u64 && (a.0 ^ b.0) & BITS == 0
    }

    /// Returns the payload of an immediate word: a character, a constructor, a position or an
    /// index.
    #[inline]
    pub(crate) const fn payload(self) -> u32 {
        (self.0 >> 4) as u32
    }

    /// Returns whether a boolean word is true.
    ///
    /// Panics if it is not a boolean, or is an unresolved position: a bug in the machine.
    #[inline]
    pub(crate) fn is_true(self) -> bool {
        match self {
            Self::TRUE => true,
            Self::FALSE => false,
            other => unreachable!("{other:?} is not a boolean"),
        }
    }

    /// Returns the boolean of a word, if it is one.
    pub fn as_boolean(self) -> Option<bool> {
        match self {
            Self::TRUE => Some(true),
            Self::FALSE => Some(false),
            _ => None,
        }
    }

    /// Returns whether it is `()`, which a [property](crate::engine::Engine::property) whose
    /// premise does not hold returns.
    pub fn is_unit(self) -> bool {
        self == Self::UNIT
    }

    /// Returns whether it is a position, computed from positions, or a delayed value, whose value
    /// may be unknown.
    #[inline]
    pub(crate) const fn is_open(self) -> bool {
        const { assert!(Tag::Delayed as u64 == 6 && Tag::Hole as u64 == 7 && LINEAR & OPEN == OPEN) };
        self.0 & OPEN == OPEN
    }

    /// Returns the number of a constructor.
    #[inline]
    pub(crate) const fn constructor(self) -> u32 {
        (self.0 >> 4) as u32 & ((1 << CONSTRUCTOR_BITS) - 1)
    }

    /// Returns the heap address of a constructor's fields or of an object.
    #[inline]
    pub(crate) const fn at(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// Returns the bits, for words that are not values: headers of objects and links of frames.
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
            Tag::Hole if self.offset() != 0 => write!(f, "Hole({}, {:+})", self.payload(), self.offset()),
            tag => write!(f, "{tag:?}({})", self.payload()),
        }
    }
}
