//! Calls of the standard library that make arguments of its types.

use crate::candidates::{Candidate, Mode};

/// The calls: what is called, and how its arguments are taken.
const CALLS: &[(&str, &str)] = &[
    ("Reader::new($0$)", "W<u8>"),
    ("::std::io::Cursor::new($0$)", "W<u8>"),
    ("::std::time::Duration::new($0$, $1$ % 1_000_000_000)", "V<u64> V<u32>"),
    ("::std::time::Duration::from_millis($0$)", "V<u64>"),
    ("::std::ops::Range { start: $0$, end: $1$ }", "V<usize> V<usize>"),
    ("::std::ops::Range { start: $0$, end: $1$ }", "V<u8> V<u8>"),
    ("::std::ops::Range { start: $0$, end: $1$ }", "V<Atom> V<Atom>"),
    ("::std::ops::Range { start: $0$, end: $1$ }", "V<u32> V<u32>"),
    ("::std::ops::Range { start: $0$, end: $1$ }", "V<u64> V<u64>"),
    ("::std::ops::Range { start: $0$, end: $1$ }", "V<i32> V<i32>"),
    ("::std::ops::RangeInclusive::new($0$, $1$)", "V<usize> V<usize>"),
    ("::std::ops::RangeFrom { start: $0$ }", "V<usize>"),
    ("::std::ops::RangeTo { end: $0$ }", "V<usize>"),
    ("::std::ops::RangeFull", ""),
    ("::std::net::Ipv4Addr::from_bits($0$)", "V<u32>"),
    ("::std::net::Ipv6Addr::from_bits($0$)", "V<u128>"),
    ("::std::net::IpAddr::V4($0$)", "V<::std::net::Ipv4Addr>"),
    ("::std::net::IpAddr::V6($0$)", "V<::std::net::Ipv6Addr>"),
    ("::std::cmp::Ordering::Less", ""),
    ("::std::cmp::Ordering::Equal", ""),
    ("::std::cmp::Ordering::Greater", ""),
    ("::std::time::SystemTime::UNIX_EPOCH + $0$", "V<::std::time::Duration>"),
    ("::std::collections::hash_map::RandomState::new()", ""),
    ("::std::collections::hash_map::DefaultHasher::new()", ""),
    ("::std::num::NonZero::<u32>::new($0$)", "V<u32>"),
    ("::std::num::NonZero::<u64>::new($0$)", "V<u64>"),
    ("::std::num::NonZero::<usize>::new($0$)", "V<usize>"),
    ("::std::num::NonZero::<u8>::new($0$)", "V<u8>"),
    ("::std::string::String::from_utf8_lossy($0$).into_owned()", "L<u8>"),
    ("$0$", "I<Atom>"),
    ("$0$", "I<u8>"),
    ("$0$", "I<char>"),
    ("$0$", "I<String>"),
    ("$0$.collect::<::std::vec::Vec<Atom>>()", "I<Atom>"),
    ("$0$.collect::<::std::vec::Vec<u8>>()", "I<u8>"),
    ("$0$.collect::<::std::vec::Vec<char>>()", "I<char>"),
    ("$0$.collect::<::std::vec::Vec<String>>()", "I<String>"),
    ("$0$.collect::<::std::vec::Vec<u32>>()", "I<u32>"),
    ("$0$.collect::<::std::vec::Vec<u64>>()", "I<u64>"),
    ("($0$, $1$)", "V<Atom> V<Atom>"),
    ("($0$, $1$)", "V<String> V<String>"),
    ("($0$, $1$)", "V<usize> V<usize>"),
    ("$0$", "T<_>"),
    ("::std::fmt::Error", ""),
];

/// Returns the calls of the standard library.
pub(crate) fn calls() -> impl Iterator<Item = Candidate> {
    CALLS.iter().map(|(text, modes)| {
        let modes = modes.split(' ').filter(|own| !own.is_empty()).map(|own| {
            let name = own.chars().next().unwrap_or('V');
            Mode { name, ty: own[2..own.len() - 1].to_owned(), len: None }
        });
        Candidate {
            item: usize::MAX,
            alternative: 0,
            family: String::new(),
            text: (*text).to_owned(),
            modes: modes.collect(),
            method: None,
            is_getter: false,
            is_support: true,
        }
    })
}
