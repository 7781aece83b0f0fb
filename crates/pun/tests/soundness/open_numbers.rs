//! Random functions of integers that stay open under arithmetic, comparisons and `int-range`, against their values on
//! small inputs and on inputs at the ends of the integers' range. A few lines of Rust evaluate the functions.
//!
//! A search has a class for each set of inputs that it does not tell apart. If a comparison of the inputs with one input follows
//! the function, exactly one class says that its input is that one. So an input that no class covers is found, and so is one
//! that two classes cover.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

use everycase_kernel::lazy::{Probe, Run, Search};
use everycase_kernel::{Derivations, Range, Shape};
use num_bigint::BigInt;

use pun::Limits;
use pun::core::ConId;
use pun::engine::{Argument, Build, Engine, Machine, Outcome, Term, choices};
use pun::load::{expression, load_text};
use pun::value::Value;

use crate::dice::Dice;
use crate::setting;

/// The integers of an input: two that are given, and one that `int-range` chooses.
const NAMES: [&str; 3] = ["x", "y", "z"];

/// The maximal size of small inputs.
const SMALL: u32 = 5;

/// A size with room for all integers.
const ANY: u32 = 600;

/// An integer that a function computes.
enum Integer {
    Input(usize),
    Constant(BigInt),
    Plus(Box<Integer>, BigInt),
    Minus(Box<Integer>, BigInt),
    Sum(Box<[Integer; 2]>),
    Difference(Box<[Integer; 2]>),
    Times(Box<Integer>, BigInt),
    /// Divided by a number other than 0, and rounded down.
    Divided(Box<Integer>, BigInt),
    Modulo(Box<Integer>, BigInt),
    If(Box<Condition>, Box<Integer>, Box<Integer>),
}

enum Condition {
    Compared(&'static str, Integer, Integer),
    /// Two pairs, compared as values.
    Pairs(&'static str, [Integer; 4]),
    And(Box<Condition>, Box<Condition>),
}

/// A function of three integers, the last of which is chosen between two bounds.
struct Function {
    low: Integer,
    high: Integer,
    body: Integer,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// The list of these integers.
    List(Vec<BigInt>),
    Fault(String),
    Void,
}

impl Integer {
    fn value(&self, inputs: &[BigInt]) -> BigInt {
        match self {
            Self::Input(i) => inputs[*i].clone(),
            Self::Constant(constant) => constant.clone(),
            Self::Plus(integer, more) => integer.value(inputs) + more,
            Self::Minus(integer, less) => integer.value(inputs) - less,
            Self::Sum(both) => both[0].value(inputs) + both[1].value(inputs),
            Self::Difference(both) => both[0].value(inputs) - both[1].value(inputs),
            Self::Times(integer, factor) => integer.value(inputs) * factor,
            Self::Divided(integer, by) => divided(&integer.value(inputs), by),
            Self::Modulo(integer, by) => {
                let value = integer.value(inputs);
                &value - divided(&value, by) * by
            }
            Self::If(condition, yes, no) => if condition.holds(inputs) { yes } else { no }.value(inputs),
        }
    }

    /// Returns an integer computed from the first `inputs` inputs.
    fn random(dice: &mut Dice, inputs: usize, room: usize) -> Self {
        if room > 0 && dice.percent(40) {
            let condition = Condition::random(dice, inputs, room - 1);
            let [yes, no] = [0; 2].map(|_| Self::random(dice, inputs, room - 1));
            return Self::If(condition.into(), yes.into(), no.into());
        }
        Self::computed(dice, inputs)
    }

    fn computed(dice: &mut Dice, inputs: usize) -> Self {
        if dice.percent(65) {
            return Self::sum(dice, inputs);
        }
        let [one, other] = [0; 2].map(|_| Self::sum(dice, inputs));
        let small = BigInt::from(*dice.pick(&[-3, -2, -1, 1, 2, 2, 2, 3, 4, 6, 40]));
        let computed = match dice.below(6) {
            0 => Self::Sum([one, other].into()),
            1 => Self::Difference([one, other].into()),
            2 => Self::Times(one.into(), small),
            3 => Self::Divided(one.into(), small),
            4 => Self::Modulo(one.into(), small),
            _ => Self::Modulo(Box::new(Self::Divided(one.into(), small)), BigInt::from(2)),
        };
        match dice.below(6) {
            0 => Self::Plus(computed.into(), constant(dice)),
            1 => Self::Sum([computed, Self::sum(dice, inputs)].into()),
            2 => Self::Times(computed.into(), BigInt::from(*dice.pick(&[-1, 0, 2, 3]))),
            _ => computed,
        }
    }

    fn sum(dice: &mut Dice, inputs: usize) -> Self {
        let input = Self::Input(dice.below(inputs));
        match dice.below(9) {
            0 => Self::Constant(constant(dice)),
            1..3 => input,
            3..5 => Self::Plus(input.into(), constant(dice)),
            5..7 => Self::Minus(input.into(), constant(dice)),
            _ => Self::Minus(Self::Plus(input.into(), constant(dice)).into(), constant(dice)),
        }
    }
}

/// Divides, and rounds down.
fn divided(value: &BigInt, by: &BigInt) -> BigInt {
    let (quotient, rest) = (value / by, value % by);
    let is_below = rest != BigInt::ZERO && (rest < BigInt::ZERO) != (*by < BigInt::ZERO);
    if is_below { quotient - 1 } else { quotient }
}

/// Returns a constant: a small one, one of the first that are no offsets of positions any more, or one near the end of a range.
fn constant(dice: &mut Dice) -> BigInt {
    let small = BigInt::from(*dice.pick(&[-2, -1, 0, 1, 1, 1, 1, 2, 3]));
    let far = *dice.pick(&[27, 59, 60, 126, 127, 128]);
    match dice.below(12) {
        0 => (BigInt::from(1) << far) - small,
        1 => small - (BigInt::from(1) << far),
        _ => small,
    }
}

impl Condition {
    fn holds(&self, inputs: &[BigInt]) -> bool {
        let is = |with: &str, order: Ordering| match with {
            "<" => order.is_lt(),
            "<=" => order.is_le(),
            ">" => order.is_gt(),
            ">=" => order.is_ge(),
            "==" => order.is_eq(),
            _ => order.is_ne(),
        };
        match self {
            Self::Compared(with, a, b) => is(with, a.value(inputs).cmp(&b.value(inputs))),
            Self::Pairs(with, all) => {
                let [a, b, c, d] = all.each_ref().map(|part| part.value(inputs));
                is(with, (a, b).cmp(&(c, d)))
            }
            Self::And(one, other) => one.holds(inputs) && other.holds(inputs),
        }
    }

    fn random(dice: &mut Dice, inputs: usize, room: usize) -> Self {
        if room > 0 && dice.percent(20) {
            let [one, other] = [0; 2].map(|_| Self::random(dice, inputs, room - 1));
            return Self::And(one.into(), other.into());
        }
        let with = *dice.pick(&["<", "<=", ">", ">=", "==", "/="]);
        let [a, b, c, d] = [0; 4].map(|_| Integer::computed(dice, inputs));
        if dice.percent(15) { Self::Pairs(with, [a, b, c, d]) } else { Self::Compared(with, a, b) }
    }
}

impl Function {
    fn random(dice: &mut Dice) -> Self {
        let mut bound = || match dice.below(3) {
            0 => Integer::Constant(BigInt::from(*dice.pick(&[-2, -1, 0, 1, 2]))),
            _ => Integer::sum(dice, 2),
        };
        let (low, high) = (bound(), bound());
        Self { low, high, body: Integer::random(dice, 3, 2) }
    }

    /// Returns whether the third integer is chosen by its distance from the lower bound.
    fn is_from_low(&self) -> bool {
        matches!(self.low, Integer::Constant(_))
    }

    /// Returns the size of an input.
    fn size(&self, inputs: &[BigInt]) -> u32 {
        let [x, y, z] = inputs else { unreachable!("there are three integers") };
        let chosen = if self.is_from_low() { z - self.low.value(inputs) } else { z.clone() };
        [x, y, &chosen].map(|integer| integer.bits() as u32).iter().sum::<u32>() + 1
    }

    /// Returns the value, if the third integer is between the bounds and one of its stream.
    fn value(&self, inputs: &[BigInt]) -> Option<BigInt> {
        let (low, high, z) = (self.low.value(inputs), self.high.value(inputs), &inputs[2]);
        let is_in_stream = if self.is_from_low() { (z - &low).bits() <= 126 } else { is_within(z, 127) };
        (low <= *z && *z <= high && is_in_stream).then(|| self.body.value(inputs))
    }

    /// Returns whether there is no integer between the bounds.
    fn is_empty(&self, inputs: &[BigInt]) -> bool {
        self.low.value(inputs) > self.high.value(inputs)
    }
}

/// Returns whether an integer in two's complement has at most this number of bits.
fn is_within(integer: &BigInt, bits: u32) -> bool {
    let end = BigInt::from(1) << (bits - 1);
    -&end <= *integer && *integer < end
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(i) => f.write_str(NAMES[*i]),
            Self::Constant(constant) => write!(f, "{constant}"),
            Self::Plus(integer, more) => write!(f, "({integer} + {more})"),
            Self::Minus(integer, less) => write!(f, "({integer} - {less})"),
            Self::Sum(both) => write!(f, "({} + {})", both[0], both[1]),
            Self::Difference(both) => write!(f, "({} - {})", both[0], both[1]),
            Self::Times(integer, factor) => write!(f, "({factor} * {integer})"),
            Self::Divided(integer, by) => write!(f, "({integer} div {by})"),
            Self::Modulo(integer, by) => write!(f, "({integer} mod {by})"),
            Self::If(condition, yes, no) => write!(f, "(if {condition} then {yes} else {no})"),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Compared(with, a, b) => write!(f, "{a} {with} {b}"),
            Self::Pairs(with, [a, b, c, d]) => write!(f, "({a}, {b}) {with} ({c}, {d})"),
            Self::And(one, other) => write!(f, "{one} && {other}"),
        }
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "let z = int-range {} {} in let v = {} in ", self.low, self.high, self.body)
    }
}

/// A function, compiled in three ways.
struct Compiled {
    engine: Engine,
    machine: Machine,
    shape: Derivations,
}

#[derive(Clone, Copy)]
enum Way {
    /// The result is `[]`; the value is not decided.
    Plain,
    /// The result is the inputs and the value.
    Whole,
    /// The function also takes an input. The result is the value if that is the input, otherwise `[]`.
    Picked,
}

impl Compiled {
    fn new(function: &Function) -> Self {
        let mut program = load_text("open.pun", "").program.expect("it is right");
        let texts = [
            format!("\\x y -> {function} if v == v then [] else [0]"),
            format!("\\x y -> {function} [x, y, z, v]"),
            format!("\\x y a b c -> {function} if x == a && y == b && z == c then [v] else []"),
        ];
        let terms = texts.map(|text| {
            expression(&mut program, &text).unwrap_or_else(|error| panic!("{text}: {error:?}")).0
        });
        let terms = terms.each_ref().map(Term::function);
        let engine = Engine::new(program, &Build { terms: &terms, ..Build::default() }, Limits::default());
        let engine = engine.expect("it is small");
        let integer = || Shape::range(Range::signed(128));
        let shape = Derivations::new(Shape::product([integer(), integer(), choices()]));
        Self { machine: engine.machine(), engine, shape }
    }

    fn begin(&mut self, run: &mut Run, way: Way, picked: &[BigInt]) -> Outcome {
        let first = run.force(run.root()).fields;
        let given = [Argument::Hole(first), Argument::Hole(first + 1)];
        let picked = picked.iter().map(|integer| Argument::Value(Value::Integer(integer.clone())));
        let arguments: Vec<Argument> = given.into_iter().chain(picked).collect();
        self.machine.run_choosing(run, first + 2, self.engine.term(way as usize), &arguments)
    }

    fn end(&mut self, run: &mut Run, outcome: Outcome) -> End {
        match outcome {
            Outcome::Value(word) => {
                let (mut integers, mut rest) = (Vec::new(), self.machine.full_value(run, word));
                while let Value::Construct(ConId::CONS, fields) = &rest {
                    let Value::Integer(integer) = &fields[0] else { panic!("{:?} is no integer", fields[0]) };
                    integers.push(integer.clone());
                    rest = fields[1].clone();
                }
                End::List(integers)
            }
            Outcome::Void => End::Void,
            other => End::Fault(other.fault().expect("the kernel decides everything").to_string()),
        }
    }

    /// Searches all inputs up to a size. Returns the end of each class, and whether the size has excluded anything; `None` if there are
    /// more than `most` classes.
    fn search(&mut self, way: Way, picked: &[BigInt], size: u32, most: usize) -> Option<(Vec<End>, bool)> {
        let (mut run, mut classes) = (Run::new(), Vec::new());
        run.begin_search(&self.shape, size).expect("it can be enumerated");
        while Search::next(&mut run).is_some() {
            let mut end = None;
            let executed = Search::execute(&mut run, Probe::Never, |run| {
                let resumed = self.machine.resume(run);
                let outcome = resumed.unwrap_or_else(|| self.begin(run, way, picked));
                end = Some(self.end(run, outcome));
                Some(true)
            });
            assert_eq!(executed, Ok(Some(true)));
            let end = end.expect("it ends");
            classes.push((run.derivation(run.root()).expect("it is complete"), end));
            if classes.len() > most {
                return None;
            }
        }
        // The smallest input of each class, from the beginning.
        let mut replay = Run::new();
        for (smallest, end) in &classes {
            replay.begin_replay(smallest);
            let outcome = self.begin(&mut replay, way, picked);
            assert_eq!(self.end(&mut replay, outcome), *end);
        }
        Some((classes.into_iter().map(|(_, end)| end).collect(), run.was_cut()))
    }

    /// Checks that exactly one class has an input, if the function has a value for it within the size.
    fn pick(&mut self, function: &Function, inputs: &[BigInt], size: u32, most: usize) {
        let expected = function.value(inputs).filter(|_| function.size(inputs) <= size);
        let Some((ends, _)) = self.search(Way::Picked, inputs, size, most) else {
            panic!("{inputs:?} in more than {most} classes");
        };
        let is_value = |end: &&End| matches!(end, End::List(list) if !list.is_empty());
        let values: Vec<&End> = ends.iter().filter(is_value).collect();
        let expected: Vec<End> = expected.into_iter().map(|value| End::List(vec![value])).collect();
        assert_eq!(values, expected.iter().collect::<Vec<_>>(), "{inputs:?} up to size {size}");
    }

    /// Compares the runs on all inputs of a size, each of which is read from its beginning to its end, with the function's values.
    fn replay(&mut self, function: &Function, size: u32) {
        let (mut walk, mut run) = (self.shape.of_size(size).expect("they can be counted"), Run::new());
        let mut found = BTreeMap::new();
        while let Some(input) = walk.next() {
            run.begin_replay(input);
            let outcome = self.begin(&mut run, Way::Whole, &[]);
            let end = self.end(&mut run, outcome);
            if self.machine.choices_end(&mut run) && matches!(end, End::List(_)) {
                *found.entry(end).or_insert(0) += 1;
            }
        }
        // A literal bound may be far from 0.
        let far = |inputs: Vec<BigInt>| {
            vec![inputs[0].clone(), inputs[1].clone(), &inputs[2] + function.low.value(&inputs)]
        };
        let all = small(size).map(|inputs| if function.is_from_low() { far(inputs) } else { inputs });
        let of_size = all.filter(|inputs| function.size(inputs) == size);
        let expected: BTreeMap<End, u32> = of_size
            .filter_map(|inputs| {
                let value = function.value(&inputs)?;
                Some((End::List(inputs.into_iter().chain([value]).collect()), 1))
            })
            .collect();
        assert_eq!(found, expected, "of size {size}");
    }
}

/// Returns all inputs with integers of at most this size, and the third one a little larger.
fn small(size: u32) -> impl Iterator<Item = Vec<BigInt>> {
    let most = 1i64 << size;
    let own = move || 1 - most..most;
    own()
        .flat_map(move |x| own().map(move |y| (x, y)))
        .flat_map(move |(x, y)| (-2 - most..most + 2).map(move |z| [x, y, z].map(BigInt::from).to_vec()))
}

/// Returns an input with integers near an end of a range.
fn far(dice: &mut Dice, function: &Function) -> Vec<BigInt> {
    let mut integer = || {
        let end = BigInt::from(1) << *dice.pick(&[0, 59, 60, 126, 127, 127]);
        let near = BigInt::from(*dice.pick(&[0, 0, 1, 1, 2, 3]));
        match dice.below(3) {
            0 => near,
            1 => end - 1 - near,
            _ => near - end,
        }
    };
    let mut inputs = vec![integer(), integer()];
    let near = integer();
    let bound = if dice.percent(50) { &function.low } else { &function.high };
    let chosen = match dice.below(4) {
        0 => near,
        1 => bound.value(&inputs) + 1,
        2 => bound.value(&inputs) - 1,
        _ => bound.value(&inputs),
    };
    inputs.push(chosen);
    inputs
}

/// What the cases have covered.
#[derive(Debug, Default)]
struct Tally {
    functions: u32,
    /// Searches of all inputs of any size, and of those the ones that claim it.
    whole: u32,
    not_cut: u32,
    /// Inputs near the ends of ranges for which a function has a value.
    far: u32,
}

fn judge(seed: u64, tally: &mut Tally) {
    let dice = &mut Dice::new(seed);
    let function = Function::random(dice);
    println!("seed {seed}: {function}");
    let mut compiled = Compiled::new(&function);
    tally.functions += 1;
    let (ends, was_cut) = compiled.search(Way::Plain, &[], SMALL, usize::MAX).expect("there is no limit");
    let is_fault = |end: &End| matches!(end, End::Fault(_));
    // An input without a choice has the least size.
    let is_small = |inputs: &Vec<BigInt>| inputs[0].bits() + inputs[1].bits() <= u64::from(SMALL);
    let is_empty = small(SMALL).filter(is_small).any(|inputs| function.is_empty(&inputs));
    assert_eq!(ends.iter().any(is_fault), is_empty, "an empty range");
    if !was_cut {
        let more = compiled.search(Way::Plain, &[], SMALL + 4, usize::MAX).expect("there is no limit");
        assert_eq!(more, (ends, false), "more of any size");
    }
    let all: Vec<Vec<BigInt>> = small(3).filter(|inputs| function.size(inputs) <= SMALL + 1).collect();
    let values = all.iter().filter(|inputs| function.value(inputs).is_some()).cloned().collect();
    for some in [all, values] {
        for _ in 0..if some.is_empty() { 0 } else { 8 } {
            compiled.pick(&function, dice.pick::<Vec<BigInt>>(&some), SMALL, usize::MAX);
        }
    }
    if dice.percent(20) {
        for size in 0..4 {
            compiled.replay(&function, size);
        }
    }
    // Not if integers are decided.
    let Some((ends, was_cut)) = compiled.search(Way::Plain, &[], ANY, 200) else { return };
    tally.whole += 1;
    tally.not_cut += u32::from(!was_cut);
    if !was_cut {
        let more = compiled.search(Way::Plain, &[], ANY + 100, 200).expect("there are as many");
        assert_eq!(more, (ends, false), "more of any size");
    }
    for _ in 0..12 {
        let inputs = far(dice, &function);
        if inputs[..2].iter().all(|integer| is_within(integer, 128)) {
            tally.far += u32::from(function.value(&inputs).is_some());
            compiled.pick(&function, &inputs, ANY, 20_000);
        }
    }
}

#[test]
fn open_integers_have_the_values_of_decided_ones() {
    let cases = setting("EVERYCASE_OPEN_NUMBERS", 200);
    let mut tally = Tally::default();
    for seed in 0..cases {
        judge(seed, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.whole > tally.functions / 4 && tally.not_cut == tally.whole, "{tally:?}");
    assert!(tally.far > tally.functions / 2, "{tally:?}");
}
