//! Strings: lists of characters.
//!
//! Size: 1 for the end, and for each character 1 plus the bit length of its code point.

use std::rc::Rc;
use std::sync::Arc;

use crate::space::Source;
use everycase_kernel::{At, EncodeError, Encoder, Shape};

use super::sequences::{elements, enclose, encode_all, is_decided, list_shape, unchanged};
use crate::space::Enumerable;
use crate::space::push;

impl Enumerable for String {
    #[inline]
    fn shape() -> Shape {
        list_shape::<char>()
    }

    #[inline]
    fn decode(at: At<'_>) -> Self {
        elements::<char>(at).collect()
    }

    fn update(&mut self, at: At<'_>) {
        let (kept, at) = unchanged(at);
        let end = self.char_indices().nth(kept).map_or(self.len(), |(end, _)| end);
        self.truncate(end);
        self.extend(elements::<char>(at));
    }

    #[inline]
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        encode_str(self, to)
    }

    #[inline]
    fn source(at: At<'_>, out: &mut Source) {
        match &*Self::decode(at) {
            _ if !is_decided(at) => enclose::<char>("String::from_iter([", at, "])", out),
            "" => out.path("String::new()"),
            text => {
                out.path("String::from");
                push(out, format_args!("({text:?})"));
            }
        }
    }
}

/// Encodes a text as the list of its characters.
#[inline]
pub(crate) fn encode_str(text: &str, to: &mut Encoder) -> Result<(), EncodeError> {
    encode_all(&text.chars().collect::<Vec<_>>(), to)
}

macro_rules! pointers {
    ($($pointer:ident, $from:literal;)*) => {$(
        impl Enumerable for $pointer<str> {
            #[inline]
            fn shape() -> Shape {
                list_shape::<char>()
            }

            #[inline]
            fn decode(at: At<'_>) -> Self {
                String::decode(at).into()
            }

            #[inline]
            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                encode_str(self, to)
            }

            #[inline]
            fn source(at: At<'_>, out: &mut Source) {
                if is_decided(at) {
                    out.path($from);
                    push(out, format_args!("({:?})", Self::decode(at)));
                } else {
                    enclose::<char>(concat!($from, "(String::from_iter(["), at, "]))", out);
                }
            }
        }
    )*};
}

pointers! {
    Box, "Box::from";
    Rc, "std::rc::Rc::from";
    Arc, "std::sync::Arc::from";
}
