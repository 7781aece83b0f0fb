//! The parser's state: a position in the tokens, the finished nodes, the expected tokens, and the
//! errors.
//!
//! A node is finished after its children, so a left operand can be parsed before its operator is
//! known.

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

use super::kind::{NodeKind, TokenKind};
use super::lexer::Token;
use super::lossless::StoredNode;

/// The maximal nesting of terms, patterns and types. Later passes are recursive, on stacks of 2
/// MiB.
pub(super) const DEEPEST: u32 = 250;

/// The start of a node.
#[derive(Clone, Copy)]
pub(super) struct NodeStart {
    pub(super) at: usize,
    nodes: usize,
}

pub(super) struct Parser<'a> {
    pub(super) file: FileId,
    text: &'a str,
    tokens: &'a [Token],
    /// The indices of the tokens without trivia; the end token is last.
    path: Vec<u32>,
    at: usize,
    /// The index on `path` at which the parser sees the end.
    fence: usize,
    nodes: Vec<StoredNode>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// What was expected at the current position.
    expected: Vec<&'static str>,
    /// Whether an error makes the rest of the declaration meaningless: until its end, every token
    /// looks like the end.
    pub(super) failed: bool,
    /// Whether that error was too deep a nesting.
    pub(super) too_deep: bool,
    depth: u32,
    /// Whether a dot may follow a name and open a body, as in `\x.x`. Then no name is qualified.
    is_before_dot: bool,
    /// Where the current declaration begins.
    pub(super) begin: usize,
    /// How far it was searched for the beginning of the next declaration.
    pub(super) searched: usize,
}

impl<'a> Parser<'a> {
    pub(super) fn new(file: FileId, text: &'a str, tokens: &'a [Token]) -> Self {
        let path: Vec<u32> =
            (0..tokens.len() as u32).filter(|i| !tokens[*i as usize].kind.is_trivia()).collect();
        Self {
            file,
            text,
            tokens,
            fence: path.len() - 1,
            path,
            at: 0,
            nodes: Vec::with_capacity(tokens.len()),
            diagnostics: Vec::new(),
            expected: Vec::new(),
            failed: false,
            too_deep: false,
            depth: 0,
            is_before_dot: false,
            begin: 0,
            searched: 0,
        }
    }

    /// Returns all nodes, the last one for the whole file, and the errors.
    pub(super) fn into_nodes(mut self) -> (Vec<StoredNode>, Vec<Diagnostic>) {
        let size = self.nodes.len() as u32 + 1;
        let end = self.tokens.len() as u32;
        self.nodes.push(StoredNode { kind: NodeKind::File, first: 0, end, size, height: 0 });
        (self.nodes, self.diagnostics)
    }

    // Lookahead.

    /// Returns the kind of a token by its index on the path, regardless of failures and the fence.
    pub(super) fn kind_at(&self, at: usize) -> TokenKind {
        self.path.get(at).map_or(TokenKind::End, |token| self.tokens[*token as usize].kind)
    }

    /// Returns the span of a token on the path.
    pub(super) fn span_at(&self, at: usize) -> Span {
        let token = self.path[at.min(self.path.len() - 1)] as usize;
        let end = self.tokens.get(token + 1).map_or(self.text.len() as u32, |next| next.start);
        Span::new(self.file, self.tokens[token].start, end)
    }

    pub(super) fn text_at(&self, at: usize) -> &'a str {
        self.text_of(self.span_at(at))
    }

    pub(super) fn text_of(&self, span: Span) -> &'a str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// Returns whether a token, or one skipped directly before it, is unknown.
    fn is_unknown(&self, at: usize) -> bool {
        let first = at.checked_sub(1).map_or(0, |before| self.path[before] + 1);
        let skipped = &self.tokens[first as usize..self.path[at] as usize];
        skipped.iter().any(|token| token.kind == TokenKind::Unknown)
    }

    /// Returns whether a token begins a line.
    pub(super) fn begins_line(&self, at: usize) -> bool {
        let start = self.span_at(at).start as usize;
        start == 0 || self.text.as_bytes()[start - 1] == b'\n'
    }

    /// Returns whether a line, or the text, ends after the token `ahead` places after the next one.
    pub(super) fn ends_line(&self, ahead: usize) -> bool {
        let after = self.text_after(self.at + ahead).trim_start_matches([' ', '\t', '\r']);
        after.is_empty() || after.starts_with('\n') || after.starts_with("//")
    }

    /// Returns whether there are only blanks before this token on its line.
    pub(super) fn is_first_of_line(&self, at: usize) -> bool {
        let before = &self.text[..self.span_at(at).start as usize];
        before.trim_end_matches([' ', '\t']).bytes().next_back().is_none_or(|byte| byte == b'\n')
    }

    /// Returns the text after a token.
    pub(super) fn text_after(&self, at: usize) -> &'a str {
        &self.text[self.span_at(at).end as usize..]
    }

    /// Returns the kind of the next token.
    pub(super) fn peek(&self) -> TokenKind {
        self.peek_after(0)
    }

    /// Returns the kind of the token `ahead` places after the next one.
    pub(super) fn peek_after(&self, ahead: usize) -> TokenKind {
        let at = self.at + ahead;
        if self.failed || at >= self.fence { TokenKind::End } else { self.kind_at(at) }
    }

    /// Returns whether the next token is of this kind. If not, an error here will list it as
    /// expected.
    pub(super) fn at(&mut self, kind: TokenKind) -> bool {
        self.peek() == kind || self.expect_also(kind.describe())
    }

    /// Records that something was expected and is missing; returns false.
    pub(super) fn expect_also(&mut self, what: &'static str) -> bool {
        if !self.expected.contains(&what) {
            self.expected.push(what);
        }
        false
    }

    /// Returns whether this was expected here.
    pub(super) fn wants(&self, what: &str) -> bool {
        self.expected.contains(&what)
    }

    pub(super) fn position(&self) -> usize {
        self.at
    }

    pub(super) fn span(&self) -> Span {
        self.span_at(self.at)
    }

    // Progress.

    pub(super) fn bump(&mut self) {
        if self.peek() != TokenKind::End {
            self.at += 1;
            self.expected.clear();
        }
    }

    /// Returns whether a token is a dot directly between two names, which qualifies the second one,
    /// unless it opens a body.
    pub(super) fn qualifies(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else { return false };
        [TokenKind::Name, TokenKind::Dot, TokenKind::Name] == [before, at, at + 1].map(|at| self.kind_at(at))
            && self.span_at(before).end == self.span_at(at).start
            && self.span_at(at).end == self.span_at(at + 1).start
    }

    /// Skips a name, or any other token. If the name is a module's and qualifies another one, skips
    /// that one, too.
    pub(super) fn bump_name(&mut self) {
        let is_qualified = !self.is_before_dot && self.at + 2 < self.fence && self.qualifies(self.at + 1);
        for _ in 0..if is_qualified { 3 } else { 1 } {
            self.bump();
        }
    }

    /// Parses a part in which a dot may follow a name and open a body, or may not.
    pub(super) fn before_dot(&mut self, is_before_dot: bool, parse: impl FnOnce(&mut Self)) {
        let outside = std::mem::replace(&mut self.is_before_dot, is_before_dot);
        parse(self);
        self.is_before_dot = outside;
    }

    pub(super) fn eat(&mut self, kind: TokenKind) -> bool {
        let is_next = self.at(kind);
        if is_next {
            self.bump();
        }
        is_next
    }

    // Errors.

    /// Returns whether further errors are reported; if not, no work is needed for them.
    pub(super) fn reports(&self) -> bool {
        self.diagnostics.len() < super::MOST_ERRORS
    }

    /// Reports an error; parsing continues normally.
    pub(super) fn error(&mut self, diagnostic: Diagnostic) {
        if !self.failed && self.reports() {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports an error that makes the rest of the declaration meaningless.
    pub(super) fn fail(&mut self, diagnostic: Diagnostic) {
        self.error(diagnostic);
        self.failed = true;
    }

    /// Returns the error that names the expected and the found token.
    pub(super) fn unexpected(&self) -> Diagnostic {
        let list = match self.expected.as_slice() {
            [] => "nothing".to_owned(),
            [one] => (*one).to_owned(),
            [many @ .., last] => format!("{} or {last}", many.join(", ")),
        };
        let at_end = self.at >= self.fence;
        let kind = if at_end { self.kind_at(self.fence) } else { self.kind_at(self.at) };
        let found = match kind {
            TokenKind::Name if at_end => "the next declaration".to_owned(),
            TokenKind::Name => format!("the name `{}`", self.text_at(self.at)),
            kind => kind.describe().to_owned(),
        };
        let mut span = self.span();
        // If something is missing at the end of a line, point there.
        if self.at > self.begin {
            let end = self.span_at(self.at - 1).end;
            if at_end || self.text[end as usize..span.start as usize].contains('\n') {
                span = Span::new(self.file, end, end);
            }
        }
        let error = Diagnostic::error(span, format!("expected {list}, found {found}"));
        let is_mistaken = match kind {
            _ if at_end => false,
            TokenKind::From | TokenKind::With | TokenKind::Decreases => {
                self.wants("an argument") || self.wants("a term")
            }
            kind => {
                kind.is_keyword()
                    && (self.wants("a name") || self.wants("a pattern") || self.wants("a declaration"))
            }
        };
        if is_mistaken { error.help(format!("{} is a keyword, and no name", kind.describe())) } else { error }
    }

    /// Parses a nested construct, unless it is nested too deeply.
    pub(super) fn nested(&mut self, parse: impl FnOnce(&mut Self)) {
        if self.depth >= DEEPEST {
            self.fail_too_deep();
            return;
        }
        self.depth += 1;
        parse(self);
        self.depth -= 1;
    }

    fn fail_too_deep(&mut self) {
        self.too_deep = true;
        self.fail(
            Diagnostic::error(self.span(), format!("this is nested more than {DEEPEST} deep"))
                .help("give parts of it names of their own; many operands of one operator are nested, too"),
        );
    }

    // Nodes.

    pub(super) fn mark(&self) -> NodeStart {
        NodeStart { at: self.at, nodes: self.nodes.len() }
    }

    /// Finishes a node for everything since a mark.
    pub(super) fn finish(&mut self, mark: NodeStart, kind: NodeKind) {
        let (mut height, mut count) = (0, 0);
        let mut rest = self.nodes.len();
        while rest > mark.nodes {
            let child = self.nodes[rest - 1];
            height = height.max(child.height);
            count += 1;
            rest -= child.size as usize;
        }
        height += match kind {
            // `(a, b, c)` is `(a, (b, c))`.
            NodeKind::Tuple | NodeKind::TuplePattern | NodeKind::TupleType => count,
            _ => 1,
        };
        let end = self.at.checked_sub(1).map_or(0, |last| self.path[last] + 1);
        let first = if self.at > mark.at { self.path[mark.at] } else { end };
        let size = (self.nodes.len() - mark.nodes) as u32 + 1;
        self.nodes.push(StoredNode { kind, first, end, size, height });
        // Also after an error, because the node is finished anyway.
        if height > DEEPEST {
            self.fail_too_deep();
        }
    }

    /// Makes an empty node for a missing part.
    pub(super) fn missing(&mut self, kind: NodeKind) {
        self.finish(self.mark(), kind);
    }

    // Recovery.

    /// Goes back to the beginning of a declaration, to parse it again up to a fence.
    pub(super) fn rewind(&mut self, mark: NodeStart, errors: usize, fence: usize) {
        self.at = mark.at;
        self.diagnostics.truncate(errors);
        self.nodes.truncate(mark.nodes);
        self.fence = fence;
        self.failed = false;
        self.too_deep = false;
        self.expected.clear();
    }

    /// Removes all nodes since a mark.
    pub(super) fn forget(&mut self, mark: NodeStart) {
        self.nodes.truncate(mark.nodes);
    }

    /// Removes the errors since a mark if there are unknown characters: those have been reported,
    /// and the text without them is not what the user meant.
    pub(super) fn forget_errors_of_unknown(&mut self, mark: NodeStart, errors: usize) {
        if (mark.at..self.at).any(|at| self.is_unknown(at)) {
            self.diagnostics.truncate(errors);
        }
    }

    /// Continues at `at`, without failure and fence.
    pub(super) fn resume(&mut self, at: usize) {
        self.at = at;
        self.failed = false;
        self.too_deep = false;
        self.fence = self.path.len() - 1;
        self.expected.clear();
    }

    /// Returns the index of the end token on the path.
    pub(super) fn last(&self) -> usize {
        self.path.len() - 1
    }
}
