//! Reports on random generators with random promises, against all results of the generator, computed as sets.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::time::Duration;

use everycase::__private::{Promise, Report, coverage, space};
use everycase::Gen;
use everycase::space::{Product, Random, Rng, SeedableRng};

/// The number of results.
const RESULTS: u8 = 4;

/// A generator of a number below [`RESULTS`] for a boolean.
#[derive(Clone, Debug)]
enum Term {
    Value(u8),
    Bool(Box<Term>, Box<Term>),
    Choose(Vec<Term>),
    Range(u8, u8),
    IfArgument(Box<Term>, Box<Term>),
    Fail,
    /// Chooses an integer, of which there are too many, and goes on.
    AfterInteger(Box<Term>),
}

use Term::{AfterInteger, Bool, Choose, Fail, IfArgument, Range, Value};

impl Term {
    fn random(depth: u32, rng: &mut Random) -> Self {
        let mut below = |bound: u64| rng.next_u64() % bound;
        let kind = if depth == 0 { below(2) } else { below(7) };
        match kind {
            0 => Value(below(RESULTS.into()) as u8),
            1 => Range(below(4) as u8, below(4) as u8),
            2 => Bool(Box::new(Self::random(depth - 1, rng)), Box::new(Self::random(depth - 1, rng))),
            3 => {
                let of = 1 + below(3);
                Choose((0..of).map(|_| Self::random(depth - 1, rng)).collect())
            }
            4 => IfArgument(Box::new(Self::random(depth - 1, rng)), Box::new(Self::random(depth - 1, rng))),
            5 => Fail,
            _ => AfterInteger(Box::new(Self::random(depth - 1, rng))),
        }
    }

    fn make(&self, argument: bool, g: &mut Gen) -> u8 {
        match self {
            Value(value) => *value,
            Bool(one, other) => if g.bool() { other } else { one }.make(argument, g),
            Choose(terms) => terms[g.choose(terms.len())].make(argument, g),
            Range(low, high) => {
                let number = g.range((*low).into(), (*high).into());
                u8::try_from(number).expect("it is between the bounds")
            }
            IfArgument(then, or) => if argument { then } else { or }.make(argument, g),
            Fail => panic!("it has no value"),
            AfterInteger(term) => {
                g.int();
                term.make(argument, g)
            }
        }
    }

    /// Returns all results, and whether there are finitely many choices.
    fn results(&self, argument: bool) -> (BTreeSet<u8>, bool) {
        let all = |terms: &[&Term]| {
            terms.iter().fold((BTreeSet::new(), true), |(mut all, is_finite), term| {
                let (results, are_finite) = term.results(argument);
                all.extend(results);
                (all, is_finite && are_finite)
            })
        };
        match self {
            Value(value) => ([*value].into(), true),
            Bool(one, other) => all(&[one, other]),
            Choose(terms) => all(&terms.iter().collect::<Vec<_>>()),
            Range(low, high) => ((*low..=*high).collect(), true),
            IfArgument(then, or) => if argument { then } else { or }.results(argument),
            Fail => (BTreeSet::new(), true),
            AfterInteger(term) => (term.results(argument).0, false),
        }
    }
}

thread_local! {
    static TERM: RefCell<Term> = const { RefCell::new(Fail) };
    /// The promised results, for both arguments.
    static PROMISED: RefCell<[BTreeSet<u8>; 2]> = const { RefCell::new([BTreeSet::new(), BTreeSet::new()]) };
}

fn report() -> Report {
    coverage(&Promise {
        name: "own",
        file: file!(),
        line: line!(),
        arguments: (space::<bool>(),).product(),
        results: space::<u8>(),
        given: |_| true,
        covers: |(argument,), result| {
            PROMISED.with_borrow(|promised| promised[usize::from(argument)].contains(result))
        },
        make: |(argument,), g| TERM.with_borrow(Term::clone).make(argument, g),
        size: 6,
        time: Duration::from_secs(60),
    })
}

#[test]
fn reports_say_what_the_sets_of_results_say() {
    let mut verdicts = BTreeSet::new();
    for seed in 0..400 {
        let mut rng = Random::seed_from_u64(seed);
        let term = Term::random(2, &mut rng);
        let promised = [false, true].map(|argument| {
            let mut promised = term.results(argument).0;
            // Most are as produced: otherwise nothing would ever be covered.
            for value in 0..RESULTS {
                if rng.next_u64().is_multiple_of(16) && !promised.insert(value) {
                    promised.remove(&value);
                }
            }
            promised
        });
        TERM.set(term.clone());
        PROMISED.set(promised.clone());
        let report = report();
        let (verdict, text) = (report.verdict(), report.to_string());
        let (mut certain, mut uncertain, mut outside) = (Vec::new(), Vec::new(), Vec::new());
        for (argument, promised) in [false, true].into_iter().zip(&promised) {
            let (results, is_finite) = term.results(argument);
            let missing = promised.difference(&results);
            if is_finite {
                certain.extend(missing.map(|value| format!("`own({argument})` never produces {value}, ")));
            } else {
                uncertain.extend(missing.map(|value| format!("`own({argument})` produces {value}: ")));
            }
            outside.extend(
                results.difference(promised).map(|value| format!("`own({argument})` can produce {value},")),
            );
        }
        let context = format!("{seed}: {term:?} promises {promised:?}\n{text}");
        let is_vacuous = promised.iter().all(BTreeSet::is_empty);
        assert_eq!(
            report.is_finding(),
            is_vacuous || !certain.is_empty() || !uncertain.is_empty() || !outside.is_empty(),
            "{context}"
        );
        match verdict {
            "incomplete" => assert!(certain.iter().any(|line| text.contains(line)), "{context}"),
            "unsound" => assert!(outside.iter().any(|line| text.contains(line)), "{context}"),
            "undecided" => assert!(uncertain.iter().any(|line| text.contains(line)), "{context}"),
            "covers" => {
                assert!(certain.is_empty() && uncertain.is_empty() && outside.is_empty(), "{context}");
            }
            "vacuous" => assert!(is_vacuous, "{context}"),
            other => panic!("{other}"),
        }
        assert_eq!(verdict != "incomplete", !text.contains("never produces"), "{context}");
        verdicts.insert(verdict);
    }
    assert_eq!(verdicts, BTreeSet::from(["covers", "incomplete", "undecided", "unsound", "vacuous"]));
}
