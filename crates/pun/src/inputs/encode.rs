//! From values to derivations: the inverse of [`value`](super::value).
//!
//! Integers, characters, data and pairs are encoded directly. A function is encoded if it is given
//! as the source of a table or a case tree, as the functions among the inputs are
//! [shown](Value::Function). Any other function has no derivation.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use everycase_kernel::{Derivation, Derivations, EncodeError, Encoder, SpaceError};

use super::Inputs;
use super::instances::{Form, Instance};
use crate::core::{ConId, DataId, Item, Program, Type};
use crate::format::print;
use crate::tree::{Expr, ExprKind, Operator};
use crate::value::Value;

/// Why a value has no derivation, and which part of it is the cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodeFailure {
    /// The path to the part, from the outside to the inside.
    pub path: Vec<Place>,
    /// What is wrong with the part.
    pub cause: Cause,
}

/// Returns whether a constructor is written like this: its own name, or a qualified one.
pub(super) fn is_name_of(program: &Program, constructor: ConId, name: &str) -> bool {
    let item = Item::Constructor(constructor);
    program.constructors[constructor.index()].name.as_ref() == name
        || program.qualified.get(&item).is_some_and(|qualified| **qualified == *name)
}

/// A step from a value to a part of it. Numbers start at 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The input with this number.
    Input(usize),
    /// The field with this number of a constructor.
    Field(Arc<str>, usize),
    /// The element with this number of a list.
    Element(usize),
    /// The rest of a list after this number of elements.
    Rest(usize),
    /// A part of a function's table or case tree.
    Function,
}

/// Why a part of a value has no derivation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It was not evaluated: an undecided position, or a lazy field.
    Open,
    /// It was omitted from a large value.
    Elided,
    /// It is a closure of the program, not a table or a case tree.
    Closure,
    /// It is the source of a function that is not a table or a case tree over its arguments.
    NotByCases,
    /// It has the type of a type variable, but is not the number of an atom.
    NotAnAtom,
    /// It is an integer that does not fit 128 bits.
    TooLarge,
    /// It is not a value of its type.
    WrongType,
    /// The kernel could not expand the shape of the type.
    Space(SpaceError),
}

impl Inputs {
    /// Returns the derivation of the values in the product of their types' [shapes](Self::shape).
    ///
    /// # Errors
    /// If a part of a value has no derivation.
    pub fn derivation(
        &self,
        derivations: &Derivations,
        values: &[(&Type, &Value)],
    ) -> Result<Derivation, EncodeFailure> {
        self.encoded(derivations, |encoding| {
            encoding.encoder.alternative(0)?;
            for (i, (ty, value)) in values.iter().enumerate() {
                encoding.of(ty, value).map_err(|fault| fault.within(vec![Place::Input(i + 1)]))?;
            }
            Ok(())
        })
    }

    /// Returns the derivation of a value in the [shape](Self::shape) of its type.
    ///
    /// # Errors
    /// If a part of the value has no derivation.
    pub fn derivation_of(
        &self,
        derivations: &Derivations,
        ty: &Type,
        value: &Value,
    ) -> Result<Derivation, EncodeFailure> {
        self.encoded(derivations, |encoding| encoding.of(ty, value))
    }

    fn encoded(
        &self,
        derivations: &Derivations,
        write: impl Fn(&mut Encoding<'_, '_>) -> Result<(), Fault>,
    ) -> Result<Derivation, EncodeFailure> {
        let wrong = RefCell::new(None);
        let encoded = derivations.encode(|encoder| {
            write(&mut Encoding { inputs: self, encoder }).map_err(|fault| {
                wrong.replace(fault.not);
                fault.error
            })
        });
        encoded.map_err(|error| match wrong.take() {
            Some(not) => not,
            None => EncodeFailure { path: Vec::new(), cause: Cause::Space(error) },
        })
    }
}

/// Ends an attempt to encode values.
pub(super) struct Fault {
    /// Passed to the kernel, which may retry with a larger grammar.
    error: EncodeError,
    not: Option<EncodeFailure>,
}

impl Fault {
    /// Returns the same fault, with `path` put before its own path.
    pub(super) fn within(mut self, mut path: Vec<Place>) -> Self {
        if let Some(not) = &mut self.not {
            path.append(&mut not.path);
            not.path = path;
        }
        self
    }
}

impl From<Cause> for Fault {
    fn from(cause: Cause) -> Self {
        Self { error: EncodeError::NotInShape, not: Some(EncodeFailure { path: Vec::new(), cause }) }
    }
}

impl From<EncodeError> for Fault {
    fn from(error: EncodeError) -> Self {
        match error {
            EncodeError::Unexpanded(_) => Self { error, not: None },
            _ => Cause::WrongType.into(),
        }
    }
}

/// Writes values to a derivation.
pub(super) struct Encoding<'i, 'e> {
    pub(super) inputs: &'i Inputs,
    pub(super) encoder: &'e mut Encoder,
}

/// A part of a value: the index of the enclosing part, its constructor and the number of the field.
struct Step {
    within: usize,
    con: ConId,
    field: usize,
}

impl Encoding<'_, '_> {
    /// Encodes a value of a type of the core.
    fn of(&mut self, ty: &Type, value: &Value) -> Result<(), Fault> {
        let instance = self.inputs.instances().of(self.inputs.given(ty), &[]);
        self.value(instance, value)
    }

    /// Encodes a value of a type. Not recursive: lists nest as deeply as they are long.
    pub(super) fn value(&mut self, instance: Instance, value: &Value) -> Result<(), Fault> {
        let mut steps = vec![Step { within: 0, con: ConId::UNIT, field: 0 }];
        let mut tasks = vec![(instance, value, 0)];
        while let Some((instance, value, at)) = tasks.pop() {
            let fields = self.part(instance, value).map_err(|fault| fault.within(self.path(&steps, at)))?;
            let Value::Construct(con, values) = value else { continue };
            for (field, part) in fields.into_iter().zip(values).enumerate().rev() {
                tasks.push((part.0, part.1, steps.len()));
                steps.push(Step { within: at, con: *con, field });
            }
        }
        Ok(())
    }

    /// Encodes a value without its fields and returns their types.
    fn part(&mut self, instance: Instance, value: &Value) -> Result<Vec<Instance>, Fault> {
        let instance = self.inputs.plain(instance);
        let form = self.inputs.instances().form(instance).clone();
        let constants = &self.inputs.0.constants;
        let is_constant = constants.are_of(&form);
        match (form, value) {
            (_, Value::Open) => Err(Cause::Open.into()),
            (_, Value::Elided) => Err(Cause::Elided.into()),
            (Form::Arrow(..), Value::Function(source)) => {
                self.function(instance, source)?;
                Ok(Vec::new())
            }
            (_, Value::Function(_) | Value::Closure(..) | Value::Partial(..)) => Err(Cause::Closure.into()),
            (_, value) if is_constant => {
                self.encoder.alternative(constants.alternative(value).ok_or(Cause::WrongType)?)?;
                Ok(Vec::new())
            }
            (Form::Integer, Value::Integer(integer)) => {
                let integer = i128::try_from(integer).map_err(|_| Cause::TooLarge)?;
                self.encoder.wide(integer.cast_unsigned())?;
                Ok(Vec::new())
            }
            (Form::Atom(_), Value::Integer(integer)) => {
                self.encoder.bits(u64::try_from(integer).map_err(|_| Cause::NotAnAtom)?)?;
                Ok(Vec::new())
            }
            (Form::Atom(_), _) => Err(Cause::NotAnAtom.into()),
            (Form::Character, Value::Character(character)) => {
                self.encoder.bits(u64::from(u32::from(*character)))?;
                Ok(Vec::new())
            }
            (Form::Data(data, arguments), Value::Construct(con, values)) => {
                let inputs = self.inputs;
                let constructors = &inputs.program().datas[data.index()].constructors;
                let is = |own: &ConId| own == con || inputs.0.copies.get(own) == Some(con);
                let alternative = constructors.iter().position(is).ok_or(Cause::WrongType)?;
                let constructor = &inputs.program().constructors[constructors[alternative].index()];
                let fields = inputs.fields(constructor, &arguments);
                if fields.len() != values.len() {
                    return Err(Cause::WrongType.into());
                }
                self.encoder.alternative(alternative)?;
                Ok(fields)
            }
            _ => Err(Cause::WrongType.into()),
        }
    }

    /// Encodes a term that denotes a value.
    pub(super) fn term(&mut self, instance: Instance, term: &Expr) -> Result<(), Fault> {
        let value = self.said(instance, term).ok_or(Cause::NotByCases)?;
        self.value(instance, &value)
    }

    /// Returns the value that a term denotes.
    fn said(&self, instance: Instance, term: &Expr) -> Option<Value> {
        let instance = self.inputs.plain(instance);
        let form = self.inputs.instances().form(instance).clone();
        match (&term.kind, form) {
            (ExprKind::Missing, _) => Some(Value::Open),
            (ExprKind::Parenthesised(inside), _) => self.said(instance, inside),
            (ExprKind::Integer(integer), _) => Some(Value::Integer(integer.clone())),
            (ExprKind::Character(character), _) => Some(Value::Character(*character)),
            (ExprKind::Unit, _) => Some(Value::Construct(ConId::UNIT, Vec::new())),
            (_, Form::Arrow(..)) => Some(Value::Function(print::term(term.clone()))),
            (ExprKind::Pair(left, right), Form::Data(data, types)) => {
                let program = self.inputs.program();
                let con = program.datas[data.index()].constructors.first()?;
                let fields = self.inputs.fields(&program.constructors[con.index()], &types);
                let [one, other] = fields[..] else { return None };
                Some(Value::Construct(*con, vec![self.said(one, left)?, self.said(other, right)?]))
            }
            (_, Form::Data(DataId::LIST, types)) => self.said_list(instance, *types.first()?, term),
            (kind, Form::Data(data, types)) => {
                let applied = match kind {
                    ExprKind::Bracket(elements) => &elements.first()?.kind,
                    other => other,
                };
                let (head, arguments) = match applied {
                    ExprKind::Apply(head, arguments) => (&head.kind, &arguments[..]),
                    head => (head, &[][..]),
                };
                let ExprKind::Name(name) = head else { return None };
                let program = self.inputs.program();
                let mut constructors = program.datas[data.index()].constructors.iter();
                let con = constructors.find(|con| is_name_of(program, **con, name))?;
                let fields = self.inputs.fields(&program.constructors[con.index()], &types);
                if fields.len() != arguments.len() {
                    return None;
                }
                let parts = fields.into_iter().zip(arguments).map(|(ty, part)| self.said(ty, part));
                Some(Value::Construct(*con, parts.collect::<Option<_>>()?))
            }
            _ => None,
        }
    }

    fn said_list(&self, list: Instance, of: Instance, term: &Expr) -> Option<Value> {
        let cons = |rest, first| Value::Construct(ConId::CONS, vec![first, rest]);
        let nil = Value::Construct(ConId::NIL, Vec::new());
        match &term.kind {
            ExprKind::Text(text) => Some(text.chars().rev().map(Value::Character).fold(nil, cons)),
            ExprKind::Bracket(elements) => {
                let elements = elements.iter().map(|element| self.said(of, element));
                Some(elements.collect::<Option<Vec<_>>>()?.into_iter().rev().fold(nil, cons))
            }
            ExprKind::Binary(Operator::Cons, first, rest) => {
                Some(cons(self.said(list, rest)?, self.said(of, first)?))
            }
            _ => None,
        }
    }

    /// Returns the path to a part.
    fn path(&self, steps: &[Step], mut at: usize) -> Vec<Place> {
        let mut way = Vec::new();
        while at > 0 {
            way.push(&steps[at]);
            at = steps[at].within;
        }
        let (mut path, mut passed) = (Vec::new(), 0);
        for Step { con, field, .. } in way.into_iter().rev() {
            if *con != ConId::CONS {
                let constructor = &self.inputs.program().constructors[con.index()];
                path.push(Place::Field(Arc::clone(&constructor.name), field + 1));
            } else if *field == 0 {
                path.push(Place::Element(passed + 1));
                passed = 0;
            } else {
                passed += 1;
            }
        }
        if passed > 0 {
            path.push(Place::Rest(passed));
        }
        path
    }
}

impl fmt::Display for EncodeFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in &self.path {
            write!(f, "{place}: ")?;
        }
        self.cause.fmt(f)
    }
}

impl std::error::Error for EncodeFailure {}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(number) => write!(f, "input {number}"),
            Self::Field(constructor, number) => write!(f, "field {number} of `{constructor}`"),
            Self::Element(number) => write!(f, "element {number} of the list"),
            Self::Rest(number) => write!(f, "the list after {number} elements"),
            Self::Function => write!(f, "within the function"),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open => f.write_str("not evaluated"),
            Self::Elided => f.write_str("left out of a large value"),
            Self::Closure => f.write_str("a function that the program makes has no derivation"),
            Self::NotByCases => f.write_str("not the table or the case tree of a function"),
            Self::NotAnAtom => f.write_str("not the number of an atom"),
            Self::TooLarge => f.write_str("an integer of more than 128 bits"),
            Self::WrongType => f.write_str("no value of its type"),
            Self::Space(error) => error.fmt(f),
        }
    }
}
