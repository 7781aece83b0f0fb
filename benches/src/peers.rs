//! The peers' generators for what is filtered by a predicate: by the structure of the type, as their users write them.

use std::fmt::Debug;

use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Just, Strategy, prop_oneof};
use quickcheck::{Arbitrary, Gen};

use crate::programs::imperative::{Expr, Letter, Name, Program};
use crate::programs::nat::Nat;
use crate::programs::red_black::{self, Colour};
use crate::programs::search_tree::Tree;
use crate::programs::typed_terms::{Term, Type};

/// How large the values of a peer's generator are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Nodes of a tree, or elements of a list.
    pub nodes: u32,
    /// Different numbers, names or base types that may stand in it.
    pub atoms: u32,
}

impl Budget {
    /// Returns what can be tried to get values of a wanted size.
    pub fn all() -> impl Iterator<Item = Budget> {
        [1, 2, 3, 4, 6, 8, 12, 16, 24, 32]
            .into_iter()
            .flat_map(|nodes| [1, 2, 3, 4, 6, 10].map(|atoms| Budget { nodes, atoms }))
    }

    fn half(self) -> Self {
        Self { nodes: self.nodes / 2, ..self }
    }

    fn depth(self) -> u32 {
        self.nodes.max(1).ilog2() + 1
    }
}

/// A type with generators of both peers.
pub trait Peer: Debug + Sized + 'static {
    /// quickcheck's: a value within a budget that is halved on the way down.
    fn grow(source: &mut Gen, budget: Budget) -> Self;

    /// proptest's: `prop_recursive`.
    fn strategy(budget: Budget) -> BoxedStrategy<Self>;
}

fn pick(source: &mut Gen, below: u32) -> u32 {
    u32::arbitrary(source) % below
}

fn boxed<T: Peer>(source: &mut Gen, budget: Budget) -> Box<T> {
    Box::new(T::grow(source, budget))
}

/// Returns whether a value ends here. Where the budget is spent, and else one time in four.
fn ends(source: &mut Gen, budget: Budget) -> bool {
    budget.nodes == 0 || pick(source, 4) == 0
}

impl Peer for Vec<u8> {
    fn grow(source: &mut Gen, budget: Budget) -> Self {
        let length = pick(source, budget.nodes + 1);
        (0..length).map(|_| pick(source, budget.atoms) as u8).collect()
    }

    fn strategy(budget: Budget) -> BoxedStrategy<Self> {
        vec(0..budget.atoms as u8, 0..=budget.nodes as usize).boxed()
    }
}

impl Peer for Nat {
    fn grow(source: &mut Gen, budget: Budget) -> Self {
        Nat::from(pick(source, budget.atoms))
    }

    fn strategy(budget: Budget) -> BoxedStrategy<Self> {
        (0..budget.atoms).prop_map(Nat::from).boxed()
    }
}

impl Peer for Tree {
    fn grow(source: &mut Gen, budget: Budget) -> Self {
        if ends(source, budget) {
            return Tree::Leaf;
        }
        let half = budget.half();
        Tree::Node(Nat::grow(source, budget), boxed(source, half), boxed(source, half))
    }

    fn strategy(budget: Budget) -> BoxedStrategy<Self> {
        let grow = move |inner: BoxedStrategy<Tree>| {
            (Nat::strategy(budget), inner.clone(), inner)
                .prop_map(|(number, left, right)| Tree::Node(number, Box::new(left), Box::new(right)))
        };
        Just(Tree::Leaf).prop_recursive(budget.depth(), budget.nodes, 2, grow).boxed()
    }
}

impl Peer for red_black::Tree {
    fn grow(source: &mut Gen, budget: Budget) -> Self {
        if ends(source, budget) {
            return Self::Empty;
        }
        let (colour, half) = ([Colour::Red, Colour::Black][pick(source, 2) as usize], budget.half());
        let left = boxed(source, half);
        Self::Node(colour, left, Nat::grow(source, budget), boxed(source, half))
    }

    fn strategy(budget: Budget) -> BoxedStrategy<Self> {
        let grow = move |inner: BoxedStrategy<Self>| {
            let colour = prop_oneof![Just(Colour::Red), Just(Colour::Black)];
            (colour, inner.clone(), Nat::strategy(budget), inner).prop_map(|(colour, left, number, right)| {
                Self::Node(colour, Box::new(left), number, Box::new(right))
            })
        };
        Just(Self::Empty).prop_recursive(budget.depth(), budget.nodes, 2, grow).boxed()
    }
}

const BASE: [Type; 3] = [Type::A, Type::B, Type::C];

impl Peer for Type {
    fn grow(source: &mut Gen, budget: Budget) -> Self {
        if budget.nodes > 0 && pick(source, 4) == 0 {
            return Type::Fun(boxed(source, budget.half()), boxed(source, budget.half()));
        }
        BASE[pick(source, budget.atoms.min(3)) as usize].clone()
    }

    fn strategy(budget: Budget) -> BoxedStrategy<Self> {
        let base = (0..budget.atoms.min(3) as usize).prop_map(|base| BASE[base].clone());
        base.prop_recursive(2, 4, 2, |inner| {
            (inner.clone(), inner).prop_map(|(from, to)| Type::Fun(Box::new(from), Box::new(to)))
        })
        .boxed()
    }
}

impl Peer for Term {
    fn grow(source: &mut Gen, budget: Budget) -> Self {
        grow_term(source, budget, 6)
    }

    /// `prop_recursive` does not know the scope: the six constants and a little more.
    fn strategy(budget: Budget) -> BoxedStrategy<Self> {
        let grow = move |inner: BoxedStrategy<Self>| {
            let application = (inner.clone(), inner.clone(), Type::strategy(budget))
                .prop_map(|(function, argument, ty)| Term::App(Box::new(function), Box::new(argument), ty));
            prop_oneof![application, inner.prop_map(|body| Term::Lam(Box::new(body)))]
        };
        (0..7_u32).prop_map(Term::Var).prop_recursive(budget.depth(), budget.nodes, 2, grow).boxed()
    }
}

fn grow_term(source: &mut Gen, budget: Budget, scope: u32) -> Term {
    if ends(source, budget) {
        return Term::Var(pick(source, scope));
    }
    if pick(source, 2) == 0 {
        let body = Budget { nodes: budget.nodes - 1, ..budget };
        return Term::Lam(Box::new(grow_term(source, body, scope + 1)));
    }
    let half = budget.half();
    let mut part = || Box::new(grow_term(source, half, scope));
    let (function, argument) = (part(), part());
    Term::App(function, argument, Type::grow(source, half))
}

/// Returns the shortest names first.
fn name(index: u32) -> Name {
    // 0 and 1 are the letters that cost least. The digits below the leading one: no two numbers have the same.
    let digits = (index + 1).ilog2();
    (0..digits).map(|digit| Letter(((index + 1) >> digit & 1) as u8)).collect()
}

fn names(budget: Budget) -> BoxedStrategy<Name> {
    (0..budget.atoms).prop_map(name).boxed()
}

impl Peer for Expr {
    fn grow(source: &mut Gen, budget: Budget) -> Self {
        if budget.nodes > 0 && pick(source, 4) == 0 {
            return Expr::Add(boxed(source, budget.half()), boxed(source, budget.half()));
        }
        Expr::Var(name(pick(source, budget.atoms)))
    }

    fn strategy(budget: Budget) -> BoxedStrategy<Self> {
        names(budget)
            .prop_map(Expr::Var)
            .prop_recursive(2, 4, 2, |inner| {
                (inner.clone(), inner).prop_map(|(a, b)| Expr::Add(Box::new(a), Box::new(b)))
            })
            .boxed()
    }
}

impl Peer for Program {
    fn grow(source: &mut Gen, budget: Budget) -> Self {
        let (less, half) = (Budget { nodes: budget.nodes.saturating_sub(1), ..budget }, budget.half());
        let kinds = if budget.nodes == 0 { 2 } else { 6 };
        match pick(source, kinds) {
            0 => Program::Skip,
            1 => Program::Assign(name(pick(source, budget.atoms)), Expr::grow(source, half)),
            2 => Program::New(name(pick(source, budget.atoms)), boxed(source, less)),
            3 => Program::Seq(boxed(source, half), boxed(source, half)),
            4 => Program::If(Expr::grow(source, half), boxed(source, half), boxed(source, half)),
            _ => Program::While(Expr::grow(source, half), boxed(source, less)),
        }
    }

    fn strategy(budget: Budget) -> BoxedStrategy<Self> {
        let expr = move || Expr::strategy(budget);
        let assign = (names(budget), expr()).prop_map(|(name, expr)| Program::Assign(name, expr));
        let grow = move |inner: BoxedStrategy<Self>| {
            let part = || inner.clone().prop_map(Box::new);
            prop_oneof![
                (names(budget), part()).prop_map(|(name, body)| Program::New(name, body)),
                (part(), part()).prop_map(|(first, second)| Program::Seq(first, second)),
                (expr(), part(), part()).prop_map(|(expr, yes, no)| Program::If(expr, yes, no)),
                (expr(), part()).prop_map(|(expr, body)| Program::While(expr, body)),
            ]
        };
        prop_oneof![Just(Program::Skip), assign].prop_recursive(budget.depth(), budget.nodes, 2, grow).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_all_different_and_the_shortest_come_first() {
        let names: Vec<Name> = (0..7).map(name).collect();
        let distinct: std::collections::HashSet<&Name> = names.iter().collect();
        assert_eq!(distinct.len(), names.len());
        assert_eq!(names.iter().map(Vec::len).collect::<Vec<_>>(), [0, 1, 1, 2, 2, 2, 2]);
    }
}
