//! From derivations to values, and to terms of the core that evaluate to these values.

use everycase_kernel::At;
use num_bigint::BigInt;

use super::instances::{Form, Instance};
use super::{FunctionInput, Inputs};
use crate::core::build::{self, call};
use crate::core::{ConId, Expr, Kind, Type};
use crate::value::Value;

/// The part of a value at one position.
pub(super) enum Part<'d, T> {
    /// Undecided.
    Open,
    Integer(BigInt),
    Character(char),
    /// A constructor with the results for its fields.
    Construct(ConId, Vec<T>),
    /// A function: its type, and the position of its table or case tree.
    Function(Instance, FunctionInput, At<'d>),
}

/// A step of the traversal that is still to be done; the next one is last.
enum Step<'d> {
    Look(Instance, At<'d>),
    /// Takes the results of the given number of fields.
    Construct(ConId, usize),
}

impl Inputs {
    /// Returns the value at a position of the [shape](Self::shape) of a type; undecided positions
    /// are open.
    pub fn value(&self, ty: &Type, at: At<'_>) -> Value {
        let instance = self.instances().of(self.given(ty), &[]);
        self.shown(instance, at, 0)
    }

    /// Returns the value at a position within `depth` functions.
    pub(super) fn shown(&self, instance: Instance, at: At<'_>, depth: u32) -> Value {
        self.fold(instance, at, &mut |part| match part {
            Part::Open => Value::Open,
            Part::Integer(integer) => Value::Integer(integer),
            Part::Character(character) => Value::Character(character),
            Part::Construct(con, fields) => {
                Value::Construct(self.0.copies.get(&con).copied().unwrap_or(con), fields)
            }
            Part::Function(function, _, at) => Value::Function(self.source(function, at, depth)),
        })
    }

    /// Returns a term of the [program](Self::program) for the value at a position of the
    /// [shape](Self::shape) of a type, or `None` if a position in it is undecided.
    pub fn expr(&self, ty: &Type, at: At<'_>) -> Option<Expr> {
        let instance = self.instances().of(self.given(ty), &[]);
        let term = self.term(instance, at)?;
        Some(match self.0.made.get(ty) {
            None => term,
            Some(made) => call(made.make, [term]),
        })
    }

    fn term(&self, instance: Instance, at: At<'_>) -> Option<Expr> {
        let kind = |kind| Some(build::expr(kind));
        self.fold(instance, at, &mut |part| match part {
            Part::Open => None,
            Part::Integer(integer) => kind(Kind::Integer(integer)),
            Part::Character(character) => kind(Kind::Character(character)),
            Part::Construct(con, fields) => {
                kind(Kind::Construct(con, fields.into_iter().collect::<Option<_>>()?))
            }
            Part::Function(_, FunctionInput { apply, tree, .. }, at) => {
                Some(call(apply, [self.term(tree, at)?]))
            }
        })
    }

    /// Folds a value from its parts upwards. Not recursive: lists nest as deeply as they are long.
    fn fold<'d, T>(&self, instance: Instance, at: At<'d>, make: &mut dyn FnMut(Part<'d, T>) -> T) -> T {
        let mut steps = vec![Step::Look(instance, at)];
        let mut made = Vec::new();
        while let Some(step) = steps.pop() {
            let part = match step {
                Step::Construct(con, arity) => {
                    Part::Construct(con, made.split_off(made.len().saturating_sub(arity)))
                }
                Step::Look(_, at) if at.is_open() => Part::Open,
                Step::Look(instance, at) => match self.part(instance, at, &mut steps) {
                    Some(part) => part,
                    None => continue,
                },
            };
            made.push(make(part));
        }
        made.pop().unwrap_or_else(|| make(Part::Open))
    }

    /// Returns the part at a position if it has no fields; otherwise pushes the steps for its
    /// fields.
    fn part<'d, T>(&self, instance: Instance, at: At<'d>, steps: &mut Vec<Step<'d>>) -> Option<Part<'d, T>> {
        let instance = self.plain(instance);
        let form = self.instances().form(instance).clone();
        if let Some(constant) = self.0.constants.at(&form, at) {
            return Some(match constant {
                Kind::Integer(integer) => Part::Integer(integer),
                Kind::Character(character) => Part::Character(character),
                _ => Part::Open,
            });
        }
        Some(match form {
            Form::Integer => Part::Integer(BigInt::from(at.wide().cast_signed())),
            Form::Character => {
                let code = u32::try_from(at.bits()).ok().and_then(char::from_u32);
                Part::Character(code.unwrap_or(char::REPLACEMENT_CHARACTER))
            }
            Form::Atom(_) => Part::Integer(BigInt::from(at.bits())),
            Form::Data(data, arguments) => {
                let program = self.program();
                let Some(&con) = program.datas[data.index()].constructors.get(at.alternative()) else {
                    return Some(Part::Open);
                };
                let fields = self.fields(&program.constructors[con.index()], &arguments);
                steps.push(Step::Construct(con, fields.len()));
                let fields = fields.into_iter().enumerate().rev();
                steps.extend(fields.map(|(i, field)| Step::Look(field, at.field(i))));
                return None;
            }
            Form::Arrow(..) => match self.0.functions.get(&instance) {
                Some(function) => Part::Function(instance, *function, at.field(0)),
                None => Part::Open,
            },
        })
    }
}
