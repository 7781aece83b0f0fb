//! Which types have the same values in the logic as in the program.
//!
//! A sort of the logic has a value, and each constructor makes one of any fields. So the logic has
//! values of types that have no finite values in the program. A formula for all values of a
//! generator's arguments and result is only stronger for them. But a formula
//! `forall (x : void) . p x` that is given, or a choice of a value that is promised to exist, would
//! say more than is true.

use std::collections::HashSet;

use pun::core::{DataId, Program, Type};

/// Returns whether the logic has the values of a type and no others.
pub(crate) fn is_exact(program: &Program, ty: &Type) -> bool {
    let mut held = HashSet::new();
    let mut open = vec![ty];
    while let Some(next) = open.pop() {
        match next {
            Type::Character | Type::Arrow(_) => return false,
            Type::Integer | Type::Variable(_) => {}
            Type::Data(data, arguments) => {
                open.extend(arguments.iter());
                if held.insert(*data) {
                    let constructors = program.datas[data.index()].constructors.iter();
                    let fields = constructors.flat_map(|con| &program.constructors[con.index()].fields);
                    open.extend(fields.map(|field| &field.ty));
                }
            }
        }
    }
    let mut finite: HashSet<DataId> = HashSet::new();
    loop {
        let is_finite = |ty: &Type| !matches!(ty, Type::Data(data, _) if !finite.contains(data));
        let has_value = |data: &DataId| {
            program.datas[data.index()]
                .constructors
                .iter()
                .any(|con| program.constructors[con.index()].fields.iter().all(|field| is_finite(&field.ty)))
        };
        let more: Vec<DataId> =
            held.iter().copied().filter(|data| !finite.contains(data) && has_value(data)).collect();
        if more.is_empty() {
            return finite.len() == held.len();
        }
        finite.extend(more);
    }
}
