//! What a predicate has refuted, by the decisions that led there.
//!
//! There may be several tries, for what is left after different beginnings. A branch knows how many derivations are
//! refuted behind it. Behind most branches there is a single refutation: it is
//! kept as a tail, the options it took one after the other, and spelt out only as far as another one shares it.

use crate::lazy::budget::Weight;

/// Tries of decisions; each decision has a branch for every option.
pub(crate) struct Refutations<W> {
    /// The branches of a decision stand side by side.
    branches: Vec<Branch<W>>,
    /// Lengths, each followed by that many options.
    tails: Vec<u32>,
    /// For each trie all that is refuted, and what the first decision is.
    roots: Vec<Branch<W>>,
}

/// The number of a trie; the first one is there from the beginning.
pub(crate) type Root = u32;

#[derive(Clone, Copy)]
struct Branch<W> {
    refuted: W,
    /// What follows: `NOTHING`, the first branch of a decision or, with the `TAIL` bit, a place in the tails.
    next: u32,
}

/// Where a branch stands.
#[derive(Clone, Copy)]
enum Place {
    Root(Root),
    Branch(usize),
}

const NOTHING: u32 = u32::MAX;
const TAIL: u32 = 1 << 31;

/// What is known of a decision.
#[derive(Clone, Copy)]
pub(crate) enum Decided<W> {
    /// Nothing behind it is refuted.
    Nothing,
    /// Its branches begin here.
    Branches(u32),
    /// The number refuted behind one option, the first of a tail.
    Tail { at: u32, left: u32, refuted: W },
}

/// A decision with a choice.
#[derive(Clone, Copy)]
pub(crate) struct Turn<W> {
    pub(crate) options: u32,
    pub(crate) taken: u32,
    /// How many derivations take the option, refuted ones too.
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

    /// Another trie, of which nothing is refuted.
    pub(crate) fn root(&mut self) -> Root {
        self.roots.push(Branch::new());
        self.roots.len() as u32 - 1
    }

    /// Returns how many derivations of a trie are refuted.
    pub(crate) fn all_refuted(&self, root: Root) -> W {
        self.roots[root as usize].refuted
    }

    /// Returns what is known of the first decision of a trie.
    pub(crate) fn first(&self, root: Root) -> Decided<W> {
        self.behind(self.roots[root as usize])
    }

    #[inline]
    fn behind(&self, branch: Branch<W>) -> Decided<W> {
        if branch.next == NOTHING {
            Decided::Nothing
        } else if branch.next & TAIL == 0 {
            Decided::Branches(branch.next)
        } else {
            let at = branch.next & !TAIL;
            Decided::Tail { at: at + 1, left: self.tails[at as usize], refuted: branch.refuted }
        }
    }

    /// Returns how many derivations are refuted behind an option of a decision.
    #[inline]
    pub(crate) fn refuted(&self, known: Decided<W>, option: u32) -> W {
        match known {
            Decided::Branches(first) => self.branches[(first + option) as usize].refuted,
            Decided::Tail { at, refuted, .. } if self.tails[at as usize] == option => refuted,
            Decided::Nothing | Decided::Tail { .. } => W::ZERO,
        }
    }

    /// What is known of the decision behind an option, of which not all is refuted.
    #[inline]
    pub(crate) fn after(&self, known: Decided<W>, option: u32) -> Decided<W> {
        match known {
            Decided::Branches(first) => self.behind(self.branches[(first + option) as usize]),
            Decided::Tail { at, left, refuted } if left > 1 && self.tails[at as usize] == option => {
                Decided::Tail { at: at + 1, left: left - 1, refuted }
            }
            Decided::Nothing | Decided::Tail { .. } => Decided::Nothing,
        }
    }

    /// Refutes a number of derivations behind a path of a trie.
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
                // Nothing is left here: what lies behind it is of no use.
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

    /// Keeps a path down to the first decision behind which all is refuted.
    fn tail(&mut self, path: &[Turn<W>], amount: W) -> u32 {
        let len = path.iter().position(|step| step.weight == amount).map_or(path.len(), |last| last + 1);
        let at = self.tails.len() as u32;
        self.tails.push(len as u32);
        self.tails.extend(path[..len].iter().map(|step| step.taken));
        at | TAIL
    }

    /// Turns the first option of the tail behind a branch, to which `added` has just been added, into branches.
    fn spell_out(&mut self, from: Place, options: u32, added: W) -> u32 {
        let Branch { refuted, next } = self.branch(from);
        let at = (next & !TAIL) as usize;
        let (len, option) = (self.tails[at], self.tails[at + 1]);
        let first = self.branches.len() as u32;
        self.branches.resize(first as usize + options as usize, Branch::new());
        let mut rest = NOTHING;
        if len > 1 {
            // What is left of a tail stands where its first option stood, behind its new length.
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
