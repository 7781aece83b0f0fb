//! Text to [`tree`]: a lexer, a parser with error recovery, and the lossless syntax tree between
//! the two.

mod expect;
mod foreign;
mod grammar;
mod habits;
mod kind;
mod lexer;
mod literal;
mod lossless;
mod lower;
mod parser;

pub(crate) use foreign::DATA;
pub(crate) use grammar::{Fixity, Side};
pub use kind::{NodeKind, TokenKind};
pub use lossless::{Element, Leaf, Node, Syntax};

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use crate::tree;

/// The maximal number of errors reported for a file.
pub(crate) const MOST_ERRORS: usize = 100;

/// A parsed file.
#[derive(Clone, Debug)]
pub struct Parse {
    /// The declarations that parse.
    pub module: tree::Module,
    /// Its lossless syntax tree.
    pub syntax: Syntax,
    /// Its errors and warnings, in order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a file.
pub fn parse(file: FileId, text: &str) -> Parse {
    let (syntax, diagnostics) = read(file, text, grammar::file);
    Parse { module: lower::declarations::module(syntax.root()), syntax, diagnostics }
}

/// Returns the fixity of a token, if it is an infix operator.
pub(crate) fn fixity(kind: TokenKind) -> Option<Fixity> {
    grammar::operator(kind)
}

/// Parses a text that is a single term.
pub fn parse_term(file: FileId, text: &str) -> (tree::Expr, Vec<Diagnostic>) {
    let (syntax, diagnostics) = read(file, text, |p| grammar::alone(p, grammar::term));
    (lower::terms::only(syntax.root()), diagnostics)
}

/// Parses a text that is a single type.
pub fn parse_type(file: FileId, text: &str) -> (tree::Type, Vec<Diagnostic>) {
    let (syntax, diagnostics) = read(file, text, |p| grammar::alone(p, grammar::ty));
    (lower::types::only(syntax.root()), diagnostics)
}

fn read(file: FileId, text: &str, parse: impl Fn(&mut parser::Parser)) -> (Syntax, Vec<Diagnostic>) {
    // Offsets in files have 32 bits.
    if u32::try_from(text.len()).is_err() {
        let (syntax, _) = read(file, "", parse);
        return (syntax, vec![Diagnostic::error(Span::new(file, 0, 0), "the file is larger than 4 GiB")]);
    }
    let (tokens, mut diagnostics) = lexer::lex(file, text);
    let mut parser = parser::Parser::new(file, text, &tokens);
    parse(&mut parser);
    let (nodes, more) = parser.into_nodes();
    diagnostics.extend(not_explained(more, &diagnostics));
    diagnostics.sort_by_key(|diagnostic| place(diagnostic).start);
    diagnostics.truncate(MOST_ERRORS);
    (Syntax::new(file, text, tokens, &nodes), diagnostics)
}

fn place(diagnostic: &Diagnostic) -> Span {
    diagnostic.labels.first().map_or(Span::new(FileId(0), 0, 0), |(span, _)| *span)
}

/// Returns the parser's errors except those at tokens with an error of their own. Both lists are in
/// order.
fn not_explained(errors: Vec<Diagnostic>, tokens: &[Diagnostic]) -> Vec<Diagnostic> {
    let touches = |error: &Diagnostic| {
        let start = place(error).start;
        let before = tokens.partition_point(|token| place(token).start <= start);
        before > 0 && place(&tokens[before - 1]).end >= start
    };
    errors.into_iter().filter(|error| !touches(error)).collect()
}
