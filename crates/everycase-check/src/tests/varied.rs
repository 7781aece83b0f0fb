//! Parameters of a counterexample that do not matter.

use super::*;

/// The naive answer: the parameters with each of whose values, of the first 32 of `all`, the
/// property fails.
fn naive(own: [u64; 3], all: [&[u64]; 3], is_right: fn([u64; 3]) -> bool) -> Vec<(usize, u64, bool)> {
    let does_not_matter = |&parameter: &usize| {
        all[parameter].iter().take(32).all(|&value| {
            let mut input = own;
            input[parameter] = value;
            !is_right(input)
        })
    };
    let described = |parameter: usize| {
        let values: &[u64] = all[parameter];
        (parameter, values.len().min(32) as u64, values.len() <= 32)
    };
    (0..3).filter(does_not_matter).map(described).collect()
}

#[test]
fn a_parameter_does_not_matter_if_each_of_its_smallest_values_fails() {
    let of_three = Shape::choice((0..3).map(|_| Alternative::new("", [])));
    let shape =
        Shape::product([Shape::range(Range::unsigned(8)), of_three, Shape::range(Range::unsigned(4))]);
    let bytes: Vec<u64> = (0..256).collect();
    let all: [&[u64]; 3] = [&bytes, &[0, 1, 2], &bytes[..16]];
    let properties: [fn([u64; 3]) -> bool; 8] = [
        |_| false,
        |[byte, ..]| byte < 77,
        |[_, of_three, _]| of_three == 0,
        |[byte, _, small]| byte < small || small < 3,
        |[byte, of_three, small]| byte + of_three + small < 9,
        // The 33rd value of the byte is not looked at.
        |[byte, _, small]| byte == 32 || small < 1,
        |[byte, _, small]| byte == 31 || small < 1,
        |[_, of_three, small]| of_three == 1 || small != 7,
    ];
    for (number, is_right) in properties.into_iter().enumerate() {
        for settings in [tests(3_000), Settings { jobs: Some(3), ..tests(3_000) }, settings()] {
            let read = |input: &Derivation| {
                let root = input.root();
                [root.field(0).bits(), root.field(1).alternative() as u64, root.field(2).bits()]
            };
            let subject = holds(move |input| is_right(read(input)));
            let found = counterexample(run(&Derivations::new(shape.clone()), &subject, settings));
            let varied: Vec<_> =
                found.varied.iter().map(|one| (one.parameter, one.values, one.are_all)).collect();
            assert_eq!(varied, naive(read(&found.input), all, is_right), "property {number}: {found:?}");
        }
    }
}

#[test]
fn a_value_that_fails_in_another_way_or_exceeds_the_size_of_the_run_matters() {
    let pair = Shape::product([Shape::range(Range::unsigned(8)), Shape::range(Range::unsigned(8))]);
    let derivations = Derivations::new(pair);
    let other = |input: &Derivation, _: &mut Labels| match input.root().field(0).bits() {
        3 => Verdict::Failed(Box::new(Failure::of(Cause::Returned("another value".to_owned())))),
        _ => fails(),
    };
    let in_two_ways = collect(
        "property",
        &derivations,
        &subject(other),
        &tests(1_000).fill("property"),
        &[],
        std::num::NonZeroUsize::new(2).unwrap(),
    )
    .unwrap();
    for group in in_two_ways.groups {
        let parameters: Vec<usize> = group.counterexample.varied.iter().map(|one| one.parameter).collect();
        assert_eq!(parameters, [1], "{:?}", group.counterexample);
    }
    let bounded = Settings { size: Some(4), ..tests(1_000) };
    assert_eq!(counterexample(run(&derivations, &holds(|_| false), bounded)).varied, []);
}
