//! Weak orders of some numbers, by index and one after the other.
//!
//! They are built number by number. Of `m` ranks so far, the next number has one (`m` ways), or it gets a new rank in one of the `m + 1`
//! gaps, if there may be more ranks. So a weak order is a sequence of digits: below `m` it is the rank, from `m` on the gap. The sequences
//! are ordered from the first digit to the last. Without a bound on ranks there are 1, 1, 3, 13, 75, 541, .. weak orders of 0, 1, 2, ..
//! numbers, the Fubini numbers.

use num_bigint::BigUint;

/// Counts of weak orders, up to a number of numbers and a number of ranks.
pub(super) struct WeakOrders {
    ranks: usize,
    /// How many ways there are to go on: for each count of further numbers, for each count of ranks so far.
    ways: Vec<Vec<BigUint>>,
}

impl WeakOrders {
    /// Counts the weak orders of up to `numbers` numbers with at most `ranks` ranks.
    pub(super) fn new(numbers: usize, ranks: usize) -> Self {
        let ranks = ranks.min(numbers);
        let mut ways = vec![vec![BigUint::from(1u8); numbers + 1]];
        for further in 1..=numbers {
            let after = &ways[further - 1];
            let ways_with = |m: usize| {
                let new = if m < ranks { &after[m + 1] * (m + 1) } else { BigUint::ZERO };
                &after[m] * m + new
            };
            // With as many further numbers, this many ranks can be there at most.
            ways.push((0..=numbers - further).map(ways_with).collect());
        }
        Self { ranks, ways }
    }

    /// Returns the number of weak orders of some numbers.
    pub(super) fn count(&self, numbers: usize) -> &BigUint {
        &self.ways[numbers][0]
    }

    /// Returns the first weak order: all numbers are equal.
    pub(super) fn first(&self, numbers: usize) -> WeakOrder {
        WeakOrder { ranks: self.ranks, digits: vec![0; numbers], before: Vec::new() }
    }

    /// Returns the weak order with an index below their number.
    pub(super) fn unrank(&self, numbers: usize, mut index: BigUint) -> WeakOrder {
        let mut order = self.first(numbers);
        let mut m = 0;
        for (digit, further) in order.digits.iter_mut().zip((0..numbers).rev()) {
            let ways = &self.ways[further];
            let equal = &ways[m] * m;
            let (base, each) = if index < equal { (0, m) } else { (m, m + 1) };
            if base > 0 || m == 0 {
                index -= equal;
            }
            // The quotient is at most the number of gaps.
            let place = &index / &ways[each];
            index %= &ways[each];
            *digit = base + usize::try_from(place).unwrap_or(0);
            m = each;
        }
        order
    }

    /// Returns the index of the weak order with these ranks, of which none is left out.
    pub(super) fn rank(&self, ranks: &[usize]) -> BigUint {
        let mut known: Vec<usize> = Vec::new();
        let mut index = BigUint::ZERO;
        for (rank, further) in ranks.iter().zip((0..ranks.len()).rev()) {
            let (ways, m) = (&self.ways[further], known.len());
            match known.binary_search(rank) {
                Ok(place) => index += &ways[m] * place,
                Err(gap) => {
                    index += &ways[m] * m + &ways[m + 1] * gap;
                    known.insert(gap, *rank);
                }
            }
        }
        index
    }
}

/// One of the weak orders.
#[derive(Clone)]
pub(super) struct WeakOrder {
    ranks: usize,
    digits: Vec<usize>,
    /// For each number, how many ranks there are before it. Scratch space.
    before: Vec<usize>,
}

impl WeakOrder {
    /// Returns the number of numbers.
    pub(super) fn numbers(&self) -> usize {
        self.digits.len()
    }

    /// Goes on to the next one. Returns whether there is one; after the last one comes the first.
    pub(super) fn step(&mut self) -> bool {
        let Self { ranks, digits, before } = self;
        before.clear();
        let mut m = 0;
        for &digit in &*digits {
            before.push(m);
            m += usize::from(digit >= m);
        }
        for (digit, &m) in digits.iter_mut().zip(&*before).rev() {
            let gaps = if m < *ranks { m + 1 } else { 0 };
            if *digit + 1 < m + gaps {
                *digit += 1;
                return true;
            }
            *digit = 0;
        }
        false
    }

    /// Writes the rank of each number. Returns the number of ranks.
    pub(super) fn write(&self, ranks: &mut Vec<usize>) -> usize {
        ranks.clear();
        let mut m = 0;
        for &digit in &self.digits {
            if digit < m {
                ranks.push(digit);
                continue;
            }
            let gap = digit - m;
            ranks.iter_mut().filter(|rank| **rank >= gap).for_each(|rank| *rank += 1);
            ranks.push(gap);
            m += 1;
        }
        m
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All weak orders as ranks: every sequence of ranks of which none is left out.
    fn naive(numbers: usize, most: usize) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for _ in 0..numbers {
            let with = |ranks: Vec<usize>| (0..most).map(move |rank| [&ranks[..], &[rank]].concat());
            all = all.into_iter().flat_map(with).collect();
        }
        all.retain(|ranks| {
            (0..ranks.iter().max().map_or(0, |most| most + 1)).all(|rank| ranks.contains(&rank))
        });
        all
    }

    #[test]
    fn there_are_as_many_weak_orders_as_published() {
        let all = WeakOrders::new(8, usize::MAX);
        let counts: Vec<u64> = (0..=8).map(|n| u64::try_from(all.count(n)).unwrap()).collect();
        assert_eq!(counts, [1, 1, 3, 13, 75, 541, 4683, 47_293, 545_835]);
    }

    #[test]
    fn steps_and_indices_give_each_weak_order_once() {
        for (numbers, most) in (0..=5).flat_map(|numbers| (1..=5).map(move |most| (numbers, most))) {
            // More numbers are counted than there are.
            let all = WeakOrders::new(numbers + 2, most);
            let mut expected = naive(numbers, most);
            let (mut order, mut ranks, mut found) = (all.first(numbers), Vec::new(), Vec::new());
            loop {
                order.write(&mut ranks);
                let index = BigUint::from(found.len());
                assert_eq!(all.rank(&ranks), index);
                assert_eq!(all.unrank(numbers, index).digits, order.digits);
                found.push(ranks.clone());
                if !order.step() {
                    break;
                }
            }
            assert_eq!(*all.count(numbers), BigUint::from(found.len()));
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{numbers} numbers with up to {most} ranks");
        }
    }
}
