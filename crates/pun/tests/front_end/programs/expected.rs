//! The trees that programs should give, all at the same place.

use pun::source::{FileId, Span};
use pun::tree::{self, ExprKind, PatternKind, TypeKind};

use super::{
    Bound, Branch, Coverage, Covered, Declaration, LONG, Literal, Parameter, Pattern, Term, Type, Word, infix,
};

fn span() -> Span {
    Span::new(FileId(0), 0, 0)
}

impl Word {
    fn name(self) -> tree::Name {
        tree::Name { text: self.text().into(), span: span() }
    }
}

impl Pattern {
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

impl Term {
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
                let bound = |bound: &Bound| tree::Bound {
                    name: bound.word.name(),
                    ty: bound.ty.as_ref().map(Type::tree),
                };
                let bound = std::iter::once(first).chain(more).map(bound).collect();
                ExprKind::Quantified { exists: true, bound, body: boxed(body) }
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
    fn tree(&self) -> tree::Branch {
        let guard = self.guard.as_ref().map(Term::tree);
        tree::Branch { pattern: self.pattern.tree(), guard, body: self.body.tree(), span: span() }
    }
}

impl Declaration {
    pub(crate) fn tree(&self) -> tree::Declaration {
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
            Self::Generator(word, coverage, decreases) => tree::Declaration::Generator(tree::Generator {
                name: word.name(),
                coverage: coverage.tree(),
                decreases: (!decreases.is_empty()).then(|| decreases.iter().map(Term::tree).collect()),
                span: span(),
            }),
        }
    }
}

impl Coverage {
    fn tree(&self) -> tree::Coverage {
        tree::Coverage {
            parameters: self.parameters.iter().map(Parameter::tree).collect(),
            result: self.result.tree(),
        }
    }
}

fn qualified(name: Option<Word>, ty: &Type, predicate: Option<&Term>) -> tree::Refinement {
    tree::Refinement { name: name.map(Word::name), ty: ty.tree(), predicate: predicate.map(Term::tree) }
}

impl Parameter {
    fn tree(&self) -> tree::CoverageParameter {
        match self {
            Self::Value(word, ty, predicate) => {
                tree::CoverageParameter::Value(qualified(Some(*word), ty, predicate.as_ref()))
            }
            Self::Nameless(ty) => tree::CoverageParameter::Value(qualified(None, ty, None)),
            Self::Function(word, first, rest) if self.is_covering() => {
                let mut own = rest.tree();
                own.parameters.insert(0, first.tree());
                tree::CoverageParameter::Function(word.name(), own)
            }
            Self::Function(word, first, rest) => {
                let types = rest.parameters.iter().map(Self::ty).rev();
                let arrow = |to, from| TypeKind::Arrow(Box::new(from), Box::new(to));
                let ty = |kind| tree::Type { kind, span: span() };
                let result = types.fold(rest.result.ty(), |to, from| ty(arrow(to, from)));
                let ty = ty(arrow(result, first.ty()));
                tree::CoverageParameter::Value(tree::Refinement {
                    name: Some(word.name()),
                    ty,
                    predicate: None,
                })
            }
        }
    }

    /// Its type; it has no name.
    fn ty(&self) -> tree::Type {
        let Self::Nameless(ty) = self else { panic!("{self:?} has a name") };
        ty.tree()
    }
}

impl Covered {
    fn tree(&self) -> tree::Refinement {
        match self {
            Self::Value(word, ty, predicate) => qualified(Some(*word), ty, predicate.as_ref()),
            Self::Nameless(ty) => qualified(None, ty, None),
        }
    }

    /// Its type; it has no name.
    fn ty(&self) -> tree::Type {
        let Self::Nameless(ty) = self else { panic!("{self:?} has a name") };
        ty.tree()
    }
}
