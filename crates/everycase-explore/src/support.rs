//! The support set: which functions expressions may call (section 4.1.2 of the thesis).
//!
//! They are the functions of the tested modules, and of the modules that declare the types which
//! arguments have. An argument's type leads to the types of its constructors' fields, if its
//! constructors are visible, otherwise to the types of the arguments of the functions that return
//! it. Built-in types have constants and constructors, so the module of their functions is not
//! among them unless it is named.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::library::{ModuleId, Signature, Values};
use crate::types::{DataId, Type};

impl Signature {
    /// Finds the modules whose functions provide arguments for functions of `tested` modules, and
    /// makes these functions providers. Functions of `further` modules are providers as well.
    /// Returns the modules.
    ///
    /// Time: linear in the size of the signature for each module found.
    pub fn provide(&mut self, tested: &[ModuleId], further: &[ModuleId]) -> BTreeSet<ModuleId> {
        let mut modules: BTreeSet<ModuleId> = tested.iter().chain(further).copied().collect();
        loop {
            let found = modules.len();
            let types = self.needed(&modules);
            modules.extend(types.iter().filter_map(|data| self.data(*data).module));
            if modules.len() == found {
                break;
            }
        }
        for function in &mut self.functions {
            function.is_provider = function.module.is_some_and(|module| modules.contains(&module));
        }
        modules
    }

    /// Returns the types of arguments in expressions that call functions of some modules.
    fn needed(&self, modules: &BTreeSet<ModuleId>) -> FxHashSet<DataId> {
        let own = |module: Option<ModuleId>| module.is_some_and(|module| modules.contains(&module));
        let functions = self.functions.iter().filter(|function| own(function.module));
        let (mut needed, mut open) = (FxHashSet::default(), Vec::new());
        for ty in functions.flat_map(|function| &function.parameters) {
            heads(ty, &mut open);
        }
        while let Some(data) = open.pop() {
            if needed.insert(data)
                && let Values::Constructors(constructors) = &self.data(data).values
            {
                for field in constructors.iter().flat_map(|constructor| &constructor.fields) {
                    heads(&field.ty, &mut open);
                }
            }
        }
        needed
    }
}

/// Adds the type constructors in a type.
fn heads(ty: &Type, found: &mut Vec<DataId>) {
    let mut parts = Vec::new();
    ty.parts(&mut parts);
    found.extend(parts.into_iter().filter_map(|part| match part {
        Type::Data(data, _) => Some(*data),
        _ => None,
    }));
}
