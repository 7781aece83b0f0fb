//! The law of `serde`: what is written as JSON is read back.

use std::path::Path;
use std::sync::OnceLock;

use everycase_check::report::Detail;
use everycase_crates::confirm::confirm;
use everycase_crates::explore::Exploration;
use everycase_crates::finding::Rank;
use everycase_crates::report::{Report, tests};

use crate::building::Built;
use crate::building::options::{HANG, options};

pub(crate) fn stored() -> &'static (Built, Exploration) {
    static FOUND: OnceLock<(Built, Exploration)> = OnceLock::new();
    FOUND.get_or_init(|| {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stored/Cargo.toml");
        let built = Built::of(&manifest, "stored");
        let mut found = built.explored(&options(20_000));
        let count = found.findings.len();
        confirm(&built.target, &built.driver.calls, &mut found, count, HANG).unwrap();
        (built, found)
    })
}

#[test]
fn types_that_are_read_back_as_others_are_told_and_no_other_is() {
    let (built, found) = stored();
    let told = found.findings.iter().filter(|own| own.rank == Rank::Law && own.is_confirmed);
    let mut told: Vec<&str> = told.map(|own| &*own.function).collect();
    told.sort_unstable();
    assert_eq!(told, ["<stored::Level as Deserialize>", "<stored::Partly as Deserialize>"]);
    assert_eq!(built.driver.notes, [""; 0]);
    // The law is stated of the others, too, unless they are written or read alone.
    let laws = built.driver.calls.iter().filter(|own| own.text.contains("::serde_json::"));
    let mut types: Vec<&str> = laws.map(|own| &*own.modes[0].ty).collect();
    types.sort_unstable();
    types.dedup();
    assert_eq!(types, ["krate::Held<u8>", "krate::Level", "krate::Partly", "krate::Right"]);
}

#[test]
fn what_is_shown_tells_the_crate_that_it_needs() {
    let (built, found) = stored();
    let Built { target, candidates, driver, .. } = built;
    let report =
        Report { least: Rank::Law, ..Report::new(target, &candidates.items, driver, found, &options(0)) };
    let text = report.text(Detail::Brief);
    let code = "        let mut x = stored::Level::Middle;\n        \
                if serde_json::to_string(&x).is_ok_and(|json| !json.contains(\"null\")) { ";
    assert!(text.contains(code), "{text}");
    assert!(text.contains(", size 2; the code needs the crate `serde_json`\n"), "{text}");
    let file = tests(&report);
    assert!(file.contains("\n///\n/// It needs the crate `serde_json`.\n#[test]\n"), "{file}");
}
