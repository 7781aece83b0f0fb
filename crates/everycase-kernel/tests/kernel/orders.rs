//! Searches whose predicates compare integers with each other, against plain lists of all inputs.

use std::collections::HashMap;

use everycase_kernel::lazy::{Run, Search, Trail};
use everycase_kernel::{Alternative, Derivation, Derivations, Key, Range, Shape};

fn mix(state: u64, with: u64) -> u64 {
    let mixed = (state ^ with).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ mixed >> 29
}

/// Compares integers with each other and with constants, as the seed and the answers say; a few times it looks at a remainder or
/// wants to know one, or whether there is a further one. All answers.
fn compares(run: &mut Run, root: u32, seed: u64, is_signed: bool) -> Vec<i128> {
    let mut state = mix(seed, 17);
    let (mut known, mut rest) = (Vec::new(), root);
    let mut answers = Vec::new();
    while answers.len() < 12 && !state.is_multiple_of(11) {
        let pick = |n: u64| known.get((state / n) as usize % known.len().max(1)).copied();
        let constant = i128::from(state / 256 % 9) - if is_signed { 4 } else { 0 };
        let answer = match (state / 11 % 18, pick(4096), pick(64)) {
            (0..4, ..) | (_, None, _) | (_, _, None) => {
                let taken = run.force(rest);
                if taken.alternative == 1 {
                    known.push(taken.fields);
                    rest = taken.fields + 1;
                }
                i128::from(taken.alternative)
            }
            (4..9, Some(a), Some(b)) => i128::from(run.is_below_both(a, b)),
            (9..12, Some(a), Some(b)) => run.compare_both(a, b) as i128,
            (12, Some(a), _) => i128::from(run.is_below(a, constant.cast_unsigned(), is_signed)),
            (13, Some(a), _) => i128::from(run.is_above(a, constant.cast_unsigned(), is_signed)),
            (14, Some(a), _) => run.compare(a, constant.cast_unsigned(), is_signed) as i128,
            (15, Some(a), _) => run.number(a).cast_signed(),
            (_, Some(a), _) => run.residue(a, 1 + (state / 512 % 7) as u32).into(),
        };
        answers.push(answer);
        state = mix(state, answer.cast_unsigned() as u64);
    }
    answers
}

fn compares_all(derivation: &Derivation, seed: u64, is_signed: bool) -> Vec<i128> {
    let mut run = Run::new();
    let root = run.lift(derivation);
    compares(&mut run, root, seed, is_signed)
}

/// Lists of integers, whose items come from these ranges in turn.
fn lists(number: u64, ranges: &[Range], turn: usize) -> Shape {
    struct Lists;
    let ranges = ranges.to_vec();
    Shape::named(Key::of::<Lists>().with(number).with(turn as u64), move || {
        let rest = lists(number, &ranges, (turn + 1) % ranges.len());
        let item = Alternative::new("item", [Shape::range(ranges[turn].clone()), rest]);
        Shape::choice([Alternative::new("end", []), item.pay(1)])
    })
}

#[test]
fn a_search_meets_each_way_in_which_integers_compare_with_its_smallest_input() {
    let (mut classes, mut without) = (0, 0);
    let kinds = [
        (vec![Range::signed(127)], true, 9),
        (vec![Range::unsigned(126)], false, 10),
        (vec![Range::of(2, 11)], false, 12),
        (vec![Range::signed(127), Range::unsigned(126)], true, 9),
        (vec![Range::of(0, 5), Range::of(-3, 3)], true, 8),
        (vec![Range::signed(8), Range::of(-5, -1)], true, 10),
        (vec![Range::of(5, 9), Range::signed(16).non_zero(), Range::chars()], true, 10),
    ];
    for (number, (ranges, is_signed, size)) in (0..).zip(kinds) {
        let space = Derivations::new(lists(number, &ranges, 0));
        for seed in 0..60 {
            // The smallest size of the inputs of each class.
            let mut expected: HashMap<Vec<i128>, u32> = HashMap::new();
            for size in 0..=size {
                let mut walk = space.of_size(size).unwrap();
                while let Some(derivation) = walk.next() {
                    expected.entry(compares_all(derivation, seed, is_signed)).or_insert(size);
                }
                let mut run = Run::new();
                run.begin_search(&space, size).unwrap();
                let mut met = HashMap::new();
                while Search::next(&mut run).is_some() {
                    let mut trail = Trail::default();
                    let answers = compares(&mut run, 0, seed, is_signed);
                    run.note(&mut trail);
                    let depth = run.depth();
                    assert_eq!(compares(&mut run, 0, seed, is_signed), answers, "the same again");
                    assert_eq!(run.depth(), depth, "again decides nothing: {ranges:?} {seed} {size}");
                    if let Some(smallest) = run.derivation(run.root()) {
                        assert_eq!(compares_all(&smallest, seed, is_signed), answers, "it is of its class");
                        assert_eq!(trail.derivation(&space, size).unwrap().words(), smallest.words());
                        assert!(met.insert(answers, smallest.size()).is_none(), "a class is met once");
                    } else {
                        without += 1;
                        assert!(!expected.contains_key(&answers), "{answers:?} has inputs up to {size}");
                    }
                }
                let missing = expected.iter().find(|(answers, size)| met.get(*answers) != Some(size));
                assert_eq!(missing, None, "not met, or larger: {ranges:?} {seed} {size}");
                assert_eq!(met.len(), expected.len());
                classes += met.len();
            }
        }
    }
    // Classes without inputs that are small enough are run in vain.
    assert!(classes > 10_000 && without == 0, "{classes} {without}");
}
