//! Unification.

use super::store::{LARGEST, Node, Store, Ty};
use crate::source::Span;

/// Why two types cannot be unified.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Clash {
    /// Two parts differ; with the places that determined them.
    Different { expected_at: Option<Span>, found_at: Option<Span> },
    /// A type would contain itself.
    Infinite,
    /// A type would be too large.
    TooLarge,
    /// A function, or a type that holds functions, would be compared.
    Compared { function: Ty, at: Span },
}

impl Store {
    /// Unifies two types, for the reason at `at`. If that fails, changes nothing. `holds` says for
    /// each data type whether it holds functions.
    pub(crate) fn unify(&mut self, expected: Ty, found: Ty, at: Span, holds: &[bool]) -> Result<(), Clash> {
        self.begin();
        let result = self.unify_all(expected, found, at, holds);
        self.end(result.is_err());
        result
    }

    /// Returns whether two types can be unified. Changes nothing.
    pub(crate) fn can_unify(&mut self, one: Ty, other: Ty, at: Span, holds: &[bool]) -> bool {
        self.begin();
        let result = self.unify_all(one, other, at, holds);
        self.end(true);
        result.is_ok()
    }

    fn unify_all(&mut self, expected: Ty, found: Ty, at: Span, holds: &[bool]) -> Result<(), Clash> {
        let mut open = vec![(expected, found)];
        while let Some((expected, found)) = open.pop() {
            let (expected, expected_at) = self.found(expected);
            let (found, found_at) = self.found(found);
            if expected == found {
                continue;
            }
            match (self.node(expected), self.node(found)) {
                (_, Node::Variable { level, compared }) => {
                    self.bind((found, level, compared), expected, at, holds)?;
                }
                (Node::Variable { level, compared }, _) => {
                    self.bind((expected, level, compared), found, at, holds)?;
                }
                (Node::Wrong, _)
                | (_, Node::Wrong)
                | (Node::Integer, Node::Integer)
                | (Node::Character, Node::Character) => {}
                (Node::Rigid(one), Node::Rigid(other)) if one == other => {}
                (Node::Arrow(from, to), Node::Arrow(other_from, other_to)) => {
                    self.set(expected, Node::Link { to: found, at: found_at });
                    open.extend([(to, other_to), (from, other_from)]);
                }
                (Node::Data(data, arguments), Node::Data(other, others)) if data == other => {
                    self.set(expected, Node::Link { to: found, at: found_at });
                    let pairs = self.arguments(arguments).iter().zip(self.arguments(others)).rev();
                    open.extend(pairs.map(|(one, other)| (*one, *other)));
                }
                _ => return Err(Clash::Different { expected_at, found_at }),
            }
        }
        Ok(())
    }

    /// Binds a variable to a type.
    fn bind(
        &mut self,
        (variable, level, compared): (Ty, u32, Option<Span>),
        ty: Ty,
        at: Span,
        holds: &[bool],
    ) -> Result<(), Clash> {
        self.walk();
        let mut open = vec![ty];
        let mut parts = 0;
        while let Some(part) = open.pop() {
            let part = self.root(part);
            if part == variable {
                return Err(Clash::Infinite);
            }
            if !self.is_new(part) {
                continue;
            }
            parts += 1;
            if parts > LARGEST {
                return Err(Clash::TooLarge);
            }
            let node = self.node(part);
            match (node, compared) {
                (Node::Variable { level: inner, compared: known }, _)
                    if level < inner || (known.is_none() && compared.is_some()) =>
                {
                    let node = Node::Variable { level: level.min(inner), compared: known.or(compared) };
                    self.set(part, node);
                }
                (Node::Rigid(number), Some(_)) => {
                    if let Some(known) = self.rigid.get_mut(number as usize) {
                        *known = known.or(compared);
                    }
                }
                (Node::Arrow(..), Some(at)) => return Err(Clash::Compared { function: part, at }),
                (Node::Data(data, _), Some(at)) if holds.get(data.index()) == Some(&true) => {
                    return Err(Clash::Compared { function: part, at });
                }
                _ => {}
            }
            self.push_parts(node, &mut open);
        }
        self.set(variable, Node::Link { to: ty, at: Some(at) });
        Ok(())
    }
}
