//! The derivations that a predicate has refuted, by the decisions that led to them.
//!
//! There can be several tries, one for each continuation. A branch stores the number of refuted
//! derivations behind it. Behind most branches there is a single refutation. It is stored as a
//! *tail*, the list of its options, and only the part that another refutation shares is turned into
//! branches.

use crate::lazy::budget::Weight;

/// Tries of decisions; each decision has a branch for every option.
pub(crate) struct Refutations<W> {
    /// The branches of a decision stand side by side.
    branches: Vec<Branch<W>>,
    /// Lengths, each followed by that many options.
    tails: Vec<u32>,
    /// For each trie the number of refuted derivations, and the first decision.
    roots: Vec<Branch<W>>,
}

/// The index of a trie; the first one always exists.
pub(crate) type Root = u32;

#[derive(Clone, Copy)]
struct Branch<W> {
    refuted: W,
    /// What follows: `NOTHING`, the first branch of a decision or, with the `TAIL` bit, an index of
    /// the tails.
    next: u32,
}

/// The location of a branch.
#[derive(Clone, Copy)]
enum Place {
    Root(Root),
    Branch(usize),
}

const NOTHING: u32 = u32::MAX;
const TAIL: u32 = 1 << 31;

/// What is known about a decision.
#[derive(Clone, Copy)]
pub(crate) enum Knowledge<W> {
    /// Nothing behind it is refuted.
    Nothing,
    /// The index of its first branch.
    Branches(u32),
    /// Refutations only behind one option, the first of a tail of `left` options.
    Tail { at: u32, left: u32, refuted: W },
}

/// A decision with a choice.
#[derive(Clone, Copy)]
pub(crate) struct Turn<W> {
    pub(crate) options: u32,
    pub(crate) taken: u32,
    /// The number of derivations with this option, including refuted ones.
    pub(crate) weight: W,
}

impl<W: Weight> Branch<W> {
    /// Returns a branch behind which nothing is known.
    fn new() -> Self {
        Self { refuted: W::ZERO, next: NOTHING }
    }
}

impl<W: Weight> Refutations<W> {
    pub(crate) fn new() -> Self {
        Self { branches: Vec::new(), tails: Vec::new(), roots: vec![Branch::new()] }
    }

    /// Adds a trie without refutations. Returns its index.
    pub(crate) fn root(&mut self) -> Root {
        self.roots.push(Branch::new());
        self.roots.len() as u32 - 1
    }

    /// Returns the number of refuted derivations of a trie.
    pub(crate) fn all_refuted(&self, root: Root) -> W {
        self.roots[root as usize].refuted
    }

    /// Returns what is known about the first decision of a trie.
    pub(crate) fn first(&self, root: Root) -> Knowledge<W> {
        self.behind(self.roots[root as usize])
    }

    #[inline]
    fn behind(&self, branch: Branch<W>) -> Knowledge<W> {
        if branch.next == NOTHING {
            Knowledge::Nothing
        } else if branch.next & TAIL == 0 {
            Knowledge::Branches(branch.next)
        } else {
            let at = branch.next & !TAIL;
            Knowledge::Tail { at: at + 1, left: self.tails[at as usize], refuted: branch.refuted }
        }
    }

    /// Returns the number of refuted derivations behind an option of a decision.
    #[inline]
    pub(crate) fn refuted(&self, known: Knowledge<W>, option: u32) -> W {
        match known {
            Knowledge::Branches(first) => self.branches[(first + option) as usize].refuted,
            Knowledge::Tail { at, refuted, .. } if self.tails[at as usize] == option => refuted,
            Knowledge::Nothing | Knowledge::Tail { .. } => W::ZERO,
        }
    }

    /// Returns what is known about the decision behind an option that is not completely refuted.
    #[inline]
    pub(crate) fn after(&self, known: Knowledge<W>, option: u32) -> Knowledge<W> {
        match known {
            Knowledge::Branches(first) => self.behind(self.branches[(first + option) as usize]),
            Knowledge::Tail { at, left, refuted } if left > 1 && self.tails[at as usize] == option => {
                Knowledge::Tail { at: at + 1, left: left - 1, refuted }
            }
            Knowledge::Nothing | Knowledge::Tail { .. } => Knowledge::Nothing,
        }
    }

    /// Refutes `amount` derivations behind a path of a trie.
    pub(crate) fn refute(&mut self, root: Root, path: &[Turn<W>], amount: W) {
        let all = &mut self.roots[root as usize];
        all.refuted = all.refuted.plus(amount);
        // The branch that leads to the next decision.
        let mut from = Place::Root(root);
        for (i, step) in path.iter().enumerate() {
            let next = self.branch(from).next;
            if next == NOTHING {
                let tail = self.tail(&path[i..], amount);
                self.branch_mut(from).next = tail;
                return;
            }
            let first = if next & TAIL == 0 { next } else { self.spell_out(from, step.options, amount) };
            let at = (first + step.taken) as usize;
            let branch = &mut self.branches[at];
            branch.refuted = branch.refuted.plus(amount);
            if branch.refuted == step.weight {
                // All derivations here are refuted, so no draw needs the decisions behind.
                return;
            }
            from = Place::Branch(at);
        }
    }

    fn branch(&self, at: Place) -> Branch<W> {
        match at {
            Place::Root(root) => self.roots[root as usize],
            Place::Branch(at) => self.branches[at],
        }
    }

    fn branch_mut(&mut self, at: Place) -> &mut Branch<W> {
        match at {
            Place::Root(root) => &mut self.roots[root as usize],
            Place::Branch(at) => &mut self.branches[at],
        }
    }

    /// Adds a path as a tail, down to the first decision behind which all is refuted. Returns its
    /// index, with the `TAIL` bit.
    fn tail(&mut self, path: &[Turn<W>], amount: W) -> u32 {
        let len = path.iter().position(|step| step.weight == amount).map_or(path.len(), |last| last + 1);
        let at = self.tails.len() as u32;
        self.tails.push(len as u32);
        self.tails.extend(path[..len].iter().map(|step| step.taken));
        at | TAIL
    }

    /// Turns the first option of the tail behind a branch into branches. The count of the branch
    /// already includes `added`. Returns the index of the first new branch.
    fn spell_out(&mut self, from: Place, options: u32, added: W) -> u32 {
        let Branch { refuted, next } = self.branch(from);
        let at = (next & !TAIL) as usize;
        let (len, option) = (self.tails[at], self.tails[at + 1]);
        let first = self.branches.len() as u32;
        self.branches.resize(first as usize + options as usize, Branch::new());
        let mut rest = NOTHING;
        if len > 1 {
            // The rest of the tail stays in place; its new length replaces its first option.
            self.tails[at + 1] = len - 1;
            rest = (at as u32 + 1) | TAIL;
        }
        self.branches[first as usize + option as usize] =
            Branch { refuted: refuted.minus(added), next: rest };
        self.branch_mut(from).next = first;
        first
    }

    /// Returns the memory in use, in bytes.
    pub(crate) fn memory(&self) -> usize {
        (self.branches.len() + self.roots.len()) * size_of::<Branch<W>>()
            + self.tails.len() * size_of::<u32>()
    }
}
