//! The engine's door: runs that stop at what they look at, against runs on whole arguments and the reference interpreter.

use std::collections::BTreeSet;

use pun::Limits;
use pun::core::{ConId, Field, GlobalId, Kind, Program, Type};
use pun::coverage::Coverage;
use pun::engine::{Argument, Build, Demand, Engine, Machine, Outcome, Term};
use pun::fault::{Fault, FaultKind};
use pun::load::{expression, load_text};
use pun::reference::Interpreter;
use pun::value::Value;

const PROGRAM: &str = "
data tree = leaf | node tree integer tree .
data stream = stop | next integer ~stream .

insert : integer -> tree -> tree .
insert k t = case t of
  ; leaf -> [node leaf k leaf]
  ; [node l x r] -> if k < x then [node (insert k l) x r] else if x < k then [node l x (insert k r)] else t .

elements : tree -> list integer .
elements t = case t of ; leaf -> [] ; [node l x r] -> append (elements l) (x :: elements r) .

shared : tree -> tree -> boolean .
shared t u = t == u || elements t <= elements u .

take-from : integer -> stream -> list integer .
take-from n s = if n <= 0 then [] else case s of ; stop -> [] ; [next x rest] -> x :: take-from (n - 1) rest .

ratio : integer -> list integer -> integer .
ratio n xs = case xs of ; [] -> n ; 0 :: rest -> ratio (n - 1) rest ; x :: _ | x > n -> x div n .

named : string -> integer -> integer .
named s n = if s == \"b\" && n == 2 then error s else if n < 0 then n mod (n + 1) else n .

fold : boolean -> list integer -> integer -> integer .
fold up xs = let f = if up then \\a b -> a + b else \\a b -> a - b in \\n -> case xs of ; [] -> n ; x :: _ -> f n x .

delayed : integer -> tree -> stream .
delayed n t = [next n (case t of ; [node _ x _] -> [next (x div n) stop])] .

late x = x .
";

const SEARCHED: [&str; 8] =
    ["insert", "elements", "shared", "take-from", "ratio", "named", "fold", "delayed"];

fn program(text: &str) -> Program {
    let loaded = load_text("engine.pun", text);
    loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

fn global(program: &Program, name: &str) -> GlobalId {
    let place = program.globals.iter().rposition(|global| &*global.name == name);
    GlobalId(place.expect("it is defined") as u32)
}

fn integer(value: i32) -> Value {
    Value::Integer(value.into())
}

/// The search of one function ends after this number of runs.
const MOST: usize = 2_000;

/// What the search has put at a position.
#[derive(Clone)]
enum Put {
    Value(Value),
    Construct(ConId, Vec<u32>),
    /// A call that gives what stands at another position.
    Call(u32),
}

/// A search by hand: all arguments up to a depth, a position decided when the run looks at it.
struct Search<'p> {
    program: &'p Program,
    engine: &'p Engine,
    function: GlobalId,
    arity: u32,
    /// The type of each position, how deep it is, and what was put there.
    positions: Vec<(Type, u32, Option<Put>)>,
    /// Runs on whole arguments.
    whole: Machine,
    ends: usize,
    faults: BTreeSet<String>,
}

/// A type with what its variables stand for.
fn instance(ty: &Type, arguments: &[Type]) -> Type {
    match ty {
        Type::Variable(number) => arguments[*number as usize].clone(),
        Type::Data(data, inner) => {
            Type::Data(*data, inner.iter().map(|ty| instance(ty, arguments)).collect())
        }
        other => other.clone(),
    }
}

impl Search<'_> {
    fn put(&mut self, ty: &Type, depth: u32) -> u32 {
        self.positions.push((ty.clone(), depth, None));
        self.positions.len() as u32 - 1
    }

    /// What may stand at a position.
    fn alternatives(&mut self, position: u32) -> Vec<Put> {
        let (ty, depth, _) = self.positions[position as usize].clone();
        let call = (depth < 2).then(|| Put::Call(self.put(&ty, depth + 1)));
        let values = match &ty {
            Type::Integer => [-1, 0, 2].map(|value| Put::Value(integer(value))).to_vec(),
            Type::Character => ['a', 'b'].map(|value| Put::Value(Value::Character(value))).to_vec(),
            Type::Data(data, arguments) => {
                let program = self.program;
                let mut all = Vec::new();
                for constructor in &program.datas[data.index()].constructors {
                    let fields = &program.constructors[constructor.index()].fields;
                    if depth < 3 || fields.is_empty() {
                        let put = |field: &Field| self.put(&instance(&field.ty, arguments), depth + 1);
                        all.push(Put::Construct(*constructor, fields.iter().map(put).collect()));
                    }
                }
                all
            }
            other => panic!("{other:?}"),
        };
        values.into_iter().chain(call).collect()
    }

    fn argument(&self, put: &Put) -> Argument {
        match put {
            Put::Value(value) => Argument::Value(value.clone()),
            Put::Construct(constructor, fields) => {
                Argument::Construct(*constructor, fields.iter().map(|field| Argument::Hole(*field)).collect())
            }
            Put::Call(of) => {
                let late = self.engine.definition(global(self.program, "late"));
                Argument::Call(late, vec![Argument::Hole(*of)])
            }
        }
    }

    /// A whole value for a position; where nothing was put, the smallest one.
    fn whole(&self, position: u32) -> Value {
        match &self.positions[position as usize] {
            (_, _, Some(Put::Value(value))) => value.clone(),
            (_, _, Some(Put::Construct(constructor, fields))) => {
                Value::Construct(*constructor, fields.iter().map(|field| self.whole(*field)).collect())
            }
            (_, _, Some(Put::Call(of))) => self.whole(*of),
            (Type::Integer, ..) => integer(0),
            (Type::Character, ..) => Value::Character('a'),
            (Type::Data(data, _), ..) => {
                let constructors = &self.program.datas[data.index()].constructors;
                let is_empty = |con: &&ConId| self.program.constructors[con.index()].fields.is_empty();
                Value::Construct(*constructors.iter().find(is_empty).expect("one is empty"), vec![])
            }
            (other, ..) => panic!("{other:?}"),
        }
    }

    fn go(&mut self, machine: &mut Machine, outcome: Outcome) {
        let Outcome::Demand(demand) = outcome else { return self.end(machine, outcome) };
        let before = self.positions.len();
        for put in self.alternatives(demand.position) {
            if self.ends >= MOST {
                break;
            }
            let argument = self.argument(&put);
            self.positions[demand.position as usize].2 = Some(put);
            let outcome = machine.answer(demand, &argument).expect("the demand is of this run");
            self.go(machine, outcome);
        }
        self.positions[demand.position as usize].2 = None;
        self.positions.truncate(before);
    }

    /// Compares the end of a run with that of runs on whole arguments.
    fn end(&mut self, machine: &Machine, outcome: Outcome) {
        self.ends += 1;
        let values: Vec<Value> = (0..self.arity).map(|position| self.whole(position)).collect();
        let arguments: Vec<Argument> = values.iter().cloned().map(Argument::Value).collect();
        let at = || format!("{} {values:?}", self.program.globals[self.function.index()].name);
        let found = ended(machine, outcome);
        let anew = self.whole.run(self.engine.definition(self.function), &arguments);
        let anew = ended(&self.whole, anew);
        assert!(is_alike(&found, &anew), "{}: {found:?}, {anew:?}", at());
        let limits = pun::reference::Limits { forced: 0, ..pun::reference::Limits::default() };
        let meant = Interpreter::new(self.program).with(limits).global(self.function, &values);
        match (&found, &meant) {
            (Ok(_), Ok(_)) => assert!(is_alike(&found, &meant), "{}: {found:?}, {meant:?}", at()),
            (Err(found), Err(meant)) => assert_eq!(found.to_string(), meant.to_string(), "{}", at()),
            _ => panic!("{}: {found:?}, {meant:?}", at()),
        }
        if let Err(fault) = found {
            self.faults.insert(fault.to_string());
        }
    }
}

fn ended(machine: &Machine, outcome: Outcome) -> Result<Value, Fault> {
    match outcome {
        Outcome::Value(word) => Ok(machine.value(word)),
        other => Err(other.fault().expect("it has ended")),
    }
}

/// Is what a search knows of an end what the other end is?
fn is_alike(known: &Result<Value, Fault>, whole: &Result<Value, Fault>) -> bool {
    match (known, whole) {
        (Ok(known), Ok(whole)) => is_part(known, whole),
        (Err(known), Err(whole)) => {
            let is_same = match (&known.kind, &whole.kind) {
                (FaultKind::NoBranch(known), FaultKind::NoBranch(whole)) => is_part(known, whole),
                (known, whole) => known == whole,
            };
            is_same && known.span == whole.span && known.calls == whole.calls
        }
        _ => false,
    }
}

fn is_part(known: &Value, whole: &Value) -> bool {
    match (known, whole) {
        (Value::Open, _) => true,
        (Value::Construct(own, parts), Value::Construct(other, others)) => {
            own == other && parts.iter().zip(others).all(|(part, other)| is_part(part, other))
        }
        (Value::Closure(own, _), Value::Closure(other, _)) => own == other,
        _ => known == whole,
    }
}

#[test]
fn a_search_by_hand_ends_as_runs_on_whole_arguments_do() {
    let program = program(PROGRAM);
    let engine = Engine::new(program.clone(), &Build::default(), Limits::default()).expect("it compiles");
    let (mut ends, mut faults) = (0, BTreeSet::new());
    for name in SEARCHED {
        let function = global(&program, name);
        let mut types = Vec::new();
        let mut ty = &program.globals[function.index()].scheme.ty;
        let Kind::Lambda(parameters, _) = &program.globals[function.index()].body.kind else {
            panic!("{name} has parameters")
        };
        while let Type::Arrow(sides) = ty
            && types.len() < parameters.len()
        {
            types.push(sides.0.clone());
            ty = &sides.1;
        }
        let arity = types.len() as u32;
        let positions = types.into_iter().map(|ty| (ty, 0, None)).collect();
        let faults = &mut faults;
        let (program, engine) = (&program, &engine);
        let mut search = Search {
            program,
            engine,
            function,
            arity,
            positions,
            whole: engine.machine(),
            ends: 0,
            faults: BTreeSet::new(),
        };
        let mut machine = engine.machine();
        let arguments: Vec<Argument> = (0..arity).map(Argument::Hole).collect();
        let outcome = machine.run(engine.definition(function), &arguments);
        search.go(&mut machine, outcome);
        faults.append(&mut search.faults);
        ends += search.ends;
    }
    assert!(ends > 1_000, "{ends}");
    assert_eq!(faults.into_iter().collect::<Vec<_>>(), ["b", "division by zero", "no branch fits"]);
}

/// An engine for one text, with a term that is a function.
fn engine(text: &str, term: &str, build: Build<'_>) -> Engine {
    let mut program = program(text);
    let (term, _) = expression(&mut program, term).expect("the term is right");
    Engine::new(program, &Build { terms: &[Term::function(&term)], ..build }, Limits::default())
        .expect("it compiles")
}

fn demand(outcome: Option<Outcome>) -> Demand {
    match outcome {
        Some(Outcome::Demand(demand)) => demand,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_demand_that_the_run_has_gone_back_from_is_answered_no_more() {
    let engine = engine("", r"\a b -> a + b", Build::default());
    let mut machine = engine.machine();
    let holes = [Argument::Hole(0), Argument::Hole(1)];
    let one = Argument::Value(integer(1));
    let a = demand(Some(machine.run(engine.term(0), &holes)));
    let b = demand(machine.answer(a, &one));
    let other = demand(machine.answer(a, &Argument::Value(integer(5))));
    assert_eq!((a.position, b.position, other.position), (0, 1, 1));
    assert!(machine.answer(b, &one).is_none());
    let Some(Outcome::Value(six)) = machine.answer(other, &one) else { panic!() };
    assert_eq!(machine.value(six), integer(6));
    let again = demand(Some(machine.run(engine.term(0), &holes)));
    assert!(machine.answer(a, &one).is_none());
    assert!(machine.answer(again, &one).is_some());
}

#[test]
fn a_position_that_is_a_call_of_itself_is_an_error() {
    let engine = engine("late x = x .", r"\n -> n + 1", Build::default());
    let late = engine.definition(global(engine.program(), "late"));
    let mut machine = engine.machine();
    let n = demand(Some(machine.run(engine.term(0), &[Argument::Hole(0)])));
    for of in [0, 1] {
        let mut outcome = machine.answer(n, &Argument::Call(late, vec![Argument::Hole(of)]));
        if let Some(Outcome::Demand(next)) = outcome {
            outcome = machine.answer(next, &Argument::Call(late, vec![Argument::Hole(0)]));
        }
        let fault = outcome.and_then(Outcome::fault).expect("it has no value");
        assert_eq!(fault.kind, FaultKind::NeedsItself(None));
    }
}

#[test]
fn a_delayed_call_is_made_once_and_only_if_it_is_looked_at() {
    let text = "f n = if n <= 0 then 0 else 1 + f (n - 1) . pick a b = if a > 100 then a + a else 0 .";
    let engine = engine(text, r"\a b -> pick a b", Build::default());
    let f = engine.definition(global(engine.program(), "f"));
    let call = |n| Argument::Call(f, vec![Argument::Value(integer(n))]);
    let mut machine = engine.machine();
    let Outcome::Value(value) = machine.run(engine.term(0), &[call(1_000), call(-1)]) else { panic!() };
    assert_eq!(machine.value(value), integer(2_000));
    let fuel = machine.footprint().fuel;
    assert!((1_000..1_020).contains(&fuel), "{fuel}");
    let wants_large = machine.run(engine.term(0), &[call(10), call(100_000_000)]);
    assert!(matches!(wants_large, Outcome::Value(_)), "{wants_large:?}");
}

#[test]
fn a_run_tells_which_limit_it_has_met() {
    let text = "deep n = 1 + deep (n + 1) . long n = long (n + 1) . wide n xs = wide (n + 1) (n :: xs) .";
    let engine =
        engine(text, r"\n -> case n of ; 0 -> deep 0 ; 1 -> long 0 ; _ -> wide 0 []", Build::default());
    let mut machine = engine.machine();
    machine.limit(Limits { fuel: 50_000, stack: 20_000, heap: 10_000 });
    let n = demand(Some(machine.run(engine.term(0), &[Argument::Hole(0)])));
    let limits = [FaultKind::TooDeep, FaultKind::OutOfFuel, FaultKind::OutOfMemory];
    for (value, kind) in (0..).zip(limits) {
        let outcome = machine.answer(n, &Argument::Value(integer(value)));
        let Some(Outcome::Limit(fault)) = outcome else { panic!("{outcome:?}") };
        assert_eq!(fault.kind, kind);
    }
    let footprint = machine.footprint();
    assert!(footprint.fuel < 50_000 && footprint.heap >= 10_000, "{footprint:?}");
}

#[test]
fn definitions_that_stay_calls_are_called() {
    let (text, term) = ("next n = n + 1 . twice n = next (next n) .", r"\n -> twice (next n)");
    let fuel = |calls: &[&str]| {
        let program = program(text);
        let calls: Vec<GlobalId> = calls.iter().map(|name| global(&program, name)).collect();
        let engine = engine(text, term, Build { calls: &calls, ..Build::default() });
        let mut machine = engine.machine();
        let Outcome::Value(value) = machine.run(engine.term(0), &[Argument::Value(integer(4))]) else {
            panic!()
        };
        assert_eq!(machine.value(value), integer(7));
        machine.footprint().fuel
    };
    assert_eq!([fuel(&[]), fuel(&["twice"]), fuel(&["next"]), fuel(&["next", "twice"])], [1, 2, 5, 5]);
}

#[test]
fn recording_what_is_evaluated_changes_no_outcome() {
    let program = program(PROGRAM);
    let functions: Vec<GlobalId> = SEARCHED.iter().map(|name| global(&program, name)).collect();
    let compiled =
        |build: &Build<'_>| Engine::new(program.clone(), build, Limits::default()).expect("it compiles");
    let plain = compiled(&Build::default());
    let covers = [program.main.as_ref().expect("it is a module").file];
    let counting = compiled(&Build { covers: &covers, calls: &functions, ..Build::default() });
    let tree = |n: i32| {
        let named =
            |name| program.constructors.iter().rposition(|con| &*con.name == name).expect("it is there");
        let [leaf, node] = ["leaf", "node"].map(|name| ConId(named(name) as u32));
        let leaf = || Value::Construct(leaf, vec![]);
        (0..n).fold(leaf(), |tree, k| Value::Construct(node, vec![tree, integer(k), leaf()]))
    };
    for n in -2..6 {
        for (function, arguments) in [
            ("insert", vec![integer(n), tree(3)]),
            ("shared", vec![tree(n), tree(3)]),
            ("elements", vec![tree(n)]),
        ] {
            let arguments: Vec<Argument> = arguments.into_iter().map(Argument::Value).collect();
            let ends = [&plain, &counting].map(|engine| {
                let mut machine = engine.machine();
                let outcome = machine.run(engine.definition(global(&program, function)), &arguments);
                ended(&machine, outcome).map_err(|fault| fault.kind)
            });
            assert_eq!(ends[0], ends[1], "{function} {n}");
        }
    }
    assert_eq!(plain.coverage(), Coverage::default());
    assert_ne!(counting.coverage(), Coverage::default());
}
