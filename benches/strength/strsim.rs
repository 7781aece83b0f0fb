//! Properties of strsim 0.11.1, written to compare their strength with what cargo-mutants says of them.
//!
//! No part of the workspace: `benches/strength/run` puts this file beside the sources of the crate, as an integration test.

use everycase::prelude::*;

/// A character of an input: three that occur often, a blank, and one outside of Latin-1.
#[derive(Debug, Clone, Copy, PartialEq, Enumerable)]
enum Letter {
    A,
    B,
    C,
    Blank,
    Far,
}

fn text(letters: &[Letter]) -> String {
    letters
        .iter()
        .map(|letter| match letter {
            Letter::A => 'a',
            Letter::B => 'b',
            Letter::C => 'c',
            Letter::Blank => ' ',
            Letter::Far => '語',
        })
        .collect()
}

fn texts(a: &[Letter], b: &[Letter]) -> (String, String) {
    (text(a), text(b))
}

/// `strsim::hamming`, whose error has only one value.
fn hamming(a: &str, b: &str) -> Option<usize> {
    strsim::hamming(a, b).ok()
}

#[property(of = hamming, tests = 3000)]
fn hamming_is_defined_on_texts_of_one_length(a: Vec<Letter>, b: Vec<Letter>) -> bool {
    let (one, other) = texts(&a, &b);
    hamming(&one, &other).is_some() == (a.len() == b.len())
}

#[property(of = hamming, tests = 3000)]
fn hamming_counts_the_differences(pairs: Vec<(Letter, Letter)>) -> bool {
    let (a, b): (Vec<Letter>, Vec<Letter>) = pairs.iter().copied().unzip();
    let differences = pairs.iter().filter(|(a, b)| a != b).count();
    hamming(&text(&a), &text(&b)) == Some(differences)
}

#[property(of = strsim::levenshtein, tests = 3000)]
fn levenshtein_is_a_distance(a: Vec<Letter>, b: Vec<Letter>) -> bool {
    let (one, other) = texts(&a, &b);
    let distance = strsim::levenshtein(&one, &other);
    (distance == 0) == (a == b) && distance == strsim::levenshtein(&other, &one)
}

#[property(of = strsim::levenshtein, tests = 3000)]
fn levenshtein_satisfies_the_triangle_inequality(a: Vec<Letter>, b: Vec<Letter>, c: Vec<Letter>) -> bool {
    let ((a, b), c) = (texts(&a, &b), text(&c));
    strsim::levenshtein(&a, &c) <= strsim::levenshtein(&a, &b) + strsim::levenshtein(&b, &c)
}

#[property(of = strsim::levenshtein, tests = 3000)]
fn levenshtein_is_between_the_difference_of_the_lengths_and_the_longer_one(
    a: Vec<Letter>,
    b: Vec<Letter>,
) -> bool {
    let (one, other) = texts(&a, &b);
    (a.len().abs_diff(b.len())..=a.len().max(b.len())).contains(&strsim::levenshtein(&one, &other))
}

#[property(of = [strsim::osa_distance, strsim::levenshtein, strsim::damerau_levenshtein], tests = 3000)]
fn more_edits_make_distances_smaller(a: Vec<Letter>, b: Vec<Letter>) -> bool {
    let (a, b) = texts(&a, &b);
    let osa = strsim::osa_distance(&a, &b);
    strsim::damerau_levenshtein(&a, &b) <= osa && osa <= strsim::levenshtein(&a, &b)
}

#[property(of = [strsim::osa_distance, strsim::damerau_levenshtein], tests = 3000)]
fn an_exchange_of_neighbours_is_one_edit(
    before: Vec<Letter>,
    a: Letter,
    b: Letter,
    after: Vec<Letter>,
) -> bool {
    let with = |middle: [Letter; 2]| text(&[&before[..], &middle, &after].concat());
    let (one, other) = (with([a, b]), with([b, a]));
    let expected = usize::from(a != b);
    strsim::osa_distance(&one, &other) == expected && strsim::damerau_levenshtein(&one, &other) == expected
}

#[property(of = strsim::damerau_levenshtein, tests = 3000)]
fn damerau_levenshtein_is_a_distance(a: Vec<Letter>, b: Vec<Letter>, c: Vec<Letter>) -> bool {
    let ((one, other), third) = (texts(&a, &b), text(&c));
    let distance = strsim::damerau_levenshtein(&one, &other);
    let detour = strsim::damerau_levenshtein(&one, &third) + strsim::damerau_levenshtein(&third, &other);
    (distance == 0) == (a == b) && distance == strsim::damerau_levenshtein(&other, &one) && distance <= detour
}

#[property(of = strsim::generic_damerau_levenshtein::<char>, tests = 3000)]
fn the_generic_distance_is_that_of_texts(a: Vec<Letter>, b: Vec<Letter>) -> bool {
    let (a, b) = texts(&a, &b);
    let (one, other): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    strsim::generic_damerau_levenshtein(&one, &other) == strsim::damerau_levenshtein(&a, &b)
}

#[property(of = strsim::normalized_levenshtein, tests = 3000)]
fn normalized_levenshtein_is_the_share_that_is_kept(a: Vec<Letter>, b: Vec<Letter>) -> bool {
    let (one, other) = texts(&a, &b);
    let longer = a.len().max(b.len()).max(1) as f64;
    let expected = (longer - strsim::levenshtein(&one, &other) as f64) / longer;
    (strsim::normalized_levenshtein(&one, &other) - expected).abs() < 1e-9
}

#[property(of = strsim::normalized_damerau_levenshtein, tests = 3000)]
fn normalized_damerau_levenshtein_is_1_for_equal_texts_only(a: Vec<Letter>, b: Vec<Letter>) -> bool {
    let (one, other) = texts(&a, &b);
    let similarity = strsim::normalized_damerau_levenshtein(&one, &other);
    (0.0..=1.0).contains(&similarity) && (similarity == 1.0) == (a == b)
}

#[property(of = strsim::jaro, tests = 3000)]
fn jaro_is_1_for_equal_texts_and_0_without_common_letters(a: Vec<Letter>, b: Vec<Letter>) -> bool {
    let (one, other) = texts(&a, &b);
    let similarity = strsim::jaro(&one, &other);
    let is_apart = a != b && !a.iter().any(|letter| b.contains(letter));
    (0.0..=1.0).contains(&similarity) && (a != b || similarity == 1.0) && (!is_apart || similarity == 0.0)
}

#[property(of = [strsim::jaro_winkler, strsim::jaro], tests = 3000)]
fn jaro_winkler_is_at_least_jaro_and_at_most_1(a: Vec<Letter>, b: Vec<Letter>) -> bool {
    let (a, b) = texts(&a, &b);
    let similarity = strsim::jaro_winkler(&a, &b);
    strsim::jaro(&a, &b) <= similarity && similarity <= 1.0
}

#[property(of = strsim::sorensen_dice, tests = 3000)]
fn sorensen_dice_ignores_blanks(a: Vec<Letter>, b: Vec<Letter>) -> bool {
    let (one, other) = texts(&a, &b);
    let dense = |text: &str| text.replace(' ', "");
    strsim::sorensen_dice(&one, &other) == strsim::sorensen_dice(&dense(&one), &dense(&other))
}

#[property(of = strsim::sorensen_dice, tests = 3000)]
fn sorensen_dice_is_symmetric_and_1_for_equal_texts(a: Vec<Letter>, b: Vec<Letter>) -> bool {
    let (one, other) = texts(&a, &b);
    let similarity = strsim::sorensen_dice(&one, &other);
    (0.0..=1.0).contains(&similarity)
        && similarity == strsim::sorensen_dice(&other, &one)
        && strsim::sorensen_dice(&one, &one) == 1.0
}

/// Prints what all properties of each function together let through.
#[test]
#[ignore = "a measurement, run by benches/strength/run; cargo-mutants need not repeat it"]
fn sets_of_properties() {
    everycase::strength::measure(&[
        hamming_is_defined_on_texts_of_one_length,
        hamming_counts_the_differences,
        levenshtein_is_a_distance,
        levenshtein_satisfies_the_triangle_inequality,
        levenshtein_is_between_the_difference_of_the_lengths_and_the_longer_one,
        more_edits_make_distances_smaller,
        an_exchange_of_neighbours_is_one_edit,
        damerau_levenshtein_is_a_distance,
        the_generic_distance_is_that_of_texts,
        normalized_levenshtein_is_the_share_that_is_kept,
        normalized_damerau_levenshtein_is_1_for_equal_texts_only,
        jaro_is_1_for_equal_texts_and_0_without_common_letters,
        jaro_winkler_is_at_least_jaro_and_at_most_1,
        sorensen_dice_ignores_blanks,
        sorensen_dice_is_symmetric_and_1_for_equal_texts,
    ]);
}
