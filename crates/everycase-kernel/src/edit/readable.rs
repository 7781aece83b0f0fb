//! Derivations that people read more easily: letters in place of other characters, and other
//! decisions in place of parts that are chosen by the caller.
//!
//! They may be larger than the derivation they replace.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::parts::{Edit, Parts, preorder};
use crate::derivation::{At, Derivation};
use crate::derivations::Derivations;
use crate::error::SpaceError;
use crate::sorted::SortedMap;

/// The largest number of equal parts that are replaced one by one.
const FEW: usize = 64;

/// The letters that replace other characters.
const LETTERS: std::ops::RangeInclusive<u8> = b'a'..=b'z';

/// Characters of two, three and four bytes that most people can read. They replace others beyond
/// ASCII where no letter does.
const FAMILIAR: [char; 3] = ['é', '中', '😀'];

/// Returns whether a derivation fails, or stops.
type Fails<'f> = dyn FnMut(&Derivation) -> ControlFlow<(), bool> + 'f;

impl Derivations {
    /// Replaces characters of a failing derivation that are neither letters nor digits by letters
    /// as long as it fails: first all of them in alphabetical order, which keeps their order, then
    /// the equal ones together, then each of a few alone. Characters beyond ASCII that no letter
    /// can replace become one of a few familiar ones.
    ///
    /// # Errors
    /// If the derivation is of another shape.
    pub fn with_letters(
        &self,
        start: &Derivation,
        mut fails: impl FnMut(&Derivation) -> ControlFlow<(), bool>,
    ) -> Result<Derivation, SpaceError> {
        let mut readable = Readable::new(self, start)?;
        let other = readable.others();
        if other.is_empty() {
            return Ok(readable.best);
        }
        let is_used = |letter: u128| readable.characters().any(|(_, character)| character == letter);
        let free: Vec<u128> = LETTERS.map(u128::from).filter(|&letter| !is_used(letter)).collect();
        let words = |readable: &Readable<'_>, part, letter| (part, readable.parts.leaf_words(part, letter));
        if other.len() <= free.len() {
            let all = other.values().zip(&free);
            let all =
                all.flat_map(|(parts, letter)| parts.iter().map(|&part| words(&readable, part, *letter)));
            match readable.replaced(all.collect::<Vec<_>>(), &mut fails)? {
                ControlFlow::Continue(false) => {}
                ControlFlow::Continue(true) | ControlFlow::Break(()) => return Ok(readable.best),
            }
        }
        let mut free = free.into_iter();
        for (&character, parts) in other.iter() {
            let is_there = |other: u128| readable.characters().any(|(_, character)| character == other);
            let familiar = FAMILIAR.map(|character| u128::from(u32::from(character)));
            let is_wanted = character > 0x7f && !familiar.contains(&character);
            let familiar = familiar.into_iter().filter(|&other| is_wanted && !is_there(other));
            let others = free.next().into_iter().chain(familiar);
            let others: Vec<_> = others.map(|other| words(&readable, parts[0], other).1).collect();
            if readable.each(parts, &others, &mut fails)?.is_break() {
                break;
            }
        }
        Ok(readable.best)
    }

    /// Returns the characters of a derivation, in their order.
    ///
    /// # Errors
    /// If the derivation is of another shape.
    #[inline]
    pub fn characters(&self, of: &Derivation) -> Result<Vec<u128>, SpaceError> {
        Ok(Readable::new(self, of)?.characters().map(|(_, character)| character).collect())
    }

    /// Replaces each character that has another one by it, everywhere. Returns the derivation as it
    /// is if a character would be out of its range.
    ///
    /// # Errors
    /// If the derivation is of another shape.
    pub fn with_characters(
        &self,
        start: &Derivation,
        other: impl Fn(u128) -> Option<u128>,
    ) -> Result<Derivation, SpaceError> {
        let mut readable = Readable::new(self, start)?;
        let parts = readable.characters().filter_map(|(part, character)| {
            other(character).map(|other| (part, readable.parts.leaf_words(part, other)))
        });
        let parts: Vec<_> = parts.collect();
        let _ = readable.replaced(parts, &mut |_| ControlFlow::Continue(true))?;
        Ok(readable.best)
    }

    /// Replaces parts of a failing derivation by the first of several other words for which it
    /// fails: the equal parts together, then each of a few alone. `words` returns the other
    /// words of a position; all must be derivations of its node.
    ///
    /// # Errors
    /// If the derivation is of another shape.
    pub fn with_words(
        &self,
        start: &Derivation,
        words: impl Fn(At<'_>) -> Vec<Vec<u64>>,
        mut fails: impl FnMut(&Derivation) -> ControlFlow<(), bool>,
    ) -> Result<Derivation, SpaceError> {
        let mut readable = Readable::new(self, start)?;
        let mut done = HashSet::new();
        while let Some((equal, words)) = readable.next_class(&words, &mut done) {
            // Those words are not replaced again.
            done.extend(words.iter().cloned());
            if readable.each(&equal, &words, &mut fails)?.is_break() {
                break;
            }
        }
        Ok(readable.best)
    }
}

impl Derivation {
    /// Returns the size of the value without the parts that are left out, each as a whole.
    pub fn size_without(&self, is_left_out: impl Fn(At<'_>) -> bool) -> u32 {
        let sizes = self.sizes();
        let mut size = sizes[0];
        let mut out = vec![false; sizes.len()];
        for (at, (pos, parent)) in preorder(self).into_iter().enumerate() {
            out[at] = match parent {
                Some(parent) if out[parent] => true,
                _ if is_left_out(self.at(pos)) => {
                    size -= sizes[pos as usize];
                    true
                }
                _ => false,
            };
        }
        size
    }
}

/// A failing derivation with parts that are replaced.
struct Readable<'d> {
    all: &'d Derivations,
    best: Derivation,
    parts: Parts,
}

impl<'d> Readable<'d> {
    fn new(all: &'d Derivations, start: &Derivation) -> Result<Self, SpaceError> {
        let (tables, best) = all.located(start, 0)?;
        let parts = Parts::new(&tables, &best);
        Ok(Self { all, best, parts })
    }

    /// Returns the characters, each with its part.
    fn characters(&self) -> impl Iterator<Item = (usize, u128)> {
        let parts = self.parts.all.iter().enumerate();
        parts
            .filter(|&(part, _)| self.parts.leaf(part).is_some_and(|leaf| leaf.range().is_chars()))
            .map(|(part, own)| (part, own.value))
    }

    /// Returns the characters that are neither letters nor digits, each with its parts.
    fn others(&self) -> SortedMap<u128, Vec<usize>> {
        let mut all: SortedMap<u128, Vec<usize>> = SortedMap::default();
        for (part, character) in self.characters() {
            if !u8::try_from(character).is_ok_and(|byte| byte.is_ascii_alphanumeric()) {
                all.or_default(character).push(part);
            }
        }
        all
    }

    /// Returns the equal parts of the first class that has other words and is not done, and these
    /// words.
    fn next_class(
        &self,
        words: &impl Fn(At<'_>) -> Vec<Vec<u64>>,
        done: &mut HashSet<Vec<u64>>,
    ) -> Option<(Vec<usize>, Vec<Vec<u64>>)> {
        let (first, others) = preorder(&self.best).into_iter().enumerate().find_map(|(part, (pos, _))| {
            let others = words(self.best.at(pos));
            (!others.is_empty() && done.insert(self.parts.words_of(part))).then_some((part, others))
        })?;
        let node = self.parts.all[first].node;
        let is_equal =
            |&part: &usize| self.parts.all[part].node == node && self.words(part) == self.words(first);
        Some(((first..self.parts.all.len()).filter(is_equal).collect(), others))
    }

    fn words(&self, part: usize) -> &[u64] {
        &self.parts.words[self.parts.all[part].words.clone()]
    }

    /// Replaces equal parts by the first of these words for which the derivation fails: all of
    /// them, or if that does not fail each of a few.
    fn each(
        &mut self,
        equal: &[usize],
        words: &[Vec<u64>],
        fails: &mut Fails<'_>,
    ) -> Result<ControlFlow<()>, SpaceError> {
        let mut first = |own: &mut Self, parts: &[usize]| -> Result<_, SpaceError> {
            for words in words {
                match own.replaced(parts.iter().map(|&part| (part, words.clone())), fails)? {
                    ControlFlow::Continue(false) => {}
                    ended => return Ok(ended),
                }
            }
            Ok(ControlFlow::Continue(false))
        };
        let mut ended = first(self, equal)?;
        if ended == ControlFlow::Continue(false) && (2..=FEW).contains(&equal.len()) {
            // The numbers of the parts before one that is replaced do not change.
            for part in equal.iter().rev() {
                ended = first(self, std::slice::from_ref(part))?;
                if ended.is_break() {
                    break;
                }
            }
        }
        Ok(ended.map_continue(|_| ()))
    }

    /// Replaces parts by words if the derivation fails with them.
    fn replaced(
        &mut self,
        parts: impl IntoIterator<Item = (usize, Vec<u64>)>,
        fails: &mut Fails<'_>,
    ) -> Result<ControlFlow<(), bool>, SpaceError> {
        let edit: Edit = self.parts.replace(parts);
        let Ok(candidate) = self.all.parse(&self.parts.edited(&edit)) else {
            return Ok(ControlFlow::Continue(false));
        };
        let ended = fails(&candidate);
        if ended == ControlFlow::Continue(true) {
            *self = Self::new(self.all, &candidate)?;
        }
        Ok(ended)
    }
}
