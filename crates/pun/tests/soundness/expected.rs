//! The results of a property on all its inputs up to a size: each is run by the reference interpreter.

use std::cell::Cell;
use std::rc::Rc;

use num_bigint::BigInt;

use pun::core::{Branch, ConId, Connective, Expr, Kind, LocalId, Pattern, Program, Property, Type};
use pun::fault::{Fault, FaultKind};
use pun::reference::{Decision, Interpreter, Limits};
use pun::value::Value;

use crate::values::{Given, Values, choices, term};

/// What a property says of one input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    Passed,
    Discarded,
    False,
    Fault,
    /// Unknown: a run took too long, or needed an unknown value.
    Unknown,
}

/// How many inputs of a size there are, and what the property says of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OfSize {
    /// As everycase counts them: sequences of choices count whether the property makes all of them or not.
    pub(crate) count: u64,
    pub(crate) passed: u64,
    pub(crate) discarded: u64,
    pub(crate) failed: u64,
}

/// What is expected of a property, size by size.
pub(crate) struct Expected {
    pub(crate) sizes: Vec<OfSize>,
    /// Was everything known?
    pub(crate) is_known: bool,
}

impl Expected {
    /// What a property says of all inputs of the first sizes, as long as there are at most `most` of a size.
    pub(crate) fn of(brute: &Brute<'_>, values: &mut Values<'_>, most: u64) -> Self {
        let mut expected = Self { sizes: Vec::new(), is_known: true };
        while expected.sizes.len() < 12 && expected.is_known && brute.next_size(values, &mut expected, most) {
        }
        expected
    }

    /// The size of the smallest inputs that fail.
    pub(crate) fn smallest_failure(&self) -> Option<u32> {
        self.sizes.iter().position(|size| size.failed > 0).map(|size| size as u32)
    }

    pub(crate) fn through(&self) -> u32 {
        self.sizes.len() as u32 - 1
    }

    pub(crate) fn up_to(&self, size: u32) -> OfSize {
        let mut sum = OfSize::default();
        for of in self.sizes.iter().take(size as usize + 1) {
            sum.count += of.count;
            sum.passed += of.passed;
            sum.discarded += of.discarded;
            sum.failed += of.failed;
        }
        sum
    }
}

/// A property, to be run on inputs.
pub(crate) struct Brute<'p> {
    program: &'p Program,
    property: &'p Property,
    /// The inputs that are drawn, and then what the property says, where a premise that does not hold is an error.
    whole: Expr,
    /// What the property says.
    says: Expr,
    interpreter: Interpreter<'p>,
}

/// The values of inputs, and functions among them.
type Bound = (Vec<(LocalId, Value)>, Vec<(usize, Rc<Expr>)>);

impl<'p> Brute<'p> {
    pub(crate) fn new(program: &'p Program, property: &'p Property) -> Self {
        let limits = Limits { steps: 20_000, depth: 5_000, ..Limits::default() };
        let interpreter = Interpreter::new(program).with(limits);
        let says = judging(&property.body);
        let mut whole = says.clone();
        for parameter in property.parameters.iter().rev() {
            if let Some(from) = &parameter.from {
                let binder = parameter.binder.clone();
                whole = term(Kind::Let(binder, Box::new(from.clone()), Box::new(whole)));
            }
        }
        Self { program, property, whole, says, interpreter }
    }

    fn given_types(&self) -> Vec<Type> {
        let given = self.property.parameters.iter().filter(|parameter| parameter.from.is_none());
        given.map(|parameter| parameter.binder.ty.clone()).collect()
    }

    pub(crate) fn chooses(&self) -> bool {
        self.property.parameters.iter().any(|parameter| parameter.from.is_some())
    }

    /// Adds the next size, if there are not more inputs of it than that.
    pub(crate) fn next_size(&self, values: &mut Values<'_>, expected: &mut Expected, most: u64) -> bool {
        let size = expected.sizes.len() as u32;
        let types = self.given_types();
        let mut of = OfSize::default();
        if self.chooses() {
            let sequences = choices(size);
            let mut all = Vec::new();
            for own in 0..=size {
                let Some(given) = values.all_given(&types, own) else { return false };
                of.count += given.len() as u64 * sequences[(size - own) as usize];
                all.push((size - own, given));
            }
            if of.count > most * 4 {
                return false;
            }
            for (left, given) in all {
                for given in &given {
                    let (values, functions) = self.bound(given);
                    let whole = self.with_functions(&functions, &self.whole);
                    self.choose(&values, &whole, &mut Vec::new(), left, &mut of, expected);
                }
            }
        } else {
            let Some(all) = values.all_given(&types, size) else { return false };
            of.count = all.len() as u64;
            if of.count > most {
                return false;
            }
            for given in &all {
                expected.is_known &= of.add(self.say(&self.bound(given)));
            }
        }
        expected.sizes.push(of);
        true
    }

    /// The kernel's inputs under their names.
    fn bound(&self, given: &[Given]) -> Bound {
        let parameters =
            self.property.parameters.iter().enumerate().filter(|(_, parameter)| parameter.from.is_none());
        let (mut values, mut functions) = (Vec::new(), Vec::new());
        for ((place, parameter), given) in parameters.zip(given) {
            match given {
                Given::Value(value) => values.push((parameter.binder.local, value.clone())),
                Given::Function(function) => functions.push((place, Rc::clone(function))),
            }
        }
        (values, functions)
    }

    /// Makes all runs whose choices cost exactly what is left.
    fn choose(
        &self,
        values: &[(LocalId, Value)],
        whole: &Expr,
        decided: &mut Vec<Decision>,
        left: u32,
        of: &mut OfSize,
        expected: &mut Expected,
    ) {
        let asked = Cell::new(false);
        let mut decisions = decided.iter().cloned().chain(std::iter::from_fn(|| {
            asked.set(true);
            None
        }));
        let end = self.interpreter.under(values, whole, &mut decisions);
        match end {
            Err(fault) if fault.kind == FaultKind::Undecided && asked.get() => {
                for (decision, cost) in self.options(&fault, left) {
                    decided.push(decision);
                    self.choose(values, whole, decided, left - cost, of, expected);
                    decided.pop();
                }
            }
            // What was decided last is none of what can be chosen.
            Err(fault) if fault.kind == FaultKind::Undecided => {}
            end if left == 0 => expected.is_known &= of.add(said(end)),
            _ => {}
        }
    }

    /// What may be decided where a run has asked for it, with what it costs.
    fn options(&self, fault: &Fault, left: u32) -> Vec<(Decision, u32)> {
        let text = self.program.sources.text(fault.span).trim_start_matches('(');
        let integer = |n: i64| Decision::Integer(BigInt::from(n));
        let Some(left) = left.checked_sub(1) else { return Vec::new() };
        let most = 1i64 << left;
        let bits = |n: i64| 64 - n.unsigned_abs().leading_zeros();
        if text.contains("<+>") {
            vec![(Decision::Right(false), 1), (Decision::Right(true), 1)]
        } else if text.starts_with("bool-gen") {
            vec![(Decision::Boolean(false), 1), (Decision::Boolean(true), 1)]
        } else if text.starts_with("int-gen") {
            (1 - most..most).map(|n| (integer(n), 1 + bits(n))).collect()
        } else if text.starts_with("nat-gen") {
            (0..most).map(|n| (integer(n), 1 + bits(n))).collect()
        } else {
            let low = text.split_whitespace().nth(1).and_then(|low| low.parse::<i64>().ok());
            let Some(low) = low else {
                return (1 - most..most).map(|n| (integer(n), 1 + bits(n))).collect();
            };
            // Those that are not between the bounds are turned down.
            (0..most).map(|n| (integer(low + n), 1 + bits(n))).collect()
        }
    }

    /// A term in the scope of functions.
    fn with_functions(&self, functions: &[(usize, Rc<Expr>)], inner: &Expr) -> Expr {
        functions.iter().fold(inner.clone(), |inner, (place, function)| {
            let binder = self.property.parameters[*place].binder.clone();
            term(Kind::Let(binder, Box::new((**function).clone()), Box::new(inner)))
        })
    }

    /// What the property says where its inputs are these, those that are drawn among them.
    pub(crate) fn say(&self, (values, functions): &Bound) -> Said {
        let mut decisions = std::iter::empty();
        said(if functions.is_empty() {
            self.interpreter.under(values, &self.says, &mut decisions)
        } else {
            self.interpreter.under(values, &self.with_functions(functions, &self.says), &mut decisions)
        })
    }
}

impl Brute<'_> {
    /// What the property says where its inputs are the values of terms, the first of which is evaluated first.
    pub(crate) fn say_terms(&self, terms: Vec<Expr>) -> Said {
        let inputs = self.property.parameters.iter().zip(terms).rev();
        let whole = inputs.fold(self.says.clone(), |inner, (parameter, input)| {
            term(Kind::Let(parameter.binder.clone(), Box::new(input), Box::new(inner)))
        });
        said(self.interpreter.expression(&whole))
    }
}

/// The message of the error that stands for a premise which does not hold: no program here has such an error.
const DISCARDED: char = '\u{0}';

/// What a property says, with an error where a premise does not hold: as the documentation says which terms are premises.
fn judging(body: &Expr) -> Expr {
    let branch = |pattern: &Pattern, guard: &Option<Expr>, body| Branch {
        pattern: pattern.clone(),
        guard: guard.clone(),
        body,
    };
    let boolean = |con| Pattern::Construct(con, vec![]);
    let either = |condition: &Expr, yes: Expr, no: Expr| {
        let branches =
            vec![branch(&boolean(ConId::TRUE), &None, yes), branch(&boolean(ConId::FALSE), &None, no)];
        term(Kind::Case(Box::new(condition.clone()), branches))
    };
    let discarded = || {
        let text = vec![term(Kind::Character(DISCARDED)), term(Kind::Construct(ConId::NIL, vec![]))];
        term(Kind::Error(Box::new(term(Kind::Construct(ConId::CONS, text)))))
    };
    match &body.kind {
        Kind::Connective(Connective::Implies, premise, body) => either(premise, judging(body), discarded()),
        Kind::Connective(Connective::Or, left, right) => {
            either(left, term(Kind::Construct(ConId::TRUE, vec![])), judging(right))
        }
        Kind::Let(binder, value, body) => {
            Expr { kind: Kind::Let(binder.clone(), value.clone(), Box::new(judging(body))), span: value.span }
        }
        Kind::Case(value, branches) => {
            let of_two = branches.len() == 2 && branches.iter().all(|branch| branch.guard.is_none());
            let judged = branches.iter().enumerate().map(|(place, own)| {
                let is_last = place > 0 && place + 1 == branches.len() && own.guard.is_none();
                let is_open = matches!(own.pattern, Pattern::Wildcard | Pattern::Bind(_));
                let is_else = of_two && stands_for_false(branches, place);
                let says_nothing = matches!(own.body.kind, Kind::Construct(ConId::TRUE, _))
                    && (is_last && is_open && !stands_for_true(branches, place) || is_else);
                branch(&own.pattern, &own.guard, if says_nothing { discarded() } else { judging(&own.body) })
            });
            Expr { kind: Kind::Case(value.clone(), judged.collect()), span: body.span }
        }
        _ => body.clone(),
    }
}

/// Is a branch of two taken when a boolean is false?
fn stands_for_false(branches: &[Branch], place: usize) -> bool {
    is_boolean(&branches[place], ConId::FALSE)
}

/// Is a branch of two taken when a boolean is true?
fn stands_for_true(branches: &[Branch], place: usize) -> bool {
    let is_plain = branches.iter().all(|branch| branch.guard.is_none());
    let is_else = place == 1 && matches!(branches[1].pattern, Pattern::Wildcard);
    branches.len() == 2 && is_plain && is_else && is_boolean(&branches[0], ConId::FALSE)
}

fn is_boolean(branch: &Branch, con: ConId) -> bool {
    matches!(branch.pattern, Pattern::Construct(own, _) if own == con)
}

/// What the end of a run says.
fn said(end: Result<Value, Fault>) -> Said {
    match end {
        Ok(value) if value == Value::Construct(ConId::TRUE, Vec::new()) => Said::Passed,
        Ok(_) => Said::False,
        Err(fault) => match &fault.kind {
            FaultKind::Error(text) if text.starts_with(DISCARDED) => Said::Discarded,
            FaultKind::Undecided => Said::Unknown,
            kind if kind.is_limit() => Said::Unknown,
            _ => Said::Fault,
        },
    }
}

impl OfSize {
    /// Adds an input; returns whether its verdict is known.
    pub(crate) fn add(&mut self, said: Said) -> bool {
        match said {
            Said::Passed => self.passed += 1,
            Said::Discarded => self.discarded += 1,
            Said::False | Said::Fault => self.failed += 1,
            Said::Unknown => return false,
        }
        true
    }
}
