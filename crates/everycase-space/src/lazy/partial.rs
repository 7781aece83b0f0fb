//! The arena of a derivation that is decided as it is looked at, and the stack of its decisions.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};

use super::chooser::Chooser;
use super::draw::Draw;
use super::follow::Following;
use super::numbers::Interval;
use super::plan::{Node, Plan};
use super::room::{Exact, Left, Room};
use super::trail::Trail;
use crate::count::Tables;
use crate::derivation::Derivation;
use crate::derivations::Derivations;
use crate::error::SpaceError;
use crate::fingerprint::Fnv;
use crate::grammar::{Grammar, Kind, Leaf, NodeId};

/// A derivation of some shape and at most some size, as far as it has been looked at.
///
/// A position is a number. Looking at one for the first time decides it by the smallest option that leaves room for all
/// that is open; [`next_class`](Self::next_class) moves on. One search has one `Partial`, over and over.
pub struct Partial {
    pub(super) tables: Option<Arc<Tables>>,
    pub(super) plan: Plan,
    pub(super) slots: Vec<Slot>,
    pub(super) numbers: Vec<Number>,
    pub(super) decisions: Vec<Decision>,
    /// What there is room for, beyond what is decided.
    pub(super) left: Left,
    pub(super) room: Room,
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

/// What is known of an integer.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub(super) interval: Interval,
    /// Its range; a number that came from a value has none to decide from.
    pub(super) leaf: Arc<Leaf>,
}

/// A decision and the way back to before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decision {
    pos: u32,
    slots: u32,
    numbers: u32,
    left: Left,
    pub(super) taken: Choice,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    /// Of the options of a node.
    Option { start: u32, len: u32, i: u32 },
    /// A range was looked at: its numbers are now those that there is room for.
    Number,
    /// One part of an interval: what is the other one, if it is still to be taken?
    Part { before: Interval, other: Option<Interval> },
    /// One of the numbers of an interval.
    Value { before: Interval, size: u32, i: u128 },
}

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
            numbers: Vec::new(),
            decisions: Vec::new(),
            left: Left { size: 0, state: 0 },
            room: Room::Slack,
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
        Ok(true)
    }

    /// Forgets everything: what belonged to it can no longer be looked at.
    pub fn reset(&mut self) {
        self.tables = None;
        self.plan.clear();
        self.numbers.clear();
        self.decisions.clear();
        self.slots.clear();
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
        let (exact, left) = Exact::new(tables, node, size - pay);
        let some = exact.is_possible(left);
        (self.room, self.left) = (Room::Exact(Box::new(exact)), left);
        Ok(some)
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

    /// The memory used for what has been refuted, in bytes.
    pub fn memory(&self) -> usize {
        self.chooser.as_ref().map_or(0, |chooser| chooser.memory())
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
        let slot = self.slots[pos as usize];
        if slot.word == OPEN { self.decide(pos) } else { Taken { alternative: slot.word, fields: slot.kids } }
    }

    /// Is there a range at a position, rather than a sum?
    pub fn is_range(&self, pos: u32) -> bool {
        matches!(self.kind(pos), Some(Kind::Leaf(_)))
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
    fn decide(&mut self, pos: u32) -> Taken {
        if let Some(taken) = self.follow(pos) {
            return taken;
        }
        let Some(tables) = &self.tables else { return Taken { alternative: 0, fields: 0 } };
        let node = self.slots[pos as usize].node;
        let Node::Sum { start, len } = *self.plan.node(tables, node) else {
            return Taken { alternative: 0, fields: NONE };
        };
        if let Some(chooser) = &mut self.chooser {
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
    fn take(&mut self, pos: u32, start: u32, i: u32) -> Taken {
        let option = self.plan.option(start, i);
        let kids = self.slots.len() as u32;
        let slot = &mut self.slots[pos as usize];
        (slot.word, slot.kids) = (option.alternative, kids);
        let fields = self.plan.fields(option);
        self.slots.extend(fields.iter().map(|&node| Slot { word: OPEN, kids: 0, node }));
        Taken { alternative: option.alternative, fields: kids }
    }

    /// The first option after the `i`-th for which there is room, and what is left then.
    #[inline]
    fn next_option(
        &mut self,
        left: Left,
        node: u32,
        (start, len): (u32, u32),
        i: u32,
    ) -> Option<(u32, Left)> {
        match &mut self.room {
            // They are in order of what they cost.
            Room::Slack => {
                let i = i + 1;
                let extra = if i < len { self.plan.option(start, i).extra } else { return None };
                Some((i, Left { size: left.size.checked_sub(extra)?, ..left }))
            }
            Room::Exact(exact) => {
                let tables = self.tables.as_ref()?;
                (i + 1..len)
                    .find_map(|i| Some((i, exact.option(left, tables, &self.plan, node, (start, len), i)?)))
            }
        }
    }

    /// Goes on to the next class: back to the last decision that has another option there is room for, which is taken.
    /// False when there is none left.
    pub fn next_class(&mut self) -> bool {
        while let Some(decision) = self.decisions.pop() {
            self.undo(&decision);
            if let Some(taken) = self.next_of(&decision) {
                self.decisions.push(Decision { taken, ..decision });
                return true;
            }
        }
        false
    }

    /// Passes over all classes that agree with the one at hand in so many decisions, and goes on to the next one.
    pub fn next_class_beyond(&mut self, decisions: usize) -> bool {
        while self.decisions.len() > decisions
            && let Some(decision) = self.decisions.pop()
        {
            self.undo(&decision);
        }
        self.next_class()
    }

    /// How many decisions have been made.
    pub fn depth(&self) -> usize {
        self.decisions.len()
    }

    /// A number that depends on the first so many decisions alone, for sharing classes out between searches.
    pub fn prefix(&self, decisions: usize) -> u64 {
        let mut hash = Fnv::new();
        for decision in self.decisions.iter().take(decisions) {
            match decision.taken {
                Choice::Option { i, .. } => hash.write(&i.to_le_bytes()),
                Choice::Number => {}
                Choice::Part { other, .. } => hash.write(&[u8::from(other.is_none())]),
                Choice::Value { size, i, .. } => {
                    hash.write(&size.to_le_bytes());
                    hash.write(&i.to_le_bytes());
                }
            }
        }
        hash.finish()
    }

    /// Goes back to before a decision, the last one.
    fn undo(&mut self, &Decision { pos, slots, numbers, left, taken }: &Decision) {
        self.slots.truncate(slots as usize);
        self.numbers.truncate(numbers as usize);
        while self.lifted.last().is_some_and(|(start, _)| *start >= slots) {
            self.lifted.pop();
        }
        self.left = left;
        let slot = &mut self.slots[pos as usize];
        match taken {
            Choice::Option { .. } | Choice::Number => slot.word = OPEN,
            Choice::Part { before, .. } | Choice::Value { before, .. } => {
                self.numbers[slot.word as usize].interval = before;
            }
        }
    }

    /// Takes what comes after a decision that has been undone, if there is room for anything.
    fn next_of(&mut self, &Decision { pos, left, taken, .. }: &Decision) -> Option<Choice> {
        match taken {
            Choice::Option { start, len, i } => {
                let node = self.slots[pos as usize].node;
                let (i, left) = self.next_option(left, node, (start, len), i)?;
                self.left = left;
                self.take(pos, start, i);
                Some(Choice::Option { start, len, i })
            }
            Choice::Number => None,
            Choice::Part { before, other } => {
                self.narrow(pos, other?).then_some(Choice::Part { before, other: None })
            }
            Choice::Value { before, size, i } => {
                let (size, i) = self.next_value(pos, size, i + 1)?;
                Some(Choice::Value { before, size, i })
            }
        }
    }

    /// Notes a decision about to be made.
    pub(super) fn push(&mut self, pos: u32, taken: Choice) {
        let (slots, numbers) = (self.slots.len() as u32, self.numbers.len() as u32);
        self.decisions.push(Decision { pos, slots, numbers, left: self.left, taken });
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
