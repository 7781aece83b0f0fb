//! Which types have values that expressions make.

use crate::library::{Signature, Values};
use crate::types::Type;

impl Signature {
    /// Returns which types may have values, by number, whatever their arguments are. Types without values are certain; a type that may have
    /// some need not have any. Time: linear in the size of the signature for each type with values.
    pub(crate) fn possible(&self) -> Vec<bool> {
        let mut possible = vec![false; self.datas.len()];
        let results: Vec<(Vec<usize>, &[Type])> = self
            .providers()
            .map(|(_, function)| {
                let mut inside = self.reached(&function.result);
                inside.push(function.result.clone());
                let heads = inside.iter().filter_map(head).collect();
                (heads, &function.parameters[..])
            })
            .collect();
        let is_named = |data: usize| {
            let mut values = self.providers().filter(|(_, own)| own.parameters.is_empty());
            values.any(|(_, own)| head(&own.result) == Some(data))
        };
        loop {
            let before = possible.clone();
            let has = |ty: &Type| head(ty).is_none_or(|data| before[data]);
            for (heads, parameters) in &results {
                if parameters.iter().all(has) {
                    for data in heads {
                        possible[*data] = true;
                    }
                }
            }
            for (number, (possible, data)) in possible.iter_mut().zip(&self.datas).enumerate() {
                match &data.values {
                    Values::Open(_) => *possible = true,
                    Values::Constants(constants) => *possible = !constants.is_empty(),
                    // The visible-constructor rule: functions that return the type do not count, but values with a name do.
                    Values::Constructors(constructors) => {
                        let mut fields = constructors.iter().map(|constructor| &constructor.fields);
                        *possible = is_named(number)
                            || fields.any(|fields| fields.iter().all(|field| has(&field.ty)));
                    }
                    Values::Functions => {}
                }
            }
            if possible == before {
                return possible;
            }
        }
    }
}

/// Returns the index of the type constructor of a type.
fn head(ty: &Type) -> Option<usize> {
    match ty {
        Type::Data(data, _) => Some(data.0 as usize),
        Type::Arrow(_) | Type::Variable(_) | Type::Atom => None,
    }
}
