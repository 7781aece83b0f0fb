//! The types of the file as data types of pun, and which of their values Rust has.
//!
//! Numbers of a generator are `i64`, numbers of pun have no bounds. So each type with numbers gets
//! a function that tells whether all numbers of a value are `i64`, and coverage types call it.

use pun::source::Span;
use pun::tree::{self, Declaration, Expr, ExprKind, Name, Operator, Pattern, PatternKind, TypeKind};
use syn::{Fields, Type};

use super::items::{Around, Constructors, Data};
use super::notation::Constructor;
use super::unclear::derives;
use super::{Need, Reader};

/// The bounds of numbers.
pub(super) const BOUNDS: [&str; 2] = ["i64-min", "i64-max"];

impl<'f> Reader<'f> {
    /// Reads a type. References and boxes mean what they point to.
    pub(super) fn ty(&mut self, ty: &Type, around: Around<'_>) -> tree::Type {
        let span = self.span(ty);
        let kind = match ty {
            Type::Reference(inner) if inner.mutability.is_none() => return self.ty(&inner.elem, around),
            Type::Paren(inner) => return self.ty(&inner.elem, around),
            Type::Group(inner) => return self.ty(&inner.elem, around),
            Type::Tuple(tuple) => {
                let mut parts: Vec<tree::Type> =
                    tuple.elems.iter().map(|part| self.ty(part, around)).collect();
                match parts.pop() {
                    None => TypeKind::Unit,
                    Some(last) => {
                        return parts.into_iter().rev().fold(last, |last, part| tree::Type {
                            kind: TypeKind::Pair(Box::new(part), Box::new(last)),
                            span,
                        });
                    }
                }
            }
            Type::Path(path) if path.qself.is_none() => return self.named_type(&path.path, span, around),
            _ => return self.no_type(span, "this type"),
        };
        tree::Type { kind, span }
    }

    fn named_type(&mut self, path: &syn::Path, span: Span, around: Around<'_>) -> tree::Type {
        let Some(last) = path.segments.last() else { return self.no_type(span, "this type") };
        let name = last.ident.to_string();
        let arguments: Vec<&Type> = match &last.arguments {
            syn::PathArguments::AngleBracketed(arguments) => arguments
                .args
                .iter()
                .filter_map(|argument| match argument {
                    syn::GenericArgument::Type(ty) => Some(ty),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        };
        if let (Some(own), "Self") = (around.own, &*name) {
            return self.ty(own, Around { own: None, ..around });
        }
        let words: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let made = |name: &str, arguments| tree::Type {
            kind: TypeKind::Name(Name { text: name.into(), span }, arguments),
            span,
        };
        match (name.as_str(), &*arguments) {
            (known, _) if self.items.hides(known) => {
                self.no_type(span, &format!("`{name}`, which has another meaning in this file,"))
            }
            ("i64", []) => made("integer", Vec::new()),
            ("bool", []) => made("boolean", Vec::new()),
            ("Box" | "Rc" | "Arc", [inner]) => self.ty(inner, around),
            (
                "i8" | "i16" | "i32" | "i128" | "isize" | "u8" | "u16" | "u32" | "u64" | "u128" | "usize",
                [],
            ) => {
                self.fail(
                    span,
                    format!("`{name}` is not supported: numbers of a generator are `i64`"),
                    "write `i64`",
                );
                missing_type(span)
            }
            (_, []) => match self.items.find(&self.items.types, &words, around.place) {
                Some(data) => {
                    self.need(Need::Data(data), span);
                    let name = self.name(&name);
                    made(&name, Vec::new())
                }
                None => self.no_type(span, &format!("`{name}`, which is not a type of this file,")),
            },
            _ => self.no_type(span, &format!("`{name}` with parameters")),
        }
    }

    fn no_type(&mut self, span: Span, what: &str) -> tree::Type {
        let help = "supported: enums and structs of this file without parameters, `i64`, `bool`, tuples, and `Box`, \
                    `Rc`, `Arc` or a reference to one of these";
        self.fail(span, format!("{what} is not supported"), help);
        missing_type(span)
    }

    /// Adds a type of the file as a data type, and the function that tells whether its numbers are
    /// `i64`.
    pub(super) fn add_data(&mut self, data: Data<'f>) {
        let span = self.span(data.name);
        if !data.generics.params.is_empty() {
            let help = "write the type that its parameter stands for";
            self.fail(self.span(data.generics), "types with parameters are not supported".to_owned(), help);
            return;
        }
        self.conditions_in_data(data);
        if !derives(data.attributes, "PartialEq") {
            let help = "derive `PartialEq`, so that values with equal constructors and fields are equal";
            self.fail(span, "a type whose comparison is not derived is not supported".to_owned(), help);
        }
        if !derives(data.attributes, "Clone") {
            self.not_cloned.push(data.name.to_string());
        }
        let constructors: Vec<(&syn::Ident, &Fields)> = match data.constructors {
            Constructors::Struct(fields) => vec![(data.name, fields)],
            Constructors::Enum(variants) => {
                variants.iter().map(|variant| (&variant.ident, &variant.fields)).collect()
            }
        };
        let mut made = Vec::new();
        let mut branches = Vec::new();
        for (ident, fields) in constructors {
            let name = self.constructor_name(data, ident);
            let types: Vec<tree::Type> = fields
                .iter()
                .map(|field| self.ty(&field.ty, Around { own: None, place: data.place }))
                .collect();
            let variables: Vec<String> = (0..types.len()).map(|number| format!("field-{number}")).collect();
            let mut condition = None;
            for (ty, variable) in types.iter().zip(&variables) {
                if let Some(fits) = self.fits(ty, variable, span) {
                    condition = Some(both(condition, fits, span));
                }
            }
            branches.push(tree::Branch {
                pattern: constructor_pattern(
                    &name,
                    variables.iter().map(|one| pattern(one, span)).collect(),
                    span,
                ),
                guard: None,
                body: condition.unwrap_or_else(|| expr(ExprKind::Name("true".into()), span)),
                span,
            });
            let known = Constructor::of(data, ident, fields);
            self.constructors.insert(name.clone(), known);
            made.push(tree::Constructor {
                name: Name { text: name.into(), span: self.span(ident) },
                fields: types.into_iter().map(|ty| (ty, false)).collect(),
            });
        }
        if made.is_empty() {
            self.fail(span, "a type without values is not supported".to_owned(), "give it a variant");
            return;
        }
        let own = self.name(&data.name.to_string());
        self.declare(Declaration::Data(tree::Data {
            name: Name { text: own.clone().into(), span },
            parameters: Vec::new(),
            constructors: made,
            span,
        }));
        if self.has_numbers(data) {
            self.declare(Declaration::Definition(tree::Definition {
                name: Name { text: fits_name(&own).into(), span },
                parameters: vec![pattern("value", span)],
                body: expr(ExprKind::Case(Box::new(name("value", span)), branches), span),
                span,
            }));
        }
    }

    /// Returns the condition that the numbers of a variable of some type are `i64`, if it has any.
    pub(super) fn fits(&self, ty: &tree::Type, variable: &str, span: Span) -> Option<Expr> {
        match &ty.kind {
            TypeKind::Name(known, _) if &*known.text == "integer" => Some(is_i64(variable, span)),
            TypeKind::Name(known, _) => {
                let place = *self.known.get(&*known.text)?;
                let types = self.items.types.values().flatten();
                let mut own = types.filter(|data| self.name(&data.name.to_string()) == *known.text);
                let data = *own.find(|data| data.place == place)?;
                let fits = || apply(&fits_name(&known.text), vec![name(variable, span)], span);
                self.has_numbers(data).then(fits)
            }
            TypeKind::Pair(first, second) => {
                let parts = [format!("{variable}-1"), format!("{variable}-2")];
                let conditions = [self.fits(first, &parts[0], span), self.fits(second, &parts[1], span)];
                let condition =
                    conditions.into_iter().flatten().reduce(|one, other| both(Some(one), other, span))?;
                let [first, second] = parts.map(|part| Box::new(pattern(&part, span)));
                let branch = tree::Branch {
                    pattern: Pattern { kind: PatternKind::Pair(first, second), span },
                    guard: None,
                    body: condition,
                    span,
                };
                Some(expr(ExprKind::Case(Box::new(name(variable, span)), vec![branch]), span))
            }
            TypeKind::Arrow(..) | TypeKind::Unit | TypeKind::Missing => None,
        }
    }

    /// Returns whether values of a type can hold numbers.
    fn has_numbers(&self, data: Data<'f>) -> bool {
        let (mut open, mut seen) = (vec![data], Vec::new());
        while let Some(data) = open.pop() {
            if seen.contains(&data.name) {
                continue;
            }
            seen.push(data.name);
            let mut words = Words::default();
            match data.constructors {
                Constructors::Struct(fields) => words.add(fields),
                Constructors::Enum(variants) => {
                    variants.iter().for_each(|variant| words.add(&variant.fields));
                }
            }
            if words.0.iter().any(|word| word == "i64") {
                return true;
            }
            open.extend(words.0.iter().filter_map(|word| self.items.types.get(word)).flatten());
        }
        false
    }

    /// Returns the name in pun of a constructor: its own name, with the name of its type if another
    /// type has a constructor of this name.
    pub(super) fn constructor_name(&self, data: Data<'f>, ident: &syn::Ident) -> String {
        let others = self.items.types.values().flatten().filter(|other| other.name != data.name);
        let is_shared = others.into_iter().any(|other| other.find(&ident.to_string()).is_some());
        let name = ident.to_string();
        if is_shared || self.reserved.contains(&*name) { format!("{}::{name}", data.name) } else { name }
    }
}

impl<'f> Data<'f> {
    /// Returns the constructor with this name and its fields.
    pub(super) fn find(&self, name: &str) -> Option<(&'f syn::Ident, &'f Fields)> {
        match self.constructors {
            Constructors::Struct(fields) => (self.name == name).then_some((self.name, fields)),
            Constructors::Enum(variants) => {
                let variant = variants.iter().find(|variant| variant.ident == name)?;
                Some((&variant.ident, &variant.fields))
            }
        }
    }
}

/// The names in some types.
#[derive(Default)]
struct Words(Vec<String>);

impl Words {
    fn add(&mut self, fields: &Fields) {
        fields.iter().for_each(|field| syn::visit::Visit::visit_type(self, &field.ty));
    }
}

impl<'f> syn::visit::Visit<'f> for Words {
    fn visit_path_segment(&mut self, segment: &'f syn::PathSegment) {
        self.0.push(segment.ident.to_string());
        syn::visit::visit_path_segment(self, segment);
    }
}

fn fits_name(data: &str) -> String {
    format!("{data}-of-i64")
}

/// Returns the condition that a number is an `i64`.
pub(super) fn is_i64(variable: &str, span: Span) -> Expr {
    let compare = |a, b| binary(Operator::LessEqual, a, b, span);
    let low = compare(number(i64::MIN, span), name(variable, span));
    let high = compare(name(variable, span), number(i64::MAX, span));
    both(Some(low), high, span)
}

pub(super) fn both(one: Option<Expr>, other: Expr, span: Span) -> Expr {
    match one {
        Some(one) => binary(Operator::And, one, other, span),
        None => other,
    }
}

pub(super) fn expr(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, span }
}

pub(super) fn name(text: &str, span: Span) -> Expr {
    expr(ExprKind::Name(text.into()), span)
}

pub(super) fn number(value: i64, span: Span) -> Expr {
    expr(ExprKind::Integer(value.into()), span)
}

pub(super) fn binary(operator: Operator, a: Expr, b: Expr, span: Span) -> Expr {
    expr(ExprKind::Binary(operator, Box::new(a), Box::new(b)), span)
}

pub(super) fn apply(function: &str, arguments: Vec<Expr>, span: Span) -> Expr {
    let function = name(function, span);
    if arguments.is_empty() { function } else { expr(ExprKind::Apply(Box::new(function), arguments), span) }
}

pub(super) fn pattern(variable: &str, span: Span) -> Pattern {
    Pattern { kind: PatternKind::Name(variable.into()), span }
}

pub(super) fn constructor_pattern(constructor: &str, fields: Vec<Pattern>, span: Span) -> Pattern {
    let head = pattern(constructor, span);
    if fields.is_empty() { head } else { Pattern { kind: PatternKind::Bracket(vec![(head, fields)]), span } }
}

fn missing_type(span: Span) -> tree::Type {
    tree::Type { kind: TypeKind::Missing, span }
}
