//! Which argument determines each type variable.
//!
//! `many : parser a -> parser (list a)` has an instance for each `a` of which parsers may be. But
//! `fail : parser a` is a parser of anything, so `many fail` would occur at each of them. A
//! *forced* part of an argument's type is one that the argument itself must say:
//! `digit : parser integer` says `integer`, `fail` does not. Where a variable is chosen that only
//! one argument can say, the chosen type is forced there. So `many fail` is left with the instance
//! that has an atom.
//!
//! A value of a visible constructor or a call says a part of its type if the scheme of its type has
//! it. Where the scheme has a variable, an argument has to say it, other than by being of this type
//! as a whole: an atom would do as well. The variable may occur in several arguments. Then none of
//! them is forced, and an expression may occur at several instances.
//!
//! No expression is lost, since its smallest instance has no choice that it does not force.

use std::sync::atomic::Ordering;

use rustc_hash::FxHashMap;

use super::Grammar;
use crate::library::Library;
use crate::types::{Substitution, Type};

/// The type of an argument, and its forced parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Argument {
    pub(super) ty: Type,
    /// For each node of the type, in the order of its notation, whether it is forced. Nodes beyond
    /// are not.
    forced: u64,
}

/// Nodes of a type that are forced, while they are collected.
#[derive(Default)]
struct Nodes {
    forced: u64,
    number: u32,
}

impl Nodes {
    fn push(&mut self, is_forced: bool) {
        self.extend(u64::from(is_forced), 1);
    }

    fn extend(&mut self, forced: u64, number: u32) {
        self.forced |= forced.checked_shl(self.number).unwrap_or(0);
        self.number += number;
    }
}

/// Returns the `number` bits from `start`.
fn bits(forced: u64, start: u32, number: u32) -> u64 {
    let mask = 1u64.checked_shl(number).map_or(u64::MAX, |above| above - 1);
    forced.checked_shr(start).unwrap_or(0) & mask
}

/// Returns the types directly inside a type.
fn children(ty: &Type) -> Vec<&Type> {
    match ty {
        Type::Data(_, arguments) => arguments.iter().collect(),
        Type::Arrow(sides) => vec![&sides.0, &sides.1],
        Type::Variable(_) | Type::Atom => Vec::new(),
    }
}

/// Returns the number of nodes of a type.
fn nodes(ty: &Type) -> u32 {
    children(ty).into_iter().map(nodes).fold(1, u32::saturating_add)
}

impl Argument {
    /// Returns an argument without forced parts.
    pub(super) fn of(ty: Type) -> Argument {
        Argument { ty, forced: 0 }
    }

    /// Returns whether no part is forced.
    pub(super) fn is_free(&self) -> bool {
        self.forced == 0
    }

    /// Returns the argument with other names of its variables, or with atoms for them.
    pub(super) fn renamed(&self, ty: Type) -> Argument {
        Argument { ty, forced: self.forced }
    }

    /// Returns the argument with a type for a variable; `is_forced` says that it must force what
    /// this type begins with.
    pub(super) fn with(&self, variable: u32, ty: &Type, is_forced: bool) -> Argument {
        fn add(
            own: &Type,
            at: &mut u32,
            old: u64,
            new: &mut Nodes,
            variable: u32,
            (number, forced): (u32, u64),
        ) {
            *at += 1;
            if *own == Type::Variable(variable) {
                new.extend(forced, number);
                return;
            }
            new.push(bits(old, *at - 1, 1) == 1);
            for child in children(own) {
                add(child, at, old, new, variable, (number, forced));
            }
        }
        let mut new = Nodes::default();
        let is_whole = self.ty == Type::Variable(variable);
        let forced = u64::from(is_forced && !is_whole);
        add(&self.ty, &mut 0, self.forced, &mut new, variable, (nodes(ty), forced));
        Argument { ty: Substitution::of(variable, ty.clone()).apply(&self.ty), forced: new.forced }
    }

    /// Returns the type with atoms for the forced parts.
    fn relaxed(&self) -> Type {
        fn relax(ty: &Type, at: &mut u32, forced: u64) -> Type {
            let is_forced = bits(forced, *at, 1) == 1;
            if is_forced {
                *at += nodes(ty);
                return Type::Atom;
            }
            *at += 1;
            match ty {
                Type::Data(data, arguments) => {
                    Type::data(*data, arguments.iter().map(|own| relax(own, at, forced)).collect::<Vec<_>>())
                }
                Type::Arrow(sides) => {
                    let from = relax(&sides.0, at, forced);
                    Type::arrow(from, relax(&sides.1, at, forced))
                }
                Type::Variable(_) | Type::Atom => ty.clone(),
            }
        }
        relax(&self.ty, &mut 0, self.forced)
    }

    /// Returns which parts of the types that the variables of a scheme stand for are forced in all
    /// places.
    fn by_variable(&self, scheme: &Type) -> FxHashMap<u32, u64> {
        fn add(scheme: &Type, ty: &Type, at: &mut u32, forced: u64, found: &mut FxHashMap<u32, u64>) {
            if let Type::Variable(variable) = scheme {
                let number = nodes(ty);
                *found.entry(*variable).or_insert(u64::MAX) &= bits(forced, *at, number);
                *at += number;
                return;
            }
            *at += 1;
            for (scheme, ty) in children(scheme).into_iter().zip(children(ty)) {
                add(scheme, ty, at, forced, found);
            }
        }
        let mut found = FxHashMap::default();
        add(scheme, &self.ty, &mut 0, self.forced, &mut found);
        found
    }
}

/// Adds the nodes of a parameter's type.
fn add_passed(ty: &Type, passed: &FxHashMap<u32, (u64, u64)>, known: &Substitution, new: &mut Nodes) {
    if let Type::Variable(variable) = ty {
        let forced = passed.get(variable).map_or(0, |(_, within)| *within);
        new.extend(forced, nodes(&known.apply(ty)));
        return;
    }
    new.push(false);
    for child in children(ty) {
        add_passed(child, passed, known, new);
    }
}

impl<L: Library> Grammar<L> {
    /// Returns the arguments of something whose value is an argument: `scheme` and `parameters` are
    /// the types of the value and of its parameters, and `known` makes the scheme equal to the
    /// argument's type. `None` if nothing can force what must be forced.
    pub(super) fn pass(
        &self,
        value: &Argument,
        scheme: &Type,
        parameters: &[Type],
        known: &Substitution,
    ) -> Option<Vec<Argument>> {
        let types = parameters.iter().map(|ty| known.apply(ty));
        if value.is_free() {
            return Some(types.map(Argument::of).collect());
        }
        // For each variable what its places as a whole type must force, and its other places.
        let mut passed: FxHashMap<u32, (u64, u64)> = FxHashMap::default();
        for (variable, forced) in value.by_variable(scheme).into_iter().filter(|(_, forced)| *forced != 0) {
            let places = parameters.iter().flat_map(Type::variables).filter(|own| *own == variable).count();
            let whole = parameters.iter().filter(|ty| **ty == Type::Variable(variable)).count();
            let within = places - whole;
            let (head, rest) = (forced & 1, forced & !1);
            if (head != 0 && within == 0) || places == 0 {
                return None;
            }
            if (head != 0 && within > 1) || (rest != 0 && places > 1) {
                self.repeats.store(true, Ordering::Relaxed);
            }
            let head = if within == 1 { head } else { 0 };
            let rest = if places == 1 { rest } else { 0 };
            passed.insert(variable, (rest, head | rest));
        }
        let forced = parameters.iter().map(|ty| {
            if let Type::Variable(variable) = ty {
                return passed.get(variable).map_or(0, |(whole, _)| *whole);
            }
            let mut new = Nodes::default();
            add_passed(ty, &passed, known, &mut new);
            new.forced
        });
        Some(types.zip(forced).map(|(ty, forced)| Argument { ty, forced }).collect())
    }

    /// Returns whether functions that the library makes for an argument need not be tried, since it
    /// makes them where the forced parts are atoms.
    pub(super) fn is_made_of_atoms(&self, argument: &Argument) -> bool {
        !argument.is_free() && self.library.functions(&argument.relaxed()).is_some()
    }
}

/// Returns whether only one argument can force what a variable in the types of arguments stands
/// for; `others` are types of arguments that are found later.
pub(super) fn is_forced_once(types: &[Type], others: &[Type], variable: u32) -> bool {
    let number = |ty: &Type| match ty {
        Type::Variable(_) => 0,
        _ => ty.variables().filter(|own| *own == variable).count(),
    };
    others.iter().map(number).sum::<usize>() == 0 && types.iter().map(number).sum::<usize>() == 1
}
