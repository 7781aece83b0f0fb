//! The strings of a regular expression, against those that the crate `regex` matches.

use std::time::{Duration, Instant};

use everycase::Space;
use everycase::prelude::*;
use everycase::space::{IntoSpace, RegexError};
use regex::Regex;

/// Random numbers; their quality does not matter here.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    /// A pattern over `a` and `b`.
    fn pattern(&mut self, depth: usize) -> String {
        if depth == 0 {
            return ["a", "b", "[ab]", "[ab&&[^a]]", "", "(?i:a|b)", "ab", "[b-b]"][self.below(8)].to_owned();
        }
        let one = self.pattern(depth - 1);
        match self.below(10) {
            0..=2 => format!("{one}{}", self.pattern(depth - 1)),
            3 | 4 => format!("(?:{one}|{})", self.pattern(depth - 1)),
            5 => format!("(?:{one})*"),
            6 => format!("({one})?"),
            7 => format!("(?:{one})+?"),
            8 => format!("(?:{one}){{{},{}}}", self.below(3), 2 + self.below(3)),
            _ => format!("(?:{one}|{}|)", self.pattern(depth - 1)),
        }
    }
}

/// All strings of these characters up to a length.
fn strings(characters: &[char], most: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut start = 0;
    for _ in 0..most {
        let end = all.len();
        for place in start..end {
            for character in characters {
                all.push(format!("{}{character}", all[place]));
            }
        }
        start = end;
    }
    all
}

fn matching(pattern: &str, all: &[String]) -> Vec<String> {
    let whole = Regex::new(&format!(r"\A(?:{pattern})\z")).unwrap();
    let mut matching: Vec<String> = all.iter().filter(|text| whole.is_match(text)).cloned().collect();
    matching.sort();
    matching
}

#[test]
fn a_space_has_each_matching_string_once() {
    const MOST: usize = 5;
    let mut dice = Dice(7);
    let all = strings(&['a', 'b', 'A', 'B'], MOST);
    for number in 0..600 {
        let pattern = dice.pattern(number % 5);
        let expected = matching(&pattern, &all);
        let space = Space::regex(&pattern).unwrap();
        // A character of these costs at most 2.
        let mut found: Vec<String> = space.up_to(2 * MOST as u32).unwrap().collect();
        found.retain(|text| text.len() <= MOST);
        found.sort();
        assert_eq!(found, expected, "{pattern}");
        for text in expected.iter().take(50) {
            assert_eq!(&space.decode(&space.encode(text).unwrap()), text, "{pattern}");
        }
        for text in all.iter().filter(|text| expected.binary_search(text).is_err()).take(40) {
            assert!(space.encode(text).is_err(), "{pattern} and {text}");
        }
        space.check_injective(8, 500).unwrap();
    }
}

#[test]
fn sizes_are_lengths_and_distances() {
    let space = Space::regex("[a-z]+").unwrap();
    for (text, size) in [("a", 1), ("b", 2), ("d", 3), ("z", 6), ("aaa", 3), ("az", 7)] {
        assert_eq!(space.size_of(&text.to_owned()).unwrap(), size, "{text}");
    }
    let total = |pattern: &str| Space::regex(pattern).unwrap().count_up_to(60).unwrap();
    assert_eq!(total("[0-9]{3}"), 1_000u32.into());
    assert_eq!(total("(0|[1-9][0-9]?)(-(a|b))?"), 300u32.into());
    assert_eq!(total(""), 1u8.into());
    let dates = Space::regex(r"\d{4}-(0[1-9]|1[0-2])").unwrap();
    let derivation = dates.derivations().index(&1_000u32.into()).unwrap();
    let text = dates.decode(&derivation);
    assert_eq!(dates.source(&derivation), format!("String::from({text:?})"));
}

#[test]
fn unicode_is_text() {
    let any = Space::regex("(?s).").unwrap();
    assert_eq!(any.count_up_to(22).unwrap(), (0x11_0000u32 - 0x800).into());
    for text in ["\u{d7ff}", "\u{e000}", "\u{10ffff}", "\0", "é", "\n"] {
        assert_eq!(any.decode(&any.encode(&text.to_owned()).unwrap()), text);
    }
    assert!(Space::regex(".").unwrap().encode(&"\n".to_owned()).is_err());
    let greek = Space::regex(r"\p{Greek}{2}").unwrap();
    let whole = Regex::new(r"\A\p{Greek}{2}\z").unwrap();
    for text in greek.up_to(9).unwrap().take(2_000) {
        assert!(whole.is_match(&text), "{text:?}");
    }
    assert_eq!(Space::regex("(?i)k").unwrap().up_to(3).unwrap().collect::<Vec<_>>().len(), 3);
    assert_eq!(Space::regex("(?-u:[a-c])").unwrap().count_up_to(9).unwrap(), 3u8.into());
}

#[test]
fn anchors_at_the_ends_have_no_effect() {
    let all = strings(&['a', 'b'], 4);
    for pattern in
        ["^a*$", r"\Aab?\z", "^(a|b)", "(^a|^b)b*$", "(?m)^a$", "^^(^a)$$", "^|a$", "(^a){1}", "^$"]
    {
        let mut found: Vec<String> = Space::regex(pattern).unwrap().up_to(8).unwrap().collect();
        found.retain(|text| text.len() <= 4);
        found.sort();
        assert_eq!(found, matching(pattern, &all), "{pattern}");
    }
}

#[test]
fn what_has_no_space_is_an_error() {
    for (pattern, expected) in [
        (r"a\b", "a word boundary is not supported"),
        (r"a\B", "a word boundary is not supported"),
        ("a^b", "an anchor of the start that is not at the start"),
        ("(^a)*", "an anchor of the start that is not at the start"),
        ("a$b", "an anchor of the end that is not at the end"),
        ("(a$)+", "an anchor of the end that is not at the end"),
        ("[a&&b]", "no string matches"),
        ("a[a&&b]+", "no string matches"),
        (r"(?-u:\xff)", "not a regular expression"),
        (r"(a)\1", "not a regular expression"),
        ("(?=a)b", "not a regular expression"),
        ("a{3,2}", "not a regular expression"),
        ("(", "not a regular expression"),
        ("*", "not a regular expression"),
        ("(a|b)*a(a|b){20}", "more than 10000 states"),
        ("((a{100}){100}){100}", "more than 100000 states"),
        (r"(\w{40}\d){40}", "more than 200000 edges"),
        (r"(\w{200}){800}", "more than 100000 states"),
    ] {
        let started = Instant::now();
        let error = Space::regex(pattern).map(|_| ()).expect_err(pattern).to_string();
        assert!(error.contains(expected), "{pattern}: {error}");
        assert!(started.elapsed() < Duration::from_secs(20), "{pattern}: {:?}", started.elapsed());
    }
    // Copies of nothing.
    let many = Space::regex("((){1000}){1000}").map(|space| space.count_up_to(3).unwrap());
    assert!(matches!(many, Err(RegexError::TooLarge { .. })) || many == Ok(1u8.into()));
}

#[property(size = 12)]
fn a_regular_expression_is_an_input(#[from(Space::regex("[a-f]{1,3}(-[0-9]+)?"))] word: &str) {
    assert!(word.starts_with(('a'..='f').collect::<Vec<_>>().as_slice()));
}

#[test]
#[should_panic(expected = "there is no space to draw from: no string matches the regular expression")]
fn an_error_given_as_a_space_is_shown() {
    let _: Space<String> = Space::regex("[a&&b]").into_space();
}
