//! Formulas read lazily: of a value that is decided as it is looked at.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use everycase::Lazy;
use everycase::lazy::{Pending, all, and, and_then, any, implies, or, or_else, pending};

use crate::formula::{Connective, Formula, How, Keys, Operand, Step, Walk};
use crate::types::{Integer, Type, Value};

/// How a formula is read.
pub(crate) struct Reader<'f> {
    pub(crate) formula: &'f Formula,
    pub(crate) root: &'f Type,
    /// Are connectives those of the library, or the operators of the language?
    pub(crate) connects: bool,
    /// What was seen since this was cleared.
    pub(crate) answers: RefCell<Vec<u64>>,
}

/// A part of a value, and its type.
type Part = (Type, Node);

/// A part of a value.
#[derive(Clone)]
pub(crate) enum Node {
    /// It is decided as it is looked at.
    Open(Lazy<Value>),
    /// It is a plain value.
    Known(Value),
    /// The product of a property's parameters.
    Parameters(Rc<[Node]>),
    /// A plain parameter that is not decided yet, since nothing has looked at it.
    Undecided,
}

impl Node {
    fn names_itself(&self, to_do: &mut Pending<'_>) {
        match self {
            Self::Open(value) => to_do.lazy(*value),
            Self::Known(value) => to_do.word(hash(value)),
            Self::Parameters(all) => all.iter().for_each(|part| part.names_itself(to_do)),
            Self::Undecided => {}
        }
    }
}

/// The number of a field.
fn index(field: usize) -> u32 {
    u32::try_from(field).expect("there are few fields")
}

pub(crate) fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl<'f> Reader<'f> {
    pub(crate) fn new(root: &'f Type, formula: &'f Formula, connects: bool) -> Self {
        Self { formula, root, connects, answers: RefCell::default() }
    }

    pub(crate) fn holds(&self, value: Lazy<Value>) -> bool {
        self.holds_for(self.formula, Node::Open(value))
    }

    /// Reads another formula of the same root.
    pub(crate) fn holds_for(&self, formula: &Formula, root: Node) -> bool {
        self.read(formula, &(self.root.clone(), root))
    }

    /// Decides all of a value.
    pub(crate) fn decide(&self, value: Lazy<Value>) -> Value {
        self.see_all(&(self.root.clone(), Node::Open(value)))
    }

    fn see(&self, answer: u64) {
        self.answers.borrow_mut().push(answer);
    }

    fn alternative(&self, (part, value): &Part) -> (usize, Vec<Part>) {
        let (alternative, fields): (usize, Box<dyn Fn(usize) -> Node>) = match value {
            Node::Open(value) => {
                let decided = value.decide();
                (decided.alternative(), Box::new(move |i| Node::Open(decided.field(index(i)))))
            }
            Node::Known(Value::Sum(alternative, fields)) => {
                (*alternative, Box::new(|i| Node::Known(fields[i].clone())))
            }
            Node::Parameters(all) => (0, Box::new(|i| all[i].clone())),
            Node::Known(Value::Number(_)) | Node::Undecided => unreachable!("it has no alternatives"),
        };
        self.see(alternative as u64);
        let (_, types) = part.alternatives().swap_remove(alternative);
        (alternative, (0..).zip(types).map(|(i, part)| (part, fields(i))).collect())
    }

    fn at(&self, part: &Part, path: &[(usize, usize)]) -> Option<Part> {
        let mut part = part.clone();
        for (alternative, field) in path {
            let (taken, mut fields) = self.alternative(&part);
            if taken != *alternative {
                return None;
            }
            part = fields.swap_remove(*field);
        }
        Some(part)
    }

    fn number_at(&self, part: &Part, path: &[(usize, usize)]) -> Option<(Type, Lazy<i128>)> {
        let (part, value) = self.at(part, path)?;
        matches!(part, Type::Number(_)).then(|| {
            let number = Self::lazy_number(&(part.clone(), value));
            (part, number)
        })
    }

    /// A part that is a number.
    fn lazy_number((part, value): &Part) -> Lazy<i128> {
        match (part, value) {
            (_, Node::Open(value)) => value.cast(),
            (Type::Number(numbers), Node::Known(Value::Number(number))) => match number.signed() {
                Some(signed) if numbers.is_signed() => Lazy::from(signed),
                _ => Lazy::from(number.bits()).cast(),
            },
            _ => unreachable!("it is a number"),
        }
    }

    fn number(&self, part: &Type, number: Lazy<i128>) -> Integer {
        let Type::Number(numbers) = part else { unreachable!("it is a number") };
        let found = if numbers.is_signed() {
            Integer::of(number.force())
        } else {
            Integer::natural(number.cast::<u128>().force())
        };
        self.see(hash(&found.bits()));
        found
    }

    /// Compares with a constant, which may be too large for a signed integer.
    fn compare(&self, a: Lazy<i128>, how: How, b: Integer) -> bool {
        match b.signed() {
            Some(b) => self.compare_as(a, how, b),
            None => self.compare_as(a.cast::<u128>(), how, b.bits()),
        }
    }

    fn compare_lifted(&self, a: Lazy<i128>, how: How, b: Integer) -> bool {
        match b.signed() {
            Some(b) => self.compare_as(a, how, Lazy::from(b)),
            None => self.compare_as(a.cast::<u128>(), how, Lazy::from(b.bits())),
        }
    }

    fn compare_as<N: everycase::lazy::Number>(
        &self,
        a: Lazy<N>,
        how: How,
        b: impl everycase::lazy::Operand<N> + Copy,
    ) -> bool {
        let result = match how {
            How::Below => a.lt(b),
            How::NotAbove => a.le(b),
            How::Above => a.gt(b),
            How::NotBelow => a.ge(b),
            // Only the order tells which class it is. To ask for it as well would hide what asking again decides.
            How::Equal if self.connects => a.eq(b),
            How::Different if self.connects => a.ne(b),
            How::Equal | How::Different | How::Is(_) => {
                let order = a.cmp(b);
                self.see(order as u64);
                return match how {
                    How::Equal => order.is_eq(),
                    How::Is(wanted) => order == wanted,
                    _ => order.is_ne(),
                };
            }
        };
        self.see(result.into());
        result
    }

    fn see_all(&self, part: &Part) -> Value {
        if let Type::Number(_) = part.0 {
            return Value::Number(self.number(&part.0, Self::lazy_number(part)));
        }
        let (alternative, fields) = self.alternative(part);
        Value::Sum(alternative, fields.iter().map(|field| self.see_all(field)).collect())
    }

    fn collect(&self, part: &Part, keys: &mut Vec<Lazy<i128>>) {
        if let Type::Number(_) = part.0 {
            return keys.push(Self::lazy_number(part));
        }
        let (_, fields) = self.alternative(part);
        for field in &fields {
            self.collect(field, keys);
        }
    }

    fn read(&self, formula: &Formula, root: &Part) -> bool {
        match formula {
            Formula::Constant(value) => *value,
            Formula::Is(path, alternative) => {
                let part = self.at(root, path).filter(|(part, _)| !matches!(part, Type::Number(_)));
                part.is_some_and(|part| self.alternative(&part).0 == *alternative)
            }
            Formula::Compare(path, how, operand) => {
                let Some((_, a)) = self.number_at(root, path) else { return false };
                match operand {
                    Operand::Constant(b) => self.compare(a, *how, *b),
                    Operand::Lifted(b) => self.compare_lifted(a, *how, *b),
                    Operand::At(path) => {
                        let Some((_, b)) = self.number_at(root, path) else { return false };
                        self.compare_as(a, *how, b)
                    }
                }
            }
            Formula::Number(path, modulus) => {
                let Some((part, number)) = self.number_at(root, path) else { return false };
                !hash(&self.number(&part, number).bits()).is_multiple_of(*modulus)
            }
            Formula::Whole(path, modulus) => {
                let Some(part) = self.at(root, path) else { return false };
                !hash(&self.see_all(&part)).is_multiple_of(*modulus)
            }
            Formula::Keys(path, keys) => {
                let Some(part) = self.at(root, path) else { return false };
                self.keys(*keys, &part)
            }
            Formula::Walk(path, walk) => {
                let Some(part) = self.at(root, path) else { return false };
                self.walk(walk, part)
            }
            Formula::Not(a) => !self.read(a, root),
            Formula::Join(connective, parts) => {
                let [a, b] = &**parts;
                let right = || {
                    let holds = self.read(b, root);
                    self.check_guard(*connective, a, root);
                    holds
                };
                self.join(*connective, || self.read(a, root), right)
            }
            Formula::All(parts) => {
                let [a, b, c] = [0, 1, 2].map(|i| move || self.read(&parts[i], root));
                if self.connects { all!(a(), b(), c()) } else { a() && b() && c() }
            }
            Formula::Any(parts) => {
                let [a, b, c] = [0, 1, 2].map(|i| move || self.read(&parts[i], root));
                if self.connects { any!(a(), b(), c()) } else { a() || b() || c() }
            }
            Formula::If(parts) => {
                let [condition, a, b] = &**parts;
                if self.read(condition, root) { self.read(a, root) } else { self.read(b, root) }
            }
        }
    }

    /// The right operand of a sequential connective is run only where the left one says so. A simple left operand is read again
    /// here, by which it is known of all values that look the same.
    fn check_guard(&self, connective: Connective, left: &Formula, root: &Part) {
        let wanted = match connective {
            Connective::AndThen | Connective::Implies => true,
            Connective::OrElse => false,
            _ => return,
        };
        if self.connects && matches!(left, Formula::Is(..) | Formula::Compare(..) | Formula::Number(..)) {
            assert_eq!(self.read(left, root), wanted, "the right operand was run unguarded");
        }
    }

    fn join(&self, connective: Connective, a: impl Fn() -> bool, b: impl Fn() -> bool) -> bool {
        use Connective::{And, AndThen, BothInOrder, EitherInOrder, Implies, Or, OrElse};
        match (connective, self.connects) {
            (And, true) => and(a, b),
            (Or, true) => or(a, b),
            (AndThen, true) => and_then(a, b),
            (OrElse, true) => or_else(a, b),
            (Implies, true) => implies(a, b),
            (And | AndThen | BothInOrder, _) => a() && b(),
            (Or | OrElse | EitherInOrder, _) => a() || b(),
            (Implies, false) => !a() || b(),
        }
    }

    fn keys(&self, test: Keys, part: &Part) -> bool {
        let mut keys = Vec::new();
        self.collect(part, &mut keys);
        match test {
            Keys::Chain(how) => keys.windows(2).all(|pair| self.compare_as(pair[0], how, pair[1])),
            Keys::Distinct => {
                let all = |i: usize| (0..i).map(move |j| (i, j));
                (0..keys.len()).flat_map(all).all(|(i, j)| self.compare_as(keys[i], How::Different, keys[j]))
            }
            Keys::Insert(how, index, constant) => {
                let mut sorted: Vec<Lazy<i128>> = Vec::new();
                for key in keys {
                    let at = sorted.iter().position(|other| self.compare_as(key, how, *other));
                    sorted.insert(at.unwrap_or(sorted.len()), key);
                }
                let chosen = sorted.get(index % sorted.len().max(1));
                chosen.is_some_and(|key| self.compare(*key, How::Below, constant))
            }
        }
    }

    fn walk(&self, walk: &Walk, part: Part) -> bool {
        let mut state = walk.seed % walk.states;
        let mut parts = vec![(part, false)];
        let mut last: Option<Lazy<i128>> = None;
        while !parts.is_empty() && !walk.ends(state) {
            if walk.is_named {
                Self::name(state, &parts, last);
            }
            let (part, was_seen) = parts.swap_remove(walk.mix(state, 0) as usize % parts.len());
            let answer = if matches!(part.0, Type::Number(_)) {
                let number = Self::lazy_number(&part);
                let answer = match (walk.step(state), last) {
                    (Step::Compare(how, constant), _) => u64::from(self.compare(number, how, constant)),
                    (Step::CompareWithLast(how), Some(last)) => u64::from(self.compare_as(number, how, last)),
                    (Step::Decide | Step::CompareWithLast(_), _) => {
                        hash(&self.number(&part.0, number).bits())
                    }
                };
                if !was_seen {
                    parts.push((part, true));
                }
                if walk.remembers(state) {
                    last = Some(number);
                }
                answer
            } else {
                let (alternative, fields) = self.alternative(&part);
                parts.extend(fields.into_iter().map(|field| (field, false)));
                alternative as u64
            };
            state = walk.next(state, answer);
        }
        walk.verdict(state)
    }

    /// Names what a walk has still to do.
    fn name(state: u64, parts: &[(Part, bool)], last: Option<Lazy<i128>>) {
        pending(|to_do| {
            to_do.word(state);
            for ((part, value), was_seen) in parts {
                to_do.word(hash(part) ^ u64::from(*was_seen));
                value.names_itself(to_do);
            }
            to_do.word(u64::from(last.is_some()));
            if let Some(last) = last {
                to_do.lazy(last);
            }
        });
    }
}
