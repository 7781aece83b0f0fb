//! Prints syntax trees on one line: places brackets, blanks and commas.
//!
//! All values, terms, patterns and types that pun shows are lowered to a [`tree`](crate::tree) and
//! printed here. A level describes what needs no parentheses at a place. The levels of operators
//! are their precedences in the grammar, so the printed text parses as the given tree.
//!
//! Trees may be deeper than Rust's stack, so they are printed with an explicit stack of tasks.

use std::sync::Arc;

use crate::syntax::{self, Fixity, Side, TokenKind as T};
use crate::tree::{Bound, Branch, Expr, ExprKind, Operator, Pattern, PatternKind, Type, TypeKind};

/// Stands for an omitted part.
pub(crate) const ELIDED: &str = "..";

/// Begins the name of an unknown part: `?`, `?1`, ...
const UNKNOWN: char = '?';

/// The terms that need no parentheses at a place: terms of this level and of higher ones.
///
/// Between the constants are the operators, each at its precedence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Level(u32);

impl Level {
    /// All terms, including terms that extend to the right without limit (`\`, `let`, `rec`, `if`,
    /// `case`, quantifiers). All types, including arrows.
    const OPEN: Self = Self(0);
    /// Terms with a visible end, and operators. All types except arrows.
    const CLOSED: Self = Self(1);
    /// Applications, including applications of types.
    const APPLICATION: Self = Self(9);
    /// Operands of applications.
    const ATOM: Self = Self(10);
}

/// Prints a term.
pub(crate) fn term(term: Expr) -> String {
    print(Task::Term(term, Level::OPEN))
}

/// Prints a term for a place where an application needs no parentheses.
pub(crate) fn application(term: Expr) -> String {
    print(Task::Term(term, Level::APPLICATION))
}

/// Prints a pattern.
pub(crate) fn pattern(pattern: Pattern) -> String {
    print(Task::Pattern(pattern, Level::OPEN))
}

/// Prints a type.
pub(crate) fn ty(ty: Type) -> String {
    print(Task::Type(ty, Level::OPEN))
}

/// Prints a type for an argument of another type, or for a field of a constructor.
pub(crate) fn type_operand(ty: Type) -> String {
    print(Task::Type(ty, Level::ATOM))
}

/// A printing task.
enum Task {
    Text(&'static str),
    Name(Arc<str>),
    Term(Expr, Level),
    Pattern(Pattern, Level),
    Type(Type, Level),
    /// The part of a pair after the comma; a pair there needs no parentheses.
    PairType(Type),
}

fn print(task: Task) -> String {
    let mut text = String::new();
    // The next task last.
    let mut tasks = vec![task];
    while let Some(task) = tasks.pop() {
        let first = tasks.len();
        let mut parts = Parts { tasks: &mut tasks };
        match task {
            Task::Text(part) => text.push_str(part),
            Task::Name(name) => text.push_str(&name),
            Task::Term(term, least) => parts.term(term, least),
            Task::Pattern(pattern, least) => parts.pattern(pattern, least),
            Task::Type(ty, least) => parts.ty(ty, least),
            Task::PairType(Type { kind: TypeKind::Pair(left, right), .. }) => parts.pair_type(*left, *right),
            Task::PairType(ty) => parts.ty(ty, Level::OPEN),
        }
        tasks[first..].reverse();
    }
    text
}

/// Collects the parts of a node as tasks, in order.
struct Parts<'t> {
    tasks: &'t mut Vec<Task>,
}

impl Parts<'_> {
    fn text(&mut self, text: &'static str) {
        self.tasks.push(Task::Text(text));
    }

    fn open(&mut self, term: Expr) {
        self.tasks.push(Task::Term(term, Level::OPEN));
    }

    fn operands(&mut self, terms: Vec<Expr>) {
        for term in terms {
            self.text(" ");
            self.tasks.push(Task::Term(term, Level::ATOM));
        }
    }

    fn pattern_operands(&mut self, patterns: Vec<Pattern>) {
        for pattern in patterns {
            self.text(" ");
            self.tasks.push(Task::Pattern(pattern, Level::ATOM));
        }
    }

    /// Adds tasks separated by commas.
    fn separated(&mut self, tasks: impl IntoIterator<Item = Task>) {
        for (i, task) in tasks.into_iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            self.tasks.push(task);
        }
    }

    /// Adds the tasks that `inside` adds, in parentheses if needed.
    fn parenthesised(&mut self, are_needed: bool, inside: impl FnOnce(&mut Self)) {
        if are_needed {
            self.text("(");
        }
        inside(self);
        if are_needed {
            self.text(")");
        }
    }

    fn term(&mut self, term: Expr, least: Level) {
        self.parenthesised(level(&term) < least, |parts| parts.bare_term(term));
    }

    fn bare_term(&mut self, term: Expr) {
        match term.kind {
            ExprKind::Integer(integer) => self.tasks.push(Task::Name(integer.to_string().into())),
            ExprKind::Character(character) => self.tasks.push(Task::Name(quoted([character], '\''))),
            ExprKind::Text(text) => self.tasks.push(Task::Name(quoted(text.chars(), '"'))),
            ExprKind::Name(name) => self.tasks.push(Task::Name(name)),
            ExprKind::Unit => self.text("()"),
            ExprKind::Pair(left, right) => {
                self.text("(");
                self.separated([*left, *right].map(|part| Task::Term(part, Level::OPEN)));
                self.text(")");
            }
            ExprKind::Bracket(elements) => {
                self.text("[");
                self.separated(elements.into_iter().map(|element| Task::Term(element, Level::OPEN)));
                self.text("]");
            }
            ExprKind::Parenthesised(inside) => {
                self.parenthesised(true, |parts| parts.open(*inside));
            }
            ExprKind::Apply(function, arguments) => {
                self.tasks.push(Task::Term(*function, Level::ATOM));
                self.operands(arguments);
            }
            ExprKind::Lambda(parameters, body) => {
                self.text("\\");
                for (i, parameter) in parameters.into_iter().enumerate() {
                    self.text(if i > 0 { " " } else { "" });
                    self.tasks.push(Task::Pattern(parameter, Level::ATOM));
                }
                self.text(" -> ");
                self.open(*body);
            }
            ExprKind::Let { pattern, parameters, value, body } => {
                self.text("let ");
                self.tasks.push(Task::Pattern(pattern, Level::OPEN));
                self.pattern_operands(parameters);
                self.text(" = ");
                self.open(*value);
                self.text(" in ");
                self.open(*body);
            }
            ExprKind::Rec(name, body) => {
                self.text("rec ");
                self.tasks.push(Task::Name(name.text));
                self.text(" . ");
                self.open(*body);
            }
            ExprKind::If(condition, then, otherwise) => {
                self.text("if ");
                self.open(*condition);
                self.text(" then ");
                self.before_more(*then);
                self.text(" else ");
                self.open(*otherwise);
            }
            ExprKind::Case(of, branches) => {
                self.text("case ");
                self.open(*of);
                self.text(" of");
                let last = branches.len().saturating_sub(1);
                for (i, branch) in branches.into_iter().enumerate() {
                    self.branch(branch, i == last);
                }
            }
            ExprKind::Binary(operator, left, right) => self.binary(operator, *left, *right),
            ExprKind::Typed(term, ty) => {
                self.text("(");
                self.open(*term);
                self.text(" : ");
                self.tasks.push(Task::Type(ty, Level::OPEN));
                self.text(")");
            }
            ExprKind::Quantified { exists, bound, body } => {
                self.text(if exists { "exists" } else { "forall" });
                for Bound { name, ty } in bound {
                    self.text(" ");
                    self.parenthesised(ty.is_some(), |parts| {
                        parts.tasks.push(Task::Name(name.text));
                        if let Some(ty) = ty {
                            parts.text(" : ");
                            parts.tasks.push(Task::Type(ty, Level::OPEN));
                        }
                    });
                }
                self.text(" . ");
                self.open(*body);
            }
            ExprKind::Missing => self.text("_"),
        }
    }

    fn binary(&mut self, operator: Operator, left: Expr, right: Expr) {
        let ([left_level, right_level], sign) = infix(operator);
        self.tasks.push(Task::Term(left, left_level));
        self.text(sign);
        self.tasks.push(Task::Term(right, right_level));
    }

    /// Adds a term before other text. Branches that follow must not become part of a case at its
    /// end.
    fn before_more(&mut self, term: Expr) {
        let level = if ends_in_case(&term) { Level::CLOSED } else { Level::OPEN };
        self.tasks.push(Task::Term(term, level));
    }

    fn branch(&mut self, branch: Branch, is_last: bool) {
        self.text(" ; ");
        self.tasks.push(Task::Pattern(branch.pattern, Level::OPEN));
        if let Some(guard) = branch.guard {
            self.text(" | ");
            self.tasks.push(Task::Term(guard, Level::CLOSED));
        }
        self.text(" -> ");
        if is_last {
            self.open(branch.body);
        } else {
            self.before_more(branch.body);
        }
    }

    fn pattern(&mut self, pattern: Pattern, least: Level) {
        let is_cons = matches!(pattern.kind, PatternKind::Cons(..));
        self.parenthesised(is_cons && least > Level::OPEN, |parts| parts.bare_pattern(pattern));
    }

    fn bare_pattern(&mut self, pattern: Pattern) {
        match pattern.kind {
            PatternKind::Wildcard | PatternKind::Missing => self.text("_"),
            PatternKind::Name(name) => self.tasks.push(Task::Name(name)),
            PatternKind::Integer(integer) => self.tasks.push(Task::Name(integer.to_string().into())),
            PatternKind::Character(character) => self.tasks.push(Task::Name(quoted([character], '\''))),
            PatternKind::Text(text) => self.tasks.push(Task::Name(quoted(text.chars(), '"'))),
            PatternKind::Unit => self.text("()"),
            PatternKind::Pair(left, right) => {
                self.text("(");
                self.separated([*left, *right].map(|part| Task::Pattern(part, Level::OPEN)));
                self.text(")");
            }
            PatternKind::Bracket(elements) => {
                self.text("[");
                for (i, (head, arguments)) in elements.into_iter().enumerate() {
                    self.text(if i > 0 { ", " } else { "" });
                    let least = if arguments.is_empty() { Level::OPEN } else { Level::ATOM };
                    self.tasks.push(Task::Pattern(head, least));
                    self.pattern_operands(arguments);
                }
                self.text("]");
            }
            PatternKind::Parenthesised(inside) => self.parenthesised(true, |parts| {
                parts.tasks.push(Task::Pattern(*inside, Level::OPEN));
            }),
            PatternKind::Cons(head, tail) => {
                self.tasks.push(Task::Pattern(*head, Level::ATOM));
                self.text(" :: ");
                self.tasks.push(Task::Pattern(*tail, Level::OPEN));
            }
        }
    }

    fn ty(&mut self, ty: Type, least: Level) {
        let own = match &ty.kind {
            TypeKind::Arrow(..) => Level::OPEN,
            TypeKind::Name(_, arguments) if !arguments.is_empty() => Level::APPLICATION,
            _ => Level::ATOM,
        };
        self.parenthesised(own < least, |parts| match ty.kind {
            TypeKind::Name(name, arguments) => {
                parts.tasks.push(Task::Name(name.text));
                for argument in arguments {
                    parts.text(" ");
                    parts.tasks.push(Task::Type(argument, Level::ATOM));
                }
            }
            TypeKind::Arrow(from, to) => {
                parts.tasks.push(Task::Type(*from, Level::CLOSED));
                parts.text(" -> ");
                parts.tasks.push(Task::Type(*to, Level::OPEN));
            }
            TypeKind::Pair(left, right) => {
                parts.text("(");
                parts.pair_type(*left, *right);
                parts.text(")");
            }
            TypeKind::Unit => parts.text("()"),
            TypeKind::Missing => parts.text("_"),
        });
    }

    /// Adds `a, b, c` for the pair of `a` and the pair of `b` and `c`.
    fn pair_type(&mut self, left: Type, right: Type) {
        self.separated([Task::Type(left, Level::OPEN), Task::PairType(right)]);
    }
}

/// Returns the level of a term.
///
/// A function value may be a name that is its whole source, which is a lambda.
fn level(term: &Expr) -> Level {
    match &term.kind {
        ExprKind::Lambda(..)
        | ExprKind::Let { .. }
        | ExprKind::Rec(..)
        | ExprKind::If(..)
        | ExprKind::Case(..)
        | ExprKind::Quantified { .. } => Level::OPEN,
        ExprKind::Binary(operator, ..) => Level(fixity(*operator).0.tightness),
        ExprKind::Apply(..) => Level::APPLICATION,
        ExprKind::Name(name) if **name == *ELIDED || name.starts_with(UNKNOWN) => Level::ATOM,
        ExprKind::Name(name) if !name.chars().all(|c| is_of_name(c) || c == '.') => Level::OPEN,
        _ => Level::ATOM,
    }
}

/// Returns the fixity of an operator, and the operator between blanks.
fn fixity(operator: Operator) -> (Fixity, &'static str) {
    let (kind, sign) = match operator {
        Operator::Choice => (T::Choice, " <+> "),
        Operator::Implies => (T::Implies, " ==> "),
        Operator::Or => (T::Or, " || "),
        Operator::And => (T::And, " && "),
        Operator::Equal => (T::Equal, " == "),
        Operator::NotEqual => (T::NotEqual, " /= "),
        Operator::Less => (T::Less, " < "),
        Operator::LessEqual => (T::LessEqual, " <= "),
        Operator::Greater => (T::Greater, " > "),
        Operator::GreaterEqual => (T::GreaterEqual, " >= "),
        Operator::Cons => (T::Cons, " :: "),
        Operator::Add => (T::Plus, " + "),
        Operator::Subtract => (T::Minus, " - "),
        Operator::Multiply => (T::Star, " * "),
        Operator::Divide => (T::Div, " div "),
        Operator::Modulo => (T::Mod, " mod "),
    };
    (syntax::fixity(kind).unwrap_or(Fixity { tightness: 1, associates: Side::Neither }), sign)
}

/// Returns the levels of an operator's operands, and the operator between blanks.
fn infix(operator: Operator) -> ([Level; 2], &'static str) {
    let (Fixity { tightness, associates }, sign) = fixity(operator);
    let (same, tighter) = (Level(tightness), Level(tightness + 1));
    let operands = match associates {
        Side::Left => [same, tighter],
        Side::Right => [tighter, same],
        Side::Neither => [tighter, tighter],
    };
    (operands, sign)
}

/// Returns whether a branch after a term would belong to it.
fn ends_in_case(mut term: &Expr) -> bool {
    loop {
        term = match &term.kind {
            ExprKind::Lambda(_, body)
            | ExprKind::Let { body, .. }
            | ExprKind::Rec(_, body)
            | ExprKind::Quantified { body, .. }
            | ExprKind::If(.., body) => body,
            ExprKind::Case(..) => return true,
            _ => return false,
        };
    }
}

/// Returns whether a character can occur in a name.
pub(crate) fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || "_-'".contains(character)
}

/// Returns characters as source between quotes.
fn quoted(characters: impl IntoIterator<Item = char>, quote: char) -> Arc<str> {
    let mut text = String::from(quote);
    for character in characters {
        match character {
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            '\\' => text.push_str("\\\\"),
            _ if character == quote => text.extend(['\\', quote]),
            '\'' | '"' => text.push(character),
            // Rust escapes invisible characters, such as combining marks without a letter.
            _ if character.escape_debug().len() > 1 => text.extend(character.escape_unicode()),
            _ => text.push(character),
        }
    }
    text.push(quote);
    text.into()
}
