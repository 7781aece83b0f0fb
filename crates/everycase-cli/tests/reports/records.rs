//! The records are those that the page and the schema describe.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use everycase_check::check::{Ending, Minimal, Readable};
use everycase_check::claims::stream::Stream;
use everycase_check::records::{Field, Table, VERSION};
use everycase_check::report::{Laziness, Outcome};
use everycase_check::run::verdict;
use everycase_check::strength::{MatrixEnding, Standing};
use everycase_check::{claims, report};
use everycase_explore::fault;
use everycase_verify::verdict::Verdict;
use serde_json::Value as Json;

use crate::cargo_test;
use crate::schema::{self, tables};
use crate::support::{everycase, package, planted, text};

/// The fields of a record, `a.b[].c` for those within others.
fn fields(record: &Json) -> BTreeSet<String> {
    fn add(value: &Json, path: &str, all: &mut BTreeSet<String>) {
        all.insert(path.trim_end_matches("[]").to_owned());
        match value {
            Json::Object(fields) => {
                for (name, value) in fields {
                    add(value, &if path.is_empty() { name.clone() } else { format!("{path}.{name}") }, all);
                }
            }
            // Calls within calls have the same form.
            Json::Array(calls) if path == "steps[].calls" => {
                for call in calls {
                    add(call, "steps[]", all);
                }
            }
            Json::Array(items) => items.iter().for_each(|item| add(item, &format!("{path}[]"), all)),
            _ => {}
        }
    }
    let mut all = BTreeSet::new();
    add(record, "", &mut all);
    all
}

/// The page about records.
fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/records.md")
}

/// Returns the table of some fields.
fn table(fields: &[Field]) -> String {
    let row = |field: &Field| {
        let optional = if field.is_optional { " (optional)" } else { "" };
        format!("| `{}`{optional} | {} |\n", field.key, field.text)
    };
    format!("| field | value |\n|---|---|\n{}", fields.iter().map(row).collect::<String>())
}

/// Returns the page with all tables, each as the first one after its heading.
fn with_tables(mut page: String) -> String {
    for (heading, fields) in tables() {
        let from = page.find(&format!("# {heading}\n")).unwrap_or_else(|| panic!("a heading `{heading}`"));
        let begin = from + page[from..].find("| field").expect("a table");
        let end = begin + page[begin..].find("\n\n").expect("a paragraph") + 1;
        page.replace_range(begin..end, &table(&fields));
    }
    page
}

#[test]
fn the_page_has_the_tables_of_the_code() {
    let page = fs::read_to_string(self::page()).expect("the page");
    let wanted = with_tables(page.clone());
    if std::env::var_os("EVERYCASE_WRITE_TABLES").is_some() {
        fs::write(self::page(), wanted).expect("it can be written");
    } else {
        let same = page == wanted;
        assert!(
            same,
            "docs/records.md has other tables than the code: run this test with EVERYCASE_WRITE_TABLES=1"
        );
    }
}

#[test]
fn the_schema_of_records_is_the_one_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/records.schema.json");
    let wanted = schema::schema();
    if std::env::var_os("EVERYCASE_WRITE_TABLES").is_some() {
        let text = serde_json::to_string_pretty(&wanted).expect("it is JSON");
        fs::write(path, text + "\n").expect("it can be written");
    } else {
        let own: Json = serde_json::from_str(&fs::read_to_string(path).expect("the schema")).expect("JSON");
        let message = "docs/schema/records.schema.json is not what the code says: run this test with EVERYCASE_WRITE_TABLES=1";
        assert!(own == wanted, "{message}");
    }
}

#[test]
fn the_page_has_the_version_and_the_names_that_records_write() {
    let names = [
        Stream::ALL.map(Stream::name).to_vec(),
        Outcome::ALL.map(Outcome::name).to_vec(),
        Ending::ALL.map(Ending::name).to_vec(),
        claims::DrawEnding::ALL.map(claims::DrawEnding::name).to_vec(),
        Minimal::ALL.map(Minimal::name).to_vec(),
        Readable::ALL.map(Readable::name).to_vec(),
        Laziness::ALL.map(Laziness::name).to_vec(),
        verdict::Kind::ALL.map(verdict::Kind::name).to_vec(),
        Standing::ALL.map(Standing::name).to_vec(),
        MatrixEnding::ALL.map(MatrixEnding::name).to_vec(),
        fault::Kind::ALL.map(fault::Kind::name).to_vec(),
        Verdict::ALL.map(Verdict::name).to_vec(),
    ];
    let page = fs::read_to_string(page()).expect("the page");
    let version = VERSION.to_string();
    for name in names.concat().into_iter().chain([&*version]) {
        assert!(page.contains(&format!("`{name}`")), "docs/records.md does not mention `{name}`");
    }
}

/// Adds the fields of a table, `a.b[].c` for those of other tables within.
fn add_fields(tables: &[Table], heading: &str, path: &str, all: &mut BTreeSet<String>) {
    let table = tables.iter().find(|(own, _)| own.trim_matches('`') == heading);
    for field in table.into_iter().flat_map(|(_, fields)| fields) {
        all.insert(format!("{path}{}", field.key));
        for inner in [field.key.to_owned(), format!("{}[]", field.key)] {
            add_fields(tables, &inner, &format!("{path}{inner}."), all);
        }
    }
}

/// What is documented: the kind or the event, and the field.
fn documented() -> BTreeSet<(String, String)> {
    let mut all = BTreeSet::new();
    for event in ["start", "failure", "finish"] {
        let mut fields = BTreeSet::new();
        for heading in ["start", event] {
            add_fields(&report::tables(), heading, "", &mut fields);
        }
        all.extend(fields.into_iter().map(|field| (event.to_owned(), field)));
    }
    for row in fs::read_to_string(page()).expect("the page").lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, names, places, _, _] = cells[..] else { continue };
        for place in places.split(", ").filter(|place| ["term", "value", "count"].contains(place)) {
            all.extend(names.split(", ").map(|name| (place.to_owned(), name.trim_matches('`').to_owned())));
        }
    }
    all
}

/// Records of properties, terms, values and counts, with all of their fields.
static RECORDS: LazyLock<String> = LazyLock::new(|| {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("records.ndjson");
    let records = path.to_str().expect("a path");
    let mut written = String::new();
    for (property, tests) in [
        ("tiny", "100"),
        ("never", "100"),
        ("even", "1000"),
        ("short_with_another", "1000"),
        ("labelled", "300"),
        ("rare", "900"),
        ("wrapped", "1000"),
        ("made", "100"),
        ("lettered", "100"),
        ("at_once", "1000"),
        ("tabulated", "10000"),
        ("panics", "100"),
    ] {
        cargo_test(property, &[("EVERYCASE_RECORDS", records), ("EVERYCASE_TESTS", tests)]);
    }
    cargo_test(
        "even",
        &[("EVERYCASE_RECORDS", records), ("EVERYCASE_TESTS", "1000"), ("EVERYCASE_SHARD", "0/2")],
    );
    cargo_test("labelled", &[("EVERYCASE_RECORDS", records), ("CI", "true")]);
    cargo_test("slow", &[("EVERYCASE_RECORDS", records), ("EVERYCASE_TIME", "100ms")]);
    let program = |name: &str| format!("crates/everycase-cli/tests/programs/{name}.pun");
    let (limits, loops, calls) = (program("limits"), program("loops"), program("calls"));
    for arguments in [
        &["check", &limits, "-p", "gauss", "-p", "no-end", "--tests", "200"][..],
        &["check", &loops, "-p", "divides", "--explain"],
        &["check", &calls, "--explain"],
        &["check", "crates/pun/tests/opaque/uses.pun", "-p", "sets-are-small"],
        &["check", "examples/paper/minus.pun", "--terms", "--tests", "100"],
        &["run", "examples/bst.pun", "-e", "1 + 1", "-e", "1 div 0"],
        &["enumerate", "examples/bst.pun", "boolean", "--size", "3"],
        &["enumerate", "examples/bst.pun", "boolean", "--count", "--size", "3"],
    ] {
        let output = everycase(arguments).args(["--format", "json"]).output().expect("it runs");
        written += &text(&output.stdout);
    }
    // The command appends to a file, too.
    let check = ["check", "examples/bst.pun", "-p", "find-after-intersection", "--tests", "1000"];
    let quietly = everycase(&check).env("EVERYCASE_RECORDS", records).output().expect("it runs");
    assert!(!text(&quietly.stdout).contains("\"everycase\""));
    written += &fs::read_to_string(&path).expect("the records");
    assert!(written.contains("\"name\":\"find-after-intersection\""));
    written
});

#[test]
fn records_have_the_fields_that_the_page_documents() {
    let mut found = BTreeSet::new();
    for line in RECORDS.lines() {
        let record: Json = serde_json::from_str(line).expect("it is JSON");
        assert_eq!(record["everycase"], 3);
        let place = if record["kind"] == "property" { &record["event"] } else { &record["kind"] };
        let place = place.as_str().expect("it is text").to_owned();
        let own = fields(&record)
            .into_iter()
            .filter(|field| !["", "everycase", "kind", "event"].contains(&&**field));
        found.extend(own.map(|field| (place.clone(), field)));
    }
    let documented = documented();
    let undocumented: Vec<_> = found.difference(&documented).collect();
    assert!(undocumented.is_empty(), "written and not documented: {undocumented:?}");
    // Those of a signal are written by the tests of signals; only inputs of failures have all fields.
    let is_elsewhere = |(place, field): &&(String, String)| {
        let is_of_signal =
            ["term", "value", "count"].contains(&&**place) && ["outcome", "written"].contains(&&**field);
        is_of_signal || field.contains(".inputs[]")
    };
    let unwritten: Vec<_> = documented.difference(&found).filter(|field| !is_elsewhere(field)).collect();
    assert!(unwritten.is_empty(), "documented and not written: {unwritten:?}");
}

/// Records of all other kinds and events, and of parts that were merged.
fn further_records() -> String {
    let directory = tempfile::tempdir().expect("a directory");
    let parts = directory.path().join("parts/");
    let (parts, root) =
        (parts.to_str().expect("a path"), Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let accepted = directory.path().join("tree.pun");
    fs::copy(root.join("examples/explore/chapter-3/int-tree-1.pun"), &accepted).expect("a copy");
    let accepted = accepted.to_str().expect("a path");
    let planted = planted(directory.path());
    let planted = planted.to_str().expect("a path");
    let [old, new] = [("1.0.0", "x / 2"), ("1.0.1", "x >> 2")].map(|(version, half)| {
        package(directory.path(), "halves", version, &format!("pub fn half(x: u8) -> u8 {{ {half} }}\n"))
    });
    let (old, new) = (old.to_str().expect("a path"), new.to_str().expect("a path"));
    let tree = "examples/explore/chapter-3/int-tree-2.pun";
    let wrong = "examples/verify/wrong";
    let [unordered, unsound] = ["bst-gen-1", "bst-gen-2"].map(|name| format!("{wrong}/{name}.pun"));
    let lists = "crates/everycase-verify/tests/generators/lists.rs";
    let open = "crates/everycase-cli/tests/programs/coverage-open.pun";
    let strength = "examples/paper/strength.pun";
    let suite = directory.path().join("tree.suite");
    let suite = suite.to_str().expect("a path");
    let of_programs = [
        &["strength", strength, "insert", "sort", "--tests", "200", "--matrix"][..],
        &["strength", strength, "insert", "--size", "4", "--min", "99"],
        &["strength", "crates/everycase-cli/tests/programs/strength.pun", "--tests", "60", "--time", "500ms"],
        &["accept", accepted, "--size", "5", "--tests", "300"],
        &["explore", accepted, "--size", "5", "--tests", "300", "--trace", "--suite", "--save", suite],
        &["explore", "examples/explore/queue.pun", "--size", "5", "--tests", "300", "--mutants"],
        &["diff", "examples/diff/presburger/old.pun", "examples/diff/presburger/new.pun", "--size", "5"],
        &["explore", tree, "--size", "5", "--tests", "300"],
        &["explore", "crates/everycase-cli/tests/programs/loops.pun", "--size", "5", "--tests", "300"],
        &["verify", &unordered, &unsound, lists, open, "--bounded", "4"],
        &["verify", "examples/verify/sized-list.pun", &unordered],
        &["check", "examples/bst.pun", "--tests", "300", "--records", parts],
        &["merge", parts],
    ];
    let of_crates = [
        &["explore", planted, "--only", "checked_half", "--tests", "2000"][..],
        &["accept", planted, "--only", "checked_half", "--tests", "2000"],
        &["explore", planted, "--only", "checked_half", "--tests", "2000", "--size", "2", "--shard", "0/2"],
        &["diff", old, new, "--tests", "2000"],
    ];
    let written = std::thread::scope(|scope| {
        let of_crates = scope.spawn(|| written(&of_crates));
        written(&of_programs) + &of_crates.join().expect("it ends")
    });
    written + &fs::read_to_string(suite).expect("the suite")
}

/// Returns the records that commands write, one after the other.
fn written(commands: &[&[&str]]) -> String {
    let mut written = String::new();
    for arguments in commands {
        let is_text = arguments[0] == "accept";
        let format: &[&str] = if is_text { &[] } else { &["--format", "json"] };
        let output = everycase(arguments).args(format).output().expect("it runs");
        let wrong = text(&output.stderr);
        // Without a solver the status of `verify` is 3.
        assert!(
            output.status.code().is_some_and(|status| [0, 1, 3].contains(&status)),
            "{arguments:?}: {wrong}"
        );
        if !is_text {
            written += &text(&output.stdout);
        }
    }
    written
}

#[test]
fn records_of_every_kind_are_valid_by_the_schema_and_others_are_not() {
    let (schema, records) = (schema::schema(), RECORDS.clone() + &further_records());
    let records: Vec<Json> =
        records.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    for record in &records {
        assert_eq!(schema::validator::check(&schema, record), Ok(()), "{record}");
    }
    for (kind, event) in schema::kinds() {
        let of_kind = |record: &&Json| record["kind"] == kind && record["event"] == event;
        let own: Vec<&Json> = records.iter().filter(of_kind).collect();
        assert!(!own.is_empty(), "no record was written of {kind}: {event}");
        for record in own.into_iter().take(3) {
            // No field is of another type, and no unknown event, name or version is accepted.
            for key in record.as_object().expect("a record").keys() {
                let mut other = record.clone();
                let is_object = record[key].is_object() || record[key].is_array();
                other[key] = if is_object { "7".into() } else { serde_json::json!({ "no": [record[key]] }) };
                assert!(schema::validator::check(&schema, &other).is_err(), "{key} in {other}");
            }
            let mut other = record.clone();
            other["event"] = "begun".into();
            assert!(schema::validator::check(&schema, &other).is_err(), "{other}");
        }
    }
}
