//! Strings of the operating system and of C.
//!
//! Size: as of a list: 1 for the end, and for each element 1 plus its bits. The elements of an
//! `OsString` or a `PathBuf` are characters, so that values are the same on all systems: values
//! that are not Unicode are left out. The elements of a `CString` are the bytes other than 0.

use std::ffi::{CString, OsString};
use std::num::NonZero;
use std::path::PathBuf;

use crate::space::Source;
use everycase_kernel::{At, EncodeError, Encoder, Shape};

use super::sequences::{elements, enclose, encode_all, is_decided, list_shape};
use super::text::encode_str;
use crate::space::Enumerable;
use crate::space::push;

macro_rules! unicode {
    ($($ty:ident, $from:literal;)*) => {$(
        impl Enumerable for $ty {
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
                encode_str(self.to_str().ok_or(EncodeError::NotInShape)?, to)
            }

            #[inline]
            fn source(at: At<'_>, out: &mut Source) {
                if is_decided(at) {
                    push(out, format_args!(concat!($from, "({:?})"), String::decode(at)));
                } else {
                    enclose::<char>(concat!($from, "(String::from_iter(["), at, "]))", out);
                }
            }
        }
    )*};
}

unicode! {
    OsString, "std::ffi::OsString::from";
    PathBuf, "std::path::PathBuf::from";
}

impl Enumerable for CString {
    #[inline]
    fn shape() -> Shape {
        list_shape::<NonZero<u8>>()
    }

    #[inline]
    fn decode(at: At<'_>) -> Self {
        elements::<NonZero<u8>>(at).collect::<Vec<_>>().into()
    }

    #[inline]
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        encode_all(&self.as_bytes().iter().copied().filter_map(NonZero::new).collect::<Vec<_>>(), to)
    }

    #[inline]
    fn source(at: At<'_>, out: &mut Source) {
        if is_decided(at) {
            let text = Self::decode(at);
            push(out, format_args!("std::ffi::CString::from(c\"{}\")", text.as_bytes().escape_ascii()));
        } else {
            enclose::<NonZero<u8>>("std::ffi::CString::from(vec![", at, "])", out);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::ffi::OsString;
    use std::path::PathBuf;

    use everycase_check::mixture::Constants;

    use crate::impls::testing::drawn;

    #[test]
    fn paths_with_a_meaning_of_their_own_are_drawn() {
        // Paths are equal if their components are, so they are compared as strings.
        let mut paths: HashSet<OsString> = HashSet::new();
        let mut strings: HashSet<OsString> = HashSet::new();
        for length in 1..=4 {
            // 1 for the end, and 2 for each character.
            let size = 1 + 2 * length;
            let drawn_paths = drawn::<PathBuf>(size, Constants::default()).take(3_000);
            paths.extend(drawn_paths.map(PathBuf::into_os_string));
            strings.extend(drawn(size, Constants::default()).take(3_000));
        }
        for wanted in [".", "..", "/", "/.", "a/..", "./a", "a//b", "~", "C:\\"] {
            let wanted = OsString::from(wanted);
            assert!(paths.contains(&wanted) && strings.contains(&wanted), "{wanted:?}");
        }
        let ends = |path: &&OsString| path.len() > 1 && path.to_string_lossy().ends_with('/');
        assert!(paths.iter().filter(ends).count() > 20);
    }
}
