//! Types that nest, and properties that do what these derive.

use std::fs::OpenOptions;
use std::io::Write;

use everycase::prelude::*;

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
fn uses_nests(input: Nest) {
    uses(&input);
}

#[property]
fn uses_unary_numbers(input: Unary) {
    uses(&input);
}

#[property]
fn uses_lists(input: List) {
    uses(&input);
}

#[property]
fn uses_wide_nodes(input: Wide) {
    uses(&input);
}

#[property]
fn uses_terms(input: Term, other: Vec<Term>) {
    uses(&input);
    uses(&other);
}

#[property]
fn notes_depths(input: Nest) {
    let depth = input.depth();
    let mut file =
        OpenOptions::new().append(true).create(true).open(std::env::var("NOTES").unwrap()).unwrap();
    writeln!(file, "{depth}").unwrap();
}

/// Uses a chain of as many levels as the environment says, on the stack of a test.
#[test]
fn uses_a_chain() {
    uses(&Nest::chain(std::env::var("LEVELS").unwrap().parse().unwrap()));
}
