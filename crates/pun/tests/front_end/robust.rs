//! Whatever the text: no panic, every byte kept, every place inside the text, and what can be formatted stays what it is.

use everycase::space::{Random, Rng, SeedableRng};
use pun::diagnostic::{self, Severity};
use pun::format::format;
use pun::load::load_text;
use pun::source::Sources;
use pun::syntax::{self, Element, Node};

const EXAMPLES: [&str; 8] = [
    include_str!("../syntax/everything.pun"),
    include_str!("../syntax/paper.pun"),
    include_str!("../syntax/habits.pun"),
    include_str!("../syntax/brackets.pun"),
    include_str!("../syntax/missing-dot.pun"),
    include_str!("../syntax/words.pun"),
    include_str!("../syntax/layout.pun"),
    include_str!("../syntax/windows.pun"),
];

/// Tokens, right ones and wrong ones.
const TOKENS: [&str; 72] = [
    "module",
    "import",
    "data",
    "property",
    "generator",
    "decreases",
    "case",
    "of",
    "if",
    "then",
    "else",
    "let",
    "in",
    "rec",
    "true",
    "false",
    "div",
    "mod",
    "exists",
    "forall",
    "from",
    "with",
    "x",
    "f'",
    "m-n",
    "_",
    "0",
    "-1",
    "12x",
    "'a'",
    "'",
    "''",
    "\"",
    "\"a\\n\"",
    "\"\\u{",
    "(",
    ")",
    "[",
    "]",
    ",",
    ";",
    ".",
    ".\n",
    ":",
    "::",
    "=",
    "|",
    "~",
    "\\",
    "->",
    "=>",
    "<+>",
    "==>",
    "||",
    "&&",
    "==",
    "/=",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "+",
    "-",
    "*",
    "/",
    "// c\n",
    "--",
    "#",
    "\0",
    "\u{feff}",
    "\u{202e}é",
];

fn kept(node: Node<'_>, out: &mut String) {
    for element in node.elements() {
        match element {
            Element::Node(child) => kept(child, out),
            Element::Leaf(leaf) => out.push_str(leaf.text()),
        }
    }
}

fn check(text: &str) {
    let mut sources = Sources::default();
    let file = sources.add("input.pun", text);
    let parse = syntax::parse(file, text);
    let mut found = String::new();
    kept(parse.syntax.root(), &mut found);
    assert_eq!(found, text);
    for diagnostic in &parse.diagnostics {
        for (span, _) in &diagnostic.labels {
            assert!(text.get(span.start as usize..span.end as usize).is_some(), "{span:?} of {text:?}");
        }
        let shown = diagnostic::render(&sources, diagnostic, false);
        assert!(shown.contains("input.pun:"), "{shown}");
        assert!(!shown.contains(|c: char| c.is_control() && c != '\n'), "{shown:?}");
    }
    match format(text) {
        Ok(formatted) => {
            assert!(parse.diagnostics.is_empty());
            assert_eq!(format(&formatted).as_deref(), Ok(formatted.as_str()), "{text}");
        }
        Err(diagnostics) => assert_eq!(diagnostics, parse.diagnostics),
    }
    // Imports would be sought among files.
    if !text.contains("import") {
        let loaded = load_text("input.pun", text);
        let errors = loaded.diagnostics.iter().filter(|one| one.severity == Severity::Error).count();
        assert_eq!(loaded.program.is_none(), errors > 0, "{text}");
        assert!(errors >= parse.diagnostics.len().min(1), "{text}");
        for diagnostic in &loaded.diagnostics {
            diagnostic::render(&loaded.sources, diagnostic, false);
        }
    }
    let _ = syntax::parse_term(file, text);
    let _ = syntax::parse_type(file, text);
}

fn pick<'a, T: ?Sized>(random: &mut Random, from: &[&'a T]) -> &'a T {
    from[random.next_u32() as usize % from.len()]
}

fn place(random: &mut Random, text: &str) -> usize {
    let at = random.next_u32() as usize % (text.len() + 1);
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

#[test]
fn texts_of_random_characters() {
    let mut random = Random::seed_from_u64(1);
    for length in 0..1_500 {
        let character = |random: &mut Random| match random.next_u32() % 8 {
            0 => char::from_u32(random.next_u32() % 0x0011_0000).unwrap_or('\0'),
            1 => char::from(random.next_u32() as u8),
            2 => ' ',
            _ => char::from(b' ' + (random.next_u32() % 95) as u8),
        };
        check(&(0..length / 8).map(|_| character(&mut random)).collect::<String>());
    }
}

#[test]
fn texts_of_random_tokens() {
    let mut random = Random::seed_from_u64(2);
    for length in 0..3_000 {
        let mut text = String::new();
        for _ in 0..length / 40 {
            text += pick(&mut random, &TOKENS);
            text += pick(&mut random, &["", " ", " ", "\n"]);
        }
        check(&text);
    }
}

#[test]
fn examples_with_parts_taken_out_doubled_or_exchanged() {
    let mut random = Random::seed_from_u64(3);
    for _ in 0..600 {
        let mut text = pick(&mut random, &EXAMPLES).to_owned();
        for _ in 0..=random.next_u32() % 4 {
            let from = place(&mut random, &text);
            let to = text.ceil_char_boundary((from + random.next_u32() as usize % 30).min(text.len()));
            let part = text[from..to].to_owned();
            match random.next_u32() % 4 {
                0 => text.replace_range(from..to, ""),
                1 => text.insert_str(from, &part),
                2 => text.insert_str(from, pick(&mut random, &TOKENS)),
                _ => {
                    let elsewhere = place(&mut random, &text);
                    text.insert_str(elsewhere, &part);
                }
            }
        }
        check(&text);
    }
}

#[test]
fn every_beginning_of_an_example() {
    for text in EXAMPLES {
        for (end, _) in text.char_indices() {
            let parse = syntax::parse(pun::source::FileId(0), &text[..end]);
            let mut found = String::new();
            kept(parse.syntax.root(), &mut found);
            assert_eq!(found, text[..end]);
            if end % 7 == 0 {
                check(&text[..end]);
            }
        }
    }
}
