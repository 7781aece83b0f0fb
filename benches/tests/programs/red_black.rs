//! `RedBlack`.

use everycase::Lazy;
use everycase_benches::programs::nat::Nat;
use everycase_benches::programs::red_black::{Colour, Tree, breaks, is_red_black, is_red_black_with};

use crate::{agree, first, runs};

fn node(colour: Colour, left: Tree, number: u32, right: Tree) -> Tree {
    Tree::Node(colour, Box::new(left), number.into(), Box::new(right))
}

#[test]
fn the_smallest_counterexample_has_size_31() {
    use Colour::{Black, Red};
    let leaf = |colour, number| node(colour, Tree::Empty, number, Tree::Empty);
    let inner = node(Black, Tree::Empty, 0, leaf(Red, 0));
    let tree = node(Black, leaf(Black, 0), 0, node(Red, inner, 2, leaf(Black, 2)));
    assert_eq!(first(30, breaks::<true>), None);
    assert!(plain::is_red_black(&tree) && !plain::is_red_black_with(&Nat::from(1), &tree, true));
    assert_eq!(first(31, breaks::<true>), Some((Nat::from(1), tree)));
    assert_eq!(first(40, breaks::<false>), None);
}

#[test]
fn insertions_take_these_many_runs() {
    // The reference takes 6,241,542 at 43. It compares the black heights of two subtrees after it has seen both; here
    // the height of the left one is what the right one is searched with.
    assert_eq!(runs(31, breaks::<true>), (9_811, 1));
    assert_eq!(runs(43, breaks::<true>), (183_151, 411));
}

#[test]
fn lazy_predicates_agree_with_plain_ones() {
    fn with<const BUG: bool>(input: Lazy<(Nat, Tree)>) -> bool {
        let (number, tree) = input.force();
        is_red_black_with::<BUG>(number, tree)
    }
    agree(18, is_red_black, plain::is_red_black);
    // Trees that are none come out right or wrong in the same way, too.
    agree(16, with::<true>, |(number, tree)| plain::is_red_black_with(number, tree, true));
    agree(16, with::<false>, |(number, tree)| plain::is_red_black_with(number, tree, false));
}

/// Insertion as in Okasaki's book, on trees that are rebuilt.
mod plain {
    use everycase_benches::programs::nat::Nat;
    use everycase_benches::programs::red_black::Colour::{Black, Red};
    use everycase_benches::programs::red_black::Tree::{self, Empty, Node};

    pub(super) fn is_red_black_with(number: &Nat, tree: &Tree, bug: bool) -> bool {
        is_red_black(&match insert(number, tree, bug) {
            Empty => Empty,
            Node(_, left, number, right) => Node(Black, left, number, right),
        })
    }

    pub(super) fn is_red_black(tree: &Tree) -> bool {
        numbers(tree).is_sorted() && height(tree).is_some() && red_below_black(tree)
    }

    fn numbers(tree: &Tree) -> Vec<u32> {
        match tree {
            Empty => Vec::new(),
            Node(_, left, number, right) => [numbers(left), vec![number.into()], numbers(right)].concat(),
        }
    }

    fn height(tree: &Tree) -> Option<u32> {
        match tree {
            Empty => Some(0),
            Node(colour, left, _, right) => {
                let (left, right) = (height(left)?, height(right)?);
                (left == right).then_some(left + u32::from(*colour == Black))
            }
        }
    }

    fn is_red(tree: &Tree) -> bool {
        matches!(tree, Node(Red, ..))
    }

    fn red_below_black(tree: &Tree) -> bool {
        match tree {
            Empty => true,
            Node(colour, left, _, right) => {
                (*colour == Black || !is_red(left) && !is_red(right))
                    && red_below_black(left)
                    && red_below_black(right)
            }
        }
    }

    fn insert(number: &Nat, tree: &Tree, bug: bool) -> Tree {
        match tree {
            Empty => Node(Red, Box::new(Empty), number.clone(), Box::new(Empty)),
            Node(colour, left, here, right) => {
                let grown = |tree: &Tree| Box::new(insert(number, tree, bug));
                let (left, right) = match u32::from(number).cmp(&here.into()) {
                    std::cmp::Ordering::Less => (grown(left), right.clone()),
                    std::cmp::Ordering::Greater => (left.clone(), grown(right)),
                    std::cmp::Ordering::Equal => return tree.clone(),
                };
                let node = Node(*colour, left, here.clone(), right);
                balance(&node, bug).unwrap_or(node)
            }
        }
    }

    fn balance(node: &Tree, bug: bool) -> Option<Tree> {
        let Node(Black, left, number, right) = node else { return None };
        let make = |a: &Tree, x: &Nat, b: &Tree, y: &Nat, c: &Tree, z: &Nat, d: &Tree| {
            let black = |l: &Tree, n: &Nat, r: &Tree| {
                Box::new(Node(Black, Box::new(l.clone()), n.clone(), Box::new(r.clone())))
            };
            Some(Node(Red, black(a, x, b), y.clone(), black(c, z, d)))
        };
        if let Node(Red, child_left, y, child_right) = &**left {
            if let Node(Red, a, x, b) = &**child_left {
                return make(a, x, b, y, child_right, number, right);
            }
            if let Node(Red, b, x, c) = &**child_right {
                return make(child_left, y, b, x, c, number, right);
            }
        }
        let Node(Red, child_left, z, child_right) = &**right else { return None };
        if let Node(Red, b, y, c) = &**child_left {
            let (b, c) = if bug { (c, b) } else { (b, c) };
            return make(left, number, b, y, c, z, child_right);
        }
        let Node(Red, c, y, d) = &**child_right else { return None };
        make(left, number, child_left, z, c, y, d)
    }
}
