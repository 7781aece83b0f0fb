//! Lists, sets and maps: equal elements, sorted and long lists, shared keys.

use std::collections::{BTreeSet, HashMap};

use everycase::Lazy;
use everycase::lazy::{Atom, ListView};

use super::{Case, Verdict, case, generic_case, lazy_and_generic_case};

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    MergeDropsEqual,
    SearchSkipsLast,
    InsertsBeforeLast,
    EmptyLastChunk,
    FullBufferDrops,
    LengthInAByte,
    ForgetsAThousand,
    FallbackReverses,
    UnionRepeats,
    SumReplaces,
    LargestSumOfNone,
}

pub(super) fn cases() -> Vec<Case> {
    vec![
        generic_case(
            "merge-drops-equal",
            Mistake::MergeDropsEqual,
            sorting_keeps_all::<i32>,
            sorting_keeps_all::<Atom<0>>,
            || vec![7, 7],
        ),
        generic_case(
            "search-skips-the-last",
            Mistake::SearchSkipsLast,
            search_finds::<i32>,
            search_finds::<Atom<0>>,
            || (vec![5], 5),
        ),
        lazy_and_generic_case(
            "insert-before-the-last",
            Mistake::InsertsBeforeLast,
            insertion_keeps_order::<u8>,
            insertion_keeps_order_lazily,
            insertion_keeps_order::<Atom<0>>,
            || (vec![0; 9], 1),
        ),
        generic_case(
            "empty-last-chunk",
            Mistake::EmptyLastChunk,
            chunks_are_full::<u8>,
            chunks_are_full::<Atom<0>>,
            || vec![0; 16],
        ),
        generic_case(
            "buffer-of-64",
            Mistake::FullBufferDrops,
            copy_is_equal::<u8>,
            copy_is_equal::<Atom<0>>,
            || vec![0; 65],
        ),
        case("length-in-a-byte", Mistake::LengthInAByte, frames_are_undone, || vec![0; 256]),
        generic_case(
            "log-of-a-thousand",
            Mistake::ForgetsAThousand,
            log_keeps_the_latest::<bool>,
            log_keeps_the_latest::<Atom<0>>,
            || vec![false; 1000],
        ),
        generic_case(
            "quicksort-of-a-sorted-list",
            Mistake::FallbackReverses,
            quicksort_sorts::<u16>,
            quicksort_sorts::<Atom<0>>,
            || (0..30).collect(),
        ),
        generic_case(
            "union-repeats-common",
            Mistake::UnionRepeats,
            union_ascends::<u32>,
            union_ascends::<Atom<0>>,
            || (BTreeSet::from([3]), BTreeSet::from([3])),
        ),
        case("sum-replaces-shared-key", Mistake::SumReplaces, sums_add_up, || {
            let stock = HashMap::from([("a".to_owned(), 1)]);
            (stock.clone(), stock)
        }),
        case("largest-sum-of-nothing", Mistake::LargestSumOfNone, largest_sum_is_of_a_part, || vec![-1]),
    ]
}

/// Sorts by merging.
fn merge_sorted<T: Ord + Copy>(m: Mistake, list: &[T]) -> Vec<T> {
    if list.len() < 2 {
        return list.to_vec();
    }
    let (left, right) = list.split_at(list.len() / 2);
    let (left, right) = (merge_sorted(m, left), merge_sorted(m, right));
    let (mut i, mut j, mut merged) = (0, 0, Vec::new());
    while i < left.len() && j < right.len() {
        if m == Mistake::MergeDropsEqual && left[i] == right[j] {
            i += 1;
        } else if left[i] <= right[j] {
            merged.push(left[i]);
            i += 1;
        } else {
            merged.push(right[j]);
            j += 1;
        }
    }
    merged.extend(&left[i..]);
    merged.extend(&right[j..]);
    merged
}

fn sorting_keeps_all<T: Ord + Copy>(m: Mistake, list: &Vec<T>) -> bool {
    merge_sorted(m, list).len() == list.len()
}

/// Returns whether a sorted list has an element.
fn is_found<T: Ord + Copy>(m: Mistake, sorted: &[T], wanted: T) -> bool {
    let (mut low, mut high) = (0, sorted.len());
    if m == Mistake::SearchSkipsLast {
        high = high.saturating_sub(1);
    }
    while low < high {
        let middle = usize::midpoint(low, high);
        if sorted[middle] == wanted {
            return true;
        }
        if sorted[middle] < wanted {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    false
}

fn search_finds<T: Ord + Copy>(m: Mistake, (list, wanted): &(Vec<T>, T)) -> bool {
    let mut sorted = list.clone();
    sorted.sort_unstable();
    is_found(m, &sorted, *wanted) == list.contains(wanted)
}

/// Inserts into a sorted list.
fn inserted<T: Ord + Copy>(m: Mistake, list: &[T], new: T) -> Vec<T> {
    let searched =
        if m == Mistake::InsertsBeforeLast && list.len() > 8 { &list[..list.len() - 1] } else { list };
    let position = searched.partition_point(|x| *x <= new);
    [&list[..position], &[new], &list[position..]].concat()
}

fn insertion_keeps_order<T: Ord + Copy>(m: Mistake, (list, new): &(Vec<T>, T)) -> Verdict {
    list.is_sorted().then(|| inserted(m, list, *new).is_sorted())
}

fn insertion_keeps_order_lazily(m: Mistake, input: Lazy<(Vec<u8>, u8)>) -> Verdict {
    let (list, new) = input.force();
    is_sorted(list).then(|| inserted(m, &list.value(), new.value()).is_sorted())
}

fn is_sorted(list: Lazy<Vec<u8>>) -> bool {
    let ListView::Cons(mut last, mut rest) = list.force() else { return true };
    while let ListView::Cons(next, after) = rest.force() {
        if next.lt(last) {
            return false;
        }
        (last, rest) = (next, after);
    }
    true
}

/// Returns the parts of 16 elements; the last one may be shorter.
fn chunks<T>(m: Mistake, list: &[T]) -> Vec<&[T]> {
    let mut chunks: Vec<&[T]> = list.chunks(16).collect();
    if m == Mistake::EmptyLastChunk && !list.is_empty() && list.len().is_multiple_of(16) {
        chunks.push(&[]);
    }
    chunks
}

fn chunks_are_full<T: PartialEq + Copy>(m: Mistake, list: &Vec<T>) -> bool {
    let chunks = chunks(m, list);
    chunks.concat() == *list && chunks.iter().all(|chunk| !chunk.is_empty())
}

/// Copies by a buffer of 64 bytes, which is flushed when it is full.
fn copied<T: Copy>(m: Mistake, list: &[T]) -> Vec<T> {
    let (mut buffer, mut copy) = (Vec::new(), Vec::new());
    for byte in list {
        if buffer.len() == 64 {
            copy.append(&mut buffer);
            if m == Mistake::FullBufferDrops {
                continue;
            }
        }
        buffer.push(*byte);
    }
    copy.append(&mut buffer);
    copy
}

fn copy_is_equal<T: PartialEq + Copy>(m: Mistake, list: &Vec<T>) -> bool {
    copied(m, list) == *list
}

/// Writes frames: a byte with the length, then the data.
fn framed(m: Mistake, data: &[u8]) -> Vec<u8> {
    let most = if m == Mistake::LengthInAByte { 256 } else { 255 };
    data.chunks(most).flat_map(|frame| [&frame.len().to_le_bytes()[..1], frame].concat()).collect()
}

/// Undoes [`framed`].
fn unframed(mut bytes: &[u8]) -> Vec<u8> {
    let mut data = Vec::new();
    while let Some((length, rest)) = bytes.split_first() {
        let (frame, after) = rest.split_at(rest.len().min(usize::from(*length)));
        data.extend(frame);
        bytes = after;
    }
    data
}

fn frames_are_undone(m: Mistake, data: &Vec<u8>) -> bool {
    unframed(&framed(m, data)) == *data
}

/// Returns what a log of a thousand entries keeps.
fn logged<T: Copy>(m: Mistake, entries: &[T]) -> Vec<T> {
    let mut log = Vec::new();
    for entry in entries {
        log.push(*entry);
        if m == Mistake::ForgetsAThousand && log.len() == 1000 {
            log.clear();
        } else if log.len() > 1000 {
            log.remove(0);
        }
    }
    log
}

fn log_keeps_the_latest<T: PartialEq + Copy>(m: Mistake, entries: &Vec<T>) -> bool {
    logged(m, entries) == entries[entries.len().saturating_sub(1000)..]
}

/// Sorts by the first element as the pivot, and otherwise when that goes too deep.
fn quicksorted<T: Ord + Copy>(m: Mistake, mut list: Vec<T>, depth: u32) -> Vec<T> {
    if depth == 0 {
        if m == Mistake::FallbackReverses {
            list.reverse();
        } else {
            list.sort_unstable();
        }
        return list;
    }
    let Some((pivot, rest)) = list.split_first() else { return list };
    let (below, above) = rest.iter().copied().partition(|x| x < pivot);
    let (below, above) = (quicksorted(m, below, depth - 1), quicksorted(m, above, depth - 1));
    [below, vec![*pivot], above].concat()
}

fn quicksort_sorts<T: Ord + Copy>(m: Mistake, list: &Vec<T>) -> bool {
    quicksorted(m, list.clone(), 24).is_sorted()
}

/// Returns the elements of both sets in order.
fn union<T: Ord + Copy>(m: Mistake, a: &BTreeSet<T>, b: &BTreeSet<T>) -> Vec<T> {
    let (mut a, mut b) = (a.iter().copied().peekable(), b.iter().copied().peekable());
    let mut union = Vec::new();
    while let (Some(x), Some(y)) = (a.peek().copied(), b.peek().copied()) {
        union.push(x.min(y));
        if x <= y {
            a.next();
        }
        if y < x || (y == x && m != Mistake::UnionRepeats) {
            b.next();
        }
    }
    union.extend(a.chain(b));
    union
}

fn union_ascends<T: Ord + Copy>(m: Mistake, (a, b): &(BTreeSet<T>, BTreeSet<T>)) -> bool {
    union(m, a, b).is_sorted_by(|x, y| x < y)
}

/// Numbers by name.
type Stock = HashMap<String, u32>;

/// Adds one stock to another.
fn sum(m: Mistake, stock: &Stock, more: &Stock) -> HashMap<String, u64> {
    let mut sum: HashMap<String, u64> = stock.iter().map(|(name, n)| (name.clone(), u64::from(*n))).collect();
    for (name, n) in more {
        let there = sum.entry(name.clone()).or_default();
        *there = u64::from(*n) + if m == Mistake::SumReplaces { 0 } else { *there };
    }
    sum
}

fn sums_add_up(m: Mistake, (stock, more): &(Stock, Stock)) -> bool {
    let total: u64 = stock.values().chain(more.values()).copied().map(u64::from).sum();
    sum(m, stock, more).into_values().sum::<u64>() == total
}

/// Returns the largest sum of a part of a list that is not empty.
fn largest_sum(m: Mistake, list: &[i16]) -> Option<i32> {
    let mut most = if m == Mistake::LargestSumOfNone { Some(0) } else { None };
    let mut here = 0;
    for x in list {
        here = i32::from(*x) + here.max(0);
        most = most.max(Some(here));
    }
    most.filter(|_| !list.is_empty())
}

fn largest_sum_is_of_a_part(m: Mistake, list: &Vec<i16>) -> bool {
    let sums = (0..list.len()).flat_map(|from| {
        list[from..].iter().scan(0, |sum, x| {
            *sum += i32::from(*x);
            Some(*sum)
        })
    });
    largest_sum(m, list) == sums.max()
}
