//! Source that is absurdly deep, long or large: an error at most, and no more time than its length asks for.

use std::time::{Duration, Instant};

use pun::diagnostic::Severity;
use pun::source::FileId;
use pun::syntax::{self, Parse};

fn parse(text: &str) -> Parse {
    syntax::parse(FileId(0), text)
}

/// Parses on a stack as small as threads have.
fn messages(text: String) -> Vec<String> {
    let parse = move || parse(&text).diagnostics.into_iter().map(|diagnostic| diagnostic.message).collect();
    std::thread::Builder::new().stack_size(2 << 20).spawn(parse).unwrap().join().unwrap()
}

const DEEP: usize = 30_000;

#[test]
fn every_kind_of_nesting_is_an_error_where_it_is_too_deep() {
    let nested = |before: &str, middle: &str, after: &str| {
        format!("f = {}{middle}{} .\ng = ) .", before.repeat(DEEP), after.repeat(DEEP))
    };
    let texts = [
        nested("(", "x", ")"),
        nested("[", "x", "]"),
        nested("(x, ", "x", ")"),
        nested("[x, ", "x", "]"),
        nested("(f ", "x", ")"),
        nested("x + (", "x", ")"),
        nested("", "x", " + x"),
        nested("x :: ", "x", ""),
        nested("x <+> ", "x", ""),
        nested("(x, y, ", "x", ")"),
        nested("\\x -> ", "x", ""),
        nested("let x = ", "x", " in x"),
        nested("let x = x in ", "x", ""),
        nested("rec x . ", "x", ""),
        nested("if ", "x", " then x else x"),
        nested("if x then x else ", "x", ""),
        nested("case ", "x", " of ; x -> x"),
        nested("case x of ; x -> ", "x", ""),
        nested("case x of ; x | ", "x", " -> x"),
        nested("exists x . ", "x", ""),
        format!("f = (x : {}x{}) . g = ) .", "(".repeat(DEEP), ")".repeat(DEEP)),
        format!("f = (x : {}x) . g = ) .", "x -> ".repeat(DEEP)),
        format!("f = \\{}x{} -> x . g = ) .", "(x, ".repeat(DEEP), ")".repeat(DEEP)),
        format!("f = \\{}x{} -> x . g = ) .", "[x ".repeat(DEEP), "]".repeat(DEEP)),
        nested("(", "x", ""),
        nested("((x) ", "x", ""),
        format!("f {}x{} = x . g = ) .", "(".repeat(DEEP), ")".repeat(DEEP)),
        format!("f (x{}) = x . g = ) .", " :: x".repeat(DEEP)),
        format!("f (x{}) = x . g = ) .", ", x".repeat(DEEP)),
        format!("f : {}x . g = ) .", "x -> ".repeat(DEEP)),
        format!("f : {}x{} . g = ) .", "(".repeat(DEEP), ")".repeat(DEEP)),
        format!("f : (x{}) . g = ) .", ", x".repeat(DEEP)),
        format!("f = (x{}) . g = ) .", ", x".repeat(DEEP)),
    ];
    for text in texts {
        let shown: String = text.chars().take(40).collect();
        let messages = messages(text);
        assert_eq!(messages.len(), 2, "{shown}: {messages:?}");
        assert_eq!(messages[0], "this is nested more than 250 deep", "{shown}");
    }
}

#[test]
fn what_is_long_and_not_deep_is_no_error() {
    let texts = [
        format!("f = [{}x] .", "x, ".repeat(DEEP)),
        format!("f = x{} .", " x".repeat(DEEP)),
        format!("f = case x of{} .", " ; x -> x".repeat(DEEP)),
        format!("f{} = x .", " x".repeat(DEEP)),
        format!("f [{}x] = x .", "x, ".repeat(DEEP)),
        format!("f [x{}] = x .", " x".repeat(DEEP)),
        format!("f = \\x{} -> x .", " x".repeat(DEEP)),
        format!("f : x{} .", " x".repeat(DEEP)),
        format!("data d{} = c .", " x".repeat(DEEP)),
        format!("data d = c{} .", " ~(x)".repeat(DEEP)),
        format!("data d = c{} .", " | c".repeat(DEEP)),
        format!("property p{} . x .", " x".repeat(DEEP)),
        format!("module m (x{}) .", ", x".repeat(DEEP)),
        format!("generator g : {}x .", "x -> ".repeat(DEEP)),
        format!("f = \"{}\" .", "\\n\\u{41}".repeat(DEEP)),
        format!("f = {} .", "9".repeat(10_000)),
        format!("// {}\n{}", "x".repeat(DEEP), "//\n".repeat(DEEP)),
    ];
    for text in texts {
        let shown: String = text.chars().take(40).collect();
        assert_eq!(messages(text), [""; 0], "{shown}");
    }
    assert_eq!(
        messages(format!("f = {} .", "9".repeat(10_001))),
        ["this integer has more than 10000 digits"]
    );
}

#[test]
fn the_deepest_terms_that_are_no_error_are_loaded_and_formatted_on_a_small_stack() {
    let nested = |before: &str, after: &str, times: usize| {
        format!("f x = {}x{} .", before.repeat(times), after.repeat(times))
    };
    let texts = [
        nested("(", ")", 248),
        nested("", " + x", 248),
        nested("x && (", ")", 124),
        nested("x :: ", "", 248),
        nested("if true then x else ", "", 248),
        nested("let y = x in ", "", 248),
        nested("let y = ", " in y", 248),
        nested("\\y -> ", "", 248),
        nested("[", "]", 248),
        nested("[just ", "]", 124),
        nested("id (", ")", 123),
        nested("case x of ; y -> ", "", 123),
        nested("(x, ", ")", 123),
        nested("rec y . ", "", 248),
        format!("f ({}_) = 1 .", "_ :: ".repeat(240)),
        format!("f : {}integer . f = error \"\" .", "integer -> ".repeat(240)),
    ];
    for text in texts {
        let shown: String = text.chars().take(40).collect();
        assert_eq!(messages(text.clone()), [""; 0], "{shown}");
        let load = move || {
            let formatted = pun::format::format(&text).unwrap();
            let loaded = pun::load::load_text("input.pun", &formatted);
            let errors = loaded.diagnostics.iter().filter(|one| one.severity == Severity::Error);
            errors.map(|error| error.message.clone()).collect::<Vec<_>>()
        };
        let errors = std::thread::Builder::new().stack_size(2 << 20).spawn(load).unwrap().join().unwrap();
        assert!(errors.len() <= 1, "{shown}: {errors:?}");
    }
}

#[test]
fn errors_are_counted_out_before_they_fill_the_memory() {
    for text in ["# ", "= ", "\"\n", "f = = \n", ". ", "f x\n", "f = a => ", "x = (\n", "'"] {
        let text = text.repeat(DEEP);
        let found = messages(text.clone());
        assert!((1..=100).contains(&found.len()), "{}: {}", &text[..10.min(text.len())], found.len());
    }
}

#[test]
fn time_grows_with_the_length() {
    let program = include_str!("../syntax/everything.pun").split_once(".\n").unwrap().1;
    let wrong = program.replace(" .\n", "\n").replace("))", ")");
    for (text, is_right) in [(program, true), (&wrong, false)] {
        let time = |lines: usize| {
            let text = text.repeat(lines / text.lines().count());
            let begin = Instant::now();
            assert_eq!(parse(&text).diagnostics.is_empty(), is_right);
            begin.elapsed()
        };
        let best = |lines| (0..3).map(|_| time(lines)).min().unwrap();
        let (short, long) = (best(3_000), best(30_000));
        assert!(
            long < short * 40 + Duration::from_millis(20),
            "{short:?} for 3,000 lines, {long:?} for 30,000"
        );
    }
}
