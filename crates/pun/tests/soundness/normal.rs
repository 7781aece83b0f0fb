//! Programs in A-normal form mean what they meant: for the reference interpreter and for the machine, on random programs, the prelude
//! and the examples.

use std::path::Path;

use pun::Limits;
use pun::core::{Branch, ConId, Draw, Expr, GlobalId, Kind, Program, Type};
use pun::engine::{Argument, Build, Engine, Options, Outcome};
use pun::fault::Fault;
use pun::load::{load, load_text};
use pun::normal::normal;
use pun::reference::{self, Interpreter};
use pun::value::Value;

use crate::dice::Dice;
use crate::programs::program;
use crate::run::Place;
use crate::typed;

/// Is a term a value once its parts are?
fn is_operand(program: &Program, term: &Expr) -> bool {
    match &term.kind {
        Kind::Local(_) | Kind::Integer(_) | Kind::Character(_) | Kind::Text(_) | Kind::Lambda(..) => true,
        Kind::Global(global) => matches!(program.globals[global.index()].body.kind, Kind::Lambda(..)),
        Kind::Construct(constructor, fields) => {
            let declared = &program.constructors[constructor.index()].fields;
            fields
                .iter()
                .zip(declared)
                .all(|(field, declared)| declared.is_lazy || is_operand(program, field))
        }
        _ => false,
    }
}

/// Checks that all operands within a term are values.
fn is_normal(program: &Program, term: &Expr) -> bool {
    let operand = |term: &Expr| is_operand(program, term) && is_normal(program, term);
    let inner = |term: &Expr| is_normal(program, term);
    match &term.kind {
        Kind::Local(_)
        | Kind::Force(_)
        | Kind::Global(_)
        | Kind::Integer(_)
        | Kind::Character(_)
        | Kind::Text(_)
        | Kind::Draw(Draw::Integer | Draw::Natural | Draw::Boolean) => true,
        Kind::Construct(constructor, fields) => {
            let declared = &program.constructors[constructor.index()].fields;
            let mut fields = fields.iter().zip(declared);
            fields.all(|(field, declared)| if declared.is_lazy { inner(field) } else { operand(field) })
        }
        Kind::Lambda(_, body) => inner(body),
        Kind::Rec(_, body) => inner(body),
        Kind::Apply(callee, arguments) => operand(callee) && arguments.iter().all(operand),
        Kind::Let(_, value, body) => inner(value) && !matches!(value.kind, Kind::Let(..)) && inner(body),
        Kind::Case(scrutinee, branches) => {
            let is_right = |Branch { guard, body, .. }: &Branch| guard.iter().all(inner) && inner(body);
            operand(scrutinee) && branches.iter().all(is_right)
        }
        Kind::Connective(_, a, b) => operand(a) && inner(b),
        Kind::Primitive(_, a, b) | Kind::Draw(Draw::Between(a, b)) => operand(a) && operand(b),
        Kind::Error(text) => operand(text),
        Kind::Choice(a, b) => inner(a) && inner(b),
    }
}

/// Some small values of a type, if it has no functions.
fn values(program: &Program, ty: &Type, depth: u32) -> Vec<Value> {
    match ty {
        Type::Integer | Type::Variable(_) => [-1, 0, 2].map(|value| Value::Integer(value.into())).to_vec(),
        Type::Character => vec![Value::Character('a')],
        Type::Arrow(_) => Vec::new(),
        Type::Data(data, arguments) => {
            let mut all = Vec::new();
            for constructor in &program.datas[data.index()].constructors {
                let fields = &program.constructors[constructor.index()].fields;
                if depth == 0 && !fields.is_empty() {
                    continue;
                }
                let of_field = |ty: &Type| match ty {
                    Type::Variable(number) => {
                        values(program, &arguments[*number as usize], depth.saturating_sub(1))
                    }
                    Type::Data(own, inner) if own == data && **inner == *own_arguments(inner.len()) => {
                        values(program, &Type::Data(*data, arguments.clone()), depth.saturating_sub(1))
                    }
                    _ => Vec::new(),
                };
                let mut rows = vec![Vec::new()];
                for field in fields {
                    let of_field = of_field(&field.ty);
                    rows = rows
                        .into_iter()
                        .flat_map(|row: Vec<Value>| {
                            of_field.iter().map(move |value| [&row[..], std::slice::from_ref(value)].concat())
                        })
                        .take(4)
                        .collect();
                }
                all.extend(rows.into_iter().map(|fields| Value::Construct(*constructor, fields)));
            }
            all
        }
    }
}

/// The arguments of a type within its own declaration.
fn own_arguments(count: usize) -> Vec<Type> {
    (0..count as u32).map(Type::Variable).collect()
}

/// An end of a run, to be compared: functions are not.
fn end(result: Result<Value, Fault>) -> Option<Result<Value, Fault>> {
    match result {
        Err(fault) if fault.kind.is_limit() => None,
        Ok(value) if !is_plain(&value) => None,
        other => Some(other),
    }
}

fn is_plain(value: &Value) -> bool {
    match value {
        Value::Construct(_, fields) => fields.iter().all(is_plain),
        Value::Closure(..) | Value::Partial(..) => false,
        _ => true,
    }
}

/// Returns one of the options of a choice.
fn first_option(options: &Options) -> Argument {
    Argument::Value(match options {
        Options::Booleans => Value::Construct(ConId::FALSE, vec![]),
        Options::Integers | Options::Naturals => Value::Integer(0.into()),
        Options::Between(low, _) => Value::Integer(low.clone()),
    })
}

/// Compares the definitions of a program from one file on with those of its normal form; how many runs were compared.
fn compare(program: &Program, first: u32) -> usize {
    let after = normal(program);
    typed::check(&after, first);
    let limits = Limits { fuel: 20_000, stack: 1 << 16, heap: 1 << 16 };
    let engines = [program, &after]
        .map(|each| Engine::new(each.clone(), &Build::default(), limits).expect("it compiles"));
    let [mut own, mut other] = engines.each_ref().map(Engine::machine);
    let steps = reference::Limits { steps: 20_000, depth: 5_000, ..reference::Limits::default() };
    let interpreters = [program, &after].map(|program| Interpreter::new(program).with(steps));
    for property in &after.properties {
        assert!(is_normal(&after, &property.body), "{}", property.name);
    }
    let mut runs = 0;
    for (number, global) in (0..).map(GlobalId).zip(&after.globals) {
        if global.span.file.0 < first {
            continue;
        }
        assert!(is_normal(&after, &global.body), "{}", global.name);
        let Kind::Lambda(parameters, _) = &global.body.kind else { continue };
        let mut rows = vec![Vec::new()];
        for parameter in parameters {
            let of = values(program, &parameter.ty, 2);
            let with = |row: &Vec<Value>| {
                of.iter().map(|value| [&row[..], std::slice::from_ref(value)].concat()).collect::<Vec<_>>()
            };
            rows = rows.iter().flat_map(with).take(20).collect();
        }
        for row in rows {
            let at = || format!("{} {row:?}", global.name);
            let [before, after] =
                interpreters.each_ref().map(|interpreter| end(interpreter.global(number, &row)));
            if let (Some(before), Some(after)) = (&before, &after) {
                assert_eq!(before, after, "{}", at());
                runs += 1;
            }
            let arguments: Vec<Argument> = row.iter().cloned().map(Argument::Value).collect();
            let ended = [(&mut own, &engines[0]), (&mut other, &engines[1])].map(|(machine, engine)| {
                let mut outcome = machine.run(engine.definition(number), &arguments);
                while let Outcome::Choice(choice) = outcome {
                    let option = first_option(&choice.options);
                    outcome = machine.choose(&choice, &option).expect("it is a choice of this run");
                }
                match outcome {
                    Outcome::Value(value) => end(Ok(machine.value(value))),
                    other => end(Err(other.fault().expect("it has ended"))),
                }
            });
            if let [Some(before), Some(after)] = ended {
                assert_eq!(before, after, "{}", at());
                runs += 1;
            }
        }
    }
    runs
}

#[test]
fn programs_in_normal_form_mean_what_they_meant() {
    let place = Place::new("normal");
    let mut runs = 0;
    for seed in 0..150 {
        let (text, library) = program(&mut Dice::new(seed), 3).texts();
        let name = library.map_or("random.pun".to_owned(), |library| place.beside("library", &library));
        let loaded = load_text(&name, &text);
        runs += compare(&loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics)), 1);
    }
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for name in ["bst", "functions", "generators", "red-black", "reg-exp", "sorting", "stlc", "streams"] {
        let program = load(&examples.join(name).with_extension("pun")).program.expect("it is right");
        runs += compare(&program, 0);
    }
    assert!(runs > 2_000, "{runs}");
}
