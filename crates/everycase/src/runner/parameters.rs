//! The inputs of a property: one space a parameter, and each parameter's value as a line of Rust.

use std::any::type_name;

use everycase_space::{At, Derivation, Product, Source, Space};

use super::scope::{Scope, Written};
use crate::impls::push;
use crate::own_source::{self, OwnSource};
use crate::types;

/// A parameter of a property.
pub struct Parameter<T> {
    /// Its pattern, as it is written.
    pub name: &'static str,
    /// Its type, as it is written; none where that is not for others to read, as within a macro.
    pub ty: Option<&'static str>,
    /// What it is drawn from.
    pub space: Space<T>,
    /// For a space by hand: the values as their type's own space shows them.
    pub own: Option<OwnSource<T>>,
}

/// The inputs of a property.
pub struct Inputs<T> {
    pub(crate) space: Space<T>,
    statements: Vec<Statement>,
    scope: Scope,
}

/// Writes the parameter that an input has.
type Statement = Box<dyn Fn(At<'_>) -> Source>;

impl<T: 'static> Inputs<T> {
    /// The values of one space, to be written for a module.
    pub(crate) fn of(space: Space<T>, module: &'static str) -> Self {
        let input = Parameter { name: "input", ty: None, space: space.clone(), own: None };
        let scope = Scope { module, types: Vec::new() };
        Self { space, statements: vec![input.statement(|at| at)], scope }
    }

    /// The space of inputs.
    pub fn space(&self) -> &Space<T> {
        &self.space
    }

    /// Has the property parameters?
    pub(crate) fn are_there(&self) -> bool {
        !self.statements.is_empty()
    }

    /// The parameters of an input as `let` statements.
    pub fn write(&self, input: &Derivation) -> Written {
        let sources: Vec<_> = self.statements.iter().map(|statement| statement(input.root())).collect();
        self.scope.write(&sources)
    }
}

impl<T: 'static> Parameter<T> {
    /// The statement that declares it, given where it stands in an input.
    fn statement(self, place: fn(At<'_>) -> At<'_>) -> Statement {
        let Self { name, ty, space, own } = self;
        Box::new(move |at| {
            let mut out = Source::new();
            push(&mut out, format_args!("let {name}: "));
            match ty {
                Some(ty) => out.push_str(ty),
                None => types::write(type_name::<T>(), &mut out),
            }
            out.push_str(" = ");
            own_source::write(&**space.codec(), own, place(at), &mut out);
            out.push(';');
            out
        })
    }
}

/// Tuples of parameters.
pub trait Parameters {
    /// The tuples of their values.
    type Values;

    /// The inputs that consist of them, to be written for a module.
    fn inputs(self, module: &'static str) -> Inputs<Self::Values>;
}

/// The inputs of a property, to be written for a module.
pub fn inputs<P: Parameters>(parameters: P, module: &'static str) -> Inputs<P::Values> {
    parameters.inputs(module)
}

impl Parameters for () {
    type Values = ();

    fn inputs(self, module: &'static str) -> Inputs<()> {
        Inputs { space: ().product(), statements: Vec::new(), scope: Scope { module, types: Vec::new() } }
    }
}

macro_rules! parameters {
    ($($name:ident $i:tt),*) => {
        impl<$($name: 'static),*> Parameters for ($(Parameter<$name>,)*) {
            type Values = ($($name,)*);

            fn inputs(self, module: &'static str) -> Inputs<Self::Values> {
                let space = ($(self.$i.space.clone(),)*).product();
                let mut types = Vec::new();
                $(types::align(type_name::<$name>(), self.$i.ty.unwrap_or_default(), &mut types);)*
                Inputs { space, statements: vec![$(self.$i.statement(|at| at.field($i))),*], scope: Scope { module, types } }
            }
        }
    };
}

parameters!(A 0);
parameters!(A 0, B 1);
parameters!(A 0, B 1, C 2);
parameters!(A 0, B 1, C 2, D 3);
parameters!(A 0, B 1, C 2, D 3, E 4);
parameters!(A 0, B 1, C 2, D 3, E 4, F 5);
parameters!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
parameters!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
parameters!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
parameters!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
parameters!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
parameters!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Enumerable;

    #[test]
    fn each_parameter_is_a_statement() {
        let n = Parameter { name: "n", ty: Some("u8"), space: u8::space(), own: None };
        let list = Parameter { name: "list", ty: Some("Vec<bool>"), space: Vec::<bool>::space(), own: None };
        let inputs = inputs((n, list), "");
        let input = inputs.space().encode(&(7, vec![true])).unwrap();
        assert_eq!(inputs.write(&input).statements, ["let n: u8 = 7;", "let list: Vec<bool> = vec![true];"]);
        assert_eq!(inputs.space().decode(&input), (7, vec![true]));
    }

    #[test]
    fn no_parameters_are_one_input() {
        let inputs = inputs((), "");
        assert_eq!(inputs.space().count_up_to(9).unwrap(), 1u8.into());
        assert!(!inputs.are_there());
        let input = inputs.space().encode(&()).unwrap();
        assert_eq!(inputs.write(&input).statements, [""; 0]);
    }

    #[test]
    fn the_values_of_one_space_are_one_statement() {
        let inputs = Inputs::of(<(u8, Option<bool>)>::space(), "");
        let input = inputs.space().encode(&(7, None)).unwrap();
        assert_eq!(inputs.write(&input).statements, ["let input: (u8, Option<bool>) = (7, None);"]);
    }
}
