//! `RegExp` (Paper II, section 6, program 4): regular expressions, and a law of repetition that does not hold.
//!
//! The law: what *n* to *k* times `p` and `q` at once accepts is what both *n* to *k* times `p` and *n* to *k* times `q`
//! accept.

use everycase::lazy::ListView;
use everycase::{Enumerable, Lazy};

use super::nat::{Nat, NatView};

/// Symbols: a number each.
#[allow(missing_docs)]
#[derive(Debug, Clone, PartialEq, Eq, Enumerable)]
pub enum Sym {
    N0,
    N1(Box<Sym>),
}

/// Regular expressions. `Sym` is a word, `Empty` the empty one.
#[allow(missing_docs)]
#[derive(Debug, Clone, PartialEq, Eq, Enumerable)]
pub enum Re {
    Sym(Vec<Sym>),
    Or(Box<Re>, Box<Re>),
    Seq(Box<Re>, Box<Re>),
    And(Box<Re>, Box<Re>),
    Star(Box<Re>),
    Empty,
}

/// The least and the greatest number of repetitions, what is repeated, and a word.
pub type Input = (Nat, Nat, Re, Re, Vec<Sym>);

/// Returns whether the law fails.
pub fn breaks(input: Lazy<Input>) -> bool {
    let (least, most, p, q, word) = input.force();
    repeats(least, most, What::Both(p, q), word)
        != (repeats(least, most, What::One(p), word) && repeats(least, most, What::One(q), word))
}

/// Returns whether a word is made of parts, between the least and the most, each of which is accepted.
pub fn repeats(least: Lazy<Nat>, most: Lazy<Nat>, what: What, word: Lazy<Vec<Sym>>) -> bool {
    repeated(least, most, what, Word { rest: word, at: 0 }, &Word::is_over)
}

/// What is left of a word, and where that begins.
#[derive(Clone, Copy)]
struct Word {
    rest: Lazy<Vec<Sym>>,
    at: u32,
}

impl Word {
    fn is_over(self) -> bool {
        matches!(self.rest.force(), ListView::Nil)
    }
}

/// What is to hold of the rest of the word.
type Then<'a> = &'a dyn Fn(Word) -> bool;

/// What is repeated: an expression, or two at once.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy)]
pub enum What {
    One(Lazy<Re>),
    Both(Lazy<Re>, Lazy<Re>),
}

impl What {
    fn matches(self, word: Word, then: Then<'_>) -> bool {
        match self {
            What::One(p) => matches(p, word, then),
            What::Both(p, q) => both(p, q, word, then),
        }
    }
}

/// Returns whether a word begins with this many repetitions, with a rest that is as it should be.
fn repeated(least: Lazy<Nat>, most: Lazy<Nat>, what: What, word: Word, then: Then<'_>) -> bool {
    match (least.force(), most.force()) {
        (NatView::Succ(less), NatView::Succ(fewer)) => {
            what.matches(word, &|rest| repeated(less, fewer, what, rest, then))
        }
        (NatView::Succ(_), NatView::Zero) => false,
        (NatView::Zero, NatView::Zero) => then(word),
        (NatView::Zero, NatView::Succ(fewer)) => {
            then(word) || what.matches(word, &|rest| repeated(least, fewer, what, rest, then))
        }
    }
}

/// Looks at the rest before `q`: this leads to a third of the runs, since the rest is often over too soon or too late.
fn both(p: Lazy<Re>, q: Lazy<Re>, word: Word, then: Then<'_>) -> bool {
    matches(p, word, &|end| then(end) && matches(q, word, &|other| other.at == end.at))
}

/// Returns whether a word begins with one that the expression accepts, with a rest that is as it should be.
fn matches(re: Lazy<Re>, word: Word, then: Then<'_>) -> bool {
    match re.force() {
        ReView::Sym(symbols) => spelt(symbols, word).is_some_and(then),
        ReView::Or(p, q) => matches(p, word, then) || matches(q, word, then),
        ReView::Seq(p, q) => matches(p, word, &|rest| matches(q, rest, then)),
        ReView::And(p, q) => both(p, q, word, then),
        ReView::Star(p) => starred(p, word, then),
        ReView::Empty => then(word),
    }
}

fn starred(p: Lazy<Re>, word: Word, then: Then<'_>) -> bool {
    then(word) || matches(p, word, &|rest| rest.at > word.at && starred(p, rest, then))
}

/// Returns what is left of a word after these symbols.
fn spelt(mut symbols: Lazy<Vec<Sym>>, mut word: Word) -> Option<Word> {
    while let ListView::Cons(symbol, others) = symbols.force() {
        let ListView::Cons(first, rest) = word.rest.force() else { return None };
        if !same(symbol, first) {
            return None;
        }
        (symbols, word) = (others, Word { rest, at: word.at + 1 });
    }
    Some(word)
}

fn same(mut a: Lazy<Sym>, mut b: Lazy<Sym>) -> bool {
    loop {
        match (a.force(), b.force()) {
            (SymView::N0, SymView::N0) => return true,
            (SymView::N1(x), SymView::N1(y)) => (a, b) = (x, y),
            _ => return false,
        }
    }
}
