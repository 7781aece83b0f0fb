//! How deeply inputs nest, and on which stack they run.
//!
//! The properties that are ignored are run by the others, in processes of their own.

// Elsewhere processes end in other words.
#![cfg(unix)]

use std::fs::OpenOptions;
use std::io::Write;
use std::process::Output;

use everycase::prelude::*;

use crate::support::process::{Crate, full_name};

#[derive(Debug, Clone, PartialEq, Enumerable)]
struct Nest(Vec<Nest>);

impl Nest {
    /// As many levels as told, one in the other.
    fn chain(levels: usize) -> Self {
        (0..levels).fold(Nest(Vec::new()), |inner, _| Nest(vec![inner]))
    }

    /// The number of levels, counted without recursion.
    fn depth(&self) -> usize {
        let mut level: Vec<&Nest> = self.0.iter().collect();
        let mut depth = 0;
        while !level.is_empty() {
            level = level.iter().flat_map(|nest| &nest.0).collect();
            depth += 1;
        }
        depth
    }
}

#[derive(Debug, Clone, PartialEq, Enumerable)]
enum Unary {
    End,
    Next(Box<Unary>),
}

#[derive(Debug, Clone, PartialEq, Enumerable)]
enum List {
    Nil,
    Cons(u8, Box<List>),
}

/// A node that is large where it stands, so that copies of it take much of a stack.
#[derive(Debug, Clone, PartialEq, Enumerable)]
struct Wide {
    words: [[u64; 8]; 8],
    inner: Option<Box<Wide>>,
}

#[derive(Debug, Clone, PartialEq, Enumerable)]
enum Term {
    Name(String),
    Not(Box<Term>),
    Call { at: (u32, u32), name: String, arguments: Vec<Term> },
    If(Box<(Term, Term, Term)>),
}

/// Does what its type derives with an input.
fn uses<T: std::fmt::Debug + Clone + PartialEq>(input: &T) {
    assert!(input.clone() == *input && format!("{input:?}").len() > 1);
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it depth"]
fn uses_nests(input: Nest) {
    uses(&input);
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it depth"]
fn uses_unary_numbers(input: Unary) {
    uses(&input);
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it depth"]
fn uses_lists(input: List) {
    uses(&input);
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it depth"]
fn uses_wide_nodes(input: Wide) {
    uses(&input);
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it depth"]
fn uses_terms(input: Term, other: Vec<Term>) {
    uses(&input);
    uses(&other);
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it depth"]
fn notes_depths(input: Nest) {
    let depth = input.depth();
    let mut file =
        OpenOptions::new().append(true).create(true).open(std::env::var("NOTES").unwrap()).unwrap();
    writeln!(file, "{depth}").unwrap();
}

/// Uses a chain of as many levels as the environment says, on the stack of a test.
#[test]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it depth"]
fn uses_a_chain() {
    uses(&Nest::chain(std::env::var("LEVELS").unwrap().parse().unwrap()));
}

fn run(name: &str, vars: &[(&str, &str)]) -> Output {
    Crate::new().command_of(&full_name(name)).envs(vars.iter().copied()).output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn a_property_that_only_clones_compares_and_prints_its_input_never_ends_the_process() {
    let names = ["uses_nests", "uses_unary_numbers", "uses_lists", "uses_wide_nodes", "uses_terms"];
    std::thread::scope(|scope| {
        for names in [&names[..3], &names[3..]] {
            scope.spawn(move || {
                for name in names {
                    let ran = run(name, &[]);
                    assert!(ran.status.success(), "{name}: {}", text(&ran));
                }
            });
        }
    });
}

/// The number of levels of the deepest chain that survives what its type derives.
fn borne() -> usize {
    let survives = |levels: usize| run("uses_a_chain", &[("LEVELS", &levels.to_string())]).status.success();
    let (mut good, mut bad) = (64, 1 << 20);
    while bad - good > good / 16 {
        let middle = if bad > 2 * good { 2 * good } else { usize::midpoint(good, bad) };
        *(if survives(middle) { &mut good } else { &mut bad }) = middle;
    }
    good
}

#[test]
fn inputs_nest_a_fourth_as_deeply_as_their_type_bears_and_three_fourths_if_isolated() {
    let borne = borne();
    let deepest = |isolate: &str| {
        let directory = Crate::new();
        let notes = directory.path().join("notes");
        let vars = [("NOTES", notes.to_str().unwrap()), ("EVERYCASE_ISOLATE", isolate)];
        let ran = run("notes_depths", &vars);
        assert!(ran.status.success(), "{}", text(&ran));
        let notes = std::fs::read_to_string(&notes).unwrap();
        notes.lines().map(|depth| depth.parse::<usize>().unwrap()).max().unwrap()
    };
    let (plain, isolated) = (deepest("0"), deepest("1"));
    // Each limit that is tried is twice the one before, and a chain may end before it.
    assert!((borne / 12..=borne / 4).contains(&plain), "{plain} of {borne}");
    assert!((borne * 3 / 12..=borne * 3 / 4).contains(&isolated), "{isolated} of {borne}");
}
