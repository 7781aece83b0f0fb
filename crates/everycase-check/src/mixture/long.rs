//! Long lists: structures beyond the sizes whose structures can be counted.
//!
//! Counting takes work and memory with the square of the size or more, and of lists of texts it
//! ends before a thousand. A longer one is made of structures that are counted: a list in one of
//! them goes on with the elements of such lists in others of the same size. So its elements are as
//! in shorter lists, and nothing is claimed of the distribution of what is made. In half of the
//! lists elements are repeated, with their numbers: all are equal, or each is one of a few.

use everycase_kernel::template::{List, LongList, Template};
use everycase_kernel::{Rng, SpaceError};

use super::constants::Constants;
use super::{below, one_of};

/// The number of draws in a row without an element of the list after which it stays as it is.
const IDLE: u32 = 16;

/// The sizes of a structure with a long list.
#[derive(Clone, Copy)]
pub struct ListSizes {
    /// The size of the structure in which the list goes on, and of those that its elements are
    /// taken from.
    pub of: u32,
    /// The largest size of the whole.
    pub most: u32,
    /// If the whole is to be about as large as it may be: how many round lengths its list is below
    /// the greatest one.
    pub below_greatest: Option<usize>,
}

/// Draws a structure, in which one list then goes on as long as the size of the whole allows. Half
/// of the lists end where their length is a round number, a power of two, or one more or less, and
/// half of these at the greatest such length; a fourth where it is a number of the code, or one
/// more or less, if there is one.
///
/// # Errors
/// [`SpaceError::Empty`] if no structure has size `of`.
pub(super) fn draw<R: Rng + ?Sized>(
    template: &mut Template,
    ListSizes { of, most: size, below_greatest }: ListSizes,
    constants: &Constants,
    rng: &mut R,
) -> Result<(), SpaceError> {
    template.draw(of, rng)?;
    let lists = template.lists();
    // Each kind of list is as likely.
    let mut kinds: Vec<u32> = lists.iter().map(|list| list.kind()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let kind = one_of(&kinds, rng).copied();
    let lists: Vec<List> = lists.into_iter().filter(|list| Some(list.kind()) == kind).collect();
    let Some(mut list) = one_of(&lists, rng).and_then(|&list| template.long_list(list)) else {
        return Ok(());
    };
    let few = match below(4, rng) {
        0 => 1,
        1 => 2 + below(3, rng),
        _ => usize::MAX,
    };
    if few < usize::MAX {
        list.clear();
    }

    // An element and its place in the list cost at least 2, nearly always.
    let least = list.length() + 1;
    let lengths = (least, (list.length() + size.saturating_sub(list.size()) / 2).max(least));
    let round = round_lengths(lengths);
    let longest = match (below_greatest, below(4, rng)) {
        (Some(nth), _) => round.iter().nth_back(nth).copied(),
        (None, 0) => None,
        (None, 1) => constant(constants, lengths, rng),
        (None, 2) => round.last().copied(),
        (None, _) => one_of(&round, rng).copied(),
    };
    let bounds = Bounds { size, length: longest.unwrap_or(u32::MAX) };
    let mut appended = Vec::new();
    let mut idle = 0;
    while idle < IDLE && appended.len() < few {
        idle += 1;
        let elements = list.draw(of, rng)?.into_iter().enumerate();
        for (element, added) in elements.take(few - appended.len()) {
            idle = 0;
            if !bounds.admit(&list, added) {
                idle = IDLE;
                break;
            }
            list.append(element);
            appended.push(added);
        }
    }
    if appended.len() == few {
        let mut element = below(few, rng);
        while bounds.admit(&list, appended[element]) {
            list.repeat(element);
            element = below(few, rng);
        }
    }
    Ok(())
}

/// The largest size of a structure with a long list, and the largest length of the list.
struct Bounds {
    size: u32,
    length: u32,
}

impl Bounds {
    /// Returns whether there is room for an element that adds this size.
    fn admit(&self, list: &LongList<'_>, added: u32) -> bool {
        // An element that adds nothing would be added without end.
        added > 0 && list.size().saturating_add(added) <= self.size && list.length() < self.length
    }
}

/// Returns a number of the code within these bounds, or one more or less.
fn constant<R: Rng + ?Sized>(constants: &Constants, (least, most): (u32, u32), rng: &mut R) -> Option<u32> {
    let numbers = &constants.numbers;
    let [first, end] =
        [least.into(), u128::from(most) + 2].map(|bound| numbers.partition_point(|&it| it < bound));
    let number = u32::try_from(*one_of(&numbers[first..end], rng)?).ok()?;
    Some((number + below(3, rng) as u32).saturating_sub(1).clamp(least, most))
}

/// Returns the lengths within these bounds that are round numbers, powers of two, or one more or
/// less than one, in order.
fn round_lengths((least, most): (u32, u32)) -> Vec<u32> {
    let powers = (4..u32::BITS - 1).map(|k| 1 << k).flat_map(|power: u32| [power - 1, power, power + 1]);
    let tens = (1..=8).map(|k| 10u32.pow(k)).flat_map(|power| [power, 2 * power, 5 * power]);
    let mut lengths: Vec<u32> = powers.chain(tens).filter(|length| (least..=most).contains(length)).collect();
    lengths.sort_unstable();
    lengths
}
