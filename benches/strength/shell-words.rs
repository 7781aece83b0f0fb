//! Properties of shell-words 1.1.1, written to compare their strength with what cargo-mutants says of them.
//!
//! No part of the workspace: `benches/strength/run` puts this file beside the sources of the crate, as an integration test.

use everycase::prelude::*;

/// A letter that means nothing to a shell.
#[derive(Debug, Clone, Copy, PartialEq, Enumerable)]
enum Letter {
    A,
    B,
    Dash,
}

/// A character of an input.
#[derive(Debug, Clone, Copy, PartialEq, Enumerable)]
enum Symbol {
    Plain(Letter),
    Blank(Blank),
    SingleQuote,
    DoubleQuote,
    Backslash,
    Dollar,
    Hash,
    Star,
}

#[derive(Debug, Clone, Copy, PartialEq, Enumerable)]
enum Blank {
    Space,
    Tab,
    Newline,
}

fn letter(letter: &Letter) -> char {
    match letter {
        Letter::A => 'a',
        Letter::B => 'b',
        Letter::Dash => '-',
    }
}

fn blank(blank: &Blank) -> char {
    match blank {
        Blank::Space => ' ',
        Blank::Tab => '\t',
        Blank::Newline => '\n',
    }
}

fn symbol(symbol: &Symbol) -> char {
    match symbol {
        Symbol::Plain(plain) => letter(plain),
        Symbol::Blank(white) => blank(white),
        Symbol::SingleQuote => '\'',
        Symbol::DoubleQuote => '"',
        Symbol::Backslash => '\\',
        Symbol::Dollar => '$',
        Symbol::Hash => '#',
        Symbol::Star => '*',
    }
}

fn text(symbols: &[Symbol]) -> String {
    symbols.iter().map(symbol).collect()
}

fn word(letters: &[Letter]) -> String {
    letters.iter().map(letter).collect()
}

/// `shell_words::split`, whose error has only one value.
fn split(line: &str) -> Option<Vec<String>> {
    shell_words::split(line).ok()
}

/// `shell_words::quote`, owned.
fn quote(word: &str) -> String {
    shell_words::quote(word).into_owned()
}

fn join(words: &[String]) -> String {
    shell_words::join(words)
}

#[property(of = [join, split], tests = 3000)]
fn what_is_joined_is_split_again(words: Vec<Vec<Symbol>>) -> bool {
    let words: Vec<String> = words.iter().map(|word| text(word)).collect();
    split(&join(&words)) == Some(words)
}

#[property(of = [quote, split], tests = 3000)]
fn what_is_quoted_is_one_word(symbols: Vec<Symbol>) -> bool {
    let word = text(&symbols);
    split(&quote(&word)) == Some(vec![word])
}

#[property(of = quote, tests = 3000)]
fn plain_words_are_not_quoted(first: Letter, rest: Vec<Letter>) -> bool {
    let word = word(&[&[first], &rest[..]].concat());
    quote(&word) == word
}

#[property(of = join, tests = 3000)]
fn words_are_joined_by_blanks(words: Vec<Vec<Symbol>>) -> bool {
    let words: Vec<String> = words.iter().map(|word| text(word)).collect();
    let quoted: Vec<String> = words.iter().map(|word| quote(word)).collect();
    join(&words) == quoted.join(" ")
}

#[property(of = split, tests = 3000)]
fn text_without_special_characters_is_split_at_white_space(parts: Vec<(Vec<Letter>, Blank)>) -> bool {
    let line: String =
        parts.iter().map(|(letters, white)| format!("{}{}", word(letters), blank(white))).collect();
    let expected: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    split(&line) == Some(expected)
}

#[property(of = split, tests = 3000)]
fn single_quotes_keep_everything(symbols: Vec<Symbol>) -> bool {
    let inner = text(&symbols).replace('\'', "");
    split(&format!("'{inner}'")) == Some(vec![inner])
}

#[property(of = split, tests = 3000)]
fn double_quotes_keep_all_but_escapes(symbols: Vec<Symbol>) -> bool {
    let inner = text(&symbols).replace(['"', '\\'], "");
    split(&format!("\"{inner}\"")) == Some(vec![inner])
}

#[property(of = split, tests = 3000)]
fn in_double_quotes_a_backslash_escapes_special_characters_only(
    before: Vec<Letter>,
    escaped: Symbol,
) -> bool {
    let (before, escaped) = (word(&before), symbol(&escaped));
    let expected = match escaped {
        '$' | '"' | '\\' => format!("{before}{escaped}"),
        '\n' => before.clone(),
        _ => format!("{before}\\{escaped}"),
    };
    split(&format!("\"{before}\\{escaped}\"")) == Some(vec![expected])
}

#[property(of = split, tests = 3000)]
fn a_backslash_keeps_the_next_character(escaped: Symbol, after: Vec<Letter>) -> bool {
    let (escaped, after) = (symbol(&escaped), word(&after));
    let expected = if escaped == '\n' { after.clone() } else { format!("{escaped}{after}") };
    let expected = if expected.is_empty() { vec![] } else { vec![expected] };
    split(&format!("\\{escaped}{after}")) == Some(expected)
}

#[property(of = split, tests = 3000)]
fn a_line_that_ends_within_quotes_is_an_error(
    before: Vec<Letter>,
    is_double: bool,
    after: Vec<Letter>,
) -> bool {
    let quote = if is_double { '"' } else { '\'' };
    split(&format!("{}{quote}{}", word(&before), word(&after))).is_none()
}

#[property(of = split, tests = 3000)]
fn comments_are_ignored(words: Vec<Vec<Letter>>, comment: Vec<Symbol>) -> bool {
    let line: String = words.iter().map(|letters| word(letters) + " ").collect();
    let comment = text(&comment).replace('\n', "");
    split(&format!("{line}#{comment}")) == split(&line)
}

#[property(of = split, tests = 3000)]
fn a_hash_within_a_word_is_part_of_it(first: Letter, rest: Vec<Letter>) -> bool {
    let line = format!("{}#{}", letter(&first), word(&rest));
    split(&line) == Some(vec![line])
}

/// Prints what all properties of each function together let through.
#[test]
#[ignore = "a measurement, run by benches/strength/run; cargo-mutants need not repeat it"]
fn sets_of_properties() {
    everycase::strength::measure(&[
        what_is_joined_is_split_again,
        what_is_quoted_is_one_word,
        plain_words_are_not_quoted,
        words_are_joined_by_blanks,
        text_without_special_characters_is_split_at_white_space,
        single_quotes_keep_everything,
        double_quotes_keep_all_but_escapes,
        in_double_quotes_a_backslash_escapes_special_characters_only,
        a_backslash_keeps_the_next_character,
        a_line_that_ends_within_quotes_is_an_error,
        comments_are_ignored,
        a_hash_within_a_word_is_part_of_it,
    ]);
}
