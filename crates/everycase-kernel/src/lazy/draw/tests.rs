//! Draws of small sizes with counts of each width.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::lazy::run::Run;
use crate::{Alternative, Derivations, Key, Range, Shape};

/// Binary trees with a byte at each node.
fn tree() -> Shape {
    struct Tree;
    Shape::named(Key::of::<Tree>(), || {
        let node = [tree(), Shape::range(Range::unsigned(8)), tree()];
        Shape::choice([Alternative::new("leaf", []).pay(1), Alternative::new("node", node).pay(1)])
    })
}

/// Returns whether no key is less than its parent's; names what is left to look at after each node.
fn is_heap(run: &mut Run) -> bool {
    let mut to_do = vec![(0, None)];
    while let Some((tree, above)) = to_do.pop() {
        if run.force(tree).alternative == 0 {
            continue;
        }
        let [left, key, right] = [0, 1, 2].map(|i| run.fields(tree).start + i);
        let number = run.number(key);
        if above.is_some_and(|above| number < above) {
            return false;
        }
        to_do.extend([(right, Some(number)), (left, Some(number))]);
        if run.shares() {
            run.begin_name();
            for (tree, above) in &to_do {
                run.name_position(*tree);
                run.name_word(above.unwrap_or(0) as u64);
            }
            run.end_name();
        }
    }
    true
}

/// Returns what is drawn and learned with counts of the type, or of the type that is chosen.
fn drawn(
    counting: impl Fn(&Tables, NodeId, u32) -> Option<Box<dyn Chooser>>,
    size: u32,
    sharing: bool,
    skips: u128,
) -> (Vec<Vec<u64>>, BigUint) {
    let (mut run, mut rng) = (Run::new(), Xoshiro256PlusPlus::seed_from_u64(u64::from(size)));
    assert_eq!(run.begin_draws(&Derivations::new(tree()), size), Ok(true));
    run.with(|draw: &mut Draw, arena| {
        let (tables, root) = (arena.tables.as_ref().unwrap(), NodeId(arena.slots[0].node));
        draw.chooser = counting(tables, root, size).unwrap();
        draw.set_sharing(sharing);
    });
    let mut values = Vec::new();
    while values.len() < 60 {
        run.with(|draw: &mut Draw, _| draw.backtrack(skips));
        while Draw::next(&mut run, &mut rng) {
            let drawn = Draw::execute(&mut run, Probe::Rarely, |run| Some(is_heap(run))).unwrap().unwrap();
            if drawn.answer && !drawn.is_void {
                break;
            }
        }
        let whole = Draw::complete(&mut run, &mut rng).unwrap();
        assert_eq!(whole.size(), size);
        values.push(whole.words());
    }
    let alive = run.with(|draw: &mut Draw, _| draw.alive()).unwrap();
    (values, alive)
}

#[test]
fn the_width_of_counts_makes_no_difference_to_what_is_drawn() {
    for (size, sharing, skips) in [
        (9, false, 0),
        (12, false, 7),
        (17, true, 0),
        (20, true, 0),
        (20, true, 1000),
        (18, false, u128::MAX),
    ] {
        let chosen = drawn(narrowest, size, sharing, skips);
        assert_eq!(drawn(counting::<u128>, size, sharing, skips), chosen);
        assert_eq!(drawn(counting::<Wide<4>>, size, sharing, skips), chosen);
        assert_eq!(drawn(counting::<Wide<8>>, size, sharing, skips), chosen);
        assert_eq!(drawn(counting::<Wide<16>>, size, sharing, skips), chosen);
        assert_eq!(drawn(counting::<Wide<32>>, size, sharing, skips), chosen);
        assert_eq!(drawn(counting::<Wide<64>>, size, sharing, skips), chosen);
    }
}
