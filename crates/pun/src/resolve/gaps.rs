//! Names that may be declared although they are unknown: in declarations that do not parse, and in
//! missing imports.

use std::collections::HashSet;

use super::scope::split_qualified;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Span;
use crate::syntax::{Element, MOST_ERRORS, Node, NodeKind, Parse, TokenKind};
use crate::tree::Declaration;

/// What is unknown about the declarations of a module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gaps {
    /// Whether any name may be declared.
    any: bool,
    /// Names that may be declared: all words of such declarations.
    words: HashSet<Box<str>>,
}

impl Gaps {
    /// Returns gaps in which any name may be declared.
    pub(crate) fn anywhere() -> Self {
        Self { any: true, words: HashSet::new() }
    }

    /// Returns the gaps of a file with syntax errors.
    pub(crate) fn of(parse: &Parse) -> Self {
        let errors: Vec<&Diagnostic> =
            parse.diagnostics.iter().filter(|one| one.severity == Severity::Error).collect();
        if errors.is_empty() {
            return Self::default();
        }
        // Errors after the limit are not recorded.
        if errors.len() >= MOST_ERRORS {
            return Self::anywhere();
        }
        let broken: Vec<Node<'_>> =
            parse.syntax.root().children().filter(|node| is_broken(*node, &errors)).collect();
        let is_within = |error: &&Diagnostic| broken.iter().any(|node| is_about(error, node.span()));
        let any = !errors.iter().all(is_within) || parse.module.declarations.iter().any(lacks_a_name);
        let mut gaps = Self { any, words: HashSet::new() };
        for node in broken {
            gaps.any |= node.kind() == NodeKind::Error;
            for word in node.text().split(|c: char| !(c.is_alphanumeric() || "_-'".contains(c))) {
                gaps.any |= word == "import";
                gaps.words.insert(word.into());
            }
        }
        gaps
    }

    /// Returns the parts of a file that do not parse: incomplete declarations, declarations with
    /// unknown characters, and the places of errors.
    pub(crate) fn wrong_parts(parse: &Parse) -> Vec<Span> {
        let errors = parse.diagnostics.iter().filter(|one| one.severity == Severity::Error);
        let places: Vec<Span> = errors.filter_map(|one| Some(one.labels.first()?.0)).collect();
        if places.is_empty() {
            return places;
        }
        let declarations = parse.syntax.root().children();
        let lost = declarations.filter(|declaration| is_lost(*declaration)).map(Node::span);
        lost.chain(places).collect()
    }

    /// Adds the gaps of an import.
    pub(crate) fn and(&mut self, other: &Self) {
        self.any |= other.any;
        self.words.extend(other.words.iter().cloned());
    }

    /// Returns whether no gaps were found.
    pub(crate) fn are_none(&self) -> bool {
        !self.any && self.words.is_empty()
    }

    /// Returns whether a gap may declare a name, which may be qualified.
    pub(crate) fn may_declare(&self, name: &str) -> bool {
        self.any || self.words.contains(split_qualified(name).map_or(name, |(_, name)| name))
    }
}

/// Returns whether a declaration lacks the name that it declares.
fn lacks_a_name(declaration: &Declaration) -> bool {
    match declaration {
        Declaration::Data(data) => {
            let constructors = data.constructors.iter().map(|constructor| &constructor.name);
            constructors.chain([&data.name]).any(|name| name.text.is_empty())
        }
        Declaration::Definition(definition) => definition.name.text.is_empty(),
        Declaration::Signature(_) | Declaration::Property(_) | Declaration::Generator(_) => false,
    }
}

/// Returns whether a declaration has errors.
fn is_broken(declaration: Node<'_>, errors: &[&Diagnostic]) -> bool {
    let mut open = vec![declaration];
    while let Some(node) = open.pop() {
        if node.kind() == NodeKind::Error {
            return true;
        }
        open.extend(node.children());
    }
    errors.iter().any(|error| is_about(error, declaration.span()))
}

/// Returns whether a declaration is incomplete or contains unknown characters.
fn is_lost(declaration: Node<'_>) -> bool {
    let mut open = vec![declaration];
    while let Some(node) = open.pop() {
        if node.kind() == NodeKind::Error {
            return true;
        }
        for element in node.elements() {
            match element {
                Element::Node(child) => open.push(child),
                Element::Leaf(leaf) if leaf.kind() == TokenKind::Unknown => return true,
                Element::Leaf(_) => {}
            }
        }
    }
    false
}

/// Returns whether an error touches a span.
fn is_about(error: &Diagnostic, part: Span) -> bool {
    error.labels.iter().any(|(label, _)| label.start <= part.end && part.start <= label.end)
}
