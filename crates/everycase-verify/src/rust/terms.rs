//! Bodies of functions and formulas as terms.

use std::collections::HashSet;

use pun::source::Span;
use pun::tree::{self, Branch, Expr, ExprKind, Name, Operator, Pattern, PatternKind, TypeKind};
use syn::{BinOp, Block, Lit, Member, Pat, Stmt, UnOp};

use super::data::{apply, binary, expr, is_i64, name, number, pattern};
use super::items::Around;
use super::{Mode, Reader};

/// What is known where a term stands.
#[derive(Clone)]
pub(super) struct Scope<'f> {
    /// The names of variables.
    pub(super) variables: Vec<String>,
    /// The variables whose numbers have no type that is written: they may be `i32`.
    pub(super) loose: HashSet<String>,
    pub(super) around: Around<'f>,
    /// The name of the source of choices.
    pub(super) choices: Option<&'f syn::Ident>,
    pub(super) mode: Mode,
    /// Whether the value of the term is the value of the function, so that it may return.
    pub(super) is_last: bool,
}

/// What an assertion does with the rest of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asserting {
    /// It fails: the rest is evaluated only if it holds.
    Error,
    /// It is part of a property.
    Property,
}

impl<'f> Reader<'f> {
    /// Reads a block.
    pub(super) fn block(&mut self, block: &Block, scope: &Scope<'f>, asserting: Asserting) -> Expr {
        let span = self.span(block);
        self.statements(&block.stmts, span, &mut scope.clone(), asserting)
    }

    fn statements(
        &mut self,
        statements: &[Stmt],
        span: Span,
        scope: &mut Scope<'f>,
        asserting: Asserting,
    ) -> Expr {
        let Some((first, rest)) = statements.split_first() else {
            let end = if asserting == Asserting::Property {
                name("true", span)
            } else {
                expr(ExprKind::Unit, span)
            };
            return end;
        };
        let own = self.span(first);
        match first {
            Stmt::Local(local) => {
                let Some(init) = local.init.as_ref().filter(|init| init.diverge.is_none()) else {
                    return self.no_term(own, "`let` without a value, or with `else`,");
                };
                let value = self.term(&init.expr, scope);
                let is_loose = !matches!(local.pat, Pat::Type(_)) && scope.is_loose(&init.expr);
                let pattern = self.pattern_of(&local.pat, is_loose, scope);
                let body = Box::new(self.statements(rest, span, scope, asserting));
                expr(ExprKind::Let { pattern, parameters: Vec::new(), value: Box::new(value), body }, own)
            }
            Stmt::Expr(syn::Expr::If(one), _)
                if one.else_branch.is_none() && scope.is_last && returns(&one.then_branch) =>
            {
                let then =
                    |reader: &mut Self, inner: &Scope<'f>| reader.block(&one.then_branch, inner, asserting);
                let mut inner = scope.clone();
                let rest = |reader: &mut Self| reader.statements(rest, span, scope, asserting);
                self.conditional(&one.cond, own, &mut inner, then, rest)
            }
            Stmt::Expr(value, None) if rest.is_empty() => self.end(value, scope, asserting),
            Stmt::Expr(value @ syn::Expr::Return(_), _) if rest.is_empty() => {
                self.end(value, scope, asserting)
            }
            Stmt::Macro(one) if rest.is_empty() && one.semi_token.is_none() => {
                self.end_with_macro(&one.mac, own, scope, asserting)
            }
            Stmt::Macro(one) => self.assertion(&one.mac, own, scope, asserting, |reader, scope| {
                reader.statements(rest, span, scope, asserting)
            }),
            Stmt::Expr(syn::Expr::Macro(one), _) => {
                self.assertion(&one.mac, own, scope, asserting, |reader, scope| {
                    reader.statements(rest, span, scope, asserting)
                })
            }
            Stmt::Expr(syn::Expr::Call(call), Some(_))
                if asserting == Asserting::Property && is_call_of(call, "assume") && call.args.len() == 1 =>
            {
                let premise = self.term(&call.args[0], scope);
                let rest = self.statements(rest, span, scope, asserting);
                binary(Operator::Implies, premise, rest, own)
            }
            _ => self.no_term(own, "this statement"),
        }
    }

    /// Reads the last term of a block.
    pub(super) fn end(&mut self, value: &syn::Expr, scope: &Scope<'f>, asserting: Asserting) -> Expr {
        match value {
            syn::Expr::Macro(one) => {
                let span = self.span(value);
                self.end_with_macro(&one.mac, span, &mut scope.clone(), asserting)
            }
            syn::Expr::Return(syn::ExprReturn { expr: Some(value), .. }) if scope.is_last => {
                self.end(value, scope, asserting)
            }
            syn::Expr::If(_) | syn::Expr::Match(_) | syn::Expr::Block(_) => {
                self.branching(value, scope, asserting)
            }
            _ => self.term(value, scope),
        }
    }

    fn end_with_macro(
        &mut self,
        mac: &syn::Macro,
        span: Span,
        scope: &mut Scope<'f>,
        asserting: Asserting,
    ) -> Expr {
        if mac.path.segments.last().is_some_and(|last| last.ident.to_string().contains("assert")) {
            return self.assertion(mac, span, scope, asserting, |_, _| match asserting {
                Asserting::Property => name("true", span),
                Asserting::Error => expr(ExprKind::Unit, span),
            });
        }
        self.macro_call(mac, span, scope)
    }

    /// Reads a term.
    pub(super) fn term(&mut self, term: &syn::Expr, scope: &Scope<'f>) -> Expr {
        let span = self.span(term);
        match term {
            syn::Expr::Paren(inner) => self.term(&inner.expr, scope),
            syn::Expr::Group(inner) => self.term(&inner.expr, scope),
            syn::Expr::Reference(inner) if inner.mutability.is_none() => self.term(&inner.expr, scope),
            syn::Expr::Lit(literal) => match &literal.lit {
                Lit::Int(int) if is_of_another_type(int) => {
                    self.no_term(span, "a number that is not an `i64`")
                }
                Lit::Int(int) => match int.base10_parse::<i64>() {
                    Ok(value) => number(value, span),
                    Err(_) => self.no_term(span, "a number beyond `i64`"),
                },
                Lit::Bool(value) => name(if value.value { "true" } else { "false" }, span),
                _ => self.no_term(span, "this literal"),
            },
            syn::Expr::Tuple(tuple) => {
                let mut parts: Vec<Expr> = tuple.elems.iter().map(|part| self.term(part, scope)).collect();
                let Some(last) = parts.pop() else { return expr(ExprKind::Unit, span) };
                let pair = |last, part| expr(ExprKind::Pair(Box::new(part), Box::new(last)), span);
                parts.into_iter().rev().fold(last, pair)
            }
            syn::Expr::Unary(unary) => match (&unary.op, &*unary.expr) {
                (UnOp::Deref(_), inner) => self.term(inner, scope),
                (UnOp::Not(_), inner) => {
                    let inner = self.term(inner, scope);
                    apply("not", vec![inner], span)
                }
                (UnOp::Neg(_), syn::Expr::Lit(literal)) => match &literal.lit {
                    // -9223372036854775808 is one literal in Rust, too.
                    Lit::Int(int) if is_of_another_type(int) => {
                        self.no_term(span, "a number that is not an `i64`")
                    }
                    Lit::Int(int) => match format!("-{}", int.base10_digits()).parse::<i64>() {
                        Ok(value) => number(value, span),
                        Err(_) => self.no_term(span, "a number beyond `i64`"),
                    },
                    _ => self.no_term(span, "this literal"),
                },
                (UnOp::Neg(_), inner) => {
                    if scope.is_loose(inner) {
                        return self.loose(span);
                    }
                    let inner = self.term(inner, scope);
                    within_i64(binary(Operator::Subtract, number(0, span), inner, span), span, scope)
                }
                _ => self.no_term(span, "this operator"),
            },
            syn::Expr::Binary(one) => self.operation(one, span, scope),
            syn::Expr::If(_) | syn::Expr::Match(_) | syn::Expr::Block(_) => {
                self.branching(term, &Scope { is_last: false, ..scope.clone() }, Asserting::Error)
            }
            syn::Expr::Field(field) => self.field(field, span, scope),
            syn::Expr::Path(path) => self.path(path, span, scope),
            syn::Expr::Call(call) => self.call(call, span, scope),
            syn::Expr::MethodCall(call) => self.method_call(call, span, scope),
            syn::Expr::Struct(literal) => self.literal(literal, span, scope),
            syn::Expr::Macro(one) => self.macro_call(&one.mac, span, scope),
            syn::Expr::Closure(_) => {
                self.no_term(span, "a closure outside of `forall`, `exists` and `implies`")
            }
            syn::Expr::ForLoop(_) | syn::Expr::While(_) | syn::Expr::Loop(_) | syn::Expr::Assign(_) => {
                self.no_term(span, "a loop or an assignment")
            }
            _ => self.no_term(span, "this expression"),
        }
    }

    /// Reads a term that consists of others: `if`, `match`, a block.
    fn branching(&mut self, term: &syn::Expr, scope: &Scope<'f>, asserting: Asserting) -> Expr {
        let span = self.span(term);
        match term {
            syn::Expr::If(one) => {
                let Some((_, or)) = &one.else_branch else {
                    return self.no_term(span, "`if` without `else`");
                };
                let mut inner = scope.clone();
                self.conditional(
                    &one.cond,
                    span,
                    &mut inner,
                    |reader, inner| reader.block(&one.then_branch, inner, asserting),
                    |reader| reader.end(or, scope, asserting),
                )
            }
            syn::Expr::Match(one) => self.case(one, span, scope, asserting),
            syn::Expr::Block(one) if one.label.is_none() => self.block(&one.block, scope, asserting),
            _ => self.no_term(span, "this expression"),
        }
    }

    /// Reads `if`, also with a pattern.
    fn conditional(
        &mut self,
        condition: &syn::Expr,
        span: Span,
        inner: &mut Scope<'f>,
        then: impl FnOnce(&mut Self, &Scope<'f>) -> Expr,
        or: impl FnOnce(&mut Self) -> Expr,
    ) -> Expr {
        if let syn::Expr::Let(one) = condition {
            let value = self.term(&one.expr, inner);
            let is_loose = inner.is_loose(&one.expr);
            let patterns = self.patterns_of(&one.pat, is_loose, inner);
            let body = then(self, inner);
            let mut branches = branches(patterns, None, &body, span);
            let wildcard = Pattern { kind: PatternKind::Wildcard, span };
            branches.push(Branch { pattern: wildcard, guard: None, body: or(self), span });
            return expr(ExprKind::Case(Box::new(value), branches), span);
        }
        let condition = Box::new(self.term(condition, inner));
        let (then, or) = (Box::new(then(self, inner)), Box::new(or(self)));
        expr(ExprKind::If(condition, then, or), span)
    }

    fn case(&mut self, one: &syn::ExprMatch, span: Span, scope: &Scope<'f>, asserting: Asserting) -> Expr {
        if let Some(choice) = self.choice(one, span, scope, asserting) {
            return choice;
        }
        let value = self.term(&one.expr, scope);
        let mut all = Vec::new();
        for arm in &one.arms {
            let mut inner = scope.clone();
            let (pat, guard) = match &arm.pat {
                Pat::Guard(guarded) => (&*guarded.pat, Some(&*guarded.guard)),
                pat => (pat, None),
            };
            let patterns = self.patterns_of(pat, scope.is_loose(&one.expr), &mut inner);
            let guard = guard.map(|guard| self.term(guard, &inner));
            let body = self.end(&arm.body, &inner, asserting);
            let span = self.span(arm);
            all.extend(branches(patterns, guard.as_ref(), &body, span));
        }
        expr(ExprKind::Case(Box::new(value), all), span)
    }

    fn operation(&mut self, one: &syn::ExprBinary, span: Span, scope: &Scope<'f>) -> Expr {
        let (left, right) = (self.term(&one.left, scope), self.term(&one.right, scope));
        let is_arithmetic = super::items::is_arithmetic(&one.op);
        let is_loose = scope.is_loose(&one.left) && scope.is_loose(&one.right);
        if is_arithmetic && is_loose && small(&syn::Expr::Binary(one.clone())).is_none() {
            return self.loose(span);
        }
        let operator = match one.op {
            BinOp::And(_) => Operator::And,
            BinOp::Or(_) => Operator::Or,
            BinOp::Eq(_) => Operator::Equal,
            BinOp::Ne(_) => Operator::NotEqual,
            BinOp::Lt(_) => Operator::Less,
            BinOp::Le(_) => Operator::LessEqual,
            BinOp::Gt(_) => Operator::Greater,
            BinOp::Ge(_) => Operator::GreaterEqual,
            BinOp::Add(_) => Operator::Add,
            BinOp::Sub(_) => Operator::Subtract,
            BinOp::Mul(_) => Operator::Multiply,
            BinOp::Div(_) | BinOp::Rem(_) => return self.division(one, left, right, span),
            _ => return self.no_term(span, "this operator"),
        };
        // Only numbers are put in an order: the order of other values depends on how it is defined.
        let is_order = matches!(one.op, BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_));
        let left = if is_order { as_number(left, span) } else { left };
        let result = binary(operator, left, right, span);
        if is_arithmetic { within_i64(result, span, scope) } else { result }
    }

    /// Reports arithmetic whose numbers have no type that is written.
    fn loose(&mut self, span: Span) -> Expr {
        let help = "write the type of a number: `1i64`, or `let x: i64 = 1;`";
        self.fail(span, "arithmetic whose numbers may be `i32` is not supported".to_owned(), help);
        expr(ExprKind::Missing, span)
    }

    /// Reads a division by a positive literal. It rounds towards 0, while division in pun rounds
    /// downwards.
    fn division(&mut self, one: &syn::ExprBinary, left: Expr, right: Expr, span: Span) -> Expr {
        if !matches!(&right.kind, ExprKind::Integer(value) if *value > 0.into()) {
            let span = self.span(&one.right);
            return self.no_term(span, "a divisor that is not a positive literal");
        }
        let operator = if matches!(one.op, BinOp::Div(_)) { Operator::Divide } else { Operator::Modulo };
        let dividend = || name("dividend", span);
        let zero = || number(0, span);
        let positive = binary(operator, dividend(), right.clone(), span);
        let negated = binary(Operator::Subtract, zero(), dividend(), span);
        let negative = binary(Operator::Subtract, zero(), binary(operator, negated, right, span), span);
        let is_natural = binary(Operator::LessEqual, zero(), dividend(), span);
        let body = expr(ExprKind::If(Box::new(is_natural), Box::new(positive), Box::new(negative)), span);
        let_in("dividend", left, body, span)
    }

    /// Reads a field of a struct, which is known by the field's name.
    fn field(&mut self, field: &syn::ExprField, span: Span, scope: &Scope<'f>) -> Expr {
        let Member::Named(wanted) = &field.member else {
            return self.no_term(span, "a field by number");
        };
        let structs = self.items.types.values().flatten().filter_map(|data| {
            let (ident, fields) = data.find(&data.name.to_string())?;
            let place = super::patterns::place_of(fields, &Member::Named(wanted.clone()))?;
            Some((*data, ident, fields.len(), place))
        });
        let found: Vec<_> = structs.collect();
        let [(data, ident, len, place)] = *found else {
            return self.no_term(span, "a field of no struct, or of several structs, of this file");
        };
        let value = self.term(&field.base, scope);
        let constructor = self.constructor_name(data, ident);
        let part = |number| {
            if number == place {
                pattern("part", span)
            } else {
                Pattern { kind: PatternKind::Wildcard, span }
            }
        };
        let pattern = super::data::constructor_pattern(&constructor, (0..len).map(part).collect(), span);
        let branch = Branch { pattern, guard: None, body: name("part", span), span };
        expr(ExprKind::Case(Box::new(value), vec![branch]), span)
    }

    pub(super) fn no_term(&mut self, span: Span, what: &str) -> Expr {
        let help = "supported: `if`, `match`, `let`, calls of functions of this file, constructors, arithmetic, comparisons, \
                    choices; `cargo test` runs the generator as it is";
        self.fail(span, format!("{what} is not supported"), help);
        expr(ExprKind::Missing, span)
    }
}

impl Scope<'_> {
    /// Returns whether the type of the numbers in a term is not known from the term: it consists of
    /// literals, and of variables that stand for literals. Rust makes them `i32` if nothing else
    /// determines their type. Only arithmetic tells the difference.
    pub(super) fn is_loose(&self, term: &syn::Expr) -> bool {
        match term {
            syn::Expr::Lit(literal) => matches!(&literal.lit, Lit::Int(int) if int.suffix().is_empty()),
            syn::Expr::Path(path) => {
                path.path.get_ident().is_some_and(|ident| self.loose.contains(&ident.to_string()))
            }
            syn::Expr::Paren(inner) => self.is_loose(&inner.expr),
            syn::Expr::Group(inner) => self.is_loose(&inner.expr),
            syn::Expr::Reference(inner) => self.is_loose(&inner.expr),
            syn::Expr::Unary(inner) => self.is_loose(&inner.expr),
            syn::Expr::Binary(one) => {
                super::items::is_arithmetic(&one.op) && self.is_loose(&one.left) && self.is_loose(&one.right)
            }
            syn::Expr::Tuple(tuple) => tuple.elems.iter().any(|part| self.is_loose(part)),
            syn::Expr::If(one) => {
                let or = one.else_branch.as_ref().is_none_or(|(_, or)| self.is_loose(or));
                let binds = matches!(&*one.cond, syn::Expr::Let(bound) if self.is_loose(&bound.expr));
                or && (binds || self.is_loose_block(&one.then_branch))
            }
            syn::Expr::Match(one) => {
                self.is_loose(&one.expr) || one.arms.iter().all(|arm| self.is_loose(&arm.body))
            }
            syn::Expr::Block(one) => self.is_loose_block(&one.block),
            // `Box::new(1)`
            syn::Expr::Call(call) => {
                matches!(&*call.func, syn::Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "new"))
                    && call.args.iter().any(|argument| self.is_loose(argument))
            }
            syn::Expr::MethodCall(call) => {
                self.is_loose(&call.receiver) && call.args.iter().all(|argument| self.is_loose(argument))
            }
            // They have no value.
            syn::Expr::Macro(_) | syn::Expr::Return(_) => true,
            _ => false,
        }
    }

    /// A variable of the block may hide one of the function, so they count as loose.
    fn is_loose_block(&self, block: &Block) -> bool {
        match &*block.stmts {
            [Stmt::Expr(value, None)] => self.is_loose(value),
            [.., Stmt::Expr(value, None)] => self.is_loose(value) || matches!(value, syn::Expr::Path(_)),
            _ => true,
        }
    }
}

/// Returns the value of arithmetic on literals that is the same with `i32` and with `i64`.
fn small(term: &syn::Expr) -> Option<i32> {
    match term {
        syn::Expr::Lit(syn::ExprLit { lit: Lit::Int(int), .. }) => int.base10_parse().ok(),
        syn::Expr::Paren(inner) => small(&inner.expr),
        syn::Expr::Unary(one) if matches!(one.op, UnOp::Neg(_)) => small(&one.expr)?.checked_neg(),
        syn::Expr::Binary(one) => {
            let (left, right) = (small(&one.left)?, small(&one.right)?);
            match one.op {
                BinOp::Add(_) => left.checked_add(right),
                BinOp::Sub(_) => left.checked_sub(right),
                BinOp::Mul(_) => left.checked_mul(right),
                BinOp::Div(_) => left.checked_div(right),
                BinOp::Rem(_) => left.checked_rem(right),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Returns whether a literal has a suffix other than `i64`.
pub(super) fn is_of_another_type(int: &syn::LitInt) -> bool {
    !matches!(int.suffix(), "" | "i64")
}

/// Returns a term that is an error unless it is a number.
fn as_number(term: Expr, span: Span) -> Expr {
    let integer = TypeKind::Name(Name { text: "integer".into(), span }, Vec::new());
    expr(ExprKind::Typed(Box::new(term), tree::Type { kind: integer, span }), span)
}

/// Returns a number of code, which ends with an error beyond `i64`.
fn within_i64(value: Expr, span: Span, scope: &Scope<'_>) -> Expr {
    if scope.mode == Mode::Formula {
        return value;
    }
    let overflow = failing("the number is beyond i64", span);
    let checked =
        ExprKind::If(Box::new(is_i64("number", span)), Box::new(name("number", span)), Box::new(overflow));
    let_in("number", value, expr(checked, span), span)
}

/// Returns whether a block ends with the function's value.
fn returns(block: &Block) -> bool {
    matches!(&*block.stmts, [.., Stmt::Expr(syn::Expr::Return(_), _)])
}

fn is_call_of(call: &syn::ExprCall, wanted: &str) -> bool {
    match &*call.func {
        syn::Expr::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == wanted),
        _ => false,
    }
}

pub(super) fn branches(patterns: Vec<Pattern>, guard: Option<&Expr>, body: &Expr, span: Span) -> Vec<Branch> {
    let branch = |pattern| Branch { pattern, guard: guard.cloned(), body: body.clone(), span };
    patterns.into_iter().map(branch).collect()
}

pub(super) fn let_in(variable: &str, value: Expr, body: Expr, span: Span) -> Expr {
    let (pattern, value, body) = (pattern(variable, span), Box::new(value), Box::new(body));
    expr(ExprKind::Let { pattern, parameters: Vec::new(), value, body }, span)
}

/// Returns a term that ends with an error.
pub(super) fn failing(message: &str, span: Span) -> Expr {
    apply("error", vec![expr(ExprKind::Text(message.to_owned()), span)], span)
}
