//! Surface trees as text, without spans: one line a declaration.

use std::fmt::Write as _;

use pun::tree::{
    Branch, Coverage, CoverageParameter, Declaration, Expr, ExprKind, Module, Pattern, PatternKind,
    Refinement, Type, TypeKind,
};

/// A file.
pub(crate) fn module(module: &Module) -> String {
    let mut out = String::new();
    if let Some(header) = &module.header {
        let exports =
            header.exports.as_ref().map(|names| words(names.iter().map(|name| name.text.to_string())));
        let _ = writeln!(
            out,
            "module {}{}",
            header.name.text,
            exports.map_or(String::new(), |names| format!(" ({names})"))
        );
    }
    for import in &module.imports {
        let _ = writeln!(out, "import {}", import.text);
    }
    for item in &module.declarations {
        let _ = writeln!(out, "{}", declaration(item));
    }
    out
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.fold(String::new(), |out, part| out + &part)
}

fn words(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(" ")
}

fn declaration(item: &Declaration) -> String {
    match item {
        Declaration::Data(data) => {
            let parameters = joined(data.parameters.iter().map(|name| format!(" {}", name.text)));
            let constructors = data.constructors.iter().map(|constructor| {
                let fields = constructor
                    .fields
                    .iter()
                    .map(|(field, lazy)| format!(" {}{}", if *lazy { "~" } else { "" }, ty(field)));
                format!("({}{})", constructor.name.text, joined(fields))
            });
            format!("data {}{parameters} = {}", data.name.text, words(constructors))
        }
        Declaration::Signature(signature) => format!("{} : {}", signature.name.text, ty(&signature.ty)),
        Declaration::Definition(definition) => {
            let parameters = joined(definition.parameters.iter().map(|p| format!(" {}", pattern(p))));
            format!("{}{parameters} = {}", definition.name.text, expr(&definition.body))
        }
        Declaration::Property(property) => {
            let parameters = property.parameters.iter().map(|p| {
                let ty = p.ty.as_ref().map_or(String::new(), |t| format!(" : {}", ty(t)));
                let from = p.from.as_ref().map_or(String::new(), |e| format!(" from {}", expr(e)));
                format!(" ({}{ty}{from})", p.name.text)
            });
            let settings = property.settings.iter().map(|s| format!(" {}={}", s.name.text, s.value));
            let (parameters, settings) = (joined(parameters), joined(settings));
            format!("property {}{parameters}{settings} . {}", property.name.text, expr(&property.body))
        }
        Declaration::Generator(generator) => {
            let decreases = generator
                .decreases
                .as_ref()
                .map_or(String::new(), |measures| format!(" decreases {}", words(measures.iter().map(expr))));
            format!("generator {} : {}{decreases}", generator.name.text, coverage(&generator.coverage))
        }
    }
}

fn coverage(c: &Coverage) -> String {
    let parameters = c.parameters.iter().map(|parameter| match parameter {
        CoverageParameter::Value(value) => format!("{} -> ", qualified(value)),
        CoverageParameter::Function(name, own) => format!("({} : {}) -> ", name.text, coverage(own)),
    });
    joined(parameters) + &qualified(&c.result)
}

fn qualified(q: &Refinement) -> String {
    let name = q.name.as_ref().map_or(String::new(), |name| format!("{} : ", name.text));
    let predicate = q.predicate.as_ref().map_or(String::new(), |p| format!(" | {}", expr(p)));
    format!("[{name}{}{predicate}]", ty(&q.ty))
}

/// A type.
pub(crate) fn ty(t: &Type) -> String {
    match &t.kind {
        TypeKind::Name(name, arguments) if arguments.is_empty() => name.text.to_string(),
        TypeKind::Name(name, arguments) => format!("({} {})", name.text, words(arguments.iter().map(ty))),
        TypeKind::Arrow(from, to) => format!("(-> {} {})", ty(from), ty(to)),
        TypeKind::Pair(left, right) => format!("(, {} {})", ty(left), ty(right)),
        TypeKind::Unit => "()".into(),
        TypeKind::Missing => "?".into(),
    }
}

/// A term.
pub(crate) fn expr(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Integer(integer) => integer.to_string(),
        ExprKind::Character(character) => format!("{character:?}"),
        ExprKind::Text(text) => format!("{text:?}"),
        ExprKind::Name(name) => name.to_string(),
        ExprKind::Unit => "()".into(),
        ExprKind::Pair(left, right) => format!("(, {} {})", expr(left), expr(right)),
        ExprKind::Bracket(elements) => {
            format!("[{}]", elements.iter().map(expr).collect::<Vec<_>>().join(", "))
        }
        ExprKind::Parenthesised(inner) => format!("(paren {})", expr(inner)),
        ExprKind::Apply(head, arguments) => format!("({} {})", expr(head), words(arguments.iter().map(expr))),
        ExprKind::Lambda(patterns, body) => {
            format!("(\\ {} {})", words(patterns.iter().map(pattern)), expr(body))
        }
        ExprKind::Let { pattern: bound, parameters, value, body } => {
            let parameters = joined(parameters.iter().map(|p| format!(" {}", pattern(p))));
            format!("(let {}{parameters} = {} {})", pattern(bound), expr(value), expr(body))
        }
        ExprKind::Rec(name, body) => format!("(rec {} {})", name.text, expr(body)),
        ExprKind::If(a, b, c) => format!("(if {} {} {})", expr(a), expr(b), expr(c)),
        ExprKind::Case(subject, branches) => {
            format!("(case {}{})", expr(subject), joined(branches.iter().map(branch)))
        }
        ExprKind::Binary(operator, left, right) => format!("({operator:?} {} {})", expr(left), expr(right)),
        ExprKind::Typed(inner, t) => format!("(: {} {})", expr(inner), ty(t)),
        ExprKind::Quantified { exists, bound, body } => {
            let bound = words(bound.iter().map(|bound| match &bound.ty {
                Some(t) => format!("({} : {})", bound.name.text, ty(t)),
                None => bound.name.text.to_string(),
            }));
            format!("({} {bound} . {})", if *exists { "exists" } else { "forall" }, expr(body))
        }
        ExprKind::Missing => "?".into(),
    }
}

fn branch(b: &Branch) -> String {
    let guard = b.guard.as_ref().map_or(String::new(), |g| format!(" | {}", expr(g)));
    format!(" ; {}{guard} -> {}", pattern(&b.pattern), expr(&b.body))
}

fn pattern(p: &Pattern) -> String {
    match &p.kind {
        PatternKind::Wildcard => "_".into(),
        PatternKind::Name(name) => name.to_string(),
        PatternKind::Integer(integer) => integer.to_string(),
        PatternKind::Character(character) => format!("{character:?}"),
        PatternKind::Text(text) => format!("{text:?}"),
        PatternKind::Unit => "()".into(),
        PatternKind::Pair(left, right) => format!("(, {} {})", pattern(left), pattern(right)),
        PatternKind::Bracket(elements) => {
            let elements = elements
                .iter()
                .map(|(head, arguments)| words(std::iter::once(head).chain(arguments).map(pattern)));
            format!("[{}]", elements.collect::<Vec<_>>().join(", "))
        }
        PatternKind::Parenthesised(inner) => format!("(paren {})", pattern(inner)),
        PatternKind::Cons(head, tail) => format!("(:: {} {})", pattern(head), pattern(tail)),
        PatternKind::Missing => "?".into(),
    }
}
