//! Runs on expressions that the kernel decides mean what the expressions mean, written out and
//! interpreted.

mod grammar;

use everycase_kernel::lazy::{Draw, Holder, Probe, Run, Search};
use everycase_kernel::{Derivation, Derivations, Random, SeedableRng};
use num_bigint::BigInt;

use self::grammar::{Grammar, Meaning};
use crate::Limits;
use crate::core::{ConId, Expr, GlobalId, Program};
use crate::engine::{Argument, Build, Engine, Footprint, Machine, Outcome, Term};
use crate::fault::{Fault, FaultKind};
use crate::inputs::Inputs;
use crate::load::{expression, load_text, ty};
use crate::reference::Interpreter;
use crate::value::Value;

/// The end of a run, with the resources it has used.
#[derive(Clone, Debug, PartialEq)]
struct End {
    result: Result<Value, Option<Fault>>,
    fuel: u64,
}

fn begin(machine: &mut Machine, engine: &Engine, run: &mut Run) -> Outcome {
    let first = run.force(run.root()).fields;
    machine.run_on(run, engine.observe(), &[Argument::Hole(first), Argument::Hole(first + 1)])
}

fn end(machine: &Machine, outcome: Outcome) -> End {
    let Footprint { fuel, .. } = machine.footprint();
    let result = match outcome {
        Outcome::Value(word) => Ok(machine.value(word)),
        Outcome::Void => Err(None),
        other => Err(Some(other.fault().expect("the kernel decides everything"))),
    };
    End { result, fuel }
}

/// Searches the expressions of a grammar up to a size. Returns one for each class, with the end of
/// its run.
fn search(grammar: &Grammar, limits: Limits, size: u32) -> Vec<(Derivation, End)> {
    let engine = Engine::new(grammar.program.clone(), &Build::default(), limits).expect("it compiles");
    let mut machine = engine.machine();
    let (mut run, mut ends, mut begun) = (Run::new(), Vec::new(), 0);
    run.begin_search(&Derivations::new(grammar.shape(&engine)), size).expect("it can be enumerated");
    while Search::next(&mut run).is_some() {
        let mut ended = None;
        let executed = Search::execute(&mut run, Probe::Never, |run| {
            let outcome = machine.resume(run).unwrap_or_else(|| {
                begun += 1;
                begin(&mut machine, &engine, run)
            });
            ended = Some(end(&machine, outcome));
            Some(true)
        });
        assert_eq!(executed, Ok(Some(true)));
        ends.push((run.derivation(run.root()).expect("it is complete"), ended.expect("it has run")));
    }
    // A run goes on from the last changed decision, except that between the roots.
    assert!(begun <= grammar.root.len() || limits.stack < Limits::default().stack, "{begun}");
    // Each once more, from the beginning.
    let mut run = Run::new();
    for (derivation, ended) in &ends {
        run.begin_replay(derivation);
        let outcome = begin(&mut machine, &engine, &mut run);
        // Only a search leaves sums of open integers open.
        let (again, text) = (end(&machine, outcome), grammar.text(derivation.root()));
        match (&again.result, &ended.result) {
            (Ok(again), Ok(ended)) => assert!(agree(again, ended), "{text}: {again:?}, not {ended:?}"),
            (again, ended) => assert_eq!(again, ended, "{text}"),
        }
        assert_eq!(again.fuel, ended.fuel, "{text}");
    }
    ends
}

/// Returns whether two values agree in the parts that are known of both.
fn agree(a: &Value, b: &Value) -> bool {
    let is_function = |value: &Value| value.holds_function() && !matches!(value, Value::Construct(..));
    match (a, b) {
        (Value::Open, _) | (_, Value::Open) => true,
        (Value::Construct(c, xs), Value::Construct(d, ys)) => {
            c == d && xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| agree(x, y))
        }
        _ => a == b || is_function(a) && is_function(b),
    }
}

/// Returns the value of a closed term in a run without positions.
fn plain(program: Program, expr: &Expr) -> Result<Value, Fault> {
    let build = Build { terms: &[Term::closed(expr)], ..Build::default() };
    let engine = Engine::new(program, &build, Limits::default()).expect("it compiles");
    let mut machine = engine.machine();
    match machine.run(engine.term(0), &[]) {
        Outcome::Value(word) => Ok(machine.value(word)),
        other => Err(other.fault().expect("nothing is open")),
    }
}

/// Compares each class with its expression. Returns the number of values, faults and void runs.
fn compare(grammar: &Grammar, size: u32) -> [usize; 3] {
    let mut counts = [0; 3];
    for (derivation, end) in search(grammar, Limits::default(), size) {
        let text = grammar.text(derivation.root());
        let mut program = grammar.program.clone();
        let (expr, _) = expression(&mut program, &text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        let mut wanted = Interpreter::new(&program).expression(&expr);
        if end.result.is_ok() && wanted.is_err() {
            // The interpreter evaluates lazy fields of the result as well.
            wanted = plain(program, &expr);
        }
        match (&end.result, &wanted) {
            (Ok(value), Ok(wanted)) => {
                assert!(agree(value, wanted), "{text}: {value:?}, not {wanted:?}");
                counts[0] += 1;
            }
            (Err(Some(fault)), Err(wanted)) => {
                assert_eq!((fault.to_string(), fault.span), (wanted.to_string(), wanted.span), "{text}");
                counts[1] += 1;
            }
            // The path is written out as case distinctions with a single branch each.
            (Err(None), Err(wanted)) => {
                assert!(matches!(wanted.kind, FaultKind::NoBranch(_)), "{text}: {wanted:?}");
                assert_eq!(wanted.span.file, expr.span.file, "{text}");
                counts[2] += 1;
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    counts
}

/// A queue that only functions make: two lists, of which the second is reversed.
fn queue() -> Grammar {
    let text = "
data queue = queue (list integer) (list integer) .
empty = [queue [] []] .
push x q = case q of ; [queue front back] -> [queue front (x :: back)] .
turned q = case q of ; [queue [] back] -> [queue (reverse back) []] ; _ -> q .
pop q = case turned q of ; [queue (x :: front) back] -> [queue front back] .
first q = case turned q of ; [queue (x :: front) back] -> x ; _ -> error \"nothing is first\" .
ratio q = first q div first (pop q) .
";
    let mut grammar = Grammar::new(text);
    let [test, queue, integer, path, list] = [0, 1, 2, 3, 4];
    grammar.rule(test, Meaning::Call("ratio"), &[queue]).rule(test, Meaning::Call("first"), &[queue]);
    grammar.rule(queue, Meaning::Call("empty"), &[]).rule(queue, Meaning::Call("push"), &[integer, queue]);
    grammar.rule(queue, Meaning::Call("pop"), &[queue]);
    grammar.rule(integer, Meaning::Integer(0), &[]).rule(integer, Meaning::Call("first"), &[queue]);
    grammar.rule(path, Meaning::End, &[]).rule(path, Meaning::Field("queue", 0), &[list]);
    grammar.rule(path, Meaning::Field("queue", 1), &[list]);
    grammar.rule(list, Meaning::End, &[]).rule(list, Meaning::Field("::", 0), &[5]).rule(
        5,
        Meaning::End,
        &[],
    );
    grammar.rule(list, Meaning::Field("::", 1), &[list]);
    grammar.root = [(test, 5), (queue, path)].into();
    grammar
}

/// Streams whose tails are evaluated on demand, and may fail.
fn streams() -> Grammar {
    let text = "
data stream = stop | next integer ~stream .
numbers n = [next n (numbers (n + 1))] .
shifted f s = case s of ; [next x rest] -> [next (f x) (shifted f rest)] .
until n s = case s of ; stop -> stop ; [next x rest] -> if x == n then error \"found\" else [next x (until n rest)] .
ones = [next 1 ones] .
inverse n = 6 div n .
";
    let mut grammar = Grammar::new(text);
    let [stream, integer, function, path, head] = [0, 1, 2, 3, 4];
    grammar.rule(stream, Meaning::Construct("stop"), &[]).rule(stream, Meaning::Call("ones"), &[]);
    grammar.rule(stream, Meaning::Call("numbers"), &[integer]).rule(
        stream,
        Meaning::Call("until"),
        &[integer, stream],
    );
    grammar.rule(stream, Meaning::Call("shifted"), &[function, stream]);
    grammar.rule(stream, Meaning::Construct("next"), &[integer, stream]);
    grammar.rule(integer, Meaning::Integer(0), &[]).rule(integer, Meaning::Integer(2), &[]);
    grammar.rule(integer, Meaning::Observe, &[stream, head]).rule(
        integer,
        Meaning::Apply,
        &[function, integer],
    );
    grammar.rule(head, Meaning::Field("next", 0), &[5]).rule(5, Meaning::End, &[]);
    grammar.rule(head, Meaning::Field("next", 1), &[head]);
    grammar.rule(function, Meaning::Call("inverse"), &[]);
    grammar.rule(path, Meaning::End, &[]).rule(path, Meaning::Field("next", 1), &[path]);
    grammar.rule(path, Meaning::Field("next", 0), &[5]);
    grammar.root = [(stream, path)].into();
    grammar
}

/// Functions that return functions, partial applications and the function of an input.
fn functions() -> Grammar {
    let text = "
adder n = \\x -> x + n .
over f g = \\x -> f (g x) .
pick n = if n == 0 then error \"no function\" else \\x y -> x div (y - n) .
minus a b c = a - b - c .
twice f x = f (f x) .
";
    let mut grammar = Grammar::new(text);
    let [function, integer, binary, path, rest] = [0, 1, 2, 3, 4];
    grammar.rule(function, Meaning::Call("adder"), &[integer]);
    grammar.rule(function, Meaning::Call("over"), &[function, function]);
    grammar.rule(function, Meaning::Apply, &[binary, integer]);
    grammar.rule(function, Meaning::Call("minus"), &[integer, integer]);
    grammar.rule(function, Meaning::Call("twice"), &[function]);
    grammar.rule(binary, Meaning::Call("pick"), &[integer]).rule(binary, Meaning::Call("minus"), &[integer]);
    grammar.rule(integer, Meaning::Integer(1), &[]).rule(integer, Meaning::Integer(0), &[]);
    grammar.rule(integer, Meaning::Apply, &[binary, integer, integer]);
    grammar.rule(integer, Meaning::Same, &[1]);
    grammar.rule(integer, Meaning::Call("twice"), &[function, integer]);
    grammar.rule(path, Meaning::End, &[]).rule(path, Meaning::Arguments, &[integer, rest]);
    grammar.rule(rest, Meaning::End, &[]);
    grammar.rule(5, Meaning::Arguments, &[integer, integer, rest]).rule(
        5,
        Meaning::Arguments,
        &[integer, path],
    );
    grammar.root = [(function, path), (binary, 5)].into();
    grammar
}

/// Integers in orders, beside integers that calls make.
fn orders() -> Grammar {
    let text = "
clamp low high x = if low > high then error \"an empty range\" else if x < low then low else if x > high then high else x .
insert x xs = case xs of ; [] -> [x] ; y :: rest -> if x <= y then x :: xs else y :: insert x rest .
position x xs = case xs of ; y :: rest -> if x == y then 0 else 1 + position x rest .
before xs ys = if xs < ys then xs else ys .
";
    let mut grammar = Grammar::new(text);
    let [test, integer, list, path, elements] = [0, 1, 2, 3, 4];
    grammar.rule(test, Meaning::Call("clamp"), &[integer, integer, integer]);
    grammar.rule(test, Meaning::Call("position"), &[integer, list]);
    grammar.rule(integer, Meaning::Number, &[]).rule(
        integer,
        Meaning::Call("clamp"),
        &[integer, integer, integer],
    );
    grammar.rule(integer, Meaning::Call("position"), &[integer, list]);
    grammar.rule(list, Meaning::Construct("[]"), &[]).rule(list, Meaning::Construct("::"), &[integer, list]);
    grammar.rule(list, Meaning::Call("insert"), &[integer, list]).rule(
        list,
        Meaning::Call("before"),
        &[list, list],
    );
    grammar.rule(path, Meaning::End, &[]);
    grammar.rule(elements, Meaning::End, &[]).rule(elements, Meaning::Field("::", 0), &[path]);
    grammar.rule(elements, Meaning::Field("::", 1), &[elements]);
    grammar.root = [(test, path), (list, elements)].into();
    grammar
}

/// Closed terms: functions, one of which gets functions and lists, and a list that is evaluated
/// once it is needed.
fn closed_terms() -> Grammar {
    let text = "
data sign = minus | plus .
fold f e xs = case xs of ; [] -> e ; x :: rest -> f x (fold f e rest) .
kept p xs = case xs of ; [] -> error \"none is kept\" ; x :: rest -> if p x then [x] else kept p rest .
signed f s = 6 div f s .
use f n = f (\\x -> 7 div (x - n)) n .
";
    let mut grammar = Grammar::new(text);
    let [test, integer, list, path, elements] = [0, 1, 2, 3, 4];
    let terms = |grammar: &mut Grammar, nonterminal, ty| {
        grammar.rule(nonterminal, Meaning::Term(ty), &[]);
        nonterminal
    };
    let [binary, predicate, signs] =
        ["integer -> integer -> integer", "integer -> boolean", "sign -> integer"];
    let [binary, predicate, signs] =
        [(5, binary), (6, predicate), (7, signs)].map(|(n, ty)| terms(&mut grammar, n, ty));
    grammar.rule(test, Meaning::Call("fold"), &[binary, integer, list]);
    grammar.rule(test, Meaning::Call("signed"), &[signs, 8]).rule(8, Meaning::Construct("plus"), &[]);
    let higher = terms(&mut grammar, 9, "(integer -> integer) -> integer -> integer");
    grammar.rule(test, Meaning::Call("use"), &[higher, integer]);
    grammar.rule(integer, Meaning::Number, &[]).rule(integer, Meaning::Integer(2), &[]);
    grammar.rule(list, Meaning::Term("list integer"), &[]).rule(
        list,
        Meaning::Call("kept"),
        &[predicate, list],
    );
    grammar.rule(path, Meaning::End, &[]);
    grammar.rule(elements, Meaning::End, &[]).rule(elements, Meaning::Field("::", 0), &[path]);
    grammar.root = [(test, path), (list, elements)].into();
    grammar
}

#[test]
fn an_expression_that_functions_make_means_what_it_means_written_out() {
    let [values, faults, void] = compare(&queue(), 10);
    assert!(values > 100 && faults > 50 && void > 20, "{values} {faults} {void}");
}

#[test]
fn a_lazy_field_is_observed_on_demand() {
    let [values, faults, void] = compare(&streams(), 6);
    assert!(values > 100 && faults > 20 && void > 10, "{values} {faults} {void}");
}

#[test]
fn a_function_is_observed_by_its_results() {
    let [values, faults, _] = compare(&functions(), 7);
    assert!(values > 100 && faults > 20, "{values} {faults}");
}

#[test]
fn integers_of_expressions_are_put_in_orders() {
    let [values, faults, void] = compare(&orders(), 8);
    assert!(values > 100 && faults > 20 && void > 5, "{values} {faults} {void}");
}

#[test]
fn a_closed_term_at_a_position_means_what_it_means_written_out() {
    let [values, faults, void] = compare(&closed_terms(), 8);
    assert!(values > 100 && faults > 5 && void > 5, "{values} {faults} {void}");
}

/// Other terms have the same numbers in other runs, so a state that has one of them has no name.
#[test]
fn draws_that_share_what_they_learn_refute_no_other_terms() {
    let mut grammar = Grammar::new("three f n = if f n == 3 then [n] else [] .");
    let [list, function, integer, path, end_of_path] = [0, 1, 2, 3, 4];
    grammar.rule(list, Meaning::Call("three"), &[function, integer]).rule(integer, Meaning::Number, &[]);
    grammar.rule(function, Meaning::Term("integer -> integer"), &[]);
    grammar.rule(path, Meaning::Field("::", 0), &[end_of_path]).rule(end_of_path, Meaning::End, &[]);
    grammar.root = [(list, path)].into();
    let engine =
        Engine::new(grammar.program.clone(), &Build::default(), Limits::default()).expect("it compiles");
    let (mut machine, tests) = (engine.machine(), Derivations::new(grammar.shape(&engine)));
    let mut all = 0;
    for size in [8, 10] {
        let (mut fitting, mut run) = (0u128, Run::new());
        let mut walk = tests.of_size(size).expect("they can be counted");
        while let Some(test) = walk.next() {
            run.begin_replay(test);
            fitting += u128::from(!matches!(begin(&mut machine, &engine, &mut run), Outcome::Void));
        }
        assert!(run.begin_draws(&tests, size).expect("they are not too many"));
        run.with(|draw: &mut Draw, _| draw.set_sharing(true));
        let alive = |run: &Run| u128::try_from(run.as_draw().unwrap().alive()).unwrap();
        let (mut rng, mut quiet) = (Random::seed_from_u64(7), 0);
        while quiet < 20 * alive(&run) + 100 && Draw::next(&mut run, &mut rng) {
            let execute = |run: &mut Run| Some(!matches!(begin(&mut machine, &engine, run), Outcome::Void));
            let drawn = Draw::execute(&mut run, Probe::Never, execute).unwrap().unwrap();
            quiet = if drawn.is_void || !drawn.answer { 0 } else { quiet + 1 };
        }
        assert_eq!(alive(&run), fitting, "size {size}");
        all += fitting;
    }
    assert!(all > 5, "{all}");
}

#[test]
fn a_run_that_meets_a_limit_resumed_meets_it_from_the_beginning() {
    for limits in [
        Limits { fuel: 7, ..Limits::default() },
        Limits { stack: 40, ..Limits::default() },
        Limits { stack: 120, ..Limits::default() },
        Limits { heap: 30, ..Limits::default() },
    ] {
        let mut limited = 0;
        for (grammar, size) in
            [(queue(), 6), (streams(), 5), (functions(), 5), (orders(), 4), (closed_terms(), 6)]
        {
            let ends = search(&grammar, limits, size);
            let is_limit = |end: &End| matches!(&end.result, Err(Some(fault)) if fault.kind.is_limit());
            limited += ends.iter().filter(|(_, end)| is_limit(end)).count();
        }
        assert!(limited > 0, "{limits:?}");
    }
}

#[test]
fn a_call_that_fails_is_named_with_the_calls_around_it() {
    let mut grammar = queue();
    grammar.root = [(0, 5)].into();
    let mut found = Vec::new();
    for (derivation, end) in search(&grammar, Limits::default(), 7) {
        if let Err(Some(fault)) = end.result {
            let names: Vec<String> =
                fault.calls.iter().filter_map(|call| call.name.as_deref().map(str::to_owned)).collect();
            found.push(format!("{}: {fault} in {}", grammar.text(derivation.root()), names.join(", ")));
        }
    }
    for wanted in [
        "(first empty): nothing is first in first",
        "(first (push 0 (pop empty))): no branch fits in pop, push, turned, first",
        "(ratio (push (first empty) (push 0 empty))): nothing is first in first, ratio",
        "(ratio (push 0 (push 0 empty))): division by zero in ratio",
    ] {
        assert!(found.iter().any(|found| found == wanted), "{wanted}\n{}", found.join("\n"));
    }
}

/// The frames kept for decisions take too much memory, so the run begins anew without them.
#[test]
fn a_run_that_begins_anew_has_its_arguments() {
    let text = "walk n xs = case xs of ; [] -> n + 1 ; x :: rest -> walk n rest . same xs = xs .";
    let program = load_text("walk.pun", text).program.expect("it loads");
    let named = |name: &str| program.globals.iter().rposition(|global| &*global.name == name);
    let [walk, same] = ["walk", "same"].map(|name| GlobalId(named(name).expect("it is defined") as u32));
    let list = ty(&mut program.clone(), "list ()").expect("it is a type");
    let shape =
        Inputs::new(program.clone(), std::slice::from_ref(&list)).expect("it can be encoded").shape(&list);
    let limits = Limits { stack: 60, ..Limits::default() };
    let engine = Engine::new(program, &Build::default(), limits).expect("it compiles");
    let number: BigInt = BigInt::from(1) << 70_u32;
    let list = Argument::Call(engine.definition(same), vec![Argument::Hole(0)]);
    let list = Argument::Construct(ConId::CONS, vec![Argument::Construct(ConId::UNIT, vec![]), list]);
    let arguments = [Argument::Value(Value::Integer(number.clone())), list];
    let mut machine = engine.machine();
    let (mut run, mut ran) = (Run::new(), 0);
    run.begin_search(&Derivations::new(shape), 60).expect("it can be enumerated");
    while Search::next(&mut run).is_some() {
        let executed = Search::execute(&mut run, Probe::Never, |run| {
            let outcome = match machine.resume(run) {
                Some(outcome) => outcome,
                None => machine.run_on(run, engine.definition(walk), &arguments),
            };
            assert_eq!(end(&machine, outcome).result, Ok(Value::Integer(&number + 1)));
            ran += 1;
            Some(true)
        });
        assert_eq!(executed, Ok(Some(true)));
    }
    assert!(ran > 20, "{ran}");
}
