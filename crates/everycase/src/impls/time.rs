//! `Duration`: a pair of seconds and nanoseconds.
//!
//! Size: the bits of the seconds plus the bits of the nanoseconds; a duration of zero has size 0.

use std::time::Duration;

use crate::space::Source;
use everycase_kernel::{At, EncodeError, Encoder, Key, Range, Shape};

use super::push;
use crate::Enumerable;

impl Enumerable for Duration {
    fn shape() -> Shape {
        Shape::named(Key::of::<Self>(), || {
            Shape::product([u64::shape(), Shape::range(Range::of(0, 999_999_999))])
        })
    }

    fn decode(at: At<'_>) -> Self {
        Duration::new(at.field(0).bits(), at.field(1).bits() as u32)
    }

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.alternative(0)?;
        to.bits(self.as_secs())?;
        to.bits(u64::from(self.subsec_nanos()))
    }

    fn source(at: At<'_>, out: &mut Source) {
        let time = Self::decode(at);
        push(out, format_args!("std::time::Duration::new({}, {})", time.as_secs(), time.subsec_nanos()));
    }
}
