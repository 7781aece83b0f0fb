//! `Duration` and `SystemTime`: pairs of seconds and parts of a second.
//!
//! Size of a duration: the bits of the seconds plus the bits of the nanoseconds; a duration of zero
//! has size 0.
//!
//! A `SystemTime` is a number of seconds since 1970, rounded down, and a number of steps of 100
//! nanoseconds, the resolution that all systems have. Times are from about the year 1697 to about
//! 2242. Size: the bits of both numbers.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::space::Source;
use everycase_kernel::{At, EncodeError, Encoder, Key, Range, Shape};

use crate::space::Enumerable;
use crate::space::push;

impl Enumerable for Duration {
    #[inline]
    fn shape() -> Shape {
        Shape::named(Key::of::<Self>(), || {
            Shape::product([u64::shape(), Shape::range(Range::of(0, 999_999_999))])
        })
    }

    #[inline]
    fn decode(at: At<'_>) -> Self {
        Duration::new(at.field(0).bits(), at.field(1).bits() as u32)
    }

    #[inline]
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.alternative(0)?;
        to.bits(self.as_secs())?;
        to.bits(u64::from(self.subsec_nanos()))
    }

    #[inline]
    fn source(at: At<'_>, out: &mut Source) {
        let time = Self::decode(at);
        push(out, format_args!("std::time::Duration::new({}, {})", time.as_secs(), time.subsec_nanos()));
    }
}

/// The nanoseconds of a step.
const STEP: u32 = 100;

/// The steps of a second.
const STEPS: i128 = 10_000_000;

/// The bits of the seconds, with a sign.
const BITS: u32 = 34;

impl Enumerable for SystemTime {
    #[inline]
    fn shape() -> Shape {
        Shape::named(Key::of::<Self>(), || {
            Shape::product([Shape::range(Range::signed(BITS)), Shape::range(Range::of(0, STEPS - 1))])
        })
    }

    #[inline]
    fn decode(at: At<'_>) -> Self {
        let seconds = at.field(0).bits().cast_signed();
        let whole = Duration::from_secs(seconds.unsigned_abs());
        let rest = Duration::new(0, at.field(1).bits() as u32 * STEP);
        if seconds < 0 { UNIX_EPOCH - whole + rest } else { UNIX_EPOCH + whole + rest }
    }

    #[inline]
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        let (seconds, nanos) = match self.duration_since(UNIX_EPOCH) {
            Ok(after) => (after.as_secs().cast_signed(), after.subsec_nanos()),
            Err(error) => {
                let before = error.duration();
                match before.subsec_nanos() {
                    0 => (before.as_secs().cast_signed().wrapping_neg(), 0),
                    nanos => (before.as_secs().cast_signed().wrapping_neg() - 1, 1_000_000_000 - nanos),
                }
            }
        };
        if nanos % STEP != 0 {
            return Err(EncodeError::NotInShape);
        }
        to.alternative(0)?;
        to.bits(seconds.cast_unsigned())?;
        to.bits(u64::from(nanos / STEP))
    }

    #[inline]
    fn source(at: At<'_>, out: &mut Source) {
        let time = Self::decode(at);
        let (sign, distance) = match time.duration_since(UNIX_EPOCH) {
            Ok(after) => ('+', after),
            Err(error) => ('-', error.duration()),
        };
        let (seconds, nanos) = (distance.as_secs(), distance.subsec_nanos());
        let epoch = "std::time::SystemTime::UNIX_EPOCH";
        push(out, format_args!("({epoch} {sign} std::time::Duration::new({seconds}, {nanos}))"));
    }
}
