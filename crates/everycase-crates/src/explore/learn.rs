//! Lessons of the outcomes of expressions: values that look new, failures, and calls that need
//! care.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write;
use std::sync::Arc;

use everycase_check::text::number::{counted, percent, small};
use rustc_hash::FxHashMap;

use super::alike::Results;
use super::assembly::AssembledValues;
use super::gains::Suspects;
use super::sites::Sites;
use crate::candidates::Candidates;
use crate::constants::Constants;
use crate::coverage::Share;
use crate::draws::Draws;
use crate::driver::Driver;
use crate::error::Error;
use crate::expression::Expression;
use crate::finding::{Site, Tier};
use crate::journal::{Journal, KeptValue};
use crate::judge::has_large;
use crate::pool::{LARGE, Pool, kind_of};
use crate::runner::Runner;
use crate::snippet::Form;
use crate::target::Target;
use crate::worker::{Death, EndKind, Outcome};

/// After so many deaths a call is given up.
const DEATHS: u32 = 12;

/// The most errors of a call whose values are made.
const ERRORS: u32 = 40;

/// An expression that allocates more bytes is heavy. The most that a call may allocate for large
/// numbers is `MOST_HEAVY` times that.
const HEAVY: u64 = 1 << 20;
const MOST_HEAVY: u64 = 4;

/// An expression with the type of its value, what that looks like, and whether it can be printed.
type New = (Arc<Expression>, u16, u64, bool);

/// A failure, and the smallest expression that has it.
pub(super) struct Failure {
    pub(super) expression: Expression,
    pub(super) count: u64,
    /// How many of them the journal has.
    pub(super) noted: u64,
}

/// Which large numbers a call gets no more.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Care {
    /// All of them.
    Time,
    /// All but those from 2^63, which no memory can have.
    Memory,
}

/// What an exploration knows.
pub(super) struct Explorer<'e> {
    pub(super) runner: Runner,
    pub(super) journal: &'e mut Journal,
    /// The number of expressions that ran, and of calls in them.
    pub(super) expressions: u64,
    pub(super) calls: u64,
    pub(super) pool: Pool,
    pub(super) failures: BTreeMap<Site, Failure>,
    pub(super) returned: Vec<bool>,
    pub(super) called: Vec<bool>,
    pub(super) item_of: Vec<usize>,
    /// For each item, whether it is a law.
    pub(super) is_law: Vec<bool>,
    /// For calls that return errors: the call whose value is the error, and how often it ran.
    pub(super) errors: FxHashMap<u16, (u16, u32)>,
    pub(super) sites: Sites,
    pub(super) deaths: FxHashMap<u16, u32>,
    pub(super) heavy: FxHashMap<u16, u64>,
    /// Calls that have held much memory, or not ended, for a large number.
    pub(super) careful: FxHashMap<u16, Care>,
    /// How the results of calls become values.
    pub(super) forms: Vec<Form>,
    pub(super) usable: Vec<bool>,
    /// The results of some calls of each function.
    pub(super) results: Results,
    /// How often each call returned a value.
    pub(super) kept: Vec<u64>,
    /// The calls whose failures are wanted.
    pub(super) is_told: Vec<bool>,
    pub(super) tell: &'e mut dyn FnMut(&str),
}

impl<'e> Explorer<'e> {
    /// Knows nothing yet, and tells nothing.
    pub(super) fn new(
        runner: Runner,
        journal: &'e mut Journal,
        (target, candidates, driver): (&Target, &Candidates, &Driver),
        constants: &Constants,
        tell: &'e mut dyn FnMut(&str),
    ) -> Explorer<'e> {
        let count = driver.calls.len();
        let item_of: Vec<usize> = driver.calls.iter().map(|own| own.item).collect();
        Explorer {
            pool: Pool::new(&runner.signature, constants),
            journal,
            expressions: 0,
            calls: 0,
            failures: BTreeMap::new(),
            returned: vec![false; candidates.items.len()],
            called: vec![false; candidates.items.len()],
            errors: driver.errors_of().into_iter().map(|(call, own)| (call, (own, 0))).collect(),
            is_law: candidates.items.iter().map(|own| own.law.is_some()).collect(),
            sites: Sites {
                compares: false,
                laws: driver
                    .calls
                    .iter()
                    .map(|own| candidates.items.get(own.item).and_then(|own| own.law.clone()))
                    .collect(),
                assembled: AssembledValues::new(&candidates.items, &item_of, &runner.signature),
                tiers: driver.calls.iter().map(|own| Tier::of(candidates.items.get(own.item))).collect(),
                library: target.library.clone(),
                sources: target.sources.display().to_string(),
                known: FxHashMap::default(),
            },
            runner,
            item_of,
            deaths: FxHashMap::default(),
            heavy: FxHashMap::default(),
            careful: FxHashMap::default(),
            forms: vec![Form::default(); count],
            usable: vec![true; count],
            results: Results::default(),
            kept: vec![0; count],
            is_told: vec![false; count],
            tell,
        }
    }

    /// Runs expressions until it is over, and learns from their outcomes.
    pub(super) fn batch(
        &mut self,
        batch: Vec<Expression>,
        size: Option<u32>,
        draws: &mut Draws<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(), Error> {
        let mut batch: VecDeque<Arc<Expression>> = batch.into_iter().map(Arc::new).collect();
        let (mut new, mut failed) = (Vec::new(), Vec::new());
        let mut left_out = false;
        let mut suspects = Suspects::default();
        while !batch.is_empty() && !is_over() {
            let outcomes = self.runner.some(&batch.iter().map(|own| &**own).collect::<Vec<_>>())?;
            let reached = self.runner.last();
            let mut ran = Vec::new();
            for outcome in &outcomes {
                let Some(own) = batch.pop_front() else { break };
                // What one has taught holds for the next, also if both were sent together.
                let counts = self.may_run(&own);
                if counts {
                    self.expressions += 1;
                    self.calls += own.calls();
                    self.learn(&own, outcome, size, draws, &mut new)?;
                    if *outcome == Outcome::Error {
                        failed.extend(self.error_of(&own));
                    }
                } else {
                    left_out = true;
                }
                if !reached.is_empty() {
                    ran.push((own, counts));
                }
            }
            self.suspect(&ran, &outcomes, reached, &mut suspects);
            let count = batch.len();
            batch.retain(|own| self.may_run(own));
            left_out |= batch.len() < count;
        }
        if let Some(size) = size.filter(|_| left_out || !batch.is_empty()) {
            self.pool.misses(size - 1);
        }
        if !is_over() {
            self.gain(suspects, draws)?;
        }
        self.keep(new, size, draws, is_over)?;
        if failed.is_empty() { Ok(()) } else { self.batch(failed, None, draws, is_over) }
    }

    /// Returns the expression whose value is the error of a call, for the first errors of each.
    fn error_of(&mut self, own: &Expression) -> Option<Expression> {
        let Expression::Call(call, arguments) = own else { return None };
        let (error, count) = self.errors.get_mut(call).filter(|own| own.1 < ERRORS)?;
        *count += 1;
        Some(Expression::Call(*error, arguments.clone()))
    }

    /// Learns from an outcome; `new` gets what looks new.
    fn learn(
        &mut self,
        own: &Arc<Expression>,
        outcome: &Outcome,
        size: Option<u32>,
        draws: &mut Draws<'_>,
        new: &mut Vec<New>,
    ) -> Result<(), Error> {
        let root = own.root().unwrap_or(0);
        let item = self.item_of[usize::from(root)];
        if !matches!(outcome, Outcome::Stuck)
            && let Some(called) = self.called.get_mut(item)
            && !std::mem::replace(called, true)
        {
            self.journal.ran(own);
        }
        let is_function = self.is_told[usize::from(root)] && self.is_law.get(item) == Some(&false);
        if is_function && !self.sites.compares {
            self.results.add(own, outcome);
        }
        match outcome {
            Outcome::Value { ty, looks, is_printed, allocated, form, .. } => {
                self.kept[usize::from(root)] += 1;
                // What a call has changed is as it was made.
                if matches!(**own, Expression::Call(..)) {
                    self.forms[usize::from(root)] = Form(*form);
                }
                self.returns(item, own);
                if let Some(ty) = ty
                    && matches!(**own, Expression::Call(..))
                    && item == usize::MAX
                    && draws.makes(*ty, root)
                {
                    self.journal.ran(own);
                }
                if *allocated > HEAVY && has_large(own) {
                    let heavy = self.heavy.entry(root).or_default();
                    *heavy += allocated / HEAVY;
                    if *heavy >= MOST_HEAVY {
                        self.careful.entry(root).or_insert(Care::Memory);
                    }
                }
                if let Some(ty) = ty
                    && *is_printed
                {
                    self.sites.assembled.learn(own, *ty, *looks);
                }
                // Numbers that calls return are not arguments: constants are as good.
                if let Some(ty) = ty
                    && !matches!(**own, Expression::Armed(..))
                    && kind_of(*ty).is_none()
                    && !(*is_printed && self.pool.knows(*ty, *looks, size))
                {
                    if *allocated <= LARGE {
                        new.push((Arc::clone(own), *ty, *looks, *is_printed));
                    } else if let Some(size) = size {
                        self.pool.misses(size);
                    }
                }
            }
            Outcome::Absent | Outcome::Error => self.returns(item, own),
            Outcome::Stuck | Outcome::AtomPanic => {}
            Outcome::Panic(_) | Outcome::Death(..) | Outcome::Differs(_) => {
                match (outcome, size) {
                    // How it would have ended is not known.
                    (Outcome::Death(Death::Hang, _), Some(size)) => self.pool.misses(size - 1),
                    // A machine with more memory has its value.
                    (Outcome::Death(Death::Memory, _), Some(size)) => self.pool.misses(size),
                    _ => {}
                }
                self.failed(own, outcome, draws)?;
            }
        }
        Ok(())
    }

    /// An expression that calls an item has returned.
    fn returns(&mut self, item: usize, own: &Expression) {
        if let Some(returned) = self.returned.get_mut(item)
            && !std::mem::replace(returned, true)
        {
            self.journal.ran(own);
        }
    }

    /// Keeps values that look new as arguments.
    fn keep(
        &mut self,
        new: Vec<New>,
        size: Option<u32>,
        draws: &mut Draws<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(), Error> {
        let mut new = VecDeque::from(new);
        while !new.is_empty() && !is_over() {
            // A value that looks new is made again: what looks different then is never taken for
            // known.
            let again = self.runner.some(&new.iter().map(|own| &*own.0).collect::<Vec<_>>())?;
            for again in again {
                let Some((own, ty, looks, is_printed)) = new.pop_front() else { break };
                if let Outcome::Value { looks: other, .. } = again
                    && other != looks
                    && self.pool.unsteady.insert(ty)
                {
                    self.journal.unsteady(ty);
                }
                if !self.pool.add(ty, looks, is_printed, size, &own) {
                    continue;
                }
                self.journal.kept(KeptValue { size, ty, looks, is_printed, expression: (*own).clone() });
                if size.is_none()
                    && let Some(root) = own.root()
                {
                    draws.reward(root);
                }
            }
        }
        if let Some(size) = size.filter(|_| !new.is_empty()) {
            self.pool.misses(size);
        }
        Ok(())
    }

    /// Returns the functions that were given up.
    pub(super) fn given_up(&self, candidates: &Candidates) -> Vec<String> {
        let calls = self.usable.iter().zip(&self.item_of).filter(|own| !own.0);
        calls.filter_map(|own| candidates.items.get(*own.1)).map(|own| own.name.clone()).collect()
    }

    /// Announces what ran so far.
    pub(super) fn announce_state(&mut self) {
        let returned = self.returned.iter().zip(&self.is_law).filter(|own| *own.0 && !own.1).count();
        let functions = self.is_law.iter().filter(|own| !**own).count();
        let mut text = format!(
            "{}, {} of {} returned",
            counted(self.calls, "call"),
            small(returned as u64),
            counted(functions as u64, "function")
        );
        let lines = self.runner.reached.lines();
        if let Some(Share { reached, lines }) = lines.and_then(|own| Share::of(&own)) {
            let _ = write!(text, ", {} of the lines reached", percent(reached, lines));
        }
        let _ = write!(text, ", {}", counted(self.failures.len() as u64, "failure"));
        (self.tell)(&text);
    }

    /// Returns whether an expression has no call that was given up.
    pub(super) fn may_run(&self, own: &Expression) -> bool {
        let is_right = own.root().is_none_or(|call| {
            self.usable[usize::from(call)]
                && !own.parts().iter().any(|part| match (self.careful.get(&call), &**part) {
                    (Some(Care::Time), Expression::Number(..)) => has_large(part),
                    (Some(Care::Memory), Expression::Number(_, bits)) => has_large(part) && *bits < 1 << 63,
                    _ => false,
                })
        });
        is_right && own.parts().iter().all(|part| self.may_run(part))
    }

    pub(super) fn failed(
        &mut self,
        own: &Arc<Expression>,
        outcome: &Outcome,
        draws: &mut Draws<'_>,
    ) -> Result<(), Error> {
        let Some(part) = outcome.failing(own) else { return Ok(()) };
        let own = if *part == **own { Arc::clone(own) } else { Arc::new(part.clone()) };
        let own = &own;
        if own.root().is_none_or(|call| !self.is_told[usize::from(call)]) {
            return Ok(());
        }
        let running = outcome.running(own).and_then(Expression::root);
        if let (Some(how), Some(root)) = (outcome.death(), running) {
            if how == EndKind::Hang && has_large(own) {
                self.careful.insert(root, Care::Time);
            }
            if matches!(outcome, Outcome::Death(Death::Memory, _)) && has_large(own) {
                self.careful.entry(root).or_insert(Care::Memory);
            }
            let deaths = self.deaths.entry(root).or_default();
            *deaths += if how == EndKind::Hang { 4 } else { 1 };
            if *deaths >= DEATHS {
                self.usable[usize::from(root)] = false;
                draws.leave_out(root);
            }
        }
        let Some(at) = self.sites.of(&mut self.runner, own, outcome)? else { return Ok(()) };
        if let Some(known) = self.failures.get_mut(&at) {
            known.count += 1;
            if own.measure() < known.expression.measure() {
                known.expression = (**own).clone();
            }
        } else {
            self.journal.failed(own, 1);
            self.failures.insert(at, Failure { expression: (**own).clone(), count: 1, noted: 1 });
        }
        Ok(())
    }
}
