//! Structural comparison from left to right, up to the first difference.

use std::cmp::Ordering;

use crate::core::{ConId, Primitive};
use crate::fault::FaultKind;
use crate::source::Span;

use super::frame::{Comparison, Frame, Now, Step};
use super::heap::{Node, Ref};
use super::run::Run;

impl Comparison {
    /// Returns the comparison for a primitive, if it is one.
    pub(super) fn new(primitive: Primitive, span: Span) -> Option<Self> {
        let holds = match primitive {
            Primitive::Equal => Ordering::is_eq,
            Primitive::NotEqual => Ordering::is_ne,
            Primitive::Less => Ordering::is_lt,
            Primitive::LessEqual => Ordering::is_le,
            Primitive::Greater => Ordering::is_gt,
            Primitive::GreaterEqual => Ordering::is_ge,
            Primitive::Add
            | Primitive::Subtract
            | Primitive::Multiply
            | Primitive::Divide
            | Primitive::Modulo => return None,
        };
        Some(Self { holds, left: Vec::new(), span })
    }

    /// Adds the pair of values to be compared.
    pub(super) fn of(mut self, left: Ref, right: Ref) -> Self {
        self.left.push((left, right));
        self
    }
}

impl<'r> Run<'r, '_> {
    /// Continues a comparison.
    pub(super) fn compare(&mut self, mut comparison: Comparison) -> Step<'r> {
        let span = comparison.span;
        while let Some((left, right)) = comparison.left.pop() {
            self.step(span)?;
            let ordering = match (self.heap.get(left), self.heap.get(right)) {
                (Node::Delayed(..) | Node::Running(_), _) => {
                    comparison.left.push((left, right));
                    return Ok(self.wait(Frame::Compare(comparison), Now::Force(left, span)));
                }
                (_, Node::Delayed(..) | Node::Running(_)) => {
                    comparison.left.push((left, right));
                    return Ok(self.wait(Frame::Compare(comparison), Now::Force(right, span)));
                }
                (Node::Open, _) | (_, Node::Open) => return Err(self.fault(FaultKind::Undecided, span)),
                (Node::Integer(left), Node::Integer(right)) => left.cmp(right),
                (Node::Character(left), Node::Character(right)) => left.cmp(right),
                (Node::Construct(first, fields), Node::Construct(second, others)) => {
                    let ordering = self.tag(*first).cmp(&self.tag(*second));
                    if ordering.is_eq() {
                        comparison.left.extend(fields.iter().copied().zip(others.iter().copied()).rev());
                    }
                    ordering
                }
                _ => return Err(self.ill_typed(span)),
            };
            if ordering.is_ne() {
                return Ok(Now::Return(self.heap.boolean((comparison.holds)(ordering))));
            }
        }
        Ok(Now::Return(self.heap.boolean((comparison.holds)(Ordering::Equal))))
    }

    fn tag(&self, constructor: ConId) -> Option<u32> {
        self.program.constructors.get(constructor.index()).map(|constructor| constructor.tag)
    }
}
