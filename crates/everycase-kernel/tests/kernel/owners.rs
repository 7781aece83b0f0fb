//! A run is the same to a predicate whatever owns it: a search, draws, a replay, or a sequence of complete derivations.

use std::collections::{HashMap, HashSet};

use super::lazy::{sizes, walk, walk_whole};
use everycase_kernel::lazy::{Choices, Draw, Place, Run, Search, Sequence, Stream};
use everycase_kernel::{
    Alternative, Derivation, Derivations, Key, Random, Range, SeedableRng, Shape, SpaceError,
};

/// Derivations, one after the other.
struct Listed {
    all: Vec<Derivation>,
    next: usize,
}

impl Sequence for Listed {
    fn advance(&mut self) -> Result<Option<Place>, SpaceError> {
        let Some(derivation) = self.all.get(self.next) else { return Ok(None) };
        self.next += 1;
        Ok(Some(Place { position: self.next as u64 - 1, size: derivation.size() }))
    }

    fn current(&self) -> Option<&Derivation> {
        self.all.get(self.next.checked_sub(1)?)
    }
}

#[test]
fn a_run_over_a_sequence_lends_each_derivation_whole_and_decides_it_in_parts() {
    for (seed, space, _, part) in sizes() {
        let mut run = Run::new();
        run.begin_sequence(Box::new(Listed { all: part.clone(), next: 0 }), seed % 2 == 0);
        let mut ids = HashSet::new();
        for (at, derivation) in (0..).zip(&part) {
            let place = run.next_complete().unwrap();
            assert_eq!(place, Some(Place { position: at, size: derivation.size() }));
            assert_eq!(run.whole(), Some(derivation));
            if (seed + at) % 3 == 0 {
                // Some are not looked at, some only as a whole.
                continue;
            }
            // Of an input that is to be read as a whole, the first position to be forced is the root.
            match derivation.root().number() {
                _ if seed % 2 == 0 => {}
                None => drop(run.force(0)),
                Some(_) => drop(run.number(0)),
            }
            let seen = walk(&mut run, 0, seed + at);
            assert_eq!(seen, walk_whole(&space, derivation, seed + at));
            assert_eq!(run.whole(), Some(derivation));
            assert_eq!(run.input().as_ref(), Some(derivation));
            if !seen.1.is_empty() {
                assert!(ids.insert(run.id()), "what another one has shown is not taken for this one");
            }
        }
        assert_eq!(run.next_complete().unwrap(), None);
    }
}

#[test]
fn the_whole_input_of_a_search_or_a_draw_is_decided_and_each_is_met_once() {
    let mut met = 0;
    for (seed, space, size, part) in sizes() {
        let mut expected: Vec<Vec<u64>> = part.iter().map(Derivation::words).collect();
        expected.sort();
        let mut run = Run::new();
        let mut found = Vec::new();
        let has_any = run.begin_search_of_size(&space, size).unwrap();
        while has_any && Search::next(&mut run).is_some() {
            walk(&mut run, 0, seed);
            let whole = run.whole().unwrap().words();
            assert_eq!(run.input().unwrap().words(), whole);
            found.push(whole);
        }
        found.sort();
        assert_eq!(found, expected, "{seed}");
        met += found.len();
        let mut rng = Random::seed_from_u64(seed);
        if run.begin_draws(&space, size).unwrap() && Draw::next(&mut run, &mut rng) {
            walk(&mut run, 0, seed);
            let whole = run.whole().unwrap().words();
            assert!(expected.contains(&whole), "{seed}");
        }
    }
    assert!(met > 3_000, "{met}");
}

#[test]
fn the_input_of_a_run_over_a_companion_space_has_its_exact_size() {
    struct Numbers;
    let list = Derivations::new(Shape::named(Key::of::<Numbers>(), || {
        let rest = Shape::named(Key::of::<Numbers>(), Shape::empty);
        let cons = Alternative::new("Cons", [Shape::range(Range::unsigned(8)), rest]);
        Shape::choice([Alternative::new("Nil", []).pay(1), cons.pay(1)])
    }));
    let structures = list.structures();
    assert!(list.exact().is_none() && structures.exact().is_some());
    let mut run = Run::new();
    assert!(run.begin_search(&structures, 5).unwrap());
    let mut sizes = HashSet::new();
    while Search::next(&mut run).is_some() {
        let words = run.whole().unwrap().words();
        let input = run.input().unwrap();
        assert_eq!(input, list.parse(&words).unwrap());
        sizes.insert((run.derivation(0).unwrap().size(), input.size()));
    }
    // Two equal numbers, and a number with a larger one.
    assert!(sizes.contains(&(5, 3)) && sizes.contains(&(5, 4)), "{sizes:?}");
}

/// What happens before a choice decides whether there is another one, as with an input that a property draws in its body.
#[test]
fn a_property_may_ask_for_a_further_position_after_it_has_begun_in_every_run() {
    let space = Derivations::new(Shape::product([Shape::range(Range::of(0, 3)), Choices::shape(8, 8)]));
    // As many naturals as the first number says, then one side more if the last of them is odd.
    let asked = |run: &mut Run| -> Option<Vec<u128>> {
        let root = run.root();
        let first = run.force(root).fields;
        let mut answers = vec![run.number(first)];
        let mut choices = Choices::from(run.force(first + 1).fields);
        for _ in 0..answers[0] {
            let chosen = choices.next(run, Stream::Naturals)?;
            answers.push(run.number(chosen.number()));
        }
        if answers.last().is_some_and(|last| last % 2 == 1) {
            answers.push(u128::from(choices.next(run, Stream::Sides)?.is_second()));
        }
        Some(answers)
    };
    let mut all = Vec::new();
    for size in 0..=9 {
        let mut walk = space.of_size(size).unwrap();
        while let Some(derivation) = walk.next() {
            all.push(derivation.clone());
        }
    }
    let mut of_all = HashMap::new();
    let mut run = Run::new();
    run.begin_sequence(Box::new(Listed { all: all.clone(), next: 0 }), true);
    while run.next_complete().unwrap().is_some() {
        let answers = asked(&mut run);
        of_all.insert(run.whole().unwrap().words(), answers);
    }
    assert_eq!(of_all.len(), all.len());
    let mut replay = Run::new();
    for derivation in all.iter().step_by(7) {
        replay.begin_replay(derivation);
        assert_eq!(asked(&mut replay), of_all[&derivation.words()]);
    }
    let mut met = HashSet::new();
    assert!(run.begin_search(&space, 9).unwrap());
    while Search::next(&mut run).is_some() {
        let answers = asked(&mut run);
        assert_eq!(answers, of_all[&run.derivation(0).unwrap().words()]);
        assert!(answers.is_none() || met.insert(answers), "a class is met once");
    }
    let expected: HashSet<_> = of_all.values().filter(|answers| answers.is_some()).cloned().collect();
    assert_eq!(met, expected);
    let mut rng = Random::seed_from_u64(3);
    assert!(run.begin_draws(&space, 9).unwrap());
    for _ in 0..200 {
        assert!(Draw::next(&mut run, &mut rng));
        let answers = asked(&mut run);
        assert_eq!(answers, of_all[&run.whole().unwrap().words()]);
    }
}
