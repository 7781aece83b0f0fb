//! A library of rewriting rules, with an evaluator of its own: a second library whose tests can be
//! run.
//!
//! `f x (A y) = B x (g y)` is a rule, `f A _ = !text` one that fails. The first rule that fits is
//! taken. Evaluation is lazy: an argument is evaluated as far as a pattern needs. A result is
//! evaluated to its constructor.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use everycase_check::claims::stats::Labels;
use everycase_check::run::verdict::{Cause, Event, Failure, Profile, Subject, ToolLimit, Verdict};
use everycase_kernel::lazy::Run;
use everycase_kernel::{Alternative, At, Derivation, Shape};

use super::toy::signature;
use crate::expression::Expression;
use crate::fault::{Fault, Kind};
use crate::library::{ConstructorId, Library, Options, Provider, Signature, Step, Values};
use crate::subject::{Footprint, SourceCoverage, TestLibrary};
use crate::types::{DataId, Type};

/// The rules that a test may apply; ten times as many before it is a loop.
const STEPS: u64 = 200;

/// A library of rules.
pub(super) struct Rules {
    signature: Signature,
    all: Vec<Rule>,
    /// The rules that were applied, as bits.
    applied: AtomicU64,
    is_brief: AtomicBool,
    /// The number of bounds of which all tests were run.
    pub(super) bounds: AtomicU64,
}

struct Rule {
    function: u32,
    patterns: Vec<Pattern>,
    body: Term,
}

enum Pattern {
    Variable,
    Wildcard,
    Construct(ConstructorId, Vec<Pattern>),
    Constant(DataId, u32),
}

#[derive(Clone)]
enum Term {
    Variable(usize),
    Construct(ConstructorId, Vec<Term>),
    Constant(DataId, u32),
    Call(u32, Vec<Term>),
    Apply(usize, Vec<Term>),
    Fail(String),
}

/// A value, or what it will be computed from.
#[derive(Clone)]
enum Value {
    /// A position of the test.
    Hole(u32),
    Atom,
    Construct(ConstructorId, Vec<Value>),
    Constant(DataId, u32),
    Call(u32, Vec<Value>),
    Apply(Box<Value>, Vec<Value>),
    Select(Box<Value>, ConstructorId, u32),
    /// A call or a constructor on a path, which begins at a position.
    Dig(Box<Value>, u32),
    /// The body of a rule.
    Term(Term, Arc<[Value]>),
}

/// How a test ends without a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// A rule fails, given by its number.
    Declared(usize, String),
    /// No rule of a function fits.
    Crash(u32),
    Steps,
    /// A path does not fit the value.
    Void,
    /// A property is false.
    False(u32),
}

/// The state of an evaluation.
struct State<'r> {
    run: Option<&'r mut Run>,
    steps: u64,
    applied: BTreeSet<u64>,
}

impl Rules {
    /// Reads a signature, and rules that are separated from it by a line `--`.
    pub(super) fn new(text: &str) -> Arc<Self> {
        let (types, rules) = text.split_once("--").expect("two parts");
        let signature = signature(types);
        let lines = rules.lines().map(str::trim).filter(|line| !line.is_empty());
        let rules = lines.map(|line| Reader::new(&signature, line).rule(line)).collect();
        Arc::new(Self {
            signature,
            all: rules,
            applied: AtomicU64::new(0),
            is_brief: AtomicBool::new(false),
            bounds: AtomicU64::new(0),
        })
    }

    /// Evaluates a complete expression, without the kernel: returns how it ends if that is not with
    /// a value.
    pub(super) fn end(&self, expression: &Expression, steps: u64) -> (Option<Stop>, Footprint) {
        let mut state = State { run: None, steps, applied: BTreeSet::new() };
        let result = self.evaluate(value_of(expression), &mut state);
        (self.stop(result, expression.tested()), state.applied)
    }

    /// Returns how a test ends if that is not with a value.
    fn stop(&self, result: Result<Value, Stop>, tested: Option<u32>) -> Option<Stop> {
        match (result, tested) {
            (Ok(Value::Construct(id, _)), Some(function))
                if self.is_property(function) && &*self.signature.constructor(id).name == "False" =>
            {
                Some(Stop::False(function))
            }
            (Ok(_), _) => None,
            (Err(stop), _) => Some(stop),
        }
    }

    fn is_property(&self, function: u32) -> bool {
        self.name(function).starts_with("property")
    }

    fn name(&self, function: u32) -> &str {
        &self.signature.functions[function as usize].name
    }

    /// Returns the kind, the message and the place of an error.
    pub(super) fn error(&self, stop: &Stop) -> (Kind, String, Option<String>) {
        match stop {
            Stop::Declared(rule, text) => (Kind::Declared, text.clone(), Some(format!("rule {rule}"))),
            Stop::Crash(function) => {
                let name = self.name(*function);
                (Kind::Crash, "no rule fits".to_owned(), Some(format!("rules of {name}")))
            }
            Stop::Steps => (Kind::Loop, "too many steps".to_owned(), None),
            Stop::False(function) => (Kind::False, format!("{} is false", self.name(*function)), None),
            Stop::Void => unreachable!("it is no error"),
        }
    }

    /// Runs a test on positions.
    fn run_with(&self, run: &mut Run, steps: u64) -> (Option<Stop>, Option<u32>, Footprint) {
        let root = run.root();
        let mut state = State { run: Some(&mut *run), steps, applied: BTreeSet::new() };
        let result = self.evaluate(Value::Hole(root), &mut state);
        let applied = std::mem::take(&mut state.applied);
        for rule in &applied {
            self.applied.fetch_or(1 << rule, Ordering::Relaxed);
        }
        let shown = run.show(root).map(|seen| Expression::read(self, seen.at()));
        let tested = shown.as_ref().and_then(Expression::tested);
        (self.stop(result, tested), tested, applied)
    }

    fn replayed(&self, test: &Derivation, steps: u64) -> (Option<Stop>, Option<u32>, Footprint) {
        let mut run = Run::new();
        run.begin_replay(test);
        self.run_with(&mut run, steps)
    }

    /// Evaluates to a constructor, a constant, an atom or a call with too few arguments.
    fn evaluate(&self, mut value: Value, state: &mut State<'_>) -> Result<Value, Stop> {
        loop {
            value = match value {
                Value::Atom | Value::Construct(..) | Value::Constant(..) => return Ok(value),
                Value::Call(function, arguments) => {
                    if arguments.len() < self.signature.functions[function as usize].parameters.len() {
                        return Ok(Value::Call(function, arguments));
                    }
                    self.rewrite(function, arguments, state)?
                }
                Value::Hole(position) => Self::decided(position, state),
                Value::Apply(function, arguments) => match self.evaluate(*function, state)? {
                    Value::Call(function, mut first) => {
                        first.extend(arguments);
                        Value::Call(function, first)
                    }
                    Value::Construct(id, mut first) => {
                        first.extend(arguments);
                        Value::Construct(id, first)
                    }
                    _ => return Err(Stop::Void),
                },
                Value::Select(of, id, field) => match self.evaluate(*of, state)? {
                    Value::Construct(own, mut fields) if own == id => fields.swap_remove(field as usize),
                    _ => return Err(Stop::Void),
                },
                Value::Dig(of, path) => {
                    let of = self.evaluate(*of, state)?;
                    let run = state.run.as_mut().expect("a path is a position");
                    let options = run.payload::<Arc<Options>>(path).cloned();
                    let taken = run.force(path);
                    let Some(Options::Path(steps)) = options.as_deref() else { return Err(Stop::Void) };
                    match (steps[taken.alternative as usize], of) {
                        (Step::End, of) => return Ok(of),
                        (Step::Field(id, field), Value::Construct(own, mut fields)) if own == id => {
                            Value::Dig(fields.swap_remove(field as usize).into(), taken.fields)
                        }
                        (Step::Apply, of) => {
                            let applied = Value::Apply(of.into(), vec![Value::Hole(taken.fields)]);
                            Value::Dig(applied.into(), taken.fields + 1)
                        }
                        _ => return Err(Stop::Void),
                    }
                }
                Value::Term(term, values) => {
                    let all = |terms: Vec<Term>| -> Vec<Value> {
                        terms.into_iter().map(|term| later(term, &values)).collect()
                    };
                    match term {
                        Term::Variable(variable) => values[variable].clone(),
                        Term::Construct(id, fields) => Value::Construct(id, all(fields)),
                        Term::Constant(data, index) => Value::Constant(data, index),
                        Term::Call(function, arguments) => Value::Call(function, all(arguments)),
                        Term::Apply(function, arguments) => {
                            let function = values[function].clone();
                            Value::Apply(function.into(), all(arguments))
                        }
                        Term::Fail(_) => unreachable!("rules fail as a whole"),
                    }
                }
            };
        }
    }

    /// Returns what is at a position of the test.
    fn decided(position: u32, state: &mut State<'_>) -> Value {
        let run = state.run.as_mut().expect("there are positions in a run only");
        let Some(options) = run.payload::<Arc<Options>>(position).cloned() else { return Value::Atom };
        let Options::Terms(providers) = &*options else { unreachable!("paths are decided elsewhere") };
        let taken = run.force(position);
        let fields = |n: u32| (taken.fields..taken.fields + n).map(Value::Hole).collect();
        match providers[taken.alternative as usize] {
            Provider::Construct(id, n) => Value::Construct(id, fields(n)),
            Provider::Call(function, n) => Value::Call(function, fields(n)),
            Provider::Constant(data, index) => Value::Constant(data, index),
            Provider::Same => Value::Hole(taken.fields),
            Provider::Dig => Value::Dig(Value::Hole(taken.fields).into(), taken.fields + 1),
            Provider::Function => unreachable!("no functions are made"),
        }
    }

    /// Applies the first rule that fits.
    fn rewrite(
        &self,
        function: u32,
        mut arguments: Vec<Value>,
        state: &mut State<'_>,
    ) -> Result<Value, Stop> {
        state.steps = state.steps.checked_sub(1).ok_or(Stop::Steps)?;
        for (number, rule) in self.all.iter().enumerate().filter(|(_, rule)| rule.function == function) {
            let mut values = Vec::new();
            let mut fits = true;
            for (pattern, argument) in rule.patterns.iter().zip(&mut arguments) {
                fits = self.fits(pattern, argument, &mut values, state)?;
                if !fits {
                    break;
                }
            }
            if !fits {
                continue;
            }
            state.applied.insert(number as u64);
            return match &rule.body {
                Term::Fail(text) => Err(Stop::Declared(number, text.clone())),
                body => Ok(Value::Term(body.clone(), values.into())),
            };
        }
        Err(Stop::Crash(function))
    }

    fn fits(
        &self,
        pattern: &Pattern,
        value: &mut Value,
        values: &mut Vec<Value>,
        state: &mut State<'_>,
    ) -> Result<bool, Stop> {
        if !matches!(pattern, Pattern::Variable | Pattern::Wildcard) {
            *value = self.evaluate(value.clone(), state)?;
        }
        match (pattern, value) {
            (Pattern::Wildcard, _) => {}
            (Pattern::Variable, value) => values.push(value.clone()),
            (Pattern::Constant(data, index), Value::Constant(own, at)) => {
                return Ok(data == own && index == at);
            }
            (Pattern::Construct(id, patterns), Value::Construct(own, fields)) if id == own => {
                for (pattern, field) in patterns.iter().zip(fields) {
                    if !self.fits(pattern, field, values, state)? {
                        return Ok(false);
                    }
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn verdict(&self, run: &mut Run) -> Verdict {
        let (stop, tested, _) = self.run_with(run, STEPS);
        let Some(stop) = stop else { return Verdict::Passed };
        let cause = match &stop {
            Stop::Void => return Verdict::Discarded,
            Stop::Steps => {
                let (_, message, _) = self.error(&stop);
                let location = tested.map(|function| self.name(function).to_owned());
                if self.is_brief.load(Ordering::Relaxed) {
                    return Verdict::Undecided(Box::new(ToolLimit { message, location, may_fail: false }));
                }
                Cause::Limit { message, location }
            }
            Stop::False(_) => Cause::Returned(self.error(&stop).1),
            Stop::Declared(..) | Stop::Crash(_) => {
                let (_, message, location) = self.error(&stop);
                Cause::Panicked { message, location }
            }
        };
        let seen = run.excerpt(run.root()).map(Arc::new);
        Verdict::Failed(Box::new(Failure { seen, ..Failure::of(cause) }))
    }
}

/// Returns what a term will be evaluated to. A variable has its value already.
fn later(term: Term, values: &Arc<[Value]>) -> Value {
    match term {
        Term::Variable(variable) => values[variable].clone(),
        term => Value::Term(term, Arc::clone(values)),
    }
}

/// Returns a complete expression as what its value will be computed from.
fn value_of(expression: &Expression) -> Value {
    let all = |parts: &[Expression]| parts.iter().map(value_of).collect();
    match expression {
        Expression::Call(function, parts) => Value::Call(*function, all(parts)),
        Expression::Construct(id, parts) => Value::Construct(*id, all(parts)),
        Expression::Constant(data, index) => Value::Constant(*data, *index),
        Expression::Select(of, id, field) => Value::Select(value_of(of).into(), *id, *field),
        Expression::Apply(function, argument) => {
            Value::Apply(value_of(function).into(), vec![value_of(argument)])
        }
        Expression::Number(_) => Value::Atom,
        other => unreachable!("{other:?} is not complete"),
    }
}

impl Library for Rules {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn choice(&self, alternatives: Vec<Alternative>, options: Options) -> Shape {
        Shape::choice_with(alternatives, Arc::new(options))
    }

    fn options(&self, at: At<'_>) -> Option<Arc<Options>> {
        at.payload::<Arc<Options>>().cloned()
    }

    fn functions(&self, _: &Type) -> Option<Shape> {
        None
    }

    fn makes_functions(&self, _: &Type) -> bool {
        false
    }

    fn function_text(&self, _: At<'_>) -> String {
        unreachable!("no functions are made")
    }
}

impl Subject for Rules {
    fn run(&self, input: &mut Run, _: &mut Labels) -> Verdict {
        self.verdict(input)
    }

    fn profile(&self) -> Profile {
        Profile::parts()
    }

    fn notice(&self, event: Event) {
        match event {
            Event::Stream(stream) => self.is_brief.store(stream.is_sample(), Ordering::Relaxed),
            Event::Bound { is_complete } => {
                self.bounds.fetch_add(u64::from(is_complete), Ordering::Relaxed);
            }
        }
    }
}

impl TestLibrary for Rules {
    /// A test that applies a rule of `flaky` fails once only.
    fn fault(&self, test: &Derivation) -> Option<Fault> {
        let (stop, tested, applied) = self.replayed(test, STEPS * 10);
        let is_flaky = |rule: &u64| self.name(self.all[*rule as usize].function) == "flaky";
        let stop = stop.filter(|stop| *stop != Stop::Void && !applied.iter().any(is_flaky))?;
        let (kind, message, place) = self.error(&stop);
        let definition = tested.map(|function| self.name(function).into());
        Some(Fault { kind, shown: message.clone(), message, place, definition, source: String::new() })
    }

    fn text(&self, expression: &Expression) -> String {
        expression.shown(&self.signature).to_string()
    }

    fn covered(&self) -> Option<SourceCoverage> {
        let applied = self.applied.load(Ordering::Relaxed);
        let evaluated = (0..64).filter(|number| applied >> number & 1 == 1).collect();
        Some(SourceCoverage { evaluated, all: self.all.len() as u64 })
    }

    fn footprint(&self, test: &Derivation) -> Option<Footprint> {
        Some(self.replayed(test, STEPS * 10).2)
    }
}

/// Reads a rule.
struct Reader<'s> {
    signature: &'s Signature,
    words: Vec<String>,
    at: usize,
    variables: Vec<String>,
}

impl<'s> Reader<'s> {
    fn new(signature: &'s Signature, line: &str) -> Self {
        let line = line.split_once('!').map_or(line, |(left, _)| left);
        let spaced = line.replace('(', " ( ").replace(')', " ) ");
        let words = spaced.split_whitespace().map(str::to_owned).collect();
        Self { signature, words, at: 0, variables: Vec::new() }
    }

    fn rule(mut self, line: &str) -> Rule {
        let name = self.next().expect("a function");
        let function = self.function(&name).unwrap_or_else(|| panic!("{name} in {line}"));
        let mut patterns = Vec::new();
        while self.words[self.at] != "=" {
            patterns.push(self.pattern());
        }
        assert_eq!(patterns.len(), self.signature.functions[function as usize].parameters.len(), "{line}");
        self.at += 1;
        let body = match line.split_once('!') {
            Some((_, text)) => Term::Fail(text.to_owned()),
            None => self.term(),
        };
        Rule { function, patterns, body }
    }

    fn next(&mut self) -> Option<String> {
        let word = self.words.get(self.at).filter(|word| *word != ")")?.clone();
        self.at += 1;
        Some(word)
    }

    fn function(&self, name: &str) -> Option<u32> {
        self.signature.functions.iter().position(|function| &*function.name == name).map(|at| at as u32)
    }

    fn constructor(&self, name: &str) -> Option<ConstructorId> {
        let datas = (0..self.signature.datas.len() as u32).map(DataId);
        let mut all = datas.flat_map(|data| self.signature.numbered(data));
        all.find(|(_, own)| &*own.name == name).map(|(id, _)| id)
    }

    fn constant(&self, name: &str) -> Option<(DataId, u32)> {
        (0..).zip(&self.signature.datas).find_map(|(number, data)| {
            let Values::Constants(all) = &data.values else { return None };
            Some((DataId(number), all.iter().position(|own| **own == *name)? as u32))
        })
    }

    fn pattern(&mut self) -> Pattern {
        let word = self.next().expect("a pattern");
        if word == "(" {
            let head = self.next().expect("a constructor");
            let id = self.constructor(&head).expect(&head);
            let mut fields = Vec::new();
            while self.words[self.at] != ")" {
                fields.push(self.pattern());
            }
            self.at += 1;
            return Pattern::Construct(id, fields);
        }
        if let Some(id) = self.constructor(&word) {
            return Pattern::Construct(id, Vec::new());
        }
        if let Some((data, index)) = self.constant(&word) {
            return Pattern::Constant(data, index);
        }
        if word == "_" {
            return Pattern::Wildcard;
        }
        self.variables.push(word);
        Pattern::Variable
    }

    fn term(&mut self) -> Term {
        let head = self.next().expect("a term");
        if head == "(" {
            let inside = self.term();
            self.at += 1;
            return inside;
        }
        let mut arguments = Vec::new();
        while let Some(word) = self.next() {
            arguments.push(if word == "(" {
                let inside = self.term();
                self.at += 1;
                inside
            } else {
                self.named(&word, Vec::new())
            });
        }
        self.named(&head, arguments)
    }

    fn named(&self, name: &str, arguments: Vec<Term>) -> Term {
        if let Some(variable) = self.variables.iter().position(|own| own == name) {
            let is_value = arguments.is_empty();
            return if is_value { Term::Variable(variable) } else { Term::Apply(variable, arguments) };
        }
        if let Some(function) = self.function(name) {
            return Term::Call(function, arguments);
        }
        match self.constant(name) {
            Some((data, index)) => Term::Constant(data, index),
            None => Term::Construct(self.constructor(name).expect(name), arguments),
        }
    }
}
