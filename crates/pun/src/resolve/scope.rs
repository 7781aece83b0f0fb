//! The names in scope at the top level of a module.

use std::collections::HashSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Around;
use super::term::BuiltIn;
use crate::core::{ConId, DataId, GlobalId, Item};

/// The meaning of a name in a term or a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Constructor(ConId),
    Global(GlobalId),
    BuiltIn(BuiltIn),
}

/// The meaning of a name in a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TypeName {
    Data(DataId),
    Integer,
    Character,
    String,
}

/// A table of names; names of types are separate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) values: FxHashMap<Arc<str>, Value>,
    pub(crate) types: FxHashMap<Arc<str>, TypeName>,
}

impl Table {
    /// Returns the built-in names, without the names of the prelude.
    pub(crate) fn built_in() -> Self {
        let mut table = Self::default();
        for (name, built_in) in BuiltIn::ALL {
            table.values.insert(name.into(), Value::BuiltIn(built_in));
        }
        table.values.insert("true".into(), Value::Constructor(ConId::TRUE));
        table.values.insert("false".into(), Value::Constructor(ConId::FALSE));
        for (name, ty) in [
            ("integer", TypeName::Integer),
            ("character", TypeName::Character),
            ("string", TypeName::String),
            ("boolean", TypeName::Data(DataId::BOOLEAN)),
            ("unit", TypeName::Data(DataId::UNIT)),
            ("list", TypeName::Data(DataId::LIST)),
        ] {
            table.types.insert(name.into(), ty);
        }
        table
    }

    /// Returns the table of a module's exports.
    pub(crate) fn of(items: &[(Arc<str>, Item)]) -> Self {
        let mut table = Self::default();
        table.extend(items);
        table
    }

    /// Adds names, which hide existing ones.
    pub(crate) fn extend(&mut self, items: &[(Arc<str>, Item)]) {
        for (name, item) in items {
            match *item {
                Item::Data(data) => {
                    self.types.insert(name.clone(), TypeName::Data(data));
                }
                Item::Constructor(constructor) => {
                    self.values.insert(name.clone(), Value::Constructor(constructor));
                }
                Item::Global(global) => {
                    self.values.insert(name.clone(), Value::Global(global));
                }
            }
        }
    }

    /// Adds the names of another table, each qualified by the name of a module. They replace
    /// existing ones.
    pub(crate) fn extend_qualified(&mut self, module: &str, other: &Self) {
        let qualified = |name: &str| Arc::from(format!("{module}.{name}"));
        self.values.extend(other.values.iter().map(|(name, value)| (qualified(name), *value)));
        self.types.extend(other.types.iter().map(|(name, ty)| (qualified(name), *ty)));
    }

    /// Returns the names sorted, as a program lists them.
    pub(crate) fn items(&self) -> Vec<(Arc<str>, Item)> {
        let types = self.types.iter().filter_map(|(name, ty)| match ty {
            TypeName::Data(data) => Some((name.clone(), Item::Data(*data))),
            TypeName::Integer | TypeName::Character | TypeName::String => None,
        });
        let values = self.values.iter().filter_map(|(name, value)| match value {
            Value::Constructor(constructor) => Some((name.clone(), Item::Constructor(*constructor))),
            Value::Global(global) => Some((name.clone(), Item::Global(*global))),
            Value::BuiltIn(_) => None,
        });
        let mut items: Vec<_> = types.chain(values).collect();
        items.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        items
    }
}

/// An import.
#[derive(Clone, Debug)]
pub(crate) struct Import {
    /// The module's name.
    pub(crate) module: Arc<str>,
    /// Its exports.
    pub(crate) exports: Arc<Table>,
}

/// Returns the name of a module and a name in it, if a name is qualified.
pub(crate) fn split_qualified(name: &str) -> Option<(&str, &str)> {
    name.split_once('.')
}

/// The names of a module in layers: its own names hide imported names, and these hide the
/// prelude's. A qualified name is looked up in its module alone.
#[derive(Debug)]
pub(super) struct Scope<'a> {
    pub(super) own: Table,
    /// The names by which the module qualifies its own names.
    own_names: Vec<Arc<str>>,
    imports: &'a [Import],
    outer: &'a Table,
    /// The modules that qualify names without an import.
    modules: &'a [Import],
    /// For each import, whether it is used.
    pub(super) used: Vec<bool>,
    /// The types and constructors mentioned so far.
    pub(super) mentioned: Mentions,
}

/// The types and constructors that a module mentions.
#[derive(Debug, Default)]
pub(crate) struct Mentions {
    pub(crate) constructors: HashSet<ConId>,
    pub(crate) types: HashSet<DataId>,
}

/// The result of looking up a name.
pub(super) enum Lookup<T> {
    Nothing,
    One(T),
    /// Two imported modules export different things under this name.
    Ambiguous(Arc<str>, Arc<str>),
}

impl<'a> Scope<'a> {
    pub(super) fn new(around: Around<'a>, own_names: Vec<Arc<str>>) -> Self {
        let Around { imports, outer, modules, .. } = around;
        let (own, mentioned) = (Table::default(), Mentions::default());
        Self { own, own_names, imports, outer, modules, used: vec![false; imports.len()], mentioned }
    }

    /// Returns the meaning of a name in a term or pattern.
    pub(super) fn value(&mut self, name: &str) -> Lookup<Value> {
        let found = self.find(name, |table, name| table.values.get(name).copied());
        if let Lookup::One(Value::Constructor(constructor)) = found {
            self.mentioned.constructors.insert(constructor);
        }
        found
    }

    /// Returns the meaning of a name in a type.
    pub(super) fn ty(&mut self, name: &str) -> Lookup<TypeName> {
        let found = self.find(name, |table, name| table.types.get(name).copied());
        if let Lookup::One(TypeName::Data(data)) = found {
            self.mentioned.types.insert(data);
        }
        found
    }

    fn find<T: PartialEq + Copy>(&mut self, name: &str, get: fn(&Table, &str) -> Option<T>) -> Lookup<T> {
        if let Some((module, name)) = split_qualified(name) {
            return self.find_in(module, |table| get(table, name)).map_or(Lookup::Nothing, Lookup::One);
        }
        if let Some(found) = get(&self.own, name) {
            return Lookup::One(found);
        }
        let mut first: Option<(T, &Import)> = None;
        for (import, used) in self.imports.iter().zip(&mut self.used) {
            let Some(found) = get(&import.exports, name) else { continue };
            *used = true;
            match first {
                Some((other, before)) if other != found => {
                    return Lookup::Ambiguous(before.module.clone(), import.module.clone());
                }
                Some(_) => {}
                None => first = Some((found, import)),
            }
        }
        let found = first.map(|(found, _)| found).or_else(|| get(self.outer, name));
        found.map_or(Lookup::Nothing, Lookup::One)
    }

    /// Returns what a module of this name has, and marks an import as used.
    fn find_in<T>(&mut self, module: &str, get: impl Fn(&Table) -> Option<T>) -> Option<T> {
        if let Some(found) = get(&self.own).filter(|_| self.is_own(module)) {
            return Some(found);
        }
        let is_named = |import: &&Import| *import.module == *module;
        for (import, used) in self.imports.iter().zip(&mut self.used).filter(|(import, _)| is_named(import)) {
            *used = true;
            if let Some(found) = get(&import.exports) {
                return Some(found);
            }
        }
        self.modules.iter().filter(is_named).find_map(|import| get(&import.exports))
    }

    fn is_own(&self, module: &str) -> bool {
        self.own_names.iter().any(|own| **own == *module)
    }

    /// Returns the tables in which names are looked up that are qualified by this name.
    pub(super) fn of_module<'s>(&'s self, module: &'s str) -> impl Iterator<Item = &'s Table> {
        let own = self.is_own(module).then_some(&self.own);
        let others = self.imports.iter().chain(self.modules).filter(move |import| *import.module == *module);
        own.into_iter().chain(others.map(|import| &*import.exports))
    }

    /// Returns whether an imported module exports a constructor of this name.
    pub(super) fn may_be_constructor(&self, name: &str) -> bool {
        let mut exported = self.imports.iter().filter_map(|import| import.exports.values.get(name));
        exported.any(|value| matches!(value, Value::Constructor(_)))
    }

    fn tables(&self) -> impl Iterator<Item = &Table> {
        let imported = self.imports.iter().map(|import| &*import.exports);
        std::iter::once(&self.own).chain(imported).chain(std::iter::once(self.outer))
    }

    /// Returns all names of values in scope.
    pub(super) fn values(&self) -> impl Iterator<Item = (&Arc<str>, Value)> {
        self.tables().flat_map(|table| table.values.iter().map(|(name, value)| (name, *value)))
    }

    /// Returns all names of types in scope.
    pub(super) fn types(&self) -> impl Iterator<Item = &Arc<str>> {
        self.tables().flat_map(|table| table.types.keys())
    }

    /// Returns all names in scope with their meanings, without ambiguous names.
    pub(super) fn visible(&self) -> Table {
        let mut all = self.outer.clone();
        let mut imported = Table::default();
        for import in self.imports {
            for (name, value) in &import.exports.values {
                if *imported.values.entry(name.clone()).or_insert(*value) == *value {
                    all.values.insert(name.clone(), *value);
                } else {
                    all.values.remove(name);
                }
            }
            for (name, ty) in &import.exports.types {
                if *imported.types.entry(name.clone()).or_insert(*ty) == *ty {
                    all.types.insert(name.clone(), *ty);
                } else {
                    all.types.remove(name);
                }
            }
        }
        all.values.extend(self.own.values.iter().map(|(name, value)| (name.clone(), *value)));
        all.types.extend(self.own.types.iter().map(|(name, ty)| (name.clone(), *ty)));
        all
    }
}
