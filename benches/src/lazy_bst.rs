//! The search tree with its bugs on lazy values: operations are done as far as their result is looked at, and each of
//! them once (call by need, as in the original).

use std::cell::OnceCell;
use std::cmp::Ordering::{Equal, Greater, Less};
use std::rc::Rc;

use everycase::Lazy;

use crate::bst::{Bst, BstView, Bug, Key, Val};

/// A tree of which parts are inputs, others results of operations.
#[derive(Clone)]
pub enum Tree {
    /// An input.
    Given(Lazy<Bst>),
    /// A leaf that an operation made.
    Leaf,
    /// A branch that an operation made.
    Made(Rc<Branch>),
    /// The result of an operation.
    Result(Rc<Later>),
}

/// A branch of a tree.
#[derive(Clone)]
pub struct Branch {
    left: Tree,
    key: Lazy<Key>,
    val: Lazy<Val>,
    right: Tree,
}

/// An operation, and its result once that was looked at.
pub struct Later {
    operation: Operation,
    result: OnceCell<Option<Branch>>,
}

enum Operation {
    Insert(Bug, Lazy<Key>, Lazy<Val>, Tree),
    Delete(Bug, Lazy<Key>, Tree),
    Union(Bug, Tree, Tree),
    Below(Tree, Lazy<Key>),
    Above(Tree, Lazy<Key>),
    Join(Tree, Tree),
}

impl Branch {
    fn new(left: Tree, key: Lazy<Key>, val: Lazy<Val>, right: Tree) -> Branch {
        Branch { left, key, val, right }
    }

    fn tree(self) -> Tree {
        Tree::Made(Rc::new(self))
    }
}

impl Bug {
    /// `tree` with `val` at `key`.
    pub fn insert_lazy(self, key: Lazy<Key>, val: Lazy<Val>, tree: &Tree) -> Tree {
        Operation::Insert(self, key, val, tree.clone()).later()
    }

    /// `tree` without `key`.
    pub fn delete_lazy(self, key: Lazy<Key>, tree: &Tree) -> Tree {
        Operation::Delete(self, key, tree.clone()).later()
    }

    /// Returns the pairs of both trees; where a key is in both, the first one's value.
    pub fn union_lazy(self, first: &Tree, second: &Tree) -> Tree {
        Operation::Union(self, first.clone(), second.clone()).later()
    }
}

impl Operation {
    fn later(self) -> Tree {
        Tree::Result(Rc::new(Later { operation: self, result: OnceCell::new() }))
    }

    /// Returns the root of the result.
    fn root(&self) -> Option<Branch> {
        match self {
            Operation::Insert(bug, key, val, tree) => Some(inserted(*bug, *key, *val, tree)),
            Operation::Delete(bug, key, tree) => deleted(*bug, *key, tree),
            Operation::Union(bug, first, second) => united(*bug, first, second),
            Operation::Below(tree, bound) => {
                let Branch { left, key, val, right } = tree.root()?;
                if bound.le(key) {
                    return left.below(*bound).root();
                }
                Some(Branch::new(left, key, val, right.below(*bound)))
            }
            Operation::Above(tree, bound) => {
                let Branch { left, key, val, right } = tree.root()?;
                if bound.ge(key) {
                    return right.above(*bound).root();
                }
                Some(Branch::new(left.above(*bound), key, val, right))
            }
            Operation::Join(first, second) => {
                let Some(one) = first.root() else { return second.root() };
                let Some(two) = second.root() else { return Some(one) };
                let middle = Operation::Join(one.right, two.left).later();
                Some(Branch::new(
                    one.left,
                    one.key,
                    one.val,
                    Branch::new(middle, two.key, two.val, two.right).tree(),
                ))
            }
        }
    }
}

fn inserted(bug: Bug, wanted: Lazy<Key>, new: Lazy<Val>, tree: &Tree) -> Branch {
    let Some(Branch { left, key, val, right }) = tree.root() else {
        return Branch::new(Tree::Leaf, wanted, new, Tree::Leaf);
    };
    if bug == Bug::InsertForgets {
        return Branch::new(Tree::Leaf, wanted, new, Tree::Leaf);
    }
    match (bug, wanted.cmp(key)) {
        (Bug::InsertDuplicates, Equal) | (_, Greater) => {
            Branch::new(left, key, val, bug.insert_lazy(wanted, new, &right))
        }
        (Bug::InsertKeeps, Equal) => Branch::new(left, key, val, right),
        (_, Less) => Branch::new(bug.insert_lazy(wanted, new, &left), key, val, right),
        (_, Equal) => Branch::new(left, wanted, new, right),
    }
}

fn deleted(bug: Bug, wanted: Lazy<Key>, tree: &Tree) -> Option<Branch> {
    let Branch { left, key, val, right } = tree.root()?;
    let order = wanted.cmp(key);
    let side = if bug == Bug::DeleteReversed { order.reverse() } else { order };
    match (bug, side) {
        (_, Equal) => Operation::Join(left, right).root(),
        (Bug::DeleteDropsAbove, Less) => deleted(bug, wanted, &left),
        (Bug::DeleteDropsAbove, Greater) => deleted(bug, wanted, &right),
        (_, Less) => Some(Branch::new(bug.delete_lazy(wanted, &left), key, val, right)),
        (_, Greater) => Some(Branch::new(left, key, val, bug.delete_lazy(wanted, &right))),
    }
}

fn united(bug: Bug, first: &Tree, second: &Tree) -> Option<Branch> {
    let Some(one) = first.root() else { return second.root() };
    let Some(two) = second.root() else { return Some(one) };
    let union = |first: &Tree, second: &Tree| bug.union_lazy(first, second);
    let (Branch { left: a, key: k, val: v, right: b }, Branch { left: c, key: l, val: w, right: d }) =
        (one, two);
    Some(match bug {
        Bug::UnionConcatenates => Branch::new(a, k, v, Branch::new(union(&b, &c), l, w, d).tree()),
        Bug::UnionTrustsRoots | Bug::UnionLosesPriority => match k.cmp(l) {
            Less if bug == Bug::UnionTrustsRoots => {
                Branch::new(a, k, v, Branch::new(union(&b, &c), l, w, d).tree())
            }
            Less => {
                let rest = Branch::new(c.above(k), l, w, d).tree();
                Branch::new(union(&a, &c.below(k)), k, v, union(&b, &rest))
            }
            Equal => Branch::new(union(&a, &c), k, v, union(&b, &d)),
            Greater => return united(bug, second, first),
        },
        _ => Branch::new(union(&a, &second.below(k)), k, v, union(&b, &second.above(k))),
    })
}

impl Tree {
    /// Returns the root, if the tree is not a leaf.
    fn root(&self) -> Option<Branch> {
        match self {
            Tree::Leaf => None,
            Tree::Given(tree) => match tree.force() {
                BstView::Leaf => None,
                BstView::Branch(left, key, val, right) => {
                    Some(Branch::new(Tree::Given(left), key, val, Tree::Given(right)))
                }
            },
            Tree::Made(branch) => Some((**branch).clone()),
            Tree::Result(later) => later.result.get_or_init(|| later.operation.root()).clone(),
        }
    }

    fn below(&self, bound: Lazy<Key>) -> Tree {
        Operation::Below(self.clone(), bound).later()
    }

    fn above(&self, bound: Lazy<Key>) -> Tree {
        Operation::Above(self.clone(), bound).later()
    }

    /// Returns the value at a key.
    pub fn find(&self, wanted: Lazy<Key>) -> Option<Lazy<Val>> {
        let Branch { left, key, val, right } = self.root()?;
        match wanted.cmp(key) {
            Less => left.find(wanted),
            Equal => Some(val),
            Greater => right.find(wanted),
        }
    }

    /// Returns whether keys rise from left to right.
    pub fn is_valid(&self) -> bool {
        self.is_between(None, None)
    }

    fn is_between(&self, above: Option<Lazy<Key>>, below: Option<Lazy<Key>>) -> bool {
        let Some(Branch { left, key, right, .. }) = self.root() else { return true };
        above.is_none_or(|bound| bound.lt(key))
            && below.is_none_or(|bound| key.lt(bound))
            && left.is_between(above, Some(key))
            && right.is_between(Some(key), below)
    }

    /// Returns whether two trees hold the same pairs, from the least key on.
    pub fn equivalent(&self, other: &Tree) -> bool {
        let (mut these, mut those) = (Pairs::of(self), Pairs::of(other));
        loop {
            match (these.next(), those.next()) {
                (None, None) => return true,
                (Some((key, val)), Some((other, its))) if key.eq(other) && val.eq(its) => {}
                _ => return false,
            }
        }
    }

    /// Returns whether two trees are the same.
    pub fn same(&self, other: &Tree) -> bool {
        match (self.root(), other.root()) {
            (None, None) => true,
            (Some(one), Some(two)) => {
                one.key.eq(two.key)
                    && one.val.eq(two.val)
                    && one.left.same(&two.left)
                    && one.right.same(&two.right)
            }
            _ => false,
        }
    }
}

/// The pairs of a tree in its order.
struct Pairs(Vec<Branch>);

impl Pairs {
    fn of(tree: &Tree) -> Pairs {
        let mut pairs = Pairs(Vec::new());
        pairs.enter(tree);
        pairs
    }

    fn enter(&mut self, tree: &Tree) {
        let mut next = tree.root();
        while let Some(branch) = next {
            next = branch.left.root();
            self.0.push(branch);
        }
    }
}

impl Iterator for Pairs {
    type Item = (Lazy<Key>, Lazy<Val>);

    fn next(&mut self) -> Option<Self::Item> {
        let branch = self.0.pop()?;
        self.enter(&branch.right);
        Some((branch.key, branch.val))
    }
}
