//! The grammar of closed well-typed terms: a shape for every environment and type, shared by the kernel, so that terms
//! are counted and drawn uniformly, whatever their size.

use std::collections::BTreeSet;
use std::sync::Arc;

use everycase::BigUint;
use everycase::space::{Alternative, At, Derivation, Derivations, Key, Random, Shape, SpaceError, Uniform};

use super::environment::{Environment, Part, Scoping, shares, sorted, types};
use super::language::{Argument, Constant, Type, constants};
use super::term::{Bound, Term, Variable};

/// The terms of one type with one input.
#[derive(Clone)]
pub struct Grammar {
    rules: Rules,
    derivations: Derivations,
    input: Type,
    result: Type,
}

/// What the shapes have in common.
#[derive(Clone)]
struct Rules {
    scoping: Scoping,
    scope: usize,
    constants: Arc<[&'static Constant]>,
    /// Tells the shapes of these rules from those of others.
    family: Shape,
}

/// An alternative of a term's shape.
enum Production {
    /// The variable of this index, with arguments that see these variables.
    Use(usize, Part),
    Constant(&'static Constant),
}

/// An alternative of the shape of a list of arguments: which variables the first one sees, and which those after it.
struct Split(Part, Part);

impl Grammar {
    /// Returns the terms of type `result` with an input of type `input`. Nowhere are more than `scope` variables in scope;
    /// with [`Scoping::Used`], only those count that are used there or inside.
    pub fn new(input: Type, result: Type, scoping: Scoping, scope: usize) -> Self {
        let constants = constants().iter().collect();
        Self::with(Rules { scoping, scope, constants, family: Shape::unit() }, input, result)
    }

    /// Returns the terms without any constants but those named like some of a term.
    #[must_use]
    pub fn constants_of(&self, term: &Term) -> Self {
        let mut names = BTreeSet::new();
        term.visit(&mut |constant| {
            names.insert(constant.name);
        });
        let constants = constants().iter().filter(|one| names.contains(one.name)).collect();
        let rules = Rules { constants, family: Shape::unit(), ..self.rules.clone() };
        Self::with(rules, self.input, self.result)
    }

    fn with(rules: Rules, input: Type, result: Type) -> Self {
        Self { derivations: Derivations::new(rules.term(&vec![input], result)), rules, input, result }
    }

    /// Returns how many terms have this size.
    ///
    /// # Errors
    /// None but those of a wrong grammar.
    pub fn count(&self, size: u32) -> Result<BigUint, SpaceError> {
        self.derivations.count(size)
    }

    /// Returns the derivations of terms.
    pub fn derivations(&self) -> &Derivations {
        &self.derivations
    }

    /// Draws terms, those of a size with equal probability.
    ///
    /// # Errors
    /// None but those of a wrong grammar.
    pub fn draws(&self) -> Result<Draws, SpaceError> {
        Ok(Draws(self.derivations.uniform()?))
    }

    /// Returns the term of a derivation; `None` if it is one of another grammar.
    pub fn term(&self, derivation: &Derivation) -> Option<Term> {
        term(derivation.root(), &[self.input()], 1)
    }

    /// Returns the input of every term.
    pub fn input(&self) -> Variable {
        Variable { of: self.input, level: 0 }
    }
}

/// Uniform terms.
pub struct Draws(Uniform);

impl Draws {
    /// Returns the derivation of a term of this size.
    ///
    /// # Errors
    /// [`SpaceError::Empty`] when there is none.
    pub fn draw(&mut self, size: u32, random: &mut Random) -> Result<Derivation, SpaceError> {
        self.0.of_size(size, random).cloned()
    }
}

impl Rules {
    /// Returns the terms of a type in an environment.
    fn term(&self, environment: &Environment, of: Type) -> Shape {
        struct Terms;
        let key = self.key(Key::of::<Terms>(), environment).with(of as u64);
        let (rules, environment) = (self.clone(), environment.clone());
        Shape::named(key, move || {
            let mut productions = rules.uses(&environment, of);
            let constants = rules.constants.iter().filter(|one| one.result == of);
            productions.extend(constants.map(|one| Production::Constant(one)));
            choice(productions, |production| {
                let (label, cost, arguments) = match production {
                    Production::Use(i, part) => {
                        let seen = types(&environment, &[], part);
                        ("variable", 1, rules.arguments(&seen, environment[*i].arguments()))
                    }
                    Production::Constant(constant) => {
                        (constant.name, constant.cost, rules.arguments(&environment, &constant.arguments))
                    }
                };
                Some(Alternative::new(label, [arguments?]).pay(cost))
            })
        })
    }

    /// Returns the uses of variables that give this type. If all variables are to be used, the arguments use all others, and
    /// may use this one again.
    fn uses(&self, environment: &Environment, of: Type) -> Vec<Production> {
        let all: Part = (0..environment.len()).collect();
        let usable = all.iter().copied().filter(|&i| environment[i].used() == of);
        let uses = usable.flat_map(|i| {
            let others = all.iter().copied().filter(|&other| other != i).collect();
            let seen = match self.scoping {
                Scoping::Any => vec![all.clone()],
                Scoping::Used if environment[i].arguments().is_empty() => vec![others],
                Scoping::Used => vec![others, all.clone()],
            };
            seen.into_iter().map(move |part| Production::Use(i, part))
        });
        uses.collect()
    }

    /// Returns the lists of arguments in an environment; `None` if there is none, since nothing would use it.
    fn arguments(&self, environment: &Environment, list: &'static [Argument]) -> Option<Shape> {
        struct Arguments;
        let Some((first, others)) = list.split_first() else {
            let unused = self.scoping == Scoping::Used && !environment.is_empty();
            return (!unused).then(Shape::unit);
        };
        let mut key = self.key(Key::of::<Arguments>(), environment);
        for argument in list {
            key = argument.binders.iter().fold(key, |key, &binder| key.with(binder as u64));
            key = key.with(u64::MAX).with(argument.of as u64);
        }
        let (rules, environment) = (self.clone(), environment.clone());
        Some(Shape::named(key, move || {
            let shares = shares(rules.scoping, environment.len(), first.binders.len(), others.is_empty());
            let splits = shares
                .into_iter()
                .filter(|(part, _)| part.len() <= rules.scope)
                .map(|(part, rest)| Split(sorted(&environment, first.binders, part), rest));
            choice(splits.collect(), |Split(part, rest)| {
                let (part, rest) = (types(&environment, first.binders, part), types(&environment, &[], rest));
                Some(Alternative::new("", [rules.term(&part, first.of), rules.arguments(&rest, others)?]))
            })
        }))
    }

    fn key(&self, key: Key, environment: &Environment) -> Key {
        let key = key.under(&self.family).with(environment.len() as u64);
        environment.iter().fold(key, |key, &of| key.with(of as u64))
    }
}

/// Returns the choice between those that have an alternative, which it carries along for readers of a derivation.
fn choice<P: Send + Sync + 'static>(
    mut from: Vec<P>,
    alternative: impl Fn(&P) -> Option<Alternative>,
) -> Shape {
    let mut alternatives = Vec::new();
    from.retain(|one| alternative(one).map(|one| alternatives.push(one)).is_some());
    Shape::choice(alternatives).with_payload(from)
}

/// Returns the term at a position, in a scope with this many binders around.
fn term(at: At<'_>, scope: &[Variable], level: usize) -> Option<Term> {
    let choice = at.field(0);
    match at.payload::<Vec<Production>>()?.get(choice.alternative())? {
        Production::Use(i, part) => {
            let variable = *scope.get(*i)?;
            let seen = variables(scope, &[], part)?;
            Some(Term::Use(variable, arguments(choice.field(0), seen, variable.of.arguments(), level)?))
        }
        Production::Constant(constant) => {
            let arguments = arguments(choice.field(0), scope.to_vec(), &constant.arguments, level)?;
            Some(Term::Constant(constant, arguments))
        }
    }
}

/// Returns the arguments at a position.
fn arguments(
    mut at: At<'_>,
    mut scope: Vec<Variable>,
    list: &[Argument],
    level: usize,
) -> Option<Vec<Bound>> {
    let mut arguments = Vec::new();
    for argument in list {
        let choice = at.field(0);
        let Split(part, rest) = at.payload::<Vec<Split>>()?.get(choice.alternative())?;
        let binders: Vec<_> =
            (level..).zip(argument.binders).map(|(level, &of)| Variable { of, level }).collect();
        let body = term(choice.field(0), &variables(&scope, &binders, part)?, level + binders.len())?;
        arguments.push(Bound { binders, body });
        scope = variables(&scope, &[], rest)?;
        at = choice.field(1);
    }
    Some(arguments)
}

/// Returns the variables of a part.
fn variables(scope: &[Variable], bound: &[Variable], part: &[usize]) -> Option<Vec<Variable>> {
    part.iter().map(|&i| scope.iter().chain(bound).nth(i).copied()).collect()
}
