//! A generic property that fails.

use everycase::__private::{self as private, IntoOutcome};
use everycase::lazy::Atom;
use everycase::prelude::*;

use crate::site::{self, parameter};

type K = Atom<0>;
type V = Atom<1>;

/// What `#[property]` makes of a property whose crate is the directory that the environment names.
#[test]
fn child_fails() {
    fn few_are_less<K: Ord, V>(pairs: &[(K, V)], k: &K) -> bool {
        pairs.iter().filter(|(key, _)| key < k).count() < 2
    }
    let space = Vec::<(K, V)>::space();
    let pairs = parameter("pairs", "Vec<(i64, i64)>", space);
    let k = parameter("k", "i64", K::space());
    let settings = everycase::Settings { size: Some(8), seed: Some(7), ..everycase::Settings::default() };
    site::at(module_path!(), "child_fails", |site| {
        private::Property::new(site, settings).on_atoms(&["K = i64", "V = i64"]).run_in_parts(
            (pairs, k),
            module_path!(),
            |(pairs, k): (private::Undecided<'_, Vec<(K, V)>>, private::Undecided<'_, K>)| {
                few_are_less(&pairs.value(), &k.value()).into_outcome()
            },
        );
    });
}
