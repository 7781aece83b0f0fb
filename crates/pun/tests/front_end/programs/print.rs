//! Programs as tokens, with no more parentheses than it takes.

use super::{
    Bound, Branch, Coverage, Covered, Declaration, Parameter, Pattern, Term, Tokens, Type, Word, infix,
};

fn push(out: &mut Tokens, tokens: &[&str]) {
    out.extend(tokens.iter().map(|token| (*token).to_owned()));
}

/// Things in brackets, with commas between them.
fn list<T>(out: &mut Tokens, brackets: [&str; 2], parts: &[T], print: impl Fn(&T, &mut Tokens)) {
    push(out, &[brackets[0]]);
    for (i, part) in parts.iter().enumerate() {
        if i > 0 {
            push(out, &[","]);
        }
        print(part, out);
    }
    push(out, &[brackets[1]]);
}

/// Something in parentheses, if they are needed.
fn parenthesised(out: &mut Tokens, are_needed: bool, print: impl FnOnce(&mut Tokens)) {
    if are_needed {
        push(out, &["("]);
        print(out);
        push(out, &[")"]);
    } else {
        print(out);
    }
}

impl Pattern {
    fn print(&self, out: &mut Tokens, is_atom: bool) {
        match self {
            Self::Wildcard => push(out, &["_"]),
            Self::Name(word) => push(out, &[word.text()]),
            Self::Literal(literal) => out.push(literal.text()),
            Self::Unit => push(out, &["(", ")"]),
            Self::Pair(left, right) => {
                push(out, &["("]);
                left.print(out, false);
                push(out, &[","]);
                // `(a, (b, c))` may be written `(a, b, c)`.
                if let Self::Pair(..) = **right {
                    let mut inner = Tokens::new();
                    right.print(&mut inner, false);
                    out.extend(inner.into_iter().skip(1));
                } else {
                    right.print(out, false);
                    push(out, &[")"]);
                }
            }
            Self::Construct(word, fields) => {
                push(out, &["[", word.text()]);
                for field in fields {
                    field.print(out, true);
                }
                push(out, &["]"]);
            }
            Self::List(elements) => list(out, ["[", "]"], elements, |element, out| {
                let is_bare = elements.len() == 1 && matches!(element, Self::Name(_));
                parenthesised(out, is_bare, |out| element.print(out, false));
            }),
            Self::Cons(head, tail) => parenthesised(out, is_atom, |out| {
                head.print(out, true);
                push(out, &["::"]);
                tail.print(out, false);
            }),
        }
    }
}

impl Type {
    /// Level 0: anything; 1: no arrow; 2: an atom.
    fn print(&self, out: &mut Tokens, level: u32) {
        match self {
            Self::Name(word) => push(out, &[word.text()]),
            Self::Apply(word, first, more) => parenthesised(out, level > 1, |out| {
                push(out, &[word.text()]);
                first.print(out, 2);
                for argument in more {
                    argument.print(out, 2);
                }
            }),
            Self::Unit => push(out, &["(", ")"]),
            Self::Pair(left, right) => {
                push(out, &["("]);
                left.print(out, 0);
                push(out, &[","]);
                right.print(out, 0);
                push(out, &[")"]);
            }
            Self::Arrow(from, to) => parenthesised(out, level > 0, |out| {
                from.print(out, 1);
                push(out, &["->"]);
                to.print(out, 0);
            }),
        }
    }
}

const APPLICATION: u32 = 9;

const ATOM: u32 = 10;

impl Term {
    /// As an operand of a level. Terms that extend to the right as far as possible are in parentheses unless they are last.
    fn print(&self, out: &mut Tokens, level: u32, is_last: bool) {
        let extends = matches!(
            self,
            Self::Lambda(..)
                | Self::Let(..)
                | Self::LetFunction(..)
                | Self::Rec(..)
                | Self::If(..)
                | Self::Case(..)
                | Self::Exists(..)
        );
        let own = match self {
            Self::Binary(operator, ..) => infix(*operator).2,
            Self::Apply(..) => APPLICATION,
            _ => ATOM,
        };
        let are_needed = own < level || extends && (!is_last || level > APPLICATION);
        let is_last = is_last || are_needed;
        parenthesised(out, are_needed, |out| self.print_bare(out, is_last));
    }

    fn print_bare(&self, out: &mut Tokens, is_last: bool) {
        let open = |term: &Self, out: &mut Tokens| term.print(out, 0, true);
        match self {
            Self::Name(word) => push(out, &[word.text()]),
            Self::Literal(literal) => out.push(literal.text()),
            Self::Unit => push(out, &["(", ")"]),
            Self::Pair(left, right) => list(out, ["(", ")"], &[left, right], |part, out| open(part, out)),
            Self::List(elements) => list(out, ["[", "]"], elements, |element, out| {
                let is_bare = elements.len() == 1 && element.head_is_name();
                parenthesised(out, is_bare, |out| open(element, out));
            }),
            Self::Construct(word, fields) => {
                push(out, &["[", word.text()]);
                for field in fields {
                    field.print(out, ATOM, false);
                }
                push(out, &["]"]);
            }
            Self::Apply(function, first, more) => {
                function.print(out, ATOM, false);
                first.print(out, ATOM, false);
                for argument in more {
                    argument.print(out, ATOM, false);
                }
            }
            Self::Lambda(first, more, body) => {
                push(out, &["\\"]);
                first.print(out, true);
                for pattern in more {
                    pattern.print(out, true);
                }
                push(out, &[if more.len() == 1 { "." } else { "->" }]);
                body.print(out, 0, is_last);
            }
            Self::Let(pattern, value, body) => {
                push(out, &["let"]);
                pattern.print(out, false);
                push(out, &["="]);
                open(value, out);
                push(out, &["in"]);
                body.print(out, 0, is_last);
            }
            Self::LetFunction(word, pattern, value, body) => {
                push(out, &["let", word.text()]);
                pattern.print(out, true);
                push(out, &["="]);
                open(value, out);
                push(out, &["in"]);
                body.print(out, 0, is_last);
            }
            Self::Rec(word, body) => {
                push(out, &["rec", word.text(), "."]);
                body.print(out, 0, is_last);
            }
            Self::If(condition, first, second) => {
                push(out, &["if"]);
                open(condition, out);
                push(out, &["then"]);
                open(first, out);
                push(out, &["else"]);
                second.print(out, 0, is_last);
            }
            Self::Case(subject, first, more) => {
                push(out, &["case"]);
                open(subject, out);
                push(out, &["of"]);
                for (i, branch) in std::iter::once(&**first).chain(more).enumerate() {
                    branch.print(out, i == more.len());
                }
            }
            Self::Binary(operator, left, right) => {
                let (text, _, _, [first, second]) = infix(*operator);
                left.print(out, first, false);
                push(out, &[text]);
                right.print(out, second, is_last);
            }
            Self::Typed(term, ty) => {
                push(out, &["("]);
                open(term, out);
                push(out, &[":"]);
                ty.print(out, 0);
                push(out, &[")"]);
            }
            Self::Exists(first, more, body) => {
                push(out, &["exists"]);
                for Bound { word, ty } in std::iter::once(first).chain(more) {
                    parenthesised(out, ty.is_some(), |out| {
                        push(out, &[word.text()]);
                        if let Some(ty) = ty {
                            push(out, &[":"]);
                            ty.print(out, 0);
                        }
                    });
                }
                push(out, &["."]);
                body.print(out, 0, is_last);
            }
        }
    }

    /// Would brackets around it seem to apply a constructor?
    pub(super) fn head_is_name(&self) -> bool {
        match self {
            Self::Name(_) => true,
            Self::Apply(function, ..) => matches!(**function, Self::Name(_)),
            _ => false,
        }
    }
}

impl Branch {
    fn print(&self, out: &mut Tokens, is_last: bool) {
        push(out, &[";"]);
        self.pattern.print(out, false);
        if let Some(guard) = &self.guard {
            push(out, &["|"]);
            guard.print(out, 0, true);
        }
        push(out, &["->"]);
        // A case in another branch than the last would take all branches that follow.
        self.body.print(out, 0, is_last);
    }
}

impl Declaration {
    /// Its tokens, the dot at the end included.
    pub(crate) fn print(&self, out: &mut Tokens) {
        match self {
            Self::Data(word, parameters, constructors) => {
                push(out, &["data", word.text()]);
                for word in parameters {
                    push(out, &[word.text()]);
                }
                push(out, &["=", "first"]);
                for (constructor, fields) in constructors {
                    push(out, &["|", constructor.text()]);
                    for (is_lazy, ty) in fields {
                        push(out, if *is_lazy { &["~"] } else { &[] });
                        ty.print(out, 2);
                    }
                }
            }
            Self::Signature(word, ty) => {
                push(out, &[word.text(), ":"]);
                ty.print(out, 0);
            }
            Self::Definition(word, patterns, body) => {
                push(out, &[word.text()]);
                for pattern in patterns {
                    pattern.print(out, true);
                }
                push(out, &["="]);
                body.print(out, 0, true);
            }
            Self::Property(word, parameters, size, body) => {
                push(out, &["property", word.text()]);
                for (word, ty, from) in parameters {
                    let is_bare = ty.is_none() && from.is_none();
                    parenthesised(out, !is_bare, |out| {
                        push(out, &[word.text()]);
                        if let Some(ty) = ty {
                            push(out, &[":"]);
                            ty.print(out, 0);
                        }
                        if let Some(from) = from {
                            push(out, &["from"]);
                            from.print(out, 0, true);
                        }
                    });
                }
                if let Some(size) = size {
                    push(out, &["with", "size", &size.to_string()]);
                }
                push(out, &["."]);
                body.print(out, 0, true);
            }
            Self::Generator(word, coverage, decreases) => {
                push(out, &["generator", word.text(), ":"]);
                coverage.print(out);
                if !decreases.is_empty() {
                    push(out, &[".", "decreases"]);
                    list(out, ["(", ")"], decreases, |measure, out| measure.print(out, 0, true));
                }
            }
        }
        push(out, &["."]);
    }
}

impl Coverage {
    fn print(&self, out: &mut Tokens) {
        for parameter in &self.parameters {
            parameter.print(out);
            push(out, &["->"]);
        }
        match &self.result {
            Covered::Value(word, ty, predicate) => qualified(out, ["[", "]"], *word, ty, predicate.as_ref()),
            Covered::Nameless(ty) => ty.print(out, 1),
        }
    }
}

fn qualified(out: &mut Tokens, brackets: [&str; 2], word: Word, ty: &Type, predicate: Option<&Term>) {
    push(out, &[brackets[0], word.text(), ":"]);
    ty.print(out, 0);
    if let Some(predicate) = predicate {
        push(out, &["|"]);
        predicate.print(out, 0, true);
    }
    push(out, &[brackets[1]]);
}

impl Parameter {
    fn print(&self, out: &mut Tokens) {
        match self {
            Self::Value(word, ty, predicate) => qualified(out, ["(", ")"], *word, ty, predicate.as_ref()),
            Self::Nameless(ty) => ty.print(out, 1),
            Self::Function(word, first, rest) => {
                push(out, &["(", word.text(), ":"]);
                first.print(out);
                push(out, &["->"]);
                rest.print(out);
                push(out, &[")"]);
            }
        }
    }

    /// Is it a function with a coverage type, not just a type?
    pub(crate) fn is_covering(&self) -> bool {
        let Self::Function(_, first, rest) = self else { return false };
        let names = |parameter: &Self| !matches!(parameter, Self::Nameless(_));
        names(first) || rest.parameters.iter().any(names) || matches!(rest.result, Covered::Value(..))
    }
}
