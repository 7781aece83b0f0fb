//! The parameters of random properties in Rust, and how `#[property]` runs a body on each kind of them.

use std::sync::Arc;

use everycase::__private::{self as private, Parameter, Site};
use everycase::{Enumerable, IntoOutcome, Outcome, Settings, assume};
use serde_json::Value as Json;

use std::collections::BTreeMap;

use super::inputs::{Input, Key, Opens, Tree, decided};
use super::oracle::generators::Source;
use super::oracle::terms::{Body, Verdict};
use super::oracle::values::Value;

/// What a body says of inputs, as a property says it.
fn outcome(body: &Body, inputs: &[Value]) -> Outcome {
    match body.say(inputs) {
        // Where 128 bits are too few, it holds.
        Ok(Verdict::Passed) | Err(_) => Outcome::Holds,
        // The attribute makes this of an assumption that is a statement of the body.
        Ok(Verdict::Discarded) => {
            assume(private::condition(true, false));
            assert!(private::is_unmet(true), "the assumption is not met");
            private::unmet()
        }
        Ok(Verdict::Failed) => false.into_outcome(),
        Ok(Verdict::Fault) => panic!("wrong"),
    }
}

fn parameter<T: Enumerable>(name: &'static str) -> Parameter<T> {
    Parameter {
        name,
        pattern: name,
        ty: None,
        lent: None,
        space: T::space(),
        own: None,
        uses: private::Uses::NONE,
    }
}

/// The input of a failure, read from the derivation.
fn decode<T: Enumerable>(failure: &Json) -> Option<T> {
    let (_, words) = failure["derivation"].as_str()?.split_once(':')?;
    let space = T::space();
    let derivation = space.derivations().parse(&everycase_check::text::encoding::from_text(words)?).ok()?;
    Some(space.decode(&derivation))
}

macro_rules! plainly {
    ($site:ident, $settings:ident, $body:ident, $($name:ident: $how:ident $ty:ty),+) => {{
        let inputs = private::inputs(($(parameter::<$ty>(stringify!($name)),)+), module_path!());
        private::Property::new($site, $settings).run(inputs, move |($($name,)+)| outcome(&$body, &[$($name.read()),+]));
    }};
}

macro_rules! value {
    (open $name:ident $ty:ty) => {
        <$ty as Opens>::open($name.lazy())
    };
    (all $name:ident $ty:ty) => {
        $name.value().read()
    };
}

macro_rules! lazily {
    ($site:ident, $settings:ident, $body:ident, $($name:ident: $how:ident $ty:ty),+) => {{
        let parameters = ($(parameter::<$ty>(stringify!($name)),)+);
        private::Property::new($site, $settings).run_in_parts(parameters, module_path!(), move |($($name,)+)| {
            outcome(&$body, &[$(value!($how $name $ty)),+])
        });
    }};
}

macro_rules! generically {
    ($site:ident, $settings:ident, $body:ident, $($name:ident: $how:ident $ty:ty),+) => {{
        let parameters = ($(parameter::<$ty>(stringify!($name)),)+);
        let property = private::Property::new($site, $settings).on_atoms(&["K = i64"]);
        property.run_in_parts(parameters, module_path!(), move |($($name,)+)| {
            outcome(&$body, &[$(value!($how $name $ty)),+])
        });
    }};
}

macro_rules! kinds {
    ($($number:literal $run:ident $($name:ident: $how:ident $ty:ty),+;)+) => {
        /// How many kinds there are.
        pub(super) const KINDS: usize = [$($number),+].len();

        /// The parameters of a kind.
        pub(super) fn sources(kind: usize) -> Vec<Source> {
            match kind {
                $($number => vec![$(<$ty as Input>::source()),+],)+
                _ => unreachable!("there is no such kind"),
            }
        }

        /// The parameters of a kind as they are written.
        pub(super) fn described(kind: usize) -> &'static str {
            match kind {
                $($number => stringify!($run $($name: $how $ty),+),)+
                _ => unreachable!("there is no such kind"),
            }
        }

        /// Runs a body as the test that `#[property]` makes of it.
        pub(super) fn run(kind: usize, site: Site<'_>, settings: Settings, body: Arc<Body>) {
            match kind {
                $($number => $run!(site, settings, body, $($name: $how $ty),+),)+
                _ => unreachable!("there is no such kind"),
            }
        }

        /// Reads the inputs of a failure.
        pub(super) fn read(kind: usize, failure: &Json) -> Option<Vec<Value>> {
            match kind {
                $($number => {
                    let ($($name,)+): ($($ty,)+) = decode(failure)?;
                    Some(vec![$(decided(&$name.read())),+])
                })+
                _ => unreachable!("there is no such kind"),
            }
        }
    };
}

/// The first kind whose inputs are decided on demand.
pub(super) const DEMAND: usize = 16;

kinds! {
    0 plainly xs: all Vec<bool>;
    1 plainly xs: all Vec<u8>;
    2 plainly xs: all Vec<i32>;
    3 plainly xs: all String;
    4 plainly xs: all Option<Vec<i8>>;
    5 plainly xs: all (u8, i32);
    6 plainly xs: all Vec<Vec<u8>>;
    7 plainly xs: all Vec<(u8, bool)>;
    8 plainly xs: all Tree<u8, bool>;
    9 plainly xs: all BTreeMap<u8, bool>;
    10 plainly xs: all Vec<f64>;
    11 plainly xs: all f64, ys: all f64;
    12 plainly xs: all Vec<u8>, ys: all Vec<u8>;
    13 plainly xs: all Vec<i32>, ys: all i32;
    14 plainly xs: all u64, ys: all u8;
    15 plainly xs: all bool, ys: all Vec<char>;
    16 lazily xs: open Vec<bool>;
    17 lazily xs: open Vec<u8>;
    18 lazily xs: open Vec<i32>;
    19 lazily xs: open Vec<i32>, ys: open Vec<i32>;
    20 lazily xs: open Tree<u8, bool>;
    21 lazily xs: open Vec<u8>, ys: all u8;
    22 lazily xs: open Vec<Vec<bool>>;
    23 lazily xs: open Option<Vec<u8>>, ys: open i8;
    24 lazily xs: open Vec<(u8, bool)>;
    25 generically xs: all Vec<Key>;
    26 generically xs: all Vec<Key>, ys: all Key;
    27 generically xs: all Tree<Key, Key>;
    28 generically xs: all Vec<(Key, u8)>, ys: all Vec<bool>;
}
