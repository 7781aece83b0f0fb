//! Functions that have another name or another order of parameters in a new version: recognised by
//! their types and by what they do.

use std::collections::BTreeMap;
use std::fmt::Write;

use pun::source::FileId;
use pun::syntax::parse_type;
use pun::tree::{Type, TypeKind};

use super::Suite;
use super::compare::{ReadSuite, pairs};
use super::term::Term;

/// A function under another name or with its parameters in another order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rename {
    /// Its old name.
    pub old: String,
    /// Its new name.
    pub new: String,
    /// For each new parameter, which of the old ones it is, from 0.
    pub order: Vec<usize>,
    /// The number of pairs of expressions that agree then.
    pub agreeing: u64,
    /// The number of pairs that differ.
    pub differing: u64,
}

/// The fewest pairs of expressions that have to agree.
const FEWEST: u64 = 3;

/// The most parameters whose orders are tried.
const MOST_PARAMETERS: usize = 4;

impl Rename {
    /// Returns whether the parameters have another order.
    pub fn is_reordered(&self) -> bool {
        self.order.iter().enumerate().any(|(number, old)| number != *old)
    }

    /// Returns an expression with the new name and order in it.
    pub(super) fn applied(&self, term: &Term) -> Term {
        term.changed(&|head, parts| {
            if *head != *self.old {
                Term::Node(head, parts)
            } else if parts.len() == self.order.len() {
                let parts = self.order.iter().map(|old| parts[*old].clone()).collect();
                Term::Node(self.new.as_str().into(), parts)
            } else if self.is_reordered() {
                Term::Node(head, parts)
            } else {
                Term::Node(self.new.as_str().into(), parts)
            }
        })
    }

    /// Returns whether enough agrees: of a function that has both its name and its type, all.
    fn is_plausible(&self, has_changed_type: bool) -> bool {
        let most_agree = self.agreeing >= 4 * self.differing;
        self.agreeing >= FEWEST && if has_changed_type { most_agree } else { self.differing == 0 }
    }
}

/// Returns the functions that have another name or order of parameters. Those that are found first
/// are changed in the expressions with which others are recognised.
pub(super) fn renamed(old: &Suite, new: &Suite, is_function: &dyn Fn(&str) -> bool) -> Vec<Rename> {
    let mut found: Vec<Rename> = Vec::new();
    let types = [old, new].map(|suite| {
        let types = suite.tested().into_iter().map(|(name, ty)| (name, Signature::read(ty)));
        types.collect::<BTreeMap<_, _>>()
    });
    let read_new = ReadSuite::new(new, is_function, &|term| term);
    let against = Against { new: &read_new, is_function };
    loop {
        let mut best: Option<Rename> = None;
        for (name, ty) in types[0].iter().filter(|(name, _)| found.iter().all(|one| one.old != **name)) {
            let cases = old.cases.iter().filter(|case| case.expression.contains(name)).cloned().collect();
            let own = Suite { cases, ..old.clone() };
            for (other, new_type) in &types[1] {
                let is_known = found.iter().any(|one| one.new == **other);
                let is_same = name == other;
                let is_new = !types[0].contains_key(other) && !types[1].contains_key(name);
                if is_known || !is_same && !is_new {
                    continue;
                }
                for order in ty.orders(new_type) {
                    let identity = order.iter().enumerate().all(|(number, old)| number == *old);
                    if is_same && identity {
                        continue;
                    }
                    let mut one = Rename {
                        old: (*name).to_owned(),
                        new: (*other).to_owned(),
                        order,
                        agreeing: 0,
                        differing: 0,
                    };
                    one.compare(&own, &against, &found);
                    let has_changed_type = !is_same || !ty.is_same(new_type);
                    if is_same && !has_changed_type && !differs(&own, &against, name, &found) {
                        continue;
                    }
                    let is_better = best.as_ref().is_none_or(|best| best.agreeing < one.agreeing);
                    if one.is_plausible(has_changed_type) && is_better {
                        best = Some(one);
                    }
                }
            }
        }
        match best {
            Some(one) => found.push(one),
            None => return found,
        }
    }
}

/// What old expressions are compared with.
struct Against<'a> {
    new: &'a ReadSuite<'a>,
    is_function: &'a dyn Fn(&str) -> bool,
}

/// Returns whether expressions that call a function differ as they are.
fn differs(old: &Suite, against: &Against<'_>, name: &str, found: &[Rename]) -> bool {
    let mut same =
        Rename { old: name.to_owned(), new: name.to_owned(), order: Vec::new(), agreeing: 0, differing: 0 };
    same.compare(old, against, found);
    same.differing > 0
}

impl Rename {
    /// Compares the expressions of an old suite that call the function.
    fn compare(&mut self, old: &Suite, against: &Against<'_>, found: &[Rename]) {
        let change = |term: Term| {
            let term = found.iter().fold(term, |term, one| one.applied(&term));
            self.applied(&term)
        };
        let mut read = ReadSuite::new(old, against.is_function, &change);
        read.cases.retain(|case| case.input.tested().is_some_and(|own| **own == *self.new));
        let pairs = pairs(&read, against.new, against.is_function);
        self.differing = pairs.iter().filter(|pair| pair.differs()).count() as u64;
        self.agreeing = pairs.iter().filter(|pair| pair.agrees()).count() as u64;
    }
}

/// The type of a function.
struct Signature {
    parameters: Vec<Type>,
    result: Type,
}

impl Signature {
    fn read(text: &str) -> Signature {
        let (mut ty, _) = parse_type(FileId(0), text);
        let mut parameters = Vec::new();
        while let TypeKind::Arrow(parameter, result) = ty.kind {
            parameters.push(*parameter);
            ty = *result;
        }
        Signature { parameters, result: ty }
    }

    fn is_same(&self, other: &Signature) -> bool {
        let all = |own: &Signature| shown(own.parameters.iter().chain([&own.result]));
        all(self) == all(other)
    }

    /// Returns the orders of the parameters with which this type is another one.
    fn orders(&self, other: &Signature) -> Vec<Vec<usize>> {
        let count = self.parameters.len();
        if count != other.parameters.len() || count > MOST_PARAMETERS {
            return Vec::new();
        }
        let wanted = shown(other.parameters.iter().chain([&other.result]));
        let mut orders = permutations(count);
        orders.retain(|order| {
            let parameters = order.iter().map(|number| &self.parameters[*number]);
            shown(parameters.chain([&self.result])) == wanted
        });
        orders
    }
}

/// Returns the orders of the numbers below `count`, the usual one first.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |order: Vec<usize>| {
            let left = (0..count).filter(|number| !order.contains(number)).collect::<Vec<_>>();
            left.into_iter().map(move |number| [order.clone(), vec![number]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// Returns types as text, with their variables named in the order of their occurrence.
fn shown<'t>(types: impl Iterator<Item = &'t Type>) -> String {
    let (mut out, mut variables) = (String::new(), Vec::new());
    for ty in types {
        write_type(&mut out, &mut variables, ty);
        out.push_str(" -> ");
    }
    out
}

fn write_type(out: &mut String, variables: &mut Vec<String>, ty: &Type) {
    match &ty.kind {
        // Variables of a type that stands alone have one letter.
        TypeKind::Name(name, arguments) if arguments.is_empty() && name.text.chars().count() == 1 => {
            let known = variables.iter().position(|own| **own == *name.text);
            let number = known.unwrap_or_else(|| {
                variables.push(name.text.to_string());
                variables.len() - 1
            });
            let _ = write!(out, "'{number}");
        }
        TypeKind::Name(name, arguments) => {
            let _ = write!(out, "({}", name.text);
            for argument in arguments {
                out.push(' ');
                write_type(out, variables, argument);
            }
            out.push(')');
        }
        TypeKind::Arrow(one, two) | TypeKind::Pair(one, two) => {
            out.push('(');
            write_type(out, variables, one);
            out.push_str(if matches!(ty.kind, TypeKind::Arrow(..)) { " -> " } else { ", " });
            write_type(out, variables, two);
            out.push(')');
        }
        TypeKind::Unit => out.push_str("()"),
        TypeKind::Missing => out.push('?'),
    }
}
