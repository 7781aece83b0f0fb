//! Red-black trees with a given black height.
use everycase::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Enumerable)]
pub(crate) enum Color {
    Red,
    Black,
}

#[derive(Debug, Clone, PartialEq, Enumerable)]
pub(crate) enum Tree {
    Leaf,
    Node { color: Color, left: Box<Tree>, label: i64, right: Box<Tree> },
}

fn is_red(t: &Tree) -> bool {
    matches!(t, Tree::Node { color: Color::Red, .. })
}

fn no_red_red(t: &Tree) -> bool {
    match t {
        Tree::Leaf => true,
        Tree::Node { color, left, right, .. } => {
            let children = no_red_red(left) && no_red_red(right);
            children && (*color == Color::Black || !is_red(left) && !is_red(right))
        }
    }
}

fn has_black_height(t: &Tree, h: i64) -> bool {
    match t {
        Tree::Leaf => h == 0,
        Tree::Node { color: Color::Red, left, right, .. } => {
            has_black_height(left, h) && has_black_height(right, h)
        }
        Tree::Node { left, right, .. } => has_black_height(left, h - 1) && has_black_height(right, h - 1),
    }
}

#[generator(given = 0 <= h, covers = |t: &Tree| has_black_height(t, h) && no_red_red(t) && !(black && is_red(t)), decreases = (h, rank(black)))]
pub(crate) fn red_black(black: bool, h: i64, g: &mut Gen) -> Tree {
    if h == 0 {
        if black || g.bool() {
            return Tree::Leaf;
        }
        return Tree::Node {
            color: Color::Red,
            left: Box::new(Tree::Leaf),
            label: g.int(),
            right: Box::new(Tree::Leaf),
        };
    }
    if black || g.bool() {
        Tree::Node {
            color: Color::Black,
            left: Box::new(red_black(false, h - 1, g)),
            label: g.int(),
            right: Box::new(red_black(false, h - 1, g)),
        }
    } else {
        Tree::Node {
            color: Color::Red,
            left: Box::new(red_black(true, h, g)),
            label: g.int(),
            right: Box::new(red_black(true, h, g)),
        }
    }
}

fn rank(black: bool) -> i64 {
    if black { 0 } else { 1 }
}

#[property(size = 10)]
fn heights(t: Tree, h: i64) -> bool {
    everycase::lazy::implies(|| has_black_height(&t, h), || 0 <= h)
}
