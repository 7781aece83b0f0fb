//! The stack of decisions of a run, and the way back.

use super::known::Mark;
use super::numbers::Interval;
use super::orders::Relation;
use super::partial::{OPEN, Partial};
use super::room::{COMPLETIONS, Left, Room};
use crate::grammar::fingerprint::Fnv;

/// A decision and the way back to before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decision {
    pub(super) pos: u32,
    pub(super) slots: u32,
    pub(super) numbers: u32,
    pub(super) left: Left,
    pub(super) taken: Choice,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    /// Of the options of a node.
    Option { start: u32, len: u32, i: u32 },
    /// A range was looked at: its numbers are now those that there is room for.
    Number,
    /// The last of the cuts.
    Cut,
}

/// A decision about an integer; kept apart, since most decisions are not and are small.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    /// What was known of integers before.
    pub(super) mark: Mark,
    pub(super) taken: Part,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// One part of an interval: what is the other one, if it is still to be taken?
    Of { other: Option<Interval> },
    /// One of the numbers of an interval.
    Value { size: u32, i: u128 },
    /// How two numbers compare, and how else they may.
    Order { one: u32, other: u32, others: [Option<Relation>; 2] },
}

impl Partial {
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
                let size = left.size.checked_sub(extra);
                self.was_cut |= size.is_none();
                Some((i, Left { size: size?, ..left }))
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
        self.trim_completions();
        while let Some(&Decision { pos, slots, numbers, left, taken }) = self.decisions.last() {
            self.left = left;
            let goes_on = match taken {
                Choice::Option { start, len, i } => {
                    let slot = &mut self.slots[pos as usize];
                    slot.word = OPEN;
                    let node = slot.node;
                    let next = self.next_option(left, node, (start, len), i);
                    if let Some((i, left)) = next {
                        self.left = left;
                        self.cut_back(slots, numbers);
                        self.take(pos, start, i);
                        if let Some(decision) = self.decisions.last_mut() {
                            decision.taken = Choice::Option { start, len, i };
                        }
                    }
                    next.is_some()
                }
                Choice::Number => {
                    self.slots[pos as usize].word = OPEN;
                    false
                }
                Choice::Cut => {
                    self.cut_back(slots, numbers);
                    self.undo_cut();
                    self.next_cut(pos)
                }
            };
            if goes_on {
                self.schedule.back(self.decisions.len() as u32 - 1);
                return true;
            }
            self.decisions.pop();
        }
        false
    }

    /// Forgets completions that can be found again when they take too much memory.
    #[inline]
    fn trim_completions(&mut self) {
        if let Room::Exact(exact) = &mut self.room {
            let before = self.decisions.iter_mut().map(|decision| &mut decision.left.state);
            exact.completions.trim(COMPLETIONS, before.chain([&mut self.left.state]));
        }
    }

    /// Passes over all classes that agree with the one at hand in so many decisions, and goes on to the next one.
    pub fn next_class_beyond(&mut self, decisions: usize) -> bool {
        self.take_back(decisions);
        self.next_class()
    }

    /// Takes all decisions back but so many.
    pub(super) fn take_back(&mut self, decisions: usize) {
        while self.decisions.len() > decisions
            && let Some(decision) = self.decisions.pop()
        {
            self.undo(&decision);
            if matches!(decision.taken, Choice::Cut) {
                self.cuts.pop();
            }
        }
    }

    /// How many decisions have been made.
    pub fn depth(&self) -> usize {
        self.decisions.len()
    }

    /// How often a position was looked at, in all runs: a measure of the work done that does not depend on a clock.
    pub fn looks(&self) -> u64 {
        self.looks
    }

    /// A number that depends on the first so many decisions alone, for sharing classes out between searches.
    pub fn prefix(&self, decisions: usize) -> u64 {
        let mut hash = Fnv::new();
        let mut cuts = self.cuts.iter();
        for decision in self.decisions.iter().take(decisions) {
            match decision.taken {
                Choice::Option { i, .. } => hash.write(&i.to_le_bytes()),
                Choice::Number => {}
                Choice::Cut => match cuts.next() {
                    Some(Cut { taken: Part::Value { size, i }, .. }) => {
                        hash.write(&size.to_le_bytes());
                        hash.write(&i.to_le_bytes());
                    }
                    Some(Cut { taken: Part::Of { other }, .. }) => hash.write(&[u8::from(other.is_none())]),
                    Some(Cut { taken: Part::Order { others, .. }, .. }) => {
                        hash.write(&[others.iter().flatten().count() as u8]);
                    }
                    None => {}
                },
            }
        }
        hash.finish()
    }

    /// Goes back to before a decision, the last one.
    fn undo(&mut self, &Decision { pos, slots, numbers, left, taken }: &Decision) {
        self.cut_back(slots, numbers);
        self.left = left;
        match taken {
            Choice::Option { .. } | Choice::Number => self.slots[pos as usize].word = OPEN,
            Choice::Cut => self.undo_cut(),
        }
    }

    /// Goes back to so many slots and numbers.
    #[inline]
    fn cut_back(&mut self, slots: u32, numbers: u32) {
        self.slots.truncate(slots as usize);
        self.numbers.truncate(numbers as usize);
        if !self.lifted.is_empty() {
            self.lifted.retain(|(start, _)| *start < slots);
        }
    }

    /// Goes back to what was known of integers before the last cut.
    fn undo_cut(&mut self) {
        if let Some(cut) = self.cuts.last() {
            self.numbers.back_to(cut.mark);
        }
    }

    /// Takes what comes after the last cut, which has been undone, if there is room for anything.
    #[cold]
    fn next_cut(&mut self, pos: u32) -> bool {
        let Some(Cut { mark, taken }) = self.cuts.pop() else { return false };
        let next = match taken {
            Part::Of { other: Some(other) } => self.narrow(pos, other).then_some(Part::Of { other: None }),
            Part::Of { other: None } => None,
            Part::Value { size, i } => {
                self.next_value(pos, size, i + 1).map(|(size, i)| Part::Value { size, i })
            }
            Part::Order { one, other, others } => {
                self.next_order((one, other), others).map(|others| Part::Order { one, other, others })
            }
        };
        self.cuts.extend(next.map(|taken| Cut { mark, taken }));
        next.is_some()
    }

    /// Notes a decision about to be made.
    #[inline]
    pub(super) fn push(&mut self, pos: u32, taken: Choice) {
        let (slots, numbers) = (self.slots.len() as u32, self.numbers.len() as u32);
        self.decisions.push(Decision { pos, slots, numbers, left: self.left, taken });
    }

    /// Notes a decision about an integer.
    pub(super) fn push_cut(&mut self, pos: u32, taken: Part) {
        self.push(pos, Choice::Cut);
        self.cuts.push(Cut { mark: self.numbers.mark(), taken });
    }
}
