//! Paths, calls, choices and macros.

use pun::diagnostic::Diagnostic;
use pun::source::Span;
use pun::tree::{Expr, ExprKind, Operator, Pattern, PatternKind};
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Fields, Lit, Member, Pat, Path, Token, Type};

use super::data::{BOUNDS, apply, binary, both, expr, name, number};
use super::items::{Around, Data, Function, Place};
use super::patterns::in_order;
use super::terms::{Asserting, Scope, branches, failing, let_in};
use super::unclear::is_of_trait;
use super::{Mode, Need, Reader};

impl<'f> Reader<'f> {
    /// Returns the constructor that a path means, with its fields.
    pub(super) fn constructor(&mut self, path: &Path, around: Around<'_>) -> Option<(String, &'f Fields)> {
        let words = words(path, around.own);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (last, of) = words.split_last()?;
        let data = match self.items.find(&self.items.types, &words, around.place) {
            Some(data) if data.find(last).is_some() => data,
            _ if of.is_empty() => {
                let named = |data: &&Data<'f>| {
                    data.find(last).is_some() && self.items.names_constructor(**data, last, around.place)
                };
                let found: Vec<&Data<'f>> = self.items.types.values().flatten().filter(named).collect();
                let [data] = *found else { return None };
                *data
            }
            _ => self.items.find(&self.items.types, of, around.place)?,
        };
        let (ident, fields) = data.find(last)?;
        self.need(Need::Data(data), self.span(path));
        Some((self.constructor_name(data, ident), fields))
    }

    /// Reads a name of a variable, a constant, or a constructor without fields.
    pub(super) fn path(&mut self, path: &syn::ExprPath, span: Span, scope: &Scope<'f>) -> Expr {
        if let Some(ident) = path.path.get_ident() {
            let text = ident.to_string();
            if scope.variables.contains(&text) {
                return name(&self.name(&text), span);
            }
        }
        let words = words(&path.path, scope.around.own);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match &*words {
            ["i64", "MIN"] if !self.items.hides("i64") => return number(i64::MIN, span),
            ["i64", "MAX"] if !self.items.hides("i64") => return number(i64::MAX, span),
            _ => {}
        }
        if let Some((constructor, fields)) = self.constructor(&path.path, scope.around)
            && fields.is_empty()
        {
            return name(&constructor, span);
        }
        if let Some(constant) = self.items.find(&self.items.constants, &words, scope.around.place) {
            self.need(Need::Constant(constant), span);
            return name(&self.name(&constant.name.to_string()), span);
        }
        self.unknown(&path.path, "variable or constant");
        expr(ExprKind::Missing, span)
    }

    /// Reports a name that the file does not have, or has several times.
    pub(super) fn unknown(&mut self, path: &Path, what: &str) {
        let span = self.span(path);
        let name = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        let help = "define each item once in this file";
        self.fail(span, format!("this file has no {what} `{name}`, or several"), help);
    }

    pub(super) fn call(&mut self, call: &syn::ExprCall, span: Span, scope: &Scope<'f>) -> Expr {
        let syn::Expr::Path(function) = &*call.func else { return self.no_term(span, "this call") };
        let given: Vec<&syn::Expr> = call.args.iter().collect();
        let words = words(&function.path, scope.around.own);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match (&*words, &*given) {
            ([.., pointer @ ("Box" | "Rc" | "Arc"), "new"], [inner]) if !self.items.hides(pointer) => {
                return self.term(inner, scope);
            }
            ([.., last @ ("forall" | "exists")], [syn::Expr::Closure(closure)])
                if scope.mode == Mode::Formula && self.items.is_of_everycase(&words) =>
            {
                return self.quantified(*last == "exists", closure, span, scope);
            }
            ([.., "implies"], _) if self.items.is_of_everycase(&words) => {
                let [syn::Expr::Closure(premise), syn::Expr::Closure(conclusion)] = *given else {
                    return self.no_term(span, "`implies` of anything but two closures `|| ..`");
                };
                if premise.inputs.len() + conclusion.inputs.len() > 0 {
                    return self.no_term(span, "`implies` of closures with parameters");
                }
                let sides = [premise, conclusion].map(|side| self.term(&side.body, scope));
                let [premise, conclusion] = sides;
                return binary(Operator::Implies, premise, conclusion, span);
            }
            _ => {}
        }
        if let Some((constructor, fields)) = self.constructor(&function.path, scope.around) {
            if fields.len() != given.len() {
                return self.no_term(span, "a constructor with another number of fields");
            }
            let fields = given.iter().map(|argument| self.term(argument, scope)).collect();
            return apply(&constructor, fields, span);
        }
        let Some(found) = self.function(&words, scope.around.place) else {
            self.unknown(&function.path, "function");
            return expr(ExprKind::Missing, span);
        };
        self.called(found, &given, span, scope)
    }

    /// Returns the function that a path means: one of a module, or one of a type.
    fn function(&self, words: &[&str], place: Place) -> Option<Function<'f>> {
        if let Some(found) = self.items.find(&self.items.functions, words, place) {
            return Some(found);
        }
        let (last, of) = words.split_last()?;
        let data = self.items.find(&self.items.types, of, place)?;
        let methods = self.items.methods_named(last).iter();
        let mut own = methods.filter(|method| method.owner().is_some_and(|owner| data.name == &owner));
        own.next().copied().filter(|_| own.next().is_none())
    }

    pub(super) fn method_call(&mut self, call: &syn::ExprMethodCall, span: Span, scope: &Scope<'f>) -> Expr {
        let method = call.method.to_string();
        let given: Vec<&syn::Expr> = call.args.iter().collect();
        if let syn::Expr::Path(receiver) = &*call.receiver
            && scope.choices.is_some_and(|choices| receiver.path.is_ident(choices))
        {
            return self.choose(&method, &given, span, scope);
        }
        let own = self.items.methods_named(&method);
        if !own.is_empty() && is_of_trait(&method) {
            return self.no_term(span, &format!("the method `{method}`, which traits have, too,"));
        }
        if let [found] = *own {
            let all: Vec<&syn::Expr> = std::iter::once(&*call.receiver).chain(given).collect();
            return self.called(found, &all, span, scope);
        }
        match (&*method, &*given) {
            ("clone" | "as_ref" | "to_owned", []) if self.items.is_same(&method) => {
                if method == "clone" {
                    self.clones.push(span);
                }
                self.term(&call.receiver, scope)
            }
            ("min" | "max", [other]) => {
                let (one, other) = (self.term(&call.receiver, scope), self.term(other, scope));
                let [a, b] = ["first-number", "second-number"];
                let is_first = binary(Operator::LessEqual, name(a, span), name(b, span), span);
                let (then, or) = if method == "min" { (a, b) } else { (b, a) };
                let least =
                    ExprKind::If(Box::new(is_first), Box::new(name(then, span)), Box::new(name(or, span)));
                let_in(a, one, let_in(b, other, expr(least, span), span), span)
            }
            _ => self.no_term(span, &format!("the method `{method}`, which this file does not have once,")),
        }
    }

    /// Reads the call of a function of the file.
    fn called(
        &mut self,
        function: Function<'f>,
        given: &[&syn::Expr],
        span: Span,
        scope: &Scope<'f>,
    ) -> Expr {
        let is_choices =
            |argument: &&&syn::Expr| scope.choices.is_some_and(|choices| is_name(argument, choices));
        let passed = given.iter().filter(is_choices).count();
        if passed != usize::from(function.choices().is_some()) {
            return self.no_term(span, "a call that makes choices in a formula, or passes on other ones,");
        }
        let given: Vec<&syn::Expr> = given.iter().filter(|one| !is_choices(one)).copied().collect();
        let arguments: Vec<Expr> = given.into_iter().map(|argument| self.term(argument, scope)).collect();
        if arguments.len() != function.parameters().count() + usize::from(function.receiver().is_some()) {
            return self.no_term(span, "a call with another number of arguments");
        }
        let mode = self.mode_of(function, scope.mode);
        self.need(Need::Function(function, mode), span);
        apply(&self.function_name(function, mode), arguments, span)
    }

    /// Returns how a function is read that is called. Code and formulas share functions without
    /// arithmetic.
    pub(super) fn mode_of(&self, function: Function<'f>, mode: Mode) -> Mode {
        if function.choices().is_some() || mode == Mode::Code && self.items.calculates(function) {
            Mode::Code
        } else {
            Mode::Formula
        }
    }

    /// Returns the name in pun of a function. What is called by formulas has its own name.
    pub(super) fn function_name(&self, function: Function<'f>, mode: Mode) -> String {
        let own = self.name(&function.signature.ident.to_string());
        let module = self.items.module_name(function.place);
        let is_shared = self.items.functions.get(&own).is_some_and(|all| all.len() > 1);
        let own = match function.owner() {
            Some(owner) => format!("{owner}::{own}"),
            None if is_shared && !module.is_empty() => format!("{module}::{own}"),
            None => own,
        };
        if mode == Mode::Code && function.choices().is_none() { format!("{own}-within-i64") } else { own }
    }

    /// Reads a choice.
    fn choose(&mut self, method: &str, given: &[&syn::Expr], span: Span, scope: &Scope<'f>) -> Expr {
        let unit = || vec![expr(ExprKind::Unit, span)];
        match (method, given) {
            ("bool", []) => apply("bool-gen", unit(), span),
            ("int", []) => {
                self.need(Need::Bounds, span);
                apply("int-range", BOUNDS.map(|bound| name(bound, span)).to_vec(), span)
            }
            ("nat", []) => {
                self.need(Need::Bounds, span);
                apply("int-range", vec![number(0, span), name(BOUNDS[1], span)], span)
            }
            ("range", [low, high]) => {
                let bounds = vec![self.term(low, scope), self.term(high, scope)];
                apply("int-range", bounds, span)
            }
            ("choose", _) => self
                .no_term(span, "`choose`, unless it is `match g.choose(3) { 0 => .., 1 => .., _ => .. }`,"),
            _ => self.no_term(span, &format!("`{method}` of a source of choices")),
        }
    }

    /// Reads `match g.choose(3) { 0 => .., 1 => .., _ => .. }` as a choice between terms.
    pub(super) fn choice(
        &mut self,
        one: &syn::ExprMatch,
        span: Span,
        scope: &Scope<'f>,
        asserting: Asserting,
    ) -> Option<Expr> {
        let syn::Expr::MethodCall(call) = &*one.expr else { return None };
        let syn::Expr::Path(receiver) = &*call.receiver else { return None };
        let is_choice =
            call.method == "choose" && scope.choices.is_some_and(|own| receiver.path.is_ident(own));
        let syn::Expr::Lit(count) = call.args.first()? else { return None };
        let Lit::Int(count) = &count.lit else { return None };
        let count: usize = count.base10_parse().ok()?;
        if !is_choice || count == 0 || count != one.arms.len() {
            return None;
        }
        let (last, first) = one.arms.split_last()?;
        let is_number = |(number, arm): (usize, &syn::Arm)| match &arm.pat {
            Pat::Lit(literal) => {
                matches!(&literal.lit, Lit::Int(int) if int.base10_parse::<usize>().is_ok_and(|own| own == number))
            }
            _ => false,
        };
        if !first.iter().enumerate().all(is_number) || !matches!(last.pat, Pat::Wild(_)) {
            return None;
        }
        let terms: Vec<Expr> = one.arms.iter().map(|arm| self.end(&arm.body, scope, asserting)).collect();
        terms.into_iter().rev().reduce(|rest, term| binary(Operator::Choice, term, rest, span))
    }

    /// Reads `Struct { field: value }`.
    pub(super) fn literal(&mut self, literal: &syn::ExprStruct, span: Span, scope: &Scope<'f>) -> Expr {
        let Some((constructor, fields)) = self.constructor(&literal.path, scope.around) else {
            self.unknown(&literal.path, "constructor");
            return expr(ExprKind::Missing, span);
        };
        let given: Vec<(Member, &syn::Expr)> =
            literal.fields.iter().map(|field| (field.member.clone(), &field.expr)).collect();
        let Some(values) = in_order(fields, &given).filter(|_| literal.dot2_token.is_none()) else {
            return self.no_term(span, "a struct with `..`");
        };
        // The values are evaluated in the order in which they are written, but what they choose
        // does not depend on it.
        let values = values.into_iter().map(|value| self.term(value, scope)).collect();
        apply(&constructor, values, span)
    }

    /// Reads a macro that is a term.
    pub(super) fn macro_call(&mut self, mac: &syn::Macro, span: Span, scope: &Scope<'f>) -> Expr {
        let called = mac.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        match &*called {
            own if self.items.hides(own) => {
                self.no_term(span, &format!("the macro `{called}!`, which has another meaning in this file,"))
            }
            "panic" | "unreachable" | "todo" | "unimplemented" => failing(&called, span),
            "matches" => match mac.parse_body_with(matched) {
                Ok((value, pat, guard)) => self.matches(&value, &pat, guard.as_ref(), span, scope),
                Err(error) => {
                    self.problems.push(Diagnostic::error(span, error.to_string()));
                    expr(ExprKind::Missing, span)
                }
            },
            _ => self.no_term(span, &format!("the macro `{called}!`")),
        }
    }

    /// Reads `matches!(value, pattern if guard)`.
    fn matches(
        &mut self,
        value: &syn::Expr,
        pat: &Pat,
        guard: Option<&syn::Expr>,
        span: Span,
        scope: &Scope<'f>,
    ) -> Expr {
        let (value, is_loose) = (self.term(value, scope), scope.is_loose(value));
        let mut inner = scope.clone();
        let patterns = self.patterns_of(pat, is_loose, &mut inner);
        let guard = guard.map(|guard| self.term(guard, &inner));
        let mut all = branches(patterns, guard.as_ref(), &name("true", span), span);
        let others = Pattern { kind: PatternKind::Wildcard, span };
        all.extend(branches(vec![others], None, &name("false", span), span));
        expr(ExprKind::Case(Box::new(value), all), span)
    }

    /// Reads `assert!` and the like before the rest of a block.
    pub(super) fn assertion(
        &mut self,
        mac: &syn::Macro,
        span: Span,
        scope: &mut Scope<'f>,
        asserting: Asserting,
        rest: impl FnOnce(&mut Self, &mut Scope<'f>) -> Expr,
    ) -> Expr {
        let called = mac.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        let (called, is_debug) = match called.strip_prefix("debug_") {
            Some(called) => (called, true),
            None => (&*called, false),
        };
        let arguments = mac.parse_body_with(Punctuated::<syn::Expr, Token![,]>::parse_terminated);
        let arguments: Vec<syn::Expr> = arguments.map(|all| all.into_iter().collect()).unwrap_or_default();
        let condition = match (called, &*arguments) {
            _ if self.items.hides(&format!("{}{called}", if is_debug { "debug_" } else { "" })) => {
                return self.no_term(
                    span,
                    &format!("the macro `{called}!`, which has another meaning in this file,"),
                );
            }
            ("assert", [condition, ..]) => self.term(condition, scope),
            ("assert_eq" | "assert_ne", [one, other, ..]) => {
                let operator = if called == "assert_eq" { Operator::Equal } else { Operator::NotEqual };
                let (one, other) = (self.term(one, scope), self.term(other, scope));
                binary(operator, one, other, span)
            }
            _ => return self.no_term(span, &format!("the macro `{called}!`")),
        };
        let rest = rest(self, scope);
        match asserting {
            Asserting::Property => both(Some(condition), rest, span),
            Asserting::Error => {
                let failure = failing("assertion failed", span);
                expr(ExprKind::If(Box::new(condition), Box::new(rest), Box::new(failure)), span)
            }
        }
    }
}

/// Returns the names of a path; `Self` is replaced by the name of its type.
fn words(path: &Path, own: Option<&Type>) -> Vec<String> {
    let own = match own {
        Some(Type::Path(own)) => own.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    };
    let words = path.segments.iter().map(|segment| segment.ident.to_string());
    words.map(|word| own.clone().filter(|_| word == "Self").unwrap_or(word)).collect()
}

fn is_name(argument: &syn::Expr, wanted: &syn::Ident) -> bool {
    match argument {
        syn::Expr::Path(path) => path.path.is_ident(wanted),
        // `&mut *g`
        syn::Expr::Reference(reference) => is_name(&reference.expr, wanted),
        syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => is_name(&unary.expr, wanted),
        _ => false,
    }
}

/// Parses the arguments of `matches!`.
fn matched(input: ParseStream<'_>) -> syn::Result<(syn::Expr, Pat, Option<syn::Expr>)> {
    let value = input.parse()?;
    input.parse::<Token![,]>()?;
    let pat = Pat::parse_multi_with_leading_vert(input)?;
    let guard = if input.parse::<Option<Token![if]>>()?.is_some() { Some(input.parse()?) } else { None };
    input.parse::<Option<Token![,]>>()?;
    Ok((value, pat, guard))
}
