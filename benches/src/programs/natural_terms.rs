//! Closed terms that have a simple type, by natural size (Bendkowski, Grygiel and Tarau, 2018): an application, an
//! abstraction, and the zero and each successor of a de Bruijn index count 1.

use everycase::lazy::{Pending, pending};
use everycase::{Enumerable, Lazy};

/// Terms, closed or not. The first constructor of an index stands in the term, so that a term counts nothing of its own.
#[allow(missing_docs)]
#[derive(Debug, Clone, PartialEq, Eq, Hash, Enumerable)]
pub enum Term {
    Here,
    Beyond(Index),
    Lambda(Box<Term>),
    Apply(Box<Term>, Box<Term>),
}

/// The number of binders between a variable and its own, less one.
#[allow(missing_docs)]
#[derive(Debug, Clone, PartialEq, Eq, Hash, Enumerable)]
pub enum Index {
    Nearest,
    Further(Box<Index>),
}

/// The number of closed terms with a simple type of each natural size from 0 on (OEIS A272794).
pub const OF_SIZE: [u64; 17] =
    [0, 0, 1, 1, 2, 5, 13, 27, 74, 198, 508, 1_371, 3_809, 10_477, 29_116, 82_419, 233_748];

/// A type: where the checker has it.
type Type = usize;

#[derive(Clone, Copy)]
enum Node {
    /// A type variable.
    Free,
    /// A type variable that stands for another type.
    Is(Type),
    Function(Type, Type),
}

/// A place among the variables; 0 is outside of all abstractions.
type Scope = usize;

/// That a term has a type, still to be checked.
#[derive(Clone, Copy)]
struct Goal {
    term: Lazy<Term>,
    scope: Scope,
    wanted: Type,
}

#[derive(Default)]
struct Checker {
    types: Vec<Node>,
    /// Types of variables, each with the scope around it.
    variables: Vec<(Type, Scope)>,
    goals: Vec<Goal>,
}

/// Returns whether a term is closed and has a simple type; names what is left to check after each variable.
pub fn is_typable(term: Lazy<Term>) -> bool {
    infer(term, true)
}

/// Does the same without names.
pub fn is_typable_unnamed(term: Lazy<Term>) -> bool {
    infer(term, false)
}

fn infer(term: Lazy<Term>, names: bool) -> bool {
    let mut checker = Checker::default();
    let wanted = checker.free();
    checker.goals.push(Goal { term, scope: 0, wanted });
    while let Some(goal) = checker.goals.pop() {
        let goals = checker.goals.len();
        if !checker.step(goal) {
            return false;
        }
        // After a variable, what is left to check may be the same as in another term.
        if names && checker.goals.len() == goals {
            pending(|to_do| checker.name(to_do));
        }
    }
    true
}

impl Checker {
    fn push(&mut self, node: Node) -> Type {
        self.types.push(node);
        self.types.len() - 1
    }

    fn free(&mut self) -> Type {
        self.push(Node::Free)
    }

    fn step(&mut self, Goal { term, scope, wanted }: Goal) -> bool {
        match term.force() {
            TermView::Here => {
                let Some((ty, _)) = self.variable(scope) else { return false };
                self.unify(ty, wanted)
            }
            TermView::Beyond(mut index) => {
                let mut at = scope;
                // An index that leaves the term is not looked at to its end.
                let ty = loop {
                    let Some((ty, outer)) = self
                        .variable(at)
                        .and_then(|(_, outer)| self.variable(outer).map(|(ty, _)| (ty, outer)))
                    else {
                        return false;
                    };
                    match index.force() {
                        IndexView::Nearest => break ty,
                        IndexView::Further(next) => (index, at) = (next, outer),
                    }
                };
                self.unify(ty, wanted)
            }
            TermView::Lambda(body) => {
                let (from, to) = (self.free(), self.free());
                let function = self.push(Node::Function(from, to));
                if !self.unify(wanted, function) {
                    return false;
                }
                self.variables.push((from, scope));
                self.goals.push(Goal { term: body, scope: self.variables.len(), wanted: to });
                true
            }
            TermView::Apply(function, argument) => {
                let from = self.free();
                let of_function = self.push(Node::Function(from, wanted));
                self.goals.push(Goal { term: argument, scope, wanted: from });
                self.goals.push(Goal { term: function, scope, wanted: of_function });
                true
            }
        }
    }

    /// Returns the type of the innermost variable, and the scope around it.
    fn variable(&self, scope: Scope) -> Option<(Type, Scope)> {
        self.variables.get(scope.checked_sub(1)?).copied()
    }

    fn resolve(&self, mut ty: Type) -> Type {
        while let Node::Is(other) = self.types[ty] {
            ty = other;
        }
        ty
    }

    fn unify(&mut self, a: Type, b: Type) -> bool {
        let (a, b) = (self.resolve(a), self.resolve(b));
        if a == b {
            return true;
        }
        match (self.types[a], self.types[b]) {
            (Node::Function(from, to), Node::Function(other_from, other_to)) => {
                self.unify(from, other_from) && self.unify(to, other_to)
            }
            (Node::Function(..), _) => self.assign(b, a),
            _ => self.assign(a, b),
        }
    }

    fn assign(&mut self, variable: Type, ty: Type) -> bool {
        let is_finite = !self.occurs(variable, ty);
        if is_finite {
            self.types[variable] = Node::Is(ty);
        }
        is_finite
    }

    fn occurs(&self, variable: Type, ty: Type) -> bool {
        let ty = self.resolve(ty);
        match self.types[ty] {
            Node::Function(from, to) => self.occurs(variable, from) || self.occurs(variable, to),
            _ => ty == variable,
        }
    }

    /// Lists the goals. Type variables are numbered in the order in which they are listed.
    fn name(&self, to_do: &mut Pending<'_>) {
        let mut free = Vec::new();
        for Goal { term, scope, wanted } in &self.goals {
            to_do.lazy(*term);
            self.name_type(*wanted, &mut free, to_do);
            let mut scope = *scope;
            while let Some((ty, outer)) = self.variable(scope) {
                self.name_type(ty, &mut free, to_do);
                scope = outer;
            }
            to_do.word(1);
        }
    }

    fn name_type(&self, ty: Type, free: &mut Vec<Type>, to_do: &mut Pending<'_>) {
        let ty = self.resolve(ty);
        if let Node::Function(from, to) = self.types[ty] {
            to_do.word(0);
            self.name_type(from, free, to_do);
            self.name_type(to, free, to_do);
        } else {
            let number = free.iter().position(|known| *known == ty).unwrap_or_else(|| {
                free.push(ty);
                free.len() - 1
            });
            to_do.word(2 + number as u64);
        }
    }
}
