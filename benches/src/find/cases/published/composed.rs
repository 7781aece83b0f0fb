//! Published bugs in functions of several numbers, texts or lists: ranges of addresses, durations,
//! timestamps, differences, intervals, frames of bytes, orders.

use std::cmp::Ordering;

use super::{Case, case};

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    CountSaturates,
    SignOfWholeSeconds,
    SignsDiffer,
    EndsOverlap,
    TopIsNotIndexed,
    EmptyLastBlock,
    SeparatorsAreEqualAmongThemselves,
    EmptyLowPart,
    InfinityDoesNotStart,
}

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("subnet-beyond-the-last-address", Mistake::CountSaturates, subnets_cover_the_range, || {
            (0, u32::MAX - 1)
        }),
        case("negative-fraction-of-a-second", Mistake::SignOfWholeSeconds, durations_are_read_back, || -500),
        case("seconds-across-the-epoch", Mistake::SignsDiffer, sums_of_timestamps_are_exact, || {
            (-1, -500_000_000, 2)
        }),
        case("prefix-overlaps-the-suffix", Mistake::EndsOverlap, difference_gives_the_other, || {
            (vec![1, 1], vec![1])
        }),
        case("as-many-intervals-as-a-power", Mistake::TopIsNotIndexed, all_overlaps_are_found, || {
            (vec![(0, 0), (1, 1)], (1, 1))
        }),
        case("frame-of-254-bytes", Mistake::EmptyLastBlock, frames_are_no_longer_than_told, || vec![1; 254]),
        case(
            "separators-that-differ",
            Mistake::SeparatorsAreEqualAmongThemselves,
            order_is_transitive,
            || ["-r", "2", "_h"].map(str::to_owned).into(),
        ),
        case("range-moved-to-a-container", Mistake::EmptyLowPart, moved_ranges_keep_their_length, || {
            (65_539, 1, -3)
        }),
        case("range-from-infinity", Mistake::InfinityDoesNotStart, ranges_are_read_back, || {
            (f64::INFINITY, 1.0)
        }),
    ]
}

/// Returns the fewest blocks of addresses that cover a range, each with the number of its free
/// bits.
fn subnets(m: Mistake, first: u32, last: u32) -> Vec<(u64, u32)> {
    let (mut at, end) = (u64::from(first), u64::from(last));
    let mut blocks = Vec::new();
    while at <= end {
        let count = end - at + 1;
        // In 32 bits, the count of all addresses is not told from the count of all but one.
        let is_all = count >= u64::from(u32::MAX) && m == Mistake::CountSaturates;
        let bits = if is_all { 32 } else { count.ilog2() };
        let bits = bits.min(if at == 0 { 32 } else { at.trailing_zeros() });
        blocks.push((at, bits));
        at += 1 << bits;
    }
    blocks
}

/// ipnet 2.12.0, `Ipv4Subnets`; issue 70 ("cover an address past the given `end`") and release
/// 2.12.1: "Fixes bug where `Ipv4Subnets(0.0.0.0, u32::MAX-1, 0)` [...] incorrectly included
/// `u32::MAX`".
fn subnets_cover_the_range(m: Mistake, (a, b): &(u32, u32)) -> bool {
    let (first, last) = (*a.min(b), *a.max(b));
    let mut next = u64::from(first);
    subnets(m, first, last).into_iter().all(|(start, bits)| {
        let follows = start == next;
        next += 1 << bits;
        follows && next <= u64::from(last) + 1
    }) && next == u64::from(last) + 1
}

/// Returns a duration of milliseconds as ISO 8601 has it.
fn duration_text(millis: i32) -> String {
    let sign = if millis < 0 { "-" } else { "" };
    let millis = millis.unsigned_abs();
    format!("{sign}PT{}.{:03}S", millis / 1000, millis % 1000)
}

/// Reads a duration.
fn millis(m: Mistake, text: &str) -> Option<i64> {
    let (sign, text) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (whole, fraction) = text.strip_prefix("PT")?.strip_suffix('S')?.split_once('.')?;
    let (whole, fraction) = (whole.parse::<i64>().ok()?, fraction.parse::<i64>().ok()?);
    if m == Mistake::SignOfWholeSeconds {
        let whole = sign * whole;
        return Some(1000 * whole + if whole < 0 { -fraction } else { fraction });
    }
    Some(sign * (1000 * whole + fraction))
}

/// jiff 0.2.34, parsing of durations; issue 613: "Parsing a negative duration whose only non-zero
/// part is fractional drops the sign".
fn durations_are_read_back(m: Mistake, duration: &i32) -> bool {
    millis(m, &duration_text(*duration)) == Some((*duration).into())
}

/// Nanoseconds of a second.
const NANOS: i64 = 1_000_000_000;

/// A time before or after the epoch; both parts have the same sign.
#[derive(Clone, Copy)]
struct Timestamp {
    seconds: i64,
    nanos: i64,
}

impl Timestamp {
    fn new(nanos: i64) -> Timestamp {
        Timestamp { seconds: nanos / NANOS, nanos: nanos % NANOS }
    }

    fn total(self) -> i64 {
        self.seconds * NANOS + self.nanos
    }

    fn plus(self, m: Mistake, seconds: i64) -> Timestamp {
        let sum = Timestamp { seconds: self.seconds + seconds, nanos: self.nanos };
        if m == Mistake::SignsDiffer { sum } else { Timestamp::new(sum.total()) }
    }
}

/// jiff 0.2.44, `Timestamp::checked_add_seconds`; issue 703: "`Timestamp::checked_add_seconds`
/// produces incorrect results across the Unix epoch".
fn sums_of_timestamps_are_exact(m: Mistake, (seconds, nanos, added): &(i32, i32, i32)) -> bool {
    let time = Timestamp::new(i64::from(*seconds) * NANOS + i64::from(*nanos));
    let sum = time.plus(m, (*added).into());
    let expected = Timestamp::new(time.total() + i64::from(*added) * NANOS);
    (sum.seconds, sum.nanos) == (expected.seconds, expected.nanos)
}

/// What two lists have in common at their ends, and what is between in the second one.
struct Difference {
    prefix: usize,
    between: Vec<u8>,
    suffix: usize,
}

/// Compares two lists; `None` stands for a panic.
fn list_difference(m: Mistake, old: &[u8], new: &[u8]) -> Option<Difference> {
    let prefix = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let start = if m == Mistake::EndsOverlap { 0 } else { prefix };
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let suffix = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    old.get(prefix..old.len() - suffix)?;
    let between = new.get(prefix..new.len() - suffix)?.to_vec();
    Some(Difference { prefix, between, suffix })
}

/// similar 2.3.0, differences by the longest common subsequence; change log of 2.4.0: "Fixed a bug
/// in LCS that caused a panic if the common prefix and the common suffix overlapped" (issue 59).
fn difference_gives_the_other(m: Mistake, (old, new): &(Vec<u8>, Vec<u8>)) -> bool {
    list_difference(m, old, new).is_some_and(|found| {
        let (prefix, suffix) = (&old[..found.prefix], &old[old.len() - found.suffix..]);
        [prefix, &found.between, suffix].concat() == *new
    })
}

/// An interval without its end, and the largest end below it in the tree.
#[derive(Clone, Copy)]
struct Indexed {
    start: u16,
    end: u16,
    largest: u16,
}

/// Intervals by their starts, in an array that is a tree: the leaves have even positions, and a
/// node of level k is followed by the next one of this level after 2 to the power of k + 1.
struct Intervals {
    nodes: Vec<Indexed>,
    levels: u32,
}

impl Intervals {
    fn new(m: Mistake, intervals: &[(u8, u8)]) -> Intervals {
        let indexed = |(a, b): &(u8, u8)| {
            let (start, end) = (u16::from(*a.min(b)), u16::from(*a.max(b)) + 1);
            Indexed { start, end, largest: end }
        };
        let mut nodes: Vec<Indexed> = intervals.iter().map(indexed).collect();
        nodes.sort_by_key(|node| (node.start, node.end));
        let count = nodes.len();
        // The last node of the level below, and the largest end below it.
        let mut last = count.saturating_sub(1) / 2 * 2;
        let mut largest = nodes.get(last).map_or(0, |node| node.largest);
        let mut level = 1;
        while 1 << level < count || (1 << level == count && m != Mistake::TopIsNotIndexed) {
            let half = 1 << (level - 1);
            for at in (2 * half - 1..count).step_by(4 * half) {
                let right = nodes.get(at + half).map_or(largest, |node| node.largest);
                nodes[at].largest = nodes[at].end.max(nodes[at - half].largest).max(right);
            }
            last = if (last >> level) & 1 == 1 { last - half } else { last + half };
            largest = nodes.get(last).map_or(largest, |node| node.largest.max(largest));
            level += 1;
        }
        Intervals { nodes, levels: level - 1 }
    }

    /// Returns the intervals that overlap another one, by their starts.
    fn overlaps(&self, start: u16, end: u16) -> Vec<(u16, u16)> {
        let mut found = Vec::new();
        let mut pending = vec![(self.levels, (1_usize << self.levels) - 1, false)];
        while let Some((level, at, left_is_done)) = pending.pop() {
            if level <= 3 {
                let from = at >> level << level;
                let below = self.nodes.iter().skip(from).take((2 << level) - 1);
                let before_end = below.take_while(|node| node.start < end);
                found.extend(before_end.filter(|node| start < node.end).map(|node| (node.start, node.end)));
                continue;
            }
            let half = 1 << (level - 1);
            if !left_is_done {
                pending.push((level, at, true));
                if self.nodes.get(at - half).is_none_or(|node| node.largest > start) {
                    pending.push((level - 1, at - half, false));
                }
            } else if let Some(node) = self.nodes.get(at).filter(|node| node.start < end) {
                found.extend((start < node.end).then_some((node.start, node.end)));
                pending.push((level - 1, at + half, false));
            }
        }
        found
    }
}

/// rust-bio, `ArrayBackedIntervalTree`; pull request 431 of May 2021: "a loop condition needed to
/// be changed to include the scenario where the length of the entry array is equal to `2^k`".
fn all_overlaps_are_found(m: Mistake, (intervals, (a, b)): &(Vec<(u8, u8)>, (u8, u8))) -> bool {
    let (start, end) = (u16::from(*a.min(b)), u16::from(*a.max(b)) + 1);
    let tree = Intervals::new(m, intervals);
    let all = tree.nodes.iter().filter(|node| node.start < end && start < node.end);
    tree.overlaps(start, end) == all.map(|node| (node.start, node.end)).collect::<Vec<_>>()
}

/// Returns the longest length of a frame around some bytes.
fn longest_frame(bytes: usize) -> usize {
    bytes + bytes.div_ceil(254).max(1)
}

/// Encodes bytes without zeros: blocks that begin with their length, and end before a zero unless
/// they are full.
fn frame(m: Mistake, bytes: &[u8]) -> Vec<u8> {
    let (mut frame, mut block, mut is_open) = (Vec::new(), vec![1], true);
    for byte in bytes {
        if *byte == 0 {
            frame.append(&mut block);
        } else {
            block.push(*byte);
            block[0] += 1;
            if block[0] == 255 {
                frame.append(&mut block);
            }
        }
        is_open = *byte == 0 || !block.is_empty();
        if block.is_empty() {
            block.push(1);
        }
    }
    if is_open || m == Mistake::EmptyLastBlock {
        frame.append(&mut block);
    }
    frame
}

/// Decodes a frame.
fn unframed(frame: &[u8]) -> Option<Vec<u8>> {
    let (mut bytes, mut rest) = (Vec::new(), frame);
    while let Some((length, after)) = rest.split_first() {
        let (block, after) = after.split_at_checked(usize::from(*length).checked_sub(1)?)?;
        bytes.extend_from_slice(block);
        if *length < 255 && !after.is_empty() {
            bytes.push(0);
        }
        rest = after;
    }
    Some(bytes)
}

/// cobs, `max_encoding_length`; issue 19 of September 2022: "Encoded length larger than
/// `max_encoding_length` when source length is divisible by 254".
fn frames_are_no_longer_than_told(m: Mistake, bytes: &Vec<u8>) -> bool {
    let frame = frame(m, bytes);
    frame.len() <= longest_frame(bytes.len()) && unframed(&frame).as_ref() == Some(bytes)
}

/// Orders names of crates, to which hyphens and underscores are the same.
fn order(m: Mistake, a: &str, b: &str) -> Ordering {
    let is_separator = |c: char| c == '-' || c == '_';
    if m != Mistake::SeparatorsAreEqualAmongThemselves {
        let same = |c: char| if is_separator(c) { '_' } else { c };
        return a.chars().map(same).cmp(b.chars().map(same));
    }
    let differ = |(a, b): &(char, char)| a != b && !(is_separator(*a) && is_separator(*b));
    match a.chars().zip(b.chars()).find(differ) {
        Some((a, b)) => a.cmp(&b),
        None => a.chars().count().cmp(&b.chars().count()),
    }
}

/// cargo-tally, `Ord for CrateNameQuery`; pull request 44 of July 2021 ("Fix transitivity of
/// separator agnostic comparison"): `proc-macro-rules` < `proc-macro2` < `proc_macro_helper` <
/// `proc-macro-rules`.
fn order_is_transitive(m: Mistake, (a, b, c): &(String, String, String)) -> bool {
    let is_less = |a, b| order(m, a, b).is_lt();
    !(is_less(a, b) && is_less(b, c)) || is_less(a, c)
}

/// Numbers of 65,536 in a row, in runs: the first one, and how many follow.
type Container = Vec<(u16, u16)>;

/// Returns two containers whose numbers are those of one, moved up: the lower and the higher part.
fn moved(m: Mistake, container: &Container, by: u16) -> (Container, Container) {
    let (mut low, mut high) = (Container::new(), Container::new());
    if by == 0 {
        return (container.clone(), high);
    }
    // The first number that moves to the next container.
    let split = by.wrapping_neg();
    for (first, more) in container {
        let last = first + more;
        let begins_below = *first < split || (*first == split && m == Mistake::EmptyLowPart);
        if begins_below {
            let more = if last < split { *more } else { split.wrapping_sub(*first).wrapping_sub(1) };
            low.push((first.wrapping_add(by), more));
        }
        if last >= split {
            let first = *first.max(&split);
            high.push((first.wrapping_add(by), last - first));
        }
    }
    (low, high)
}

/// Returns a number modulo 65,536.
fn low_bits(number: i64) -> u16 {
    number.cast_unsigned() as u16
}

/// The C library `CRoaring`, `roaring_bitmap_add_offset`; issue 457 of March 2023 ("Bug in
/// `roaring_bitmap_from_range` followed by `roaring_bitmap_add_offset`"): 65,539 and 65,540 moved
/// by -3 give all numbers up to 65,537.
fn moved_ranges_keep_their_length(m: Mistake, (first, more, by): &(u32, u16, i32)) -> bool {
    let (first, more, by) = (i64::from(*first), i64::from(*more), i64::from(*by));
    let last = (first + more).min(u32::MAX.into());
    let mut runs = Vec::new();
    let (keys, offset) = (by.div_euclid(65_536), low_bits(by));
    for key in first >> 16..=last >> 16 {
        let start = first.max(key << 16);
        let end = last.min((key << 16) + 65_535);
        let container = vec![(low_bits(start), low_bits(end - start))];
        let (low, high) = moved(m, &container, offset);
        let numbered = |key: i64, runs: Container| runs.into_iter().map(move |run| (key + keys, run));
        runs.extend(numbered(key, low).chain(numbered(key + 1, high)));
    }
    let mut next = (first + by).max(0);
    let end = (last + by).min(u32::MAX.into());
    for (key, (first, more)) in runs.into_iter().filter(|(key, _)| (0..65_536).contains(key)) {
        if (key << 16) + i64::from(first) != next {
            return false;
        }
        next += i64::from(more) + 1;
    }
    next == end.max((first + by).max(0) - 1) + 1
}

/// Prints a range.
fn range_text(start: f64, end: f64) -> String {
    format!("{start:?}..{end:?}")
}

/// Reads a range.
fn range(m: Mistake, text: &str) -> Option<(f64, f64)> {
    let (start, end) = text.split_once("..")?;
    let is_number = start.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'));
    if m == Mistake::InfinityDoesNotStart && !is_number {
        return None;
    }
    Some((start.parse().ok()?, end.parse().ok()?))
}

/// ron 0.12.2, compact ranges; change log of 0.12.3: "Fixed round-tripping of compact ranges whose
/// start bound is `inf` or `NaN`" (pull request 605).
fn ranges_are_read_back(m: Mistake, (start, end): &(f64, f64)) -> bool {
    let is_same = |a: f64, b: f64| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
    range(m, &range_text(*start, *end)).is_some_and(|(a, b)| is_same(a, *start) && is_same(b, *end))
}
