//! Programs by size: each as tokens, with no more parentheses than it takes, and as the tree that these should give.

use everycase::Enumerable;
use pun::source::{FileId, Span};
use pun::tree::{self, ExprKind, Operator, PatternKind, TypeKind};

/// Tokens of a program.
pub(crate) type Tokens = Vec<String>;

#[derive(Clone, Copy, Debug, Enumerable)]
pub(crate) enum Word {
    X,
    F,
    Node,
    LongName,
}

impl Word {
    fn text(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::F => "f'",
            Self::Node => "node",
            Self::LongName => "a-name-that-is-long",
        }
    }

    fn name(self) -> tree::Name {
        tree::Name { text: self.text().into(), span: span() }
    }
}

#[derive(Clone, Debug, Enumerable)]
pub(crate) enum Literal {
    Integer(i8),
    Character,
    Text,
    LongText,
}

impl Literal {
    fn text(&self) -> String {
        match self {
            Self::Integer(value) => value.to_string(),
            Self::Character => r"'\''".into(),
            Self::Text => r#""\u{e9} // \" .""#.into(),
            Self::LongText => format!("{:?}", LONG),
        }
    }
}

const LONG: &str =
    "A text that is so long that there is not room for much else on a line of a hundred characters.";

#[derive(Clone, Debug, Enumerable)]
pub(crate) enum Pattern {
    Wildcard,
    Name(Word),
    Literal(Literal),
    Unit,
    Pair(Box<Pattern>, Box<Pattern>),
    Construct(Word, Vec<Pattern>),
    List(Vec<Pattern>),
    Cons(Box<Pattern>, Box<Pattern>),
}

#[derive(Clone, Debug, Enumerable)]
pub(crate) enum Type {
    Name(Word),
    Apply(Word, Box<Type>, Vec<Type>),
    Unit,
    Pair(Box<Type>, Box<Type>),
    Arrow(Box<Type>, Box<Type>),
}

#[derive(Clone, Copy, Debug, Enumerable)]
pub(crate) enum Infix {
    Choice,
    Implies,
    Or,
    And,
    Equal,
    LessEqual,
    Cons,
    Add,
    Subtract,
    Multiply,
    Modulo,
}

#[derive(Clone, Debug, Enumerable)]
pub(crate) enum Term {
    Name(Word),
    Literal(Literal),
    Unit,
    Pair(Box<Term>, Box<Term>),
    List(Vec<Term>),
    Construct(Word, Vec<Term>),
    Apply(Box<Term>, Box<Term>, Vec<Term>),
    Lambda(Pattern, Vec<Pattern>, Box<Term>),
    Let(Pattern, Box<Term>, Box<Term>),
    LetFunction(Word, Pattern, Box<Term>, Box<Term>),
    Rec(Word, Box<Term>),
    If(Box<Term>, Box<Term>, Box<Term>),
    Case(Box<Term>, Box<Branch>, Vec<Branch>),
    Binary(Infix, Box<Term>, Box<Term>),
    Typed(Box<Term>, Type),
    Exists(Word, Vec<Word>, Box<Term>),
}

#[derive(Clone, Debug, Enumerable)]
pub(crate) struct Branch {
    pattern: Pattern,
    guard: Option<Term>,
    body: Term,
}

#[derive(Clone, Debug, Enumerable)]
pub(crate) enum Declaration {
    Data(Word, Vec<Word>, Vec<(Word, Vec<(bool, Type)>)>),
    Signature(Word, Type),
    Definition(Word, Vec<Pattern>, Term),
    Property(Word, Vec<(Word, Option<Type>, Option<Term>)>, Option<u8>, Term),
    Generator(Word, Vec<(Word, Type, Option<Term>)>, Type, Vec<Word>),
}

fn span() -> Span {
    Span::new(FileId(0), 0, 0)
}

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
                fields.iter().for_each(|field| field.print(out, true));
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

    fn tree(&self) -> tree::Pattern {
        let kind = match self {
            Self::Wildcard => PatternKind::Wildcard,
            Self::Name(word) => PatternKind::Name(word.text().into()),
            Self::Literal(Literal::Integer(value)) => PatternKind::Integer((*value).into()),
            Self::Literal(Literal::Character) => PatternKind::Character('\''),
            Self::Literal(Literal::Text) => PatternKind::Text("é // \" .".into()),
            Self::Literal(Literal::LongText) => PatternKind::Text(LONG.into()),
            Self::Unit => PatternKind::Unit,
            Self::Pair(left, right) => PatternKind::Pair(Box::new(left.tree()), Box::new(right.tree())),
            Self::Construct(word, fields) => PatternKind::Bracket(vec![(
                Self::Name(*word).tree(),
                fields.iter().map(Self::tree).collect(),
            )]),
            Self::List(elements) => {
                let is_bare = matches!(elements.as_slice(), [Self::Name(_)]);
                let element = |element: &Self| {
                    let pattern = element.tree();
                    let kind = PatternKind::Parenthesised(Box::new(pattern.clone()));
                    (if is_bare { tree::Pattern { kind, span: span() } } else { pattern }, Vec::new())
                };
                PatternKind::Bracket(elements.iter().map(element).collect())
            }
            Self::Cons(head, tail) => PatternKind::Cons(Box::new(head.tree()), Box::new(tail.tree())),
        };
        tree::Pattern { kind, span: span() }
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
                more.iter().for_each(|argument| argument.print(out, 2));
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

    fn tree(&self) -> tree::Type {
        let kind = match self {
            Self::Name(word) => TypeKind::Name(word.name(), Vec::new()),
            Self::Apply(word, first, more) => {
                TypeKind::Name(word.name(), std::iter::once(&**first).chain(more).map(Self::tree).collect())
            }
            Self::Unit => TypeKind::Unit,
            Self::Pair(left, right) => TypeKind::Pair(Box::new(left.tree()), Box::new(right.tree())),
            Self::Arrow(from, to) => TypeKind::Arrow(Box::new(from.tree()), Box::new(to.tree())),
        };
        tree::Type { kind, span: span() }
    }
}

/// An operator's token, its meaning, its level, and the levels of its operands.
fn infix(operator: Infix) -> (&'static str, Operator, u32, [u32; 2]) {
    match operator {
        Infix::Choice => ("<+>", Operator::Choice, 1, [2, 1]),
        Infix::Implies => ("==>", Operator::Implies, 2, [3, 2]),
        Infix::Or => ("||", Operator::Or, 3, [4, 3]),
        Infix::And => ("&&", Operator::And, 4, [5, 4]),
        Infix::Equal => ("==", Operator::Equal, 5, [6, 6]),
        Infix::LessEqual => ("<=", Operator::LessEqual, 5, [6, 6]),
        Infix::Cons => ("::", Operator::Cons, 6, [7, 6]),
        Infix::Add => ("+", Operator::Add, 7, [7, 8]),
        Infix::Subtract => ("-", Operator::Subtract, 7, [7, 8]),
        Infix::Multiply => ("*", Operator::Multiply, 8, [8, 9]),
        Infix::Modulo => ("mod", Operator::Modulo, 8, [8, 9]),
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
                fields.iter().for_each(|field| field.print(out, ATOM, false));
                push(out, &["]"]);
            }
            Self::Apply(function, first, more) => {
                function.print(out, ATOM, false);
                first.print(out, ATOM, false);
                more.iter().for_each(|argument| argument.print(out, ATOM, false));
            }
            Self::Lambda(first, more, body) => {
                push(out, &["\\"]);
                first.print(out, true);
                more.iter().for_each(|pattern| pattern.print(out, true));
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
                push(out, &["exists", first.text()]);
                more.iter().for_each(|word| push(out, &[word.text()]));
                push(out, &["."]);
                body.print(out, 0, is_last);
            }
        }
    }

    /// Would brackets around it seem to apply a constructor?
    fn head_is_name(&self) -> bool {
        match self {
            Self::Name(_) => true,
            Self::Apply(function, ..) => matches!(**function, Self::Name(_)),
            _ => false,
        }
    }

    fn tree(&self) -> tree::Expr {
        let boxed = |term: &Self| Box::new(term.tree());
        let kind = match self {
            Self::Name(word) => ExprKind::Name(word.text().into()),
            Self::Literal(Literal::Integer(value)) => ExprKind::Integer((*value).into()),
            Self::Literal(Literal::Character) => ExprKind::Character('\''),
            Self::Literal(Literal::Text) => ExprKind::Text("é // \" .".into()),
            Self::Literal(Literal::LongText) => ExprKind::Text(LONG.into()),
            Self::Unit => ExprKind::Unit,
            Self::Pair(left, right) => ExprKind::Pair(boxed(left), boxed(right)),
            Self::List(elements) => {
                let is_bare = elements.len() == 1 && elements[0].head_is_name();
                let parenthesised =
                    |inner| tree::Expr { kind: ExprKind::Parenthesised(Box::new(inner)), span: span() };
                let element = |term: &Self| match (is_bare, term) {
                    (true, _) => parenthesised(term.tree()),
                    // Here, the function is in parentheses anyway.
                    (false, Self::Apply(function, ..))
                        if elements.len() == 1 && function.is_in_parentheses() =>
                    {
                        let mut inner = term.tree();
                        if let ExprKind::Apply(head, _) = &mut inner.kind {
                            **head = parenthesised((**head).clone());
                        }
                        inner
                    }
                    _ => term.tree(),
                };
                ExprKind::Bracket(elements.iter().map(element).collect())
            }
            Self::Construct(word, fields) => {
                let head = Self::Name(*word).tree();
                let fields: Vec<tree::Expr> = fields.iter().map(Self::tree).collect();
                let kind = ExprKind::Apply(Box::new(head.clone()), fields.clone());
                let applied = tree::Expr { kind, span: span() };
                ExprKind::Bracket(vec![if fields.is_empty() { head } else { applied }])
            }
            Self::Apply(function, first, more) => ExprKind::Apply(
                boxed(function),
                std::iter::once(&**first).chain(more).map(Self::tree).collect(),
            ),
            Self::Lambda(first, more, body) => {
                ExprKind::Lambda(std::iter::once(first).chain(more).map(Pattern::tree).collect(), boxed(body))
            }
            Self::Let(pattern, value, body) => {
                let (pattern, parameters) = (pattern.tree(), Vec::new());
                ExprKind::Let { pattern, parameters, value: boxed(value), body: boxed(body) }
            }
            Self::LetFunction(word, pattern, value, body) => {
                let (parameters, pattern) = (vec![pattern.tree()], Pattern::Name(*word).tree());
                ExprKind::Let { pattern, parameters, value: boxed(value), body: boxed(body) }
            }
            Self::Rec(word, body) => ExprKind::Rec(word.name(), boxed(body)),
            Self::If(condition, first, second) => ExprKind::If(boxed(condition), boxed(first), boxed(second)),
            Self::Case(subject, first, more) => ExprKind::Case(
                boxed(subject),
                std::iter::once(&**first).chain(more).map(Branch::tree).collect(),
            ),
            Self::Binary(operator, left, right) => {
                ExprKind::Binary(infix(*operator).1, boxed(left), boxed(right))
            }
            Self::Typed(term, ty) => ExprKind::Typed(boxed(term), ty.tree()),
            Self::Exists(first, more, body) => {
                let names = std::iter::once(first).chain(more).map(|word| word.name()).collect();
                ExprKind::Quantified { exists: true, names, body: boxed(body) }
            }
        };
        tree::Expr { kind, span: span() }
    }

    /// Is it in parentheses where it is a function that is applied, and are these not its own?
    fn is_in_parentheses(&self) -> bool {
        !matches!(
            self,
            Self::Name(_)
                | Self::Literal(_)
                | Self::Unit
                | Self::Pair(..)
                | Self::List(_)
                | Self::Construct(..)
                | Self::Typed(..)
        )
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

    fn tree(&self) -> tree::Branch {
        let guard = self.guard.as_ref().map(Term::tree);
        tree::Branch { pattern: self.pattern.tree(), guard, body: self.body.tree(), span: span() }
    }
}

impl Declaration {
    /// Its tokens, the dot at the end included.
    pub(crate) fn print(&self, out: &mut Tokens) {
        match self {
            Self::Data(word, parameters, constructors) => {
                push(out, &["data", word.text()]);
                parameters.iter().for_each(|word| push(out, &[word.text()]));
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
                patterns.iter().for_each(|pattern| pattern.print(out, true));
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
            Self::Generator(word, parameters, result, decreases) => {
                push(out, &["generator", word.text(), ":"]);
                for (word, ty, predicate) in parameters {
                    push(out, &["(", word.text(), ":"]);
                    ty.print(out, 0);
                    if let Some(predicate) = predicate {
                        push(out, &["|"]);
                        predicate.print(out, 0, true);
                    }
                    push(out, &[")", "->"]);
                }
                result.print(out, 1);
                if !decreases.is_empty() {
                    push(out, &[".", "decreases"]);
                    list(out, ["(", ")"], decreases, |word, out| push(out, &[word.text()]));
                }
            }
        }
        push(out, &["."]);
    }

    pub(crate) fn tree(&self) -> tree::Declaration {
        let qualified = |name: Option<&Word>, ty: &Type, predicate: Option<&Term>| tree::Qualified {
            name: name.map(|word| word.name()),
            ty: ty.tree(),
            predicate: predicate.map(Term::tree),
        };
        match self {
            Self::Data(word, parameters, constructors) => {
                let first = tree::Constructor {
                    name: tree::Name { text: "first".into(), span: span() },
                    fields: Vec::new(),
                };
                let others = constructors.iter().map(|(word, fields)| tree::Constructor {
                    name: word.name(),
                    fields: fields.iter().map(|(is_lazy, ty)| (ty.tree(), *is_lazy)).collect(),
                });
                tree::Declaration::Data(tree::Data {
                    name: word.name(),
                    parameters: parameters.iter().map(|word| word.name()).collect(),
                    constructors: std::iter::once(first).chain(others).collect(),
                    span: span(),
                })
            }
            Self::Signature(word, ty) => {
                tree::Declaration::Signature(tree::Signature { name: word.name(), ty: ty.tree() })
            }
            Self::Definition(word, patterns, body) => tree::Declaration::Definition(tree::Definition {
                name: word.name(),
                parameters: patterns.iter().map(Pattern::tree).collect(),
                body: body.tree(),
                span: span(),
            }),
            Self::Property(word, parameters, size, body) => tree::Declaration::Property(tree::Property {
                name: word.name(),
                parameters: parameters
                    .iter()
                    .map(|(word, ty, from)| tree::Parameter {
                        name: word.name(),
                        ty: ty.as_ref().map(Type::tree),
                        from: from.as_ref().map(Term::tree),
                    })
                    .collect(),
                settings: size
                    .iter()
                    .map(|size| tree::Setting {
                        name: tree::Name { text: "size".into(), span: span() },
                        value: (*size).into(),
                    })
                    .collect(),
                body: body.tree(),
                span: span(),
            }),
            Self::Generator(word, parameters, result, decreases) => {
                tree::Declaration::Generator(tree::Generator {
                    name: word.name(),
                    parameters: parameters
                        .iter()
                        .map(|(word, ty, predicate)| qualified(Some(word), ty, predicate.as_ref()))
                        .collect(),
                    result: qualified(None, result, None),
                    decreases: (!decreases.is_empty())
                        .then(|| decreases.iter().map(|word| word.name()).collect()),
                    span: span(),
                })
            }
        }
    }
}
