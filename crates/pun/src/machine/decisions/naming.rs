//! The machine's continuation at a demand: the frames with their live registers. Draws that reach
//! the same state share what they learn (Paper III, section 7, where the key is the state of the
//! predicate).

use everycase_kernel::lazy::{Choices, Run};

use super::Decisions;
use super::live::{Live, Until};
use crate::compile::bytecode::Code;
use crate::machine::Machine;
use crate::machine::stack::{FIRST, Stack};
use crate::machine::store::Store;
use crate::machine::word::{Tag, Word};

/// The maximal size of a named state. Naming larger states takes longer than sharing saves; cyclic
/// values would not terminate.
const MOST: u32 = 10_000;

/// Names the states of the machine.
#[derive(Default)]
pub(in crate::machine) struct Naming {
    live: Live,
    /// Whether the premise is known to hold. Nothing is refuted from then on.
    pub(in crate::machine) is_settled: bool,
    waiting: Vec<Word>,
    /// The number of words by which the name may still grow.
    left: u32,
}

impl Naming {
    /// Names the frames with their live registers, and the choices that are left.
    fn name(
        &mut self,
        input: &mut Run,
        code: &Code,
        stack: &Stack,
        store: &Store,
        choices: Option<&Choices>,
    ) {
        self.left = MOST;
        input.begin_name();
        let until = if choices.is_some() { Until::End } else { Until::Assumed };
        let (mut base, mut pc, mut result) = (stack.base, stack.pc - 1, None);
        loop {
            input.name_word(pc as u64);
            let live = self.live.at(code, stack.function_at(base), pc as u32, until);
            for &register in live.iter().filter(|register| Some(**register) != result) {
                self.name_value(input, code, store, stack.at(base, register));
            }
            if base <= FIRST {
                break;
            }
            // The register for the result is not assigned yet.
            result = Some(stack.result_of(base));
            (base, pc) = stack.link(base);
        }
        if let Some(choices) = choices {
            for position in choices.positions() {
                input.name_position(position);
            }
        }
        // A name that is not ended is not shared: what is learned is only learned for this path.
        if self.left > 0 {
            input.end_name();
        }
    }

    /// Names a value by its structure, regardless of its address.
    fn name_value(&mut self, input: &mut Run, code: &Code, store: &Store, word: Word) {
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.push(word);
        while let Some(word) = waiting.pop() {
            self.left = self.left.saturating_sub(1);
            if self.left == 0 {
                waiting.clear();
                break;
            }
            match word.tag() {
                Tag::Hole => input.name_position(word.payload()),
                Tag::Construct => {
                    input.name_alternative(word.constructor() - code.firsts[word.constructor() as usize]);
                    waiting.extend(store.fields(code, word).iter().rev());
                }
                Tag::Constant => {
                    let constructor = word.payload();
                    input.name_alternative(constructor - code.firsts[constructor as usize]);
                }
                Tag::Function => {
                    let (header, held) = store.function(word);
                    input.name_word(header << 4 | 4);
                    // A function that captures itself is named once.
                    waiting.extend(held.iter().rev().filter(|captured| **captured != word));
                }
                Tag::Delayed => {
                    if let Some(value) = store.value_of(word.at()) {
                        waiting.push(value);
                    } else {
                        let (header, held) = store.unevaluated(word.at());
                        input.name_word(header << 4 | 6);
                        waiting.extend(held.iter().rev().filter(|captured| **captured != word));
                    }
                }
                Tag::Big => {
                    for digit in store.integer_of(word).to_signed_bytes_le() {
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
        self.waiting = waiting;
    }
}

impl Machine {
    /// Names the state before the current operation, which is about to demand a position, if names
    /// are shared.
    #[inline]
    pub(in crate::machine) fn name_state(&mut self, input: &mut Run) {
        if input.shares() && !self.decisions.naming.is_settled {
            self.name_frames(input);
        }
    }

    /// Records that the last premise holds. Later demands belong to this input alone and refute
    /// nothing. But if terms draw inputs, there may be more choices than are used, so the result
    /// depends on the whole continuation.
    pub(in crate::machine) fn settle(&mut self, input: &mut Run) {
        if !input.shares() || self.decisions.naming.is_settled {
            return;
        }
        if self.decisions.choices.is_some() {
            self.name_frames(input);
        } else {
            input.begin_name();
            input.name_word(u64::MAX);
            input.name_position(input.root());
            input.end_name();
        }
        self.decisions.naming.is_settled = true;
    }

    fn name_frames(&mut self, input: &mut Run) {
        // The numbers of terms mean something in this run only.
        if !self.program.has_terms() {
            let Decisions { naming, choices, .. } = &mut self.decisions;
            naming.name(input, &self.program.code, &self.stack, &self.store, choices.as_ref());
        }
    }
}
