//! The arena of a derivation that is decided as it is looked at, and the stack of its decisions.

use std::any::Any;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};

use super::chooser::Chooser;
use super::decisions::{Choice, Cut, Decision};
use super::draw::Draw;
use super::follow::Following;
use super::guess::Guess;
use super::known::Numbers;
use super::plan::{Node, Plan};
use super::room::{Exact, Left, Room};
use super::schedule::Schedule;
use super::to_do::ToDo;
use super::trail::Trail;
use crate::derivation::Derivation;
use crate::derivations::Derivations;
use crate::error::SpaceError;
use crate::grammar::Tables;
use crate::grammar::{Grammar, Kind, NodeId};

/// A derivation of some shape and at most some size, as far as it has been looked at.
///
/// A position is a number. Looking at one for the first time decides it by the smallest option that leaves room for all
/// that is open; [`next_class`](Self::next_class) moves on. One search has one `Partial`, over and over.
pub struct Partial {
    pub(super) tables: Option<Arc<Tables>>,
    pub(super) plan: Plan,
    pub(super) slots: Vec<Slot>,
    pub(super) numbers: Numbers,
    pub(super) decisions: Vec<Decision>,
    /// Those of them that are about integers, in full.
    pub(super) cuts: Vec<Cut>,
    /// How often a position was looked at.
    pub(super) looks: u64,
    pub(super) schedule: Schedule,
    pub(super) guess: Guess,
    pub(super) to_do: ToDo,
    /// Has a number been left out for which there was no room, or a sum?
    pub(super) was_cut: bool,
    /// What there is room for, beyond what is decided.
    pub(super) left: Left,
    pub(super) room: Room,
    /// Is it always the smallest option that is taken?
    is_plain: bool,
    /// Who picks options, if not the smallest that is left is.
    pub(super) chooser: Option<Box<dyn Chooser>>,
    /// What decides, if it is a derivation that is given.
    pub(super) following: Option<Box<Following>>,
    /// Where draws are noted.
    pub(super) trail: Option<Arc<Mutex<Trail>>>,
    /// Derivations that came whole, each with where its slots begin.
    pub(super) lifted: Vec<(u32, Arc<Derivation>)>,
    pub(super) id: u32,
}

/// No two beginnings have the same number, as far as 32 bits go.
static NEXT_ID: AtomicU32 = AtomicU32::new(1);

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// At a sum: the alternative taken, or `OPEN`. At a range: where its interval stands, or `OPEN`.
    pub(super) word: u32,
    pub(super) kids: u32,
    /// `PLAIN` where there was nothing to decide.
    pub(super) node: u32,
}

pub(super) const OPEN: u32 = u32::MAX;
/// The fields of a range.
pub(super) const NONE: u32 = u32::MAX;
pub(super) const PLAIN: u32 = u32::MAX;

/// What was decided at a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The number of the alternative.
    pub alternative: u32,
    /// The position of its first field; the others follow. At a range, which has none, `u32::MAX`.
    pub fields: u32,
}

impl Default for Partial {
    fn default() -> Self {
        Self::new()
    }
}

impl Partial {
    /// A partial derivation of nothing yet.
    pub const fn new() -> Self {
        Self {
            tables: None,
            plan: Plan::new(),
            slots: Vec::new(),
            numbers: Numbers::new(),
            decisions: Vec::new(),
            cuts: Vec::new(),
            looks: 0,
            schedule: Schedule::new(),
            guess: Guess::new(),
            to_do: ToDo::new(),
            was_cut: false,
            left: Left { size: 0, state: 0 },
            room: Room::Slack,
            is_plain: true,
            chooser: None,
            following: None,
            trail: None,
            lifted: Vec::new(),
            id: 0,
        }
    }

    /// Begins anew with derivations up to a size: false when there are none.
    ///
    /// # Errors
    /// When the shape is wrongly recursive.
    pub fn begin(&mut self, derivations: &Derivations, size: u32) -> Result<bool, SpaceError> {
        let tables = derivations.covering(size)?;
        self.reset();
        let least = tables.smallest(Grammar::ROOT);
        let root = root(&tables);
        self.tables = Some(tables);
        let Some((least, (_, root))) = least.zip(root).filter(|(least, _)| *least <= size) else {
            return Ok(false);
        };
        self.slots.push(Slot { word: OPEN, kids: 0, node: root.0 });
        (self.left, self.room) = (Left { size: size - least, state: 0 }, Room::Slack);
        self.is_plain = true;
        Ok(true)
    }

    /// Forgets everything: what belonged to it can no longer be looked at.
    pub fn reset(&mut self) {
        self.tables = None;
        self.plan.clear();
        self.numbers.clear();
        self.decisions.clear();
        self.cuts.clear();
        self.slots.clear();
        self.schedule.clear();
        self.guess = Guess::new();
        self.to_do = ToDo::new();
        self.is_plain = false;
        (self.was_cut, self.numbers.was_cut) = (false, false);
        (self.left, self.room) = (Left { size: 0, state: 0 }, Room::Slack);
        (self.chooser, self.following, self.trail) = (None, None, None);
        self.lifted.clear();
        self.id = NEXT_ID.fetch_add(1, Relaxed);
    }

    /// Begins anew with derivations of exactly one size, drawn: false when there are none.
    ///
    /// # Errors
    /// When the shape is wrongly recursive, or its derivations are too many to be counted in 128 bits.
    pub fn begin_draws(&mut self, derivations: &Derivations, size: u32) -> Result<bool, SpaceError> {
        if !self.begin(derivations, size)? {
            return Ok(false);
        }
        let Some(tables) = &self.tables else { return Ok(false) };
        let Some((pay, node)) = root(tables) else { return Ok(false) };
        let chooser: Box<dyn Chooser> = if let Some(draw) = Draw::<u64>::new(tables, node, size - pay) {
            Box::new(draw)
        } else if let Some(draw) = Draw::<u128>::new(tables, node, size - pay) {
            Box::new(draw)
        } else {
            return Err(SpaceError::TooMany { size });
        };
        let some = chooser.alive() > 0;
        self.chooser = Some(chooser);
        self.is_plain = false;
        Ok(some)
    }

    /// Begins anew with derivations of exactly one size: false when there are none. A class is then of derivations of
    /// that size, so that none is met which a search up to a smaller size has met (Paper II, section 8).
    ///
    /// # Errors
    /// When the shape is wrongly recursive.
    pub fn begin_exactly(&mut self, derivations: &Derivations, size: u32) -> Result<bool, SpaceError> {
        if !self.begin(derivations, size)? {
            return Ok(false);
        }
        let Some(tables) = &self.tables else { return Ok(false) };
        let Some((pay, node)) = root(tables) else { return Ok(false) };
        let (mut exact, left) = Exact::new(tables, node, size - pay);
        let some = exact.is_possible(left);
        (self.room, self.left) = (Room::Exact(Box::new(exact)), left);
        self.is_plain = false;
        Ok(some)
    }

    /// Has anything been left out, in all runs since it was begun, because there was no room for it? If not, a search up to this
    /// size has seen a derivation of each class of any size.
    pub fn was_cut(&self) -> bool {
        self.was_cut || self.numbers.was_cut || self.plan.is_partial
    }

    /// How many derivations are not refuted; 0 unless they are drawn.
    pub fn alive(&self) -> u128 {
        self.chooser.as_ref().map_or(0, |chooser| chooser.alive())
    }

    /// Begins the draw of a rank below [`alive`](Self::alive).
    pub fn draw(&mut self, rank: u128) {
        self.slots.truncate(1);
        self.numbers.clear();
        self.lifted.clear();
        self.decisions.clear();
        self.cuts.clear();
        self.guess.forget();
        self.to_do.begin();
        if let (Some(root), Some(chooser)) = (self.slots.first_mut(), &mut self.chooser) {
            root.word = OPEN;
            chooser.begin(rank);
        }
        self.note_draw();
    }

    /// How many derivations look like the one drawn, as far as it has been looked at, and which of these it is.
    pub fn class(&self) -> (u128, u128) {
        self.chooser.as_ref().map_or((0, 0), |chooser| chooser.class())
    }

    /// Excludes these derivations from further draws.
    pub fn refute(&mut self) {
        if let Some(chooser) = &mut self.chooser {
            chooser.refute();
        }
    }

    /// The memory in use for what draws have learned, in bytes.
    pub fn memory(&self) -> usize {
        self.chooser.as_ref().map_or(0, |chooser| chooser.memory())
    }

    /// Returns whether `bytes` suffice for what draws have learned. Forgets what can be found again when that takes too
    /// large a part of them, so it is to be called between two draws.
    pub fn fits(&mut self, bytes: usize) -> bool {
        self.chooser.as_mut().is_none_or(|chooser| chooser.fits(bytes))
    }

    /// A number that tells this run, from [`begin`](Self::begin) to the next one, from others; 0 before any.
    #[inline]
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The position of the value itself.
    pub fn root(&self) -> u32 {
        0
    }

    /// At a sum: the alternative, decided now if it was open.
    #[inline]
    pub fn force(&mut self, pos: u32) -> Taken {
        self.looks += 1;
        let Slot { word, kids, node } = self.slots[pos as usize];
        if word == OPEN { self.decide(pos, node) } else { Taken { alternative: word, fields: kids } }
    }

    /// Is there a range at a position, rather than a sum?
    pub fn is_range(&self, pos: u32) -> bool {
        matches!(self.kind(pos), Some(Kind::Leaf(_)))
    }

    /// Are there characters at a position?
    pub fn is_character(&self, pos: u32) -> bool {
        matches!(self.kind(pos), Some(Kind::Leaf(leaf)) if leaf.range().is_chars())
    }

    /// Is this a draw, of which every part is decided by chance?
    pub fn is_drawn(&self) -> bool {
        self.chooser.is_some()
    }

    /// The positions of the fields of a sum that is decided.
    pub fn fields(&self, pos: u32) -> std::ops::Range<u32> {
        let Slot { word, kids, .. } = self.slots[pos as usize];
        match self.kind(pos) {
            Some(Kind::Sum { alternatives, .. }) if word != OPEN => {
                kids..kids + alternatives[word as usize].arity
            }
            _ => 0..0,
        }
    }

    /// What [`Shape::with_payload`](crate::Shape::with_payload) put at a position. Decides nothing.
    pub fn payload<P: Any>(&self, pos: u32) -> Option<&P> {
        match self.kind(pos) {
            Some(Kind::Sum { payload: Some(payload), .. }) => payload.downcast_ref(),
            _ => None,
        }
    }

    /// What stands at a position.
    fn kind(&self, pos: u32) -> Option<&Kind> {
        let node = self.slots[pos as usize].node;
        let (tables, node) = if node == PLAIN {
            let (derivation, cell) = self.lifted_at(pos)?;
            (&derivation.tables, derivation.cells[cell as usize].node)
        } else {
            (self.tables.as_ref()?, node)
        };
        Some(&tables.grammar.node(NodeId(node)).kind)
    }

    /// The derivation that was lifted to a position, and which of its cells stands there.
    pub(super) fn lifted_at(&self, pos: u32) -> Option<(&Arc<Derivation>, u32)> {
        let at = self.lifted.partition_point(|(start, _)| *start <= pos).checked_sub(1)?;
        let (start, derivation) = &self.lifted[at];
        Some((derivation, pos - start))
    }

    #[inline(never)]
    fn decide(&mut self, pos: u32, node: u32) -> Taken {
        if self.is_plain
            && let Some((start, len)) = self.plan.sum(node)
            && len > 0
        {
            self.push(pos, Choice::Option { start, len, i: 0 });
            return self.take(pos, start, 0);
        }
        self.decide_carefully(pos, node)
    }

    #[inline(never)]
    fn decide_carefully(&mut self, pos: u32, node: u32) -> Taken {
        if let Some(taken) = self.follow(pos) {
            return taken;
        }
        let Some(tables) = &self.tables else { return Taken { alternative: 0, fields: 0 } };
        let Node::Sum { start, len } = *self.plan.node(tables, node) else {
            return Taken { alternative: 0, fields: NONE };
        };
        if self.guess.draws(self.chooser.is_some())
            && let Some(chooser) = &mut self.chooser
        {
            self.to_do.decided(pos);
            let i = chooser.option(tables, &self.plan, node, (start, len));
            let taken = self.take(pos, start, i);
            self.note_position(pos);
            return taken;
        }
        let (mut i, mut left) = (0, self.left);
        if let Room::Exact(exact) = &mut self.room {
            let mut options = 0..len;
            let fits = options
                .find_map(|i| Some((i, exact.option(left, tables, &self.plan, node, (start, len), i)?)));
            // Some option leads to the size: this class would not have been entered otherwise.
            (i, left) = fits.unwrap_or((0, left));
        }
        self.push(pos, Choice::Option { start, len, i });
        self.left = left;
        self.take(pos, start, i)
    }

    /// Takes the `i`-th option of a sum.
    #[inline]
    pub(super) fn take(&mut self, pos: u32, start: u32, i: u32) -> Taken {
        let option = self.plan.option(start, i);
        let kids = self.slots.len() as u32;
        let slot = &mut self.slots[pos as usize];
        (slot.word, slot.kids) = (option.alternative, kids);
        self.slots.extend_from_slice(self.plan.fields(option));
        Taken { alternative: option.alternative, fields: kids }
    }
}

/// The node of the value itself, and what is paid for it: the grammar's root is a wrapper around it.
fn root(tables: &Tables) -> Option<(u32, NodeId)> {
    let wrapper = tables.grammar.node(Grammar::ROOT);
    let Kind::Sum { alternatives, .. } = &wrapper.kind else { return None };
    let only = alternatives.first()?;
    let (pay, node) = tables.grammar.fields(only.fields).next()?;
    Some((wrapper.cost + only.cost + pay, node))
}
