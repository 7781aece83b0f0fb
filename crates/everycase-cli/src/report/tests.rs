//! Pages of records that are odd: well-formed, and without anything that a browser would run or
//! load.

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};
use serde_json::Value;

use super::collect::Collector;
use super::page_of;

const PROPERTIES: &str = include_str!("../records/testdata/property.ndjson");
const SCORES: &str = include_str!("../records/testdata/strength.ndjson");
const EXPLORATIONS: &str = include_str!("../records/testdata/exploration.ndjson");
const CRATES: &str = include_str!("../records/testdata/crate.ndjson");
const VERSIONS: &str = include_str!("../records/testdata/diff.ndjson");
const PROGRAMS: &str = include_str!("../records/testdata/regression.ndjson");
const GENERATORS: &str = include_str!("../records/testdata/verification.ndjson");

/// Returns the page about some records.
fn page(text: &str) -> Result<String, String> {
    let mut all = Collector::new();
    all.add("records", text)?;
    Ok(page_of(&all.finish()?).html())
}

/// Checks that a page is well-formed and safe. Returns the number of its elements.
fn check(page: &str) -> usize {
    let text = page.strip_prefix("<!DOCTYPE html>\n").expect("a page");
    let element = |start: &BytesStart<'_>| {
        let tag = String::from_utf8(start.name().as_ref().to_vec()).expect("a name");
        assert!(!["script", "img", "link", "iframe", "object"].contains(&&*tag), "<{tag}>");
        for attribute in start.attributes() {
            let attribute = attribute.expect("an attribute");
            let key = std::str::from_utf8(attribute.key.as_ref()).expect("a name");
            let value = std::str::from_utf8(&attribute.value).expect("a text");
            assert!(!value.contains('<') && unescape(value).is_ok(), "{key}={value}");
            assert!(!key.starts_with("on") && !["src", "style", "action"].contains(&key), "{key}={value}");
            assert!(key != "href" || value.starts_with('#'), "{value}");
        }
    };
    let mut reader = Reader::from_str(text);
    let (mut open, mut count) = (0, 0);
    loop {
        match reader.read_event().unwrap_or_else(|error| panic!("{error}: {page}")) {
            Event::Start(start) => {
                element(&start);
                (open, count) = (open + 1, count + 1);
            }
            Event::Empty(start) => {
                element(&start);
                count += 1;
            }
            Event::End(_) => open -= 1,
            Event::Text(text) => {
                let text = String::from_utf8(text.to_vec()).expect("a text");
                let is_other = |c: char| c.is_control() && !"\n\t".contains(c);
                assert!(!text.contains(is_other), "{text:?}");
            }
            Event::GeneralRef(name) => {
                let name = String::from_utf8(name.to_vec()).expect("a name");
                assert!(["amp", "lt", "gt", "quot", "#39"].contains(&&*name), "&{name};");
            }
            Event::Eof => break,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(open, 0);
    count
}

/// Returns the records of each result in a text.
fn runs(text: &'static str) -> Vec<Vec<&'static str>> {
    let is_end =
        |line: &&str| [r#""event":"finish""#, r#""event":"generator""#].iter().any(|end| line.contains(end));
    text.lines().collect::<Vec<_>>().split_inclusive(is_end).map(<[&str]>::to_vec).collect()
}

/// Adds the paths to all values in a value.
fn paths(value: &Value, path: &str, all: &mut Vec<String>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), value)).collect(),
        // The first items stand for the others.
        Value::Array(items) => {
            items.iter().take(2).enumerate().map(|(i, item)| (i.to_string(), item)).collect()
        }
        _ => Vec::new(),
    };
    for (key, value) in inner {
        let path = format!("{path}/{key}");
        paths(value, &path, all);
        all.push(path);
    }
}

/// Makes a page of each result with each field replaced by each of some values. Returns how many
/// pages there are, and how many of the changed records are refused.
fn replaced(text: &'static str, values: &[Value]) -> (usize, usize) {
    let (mut pages, mut refused) = (0, 0);
    for lines in runs(text) {
        for number in 0..lines.len() {
            let record: Value = serde_json::from_str(lines[number]).expect("a record");
            let mut all = Vec::new();
            paths(&record, "", &mut all);
            for (path, value) in all.iter().flat_map(|path| values.iter().map(move |value| (path, value))) {
                let mut record = record.clone();
                let field = record.pointer_mut(path).expect("a field");
                if std::mem::discriminant(field) != std::mem::discriminant(value) {
                    continue;
                }
                *field = value.clone();
                let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
                lines[number] = record.to_string();
                match page(&lines.join("\n")) {
                    Ok(page) => {
                        pages += 1;
                        check(&page);
                    }
                    Err(_) => refused += 1,
                }
            }
        }
    }
    (pages, refused)
}

#[test]
fn a_page_of_odd_texts_is_well_formed() {
    let texts = ["", "</style><script>alert(1)</script>&amp;\"'", "\u{0}\u{1b}[31m\u{202e}\u{ffff}\n\t"];
    let texts = texts.map(Value::from);
    for (text, least) in [
        (PROPERTIES, 500),
        (SCORES, 100),
        (EXPLORATIONS, 50),
        (CRATES, 50),
        (VERSIONS, 50),
        (PROGRAMS, 50),
        (GENERATORS, 50),
    ] {
        let (pages, refused) = replaced(text, &texts);
        assert!(pages > least && refused > 0, "{pages} pages, {refused} refused");
    }
}

#[test]
fn a_page_of_odd_numbers_and_without_claims_is_well_formed() {
    let values =
        [0u64.into(), u64::from(u32::MAX).into(), (1u64 << 53).into(), u64::MAX.into(), Value::Array(vec![])];
    for (text, least) in [
        (PROPERTIES, 500),
        (SCORES, 100),
        (EXPLORATIONS, 50),
        (CRATES, 20),
        (VERSIONS, 20),
        (PROGRAMS, 20),
        (GENERATORS, 20),
    ] {
        let (pages, refused) = replaced(text, &values);
        assert!(pages > least && refused > 0, "{pages} pages, {refused} refused");
    }
}

#[test]
fn a_long_value_is_abridged_and_a_deep_one_is_a_page() {
    let failing = runs(PROPERTIES).into_iter().find(|lines| lines.len() > 1 && lines[0].contains("\"tiny\""));
    let lines = failing.expect("a failure");
    for value in
        ["a ".repeat(100_000), "[".repeat(1_900) + &"]".repeat(1_900), "Some(".repeat(90) + &")".repeat(90)]
    {
        let mut record: Value = serde_json::from_str(lines[0]).expect("a record");
        record["inputs"][0]["value"] = value.into();
        let page = page(&format!("{record}\n{}", lines[1])).expect("a page");
        check(&page);
        assert!(page.len() < 60_000, "{}", page.len());
    }
}

#[test]
fn a_crate_is_shown_with_what_was_told_and_with_the_functions_that_never_returned() {
    let page = page(CRATES).expect("a page");
    for with in [
        "<h2>Crates</h2>",
        " with findings</span> <code>planted 0.1.0</code>",
        " without findings</span> <code>clean 1.0.0</code>",
        "<article class=\"card finding bad\"><h3><span class=\"verdict\"><span aria-hidden=\"true\">✗</span> memory</span>",
        "<code>planted::checked_half</code> <span class=\"place\">src/lib.rs:88:25</span>",
        "let mut twice = Twice::of(Atom::new(0));\ntwice.take_both();",
        "; 7 failures, size 3; the code was not run by itself</li>",
        "<li>2 findings, 1 accepted in 3,514 calls (",
        "<pre>checked_half (src/lib.rs:88)</pre>",
        "32 returned (94.1%)",
        "1 called and never returned (",
        "1 not called (",
        "<figcaption>Functions that never returned</figcaption>",
        "no expression produces its arguments",
        "<figcaption>Failed once and not again</figcaption>",
    ] {
        assert!(page.contains(with), "{with}\n{page}");
    }
    // One was accepted, the other is of a lower rank.
    assert!(!page.contains("attempt to add") && !page.contains("planted::documented"), "{page}");
    let again = self::page(&CRATES.repeat(2)).expect("a page");
    assert!(again.contains("2 earlier results of the same"), "{again}");
}

#[test]
fn a_comparison_is_shown_with_both_versions_of_each_change() {
    let page = page(VERSIONS).expect("a page");
    for with in [
        "<h2>Versions</h2>",
        " with changes</span> <code>versions 1.0.0 to 1.0.1</code>",
        " panics now</span> <code>versions::first</code> <span class=\"place\">src/lib.rs:19:41</span>",
        "<dt>1.0.0</dt><dd><code>2</code></dd>",
        "<dt>1.0.1</dt><dd><code>error &quot;two&quot;</code></dd>",
        "<li>reaches changed code: src/lib.rs:80, src/lib.rs:96</li>",
        "another form of `Debug`</span> <code>versions::Point</code>",
        "<li>patch: no; minor: no, because of 1 function removed, 1 function renamed, 1 function with exchanged parameters and 1 \
         function with other types</li>",
        "<li>with its parameters in the order 2, 1, both versions agree in 1,162 calls</li>",
        "<figcaption>Renamed, or with exchanged parameters</figcaption>",
        "<td data-heading=\"now\">versions::parse</td><td data-heading=\"agreeing calls\">755</td>",
        "<td data-heading=\"now\">in the order 2, 1</td><td data-heading=\"agreeing calls\">713</td>",
        "3 changes, 1 accepted in 203,525 calls",
        "<figcaption>Removed</figcaption>",
        "built with other dependencies: other 1.0.0 to 1.0.2",
    ] {
        assert!(page.contains(with), "{with}\n{page}");
    }
}

#[test]
fn a_comparison_of_programs_is_shown_with_the_expressions_of_both() {
    let page = page(PROGRAMS).expect("a page");
    for with in [
        "<h2>Programs</h2>",
        " with changes</span> <code>old.pun to new.pun</code>",
        " another outcome</span> <code>half</code>",
        "<dt>old.pun</dt><dd><code>half 1 ==&gt; 0</code></dd>",
        "<dt>new.pun</dt><dd><code>half 1 ==&gt; 1</code></dd>",
        "<li>16 such differences with other values</li>",
        " looks at other arguments</span> <code>holds</code>",
        "<figcaption>Renamed, or with exchanged parameters</figcaption>",
        "<td data-heading=\"now\">double</td><td data-heading=\"agreeing pairs\">4 of 4</td>",
        "<td data-heading=\"now\">first, in the order 2, 1</td><td data-heading=\"agreeing pairs\">16 of 16</td>",
        "<td data-heading=\"name\">gone</td>",
        "<td data-heading=\"new\">boolean -&gt; boolean</td>",
        "<figcaption>In one of them only</figcaption>",
        "<li>old.pun to new.pun: 1 difference in 1 function; 46 expressions agree, 6 in one of them only (all up to size 4)</li>",
    ] {
        assert!(page.contains(with), "{with}\n{page}");
    }
}

#[test]
fn differences_of_programs_that_several_processes_have_written_at_once_stay_apart() {
    let runs = runs(PROGRAMS);
    let [first, second] = &runs[..] else { panic!("{} comparisons", runs.len()) };
    let mixed = [&first[..1], &second[..3], &first[1..], &second[3..]].concat();
    assert_eq!(page(&mixed.join("\n")), page(PROGRAMS));
    let wrong = page(second[0]).expect_err("an end is missing");
    let name = "examples/diff/presburger/old.pun to examples/diff/presburger/new.pun";
    assert!(wrong.starts_with(&format!("line 1: of `{name}` ")), "{wrong}");
}

#[test]
fn a_page_without_records_is_well_formed() {
    assert!(check(&page("").expect("a page")) > 5);
}

#[test]
fn records_without_an_end_and_records_of_several_parts_are_refused_by_line_and_name() {
    let failing = runs(PROPERTIES).into_iter().find(|lines| lines.len() > 1).expect("a failure");
    let wrong = page(failing[0]).expect_err("an end is missing");
    assert!(wrong.starts_with("line 1: of `") && wrong.contains("there is no record of the end"), "{wrong}");
    let cut = &failing[0][..failing[0].len() / 2];
    let wrong = page(&format!("{}\n{cut}", failing[1])).expect_err("a record is cut off");
    assert!(wrong.starts_with("line 2: EOF while parsing"), "{wrong}");
}

#[test]
fn the_last_of_several_results_counts_and_parts_are_merged() {
    let part = |index: u32| {
        let record =
            runs(PROPERTIES).into_iter().flatten().find(|line| line.contains("\"of\":3}")).expect("a part");
        let mut record: Value = serde_json::from_str(record).expect("a record");
        record["shard"]["index"] = index.into();
        record.to_string()
    };
    let all: Vec<String> = [0, 1, 2, 1].map(part).to_vec();
    let page_of = |lines: &[String]| page(&lines.join("\n"));
    let whole = page_of(&all[..3]).expect("a whole");
    check(&whole);
    let again = page_of(&all).expect("a whole");
    assert!(again.contains("1 earlier result of the same") && !whole.contains("earlier result"));
    let wrong = page_of(&all[..2]).expect_err("a part is missing");
    assert!(wrong.contains("part 2/3 is missing"), "{wrong}");
}
