//! Pattern matching: branches from top to bottom, patterns from left to right.

use crate::core::{Branch, Pattern};
use crate::fault::FaultKind;
use crate::source::Span;
use crate::value::MOST_PARTS;

use super::frame::{Frame, Matching, Now, Step};
use super::heap::{Env, Node, Ref};
use super::run::Run;

impl<'r> Matching<'r> {
    pub(super) fn new(branches: &'r [Branch], value: Ref, env: Env, span: Span) -> Self {
        let mut matching = Self { branches, value, outer: env, env, left: Vec::new(), span };
        matching.begin();
        matching
    }

    fn begin(&mut self) {
        self.env = self.outer;
        self.left.clear();
        self.left.extend(self.branches.first().map(|branch| (&branch.pattern, self.value)));
    }

    fn next_branch(&mut self) {
        self.branches = self.branches.get(1..).unwrap_or_default();
        self.begin();
    }
}

impl<'r> Run<'r, '_> {
    /// Continues a `case`.
    pub(super) fn matching(&mut self, mut matching: Matching<'r>) -> Step<'r> {
        let span = matching.span;
        while let Some(branch) = matching.branches.first() {
            self.step(span)?;
            let Some((pattern, value)) = matching.left.pop() else {
                let env = matching.env;
                return Ok(match &branch.guard {
                    None => Now::Evaluate(&branch.body, env),
                    Some(guard) => self.wait(Frame::Guard(matching), Now::Evaluate(guard, env)),
                });
            };
            let fits = match pattern {
                Pattern::Wildcard => true,
                Pattern::Bind(binder) => {
                    matching.env = self.heap.bind(matching.env, binder.local, value);
                    true
                }
                Pattern::Integer(_) | Pattern::Character(_) | Pattern::Construct(..) => {
                    match (pattern, self.heap.get(value)) {
                        (_, Node::Delayed(..) | Node::Running(_)) => {
                            matching.left.push((pattern, value));
                            return Ok(self.wait(Frame::Match(matching), Now::Force(value, span)));
                        }
                        (_, Node::Open) => return Err(self.fault(FaultKind::Undecided, span)),
                        (Pattern::Integer(wanted), Node::Integer(integer)) => wanted == integer,
                        (Pattern::Character(wanted), Node::Character(character)) => wanted == character,
                        (Pattern::Construct(wanted, parts), Node::Construct(constructor, fields)) => {
                            let fits = wanted == constructor;
                            if fits {
                                matching.left.extend(parts.iter().zip(fields.iter().copied()).rev());
                            }
                            fits
                        }
                        _ => return Err(self.ill_typed(span)),
                    }
                }
            };
            if !fits {
                matching.next_branch();
            }
        }
        let value = self.known(matching.value, MOST_PARTS);
        Err(self.fault(FaultKind::NoBranch(Box::new(value)), span))
    }

    /// Continues a `case` whose guard has been evaluated.
    pub(super) fn guarded(&mut self, mut matching: Matching<'r>, guard: Ref) -> Step<'r> {
        if self.boolean(guard, matching.span)? {
            let body = matching.branches.first().map(|branch| Now::Evaluate(&branch.body, matching.env));
            return body.ok_or_else(|| self.ill_typed(matching.span));
        }
        matching.next_branch();
        self.matching(matching)
    }
}
