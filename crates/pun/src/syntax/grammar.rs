//! The grammar: one function for each rule.

mod declarations;
mod generators;
mod patterns;
mod properties;
mod recovery;
mod terms;
mod types;

pub(super) use declarations::file;
pub(crate) use terms::{Fixity, Side};
pub(super) use terms::{operator, term};
pub(super) use types::ty;

use super::kind::{NodeKind, TokenKind};
use super::parser::Parser;

/// Parses a text as a single construct.
pub(super) fn alone(p: &mut Parser, parse: impl Fn(&mut Parser)) {
    let mark = p.mark();
    parse(p);
    if !p.at(TokenKind::End) {
        p.fail_expecting(|error| error);
    }
    if p.too_deep {
        p.forget(mark);
    }
    if p.failed {
        let rest = p.mark();
        p.resume(p.last());
        p.finish(rest, NodeKind::Error);
    }
}
