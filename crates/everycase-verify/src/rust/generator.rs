//! Functions, constants, properties, and generators with their coverage types.

use std::collections::HashSet;

use pun::source::Span;
use pun::tree::{
    self, Bound, Coverage, CoverageParameter, Declaration, Definition, Expr, ExprKind, Name, Operator,
    Parameter, Pattern, Refinement, Signature, TypeKind,
};
use syn::parse::ParseStream;
use syn::{Pat, PatType, Token};

use super::data::{BOUNDS, binary, both, expr, number, pattern};
use super::items::{Around, Constant, Function};
use super::terms::{Asserting, Scope};
use super::{Mode, Reader};

/// What `#[generator(..)]` says.
#[derive(Default)]
struct Said {
    given: Option<syn::Expr>,
    covers: Option<syn::ExprClosure>,
    decreases: Option<syn::Expr>,
}

impl syn::parse::Parse for Said {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut said = Self::default();
        let mut seen = HashSet::new();
        while !input.is_empty() {
            let key: syn::Ident = input.parse()?;
            let name = key.to_string();
            let problem = |what| Err(syn::Error::new(key.span(), format!("{what} `{name}`")));
            if !seen.insert(name.clone()) {
                return problem("a second");
            }
            input.parse::<Token![=]>()?;
            match &*name {
                "given" => said.given = Some(input.parse()?),
                "covers" => said.covers = Some(input.parse()?),
                "decreases" => said.decreases = Some(input.parse()?),
                // What is about running.
                "size" | "time" | "test" => _ = input.parse::<syn::Expr>()?,
                "crate" => _ = input.parse::<syn::Path>()?,
                _ => return problem("an unknown"),
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(said)
    }
}

impl<'f> Reader<'f> {
    /// Adds a generator with its coverage type.
    pub(super) fn add_generator(&mut self, function: Function<'f>) {
        let Some(attribute) = function.attribute("generator") else { return };
        let span = self.span(&function.signature.ident);
        let said = match &attribute.meta {
            syn::Meta::Path(_) => Ok(Said::default()),
            _ => attribute.parse_args::<Said>(),
        };
        let said = match said {
            Ok(said) => said,
            Err(error) => {
                let span = super::span_of(self.file, error.span());
                self.fail(span, error.to_string(), "write `#[generator(given = 0 <= n, covers = |v| ..)]`");
                return;
            }
        };
        let (Some(covers), Some(result)) = (said.covers, function.result()) else {
            let help = "write `#[generator(covers = |v| ..)]` before a function with a result";
            self.fail(span, "a generator without a coverage type is not supported".to_owned(), help);
            return;
        };
        if function.choices().is_none() {
            let help = "give it a parameter `g: &mut Gen`";
            self.fail(span, "a generator without a source of choices is not supported".to_owned(), help);
            return;
        }
        let mut scope = scope_of(function, Mode::Formula);
        scope.choices = None;
        let mut open: Vec<Expr> = Vec::new();
        if let Some(given) = &said.given {
            conjuncts(self.term(given, &scope), &mut open);
        }
        let mut parameters = Vec::new();
        for parameter in function.parameters() {
            let (variable, ty) = self.parameter(parameter, function.around());
            let mut predicate = self.fits(&ty, &variable.text, span);
            let later: Vec<String> = function
                .parameters()
                .skip(parameters.len() + 1)
                .map(|parameter| self.parameter(parameter, function.around()).0.text.to_string())
                .collect();
            let (now, rest): (Vec<Expr>, Vec<Expr>) =
                open.into_iter().partition(|one| !later.iter().any(|name| mentions(one, name)));
            open = rest;
            for one in now {
                predicate = Some(both(predicate, one, span));
            }
            parameters.push(CoverageParameter::Value(Refinement { name: Some(variable), ty, predicate }));
        }
        if parameters.is_empty() && said.given.is_some() {
            let help = "`given` is about the parameters";
            self.fail(span, "a generator without parameters has no condition on them".to_owned(), help);
        }
        let (variable, covered) = self.closure(&covers, &scope);
        let ty = self.ty(result, function.around());
        let fits = self.fits(&ty, &variable.text, span);
        let predicate = Some(both(fits, covered, span));
        let coverage = Coverage { parameters, result: Refinement { name: Some(variable), ty, predicate } };
        let decreases = said.decreases.as_ref().map(|decreases| match decreases {
            syn::Expr::Tuple(tuple) => tuple.elems.iter().map(|one| self.term(one, &scope)).collect(),
            one => vec![self.term(one, &scope)],
        });
        let name = Name { text: self.function_name(function, Mode::Code).into(), span };
        self.declare(Declaration::Generator(tree::Generator { name, coverage, decreases, span }));
        self.define(function, Mode::Code);
    }

    /// Reads the closure of `covers`.
    fn closure(&mut self, closure: &syn::ExprClosure, scope: &Scope<'f>) -> (Name, Expr) {
        let span = self.span(&closure.inputs_begin);
        let [Some(Pat::Ident(ident)), None] =
            [closure.inputs.first().map(untyped), closure.inputs.get(1).map(untyped)]
        else {
            self.fail(
                self.span(closure),
                "`covers` must be a closure with one parameter".to_owned(),
                "write `|v| ..`",
            );
            return (Name { text: "value".into(), span }, expr(ExprKind::Missing, span));
        };
        let mut inner = scope.clone();
        let text = self.bind(&ident.ident, &mut inner);
        let body = self.term(&closure.body, &inner);
        (Name { text: text.into(), span: self.span(&ident.ident) }, body)
    }

    /// Reads `forall(|x: T| ..)` or `exists(|x: T| ..)`.
    pub(super) fn quantified(
        &mut self,
        exists: bool,
        closure: &syn::ExprClosure,
        span: Span,
        scope: &Scope<'f>,
    ) -> Expr {
        let mut inner = scope.clone();
        let (mut bound, mut fits) = (Vec::new(), None);
        for input in &closure.inputs {
            let Pat::Ident(ident) = untyped(input) else {
                return self.no_term(span, "a quantifier over a pattern");
            };
            let Pat::Type(typed) = input else {
                return self.no_term(self.span(input), "a quantifier without the type of its variable");
            };
            let ty = self.ty(&typed.ty, scope.around);
            let text = self.bind(&ident.ident, &mut inner);
            if let Some(own) = self.fits(&ty, &text, span) {
                fits = Some(both(fits, own, span));
            }
            bound.push(Bound { name: Name { text: text.into(), span: self.span(ident) }, ty: Some(ty) });
        }
        // The variables have values of Rust.
        let body = self.term(&closure.body, &inner);
        let body = match fits {
            Some(fits) if exists => both(Some(fits), body, span),
            Some(fits) => binary(Operator::Implies, fits, body, span),
            None => body,
        };
        expr(ExprKind::Quantified { exists, bound, body: Box::new(body) }, span)
    }

    /// Adds a function.
    pub(super) fn add_function(&mut self, function: Function<'f>, mode: Mode) {
        let span = self.span(&function.signature.ident);
        if !function.signature.generics.params.is_empty() {
            let help = "write the types that its parameters stand for";
            self.fail(
                self.span(&function.signature.generics),
                "functions with type parameters are not supported".to_owned(),
                help,
            );
            return;
        }
        let Some(result) = function.result() else {
            self.fail(span, "a function without a result is not supported".to_owned(), "return a value");
            return;
        };
        let mut types = Vec::new();
        if function.receiver().is_some()
            && let Some(own) = function.own
        {
            types.push(self.ty(own, Around { own: None, place: function.place }));
        }
        for parameter in function.parameters() {
            types.push(self.ty(&parameter.ty, function.around()));
        }
        let result = self.ty(result, function.around());
        let ty = types.into_iter().rev().fold(result, |result, ty| tree::Type {
            kind: TypeKind::Arrow(Box::new(ty), Box::new(result)),
            span,
        });
        let name = Name { text: self.function_name(function, mode).into(), span };
        self.declare(Declaration::Signature(Signature { name, ty }));
        self.define(function, mode);
    }

    /// Adds the definition of a function.
    fn define(&mut self, function: Function<'f>, mode: Mode) {
        self.conditions_in_function(function);
        let span = self.span(&function.signature.ident);
        let mut scope = scope_of(function, mode);
        let mut parameters: Vec<Pattern> = Vec::new();
        if let Some(receiver) = function.receiver() {
            scope.variables.push("self".to_owned());
            parameters.push(pattern(&self.name("self"), self.span(receiver)));
        }
        for parameter in function.parameters() {
            let (variable, _) = self.parameter(parameter, function.around());
            parameters.push(pattern(&variable.text, variable.span));
        }
        let body = self.block(function.body, &scope, Asserting::Error);
        let name = Name { text: self.function_name(function, mode).into(), span };
        self.declare(Declaration::Definition(Definition { name, parameters, body, span }));
    }

    /// Adds a property, as a lemma.
    pub(super) fn add_property(&mut self, function: Function<'f>) {
        let span = self.span(&function.signature.ident);
        let mut parameters = Vec::new();
        for parameter in function.parameters() {
            if !parameter.attrs.is_empty() {
                self.fail(span, "an input with attributes is not supported".to_owned(), "");
            }
            let (name, ty) = self.parameter(parameter, function.around());
            parameters.push(Parameter { name, ty: Some(ty), from: None });
        }
        let scope = scope_of(function, Mode::Formula);
        let body = self.block(function.body, &scope, Asserting::Property);
        let text = function.signature.ident.to_string().into();
        let settings = Vec::new();
        let property = tree::Property { name: Name { text, span }, parameters, settings, body, span };
        self.declare(Declaration::Property(property));
    }

    pub(super) fn add_constant(&mut self, constant: Constant<'f>) {
        let span = self.span(constant.value);
        let around = Around { own: None, place: constant.place };
        self.ty(constant.ty, around);
        let scope = Scope {
            variables: Vec::new(),
            loose: HashSet::new(),
            around,
            choices: None,
            mode: Mode::Formula,
            is_last: false,
        };
        let body = self.term(constant.value, &scope);
        let name = Name { text: self.name(&constant.name.to_string()).into(), span };
        self.declare(Declaration::Definition(Definition { name, parameters: Vec::new(), body, span }));
    }

    /// Adds the bounds of numbers, which are not literals: so a number costs its own bits, not the
    /// bits of its distance from a bound.
    pub(super) fn add_bounds(&mut self) {
        let span = Span::new(self.file, 0, 0);
        for (text, value) in BOUNDS.iter().zip([i64::MIN, i64::MAX]) {
            let name = Name { text: (*text).into(), span };
            let definition = Definition { name, parameters: Vec::new(), body: number(value, span), span };
            self.declare(Declaration::Definition(definition));
        }
    }

    fn parameter(&mut self, parameter: &PatType, around: Around<'_>) -> (Name, tree::Type) {
        let ty = self.ty(&parameter.ty, around);
        match untyped(&parameter.pat) {
            Pat::Ident(ident) if ident.mutability.is_none() => {
                let text = self.name(&ident.ident.to_string()).into();
                (Name { text, span: self.span(&ident.ident) }, ty)
            }
            pat => {
                let span = self.span(pat);
                self.fail(
                    span,
                    "a parameter that is not a name, or is `mut`, is not supported".to_owned(),
                    "give it a name",
                );
                (Name { text: "parameter".into(), span }, ty)
            }
        }
    }
}

fn scope_of(function: Function<'_>, mode: Mode) -> Scope<'_> {
    let names = function.parameters().filter_map(|parameter| match untyped(&parameter.pat) {
        Pat::Ident(ident) => Some(ident.ident.to_string()),
        _ => None,
    });
    Scope {
        variables: names.collect(),
        loose: HashSet::new(),
        around: function.around(),
        choices: function.choices(),
        mode,
        is_last: true,
    }
}

fn untyped(pat: &Pat) -> &Pat {
    match pat {
        Pat::Type(typed) => untyped(&typed.pat),
        Pat::Reference(reference) => untyped(&reference.pat),
        Pat::Paren(paren) => untyped(&paren.pat),
        pat => pat,
    }
}

/// Adds the parts of a conjunction.
fn conjuncts(formula: Expr, parts: &mut Vec<Expr>) {
    match formula.kind {
        ExprKind::Binary(Operator::And, one, other) => {
            conjuncts(*one, parts);
            conjuncts(*other, parts);
        }
        _ => parts.push(formula),
    }
}

/// Returns whether a name occurs in a term.
fn mentions(term: &Expr, name: &str) -> bool {
    let (mut open, mut found) = (vec![term], false);
    while let Some(term) = open.pop() {
        match &term.kind {
            ExprKind::Name(own) => found |= **own == *name,
            ExprKind::Pair(a, b) | ExprKind::Binary(_, a, b) => open.extend([&**a, &**b]),
            ExprKind::Bracket(parts) => open.extend(parts),
            ExprKind::Apply(function, arguments) => {
                open.push(function);
                open.extend(arguments);
            }
            ExprKind::Let { value, body, .. } => open.extend([&**value, &**body]),
            ExprKind::If(a, b, c) => open.extend([&**a, &**b, &**c]),
            ExprKind::Case(value, branches) => {
                open.push(value);
                for branch in branches {
                    open.extend(&branch.guard);
                    open.push(&branch.body);
                }
            }
            ExprKind::Parenthesised(inner)
            | ExprKind::Lambda(_, inner)
            | ExprKind::Rec(_, inner)
            | ExprKind::Typed(inner, _)
            | ExprKind::Quantified { body: inner, .. } => open.push(inner),
            ExprKind::Integer(_)
            | ExprKind::Character(_)
            | ExprKind::Text(_)
            | ExprKind::Unit
            | ExprKind::Missing => {}
        }
    }
    found
}
