//! The items of a Rust file by name, including the items of its inline modules.
//!
//! A name means an item of its own module or of one around it. What a `use` brings from elsewhere
//! is not in the file.

use std::collections::{HashMap, HashSet};

use proc_macro2::TokenStream;
use syn::visit::{self, Visit};
use syn::{
    Attribute, BinOp, Block, Expr, Fields, FnArg, ImplItem, Item, Pat, PatType, ReturnType, Signature, Type,
    UnOp, UseTree,
};

use super::unclear::{Words, is_conditional};

/// The items of a file.
#[derive(Default)]
pub(super) struct Items<'f> {
    pub(super) types: NameTable<Data<'f>>,
    pub(super) functions: NameTable<Function<'f>>,
    /// The methods and other functions of types.
    pub(super) methods: NameTable<Function<'f>>,
    pub(super) constants: NameTable<Constant<'f>>,
    /// The functions with `#[generator(..)]`, in order.
    pub(super) generators: Vec<Function<'f>>,
    /// The functions with `#[property]`, in order.
    pub(super) properties: Vec<Function<'f>>,
    /// The names of items that are compiled under a condition.
    conditional: HashSet<String>,
    /// The names of other items: aliases, statics, traits.
    pub(super) others: HashSet<String>,
    pub(super) words: Words,
    modules: Vec<Module>,
}

/// Items by name.
pub(super) type NameTable<T> = HashMap<String, Vec<T>>;

/// A module of the file, by its number.
pub(super) type Place = usize;

/// A module of the file.
pub(super) struct Module {
    name: String,
    around: Option<Place>,
    /// The names that a `use` brings into it, with the path before them.
    pub(super) used: Vec<(String, Vec<String>)>,
    /// The last names of paths from which a `use` brings all names.
    globs: HashSet<String>,
}

/// Where a term or a type stands.
#[derive(Clone, Copy)]
pub(super) struct Around<'t> {
    /// The type that `Self` means.
    pub(super) own: Option<&'t Type>,
    pub(super) place: Place,
}

/// An item that belongs to a module.
pub(super) trait ModuleItem: Copy {
    /// Returns its module.
    fn place(&self) -> Place;
}

macro_rules! placed {
    ($($item:ident)*) => { $(
        impl ModuleItem for $item<'_> {
            fn place(&self) -> Place {
                self.place
            }
        }
    )* };
}

placed!(Data Function Constant);

/// A type with constructors.
#[derive(Clone, Copy)]
pub(super) struct Data<'f> {
    pub(super) name: &'f syn::Ident,
    pub(super) generics: &'f syn::Generics,
    pub(super) constructors: Constructors<'f>,
    pub(super) attributes: &'f [Attribute],
    pub(super) place: Place,
}

/// The constructors of a type.
#[derive(Clone, Copy)]
pub(super) enum Constructors<'f> {
    Struct(&'f Fields),
    Enum(&'f syn::punctuated::Punctuated<syn::Variant, syn::Token![,]>),
}

/// A function.
#[derive(Clone, Copy)]
pub(super) struct Function<'f> {
    pub(super) signature: &'f Signature,
    pub(super) body: &'f Block,
    pub(super) attributes: &'f [Attribute],
    /// The type that it belongs to.
    pub(super) own: Option<&'f Type>,
    pub(super) place: Place,
}

/// A constant.
#[derive(Clone, Copy)]
pub(super) struct Constant<'f> {
    pub(super) name: &'f syn::Ident,
    pub(super) ty: &'f Type,
    pub(super) value: &'f Expr,
    pub(super) place: Place,
}

impl<'f> Items<'f> {
    pub(super) fn of(file: &'f syn::File, tokens: TokenStream) -> Self {
        let mut items = Self::default();
        items.words.add(tokens);
        items.add_module(String::new(), None, &file.items, is_conditional(&file.attrs));
        items
    }

    /// Adds the items of a module. `condition` says whether it is compiled under a condition.
    fn add_module(&mut self, name: String, around: Option<Place>, all: &'f [Item], condition: bool) {
        let place = self.modules.len();
        self.modules.push(Module { name, around, used: Vec::new(), globs: HashSet::new() });
        for item in all {
            match item {
                Item::Enum(item) => {
                    let constructors = Constructors::Enum(&item.variants);
                    self.add_type(&item.ident, &item.generics, constructors, &item.attrs, place, condition);
                }
                Item::Struct(item) => {
                    let constructors = Constructors::Struct(&item.fields);
                    self.add_type(&item.ident, &item.generics, constructors, &item.attrs, place, condition);
                }
                Item::Fn(item) => self.add_function(
                    Function {
                        signature: &item.sig,
                        body: &item.block,
                        attributes: &item.attrs,
                        own: None,
                        place,
                    },
                    condition,
                ),
                Item::Const(item) => {
                    let name = item.ident.to_string();
                    self.note_condition(&name, condition || is_conditional(&item.attrs));
                    let constant = Constant { name: &item.ident, ty: &item.ty, value: &item.expr, place };
                    self.constants.entry(name).or_default().push(constant);
                }
                Item::Impl(item) => self.add_impl(item, place, condition || is_conditional(&item.attrs)),
                Item::Mod(item) => {
                    if let Some((_, items)) = &item.content {
                        let condition = condition || is_conditional(&item.attrs);
                        self.add_module(item.ident.to_string(), Some(place), items, condition);
                    }
                }
                Item::Use(item) => {
                    self.modules[place].add_use(&item.tree, &mut Vec::new());
                    self.words.add_renamed(&item.tree);
                }
                Item::Static(item) => _ = self.others.insert(item.ident.to_string()),
                Item::Trait(item) => _ = self.others.insert(item.ident.to_string()),
                Item::Type(item) => _ = self.others.insert(item.ident.to_string()),
                Item::Union(item) => _ = self.others.insert(item.ident.to_string()),
                _ => {}
            }
        }
    }

    fn add_type(
        &mut self,
        name: &'f syn::Ident,
        generics: &'f syn::Generics,
        constructors: Constructors<'f>,
        attributes: &'f [Attribute],
        place: Place,
        condition: bool,
    ) {
        let data = Data { name, generics, constructors, attributes, place };
        self.note_condition(&name.to_string(), condition || is_conditional(attributes));
        self.types.entry(name.to_string()).or_default().push(data);
    }

    fn add_function(&mut self, function: Function<'f>, condition: bool) {
        let name = function.signature.ident.to_string();
        let condition = condition || is_conditional(function.attributes);
        self.note_condition(&name, condition);
        // A generator under a condition is reported as one that is not read.
        if function.attribute("generator").is_some() && !condition {
            self.generators.push(function);
        }
        if function.attribute("property").is_some() && !condition {
            self.properties.push(function);
        }
        self.functions.entry(name).or_default().push(function);
    }

    fn add_impl(&mut self, item: &'f syn::ItemImpl, place: Place, condition: bool) {
        if item.trait_.is_some() || !matches!(&*item.self_ty, Type::Path(_)) {
            return;
        }
        for one in &item.items {
            if let ImplItem::Fn(one) = one {
                let function = Function {
                    signature: &one.sig,
                    body: &one.block,
                    attributes: &one.attrs,
                    own: Some(&item.self_ty),
                    place,
                };
                let name = one.sig.ident.to_string();
                self.note_condition(&name, condition || is_conditional(&one.attrs));
                self.methods.entry(name).or_default().push(function);
            }
        }
    }

    /// Notes the name of an item that is compiled under a condition: what it means is not known.
    fn note_condition(&mut self, name: &str, condition: bool) {
        if condition {
            self.conditional.insert(name.to_owned());
        }
    }

    /// Returns where generators are declared that are not functions of a module.
    pub(super) fn unread(&self) -> impl Iterator<Item = proc_macro2::Span> + '_ {
        let read: Vec<_> =
            self.generators.iter().filter_map(|own| Some(own.declared_at()?.start())).collect();
        self.words.generators.iter().copied().filter(move |span| !read.contains(&span.start()))
    }

    pub(super) fn modules(&self) -> impl Iterator<Item = &Module> {
        self.modules.iter()
    }

    /// Returns the name of a module of the file; the file itself has the empty name.
    pub(super) fn module_name(&self, place: Place) -> &str {
        self.modules.get(place).map_or("", |module| &module.name)
    }

    /// Returns the methods with a name, unless it is not known whether they are compiled.
    pub(super) fn methods_named(&self, name: &str) -> &[Function<'f>] {
        if self.conditional.contains(name) { &[] } else { self.methods.get(name).map_or(&[], Vec::as_slice) }
    }

    /// Returns the item that a path of some names means in a module; `None` if there is none, or it
    /// may be one of another file.
    pub(super) fn find<T: ModuleItem>(&self, all: &NameTable<T>, path: &[&str], place: Place) -> Option<T> {
        let (last, before) = path.split_last()?;
        let named = all.get(*last).filter(|_| !self.conditional.contains(*last))?;
        let only = |mut found: Vec<T>| if found.len() == 1 { found.pop() } else { None };
        let Some(module) = before.last() else {
            let mut around = Some(place);
            while let Some(place) = around {
                let module = &self.modules[place];
                let found: Vec<T> = named.iter().filter(|item| item.place() == place).copied().collect();
                if !found.is_empty() {
                    return only(found);
                }
                if let Some((_, from)) = module.used.iter().find(|(name, _)| name == last) {
                    let from: Vec<&str> = from.iter().map(String::as_str).chain([*last]).collect();
                    return if from.len() > 1 { self.find(all, &from, place) } else { None };
                }
                around = module.around.filter(|_| module.globs.contains("super"));
            }
            return None;
        };
        let is_own = |word: &&str| {
            matches!(*word, "crate" | "self" | "super") || self.modules.iter().any(|own| own.name == **word)
        };
        if !before.iter().all(is_own) {
            return None;
        }
        let is_meant = |item: &&T| {
            matches!(*module, "crate" | "self" | "super") || self.modules[item.place()].name == *module
        };
        only(named.iter().filter(is_meant).copied().collect())
    }

    /// Returns whether a bare name of a constructor of a type has a meaning in a module.
    pub(super) fn names_constructor(&self, data: Data<'f>, name: &str, place: Place) -> bool {
        let mut around = Some(place);
        while let Some(place) = around {
            let module = &self.modules[place];
            let is_used = |(own, from): &(String, Vec<String>)| {
                own == name && from.last().is_some_and(|last| data.name == last)
            };
            if module.globs.iter().any(|glob| data.name == glob) || module.used.iter().any(is_used) {
                return true;
            }
            around = module.around.filter(|_| module.globs.contains("super"));
        }
        matches!(data.constructors, Constructors::Struct(_))
    }

    /// Returns whether a function calculates with numbers, or calls one that does.
    pub(super) fn calculates(&self, function: Function<'f>) -> bool {
        let (mut open, mut seen) = (vec![function], Vec::new());
        while let Some(function) = open.pop() {
            let name = function.signature.ident.to_string();
            if seen.contains(&name) {
                continue;
            }
            let mut found = BodySummary::default();
            found.visit_block(function.body);
            if found.calculates {
                return true;
            }
            seen.push(name);
            for name in found.called {
                let named = |all: &NameTable<Function<'f>>| all.get(&name).cloned();
                open.extend([&self.functions, &self.methods].into_iter().filter_map(named).flatten());
            }
        }
        false
    }
}

impl Module {
    fn add_use(&mut self, tree: &UseTree, before: &mut Vec<String>) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.add_use(&path.tree, before);
                before.pop();
            }
            UseTree::Name(name) => self.used.push((name.ident.to_string(), before.clone())),
            // The new name does not name anything in the file.
            UseTree::Rename(rename) => self.used.push((rename.rename.to_string(), Vec::new())),
            UseTree::Glob(_) => self.globs.extend(before.last().cloned()),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_use(tree, before)),
        }
    }
}

/// Returns whether an operator calculates with numbers.
pub(super) fn is_arithmetic(operator: &BinOp) -> bool {
    matches!(operator, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_))
}

/// What a body does.
#[derive(Default)]
struct BodySummary {
    calculates: bool,
    /// The names of functions that it may call.
    called: Vec<String>,
}

impl<'f> Visit<'f> for BodySummary {
    fn visit_expr_binary(&mut self, binary: &'f syn::ExprBinary) {
        self.calculates |= is_arithmetic(&binary.op);
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'f syn::ExprUnary) {
        self.calculates |= matches!(unary.op, UnOp::Neg(_)) && !matches!(&*unary.expr, Expr::Lit(_));
        visit::visit_expr_unary(self, unary);
    }

    // What a macro does is not looked at.
    fn visit_macro(&mut self, _: &'f syn::Macro) {
        self.calculates = true;
    }

    fn visit_path_segment(&mut self, segment: &'f syn::PathSegment) {
        self.called.push(segment.ident.to_string());
        visit::visit_path_segment(self, segment);
    }

    fn visit_expr_method_call(&mut self, call: &'f syn::ExprMethodCall) {
        self.called.push(call.method.to_string());
        visit::visit_expr_method_call(self, call);
    }
}

impl<'f> Function<'f> {
    /// Returns the name of the type that it belongs to.
    pub(super) fn owner(self) -> Option<String> {
        match self.own? {
            Type::Path(own) => own.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        }
    }

    /// Returns where its parts stand.
    pub(super) fn around(self) -> Around<'f> {
        Around { own: self.own, place: self.place }
    }

    /// Returns the attribute with this name, whatever path leads to it.
    pub(super) fn attribute(self, name: &str) -> Option<&'f Attribute> {
        let is_named = |one: &&Attribute| one.path().segments.last().is_some_and(|last| last.ident == name);
        self.attributes.iter().find(is_named)
    }

    /// Returns where it is declared to be a generator.
    fn declared_at(self) -> Option<proc_macro2::Span> {
        Some(self.attribute("generator")?.path().segments.last()?.ident.span())
    }

    /// Returns the parameters, except `self` and the source of choices.
    pub(super) fn parameters(self) -> impl Iterator<Item = &'f PatType> {
        self.signature.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(typed) if !is_gen(&typed.ty) => Some(typed),
            FnArg::Typed(_) | FnArg::Receiver(_) => None,
        })
    }

    /// Returns the parameter `self`.
    pub(super) fn receiver(self) -> Option<&'f syn::Receiver> {
        self.signature.inputs.iter().find_map(|input| match input {
            FnArg::Receiver(receiver) => Some(receiver),
            FnArg::Typed(_) => None,
        })
    }

    /// Returns the name of the source of choices, if the function has one.
    pub(super) fn choices(self) -> Option<&'f syn::Ident> {
        self.signature.inputs.iter().find_map(|input| match input {
            FnArg::Typed(PatType { pat, ty, .. }) if is_gen(ty) => match &**pat {
                Pat::Ident(name) => Some(&name.ident),
                _ => None,
            },
            _ => None,
        })
    }

    /// Returns the type of its results.
    pub(super) fn result(self) -> Option<&'f Type> {
        match &self.signature.output {
            ReturnType::Type(_, ty) => Some(ty),
            ReturnType::Default => None,
        }
    }
}

/// Returns whether a type is `&mut Gen`.
fn is_gen(ty: &Type) -> bool {
    let Type::Reference(reference) = ty else { return false };
    match &*reference.elem {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "Gen"),
        _ => false,
    }
}
