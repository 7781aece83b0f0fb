//! Tables held against lists of their values.

#![expect(clippy::float_cmp, reason = "the numbers are the same ones")]

use everycase_kernel::{Random, Rng, SeedableRng};

use super::*;

/// A list of numbers: whole and small, fractions, or of all magnitudes and both signs.
fn numbers(rng: &mut Random, kind: u64, len: usize) -> Vec<f64> {
    let mut number = || match kind % 4 {
        0 => f64::from(rng.next_u32() % 100),
        1 => f64::from(rng.next_u32() % 5_000) - 1_000.0,
        2 => f64::from(rng.next_u32()) / f64::from(u32::MAX) - 0.25,
        _ => Some(f64::from_bits(rng.next_u64())).filter(|number| number.is_finite()).unwrap_or(-0.0),
    };
    (0..len).map(|_| number()).collect()
}

fn counted(numbers: &[f64]) -> Numbers {
    let mut own = Numbers::default();
    for number in numbers {
        own.add(*number, 1);
    }
    own
}

#[test]
fn keys_are_in_the_order_of_their_numbers_and_give_them_back() {
    let rng = &mut Random::seed_from_u64(1);
    let mut all = numbers(rng, 3, 2_000);
    all.extend([0.0, 1.0, -1.0, f64::MIN, f64::MAX, f64::MIN_POSITIVE, -f64::MIN_POSITIVE]);
    for pair in all.windows(2) {
        assert_eq!(of_key(key(pair[0])), pair[0]);
        assert_eq!(key(pair[0]).cmp(&key(pair[1])), pair[0].partial_cmp(&pair[1]).unwrap(), "{pair:?}");
    }
    assert_eq!(key(-0.0), key(0.0));
}

#[test]
fn few_numbers_are_exact_and_many_are_close_in_bounded_memory() {
    let rng = &mut Random::seed_from_u64(2);
    for case in 0..60 {
        let len = [1, 2, 90, 3_000][rng.next_u32() as usize % 4];
        let mut list = numbers(rng, case, len);
        let own = counted(&list);
        list.sort_by(f64::total_cmp);
        let median = list[(list.len() - 1) / 2];
        let mut different = list.clone();
        different.dedup();
        assert_eq!(own.values(), list.len() as u64);
        assert_eq!(own.ends(), Some([list[0], list[list.len() - 1]]));
        assert!(own.counts.len() <= KEPT);
        assert_eq!(own.dropped > 0, different.len() > KEPT, "{} different", different.len());
        let found = own.median().unwrap();
        if own.dropped == 0 {
            assert_eq!(found, median);
        } else {
            assert_eq!(key(found) >> own.dropped, key(median) >> own.dropped, "{found} for {median}");
        }
        for most in [1, 3, 10, 100] {
            let ranges = own.ranges(most);
            // One bit is left besides the sign.
            assert!(ranges.len() <= most.max(4), "{most}: {ranges:?}");
            let mut before = 0;
            for range in &ranges {
                assert!(range.from <= range.to && range.count > 0, "{range:?}");
                let inside = &list[before..before + range.count as usize];
                assert!(inside.iter().all(|number| (range.from..=range.to).contains(number)), "{range:?}");
                if own.dropped == 0 {
                    assert_eq!([range.from, range.to], [inside[0], inside[inside.len() - 1]]);
                }
                before += range.count as usize;
            }
            assert_eq!(before, list.len());
        }
    }
}

#[test]
fn parts_add_up_to_the_whole_in_any_order() {
    let rng = &mut Random::seed_from_u64(3);
    for case in 0..40 {
        let list = numbers(rng, case, 2_000);
        let cuts = [list.len() / 5, list.len() / 2];
        let parts = [&list[..cuts[0]], &list[cuts[0]..cuts[1]], &list[cuts[1]..]];
        let whole = counted(&list);
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            let mut sum = Numbers::default();
            for part in order {
                sum.merge(counted(parts[part]));
            }
            assert_eq!(sum, whole);
        }
        let read = Numbers::of(whole.dropped, whole.counts(), whole.ends());
        assert_eq!(read, Some(whole));
    }
}

#[test]
fn numbers_that_cannot_be_are_not_read() {
    assert_eq!(Numbers::of(63, [], None), None);
    assert_eq!(Numbers::of(0, [(1.0, 1)], None), None);
    assert_eq!(Numbers::of(0, [], Some([0.0, 1.0])), None);
    assert_eq!(Numbers::of(0, [(1.0, 1)], Some([2.0, 1.0])), None);
    assert_eq!(Numbers::of(0, [], None), Some(Numbers::default()));
}

#[test]
fn values_are_numbers_or_texts_of_a_bounded_length() {
    assert_eq!(TableValue::from(7u8), TableValue::Number(7.0));
    assert_eq!(TableValue::from(f32::NAN), TableValue::Text("NaN".to_owned()));
    assert_eq!(TableValue::from(f64::INFINITY), TableValue::Text("inf".to_owned()));
    assert_eq!(TableValue::from('x'), TableValue::from("x"));
    let TableValue::Text(cut) = TableValue::from("ä".repeat(150)) else { panic!() };
    assert_eq!(cut, format!("{}..", "ä".repeat(100)));
}

#[test]
fn texts_and_tables_beyond_the_first_are_counted_together() {
    let mut tables = Tables::default();
    for text in 0..600 {
        tables.add("texts", &TableValue::Text(text.to_string()));
        tables.add("texts", &TableValue::Text("0".to_owned()));
        tables.add(&format!("table {text}"), &TableValue::Number(1.0));
    }
    assert_eq!((tables.iter().count(), tables.others()), (TABLES, 600 - 63));
    let (_, texts) = tables.iter().find(|(name, _)| *name == "texts").unwrap();
    assert_eq!((texts.texts()[0], texts.texts().len(), texts.other_texts), (("0", 601), KEPT, 88));
    assert_eq!(texts.values(), 1_200);
    let mut both = tables.clone();
    both.merge(tables.clone());
    assert_eq!(both.iter().map(|(_, table)| table.values()).sum::<u64>() + both.others(), 2 * 1_800);
}
