//! Which types have values that expressions make, and for which of them functions are needed.

use crate::library::{Data, Signature, Values};
use crate::reach::NODES;
use crate::types::{DataId, Type};

/// The maximal number of types that are looked at inside one type. Only types that contain larger
/// instances of themselves have more; those beyond count as types without values.
const MOST: usize = 200;

impl Signature {
    /// Returns which types may have values, by number, whatever their arguments are. Types without
    /// values are certain; a type that may have some need not have any. Time: linear in the size of
    /// the signature for each type with values.
    pub(crate) fn possible(&self) -> Vec<bool> {
        let mut possible = vec![false; self.datas.len()];
        let called = self.called();
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
                    // The visible-constructor rule: functions that return the type do not count,
                    // but values with a name do.
                    Values::Constructors(constructors) => {
                        let mut fields = constructors.iter().map(|constructor| &constructor.fields);
                        let is_made = is_named(number)
                            || fields.any(|fields| fields.iter().all(|field| has(&field.ty)));
                        *possible = is_made || (called[number] && *possible);
                    }
                    Values::Functions => {}
                }
            }
            if possible == before {
                return possible;
            }
        }
    }

    /// Returns the types whose values functions make, by number: abstract types, and types whose
    /// constructors alone make no finite value, such as streams.
    pub(crate) fn called(&self) -> Vec<bool> {
        let is_called = |(data, own): (DataId, &Data)| match own.values {
            Values::Functions => true,
            Values::Constructors(_) => {
                !self.is_finite(Type::data(data, (0..own.parameters).map(Type::Variable)))
            }
            Values::Open(_) | Values::Constants(_) => false,
        };
        (0..).map(DataId).zip(&self.datas).map(is_called).collect()
    }

    /// Returns whether visible constructors make a finite value of a type, given values of all
    /// other types.
    fn is_finite(&self, ty: Type) -> bool {
        // The types inside, and for each the fields of its constructors.
        let mut types = vec![ty];
        let mut fields: Vec<Option<Vec<Vec<usize>>>> = Vec::new();
        while let Some(ty) = types.get(fields.len()).cloned() {
            let constructors = match &ty {
                Type::Data(data, arguments) => match &self.data(*data).values {
                    Values::Constructors(constructors) => Some((constructors, arguments)),
                    _ => None,
                },
                _ => None,
            };
            let mut number = |ty: Type| {
                types.iter().position(|known| *known == ty).unwrap_or_else(|| {
                    types.push(ty);
                    types.len() - 1
                })
            };
            // Types that are too large are looked at no further: they count as types without
            // values, as those beyond the limit do.
            if ty.is_larger_than(NODES) {
                fields.push(Some(Vec::new()));
                continue;
            }
            fields.push(constructors.map(|(constructors, arguments)| {
                let fields = constructors.iter().map(|constructor| {
                    constructor.fields.iter().map(|field| number(field.ty.with(arguments))).collect()
                });
                fields.collect()
            }));
            if fields.len() == MOST {
                break;
            }
        }
        let mut is_finite = vec![false; types.len()];
        loop {
            let before = is_finite.clone();
            for (is_finite, constructors) in is_finite.iter_mut().zip(&fields) {
                *is_finite = constructors.as_ref().is_none_or(|constructors| {
                    constructors.iter().any(|fields| fields.iter().all(|field| before[*field]))
                });
            }
            if is_finite[0] || is_finite == before {
                return is_finite[0];
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
