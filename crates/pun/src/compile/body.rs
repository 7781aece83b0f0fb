//! The code of one function.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::bytecode::{Constant, FunctionId, Op, Reg};
use super::{Compiler, free, matching};
use crate::core::{
    Binder, Branch, ConId, Connective, Draw, Expr, GlobalId, Kind, LocalId, Pattern, Primitive, Property,
};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::value::Lambda;

/// A function under compilation.
pub(super) struct Body<'c, 'p> {
    pub(super) compiler: &'c mut Compiler<'p>,
    id: FunctionId,
    registers: FxHashMap<LocalId, Reg>,
    /// The next register, and the number of registers used on any path.
    next: u32,
    highest: u32,
    /// Whether a run begins with it. It makes no tail calls then, so that errors show the call.
    is_first: bool,
    /// The address of each label once it is known, and the last address with a label.
    labels: Vec<u32>,
    labelled: u32,
    first_op: usize,
    first_target: usize,
}

/// An address that may not be known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label(u32);

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
            labels: Vec::new(),
            labelled: 0,
            first_op,
            first_target,
        }
    }

    /// Draws the inputs that terms draw, in order.
    pub(super) fn draw_inputs(&mut self, property: &'p Property) {
        for parameter in &property.parameters {
            if let Some(from) = &parameter.from {
                let value = self.operand(from);
                self.bind(parameter.binder.local, value);
            }
        }
    }

    /// Resolves the labels; returns the number of registers.
    pub(super) fn finish(self) -> u32 {
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

    /// Begins alternative paths. If no code follows them they share registers; code emitted later uses none of these.
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
    }

    pub(super) fn jump(&mut self, to: Label, span: Span) {
        self.emit(Op::Jump { to: to.0 }, span);
    }

    /// Returns the register of a variable; in a well-formed term every variable has one.
    fn local(&self, local: LocalId) -> Reg {
        self.registers.get(&local).copied().unwrap_or_default()
    }

    pub(super) fn constant(&mut self, constant: Constant, dst: Reg, span: Span) {
        let constant = self.compiler.constant(constant);
        self.emit(Op::Constant { dst, constant }, span);
    }

    /// Emits one operation that makes a value, and what happens to the value.
    fn through(&mut self, to: To, span: Span, make: impl FnOnce(&mut Self, Reg)) {
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

    /// Returns a register with the value of a term.
    pub(super) fn operand(&mut self, term: &'p Expr) -> Reg {
        if let Kind::Local(local) = term.kind {
            return self.local(local);
        }
        let dst = self.register();
        self.term(term, To::Register(dst));
        dst
    }

    fn operands(&mut self, terms: &'p [Expr]) -> u32 {
        let registers: Vec<Reg> = terms.iter().map(|term| self.operand(term)).collect();
        self.compiler.list(&registers)
    }

    pub(super) fn term(&mut self, term: &'p Expr, to: To) {
        let span = term.span;
        match &term.kind {
            Kind::Local(local) => {
                let src = self.local(*local);
                match to {
                    To::Register(dst) => self.emit(Op::Move { dst, src }, span),
                    To::Return | To::Verdict => self.emit(Op::Return { src }, span),
                    To::Condition(otherwise) => self.is_true(src, otherwise, span),
                }
            }
            Kind::Construct(constant @ (ConId::TRUE | ConId::FALSE), _) if matches!(to, To::Condition(_)) => {
                if let (ConId::FALSE, To::Condition(otherwise)) = (*constant, to) {
                    self.jump(otherwise, span);
                }
            }
            Kind::Force(local) => {
                let src = self.local(*local);
                self.through(to, span, |body, dst| body.emit(Op::Force { dst, src }, span));
            }
            Kind::Global(global) => self.global(*global, to, span),
            Kind::Integer(value) => self.through(to, span, |body, dst| {
                body.constant(Constant::Integer(value.clone()), dst, span);
            }),
            Kind::Character(value) => {
                self.through(to, span, |body, dst| body.constant(Constant::Character(*value), dst, span));
            }
            Kind::Construct(constructor, fields) => self.construct(*constructor, fields, to, span),
            Kind::Lambda(parameters, body) => {
                self.through(to, span, |this, dst| this.closure(dst, None, (parameters, body), span));
            }
            Kind::Apply(callee, arguments) => self.apply(callee, arguments, to, span),
            Kind::Let(binder, value, body) => {
                let value = match &value.kind {
                    Kind::Lambda(parameters, body) => {
                        let dst = self.register();
                        self.closure(dst, Some(binder), (parameters, body), value.span);
                        dst
                    }
                    _ => self.operand(value),
                };
                self.bind(binder.local, value);
                self.term(body, to);
            }
            Kind::Rec(binder, body) => self.recursive(binder, body, to, span),
            Kind::Case(scrutinee, branches) => self.case(scrutinee, branches, to, span),
            Kind::Connective(connective, a, b) => self.connective(*connective, a, b, to, span),
            Kind::Primitive(with, a, b) => {
                let (a, b) = (self.operand(a), self.operand(b));
                let with = *with;
                if let To::Condition(otherwise) = to
                    && is_comparison(with)
                {
                    self.emit(Op::Holds { with, a, b, otherwise: otherwise.0 }, span);
                    return;
                }
                self.through(to, span, |body, dst| {
                    let is_comparison = is_comparison(with);
                    let op = if is_comparison {
                        Op::Compare { dst, a, b, with }
                    } else {
                        Op::Arithmetic { dst, a, b, with }
                    };
                    body.emit(op, span);
                });
            }
            Kind::Error(text) => {
                let src = self.operand(text);
                self.emit(Op::Error { src }, span);
            }
            Kind::Choice(a, b) => {
                let (other, end) = (self.label(), self.label());
                self.emit(Op::Choose { otherwise: other.0 }, span);
                self.way(a, to);
                self.jump_after(to, end, span);
                self.place(other);
                self.way(b, to);
                self.place(end);
            }
            Kind::Draw(draw) => self.draw(draw, to, span),
        }
    }

    /// Compiles a term that not every run evaluates; counts it if spans are counted.
    pub(super) fn way(&mut self, term: &'p Expr, to: To) {
        self.count(term.span);
        self.term(term, to);
    }

    /// Counts evaluations of a span, if spans are counted.
    pub(super) fn count(&mut self, span: Span) {
        if let Some(counter) = self.compiler.counter(span) {
            self.emit(Op::Count { counter }, span);
        }
    }

    /// Jumps over the code of other paths, unless the value has ended the function.
    pub(super) fn jump_after(&mut self, to: To, end: Label, span: Span) {
        if to.goes_on() {
            self.jump(end, span);
        }
    }

    fn global(&mut self, global: GlobalId, to: To, span: Span) {
        let function = global.0;
        let is_value = self.compiler.arity(global) == 0;
        self.through(to, span, |body, dst| {
            if is_value {
                body.emit(Op::Global { dst, function }, span);
            } else {
                body.constant(Constant::Function(function), dst, span);
            }
        });
    }

    fn construct(&mut self, constructor: ConId, fields: &'p [Expr], to: To, span: Span) {
        if fields.is_empty() {
            self.through(to, span, |body, dst| {
                body.constant(Constant::Constructor(constructor.0), dst, span);
            });
            return;
        }
        let program = self.compiler.program;
        let lazy = program.constructors[constructor.index()].fields.iter().map(|field| field.is_lazy);
        let registers: Vec<Reg> = fields
            .iter()
            .zip(lazy)
            .map(|(field, is_lazy)| if is_lazy { self.delayed(field) } else { self.operand(field) })
            .collect();
        let (n, fields) = (registers.len() as u16, self.compiler.list(&registers));
        self.through(to, span, |body, dst| {
            body.emit(Op::Construct { dst, n, constructor: constructor.0, fields }, span);
        });
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

    /// Returns a register with a delayed term; a term that needs no evaluation is not delayed.
    fn delayed(&mut self, term: &'p Expr) -> Reg {
        match &term.kind {
            Kind::Force(local) => self.local(*local),
            Kind::Local(_) | Kind::Integer(_) | Kind::Character(_) | Kind::Lambda(..) => self.operand(term),
            Kind::Construct(_, fields) if fields.is_empty() => self.operand(term),
            _ => {
                let dst = self.register();
                self.delay(dst, None, term, term.span);
                dst
            }
        }
    }

    fn delay(&mut self, dst: Reg, own: Option<&'p Binder>, term: &'p Expr, span: Span) {
        let captured = free::free(term);
        let function = self.compiler.lift((own.map(|binder| &binder.name), span), &captured, &[], term);
        let (n, captures) = self.captures(&captured);
        self.emit(Op::Delay { dst, n, function, captures }, span);
    }

    fn captures(&mut self, captured: &[LocalId]) -> (u16, u32) {
        let registers: Vec<Reg> = captured.iter().map(|local| self.local(*local)).collect();
        (registers.len() as u16, self.compiler.list(&registers))
    }

    /// Returns a closure for a function that may refer to itself by name.
    fn closure(
        &mut self,
        dst: Reg,
        own: Option<&'p Binder>,
        (parameters, body): (&'p [Binder], &'p Arc<Expr>),
        span: Span,
    ) {
        if let Some(own) = own {
            self.bind(own.local, dst);
        }
        let mut captured = free::free(body);
        captured.retain(|local| parameters.iter().all(|binder| binder.local != *local));
        let name = own.map(|binder| &binder.name);
        let function = self.compiler.lift((name, span), &captured, parameters, body);
        self.compiler.code.functions[function as usize].lambda = Some(Arc::new(Lambda {
            own: own.map(|binder| (binder.local, Arc::clone(&binder.name))),
            captured: captured.clone(),
            parameters: parameters.to_vec(),
            body: Arc::clone(body),
        }));
        if captured.is_empty() {
            self.constant(Constant::Function(function), dst, span);
        } else {
            let (n, captures) = self.captures(&captured);
            self.emit(Op::Closure { dst, n, function, captures }, span);
        }
    }

    fn recursive(&mut self, binder: &'p Binder, body: &'p Expr, to: To, span: Span) {
        if let Kind::Lambda(parameters, inner) = &body.kind {
            self.through(to, span, |this, dst| {
                this.closure(dst, Some(binder), (parameters, inner), span);
            });
            return;
        }
        let delayed = self.register();
        self.bind(binder.local, delayed);
        self.delay(delayed, Some(binder), body, span);
        self.through(to, span, |this, dst| this.emit(Op::Force { dst, src: delayed }, span));
    }

    fn apply(&mut self, callee: &'p Expr, arguments: &'p [Expr], to: To, span: Span) {
        match &callee.kind {
            Kind::Global(global) if self.compiler.arity(*global) > 0 => {
                self.call(*global, arguments, to, span);
            }
            _ => {
                let callee = self.operand(callee);
                self.apply_value(callee, arguments, to, span);
            }
        }
    }

    fn call(&mut self, global: GlobalId, arguments: &'p [Expr], to: To, span: Span) {
        let (function, arity) = (global.0, self.compiler.arity(global));
        if arguments.len() < arity {
            let (n, captures) = (arguments.len() as u16, self.operands(arguments));
            self.through(to, span, |body, dst| body.emit(Op::Closure { dst, n, function, captures }, span));
            return;
        }
        let (own, more) = arguments.split_at(arity);
        if let Some((parameters, body)) = self.compiler.inlined.body(global).filter(|_| more.is_empty()) {
            let values: Vec<Reg> = own.iter().map(|argument| self.operand(argument)).collect();
            let locals = parameters.iter().map(|binder| binder.local);
            // Its variables have numbers of their own.
            let outer = std::mem::replace(&mut self.registers, locals.zip(values).collect());
            // Only the property itself has a premise: `not` returns `true` and does not discard.
            self.way(body, if to == To::Verdict { To::Return } else { to });
            self.registers = outer;
            return;
        }
        let own = self.operands(own);
        if more.is_empty() {
            match to {
                To::Return | To::Verdict if !self.is_first => {
                    self.emit(Op::TailCall { function, arguments: own }, span);
                }
                _ => self.through(to, span, |body, dst| {
                    body.emit(Op::Call { dst, function, arguments: own }, span);
                }),
            }
        } else {
            let callee = self.register();
            self.emit(Op::Call { dst: callee, function, arguments: own }, span);
            self.apply_value(callee, more, to, span);
        }
    }

    fn apply_value(&mut self, callee: Reg, arguments: &'p [Expr], to: To, span: Span) {
        let (n, arguments) = (arguments.len() as u16, self.operands(arguments));
        match to {
            To::Return | To::Verdict if !self.is_first => {
                self.emit(Op::TailApply { callee, n, arguments }, span);
            }
            _ => self.through(to, span, |body, dst| {
                body.emit(Op::Apply { dst, callee, n, arguments }, span);
            }),
        }
    }

    fn case(&mut self, scrutinee: &'p Expr, branches: &'p [Branch], to: To, span: Span) {
        if let Some((yes, no)) = if_branches(branches) {
            let (other, end) = (self.label(), self.label());
            self.condition(scrutinee, other);
            if to == To::Verdict && is_true(no) {
                self.assumed(span);
            }
            let ways = self.ways(to);
            self.way(yes, to);
            self.jump_after(to, end, span);
            self.place(other);
            self.next_way(&ways);
            if to == To::Verdict && is_true(no) {
                self.count(no.span);
                self.discard(span);
            } else {
                self.way(no, to);
            }
            self.no_more_ways();
            self.place(end);
            return;
        }
        matching::case(self, scrutinee, branches, to, span);
    }

    fn assumed(&mut self, span: Span) {
        self.compiler.assuming.insert(self.id);
        self.emit(Op::Assumed, span);
    }

    /// Compiles the body of a branch. If the last of several branches matches everything and returns `true`, it discards the
    /// input.
    pub(super) fn branch(&mut self, branch: &'p Branch, is_last: bool, to: To) {
        let is_open = matches!(branch.pattern, Pattern::Wildcard | Pattern::Bind(_));
        if to == To::Verdict && is_last && is_open && branch.guard.is_none() && is_true(&branch.body) {
            self.count(branch.body.span);
            self.discard(branch.body.span);
        } else {
            self.way(&branch.body, to);
        }
    }

    /// Ends a property's run as discarded.
    fn discard(&mut self, span: Span) {
        let src = self.register();
        self.constant(Constant::Constructor(ConId::UNIT.0), src, span);
        self.emit(Op::Return { src }, span);
    }

    fn connective(&mut self, connective: Connective, a: &'p Expr, b: &'p Expr, to: To, span: Span) {
        if let To::Condition(otherwise) = to {
            return self.connected(connective, (a, b), otherwise, span);
        }
        let (other, end) = (self.label(), self.label());
        let is_true = match connective {
            Connective::And => false,
            Connective::Implies => true,
            Connective::Or => {
                self.condition(a, other);
                self.through(to, span, |body, dst| {
                    body.constant(Constant::Constructor(ConId::TRUE.0), dst, span);
                });
                self.jump_after(to, end, span);
                self.place(other);
                self.way(b, to);
                self.place(end);
                return;
            }
        };
        self.condition(a, other);
        if to == To::Verdict && is_true {
            self.assumed(span);
        }
        // The operands of `&&` have no premises: if the first is true, something has been tested.
        self.way(b, if to == To::Verdict && !is_true { To::Return } else { to });
        self.jump_after(to, end, span);
        self.place(other);
        if to == To::Verdict && is_true {
            self.discard(span);
        } else {
            let constant = if is_true { ConId::TRUE } else { ConId::FALSE };
            self.through(to, span, |body, dst| {
                body.constant(Constant::Constructor(constant.0), dst, span);
            });
        }
        self.place(end);
    }

    /// Jumps to a label if a boolean is false.
    pub(super) fn condition(&mut self, term: &'p Expr, otherwise: Label) {
        self.term(term, To::Condition(otherwise));
    }

    /// Jumps to a label if a connective is false.
    fn connected(
        &mut self,
        connective: Connective,
        (a, b): (&'p Expr, &'p Expr),
        otherwise: Label,
        span: Span,
    ) {
        match connective {
            Connective::And => {
                self.condition(a, otherwise);
                self.way(b, To::Condition(otherwise));
            }
            Connective::Or => {
                let (next, holds) = (self.label(), self.label());
                self.condition(a, next);
                self.jump(holds, span);
                self.place(next);
                self.way(b, To::Condition(otherwise));
                self.place(holds);
            }
            Connective::Implies => {
                let holds = self.label();
                self.condition(a, holds);
                self.way(b, To::Condition(otherwise));
                self.place(holds);
            }
        }
    }

    fn is_true(&mut self, src: Reg, otherwise: Label, span: Span) {
        self.emit(Op::IsTrue { src, otherwise: otherwise.0 }, span);
    }

    pub(super) fn is_literal(&mut self, a: Reg, literal: Constant, otherwise: Label, span: Span) {
        let b = self.register();
        self.constant(literal, b, span);
        self.emit(Op::Holds { with: Primitive::Equal, a, b, otherwise: otherwise.0 }, span);
    }

    fn draw(&mut self, draw: &'p Draw, to: To, span: Span) {
        let choose = match draw {
            Draw::Integer => |dst| Op::ChooseInteger { dst, natural: false },
            Draw::Natural => |dst| Op::ChooseInteger { dst, natural: true },
            Draw::Boolean => {
                let (other, end) = (self.label(), self.label());
                self.emit(Op::Choose { otherwise: other.0 }, span);
                for (constructor, label) in [(ConId::FALSE, other), (ConId::TRUE, end)] {
                    self.through(to, span, |body, dst| {
                        body.constant(Constant::Constructor(constructor.0), dst, span);
                    });
                    if constructor == ConId::FALSE {
                        self.jump_after(to, end, span);
                    }
                    self.place(label);
                }
                return;
            }
            Draw::Between(lo, hi) => {
                let (lo, hi) = (self.operand(lo), self.operand(hi));
                self.through(to, span, |body, dst| body.emit(Op::ChooseBetween { dst, lo, hi }, span));
                return;
            }
        };
        self.through(to, span, |body, dst| body.emit(choose(dst), span));
    }
}

fn is_true(term: &Expr) -> bool {
    matches!(term.kind, Kind::Construct(ConId::TRUE, _))
}

fn is_comparison(primitive: Primitive) -> bool {
    match primitive {
        Primitive::Add
        | Primitive::Subtract
        | Primitive::Multiply
        | Primitive::Divide
        | Primitive::Modulo => false,
        Primitive::Equal
        | Primitive::NotEqual
        | Primitive::Less
        | Primitive::LessEqual
        | Primitive::Greater
        | Primitive::GreaterEqual => true,
    }
}

/// Returns the branches of an `if`.
fn if_branches(branches: &[Branch]) -> Option<(&Expr, &Expr)> {
    let [one, other] = branches else { return None };
    if one.guard.is_some() || other.guard.is_some() {
        return None;
    }
    match (&one.pattern, &other.pattern) {
        (Pattern::Construct(ConId::TRUE, _), Pattern::Construct(ConId::FALSE, _) | Pattern::Wildcard) => {
            Some((&one.body, &other.body))
        }
        (Pattern::Construct(ConId::FALSE, _), Pattern::Construct(ConId::TRUE, _) | Pattern::Wildcard) => {
            Some((&other.body, &one.body))
        }
        _ => None,
    }
}
