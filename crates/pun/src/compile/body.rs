//! The code of one function under compilation: its registers, labels and operations.

use rustc_hash::FxHashMap;

use super::Watch;
use super::bytecode::{Constant, FunctionId, Op, Reg};
use super::compiler::Compiler;
use crate::core::{ConId, Expr, LocalId, Primitive};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// A function under compilation.
pub(super) struct Body<'c, 'p> {
    pub(super) compiler: &'c mut Compiler<'p>,
    pub(super) id: FunctionId,
    pub(super) registers: FxHashMap<LocalId, Reg>,
    /// The next register, and the number of registers used on any path.
    next: u32,
    highest: u32,
    /// Whether a run begins with it. It makes no tail calls then, so that errors show the call.
    pub(super) is_first: bool,
    /// The mentions whose calls are watched.
    pub(super) watch: Option<&'p Watch<'p>>,
    /// The address of each label once it is known, and the last address with a label.
    labels: Vec<u32>,
    labelled: u32,
    /// The counter of the expressions whose evaluation begins here, if there is one: no operation
    /// since has been able to stop.
    counter: Option<u32>,
    /// The conditions: where they are false, where execution then continues, and their spans.
    when_false: Vec<(Label, Label, Span)>,
    first_op: usize,
    first_target: usize,
}

/// An address that may not be known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label(pub(super) u32);

/// Alternative paths.
pub(super) struct Ways {
    first: u32,
    is_shared: bool,
}

/// What happens to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum To {
    /// It is stored in a register.
    Register(Reg),
    /// It is the function's result.
    Return,
    /// It is the verdict of a property: a premise that does not hold discards the input.
    Verdict,
    /// It is a condition: if true, execution continues; if false, it jumps to the label.
    Condition(Label),
}

impl To {
    /// Returns whether code follows after the value.
    fn goes_on(self) -> bool {
        matches!(self, Self::Register(_) | Self::Condition(_))
    }
}

impl<'c, 'p> Body<'c, 'p> {
    pub(super) fn new(
        compiler: &'c mut Compiler<'p>,
        id: FunctionId,
        locals: &[LocalId],
        is_first: bool,
    ) -> Self {
        let registers = locals.iter().copied().zip(0..).collect();
        let (first_op, first_target) = (compiler.code.ops.len(), compiler.code.targets.len());
        let next = locals.len() as u32;
        Self {
            compiler,
            id,
            registers,
            next,
            highest: next,
            is_first,
            watch: None,
            labels: Vec::new(),
            labelled: 0,
            counter: None,
            when_false: Vec::new(),
            first_op,
            first_target,
        }
    }

    /// Adds the code where conditions are false, and resolves the labels; returns the number of
    /// registers.
    pub(super) fn finish(mut self) -> u32 {
        for (is_false, otherwise, span) in std::mem::take(&mut self.when_false) {
            self.place(is_false);
            self.count_outcome(span, false);
            self.jump(otherwise, span);
        }
        let code = &mut self.compiler.code;
        let labels = &self.labels;
        for op in &mut code.ops[self.first_op..] {
            match op {
                Op::Jump { to: target }
                | Op::IsTrue { otherwise: target, .. }
                | Op::Holds { otherwise: target, .. }
                | Op::Choose { otherwise: target } => *target = labels[*target as usize],
                _ => {}
            }
        }
        for target in &mut code.targets[self.first_target..] {
            *target = labels[*target as usize];
        }
        if self.highest > u32::from(Reg::MAX) {
            let function = &code.functions[self.id as usize];
            let message = "this function is too large: divide it into several ones";
            self.compiler.diagnostics.push(Diagnostic::error(function.span, message));
        }
        self.highest
    }

    pub(super) fn label(&mut self) -> Label {
        self.labels.push(u32::MAX);
        Label(self.labels.len() as u32 - 1)
    }

    pub(super) fn place(&mut self, label: Label) {
        self.labelled = self.compiler.code.ops.len() as u32;
        self.labels[label.0 as usize] = self.labelled;
        self.counter = None;
    }

    /// Places a label here; removes a jump to it directly before.
    pub(super) fn place_end(&mut self, label: Label) {
        let ops = &self.compiler.code.ops;
        let is_jump = matches!(ops.last(), Some(Op::Jump { to }) if *to == label.0);
        if is_jump && self.labelled < ops.len() as u32 {
            self.compiler.take_back();
        }
        self.place(label);
    }

    /// Returns a table of jump targets.
    pub(super) fn targets(&mut self, labels: &[Label]) -> u32 {
        let targets = &mut self.compiler.code.targets;
        let at = targets.len() as u32;
        targets.extend(labels.iter().map(|label| label.0));
        at
    }

    pub(super) fn register(&mut self) -> Reg {
        self.next += 1;
        self.highest = self.highest.max(self.next);
        (self.next - 1) as Reg
    }

    /// Begins alternative paths. If no code follows them they share registers; code emitted later
    /// uses none of these.
    pub(super) fn ways(&mut self, to: To) -> Ways {
        Ways { first: self.next, is_shared: !to.goes_on() }
    }

    pub(super) fn next_way(&mut self, ways: &Ways) {
        self.next = if ways.is_shared { ways.first } else { self.next };
    }

    pub(super) fn no_more_ways(&mut self) {
        self.next = self.highest;
    }

    pub(super) fn bind(&mut self, local: LocalId, register: Reg) {
        self.registers.insert(local, register);
    }

    pub(super) fn emit(&mut self, op: Op, span: Span) {
        self.compiler.emit(op, span);
        self.counter = self.counter.filter(|_| op.goes_on());
    }

    pub(super) fn jump(&mut self, to: Label, span: Span) {
        self.emit(Op::Jump { to: to.0 }, span);
    }

    /// Returns the register of a variable; in a well-formed term every variable has one.
    pub(super) fn local(&self, local: LocalId) -> Reg {
        self.registers.get(&local).copied().unwrap_or_default()
    }

    pub(super) fn constant(&mut self, constant: Constant, dst: Reg, span: Span) {
        let constant = self.compiler.constant(constant);
        self.emit(Op::Constant { dst, constant }, span);
    }

    /// Emits one operation that makes a value, and what happens to the value.
    pub(super) fn through(&mut self, to: To, span: Span, make: impl FnOnce(&mut Self, Reg)) {
        match to {
            To::Register(dst) => make(self, dst),
            To::Return | To::Verdict => {
                let src = self.register();
                make(self, src);
                self.emit(Op::Return { src }, span);
            }
            To::Condition(otherwise) => {
                let src = self.register();
                make(self, src);
                self.is_true(src, otherwise, span);
            }
        }
    }

    /// Records that the evaluation of an expression begins here, if its file is covered.
    pub(super) fn begin(&mut self, expr: &Expr) {
        let span = expr.span;
        if span.is_nowhere() || !self.compiler.covers.contains(&span.file) {
            return;
        }
        if let Some(counter) = self.counter {
            self.compiler.code.counters[counter as usize].push(span);
            return;
        }
        let counter = self.compiler.counter(vec![span]);
        self.emit(Op::Count { counter }, span);
        self.counter = Some(counter);
    }

    /// Jumps to a label if a boolean is false. The outcome of a condition is recorded; where it is
    /// false behind the function, so that nothing has to be jumped over.
    pub(super) fn condition(&mut self, term: &'p Expr, otherwise: Label) {
        if !self.compiler.conditions.contains(&term.span) {
            return self.term(term, To::Condition(otherwise));
        }
        let is_false = self.label();
        self.term(term, To::Condition(is_false));
        self.count_outcome(term.span, true);
        self.when_false.push((is_false, otherwise, term.span));
    }

    /// Records the value of a condition. What begins here shares the counter.
    fn count_outcome(&mut self, span: Span, outcome: bool) {
        let counter = self.compiler.counter(Vec::new());
        self.compiler.code.outcomes.insert(counter, (span, outcome));
        self.emit(Op::Count { counter }, span);
        self.counter = Some(counter);
    }

    /// Evaluates a definition without parameters.
    pub(super) fn value(&mut self, dst: Reg, definition: FunctionId, span: Span) {
        self.emit(Op::Global { dst, function: definition }, span);
        if let Some(&counter) = self.compiler.code.value_counters.get(&definition) {
            self.emit(Op::Count { counter }, span);
        }
    }

    /// Jumps over the code of other paths, unless the value has ended the function.
    pub(super) fn jump_after(&mut self, to: To, end: Label, span: Span) {
        if to.goes_on() {
            self.jump(end, span);
        }
    }

    /// Returns whether all fields of a constructor are strict.
    pub(super) fn is_strict(&self, constructor: ConId) -> bool {
        let fields = &self.compiler.program.constructors[constructor.index()].fields;
        fields.iter().all(|field| !field.is_lazy)
    }

    /// Returns a constructor of evaluated fields.
    pub(super) fn construct_of(&mut self, constructor: ConId, fields: &[Reg], span: Span) -> Reg {
        let dst = self.register();
        let (n, fields) = (fields.len() as u16, self.compiler.list(fields));
        self.emit(Op::Construct { dst, n, constructor: constructor.0, fields }, span);
        dst
    }

    pub(super) fn captures(&mut self, captured: &[LocalId]) -> (u16, u32) {
        let registers: Vec<Reg> = captured.iter().map(|local| self.local(*local)).collect();
        (registers.len() as u16, self.compiler.list(&registers))
    }

    /// Records that a premise holds, before what follows it. Where that may still discard the
    /// input, the premise is not the last: a run then does not belong to its input alone yet.
    pub(super) fn assumed(&mut self, span: Span, rest: impl FnOnce(&mut Self)) {
        self.compiler.assuming.insert(self.id);
        let (at, discards) = (self.compiler.code.ops.len(), self.compiler.discards);
        self.emit(Op::Assumed { is_last: true }, span);
        rest(self);
        if self.compiler.discards > discards {
            self.compiler.code.ops[at] = Op::Assumed { is_last: false };
        }
    }

    /// Ends a property's run as discarded.
    pub(super) fn discard(&mut self, span: Span) {
        self.compiler.discards += 1;
        let src = self.register();
        self.constant(Constant::Constructor(ConId::UNIT.0), src, span);
        self.emit(Op::Return { src }, span);
    }

    pub(super) fn is_true(&mut self, src: Reg, otherwise: Label, span: Span) {
        self.emit(Op::IsTrue { src, otherwise: otherwise.0 }, span);
    }

    pub(super) fn is_literal(&mut self, a: Reg, literal: Constant, otherwise: Label, span: Span) {
        let b = self.register();
        self.constant(literal, b, span);
        self.emit(Op::Holds { with: Primitive::Equal, a, b, otherwise: otherwise.0 }, span);
    }
}
