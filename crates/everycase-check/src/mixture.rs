//! Inputs worth trying: a structure drawn uniformly by
//! [`CostModel::Listed`](everycase_kernel::CostModel::Listed), and numbers and characters from a
//! mixture.
//!
//! (Or with some alternatives as likely as several others:
//! [`CostModel::Skewed`](everycase_kernel::CostModel::Skewed). Most operations are the cheap ones
//! where structures are uniform, and a queue is never full where an input has as many operations of
//! each kind.)
//!
//! Uniform numbers are hardly ever equal, adjacent or at a boundary, and uniform characters are
//! hardly ever those that programs look for. So each input first draws a style, and its numbers are
//! drawn in this style:
//!
//! - mixed: each is a number that this input has already or next to one (1/4), a constant of the
//!   code or next to one (1/5 if there are any), a boundary value of its range or one next to it
//!   (1/8), a round decimal number (1/16), the number of numbers in the input or next to it (1/16),
//!   of few bits, of any number of bits, each as likely, or of nearly as many as there may be;
//! - all numbers equal to one of a few; below a small bound; a run of consecutive ones; any bits;
//!   boundary values; keys, which are taken from a set that grows;
//! - then, in one input of seven, ascending or descending.
//!
//! Characters are mostly printable ASCII, in one of several alphabets, and some are equal or near
//! to others of the input; pieces of texts are laid over them: sequences that parsers treat
//! specially, numbers, other parts of the input, and the texts of the code. In a part of the inputs
//! bytes are text.
//!
//! [Floating-point numbers](Floats) are sums with numbers as fields, which are drawn as any others.
//! In half of the inputs, each is with probability 1/3 replaced by another one of the input, a
//! constant of the code or a special value (a NaN, an infinity, 0.1, the largest one, the ends of a
//! range, ..), its negative, or the next larger or smaller one. There the structure may have
//! another size than was asked for. In the same way, products with [boundary values](Boundaries),
//! such as network addresses, are replaced by one of these.
//!
//! Maps and sets are [lists of entries](everycase_kernel::CostModel::Listed) here, so lists are
//! uniform, and a map is as likely as all lists of its entries. Of entries with the same key the
//! first one is kept.
//!
//! Some lists have [phases](Mixture::in_phases), in each of which some alternatives are rare, as if
//! a queue is filled before it is emptied. In three of four inputs with phases, numbers are keys or
//! small.
//!
//! Beyond the sizes that can be counted, [long](Mixture::long) lists are put together from
//! structures that are counted, and so are [chains](Mixture::chain), which nest deeply.
//!
//! With a [bound](Mixture::within) on the size of an input, numbers that are too large for it are
//! replaced by smaller ones.
//!
//! Every value has a probability above 0. The mixture is a heuristic: nothing is claimed of its
//! distribution.

mod boundaries;
mod chain;
mod constants;
mod floats;
mod leaf;
mod long;
mod phases;
mod style;
mod text;

#[cfg(test)]
mod tests;

pub use boundaries::Boundaries;
pub use chain::ChainSizes;
pub use constants::{Constant, Constants};
pub use floats::{FloatDecisions, Floats, Neighbour};
pub use long::ListSizes;

use std::sync::Arc;

use everycase_kernel::template::{Slot, Template};
use everycase_kernel::{Derivation, Derivations, Rng, SpaceError};

use leaf::Leaves;
use style::Style;
use text::Text;

/// Draws derivations: a structure uniformly, and its numbers from the mixture.
///
/// A draw takes time linear in the size; with maps, the time of sorting their keys. Memory depends
/// on the largest size drawn.
#[derive(Clone)]
pub struct Mixture {
    template: Template,
    constants: Arc<Constants>,
    /// The largest size of an input.
    bound: Option<u32>,
    /// Whether the current input is within the bound, but for its floating-point numbers.
    is_within: bool,
    leaves: Leaves,
    /// The numbers and the characters of the current input, in the order of the slots.
    numbers: Vec<Open>,
    characters: Vec<Open>,
}

/// A number that is not filled in yet.
#[derive(Clone, Copy)]
struct Open {
    slot: Slot,
    value: u128,
}

impl Mixture {
    /// Returns what draws from a space of structures, best one [with
    /// lists](Derivations::listed_structures), with constants of the code under test.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn new(structures: &Derivations, constants: Arc<Constants>) -> Result<Self, SpaceError> {
        let template = structures.template()?;
        let (numbers, characters) = (Vec::new(), Vec::new());
        let (bound, is_within, leaves) = (None, true, Leaves::default());
        Ok(Self { template, constants, bound, is_within, leaves, numbers, characters })
    }

    /// Returns the same with a bound on the size of an input, which inputs exceed only if they do
    /// with the smallest numbers or with some floating-point ones.
    #[must_use]
    pub fn within(self, bound: Option<u32>) -> Self {
        Self { bound, ..self }
    }

    /// Draws a derivation of the exact shape whose structure has this size, but for some
    /// floating-point numbers, and for entries of maps with the same key, of which the first one is
    /// kept.
    ///
    /// # Errors
    /// [`SpaceError::Empty`] if there is none.
    pub fn of_size<R: Rng + ?Sized>(&mut self, size: u32, rng: &mut R) -> Result<&Derivation, SpaceError> {
        self.structure_of_size(size, rng)?;
        self.template.input()
    }

    /// Draws a derivation as [`of_size`](Self::of_size) does, but with lists in phases, in each of
    /// which some alternatives are rare. Returns the size of the structure, too.
    ///
    /// # Errors
    /// As for `of_size`.
    pub fn in_phases<R: Rng + ?Sized>(
        &mut self,
        size: u32,
        rng: &mut R,
    ) -> Result<(u32, &Derivation), SpaceError> {
        self.template.draw(size, rng)?;
        self.lay_phases(rng);
        Ok((self.template.size(), self.template.input()?))
    }

    /// Gives phases to the lists of the structure drawn last, and fills in its numbers.
    fn lay_phases<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        let has_phases = phases::lay(&mut self.template, rng);
        let style = if has_phases && below(4, rng) != 0 { Style::draw_keys(rng) } else { Style::draw(rng) };
        self.fill_in(style, rng);
    }

    /// Draws a derivation as [`of_size`](Self::of_size) does, but one list of its structure goes on
    /// with elements of others: for sizes whose structures cannot be counted. Lists are
    /// [in phases](Self::in_phases) if that is asked for and no element repeats another one.
    /// Returns the size, too.
    ///
    /// # Errors
    /// As for `of_size`.
    pub fn long<R: Rng + ?Sized>(
        &mut self,
        sizes: ListSizes,
        in_phases: bool,
        rng: &mut R,
    ) -> Result<(u32, &Derivation), SpaceError> {
        long::draw(&mut self.template, sizes, &self.constants, rng)?;
        if in_phases && !self.template.repeats() {
            self.lay_phases(rng);
        } else {
            self.fill(rng);
        }
        Ok((self.template.size(), self.template.input()?))
    }

    /// Draws a derivation as [`of_size`](Self::of_size) does with size `of`, but with a chain in
    /// its structure, if it has a position that nests. Returns the size of the structure, too.
    ///
    /// # Errors
    /// As for `of_size`.
    pub fn chain<R: Rng + ?Sized>(
        &mut self,
        sizes: ChainSizes,
        rng: &mut R,
    ) -> Result<(u32, &Derivation), SpaceError> {
        chain::draw(&mut self.template, sizes, rng)?;
        self.fill(rng);
        Ok((self.template.size(), self.template.input()?))
    }

    /// Returns whether a structure of this size has positions that nest, judged by a few of them.
    ///
    /// # Errors
    /// As for [`of_size`](Self::of_size).
    pub fn nests<R: Rng + ?Sized>(&mut self, size: u32, rng: &mut R) -> Result<bool, SpaceError> {
        for _ in 0..4 {
            self.template.draw(size, rng)?;
            if !self.template.nests().is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the derivation that was drawn last.
    #[inline]
    pub fn current(&self) -> Option<&Derivation> {
        self.template.current()
    }

    /// Draws an input whose structure has this size. Returns whether it is [within](Self::within)
    /// the bound, but for its floating-point numbers.
    ///
    /// # Errors
    /// As for [`of_size`](Self::of_size).
    pub fn fits<R: Rng + ?Sized>(&mut self, size: u32, rng: &mut R) -> Result<bool, SpaceError> {
        self.structure_of_size(size, rng)?;
        Ok(self.is_within)
    }

    /// Returns whether structures up to this size have lists.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay.
    pub fn has_sequences(&mut self, size: u32) -> Result<bool, SpaceError> {
        self.template.has_lists(size)
    }

    /// Draws the structure of [`of_size`](Self::of_size), with the same numbers: a derivation of
    /// the space of structures, in which maps may be lists of entries.
    ///
    /// # Errors
    /// As for `of_size`.
    pub fn structure_of_size<R: Rng + ?Sized>(
        &mut self,
        size: u32,
        rng: &mut R,
    ) -> Result<&Derivation, SpaceError> {
        self.template.draw(size, rng)?;
        self.fill(rng);
        self.template.structure()
    }

    /// Fills in the numbers of the structure drawn last.
    fn fill<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        let style = Style::draw(rng);
        self.fill_in(style, rng);
    }

    /// Fills in the numbers of the structure drawn last, in a style.
    fn fill_in<R: Rng + ?Sized>(&mut self, style: Style, rng: &mut R) {
        let Self { template, constants, bound, is_within, leaves, numbers, characters } = self;
        let bytes_are_text = below(3, rng) == 0;
        numbers.clear();
        characters.clear();
        for &slot in template.slots() {
            let Some(leaf) = leaves.of(template, slot, constants) else { continue };
            let open = Open { slot, value: 0 };
            if leaf.is_character || leaf.is_byte && bytes_are_text {
                characters.push(open);
            } else {
                numbers.push(open);
            }
        }
        if !numbers.is_empty() {
            style.fill(numbers, leaves, rng);
        }
        if !characters.is_empty() {
            Text::draw(rng).fill(characters, constants, leaves, rng);
        }
        if let Some(bound) = *bound {
            // Each number costs 1 in the structure.
            let structure = template.size().saturating_sub(template.slots().len() as u32);
            let room = bound.checked_sub(structure);
            *is_within = room.is_some_and(|room| leaf::fit(room, [numbers, characters], leaves, rng));
        }
        template.put(numbers.iter().chain(&*characters).map(|open| (open.slot, open.value)));
        floats::lay(template, &constants.floats, rng);
        boundaries::lay(template, rng);
    }
}

/// Returns a uniform number below `n`; 0 when `n` is 0.
fn below<R: Rng + ?Sized>(n: usize, rng: &mut R) -> usize {
    everycase_kernel::below(n as u128, rng) as usize
}

/// Returns a uniform member of a list; `None` if it is empty.
fn one_of<'l, T, R: Rng + ?Sized>(list: &'l [T], rng: &mut R) -> Option<&'l T> {
    list.get(below(list.len(), rng))
}
