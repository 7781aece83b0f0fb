//! Random parts of programs: terms and formulas that stand in the place of others, or around them.

use super::programs::{Making, Scope};
use super::terms::{Formula, Term, choice, con, if_then_else, op, range, var, with};
use super::values::Ty;

impl Making {
    /// Replaces some terms, and wraps others.
    pub(super) fn twist(&mut self, term: Term, ty: Ty, scope: &Scope) -> Term {
        if !self.percent(self.twisted) {
            return term;
        }
        let name = self.name();
        match self.below(9) {
            0 => self.random(ty, scope, 2),
            1 => with(&name, self.random(Ty::Int, scope, 2), term),
            2 => with(&name, term, var(&name)),
            3 => if_then_else(self.condition(scope), term, Term::Error),
            4 => if_then_else(self.condition(scope), term, self.random(ty, scope, 2)),
            5 => choice(term, self.random(ty, scope, 2)),
            6 => choice(Term::Error, term),
            7 => {
                let value = self.random(Ty::Int, scope, 1);
                let inner = scope.with(&name, Ty::Int);
                with(&name, value, if_then_else(self.condition(&inner), term, self.random(ty, &inner, 1)))
            }
            _ => if_then_else(Term::BoolGen, self.random(ty, scope, 1), term),
        }
    }

    fn variable(&mut self, ty: Ty, scope: &Scope) -> Option<Term> {
        let of_type: Vec<_> = scope.variables.iter().filter(|(_, own)| *own == ty).collect();
        (!of_type.is_empty()).then(|| var(&of_type[self.below(of_type.len())].0))
    }

    fn condition(&mut self, scope: &Scope) -> Term {
        let (a, b) = (self.integer(scope), self.integer(scope));
        let compare = self.pick(&["<", "<=", "==", "/="]);
        match (self.below(6), self.variable(Ty::Bool, scope), self.variable(Ty::Ints, scope)) {
            (0, Some(b), _) => b,
            (1, _, Some(xs)) => Term::Call("mem", vec![xs, a]),
            (2, _, _) => Term::BoolGen,
            (3, _, _) => op(self.pick(&["&&", "||"]), op(compare, a, b), self.condition(scope)),
            _ => op(compare, a, b),
        }
    }

    /// Returns an integer without choices.
    fn integer(&mut self, scope: &Scope) -> Term {
        let constant = Term::Int(self.small(-2, 2));
        match (self.variable(Ty::Int, scope), self.below(8)) {
            (Some(variable), 0..4) => variable,
            (Some(variable), 4) => op(self.pick(&["+", "-"]), variable, Term::Int(1)),
            (Some(variable), 5) => op("mod", variable, Term::Int(self.small(2, 3))),
            (Some(variable), 6) => op(self.pick(&["div", "*"]), variable, Term::Int(2)),
            _ => constant,
        }
    }

    /// Returns a random term of a type.
    pub(super) fn random(&mut self, ty: Ty, scope: &Scope, depth: usize) -> Term {
        if (depth == 0 || self.percent(20))
            && let Some(variable) = self.variable(ty, scope)
        {
            return variable;
        }
        if depth > 0 {
            match self.below(12) {
                0 => return choice(self.random(ty, scope, depth - 1), self.random(ty, scope, depth - 1)),
                1 => {
                    let condition = self.condition(scope);
                    return if_then_else(
                        condition,
                        self.random(ty, scope, depth - 1),
                        self.random(ty, scope, depth - 1),
                    );
                }
                2 if self.percent(50) => return Term::Error,
                3 | 4 if ty == self.result && scope.recurs => return self.again(None),
                5 => {
                    if let Some(of) = self.variable(Ty::Ints, scope) {
                        let (first, rest) = (self.name(), self.name());
                        let inner = scope.with(&first, Ty::Int).with(&rest, Ty::Ints);
                        let branches = vec![
                            ("[]", vec![], self.random(ty, scope, depth - 1)),
                            ("::", vec![first, rest], self.random(ty, &inner, depth - 1)),
                        ];
                        return Term::Case(Box::new(of), branches);
                    }
                }
                _ => {}
            }
        }
        match ty {
            Ty::Int => match self.below(7) {
                0 => Term::IntGen,
                1 => Term::NatGen,
                2 | 3 => range(self.integer(scope), self.integer(scope)),
                4 if depth > 0 => op("+", self.random(ty, scope, depth - 1), Term::Int(1)),
                5 if depth > 0 && self.percent(20) => {
                    op("mod", self.random(ty, scope, depth - 1), Term::Int(2))
                }
                _ => self.integer(scope),
            },
            Ty::Bool => match self.below(3) {
                0 => Term::BoolGen,
                _ => self.condition(scope),
            },
            Ty::Color => con(self.pick(&["red", "green", "blue"]), vec![]),
            Ty::Ints | Ty::Bools | Ty::Colors if depth == 0 || self.percent(50) => con("[]", vec![]),
            Ty::Tree if depth == 0 || self.percent(50) => con("leaf", vec![]),
            Ty::Stream if depth == 0 || self.percent(50) => con("end", vec![]),
            Ty::Tree => {
                let (left, right) = (self.random(ty, scope, depth - 1), self.random(ty, scope, depth - 1));
                con("node", vec![left, self.random(Ty::Int, scope, depth - 1), right])
            }
            Ty::Stream => {
                con("next", vec![self.random(Ty::Int, scope, depth - 1), self.random(ty, scope, depth - 1)])
            }
            _ => con(
                "::",
                vec![self.random(ty.element(), scope, depth - 1), self.random(ty, scope, depth - 1)],
            ),
        }
    }

    /// Replaces some formulas, and wraps others.
    pub(super) fn twisted(&mut self, formula: Formula, scope: &Scope) -> Formula {
        if self.percent(self.twisted) { self.changed(formula, scope) } else { formula }
    }

    /// Replaces a formula, or wraps it.
    pub(super) fn changed(&mut self, formula: Formula, scope: &Scope) -> Formula {
        let name = self.name();
        match self.below(8) {
            0 => Formula::Not(Box::new(formula)),
            1 => self.atom(scope),
            2 => Formula::op("||", formula, self.atom(scope)),
            3 => Formula::op("&&", self.atom(scope), formula),
            4 => Formula::op("==>", self.atom(scope), formula),
            5 => {
                // There is a greater integer.
                let inner = scope.with(&name, Ty::Int);
                let more = Formula::Term(op("<", self.integer(scope), var(&name)));
                let most = self.atom(&inner);
                Formula::op(
                    "&&",
                    formula,
                    Formula::quantified(true, &name, Ty::Int, Formula::op("&&", more, most)),
                )
            }
            6 => {
                // The last variable has another name.
                let (last, ty) = scope.variables.last().cloned().expect("there is a parameter or the result");
                let same = Formula::Term(op("==", var(&name), var(&last)));
                let atom = self.atom(&scope.with(&name, ty));
                let (exists, connective) = if self.percent(50) { (true, "&&") } else { (false, "==>") };
                let quantified = Formula::quantified(exists, &name, ty, Formula::op(connective, same, atom));
                Formula::op("&&", formula, quantified)
            }
            _ => {
                let u = self.name();
                let inner = scope.with(&u, Ty::Int);
                let a = self.atom(&inner);
                let b = self.atom(&inner);
                let b = if self.percent(10) { self.changed(b, &inner) } else { b };
                let connective = self.pick(&["&&", "||", "==>"]);
                let exists = self.percent(50);
                Formula::op(
                    "&&",
                    formula,
                    Formula::quantified(exists, &u, Ty::Int, Formula::op(connective, a, b)),
                )
            }
        }
    }

    /// Returns a term without choices that is a formula.
    fn atom(&mut self, scope: &Scope) -> Formula {
        let list = [Ty::Ints, Ty::Bools, Ty::Colors].into_iter().find_map(|ty| self.variable(ty, scope));
        let compare = self.pick(&["<", "<=", "==", "/="]);
        let integer = self.integer(scope);
        let atom = match (self.below(5), list) {
            (0, Some(list)) => Term::Call("len", vec![list, integer]),
            (1, Some(list)) => op(compare, Term::Call("count", vec![list]), integer),
            (2, _) => match self.variable(Ty::Ints, scope) {
                Some(list) => op(compare, Term::Call("first", vec![list]), integer),
                None => op(compare, integer, self.integer(scope)),
            },
            _ => op(compare, integer, self.integer(scope)),
        };
        Formula::Term(atom)
    }
}
