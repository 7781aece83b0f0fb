//! Lists of booleans as vectors.

use std::fmt::Write;

use everycase::space::{At, Codec, EncodeError, Encoder, Source, Space};

use super::random::bools::shape;

/// The lists as vectors. The longest ones here have tens of thousands of elements, so nothing recurses.
pub(crate) fn lists() -> Space<Vec<bool>> {
    Space::new(shape(), Bools)
}

struct Bools;

impl Codec<Vec<bool>> for Bools {
    fn decode(&self, mut at: At<'_>) -> Vec<bool> {
        let mut list = Vec::new();
        while at.alternative() == 1 {
            list.push(at.field(0).alternative() == 1);
            at = at.field(1);
        }
        list
    }

    fn update(&self, list: &mut Vec<bool>, mut at: At<'_>) {
        let mut i = 0;
        while at.alternative() == 1 {
            match list.get_mut(i) {
                Some(element) if at.changed(0, 2) => *element = at.field(0).alternative() == 1,
                Some(_) => {}
                None => list.push(at.field(0).alternative() == 1),
            }
            (i, at) = (i + 1, at.field(1));
        }
        list.truncate(i);
    }

    fn encode(&self, list: &Vec<bool>, to: &mut Encoder) -> Result<(), EncodeError> {
        for &element in list {
            to.alternative(1)?;
            to.alternative(element.into())?;
        }
        to.alternative(0)
    }

    fn source(&self, at: At<'_>, out: &mut Source) {
        out.push_str("vec!");
        write!(out, "{:?}", self.decode(at)).expect("a string takes all text");
    }
}
