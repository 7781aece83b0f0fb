//! All expressions of a size: each call with all arguments from the pool.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use everycase_check::settings::shard::Shard;
use everycase_check::text::encoding::Fingerprint;
use rustc_hash::FxHasher;

use crate::driver::Driver;
use crate::expression::Expression;
use crate::pool::Pool;
use crate::worker::{Kind, Parameter, Signature};

/// The largest size, unless it is given.
const LARGEST: u32 = 30;
/// Calls of the standard library make arguments up to this size.
const SUPPORT: u32 = 4;

/// All calls, size by size; calls of one size take turns.
pub(crate) struct Levels<'s> {
    signature: &'s Signature,
    driver: &'s Driver,
    /// For each call, whether it is to run.
    calls: Vec<bool>,
    largest: u32,
    /// The part of the largest size that is returned: smaller ones make its arguments, so each part
    /// has these as a whole.
    shard: Shard,
    size: u32,
    open: Vec<Level>,
    /// How many expressions the largest size had so far, of all parts, and which in which order.
    count: u64,
    order: FxHasher,
}

/// A size of which one part has run its share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartialLevel {
    /// The size.
    pub size: u32,
    /// The expressions of all parts in their order, hashed: shares are together the whole if they
    /// are of the same.
    pub order: Fingerprint,
}

impl<'s> Levels<'s> {
    pub(crate) fn new(
        signature: &'s Signature,
        driver: &'s Driver,
        calls: Vec<bool>,
        largest: Option<u32>,
        shard: Shard,
    ) -> Levels<'s> {
        Levels {
            signature,
            driver,
            calls,
            largest: largest.unwrap_or(LARGEST),
            shard,
            size: 0,
            open: Vec::new(),
            count: 0,
            order: FxHasher::default(),
        }
    }

    /// Leaves out what an exploration before has run: all through this size.
    pub(crate) fn begin_behind(&mut self, size: u32) {
        self.size = size;
    }

    /// Returns the size at hand.
    pub(crate) fn size(&self) -> u32 {
        self.size
    }

    /// Returns the largest size of which all expressions were returned; 0 if there is none.
    pub(crate) fn through(&self) -> u32 {
        if self.open.is_empty() && !self.is_divided() { self.size } else { self.size - 1 }
    }

    /// Returns whether the size at hand is divided.
    fn is_divided(&self) -> bool {
        !self.shard.is_whole() && self.size == self.largest && self.size > 0
    }

    /// Returns the divided size, if all expressions of the part were returned.
    pub(crate) fn divided(&self) -> Option<PartialLevel> {
        let is_over = self.is_divided() && self.open.is_empty();
        is_over.then(|| PartialLevel { size: self.size, order: Fingerprint(self.order.finish()) })
    }

    /// Returns whether all were returned.
    pub(crate) fn is_over(&self) -> bool {
        self.open.is_empty() && self.size >= self.largest
    }

    /// Returns the next expressions and their size, about `most`.
    pub(crate) fn take(&mut self, pool: &Pool, most: usize) -> Option<(u32, Vec<Expression>)> {
        if self.open.is_empty() {
            if self.size >= self.largest {
                return None;
            }
            self.size += 1;
            let size = self.size;
            let calls = self.driver.calls.iter().zip(&self.signature.calls).zip(0..);
            // What only tells whether values look alike makes nothing.
            let wanted = calls.filter(|((own, _), call)| {
                self.calls[*call as usize] && (!own.is_support || size <= SUPPORT && !own.is_getter)
            });
            self.open = wanted.map(|((_, parameters), call)| Level::new(call, parameters, size)).collect();
        }
        let share = (most / self.open.len().max(1)).max(16);
        let (mut batch, mut turned) = (Vec::new(), 0);
        for level in &mut self.open {
            batch.extend(level.take(pool, share));
            turned += 1;
            if batch.len() >= most {
                break;
            }
        }
        self.open.rotate_left(turned);
        self.open.retain(|own| !own.is_done());
        if self.is_divided() {
            batch.retain(|own| {
                own.code().hash(&mut self.order);
                self.count += 1;
                (self.count - 1) % self.shard.of() == self.shard.index()
            });
        }
        Some((self.size, batch))
    }
}

/// The calls of one function of one size, in order.
struct Level {
    call: u16,
    parameters: Vec<Parameter>,
    /// The sizes of the arguments, one composition after the other.
    compositions: Vec<Vec<u32>>,
    at: usize,
    /// The arguments of the composition at hand.
    arguments: Vec<Vec<Arc<Expression>>>,
    next: Option<Vec<usize>>,
}

impl Level {
    /// Returns the calls of a size.
    fn new(call: u16, parameters: &[Parameter], size: u32) -> Level {
        let mut compositions = Vec::new();
        compose(size - 1, parameters.len(), &mut Vec::new(), &mut compositions);
        Level {
            call,
            parameters: parameters.to_vec(),
            compositions,
            at: 0,
            arguments: Vec::new(),
            next: None,
        }
    }

    /// Returns the next expressions, at most `most`; fewer only at the end. A call that changes an
    /// argument counts twice: for its result, and for the changed argument.
    fn take(&mut self, pool: &Pool, most: usize) -> Vec<Expression> {
        let mut all = Vec::new();
        while all.len() < most {
            let Some(places) = &mut self.next else {
                let Some(sizes) = self.compositions.get(self.at) else { break };
                self.at += 1;
                self.arguments =
                    self.parameters.iter().zip(sizes).map(|(own, size)| pool.of_size(*own, *size)).collect();
                for (place, size) in sizes.iter().enumerate() {
                    if *size == 1 && may_be_same(&self.parameters, place) {
                        self.arguments[place].push(Arc::new(Expression::Same));
                    }
                }
                if self.arguments.iter().all(|own| !own.is_empty()) {
                    self.next = Some(vec![0; self.parameters.len()]);
                }
                continue;
            };
            let arguments: Vec<Arc<Expression>> =
                places.iter().zip(&self.arguments).map(|(place, own)| Arc::clone(&own[*place])).collect();
            for (place, own) in self.parameters.iter().enumerate() {
                if own.kind == Kind::Exclusive {
                    all.push(Expression::After(self.call, arguments.clone(), place as u8));
                }
            }
            all.push(Expression::Call(self.call, arguments));
            let mut is_done = true;
            for (place, own) in places.iter_mut().zip(&self.arguments).rev() {
                *place += 1;
                if *place < own.len() {
                    is_done = false;
                    break;
                }
                *place = 0;
            }
            if is_done {
                self.next = None;
            }
        }
        all
    }

    /// Returns whether all were returned.
    fn is_done(&self) -> bool {
        self.next.is_none() && self.at >= self.compositions.len()
    }
}

/// Returns whether an argument may be the one before it once more: both are lent, and of one type.
pub(crate) fn may_be_same(parameters: &[Parameter], place: usize) -> bool {
    let before = place.checked_sub(1).and_then(|place| parameters.get(place));
    parameters.get(place).is_some_and(|own| own.kind == Kind::Shared && before == Some(own))
}

/// Adds the ways to write `total` as `count` numbers from 1.
fn compose(total: u32, count: usize, own: &mut Vec<u32>, all: &mut Vec<Vec<u32>>) {
    if count == 0 {
        if total == 0 {
            all.push(own.clone());
        }
        return;
    }
    for first in 1..=total.saturating_sub(count as u32 - 1) {
        own.push(first);
        compose(total - first, count - 1, own, all);
        own.pop();
    }
}

#[cfg(test)]
mod oracle;
