//! A red-black tree that maps keys to values: insertion as Okasaki has it, deletion as Kahrs has it.

use std::cmp::Ordering::{Equal, Greater, Less};
use std::sync::Arc;

use bolero_generator::TypeGenerator;
use everycase::Enumerable;
use proptest_derive::Arbitrary;

use crate::find::input::{recursive, short};

/// The mistakes, by the names that ETNA gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Mistake {
    #[default]
    None,
    /// Insertion into a tree that is not empty returns the new entry alone.
    Insert1,
    /// A greater key is taken for an equal one.
    Insert2,
    /// The value of an equal key stays.
    Insert3,
    /// Deletion returns the subtree that it goes to.
    Delete4,
    /// Deletion goes to the other side.
    Delete5,
    /// New nodes are black.
    MiscolorInsert,
    /// The root may be red after a deletion.
    MiscolorDelete,
    /// The lower part of a red sibling on the right stays black.
    MiscolorBalLeft,
    /// The lower part of a red sibling on the left stays black.
    MiscolorBalRight,
    /// Red trees are joined at black nodes.
    MiscolorJoin1,
    /// Black trees are joined at red nodes.
    MiscolorJoin2,
    /// Insertion on the left does not balance.
    NoBalanceInsert1,
    /// Insertion on the right does not balance, and blackens what it inserts into.
    NoBalanceInsert2,
    /// The last two subtrees are swapped where a red node is on the left of a left one.
    SwapCd,
    /// The middle subtrees are swapped where a red node is on the left of a right one.
    SwapBc,
}

/// The colour of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enumerable, TypeGenerator, Arbitrary)]
#[cfg_attr(feature = "hegel", derive(hegel::DefaultGenerator))]
pub(super) enum Colour {
    Red,
    Black,
}

use Colour::{Black, Red};

short! { Colour { Red, Black } }

/// A tree, valid or not.
#[derive(Debug, Clone, PartialEq, Eq, Enumerable, TypeGenerator)]
pub(super) enum Tree<K, V> {
    Empty,
    Node(Colour, Arc<Tree<K, V>>, K, V, Arc<Tree<K, V>>),
}

recursive! { Tree<K, V>;
    leaf Empty;
    node Node(colour: Colour, left: Self, key: K, value: V, right: Self);
}

/// A shared tree.
type Link<K, V> = Arc<Tree<K, V>>;

/// A key with its value.
type Entry<'a, K, V> = (&'a K, &'a V);

/// The parts of a node without its colour.
type Parts<'a, K, V> = (&'a Link<K, V>, Entry<'a, K, V>, &'a Link<K, V>);

fn empty<K, V>() -> Link<K, V> {
    Arc::new(Tree::Empty)
}

fn node<K: Clone, V: Clone>(
    colour: Colour,
    left: &Link<K, V>,
    (key, value): Entry<'_, K, V>,
    right: &Link<K, V>,
) -> Link<K, V> {
    Arc::new(Tree::Node(colour, Arc::clone(left), key.clone(), value.clone(), Arc::clone(right)))
}

impl<K, V> Tree<K, V> {
    /// Returns the parts of a node of a colour.
    fn of(&self, wanted: Colour) -> Option<Parts<'_, K, V>> {
        match self {
            Tree::Node(colour, left, key, value, right) if *colour == wanted => {
                Some((left, (key, value), right))
            }
            _ => None,
        }
    }

    /// Returns whether there is a red node at the root.
    pub(super) fn is_red(&self) -> bool {
        self.of(Red).is_some()
    }
}

fn with_root<K: Clone, V: Clone>(colour: Colour, tree: &Link<K, V>) -> Link<K, V> {
    match &**tree {
        Tree::Empty => empty(),
        Tree::Node(_, left, key, value, right) => node(colour, left, (key, value), right),
    }
}

/// Returns the node of the arguments; if it is black, with a red node below a red one repaired.
fn balance<K: Clone, V: Clone>(
    m: Mistake,
    colour: Colour,
    left: &Link<K, V>,
    root: Entry<'_, K, V>,
    right: &Link<K, V>,
) -> Link<K, V> {
    if colour == Red {
        return node(Red, left, root, right);
    }
    if let Some((outer, x, inner)) = left.of(Red) {
        if let Some((a, w, b)) = outer.of(Red) {
            let (c, d) = if m == Mistake::SwapCd { (right, inner) } else { (inner, right) };
            return node(Red, &node(Black, a, w, b), x, &node(Black, c, root, d));
        }
        if let Some((b, y, c)) = inner.of(Red) {
            return node(Red, &node(Black, outer, x, b), y, &node(Black, c, root, right));
        }
    }
    if let Some((inner, z, outer)) = right.of(Red) {
        if let Some((b, y, c)) = inner.of(Red) {
            let (b, c) = if m == Mistake::SwapBc { (c, b) } else { (b, c) };
            return node(Red, &node(Black, left, root, b), y, &node(Black, c, z, outer));
        }
        if let Some((c, w, d)) = outer.of(Red) {
            return node(Red, &node(Black, left, root, inner), z, &node(Black, c, w, d));
        }
    }
    node(Black, left, root, right)
}

pub(super) fn insert<K: Ord + Clone, V: Clone>(
    m: Mistake,
    tree: &Link<K, V>,
    new: Entry<'_, K, V>,
) -> Link<K, V> {
    with_root(Black, &insert_below(m, tree, new))
}

fn insert_below<K: Ord + Clone, V: Clone>(m: Mistake, tree: &Link<K, V>, new: Entry<'_, K, V>) -> Link<K, V> {
    let Tree::Node(colour, left, key, value, right) = &**tree else {
        let colour = if m == Mistake::MiscolorInsert { Black } else { Red };
        return node(colour, &empty(), new, &empty());
    };
    if m == Mistake::Insert1 {
        return node(Red, &empty(), new, &empty());
    }
    let (colour, entry) = (*colour, (key, value));
    match new.0.cmp(key) {
        Less if m == Mistake::NoBalanceInsert1 => node(colour, &insert_below(m, left, new), entry, right),
        Less => balance(m, colour, &insert_below(m, left, new), entry, right),
        Greater if m == Mistake::NoBalanceInsert2 => node(colour, left, entry, &insert(m, right, new)),
        Greater if m != Mistake::Insert2 => balance(m, colour, left, entry, &insert_below(m, right, new)),
        Equal if m == Mistake::Insert3 => Arc::clone(tree),
        Greater | Equal => node(colour, left, (key, new.1), right),
    }
}

/// Deletes a key. Returns `None` where the tree turns out not to be valid.
pub(super) fn delete<K: Ord + Clone, V: Clone>(m: Mistake, tree: &Link<K, V>, old: &K) -> Option<Link<K, V>> {
    let rest = delete_below(m, tree, old)?;
    Some(if m == Mistake::MiscolorDelete { rest } else { with_root(Black, &rest) })
}

fn delete_below<K: Ord + Clone, V: Clone>(m: Mistake, tree: &Link<K, V>, old: &K) -> Option<Link<K, V>> {
    let Tree::Node(_, left, key, value, right) = &**tree else { return Some(empty()) };
    let entry = (key, value);
    let order = old.cmp(key);
    match if m == Mistake::Delete5 { order.reverse() } else { order } {
        Less if m == Mistake::Delete4 => delete_below(m, left, old),
        Greater if m == Mistake::Delete4 => delete_below(m, right, old),
        Less => {
            let rest = delete_below(m, left, old)?;
            if left.of(Black).is_none() {
                return Some(node(Red, &rest, entry, right));
            }
            balance_left(m, &rest, entry, right)
        }
        Greater => {
            let rest = delete_below(m, right, old)?;
            if right.of(Black).is_none() {
                return Some(node(Red, left, entry, &rest));
            }
            balance_right(m, left, entry, &rest)
        }
        Equal => join(m, left, right),
    }
}

/// Returns a node whose left side is a black level too low.
fn balance_left<K: Clone, V: Clone>(
    m: Mistake,
    left: &Link<K, V>,
    root: Entry<'_, K, V>,
    right: &Link<K, V>,
) -> Option<Link<K, V>> {
    if left.is_red() {
        return Some(node(Red, &with_root(Black, left), root, right));
    }
    if right.of(Black).is_some() {
        return Some(balance(m, Black, left, root, &with_root(Red, right)));
    }
    let (sibling, z, c) = right.of(Red)?;
    let (a, y, b) = sibling.of(Black)?;
    let lower = if m == Mistake::MiscolorBalLeft { Arc::clone(c) } else { reddened(c)? };
    Some(node(Red, &node(Black, left, root, a), y, &balance(m, Black, b, z, &lower)))
}

/// Returns a node whose right side is a black level too low.
fn balance_right<K: Clone, V: Clone>(
    m: Mistake,
    left: &Link<K, V>,
    root: Entry<'_, K, V>,
    right: &Link<K, V>,
) -> Option<Link<K, V>> {
    if right.is_red() {
        return Some(node(Red, left, root, &with_root(Black, right)));
    }
    if left.of(Black).is_some() {
        return Some(balance(m, Black, &with_root(Red, left), root, right));
    }
    let (a, x, sibling) = left.of(Red)?;
    let (b, y, c) = sibling.of(Black)?;
    let lower = if m == Mistake::MiscolorBalRight { Arc::clone(a) } else { reddened(a)? };
    Some(node(Red, &balance(m, Black, &lower, x, b), y, &node(Black, c, root, right)))
}

/// Returns a tree with a black root with a red one in its place.
fn reddened<K: Clone, V: Clone>(tree: &Link<K, V>) -> Option<Link<K, V>> {
    tree.of(Black).map(|(left, entry, right)| node(Red, left, entry, right))
}

/// Returns the entries of two trees of one height, those of the first before those of the second.
fn join<K: Clone, V: Clone>(m: Mistake, left: &Link<K, V>, right: &Link<K, V>) -> Option<Link<K, V>> {
    let swapped = |own: Colour, other: Colour, mistake: Mistake| if m == mistake { other } else { own };
    match (&**left, &**right) {
        (Tree::Empty, _) => Some(Arc::clone(right)),
        (_, Tree::Empty) => Some(Arc::clone(left)),
        (Tree::Node(Red, a, x, vx, b), Tree::Node(Red, c, y, vy, d)) => {
            let middle = join(m, b, c)?;
            let sides = swapped(Red, Black, Mistake::MiscolorJoin1);
            Some(match middle.of(Red) {
                Some((b, z, c)) => node(Red, &node(sides, a, (x, vx), b), z, &node(sides, c, (y, vy), d)),
                None => node(Red, a, (x, vx), &node(Red, &middle, (y, vy), d)),
            })
        }
        (Tree::Node(Black, a, x, vx, b), Tree::Node(Black, c, y, vy, d)) => {
            let middle = join(m, b, c)?;
            let sides = swapped(Black, Red, Mistake::MiscolorJoin2);
            match middle.of(Red) {
                Some((b, z, c)) => {
                    Some(node(Red, &node(sides, a, (x, vx), b), z, &node(sides, c, (y, vy), d)))
                }
                None => balance_left(m, a, (x, vx), &node(Black, &middle, (y, vy), d)),
            }
        }
        (_, Tree::Node(Red, b, x, vx, c)) => Some(node(Red, &join(m, left, b)?, (x, vx), c)),
        (Tree::Node(Red, a, x, vx, b), _) => Some(node(Red, a, (x, vx), &join(m, b, right)?)),
    }
}
