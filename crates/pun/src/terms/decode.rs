//! From derivations to terms.

use everycase_kernel::At;
use num_bigint::BigInt;

use crate::core::build::{apply, branch, case, expr, if_then_else, local, primitive};
use crate::core::{Binder, Branch, ConId, DataId, Expr, Kind as Core, LocalId, Pattern, Primitive, Program};
use crate::inputs::Constants;
use crate::source::Span;

use super::callings::NameCounts;
use super::environment::Kind;
use super::grammar::{Count, Grammar, Start, Ways};
use super::rules::{Former, Goal, Literal, Rule, Variable};
use super::scope::{Scope, members};

/// Returns the closed term at a position.
pub(super) fn term(start: &Start, at: At<'_>, locals: &mut u32) -> Expr {
    let mut decoder = Decoder::new(start, *locals);
    let term = decoder.term(at, &Scope::default());
    *locals += decoder.variables.len() as u32;
    term
}

/// Returns the closed term at a position with a variable for each literal, and these variables in
/// the order of their positions.
pub(super) fn lifted(start: &Start, at: At<'_>) -> (Vec<LocalId>, Expr) {
    let mut decoder = Decoder { literals: Some(Vec::new()), ..Decoder::new(start, 0) };
    let term = decoder.term(at, &Scope::default());
    (decoder.literals.unwrap_or_default(), term)
}

struct Decoder<'g> {
    grammar: &'g Grammar,
    /// The number of the first variable.
    first: u32,
    /// The variables bound so far.
    variables: Vec<Bound>,
    used: NameCounts,
    /// The variables that stand for literals, if they do.
    literals: Option<Vec<LocalId>>,
}

/// What is known about a variable.
struct Bound {
    is_mentioned: bool,
    /// Whether it stands for a lazy field.
    is_delayed: bool,
}

impl<'g> Decoder<'g> {
    fn new(start: &'g Start, first: u32) -> Self {
        let grammar = &*start.grammar;
        Self { grammar, first, variables: Vec::new(), used: NameCounts::default(), literals: None }
    }

    fn term(&mut self, mut at: At<'_>, scope: &Scope) -> Expr {
        loop {
            let Some(ways) = at.payload::<Ways>().filter(|_| !at.is_open()) else { return nothing() };
            let alternative = at.alternative();
            if let Some((kind, count)) = ways.mentions.get(alternative) {
                return self.mention(at, *kind, *count, scope);
            }
            if let Some(rule) = ways.rules().get(alternative - ways.mentions.len()) {
                return self.form(at, rule, scope);
            }
            // The last alternative holds the rules that cost more.
            at = at.field(0);
        }
    }

    fn mention(&mut self, at: At<'_>, kind: Kind, count: Count, scope: &Scope) -> Expr {
        let thing = scope.thing(kind, count, at.field(0).alternative()).cloned().unwrap_or_default();
        match (kind, &thing[..]) {
            (Kind::Variable(_), [variable]) => self.local(*variable),
            (Kind::Smaller(_), [function, n]) => {
                let less = self.literal(Literal::Positive, at.field(1));
                let argument = primitive(Primitive::Subtract, self.local(*n), less);
                apply(self.local(*function), vec![argument])
            }
            (Kind::Part(..), [function, parts @ ..]) => {
                let part = parts.get(at.field(1).alternative()).copied().unwrap_or(*function);
                apply(self.local(*function), vec![self.local(part)])
            }
            _ => nothing(),
        }
    }

    fn local(&mut self, local: LocalId) -> Expr {
        let Some(bound) = self.variables.get_mut((local.0 - self.first) as usize) else { return nothing() };
        bound.is_mentioned = true;
        expr(if bound.is_delayed { Core::Force(local) } else { Core::Local(local) })
    }

    fn form(&mut self, at: At<'_>, rule: &Rule, scope: &Scope) -> Expr {
        let variables = self.variables(rule);
        let literal = rule.literal.map(|literal| self.literal(literal, at.field(0)));
        let first = (at, usize::from(literal.is_some()));
        let subterms = self.subterms(first, rule, scope, &variables);
        let mut subterms = subterms.into_iter();
        let mut next = || subterms.next().unwrap_or_else(nothing);
        let kind = match rule.former {
            Former::Literal => return literal.unwrap_or_else(next),
            Former::Construct(con) => Core::Construct(con, subterms.collect()),
            Former::If => return if_then_else(next(), next(), next()),
            Former::Primitive(primitive) => Core::Primitive(primitive, next().into(), next().into()),
            Former::Connective(connective) => Core::Connective(connective, next().into(), next().into()),
            Former::First => return projection(next(), variables, 0),
            Former::Second => return projection(next(), variables, 1),
            Former::Lambda => Core::Lambda(variables, next().into()),
            Former::Apply => Core::Apply(next().into(), vec![next()]),
            Former::Let => {
                let [variable] = &variables[..] else { return next() };
                Core::Let(variable.clone(), next().into(), next().into())
            }
            Former::Case(data) => {
                let of = next();
                Core::Case(of.into(), self.branches(data, &variables, subterms))
            }
            Former::Integers => {
                let [function, n] = &variables[..] else { return next() };
                let largest = literal.unwrap_or_else(&mut next);
                let at_most = primitive(Primitive::LessEqual, self.local(n.local), largest);
                let body = if_then_else(at_most, next(), next());
                Core::Rec(function.clone(), expr(Core::Lambda(vec![n.clone()], body.into())).into())
            }
            Former::Structural(data) => {
                let [function, x, fields @ ..] = &variables[..] else { return next() };
                let of = self.local(x.local);
                let body = case(of, self.branches(data, fields, subterms));
                Core::Rec(function.clone(), expr(Core::Lambda(vec![x.clone()], body.into())).into())
            }
        };
        expr(kind)
    }

    /// Returns a literal, or the variable that stands for it.
    fn literal(&mut self, literal: Literal, at: At<'_>) -> Expr {
        let local = LocalId(self.first + self.variables.len() as u32);
        let Some(literals) = &mut self.literals else { return value(&self.grammar.constants, literal, at) };
        literals.push(local);
        self.variables.push(Bound { is_mentioned: true, is_delayed: false });
        expr(Core::Local(local))
    }

    /// Returns the variables that a rule binds.
    fn variables(&mut self, rule: &Rule) -> Vec<Binder> {
        let binder = |variable: &Variable| {
            let local = LocalId(self.first + self.variables.len() as u32);
            self.variables.push(Bound { is_mentioned: false, is_delayed: variable.is_lazy });
            let name = self.used.next(&self.grammar.called, variable.called);
            Binder { local, name, ty: variable.ty.clone(), span: Span::NOWHERE }
        };
        rule.variables.iter().map(binder).collect()
    }

    /// Returns the subterms of a term, from the `next`-th field of a position on.
    fn subterms(
        &mut self,
        (mut at, mut next): (At<'_>, usize),
        rule: &Rule,
        scope: &Scope,
        variables: &[Binder],
    ) -> Vec<Expr> {
        let mut scope = scope.clone();
        let mut terms = Vec::with_capacity(rule.goals.len());
        for (i, goal) in rule.goals.iter().enumerate() {
            if i + 1 == rule.goals.len() || scope.must() == 0 {
                terms.push(self.subterm(at.field(next), goal, scope.clone(), variables));
                next += 1;
                continue;
            }
            at = at.field(next);
            if at.is_open() {
                return vec![nothing(); rule.goals.len()];
            }
            let (mut sets, mut field) = (Vec::new(), 0);
            for (must, passed) in scope.split(at.alternative()) {
                let (set, is_chosen) = members(must, passed, at.field(field));
                sets.push(set);
                field += usize::from(is_chosen);
            }
            let (first, after) = scope.parts(&sets);
            terms.push(self.subterm(at.field(field), goal, first, variables));
            (scope, next) = (after, field + 1);
        }
        terms
    }

    fn subterm(&mut self, at: At<'_>, goal: &Goal, mut scope: Scope, variables: &[Binder]) -> Expr {
        for bind in &goal.binds {
            let thing = bind.variables.iter().filter_map(|i| Some(variables.get(*i as usize)?.local));
            scope.add(bind.kind, bind.must, thing.collect());
        }
        self.term(at, &scope)
    }

    /// Returns the branches of a case distinction. Variables that are not used become wildcards.
    fn branches(
        &self,
        data: DataId,
        mut fields: &[Binder],
        bodies: impl Iterator<Item = Expr>,
    ) -> Vec<Branch> {
        let program: &Program = &self.grammar.program;
        let constructors = program.datas[data.index()].constructors.iter();
        let branches = constructors.zip(bodies).map(|(con, body)| {
            let arity = program.constructors[con.index()].fields.len();
            let (own, others) = fields.split_at(arity.min(fields.len()));
            fields = others;
            let pattern = |field: &Binder| {
                let bound = self.variables.get((field.local.0 - self.first) as usize);
                if bound.is_some_and(|bound| bound.is_mentioned) {
                    Pattern::Bind(field.clone())
                } else {
                    Pattern::Wildcard
                }
            };
            branch(*con, own.iter().map(pattern).collect(), body)
        });
        branches.collect()
    }
}

fn value(constants: &Constants, literal: Literal, at: At<'_>) -> Expr {
    if at.is_open() {
        return nothing();
    }
    let Constants { integers, positives, characters } = constants;
    let constant = match literal {
        Literal::Integer => integers.as_ref().and_then(|pool| pool.value(at)).map(Core::Integer),
        Literal::Positive => positives.as_ref().and_then(|pool| pool.value(at)).map(Core::Integer),
        Literal::Character => characters.as_ref().and_then(|pool| pool.value(at)).map(Core::Character),
        Literal::Atom => None,
    };
    expr(constant.unwrap_or_else(|| match literal {
        Literal::Integer => Core::Integer(BigInt::from(at.wide().cast_signed())),
        Literal::Atom | Literal::Positive => Core::Integer(BigInt::from(at.bits())),
        Literal::Character => {
            let code = u32::try_from(at.bits()).ok().and_then(char::from_u32);
            Core::Character(code.unwrap_or(char::REPLACEMENT_CHARACTER))
        }
    }))
}

/// Returns a placeholder for an undecided position, or one outside of the shape: a variable that
/// nothing binds.
fn nothing() -> Expr {
    expr(Core::Local(LocalId(u32::MAX)))
}

fn projection(pair: Expr, variables: Vec<Binder>, part: usize) -> Expr {
    let Some(variable) = variables.into_iter().next() else { return pair };
    let mention = local(&variable);
    let mut fields = vec![Pattern::Wildcard; 2];
    fields[part] = Pattern::Bind(variable);
    case(pair, vec![branch(ConId::PAIR, fields, mention)])
}
