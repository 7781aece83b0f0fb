//! The expressions that runs of the machine evaluate are those that runs of the reference interpreter evaluate: on random programs and on
//! the examples, for whole inputs, inputs that are answered on demand, searched ones, and runs that end with errors or at limits.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use everycase_kernel::lazy::{Probe, Run, Search};
use everycase_kernel::{Derivation, Derivations, Shape};

use pun::Limits;
use pun::core::{DataId, Expr, GlobalId, Kind, Program, Type};
use pun::coverage::Coverage;
use pun::engine::{Argument, Build, Engine, Entry, Machine, Outcome};
use pun::inputs::Inputs;
use pun::load::{load, load_text};
use pun::reference::{self, Interpreter};
use pun::source::{FileId, Span};
use pun::value::Value;

use crate::dice::Dice;
use crate::modes::LIMITS;
use crate::programs::program;
use crate::run::Place;
use crate::setting;
use crate::values::term;

/// The number of inputs on which a function is run.
const MOST: usize = 30;

/// What a function or property is run on.
struct Subject {
    name: Arc<str>,
    entry: Entry,
    types: Vec<Type>,
    /// Its value, where its inputs are the values of terms.
    whole: Whole,
}

enum Whole {
    /// A definition.
    Definition(Expr),
    /// A property.
    Property(usize),
}

#[derive(Default, Debug)]
struct Tally {
    inputs: usize,
    faults: usize,
    limits: usize,
    expressions: usize,
    outcomes: usize,
    searches: usize,
    answers: usize,
}

struct Oracle<'a> {
    inputs: &'a Inputs,
    engine: &'a Engine,
    covers: &'a [FileId],
    machine: Machine,
    tally: &'a mut Tally,
}

/// Returns the types of the parameters of a definition.
fn parameters(program: &Program, number: usize) -> Vec<Type> {
    let global = &program.globals[number];
    let Kind::Lambda(parameters, _) = &global.body.kind else { return Vec::new() };
    parameters.iter().map(|parameter| parameter.ty.clone()).collect()
}

/// Returns whether a type has abstract parts.
fn is_abstract(program: &Program, ty: &Type, seen: &mut Vec<DataId>) -> bool {
    match ty {
        Type::Integer | Type::Character | Type::Variable(_) => false,
        Type::Arrow(sides) => is_abstract(program, &sides.0, seen) || is_abstract(program, &sides.1, seen),
        Type::Data(data, arguments) => {
            let is_new = !seen.contains(data);
            seen.push(*data);
            let constructors = program.datas[data.index()].constructors.iter();
            let mut fields = constructors.flat_map(|own| &program.constructors[own.index()].fields);
            program.abstracts.iter().any(|own| own.data == *data)
                || arguments.iter().any(|ty| is_abstract(program, ty, seen))
                || is_new && fields.any(|field| is_abstract(program, &field.ty, seen))
        }
    }
}

fn holds_function(value: &Value) -> bool {
    match value {
        Value::Integer(_) | Value::Character(_) => false,
        Value::Construct(_, fields) => fields.iter().any(holds_function),
        _ => true,
    }
}

/// Compares the machine with the reference interpreter on all definitions and properties of a program.
fn compare(program: &Arc<Program>, tally: &mut Tally) -> Result<(), String> {
    let files = program.main.iter().chain(&program.modules).map(|module| module.file);
    let covers: Vec<FileId> = files.clone().chain([FileId(0)]).collect();
    let files: Vec<FileId> = files.collect();
    let has_inputs = |types: &[Type]| {
        types.iter().all(|ty| !is_abstract(program, ty, &mut Vec::new()))
            && types.iter().all(|ty| Inputs::new(Arc::clone(program), std::slice::from_ref(ty)).is_ok())
    };
    let definitions =
        program.globals.iter().enumerate().filter(|(_, global)| files.contains(&global.span.file));
    let definitions: Vec<(usize, Vec<Type>)> = definitions
        .map(|(number, _)| (number, parameters(program, number)))
        .filter(|(_, types)| has_inputs(types))
        .collect();
    let properties =
        program.properties.iter().enumerate().filter(|(_, property)| property.drawn().count() == 0);
    let properties: Vec<(usize, Vec<Type>)> = properties
        .map(|(number, property)| {
            (number, property.parameters.iter().map(|parameter| parameter.binder.ty.clone()).collect())
        })
        .filter(|(_, types): &(usize, Vec<Type>)| has_inputs(types))
        .collect();
    let types: Vec<Type> =
        definitions.iter().chain(&properties).flat_map(|(_, types)| types.clone()).collect();
    let inputs = Inputs::new(Arc::clone(program), &types).map_err(|error| error.message)?;
    let build = Build { covers: &covers, ..Build::default() };
    let engine =
        Engine::new(Arc::clone(inputs.program()), &build, LIMITS).map_err(|error| format!("{error:?}"))?;
    let mut subjects = Vec::new();
    for (number, types) in definitions {
        let global = GlobalId(number as u32);
        let whole = Whole::Definition(term(Kind::Global(global)));
        let name = program.globals[number].name.clone();
        subjects.push(Subject { name, entry: engine.definition(global), types, whole });
    }
    for (number, types) in properties {
        let name = program.properties[number].name.clone();
        let whole = Whole::Property(number);
        subjects.push(Subject { name, entry: engine.property(number), types, whole });
    }
    let machine = engine.machine();
    if engine.coverage() != Coverage::default() {
        return Err("something is evaluated before all runs".to_owned());
    }
    let mut oracle = Oracle { inputs: &inputs, engine: &engine, covers: &covers, machine, tally };
    subjects.iter().try_for_each(|subject| oracle.judge(subject))
}

impl Oracle<'_> {
    fn program(&self) -> &Arc<Program> {
        self.inputs.program()
    }

    fn judge(&mut self, subject: &Subject) -> Result<(), String> {
        let shapes = subject.types.iter().map(|ty| self.inputs.shape(ty));
        let derivations = Derivations::new(Shape::product(shapes));
        let (mut all, mut is_known, mut tried) = (Coverage::default(), true, 0);
        for size in 0..12 {
            let Ok(count) = derivations.count(size) else { break };
            if tried + usize::try_from(count).unwrap_or(MOST) > MOST && tried > 0 {
                break;
            }
            let mut walk = derivations.of_size(size).map_err(|error| error.to_string())?;
            while let Some(derivation) = walk.next().filter(|_| tried < MOST) {
                tried += 1;
                let (meant, is_limit) = self.meant(subject, derivation)?;
                is_known &= !is_limit;
                all.merge(&meant);
                self.one(subject, derivation, &meant, is_limit)?;
            }
            if tried >= MOST {
                break;
            }
            if is_known {
                self.search(subject, &derivations, size, &all)?;
            }
        }
        Ok(())
    }

    /// Returns what the reference interpreter evaluates, and whether it ends at a limit.
    fn meant(&self, subject: &Subject, derivation: &Derivation) -> Result<(Coverage, bool), String> {
        let root = derivation.root();
        let arguments = subject.types.iter().enumerate();
        let arguments = arguments.map(|(place, ty)| self.inputs.expr(ty, root.field(place)));
        let arguments: Vec<Expr> = arguments.collect::<Option<_>>().ok_or("an open input")?;
        let whole = match &subject.whole {
            Whole::Definition(mention) if arguments.is_empty() => mention.clone(),
            Whole::Definition(mention) => term(Kind::Apply(Box::new(mention.clone()), arguments)),
            Whole::Property(number) => {
                let property = &self.program().properties[*number];
                let inputs = property.parameters.iter().zip(arguments).rev();
                inputs.fold(property.body.clone(), |inner, (parameter, input)| {
                    term(Kind::Let(parameter.binder.clone(), Box::new(input), Box::new(inner)))
                })
            }
        };
        let limits = reference::Limits { steps: 20_000, depth: 5_000, forced: 0, nested: 5_000 };
        let noted = RefCell::new(Coverage::default());
        let interpreter = Interpreter::new(self.program()).with(limits).covering(&noted);
        let is_limit = interpreter.expression(&whole).is_err_and(|fault| fault.kind.is_limit());
        let covered = |span: &Span| *span != Span::NOWHERE && self.covers.contains(&span.file);
        let noted = noted.borrow();
        let mut meant: Coverage = noted.spans().into_iter().filter(covered).collect();
        for (condition, outcome) in noted.outcomes().into_iter().filter(|(span, _)| covered(span)) {
            meant.add_outcome(condition, outcome);
        }
        Ok((meant, is_limit))
    }

    /// Runs one input: whole, cut short, and answered on demand.
    fn one(
        &mut self,
        subject: &Subject,
        derivation: &Derivation,
        meant: &Coverage,
        is_limit: bool,
    ) -> Result<(), String> {
        self.tally.inputs += 1;
        self.tally.limits += usize::from(is_limit);
        let mut run = Run::new();
        run.begin_replay(derivation);
        self.engine.forget_coverage();
        let outcome = begin(&mut self.machine, subject, &mut run);
        self.tally.faults += usize::from(matches!(outcome, Outcome::Fault(_)));
        let found = self.engine.coverage();
        self.tally.expressions += found.spans().len();
        self.tally.outcomes += found.outcomes().len();
        self.alike(subject, "a whole input", meant, &found, !is_limit)?;
        self.engine.forget_coverage();
        let fuel = 1 + self.tally.inputs as u64 % 60;
        self.machine.limit(Limits { fuel, ..LIMITS });
        run.begin_replay(derivation);
        let outcome = begin(&mut self.machine, subject, &mut run);
        self.machine.limit(LIMITS);
        self.tally.limits += usize::from(outcome.is_limit());
        let cut = self.engine.coverage();
        self.alike(subject, "a run cut short", &cut, &found, !outcome.is_limit())?;
        let root = derivation.root();
        let values = subject.types.iter().enumerate();
        let values: Vec<Value> = values.map(|(place, ty)| self.inputs.value(ty, root.field(place))).collect();
        if !values.iter().any(holds_function) {
            self.engine.forget_coverage();
            self.answer(subject, values);
            let found = self.engine.coverage();
            self.alike(subject, "an answered input", meant, &found, !is_limit)?;
        }
        Ok(())
    }

    /// Answers demands with the parts of values, each twice.
    fn answer(&mut self, subject: &Subject, mut values: Vec<Value>) {
        let holes: Vec<Argument> = (0..values.len() as u32).map(Argument::Hole).collect();
        let mut outcome = self.machine.run(subject.entry, &holes);
        while let Outcome::Demand(demand) = outcome {
            self.tally.answers += 1;
            let argument = match &values[demand.position as usize] {
                Value::Construct(constructor, fields) => {
                    let (constructor, fields, first) = (*constructor, fields.clone(), values.len() as u32);
                    let holes = (first..first + fields.len() as u32).map(Argument::Hole).collect();
                    values.extend(fields);
                    Argument::Construct(constructor, holes)
                }
                value => Argument::Value(value.clone()),
            };
            self.machine.answer(demand, &argument).expect("it is a demand of this run");
            outcome = self.machine.answer(demand, &argument).expect("it is a demand of this run");
        }
    }

    /// Searches all inputs up to a size, each run resumed where its input differs from the one before.
    fn search(
        &mut self,
        subject: &Subject,
        derivations: &Derivations,
        size: u32,
        meant: &Coverage,
    ) -> Result<(), String> {
        self.engine.forget_coverage();
        let mut run = Run::new();
        if !run.begin_search(derivations, size).map_err(|error| error.to_string())? {
            return Ok(());
        }
        self.tally.searches += 1;
        let machine = &mut self.machine;
        while Search::next(&mut run).is_some() {
            let executed = Search::execute(&mut run, Probe::Never, |run| {
                let resumed = machine.resume(run);
                resumed.unwrap_or_else(|| begin(machine, subject, run));
                Some(true)
            });
            assert_eq!(executed, Ok(Some(true)));
        }
        let found = self.engine.coverage();
        self.alike(subject, &format!("inputs up to size {size}"), meant, &found, true)
    }

    /// Compares what is evaluated; unless `exactly`, the machine may evaluate more.
    fn alike(
        &self,
        subject: &Subject,
        what: &str,
        meant: &Coverage,
        found: &Coverage,
        exactly: bool,
    ) -> Result<(), String> {
        let sources = &self.program().sources;
        let shown = |span: Span| format!("{} {}", sources.place(span), sources.text(span));
        let of = |one: &Coverage, other: &Coverage| -> Vec<String> {
            let own = one.spans().into_iter().filter(|span| !other.contains(*span));
            let known = other.outcomes();
            let outcomes = one.outcomes().into_iter().filter(|outcome| !known.contains(outcome));
            let outcomes = outcomes.map(|(span, outcome)| format!("{} is {outcome}", shown(span)));
            own.map(shown).chain(outcomes).collect()
        };
        let (missed, more) = (of(meant, found), of(found, meant));
        if missed.is_empty() && (more.is_empty() || !exactly) {
            return Ok(());
        }
        Err(format!("{} on {what}: missed {missed:#?}, more {more:#?}", subject.name))
    }
}

fn begin(machine: &mut Machine, subject: &Subject, run: &mut Run) -> Outcome {
    let first = run.force(run.root()).fields;
    let holes: Vec<Argument> =
        (0..subject.types.len() as u32).map(|place| Argument::Hole(first + place)).collect();
    machine.run_on(run, subject.entry, &holes)
}

#[test]
fn runs_of_random_programs_evaluate_what_the_interpreter_evaluates() {
    let cases = setting("EVERYCASE_COVERAGE", 60);
    let seed = setting("EVERYCASE_COVERAGE_SEED", 1);
    let place = Place::new("coverage");
    let mut tally = Tally::default();
    for number in 0..cases {
        let program = program(&mut Dice::new(seed.wrapping_mul(1_000_003).wrapping_add(number)), 3);
        let (text, library) = program.texts();
        let name = match library {
            Some(library) => place.beside("library", &library),
            None => "random.pun".to_owned(),
        };
        let loaded = load_text(&name, &text).program.expect("it loads");
        compare(&loaded.into(), &mut tally).unwrap_or_else(|wrong| panic!("{wrong}\n{program}"));
    }
    println!("{tally:?}");
    assert!(tally.inputs > 1_000 && tally.faults > 10 && tally.searches > 100, "{tally:?}");
    assert!(tally.outcomes > 1_000, "{tally:?}");
}

/// All examples.
fn examples() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let (mut files, mut directories) = (Vec::new(), vec![root]);
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(directory).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "pun") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

#[test]
fn runs_of_the_examples_evaluate_what_the_interpreter_evaluates() {
    let mut tally = Tally::default();
    let mut wrong = String::new();
    for path in examples() {
        let Some(program) = load(&path).program else { continue };
        if let Err(what) = compare(&program.into(), &mut tally) {
            let _ = writeln!(wrong, "{}: {what}", path.display());
        }
    }
    println!("{tally:?}");
    assert!(wrong.is_empty(), "{wrong}");
    assert!(tally.inputs > 1_000 && tally.faults > 10 && tally.searches > 100, "{tally:?}");
    assert!(tally.outcomes > 1_000, "{tally:?}");
}
