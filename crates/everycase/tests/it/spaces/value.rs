//! Values of random shapes: a type that can stand for any of them, with a codec that updates in place.

use std::fmt::Write;
use std::sync::Arc;

use everycase::space::{Codec, Source, Space};
use everycase_kernel::{At, EncodeError, Encoder};

use super::random::{Expr, System};

/// A value of any shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    Sum(usize, Vec<Value>),
    Integer(u128),
}

/// Decodes along the expression, as derived code decodes along a type.
pub(crate) struct Dynamic(Arc<System>);

impl Dynamic {
    pub(crate) fn space(system: &Arc<System>) -> Space<Value> {
        Space::new(system.shape(), Self(Arc::clone(system)))
    }

    /// The expression behind payments and names, which have no position.
    fn at_position<'s>(&'s self, mut expr: &'s Expr) -> &'s Expr {
        loop {
            match expr {
                Expr::Pay(_, inner) => expr = inner,
                Expr::Rule(i) => expr = &self.0.rules[*i],
                _ => return expr,
            }
        }
    }

    fn decode_as(&self, expr: &Expr, at: At<'_>) -> Value {
        match self.at_position(expr) {
            Expr::Sum(alternatives) => {
                let fields = alternatives[at.alternative()].1.iter().enumerate();
                let fields = fields.map(|(i, field)| self.decode_as(field, at.field(i)));
                Value::Sum(at.alternative(), fields.collect())
            }
            Expr::Payload(tag, inner) => {
                assert_eq!(at.payload::<u64>(), Some(tag), "the payload is found where it was put");
                Value::Sum(at.alternative(), vec![self.decode_as(inner, at.field(0))])
            }
            Expr::Range(_, true) => Value::Integer(at.wide()),
            Expr::Range(_, false) => Value::Integer(at.bits().into()),
            Expr::Pay(..) | Expr::Rule(_) => unreachable!("these have no position"),
        }
    }

    fn update_as(&self, expr: &Expr, value: &mut Value, at: At<'_>) {
        match (self.at_position(expr), value) {
            (Expr::Sum(alternatives), Value::Sum(i, fields)) if *i == at.alternative() => {
                let exprs = &alternatives[*i].1;
                for (k, (expr, field)) in exprs.iter().zip(fields).enumerate() {
                    if at.changed(k, exprs.len()) {
                        self.update_as(expr, field, at.field(k));
                    }
                }
            }
            (Expr::Payload(_, inner), Value::Sum(_, fields)) => {
                self.update_as(inner, &mut fields[0], at.field(0));
            }
            (expr, value) => {
                let new = self.decode_as(expr, at);
                assert!(*value == new || at.redecided(), "what was not decided anew is as it was");
                *value = new;
            }
        }
    }

    fn encode_as(&self, expr: &Expr, value: &Value, to: &mut Encoder) -> Result<(), EncodeError> {
        match (self.at_position(expr), value) {
            (Expr::Sum(alternatives), Value::Sum(i, fields)) => {
                to.alternative(*i)?;
                let exprs = alternatives[*i].1.iter();
                exprs.zip(fields).try_for_each(|(expr, field)| self.encode_as(expr, field, to))
            }
            (Expr::Payload(tag, inner), Value::Sum(i, fields)) => {
                assert_eq!(to.payload::<u64>().as_deref(), Some(tag));
                to.alternative(*i)?;
                self.encode_as(inner, &fields[0], to)
            }
            (Expr::Range(_, true), Value::Integer(value)) => to.wide(*value),
            (Expr::Range(_, false), Value::Integer(value)) => to.bits(*value as u64),
            _ => Err(EncodeError::NotInShape),
        }
    }
}

impl Codec<Value> for Dynamic {
    fn decode(&self, at: At<'_>) -> Value {
        self.decode_as(&self.0.root, at)
    }

    fn update(&self, value: &mut Value, at: At<'_>) {
        self.update_as(&self.0.root, value, at);
    }

    fn encode(&self, value: &Value, to: &mut Encoder) -> Result<(), EncodeError> {
        self.encode_as(&self.0.root, value, to)
    }

    fn source(&self, at: At<'_>, out: &mut Source) {
        write!(out, "{:?}", self.decode(at)).expect("a string takes all text");
    }
}
