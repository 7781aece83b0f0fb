//! The inputs of a property: one space a parameter, and each parameter's value as a line of Rust.

use std::any::type_name;
use std::sync::Arc;

use everycase_space::{At, BigUint, Codec, Derivations, EncodeError, Encoder, Product, Shape, Space};

/// Tuples of spaces, one a parameter.
pub trait Parameters: Product {
    /// How each parameter is printed.
    fn printers(&self) -> Vec<Printer>;
}

/// The space of a property's inputs. It holds what [`Product::product`] holds, and knows its parameters apart.
pub fn inputs<P: Parameters>(spaces: P) -> Space<P::Values>
where
    P::Values: 'static,
{
    let printers = Printers(spaces.printers());
    let product = spaces.product();
    let shape: Shape = product.shape().clone().with_payload(printers);
    Space::new(shape, Inputs(Arc::clone(product.codec())))
}

/// Prints the value at a position.
type Source = Box<dyn Fn(At<'_>, &mut String) + Send + Sync>;

/// How one parameter is printed, and what its values are.
pub struct Printer {
    type_name: String,
    source: Source,
    derivations: Derivations,
}

/// What the shape of a property's inputs carries.
struct Printers(Vec<Printer>);

/// The codec of a product below the position that carries the printers.
struct Inputs<T>(Arc<dyn Codec<T>>);

impl<T> Codec<T> for Inputs<T> {
    fn decode(&self, at: At<'_>) -> T {
        self.0.decode(at.field(0))
    }

    fn update(&self, value: &mut T, at: At<'_>) {
        self.0.update(value, at.field(0));
    }

    fn encode(&self, value: &T, to: &mut Encoder) -> Result<(), EncodeError> {
        to.alternative(0)?;
        self.0.encode(value, to)
    }

    fn source(&self, at: At<'_>, out: &mut String) {
        self.0.source(at.field(0), out);
    }
}

/// The parameters of an input as `let` statements; nothing if the input's space was not made by [`inputs`].
pub(crate) fn statements(at: At<'_>, names: &[&str]) -> Option<Vec<String>> {
    let Printers(printers) = at.payload::<Printers>()?;
    let fields = at.field(0);
    let statement = |(i, printer): (usize, &Printer)| {
        let mut source = String::new();
        (printer.source)(fields.field(i), &mut source);
        let name = names.get(i).copied().unwrap_or("_");
        format!("let {name}: {} = {source};", printer.type_name)
    };
    Some(printers.iter().enumerate().map(statement).collect())
}

/// The first parameter that has no values, with its type; nothing if there is none, or the space was not made by
/// [`inputs`].
pub(crate) fn without_values(space: &Shape, names: &[&str]) -> Option<String> {
    let Printers(printers) = space.payload()?;
    // An empty shape is finite: size 0 holds all of it.
    let empty = |of: &Derivations| of.largest_size() == Ok(Some(0)) && of.count(0) == Ok(BigUint::ZERO);
    let (i, printer) = printers.iter().enumerate().find(|(_, printer)| empty(&printer.derivations))?;
    Some(format!("{}: {}", names.get(i).copied().unwrap_or("_"), printer.type_name))
}

fn printer<T: 'static>(space: &Space<T>) -> Printer {
    let codec = Arc::clone(space.codec());
    Printer {
        type_name: short(type_name::<T>()),
        source: Box::new(move |at, out| codec.source(at, out)),
        derivations: space.derivations().clone(),
    }
}

/// `alloc::vec::Vec<my::Tree>` as `Vec<Tree>`, which is how it is written where its names are in scope.
pub(crate) fn short(name: &str) -> String {
    let mut out = String::new();
    let mut segment = String::new();
    let mut rest = name;
    while let Some(c) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("::") {
            segment.clear();
            rest = after;
            continue;
        }
        if c.is_alphanumeric() || c == '_' {
            segment.push(c);
        } else {
            out.push_str(&segment);
            segment.clear();
            out.push(c);
        }
        rest = &rest[c.len_utf8()..];
    }
    out + &segment
}

impl Parameters for () {
    fn printers(&self) -> Vec<Printer> {
        Vec::new()
    }
}

macro_rules! parameters {
    ($($name:ident $i:tt),*) => {
        impl<$($name: 'static),*> Parameters for ($(Space<$name>,)*) {
            fn printers(&self) -> Vec<Printer> {
                vec![$(printer(&self.$i)),*]
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
        let space = inputs((u8::space(), Vec::<bool>::space()));
        let input = space.encode(&(7, vec![true])).unwrap();
        let statements = statements(input.root(), &["n", "list"]).unwrap();
        assert_eq!(statements, ["let n: u8 = 7;", "let list: Vec<bool> = vec![true];"]);
        assert_eq!(space.source(&input), "(7, vec![true])");
        assert_eq!(space.decode(&input), (7, vec![true]));
    }

    #[test]
    fn no_parameters_are_one_input() {
        let space = inputs(());
        assert_eq!(space.count_up_to(9).unwrap(), 1u8.into());
        let input = space.encode(&()).unwrap();
        assert_eq!(statements(input.root(), &[]), Some(Vec::new()));
    }

    #[test]
    fn inputs_are_counted_like_their_product() {
        let (plain, with_names) = ((u8::space(), u8::space()).product(), inputs((u8::space(), u8::space())));
        for size in 0..17 {
            assert_eq!(plain.count(size), with_names.count(size));
        }
    }

    #[test]
    fn type_names_lose_their_paths() {
        for (long, name) in [
            ("u8", "u8"),
            ("alloc::vec::Vec<my::ast::Tree<core::option::Option<u8>>>", "Vec<Tree<Option<u8>>>"),
            ("(a::B, [c::D; 3])", "(B, [D; 3])"),
            ("alloc::boxed::Box<dyn core::ops::function::Fn(u8) -> bool>", "Box<dyn Fn(u8) -> bool>"),
            ("&[a::b]", "&[b]"),
        ] {
            assert_eq!(short(long), name);
        }
    }
}
