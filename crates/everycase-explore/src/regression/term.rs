//! Expressions and values as trees, read from their text, and which of them have instances in
//! common.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use pun::source::FileId;
use pun::syntax::parse_term;
use pun::tree::{Expr, ExprKind, Operator};

use crate::module::PROPERTY;
use crate::module::holes::{FURTHER, NamedText, OPEN};

/// An expression or a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Term {
    /// An open argument, by its number: any value.
    Open(u32),
    /// An open argument of the other one of two expressions.
    Other(u32),
    /// A part that is not known.
    Unknown,
    /// A function, a constructor or a constant, with its parts.
    Node(Arc<str>, Vec<Term>),
}

/// What an open argument stands for in the common instances of two expressions.
pub(super) type Bindings = BTreeMap<u32, Term>;

impl Term {
    /// Reads an expression, or a value. `is_function` tells which names are functions: in brackets,
    /// others are constructors. `None` if it is neither.
    pub(super) fn read(text: &str, is_function: &dyn Fn(&str) -> bool) -> Option<Term> {
        let (property, text) = match text.strip_prefix(PROPERTY) {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let named = NamedText::of(text);
        let (tree, diagnostics) = parse_term(FileId(0), &named.text);
        if !diagnostics.is_empty() {
            return None;
        }
        let reader = Reader { text: &named.text, is_function };
        match reader.term(&tree) {
            Term::Node(name, parts) if property => {
                Some(Term::Node(format!("{PROPERTY}{name}").into(), parts))
            }
            term => Some(term),
        }
    }

    /// Returns what is called or made.
    pub(super) fn head(&self) -> Option<&Arc<str>> {
        match self {
            Term::Node(head, _) => Some(head),
            _ => None,
        }
    }

    /// Returns the function that a test calls: a part of its result may be taken.
    pub(super) fn tested(&self) -> Option<&Arc<str>> {
        match self {
            Term::Node(head, parts) if head.starts_with(CASE) || &**head == APPLY => parts.first()?.tested(),
            term => term.head(),
        }
    }

    /// Returns the number of its nodes.
    pub(super) fn size(&self) -> usize {
        1 + self.parts().iter().map(Term::size).sum::<usize>()
    }

    pub(super) fn parts(&self) -> &[Term] {
        match self {
            Term::Node(_, parts) => parts,
            _ => &[],
        }
    }

    /// Returns its parts, and theirs.
    pub(super) fn all_parts(&self) -> Vec<&Term> {
        let mut all: Vec<&Term> = self.parts().iter().collect();
        let mut next = 0;
        while let Some(part) = all.get(next) {
            next += 1;
            all.extend(part.parts());
        }
        all
    }

    /// Returns it with its numbers, and its characters, replaced by their places in the order of
    /// all of them.
    pub(super) fn shape(&self) -> Term {
        let parts = self.all_parts();
        let heads = || parts.iter().filter_map(|part| part.head());
        let numbers: BTreeSet<i128> = heads().filter_map(|head| head.parse().ok()).collect();
        let characters: BTreeSet<&str> =
            heads().map(|head| &**head).filter(|own| own.starts_with('\'')).collect();
        self.changed(&|head, parts| {
            let number = head.parse().ok().and_then(|own| numbers.iter().position(|other| *other == own));
            let place = number.or_else(|| characters.iter().position(|other| **other == *head));
            let kind = if number.is_some() { "#" } else { "'" };
            Term::Node(place.map_or(head, |place| format!("{kind}{place}").into()), parts)
        })
    }

    /// Returns whether it, or a part of it, is the call of a function, and has to be evaluated.
    pub(super) fn calls(&self, is_function: &dyn Fn(&str) -> bool) -> bool {
        match self {
            Term::Node(head, parts) => {
                is_function(head)
                    || head.starts_with(CASE)
                    || &**head == APPLY
                    || parts.iter().any(|part| part.calls(is_function))
            }
            _ => false,
        }
    }

    /// Returns what the open arguments of two expressions stand for in their common instances;
    /// `None` if they have none. Each open argument occurs once. Those of the second expression are
    /// [`Other`](Term::Other) in what the first one's stand for, and the other way round.
    pub(super) fn meet(&self, other: &Term) -> Option<[Bindings; 2]> {
        let mut bindings = [Bindings::new(), Bindings::new()];
        let mut pairs = vec![(self, other)];
        while let Some(pair) = pairs.pop() {
            match pair {
                (Term::Open(own), part) => _ = bindings[0].insert(*own, part.exchanged()),
                (part, Term::Open(own)) => _ = bindings[1].insert(*own, part.exchanged()),
                (Term::Node(one, parts), Term::Node(two, others))
                    if one == two && parts.len() == others.len() =>
                {
                    pairs.extend(parts.iter().zip(others));
                }
                _ => return None,
            }
        }
        Some(bindings)
    }

    /// Returns it as seen from the other one of two expressions.
    fn exchanged(&self) -> Term {
        match self {
            Term::Open(number) => Term::Other(*number),
            Term::Other(number) => Term::Open(*number),
            Term::Unknown => Term::Unknown,
            Term::Node(head, parts) => {
                Term::Node(Arc::clone(head), parts.iter().map(Term::exchanged).collect())
            }
        }
    }

    /// Returns it with what its open arguments stand for. What is called in there has to be
    /// evaluated, and is not known.
    fn bound(&self, bindings: &Bindings, is_function: &dyn Fn(&str) -> bool) -> Term {
        match self {
            Term::Open(number) => match bindings.get(number) {
                Some(part) if part.calls(is_function) => Term::Unknown,
                Some(part) => part.clone(),
                None => self.clone(),
            },
            Term::Other(_) | Term::Unknown => self.clone(),
            Term::Node(head, parts) => {
                let parts = parts.iter().map(|part| part.bound(bindings, is_function)).collect();
                Term::Node(Arc::clone(head), parts)
            }
        }
    }

    /// Returns whether the values of two expressions agree in the common instances of these, as
    /// far as they are known.
    pub(super) fn agrees(
        &self,
        other: &Term,
        bindings: &[Bindings; 2],
        is_function: &dyn Fn(&str) -> bool,
    ) -> bool {
        let one = self.bound(&bindings[0], is_function);
        // Both as seen from the first one.
        let two = other.bound(&bindings[1], is_function).exchanged();
        one.is_alike(&two)
    }

    fn is_alike(&self, other: &Term) -> bool {
        match (self, other) {
            (Term::Unknown, _) | (_, Term::Unknown) => true,
            (Term::Node(one, parts), Term::Node(two, others)) => {
                one == two
                    && parts.len() == others.len()
                    && parts.iter().zip(others).all(|(one, two)| one.is_alike(two))
            }
            (one, two) => one == two,
        }
    }

    /// Returns it with the calls that `change` changes, from the inside.
    pub(super) fn changed(&self, change: &dyn Fn(Arc<str>, Vec<Term>) -> Term) -> Term {
        match self {
            Term::Node(head, parts) => {
                change(Arc::clone(head), parts.iter().map(|part| part.changed(change)).collect())
            }
            term => term.clone(),
        }
    }
}

/// The heads of what takes a part of a result, and of what applies it.
const CASE: &str = "case ";
const APPLY: &str = "apply";

/// The heads of lists, pairs and the value without parts.
const NIL: &str = "[]";
const CONS: &str = "::";
const PAIR: &str = ",";
const UNIT: &str = "()";

struct Reader<'t> {
    text: &'t str,
    is_function: &'t dyn Fn(&str) -> bool,
}

fn node(head: impl Into<Arc<str>>, parts: Vec<Term>) -> Term {
    Term::Node(head.into(), parts)
}

impl Reader<'_> {
    fn term(&self, tree: &Expr) -> Term {
        match &tree.kind {
            ExprKind::Integer(integer) => node(integer.to_string(), Vec::new()),
            ExprKind::Character(character) => node(format!("{character:?}"), Vec::new()),
            ExprKind::Text(text) => {
                list(text.chars().map(|own| node(format!("{own:?}"), Vec::new())).collect())
            }
            ExprKind::Name(name) => named(name),
            ExprKind::Unit => node(UNIT, Vec::new()),
            ExprKind::Pair(one, two) => node(PAIR, vec![self.term(one), self.term(two)]),
            ExprKind::Bracket(parts) => match &parts[..] {
                [only] if self.is_constructed(only) => self.term(only),
                parts => list(parts.iter().map(|part| self.term(part)).collect()),
            },
            ExprKind::Parenthesised(inside) | ExprKind::Typed(inside, _) => self.term(inside),
            ExprKind::Binary(Operator::Cons, one, two) => node(CONS, vec![self.term(one), self.term(two)]),
            ExprKind::Apply(function, arguments) => {
                let arguments = arguments.iter().map(|argument| self.term(argument));
                match self.term(function) {
                    Term::Node(head, mut parts) if parts.is_empty() && !head.starts_with('\\') => {
                        parts.extend(arguments);
                        Term::Node(head, parts)
                    }
                    function => node(APPLY, std::iter::once(function).chain(arguments).collect()),
                }
            }
            ExprKind::Case(of, branches) if branches.len() == 1 => {
                let branch = &branches[0];
                node(
                    format!("{CASE}{}", self.source(branch.span.start, branch.span.end)),
                    vec![self.term(of)],
                )
            }
            ExprKind::Missing => Term::Unknown,
            // A function is itself alone.
            _ => node(format!("\\{}", self.source(tree.span.start, tree.span.end)), Vec::new()),
        }
    }

    /// Returns whether the only part of a bracket is a constructor with its fields, not an element.
    fn is_constructed(&self, part: &Expr) -> bool {
        let head = match &part.kind {
            ExprKind::Apply(function, _) => &function.kind,
            other => other,
        };
        matches!(head, ExprKind::Name(name)
            if !(self.is_function)(name) && !name.starts_with(OPEN) && !name.starts_with(FURTHER))
    }

    fn source(&self, start: u32, end: u32) -> &str {
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }
}

fn list(parts: Vec<Term>) -> Term {
    parts.into_iter().rfold(node(NIL, Vec::new()), |rest, part| node(CONS, vec![part, rest]))
}

fn named(name: &Arc<str>) -> Term {
    let number = |own: &str| own.parse().ok();
    match name.strip_prefix(OPEN).map(number) {
        Some(Some(number)) => Term::Open(number),
        _ if name.starts_with(FURTHER) => Term::Unknown,
        _ => Term::Node(Arc::clone(name), Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::Term;

    fn is_function(name: &str) -> bool {
        ["insert", "f", "empty", "front"].contains(&name)
    }

    fn read(text: &str) -> Term {
        Term::read(text, &is_function).expect("a term")
    }

    #[test]
    fn equal_texts_in_other_notation_are_equal_terms() {
        for (one, two) in [
            ("f [1, 2]", "f (1 :: 2 :: [])"),
            ("f \"ab\"", "f ['a', 'b']"),
            ("f [(leaf)]", "f (leaf :: [])"),
            ("f ([leaf])", "f leaf"),
            ("f (1, 2, 3)", "f (1, (2, 3))"),
            ("f [front 1]", "f (front 1 :: [])"),
        ] {
            assert_eq!(read(one), read(two));
        }
        assert_ne!(read("f [box 1]"), read("f (box 1 :: [])"));
        assert_eq!(read("case f (insert 1 ?) of ; [just x] -> x").tested().map(|own| &**own), Some("f"));
        assert_eq!(Term::read("f (", &is_function), None);
    }

    /// Whether two expressions have instances in common, and whether their values agree in these.
    fn met(one: [&str; 2], two: [&str; 2]) -> Option<bool> {
        let bindings = read(one[0]).meet(&read(two[0]))?;
        Some(read(one[1]).agrees(&read(two[1]), &bindings, &is_function))
    }

    #[test]
    fn a_general_expression_is_compared_with_its_instances() {
        let general = ["insert ? leaf", "[branch leaf ? leaf]"];
        assert_eq!(met(general, ["insert 0 leaf", "[branch leaf 0 leaf]"]), Some(true));
        assert_eq!(met(["insert 0 leaf", "[branch leaf 0 leaf]"], general), Some(true));
        assert_eq!(met(general, ["insert 1 leaf", "[branch leaf 0 leaf]"]), Some(false));
        assert_eq!(met(general, ["insert ? leaf", "[branch leaf ? leaf]"]), Some(true));
        assert_eq!(met(general, ["insert ? leaf", "[branch leaf 0 leaf]"]), Some(false));
        assert_eq!(met(general, ["insert 0 [branch ? ?1 ?2]", "leaf"]), None);
        // Both say more than the other: they agree about `f 1 2`.
        assert_eq!(met(["f ? 2", "(?, 2)"], ["f 1 ?", "(1, ?)"]), Some(true));
        assert_eq!(met(["f ? 2", "(?, 2)"], ["f 1 ?", "(1, 3)"]), Some(false));
        // The open arguments of an instance differ from the general one's.
        assert_eq!(met(["f ? ?1", "?1"], ["f (?, ?1) ?2", "?2"]), Some(true));
        assert_eq!(met(["f ? ?1", "?1"], ["f (?, ?1) ?2", "?1"]), Some(false));
        assert_eq!(met(["f ?", "?"], ["f (?, ?1)", "(?, ?1)"]), Some(true));
        assert_eq!(met(["f ?", "?"], ["f (?, ?1)", "(?1, ?)"]), Some(false));
        // What has to be evaluated, or was not evaluated, is not known.
        assert_eq!(met(["f ?", "[box ?]"], ["f (insert 1 empty)", "[box leaf]"]), Some(true));
        assert_eq!(met(["f 1", "[box _]"], ["f 1", "[box 7]"]), Some(true));
    }
}
