//! The inputs of a property: one space for each parameter, and each parameter's value as Rust
//! source.

use std::any::type_name;
use std::sync::Arc;

use crate::space::{Codec, Product, Source, Space};
use everycase_kernel::{At, BigUint, Derivation, Derivations};

use super::draw::{self, Draws};
use super::examples::Example;
use super::scope::{Scope, Statements};
use super::uses::Uses;
use crate::lazy::{Decided, Undecided};
use crate::space::own_source::{self, OwnSource};
use crate::space::push;
use crate::space::types;

/// A parameter of a property.
pub struct Parameter<T> {
    /// Its name in reports.
    pub name: &'static str,
    /// Its pattern, as it is written.
    pub pattern: &'static str,
    /// Its type as written; `None` if that is not readable, as within a macro.
    pub ty: Option<&'static str>,
    /// How it is borrowed, if it is.
    pub lent: Option<Reference>,
    /// Its space.
    pub space: Space<T>,
    /// For a hand-written space, prints values as their type's own space does.
    pub own: Option<OwnSource<T>>,
    /// The code that its type derives and that uses a value as a whole.
    pub uses: Uses<T>,
}

/// A parameter that is a reference.
#[derive(Clone, Copy)]
pub struct Reference {
    /// `&` or `&mut `.
    pub sign: &'static str,
    /// The type of the reference as written; `None` if that is not readable.
    pub ty: Option<&'static str>,
}

/// The inputs of a property.
pub struct Inputs<T> {
    pub(crate) space: Space<T>,
    pub(crate) parameters: Arc<Declarations>,
    /// The inputs that are given with the property.
    pub(crate) examples: Vec<Example>,
}

/// The parameters of a property, untyped.
pub(crate) struct Declarations {
    declared: Vec<Declaration>,
    scope: Scope,
}

type WriteValue = Box<dyn Fn(At<'_>, &mut Source) + Send + Sync>;

type UseValue = Box<dyn Fn(At<'_>) + Send + Sync>;

/// A parameter, untyped.
struct Declaration {
    name: &'static str,
    /// `pattern: Type`.
    text: Source,
    /// `&` or `&mut ` for a reference.
    sign: &'static str,
    /// Prints its value in an input.
    value: WriteValue,
    /// Makes its value in an input, [uses](Uses) and drops it.
    use_value: UseValue,
    derivations: Derivations,
}

impl<T: 'static> Inputs<T> {
    /// Returns the values of one space as inputs, printed for a module.
    pub(crate) fn of(space: Space<T>, module: &'static str) -> Self {
        let input = Parameter {
            name: "input",
            pattern: "input",
            ty: None,
            lent: None,
            space: space.clone(),
            own: None,
            uses: Uses::NONE,
        };
        let declared = vec![input.declare(|at| at)];
        let parameters = Declarations { declared, scope: Scope { module, types: Vec::new() } };
        Self { space, parameters: Arc::new(parameters), examples: Vec::new() }
    }

    /// Returns the space of inputs.
    pub fn space(&self) -> &Space<T> {
        &self.space
    }

    /// Returns the parameters of an input as `let` statements.
    pub fn write(&self, input: &Derivation) -> Statements {
        self.parameters.write(input)
    }
}

impl Declarations {
    /// Returns whether the list is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.declared.is_empty()
    }

    /// Returns the number of parameters.
    pub(crate) fn len(&self) -> usize {
        self.declared.len()
    }

    pub(crate) fn write(&self, input: &Derivation) -> Statements {
        self.written(&(0..self.len()).map(|number| self.statement(number, input)).collect::<Vec<_>>())
    }

    /// Makes the values of an input, uses them, and prints them.
    pub(crate) fn use_all(&self, input: &Derivation) {
        for parameter in &self.declared {
            (parameter.use_value)(input.root());
        }
        self.write(input);
    }

    /// Returns a function that writes inputs in one line.
    pub(crate) fn line(self: &Arc<Self>) -> Arc<dyn Fn(&Derivation) -> String + Send + Sync> {
        let own = Arc::clone(self);
        Arc::new(move |input| own.write(input).statements.join(" "))
    }

    fn written(&self, sources: &[Source]) -> Statements {
        let mut written = self.scope.write(sources);
        let opaque = self.declared.iter().zip(sources).filter(|(_, source)| source.is_opaque());
        written
            .caveats
            .extend(opaque.map(|(parameter, _)| format!("`{}` is shown by its `Debug`", parameter.name)));
        written
    }

    /// Does the same with each parameter printed within `guard`, which returns an error message on
    /// failure. A comment then replaces the statement.
    pub(crate) fn write_guarded(
        self: &Arc<Self>,
        input: &Derivation,
        guard: impl Fn(Box<dyn FnOnce() -> Source + Send>) -> Result<Source, String>,
    ) -> Statements {
        let sources = (0..self.len()).map(|number| {
            let (own, input) = (Arc::clone(self), input.clone());
            guard(Box::new(move || own.statement(number, &input))).unwrap_or_else(|why| {
                let mut out = Source::new();
                let (name, why) = (self.declared[number].name, why.replace('\n', " "));
                push(
                    &mut out,
                    format_args!("// `{name}` cannot be printed: the code that makes or prints it {why}"),
                );
                out
            })
        });
        self.written(&sources.collect::<Vec<_>>())
    }

    /// Returns the statement of a parameter.
    fn statement(&self, number: usize, input: &Derivation) -> Source {
        self.declared[number].statement(input)
    }

    /// Returns the names of the parameters.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.declared.iter().map(|parameter| parameter.name)
    }

    /// Returns the parameters that are incomplete in an excerpt, with their values there, `_` for
    /// missing parts.
    pub(crate) fn excerpt(&self, excerpt: At<'_>, input: &Derivation) -> Vec<(String, String)> {
        let of = |parameter: &Declaration, at: At<'_>| {
            let mut out = Source::new();
            (parameter.value)(at, &mut out);
            String::from(out)
        };
        let seen = self.declared.iter().map(|parameter| (parameter, of(parameter, excerpt)));
        let partly = seen.filter(|(parameter, seen)| *seen != of(parameter, input.root()));
        partly.map(|(parameter, seen)| (parameter.name.to_owned(), seen)).collect()
    }

    /// Returns the declaration of the first parameter without values.
    pub(crate) fn without_values(&self) -> Option<&str> {
        let empty = self.declared.iter().find(|parameter| parameter.is_empty())?;
        Some(empty.text.as_str())
    }
}

impl Declaration {
    fn statement(&self, input: &Derivation) -> Source {
        let mut out = Source::new();
        out.push_str("let ");
        out.append(&self.text);
        out.push_str(" = ");
        let mut value = Source::new();
        (self.value)(input.root(), &mut value);
        if let Some(literal) = self.literal(value.as_str()) {
            out.push_str(literal);
        } else {
            out.push_str(self.sign);
            if !self.sign.is_empty() && has_operators(value.as_str()) {
                value.parenthesize(0);
            }
            out.append(&value);
        }
        out.push(';');
        out
    }

    /// Returns the literal for the value of a `&str`; `None` if the value has another type or is
    /// not a text as a whole.
    fn literal<'v>(&self, value: &'v str) -> Option<&'v str> {
        if !self.text.as_str().ends_with(": &str") {
            return None;
        }
        match value {
            "String::new()" => Some("\"\""),
            _ => value.strip_prefix("String::from(")?.strip_suffix(')'),
        }
    }

    fn is_empty(&self) -> bool {
        // An empty shape is finite with all its values up to size 0.
        self.derivations.largest_size() == Ok(Some(0)) && self.derivations.count(0) == Ok(BigUint::ZERO)
    }
}

impl<T: 'static> Parameter<T> {
    /// Returns it untyped, with its position in an input.
    fn declare(self, place: fn(At<'_>) -> At<'_>) -> Declaration {
        let Self { name, pattern, ty, lent, space, own, uses } = self;
        let sign = lent.map_or("", |lent| lent.sign);
        let mut text = Source::new();
        push(&mut text, format_args!("{pattern}: "));
        if let Some(ty) = lent.map_or(ty, |lent| lent.ty) {
            text.push_str(ty);
        } else {
            text.push_str(sign);
            types::write(type_name::<T>(), &mut text);
        }
        let codec = Arc::clone(space.codec());
        let decoder = Arc::clone(&codec);
        let use_value = move |at: At<'_>| uses.of(&decoder.decode(place(at)));
        let value = move |at: At<'_>, out: &mut Source| {
            out.part(place(at), |at, out| own_source::write(&*codec, own, at, out));
        };
        Declaration {
            name,
            text,
            sign,
            value: Box::new(value),
            use_value: Box::new(use_value),
            derivations: space.derivations().clone(),
        }
    }
}

/// Returns whether a sign before an expression may belong to its first operand: `&1..2`.
fn has_operators(expression: &str) -> bool {
    ["..", " + ", " - ", " * ", " / ", " as "].iter().any(|operator| expression.contains(operator))
}

/// Tuples of parameters.
pub trait Parameters {
    /// The tuples of their values.
    type Values;

    /// Their codecs.
    type Codecs: Send + Sync + 'static;
    /// Tuples of undecided parameters.
    type Undecided<'c>;

    /// Returns the inputs made of them, printed for a module.
    fn inputs(self, module: &'static str) -> Inputs<Self::Values>;

    /// Returns their codecs.
    fn codecs(&self) -> Self::Codecs;

    /// Returns how inputs are drawn if a generator makes one of them.
    fn draws(&self) -> Option<Draws>;

    /// Returns the fields of a product.
    fn undecided(inputs: Decided, codecs: &Self::Codecs) -> Self::Undecided<'_>;
}

/// Returns the inputs of a property, printed for a module.
pub fn inputs<P: Parameters>(parameters: P, module: &'static str) -> Inputs<P::Values> {
    parameters.inputs(module)
}

impl Parameters for () {
    type Values = ();
    type Codecs = ();
    type Undecided<'c> = ();

    fn inputs(self, module: &'static str) -> Inputs<()> {
        let parameters = Declarations { declared: Vec::new(), scope: Scope { module, types: Vec::new() } };
        Inputs { space: ().product(), parameters: Arc::new(parameters), examples: Vec::new() }
    }

    fn codecs(&self) {}

    fn draws(&self) -> Option<Draws> {
        None
    }

    fn undecided(_: Decided, (): &()) {}
}

macro_rules! parameters {
    ($($name:ident $i:tt),*) => {
        impl<$($name: 'static),*> Parameters for ($(Parameter<$name>,)*) {
            type Values = ($($name,)*);
            type Codecs = ($(Arc<dyn Codec<$name>>,)*);
            type Undecided<'c> = ($(Undecided<'c, $name>,)*);

            fn inputs(self, module: &'static str) -> Inputs<Self::Values> {
                let space = ($(self.$i.space.clone(),)*).product();
                let mut types = Vec::new();
                $(types::align(type_name::<$name>(), self.$i.ty.unwrap_or_default(), &mut types);)*
                let declared = vec![$(self.$i.declare(|at| at.field($i))),*];
                let parameters = Declarations { declared, scope: Scope { module, types } };
                Inputs { space, parameters: Arc::new(parameters), examples: Vec::new() }
            }

            fn codecs(&self) -> Self::Codecs {
                ($(Arc::clone(self.$i.space.codec()),)*)
            }

            fn draws(&self) -> Option<Draws> {
                let is_generated = false $(|| self.$i.space.codec().is_generator())*;
                is_generated.then(|| Draws::of(vec![$(draw::of(&self.$i.space)),*]))
            }

            fn undecided(inputs: Decided, codecs: &Self::Codecs) -> Self::Undecided<'_> {
                ($(Undecided::of(inputs, $i, &*codecs.$i),)*)
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
    use crate::space::Enumerable;

    #[test]
    fn each_parameter_is_a_statement() {
        let n = Parameter {
            name: "n",
            pattern: "mut n",
            ty: Some("u8"),
            lent: None,
            space: u8::space(),
            own: None,
            uses: Uses::NONE,
        };
        let list = Parameter {
            name: "list",
            pattern: "list",
            ty: Some("Vec<bool>"),
            lent: Some(Reference { sign: "&", ty: Some("&[bool]") }),
            space: Vec::<bool>::space(),
            own: None,
            uses: Uses::NONE,
        };
        let inputs = inputs((n, list), "");
        let input = inputs.space().encode(&(7, vec![true])).unwrap();
        assert_eq!(
            inputs.write(&input).statements,
            ["let mut n: u8 = 7;", "let list: &[bool] = &vec![true];"]
        );
        assert_eq!(inputs.space().decode(&input), (7, vec![true]));
    }

    #[test]
    fn the_sign_of_a_reference_is_before_the_whole_value() {
        let lent = Some(Reference { sign: "&mut ", ty: None });
        let ty = Some("std::ops::Range<u8>");
        let range = Parameter {
            name: "range",
            pattern: "range",
            ty,
            lent,
            space: Enumerable::space(),
            own: None,
            uses: Uses::NONE,
        };
        let inputs = inputs((range,), "");
        let input = inputs.space().encode(&(1..2u8,)).unwrap();
        assert_eq!(inputs.write(&input).statements, ["let range: &mut std::ops::Range<u8> = &mut (1..2);"]);
    }

    #[test]
    fn no_parameters_are_one_input() {
        let inputs = inputs((), "");
        assert_eq!(inputs.space().count_up_to(9).unwrap(), 1u8.into());
        assert!(inputs.parameters.is_empty());
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
