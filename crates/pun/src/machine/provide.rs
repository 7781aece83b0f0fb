//! Decides positions that calls fill, and observes values along a path.
//!
//! A position is bound to the word of its expression. A call becomes a delayed value on the heap,
//! so it is evaluated once, and going back to before the decision discards it.

use everycase_kernel::lazy::Run;

use super::Machine;
use super::providers::{Path, Provider, Providers, Step};
use super::snapshot::Mark;
use super::stop::{Progress, Stop, Wait};
use super::word::{Tag, Word};
use crate::compile::bytecode::FunctionId;
use crate::core::ConId;
use crate::fault::FaultKind;
use crate::inputs::FirstConstructor;

impl Machine {
    /// Returns whether a word is an open position that the machine fills with an expression.
    #[inline]
    pub(super) fn is_provided(&self, input: &Run, word: Word) -> bool {
        word.tag() == Tag::Hole
            && !self.decisions.caller_decides
            && input.payload::<Providers>(word.payload()).is_some()
    }

    /// Returns the value of a word as [`known`](super::store::Store::known) does. Positions that
    /// expressions fill are decided, and going back to that goes back to `mark`, in the current
    /// operation.
    pub(super) fn provided(&mut self, input: &mut Run, mark: &Mark, word: Word) -> Word {
        let mut word = self.store.known(word);
        while self.is_provided(input, word) {
            self.provide(input, mark, word.payload());
            word = self.store.known(word);
        }
        word
    }

    /// Does the same for two words that are compared, unless one is delayed. Returns whether a
    /// position was decided. Waits for the first word before it decides the second.
    pub(super) fn provide_both(&mut self, input: &mut Run, mark: &Mark, a: Word, b: Word) -> Progress<bool> {
        if a == b || [a, b].iter().any(|word| word.tag() == Tag::Delayed) {
            return Ok(false);
        }
        let mut has_changed = false;
        for word in [a, b] {
            if self.is_provided(input, word) {
                has_changed = true;
                let word = self.provided(input, mark, word);
                if word.tag() == Tag::Delayed {
                    return Err(Wait::Delayed(word.at()));
                }
            }
        }
        Ok(has_changed)
    }

    /// Decides a position and binds it to its expression.
    #[cold]
    fn provide(&mut self, input: &mut Run, mark: &Mark, position: u32) {
        let taken = self.taken(input, mark, position);
        let provider = input
            .payload::<Providers>(position)
            .and_then(|providers| providers.of.get(taken as usize))
            .unwrap_or_else(|| panic!("alternative {taken} of position {position} stands for no expression"))
            .clone();
        let fields = input.fields(position);
        let first = fields.start;
        let words: Vec<Word> = fields.map(Word::hole).collect();
        let is_call = matches!(provider, Provider::Call(_) | Provider::Apply | Provider::Observe);
        let word = match provider {
            Provider::Construct(constructor) => self.store.construct(&self.program.code, constructor, &words),
            Provider::Call(entry) => self.call_of(entry.0, &words),
            Provider::Apply => self.application(words[0], &words[1..]),
            Provider::Observe => {
                assert_eq!(words.len(), 2, "an observation has an expression and a path");
                self.reports.observes(input, &self.store, position, first);
                self.call_of(self.program.code.observe, &words)
            }
            Provider::Term => self.call_of(self.program.code.term, &words),
            Provider::Same => {
                self.reports.is_same(&self.store, position, first);
                Word::hole(first)
            }
            Provider::Integer(value) => self.store.big(value),
            Provider::Character(value) => Word::character(u32::from(value)),
        };
        self.store.bind(position, word);
        if is_call {
            self.reports.expect(input, &self.program.code, &self.store, position, word);
        }
    }

    /// Has the kernel decide a position, and returns the alternative.
    fn taken(&mut self, input: &mut Run, mark: &Mark, position: u32) -> u32 {
        self.name_state(input);
        self.decide(input, mark, |input| input.force(position)).alternative
    }

    /// Returns a call, evaluated on demand, or a function if there are fewer arguments than
    /// parameters.
    pub(super) fn call_of(&mut self, function: FunctionId, arguments: &[Word]) -> Word {
        let arity = self.program.code.functions[function as usize].arity as usize;
        assert!(arguments.len() <= arity, "a call has at most the arguments that it needs");
        if arguments.len() < arity {
            return self.store.closure(function, arguments);
        }
        match self.program.globals.get(function as usize) {
            Some(&value) if value != Word::NONE => {
                self.meter.reach_value(&self.program.code, function);
                value
            }
            _ => self.store.given(function, arguments),
        }
    }

    /// Returns the application of a value to arguments, evaluated on demand.
    fn application(&mut self, callee: Word, arguments: &[Word]) -> Word {
        let most = usize::from(self.program.code.more);
        arguments.chunks(most).fold(callee, |callee, arguments| {
            let mut words = vec![callee];
            words.extend_from_slice(arguments);
            self.store.given(self.program.code.apply_more + arguments.len() as FunctionId - 1, &words)
        })
    }

    /// Returns the value at the end of a path. The operation may be repeated from its beginning:
    /// steps that are decided are taken again, and an application is bound to the position of its
    /// step.
    pub(super) fn observed(&mut self, input: &mut Run, mut value: Word, path: Word) -> Progress<Word> {
        let mark = &self.mark(input.depth());
        let mut position = path.payload();
        loop {
            value = self.outermost_in(input, mark, value)?;
            let taken = self.taken(input, mark, position);
            let step = input.payload::<Path>(position).and_then(|path| path.steps.get(taken as usize));
            let step = *step.ok_or(FaultKind::Undecided)?;
            let fields = input.fields(position);
            match step {
                Step::End => return Ok(value),
                Step::Field(constructor, i) => {
                    value = self.field(value, constructor, i).ok_or(Stop::Void)?;
                    position = fields.start;
                }
                Step::Arguments => {
                    if self.store.bound_to(position) == Word::NONE {
                        let callee = self.function_in(input, mark, value)?;
                        if callee.tag() != Tag::Function {
                            return Err(Stop::Void.into());
                        }
                        let arguments: Vec<Word> = (fields.start..fields.end - 1).map(Word::hole).collect();
                        let applied = self.application(callee, &arguments);
                        self.store.bind(position, applied);
                    }
                    value = self.store.bound_to(position);
                    position = fields.end - 1;
                }
            }
        }
    }

    /// Returns a field of a value, if it has that constructor.
    fn field(&self, value: Word, constructor: ConId, i: u32) -> Option<Word> {
        let fits = value.tag() == Tag::Construct && value.constructor() == constructor.0;
        let fields = if fits { self.store.fields(&self.program.code, value) } else { &[] };
        fields.get(i as usize).copied()
    }

    /// Returns the result of a run: the value of a decided position; an open constructor is
    /// decided. Among the positions that the kernel decides, an integer, character or function that
    /// nothing has demanded stays a position.
    pub(super) fn outermost(&mut self, input: &mut Run, word: Word) -> Progress<Word> {
        let mark = self.mark(input.depth());
        self.outermost_in(input, &mark, word)
    }

    fn outermost_in(&mut self, input: &mut Run, mark: &Mark, word: Word) -> Progress<Word> {
        let word = self.provided(input, mark, word);
        match word.tag() {
            Tag::Delayed => Err(Wait::Delayed(word.at())),
            Tag::Hole
                if self.decisions.caller_decides
                    || input.payload::<FirstConstructor>(word.payload()).is_some() =>
            {
                self.constructor_of(input, mark, word)
            }
            _ => Ok(word),
        }
    }
}
