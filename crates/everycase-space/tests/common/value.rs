//! Values of random shapes: a type that can stand for any of them, with a codec that updates in place.

use std::sync::Arc;

use everycase_space::{At, Codec, EncodeError, Encoder, Space};

use super::{Expr, System};

/// A value of any shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    Sum(usize, Vec<Value>),
    Integer(u128),
}

/// Decodes along the expression, as derived code decodes along a type.
pub struct Dynamic(Arc<System>);

impl Dynamic {
    pub fn space(system: &Arc<System>) -> Space<Value> {
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

    fn is_wide(range: &everycase_space::Range) -> bool {
        // What a range prints is all that is public about its width.
        let ends: Vec<_> = range.to_string().split([' ', '|', '.', '=']).map(str::to_owned).collect();
        let negative = ends.iter().any(|end| end.starts_with('-'));
        let fits = |end: &String| match negative {
            true => end.parse::<i64>().is_ok(),
            false => end.parse::<u64>().is_ok(),
        };
        ends.iter().filter(|end| !end.is_empty()).any(|end| !fits(end))
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
            Expr::Range(range) => Value::Integer(integer(range, at)),
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
            (Expr::Range(range), Value::Integer(value)) if Self::is_wide(range) => to.wide(*value),
            (Expr::Range(_), Value::Integer(value)) => to.bits(*value as u64),
            _ => Err(EncodeError::NotInShape),
        }
    }
}

fn integer(range: &everycase_space::Range, at: At<'_>) -> u128 {
    if Dynamic::is_wide(range) { at.wide() } else { at.bits().into() }
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

    fn source(&self, value: &Value, out: &mut String) {
        out.push_str(&format!("{value:?}"));
    }
}
