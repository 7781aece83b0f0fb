//! The proof of one generator: its goal, the lemmas, the measure of its recursion.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use pun::core::{Binder, Coverage, CoverageParameter, Expr, Generator, GlobalId, Kind, Program, Refinement};
use pun::source::Span;

use super::bounds::bounds;
use super::definitions::Definitions;
use super::gap::Gap;
use super::instances::{with_ends, with_instances};
use super::lemma::Lemma;
use super::logic::{Sort, Symbol, Term, Variable};
use super::pure::{Functions, Scope, UnsupportedTerm, fresh};
use super::reach::{Reach, qualify};
use super::smt::Script;
use super::solver::{Answer, Effort, Solver};

/// What became of a proof.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Whether it was found; otherwise why not.
    pub result: Result<ProofBasis, ProofFailure>,
    /// The number of queries.
    pub queries: u32,
    /// The largest number of universally and of existentially quantified variables in a formula of
    /// a query.
    pub quantifiers: (usize, usize),
    /// The time of all queries, and of everything.
    pub solver_time: Duration,
    /// The time of everything.
    pub time: Duration,
}

/// A proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofBasis {
    /// What decreases at each recursive call, as pun source; `None` if the generator has no
    /// recursive calls.
    pub measure: Option<String>,
    /// The lemmas of the file that were proved first.
    pub lemmas: Vec<String>,
    /// The other generators on whose coverage types it relies.
    pub relies_on: Vec<GlobalId>,
    /// The generators that are declared by their types alone, among these and the generators on
    /// which these rely.
    pub assumes: Vec<GlobalId>,
}

/// Why a proof was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofFailure {
    /// Something of the program has no meaning in the logic.
    Unsupported {
        /// What it is.
        what: String,
        /// Its place.
        span: Span,
    },
    /// The solver does not find that all values are produced, even if recursive calls need not
    /// decrease anything.
    Coverage(Gap),
    /// All values are produced, but no measure was found that decreases at the recursive calls.
    Measure,
    /// It relies on another generator, which has no proof.
    ReliesOn(GlobalId),
    /// No value belongs to the coverage type.
    Vacuous,
    /// The solver failed: what happened.
    Solver(String),
    /// The run was interrupted.
    Interrupted,
}

impl From<UnsupportedTerm> for ProofFailure {
    fn from(UnsupportedTerm { what, span }: UnsupportedTerm) -> Self {
        Self::Unsupported { what, span }
    }
}

/// How a proof is looked for: how deep definitions are unfolded, how hard the solver tries, and
/// whether it is asked about the values of one constructor after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct How {
    pub(super) depth: u32,
    pub(super) effort: Effort,
    pub(super) is_split: bool,
}

const QUICK: [How; 3] = [
    How { depth: 1, effort: Effort::Instances, is_split: false },
    How { depth: 2, effort: Effort::Instances, is_split: false },
    How { depth: 3, effort: Effort::Instances, is_split: false },
];

pub(super) const ALL: [How; 6] = [
    QUICK[0],
    QUICK[1],
    QUICK[2],
    How { is_split: true, ..QUICK[1] },
    How { depth: 1, effort: Effort::Models, is_split: false },
    How { depth: 2, effort: Effort::Models, is_split: false },
];

/// The time of a proof, in times of a query, up to the end of each of its steps: lemmas that are
/// stated, a proof with these, lemmas that are not stated, a proof with all, what is missing of it.
const STATED: u32 = 2;
const FIRST: u32 = 3;
const UNSTATED: u32 = 5;
const SECOND: u32 = 7;
const WHOLE: u32 = 8;

/// The least time to find a measure, once all values are known to be produced.
const MEASURE: u32 = 4;

/// How many times in a row a solver may not end in its time before it is asked nothing more about a
/// generator.
const OVERRUNS: u32 = 4;

/// The limit on the time of a query about a lemma.
const LEMMA: Duration = Duration::from_millis(500);

/// The least time of a query.
const LEAST: Duration = Duration::from_millis(10);

/// Looks for a proof that a generator produces each value of its coverage type.
pub(super) fn prove(program: &Program, generator: &Generator, solver: &Solver) -> Proof {
    let start = Instant::now();
    let functions = Functions::new(program);
    let mut proving = Proving {
        functions: &functions,
        definitions: Definitions::new(&functions),
        generator,
        solver,
        name: program.globals[generator.global.index()].name.to_string(),
        lemmas: Vec::new(),
        queries: 0,
        quantifiers: (0, 0),
        solver_time: Duration::ZERO,
        overruns: 0,
        start,
        until: solver.time().saturating_mul(WHOLE),
    };
    let result = proving.run();
    let Proving { queries, quantifiers, solver_time, .. } = proving;
    Proof { result, queries, quantifiers, solver_time, time: start.elapsed() }
}

pub(super) struct Proving<'a> {
    pub(super) functions: &'a Functions<'a>,
    definitions: Definitions<'a>,
    pub(super) generator: &'a Generator,
    solver: &'a Solver,
    name: String,
    /// The lemmas that are proved.
    lemmas: Vec<Lemma>,
    queries: u32,
    quantifiers: (usize, usize),
    solver_time: Duration,
    /// The number of times in a row that the solver did not end in its time.
    overruns: u32,
    start: Instant,
    /// The time after the start until which the solver is asked about what is done now.
    until: Duration,
}

/// The variables of a goal.
pub(super) struct Goal<'g> {
    /// The parameters that are values, and their places among all.
    pub(super) parameters: Vec<Variable>,
    pub(super) places: Vec<usize>,
    /// The places of parameters that are functions, with their coverage types and the variables in
    /// whose scope these are.
    functions: Vec<(usize, &'g Coverage, Scope)>,
    pub(super) value: Variable,
    /// The predicates of the coverage type.
    pub(super) given: Term,
}

impl<'a> Proving<'a> {
    fn run(&mut self) -> Result<ProofBasis, ProofFailure> {
        let goal = self.goal()?;
        let relies_on = self.relies_on();
        let any = self.reach(&goal, &|_, _| None)?;
        let how = self.with_lemmas(&goal, &any)?;
        self.until = self.share(WHOLE).max(self.start.elapsed() + self.share(MEASURE));
        let measure = if self.calls_itself() { Some(self.measure(&goal, how)?) } else { None };
        let lemmas = self.lemmas.iter().map(|lemma| lemma.name.clone()).collect();
        Ok(ProofBasis { measure, lemmas, relies_on, assumes: Vec::new() })
    }

    /// Proves that the values of a goal are produced, with the lemmas of the file, then with lemmas
    /// that are not stated. Returns how that was found.
    fn with_lemmas(&mut self, goal: &Goal<'_>, reach: &Term) -> Result<How, ProofFailure> {
        const WHAT: &str = "all values are produced";
        let mut open = self.stated();
        self.until = self.share(STATED);
        self.prove_lemmas(&mut open, Effort::Instances);
        self.until = self.share(FIRST);
        let quick = self.covers(goal, reach, WHAT, &QUICK);
        if !matches!(quick, Err(ProofFailure::Coverage(_))) {
            return quick;
        }
        self.until = self.share(UNSTATED);
        open.extend(self.unstated(&[&goal.given, reach])?);
        self.prove_lemmas(&mut open, Effort::Instances);
        if self.prove_bounds(&goal.given)? {
            let quick = self.covers(goal, reach, WHAT, &QUICK);
            if !matches!(quick, Err(ProofFailure::Coverage(_))) {
                return quick;
            }
        }
        self.prove_lemmas(&mut open, Effort::Models);
        self.until = self.share(SECOND);
        let all = self.covers(goal, reach, WHAT, &ALL);
        if !matches!(all, Err(ProofFailure::Coverage(_))) {
            return all;
        }
        self.until = self.share(WHOLE);
        let cases = self.gap(goal, reach)?;
        let lemmas = open.into_iter().filter_map(|lemma| Some((lemma.name, lemma.span?))).collect();
        Err(ProofFailure::Coverage(Gap { cases, lemmas }))
    }

    /// Returns the end of a share of the time.
    fn share(&self, times: u32) -> Duration {
        self.solver.time().saturating_mul(times)
    }

    fn goal(&self) -> Result<Goal<'a>, ProofFailure> {
        let coverage = &self.generator.coverage;
        let mut goal = Goal {
            parameters: Vec::new(),
            places: Vec::new(),
            functions: Vec::new(),
            value: Self::variable(&coverage.result)?,
            given: Term::TRUE,
        };
        let mut scope = Scope::new();
        let mut given = Vec::new();
        for (place, parameter) in coverage.parameters.iter().enumerate() {
            match parameter {
                CoverageParameter::Value(qualified) => {
                    let variable = Self::variable(qualified)?;
                    let value = Term::Variable(variable.clone());
                    given.push(qualify(self.functions, qualified, &value, &mut scope)?);
                    goal.parameters.push(variable);
                    goal.places.push(place);
                }
                CoverageParameter::Function(_, own) => goal.functions.push((place, own, scope.clone())),
            }
        }
        let value = Term::Variable(goal.value.clone());
        given.push(qualify(self.functions, &coverage.result, &value, &mut scope)?);
        Ok(Goal { given: Term::and(given), ..goal })
    }

    fn variable(qualified: &Refinement) -> Result<Variable, ProofFailure> {
        let binder = &qualified.binder;
        match Sort::of(&binder.ty) {
            Some(sort) => Ok(fresh(&binder.name, sort)),
            None => Err(ProofFailure::Unsupported {
                what: format!("`{}`, whose type is not first-order,", binder.name),
                span: binder.span,
            }),
        }
    }

    /// Returns what has to hold so that the generator produces the value of a goal.
    pub(super) fn reach(
        &self,
        goal: &Goal<'_>,
        falls: &dyn Fn(GlobalId, &[Term]) -> Option<Term>,
    ) -> Result<Term, UnsupportedTerm> {
        let program = self.functions.program;
        let generators: HashMap<GlobalId, &Generator> =
            program.generators.iter().map(|generator| (generator.global, generator)).collect();
        let (binders, body) = self.body();
        if binders.len() != self.generator.coverage.parameters.len() {
            let what = "a definition with other parameters than its coverage type".to_owned();
            return Err(UnsupportedTerm { what, span: body.span });
        }
        let locals = goal.functions.iter();
        let locals =
            locals.map(|(place, own, scope)| (binders[*place].local, (*own, scope.clone()))).collect();
        let value = Term::Variable(goal.value.clone());
        Reach::new(self.functions, generators, falls, locals).reach(body, &self.scope(goal), &value)
    }

    /// Returns the parameters of the definition of the generator, and its body.
    pub(super) fn body(&self) -> (&'a [Binder], &'a Expr) {
        let body = &self.functions.program.globals[self.generator.global.index()].body;
        match &body.kind {
            Kind::Lambda(binders, body) => (binders, body),
            _ => (&[], body),
        }
    }

    /// Returns the values of the parameters in the body of the generator.
    pub(super) fn scope(&self, goal: &Goal<'_>) -> Scope {
        let (binders, _) = self.body();
        let locals = goal.places.iter().filter_map(|place| Some(binders.get(*place)?.local));
        locals.zip(terms(&goal.parameters)).collect()
    }

    /// Returns the values of the parameters in the coverage type of a generator, except for
    /// functions.
    pub(super) fn arguments(generator: &Generator, values: impl IntoIterator<Item = Term>) -> Scope {
        let parameters = generator.coverage.parameters.iter().filter_map(|parameter| match parameter {
            CoverageParameter::Value(qualified) => Some(qualified.binder.local),
            CoverageParameter::Function(..) => None,
        });
        parameters.zip(values).collect()
    }

    /// Proves that the values of a goal are produced, in one of some ways, or says why not.
    pub(super) fn covers(
        &mut self,
        goal: &Goal<'_>,
        reach: &Term,
        what: &str,
        ways: &[How],
    ) -> Result<How, ProofFailure> {
        for how in ways {
            if self.covers_by(goal, reach, what, *how)? {
                let alone = How { effort: Effort::Instances, ..*how };
                let given = std::slice::from_ref(&goal.given);
                let alone = self.ask(given, alone, LEMMA, "no value is promised")?;
                return if alone == Answer::Unsatisfiable { Err(ProofFailure::Vacuous) } else { Ok(*how) };
            }
        }
        Err(ProofFailure::Coverage(Gap::default()))
    }

    /// Returns whether the values of a goal are proved to be produced in one way.
    fn covers_by(
        &mut self,
        goal: &Goal<'_>,
        reach: &Term,
        what: &str,
        how: How,
    ) -> Result<bool, ProofFailure> {
        let cases = if how.is_split { self.constructors(goal) } else { vec![(None, Term::TRUE)] };
        if how.is_split && cases.len() < 2 {
            return Ok(false);
        }
        for (_, is) in cases {
            let formulas = [goal.given.clone(), is, reach.clone().not()];
            let formulas: Vec<Term> = formulas.into_iter().filter(|formula| *formula != Term::TRUE).collect();
            if self.ask_in_time(&formulas, how, self.solver.time(), what)? != Answer::Unsatisfiable {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Asks about a part of what is to be proved.
    pub(super) fn asked(&mut self, formulas: &[Term], how: How) -> Result<Answer, ProofFailure> {
        self.ask_in_time(formulas, how, self.solver.time(), "some values are produced")
    }

    /// Asks the solver if time is left; otherwise the query is out of time. So is a query that took
    /// all of its time.
    fn ask_in_time(
        &mut self,
        formulas: &[Term],
        how: How,
        time: Duration,
        what: &str,
    ) -> Result<Answer, ProofFailure> {
        let left = self.until.saturating_sub(self.start.elapsed());
        if left < LEAST {
            let is_hanging = self.overruns > 0;
            return if is_hanging { Err(hangs()) } else { Ok(Answer::OutOfTime) };
        }
        let time = time.min(left);
        let begun = Instant::now();
        let answer = self.ask(formulas, how, time, what)?;
        let is_late = answer == Answer::Unknown && begun.elapsed() >= time;
        Ok(if is_late { Answer::OutOfTime } else { answer })
    }

    /// Asks whether some formulas can hold together, with definitions and lemmas.
    fn ask(
        &mut self,
        formulas: &[Term],
        how: How,
        time: Duration,
        what: &str,
    ) -> Result<Answer, ProofFailure> {
        if self.overruns >= OVERRUNS {
            return Err(hangs());
        }
        let program = self.functions.program;
        let mut script = Script::new(program);
        let formulas = &with_ends(formulas, program)[..];
        let facts = self.definitions.unfolded(formulas, how.depth)?;
        let mut stated: Vec<(&str, Term)> = formulas.iter().map(|formula| (what, formula.clone())).collect();
        for lemma in &self.lemmas {
            let about: Vec<Term> = formulas.iter().chain(&facts).cloned().collect();
            let own = lemma.facts(&self.definitions, self.functions, &about)?;
            stated.extend(own.into_iter().map(|fact| (&*lemma.name, fact)));
        }
        let (names, terms): (Vec<&str>, Vec<Term>) = stated.into_iter().unzip();
        for (name, term) in names.into_iter().zip(with_instances(&terms, program)) {
            script.assert(name, &term);
        }
        for fact in &facts {
            script.assert("definition", fact);
        }
        if script.is_broken {
            let span = self.generator.span;
            return Err(ProofFailure::Unsupported { what: "a type of this generator".to_owned(), span });
        }
        self.queries += 1;
        self.quantifiers.0 = self.quantifiers.0.max(script.quantifiers.0);
        self.quantifiers.1 = self.quantifiers.1.max(script.quantifiers.1);
        let name = format!("{}-{}", self.name, self.queries);
        let options = self.solver.options(time, how.effort);
        let head = format!("{}: {what}; unsat if so", self.name);
        let (answer, took) = self.solver.ask(&script.query(&options), (&name, &head), time);
        self.solver_time += took;
        match answer {
            Answer::Stopped => Err(ProofFailure::Interrupted),
            Answer::Failed(why) => Err(ProofFailure::Solver(why)),
            Answer::OutOfTime => {
                self.overruns += 1;
                Ok(answer)
            }
            _ => {
                self.overruns = 0;
                Ok(answer)
            }
        }
    }

    /// Returns the lemmas that the file states. A property that has no meaning in the logic is
    /// none.
    fn stated(&self) -> Vec<Lemma> {
        let properties = self.functions.program.properties.iter();
        let lemmas = properties.filter_map(|property| Lemma::of_property(self.functions, property).ok()?);
        lemmas.filter(|lemma| self.definitions.calls(&lemma.statement).is_ok()).collect()
    }

    /// Returns the lemmas that are tried for the predicates of some formulas.
    fn unstated(&self, formulas: &[&Term]) -> Result<Vec<Lemma>, ProofFailure> {
        let mut seen = HashSet::new();
        let mut all = Vec::new();
        for formula in formulas {
            for (symbol, _) in self.definitions.calls(formula)? {
                // How long a value is depends on its parts; of what is in it, nothing like that
                // holds.
                let has_number = symbol.result == Sort::Boolean && self.definitions.keeps_number(&symbol);
                if seen.insert(Arc::clone(&symbol)) && !has_number {
                    let name = &self.functions.program.globals[symbol.global.index()].name;
                    all.extend(Lemma::of_symbol(name, &symbol));
                }
            }
        }
        Ok(all)
    }

    /// Proves lemmas, each of which may need others, and leaves in `open` the lemmas that it cannot
    /// prove.
    fn prove_lemmas(&mut self, open: &mut Vec<Lemma>, effort: Effort) {
        loop {
            let before = open.len();
            for lemma in std::mem::take(open) {
                if self.is_proved(&lemma, effort) {
                    self.lemmas.push(lemma);
                } else {
                    open.push(lemma);
                }
            }
            if open.len() == before {
                return;
            }
        }
    }

    /// Proves lemmas on bounds by the predicates of a formula. Returns whether there are some.
    fn prove_bounds(&mut self, formula: &Term) -> Result<bool, ProofFailure> {
        let mut symbols: Vec<Arc<Symbol>> = Vec::new();
        let facts = self.definitions.unfolded([formula], 2)?;
        for formula in std::iter::once(formula).chain(&facts) {
            formula.visit(&mut Vec::new(), &mut |term, _| {
                if let Term::Apply(symbol, _) = term
                    && !symbols.contains(symbol)
                {
                    symbols.push(Arc::clone(symbol));
                }
            });
        }
        let before = self.lemmas.len();
        for [bound, strict] in
            bounds(&symbols, &self.definitions, self.functions.program).into_iter().flatten()
        {
            if self.is_proved(&bound, Effort::Instances) {
                let is_strict = self.is_proved(&strict, Effort::Instances);
                self.lemmas.push(if is_strict { strict } else { bound });
            }
        }
        Ok(self.lemmas.len() > before)
    }

    fn is_proved(&mut self, lemma: &Lemma, effort: Effort) -> bool {
        lemma.goals(self.functions).into_iter().any(|formulas| {
            [1, 2].iter().any(|&depth| {
                let how = How { depth, effort, is_split: false };
                let time = LEMMA.min(self.solver.time());
                self.ask_in_time(&formulas, how, time, &lemma.name) == Ok(Answer::Unsatisfiable)
            })
        })
    }

    /// Returns the generators other than this one on whose coverage types the proof relies.
    fn relies_on(&self) -> Vec<GlobalId> {
        let program = self.functions.program;
        let is_generator =
            |global: GlobalId| program.generators.iter().any(|generator| generator.global == global);
        let mut seen = HashSet::new();
        let mut open = self.functions.mentioned(self.generator.global);
        let mut found = Vec::new();
        while let Some(next) = open.pop() {
            if next == self.generator.global || !seen.insert(next) {
                continue;
            }
            if is_generator(next) {
                found.push(next);
            } else {
                open.extend(self.functions.mentioned(next));
            }
        }
        found.sort();
        found
    }

    fn calls_itself(&self) -> bool {
        self.functions.is_recursive(self.generator.global)
    }
}

/// Returns that the solver does not end by itself.
fn hangs() -> ProofFailure {
    ProofFailure::Solver("it does not end in its time".to_owned())
}

pub(super) fn terms(variables: &[Variable]) -> Vec<Term> {
    variables.iter().cloned().map(Term::Variable).collect()
}
