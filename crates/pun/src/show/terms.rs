//! Terms of the core as pun source: lowered to syntax trees, which [`format`](mod@crate::format)
//! prints.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::{apply, binary, construct, name};
use crate::compile::free;
use crate::core::{
    Binder, Branch, ConId, Connective, Draw, Expr, Item, Kind, LocalId, Pattern, Primitive, Program,
};
use crate::format::print;
use crate::source::{FileId, Span};
use crate::tree::{self, ExprKind, Operator, PatternKind};

/// Returns a term as source. Variables keep the names under which they are bound.
pub(crate) fn source(program: &Program, expr: &Expr) -> String {
    print::term(Terms::new(program, HashMap::new()).term(expr))
}

/// Lowers terms.
pub(super) struct Terms<'p> {
    program: &'p Program,
    /// The term for each variable: its name, or the value substituted for it.
    names: HashMap<LocalId, tree::Expr>,
    /// Names that no variable may have, because values mention definitions with these names.
    pub(super) reserved: HashSet<Arc<str>>,
    /// Names that no renamed variable may get.
    pub(super) taken: HashSet<Arc<str>>,
    /// The new names of renamed variables.
    pub(super) given: HashSet<Arc<str>>,
    /// Names of definitions and constructors mentioned so far.
    pub(super) mentioned: HashSet<Arc<str>>,
    /// The original names of bound variables.
    pub(super) bound: HashSet<Arc<str>>,
    /// Whether the term is written in the program and so needs no added `fst` and `snd`.
    pub(super) is_plain: bool,
}

impl<'p> Terms<'p> {
    /// Returns a lowering that substitutes these terms for variables.
    pub(super) fn new(program: &'p Program, values: HashMap<LocalId, tree::Expr>) -> Self {
        Self {
            program,
            names: values,
            reserved: HashSet::new(),
            taken: HashSet::new(),
            given: HashSet::new(),
            mentioned: HashSet::new(),
            bound: HashSet::new(),
            is_plain: false,
        }
    }

    /// Returns the name of a definition or a constructor as a term.
    fn mention(&mut self, text: &Arc<str>) -> tree::Expr {
        self.mentioned.insert(Arc::clone(text));
        name(Arc::clone(text))
    }

    /// Returns an application of a definition of the prelude.
    fn call(&mut self, function: &str, arguments: Vec<tree::Expr>) -> tree::Expr {
        apply(self.mention(&function.into()), arguments)
    }

    fn boxed(&mut self, expr: &Expr) -> Box<tree::Expr> {
        Box::new(self.term(expr))
    }

    fn terms(&mut self, exprs: &[Expr]) -> Vec<tree::Expr> {
        exprs.iter().map(|expr| self.term(expr)).collect()
    }

    fn term(&mut self, expr: &Expr) -> tree::Expr {
        match &expr.kind {
            Kind::Local(local) | Kind::Force(local) => {
                self.names.get(local).cloned().unwrap_or_else(|| ExprKind::Missing.into())
            }
            Kind::Text(text) => ExprKind::Text(text.to_string()).into(),
            Kind::Global(global) => match self.program.name(Item::Global(*global)) {
                Some(name) => self.mention(name),
                None => ExprKind::Missing.into(),
            },
            Kind::Integer(integer) => ExprKind::Integer(integer.clone()).into(),
            Kind::Character(character) => ExprKind::Character(*character).into(),
            Kind::Construct(con, fields) => self.construct(*con, fields),
            Kind::Lambda(binders, body) => match constructor(self.program, binders, body) {
                Some(name) if self.is_plain => self.mention(name),
                _ => self.lambda(binders, body),
            },
            Kind::Apply(function, arguments) => {
                let is_value = matches!(function.kind, Kind::Local(_) | Kind::Force(_));
                let (function, mut more) = (self.term(function), self.terms(arguments));
                match function.kind {
                    // A partial application gets further arguments directly.
                    ExprKind::Apply(function, mut arguments) if is_value => {
                        arguments.append(&mut more);
                        apply(*function, arguments)
                    }
                    _ => apply(function, more),
                }
            }
            Kind::Let(binder, value, body) => {
                let value = self.boxed(value);
                let pattern = PatternKind::Name(self.bind(binder)).into();
                ExprKind::Let { pattern, parameters: Vec::new(), value, body: self.boxed(body) }.into()
            }
            Kind::Rec(binder, body) => {
                let name = tree::Name { text: self.bind(binder), span: Span::NOWHERE };
                ExprKind::Rec(name, self.boxed(body)).into()
            }
            Kind::Case(of, branches) => self.case(of, branches),
            Kind::Connective(connective, left, right) => {
                let operator = match connective {
                    Connective::And => Operator::And,
                    Connective::Or => Operator::Or,
                    Connective::Implies => Operator::Implies,
                };
                binary(operator, self.term(left), self.term(right))
            }
            Kind::Primitive(primitive, left, right) => {
                binary(operator(*primitive), self.term(left), self.term(right))
            }
            Kind::Error(message) => {
                let message = self.term(message);
                self.call("error", vec![message])
            }
            Kind::Choice(left, right) => binary(Operator::Choice, self.term(left), self.term(right)),
            Kind::Draw(draw) => {
                let unit = || vec![ExprKind::Unit.into()];
                match draw {
                    Draw::Integer => self.call("int-gen", unit()),
                    Draw::Natural => self.call("nat-gen", unit()),
                    Draw::Boolean => self.call("bool-gen", unit()),
                    Draw::Between(lo, hi) => {
                        let bounds = vec![self.term(lo), self.term(hi)];
                        self.call("int-range", bounds)
                    }
                }
            }
        }
    }

    /// Lowers a function.
    pub(super) fn lambda(&mut self, binders: &[Binder], body: &Expr) -> tree::Expr {
        let is_used = |binder: &Binder| &*binder.name != "_" || free(body).contains(&binder.local);
        let parameters = binders.iter().map(|binder| {
            let kind =
                if is_used(binder) { PatternKind::Name(self.bind(binder)) } else { PatternKind::Wildcard };
            kind.into()
        });
        ExprKind::Lambda(parameters.collect(), self.boxed(body)).into()
    }

    fn bind(&mut self, binder: &Binder) -> Arc<str> {
        self.bind_as(binder.local, &binder.name)
    }

    /// Binds a variable under its name, or under a similar one if it has none or that is reserved.
    pub(super) fn bind_as(&mut self, local: LocalId, own: &Arc<str>) -> Arc<str> {
        self.bound.insert(Arc::clone(own));
        let text = if **own == *"_" || self.reserved.contains(own) {
            let letters = if **own == *"_" { "x" } else { own };
            let sets = [&self.reserved, &self.taken, &self.given];
            let mut names = (1..).map(|number: u64| format!("{letters}{number}"));
            let text = names.find(|text| sets.iter().all(|set| !set.contains(text.as_str())));
            let text: Arc<str> = text.unwrap_or_default().into();
            self.given.insert(Arc::clone(&text));
            text
        } else {
            Arc::clone(own)
        };
        self.names.insert(local, name(Arc::clone(&text)));
        text
    }

    fn construct(&mut self, con: ConId, fields: &[Expr]) -> tree::Expr {
        if let Some(elements) = elements(con, fields) {
            if let Some(text) = characters(&elements) {
                return ExprKind::Text(text).into();
            }
            let elements = elements.into_iter().map(|element| self.term(element)).collect();
            return super::list(self.program, elements);
        }
        match (con, fields) {
            (ConId::UNIT, _) => ExprKind::Unit.into(),
            (ConId::CONS, [head, tail]) => binary(Operator::Cons, self.term(head), self.term(tail)),
            (ConId::PAIR, [one, other]) => ExprKind::Pair(self.boxed(one), self.boxed(other)).into(),
            _ => {
                let fields = self.terms(fields);
                match self.constructor(con) {
                    Some(name) => construct(self.mention(&name), fields),
                    None => ExprKind::Missing.into(),
                }
            }
        }
    }

    fn constructor(&self, con: ConId) -> Option<Arc<str>> {
        self.program.name(Item::Constructor(con)).cloned()
    }

    fn pattern(&mut self, pattern: &Pattern) -> tree::Pattern {
        match pattern {
            Pattern::Wildcard => PatternKind::Wildcard.into(),
            Pattern::Bind(binder) => PatternKind::Name(self.bind(binder)).into(),
            Pattern::Integer(integer) => PatternKind::Integer(integer.clone()).into(),
            Pattern::Character(character) => PatternKind::Character(*character).into(),
            Pattern::Construct(con, fields) => {
                let fields = fields.iter().map(|field| self.pattern(field)).collect();
                let constructor = self.constructor(*con);
                self.mentioned.extend(constructor.clone());
                construct_pattern(*con, constructor.as_ref(), fields)
            }
        }
    }

    fn case(&mut self, of: &Expr, branches: &[Branch]) -> tree::Expr {
        if let Some([condition, then, otherwise]) = conditional(of, branches) {
            return ExprKind::If(self.boxed(condition), self.boxed(then), self.boxed(otherwise)).into();
        }
        if let Some(name) = projection(branches)
            && !self.is_plain
            && self.is_in_prelude(name)
        {
            let of = self.term(of);
            return self.call(name, vec![of]);
        }
        let of = self.boxed(of);
        let branches = branches.iter().map(|Branch { pattern, guard, body }| {
            let pattern = self.pattern(pattern);
            let guard = guard.as_ref().map(|guard| self.term(guard));
            tree::Branch { pattern, guard, body: self.term(body), span: Span::NOWHERE }
        });
        ExprKind::Case(of, branches.collect()).into()
    }

    /// Returns whether a name has its meaning from the prelude.
    fn is_in_prelude(&self, name: &str) -> bool {
        let item = self.program.scope.iter().find(|(known, _)| **known == *name);
        let Some((_, Item::Global(global))) = item else { return false };
        self.program.globals.get(global.index()).is_some_and(|global| global.span.file == FileId(0))
    }
}

/// Returns the name of the constructor that a function constructs directly.
pub(super) fn constructor<'p>(
    program: &'p Program,
    parameters: &[Binder],
    body: &Expr,
) -> Option<&'p Arc<str>> {
    let Kind::Construct(con, fields) = &body.kind else { return None };
    let is =
        |(binder, field): (&Binder, &Expr)| matches!(field.kind, Kind::Local(local) if local == binder.local);
    let is_whole = parameters.len() == fields.len() && parameters.iter().zip(fields).all(is);
    let has_name = *con != ConId::PAIR && *con != ConId::CONS;
    program.name(Item::Constructor(*con)).filter(|_| is_whole && has_name)
}

/// Returns the pattern of a constructor, by its name, with patterns of its fields.
pub(crate) fn construct_pattern(
    con: ConId,
    name: Option<&Arc<str>>,
    fields: Vec<tree::Pattern>,
) -> tree::Pattern {
    let Some(name) = name else { return PatternKind::Wildcard.into() };
    let kind = match (con, <[tree::Pattern; 2]>::try_from(fields)) {
        (ConId::UNIT, _) => PatternKind::Unit,
        (ConId::NIL, _) => PatternKind::Bracket(Vec::new()),
        (ConId::PAIR, Ok([one, other])) => PatternKind::Pair(one.into(), other.into()),
        (ConId::CONS, Ok([head, tail])) => PatternKind::Cons(head.into(), tail.into()),
        (_, fields) => {
            let fields = fields.map_or_else(|fields| fields, Vec::from);
            let head = PatternKind::Name(Arc::clone(name));
            if fields.is_empty() { head } else { PatternKind::Bracket(vec![(head.into(), fields)]) }
        }
    };
    kind.into()
}

fn operator(primitive: Primitive) -> Operator {
    match primitive {
        Primitive::Add => Operator::Add,
        Primitive::Subtract => Operator::Subtract,
        Primitive::Multiply => Operator::Multiply,
        Primitive::Divide => Operator::Divide,
        Primitive::Modulo => Operator::Modulo,
        Primitive::Equal => Operator::Equal,
        Primitive::NotEqual => Operator::NotEqual,
        Primitive::Less => Operator::Less,
        Primitive::LessEqual => Operator::LessEqual,
        Primitive::Greater => Operator::Greater,
        Primitive::GreaterEqual => Operator::GreaterEqual,
    }
}

/// Returns the elements of a closed list.
fn elements(mut con: ConId, mut fields: &[Expr]) -> Option<Vec<&Expr>> {
    let mut elements = Vec::new();
    while let (ConId::CONS, [head, tail]) = (con, fields) {
        elements.push(head);
        let Kind::Construct(next, rest) = &tail.kind else { return None };
        (con, fields) = (*next, rest);
    }
    (con == ConId::NIL).then_some(elements)
}

/// Returns the characters of a text, if all elements are characters.
fn characters(elements: &[&Expr]) -> Option<String> {
    let character = |element: &&Expr| match element.kind {
        Kind::Character(character) => Some(character),
        _ => None,
    };
    elements.iter().map(character).collect::<Option<String>>().filter(|text| !text.is_empty())
}

/// Returns the condition and the two branches, if the case is an `if`.
fn conditional<'e>(of: &'e Expr, branches: &'e [Branch]) -> Option<[&'e Expr; 3]> {
    let [one, other] = branches else { return None };
    let is = |branch: &Branch, value| {
        let Pattern::Construct(con, _) = &branch.pattern else { return false };
        *con == value && branch.guard.is_none()
    };
    if is(one, ConId::TRUE) && is(other, ConId::FALSE) {
        Some([of, &one.body, &other.body])
    } else if is(one, ConId::FALSE) && is(other, ConId::TRUE) {
        Some([of, &other.body, &one.body])
    } else {
        None
    }
}

/// Returns `fst` or `snd`, if the case is such a projection.
fn projection(branches: &[Branch]) -> Option<&'static str> {
    let [Branch { pattern: Pattern::Construct(ConId::PAIR, fields), guard: None, body }] = branches else {
        return None;
    };
    let Kind::Local(local) = body.kind else { return None };
    match &fields[..] {
        [Pattern::Bind(part), Pattern::Wildcard] if part.local == local => Some("fst"),
        [Pattern::Wildcard, Pattern::Bind(part)] if part.local == local => Some("snd"),
        _ => None,
    }
}
