//! The constants of a module: integers and characters for expressions, from the program or from the
//! settings.

use std::collections::BTreeSet;
use std::sync::Arc;

use num_bigint::{BigInt, Sign};
use pun::core::{Branch, Expr, Kind, Pattern, Program};
use pun::engine::Provider;
use pun::inputs;
use pun::show::show;
use pun::source::FileId;
use pun::value::Value;

use super::settings::Settings;

/// The number in the payload of a constant within a function. No choice of the grammar has it.
const NUMBER: u64 = u64::MAX - 1;

/// The constants of integers and characters; `None` if they are open.
#[derive(Default)]
pub(super) struct Constants {
    pub(super) integers: Option<Vec<BigInt>>,
    pub(super) characters: Option<Vec<char>>,
}

impl Constants {
    /// Returns the constants that settings choose, given the files whose literals count.
    pub(super) fn of(program: &Program, files: &BTreeSet<FileId>, settings: &Settings) -> Self {
        let integers = || Literals::of(program, files).integers();
        let default = [0, 1, 2, -1].map(BigInt::from).into();
        let integers = settings.integers.constants(integers, default);
        let characters = || Literals::of(program, files).characters.into_iter().collect();
        let characters = settings.characters.constants(characters, vec!['a', 'b', '0', ' ']);
        Self { integers, characters }
    }

    /// Returns the constants in functions that are arguments.
    pub(super) fn inputs(&self) -> inputs::Constants {
        inputs::Constants::new(NUMBER, self.integers.clone(), self.characters.clone())
    }

    /// Returns the constants as the machine makes them: integers, then characters.
    pub(super) fn providers(self) -> [Vec<Provider>; 2] {
        let integers = self.integers.into_iter().flatten().map(Provider::Integer);
        let characters = self.characters.into_iter().flatten().map(Provider::Character);
        [integers.collect(), characters.collect()]
    }
}

/// Returns constants as pun source.
pub(super) fn texts<T: Clone>(program: &Program, all: &[T], value: impl Fn(T) -> Value) -> Arc<[Arc<str>]> {
    all.iter().map(|constant| show(program, &value(constant.clone()), None).into()).collect()
}

/// The literals of a program.
struct Literals {
    integers: BTreeSet<BigInt>,
    characters: BTreeSet<char>,
}

impl Literals {
    /// Returns the literals of the definitions in some files, and of the properties.
    fn of(program: &Program, files: &BTreeSet<FileId>) -> Self {
        let integers = BTreeSet::from([BigInt::from(0)]);
        let mut literals = Self { integers, characters: BTreeSet::from(['a']) };
        let definitions = program.globals.iter().filter(|global| files.contains(&global.span.file));
        let properties = program.properties.iter().map(|property| &property.body);
        for body in definitions.map(|global| &global.body).chain(properties) {
            literals.term(body);
        }
        literals
    }

    /// Returns the integers, those close to 0 first.
    fn integers(self) -> Vec<BigInt> {
        let mut integers: Vec<BigInt> = self.integers.into_iter().collect();
        integers.sort_by_key(|integer| (integer.magnitude().clone(), integer.sign() == Sign::Minus));
        integers
    }

    fn term(&mut self, term: &Expr) {
        match &term.kind {
            Kind::Integer(integer) => {
                self.integers.insert(integer.clone());
            }
            Kind::Character(character) => {
                self.characters.insert(*character);
            }
            Kind::Text(text) => self.characters.extend(text.chars()),
            // A message.
            Kind::Error(_) => return,
            Kind::Case(_, branches) => {
                for Branch { pattern, .. } in branches {
                    self.pattern(pattern);
                }
            }
            _ => {}
        }
        term.parts().into_iter().for_each(|part| self.term(part));
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Wildcard | Pattern::Bind(_) => {}
            Pattern::Integer(integer) => {
                self.integers.insert(integer.clone());
            }
            Pattern::Character(character) => {
                self.characters.insert(*character);
            }
            Pattern::Construct(_, fields) => fields.iter().for_each(|field| self.pattern(field)),
        }
    }
}
