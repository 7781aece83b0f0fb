//! Grammars of expressions for the tests: their shapes and their text.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use everycase_kernel::{Alternative, At, Key, Range, Shape};

use crate::core::{ConId, GlobalId, Program};
use crate::engine::{Engine, Path, Provider, Providers, Step};
use crate::load::{load_text, ty};
use crate::terms::{self, Mode};

/// The meaning of an alternative, by name.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    Construct(&'static str),
    Call(&'static str),
    Apply,
    Observe,
    Same,
    Integer(i64),
    /// Any small integer, decided only by comparisons.
    Number,
    /// A closed term of this type.
    Term(&'static str),
    End,
    Field(&'static str, u32),
    Arguments,
}

type Rule = (Meaning, Vec<usize>);

/// What the alternatives of a nonterminal are: expressions or steps.
type Payload = (Arc<[Provider]>, Arc<[Step]>);

/// The shapes of closed terms, by type.
type Terms = HashMap<&'static str, Shape>;

/// A grammar over the functions of a program. Its roots are pairs of an expression and a path.
#[derive(Clone)]
pub(super) struct Grammar {
    pub(super) program: Program,
    rules: Vec<Vec<Rule>>,
    pub(super) root: Vec<(usize, usize)>,
}

impl Grammar {
    pub(super) fn new(text: &str) -> Self {
        let loaded = load_text("library.pun", text);
        let program = loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
        Self { program, rules: vec![Vec::new(); 10], root: Vec::new() }
    }

    pub(super) fn rule(&mut self, nonterminal: usize, made: Meaning, fields: &[usize]) -> &mut Self {
        self.rules[nonterminal].push((made, fields.to_vec()));
        self
    }

    fn constructor(&self, name: &str) -> ConId {
        let place = self.program.constructors.iter().rposition(|each| &*each.name == name);
        ConId(place.unwrap_or_else(|| panic!("there is no {name}")) as u32)
    }

    /// Returns the shape of pairs of an expression and a path.
    pub(super) fn shape(&self, engine: &Engine) -> Shape {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let key = NEXT.fetch_add(1, Ordering::Relaxed);
        let providers = self.rules.iter().map(|rules| {
            let of = rules.iter().filter_map(|(made, _)| self.provider(engine, *made));
            let steps = rules.iter().filter_map(|(made, _)| self.step(*made));
            (of.collect(), steps.collect())
        });
        let payloads: Arc<[Payload]> = providers.collect();
        let rules: Arc<[Vec<Rule>]> = self.rules.clone().into();
        let terms = Arc::new(self.terms());
        let of = |nonterminal| nonterminal_shape(key, &rules, &payloads, &terms, nonterminal);
        let roots = self.root.iter().map(|(term, path)| Alternative::new("root", [of(*term), of(*path)]));
        Shape::choice(roots)
    }

    /// Returns the shapes of the closed terms of each type that a rule names.
    fn terms(&self) -> Terms {
        let types = self.rules.iter().flatten().filter_map(|(made, _)| match made {
            Meaning::Term(text) => Some(*text),
            _ => None,
        });
        let program = Arc::new(self.program.clone());
        let shape = |text: &'static str| {
            let ty = ty(&mut self.program.clone(), text).expect("it is a type");
            (text, terms::shape(&program, &ty, Mode::Used).expect("it has terms"))
        };
        types.map(shape).collect()
    }

    fn provider(&self, engine: &Engine, made: Meaning) -> Option<Provider> {
        Some(match made {
            Meaning::Construct(name) => Provider::Construct(self.constructor(name)),
            Meaning::Call(name) => {
                let place = self.program.globals.iter().rposition(|global| &*global.name == name);
                let global = place.unwrap_or_else(|| panic!("there is no {name}"));
                Provider::Call(engine.definition(GlobalId(global as u32)))
            }
            Meaning::Apply => Provider::Apply,
            Meaning::Observe => Provider::Observe,
            Meaning::Same | Meaning::Number => Provider::Same,
            Meaning::Integer(value) => Provider::Integer(value.into()),
            Meaning::Term(_) => Provider::Term,
            Meaning::End | Meaning::Field(..) | Meaning::Arguments => return None,
        })
    }

    fn step(&self, made: Meaning) -> Option<Step> {
        Some(match made {
            Meaning::End => Step::End,
            Meaning::Field(name, i) => Step::Field(self.constructor(name), i),
            Meaning::Arguments => Step::Arguments,
            _ => return None,
        })
    }

    /// Returns a pair's expression, as text.
    pub(super) fn text(&self, at: At<'_>) -> String {
        let (term, path) = self.root[at.alternative()];
        self.along(path, at.field(1), self.term(term, at.field(0)))
    }

    fn term(&self, nonterminal: usize, at: At<'_>) -> String {
        let (made, fields) = &self.rules[nonterminal][at.alternative()];
        let field = |i: usize| self.term(fields[i], at.field(i));
        let all = || (0..fields.len()).map(field).collect::<Vec<_>>().join(" ");
        match made {
            Meaning::Construct("::") => format!("({} :: {})", field(0), field(1)),
            Meaning::Construct(name) if fields.is_empty() => (*name).to_owned(),
            Meaning::Construct(name) => format!("[{name} {}]", all()),
            Meaning::Call(name) if fields.is_empty() => (*name).to_owned(),
            Meaning::Call(name) => format!("({name} {})", all()),
            Meaning::Apply => format!("({})", all()),
            Meaning::Observe => self.along(fields[1], at.field(1), field(0)),
            Meaning::Same => field(0),
            Meaning::Integer(value) => value.to_string(),
            Meaning::Number => match at.field(0).wide().cast_signed() {
                value @ 0.. => value.to_string(),
                value => format!("(0 - {})", -value),
            },
            Meaning::Term(_) => format!("({})", terms::source(at.field(0)).expect("it is a term")),
            Meaning::End | Meaning::Field(..) | Meaning::Arguments => {
                panic!("a step is not an expression")
            }
        }
    }

    /// Returns the observation of an expression.
    fn along(&self, nonterminal: usize, at: At<'_>, term: String) -> String {
        let (made, fields) = &self.rules[nonterminal][at.alternative()];
        match *made {
            Meaning::End => term,
            Meaning::Field("::", i) => {
                let rest = ["first", "rest"][i as usize].to_owned();
                let rest = self.along(fields[0], at.field(0), rest);
                format!("(case {term} of ; first :: rest -> {rest})")
            }
            Meaning::Field(name, i) => {
                let arity = self.program.constructors[self.constructor(name).index()].fields.len();
                let names: Vec<String> = (0..arity).map(|i| format!("part{i}")).collect();
                let rest = self.along(fields[0], at.field(0), names[i as usize].clone());
                format!("(case {term} of ; [{name} {}] -> {rest})", names.join(" "))
            }
            Meaning::Arguments => {
                let n = fields.len() - 1;
                let mut applied = format!("({term}");
                for (i, field) in fields[..n].iter().enumerate() {
                    let _ = write!(applied, " {}", self.term(*field, at.field(i)));
                }
                self.along(fields[n], at.field(n), applied + ")")
            }
            _ => panic!("an expression is not a step"),
        }
    }
}

fn nonterminal_shape(
    key: u64,
    rules: &Arc<[Vec<Rule>]>,
    payloads: &Arc<[Payload]>,
    terms: &Arc<Terms>,
    nonterminal: usize,
) -> Shape {
    let (rules, payloads, terms) = (Arc::clone(rules), Arc::clone(payloads), Arc::clone(terms));
    Shape::named(Key::of::<Grammar>().with(key).with(nonterminal as u64), move || {
        let alternatives = rules[nonterminal].iter().map(|(made, fields)| {
            let inside = match made {
                Meaning::Number => Some(Shape::range(Range::signed(128))),
                Meaning::Term(ty) => Some(terms[ty].clone()),
                _ => None,
            };
            let fields = fields.iter().map(|field| nonterminal_shape(key, &rules, &payloads, &terms, *field));
            let fields: Vec<Shape> = fields.chain(inside).collect();
            Alternative::new("", fields).pay(u32::from(!matches!(made, Meaning::End)))
        });
        let (of, steps) = &payloads[nonterminal];
        let number = nonterminal as u64;
        if steps.is_empty() {
            Shape::choice_with(alternatives, Providers { number, of: Arc::clone(of) })
        } else {
            Shape::choice_with(alternatives, Path { number, steps: Arc::clone(steps) })
        }
    })
}
