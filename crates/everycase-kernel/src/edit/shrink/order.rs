//! Candidates in another order: parts sorted, parts exchanged.

use super::parts::{Edit, Parts};

impl Parts {
    /// Part `i` exchanged with a later one that has the smaller decisions: one, two, four, ... further on at its level;
    /// and with the next one that is as small as can be, which moves a subtree back or joins two lists. If it is the
    /// first at its level, all of them sorted, first of all.
    pub(super) fn reordered(&self, i: usize) -> Vec<Edit> {
        let part = &self.all[i];
        let level = &self.levels[&(part.node, part.nesting)];
        let own = level.partition_point(|&other| other < i);
        let mut edits = Vec::new();
        if own == 0 && !level.is_sorted_by_key(|&part| self.decisions(part)) {
            let mut sorted = level.clone();
            sorted.sort_by_key(|&part| self.decisions(part));
            edits.push(self.permuted(level, &sorted));
        }
        let distances = std::iter::successors(Some(1usize), |distance| distance.checked_mul(2));
        let further = distances.map_while(|distance| level.get(own + distance).copied());
        let smallest = (part.last..self.all.len()).find(|&other| {
            let other = &self.all[other];
            other.node == part.node && Some(other.size) == self.tables.smallest().node(part.node)
        });
        let exchanged = further.chain(smallest).filter(|&other| self.decisions(other) < self.decisions(i));
        edits.extend(exchanged.map(|other| self.permuted(&[i, other], &[other, i])));
        edits
    }

    /// Returns each of the places taken by the part of another one.
    fn permuted(&self, places: &[usize], parts: &[usize]) -> Edit {
        self.replace(places.iter().zip(parts).map(|(&place, &part)| (place, self.words_of(part))))
    }
}
