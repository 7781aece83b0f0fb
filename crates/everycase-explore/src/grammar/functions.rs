//! Functions as arguments, where the library makes no functions of their type.
//!
//! With `h : integer -> parser string` and `kleisli : (a -> parser b) -> ..`, the variable `a` stands for integers. So a variable in the
//! type of such an argument also stands for what the types of functions with fewer arguments have in its place, or for
//! what another variable stands for that must be equal to it.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::Grammar;
use super::least::APART;
use crate::alphabets::Head;
use crate::library::Library;
use crate::types::{DataId, Substitution, Type};

impl<L: Library> Grammar<L> {
    /// Adds what the variables in types of functions may begin with.
    pub(super) fn add_heads_of_functions(&self, types: &[Type], found: &mut FxHashMap<u32, BTreeSet<Head>>) {
        for part in self.demanded(types) {
            for made in self.partial() {
                let mut known = Substitution::default();
                if !known.unify(&made, &part) {
                    continue;
                }
                let variables: BTreeSet<u32> = part.variables().collect();
                let mut equal: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
                for variable in variables {
                    match known.apply(&Type::Variable(variable)) {
                        Type::Variable(other) => equal.entry(other).or_default().push(variable),
                        ty => found.entry(variable).or_default().extend(Head::of(&ty)),
                    }
                }
                for equal in equal.into_values().filter(|equal| equal.len() > 1) {
                    let all: BTreeSet<Head> =
                        equal.iter().filter_map(|own| found.get(own)).flatten().copied().collect();
                    for variable in equal {
                        found.entry(variable).or_default().extend(&all);
                    }
                }
            }
        }
    }

    /// Returns the open types of functions that arguments of some types are or hold, where the library makes none.
    fn demanded(&self, types: &[Type]) -> Vec<Type> {
        let signature = self.signature();
        let mut parts = Vec::new();
        for ty in types {
            ty.parts(&mut parts);
        }
        let holding = parts.iter().filter(|part| match part {
            Type::Data(data, _) => signature.data(*data).holds_functions,
            _ => false,
        });
        let inside: Vec<Type> = holding.flat_map(|part| signature.reached(part)).collect();
        let all = parts.into_iter().chain(&inside);
        let demanded = all.filter(|part| {
            let is_function = matches!(part, Type::Arrow(_));
            is_function && part.variables().next().is_some() && !self.library.makes_functions(part)
        });
        demanded.cloned().collect()
    }

    /// Returns the types of functions and constructors with fewer arguments than they have parameters.
    fn partial(&self) -> impl Iterator<Item = Type> {
        let signature = self.signature();
        let functions = signature.providers().map(|(_, own)| (own.parameters.clone(), own.result.clone()));
        let constructors = (0..).zip(&signature.datas).flat_map(move |(number, data)| {
            let data_id = DataId(number);
            let made = Type::data(data_id, (0..data.parameters).map(Type::Variable));
            signature.constructors(data_id).iter().map(move |constructor| {
                (constructor.fields.iter().map(|field| field.ty.clone()).collect(), made.clone())
            })
        });
        functions.chain(constructors).flat_map(|(parameters, result): (Vec<Type>, Type)| {
            let rest = (0..parameters.len()).map(move |given| (given, parameters.clone(), result.clone()));
            rest.map(|(given, parameters, result)| Type::function(&parameters[given..], result).apart(APART))
        })
    }
}
