//! A crate outside of pun that runs a pun program through its engine: a calculator is called with a term of which nothing is known,
//! and all ways in which it fails on small terms are found in one run: by a search by hand, and by a check that goes on after a
//! failure.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;

use everycase_check::check::collect;
use everycase_check::settings::Settings;
use everycase_check::stats::Labels;
use everycase_check::verdict::{Cause, Failure, LazySubject, Subject, Verdict};
use everycase_kernel::lazy::Run;
use everycase_kernel::{Derivation, Derivations};
use pun::Limits;
use pun::core::{DataId, Program, Type};
use pun::diagnostic::render;
use pun::engine::{Argument, Build, Engine, Machine, Outcome, Term};
use pun::fault::Fault;
use pun::inputs::Inputs;
use pun::load::{expression, load_text};
use pun::show::show;
use pun::source::Span;
use pun::value::Value;

const CALCULATOR: &str = "
data term = number integer | negated term | sum term term | quotient term term | root term .

value t = case t of
  ; [number n] -> n
  ; [negated u] -> 0 - value u
  ; [sum u v] -> value u + value v
  ; [quotient u v] -> value u div value v
  ; [root u] -> root-from 0 (value u) .

root-from r n =
  if r * r == n then r
  else if n < 0 then error \"the root of a negative number\"
  else if r * r < n then root-from (r + 1) n
  else case n of ; 2 -> 1 .
";

/// What was found: for each place and message the smallest term and the fault.
type Findings = BTreeMap<(Span, String), (usize, Value, Fault)>;

/// A position: its type, and what was put there, with the positions of a constructor's fields.
struct Position {
    ty: Type,
    put: Option<(Value, Vec<u32>)>,
}

struct Search<'p> {
    program: &'p Program,
    positions: Vec<Position>,
    findings: Findings,
}

impl Search<'_> {
    fn put(&mut self, ty: Type) -> Argument {
        self.positions.push(Position { ty, put: None });
        Argument::Hole(self.positions.len() as u32 - 1)
    }

    /// What may stand at a position, and what it costs.
    fn alternatives(&mut self, ty: &Type) -> Vec<(usize, Value)> {
        match ty {
            Type::Data(data, _) => {
                let constructors = &self.program.datas[data.index()].constructors;
                constructors.iter().map(|con| (1, Value::Construct(*con, vec![]))).collect()
            }
            _ => (0..=2).map(|n| (n, Value::Integer(n.into()))).collect(),
        }
    }

    /// Goes on at a demand in every way that a size allows.
    fn go(&mut self, machine: &mut Machine, outcome: Outcome, used: usize, size: usize) {
        match outcome {
            Outcome::Demand(demand) => {
                let before = self.positions.len();
                let ty = self.positions[demand.position as usize].ty.clone();
                for (cost, value) in self.alternatives(&ty) {
                    if used + cost > size {
                        continue;
                    }
                    let (argument, fields) = match &value {
                        Value::Construct(constructor, _) => {
                            let first = self.positions.len() as u32;
                            let types = self.program.constructors[constructor.index()].fields.iter();
                            let fields: Vec<Argument> =
                                types.map(|field| self.put(field.ty.clone())).collect();
                            let positions = (first..self.positions.len() as u32).collect();
                            (Argument::Construct(*constructor, fields), positions)
                        }
                        _ => (Argument::Value(value.clone()), vec![]),
                    };
                    self.positions[demand.position as usize].put = Some((value, fields));
                    let outcome = machine.answer(demand, &argument).expect("the demand is of this run");
                    self.go(machine, outcome, used + cost, size);
                    self.positions.truncate(before);
                }
                self.positions[demand.position as usize].put = None;
            }
            Outcome::Fault(fault) => {
                let cause = (fault.span, fault.to_string());
                if self.findings.get(&cause).is_none_or(|(known, ..)| used < *known) {
                    self.findings.insert(cause, (used, self.known(0), *fault));
                }
            }
            Outcome::Value(_) => {}
            other => panic!("{other:?}"),
        }
    }

    /// Returns what is known of a position.
    fn known(&self, position: u32) -> Value {
        match &self.positions[position as usize].put {
            Some((Value::Construct(con, _), fields)) => {
                Value::Construct(*con, fields.iter().map(|field| self.known(*field)).collect())
            }
            Some((value, _)) => value.clone(),
            None => Value::Open,
        }
    }
}

/// Returns the calculator, with the type of its terms.
fn calculator() -> (Engine, Type) {
    let mut program = load_text("calculator.pun", CALCULATOR).program.expect("the program is right");
    let (call, _) = expression(&mut program, r"\t -> value t").expect("the term is right");
    let build = Build { terms: &[Term::function(&call)], ..Build::default() };
    let term = program.datas.iter().rposition(|data| &*data.name == "term").expect("it is declared");
    let engine = Engine::new(program, &build, Limits::default()).expect("the program is small");
    (engine, Type::Data(DataId(term as u32), [].into()))
}

#[test]
fn one_search_finds_every_way_in_which_a_program_fails() {
    let (engine, term) = calculator();
    let program = engine.program();
    let mut search = Search { program, positions: vec![], findings: Findings::new() };
    let argument = search.put(term);
    let mut machine = engine.machine();
    let outcome = machine.run(engine.term(0), &[argument]);
    search.go(&mut machine, outcome, 0, 7);
    let findings = search.findings.values();
    let shown: Vec<String> = findings
        .map(|(_, term, fault)| {
            let diagnostic = render(&program.sources, &fault.diagnostic(program), false);
            let title = diagnostic.lines().next().unwrap_or_default().to_owned();
            let calls: Vec<&str> = fault.calls.iter().filter_map(|call| call.name.as_deref()).collect();
            format!("{}: {title} in {}", show(program, term, None), calls.join(" in "))
        })
        .collect();
    let expected = [
        "[quotient [number 0] [number 0]]: error: division by zero in value",
        "[root [negated [number 1]]]: error: the root of a negative number in root-from",
        "[root [sum [number 1] [number 2]]]: error: no branch fits `3` in root-from",
    ];
    assert_eq!(shown, expected);
}

/// The calculator on terms of which the kernel decides what a run looks at.
struct Calculator(Engine);

impl Calculator {
    fn verdict(&self, outcome: Outcome) -> Verdict {
        let Some(fault) = outcome.fault() else { return Verdict::Passed };
        let (line, column) = self.0.program().sources.line_and_column(fault.span);
        let location = Some(format!("calculator.pun:{line}:{column}"));
        Verdict::Failed(Box::new(Failure::of(Cause::Panicked { message: fault.to_string(), location })))
    }
}

impl Subject for Calculator {
    fn run(&self, input: &Derivation, labels: &mut Labels) -> Verdict {
        let mut run = Run::new();
        run.begin_replay(input);
        self.run_lazily(&mut run, labels)
    }

    fn lazily(&self) -> Option<&dyn LazySubject> {
        Some(self)
    }
}

impl LazySubject for Calculator {
    fn run_lazily(&self, input: &mut Run, _: &mut Labels) -> Verdict {
        let outcome = self.0.with_machine(|machine| {
            let call = [Argument::Hole(input.root())];
            machine.resume(input).unwrap_or_else(|| machine.run_on(input, self.0.term(0), &call))
        });
        self.verdict(outcome)
    }
}

#[test]
fn a_check_that_goes_on_gathers_every_way_in_which_a_program_fails() {
    let (engine, term) = calculator();
    let inputs =
        Inputs::new(Arc::clone(engine.program()), std::slice::from_ref(&term)).expect("it has terms");
    let derivations = Derivations::new(inputs.shape(&term));
    let program = Arc::clone(engine.program());
    let subject: Arc<dyn Subject> = Arc::new(Calculator(engine));
    let settings = Settings { size: Some(9), tests: Some(100_000), seed: Some(1), ..Settings::default() };
    let limit = NonZeroUsize::new(10).expect("it is not 0");
    let collected = collect("calculator", &derivations, &subject, &settings.fill("calculator"), &[], limit);
    let collected = collected.expect("they can be enumerated");
    let shown = collected.groups.iter().map(|found| {
        let value = inputs.value(&term, found.counterexample.input.root());
        let Cause::Panicked { message, .. } = &found.counterexample.failure.cause else {
            panic!("{found:?}")
        };
        format!("{}: {message} at {}", show(&program, &value, None), found.group.site)
    });
    let expected = [
        "[root [number -1]]: the root of a negative number at calculator.pun:13:22",
        "[quotient [number 0] [number 0]]: division by zero at calculator.pun:8:23",
        "[root [number 3]]: no branch fits at calculator.pun:15:8",
    ];
    assert_eq!(shown.collect::<Vec<_>>(), expected);
}
