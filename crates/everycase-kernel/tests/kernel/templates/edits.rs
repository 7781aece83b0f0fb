//! Longer lists, and alternatives that are replaced.

use everycase_kernel::{Alternative, At, Derivations, Random, Range, Shape, below};

use super::super::common::{bools, list, tree};
use super::super::random::{random, systems};
use super::{Filler, is_quick, number, space, text};

/// The elements of a list.
fn parts(mut list: At<'_>) -> impl Iterator<Item = At<'_>> {
    std::iter::from_fn(move || {
        (list.label() == "cons").then(|| {
            let element = list.field(0);
            list = list.field(1);
            element
        })
    })
}

/// Lengthens a list of a filler's structure in a random way. Returns whether there was one, and its length.
fn lengthen(filler: &mut Filler, rng: &mut Random) -> Option<u32> {
    let lists = filler.0.lists();
    let chosen = *lists.get(below(lists.len() as u128, rng) as usize)?;
    let mut list = filler.0.long_list(chosen)?;
    if below(2, rng) == 0 {
        list.clear();
        assert_eq!(list.length(), 0);
    }
    let (mut appended, mut expected) = (Vec::new(), (list.size(), list.length()));
    for _ in 0..12 {
        let added = if below(3, rng) == 0 && !appended.is_empty() {
            let again = below(appended.len() as u128, rng) as usize;
            list.repeat(again);
            appended[again]
        } else {
            let Ok(elements) = list.draw(below(20, rng) as u32, rng) else { continue };
            let chosen = below(elements.len() as u128, rng) as usize;
            let Some(&added) = elements.get(chosen) else { continue };
            list.append(chosen);
            appended.push(added);
            added
        };
        expected = (expected.0 + added, expected.1 + 1);
        assert_eq!((list.size(), list.length()), expected);
    }
    // What is not there changes nothing.
    list.append(usize::MAX);
    list.repeat(appended.len());
    assert_eq!((list.size(), list.length()), expected);
    Some(list.length())
}

/// Puts a chain before a position of a filler's structure. Returns whether there was one, and how many levels the
/// chain has.
fn deepen(filler: &mut Filler, rng: &mut Random) -> Option<usize> {
    let nests = filler.0.nests();
    let chosen = *nests.get(below(nests.len() as u128, rng) as usize)?;
    let mut chain = filler.0.chain(chosen)?;
    let (mut size, mut levels) = (chain.size(), 0);
    for _ in 0..20 {
        let Ok(links) = chain.draw(below(20, rng) as u32, rng) else { continue };
        let links: Vec<_> = links.collect();
        let number = below(links.len() as u128, rng) as usize;
        let Some(link) = links.get(number) else { continue };
        chain.append(number);
        (size, levels) = (size + link.size, levels + link.nesting);
        assert_eq!(chain.size(), size);
    }
    // What is not there changes nothing.
    chain.append(usize::MAX);
    assert_eq!(chain.size(), size);
    Some(levels)
}

/// Draws structures of a shape and edits them. Checks that each is a value of the shape then, with the size that the template
/// returns. Returns their number.
fn edit(shape: &Shape, seed: u64, mut edit: impl FnMut(&mut Filler, &mut Random)) -> usize {
    let all = Derivations::new(shape.clone());
    let plain = all.structures();
    let mut drawn = 0;
    for structures in [all.listed_structures(), all.skewed_structures(seed, 1)] {
        let mut filler = Filler::new(&structures);
        if !is_quick(&structures, 20) {
            continue;
        }
        for (size, seed) in (0..20).flat_map(|size| (0..6).map(move |seed| (size, seed))) {
            let mut rng = random(seed);
            if filler.0.draw(size, &mut rng).is_err() {
                continue;
            }
            edit(&mut filler, &mut rng);
            filler.fill(&mut rng);
            let words = filler.0.input().unwrap().words();
            assert_eq!(plain.parse(&words).unwrap().size(), filler.0.size(), "{shape:?} {size} {seed}");
            assert_eq!(all.parse(&words).unwrap().words(), words);
            drawn += 1;
        }
    }
    drawn
}

#[test]
fn a_chain_is_a_value_of_the_shape_with_the_size_and_the_nesting_that_are_returned() {
    let (mut drawn, mut deepest) = (0, 0);
    let shapes = systems(6).take(60).map(|system| system.shape());
    for (seed, shape) in (0..).zip(shapes.chain([tree(), list(tree()), list(list(tree()))])) {
        edit(&shape, seed, |filler, rng| {
            let levels = deepen(filler, rng);
            let nesting = filler.0.structure().unwrap().nesting();
            assert!(nesting >= levels.unwrap_or(0), "{shape:?}");
            // Then a list in it, and another chain.
            lengthen(filler, rng);
            deepen(filler, rng);
            deepest = deepest.max(levels.unwrap_or(0));
            drawn += usize::from(levels.is_some());
        });
    }
    assert!(drawn > 2_000 && deepest > 40, "{drawn} {deepest}");
}

#[test]
fn a_lengthened_structure_is_a_value_of_the_shape_with_the_size_that_is_returned() {
    let (mut drawn, mut longest) = (0, 0);
    for (seed, system) in (0..).zip(systems(5).take(60)) {
        let element = system.shape();
        let inner = Shape::product([list(element.clone()), Shape::range(Range::signed(128))]);
        drawn += edit(&Shape::product([list(inner), element]), seed, |filler, rng| {
            // A second list, which may be an element of the first one, as well.
            let lengths = [lengthen(filler, rng), lengthen(filler, rng)];
            longest = longest.max(lengths.into_iter().flatten().max().unwrap_or(0));
        });
    }
    assert!(drawn > 5_000 && longest > 10, "{drawn} {longest}");
}

#[test]
fn a_structure_with_copied_elements_is_a_value_of_the_shape_with_the_size_that_is_returned() {
    let (mut drawn, mut changed) = (0, 0);
    for (seed, system) in (0..).zip(systems(5).take(60)) {
        let element = system.shape();
        let shape = Shape::product([list(list(element.clone())), list(element)]);
        drawn += edit(&shape, seed, |filler, rng| {
            // Also after a list was lengthened, with elements that repeat others.
            if below(2, rng) == 0 {
                lengthen(filler, rng);
            }
            let before = filler.0.size();
            filler.0.copy_elements(|alternatives| {
                let mut place = || below(alternatives.len() as u128, rng) as usize;
                alternatives.iter().map(|_| place()).collect()
            });
            changed += u32::from(filler.0.size() != before);
        });
    }
    assert!(drawn > 5_000 && changed > 1_000, "{drawn} {changed}");
}

#[test]
fn elements_of_a_list_become_copies_of_those_that_are_named() {
    let letter = Shape::choice(["a", "b", "c"].map(|name| Alternative::new(name, []).pay(1)));
    let letters = |list: At<'_>| parts(list).map(|letter| letter.label().to_owned()).collect::<Vec<_>>();
    let (_, mut filler) = space(&list(letter));
    let mut rng = random(3);
    for size in 0..60 {
        if filler.0.draw(size, &mut rng).is_err() {
            continue;
        }
        let before = letters(filler.0.input().unwrap().root());
        let mut expected = Vec::new();
        filler.0.copy_elements(|alternatives| {
            assert_eq!(alternatives.len(), before.len());
            let places: Vec<usize> =
                before.iter().map(|_| below(before.len() as u128, &mut rng) as usize).collect();
            expected = places.iter().map(|&place| before[place].clone()).collect();
            places
        });
        assert_eq!(letters(filler.0.input().unwrap().root()), expected);
        // Places beyond the end, and too few, change nothing.
        filler.0.copy_elements(|_| vec![1_000]);
        assert_eq!(letters(filler.0.input().unwrap().root()), expected);
    }
}

#[test]
fn repeated_elements_have_the_numbers_of_those_that_they_repeat() {
    let pair = Shape::product([text(), Shape::range(Range::signed(128)), tree()]);
    let all = Derivations::new(list(pair));
    for structures in [all.listed_structures(), all.skewed_structures(1, 0)] {
        let mut filler = Filler::new(&structures);
        let (mut rng, mut different) = (random(3), 0);
        for _ in 0..200 {
            filler.0.draw(17, &mut rng).unwrap();
            let outer = filler.0.lists()[0];
            let mut list = filler.0.long_list(outer).unwrap();
            list.clear();
            while list.length() < 3 {
                let elements = list.draw(17, &mut rng).unwrap().len();
                (0..elements.min(3 - list.length() as usize)).for_each(|element| list.append(element));
            }
            let pattern: Vec<usize> = (0..20).map(|_| below(3, &mut rng) as usize).collect();
            for &element in &pattern {
                list.repeat(element);
            }
            drop(list);
            filler.fill(&mut rng);
            let pairs: Vec<Vec<u64>> = parts(filler.0.input().unwrap().root()).map(At::words).collect();
            assert_eq!(pairs.len(), 23);
            for (pair, element) in pairs[3..].iter().zip(pattern) {
                assert_eq!(*pair, pairs[element]);
            }
            different += u32::from(pairs[0] != pairs[1]);
        }
        assert!(different > 150, "{different}");
    }
}

#[test]
fn an_alternative_is_replaced_by_one_with_numbers_if_they_belong_to_its_ranges() {
    struct Replaceable;
    let ranges = [
        vec![],
        vec![Range::unsigned(8)],
        vec![Range::of(-3, 3), Range::unsigned(64), Range::signed(64)],
        vec![Range::unsigned(4), Range::unsigned(65)],
    ];
    let alternatives = ranges
        .iter()
        .map(|ranges| Alternative::new("numbers", ranges.iter().cloned().map(Shape::range)).pay(1));
    let nested = Alternative::new("nested", [list(bools())]).pay(1);
    let sum = Shape::choice_with(alternatives.chain([nested]), Replaceable);
    let all = Derivations::new(Shape::product([list(sum), text()]));
    let (plain, mut filler) = (all.structures(), Filler::new(&all.listed_structures()));
    let (mut rng, mut replaced, mut refused) = (random(8), 0, 0);
    for size in (0..4_000).map(|i| 4 + i % 20) {
        if filler.0.draw(size, &mut rng).is_err() {
            continue;
        }
        let former = filler.fill(&mut rng);
        assert_eq!(filler.0.sums::<u64>().count(), 0);
        let sums: Vec<_> = filler.0.sums::<Replaceable>().map(|(sum, _)| sum).collect();
        for (i, sum) in sums.into_iter().enumerate() {
            let words = |filler: &Filler| {
                let root = filler.0.structure().unwrap().root();
                let sum = parts(root.field(0)).nth(i).unwrap();
                (
                    sum.alternative(),
                    (0..sum.arity().unwrap()).map(|i| sum.field(i).bits()).collect::<Vec<_>>(),
                )
            };
            let before = words(&filler);
            let alternative = below(6, &mut rng) as usize;
            let mut numbers: Vec<u64> = match ranges.get(alternative) {
                Some(ranges) => ranges.iter().map(|range| number(range, &mut rng) as u64).collect(),
                None => vec![0],
            };
            match below(6, &mut rng) {
                0 => numbers.push(0),
                1 => drop(numbers.pop()),
                2 => numbers.iter_mut().for_each(|number| *number ^= 1 << 40),
                _ => {}
            }
            let is_word = |(range, &word): (&Range, &u64)| {
                let signed = i128::from(word.cast_signed()).cast_unsigned();
                range.contains(if range.is_signed() { signed } else { word.into() })
            };
            // Numbers of two words are replaced, but do not replace others.
            let fits = before.0 != 4
                && alternative < 3
                && ranges[alternative].len() == numbers.len()
                && ranges[alternative].iter().zip(&numbers).all(is_word);
            assert_eq!(filler.0.replace(sum, alternative, &numbers), fits);
            assert_eq!(words(&filler), if fits { (alternative, numbers) } else { before });
            if fits { replaced += 1 } else { refused += 1 }
        }
        // Slots that are gone hold nothing, and the others what they held.
        let structure = filler.0.structure().unwrap().words();
        filler.0.put(former);
        assert_eq!(filler.0.structure().unwrap().words(), structure);
        let input = filler.0.input().unwrap().words();
        assert_eq!(all.parse(&input).unwrap().words(), input);
        plain.parse(&input).unwrap();
    }
    assert!(replaced > 1_000 && refused > 1_000, "{replaced} {refused}");
}
