//! Literal lists and texts, as constructors; a long text stays one, as a term takes a hundred times
//! the memory of a character.

use super::{Lowering, boxed};
use crate::core::{ConId, Expr, GlobalId, Kind};
use crate::resolve::term::Term;
use crate::source::Span;

/// Longer lists are appended from pieces of this length, which bounds the recursion depth of later
/// passes.
const PIECE: usize = 32;

impl Lowering<'_> {
    pub(super) fn text(text: &str, span: Span) -> Kind {
        if text.chars().nth(PIECE).is_some() {
            return Kind::Text(text.into());
        }
        piece(text.chars().map(|one| Expr { kind: Kind::Character(one), span }).collect(), span)
    }

    pub(super) fn list(&mut self, elements: &[Term], span: Span) -> Kind {
        let outside = self.depth;
        let halvings = elements.len().div_ceil(PIECE).next_power_of_two().ilog2();
        let mut lowered = Vec::with_capacity(elements.len());
        for (place, element) in elements.iter().enumerate() {
            self.depth = outside + halvings + (place % PIECE) as u32;
            lowered.push(self.term(element));
        }
        self.depth = outside;
        self.joined(lowered, span)
    }

    fn joined(&self, elements: Vec<Expr>, span: Span) -> Kind {
        if elements.len() <= PIECE {
            return piece(elements, span);
        }
        match self.append() {
            Some(append) => appended(elements, span, append),
            None => piece(elements, span),
        }
    }

    /// Returns the prelude's `append`.
    fn append(&self) -> Option<GlobalId> {
        let place = self.program.globals.iter().position(|global| &*global.name == "append")?;
        Some(GlobalId(place as u32))
    }
}

/// Returns a list as two appended lists of about the same length.
fn appended(mut left: Vec<Expr>, span: Span, append: GlobalId) -> Kind {
    if left.len() <= PIECE {
        return piece(left, span);
    }
    // The length of the left list is a multiple of `PIECE`.
    let pieces = left.len().div_ceil(PIECE);
    let right = left.split_off(pieces.div_ceil(2) * PIECE);
    let arguments = [left, right].map(|side| Expr { kind: appended(side, span, append), span });
    Kind::Apply(boxed(Kind::Global(append), span), arguments.into())
}

fn piece(elements: Vec<Expr>, span: Span) -> Kind {
    let nil = Kind::Construct(ConId::NIL, Vec::new());
    elements.into_iter().rev().fold(nil, |tail, head| {
        let span = Span { start: head.span.start, ..span };
        Kind::Construct(ConId::CONS, vec![head, Expr { kind: tail, span }])
    })
}
