//! `RegExp`.

use everycase::Lazy;
use everycase_benches::programs::nat::Nat;
use everycase_benches::programs::reg_exp::{Re, Sym, What, breaks, repeats};

use crate::{agree, first, runs};

fn word(length: usize) -> Vec<Sym> {
    vec![Sym::N0; length]
}

#[test]
fn the_smallest_counterexample_has_size_19() {
    // None to two times `0`, and `00`, on `00`.
    let counterexample = (Nat::Zero, Nat::from(2), Re::Sym(word(1)), Re::Sym(word(2)), word(2));
    let (least, most, p, q, word) = &counterexample;
    assert!(plain::breaks(least, most, p, q, word));
    assert_eq!(first(18, breaks), None);
    assert_eq!(first(19, breaks), Some(counterexample));
}

#[test]
fn repetitions_take_these_many_runs() {
    // The reference takes 20,471,979 at 19, we take 4,751,993: what comes after a part that two expressions accept is
    // looked at before the second one is. Otherwise we take 20,611,928.
    assert_eq!(runs(14, breaks), (9_470, 0));
    assert_eq!(runs(16, breaks), (108_129, 0));
}

#[test]
fn lazy_predicates_agree_with_plain_ones() {
    let repeated = |input: Lazy<(Nat, Nat, Re, Vec<Sym>)>| {
        let (least, most, re, word) = input.force();
        repeats(least, most, What::One(re), word)
    };
    agree(14, repeated, |(least, most, re, word)| plain::repeats(least, most, re, word));
    agree(13, breaks, |(least, most, p, q, word)| plain::breaks(least, most, p, q, word));
}

/// By the definition of the language of an expression, with all ways to cut a word in two.
mod plain {
    use everycase_benches::programs::nat::Nat;
    use everycase_benches::programs::reg_exp::{Re, Sym};

    pub(super) fn breaks(least: &Nat, most: &Nat, p: &Re, q: &Re, word: &[Sym]) -> bool {
        let both = Re::And(Box::new(p.clone()), Box::new(q.clone()));
        repeats(least, most, &both, word) != (repeats(least, most, p, word) && repeats(least, most, q, word))
    }

    pub(super) fn repeats(least: &Nat, most: &Nat, re: &Re, word: &[Sym]) -> bool {
        (u32::from(least)..=most.into()).any(|times| {
            let copies =
                (0..times).fold(Re::Empty, |copies, _| Re::Seq(Box::new(re.clone()), Box::new(copies)));
            accepts(&copies, word)
        })
    }

    fn accepts(re: &Re, word: &[Sym]) -> bool {
        let cuts = |from: usize| (from..=word.len()).map(|at| word.split_at(at));
        match re {
            Re::Sym(symbols) => symbols == word,
            Re::Or(p, q) => accepts(p, word) || accepts(q, word),
            Re::Seq(p, q) => cuts(0).any(|(first, rest)| accepts(p, first) && accepts(q, rest)),
            Re::And(p, q) => accepts(p, word) && accepts(q, word),
            Re::Star(p) => {
                word.is_empty() || cuts(1).any(|(first, rest)| accepts(p, first) && accepts(re, rest))
            }
            Re::Empty => word.is_empty(),
        }
    }
}
