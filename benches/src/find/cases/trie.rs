//! A trie over lists of any symbols, with labels of several symbols at its edges.

use std::collections::BTreeSet;

use everycase::lazy::Atom;

use super::steps::Step;
use super::{Case, case, generic_case};

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    LosesKeyAtSplit,
    JoinsOverAKey,
    LongestWithoutAKey,
}

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("key-at-a-split-is-lost", Mistake::LosesKeyAtSplit, keys_are_found, || {
            vec!["ab".to_owned(), "a".to_owned()]
        }),
        case("edges-join-over-a-key", Mistake::JoinsOverAKey, trie_is_a_set, || {
            let key = str::to_owned;
            vec![
                Step::Insert(key("a")),
                Step::Insert(key("ab")),
                Step::Insert(key("ac")),
                Step::Remove(key("ac")),
            ]
        }),
        generic_case(
            "longest-prefix-without-a-key",
            Mistake::LongestWithoutAKey,
            longest_is_a_key::<bool>,
            longest_is_a_key::<Atom<0>>,
            || (vec![vec![true, true], vec![true, false]], vec![true]),
        ),
    ]
}

/// A trie: whether a key ends here, and what its keys go on with.
struct Trie<S> {
    mistake: Mistake,
    is_key: bool,
    edges: Vec<(Vec<S>, Trie<S>)>,
}

/// Returns how many symbols two lists begin with in common.
fn common<S: PartialEq>(a: &[S], b: &[S]) -> usize {
    a.iter().zip(b).take_while(|(x, y)| x == y).count()
}

impl<S: PartialEq + Clone> Trie<S> {
    fn new(mistake: Mistake) -> Trie<S> {
        Trie { mistake, is_key: false, edges: Vec::new() }
    }

    fn insert(&mut self, key: &[S]) {
        if key.is_empty() {
            self.is_key = true;
            return;
        }
        let mistake = self.mistake;
        let Some((label, below)) = self.edges.iter_mut().find(|(label, _)| common(label, key) > 0) else {
            self.edges.push((key.to_vec(), Trie { is_key: true, ..Trie::new(mistake) }));
            return;
        };
        let shared = common(label, key);
        if shared < label.len() {
            let rest = label.split_off(shared);
            let old = std::mem::replace(below, Trie::new(mistake));
            below.edges.push((rest, old));
            if shared == key.len() && mistake == Mistake::LosesKeyAtSplit {
                return;
            }
        }
        below.insert(&key[shared..]);
    }

    fn remove(&mut self, key: &[S]) {
        if key.is_empty() {
            self.is_key = false;
            return;
        }
        let mistake = self.mistake;
        let Some(at) = self.edges.iter().position(|(label, _)| key.starts_with(label)) else { return };
        let (label, below) = &mut self.edges[at];
        below.remove(&key[label.len()..]);
        let is_inner = !below.is_key || mistake == Mistake::JoinsOverAKey;
        if !below.is_key && below.edges.is_empty() {
            self.edges.remove(at);
        } else if is_inner && below.edges.len() == 1 {
            let (rest, end) = below.edges.remove(0);
            label.extend(rest);
            *below = end;
        }
    }

    fn contains(&self, key: &[S]) -> bool {
        if key.is_empty() {
            return self.is_key;
        }
        let edge = self.edges.iter().find(|(label, _)| key.starts_with(label));
        edge.is_some_and(|(label, below)| below.contains(&key[label.len()..]))
    }

    /// Returns the length of the longest key that a list begins with.
    fn longest(&self, list: &[S]) -> Option<usize> {
        let edge = self.edges.iter().find(|(label, _)| list.starts_with(label));
        let below = edge.and_then(|(label, below)| Some(label.len() + below.longest(&list[label.len()..])?));
        let ends = self.is_key || (self.mistake == Mistake::LongestWithoutAKey && self.edges.len() > 1);
        below.or(ends.then_some(0))
    }
}

fn symbols(key: &str) -> Vec<char> {
    key.chars().collect()
}

fn keys_are_found(m: Mistake, keys: &Vec<String>) -> bool {
    let mut trie = Trie::new(m);
    for key in keys {
        trie.insert(&symbols(key));
    }
    keys.iter().all(|key| trie.contains(&symbols(key)))
}

fn trie_is_a_set(m: Mistake, steps: &Vec<Step<String>>) -> bool {
    let (mut trie, mut set) = (Trie::new(m), BTreeSet::new());
    for step in steps {
        match step {
            Step::Insert(key) => {
                trie.insert(&symbols(key));
                set.insert(key);
            }
            Step::Remove(key) => {
                if set.remove(key) {
                    trie.remove(&symbols(key));
                }
            }
        }
    }
    steps
        .iter()
        .all(|(Step::Insert(key) | Step::Remove(key))| trie.contains(&symbols(key)) == set.contains(key))
}

fn longest_is_a_key<S: PartialEq + Clone>(m: Mistake, (keys, list): &(Vec<Vec<S>>, Vec<S>)) -> bool {
    let mut trie = Trie::new(m);
    for key in keys {
        trie.insert(key);
    }
    let expected = keys.iter().filter(|key| list.starts_with(key)).map(Vec::len).max();
    trie.longest(list) == expected
}
