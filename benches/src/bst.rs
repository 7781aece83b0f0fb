//! A binary search tree with one planted bug at a time: the eight bugs of Hughes' "How to Specify It!", written afresh
//! from their descriptions.

use std::cmp::Ordering::{Equal, Greater, Less};
use std::fmt;

use arbitrary::Arbitrary;
use bolero_generator::TypeGenerator;
use everycase::Enumerable;

/// Keys: machine integers, as in the original.
pub type Key = i32;
/// Values.
pub type Val = i32;

/// A tree, ordered or not: what a type-based generator makes is any tree.
#[allow(missing_docs)]
#[derive(Debug, Clone, PartialEq, Eq, Arbitrary, TypeGenerator, Enumerable)]
pub enum Bst {
    Leaf,
    Branch(Box<Bst>, Key, Val, Box<Bst>),
}

pub use Bst::{Branch, Leaf};

/// Which operation is wrong, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bug {
    /// All operations are right.
    None,
    /// 1: insert forgets the tree.
    InsertForgets,
    /// 2: insert adds a key that is there a second time.
    InsertDuplicates,
    /// 3: insert leaves a key that is there as it was.
    InsertKeeps,
    /// 4: delete gives back only the part below the deleted key.
    DeleteDropsAbove,
    /// 5: delete looks for a key on the wrong side.
    DeleteReversed,
    /// 6: union takes all keys of the first for smaller than those of the second.
    UnionConcatenates,
    /// 7: union takes all keys of the first for smaller than the second's root when its root is.
    UnionTrustsRoots,
    /// 8: union is right but for the priority of the first tree's values.
    UnionLosesPriority,
}

/// The bugs in the order of their published numbers.
pub const BUGS: [Bug; 8] = [
    Bug::InsertForgets,
    Bug::InsertDuplicates,
    Bug::InsertKeeps,
    Bug::DeleteDropsAbove,
    Bug::DeleteReversed,
    Bug::UnionConcatenates,
    Bug::UnionTrustsRoots,
    Bug::UnionLosesPriority,
];

/// An operation a law may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// `insert`
    Insert,
    /// `delete`
    Delete,
    /// `union`
    Union,
}

impl Bug {
    /// Returns the operation that is wrong.
    pub fn operation(self) -> Option<Operation> {
        match self {
            Bug::None => None,
            Bug::InsertForgets | Bug::InsertDuplicates | Bug::InsertKeeps => Some(Operation::Insert),
            Bug::DeleteDropsAbove | Bug::DeleteReversed => Some(Operation::Delete),
            Bug::UnionConcatenates | Bug::UnionTrustsRoots | Bug::UnionLosesPriority => {
                Some(Operation::Union)
            }
        }
    }

    /// 1 to 8; 0 for none.
    pub fn number(self) -> usize {
        BUGS.iter().position(|bug| *bug == self).map_or(0, |index| index + 1)
    }
}

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bug {}", self.number())
    }
}

fn branch(left: Bst, key: Key, val: Val, right: Bst) -> Bst {
    Branch(Box::new(left), key, val, Box::new(right))
}

impl Bst {
    /// Returns the value at a key.
    pub fn find(&self, wanted: Key) -> Option<Val> {
        match self {
            Leaf => None,
            Branch(left, key, val, right) => match wanted.cmp(key) {
                Less => left.find(wanted),
                Equal => Some(*val),
                Greater => right.find(wanted),
            },
        }
    }

    /// Pairs in the order of the tree.
    pub fn to_list(&self) -> Vec<(Key, Val)> {
        fn walk(tree: &Bst, pairs: &mut Vec<(Key, Val)>) {
            if let Branch(left, key, val, right) = tree {
                walk(left, pairs);
                pairs.push((*key, *val));
                walk(right, pairs);
            }
        }
        let mut pairs = Vec::new();
        walk(self, &mut pairs);
        pairs
    }

    /// Pairs such that inserting them in turn into nothing gives this tree.
    pub fn insertions(&self) -> Vec<(Key, Val)> {
        fn walk(tree: &Bst, pairs: &mut Vec<(Key, Val)>) {
            if let Branch(left, key, val, right) = tree {
                pairs.push((*key, *val));
                walk(left, pairs);
                walk(right, pairs);
            }
        }
        let mut pairs = Vec::new();
        walk(self, &mut pairs);
        pairs
    }

    /// Returns the number of keys.
    pub fn size(&self) -> usize {
        match self {
            Leaf => 0,
            Branch(left, _, _, right) => left.size() + 1 + right.size(),
        }
    }

    /// Returns whether keys rise from left to right.
    pub fn is_valid(&self) -> bool {
        fn between(tree: &Bst, above: Option<Key>, below: Option<Key>) -> bool {
            match tree {
                Leaf => true,
                Branch(left, key, _, right) => {
                    above.is_none_or(|bound| bound < *key)
                        && below.is_none_or(|bound| *key < bound)
                        && between(left, above, Some(*key))
                        && between(right, Some(*key), below)
                }
            }
        }
        between(self, None, None)
    }

    /// Returns whether two trees hold the same pairs.
    pub fn equivalent(&self, other: &Bst) -> bool {
        self.to_list() == other.to_list()
    }

    /// Returns the part with keys less than `bound`.
    fn below(&self, bound: Key) -> Bst {
        match self {
            Leaf => Leaf,
            Branch(left, key, _, _) if bound <= *key => left.below(bound),
            Branch(left, key, val, right) => Branch(left.clone(), *key, *val, Box::new(right.below(bound))),
        }
    }

    /// Returns the part with keys greater than `bound`.
    fn above(&self, bound: Key) -> Bst {
        match self {
            Leaf => Leaf,
            Branch(_, key, _, right) if *key <= bound => right.above(bound),
            Branch(left, key, val, right) => Branch(Box::new(left.above(bound)), *key, *val, right.clone()),
        }
    }

    /// Returns one tree of two whose keys do not interleave.
    fn join(&self, later: &Bst) -> Bst {
        match (self, later) {
            (Leaf, tree) | (tree, Leaf) => tree.clone(),
            (Branch(a, k, v, b), Branch(c, l, w, d)) => {
                Branch(a.clone(), *k, *v, Box::new(Branch(Box::new(b.join(c)), *l, *w, d.clone())))
            }
        }
    }
}

impl Bug {
    /// `tree` with `val` at `key`.
    pub fn insert(self, wanted: Key, new: Val, tree: &Bst) -> Bst {
        let Branch(left, key, val, right) = tree else {
            return branch(Leaf, wanted, new, Leaf);
        };
        match (self, wanted.cmp(key)) {
            (Bug::InsertForgets, _) => branch(Leaf, wanted, new, Leaf),
            (Bug::InsertDuplicates, Equal) | (_, Greater) => {
                Branch(left.clone(), *key, *val, Box::new(self.insert(wanted, new, right)))
            }
            (Bug::InsertKeeps, Equal) => tree.clone(),
            (_, Less) => Branch(Box::new(self.insert(wanted, new, left)), *key, *val, right.clone()),
            (_, Equal) => Branch(left.clone(), wanted, new, right.clone()),
        }
    }

    /// `tree` without `key`.
    pub fn delete(self, wanted: Key, tree: &Bst) -> Bst {
        let Branch(left, key, val, right) = tree else { return Leaf };
        let order = wanted.cmp(key);
        let side = if self == Bug::DeleteReversed { order.reverse() } else { order };
        match (self, side) {
            (_, Equal) => left.join(right),
            (Bug::DeleteDropsAbove, Less) => self.delete(wanted, left),
            (Bug::DeleteDropsAbove, Greater) => self.delete(wanted, right),
            (_, Less) => Branch(Box::new(self.delete(wanted, left)), *key, *val, right.clone()),
            (_, Greater) => Branch(left.clone(), *key, *val, Box::new(self.delete(wanted, right))),
        }
    }

    /// Returns the pairs of both trees; where a key is in both, the first one's value.
    pub fn union(self, first: &Bst, second: &Bst) -> Bst {
        let (Branch(a, k, v, b), Branch(c, l, w, d)) = (first, second) else {
            return if *first == Leaf { second.clone() } else { first.clone() };
        };
        let chain = || branch((**a).clone(), *k, *v, branch(self.union(b, c), *l, *w, (**d).clone()));
        match (self, k.cmp(l)) {
            (Bug::UnionConcatenates, _) | (Bug::UnionTrustsRoots, Less) => chain(),
            (Bug::UnionTrustsRoots | Bug::UnionLosesPriority, Equal) => {
                branch(self.union(a, c), *k, *v, self.union(b, d))
            }
            (Bug::UnionTrustsRoots | Bug::UnionLosesPriority, Greater) => self.union(second, first),
            (Bug::UnionLosesPriority, Less) => {
                let rest = branch(c.above(*k), *l, *w, (**d).clone());
                branch(self.union(a, &c.below(*k)), *k, *v, self.union(b, &rest))
            }
            _ => branch(self.union(a, &second.below(*k)), *k, *v, self.union(b, &second.above(*k))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(keys: &[Key]) -> Bst {
        keys.iter().fold(Leaf, |tree, key| Bug::None.insert(*key, 10 * key, &tree))
    }

    #[test]
    fn without_a_bug_the_operations_agree_with_sorted_lists() {
        let (first, second) = (of(&[5, 2, 8, 1, 9]), of(&[4, 8, 0, 3]));
        let keys = |tree: &Bst| tree.to_list().into_iter().map(|(key, _)| key).collect::<Vec<_>>();
        assert_eq!(keys(&Bug::None.union(&first, &second)), [0, 1, 2, 3, 4, 5, 8, 9]);
        assert_eq!(keys(&Bug::None.delete(5, &first)), [1, 2, 8, 9]);
        assert!(Bug::None.union(&first, &second).is_valid());
    }

    #[test]
    fn every_bug_names_the_operation_it_is_in() {
        assert!(BUGS.iter().all(|bug| bug.operation().is_some()));
        assert_eq!(BUGS.map(Bug::number), [1, 2, 3, 4, 5, 6, 7, 8]);
    }
}
