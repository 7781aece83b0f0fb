//! Candidates in another order: sorted or exchanged parts.

use super::candidates::Candidates;
use crate::edit::parts::Edit;
use crate::sorted::sort_by_key;

impl Candidates {
    /// Returns edits that exchange part `i` with a part that has smaller decisions: one that is 1,
    /// 2, 4, ... further on at its level, or the next one of minimal size, which moves a subtree
    /// back or joins two lists. If part `i` is the first at its level, the first edit sorts the
    /// whole level.
    pub(super) fn reordered(&self, i: usize) -> Vec<Edit> {
        let part = &self.parts.all[i];
        let level = &self.levels[&(part.node, part.nesting)];
        let own = level.partition_point(|&other| other < i);
        let mut edits = Vec::new();
        if own == 0 && !level.is_sorted_by_key(|&part| self.decisions(part)) {
            let mut sorted = level.clone();
            sort_by_key(&mut sorted, |&part| self.decisions(part));
            edits.push(self.permuted(level, &sorted));
        }
        let distances = std::iter::successors(Some(1usize), |distance| distance.checked_mul(2));
        let further = distances.map_while(|distance| level.get(own + distance).copied());
        let smallest = (part.last..self.parts.all.len()).find(|&other| {
            let other = &self.parts.all[other];
            other.node == part.node && Some(other.size) == self.parts.tables.smallest().node(part.node)
        });
        let exchanged = further.chain(smallest).filter(|&other| self.decisions(other) < self.decisions(i));
        edits.extend(exchanged.map(|other| self.permuted(&[i, other], &[other, i])));
        edits
    }

    /// Returns an edit that puts a part in each of these places.
    fn permuted(&self, places: &[usize], parts: &[usize]) -> Edit {
        self.parts.replace(places.iter().zip(parts).map(|(&place, &part)| (place, self.parts.words_of(part))))
    }
}
