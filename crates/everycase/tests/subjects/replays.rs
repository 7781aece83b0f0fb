//! A generic property that fails.

use everycase::__private::{self as private, IntoOutcome, Site};
use everycase::lazy::Atom;
use everycase::prelude::*;

type K = Atom<0>;
type V = Atom<1>;

/// What `#[property]` makes of a property whose crate is the directory that the environment names.
#[test]
fn child_fails() {
    fn few_are_less<K: Ord, V>(pairs: &[(K, V)], k: &K) -> bool {
        pairs.iter().filter(|(key, _)| key < k).count() < 2
    }
    let dir = std::env::var("RUNNER_CRATE").expect("a test runs this");
    let site = Site {
        name: "child_fails",
        module: module_path!(),
        test: concat!(module_path!(), "::child_fails"),
        should_panic: false,
        file: "tests/bytes.rs",
        line: 7,
        manifest_dir: &dir,
        package: Some("everycase"),
        binary: None,
        tmpdir: Some("/tmp"),
    };
    let space = Vec::<(K, V)>::space();
    let pairs = private::Parameter {
        name: "pairs",
        pattern: "pairs",
        lent: None,
        ty: Some("Vec<(i64, i64)>"),
        space,
        own: None,
        uses: private::Uses::NONE,
    };
    let k = private::Parameter {
        name: "k",
        pattern: "k",
        lent: None,
        ty: Some("i64"),
        space: K::space(),
        own: None,
        uses: private::Uses::NONE,
    };
    let settings = everycase::Settings { size: Some(8), seed: Some(7), ..everycase::Settings::default() };
    private::Property::new(site, settings).on_atoms(&["K = i64", "V = i64"]).run_in_parts(
        (pairs, k),
        module_path!(),
        |(pairs, k): (private::Undecided<'_, Vec<(K, V)>>, private::Undecided<'_, K>)| {
            few_are_less(&pairs.value(), &k.value()).into_outcome()
        },
    );
}
