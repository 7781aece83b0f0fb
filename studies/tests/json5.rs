//! The failures of the readers at small sizes are those that `docs/case-studies.md` lists.

use std::collections::BTreeSet;

use everycase_studies::json5::{Input, Json, Reader, Reading, check};

#[test]
fn every_small_text_is_read_as_meant_but_for_the_known_failures() {
    let mut found = BTreeSet::new();
    for (kind, space) in Input::kinds() {
        for input in space.up_to(7).expect("the system is sound") {
            for finding in check(&input) {
                found.insert(format!("{kind}: {}: {}", finding.reader.name(), finding.wrong));
            }
        }
    }
    let found: Vec<_> = found.iter().map(String::as_str).collect();
    let known = [
        "documents: json-five: reads another value than is meant",
        "documents: json-five: rejects a document",
        "documents: json5: reads another value than is meant",
        "documents: serde_json5: reads another value than is meant",
        "documents: serde_json5: rejects a document",
        "tokens: json-five: accepts what the two others reject",
        "tokens: json5: accepts what the two others reject",
        "tokens: serde_json5: rejects what the two others accept",
    ];
    assert_eq!(found, known);
}

#[test]
fn the_findings_hold_for_texts() {
    let reads = |reader: Reader, text: &str| match reader.read(text) {
        Reading::Value(value) => Some(value),
        Reading::Rejected(_) | Reading::Panicked(_) => None,
    };
    let string = |text: &str| Some(Json::String(text.to_owned()));
    let [json5, json_five, serde_json5] = Reader::ALL;
    for reader in Reader::ALL {
        assert_eq!(reads(reader, "-0"), Some(Json::Number(0.0)), "{}", reader.name());
    }
    // An escaped `a` is an `a`: section 5.1.
    assert_eq!(reads(json5, r"'\a'"), string("a"));
    assert_eq!(reads(serde_json5, r"'\a'"), string("a"));
    assert_eq!(reads(json_five, r"'\a'"), string("\u{7}"));
    assert_eq!(reads(json_five, r"'\['"), None);
    // Two escapes make a character outside the basic plane.
    assert_eq!(reads(json5, r"'\uD83D\uDE00'"), string("\u{1f600}"));
    assert_eq!(reads(json_five, r"'\uD83D\uDE00'"), None);
    assert_eq!(reads(serde_json5, r"'\uD83D\uDE00'"), None);
    // Numbers.
    assert_eq!(reads(serde_json5, "+Infinity"), None);
    assert_eq!(reads(serde_json5, "+0x1"), None);
    assert_eq!(reads(json5, "100000000000000000000000000000000000000000"), Some(Json::Number(1e41)));
    assert_eq!(reads(json_five, "100000000000000000000000000000000000000000"), None);
    assert_eq!(reads(serde_json5, "100000000000000000000000000000000000000000"), None);
    assert_eq!(reads(json_five, "+ 0"), Some(Json::Number(0.0)));
    // White space, line separators, reserved words.
    assert_eq!(reads(json_five, "0\u{85}"), Some(Json::Number(0.0)));
    assert_eq!(reads(json5, "'\u{2028}'"), string("\u{2028}"));
    assert_eq!(reads(json_five, "'\u{2028}'"), None);
    assert_eq!(reads(serde_json5, "'\u{2028}'"), None);
    assert_eq!(reads(json_five, "{null: 0}"), None);
}
