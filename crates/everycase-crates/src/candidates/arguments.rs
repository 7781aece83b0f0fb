//! Expressions that make arguments.

use rustdoc_types::{GenericArg, GenericArgs, GenericBound, Type};

use super::choices::{Choice, FunctionTypes, ITERATOR};
use super::support::element;
use super::words::last;
use super::{Collector, Context, Mode, filled};

/// An argument, as text with holes, and how the holes are filled.
#[derive(Clone, Debug, Default)]
pub(super) struct Argument {
    pub(super) text: String,
    pub(super) modes: Vec<Mode>,
}

impl Argument {
    pub(super) fn hole(mode: Mode) -> Argument {
        Argument { text: "$0$".to_owned(), modes: vec![mode] }
    }

    pub(super) fn text(text: &str) -> Argument {
        Argument { text: text.to_owned(), modes: Vec::new() }
    }

    pub(super) fn within(self, before: &str, after: &str) -> Argument {
        Argument { text: format!("{before}{}{after}", self.text), ..self }
    }

    /// Returns several arguments, with their holes numbered one after the other.
    pub(super) fn joined(all: &[Argument]) -> Argument {
        let modes = all.iter().flat_map(|own| own.modes.iter().cloned()).collect();
        Argument { text: Argument::numbered(all).join(", "), modes }
    }

    /// Returns the texts of several arguments, with their holes numbered one after the other.
    pub(super) fn numbered(all: &[Argument]) -> Vec<String> {
        let mut count = 0;
        let of = |own: &Argument| {
            let text = shifted(&own.text, count);
            count += own.modes.len();
            text
        };
        all.iter().map(of).collect()
    }
}

/// Returns a text with the numbers of its holes raised.
pub(super) fn shifted(text: &str, by: usize) -> String {
    filled(text, |hole| format!("${}$", hole + by))
}

/// Returns how a reference to a known type is taken.
fn referred(ty: &str, is_mutable: bool) -> Mode {
    match (element(ty), is_mutable) {
        (Some(element), true) => Mode::new('N', &element),
        (Some(element), false) => Mode::new('L', &element),
        (None, true) if ty == "str" => Mode::new('Z', "_"),
        (None, false) if ty == "str" => Mode::new('S', "_"),
        (None, true) => Mode::new('M', ty),
        (None, false) => Mode::new('R', ty),
    }
}

pub(super) fn pointer(name: &str) -> &'static str {
    match name {
        "Box" => "::std::boxed::Box",
        "Rc" => "::std::rc::Rc",
        "Arc" => "::std::sync::Arc",
        "Cell" => "::std::cell::Cell",
        "RefCell" => "::std::cell::RefCell",
        "Mutex" => "::std::sync::Mutex",
        _ => "::std::num::Wrapping",
    }
}

pub(super) fn closure(arguments: usize) -> Argument {
    let holes = vec!["_"; arguments].join(", ");
    Argument { text: format!("move |{holes}| $0$.give()"), modes: vec![Mode::new('V', "Answers")] }
}

/// Returns a reference to a value that is never freed: the crate may keep it.
fn forever(ty: &Type) -> Argument {
    match ty {
        Type::Primitive(name) if name == "str" => Argument::hole(Mode::new('T', "_")),
        Type::Slice(_) => Argument::hole(Mode::new('W', "_")).within("&*::std::vec::Vec::leak(", ")"),
        _ => Argument::hole(Mode::new('V', "_"))
            .within("&*::std::boxed::Box::leak(::std::boxed::Box::new(", "))"),
    }
}

/// Returns the argument of a chosen type.
fn chosen(ty: &str) -> Argument {
    if let Some(own) = ty.strip_prefix("&'static ").filter(|own| *own != "str") {
        return match own.strip_prefix("mut ") {
            Some(own) => Argument::hole(referred(own, true)),
            None => Argument::hole(referred(own, false)),
        };
    }
    let within = |prefix: &str| ty.strip_prefix(prefix).and_then(|own| own.strip_suffix('>'));
    let mode = if ty == "&'static str" {
        Mode::new('T', "_")
    } else if let Some(element) = within("Iter<") {
        Mode::new('I', element)
    } else if let Some(element) = within("Vec<") {
        Mode::new('W', element)
    } else {
        Mode::new('V', ty)
    };
    Argument::hole(mode)
}

/// Returns the combinations of one from each, at most six.
pub(super) fn products(parts: &[Vec<Argument>]) -> Vec<Vec<Argument>> {
    let mut all = vec![Vec::new()];
    for own in parts {
        let mut next = Vec::new();
        for before in &all {
            for one in own {
                let mut more: Vec<Argument> = before.clone();
                more.push(one.clone());
                next.push(more);
            }
        }
        next.truncate(6);
        all = next;
    }
    all
}

impl Collector<'_> {
    /// Returns the argument of a choice.
    fn argument_of(&self, choice: &Choice, context: &Context) -> Argument {
        match choice {
            Choice::Type(ty) => self.chosen(ty),
            Choice::Closure(types) => match self.function_pointer(types, &context.known) {
                Some(ty) => self.chosen(&ty),
                None => closure(types.inputs.len()),
            },
            Choice::Iterator => Argument::hole(Mode::new('I', "_")),
        }
    }

    /// Returns the argument of a chosen type, and asks for values of it.
    fn chosen(&self, ty: &str) -> Argument {
        self.asked.borrow_mut().insert(ty.to_owned());
        chosen(ty)
    }

    /// Returns how an argument of a type is made: no way, or several.
    pub(super) fn argument(&self, ty: &Type, context: &Context, depth: usize) -> Vec<Argument> {
        if depth > 4 {
            return Vec::new();
        }
        self.ask(ty, context);
        let one = |mode: Mode| vec![Argument::hole(mode)];
        match ty {
            Type::BorrowedRef { lifetime: Some(name), type_, is_mutable: false } if name == "'static" => {
                vec![forever(type_)]
            }
            Type::BorrowedRef { is_mutable, type_, .. } => self.reference(*is_mutable, type_, context, depth),
            Type::Generic(name) => match (context.closures.get(name), context.known.get(name)) {
                (Some(&ITERATOR), _) => one(Mode::new('I', "_")),
                (Some(arguments), _) => vec![closure(*arguments)],
                (None, Some(known)) => vec![self.chosen(known)],
                (None, None) => one(Mode::new('V', "_")),
            },
            Type::ImplTrait(bounds) => {
                let bounds: Vec<&GenericBound> = bounds.iter().collect();
                let choices = self.choose(&bounds);
                choices.iter().take(2).map(|own| self.argument_of(own, context)).collect()
            }
            Type::Tuple(types) => {
                let parts: Vec<Vec<Argument>> =
                    types.iter().map(|own| self.argument(own, context, depth + 1)).collect();
                let after = if types.len() == 1 { ",)" } else { ")" };
                products(&parts).iter().map(|own| Argument::joined(own).within("(", after)).collect()
            }
            Type::Array { len, .. } => one(Mode::array('A', context.known.get(len).unwrap_or(len))),
            Type::ResolvedPath(path) => self.named(path, context, depth),
            Type::Primitive(_) | Type::QualifiedPath { .. } => one(Mode::new('V', "_")),
            Type::FunctionPointer(own) => {
                let inputs = own.sig.inputs.iter().map(|own| own.1.clone()).collect();
                let types = FunctionTypes { inputs, output: own.sig.output.clone() };
                vec![self.argument_of(&Choice::Closure(types), context)]
            }
            _ => Vec::new(),
        }
    }

    /// Asks for values of a type, or of what it refers to.
    fn ask(&self, ty: &Type, context: &Context) {
        let inner = match ty {
            Type::BorrowedRef { type_, .. } => type_,
            other => other,
        };
        let inner = match inner {
            Type::Slice(element) => element,
            other => other,
        };
        if let Some(text) = self.paths.ty(inner, &context.known) {
            self.asked.borrow_mut().insert(text);
        }
    }

    pub(super) fn reference(
        &self,
        is_mutable: bool,
        ty: &Type,
        context: &Context,
        depth: usize,
    ) -> Vec<Argument> {
        let one = |mode: Mode| vec![Argument::hole(mode)];
        let by = |own: &str| one(referred(own, is_mutable));
        match ty {
            Type::Primitive(name) if name == "str" => one(Mode::new(if is_mutable { 'Z' } else { 'S' }, "_")),
            Type::Slice(_) => one(Mode::new(if is_mutable { 'N' } else { 'L' }, "_")),
            Type::Array { len, .. } if !is_mutable => {
                one(Mode::array('B', context.known.get(len).unwrap_or(len)))
            }
            Type::Generic(name) => match (context.closures.get(name), context.known.get(name)) {
                (Some(&ITERATOR), _) => {
                    one(Mode::new('I', "_")).into_iter().map(|own| own.within("&mut ", "")).collect()
                }
                (Some(arguments), _) => {
                    let mutable = if is_mutable { "&mut " } else { "&" };
                    vec![closure(*arguments).within(mutable, "")]
                }
                (None, Some(known)) if context.is_unsized && name == "Self" => {
                    let mutable = if is_mutable { "mut " } else { "" };
                    one(Mode::new('V', &format!("&'static {mutable}{known}")))
                }
                (None, Some(known)) => by(known),
                (None, None) => by("_"),
            },
            Type::DynTrait(own) => {
                let bounds: Vec<GenericBound> = own
                    .traits
                    .iter()
                    .map(|own| GenericBound::TraitBound {
                        trait_: own.trait_.clone(),
                        generic_params: Vec::new(),
                        modifier: rustdoc_types::TraitBoundModifier::None,
                    })
                    .collect();
                let choices = self.choose(&bounds.iter().collect::<Vec<_>>());
                let before = if is_mutable { "&mut " } else { "&" };
                choices.iter().take(2).map(|own| self.argument_of(own, context).within(before, "")).collect()
            }
            Type::ResolvedPath(path) => match last(&path.path) {
                "Formatter" | "Context" => Vec::new(),
                "Path" if !is_mutable => {
                    vec![Argument::hole(Mode::new('S', "_")).within("::std::path::Path::new(", ")")]
                }
                "OsStr" if !is_mutable => {
                    vec![Argument::hole(Mode::new('S', "_")).within("::std::ffi::OsStr::new(", ")")]
                }
                "Option" | "Box" | "Cow" | "Result" => self.borrowed(is_mutable, ty, context, depth),
                _ if self.is_unsized(ty) => one(Mode::new('V', "_")),
                _ => by("_"),
            },
            Type::BorrowedRef { .. } | Type::Tuple(_) => self.borrowed(is_mutable, ty, context, depth),
            _ => by("_"),
        }
    }

    /// Returns a reference to an argument that is made in place.
    pub(super) fn borrowed(
        &self,
        is_mutable: bool,
        ty: &Type,
        context: &Context,
        depth: usize,
    ) -> Vec<Argument> {
        let before = if is_mutable { "&mut " } else { "&" };
        self.argument(ty, context, depth + 1).into_iter().map(|own| own.within(before, "")).collect()
    }

    pub(super) fn named(&self, path: &rustdoc_types::Path, context: &Context, depth: usize) -> Vec<Argument> {
        let name = last(&path.path);
        let is_std = self
            .krate
            .paths
            .get(&path.id)
            .is_some_and(|own| matches!(&*own.path[0], "std" | "core" | "alloc"));
        let hole = || vec![Argument::hole(Mode::new('V', "_"))];
        if !is_std {
            return hole();
        }
        let types: Vec<&Type> = match path.args.as_deref() {
            Some(GenericArgs::AngleBracketed { args, .. }) => args
                .iter()
                .filter_map(|own| match own {
                    GenericArg::Type(ty) => Some(ty),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        };
        let within = |ty: &Type, before: &str| -> Vec<Argument> {
            self.argument(ty, context, depth + 1).into_iter().map(|own| own.within(before, ")")).collect()
        };
        match (name, &types[..]) {
            ("Option", [ty]) => {
                let mut all = within(ty, "Some(");
                all.insert(0, Argument::text("None"));
                all
            }
            ("Result", [ty, error, ..]) => {
                let mut all = within(ty, "Ok(");
                all.extend(within(error, "Err("));
                all
            }
            ("Vec", [_, ..]) => vec![Argument::hole(Mode::new('W', "_"))],
            ("Box" | "Rc" | "Arc", [Type::DynTrait(own), ..]) => {
                let bounds: Vec<GenericBound> = own
                    .traits
                    .iter()
                    .map(|own| GenericBound::TraitBound {
                        trait_: own.trait_.clone(),
                        generic_params: Vec::new(),
                        modifier: rustdoc_types::TraitBoundModifier::None,
                    })
                    .collect();
                let choices = self.choose(&bounds.iter().collect::<Vec<_>>());
                choices
                    .iter()
                    .take(2)
                    .map(|own| {
                        self.argument_of(own, context).within(&format!("{}::new(", pointer(name)), ")")
                    })
                    .collect()
            }
            ("Box" | "Rc" | "Arc", [Type::Primitive(own), ..]) if own == "str" => {
                vec![Argument::hole(Mode::new('S', "_")).within("::std::convert::From::from(", ")")]
            }
            ("Box" | "Rc" | "Arc", [Type::Slice(_), ..]) => {
                vec![Argument::hole(Mode::new('W', "_")).within("::std::convert::From::from(", ")")]
            }
            ("Box" | "Rc" | "Arc" | "Cell" | "RefCell" | "Mutex" | "Wrapping", [ty, ..]) => {
                within(ty, &format!("{}::new(", pointer(name)))
            }
            ("Reverse", [ty]) => within(ty, "::std::cmp::Reverse("),
            ("Cow", [ty]) => match ty {
                Type::Primitive(own) if own == "str" => {
                    vec![Argument::hole(Mode::new('S', "_")).within("::std::borrow::Cow::Borrowed(", ")")]
                }
                _ => vec![Argument::hole(Mode::new('R', "_")).within("::std::borrow::Cow::Borrowed(", ")")],
            },
            ("PathBuf" | "OsString", _) => {
                vec![Argument::hole(Mode::new('S', "_")).within("::std::convert::From::from(", ")")]
            }
            ("PhantomData", _) => vec![Argument::text("::std::marker::PhantomData")],
            (
                "HashMap" | "HashSet" | "BTreeMap" | "BTreeSet" | "VecDeque" | "BinaryHeap" | "LinkedList",
                _,
            ) => {
                vec![Argument::hole(Mode::new('I', "_")).within("::std::iter::Iterator::collect(", ")")]
            }
            _ => hole(),
        }
    }
}
