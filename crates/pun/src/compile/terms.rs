//! Compiles terms to operations.

use std::sync::Arc;

use super::body::{Body, Label, To};
use super::bytecode::{Constant, FunctionId, Op, Reg};
use super::{free, matching};
use crate::core::{
    Binder, Branch, ConId, Connective, Draw, Expr, GlobalId, Kind, Pattern, Primitive, Property,
};
use crate::source::Span;
use crate::value::Lambda;

impl<'p> Body<'_, 'p> {
    /// Draws the inputs that terms draw, in order.
    pub(super) fn draw_inputs(&mut self, property: &'p Property) {
        // Calls that generators make do not belong to the property.
        let watch = self.watch.take();
        for parameter in &property.parameters {
            if let Some(from) = &parameter.from {
                let value = self.operand(from);
                self.bind(parameter.binder.local, value);
            }
        }
        self.watch = watch;
    }

    /// Returns a register with the value of a term.
    pub(super) fn operand(&mut self, term: &'p Expr) -> Reg {
        if let Kind::Local(local) = term.kind {
            self.begin(term);
            return self.local(local);
        }
        let dst = self.register();
        self.term(term, To::Register(dst));
        dst
    }

    /// Returns registers with arguments.
    fn operands(&mut self, terms: &'p [Expr]) -> u32 {
        let registers: Vec<Reg> = terms.iter().map(|term| self.passed(term)).collect();
        self.compiler.list(&registers)
    }

    /// Returns a register with a value that is passed on: an argument, a field, or the value of a
    /// variable.
    fn passed(&mut self, term: &'p Expr) -> Reg {
        let is_value = match &term.kind {
            Kind::Construct(..) => true,
            Kind::Global(global) => self.compiler.arity(*global) > 0,
            _ => term.needs_no_evaluation(),
        };
        if is_value || !self.compiler.on_demand {
            return self.operand(term);
        }
        let dst = self.register();
        self.delay(dst, None, term, term.span);
        self.emit(Op::Owe { src: dst }, term.span);
        dst
    }

    /// Compiles the term at which a run ends.
    pub(super) fn last(&mut self, term: &'p Expr) {
        if !self.compiler.on_demand {
            return self.term(term, To::Return);
        }
        let src = self.operand(term);
        self.emit(Op::Discharge { src }, term.span);
        self.emit(Op::Return { src }, term.span);
    }

    pub(super) fn term(&mut self, term: &'p Expr, to: To) {
        let span = term.span;
        self.begin(term);
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
            Kind::Global(global) => self.global(term, *global, to),
            Kind::Integer(value) => self.through(to, span, |body, dst| {
                body.constant(Constant::Integer(value.clone()), dst, span);
            }),
            Kind::Character(value) => {
                self.through(to, span, |body, dst| body.constant(Constant::Character(*value), dst, span));
            }
            Kind::Text(text) => self.through(to, span, |body, dst| {
                let constant = body.compiler.constant(Constant::Text(Arc::clone(text)));
                body.emit(Op::Text { dst, constant }, span);
            }),
            Kind::Construct(constructor, fields) => self.construct(*constructor, fields, to, span),
            Kind::Lambda(parameters, body) => {
                self.through(to, span, |this, dst| this.closure(dst, None, (parameters, body), span));
            }
            Kind::Apply(callee, arguments) => self.apply(callee, arguments, to, span),
            Kind::Let(binder, value, body) => {
                let value = match &value.kind {
                    Kind::Lambda(parameters, body) => {
                        self.begin(value);
                        let dst = self.register();
                        self.closure(dst, Some(binder), (parameters, body), value.span);
                        dst
                    }
                    _ => self.passed(value),
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
                self.term(a, to);
                self.jump_after(to, end, span);
                self.place(other);
                self.term(b, to);
                self.place(end);
            }
            Kind::Draw(draw) => self.draw(draw, to, span),
        }
    }

    fn global(&mut self, mention: &'p Expr, global: GlobalId, to: To) {
        let (function, span) = (global.0, mention.span);
        if let Some(watched) = self.watched_at(mention) {
            return self.through(to, span, |body, dst| body.constant(Constant::Function(watched), dst, span));
        }
        let is_value = self.compiler.arity(global) == 0;
        self.through(to, span, |body, dst| {
            if is_value {
                body.value(dst, function, span);
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
            .map(|(field, is_lazy)| if is_lazy { self.delayed(field) } else { self.passed(field) })
            .collect();
        let (n, fields) = (registers.len() as u16, self.compiler.list(&registers));
        self.through(to, span, |body, dst| {
            body.emit(Op::Construct { dst, n, constructor: constructor.0, fields }, span);
        });
    }

    /// Returns a register with a delayed term; a term that needs no evaluation is not delayed.
    fn delayed(&mut self, term: &'p Expr) -> Reg {
        match &term.kind {
            Kind::Force(local) => {
                self.begin(term);
                self.local(*local)
            }
            _ if term.needs_no_evaluation() => self.operand(term),
            _ => {
                let dst = self.register();
                self.delay(dst, None, term, term.span);
                dst
            }
        }
    }

    fn delay(&mut self, dst: Reg, own: Option<&'p Binder>, term: &'p Expr, span: Span) {
        let captured = free::free(term);
        let function =
            self.compiler.lift(self.watch, (own.map(|binder| &binder.name), span), &captured, &[], term);
        let (n, captures) = self.captures(&captured);
        self.emit(Op::Delay { dst, n, function, captures }, span);
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
        let function = self.compiler.lift(self.watch, (name, span), &captured, parameters, body);
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
            self.begin(body);
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
        if let Some(watched) = self.watched_at(callee) {
            return self.call((watched, None), arguments, to, span);
        }
        match &callee.kind {
            Kind::Global(global) if self.compiler.arity(*global) > 0 => {
                self.begin(callee);
                let inlined = self.compiler.inlined.body(*global);
                self.call((global.0, inlined), arguments, to, span);
            }
            _ => {
                let callee = self.operand(callee);
                self.apply_value(callee, arguments, to, span);
            }
        }
    }

    /// Compiles a call of a function, or its body instead.
    fn call(
        &mut self,
        (function, inlined): (FunctionId, Option<(&'p [Binder], &'p Expr)>),
        arguments: &'p [Expr],
        to: To,
        span: Span,
    ) {
        let arity = self.compiler.code.functions[function as usize].arity as usize;
        if arguments.len() < arity {
            let (n, captures) = (arguments.len() as u16, self.operands(arguments));
            self.through(to, span, |body, dst| body.emit(Op::Closure { dst, n, function, captures }, span));
            return;
        }
        let (own, more) = arguments.split_at(arity);
        if let Some((parameters, body)) = inlined.filter(|_| more.is_empty()) {
            let values: Vec<Reg> = own.iter().map(|argument| self.passed(argument)).collect();
            let locals = parameters.iter().map(|binder| binder.local);
            // Its variables have numbers of their own.
            let outer = std::mem::replace(&mut self.registers, locals.zip(values).collect());
            // Only the property itself has a premise: `not` returns `true` and does not discard.
            self.term(body, if to == To::Verdict { To::Return } else { to });
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
            let ways = self.ways(to);
            if to == To::Verdict && is_true(no) {
                self.assumed(span, |body| body.term(yes, to));
            } else {
                self.term(yes, to);
            }
            self.jump_after(to, end, span);
            self.place(other);
            self.next_way(&ways);
            if to == To::Verdict && is_true(no) {
                self.begin(no);
                self.discard(span);
            } else {
                self.term(no, to);
            }
            self.no_more_ways();
            self.place(end);
            return;
        }
        matching::case(self, scrutinee, branches, to, span);
    }

    /// Compiles the body of a branch. If the last of several branches matches everything and
    /// returns `true`, it discards the input.
    pub(super) fn branch(&mut self, branch: &'p Branch, is_last: bool, to: To) {
        let is_open = matches!(branch.pattern, Pattern::Wildcard | Pattern::Bind(_));
        if to == To::Verdict && is_last && is_open && branch.guard.is_none() && is_true(&branch.body) {
            self.begin(&branch.body);
            self.discard(branch.body.span);
        } else {
            self.term(&branch.body, to);
        }
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
                self.term(b, to);
                self.place(end);
                return;
            }
        };
        self.condition(a, other);
        if to == To::Verdict && is_true {
            self.assumed(span, |body| body.term(b, to));
        } else {
            // The operands of `&&` have no premises: if the first is true, something has been
            // tested.
            self.term(b, if to == To::Verdict { To::Return } else { to });
        }
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
                self.condition(b, otherwise);
            }
            Connective::Or => {
                let (next, holds) = (self.label(), self.label());
                self.condition(a, next);
                self.jump(holds, span);
                self.place(next);
                self.condition(b, otherwise);
                self.place(holds);
            }
            Connective::Implies => {
                let holds = self.label();
                self.condition(a, holds);
                self.condition(b, otherwise);
                self.place(holds);
            }
        }
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
                let from_low = matches!(lo.kind, Kind::Integer(_));
                let (lo, hi) = (self.operand(lo), self.operand(hi));
                self.through(to, span, |body, dst| {
                    body.emit(Op::ChooseBetween { dst, lo, hi, from_low }, span);
                });
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
pub(super) fn if_branches(branches: &[Branch]) -> Option<(&Expr, &Expr)> {
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
