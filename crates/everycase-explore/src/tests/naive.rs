//! A naive enumerator: all assignments of small types to all type variables, all expressions at
//! each type.

use std::collections::HashMap;

use super::toy::makes;
use crate::expression::Expression;
use crate::library::{Signature, Values};
use crate::types::{DataId, Substitution, Type};

struct Naive<'s> {
    signature: &'s Signature,
    /// All types with at most a number of nodes.
    types: Vec<Type>,
    terms: HashMap<(Type, u32), Vec<Expression>>,
    scrutinees: HashMap<(Type, u32), Vec<Expression>>,
}

/// Returns the tests of a function up to a size: its calls, and paths into their results.
pub(super) fn tests(signature: &Signature, function: u32, size: u32) -> Vec<Expression> {
    let mut types = types(signature, 3);
    for own in &signature.functions {
        let mut parts = Vec::new();
        own.result.parts(&mut parts);
        types.extend(parts.into_iter().filter(|part| part.closed() == **part).cloned());
    }
    types.sort();
    types.dedup();
    let mut naive = Naive { signature, types, terms: HashMap::new(), scrutinees: HashMap::new() };
    let own = &signature.functions[function as usize];
    let mut found = Vec::new();
    for assignment in naive.assignments(&own.variables) {
        let arguments: Vec<Type> = own.parameters.iter().map(|ty| ty.with(&assignment)).collect();
        let result = own.result.with(&assignment);
        for used in 1..=size {
            for parts in naive.products(&arguments, used - 1) {
                let call = Expression::Call(function, parts);
                naive.observe(&call, &result, true, size - used, &mut found);
            }
        }
    }
    found
}

/// Returns whether constructors make a finite value of a type, given values of all other types.
fn is_finite(signature: &Signature, data: DataId) -> bool {
    fn is_made(signature: &Signature, ty: &Type, depth: u32) -> bool {
        let Type::Data(data, arguments) = ty else { return true };
        let Values::Constructors(constructors) = &signature.data(*data).values else { return true };
        depth > 0
            && constructors.iter().any(|constructor| {
                let mut fields = constructor.fields.iter();
                fields.all(|field| is_made(signature, &field.ty.with(arguments), depth - 1))
            })
    }
    let own = (0..signature.data(data).parameters).map(Type::Variable);
    is_made(signature, &Type::data(data, own), 6)
}

/// Returns the size of an expression, without that of the instances in it.
pub(super) fn size(signature: &Signature, expression: &Expression) -> u32 {
    let all = |parts: &[Expression]| parts.iter().map(|part| size(signature, part)).sum::<u32>();
    match expression {
        Expression::Open | Expression::Number(_) | Expression::Character(_) | Expression::Function(_) => 0,
        Expression::Constant(..) => 1,
        Expression::Call(_, parts) => 1 + all(parts),
        Expression::Construct(id, parts) => {
            let constructor = signature.constructor(*id);
            let is_whole = parts.len() == constructor.fields.len();
            all(parts) + if is_whole { constructor.cost } else { 1 }
        }
        Expression::Select(of, ..) => 1 + size(signature, of),
        Expression::Apply(of, argument) => 1 + size(signature, of) + size(signature, argument),
    }
}

/// Returns all types without variables with at most this number of nodes.
fn types(signature: &Signature, nodes: u32) -> Vec<Type> {
    let mut all = vec![Type::Atom];
    if nodes == 0 {
        return Vec::new();
    }
    let smaller = types(signature, nodes - 1);
    for (number, data) in (0..).zip(&signature.datas) {
        let mut arguments = vec![Vec::new()];
        for _ in 0..data.parameters {
            arguments = arguments
                .iter()
                .flat_map(|known| smaller.iter().map(|ty| [known.clone(), vec![ty.clone()]].concat()))
                .collect();
        }
        let made = arguments.into_iter().map(|arguments| Type::data(DataId(number), arguments));
        all.extend(made.filter(|ty| self::nodes(ty) <= nodes));
    }
    for from in &smaller {
        all.extend(
            smaller
                .iter()
                .map(|to| Type::arrow(from.clone(), to.clone()))
                .filter(|ty| self::nodes(ty) <= nodes),
        );
    }
    all
}

/// Returns whether values of a type may be compared.
fn is_comparable(signature: &Signature, ty: &Type) -> bool {
    let mut parts = Vec::new();
    ty.parts(&mut parts);
    parts.into_iter().all(|part| match part {
        Type::Data(data, _) => !signature.data(*data).holds_functions,
        Type::Arrow(_) => false,
        Type::Variable(_) | Type::Atom => true,
    })
}

fn nodes(ty: &Type) -> u32 {
    let mut parts = Vec::new();
    ty.parts(&mut parts);
    parts.len() as u32
}

impl Naive<'_> {
    fn assignments(&self, variables: &[bool]) -> Vec<Vec<Type>> {
        variables.iter().fold(vec![Vec::new()], |known, is_compared| {
            let types = self.types.iter().filter(|ty| !is_compared || is_comparable(self.signature, ty));
            let types: Vec<&Type> = types.collect();
            let more = known.iter().flat_map(|known| {
                types.iter().map(move |ty| [known.clone(), vec![Type::clone(ty)]].concat())
            });
            more.collect()
        })
    }

    fn products(&mut self, types: &[Type], size: u32) -> Vec<Vec<Expression>> {
        let Some((first, rest)) = types.split_first() else {
            return if size == 0 { vec![Vec::new()] } else { Vec::new() };
        };
        let mut found = Vec::new();
        for own in 0..=size {
            let firsts = self.terms(first, own);
            if firsts.is_empty() {
                continue;
            }
            for rest in self.products(rest, size - own) {
                found.extend(firsts.iter().map(|first| [vec![first.clone()], rest.clone()].concat()));
            }
        }
        found
    }

    /// Adds a test, and those that go on from it; `is_new` says that nothing before it has
    /// evaluated its value.
    fn observe(&mut self, of: &Expression, ty: &Type, is_new: bool, left: u32, found: &mut Vec<Expression>) {
        if is_new {
            found.push(of.clone());
        }
        let Some(left) = left.checked_sub(1) else { return };
        match ty {
            Type::Data(data, arguments) => {
                for (id, constructor) in self.signature.numbered(*data) {
                    for (index, field) in (0..).zip(&constructor.fields) {
                        let next = Expression::Select(of.clone().into(), id, index);
                        self.observe(&next, &field.ty.with(arguments), field.is_lazy, left, found);
                    }
                }
            }
            Type::Arrow(sides) => {
                for own in 0..=left {
                    for argument in self.terms(&sides.0, own) {
                        let next = Expression::Apply(of.clone().into(), argument.into());
                        self.observe(&next, &sides.1, true, left - own, found);
                    }
                }
            }
            Type::Variable(_) | Type::Atom => {}
        }
    }

    /// Returns the arguments of a type.
    fn terms(&mut self, ty: &Type, size: u32) -> Vec<Expression> {
        if let Some(known) = self.terms.get(&(ty.clone(), size)) {
            return known.clone();
        }
        let found = match ty {
            // One atom is enough: the tests compare expressions with all atoms replaced.
            Type::Atom => (size == 0).then_some(Expression::Number(0)).into_iter().collect(),
            Type::Variable(_) => Vec::new(),
            Type::Data(data, arguments) => match &self.signature.data(*data).values {
                Values::Constructors(constructors) => {
                    let mut found = self.constructed(*data, arguments, size);
                    if !is_finite(self.signature, *data) {
                        found.extend(self.scrutinees(ty, size));
                    } else if size == 1
                        && constructors.iter().any(|constructor| !constructor.fields.is_empty())
                    {
                        found.extend(self.named(ty));
                    }
                    found
                }
                Values::Constants(constants) => {
                    let all = (0..constants.len() as u32).filter(|_| size == 1);
                    all.map(|index| Expression::Constant(*data, index)).collect()
                }
                Values::Functions | Values::Open(_) => self.scrutinees(ty, size),
            },
            Type::Arrow(_) => self.scrutinees(ty, size),
        };
        self.terms.insert((ty.clone(), size), found.clone());
        found
    }

    /// Returns the definitions without parameters that have a type.
    fn named(&self, ty: &Type) -> Vec<Expression> {
        let values = self.signature.providers().filter(|(_, own)| own.parameters.is_empty());
        let has_type = |own: &crate::library::Function| {
            self.assignments(&own.variables).iter().any(|assignment| own.result.with(assignment) == *ty)
        };
        values
            .filter(|(_, own)| has_type(own))
            .map(|(function, _)| Expression::Call(function, Vec::new()))
            .collect()
    }

    fn constructed(&mut self, data: DataId, arguments: &[Type], size: u32) -> Vec<Expression> {
        let (signature, mut found) = (self.signature, Vec::new());
        for (id, constructor) in signature.numbered(data).filter(|(_, constructor)| constructor.cost <= size)
        {
            let fields: Vec<Type> = constructor.fields.iter().map(|field| field.ty.with(arguments)).collect();
            let parts = self.products(&fields, size - constructor.cost);
            found.extend(parts.into_iter().map(|parts| Expression::Construct(id, parts)));
        }
        found
    }

    /// Returns calls, partial applications, and what is found inside of calls.
    fn scrutinees(&mut self, ty: &Type, size: u32) -> Vec<Expression> {
        if size == 0 {
            return Vec::new();
        }
        if let Some(known) = self.scrutinees.get(&(ty.clone(), size)) {
            return known.clone();
        }
        let (signature, mut found) = (self.signature, Vec::new());
        for (function, own) in signature.providers() {
            for assignment in self.assignments(&own.variables) {
                for given in 0..=own.parameters.len() {
                    let (arguments, rest) = own.parameters.split_at(given);
                    if Type::function(rest, own.result.clone()).with(&assignment) == *ty {
                        let arguments: Vec<Type> = arguments.iter().map(|ty| ty.with(&assignment)).collect();
                        let parts = self.products(&arguments, size - 1);
                        found.extend(parts.into_iter().map(|parts| Expression::Call(function, parts)));
                    }
                }
            }
        }
        for from in self.types.clone() {
            match &from {
                Type::Data(data, arguments) => {
                    for (id, constructor) in signature.numbered(*data) {
                        let fields = (0..).zip(&constructor.fields);
                        for (index, _) in fields.filter(|(_, field)| field.ty.with(arguments) == *ty) {
                            let of = self.scrutinees(&from, size - 1);
                            found.extend(of.into_iter().map(|of| Expression::Select(of.into(), id, index)));
                        }
                        // Partial applications of constructors.
                        for given in 0..constructor.fields.len() {
                            let fields: Vec<Type> =
                                constructor.fields.iter().map(|field| field.ty.with(arguments)).collect();
                            if Type::function(&fields[given..], from.clone()) == *ty {
                                let parts = self.products(&fields[..given], size - 1);
                                found.extend(parts.into_iter().map(|parts| Expression::Construct(id, parts)));
                            }
                        }
                    }
                }
                // What is found inside a value may be a function, which is applied. A call is given
                // all arguments at once.
                Type::Arrow(sides) if sides.1 == *ty => {
                    for own in 1..size {
                        let functions = self.scrutinees(&from, own);
                        let functions = functions
                            .into_iter()
                            .filter(|of| matches!(of, Expression::Select(..) | Expression::Apply(..)));
                        let functions: Vec<Expression> = functions.collect();
                        for argument in self.terms(&sides.0, size - 1 - own) {
                            found.extend(functions.iter().map(|function| {
                                Expression::Apply(function.clone().into(), argument.clone().into())
                            }));
                        }
                    }
                }
                _ => {}
            }
        }
        found.sort();
        found.dedup();
        self.scrutinees.insert((ty.clone(), size), found.clone());
        found
    }
}

/// Returns a test with an atom for each part whose type is left open by everything but parts like
/// it: those that constructors make, and others whose type nothing else demands. The number is that
/// of the type constructors which the variables of functions stand for, if the type of a call does
/// not say it.
pub(super) fn abstracted(signature: &Signature, test: &Expression) -> (Expression, u32) {
    let mut typing = Typing::new(signature);
    let root = typing.fresh();
    let mut waiting = vec![(Vec::new(), test.clone(), root)];
    let mut is_first = true;
    // Go on until no waiting part has a type that has become known.
    while let Some(at) =
        waiting.iter().position(|(_, _, ty)| is_first || is_settled(signature, &typing.known.apply(ty)))
    {
        is_first = false;
        let (path, expression, ty) = waiting.swap_remove(at);
        typing.enter(&path, &expression, &ty, &mut waiting);
    }
    let mut result = test.clone();
    for (path, ..) in waiting {
        *part(&mut result, &path) = Expression::Number(0);
    }
    let heads = |ty: &Type| {
        let mut parts = Vec::new();
        ty.parts(&mut parts);
        parts.into_iter().filter(|part| matches!(part, Type::Data(..) | Type::Arrow(_))).count() as u32
    };
    let chosen = typing.chosen.iter().map(|ty| heads(&typing.known.apply(ty))).sum();
    (result, chosen)
}

/// Panics if an expression is ill-typed.
pub(super) fn assert_typed(signature: &Signature, expression: &Expression) {
    let mut typing = Typing::new(signature);
    let mut waiting = vec![(Vec::new(), expression.clone(), typing.fresh())];
    while let Some((path, expression, ty)) = waiting.pop() {
        typing.enter(&path, &expression, &ty, &mut waiting);
    }
    for ty in &typing.compared {
        assert!(is_comparable(signature, &typing.known.apply(ty)));
    }
}

/// Returns whether an expression finds something inside a result whose type the function leaves
/// open. Such a value is among the function's arguments, or there is none; the grammar has it only
/// if the arguments say what its type is.
pub(super) fn finds_anything(signature: &Signature, expression: &Expression) -> bool {
    let any = |parts: &[Expression]| parts.iter().any(|part| finds_anything(signature, part));
    let is_open = || matches!(found(signature, expression), Type::Variable(_));
    match expression {
        Expression::Call(_, parts) | Expression::Construct(_, parts) => any(parts),
        Expression::Select(of, ..) => is_open() || finds_anything(signature, of),
        Expression::Apply(of, argument) => {
            is_open() || finds_anything(signature, of) || finds_anything(signature, argument)
        }
        _ => false,
    }
}

/// Returns the type of what a path finds, as far as the type of the function that is called says;
/// otherwise a variable.
fn found(signature: &Signature, expression: &Expression) -> Type {
    match expression {
        Expression::Call(function, _) => signature.functions[*function as usize].result.clone(),
        Expression::Select(of, id, index) => match found(signature, of) {
            Type::Data(_, arguments) => {
                signature.constructor(*id).fields[*index as usize].ty.with(&arguments)
            }
            other => other,
        },
        Expression::Apply(of, _) => match found(signature, of) {
            Type::Arrow(sides) => sides.1.clone(),
            other => other,
        },
        _ => Type::Atom,
    }
}

/// Returns whether a type says which expressions there are: not if it is open, or that of functions
/// which are made over something open.
fn is_settled(signature: &Signature, ty: &Type) -> bool {
    match ty {
        Type::Variable(_) => false,
        Type::Arrow(_) => ty.variables().next().is_none() || !makes(signature, &ty.closed()),
        Type::Data(..) | Type::Atom => true,
    }
}

fn part<'e>(expression: &'e mut Expression, path: &[usize]) -> &'e mut Expression {
    let Some((first, rest)) = path.split_first() else { return expression };
    match expression {
        Expression::Call(_, parts) | Expression::Construct(_, parts) => part(&mut parts[*first], rest),
        Expression::Select(of, ..) => part(of, rest),
        Expression::Apply(function, argument) => part(if *first == 0 { function } else { argument }, rest),
        _ => expression,
    }
}

struct Typing<'s> {
    signature: &'s Signature,
    known: Substitution,
    next: u32,
    /// The variables of functions that the types of their calls do not have, and all of observed
    /// ones.
    chosen: Vec<Type>,
    /// The types of compared values.
    compared: Vec<Type>,
    /// Whether the next call is that of a test, or a path leads into it.
    is_observed: bool,
}

type Waiting = (Vec<usize>, Expression, Type);

impl<'s> Typing<'s> {
    fn new(signature: &'s Signature) -> Self {
        let known = Substitution::default();
        Self { signature, known, next: 0, chosen: Vec::new(), compared: Vec::new(), is_observed: true }
    }

    fn fresh(&mut self) -> Type {
        self.next += 1;
        Type::Variable(self.next - 1)
    }

    fn fresh_many(&mut self, number: u32) -> Vec<Type> {
        (0..number).map(|_| self.fresh()).collect()
    }

    /// Types the head of an expression; its arguments wait.
    fn enter(&mut self, path: &[usize], expression: &Expression, ty: &Type, waiting: &mut Vec<Waiting>) {
        let below = |i: usize| [path, &[i]].concat();
        let signature = self.signature;
        match expression {
            Expression::Call(function, parts) => {
                let own = &signature.functions[*function as usize];
                let variables = self.fresh_many(own.variables.len() as u32);
                let compared = variables.iter().zip(&own.variables).filter(|(_, is_compared)| **is_compared);
                self.compared.extend(compared.map(|(ty, _)| ty.clone()));
                let rest = Type::function(&own.parameters[parts.len()..], own.result.clone());
                let is_observed = std::mem::take(&mut self.is_observed);
                let is_said = |number: &u32| !is_observed && rest.variables().any(|own| own == *number);
                let chosen = (0..own.variables.len() as u32).filter(|number| !is_said(number));
                self.chosen.extend(chosen.map(|number| variables[number as usize].clone()));
                assert!(self.known.unify(&rest.with(&variables), ty));
                for (i, (part, parameter)) in parts.iter().zip(&own.parameters).enumerate() {
                    waiting.push((below(i), part.clone(), parameter.with(&variables)));
                }
            }
            Expression::Construct(id, parts) => {
                let variables = self.fresh_many(signature.data(id.data).parameters);
                let fields = &signature.constructor(*id).fields;
                let fields: Vec<Type> = fields.iter().map(|field| field.ty.with(&variables)).collect();
                let made = Type::function(&fields[parts.len()..], Type::data(id.data, variables));
                assert!(self.known.unify(&made, ty));
                for (i, (part, field)) in parts.iter().zip(fields).enumerate() {
                    waiting.push((below(i), part.clone(), field));
                }
            }
            Expression::Select(of, id, index) => {
                let variables = self.fresh_many(signature.data(id.data).parameters);
                let field = signature.constructor(*id).fields[*index as usize].ty.with(&variables);
                assert!(self.known.unify(&field, ty));
                // The call inside says which type is taken apart.
                self.is_observed = true;
                self.enter(&below(0), of, &Type::data(id.data, variables), waiting);
            }
            Expression::Apply(function, argument) => {
                let from = self.fresh();
                self.is_observed = true;
                self.enter(&below(0), function, &Type::arrow(from.clone(), ty.clone()), waiting);
                waiting.push((below(1), (**argument).clone(), from));
            }
            Expression::Number(_)
            | Expression::Character(_)
            | Expression::Open
            | Expression::Function(_)
            | Expression::Constant(..) => {}
        }
    }
}
