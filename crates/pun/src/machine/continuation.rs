//! The machine's continuation at a demand: the frames with their live registers. Draws that reach the same state share what
//! they learn (Paper III, section 7, where the key is the state of the predicate).

use everycase_kernel::lazy::Run;

use super::Machine;
use super::live::Until;
use super::stack::FIRST;
use super::word::{Tag, Word};

/// The maximal size of a named state. Naming larger states takes longer than sharing saves; cyclic values would not terminate.
const MOST: u32 = 10_000;

impl Machine {
    /// Names the state before the current operation, which is about to demand a position, if names are shared.
    #[inline]
    pub(super) fn name_state(&mut self, input: &mut Run) {
        if input.shares() && !self.naming.is_settled {
            self.name_frames(input);
        }
    }

    /// Records that the last premise holds. Later demands belong to this input alone and refute nothing. But if terms draw inputs,
    /// there may be more choices than are used, so the result depends on the whole continuation.
    pub(super) fn settle(&mut self, input: &mut Run) {
        if !input.shares() || self.naming.is_settled {
            return;
        }
        if self.choices.is_some() {
            self.name_frames(input);
        } else {
            input.begin_name();
            input.name_word(u64::MAX);
            input.name_position(input.root());
            input.end_name();
        }
        self.naming.is_settled = true;
    }

    fn name_frames(&mut self, input: &mut Run) {
        // The numbers of terms mean something in this run only.
        if self.has_terms() {
            return;
        }
        self.naming.left = MOST;
        input.begin_name();
        let code = std::sync::Arc::clone(&self.code);
        let until = if self.choices.is_some() { Until::End } else { Until::Assumed };
        let (mut base, mut pc, mut result) = (self.stack.base, self.stack.pc - 1, None);
        loop {
            input.name_word(pc as u64);
            let live = self.naming.live.at(&code, self.stack.function_at(base), pc as u32, until);
            for &register in live.iter().filter(|register| Some(**register) != result) {
                self.name_value(input, self.stack.at(base, register));
            }
            if base <= FIRST {
                break;
            }
            // The register for the result is not assigned yet.
            result = Some(self.stack.result_of(base));
            (base, pc) = self.stack.link(base);
        }
        if let Some(choices) = &self.choices {
            for position in choices.positions() {
                input.name_position(position);
            }
        }
        // A name that is not ended is not shared: what is learned is only learned for this path.
        if self.naming.left > 0 {
            input.end_name();
        }
    }

    /// Names a value by its structure, regardless of its address.
    fn name_value(&mut self, input: &mut Run, word: Word) {
        let mut waiting = std::mem::take(&mut self.naming.waiting);
        waiting.push(word);
        while let Some(word) = waiting.pop() {
            self.naming.left = self.naming.left.saturating_sub(1);
            if self.naming.left == 0 {
                waiting.clear();
                break;
            }
            match word.tag() {
                Tag::Hole => input.name_position(word.payload()),
                Tag::Construct => {
                    let n = usize::from(self.code.arities[word.constructor() as usize]);
                    input
                        .name_alternative(word.constructor() - self.code.firsts[word.constructor() as usize]);
                    let at = word.at() as usize;
                    waiting.extend(self.store.heap[at..at + n].iter().rev());
                }
                Tag::Constant => {
                    let constructor = word.payload();
                    input.name_alternative(constructor - self.code.firsts[constructor as usize]);
                }
                Tag::Function => {
                    let at = word.at() as usize;
                    let header = self.store.heap[at].bits();
                    input.name_word(header << 4 | 4);
                    // A function that captures itself is named once.
                    let captured = &self.store.heap[at + 1..=at + (header >> 32) as usize];
                    waiting.extend(captured.iter().rev().filter(|captured| **captured != word));
                }
                Tag::Delayed => {
                    let at = word.at() as usize;
                    if let Some(value) = self.store.value_of(word.at()) {
                        waiting.push(value);
                    } else {
                        let header = self.store.heap[at].bits();
                        input.name_word(header << 4 | 6);
                        let captured = &self.store.heap[at + 1..at + 1 + (header >> 34) as usize];
                        waiting.extend(captured.iter().rev().filter(|captured| **captured != word));
                    }
                }
                Tag::Big => {
                    for digit in self.store.bigs[word.payload() as usize].to_signed_bytes_le() {
                        input.name_word(u64::from(digit) << 4 | 8);
                    }
                    input.name_word(9);
                }
                // A draw has no linear words.
                Tag::Integer | Tag::Character | Tag::Linear | Tag::None => {
                    input.name_word(word.bits() << 4 | 5);
                }
            }
        }
        self.naming.waiting = waiting;
    }
}
