//! Ranges of integers and characters, to their very ends.

use everycase_kernel::{At, BigUint, Derivations, Range, Shape, Walk};

/// The sole words of a walk's values, as signed integers.
fn integers(mut walk: Walk) -> Vec<i64> {
    std::iter::from_fn(|| walk.next().map(|derivation| derivation.root().bits().cast_signed())).collect()
}

#[test]
fn ranges_of_64_and_128_bits_are_exact_to_their_ends() {
    for (range, bits, largest, negative) in [
        (Range::unsigned(64), 64, u64::MAX.into(), 0),
        (Range::signed(64), 64, i64::MAX as u128, 1u128 << 63),
        (Range::unsigned(128), 128, u128::MAX, 0),
        (Range::signed(128), 128, i128::MAX as u128, 1 << 127),
        (Range::of(i128::MIN, i128::MAX), 128, i128::MAX as u128, 1 << 127),
        (Range::of_unsigned(0, u128::MAX), 128, u128::MAX, 0),
    ] {
        let space = Derivations::new(Shape::range(range));
        let total = BigUint::from(largest) + negative + 1u32;
        assert_eq!(space.count_up_to(bits), Ok(total.clone()));
        assert_eq!(space.largest_size(), Ok(Some(bits)));
        let wide = bits > 64;
        let value = |at: At<'_>| if wide { at.wide() } else { at.bits().into() };
        let last = space.index(&(&total - 1u32)).unwrap();
        let expected = if negative > 0 { negative.wrapping_neg() } else { largest };
        assert_eq!(value(last.root()), if wide { expected } else { u128::from(expected as u64) });
        assert!(space.index(&total).is_err());
        let half = space.index(&(total / 2u32)).unwrap();
        assert_eq!(space.parse(&half.words()), Ok(half.clone()));
        assert_eq!(half.words().len(), if wide { 2 } else { 1 });
        for size in [0, 1, 63, 64, 65, 127, 128, 129, 500] {
            let count = space.count(size).unwrap();
            let mut walk = space.of_size(size).unwrap();
            assert_eq!(BigUint::from(walk.remaining()), count);
            if count > BigUint::ZERO {
                let derivation = walk.next_back().unwrap().clone();
                assert_eq!(derivation.size(), size);
                assert_eq!(space.index_of_size(size, &(count - 1u32)), Ok(derivation));
            }
        }
    }
}

#[test]
fn negative_ranges_and_ranges_around_zero_list_what_they_hold() {
    let list = |range, size| integers(Derivations::new(Shape::range(range)).of_size(size).unwrap());
    assert_eq!(list(Range::of(-5, -2), 2), [-2, -3]);
    assert_eq!(list(Range::of(-5, -2), 3), [-4, -5]);
    assert_eq!(list(Range::of(-1, 0), 0), [0]);
    assert_eq!(list(Range::of(-1, 0), 1), [-1]);
    assert_eq!(list(Range::signed(8).non_zero(), 0), [0i64; 0]);
    assert_eq!(list(Range::signed(8).non_zero(), 2), [2, 3, -2, -3]);
    assert_eq!(list(Range::of(i64::MIN.into(), i64::MIN.into()), 64), [i64::MIN]);
    assert_eq!(list(Range::unsigned(0), 0), [0]);
    assert_eq!(list(Range::signed(1), 1), [-1]);
}

#[test]
fn characters_are_all_scalar_values_by_the_length_of_their_code_points() {
    let space = Derivations::new(Shape::range(Range::chars()));
    let mut seen = 0;
    for size in 0..=21 {
        for code in integers(space.of_size(size).unwrap()) {
            let c = u32::try_from(code).ok().and_then(char::from_u32).expect("a scalar value");
            assert_eq!(32 - u32::from(c).leading_zeros(), size);
            seen += 1;
        }
    }
    assert_eq!((seen, space.largest_size()), (0x11_0000 - 0x800, Ok(Some(21))));
    for code in [0xD800, 0xDFFF, 0x11_0000] {
        assert!(space.parse(&[code]).is_err());
    }
}
