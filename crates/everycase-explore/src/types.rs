//! Types of the library under test, and their unification.

use std::sync::Arc;

use rustc_hash::FxHashMap;

/// A type constructor, as an index into [`Signature::datas`](crate::library::Signature::datas).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DataId(pub u32);

/// A type. Clones are cheap.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// A type constructor with its arguments.
    Data(DataId, Arc<[Type]>),
    /// A function of one argument.
    Arrow(Arc<(Type, Type)>),
    /// A variable of a scheme.
    Variable(u32),
    /// The type of atoms, which stands for what a type variable leaves open: atoms can only be
    /// compared.
    Atom,
}

impl Type {
    /// Returns a type constructor applied to arguments.
    pub fn data(data: DataId, arguments: impl IntoIterator<Item = Type>) -> Type {
        Type::Data(data, arguments.into_iter().collect())
    }

    /// Returns the type of functions.
    pub fn arrow(from: Type, to: Type) -> Type {
        Type::Arrow(Arc::new((from, to)))
    }

    /// Returns the type of functions of several arguments.
    pub fn function(arguments: &[Type], result: Type) -> Type {
        arguments.iter().rev().fold(result, |to, from| Type::arrow(from.clone(), to))
    }

    /// Returns the type with each variable replaced.
    pub fn map(&self, variable: &impl Fn(u32) -> Type) -> Type {
        match self {
            Type::Variable(number) => variable(*number),
            // Without variables it stays as it is, and is shared.
            _ if self.is_closed() => self.clone(),
            Type::Data(data, arguments) => Type::data(*data, arguments.iter().map(|own| own.map(variable))),
            Type::Arrow(sides) => Type::arrow(sides.0.map(variable), sides.1.map(variable)),
            Type::Atom => Type::Atom,
        }
    }

    /// Returns whether the type has no variables.
    pub(crate) fn is_closed(&self) -> bool {
        match self {
            Type::Data(_, arguments) => arguments.iter().all(Type::is_closed),
            Type::Arrow(sides) => sides.0.is_closed() && sides.1.is_closed(),
            Type::Variable(_) => false,
            Type::Atom => true,
        }
    }

    /// Returns whether the type has more than this number of nodes. Time: linear in the number.
    pub(crate) fn is_larger_than(&self, most: usize) -> bool {
        let (mut count, mut open) = (0, vec![self]);
        while let Some(ty) = open.pop() {
            count += 1;
            if count > most {
                return true;
            }
            match ty {
                Type::Data(_, arguments) => open.extend(arguments.iter()),
                Type::Arrow(sides) => open.extend([&sides.0, &sides.1]),
                Type::Variable(_) | Type::Atom => {}
            }
        }
        false
    }

    /// Returns the type with these types for the first variables.
    pub fn with(&self, arguments: &[Type]) -> Type {
        self.map(&|number| arguments.get(number as usize).cloned().unwrap_or(Type::Variable(number)))
    }

    /// Returns the type with atoms for all variables.
    pub(crate) fn closed(&self) -> Type {
        self.map(&|_| Type::Atom)
    }

    /// Returns the type with all its variables numbered `by` higher.
    pub(crate) fn apart(&self, by: u32) -> Type {
        self.map(&|number| Type::Variable(number + by))
    }

    /// Adds the type's parts, the type itself included, to `parts`.
    pub(crate) fn parts<'t>(&'t self, parts: &mut Vec<&'t Type>) {
        parts.push(self);
        match self {
            Type::Data(_, arguments) => arguments.iter().for_each(|own| own.parts(parts)),
            Type::Arrow(sides) => {
                sides.0.parts(parts);
                sides.1.parts(parts);
            }
            Type::Variable(_) | Type::Atom => {}
        }
    }

    /// Returns the type's variables in the order of their occurrence, with repetitions.
    pub(crate) fn variables(&self) -> impl Iterator<Item = u32> + use<> {
        let mut parts = Vec::new();
        self.parts(&mut parts);
        let variables = parts.into_iter().filter_map(|part| match part {
            Type::Variable(number) => Some(*number),
            _ => None,
        });
        variables.collect::<Vec<u32>>().into_iter()
    }

    /// Returns some types with their variables numbered from 0 in the order of their first
    /// occurrence: two lists are equal up to the names of variables if and only if their canonical
    /// lists are equal.
    pub(crate) fn canonical(types: &[Type]) -> Vec<Type> {
        let mut order = Vec::new();
        for variable in types.iter().flat_map(Type::variables) {
            if !order.contains(&variable) {
                order.push(variable);
            }
        }
        let renamed = |number| {
            let new = order.iter().position(|known| *known == number).unwrap_or(0);
            Type::Variable(new as u32)
        };
        types.iter().map(|ty| ty.map(&renamed)).collect()
    }
}

/// A substitution of variables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Substitution(FxHashMap<u32, Type>);

impl Substitution {
    /// Returns the substitution of one variable.
    pub(crate) fn of(variable: u32, ty: Type) -> Substitution {
        Substitution([(variable, ty)].into_iter().collect())
    }

    /// Returns a type with everything known about its variables.
    pub(crate) fn apply(&self, ty: &Type) -> Type {
        ty.map(&|number| match self.0.get(&number) {
            Some(known) => self.apply(known),
            None => Type::Variable(number),
        })
    }

    /// Makes two types equal. Returns whether that is possible; if not, the substitution is of no
    /// further use.
    pub(crate) fn unify(&mut self, one: &Type, other: &Type) -> bool {
        let (one, other) = (self.resolved(one), self.resolved(other));
        match (&one, &other) {
            (Type::Variable(a), Type::Variable(b)) if a == b => true,
            (Type::Variable(number), ty) | (ty, Type::Variable(number)) => {
                let is_within = self.occurs(*number, ty);
                if !is_within {
                    self.0.insert(*number, ty.clone());
                }
                !is_within
            }
            (Type::Data(a, these), Type::Data(b, those)) => {
                a == b && these.iter().zip(those.iter()).all(|(this, that)| self.unify(this, that))
            }
            (Type::Arrow(these), Type::Arrow(those)) => {
                self.unify(&these.0, &those.0) && self.unify(&these.1, &those.1)
            }
            (Type::Atom, Type::Atom) => true,
            _ => false,
        }
    }

    /// Returns a type, or what is known about it if it is a variable.
    fn resolved(&self, ty: &Type) -> Type {
        let mut ty = ty;
        while let Type::Variable(number) = ty
            && let Some(known) = self.0.get(number)
        {
            ty = known;
        }
        ty.clone()
    }

    /// Returns whether a variable occurs in a type with everything known about its variables.
    fn occurs(&self, variable: u32, ty: &Type) -> bool {
        match ty {
            Type::Data(_, arguments) => arguments.iter().any(|own| self.occurs(variable, own)),
            Type::Arrow(sides) => self.occurs(variable, &sides.0) || self.occurs(variable, &sides.1),
            Type::Variable(number) => {
                *number == variable || self.0.get(number).is_some_and(|known| self.occurs(variable, known))
            }
            Type::Atom => false,
        }
    }
}
