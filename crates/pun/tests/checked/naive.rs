//! Small terms, and their types by the rules of Damas and Milner as they are written down: substitutions on trees, free
//! variables of the scope looked for at each `let`.

use everycase::Enumerable;

/// A term. Variables are counted from the innermost binder; a number that is no variable is an integer.
#[derive(Debug, Clone, Enumerable)]
pub(crate) enum Term {
    Name(Name),
    Lambda(Box<Term>),
    Apply(Box<Term>, Box<Term>),
    Let(Box<Term>, Box<Term>),
    Rec(Box<Term>),
    Pair(Box<Term>, Box<Term>),
    /// `let (x, y) = .. in ..`
    Unpair(Box<Term>, Box<Term>),
    If(Box<Term>, Box<Term>, Box<Term>),
    Equal(Box<Term>, Box<Term>),
    Add(Box<Term>, Box<Term>),
    Nil,
    Cons(Box<Term>, Box<Term>),
    /// `case .. of ; [] -> .. ; x :: y -> ..`
    Case(Box<Term>, Box<Term>, Box<Term>),
}

/// Which variable.
#[derive(Debug, Clone, Copy, Enumerable)]
pub(crate) enum Name {
    Last,
    SecondLast,
    ThirdLast,
}

impl Name {
    fn place(self) -> usize {
        match self {
            Self::Last => 0,
            Self::SecondLast => 1,
            Self::ThirdLast => 2,
        }
    }
}

impl Term {
    /// As pun writes it, under this many binders.
    pub(crate) fn show(&self, depth: usize) -> String {
        let at = |term: &Self, depth| term.show(depth);
        match self {
            Self::Name(name) => match depth.checked_sub(name.place() + 1) {
                Some(binder) => format!("x{binder}"),
                None => name.place().to_string(),
            },
            Self::Lambda(body) => format!("(\\x{depth} -> {})", at(body, depth + 1)),
            Self::Apply(function, argument) => format!("({} {})", at(function, depth), at(argument, depth)),
            Self::Let(value, body) => {
                format!("(let x{depth} = {} in {})", at(value, depth), at(body, depth + 1))
            }
            Self::Rec(body) => format!("(rec x{depth} . {})", at(body, depth + 1)),
            Self::Pair(left, right) => format!("({}, {})", at(left, depth), at(right, depth)),
            Self::Unpair(value, body) => {
                format!("(let (x{depth}, x{}) = {} in {})", depth + 1, at(value, depth), at(body, depth + 2))
            }
            Self::If(condition, yes, no) => {
                format!("(if {} then {} else {})", at(condition, depth), at(yes, depth), at(no, depth))
            }
            Self::Equal(left, right) => format!("({} == {})", at(left, depth), at(right, depth)),
            Self::Add(left, right) => format!("({} + {})", at(left, depth), at(right, depth)),
            Self::Nil => "[]".to_owned(),
            Self::Cons(head, tail) => format!("({} :: {})", at(head, depth), at(tail, depth)),
            Self::Case(list, nil, cons) => format!(
                "(case {} of ; [] -> {} ; x{depth} :: x{} -> {})",
                at(list, depth),
                at(nil, depth),
                depth + 1,
                at(cons, depth + 2)
            ),
        }
    }
}

/// A type.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Type {
    Integer,
    Boolean,
    Variable(usize),
    Arrow(Box<Type>, Box<Type>),
    Pair(Box<Type>, Box<Type>),
    List(Box<Type>),
}

struct Scheme {
    variables: Vec<usize>,
    compared: Vec<usize>,
    ty: Type,
}

#[derive(Default)]
struct Naive {
    /// What each variable stands for.
    substitution: Vec<Option<Type>>,
    /// Types whose values are compared.
    compared: Vec<Type>,
}

fn arrow(from: Type, to: Type) -> Type {
    Type::Arrow(Box::new(from), Box::new(to))
}

fn pair(left: Type, right: Type) -> Type {
    Type::Pair(Box::new(left), Box::new(right))
}

fn list(element: Type) -> Type {
    Type::List(Box::new(element))
}

/// Replaces variables.
fn replaced(ty: &Type, with: &mut impl FnMut(usize) -> Type) -> Type {
    match ty {
        Type::Integer => Type::Integer,
        Type::Boolean => Type::Boolean,
        Type::Variable(number) => with(*number),
        Type::Arrow(from, to) => arrow(replaced(from, with), replaced(to, with)),
        Type::Pair(left, right) => pair(replaced(left, with), replaced(right, with)),
        Type::List(element) => list(replaced(element, with)),
    }
}

fn variables(ty: &Type) -> Vec<usize> {
    let mut found = Vec::new();
    replaced(ty, &mut |number| {
        if !found.contains(&number) {
            found.push(number);
        }
        Type::Integer
    });
    found
}

fn has_arrow(ty: &Type) -> bool {
    match ty {
        Type::Integer | Type::Boolean | Type::Variable(_) => false,
        Type::Arrow(..) => true,
        Type::Pair(left, right) => has_arrow(left) || has_arrow(right),
        Type::List(element) => has_arrow(element),
    }
}

impl Naive {
    fn fresh(&mut self) -> Type {
        self.substitution.push(None);
        Type::Variable(self.substitution.len() - 1)
    }

    fn apply(&self, ty: &Type) -> Type {
        replaced(ty, &mut |number| match &self.substitution[number] {
            Some(ty) => self.apply(ty),
            None => Type::Variable(number),
        })
    }

    fn unify(&mut self, one: &Type, other: &Type) -> Option<()> {
        match (self.apply(one), self.apply(other)) {
            (Type::Variable(one), Type::Variable(other)) if one == other => Some(()),
            (Type::Variable(number), ty) | (ty, Type::Variable(number)) => {
                if variables(&ty).contains(&number) {
                    return None;
                }
                self.substitution[number] = Some(ty);
                Some(())
            }
            (Type::Integer, Type::Integer) | (Type::Boolean, Type::Boolean) => Some(()),
            (Type::Arrow(a, b), Type::Arrow(c, d)) | (Type::Pair(a, b), Type::Pair(c, d)) => {
                self.unify(&a, &c)?;
                self.unify(&b, &d)
            }
            (Type::List(one), Type::List(other)) => self.unify(&one, &other),
            _ => None,
        }
    }

    fn known(ty: Type) -> Scheme {
        Scheme { variables: Vec::new(), compared: Vec::new(), ty }
    }

    fn general(&self, ty: &Type, scope: &[Scheme]) -> Scheme {
        let ty = self.apply(ty);
        let bound: Vec<usize> = scope
            .iter()
            .flat_map(|scheme| {
                let mut free = variables(&self.apply(&scheme.ty));
                free.retain(|number| !scheme.variables.contains(number));
                free
            })
            .collect();
        let mut free = variables(&ty);
        free.retain(|number| !bound.contains(number));
        let mut compared: Vec<usize> =
            self.compared.iter().flat_map(|ty| variables(&self.apply(ty))).collect();
        compared.retain(|number| free.contains(number));
        Scheme { variables: free, compared, ty }
    }

    fn instance(&mut self, scheme: &Scheme) -> Type {
        let fresh: Vec<(usize, Type)> =
            scheme.variables.iter().map(|number| (*number, self.fresh())).collect();
        for (number, ty) in &fresh {
            if scheme.compared.contains(number) {
                self.compared.push(ty.clone());
            }
        }
        let ty = self.apply(&scheme.ty);
        replaced(&ty, &mut |number| {
            let known = fresh.iter().find(|(other, _)| *other == number);
            known.map_or(Type::Variable(number), |(_, ty)| ty.clone())
        })
    }

    fn under(&mut self, scope: &mut Vec<Scheme>, bound: Vec<Scheme>, term: &Term) -> Option<Type> {
        let outside = scope.len();
        scope.extend(bound);
        let ty = self.infer(scope, term);
        scope.truncate(outside);
        ty
    }

    fn infer(&mut self, scope: &mut Vec<Scheme>, term: &Term) -> Option<Type> {
        Some(match term {
            Term::Name(name) => match scope.len().checked_sub(name.place() + 1) {
                Some(binder) => {
                    let scheme = &scope[binder];
                    let scheme = Scheme {
                        variables: scheme.variables.clone(),
                        compared: scheme.compared.clone(),
                        ty: scheme.ty.clone(),
                    };
                    self.instance(&scheme)
                }
                None => Type::Integer,
            },
            Term::Lambda(body) => {
                let from = self.fresh();
                let to = self.under(scope, vec![Self::known(from.clone())], body)?;
                arrow(from, to)
            }
            Term::Apply(function, argument) => {
                let function = self.infer(scope, function)?;
                let argument = self.infer(scope, argument)?;
                let result = self.fresh();
                self.unify(&function, &arrow(argument, result.clone()))?;
                result
            }
            Term::Let(value, body) => {
                let value = self.infer(scope, value)?;
                let scheme = self.general(&value, scope);
                self.under(scope, vec![scheme], body)?
            }
            Term::Rec(body) => {
                let ty = self.fresh();
                let body = self.under(scope, vec![Self::known(ty.clone())], body)?;
                self.unify(&ty, &body)?;
                ty
            }
            Term::Pair(left, right) => pair(self.infer(scope, left)?, self.infer(scope, right)?),
            Term::Unpair(value, body) => {
                let value = self.infer(scope, value)?;
                let (left, right) = (self.fresh(), self.fresh());
                self.unify(&value, &pair(left.clone(), right.clone()))?;
                let bound = vec![self.general(&left, scope), self.general(&right, scope)];
                self.under(scope, bound, body)?
            }
            Term::If(condition, yes, no) => {
                let condition = self.infer(scope, condition)?;
                self.unify(&condition, &Type::Boolean)?;
                let yes = self.infer(scope, yes)?;
                let no = self.infer(scope, no)?;
                self.unify(&yes, &no)?;
                yes
            }
            Term::Equal(left, right) => {
                let left = self.infer(scope, left)?;
                let right = self.infer(scope, right)?;
                self.unify(&left, &right)?;
                self.compared.push(left);
                Type::Boolean
            }
            Term::Add(left, right) => {
                for operand in [left, right] {
                    let operand = self.infer(scope, operand)?;
                    self.unify(&operand, &Type::Integer)?;
                }
                Type::Integer
            }
            Term::Nil => list(self.fresh()),
            Term::Cons(head, tail) => {
                let head = self.infer(scope, head)?;
                let tail = self.infer(scope, tail)?;
                self.unify(&list(head), &tail)?;
                tail
            }
            Term::Case(scrutinee, nil, cons) => {
                let scrutinee = self.infer(scope, scrutinee)?;
                let element = self.fresh();
                self.unify(&scrutinee, &list(element.clone()))?;
                let nil = self.infer(scope, nil)?;
                let bound = vec![Self::known(element), Self::known(scrutinee)];
                let cons = self.under(scope, bound, cons)?;
                self.unify(&nil, &cons)?;
                nil
            }
        })
    }
}

/// The principal type of a closed term, its variables numbered as they come, and which of them are compared.
pub(crate) fn principal(term: &Term) -> Option<(Type, Vec<bool>)> {
    let mut naive = Naive::default();
    let ty = naive.infer(&mut Vec::new(), term)?;
    let compared: Vec<Type> = naive.compared.iter().map(|ty| naive.apply(ty)).collect();
    if compared.iter().any(has_arrow) {
        return None;
    }
    let ty = naive.apply(&ty);
    let order = variables(&ty);
    let flags = order.iter().map(|number| compared.iter().any(|ty| variables(ty).contains(number))).collect();
    let place = |number: usize| order.iter().position(|other| *other == number).unwrap_or_default();
    Some((replaced(&ty, &mut |number| Type::Variable(place(number))), flags))
}
