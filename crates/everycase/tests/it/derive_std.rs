//! The standard library's types: sizes as documented, laws, every value of a finite type exactly once.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::convert::Infallible;
use std::ffi::{CString, OsString};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{NonZero, NonZeroI8, NonZeroU64, NonZeroU128, Saturating, Wrapping};
use std::ops::{Bound, ControlFlow, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::{AtomicI16, AtomicU64, Ordering as Order};
use std::sync::{Arc, Mutex, RwLock};
use std::task::Poll;
use std::time::{Duration, SystemTime};

use everycase::{BigUint, Enumerable};

use crate::support::{assert_laws, counts, source, values};

fn size<T: Enumerable>(value: &T) -> u32 {
    T::space().size_of(value).unwrap()
}

/// The number of values of a finite type.
fn total<T: Enumerable>() -> BigUint {
    let space = T::space();
    let largest = space.largest_size().unwrap().expect("a finite type");
    space.count_up_to(largest).unwrap()
}

#[test]
fn integers_have_the_size_of_their_bits() {
    assert_eq!(counts::<u8>(9), [1, 1, 2, 4, 8, 16, 32, 64, 128, 0]);
    assert_eq!(counts::<i8>(9), [1, 2, 4, 8, 16, 32, 64, 128, 1, 0]);
    assert_eq!(counts::<NonZeroI8>(3), [0, 2, 4, 8]);
    assert_laws::<i32>(10);
    assert_laws::<usize>(10);
    assert_laws::<i128>(9);
    assert_laws::<NonZeroU64>(9);
    assert_laws::<NonZeroU128>(9);
    assert_laws::<Wrapping<Saturating<i16>>>(9);
}

#[test]
fn the_ends_of_every_integer_type_go_there_and_back() {
    macro_rules! ends {
        ($($ty:ty)*) => {$(
            let space = <$ty>::space();
            for value in [<$ty>::MIN, <$ty>::MAX, 1, <$ty>::MAX / 3] {
                let derivation = space.encode(&value).unwrap();
                assert_eq!(space.decode(&derivation), value);
                assert_eq!(space.source(&derivation), value.to_string());
            }
            assert_eq!(size(&<$ty>::MAX), <$ty>::MAX.ilog2() + 1);
            assert_eq!(total::<$ty>(), BigUint::from(2u8).pow(<$ty>::BITS));
            assert_eq!(total::<NonZero<$ty>>(), BigUint::from(2u8).pow(<$ty>::BITS) - 1u8);
        )*};
    }
    ends!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
}

#[test]
fn characters_are_all_there_in_the_order_of_their_length() {
    let all: Vec<char> = values::<char>(21);
    let expected: Vec<char> = ('\0'..=char::MAX).collect();
    assert_eq!(all, expected);
    assert_eq!(size(&'a'), 7);
}

#[test]
fn every_bit_pattern_is_counted_once() {
    assert_eq!(total::<f32>(), BigUint::from(1u64 << 32));
    assert_eq!(total::<f64>(), BigUint::from(1u128 << 64));
}

#[test]
fn small_floats_are_those_people_write() {
    assert_eq!(counts::<f64>(3), [1, 2, 6, 16]);
    assert_eq!(values::<f64>(2), [0.0, 1.0, -1.0, 2.0, 0.5, -2.0, -0.5, 3.0, -3.0]);
    for (value, expected) in [
        (-0.0, 4),
        (f64::INFINITY, 5),
        (f64::NEG_INFINITY, 5),
        (f64::NAN, 6),
        (-f64::NAN, 7),
        (f64::from_bits(0x7FF8_0000_0000_0001), 8),
        (f64::from_bits(0xFFF0_0000_0000_0003), 9),
        (f64::from_bits(u64::MAX), 58),
        (1.5, 3),
        (0.25, 3),
        (10.0, 4),
        (5e-324, 12),
        (f64::MAX, 63),
        (0.1, 52 + 6),
    ] {
        assert_eq!(size(&value), expected, "{value:?}");
    }
}

#[test]
fn floats_go_there_and_back_and_no_two_share_a_derivation() {
    let space = f64::space();
    let mut bits = 0x0123_4567_89AB_CDEFu64;
    for i in 0..20_000u64 {
        // Xorshift; every other one with a small exponent field to meet subnormals.
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        let value = f64::from_bits(if i % 2 == 0 { bits } else { bits & !(0x7F8 << 52) });
        let derivation = space.encode(&value).unwrap();
        assert_eq!(space.decode(&derivation).to_bits(), value.to_bits(), "{value:?}");
        let source = space.source(&derivation);
        let printed = match source.strip_prefix("f64::from_bits(0x").and_then(|rest| rest.strip_suffix(')')) {
            Some(bits) => u64::from_str_radix(bits, 16).unwrap(),
            None => source.trim_start_matches("f64::").replace("NEG_", "-").parse::<f64>().unwrap().to_bits(),
        };
        assert_eq!(printed, value.to_bits(), "{source}");
    }
    let space = f32::space();
    for exponent in 0..=0xFFu32 {
        for fraction in [0, 1, 2, 3, 0x40_0000, 0x40_0001, 0x7F_FFFE, 0x7F_FFFF, 0x2A_AAAA] {
            for sign in [0, 1 << 31] {
                let value = f32::from_bits(sign | exponent << 23 | fraction);
                let back = space.decode(&space.encode(&value).unwrap());
                assert_eq!(back.to_bits(), value.to_bits(), "{value:?}");
            }
        }
    }
    let mut seen = std::collections::HashSet::new();
    for size in 0..=12 {
        for value in space.of_size(size).unwrap() {
            assert!(seen.insert(value.to_bits()), "{value:?} is there twice");
            assert_eq!(space.size_of(&value).unwrap(), size);
        }
    }
}

#[test]
fn products_cost_nothing_themselves() {
    assert_eq!(counts::<()>(1), [1, 0]);
    assert_eq!(counts::<(bool, bool)>(3), [0, 0, 4, 0]);
    assert_eq!(counts::<[bool; 3]>(4), [0, 0, 0, 8, 0]);
    assert_eq!(counts::<[bool; 0]>(1), [1, 0]);
    assert_eq!(size(&(0u8, 1u8, (2u8,))), 3);
    assert_laws::<(u8, bool, Vec<bool>, (i8,))>(7);
    assert_laws::<[(bool, u8); 3]>(7);
    assert_laws::<(u8, (), u8, (), u8, (), u8, (), u8, (), u8, ())>(5);
}

#[test]
fn wrappers_cost_nothing() {
    fn same<A: Enumerable, B: Enumerable>() {
        assert_eq!(
            counts::<A>(8),
            counts::<B>(8),
            "{} and {}",
            std::any::type_name::<A>(),
            std::any::type_name::<B>()
        );
    }
    same::<Box<u8>, u8>();
    same::<Rc<u8>, u8>();
    same::<Arc<u8>, u8>();
    same::<Reverse<u8>, u8>();
    same::<Cell<u8>, u8>();
    same::<RefCell<u8>, u8>();
    same::<Mutex<u8>, u8>();
    same::<RwLock<u8>, u8>();
    same::<Cow<'static, str>, String>();
    same::<Cow<'static, [bool]>, Vec<bool>>();
    assert_laws::<Box<Rc<Arc<Reverse<u8>>>>>(6);
    assert_laws::<Cow<'static, str>>(8);
    assert_laws::<Cow<'static, [bool]>>(8);
    assert_laws::<(Cell<u8>, RefCell<Vec<bool>>)>(6);
    assert_eq!(size(&Cow::Borrowed("a")), size(&String::from("a")));
}

#[test]
fn lists_cost_one_more_than_their_elements_and_one_each() {
    assert_eq!(size(&vec![0u8, 1, 2]), 1 + 3 + 3);
    assert_eq!(size(&String::from("ab")), 1 + 2 * 8);
    assert_laws::<Vec<Vec<bool>>>(9);
    assert_laws::<Vec<()>>(9);
    assert_laws::<VecDeque<u8>>(8);
    assert_laws::<LinkedList<u8>>(8);
    assert_laws::<Box<[u8]>>(8);
    assert_laws::<Rc<[u8]>>(8);
    assert_laws::<Arc<[Vec<u8>]>>(8);
    assert_laws::<String>(11);
    assert_laws::<Box<str>>(8);
    assert_laws::<(Rc<str>, Arc<str>)>(8);
}

#[test]
fn strings_of_every_width_are_updated_in_place() {
    let space = String::space();
    let strings = ["", "a", "ß", "a𝄞", "aß", "ßa", "𝄞", "ba"];
    for text in strings {
        let text = text.to_string();
        assert_eq!(space.decode(&space.encode(&text).unwrap()), text);
    }
    let mut cursor = space.cursor(14).unwrap();
    for value in space.of_size(14).unwrap() {
        assert_eq!(cursor.next(), Some(&value));
    }
}

#[test]
fn enums_cost_one() {
    assert_eq!(counts::<Option<bool>>(3), [0, 1, 2, 0]);
    assert_eq!(counts::<Result<(), bool>>(3), [0, 1, 2, 0]);
    assert_eq!(counts::<Ordering>(2), [0, 3, 0]);
    assert_eq!(counts::<Option<Infallible>>(2), [0, 1, 0]);
    assert_laws::<Option<Result<u8, Option<bool>>>>(8);
    assert_laws::<(Ordering, bool)>(2);
    assert_laws::<Bound<u8>>(6);
    assert_laws::<ControlFlow<u8, bool>>(6);
}

#[test]
fn ranges_cost_one_and_their_ends() {
    assert_eq!(size(&(1u8..3)), 1 + 1 + 2);
    assert_laws::<Range<u8>>(6);
    assert_laws::<RangeInclusive<i8>>(6);
    assert_laws::<(RangeFrom<u8>, RangeTo<u8>)>(6);
    assert_laws::<Option<RangeToInclusive<u8>>>(6);
    assert_eq!(values::<RangeFull>(2), [..]);
}

#[test]
fn durations_are_sized_by_their_seconds_and_nanoseconds() {
    assert_eq!(size(&Duration::ZERO), 0);
    assert_eq!(size(&Duration::new(3, 5)), 2 + 3);
    assert_laws::<Duration>(7);
    let space = Duration::space();
    assert_eq!(space.decode(&space.encode(&Duration::MAX).unwrap()), Duration::MAX);
}

#[test]
fn maps_and_sets_cost_one_and_share_what_keys_begin_with() {
    assert_eq!(counts::<BTreeSet<bool>>(4), [0, 1, 2, 1, 0]);
    assert_eq!(total::<BTreeSet<Option<bool>>>(), BigUint::from(8u8));
    assert_eq!(total::<BTreeMap<bool, bool>>(), BigUint::from(9u8));
    assert_eq!(size(&BTreeMap::from([(3u8, 7u8)])), 1 + 2 + 3);
    assert_laws::<BTreeSet<u8>>(7);
    assert_laws::<BTreeMap<Vec<bool>, u8>>(8);
    assert_laws::<HashSet<Option<u8>>>(6);
    assert_laws::<BTreeMap<BTreeSet<bool>, BTreeSet<u8>>>(7);
    assert_laws::<HashMap<i8, bool>>(6);
}

#[test]
fn strings_of_the_system_are_those_of_characters_or_bytes() {
    assert_eq!(size(&PathBuf::from("a/b")), size(&String::from("a/b")));
    assert_eq!(counts::<OsString>(9), counts::<String>(9));
    assert_eq!(counts::<CString>(9), counts::<Vec<NonZero<u8>>>(9));
    assert_laws::<OsString>(9);
    assert_laws::<CString>(9);
    // Paths may be equal and differ in their texts, so that the laws are those of the texts.
    let space = PathBuf::space();
    for value in space.up_to(9).unwrap() {
        let back = space.decode(&space.encode(&value).unwrap());
        assert_eq!(back.as_os_str(), value.as_os_str());
    }
    assert_eq!(source(&CString::from(c"a\"\n\xff")), r#"std::ffi::CString::from(c"a\"\n\xff")"#);
    assert_eq!(source(&PathBuf::from("a\"b")), r#"std::path::PathBuf::from("a\"b")"#);
}

#[cfg(unix)]
#[test]
fn a_path_that_is_not_unicode_is_not_in_the_space() {
    use std::os::unix::ffi::OsStringExt;
    let path = PathBuf::from(OsString::from_vec(vec![0xff]));
    assert!(PathBuf::space().encode(&path).is_err());
}

#[test]
fn addresses_are_sized_by_their_numbers() {
    assert_eq!(size(&Ipv4Addr::LOCALHOST), 7 + 1);
    assert_eq!(size(&Ipv6Addr::LOCALHOST), 1);
    assert_eq!(size(&IpAddr::from(Ipv4Addr::UNSPECIFIED)), 1);
    assert_eq!(size(&SocketAddr::from(([10, 0, 0, 0], 80))), 1 + 4 + 7);
    assert_eq!(total::<Ipv4Addr>(), BigUint::from(2u8).pow(32));
    assert_eq!(total::<SocketAddrV6>(), BigUint::from(2u8).pow(128 + 16 + 64));
    assert_laws::<Ipv4Addr>(5);
    assert_laws::<Ipv6Addr>(3);
    assert_laws::<IpAddr>(4);
    assert_laws::<SocketAddrV4>(4);
    assert_laws::<SocketAddrV6>(3);
    assert_laws::<SocketAddr>(4);
    assert_eq!(
        source(&SocketAddr::from((Ipv6Addr::LOCALHOST, 80))),
        "std::net::SocketAddr::V6(std::net::SocketAddrV6::new(std::net::Ipv6Addr::new(0, 0, 0, 0, 0, 0, 0, 1), 80, 0, 0))"
    );
}

#[test]
fn times_are_sized_by_their_distance_from_1970() {
    let epoch = SystemTime::UNIX_EPOCH;
    assert_eq!(size(&epoch), 0);
    assert_eq!(size(&(epoch + Duration::from_secs(3))), 2);
    assert_eq!(size(&(epoch - Duration::from_nanos(100))), 1 + 24);
    assert_laws::<SystemTime>(9);
    let space = SystemTime::space();
    let end = 1u64 << 33;
    for value in [
        epoch - Duration::from_secs(end),
        epoch - Duration::new(end - 1, 100),
        epoch + Duration::new(end - 1, 999_999_900),
    ] {
        assert_eq!(space.decode(&space.encode(&value).unwrap()), value);
    }
    for other in
        [epoch + Duration::from_nanos(1), epoch - Duration::new(end, 100), epoch + Duration::from_secs(end)]
    {
        assert!(space.encode(&other).is_err(), "{other:?}");
    }
    assert_eq!(
        source(&(epoch - Duration::from_millis(500))),
        "(std::time::SystemTime::UNIX_EPOCH - std::time::Duration::new(0, 500000000))"
    );
}

#[test]
fn heaps_are_multisets() {
    let space = BinaryHeap::<u8>::space();
    let mut seen = HashSet::new();
    for size in 0..=8 {
        for heap in space.of_size(size).unwrap() {
            let derivation = space.encode(&heap).unwrap();
            assert_eq!(derivation.size(), size);
            let sorted = heap.into_sorted_vec();
            assert_eq!(space.decode(&derivation).into_sorted_vec(), sorted);
            // The elements in any order are the same value.
            assert_eq!(space.encode(&BinaryHeap::from(sorted.clone())).unwrap(), derivation);
            let set: BTreeSet<u8> = sorted.iter().copied().collect();
            assert_eq!(size, self::size(&set) + (sorted.len() - set.len()) as u32);
            assert!(seen.insert(sorted));
        }
    }
    // All multisets of small elements are there.
    for sorted in values::<Vec<u8>>(7).into_iter().filter(|list| list.is_sorted()) {
        assert!(size(&BinaryHeap::from(sorted.clone())) > 8 || seen.contains(&sorted), "{sorted:?}");
    }
    assert_eq!(source(&BinaryHeap::from([3u8, 1, 3])), "std::collections::BinaryHeap::from(vec![1, 3, 3])");
    // The empty heap, and those of one to four elements.
    assert_eq!(counts::<BinaryHeap<()>>(4), [0, 2, 1, 1, 1]);
}

#[test]
fn atomic_numbers_and_polls_are_what_they_hold() {
    assert_eq!(counts::<AtomicI16>(6), counts::<i16>(6));
    let space = AtomicU64::space();
    assert_eq!(space.decode(&space.encode(&AtomicU64::new(77)).unwrap()).load(Order::SeqCst), 77);
    assert_eq!(source(&AtomicI16::new(-7)), "std::sync::atomic::AtomicI16::new(-7)");
    assert_laws::<Poll<Option<u8>>>(6);
}
