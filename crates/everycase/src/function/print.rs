//! A case tree as a Rust closure.
//!
//! Wherever the type is one of the standard library's that has patterns for its cases, the cases
//! are those patterns; elsewhere they are taken from the value's [parts](super::parts), which
//! always compiles. What the type is, only its name tells here.

use std::collections::{HashMap, HashSet};

use crate::space::Source;
use everycase_kernel::function::{Branch, Function, Integer, Tree};

use crate::space::push;
use crate::space::types::{self, Type};

/// What is known of an argument: the name of its type, and whether its cases are the type's.
#[derive(Clone, Copy)]
pub(super) enum ArgumentType {
    Type(&'static str),
    /// Its cases come from a space that has no name here.
    Space(&'static str),
}

/// Appends `|x: &A| ...`; `constant` prints results. In a table no distinction is shown that makes
/// no difference.
pub(super) fn function<B>(
    argument: ArgumentType,
    function: &Function<B>,
    constant: &dyn Fn(&B, &mut Source),
    out: &mut Source,
) {
    if !function.is_table() {
        return closure(argument, function.tree(), constant, out);
    }
    let text = |result: &B| {
        let mut out = Source::new();
        constant(result, &mut out);
        out.as_str().to_owned()
    };
    closure(argument, &merged(function.tree(), &text), &|result, out| constant(result, out), out);
}

/// Returns a tree without distinctions whose branches are constants with the same text.
fn merged<'t, B>(tree: &'t Tree<B>, text: &dyn Fn(&B) -> String) -> Tree<&'t B> {
    let merged = match tree {
        Tree::Constant(result) => return Tree::Constant(result),
        Tree::Choice { path, branches } => {
            let branch = |branch: &'t Branch<B>| {
                let Branch { label, fields, ref tree } = *branch;
                Branch { label, fields, tree: merged(tree, text) }
            };
            Tree::Choice { path: path.clone(), branches: branches.iter().map(branch).collect() }
        }
        Tree::Integer { path, exceptions, default } => {
            let exception = |(integer, tree): &'t (Integer, Tree<B>)| (*integer, merged(tree, text));
            Tree::Integer {
                path: path.clone(),
                exceptions: exceptions.iter().map(exception).collect(),
                default: Box::new(merged(default, text)),
            }
        }
    };
    let parts: Vec<&Tree<&B>> = match &merged {
        Tree::Constant(_) => Vec::new(),
        Tree::Choice { branches, .. } => branches.iter().map(|branch| &branch.tree).collect(),
        Tree::Integer { exceptions, default, .. } => {
            exceptions.iter().map(|(_, tree)| tree).chain([&**default]).collect()
        }
    };
    let constants: Option<Vec<&B>> = parts
        .into_iter()
        .map(|part| if let Tree::Constant(result) = part { Some(*result) } else { None })
        .collect();
    match constants.as_deref() {
        Some([first, others @ ..]) if others.iter().all(|other| text(other) == text(first)) => {
            Tree::Constant(first)
        }
        _ => merged,
    }
}

/// Appends `|x: &A| ...` for a tree.
fn closure<B>(argument: ArgumentType, tree: &Tree<B>, constant: &dyn Fn(&B, &mut Source), out: &mut Source) {
    let (declared, ty, parts) = match argument {
        ArgumentType::Type(ty) => (ty, ty, "everycase::parts(x)"),
        ArgumentType::Space(ty) => (ty, "", "everycase::Parts::of(&arguments(), x)"),
    };
    let name = if matches!(tree, Tree::Constant(_)) { "_" } else { "x" };
    push(out, format_args!("|{name}: &"));
    types::write(declared, out);
    out.push_str("| ");
    let root = Place { base: "x".into(), derefs: 1, ty: ty.into() };
    let taken_apart = name == "x" && Type::read(&root.clone().pointee().ty) == Type::Other;
    let places = HashMap::from([(Vec::new(), root)]);
    let mut printer = Printer { constant, places, names: 0, taken_apart };
    if taken_apart {
        push(out, format_args!("{{ let x = {parts}; "));
    }
    printer.tree(tree, out);
    if taken_apart {
        out.push_str(" }");
    }
}

/// An expression for a part of the argument, and the part's type.
#[derive(Clone)]
struct Place {
    base: String,
    /// How often the expression is dereferenced.
    derefs: usize,
    ty: String,
}

impl Place {
    #[inline]
    fn value(&self) -> String {
        format!("{}{}", "*".repeat(self.derefs), self.base)
    }

    #[inline]
    fn reference(&self) -> String {
        if self.derefs == 1 { self.base.clone() } else { format!("&{}", self.value()) }
    }

    /// Returns what a pointer points to.
    #[inline]
    fn pointee(mut self) -> Self {
        while let Type::Pointer(inner) = Type::read(&self.ty) {
            (self.ty, self.derefs) = (inner.to_owned(), self.derefs + 1);
        }
        self
    }

    /// Returns a field of a product.
    #[inline]
    fn field(&self, i: u32) -> Option<Self> {
        let (access, ty) = match Type::read(&self.ty) {
            Type::Tuple(types) => (format!(".{i}"), *types.get(i as usize)?),
            Type::Array(element) => (format!("[{i}]"), element),
            // Its number is the value that stands for it.
            Type::Atom => return Some(Self { ty: types::SHOWN.to_owned(), ..self.clone() }),
            _ => return None,
        };
        Some(Self { base: format!("{}{access}", self.base), derefs: 0, ty: ty.to_owned() })
    }
}

struct Printer<'p, B> {
    constant: &'p dyn Fn(&B, &mut Source),
    /// The places of bound parts of the argument.
    places: HashMap<Vec<u32>, Place>,
    names: u32,
    /// Whether `x` is the parts of the argument, not the argument.
    taken_apart: bool,
}

impl<B> Printer<'_, B> {
    /// Returns the innermost place of known type on the path to a part, and the fields from there
    /// to the part.
    fn find<'a>(&self, path: &'a [u32]) -> (Place, &'a [u32]) {
        let bound = (0..=path.len()).rev().find_map(|n| Some((self.places.get(&path[..n])?, n)));
        let (mut place, mut n) = match bound {
            Some((place, n)) => (place.clone().pointee(), n),
            None => (Place { base: "x".into(), derefs: 1, ty: String::new() }, 0),
        };
        while let Some(field) = path.get(n).and_then(|&i| place.field(i)) {
            (place, n) = (field.pointee(), n + 1);
        }
        (place, &path[n..])
    }

    /// Returns an expression for the parts at a path.
    fn parts(&self, place: &Place, rest: &[u32]) -> String {
        let apart = self.taken_apart && place.base == "x";
        let mut text = if apart { "x".into() } else { format!("everycase::parts({})", place.reference()) };
        for i in rest {
            push(&mut text, format_args!(".part({i})"));
        }
        text
    }

    /// Returns a pattern for a field, if the tree looks at it, and the names that it binds.
    fn bind(&mut self, tree: &Tree<B>, path: &[u32], field: u32, ty: String) -> (Option<String>, Bindings) {
        let path = [path, &[field]].concat();
        if !looks_below(tree, &path) {
            return (None, Vec::new());
        }
        self.names += 1;
        let name = format!("x{}", self.names);
        (Some(format!("ref {name}")), vec![(path, Place { base: name, derefs: 1, ty })])
    }

    /// Returns a pattern `constructor(field)`.
    fn holder(&mut self, constructor: &'static str, branch: &Branch<B>, path: &[u32], ty: &str) -> Case {
        let (field, bindings) = self.bind(&branch.tree, path, 0, ty.to_owned());
        let mut pattern = Source::new();
        pattern.path(constructor);
        push(&mut pattern, format_args!("({})", field.as_deref().unwrap_or("_")));
        Case { pattern, bindings }
    }

    fn tree(&mut self, tree: &Tree<B>, out: &mut Source) {
        match tree {
            Tree::Constant(result) => (self.constant)(result, out),
            // A constructor without alternatives.
            Tree::Choice { branches, .. } if branches.len() == 1 => self.tree(&branches[0].tree, out),
            Tree::Choice { path, branches } => {
                let (scrutinee, cases) = self.choice(path, branches);
                push(out, format_args!("match {scrutinee} {{ "));
                for (i, (Case { pattern, bindings }, branch)) in cases.into_iter().zip(branches).enumerate() {
                    let comma = if i == 0 { "" } else { ", " };
                    out.push_str(comma);
                    out.append(&pattern);
                    out.push_str(" => ");
                    let paths: Vec<_> = bindings.iter().map(|(path, _)| path.clone()).collect();
                    self.places.extend(bindings);
                    self.tree(&branch.tree, out);
                    // In the next branch these paths are fields of another constructor.
                    for path in paths {
                        self.places.remove(&path);
                    }
                }
                out.push_str(" }");
            }
            Tree::Integer { path, exceptions, default } => {
                let (place, rest) = self.find(path);
                let ty = if rest.is_empty() { Type::read(&place.ty) } else { Type::Other };
                let scrutinee = match ty {
                    Type::Integer | Type::Char => place.value(),
                    _ => format!("{}.integer()", self.parts(&place, rest)),
                };
                push(out, format_args!("match {scrutinee} {{ "));
                for (integer, tree) in exceptions {
                    match ty {
                        Type::Integer => push(out, format_args!("{integer} => ")),
                        Type::Char => push(out, format_args!("{:?} => ", character(*integer))),
                        _ => push(out, format_args!("{} => ", integer.value())),
                    }
                    self.tree(tree, out);
                    out.push_str(", ");
                }
                out.push_str("_ => ");
                self.tree(default, out);
                out.push_str(" }");
            }
        }
    }

    /// Returns the scrutinee, and a pattern for each branch.
    fn choice(&mut self, path: &[u32], branches: &[Branch<B>]) -> (String, Vec<Case>) {
        let (place, rest) = self.find(path);
        let ty = if rest.is_empty() { Type::read(&place.ty) } else { Type::Other };
        let fields: Vec<u32> = branches.iter().map(|branch| branch.fields).collect();
        let cases = match (ty, &fields[..]) {
            (Type::Bool, [0, 0]) => ["false", "true"].map(Case::plain).into(),
            (Type::Ordering, [0, 0, 0]) => ["Less", "Equal", "Greater"]
                .map(|name| Case::plain(&format!("std::cmp::Ordering::{name}")))
                .into(),
            (Type::Option(some), [0, 1]) => {
                vec![Case::constant("None"), self.holder("Some", &branches[1], path, some)]
            }
            (Type::Result(ok, err), [1, 1]) => {
                vec![self.holder("Ok", &branches[0], path, ok), self.holder("Err", &branches[1], path, err)]
            }
            (Type::List(element), [0, 2]) => {
                let tree = &branches[1].tree;
                let (first, mut bindings) = self.bind(tree, path, 0, element.to_owned());
                let (others, more) = self.bind(tree, path, 1, format!("[{element}]"));
                bindings.extend(more);
                let others = others.map_or("..".to_owned(), |name| format!("{name} @ .."));
                let pattern = format!("[{}, {others}]", first.as_deref().unwrap_or("_"));
                let cases = vec![Case::plain("[]"), Case { bindings, ..Case::plain(&pattern) }];
                return (format!("{}[..]", place.base), cases);
            }
            _ => return by_parts(&self.parts(&place, rest), branches),
        };
        (place.value(), cases)
    }
}

/// Parts of the argument with a name.
type Bindings = Vec<(Vec<u32>, Place)>;

/// A branch's pattern, with the names that it binds.
struct Case {
    pattern: Source,
    bindings: Bindings,
}

impl Case {
    #[inline]
    fn plain(text: &str) -> Self {
        let mut pattern = Source::new();
        pattern.push_str(text);
        Self { pattern, bindings: Vec::new() }
    }

    /// A constant, by its path.
    #[inline]
    fn constant(path: &'static str) -> Self {
        let mut pattern = Source::new();
        pattern.path(path);
        Self { pattern, bindings: Vec::new() }
    }
}

/// Returns a choice by constructor names, or by numbers if names are not distinct; the last case is
/// a wildcard.
fn by_parts<B>(parts: &str, branches: &[Branch<B>]) -> (String, Vec<Case>) {
    let labels: HashSet<&str> = branches.iter().map(|branch| branch.label).collect();
    let named = labels.len() == branches.len() && !labels.contains("");
    let case = |(i, branch): (usize, &Branch<B>)| {
        Case::plain(&match (named, i + 1 == branches.len()) {
            (true, true) => format!("_ /* {} */", branch.label),
            (true, false) => format!("{:?}", branch.label),
            (false, true) => "_".to_owned(),
            (false, false) => i.to_string(),
        })
    };
    let scrutinee = format!("{parts}.{}()", if named { "name" } else { "number" });
    (scrutinee, branches.iter().enumerate().map(case).collect())
}

/// Returns whether a tree looks at a part or below it.
fn looks_below<B>(tree: &Tree<B>, part: &[u32]) -> bool {
    match tree {
        Tree::Constant(_) => false,
        Tree::Choice { path, branches } => {
            // A constructor without alternatives is not matched.
            branches.len() > 1 && path.starts_with(part)
                || branches.iter().any(|branch| looks_below(&branch.tree, part))
        }
        Tree::Integer { path, exceptions, default } => {
            path.starts_with(part)
                || looks_below(default, part)
                || exceptions.iter().any(|(_, tree)| looks_below(tree, part))
        }
    }
}

fn character(integer: Integer) -> char {
    u32::try_from(integer.value()).ok().and_then(char::from_u32).unwrap_or_default()
}
