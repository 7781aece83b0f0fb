//! From derivations to terms.

use std::collections::HashSet;
use std::sync::Arc;

use everycase_space::At;
use num_bigint::BigInt;

use crate::core::{Binder, Branch, ConId, DataId, Expr, Kind as Core, LocalId, Pattern, Primitive, Type};
use crate::inputs::instances::Instance;
use crate::names::Names;
use crate::source::{FileId, Span};

use super::environment::{Environment, Kind};
use super::grammar::{Count, Grammar, Start, State, subterms, term as term_state};
use super::rules::{Former, Goal, Literal, Rule};
use super::scope::{Scope, members};

/// The closed term at a position.
pub(super) fn term(start: &Start, at: At<'_>, locals: &mut u32) -> Expr {
    let grammar = &start.grammar;
    let mut names = Names::new(&grammar.program);
    let (mentioned, delayed) = (HashSet::new(), HashSet::new());
    let part = names.fresh("p").into();
    let mut decoder = Decoder { grammar, locals, names, part, mentioned, delayed };
    decoder.term(at, &start.state, &Scope::default())
}

struct Decoder<'g> {
    grammar: &'g Arc<Grammar>,
    locals: &'g mut u32,
    names: Names,
    /// What a part of a pair is called: nothing else can be mentioned beside it.
    part: Arc<str>,
    mentioned: HashSet<LocalId>,
    /// Variables that stand for lazy fields.
    delayed: HashSet<LocalId>,
}

impl Decoder<'_> {
    fn term(&mut self, mut at: At<'_>, state: &State, scope: &Scope) -> Expr {
        let State::Term(ty, environment, from) = state else { return nothing() };
        let mut from = *from;
        loop {
            let ways = self.grammar.ways(*ty, environment, from);
            let alternative = at.alternative();
            if let Some((kind, count)) = ways.mentions.get(alternative) {
                return self.mention(at, *kind, *count, scope);
            }
            if let Some(rule) = ways.rules().get(alternative - ways.mentions.len()) {
                return self.form(at, *ty, rule, environment, scope);
            }
            let Some((next, _)) = ways.dearer else { return nothing() };
            (at, from) = (at.field(0), Some(next));
        }
    }

    fn mention(&mut self, at: At<'_>, kind: Kind, count: Count, scope: &Scope) -> Expr {
        let thing = scope.thing(kind, count, at.field(0).alternative()).cloned().unwrap_or_default();
        match (kind, &thing[..]) {
            (Kind::Variable(_), [variable]) => self.local(*variable),
            (Kind::Smaller(_), [function, n]) => {
                let less = expr(Core::Integer(BigInt::from(at.field(1).bits())));
                let argument = Core::Primitive(Primitive::Subtract, self.local(*n).into(), less.into());
                apply(self.local(*function), expr(argument))
            }
            (Kind::Part(..), [function, parts @ ..]) => {
                let part = parts.get(at.field(1).alternative()).copied().unwrap_or(*function);
                apply(self.local(*function), self.local(part))
            }
            _ => nothing(),
        }
    }

    fn local(&mut self, local: LocalId) -> Expr {
        self.mentioned.insert(local);
        expr(if self.delayed.contains(&local) { Core::Force(local) } else { Core::Local(local) })
    }

    fn form(
        &mut self,
        at: At<'_>,
        ty: Instance,
        rule: &Rule,
        environment: &Environment,
        scope: &Scope,
    ) -> Expr {
        let variables = self.variables(rule);
        let literal = rule.literal.map(|literal| value(literal, at.field(0)));
        let first = (at, usize::from(literal.is_some()));
        let subterms = self.subterms(first, rule, environment, scope.clone(), &variables);
        let mut subterms = subterms.into_iter();
        let mut next = || subterms.next().unwrap_or_else(nothing);
        let kind = match rule.former {
            Former::Literal => return literal.unwrap_or_else(next),
            Former::Construct(con) => Core::Construct(con, subterms.collect()),
            Former::If => if_then_else(next(), next(), next()),
            Former::Primitive(primitive) => Core::Primitive(primitive, next().into(), next().into()),
            Former::Connective(connective) => Core::Connective(connective, next().into(), next().into()),
            Former::First => self.projection(next(), ty, 0),
            Former::Second => self.projection(next(), ty, 1),
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
                let at_most = expr(Core::Primitive(
                    Primitive::LessEqual,
                    self.local(n.local).into(),
                    literal.unwrap_or_else(&mut next).into(),
                ));
                let body = expr(if_then_else(at_most, next(), next()));
                Core::Rec(function.clone(), expr(Core::Lambda(vec![n.clone()], body.into())).into())
            }
            Former::Structural(data) => {
                let [function, x, fields @ ..] = &variables[..] else { return next() };
                let of = self.local(x.local);
                let body = expr(Core::Case(of.into(), self.branches(data, fields, subterms)));
                Core::Rec(function.clone(), expr(Core::Lambda(vec![x.clone()], body.into())).into())
            }
        };
        expr(kind)
    }

    /// The variables that a rule binds.
    fn variables(&mut self, rule: &Rule) -> Vec<Binder> {
        let data = match rule.former {
            Former::Case(data) => Some((data, 0)),
            Former::Structural(data) => Some((data, 2)),
            _ => None,
        };
        // Of a case distinction the last ones are fields.
        let fields = data.map(|(data, first)| {
            let program = &self.grammar.program;
            let constructors = program.datas[data.index()].constructors.iter();
            let fields = constructors.flat_map(|con| &program.constructors[con.index()].fields);
            (first, fields.map(|field| field.is_lazy).collect::<Vec<_>>())
        });
        let mut variables = Vec::new();
        for (i, instance) in rule.variables.iter().enumerate() {
            let ty = self.grammar.ty(*instance);
            let is_lazy = fields.as_ref().and_then(|(first, fields)| fields.get(i.checked_sub(*first)?));
            let letters = match (&ty, is_lazy) {
                (Type::Arrow(_), _) => Names::FUNCTIONS,
                (_, Some(_)) => Names::FIELDS,
                _ => Names::VALUES,
            };
            let variable = self.binder(letters, ty);
            if is_lazy == Some(&true) {
                self.delayed.insert(variable.local);
            }
            variables.push(variable);
        }
        variables
    }

    fn binder(&mut self, letters: &str, ty: Type) -> Binder {
        let local = LocalId(*self.locals);
        *self.locals += 1;
        Binder { local, name: self.names.fresh(letters).into(), ty, span: NOWHERE }
    }

    /// The subterms of a term, from the `next`-th field of a position on.
    fn subterms(
        &mut self,
        (mut at, mut next): (At<'_>, usize),
        rule: &Rule,
        environment: &Environment,
        mut scope: Scope,
        variables: &[Binder],
    ) -> Vec<Expr> {
        let mut environment = environment.clone();
        let mut terms = Vec::new();
        for (i, goal) in rule.goals.iter().enumerate() {
            let Some(State::Subterms(..)) = subterms(&rule.goals, i, &environment).first() else {
                terms.push(self.subterm(at.field(next), goal, environment.clone(), scope.clone(), variables));
                next += 1;
                continue;
            };
            at = at.field(next);
            let passed = environment.split(at.alternative());
            let sets = environment.entries().iter().zip(&passed).enumerate();
            let sets: Vec<_> =
                sets.map(|(i, (entry, passed))| members(entry.must, *passed, at.field(i))).collect();
            let (first, after) = environment.parts(&passed);
            let (first_scope, after_scope) = scope.parts(&sets);
            terms.push(self.subterm(at.field(sets.len()), goal, first, first_scope, variables));
            (environment, scope, next) = (after, after_scope, sets.len() + 1);
        }
        terms
    }

    fn subterm(
        &mut self,
        at: At<'_>,
        goal: &Goal,
        environment: Environment,
        mut scope: Scope,
        variables: &[Binder],
    ) -> Expr {
        for bind in &goal.binds {
            let thing = bind.variables.iter().filter_map(|i| Some(variables.get(*i as usize)?.local));
            scope.add(bind.kind, bind.must, thing.collect());
        }
        self.term(at, &term_state(goal, environment), &scope)
    }

    /// The branches of a case distinction. What they do not mention has no name.
    fn branches(
        &self,
        data: DataId,
        mut fields: &[Binder],
        bodies: impl Iterator<Item = Expr>,
    ) -> Vec<Branch> {
        let program = &self.grammar.program;
        let constructors = program.datas[data.index()].constructors.iter();
        let branches = constructors.zip(bodies).map(|(con, body)| {
            let arity = program.constructors[con.index()].fields.len();
            let (own, others) = fields.split_at(arity.min(fields.len()));
            fields = others;
            let pattern = |field: &Binder| {
                let is_mentioned = self.mentioned.contains(&field.local);
                if is_mentioned { Pattern::Bind(field.clone()) } else { Pattern::Wildcard }
            };
            branch(*con, own.iter().map(pattern).collect(), body)
        });
        branches.collect()
    }

    fn projection(&mut self, pair: Expr, ty: Instance, part: usize) -> Core {
        let ty = self.grammar.ty(ty);
        let local = LocalId(*self.locals);
        *self.locals += 1;
        let variable = Binder { local, name: Arc::clone(&self.part), ty, span: NOWHERE };
        let mut fields = vec![Pattern::Wildcard; 2];
        fields[part] = Pattern::Bind(variable);
        Core::Case(pair.into(), vec![branch(ConId::PAIR, fields, expr(Core::Local(local)))])
    }
}

fn value(literal: Literal, at: At<'_>) -> Expr {
    expr(match literal {
        Literal::Integer => Core::Integer(BigInt::from(at.wide().cast_signed())),
        Literal::Atom | Literal::Positive => Core::Integer(BigInt::from(at.bits())),
        Literal::Character => {
            let code = u32::try_from(at.bits()).ok().and_then(char::from_u32);
            Core::Character(code.unwrap_or(char::REPLACEMENT_CHARACTER))
        }
    })
}

const NOWHERE: Span = Span { file: FileId(0), start: 0, end: 0 };

/// What stands where no position of the shape is.
fn nothing() -> Expr {
    expr(Core::Integer(0.into()))
}

fn expr(kind: Core) -> Expr {
    Expr { kind, span: NOWHERE }
}

fn apply(function: Expr, argument: Expr) -> Expr {
    expr(Core::Apply(function.into(), vec![argument]))
}

fn branch(con: ConId, fields: Vec<Pattern>, body: Expr) -> Branch {
    Branch { pattern: Pattern::Construct(con, fields), guard: None, body }
}

fn if_then_else(condition: Expr, then: Expr, otherwise: Expr) -> Core {
    let branches = vec![branch(ConId::TRUE, vec![], then), branch(ConId::FALSE, vec![], otherwise)];
    Core::Case(condition.into(), branches)
}
