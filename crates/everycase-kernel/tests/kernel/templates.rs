//! Templates: structures are uniform, and what the caller fills in makes a value of the shape.

mod edits;
mod listed;

use std::collections::HashSet;

use super::common::{bools, list, tree};
use super::random::{random, systems};
use super::uniform::assert_fits;
use everycase_kernel::template::{Slot, Template};
use everycase_kernel::{
    Alternative, At, Derivation, Derivations, Key, Random, Range, Shape, SpaceError, Until, below, maps,
};

/// Fills templates with numbers of their ranges, each size as likely.
struct Filler(Template);

impl Filler {
    fn new(structures: &Derivations) -> Self {
        Self(structures.template().unwrap())
    }

    fn structure_of_size(&mut self, size: u32, rng: &mut Random) -> Result<&Derivation, SpaceError> {
        self.0.draw(size, rng)?;
        self.fill(rng);
        self.0.structure()
    }

    fn of_size(&mut self, size: u32, rng: &mut Random) -> Result<&Derivation, SpaceError> {
        self.structure_of_size(size, rng)?;
        self.0.input()
    }

    /// Returns the numbers that are filled in.
    fn fill(&mut self, rng: &mut Random) -> Vec<(Slot, u128)> {
        let mut fill = |&slot: &Slot| (slot, number(self.0.range(slot).unwrap(), rng));
        let numbers: Vec<_> = self.0.slots().iter().map(&mut fill).collect();
        self.0.put(numbers.iter().copied());
        numbers
    }
}

fn number(range: &Range, rng: &mut Random) -> u128 {
    let sizes = range.smallest_size().unwrap()..=range.largest_size().unwrap();
    let sizes: Vec<u32> = sizes.filter(|&size| range.count(size) > 0).collect();
    let size = sizes[below(sizes.len() as u128, rng) as usize];
    range.nth(size, below(range.count(size), rng)).unwrap()
}

fn space(shape: &Shape) -> (Derivations, Filler) {
    let structures = Derivations::new(shape.clone()).listed_structures();
    let filler = Filler::new(&structures);
    (structures, filler)
}

fn text() -> Shape {
    list(Shape::range(Range::chars()))
}

#[test]
fn each_structure_of_a_size_is_as_likely_and_each_draw_is_a_value_of_the_shape() {
    let mut drawn = 0;
    for (seed, system) in (0..).zip(systems(3).take(120)) {
        let shape = system.shape();
        let all = Derivations::new(shape.clone());
        let (structures, mut filler) = space(&shape);
        for size in 0..8 {
            let count = structures.count_up_to(size).unwrap();
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            let of_size = structures.count(size).unwrap();
            if of_size == 0u32.into() || count > 300 {
                continue;
            }
            let before = structures.count_up_to(size).unwrap() - &of_size;
            let of_size = usize::try_from(of_size).unwrap();
            let mut seen = vec![0; of_size];
            let mut rng = random(seed);
            for _ in 0..40 * of_size {
                let input = filler.of_size(size, &mut rng).unwrap();
                assert_eq!(structures.parse(&input.words()).unwrap().size(), size);
                assert_eq!(all.parse(&input.words()).unwrap().words(), input.words());
                // All that have one structure have one rank.
                let rank = structures.rank(input).unwrap() - &before;
                seen[usize::try_from(rank).unwrap()] += 1;
                drawn += 1;
            }
            assert_fits(
                &format!("{shape:?} at {size}"),
                &seen,
                &vec![1.0 / f64::from(u32::try_from(of_size).unwrap()); of_size],
            );
        }
    }
    assert!(drawn > 70_000, "{drawn}");
}

#[test]
fn skewed_structures_are_the_same_values_with_other_shares() {
    struct Path;
    fn path() -> Shape {
        let step = |label| Alternative::new(label, [path()]).pay(1);
        let all =
            move || Shape::choice([Alternative::new("end", []), step("left"), step("right"), step("up")]);
        Shape::named(Key::of::<Path>(), all)
    }
    let mut ratios = HashSet::new();
    for seed in 0..20 {
        let all = Derivations::new(path());
        let skewed = all.skewed_structures(seed, 1 + seed as u32 % 3);
        let plain = all.structures();
        let mut filler = Filler::new(&skewed);
        let mut rng = random(seed);
        let mut seen = [0u32; 4];
        for _ in 0..200 {
            let input = filler.of_size(10, &mut rng).unwrap();
            let words = input.words();
            assert_eq!(plain.parse(&words).unwrap().size(), 10);
            assert_eq!(all.parse(&words).unwrap().words(), words);
            for word in words {
                seen[usize::try_from(word).unwrap()] += 1;
            }
        }
        // A copy is as likely as what it is a copy of, so shares are as the weights, and the weights divide the count.
        let count = skewed.count(1).unwrap();
        assert!(count >= 3u32.into() && skewed.count(2).unwrap() >= 9u32.into());
        assert!(seen[1..].iter().all(|&seen| seen > 0), "{seen:?}");
        ratios.insert(seen[1] / 100);
    }
    assert!(ratios.len() > 4, "{ratios:?}");
    for system in systems(5).take(60) {
        let all = Derivations::new(system.shape());
        let (plain, skewed) = (all.structures(), all.skewed_structures(3, 1));
        let mut filler = Filler::new(&skewed);
        for size in 0..8 {
            assert!(skewed.count(size).unwrap() >= plain.count(size).unwrap());
            assert_eq!(skewed.count(size).unwrap() == 0u32.into(), plain.count(size).unwrap() == 0u32.into());
            for seed in 0..20 {
                let Ok(input) = filler.of_size(size, &mut random(seed)) else { continue };
                assert_eq!(plain.parse(&input.words()).unwrap().size(), size);
                assert_eq!(all.parse(&input.words()).unwrap().words(), input.words());
            }
        }
    }
}

#[test]
fn each_turn_favours_another_alternative() {
    let all = Derivations::new(Shape::choice(["a", "b", "c"].map(|label| Alternative::new(label, []))));
    let mut complete = 0;
    for seed in 0..20 {
        let favourites: HashSet<_> = (1..=3)
            .map(|turn| {
                let mut filler = Filler::new(&all.skewed_structures(seed, turn));
                let mut seen = [0u32; 3];
                let mut rng = random(seed);
                for _ in 0..600 {
                    seen[usize::try_from(filler.of_size(0, &mut rng).unwrap().words()[0]).unwrap()] += 1;
                }
                (0..3).max_by_key(|&at| seen[at])
            })
            .collect();
        complete += u32::from(favourites.len() == 3);
    }
    // Another alternative may be there more often than the favoured one.
    assert!(complete >= 15, "{complete}");
}

#[test]
fn before_the_first_turn_operations_are_as_frequent_with_arguments_as_without() {
    let byte = || Shape::range(Range::unsigned(8));
    for operations in [vec![0, 1, 2, 2], vec![0, 1], vec![0, 0, 0, 1, 1, 2, 3, 1]] {
        let of = |&fields: &usize| Alternative::new("op", (0..fields).map(|_| byte())).pay(1);
        let all = Derivations::new(list(Shape::choice(operations.iter().map(of).collect::<Vec<_>>())));
        let shares = |structures: Derivations| {
            let mut filler = Filler::new(&structures);
            let mut seen = vec![0u32; operations.len()];
            for seed in 0..300 {
                let input = filler.of_size(81, &mut random(seed)).unwrap();
                let mut list = input.root();
                while list.label() == "cons" {
                    seen[list.field(0).alternative()] += 1;
                    list = list.field(1);
                }
            }
            let all: u32 = seen.iter().sum();
            seen.into_iter().map(|seen| f64::from(seen) / f64::from(all)).collect::<Vec<_>>()
        };
        let fair = 1.0 / f64::from(u32::try_from(operations.len()).unwrap());
        let balanced = shares(all.skewed_structures(7, 0));
        assert!(balanced.iter().all(|&share| fair / 1.8 < share && share < fair * 1.8), "{balanced:?}");
        let uniform = shares(all.listed_structures());
        let is_skewed = uniform.iter().any(|&share| share > fair * 1.25 || share < fair / 1.25);
        assert!(is_skewed || operations.len() == 2, "{uniform:?}");
    }
}

#[test]
fn one_seed_draws_the_same_whatever_was_drawn_before() {
    let parts = [tree(), maps::set_shape(&text()), list(bools()), Shape::range(Range::unsigned(128))];
    let shape = Shape::product(parts);
    let (structures, mut first) = space(&shape);
    let mut second = Filler::new(&structures);
    let mut warm = random(1);
    for size in [9, 40, 17] {
        second.of_size(size, &mut warm).unwrap();
    }
    for (seed, size) in (0..400).zip([6, 9, 30, 31].into_iter().cycle()) {
        let one = first.of_size(size, &mut random(seed)).unwrap().words();
        assert_eq!(second.of_size(size, &mut random(seed)).unwrap().words(), one);
    }
}

#[test]
fn a_size_without_structures_and_an_empty_range_are_errors() {
    struct Nothing;
    let (_, mut lists) = space(&text());
    assert_eq!(lists.of_size(2, &mut random(0)).map(|_| ()), Err(SpaceError::Empty { size: 2 }));
    let (structures, mut none) = space(&Shape::range(Range::of(1, 0)));
    assert_eq!(structures.count_up_to(9), Ok(0u32.into()));
    assert_eq!(none.of_size(1, &mut random(0)).map(|_| ()), Err(SpaceError::Empty { size: 1 }));
    let nothing = Shape::named(Key::of::<Nothing>(), Shape::empty);
    let (_, mut none) = space(&nothing);
    assert!(none.of_size(0, &mut random(0)).is_err());
}

#[test]
fn sizes_within_a_limit_of_work_are_the_same_every_time_and_lists_reach_far() {
    let reach = |shape: Shape, work: u64| {
        let space = Derivations::new(shape).structures();
        let until = space.until(Until::default().within_work(work));
        let reach = (0..20_000).find(|&size| until.count(size).is_err()).unwrap_or(u32::MAX);
        if reach < 300 {
            // What was interrupted goes on where it was.
            assert_eq!(space.count(reach), Derivations::new(space.shape().clone()).structures().count(reach));
        }
        reach
    };
    for shape in [tree(), text(), list(text()), Shape::product([tree(), list(tree())])] {
        let reaches = [1_000, 100_000, 3_000_000].map(|work| reach(shape.clone(), work));
        assert_eq!(reaches, [1_000, 100_000, 3_000_000].map(|work| reach(shape.clone(), work)));
        assert!(reaches.is_sorted_by(|a, b| a < b), "{reaches:?}");
    }
    assert_eq!(reach(text(), 3_000_000), u32::MAX);
    assert!(reach(tree(), 3_000_000) > 200);
}

/// Whether the derivations of a size are counted with little work: tries of some keys are many.
fn is_quick(space: &Derivations, size: u32) -> bool {
    space.until(Until::default().within_work(1_000_000).within_memory(8 << 20)).count(size).is_ok()
}

/// The numbers of a value.
fn numbers(at: At<'_>) -> Vec<i128> {
    let mut open = vec![at];
    let mut numbers = Vec::new();
    while let Some(at) = open.pop() {
        numbers.extend(at.number());
        open.extend((0..at.arity().unwrap_or(0)).map(|field| at.field(field)));
    }
    numbers
}

#[test]
fn each_number_of_a_structure_has_one_slot_and_is_what_is_put_there() {
    let mut slots = 0;
    for system in systems(6).take(120) {
        let (structures, mut filler) = space(&system.shape());
        for size in (0..12).filter(|&size| is_quick(&structures, size)) {
            for seed in 0..8 {
                let mut rng = random(seed);
                if filler.0.draw(size, &mut rng).is_err() {
                    continue;
                }
                let mut put: Vec<i128> =
                    filler.fill(&mut rng).into_iter().map(|(_, number)| number.cast_signed()).collect();
                let mut found = numbers(filler.0.structure().unwrap().root());
                put.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, put, "{size} {seed}");
                assert_eq!((filler.0.size(), filler.0.slots().len()), (size, put.len()));
                slots += put.len();
            }
        }
    }
    assert!(slots > 1_500, "{slots}");
}

#[test]
fn a_template_without_a_structure_has_no_input() {
    let (_, mut filler) = space(&Shape::product([list(bools()), maps::set_shape(&text())]));
    assert!(filler.0.slots().is_empty() && filler.0.lists().is_empty() && filler.0.current().is_none());
    assert_eq!(filler.0.structure().err(), Some(SpaceError::Empty { size: 0 }));
    assert_eq!(filler.0.input().err(), Some(SpaceError::Empty { size: 0 }));
}
