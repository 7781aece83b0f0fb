//! A run: the arena that a predicate reads, and the owner that decides its open positions.

mod compare;
mod rank;
mod residue;

use std::any::Any;
use std::sync::{Arc, Mutex};

use super::arena::Arena;
use super::complete::{Complete, Place, Sequence};
use super::connectives::{CallId, Connective, Side, Step};
use super::deciding::Deciding;
use super::draw::Draw;
use super::holder::Holder;
use super::search::Search;
use super::slot::{NONE, OPEN, Slot, SumDecision};
use super::trail::Trail;
use super::whole::{Atoms, Open, Reading};
use crate::derivation::{Cell, Derivation};
use crate::derivations::Derivations;
use crate::error::SpaceError;
use crate::grammar::Tables;
use crate::grammar::{Grammar, Kind, NodeId};

/// A derivation of a shape, decided only where it has been looked at.
///
/// A position is a number. The first look at a position decides it; a position that is never looked
/// at stays open. What decides depends on how the run was begun: as a search, as draws, or as the
/// replay of a derivation.
pub struct Run {
    pub(super) arena: Arena,
    owner: Owner,
    /// Where it is recorded that the owner decides.
    pub(super) deciding: Option<Deciding>,
    /// The space of all inputs, if a search or draws are of a companion of it.
    exact: Option<Derivations>,
    /// The input of a search or of a draw, decided as a whole.
    whole: Option<Derivation>,
}

/// What decides open positions.
#[expect(
    clippy::large_enum_variant,
    reason = "a search, which makes most decisions, is reached without an indirection"
)]
enum Owner {
    /// Nothing is open: all values were lifted.
    None,
    Search(Search),
    Draw(Box<Draw>),
    Complete(Box<Complete>),
}

impl Default for Run {
    fn default() -> Self {
        Self::new()
    }
}

impl Holder<Search> for Run {
    #[inline]
    fn with<R>(&mut self, work: impl FnOnce(&mut Search, &mut Arena) -> R) -> Option<R> {
        match &mut self.owner {
            Owner::Search(search) => Some(work(search, &mut self.arena)),
            Owner::None | Owner::Draw(_) | Owner::Complete(_) => None,
        }
    }
}

impl Holder<Draw> for Run {
    #[inline]
    fn with<R>(&mut self, work: impl FnOnce(&mut Draw, &mut Arena) -> R) -> Option<R> {
        match &mut self.owner {
            Owner::Draw(draw) => Some(work(draw, &mut self.arena)),
            Owner::None | Owner::Search(_) | Owner::Complete(_) => None,
        }
    }
}

/// Beginning.
impl Run {
    /// Returns a run over nothing yet, to which values can be [lifted](Self::lift).
    pub const fn new() -> Self {
        Self { arena: Arena::new(), owner: Owner::None, deciding: None, exact: None, whole: None }
    }

    /// Begins a search of the derivations up to a size. Returns false if there are none. The search
    /// needs only the least sizes, so the derivations are not counted.
    ///
    /// In a search of [structures](Derivations::structures) the numbers are decided, too: their
    /// order where the predicate compares them, and their rank where it demands a number. So the
    /// search has a run for each structure and each order of its numbers that the predicate
    /// distinguishes, with numbers up to a few thousand.
    ///
    /// # Errors
    /// When the shape is wrongly recursive.
    pub fn begin_search(&mut self, derivations: &Derivations, size: u32) -> Result<bool, SpaceError> {
        let tables = derivations.expanded(size)?;
        self.begin(derivations, tables, size, |tables, _, left| {
            Ok(Some(Owner::Search(Search::up_to(left, tables.grammar.has_slots()))))
        })
    }

    /// Begins a search of the derivations of exactly one size. Returns false if there are none.
    /// Each class then contains derivations of this size only, so none of them occurs in a search
    /// up to a smaller size (Paper II, section 8).
    ///
    /// # Errors
    /// When the shape is wrongly recursive.
    #[inline]
    pub fn begin_search_of_size(&mut self, derivations: &Derivations, size: u32) -> Result<bool, SpaceError> {
        self.begin(derivations, derivations.covering(size)?, size, |tables, Root { pay, node, .. }, _| {
            Ok(Search::of_size(tables, node, size - pay).map(Owner::Search))
        })
    }

    /// Begins draws of the derivations of exactly one size. Returns false if there are none.
    ///
    /// # Errors
    /// When the shape is wrongly recursive, or the number of its derivations exceeds 4096 bits.
    pub fn begin_draws(&mut self, derivations: &Derivations, size: u32) -> Result<bool, SpaceError> {
        self.begin(derivations, derivations.covering(size)?, size, |tables, Root { pay, node, .. }, left| {
            let draw = Draw::of_size(tables, node, size - pay, left).ok_or(SpaceError::TooMany { size })?;
            Ok((!draw.is_empty()).then(|| Owner::Draw(Box::new(draw))))
        })
    }

    /// Begins the replay of a derivation. The first look at a position decides it as in the
    /// derivation. Other positions stay open, and are not shown ([`show`](Self::show)).
    pub fn begin_replay(&mut self, derivation: &Derivation) {
        self.owner = Owner::Complete(Box::new(Complete::given(&mut self.arena, derivation)));
    }

    /// Begins a run over complete derivations, before the first of them:
    /// [`next_complete`](Self::next_complete) goes to it. Each has its positions from its beginning
    /// if it is to be read `in_parts`; otherwise there is only the root until that is forced.
    pub fn begin_sequence(&mut self, sequence: Box<dyn Sequence>, in_parts: bool) {
        self.reset();
        let complete = Complete::sequence(&mut self.arena, sequence, in_parts);
        self.owner = Owner::Complete(Box::new(complete));
    }

    /// Goes to the next derivation of a sequence; `None` after the last one, and for other runs.
    ///
    /// # Errors
    /// If the derivations cannot be counted.
    #[inline]
    pub fn next_complete(&mut self) -> Result<Option<Place>, SpaceError> {
        match &mut self.owner {
            Owner::Complete(complete) => complete.advance(&mut self.arena),
            Owner::None | Owner::Search(_) | Owner::Draw(_) => Ok(None),
        }
    }

    #[inline]
    fn begin(
        &mut self,
        derivations: &Derivations,
        tables: Arc<Tables>,
        size: u32,
        owner: impl FnOnce(&Tables, Root, u32) -> Result<Option<Owner>, SpaceError>,
    ) -> Result<bool, SpaceError> {
        self.reset();
        let Some(root) = Root::of(&tables) else { return Ok(false) };
        let Some(left) = size.checked_sub(root.least) else { return Ok(false) };
        let Some(owner) = owner(&tables, root, left)? else { return Ok(false) };
        self.arena.begin(tables, root.node);
        (self.owner, self.exact) = (owner, derivations.exact().cloned());
        Ok(true)
    }

    /// Removes everything; positions handed out before become invalid.
    pub fn reset(&mut self) {
        self.arena.reset();
        self.owner = Owner::None;
        (self.deciding, self.exact, self.whole) = (None, None, None);
    }

    /// Returns a number that identifies this run until the next one begins; 0 before the first one.
    #[inline]
    pub fn id(&self) -> u32 {
        self.arena.id
    }

    /// Returns the search, if this run is one.
    pub fn as_search(&self) -> Option<&Search> {
        match &self.owner {
            Owner::Search(search) => Some(search),
            Owner::None | Owner::Draw(_) | Owner::Complete(_) => None,
        }
    }

    /// Returns the draws, if this run draws.
    #[inline]
    pub fn as_draw(&self) -> Option<&Draw> {
        match &self.owner {
            Owner::Draw(draw) => Some(draw),
            Owner::None | Owner::Search(_) | Owner::Complete(_) => None,
        }
    }

    /// Returns the positions that a replay has looked at, in the order of the first looks; none for
    /// other runs.
    #[inline]
    pub fn seen(&self) -> &[u32] {
        match &self.owner {
            Owner::Complete(complete) => &complete.seen,
            Owner::None | Owner::Search(_) | Owner::Draw(_) => &[],
        }
    }

    /// Returns whether the size budget has excluded anything since the search began. If not, a
    /// complete search up to this size has met a derivation of every class, whatever its size.
    pub fn was_cut(&self) -> bool {
        let is_cut = |search: &Search| search.decisions.was_cut;
        self.arena.plan.is_partial || self.arena.numbers.was_cut || self.as_search().is_some_and(is_cut)
    }

    /// Returns the number of current decisions of a search; 0 for other runs.
    #[inline]
    pub fn depth(&self) -> usize {
        match &self.owner {
            Owner::Search(search) => search.depth(),
            Owner::None | Owner::Draw(_) | Owner::Complete(_) => 0,
        }
    }

    /// Returns the number of looks at positions: a measure of work that does not depend on a clock.
    pub fn looks(&self) -> u64 {
        self.arena.looks
    }

    /// Records the decisions so far. Before a run of a search they determine its class: later
    /// decisions take the smallest option.
    pub fn note(&self, trail: &mut Trail) {
        trail.note(&self.arena.slots, &self.arena.numbers);
    }

    /// Records each decision of further draws when it is made; in a search, those that change which
    /// numbers are the smallest. Marks in `deciding` the time of all decisions.
    pub fn watch(&mut self, trail: Arc<Mutex<Trail>>, deciding: Deciding) {
        self.arena.trail = Some(trail);
        self.deciding = Some(deciding);
    }
}

/// Reading.
impl Run {
    /// Returns the position of the value itself.
    pub fn root(&self) -> u32 {
        0
    }

    /// Returns the alternative of a sum; decides it if it is open.
    #[inline]
    pub fn force(&mut self, pos: u32) -> SumDecision {
        self.arena.looks += 1;
        let Slot { word, kids, node } = self.arena.slots[pos as usize];
        if word == OPEN { self.decide(pos, node) } else { SumDecision { alternative: word, fields: kids } }
    }

    #[inline(never)]
    fn decide(&mut self, pos: u32, node: u32) -> SumDecision {
        let _decision = Deciding::begin(self.deciding.as_ref());
        match &mut self.owner {
            Owner::Search(search) => search.decisions.decide(&mut self.arena, pos, node),
            Owner::Draw(draw) => draw.decide(&mut self.arena, pos, node),
            Owner::Complete(complete) => complete.decide(&mut self.arena, pos),
            Owner::None => SumDecision::NUMBER,
        }
    }

    /// Returns whether a position is a range, not a sum.
    #[inline]
    pub fn is_range(&self, pos: u32) -> bool {
        matches!(self.arena.kind(pos), Some(Kind::Leaf(_)))
    }

    /// Returns whether a position is a range of characters.
    #[inline]
    pub fn is_character(&self, pos: u32) -> bool {
        matches!(self.arena.kind(pos), Some(Kind::Leaf(leaf)) if leaf.range().is_chars())
    }

    /// Returns whether the number of a range is known, regardless of the size budget of a search.
    /// Decides nothing.
    #[inline]
    pub fn is_known(&self, pos: u32) -> bool {
        let Slot { word, kids, .. } = self.arena.slots[pos as usize];
        kids == NONE && word != OPEN && {
            let bounds = &self.arena.numbers.get(word as usize).known.bounds;
            bounds.interval.single().is_some()
                && (self.as_search().is_none() || bounds.low_is_known && bounds.high_is_known)
        }
    }

    /// Returns whether this is a draw, in which every part is decided at random.
    pub fn is_drawn(&self) -> bool {
        self.as_draw().is_some()
    }

    /// Returns whether this is the replay of a derivation, in which nothing is left to choose.
    #[inline]
    pub fn is_replay(&self) -> bool {
        matches!(self.owner, Owner::Complete(_))
    }

    /// Returns the positions of the fields of a decided sum.
    pub fn fields(&self, pos: u32) -> std::ops::Range<u32> {
        self.arena.fields(pos)
    }

    /// Returns the payload of a position, set by
    /// [`Shape::with_payload`](crate::Shape::with_payload). Decides nothing.
    pub fn payload<P: Any>(&self, pos: u32) -> Option<&P> {
        self.arena.payload(pos)
    }

    /// Returns the position of a complete derivation, valid until the run goes back to before it
    /// was lifted.
    pub fn lift(&mut self, derivation: &Derivation) -> u32 {
        self.arena.lift(derivation)
    }

    /// Removes everything if anything was lifted.
    pub fn forget_lifted(&mut self) {
        if self.arena.has_lifted() {
            self.reset();
        }
    }

    /// Decides all open parts at a position and below.
    pub fn force_all(&mut self, pos: u32) {
        self.force_below(pos, Atoms::AsNumbers);
    }

    /// Returns the derivation at a position, with the smallest values for open parts.
    #[inline]
    pub fn read(&self, pos: u32) -> Option<Reading> {
        let _decision = Deciding::begin(self.deciding.as_ref());
        self.arena.reading(pos, |open| self.smallest(open))
    }

    /// Returns the derivation at a position, with open parts marked
    /// ([`At::is_open`](crate::At::is_open)).
    #[inline]
    pub fn show(&self, pos: u32) -> Option<Reading> {
        self.arena.reading(pos, |open| self.marked(open))
    }

    /// Returns the derivation at a position, with the parts marked
    /// ([`At::is_open`](crate::At::is_open)) that nothing has looked at. A number that was only
    /// compared is the smallest that agrees with the comparisons.
    #[inline]
    pub fn excerpt(&self, pos: u32) -> Option<Reading> {
        let _decision = Deciding::begin(self.deciding.as_ref());
        self.arena.reading(pos, |open| match open {
            Open::Node(_) => self.marked(open),
            Open::Number(..) => self.smallest(open),
        })
    }

    #[inline]
    fn marked(&self, open: &Open) -> Vec<Cell> {
        let mut cells = self.smallest(open);
        cells.iter_mut().take(1).for_each(|cell| *cell = cell.opened());
        cells
    }

    /// Returns the whole input; decides what is open. A complete derivation is lent as it is, at no
    /// cost. `None` if nothing was begun.
    #[inline]
    pub fn whole(&mut self) -> Option<&Derivation> {
        if !matches!(self.owner, Owner::Complete(_)) {
            self.decide_whole();
        }
        match &self.owner {
            Owner::Complete(complete) => complete.current(),
            Owner::None | Owner::Search(_) | Owner::Draw(_) => self.whole.as_ref(),
        }
    }

    fn decide_whole(&mut self) {
        self.whole = None;
        if !matches!(self.owner, Owner::None) {
            self.force_all(self.root());
            self.whole = self.derivation(self.root());
        }
    }

    /// Returns the input, with the smallest values for open parts, as a derivation of the space of
    /// all inputs: its size is the exact one, also if it was found in a
    /// [companion](Derivations::structures) of that space.
    pub fn input(&self) -> Option<Derivation> {
        let input = self.derivation(self.root())?;
        let exact = match &self.owner {
            Owner::Complete(complete) => complete.exact(),
            Owner::None | Owner::Search(_) | Owner::Draw(_) => self.exact.as_ref(),
        };
        match exact {
            Some(exact) => exact.parse(&input.words()).ok(),
            None => Some(input),
        }
    }

    /// Returns the derivation at a position, with the smallest values for open parts. In a search
    /// of one size, the root's derivation has that size: each open part is the smallest for which
    /// the others can make up the rest.
    ///
    /// The derivation is complete, but only the one at [`root`](Self::root) is a derivation of the
    /// shape. In a replay, the derivation at the root is the given one.
    pub fn derivation(&self, pos: u32) -> Option<Derivation> {
        let _decision = Deciding::begin(self.deciding.as_ref());
        if pos == self.root() {
            match &self.owner {
                Owner::Complete(complete) => return complete.current().cloned(),
                Owner::Search(search) if !search.decisions.is_up_to() => {
                    return self.arena.of_size(search.decisions.left.size);
                }
                Owner::None | Owner::Search(_) | Owner::Draw(_) => {}
            }
        }
        self.arena.fill(pos, |open| self.smallest(open))
    }

    pub(super) fn smallest(&self, open: &Open) -> Vec<Cell> {
        match (open, &self.owner) {
            // Its tables may not be counted so far. Parts that are not shown are not read.
            (Open::Node(node), Owner::Complete(_)) => vec![Cell { node: *node, ..Cell::default() }],
            _ => self.arena.smallest(open),
        }
    }
}

/// Parallel connectives.
impl Run {
    /// Begins a call of a connective; `None` outside of a search, where the operands run from left
    /// to right or [opportunistically](Self::is_opportunistic).
    #[inline]
    pub fn call(&mut self, connective: Connective) -> Option<(CallId, Step)> {
        match &mut self.owner {
            Owner::Search(search) => Some(search.call(connective)),
            Owner::None | Owner::Draw(_) | Owner::Complete(_) => None,
        }
    }

    /// Records the value of an operand. Returns the next step.
    #[inline]
    pub fn ran(&mut self, call: CallId, side: Side, value: bool) -> Step {
        match &mut self.owner {
            Owner::Search(search) => search.ran(call, side, value),
            Owner::None | Owner::Draw(_) | Owner::Complete(_) => Step::Is(value),
        }
    }

    /// Returns whether a connective is run one operand at a time, with [`guessed`](Self::guessed)
    /// in between.
    #[inline]
    pub fn is_opportunistic(&self, connective: Connective) -> bool {
        self.as_draw().is_some_and(|draw| draw.is_opportunistic(connective))
    }

    /// Ends an operand of such a connective. Returns whether its value was guessed, and so means
    /// nothing. Guesses are undone.
    #[inline]
    pub fn guessed(&mut self, side: Side) -> bool {
        self.with(|draw: &mut Draw, arena| draw.guessed(arena, side)) == Some(true)
    }

    /// Records that the current operand has no valid value.
    pub fn leave_open(&mut self) {
        self.with(|draw: &mut Draw, _| draw.leave_open());
    }
}

/// Continuations, named so that draws share what they learn.
impl Run {
    /// Returns whether names are used.
    #[inline]
    pub fn shares(&self) -> bool {
        self.as_draw().is_some_and(|draw| draw.continuation.is_on)
    }

    /// Begins the name of the continuation.
    pub fn begin_name(&mut self) {
        self.with(|draw: &mut Draw, _| draw.continuation.begin());
    }

    /// Adds a number to the name.
    #[inline]
    pub fn name_word(&mut self, word: u64) {
        self.with(|draw: &mut Draw, _| draw.continuation.word(word));
    }

    /// Adds an alternative to the name, as if it were decided at a position.
    #[inline]
    pub fn name_alternative(&mut self, alternative: u32) {
        self.with(|draw: &mut Draw, _| draw.continuation.alternative(alternative));
    }

    /// Adds a position to the name.
    #[inline]
    pub fn name_position(&mut self, pos: u32) {
        self.with(|draw: &mut Draw, arena| draw.continuation.position(arena, pos));
    }

    /// Ends the name. From now on the predicate must depend only on what was listed.
    #[inline]
    pub fn end_name(&mut self) {
        let _decision = Deciding::begin(self.deciding.as_ref());
        if let Owner::Draw(draw) = &mut self.owner {
            draw.end_name(&self.arena);
        }
    }
}

/// The value itself; the grammar's root wraps it.
#[derive(Clone, Copy)]
struct Root {
    /// The size of the smallest value, including the wrapper.
    least: u32,
    /// The cost paid for it.
    pay: u32,
    node: NodeId,
}

impl Root {
    /// Returns `None` if the grammar has no derivations.
    fn of(tables: &Tables) -> Option<Self> {
        let least = tables.smallest().node(Grammar::ROOT)?;
        let wrapper = tables.grammar.node(Grammar::ROOT);
        let Kind::Sum { alternatives, .. } = &wrapper.kind else { return None };
        let only = alternatives.first()?;
        let (pay, node) = tables.grammar.fields(only.fields).next()?;
        Some(Self { least, pay: wrapper.cost + only.cost + pay, node })
    }
}
