//! Properties of heck 0.5.0, written to compare their strength with what cargo-mutants says of them.
//!
//! No part of the workspace: `benches/strength/run` puts this file beside the sources of the crate, as an integration test.

use everycase::prelude::*;
use heck::{
    ToKebabCase, ToLowerCamelCase, ToShoutyKebabCase, ToShoutySnakeCase, ToSnakeCase, ToTitleCase,
    ToTrainCase, ToUpperCamelCase,
};

#[derive(Debug, Clone, Copy, PartialEq, Enumerable)]
enum Letter {
    A,
    B,
    Umlaut,
}

#[derive(Debug, Clone, Copy, PartialEq, Enumerable)]
enum Character {
    Lower(Letter),
    Upper(Letter),
    Digit,
    Underscore,
    Dash,
    Space,
}

fn lower(letter: Letter) -> char {
    match letter {
        Letter::A => 'a',
        Letter::B => 'b',
        Letter::Umlaut => 'ä',
    }
}

fn upper(letter: Letter) -> char {
    match letter {
        Letter::A => 'A',
        Letter::B => 'B',
        Letter::Umlaut => 'Ä',
    }
}

fn text(characters: &[Character]) -> String {
    characters
        .iter()
        .map(|character| match character {
            Character::Lower(letter) => lower(*letter),
            Character::Upper(letter) => upper(*letter),
            Character::Digit => '7',
            Character::Underscore => '_',
            Character::Dash => '-',
            Character::Space => ' ',
        })
        .collect()
}

/// Words of at least two letters, in lower case.
fn words(words: &[(Letter, Letter, Vec<Letter>)]) -> Vec<String> {
    let all = |(one, two, rest): &(Letter, Letter, Vec<Letter>)| {
        [*one, *two].iter().chain(rest).map(|letter| lower(*letter)).collect()
    };
    words.iter().map(all).collect()
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn all_capitalized(words: &[String], between: &str) -> String {
    words.iter().map(|word| capitalized(word)).collect::<Vec<_>>().join(between)
}

fn snake(text: &str) -> String {
    text.to_snake_case()
}

fn shouty_snake(text: &str) -> String {
    text.to_shouty_snake_case()
}

fn kebab(text: &str) -> String {
    text.to_kebab_case()
}

fn shouty_kebab(text: &str) -> String {
    text.to_shouty_kebab_case()
}

fn upper_camel(text: &str) -> String {
    text.to_upper_camel_case()
}

fn lower_camel(text: &str) -> String {
    text.to_lower_camel_case()
}

fn title(text: &str) -> String {
    text.to_title_case()
}

fn train(text: &str) -> String {
    text.to_train_case()
}

#[property(of = snake, tests = 3000)]
fn snake_case_has_no_capitals_and_single_underscores_within(characters: Vec<Character>) -> bool {
    let out = snake(&text(&characters));
    out.chars().all(|c| c == '_' || c.is_alphanumeric() && !c.is_uppercase())
        && !out.starts_with('_')
        && !out.ends_with('_')
        && !out.contains("__")
}

#[property(of = snake, tests = 3000)]
fn snake_case_of_snake_case_is_the_same(characters: Vec<Character>) -> bool {
    let out = snake(&text(&characters));
    snake(&out) == out
}

#[property(of = snake, tests = 3000)]
fn snake_case_keeps_letters_and_digits(characters: Vec<Character>) -> bool {
    let text = text(&characters);
    let kept: String = text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    snake(&text).replace('_', "") == kept
}

#[property(of = [snake, upper_camel], tests = 3000)]
fn camel_case_is_split_into_its_words(list: Vec<(Letter, Letter, Vec<Letter>)>) -> bool {
    let words = words(&list);
    snake(&upper_camel(&words.join("_"))) == words.join("_")
}

#[property(of = snake, tests = 3000)]
fn an_acronym_ends_before_the_next_word(
    acronym: (Letter, Letter, Vec<Letter>),
    word: (Letter, Letter, Vec<Letter>),
) -> bool {
    let words = words(&[acronym, word]);
    snake(&format!("{}{}", words[0].to_uppercase(), capitalized(&words[1]))) == words.join("_")
}

#[property(of = kebab, tests = 3000)]
fn kebab_case_has_dashes_for_underscores(characters: Vec<Character>) -> bool {
    let text = text(&characters);
    kebab(&text) == snake(&text).replace('_', "-")
}

#[property(of = [shouty_snake, shouty_kebab], tests = 3000)]
fn shouty_cases_have_capitals_only(characters: Vec<Character>) -> bool {
    let is_shouty = |text: &str| text == text.to_uppercase();
    let text = text(&characters);
    is_shouty(&shouty_snake(&text)) && is_shouty(&shouty_kebab(&text))
}

#[property(of = shouty_snake, tests = 3000)]
fn shouty_snake_case_loses_only_the_case(characters: Vec<Character>) -> bool {
    let text = text(&characters);
    shouty_snake(&text).to_lowercase() == snake(&text)
}

#[property(of = [upper_camel, title, train], tests = 3000)]
fn words_are_capitalized(list: Vec<(Letter, Letter, Vec<Letter>)>) -> bool {
    let words = words(&list);
    let text = words.join(" ");
    upper_camel(&text) == all_capitalized(&words, "")
        && title(&text) == all_capitalized(&words, " ")
        && train(&text) == all_capitalized(&words, "-")
}

#[property(of = lower_camel, tests = 3000)]
fn lower_camel_case_is_upper_camel_case_but_for_the_first_letter(
    list: Vec<(Letter, Letter, Vec<Letter>)>,
) -> bool {
    let text = words(&list).join("-");
    capitalized(&lower_camel(&text)) == upper_camel(&text)
}

#[property(of = title, tests = 3000)]
fn title_case_is_as_long_as_snake_case(characters: Vec<Character>) -> bool {
    let text = text(&characters);
    title(&text).chars().count() == snake(&text).chars().count()
}

/// Prints what all properties of each function together let through.
#[test]
#[ignore = "a measurement, run by benches/strength/run; cargo-mutants need not repeat it"]
fn sets_of_properties() {
    everycase::strength::measure(&[
        snake_case_has_no_capitals_and_single_underscores_within,
        snake_case_of_snake_case_is_the_same,
        snake_case_keeps_letters_and_digits,
        camel_case_is_split_into_its_words,
        an_acronym_ends_before_the_next_word,
        kebab_case_has_dashes_for_underscores,
        shouty_cases_have_capitals_only,
        shouty_snake_case_loses_only_the_case,
        words_are_capitalized,
        lower_camel_case_is_upper_camel_case_but_for_the_first_letter,
        title_case_is_as_long_as_snake_case,
    ]);
}
