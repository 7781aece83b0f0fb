//! Records of runs of earlier builds, read and written again.

use std::collections::BTreeSet;

use serde_json::Map;

use super::*;

const ALL: [&str; 7] = [
    include_str!("testdata/property.ndjson"),
    include_str!("testdata/strength.ndjson"),
    include_str!("testdata/exploration.ndjson"),
    include_str!("testdata/crate.ndjson"),
    include_str!("testdata/diff.ndjson"),
    include_str!("testdata/regression.ndjson"),
    include_str!("testdata/verification.ndjson"),
];

/// Returns the records of each report in a text.
fn runs() -> Vec<Vec<&'static str>> {
    let lines = ALL.iter().flat_map(|text| text.lines()).collect::<Vec<_>>();
    let is_end =
        |line: &&str| [r#""event":"finish""#, r#""event":"generator""#].iter().any(|end| line.contains(end));
    lines.split_inclusive(is_end).map(<[&str]>::to_vec).collect()
}

/// Reads a report and writes it.
fn again(lines: &[&str]) -> Result<Vec<String>, String> {
    let text = lines.join("\n");
    let records = match entries(&text).next().ok_or(UNFINISHED)?? {
        Entry::Property(report) => report.records(),
        Entry::Score(score) => vec![score.record()],
        Entry::Exploration(report) => report.records(),
        Entry::Crate(report) => report.records(),
        Entry::Comparison(own) => own.records(),
        Entry::Programs(own) => own.records(),
        Entry::Generator(own) => vec![Record::new("verification", "generator").and(&*own)],
        Entry::Refusal(_) | Entry::Suite(_) | Entry::Other(_) => Vec::new(),
    };
    Ok(records.iter().map(Record::line).collect())
}

#[test]
fn what_is_read_is_written_as_it_was() {
    let all = runs();
    assert!(all.len() > 15, "{}", all.len());
    for lines in all {
        assert_eq!(again(&lines).unwrap(), lines);
    }
}

/// Calls `check` with each field of each record: the records of its run, the record's number, the
/// path.
fn each_field(mut check: impl FnMut(&[&str], usize, &str)) {
    fn paths(value: &Value, path: &str, all: &mut Vec<String>) {
        let inner: Vec<(String, &Value)> = match value {
            Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), value)).collect(),
            Value::Array(items) => items.iter().enumerate().map(|(i, item)| (i.to_string(), item)).collect(),
            _ => Vec::new(),
        };
        for (key, value) in inner {
            let path = format!("{path}/{key}");
            paths(value, &path, all);
            all.push(path);
        }
    }
    for lines in runs() {
        for (number, line) in lines.iter().enumerate() {
            let mut all = Vec::new();
            paths(&serde_json::from_str(line).unwrap(), "", &mut all);
            for path in all {
                check(&lines, number, &path);
            }
        }
    }
}

/// Returns a report whose record `number` was changed, read and written again.
fn changed(lines: &[&str], number: usize, change: impl FnOnce(&mut Value)) -> Result<Vec<String>, String> {
    let mut record: Value = serde_json::from_str(lines[number]).unwrap();
    change(&mut record);
    let (mut lines, record) = (lines.to_vec(), record.to_string());
    lines[number] = &record;
    again(&lines)
}

/// Returns a path as messages have it.
fn named(path: &str) -> String {
    let mut name = String::new();
    for key in path.split('/').skip(1) {
        let is_item = key.bytes().all(|byte| byte.is_ascii_digit());
        let (before, after) = if is_item { ("[", "]") } else { (".", "") };
        name += &[before, key, after].concat();
    }
    name.trim_start_matches('.').to_owned()
}

/// Whether a field of these records is what this module decides by.
fn is_head(path: &str) -> bool {
    ["/everycase", "/kind", "/event"].contains(&path)
}

#[test]
fn a_field_that_is_missing_is_named_unless_it_is_computed_or_optional() {
    let (mut named_fields, mut lost_fields) = (BTreeSet::new(), BTreeSet::new());
    each_field(|lines, number, path| {
        let (parent, key) = path.rsplit_once('/').unwrap();
        let is_field = key.bytes().any(|byte| !byte.is_ascii_digit());
        if !is_field || is_head(path) {
            return;
        }
        let remove =
            |record: &mut Value| _ = record.pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(key);
        match changed(lines, number, remove) {
            Err(why) => {
                let wanted = format!("line {}: the record has no field `{}`:", number + 1, named(path));
                assert!(why.starts_with(&wanted), "{wanted} {why}");
                named_fields.insert(key.to_owned());
            }
            Ok(written) if written == lines => {}
            Ok(written) => {
                let record: Value = serde_json::from_str(&written[number]).unwrap();
                assert_eq!(record.pointer(path), None, "{path} has become another one");
                lost_fields.insert(key.to_owned());
            }
        }
    });
    assert!(named_fields.len() > 90, "{named_fields:?}");
    let optional = "assumes calls drawn error files laziness lemmas looked_at measure more no_proof not_encoded not_shown reached size \
                    statement steps undecided_input value why";
    assert_eq!(lost_fields.iter().map(String::as_str).collect::<Vec<_>>().join(" "), optional);
}

#[test]
fn a_field_of_another_type_is_named_unless_it_is_computed() {
    let mut fields = BTreeSet::new();
    each_field(|lines, number, path| {
        let replace = |record: &mut Value| *record.pointer_mut(path).unwrap() = Value::Object(Map::new());
        match changed(lines, number, replace) {
            Ok(written) => assert!(is_head(path) || written == lines, "{path} is ignored"),
            Err(_) if is_head(path) => {}
            Err(why) => {
                let begins = format!("line {}: the record has ", number + 1);
                let wanted = format!(" field `{}", named(path));
                assert!(why.starts_with(&begins) && why.contains(&wanted), "{begins} {wanted} {why}");
                fields.insert(named(path));
            }
        }
    });
    assert!(fields.len() > 100, "{}", fields.len());
}

#[test]
fn a_record_of_another_version_is_named() {
    for lines in runs() {
        let wrong = changed(&lines, lines.len() - 1, |record| record["everycase"] = 2.into());
        let wanted = format!("line {}: not an everycase record of version 3", lines.len());
        assert_eq!(wrong, Err(wanted));
    }
}

#[test]
fn a_suite_is_read_as_it_was_written_and_a_wrong_line_is_named() {
    use everycase_explore::regression::{Case, End, Name, Outcome, Role};

    let case = |expression: &str, end, text: &str| Case {
        expression: expression.to_owned(),
        outcome: Outcome { end, text: text.to_owned() },
    };
    let named = |name: &str, ty: &str, role| Name { name: name.into(), ty: ty.into(), role };
    let own = Suite {
        name: "queue.pun".to_owned(),
        names: vec![
            named("front", "queue -> integer", Role::Tested),
            named("id", "a -> a", Role::Called),
            named("far", "void -> integer", Role::NotCalled),
            named("made", "list integer -> queue", Role::Constructor),
        ],
        through: Some(6),
        options: "none".to_owned(),
        sampled: 2,
        not_run: 1,
        cases: vec![
            case("front (push ? empty)", End::Value, "?"),
            case("front empty", End::Error, "front: \"the\"\nqueue"),
            case("pop empty", End::Limit, "it does not end"),
            case("apply", End::Unshown, ""),
        ],
    };
    let lines: Vec<String> = own.records().iter().map(Record::line).collect();
    assert_eq!(suite(&lines.join("\n")), Ok(own.clone()));
    assert_eq!(suite(&(lines.join("\n\n") + "\n")), Ok(own));
    let mut wrong = 0;
    for (number, line) in lines.iter().enumerate() {
        let with = |line: String| {
            let mut lines = lines.clone();
            lines[number] = line;
            suite(&lines.join("\n"))
        };
        let named = format!("line {}: ", number + 1);
        let parsed: Value = serde_json::from_str(line).expect("JSON");
        let keys = parsed.as_object().expect("a record").keys();
        let without = keys.map(|key| {
            let mut other = parsed.clone();
            other.as_object_mut().expect("a record").remove(key);
            other.to_string()
        });
        for other in without.chain([line[..line.len() / 2].to_owned(), "7".to_owned()]) {
            let error = with(other.clone()).expect_err(&other);
            assert!(error.contains(&named), "{other}: {error}");
            wrong += 1;
        }
    }
    assert_eq!(wrong, 11 + 4 * 8);
    assert!(suite("").is_err_and(|error| error.contains("no record")));
}
