//! quickcheck's generators for the measured types: by the type's structure alone, within a budget of nodes.
//!
//! quickcheck has no derive; this is what its users write.

use quickcheck::{Arbitrary, Gen};

use crate::bst::Bst;
use crate::expression::{Alt, Dec, Exp, Field, Guard, Lit, Name, Op, Pat, Stm, Typ};
use crate::simple::Tree;

/// quickcheck's usual size.
pub const QUICKCHECK_SIZE: usize = 100;

/// A value within a budget of nodes, split among the parts: quickcheck's idea of a size, on trees.
trait Grow: Sized {
    fn grow(source: &mut Gen, fuel: usize) -> Self;
}

fn pick(source: &mut Gen, below: usize) -> usize {
    usize::arbitrary(source) % below
}

fn boxed<T: Grow>(source: &mut Gen, fuel: usize) -> Box<T> {
    Box::new(T::grow(source, fuel))
}

impl<T: Grow> Grow for Vec<T> {
    fn grow(source: &mut Gen, fuel: usize) -> Self {
        let length = pick(source, fuel.min(4) + 1);
        (0..length).map(|_| T::grow(source, fuel / length)).collect()
    }
}

impl Grow for Tree {
    fn grow(source: &mut Gen, fuel: usize) -> Self {
        if fuel == 0 || pick(source, 4) == 0 {
            return Tree::Leaf;
        }
        Tree::Node(boxed(source, fuel / 2), boxed(source, fuel / 2))
    }
}

impl Grow for Exp {
    fn grow(g: &mut Gen, fuel: usize) -> Self {
        let kinds = if fuel == 0 { 2 } else { 12 };
        let (half, third) = (fuel / 2, fuel / 3);
        match pick(g, kinds) {
            0 => Exp::Var(Name::grow(g, 0)),
            1 => Exp::Lit(Lit::grow(g, 0)),
            2 => Exp::App(boxed(g, half), boxed(g, half)),
            3 => Exp::Lam(Pat::grow(g, half), boxed(g, half)),
            4 => Exp::Let(Vec::grow(g, half), boxed(g, half)),
            5 => Exp::If(boxed(g, third), boxed(g, third), boxed(g, third)),
            6 => Exp::Case(boxed(g, half), Vec::grow(g, half)),
            7 => Exp::Infix(boxed(g, half), Op::grow(g, 0), boxed(g, half)),
            8 => Exp::List(Vec::grow(g, fuel - 1)),
            9 => Exp::Typed(boxed(g, half), Typ::grow(g, half)),
            10 => Exp::Do(Vec::grow(g, fuel - 1)),
            _ => Exp::Record(Name::grow(g, 0), Vec::grow(g, fuel - 1)),
        }
    }
}

impl Grow for Dec {
    fn grow(g: &mut Gen, fuel: usize) -> Self {
        if pick(g, 2) == 0 {
            Dec::Value(Pat::grow(g, fuel / 2), boxed(g, fuel / 2))
        } else {
            Dec::Function(Name::grow(g, 0), Pat::grow(g, fuel / 2), Guard::grow(g, fuel / 2))
        }
    }
}

impl Grow for Alt {
    fn grow(g: &mut Gen, fuel: usize) -> Self {
        if pick(g, 2) == 0 {
            Alt::Arm(Pat::grow(g, fuel / 2), Guard::grow(g, fuel / 2))
        } else {
            Alt::Where(Pat::grow(g, fuel / 3), Guard::grow(g, fuel / 3), Vec::grow(g, fuel / 3))
        }
    }
}

impl Grow for Guard {
    fn grow(g: &mut Gen, fuel: usize) -> Self {
        match pick(g, if fuel == 0 { 2 } else { 3 }) {
            0 => Guard::Plain(boxed(g, fuel.saturating_sub(1))),
            1 => Guard::When(boxed(g, fuel / 2), boxed(g, fuel / 2)),
            _ => Guard::Otherwise(boxed(g, fuel / 3), boxed(g, fuel / 3), boxed(g, fuel / 3)),
        }
    }
}

impl Grow for Pat {
    fn grow(g: &mut Gen, fuel: usize) -> Self {
        match pick(g, if fuel == 0 { 2 } else { 4 }) {
            0 => Pat::Var(Name::grow(g, 0)),
            1 => Pat::Wild,
            2 => Pat::View(boxed(g, fuel / 2), boxed(g, fuel / 2)),
            _ => Pat::As(Name::grow(g, 0), boxed(g, fuel - 1)),
        }
    }
}

impl Grow for Typ {
    fn grow(g: &mut Gen, fuel: usize) -> Self {
        match pick(g, if fuel == 0 { 2 } else { 5 }) {
            0 => Typ::Unit,
            1 => Typ::Con(Name::grow(g, 0)),
            2 => Typ::Arrow(boxed(g, fuel / 2), boxed(g, fuel / 2)),
            3 => Typ::Of(boxed(g, fuel - 1)),
            _ => Typ::List(boxed(g, fuel - 1)),
        }
    }
}

impl Grow for Stm {
    fn grow(g: &mut Gen, fuel: usize) -> Self {
        if pick(g, 2) == 0 {
            Stm::Run(boxed(g, fuel.saturating_sub(1)))
        } else {
            Stm::Bind(Pat::grow(g, fuel / 2), boxed(g, fuel / 2))
        }
    }
}

impl Grow for Field {
    fn grow(g: &mut Gen, fuel: usize) -> Self {
        if pick(g, 2) == 0 {
            Field::Pun(Name::grow(g, 0))
        } else {
            Field::Set(Name::grow(g, 0), boxed(g, fuel.saturating_sub(1)))
        }
    }
}

const NAMES: [Name; 2] = [Name::X, Name::Y];
const LITERALS: [Lit; 3] = [Lit::Zero, Lit::One, Lit::Text];
const OPERATORS: [Op; 3] = [Op::Add, Op::Sub, Op::Mul];

impl Grow for Name {
    fn grow(g: &mut Gen, _: usize) -> Self {
        NAMES[pick(g, 2)]
    }
}

impl Grow for Lit {
    fn grow(g: &mut Gen, _: usize) -> Self {
        LITERALS[pick(g, 3)]
    }
}

impl Grow for Op {
    fn grow(g: &mut Gen, _: usize) -> Self {
        OPERATORS[pick(g, 3)]
    }
}

impl Arbitrary for Exp {
    fn arbitrary(source: &mut Gen) -> Self {
        let fuel = source.size();
        Exp::grow(source, fuel)
    }
}

impl Arbitrary for Tree {
    fn arbitrary(source: &mut Gen) -> Self {
        let fuel = source.size();
        Tree::grow(source, fuel)
    }
}

impl Grow for Bst {
    fn grow(source: &mut Gen, fuel: usize) -> Self {
        if fuel == 0 || bool::arbitrary(source) {
            return Bst::Leaf;
        }
        Bst::Branch(
            boxed(source, fuel / 2),
            i32::arbitrary(source),
            i32::arbitrary(source),
            boxed(source, fuel / 2),
        )
    }
}

impl Arbitrary for Bst {
    fn arbitrary(source: &mut Gen) -> Self {
        let fuel = source.size();
        Bst::grow(source, fuel)
    }
}
