//! A crate outside of pun that runs a pun program through its engine: a calculator is called with a term of which nothing is known,
//! and all ways in which it fails on small terms are found in one run: by a search by hand, and by a check that goes on after a
//! failure.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use everycase_check::check::collect;
use everycase_check::claims::stats::Labels;
use everycase_check::report::{About, Detail, Example, Input, Presentation, Report};
use everycase_check::run::verdict::{Profile, Subject, Verdict};
use everycase_check::settings::Settings;
use everycase_kernel::Derivations;
use everycase_kernel::lazy::Run;
use pun::Limits;
use pun::core::{DataId, Program, Type};
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
            let calls: Vec<&str> = fault.calls.iter().filter_map(|call| call.name.as_deref()).collect();
            format!("{}: {fault} in {}", show(program, term, None), calls.join(" in "))
        })
        .collect();
    let expected = [
        "[quotient [number 0] [number 0]]: division by zero in value",
        "[root [negated [number 1]]]: the root of a negative number in root-from",
        "[root [sum [number 1] [number 2]]]: no branch fits in root-from",
    ];
    assert_eq!(shown, expected);
}

/// The calculator on terms of which the kernel decides what a run looks at.
struct Calculator(Engine);

impl Calculator {
    fn verdict(&self, outcome: Outcome) -> Verdict {
        match outcome.fault() {
            Some(fault) => Verdict::Failed(Box::new(fault.failure(&self.0.program().sources))),
            None => Verdict::Passed,
        }
    }

    /// Returns how it fails on a term, as a report shows it.
    fn example(&self, term: &Value) -> Example {
        let program = self.0.program();
        let input = Input { name: "t".to_owned(), value: show(program, term, None), ..Input::default() };
        let call = [Argument::Value(term.clone())];
        let outcome = self.0.with_machine(|machine| machine.run(self.0.term(0), &call));
        let fault = outcome.fault().expect("it fails on the term");
        Example { inputs: vec![input], ..fault.example(program) }
    }
}

impl Subject for Calculator {
    fn run(&self, input: &mut Run, _: &mut Labels) -> Verdict {
        let outcome = self.0.with_machine(|machine| {
            let call = [Argument::Hole(input.root())];
            machine.resume(input).unwrap_or_else(|| machine.run_on(input, self.0.term(0), &call))
        });
        self.verdict(outcome)
    }

    fn profile(&self) -> Profile {
        Profile::parts()
    }
}

#[test]
fn a_check_that_goes_on_reports_every_way_in_which_a_program_fails() {
    let (engine, term) = calculator();
    let inputs =
        Inputs::new(Arc::clone(engine.program()), std::slice::from_ref(&term)).expect("it has terms");
    let derivations = Derivations::new(inputs.shape(&term));
    let calculator = Arc::new(Calculator(engine));
    let subject: Arc<dyn Subject> = Arc::clone(&calculator) as _;
    let settings = Settings { size: Some(6), tests: Some(100_000), seed: Some(1), ..Settings::default() };
    let plan = settings.fill("calculator");
    let limit = NonZeroUsize::new(10).expect("it is not 0");
    let collected = collect("calculator", &derivations, &subject, &plan, &[], limit);
    let mut collected = collected.expect("they can be enumerated");
    // The time of a run is no text to compare with.
    collected.checked.time = Duration::from_millis(5);
    let examples = collected
        .groups
        .iter()
        .map(|group| calculator.example(&inputs.value(&term, group.counterexample.input.root())));
    let shown = Presentation { has_inputs: true, examples: examples.collect(), ..Presentation::default() };
    let about =
        About { name: "calculator".to_owned(), file: "calculator.pun".to_owned(), ..About::default() };
    let report = Report::new(about, &plan, collected, shown);
    assert_eq!(report.text(Detail::Brief), BRIEF.trim_end());
    assert_eq!(report.text(Detail::Full), FULL.trim_end());
    let records = report.records();
    assert_eq!(records.iter().filter(|record| record.line().contains("\"event\":\"failure\"")).count(), 3);
}

const BRIEF: &str = "\
testing calculator: failed in 3 ways:
  1. the root of a negative number, at calculator.pun:13:22, in 75 runs
     t = [root [number -1]]
  2. division by zero, at calculator.pun:8:23, in 278 runs
     t = [quotient [number 0] [number 0]]
  3. no branch fits, at calculator.pun:15:8, in 22 runs
     t = [root [number 3]]
  all 1,159 inputs up to size 6 (in 5ms, up to the given size)
";

const FULL: &str = r#"testing calculator: failed in 3 ways:

  1 of 3, in 75 runs:
    t = [root [number -1]]
  error: the root of a negative number
    --> calculator.pun:13:22
     |
  13 |   else if n < 0 then error "the root of a negative number"
     |                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
     |
    ::: expression:1:7
     |
   1 | \t -> value t
     |       ------- in `root-from`, called here
  after 11 tests; no smaller input fails in this way

  2 of 3, in 278 runs:
    t = [quotient [number 0] [number 0]]
  error: division by zero
   --> calculator.pun:8:23
    |
  8 |   ; [quotient u v] -> value u div value v
    |                       ^^^^^^^^^^^^^^^^^^^
    |
   ::: expression:1:7
    |
  1 | \t -> value t
    |       ------- in `value`, called here
  after 15 tests; no smaller input fails in this way

  3 of 3, in 22 runs:
    t = [root [number 3]]
  error: no branch fits `3`
    --> calculator.pun:15:8
     |
  15 |   else case n of ; 2 -> 1 .
     |        ^^^^^^^^^^^^^^^^^^
     |
    ::: expression:1:7
     |
   1 | \t -> value t
     |       ------- in `root-from`, called here
     |
     = help: add a branch for it, or `; _ -> ..` for all that is left
  after 31 tests; no smaller input fails in this way

  all 1,159 inputs up to size 6 in 777 runs (in 5ms, up to the given size)
"#;
