//! What a type provides to be an input for every tool: by a derive where the tool has one for the type, and else by what
//! its users write.
//!
//! proptest and hegel have no derive for recursive types, and quickcheck has none at all: `recursive` and `short` write
//! these implementations by the structure of the type. Values of own types do not shrink in quickcheck, as its short
//! implementations leave that out.

use std::fmt::Debug;

use bolero_generator::TypeGenerator;
use everycase::Enumerable;

/// An input type that every tool knows.
pub trait Input:
    Enumerable + proptest::arbitrary::Arbitrary + quickcheck::Arbitrary + TypeGenerator + Hegel + Debug
{
}

impl<T> Input for T where
    T: Enumerable + proptest::arbitrary::Arbitrary + quickcheck::Arbitrary + TypeGenerator + Hegel + Debug
{
}

/// A type with a generator of hegel, which is built on demand.
#[cfg(feature = "hegel")]
pub trait Hegel: hegel::generators::DefaultGenerator {}

#[cfg(feature = "hegel")]
impl<T: hegel::generators::DefaultGenerator> Hegel for T {}

/// A type with a generator of hegel, which is built on demand.
#[cfg(not(feature = "hegel"))]
pub trait Hegel {}

#[cfg(not(feature = "hegel"))]
impl<T> Hegel for T {}

/// Implements quickcheck's trait for an enum or a struct that is not recursive: one variant out of all, with arbitrary fields.
macro_rules! short {
    ($ty:ident $(<$parameter:ident>)? { $($variant:ident $(($($field:ident),+))?),+ $(,)? }) => {
        impl $(<$parameter: quickcheck::Arbitrary>)? quickcheck::Arbitrary for $ty $(<$parameter>)? {
            fn arbitrary(source: &mut quickcheck::Gen) -> Self {
                let variants: &[fn(&mut quickcheck::Gen) -> Self] = &[$(|_source| {
                    $($(let $field = quickcheck::Arbitrary::arbitrary(_source);)+)?
                    Self::$variant $(($($field),+))?
                }),+];
                source.choose(variants).expect("there is a variant")(source)
            }
        }
    };
    ($ty:ident { $($field:ident: $kind:ty),+ $(,)? }) => {
        impl quickcheck::Arbitrary for $ty {
            fn arbitrary(source: &mut quickcheck::Gen) -> Self {
                Self { $($field: quickcheck::Arbitrary::arbitrary(source)),+ }
            }
        }
    };
}

/// Implements the traits of proptest, quickcheck and hegel for a recursive enum. `leaf` and `node` precede the variants; `Self` stands for a part behind a pointer,
/// `[Self]` for a list of parts, and `[(Type, Self)]` for a list of named ones.
macro_rules! recursive {
    ($ty:ident $(<$($parameter:ident),+>)?;
        $(leaf $leaf:ident $(($($leaf_field:ident: $leaf_kind:ty),+))?;)+
        $(node $node:ident ($($field:ident: $kind:tt),+);)+
    ) => {
        impl $(<$($parameter: quickcheck::Arbitrary),+>)? $ty $(<$($parameter),+>)? {
            /// Returns a value of at most `nodes` nodes or so.
            fn grow(source: &mut quickcheck::Gen, nodes: usize) -> Self {
                type Variant<T> = fn(&mut quickcheck::Gen, usize) -> T;
                let leaves: &[Variant<Self>] = &[$(|_source, _| {
                    $($(let $leaf_field = quickcheck::Arbitrary::arbitrary(_source);)+)?
                    Self::$leaf $(($($leaf_field),+))?
                }),+];
                let branches: &[Variant<Self>] = &[$(|source, nodes| {
                    $(let $field = recursive!(@grow $kind, source, nodes);)+
                    Self::$node($($field),+)
                }),+];
                let ends = nodes == 0 || <u8 as quickcheck::Arbitrary>::arbitrary(source) < 64;
                let variants = if ends { leaves } else { branches };
                source.choose(variants).expect("there is a variant")(source, nodes)
            }
        }

        impl $(<$($parameter: quickcheck::Arbitrary),+>)? quickcheck::Arbitrary for $ty $(<$($parameter),+>)? {
            fn arbitrary(source: &mut quickcheck::Gen) -> Self {
                Self::grow(source, source.size())
            }
        }

        impl $(<$($parameter: proptest::arbitrary::Arbitrary + Clone + 'static),+>)? proptest::arbitrary::Arbitrary
            for $ty $(<$($parameter),+>)?
        {
            type Parameters = ();
            type Strategy = proptest::strategy::BoxedStrategy<Self>;

            fn arbitrary_with((): ()) -> Self::Strategy {
                use proptest::prelude::{Just, Strategy, prop_oneof};
                let leaf = prop_oneof![$(
                    (Just(()), $($(proptest::prelude::any::<$leaf_kind>()),+)?)
                        .prop_map(|((), $($($leaf_field),+)?)| Self::$leaf $(($($leaf_field),+))?)
                ),+];
                let grow = |inner: proptest::strategy::BoxedStrategy<Self>| prop_oneof![$(
                    ($(recursive!(@strategy $kind, inner),)+)
                        .prop_map(|($($field,)+)| Self::$node($($field),+))
                ),+];
                leaf.prop_recursive(4, 16, 2, grow).boxed()
            }
        }

        #[cfg(feature = "hegel")]
        impl $(<$($parameter: hegel::generators::DefaultGenerator + 'static),+>)? hegel::generators::DefaultGenerator
            for $ty $(<$($parameter),+>)?
        {
            type Generator = hegel::generators::BoxedGenerator<'static, Self>;

            fn default_generator() -> Self::Generator {
                use hegel::generators::{Generator, recursive};
                let leaf = hegel::one_of!($(hegel::compose!(|_case| {
                    $($(let $leaf_field = _case.draw_silent(hegel::generators::default::<$leaf_kind>());)+)?
                    Self::$leaf $(($($leaf_field),+))?
                })),+);
                recursive(leaf, |inner| hegel::one_of!($({
                    let inner = inner.clone();
                    hegel::compose!(|case| {
                        $(let $field = recursive!(@draw $kind, case, inner);)+
                        Self::$node($($field),+)
                    })
                }),+))
                .boxed()
            }
        }
    };
    (@grow Self, $source:ident, $nodes:ident) => { Self::grow($source, $nodes / 2).into() };
    (@grow [Self], $source:ident, $nodes:ident) => {
        (0..recursive!(@length $source, $nodes)).map(|_| Self::grow($source, $nodes / 2)).collect()
    };
    (@grow [($name:ty, Self)], $source:ident, $nodes:ident) => {
        (0..recursive!(@length $source, $nodes))
            .map(|_| (<$name as quickcheck::Arbitrary>::arbitrary($source), Self::grow($source, $nodes / 2)))
            .collect()
    };
    (@grow $kind:tt, $source:ident, $nodes:ident) => { <$kind as quickcheck::Arbitrary>::arbitrary($source) };
    (@length $source:ident, $nodes:ident) => {
        <usize as quickcheck::Arbitrary>::arbitrary($source) % ($nodes.min(4) + 1)
    };
    (@strategy Self, $inner:ident) => { $inner.clone().prop_map(Into::into) };
    (@strategy [Self], $inner:ident) => { proptest::collection::vec($inner.clone(), 0..4) };
    (@strategy [($name:ty, Self)], $inner:ident) => {
        proptest::collection::vec((proptest::prelude::any::<$name>(), $inner.clone()), 0..4)
    };
    (@strategy $kind:tt, $inner:ident) => { proptest::prelude::any::<$kind>() };
    (@draw Self, $case:ident, $inner:ident) => { $case.draw_silent($inner.clone()).into() };
    (@draw [Self], $case:ident, $inner:ident) => {
        $case.draw_silent(hegel::generators::vecs($inner.clone()).max_size(4))
    };
    (@draw [($name:ty, Self)], $case:ident, $inner:ident) => {
        $case.draw_silent(hegel::generators::vecs(hegel::tuples!(hegel::generators::default::<$name>(), $inner.clone())).max_size(4))
    };
    (@draw $kind:tt, $case:ident, $inner:ident) => { $case.draw_silent(hegel::generators::default::<$kind>()) };
}

pub(super) use {recursive, short};
