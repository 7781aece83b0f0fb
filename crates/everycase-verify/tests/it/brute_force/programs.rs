//! Random generators with coverage types. A generator and its type are made after one plan, so that most values are produced;
//! then parts of both are replaced by random ones.

use everycase_kernel::{Random, Rng, SeedableRng};

use super::predicates::{lengths, member};
use super::terms::{Formula, Generator, Term, choice, con, if_then_else, op, range, var, with};
use super::values::Ty;

/// What is known where a term is made.
#[derive(Clone, Default)]
pub(super) struct Scope {
    pub(super) variables: Vec<(String, Ty)>,
    /// Whether the generator may call itself with a smaller `n`.
    pub(super) recurs: bool,
}

impl Scope {
    pub(super) fn with(&self, name: &str, ty: Ty) -> Self {
        let mut scope = self.clone();
        scope.variables.push((name.to_owned(), ty));
        scope
    }
}

/// Whether and how a generator calls itself.
#[derive(Clone, Copy, PartialEq)]
enum Recursion {
    Never,
    /// With a smaller `n`.
    Counts,
    /// With the rest of the list `xs`.
    OverList,
}

/// How elements are made, and what is so of them.
#[derive(Clone, Copy, PartialEq)]
enum Elements {
    Any,
    Between,
    From,
    Constants,
    Even,
}

/// What a generator and its coverage type have in common.
#[derive(Clone)]
struct Plan {
    recursion: Recursion,
    elements: Elements,
    lo: Term,
    hi: Term,
    /// Whether results have the length `n`, not at most that.
    is_exact: bool,
    /// Whether elements ascend.
    is_ordered: bool,
}

pub(super) struct Making {
    dice: Random,
    /// How many of a hundred parts are replaced or wrapped.
    pub(super) twisted: usize,
    names: usize,
    pub(super) result: Ty,
    parameters: Vec<(String, Ty, Option<Formula>)>,
}

/// Returns the program of a seed.
pub(crate) fn program(seed: u64) -> Generator {
    let mut making = Making {
        dice: Random::seed_from_u64(seed),
        twisted: 0,
        names: 0,
        result: Ty::Int,
        parameters: Vec::new(),
    };
    making.twisted = making.pick(&[0, 3, 8, 15, 25]);
    making.generator()
}

impl Making {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.dice.next_u64() % bound as u64) as usize
    }

    /// Returns an integer from `least` to `most`.
    pub(super) fn small(&mut self, least: i64, most: i64) -> i64 {
        let all: Vec<i64> = (least..=most).collect();
        self.pick(&all)
    }

    pub(super) fn percent(&mut self, of: usize) -> bool {
        self.below(100) < of
    }

    pub(super) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    pub(super) fn name(&mut self) -> String {
        self.names += 1;
        format!("x{}", self.names)
    }

    fn generator(&mut self) -> Generator {
        use Ty::{Bool, Bools, Color, Colors, Int, Ints, Stream, Tree};
        self.result =
            self.pick(&[Int, Int, Bool, Color, Ints, Ints, Ints, Bools, Colors, Tree, Tree, Stream]);
        let is_scalar = matches!(self.result, Int | Bool | Color);
        let recursion = if is_scalar && self.percent(90) {
            Recursion::Never
        } else if !matches!(self.result, Tree | Stream) && self.percent(15) {
            Recursion::OverList
        } else {
            Recursion::Counts
        };
        let is_natural = self.percent(75);
        match recursion {
            Recursion::Never => {}
            Recursion::Counts => {
                let natural = || Formula::Term(op("<=", Term::Int(0), var("n")));
                let small = || Formula::Term(op("<=", var("n"), Term::Int(2)));
                let predicate = match (is_natural, self.percent(30)) {
                    (false, _) => None,
                    (true, false) => Some(natural()),
                    (true, true) => Some(Formula::op("&&", natural(), small())),
                };
                self.parameters.push(("n".to_owned(), Int, predicate));
            }
            Recursion::OverList => {
                let ty = self.pick(&[self.result, Ints, Colors]);
                let ty = if matches!(ty, Ints | Bools | Colors) { ty } else { Ints };
                self.parameters.push(("xs".to_owned(), ty, None));
            }
        }
        let elements = if self.result.element() == Int {
            use Elements::{Any, Between, Constants, Even, From};
            self.pick(&[Any, Between, Between, From, Constants, Even])
        } else {
            self.pick(&[Elements::Any, Elements::Any, Elements::Constants])
        };
        let (lo, hi) = self.bounds(elements);
        if self.parameters.is_empty() || (recursion == Recursion::Never && self.percent(40)) {
            let ty = self.pick(&[Bool, Color, Int]);
            self.parameters.push(("b".to_owned(), ty, None));
        }
        if self.percent(15) {
            let ty = self.pick(&[self.result, Ints, Tree, Stream, Bools]);
            self.parameters.push(("t".to_owned(), ty, None));
        }
        self.restrict();
        let is_exact = self.result != Tree && self.percent(35);
        let is_ordered = matches!(self.result, Ints | Tree) && self.percent(35);
        let plan = Plan { recursion, elements, lo, hi, is_exact, is_ordered };
        let body = self.body(&plan, is_natural);
        let covers = self.covers(&plan);
        Generator { parameters: self.parameters.clone(), result: self.result, covers, body }
    }

    /// Restricts some parameters further.
    fn restrict(&mut self) {
        let mut scope = Scope::default();
        for place in 0..self.parameters.len() {
            let (name, ty, predicate) = self.parameters[place].clone();
            scope = scope.with(&name, ty);
            if self.percent(self.twisted) {
                let more = Formula::Term(op("==", var(&name), var(&name)));
                let more = self.changed(more, &scope);
                let all = predicate.into_iter().fold(more, |more, own| Formula::op("&&", own, more));
                self.parameters[place].2 = Some(all);
            }
        }
    }

    /// Returns the scope of the parameters.
    fn scope(&self) -> Scope {
        self.parameters.iter().fold(Scope::default(), |scope, (name, ty, _)| scope.with(name, *ty))
    }

    fn body(&mut self, plan: &Plan, is_natural: bool) -> Term {
        let scope = self.scope();
        let body = match plan.recursion {
            Recursion::Never => self.element(&scope, plan),
            Recursion::Counts => {
                let base = self.end(&scope);
                let step = self.step(&Scope { recurs: true, ..scope.clone() }, plan);
                let is_all = plan.is_exact || self.percent(10);
                let step = if is_all { step } else { choice(self.end(&scope), step) };
                let at_end = if is_natural && self.percent(50) { "==" } else { "<=" };
                if_then_else(op(at_end, var("n"), Term::Int(0)), base, step)
            }
            Recursion::OverList => {
                let (first, rest) = (self.name(), self.name());
                let over = self.parameters[0].1;
                let inner = scope.with(&first, over.element()).with(&rest, over);
                let end = self.end(&scope);
                let mut one = self.element(&inner, plan);
                if over.element() == self.result.element() && self.percent(50) {
                    one = choice(var(&first), one);
                }
                let again = Term::Call("g", self.passed(&var(&rest), None));
                let step = if self.is_list() { con("::", vec![one, again]) } else { choice(one, again) };
                Term::Case(Box::new(var("xs")), vec![("[]", vec![], end), ("::", vec![first, rest], step)])
            }
        };
        self.twist(body, self.result, &scope)
    }

    fn is_list(&self) -> bool {
        matches!(self.result, Ty::Ints | Ty::Bools | Ty::Colors)
    }

    /// Returns the bounds of elements, for which there may be parameters.
    fn bounds(&mut self, elements: Elements) -> (Term, Term) {
        let constant = (Term::Int(self.small(-1, 1)), Term::Int(self.small(1, 3)));
        if !matches!(elements, Elements::Between | Elements::From) || self.percent(40) {
            return constant;
        }
        self.parameters.push(("lo".to_owned(), Ty::Int, None));
        if elements == Elements::From || self.percent(40) {
            return (var("lo"), op("+", var("lo"), Term::Int(self.small(0, 2))));
        }
        let is_ordered = self.percent(70).then(|| Formula::Term(op("<=", var("lo"), var("hi"))));
        self.parameters.push(("hi".to_owned(), Ty::Int, is_ordered));
        (var("lo"), var("hi"))
    }

    /// Returns the value at which a recursion ends.
    fn end(&mut self, scope: &Scope) -> Term {
        let end = match self.result {
            Ty::Ints | Ty::Bools | Ty::Colors => con("[]", vec![]),
            Ty::Tree => con("leaf", vec![]),
            Ty::Stream => con("end", vec![]),
            ty => self.random(ty, scope, 1),
        };
        self.twist(end, self.result, scope)
    }

    /// Returns the arguments of a recursive call, of which one is `first`, and perhaps `lo` is another one.
    fn passed(&self, first: &Term, lo: Option<&Term>) -> Vec<Term> {
        let parameters = self.parameters.clone();
        let arguments = parameters.iter().map(|(name, _, _)| match (&**name, lo) {
            ("n" | "xs", _) => first.clone(),
            ("lo", Some(lo)) => lo.clone(),
            (name, _) => var(name),
        });
        arguments.collect()
    }

    pub(super) fn again(&self, lo: Option<&Term>) -> Term {
        Term::Call("g", self.passed(&op("-", var("n"), Term::Int(1)), lo))
    }

    /// Returns the term for a value that is not at its end.
    fn step(&mut self, scope: &Scope, plan: &Plan) -> Term {
        let one = self.element(scope, plan);
        let name = self.name();
        let step = match self.result {
            Ty::Ints if plan.is_ordered => {
                let rest = self.again(Some(&var(&name)));
                with(&name, one, con("::", vec![var(&name), rest]))
            }
            Ty::Tree if plan.is_ordered => {
                let arguments = self.passed(&op("-", var("n"), Term::Int(1)), None);
                let side = |own: &str, bound: Term| {
                    let place = self.parameters.iter().position(|(name, _, _)| name == own);
                    let mut arguments = arguments.clone();
                    if let Some(place) = place {
                        arguments[place] = bound;
                    }
                    Term::Call("g", arguments)
                };
                let left = side("hi", op("-", var(&name), Term::Int(1)));
                let right = side("lo", op("+", var(&name), Term::Int(1)));
                with(&name, one, con("node", vec![left, var(&name), right]))
            }
            Ty::Tree => con("node", vec![self.again(None), one, self.again(None)]),
            Ty::Stream => con("next", vec![one, self.again(None)]),
            Ty::Ints | Ty::Bools | Ty::Colors => match self.below(3) {
                0 => with(&name, self.again(None), con("::", vec![one, var(&name)])),
                _ => con("::", vec![one, self.again(None)]),
            },
            _ => choice(one, self.again(None)),
        };
        self.twist(step, self.result, scope)
    }

    fn element(&mut self, scope: &Scope, plan: &Plan) -> Term {
        let (ty, Plan { lo, hi, .. }) = (self.result.element(), plan);
        let name = self.name();
        let one = match (ty, plan.elements) {
            (Ty::Bool, Elements::Any) => Term::BoolGen,
            (Ty::Bool, _) => con("true", vec![]),
            (Ty::Color, Elements::Any) => {
                choice(con("red", vec![]), choice(con("blue", vec![]), con("green", vec![])))
            }
            (Ty::Color, _) => choice(con("red", vec![]), con("blue", vec![])),
            (_, Elements::Any) => Term::IntGen,
            (_, Elements::Constants) => choice(Term::Int(0), Term::Int(2)),
            (_, Elements::Even) => match self.below(4) {
                0 => op("*", Term::IntGen, Term::Int(2)),
                1 => op("*", Term::NatGen, Term::Int(2)),
                2 => {
                    let is_even = op("==", op("mod", var(&name), Term::Int(2)), Term::Int(0));
                    with(&name, Term::IntGen, if_then_else(is_even, var(&name), Term::Error))
                }
                _ => with(&name, Term::IntGen, op("*", op("div", var(&name), Term::Int(2)), Term::Int(2))),
            },
            (_, Elements::From) => match self.below(3) {
                0 => {
                    let is_from = op("<=", lo.clone(), var(&name));
                    with(&name, Term::IntGen, if_then_else(is_from, var(&name), Term::Error))
                }
                _ => op("+", lo.clone(), Term::NatGen),
            },
            (_, Elements::Between) => match self.below(4) {
                0 => {
                    let is_between =
                        op("&&", op("<=", lo.clone(), var(&name)), op("<=", var(&name), hi.clone()));
                    with(&name, Term::IntGen, if_then_else(is_between, var(&name), Term::Error))
                }
                1 => with(&name, range(lo.clone(), hi.clone()), var(&name)),
                _ => range(lo.clone(), hi.clone()),
            },
        };
        self.twist(one, ty, scope)
    }

    fn covers(&mut self, plan: &Plan) -> Formula {
        let (v, ty) = (var("v"), self.result);
        let is_scalar = matches!(ty, Ty::Int | Ty::Bool | Ty::Color);
        let mut parts = Vec::new();
        if plan.recursion == Recursion::Counts && !is_scalar {
            let bound = if self.percent(10) {
                let bound = self.name();
                let has = Formula::Term(Term::Call(lengths(ty)[0], vec![v.clone(), var(&bound)]));
                let most = Formula::Term(op(if plan.is_exact { "==" } else { "<=" }, var(&bound), var("n")));
                Formula::quantified(true, &bound, Ty::Int, Formula::op("&&", has, most))
            } else {
                let length = lengths(ty)[usize::from(!plan.is_exact)];
                Formula::Term(Term::Call(length, vec![v.clone(), var("n")]))
            };
            parts.push(bound);
        }
        if plan.recursion == Recursion::OverList && self.is_list() {
            parts.push(Formula::Term(Term::Call("as-long", vec![var("xs"), v.clone()])));
        }
        if plan.is_ordered {
            let ordered = if ty == Ty::Tree { "bst" } else { "ascends" };
            parts.push(Formula::Term(Term::Call(ordered, vec![v.clone()])));
        }
        if is_scalar {
            parts.extend(plan.is_element(&v, ty));
        } else {
            let u = self.name();
            if let Some(is_element) = plan.is_element(&var(&u), ty.element()) {
                let is_in = Formula::Term(Term::Call(member(ty), vec![v.clone(), var(&u)]));
                let of_each = Formula::op("==>", is_in, is_element);
                parts.push(Formula::quantified(false, &u, ty.element(), of_each));
            }
        }
        let scope = self.scope().with("v", ty);
        let parts: Vec<Formula> = parts.into_iter().map(|part| self.twisted(part, &scope)).collect();
        let all = parts.into_iter().reduce(|a, b| Formula::op("&&", a, b));
        let all = all.unwrap_or_else(|| Formula::Term(op("==", v.clone(), v)));
        self.twisted(all, &scope)
    }
}

impl Plan {
    /// Returns what is so of an element.
    fn is_element(&self, one: &Term, ty: Ty) -> Option<Formula> {
        let either = |a: Term, b: Term| {
            Some(Formula::Term(op("||", op("==", one.clone(), a), op("==", one.clone(), b))))
        };
        let is_from = op("<=", self.lo.clone(), one.clone());
        match (ty, self.elements) {
            (_, Elements::Any) => None,
            (Ty::Bool, _) => Some(Formula::Term(op("==", one.clone(), con("true", vec![])))),
            (Ty::Color, _) => either(con("red", vec![]), con("blue", vec![])),
            (_, Elements::Constants) => either(Term::Int(0), Term::Int(2)),
            (_, Elements::Even) => {
                Some(Formula::Term(op("==", op("mod", one.clone(), Term::Int(2)), Term::Int(0))))
            }
            (_, Elements::From) => Some(Formula::Term(is_from)),
            (_, Elements::Between) => {
                Some(Formula::Term(op("&&", is_from, op("<=", one.clone(), self.hi.clone()))))
            }
        }
    }
}
