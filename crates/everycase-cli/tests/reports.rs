//! One report: `#[property]` and the command say the same of the same coverage, and write the records that `docs/records.md` describes.
//!
//! The properties are tests that are ignored: the others run them in processes of their own.

mod schema;
mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use everycase::prelude::*;
use everycase_check::check::{Ending, Minimal, Readable};
use everycase_check::claims::stream::Stream;
use everycase_check::records::{Field, Table, VERSION};
use everycase_check::report::{Laziness, Outcome};
use everycase_check::run::verdict;
use everycase_check::strength::{MatrixEnding, Standing};
use everycase_check::{claims, report};
use everycase_explore::fault;
use everycase_verify::verdict::Verdict;
use schema::tables;
use serde_json::Value as Json;
use support::{everycase, package, planted, text};

#[derive(Debug, Clone, Enumerable)]
enum Tree {
    Leaf,
    Node(Box<Tree>, bool, Box<Tree>),
}

fn count(tree: Lazy<Tree>) -> u32 {
    match tree.force() {
        TreeView::Leaf => 0,
        TreeView::Node(left, _, right) => count(left) + count(right) + 1,
    }
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn small(t: Lazy<Tree>) -> bool {
    count(t) < 100
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn made(#[from(|g| g.range(0, 99))] n: i64) -> bool {
    n < 100
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn lettered(text: String) -> bool {
    text.is_empty()
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn tiny(t: Lazy<Tree>) -> bool {
    count(t) < 2
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn never(t: Lazy<Tree>) {
    assume(count(t) > 20_000);
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn finite(b: Lazy<bool>) -> bool {
    b.force() || !b.force()
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn even(t: Lazy<Tree>) {
    assume(count(t).is_multiple_of(2));
    label("even");
}

mod other {
    use everycase::Enumerable;

    #[derive(Debug, Clone, Enumerable)]
    pub(crate) struct Wrapped(u8);

    impl Wrapped {
        pub(crate) fn number(&self) -> u8 {
            self.0
        }
    }
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn wrapped(w: other::Wrapped, list: Vec<other::Wrapped>) -> bool {
    w.number() < 3 || list.is_empty()
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn labelled(list: Vec<u8>, n: u32) {
    label(if list.is_empty() { "empty" } else { "full" });
    cover(n < 1_000_000, 1.0, "low");
    tabulate("n", n);
    for byte in list {
        tabulate("bytes", if byte < 128 { "ascii" } else { "others" });
    }
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn tabulated(list: Vec<u8>, n: u32) {
    tabulate("texts", format!("{list:?}"));
    tabulate(format!("lists of {}", list.len()), n);
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn panics(n: u8) {
    assert!(n < 3, "too large");
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn short_with_another(list: Vec<u8>, _another: u8) -> bool {
    list.len() < 3
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn short(list: Vec<u8>) -> bool {
    list.len() < 3
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn undershot(n: u8) {
    cover(n < 16, 10.0, "small");
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn rare(n: u16) {
    assume(n == 3);
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn slow(_n: u8) {
    std::thread::sleep(std::time::Duration::from_millis(10));
}

#[property]
#[ignore = "run by the tests of this file: cargo test -p everycase-cli --test reports"]
fn at_once(list: Lazy<Vec<bool>>) -> bool {
    list.value().len() < 100_000
}

const PROGRAM: &str = "\
data tree = leaf | node tree boolean tree .
count t = case t of ; leaf -> 0 ; [node l _ r] -> count l + count r + 1 .
property small (t : tree) . count t < 100 .
property tiny (t : tree) . count t < 2 .
property never (t : tree) . (count t > 100) ==> true .
property finite (b : boolean) . b || not b .
property even (t : tree) . (count t mod 2 == 0) ==> true .
property tall (t : tree) . count t < 6 .
";

/// Runs a property of this binary as `cargo test` does.
fn cargo_test(property: &str, variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(std::env::current_exe().expect("a path"));
    command.args(["--exact", property, "--ignored", "--nocapture"]).env_remove("RUST_BACKTRACE");
    command.env("EVERYCASE_REGRESSIONS", "0").envs(variables.iter().copied());
    let output = command.output().expect("it runs");
    text(&output.stdout) + &text(&output.stderr)
}

/// The report in what was printed: the times, the input, how it fails and the command that replays it left out.
fn report(printed: &str) -> String {
    let start = printed.find("testing ").expect("a report");
    let mut lines = printed[start..].lines();
    let mut out = vec![lines.next().unwrap_or_default().to_owned()];
    let is_failure = out[0].contains("failed");
    let mut is_input = is_failure;
    for line in lines {
        is_input &= !line.starts_with("  after ");
        let is_report = line.starts_with("  ") && !is_input && !line.starts_with("  replay: ");
        if is_report {
            out.push(line.to_owned());
        } else if !line.starts_with("  ") {
            break;
        }
    }
    let without_time = |line: String| {
        // The time is the last number behind "in".
        let is_number = |at: &usize| line[at + 3..].starts_with(char::is_numeric);
        let Some(at) = line.match_indices("in ").map(|(at, _)| at).filter(is_number).last() else {
            return line;
        };
        let (before, after) = (&line[..at], &line[at + 3..]);
        format!("{before}in T{}", &after[after.find([',', ';', ')']).unwrap_or(0)..])
    };
    out.into_iter().map(without_time).collect::<Vec<_>>().join("\n")
}

#[test]
fn both_front_ends_report_the_same_of_the_same_coverage() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("trees.pun");
    fs::write(&file, PROGRAM).expect("a file");
    let file = file.to_str().expect("a path");
    for property in ["small", "tiny", "never", "finite"] {
        let variables = [("EVERYCASE_SIZE", "7"), ("EVERYCASE_TESTS", "10000"), ("EVERYCASE_SEED", "7")];
        let rust = report(&cargo_test(property, &variables));
        let arguments = ["check", file, "-p", property, "--verbose"];
        let bounds = ["--size", "7", "--tests", "10000", "--seed", "7"];
        let pun = everycase(&[&arguments[..], &bounds[..]].concat()).output().expect("it runs");
        let pun = report(&text(&pun.stdout));
        assert_eq!(rust, pun.replace("premise", "assumption"));
        assert!(rust.lines().all(|line| line.len() <= 100), "{rust}");
    }
}

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

/// The failure in records, if there is one: what does not depend on how many tests a part has made.
fn failure(records: &str) -> Option<[Json; 4]> {
    let records = records.lines().map(|line| serde_json::from_str::<Json>(line).expect("it is JSON"));
    let failure = records.into_iter().find(|record| record["event"] == "failure")?;
    Some(["inputs", "size", "minimal", "message"].map(|field| failure[field].clone()))
}

/// A report without how many tests came before the failure, and what shrinking did, of which the
/// report of parts does not know.
fn uncounted(report: &str) -> String {
    let words: Vec<&str> = report.split_whitespace().collect();
    let text = words.join(" ");
    let Some((before, after)) = text.split_once(" after ") else { return text };
    let found = after.split_once(';').map_or("", |(_, found)| found);
    let found = found.split("; shrunk in ").next().unwrap_or_default();
    format!("{before}{}", found.split(": none of ").next().unwrap_or_default())
}

/// Asserts that the parts in a directory are together what the whole run has printed and recorded.
fn assert_whole(parts: &Path, printed: &str, records: &str) {
    let merge = |arguments: &[&str]| {
        let output =
            everycase(&["merge", parts.to_str().expect("a path")]).args(arguments).output().expect("it runs");
        text(&output.stdout) + &text(&output.stderr)
    };
    assert_eq!(uncounted(&report(&merge(&["--verbose"]))), uncounted(&report(printed)));
    assert_eq!(failure(&merge(&["--format", "json"])), failure(records));
}

#[test]
fn the_parts_of_a_rust_property_are_the_whole() {
    let directory = tempfile::tempdir().expect("a directory");
    for (property, tests) in [
        ("labelled", "300"),
        ("undershot", "1000"),
        ("rare", "900"),
        ("short", "400"),
        ("small", "300"),
        ("never", "100"),
        ("even", "3000"),
        ("tiny", "100"),
        ("panics", "300"),
    ] {
        let parts = directory.path().join(property);
        fs::create_dir(&parts).expect("a directory");
        let path = parts.to_str().expect("a path");
        let whole = directory.path().join("whole.ndjson");
        let _ = fs::remove_file(&whole);
        let whole_path = whole.to_str().expect("a path");
        let printed = cargo_test(property, &[("EVERYCASE_TESTS", tests), ("EVERYCASE_RECORDS", whole_path)]);
        for shard in ["0/3", "1/3", "2/3"] {
            let variables =
                [("EVERYCASE_TESTS", tests), ("EVERYCASE_SHARD", shard), ("EVERYCASE_RECORDS", path)];
            cargo_test(property, &variables);
        }
        assert_whole(&parts, &printed, &fs::read_to_string(&whole).expect("records"));
    }
}

#[test]
fn tables_of_values_are_in_the_report_the_records_and_the_page() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name).to_str().expect("a path").to_owned();
    let (records, page) = (path("records.ndjson"), path("page.html"));
    let printed = cargo_test("labelled", &[("EVERYCASE_TESTS", "3000"), ("EVERYCASE_RECORDS", &records)]);
    let output = everycase(&["report", &records, "--html", &page]).output().expect("it runs");
    assert_eq!(text(&output.stderr), "");
    let record = fs::read_to_string(&records).expect("records");
    let record: Json = serde_json::from_str(record.lines().last().expect("a record")).expect("JSON");
    let [bytes, n] = &record["tables"].as_array().expect("tables")[..] else {
        panic!("{}", record["tables"])
    };
    assert_eq!([&bytes["table"], &n["table"]], ["bytes", "n"]);
    assert_eq!([&n["values"], &n["least"], &n["most"]], [3000, 0, u32::MAX]);
    assert!(n["dropped_bits"].as_u64() > Some(0), "{}", n["dropped_bits"]);
    let values = |row: &Json| row["values"].as_u64().expect("a count");
    let sum = |rows: &Json| rows.as_array().expect("rows").iter().map(values).sum();
    let counts: [u64; 2] = [sum(&n["number_counts"]), sum(&bytes["text_counts"])];
    assert_eq!(counts, [3000, values(bytes)]);
    assert!(printed.contains("\n  `n`: 3,000 numbers from 0 to 4,294,967,295, median about "), "{printed}");
    assert!(printed.contains("texts, 2 different\n"), "{printed}");
    let page = fs::read_to_string(page).expect("a page");
    assert!(page.contains("n: 3,000 numbers from 0 to 4,294,967,295, median about "), "{page}");
    assert!(page.contains(">ascii</th>"), "{page}");
}

#[test]
fn a_failing_property_is_shown_with_its_source() {
    let directory = tempfile::tempdir().expect("a directory");
    let records = directory.path().join("records.ndjson");
    let printed = cargo_test("panics", &[("EVERYCASE_RECORDS", records.to_str().expect("a path"))]);
    let source = include_str!("reports.rs");
    let line = source.lines().position(|line| line == "fn panics(n: u8) {").expect("the property") + 1;
    let excerpt = [
        format!("{line} | {:<32}    n = 3", "fn panics(n: u8) {"),
        format!("{} |     assert!(n < 3, \"too large\");    <- fails here", line + 1),
    ];
    let shown = format!(": too large\n    {}\n    {}\n  after ", excerpt[0], excerpt[1]);
    assert!(printed.contains(&shown), "{shown}\nis not in\n{printed}");
    let records = fs::read_to_string(records).expect("records");
    let failure = records.lines().find(|line| line.contains("\"event\":\"failure\"")).expect("a failure");
    let failure: Json = serde_json::from_str(failure).expect("JSON");
    assert_eq!(failure["excerpt"], serde_json::json!(excerpt));
}

#[test]
fn the_parts_of_a_pun_property_are_the_whole() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("trees.pun");
    fs::write(&file, PROGRAM).expect("a file");
    let file = file.to_str().expect("a path");
    for (property, more) in [
        ("small", &["--tests", "300"][..]),
        ("small", &["--size", "4", "--tests", "100", "--terms"]),
        ("never", &["--tests", "100"]),
        ("even", &["--tests", "3000"]),
        ("tall", &["--tests", "300"]),
        ("tiny", &["--tests", "500"]),
    ] {
        let parts = tempfile::tempdir().expect("a directory");
        let check = |arguments: &[&str]| {
            let output = everycase(&["check", file, "-p", property])
                .args(more)
                .args(arguments)
                .output()
                .expect("it runs");
            text(&output.stdout)
        };
        let path = parts.path().to_str().expect("a path");
        for shard in ["0/2", "1/2", "1/2"] {
            check(&["--shard", shard, "--records", path]);
        }
        assert_whole(parts.path(), &check(&["--verbose"]), &check(&["--format", "json"]));
    }
}

/// The report of an exploration without its time and the numbers of runs of errors, which parts count more than once.
fn exploration(printed: &str) -> String {
    let line = |line: &str| {
        let line = line.split("; ").filter(|part| !part.ends_with(" run") && !part.ends_with(" runs"));
        let line = line.collect::<Vec<_>>().join("; ");
        match line.split_once(" (in ") {
            Some((before, after)) => format!("{before}{}", &after[after.find(',').unwrap_or(0)..]),
            None => line,
        }
    };
    printed.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_parts_of_an_exploration_are_the_whole() {
    let directory = tempfile::tempdir().expect("a directory");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = directory.path().join("tree.pun");
    fs::copy(root.join("examples/explore/chapter-3/int-tree-1.pun"), &file).expect("a copy");
    let file = file.to_str().expect("a path");
    let explore = |command: &str, arguments: &[&str]| {
        let output = everycase(&[command, file]).args(arguments).output().expect("it runs");
        (output.status.code(), text(&output.stdout))
    };
    for accepted in [false, true] {
        if accepted {
            assert_eq!(explore("accept", &["--size", "7"]).0, Some(0));
        }
        let all = ["--size", "8", "--tests", "1000000"];
        for bounds in [&all[..], &["--tests", "300"], &[&all[..], &["--strategy", "split"]].concat()] {
            let parts = tempfile::tempdir().expect("a directory");
            let path = parts.path().to_str().expect("a path");
            for shard in ["0/2", "1/2"] {
                explore("explore", &[bounds, &["--shard", shard, "--records", path]].concat());
            }
            let (status, whole) = explore("explore", &[bounds, &["--verbose"]].concat());
            let output = everycase(&["merge", path, "--verbose"]).output().expect("it runs");
            assert_eq!(output.status.code(), status, "{}", text(&output.stderr));
            assert_eq!(exploration(&text(&output.stdout)), exploration(&whole));
            assert_eq!(whole.contains("accepted"), accepted, "{whole}");
        }
    }
}

#[test]
fn parts_of_another_exploration_are_named() {
    let parts = tempfile::tempdir().expect("a directory");
    let path = parts.path().to_str().expect("a path");
    let explore = [
        "explore",
        "examples/explore/chapter-3/int-tree-1.pun",
        "--size",
        "5",
        "--tests",
        "9999",
        "--records",
        path,
    ];
    let part = |arguments: &[&str]| everycase(&explore).args(arguments).output().expect("it runs");
    let merge = || {
        let output = everycase(&["merge", path]).output().expect("it runs");
        (output.status.code(), text(&output.stderr))
    };
    part(&["--shard", "0/2"]);
    let (status, wrong) = merge();
    assert!(status == Some(2) && wrong.contains("part 1/2 is missing"), "{wrong}");
    part(&["--shard", "1/2", "--chars", "ab"]);
    let (status, wrong) = merge();
    assert!(status == Some(2) && wrong.contains("part 1/2 is of another run: its set of options"), "{wrong}");
    let own = fs::read_dir(path).expect("a directory").next().expect("one").expect("an entry").path();
    part(&["--shard", "1/2"]);
    assert_eq!(merge().0, Some(1));
    // Without each of its fields.
    let file = own.join("1-of-2.ndjson");
    let whole = fs::read_to_string(&file).expect("a file");
    let mut missed = 0;
    for (number, line) in whole.lines().enumerate() {
        let record: Json = serde_json::from_str(line).expect("a record");
        for field in record.as_object().expect("a record").keys() {
            let mut without = record.clone();
            without.as_object_mut().expect("a record").remove(field);
            let mut lines: Vec<String> = whole.lines().map(str::to_owned).collect();
            lines[number] = without.to_string();
            fs::write(&file, lines.join("\n")).expect("a file");
            let (status, wrong) = merge();
            let is_read = !["everycase", "kind", "event"].contains(&&**field);
            if status == Some(2) && is_read && !wrong.contains("is of another run") {
                missed += 1;
                let wanted = format!("line {}: the record has no field `{field}`", number + 1);
                assert!(wrong.contains(&wanted), "{wanted}: {wrong}");
            }
        }
    }
    assert!(missed > 20, "{missed}");
}

#[test]
fn parts_that_are_missing_or_of_another_run_are_named() {
    let parts = tempfile::tempdir().expect("a directory");
    let path = parts.path().to_str().expect("a path");
    let check = |arguments: &[&str]| {
        let all = ["check", "examples/bst.pun", "-p", "insert-keeps-order", "--size", "4", "--records", path];
        everycase(&all).args(arguments).output().expect("it runs");
    };
    let merge = || {
        let output = everycase(&["merge", path]).output().expect("it runs");
        (output.status.code(), text(&output.stderr))
    };
    let (status, wrong) = merge();
    assert!(status == Some(2) && wrong.contains("there are no parts `K-of-N.ndjson`"), "{wrong}");
    check(&["--tests", "500", "--shard", "1/3"]);
    let (status, wrong) = merge();
    assert!(status == Some(2) && wrong.contains("parts 0/3, 2/3 are missing"), "{wrong}");
    check(&["--tests", "500", "--shard", "0/3"]);
    check(&["--tests", "400", "--shard", "2/3"]);
    let (status, wrong) = merge();
    assert!(status == Some(2) && wrong.contains("part 2/3 is of another run: its budget differs"), "{wrong}");
    check(&["--tests", "500", "--shard", "2/3"]);
    assert_eq!(merge(), (Some(0), String::new()));
    let own = fs::read_dir(path).expect("a directory").next().expect("one").expect("an entry").path();
    let whole = fs::read_to_string(own.join("2-of-3.ndjson")).expect("a file");
    for (from, to, wanted) in [
        ("\"open\":", "\"opened\":", "line 2: the record has no field `open`"),
        ("\"size\":4,", "\"size\":-4,", "line 2: the record has an unknown value in the field `budget.size`"),
        ("\"everycase\":3", "\"everycase\":2", "line 1: this is not a record of version 3"),
        ("\"event\":\"finish\"", "\"event\":\"start\"", "there is no record of the end: run the part again"),
    ] {
        fs::write(own.join("2-of-3.ndjson"), whole.replacen(from, to, 1)).expect("a file");
        let (status, wrong) = merge();
        assert!(status == Some(2) && wrong.contains(wanted), "{wanted}: {wrong}");
    }
}

#[test]
fn parts_of_several_programs_are_merged_by_file() {
    let parts = tempfile::tempdir().expect("a directory");
    let path = parts.path().to_str().expect("a path");
    let many = "crates/everycase-cli/tests/programs/many";
    let check = ["check", many, "--tests", "50", "--records", path, "--shard"];
    for shard in ["0/2", "1/2"] {
        everycase(&[&check[..], &[shard]].concat()).output().expect("it runs");
    }
    let merged = everycase(&["merge", path]).output().expect("it runs");
    assert_eq!(merged.status.code(), Some(1));
    let printed = text(&merged.stdout);
    let heads = |line: &&str| line.starts_with(many) || line.starts_with("testing ");
    let heads: Vec<&str> =
        printed.lines().filter(heads).map(|line| &line[..line.find(':').unwrap_or(line.len())]).collect();
    let (halves, last) = (format!("{many}/below/halves.pun"), format!("{many}/last.pun"));
    assert_eq!(heads, [&*halves, "testing halves", &*last, "testing of-one", "testing of-some"]);
}

#[test]
fn a_junit_file_has_a_case_for_each_property() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("junit.xml");
    let check = ["check", "crates/everycase-cli/tests/programs/loops.pun", "--tests", "100", "--junit"];
    let output = everycase(&check).arg(&file).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let written = fs::read_to_string(&file).expect("the file");
    for part in [
        r#"<testsuite name="crates/everycase-cli/tests/programs/loops.pun" tests="4""#,
        r#"<testcase name="divides" classname="loops""#,
        r#"<failure message="division by zero" type="failed">testing divides: failed with counterexample:"#,
        r#"<failure message="no input that was tried meets its premise" type="unreached">"#,
        r#"failures="3""#,
    ] {
        assert!(written.contains(part), "{part} is not in {written}");
    }
    let several =
        ["check", "examples/streams.pun", "crates/everycase-cli/tests/programs/many", "--size", "3"];
    everycase(&[&several[..], &["--tests", "50", "--junit"]].concat()).arg(&file).output().expect("it runs");
    let written = fs::read_to_string(&file).expect("the file");
    for suite in
        ["many/below/halves.pun\" tests=\"1\"", "many/last.pun\" tests=\"2\"", "examples/streams.pun\""]
    {
        assert!(written.contains(suite), "{suite} is not in {written}");
    }
    let nowhere = directory.path().join("none/junit.xml");
    let output = everycase(&check).arg(nowhere).output().expect("it runs");
    assert!(output.status.code() == Some(2) && text(&output.stderr).contains("cannot be written"));
    assert_eq!(text(&output.stdout), "", "nothing is checked");
}

#[test]
fn the_records_of_cargo_test_make_a_junit_file_a_summary_and_annotations() {
    let directory = tempfile::tempdir().expect("a directory");
    let (parts, junit) = (directory.path().join("records/"), directory.path().join("junit.xml"));
    let parts = parts.to_str().expect("a path");
    for property in ["short", "even", "rare"] {
        cargo_test(property, &[("EVERYCASE_RECORDS", parts), ("EVERYCASE_TESTS", "400")]);
    }
    let mut merge = everycase(&["merge", parts, "--summary", "-", "--junit"]);
    let output = merge.arg(&junit).env("GITHUB_ACTIONS", "true").output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let file = "crates/everycase-cli/tests/reports.rs";
    let line = |property: &str| {
        let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file));
        let is_there = |line: &str| line.starts_with(&format!("fn {property}("));
        // The attribute is two lines before the function.
        source.expect("this file").lines().position(is_there).expect("the property") - 1
    };
    let written = fs::read_to_string(&junit).expect("the file");
    for part in [
        format!("<testsuite name=\"{file}\" tests=\"3\""),
        "<testcase name=\"short\" classname=\"reports\"".to_owned(),
        "type=\"failed\">testing short: failed with counterexample:\n    let list".to_owned(),
        "<testcase name=\"even\"".to_owned(),
        "failures=\"1\"".to_owned(),
    ] {
        assert!(written.contains(&part), "{part} is not in {written}");
    }
    let summary = text(&output.stdout);
    let lines: Vec<&str> = summary.lines().collect();
    assert_eq!(lines[0], "## everycase: 3 properties, 1 failed");
    assert!(lines[4].starts_with("| **failed** | `short` | "), "{summary}");
    assert!(lines[5].starts_with("| passed | `") && lines[6].starts_with("| passed | `"), "{summary}");
    assert!(summary.contains(&format!("\n### `short`, {file}:{}\n\n```text\n", line("short"))), "{summary}");
    assert!(
        summary.contains("  replay: EVERYCASE_REPLAY=") && summary.trim_end().ends_with("```"),
        "{summary}"
    );
    let annotations = text(&output.stderr);
    let begin = format!("::error file={file},line={},title=short::testing short: failed", line("short"));
    assert!(annotations.starts_with(&begin) && annotations.lines().count() == 1, "{annotations}");
}

#[test]
fn shrinking_ends_after_the_time_of_the_option_whatever_the_environment_says() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("slow.pun");
    let program = "wait n = if n <= 0 then true else wait (n - 1) .
        total xs n = case xs of ; [] -> n ; x :: rest -> total rest (n + x mod 7) .
        property far (xs : list integer) . wait 20000 && total xs 0 < 40 .
        ";
    fs::write(&file, program).expect("a file");
    let end = |option: &[&str], environment: &str| {
        let mut check = everycase(&["check", "--tests", "3000", "--seed", "7"]);
        let output = check.args(option).arg(&file).env("EVERYCASE_SHRINK_TIME", environment).output();
        text(&output.expect("it runs").stdout)
    };
    let (unfinished, finished) = ("not shrunk to the end", "not shrunk further: none of ");
    for (option, environment, wanted) in [
        (&[][..], "1ms", unfinished),
        (&["--shrink-time", "1ms"], "5m", unfinished),
        (&["--shrink-time", "1ms", "--isolate"], "5m", unfinished),
        (&["--shrink-time", "5m"], "1ms", finished),
    ] {
        let printed = end(option, environment);
        assert!(printed.contains(wanted), "{option:?} {environment}: {printed}");
    }
}
