//! The types that are abstract to terms.

use std::collections::{BTreeMap, BTreeSet};

use crate::core::{DataId, Program, Type};

/// The types whose values terms neither make nor take apart, each with the types that lead to it.
pub(super) struct HiddenTypes(BTreeMap<DataId, BTreeSet<DataId>>);

impl HiddenTypes {
    /// Returns the types that are abstract in the main file of a program.
    pub(super) fn of(program: &Program) -> Self {
        let hidden: BTreeSet<DataId> = program.abstracts.iter().map(|own| own.data).collect();
        let leading = |to: &DataId| (*to, leading(program, *to, &hidden));
        Self(hidden.iter().map(leading).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether a type is abstract.
    pub(super) fn has(&self, data: DataId) -> bool {
        self.0.contains_key(&data)
    }

    /// Returns the abstract types whose values cannot occur inside values of these types.
    pub(super) fn without(&self, types: impl Iterator<Item = Type>) -> impl Iterator<Item = DataId> {
        let mut within = BTreeSet::new();
        types.for_each(|ty| heads(&ty, &mut within));
        self.0.iter().filter(move |(_, leading)| leading.is_disjoint(&within)).map(|(data, _)| *data)
    }
}

/// Returns the types whose values may have values of an abstract type inside, that type itself
/// included.
fn leading(program: &Program, to: DataId, hidden: &BTreeSet<DataId>) -> BTreeSet<DataId> {
    let mut leading = BTreeSet::from([to]);
    loop {
        let before = leading.len();
        for (number, data) in (0..).map(DataId).zip(&program.datas) {
            let fields = data.constructors.iter().flat_map(|con| &program.constructors[con.index()].fields);
            let mut within = BTreeSet::new();
            fields.for_each(|field| heads(&field.ty, &mut within));
            if !hidden.contains(&number) && !leading.is_disjoint(&within) {
                leading.insert(number);
            }
        }
        if leading.len() == before {
            return leading;
        }
    }
}

/// Adds the data types that a type mentions.
fn heads(ty: &Type, found: &mut BTreeSet<DataId>) {
    match ty {
        Type::Integer | Type::Character | Type::Variable(_) => {}
        Type::Arrow(sides) => {
            heads(&sides.0, found);
            heads(&sides.1, found);
        }
        Type::Data(data, arguments) => {
            found.insert(*data);
            arguments.iter().for_each(|argument| heads(argument, found));
        }
    }
}
