//! Formulas read plainly: of a value of which everything is known.

use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::formula::{Connective, Formula, How, Keys, Operand, Step, Walk};
use crate::types::{Integer, Value};

/// What an evaluation has seen, in order. Values with the same answers look the same to a formula.
pub(crate) type Answers = Vec<u64>;

/// Returns whether a formula holds for a value, with what was seen on the way.
pub(crate) fn holds(formula: &Formula, value: &Value) -> (bool, Answers) {
    let mut reader = Reader { answers: Vec::new() };
    let result = reader.holds(formula, value);
    (result, reader.answers)
}

struct Reader {
    answers: Answers,
}

impl How {
    /// What a comparison tells: whether it holds, or the order.
    pub(crate) fn tells_order(self) -> bool {
        matches!(self, How::Equal | How::Different | How::Is(_))
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl Reader {
    fn alternative<'v>(&mut self, value: &'v Value) -> (usize, &'v [Value]) {
        match value {
            Value::Sum(alternative, fields) => {
                self.answers.push(*alternative as u64);
                (*alternative, fields)
            }
            Value::Number(_) => unreachable!("a number has no alternatives"),
        }
    }

    fn at<'v>(&mut self, mut value: &'v Value, path: &[(usize, usize)]) -> Option<&'v Value> {
        for (alternative, field) in path {
            let (taken, fields) = self.alternative(value);
            if taken != *alternative {
                return None;
            }
            value = &fields[*field];
        }
        Some(value)
    }

    fn compare(&mut self, a: Integer, how: How, b: Integer) -> bool {
        let order = a.cmp(&b);
        let result = match how {
            How::Below => order == Ordering::Less,
            How::NotAbove => order != Ordering::Greater,
            How::Above => order == Ordering::Greater,
            How::NotBelow => order != Ordering::Less,
            How::Equal => order == Ordering::Equal,
            How::Different => order != Ordering::Equal,
            How::Is(wanted) => order == wanted,
        };
        self.answers.push(if how.tells_order() { order as u64 } else { result.into() });
        result
    }

    fn number(&mut self, number: Integer) -> u64 {
        let bits = hash(&number.bits());
        self.answers.push(bits);
        bits
    }

    fn see_all(&mut self, value: &Value) {
        match value {
            Value::Number(number) => _ = self.number(*number),
            Value::Sum(..) => {
                let (_, fields) = self.alternative(value);
                for field in fields {
                    self.see_all(field);
                }
            }
        }
    }

    fn collect(&mut self, value: &Value, keys: &mut Vec<Integer>) {
        match value {
            Value::Number(number) => keys.push(*number),
            Value::Sum(..) => {
                let (_, fields) = self.alternative(value);
                for field in fields {
                    self.collect(field, keys);
                }
            }
        }
    }

    fn holds(&mut self, formula: &Formula, root: &Value) -> bool {
        match formula {
            Formula::Constant(value) => *value,
            Formula::Is(path, alternative) => match self.at(root, path) {
                Some(value @ Value::Sum(..)) => self.alternative(value).0 == *alternative,
                _ => false,
            },
            Formula::Compare(path, how, operand) => {
                let Some(Value::Number(a)) = self.at(root, path) else { return false };
                let b = match operand {
                    Operand::Constant(b) | Operand::Lifted(b) => b,
                    Operand::At(path) => {
                        let Some(Value::Number(b)) = self.at(root, path) else { return false };
                        b
                    }
                };
                self.compare(*a, *how, *b)
            }
            Formula::Number(path, modulus) => {
                let Some(Value::Number(number)) = self.at(root, path) else { return false };
                !self.number(*number).is_multiple_of(*modulus)
            }
            Formula::Whole(path, modulus) => {
                let Some(value) = self.at(root, path) else { return false };
                self.see_all(value);
                !hash(value).is_multiple_of(*modulus)
            }
            Formula::Keys(path, keys) => {
                let Some(value) = self.at(root, path) else { return false };
                self.keys(*keys, value)
            }
            Formula::Walk(path, walk) => {
                let Some(value) = self.at(root, path) else { return false };
                self.walk(walk, value)
            }
            Formula::Not(a) => !self.holds(a, root),
            Formula::Join(connective, parts) => {
                let [a, b] = &**parts;
                let left = self.holds(a, root);
                match connective {
                    Connective::And | Connective::AndThen | Connective::BothInOrder => {
                        left && self.holds(b, root)
                    }
                    Connective::Or | Connective::OrElse | Connective::EitherInOrder => {
                        left || self.holds(b, root)
                    }
                    Connective::Implies => !left || self.holds(b, root),
                }
            }
            Formula::All(parts) => parts.iter().all(|part| self.holds(part, root)),
            Formula::Any(parts) => parts.iter().any(|part| self.holds(part, root)),
            Formula::If(parts) => {
                let [condition, a, b] = &**parts;
                if self.holds(condition, root) { self.holds(a, root) } else { self.holds(b, root) }
            }
        }
    }

    fn keys(&mut self, test: Keys, value: &Value) -> bool {
        let mut keys = Vec::new();
        self.collect(value, &mut keys);
        match test {
            Keys::Chain(how) => keys.windows(2).all(|pair| self.compare(pair[0], how, pair[1])),
            Keys::Distinct => {
                let all = |i: usize| (0..i).map(move |j| (i, j));
                (0..keys.len()).flat_map(all).all(|(i, j)| self.compare(keys[i], How::Different, keys[j]))
            }
            Keys::Insert(how, index, constant) => {
                let mut sorted: Vec<Integer> = Vec::new();
                for key in keys {
                    let at = sorted.iter().position(|other| self.compare(key, how, *other));
                    sorted.insert(at.unwrap_or(sorted.len()), key);
                }
                match sorted.get(index % sorted.len().max(1)) {
                    Some(key) => self.compare(*key, How::Below, constant),
                    None => false,
                }
            }
        }
    }

    fn walk(&mut self, walk: &Walk, value: &Value) -> bool {
        let mut state = walk.seed % walk.states;
        let mut parts = vec![(value, false)];
        let mut last = None;
        while !parts.is_empty() && !walk.ends(state) {
            let (part, was_seen) = parts.swap_remove(walk.mix(state, 0) as usize % parts.len());
            let answer = match part {
                Value::Sum(..) => {
                    let (alternative, fields) = self.alternative(part);
                    parts.extend(fields.iter().map(|field| (field, false)));
                    alternative as u64
                }
                Value::Number(number) => {
                    let answer = match (walk.step(state), last) {
                        (Step::Compare(how, constant), _) => u64::from(self.compare(*number, how, constant)),
                        (Step::CompareWithLast(how), Some(last)) => {
                            u64::from(self.compare(*number, how, last))
                        }
                        (Step::Decide | Step::CompareWithLast(_), _) => self.number(*number),
                    };
                    if !was_seen {
                        parts.push((part, true));
                    }
                    if walk.remembers(state) {
                        last = Some(*number);
                    }
                    answer
                }
            };
            state = walk.next(state, answer);
        }
        walk.verdict(state)
    }
}
