//! The JSON Schema of records, `docs/schema/records.schema.json`. Keys, descriptions, optional fields and names come from the lists
//! that the tables of `docs/records.md` come from. Types are stated here, and are held against records that were written.

use everycase_check::check::{Ending, Minimal, Readable};
use everycase_check::claims::DrawEnding;
use everycase_check::claims::demand::DemandVerdict;
use everycase_check::claims::stream::Stream;
use everycase_check::records::{Field, HEAD, Table, VERSION};
use everycase_check::report::{Laziness, Outcome};
use everycase_check::run::verdict;
use everycase_check::strength::{MatrixEnding, Standing};
use everycase_check::{report, strength};
use everycase_crates::finding::Rank;
use everycase_crates::report as crates;
use everycase_crates::worker::EndKind;
use everycase_explore::{fault, regression, report as explored};
use everycase_verify::report as verified;
use everycase_verify::verdict::Verdict;
use serde_json::{Map, Value as Json, json};

pub(crate) mod validator;

/// The tables of the page, each with its heading.
pub(crate) fn tables() -> Vec<Table> {
    let every = vec![("Every record", HEAD.to_vec())];
    let checks = [every, report::tables(), strength::score_tables(), strength::suite_tables()].concat();
    let explored = [explored::tables(), regression::suite_tables(), regression::comparison_tables()].concat();
    [checks, explored, crates::tables(), crates::comparison_tables(), verified::tables()].concat()
}

/// The kinds and events, each with its definitions.
const RECORDS: [(&str, &str, &[&str]); 26] = [
    ("property", "start", &["start"]),
    ("property", "failure", &["start", "failure"]),
    ("property", "finish", &["start", "finish"]),
    ("strength", "finish", &["strength"]),
    ("suite", "finish", &["suite"]),
    ("exploration", "error", &["error"]),
    ("exploration", "accepted", &["error"]),
    ("exploration", "run", &["program", "run", "coverage"]),
    ("exploration", "finish", &["exploration"]),
    ("exploration", "trace", &["trace"]),
    ("exploration", "suite", &["expressions"]),
    ("exploration", "mutants", &["noticed"]),
    ("regression", "suite", &["regression"]),
    ("regression", "case", &["case"]),
    ("regression", "difference", &["difference"]),
    ("regression", "strictness", &["difference"]),
    ("regression", "finish", &["comparison"]),
    ("crate", "finding", &["package", "finding"]),
    ("crate", "accepted", &["package", "finding"]),
    ("crate", "finish", &["package", "crate"]),
    ("diff", "change", &["program", "change"]),
    ("diff", "finish", &["diff"]),
    ("verification", "generator", &["generator"]),
    ("term", "finish", &["term"]),
    ("value", "finish", &["value"]),
    ("count", "finish", &["count"]),
];

/// Fields that a record has all or none of: their table, the first and the last of them, and the name of their definition. The
/// first one that is not optional tells whether they are there.
const GROUPS: [(&str, &str, &str, &str); 8] = [
    ("finish", "budget", "fingerprint", "settings"),
    ("finish", "ended", "laziness", "coverage"),
    ("claims", "labels", "other_labels", "claim_labels"),
    ("strength", "plain_name", "survivors", "score"),
    ("exploration", "evaluated", "which", "source_coverage"),
    ("generator", "covered", "time_s", "search"),
    ("generator", "insert", "fixed", "repair"),
    ("generator", "measure", "proof_s", "proof"),
];

/// The definitions that have no table: their fields with types, the optional ones with a question mark.
const OTHERS: [(&str, &str); 9] = [
    ("program", "name:text"),
    ("package", "name:text version:text"),
    ("refusal", "standing:text why:text"),
    ("trace", "line:text"),
    ("expressions", "expressions:[text]"),
    ("noticed", "mutants:count noticed:count not_noticed:[text]"),
    ("term", "term:text type?:text value?:text error?:text outcome?:text"),
    ("value", "type:text size?:count value?:text outcome?:text written?:count"),
    ("count", "type:text size?:count count?:text outcome?:text written?:count"),
];

/// The types of fields, by key, or by definition and key where a key has several. `[text]` is a list of texts, and another word
/// in brackets or alone is a definition.
const TYPES: [(&str, &str); 41] = [
    (
        "text",
        "kind event name module file seed covered given_by numbers part site message fault place derivation replay regression \
         fingerprint value statement evaluated looked_at fails_with term error label limit claims.of exhausted.of health.inputs \
         reached.inputs table text property function plain_name mutation input not_encoded survivor by expression release old new forms.was forms.is error.complete definition \
         error.source options type which proved_by what not_returned.why not_run call result observed insert at measure no_proof alike.first alike.second returns second_returns shared_order",
    ),
    (
        "count",
        "everycase shared_size line tests failures size shown_size more findings largest_size passed discards undecided other_labels values dropped_bits other_texts other_table_values values_left_out \
         through_size index of uniform backtracking min killed mutants survived not_known unexercised \
         without_mutant through partly exercised properties.inputs more_properties runs alike errors accepted \
         source_coverage.evaluated source explained agreeing not_compared regression.sampled comparison.sampled regression.not_run comparison.not_run differing finding.count change.count changes diff.expressions diff.calls diff.functions told crate.expressions crate.calls alike.calls crate.functions crate.compiled called crate.returned search.covered not_found unclear results_through queries \
         crate.lines lines_reached files.lines files.reached",
    ),
    (
        "number",
        "required_percent least median most number time_s resumed_s at_most_s preparation_s solver_s proof_s",
    ),
    (
        "flag",
        "hung died flaky keeps_state has_inputs complete lazy generated open finite of_any_size divided finished interrupted \
         at_least known confirmed confined settled all holds cut typed leaves_out results_whole fixed",
    ),
    (
        "[text]",
        "uses caveats excerpt why warnings counted_as mutations equations sets.properties systematic smallest functions frames code changed_code given_up only notes crate.unsteady diff.unsteady removed retyped added choices lemmas \
         assumes not_shown suites types difference.old difference.new",
    ),
    ("[count]", "left_out drawn interval order"),
    ("[[text]]", "suite.minimal equal unmatched"),
    ("[[count]]", "by_size"),
    ("[inputs]", "inputs"),
    ("[steps]", "steps calls"),
    ("[health]", "health"),
    ("[claims]", "claims"),
    ("[labels]", "labels"),
    ("[demands]", "demands"),
    ("[tables]", "tables"),
    ("[number_counts]", "number_counts"),
    ("[text_counts]", "text_counts"),
    ("[survivors]", "survivors"),
    ("[properties]", "properties"),
    ("[sets]", "sets"),
    ("[implied]", "implied"),
    ("[not_called]", "not_called"),
    ("[alike]", "crate.alike"),
    ("[not_returned]", "not_returned"),
    ("[files]", "files"),
    ("[forms]", "forms"),
    ("[names]", "regression.names"),
    ("[renamed]", "renamed"),
    ("[renamed_function]", "diff.renamed"),
    ("[retyped]", "comparison.retyped"),
    ("[dependencies]", "dependencies"),
    ("[accepted]", "diff.accepted"),
    ("end", "change.was change.is"),
    ("[slow]", "slow unsteady"),
    ("[missing]", "missing"),
    ("[exhaustive]", "common"),
    ("exhaustive", "exhaustive again sampled"),
    ("budget", "budget"),
    ("missing", "outside first_not_found first_unclear"),
    ("crash", "crash"),
    ("beyond", "beyond"),
];

/// Objects whose definition has their name.
const OBJECTS: [&str; 4] = ["shard", "exhausted", "undecided_input", "reached"];

/// Returns the names of a field, if it has no other values.
fn names(definition: &str, key: &str) -> Option<Vec<&'static str>> {
    Some(match (definition, key) {
        (_, "stream") => Stream::ALL.map(Stream::name).to_vec(),
        ("finish", "outcome") => Outcome::ALL.map(Outcome::name).to_vec(),
        ("coverage", "ended") => Ending::ALL.map(Ending::name).to_vec(),
        ("claims", "ended") => DrawEnding::ALL.map(DrawEnding::name).to_vec(),
        ("suite", "ended") => MatrixEnding::ALL.map(MatrixEnding::name).to_vec(),
        ("failure" | "error", "minimal") => Minimal::ALL.map(Minimal::name).to_vec(),
        (_, "readable") => Readable::ALL.map(Readable::name).to_vec(),
        (_, "laziness") => Laziness::ALL.map(Laziness::name).to_vec(),
        ("failure", "cause") | (_, "failure") => verdict::Kind::ALL.map(verdict::Kind::name).to_vec(),
        ("error", "cause") => fault::Kind::ALL.map(fault::Kind::name).to_vec(),
        ("score", "standing") => Standing::ALL.map(Standing::name).to_vec(),
        ("demands", "verdict") => DemandVerdict::ALL.map(DemandVerdict::name).to_vec(),
        ("end", "kind") => EndKind::ALL.map(EndKind::name).to_vec(),
        (_, "rank") | ("crate", "least") => Rank::ALL.map(Rank::name).to_vec(),
        ("case", "outcome") => regression::End::ALL.map(regression::End::name).to_vec(),
        ("names", "role") => regression::Role::ALL.map(regression::Role::name).to_vec(),
        ("difference", "general") => regression::Generality::ALL.map(regression::Generality::name).to_vec(),
        (_, "verdict") => Verdict::ALL.map(Verdict::name).to_vec(),
        _ => return None,
    })
}

/// Returns the schema of a type.
fn of_type(name: &str) -> Json {
    if let Some(item) = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return json!({ "type": "array", "items": of_type(item) });
    }
    match name {
        "text" => json!({ "type": "string" }),
        "count" => json!({ "type": "integer", "minimum": 0 }),
        "number" => json!({ "type": "number" }),
        "flag" => json!({ "type": "boolean" }),
        definition => reference(definition),
    }
}

fn reference(definition: &str) -> Json {
    json!({ "$ref": format!("#/$defs/{definition}") })
}

/// Returns the type of a field as it is stated.
fn type_of(definition: &str, key: &str) -> &'static str {
    let stated = |wanted: &str| {
        TYPES.into_iter().find(|(_, keys)| keys.split(' ').any(|own| own == wanted)).map(|(name, _)| name)
    };
    let own = stated(&format!("{definition}.{key}")).or_else(|| stated(key));
    let object = || OBJECTS.into_iter().find(|own| *own == key);
    own.or_else(object).unwrap_or_else(|| panic!("TYPES has no type of `{key}` in `{definition}`"))
}

/// Returns the schema of a field. Whether it may be `null` is in its text.
fn of_field(definition: &str, field: &Field) -> Json {
    let schema = names(definition, field.key)
        .map_or_else(|| of_type(type_of(definition, field.key)), |names| json!({ "enum": names }));
    let is_nullable = field.text.contains("`null`");
    let mut schema = if is_nullable { json!({ "anyOf": [schema, { "type": "null" }] }) } else { schema };
    schema["description"] = field.text.into();
    schema
}

/// An object: its fields, which of them are always there, and what follows if one is there.
#[derive(Default)]
struct Definition {
    fields: Map<String, Json>,
    required: Vec<String>,
    groups: Map<String, Json>,
}

impl Definition {
    fn json(self) -> Json {
        let mut schema = json!({ "type": "object", "properties": self.fields, "required": self.required });
        if !self.groups.is_empty() {
            schema["dependentSchemas"] = self.groups.into();
        }
        schema
    }
}

/// Returns the definitions of the tables, and of their groups.
fn definitions() -> Map<String, Json> {
    let mut all: Vec<(&str, Definition)> = Vec::new();
    let mut paths: Vec<(&str, &str, Json)> = Vec::new();
    for (heading, fields) in tables() {
        let table = heading.trim_matches('`').trim_end_matches("[]");
        let mut own = Definition::default();
        let mut group: Option<(&str, &str, Definition, Option<&str>)> = None;
        for field in &fields {
            if let Some((_, _, last, name)) =
                GROUPS.into_iter().find(|one| (one.0, one.1) == (table, field.key))
            {
                group = Some((name, last, Definition::default(), None));
            }
            let name = group.as_ref().map_or(table, |(name, ..)| name);
            if let Some((outer, key)) = field.key.split_once('.') {
                paths.push((outer, key, of_field(name, &Field { key, ..*field })));
                continue;
            }
            let schema = of_field(name, field);
            let to = group.as_mut().map_or(&mut own, |(_, _, definition, _)| definition);
            to.fields.insert(field.key.to_owned(), schema);
            if !field.is_optional {
                to.required.push(field.key.to_owned());
                if let Some((_, _, _, first)) = &mut group {
                    first.get_or_insert(field.key);
                }
            }
            if group.as_ref().is_some_and(|(_, last, ..)| *last == field.key) {
                let (name, _, definition, first) = group.take().expect("a group");
                own.groups.insert(first.expect("a field").to_owned(), reference(name));
                all.push((name, definition));
            }
        }
        assert!(group.is_none(), "a group of {table} does not end");
        all.push((table, own));
    }
    for (outer, key, schema) in paths {
        let (_, definition) = all.iter_mut().find(|(name, _)| *name == outer).expect("an object");
        definition.fields.insert(key.to_owned(), schema);
    }
    for (name, fields) in OTHERS {
        let mut own = Definition::default();
        for (key, ty) in fields.split(' ').map(|field| field.split_once(':').expect("a type")) {
            let plain = key.trim_end_matches('?');
            own.fields.insert(plain.to_owned(), of_type(ty));
            if plain == key {
                own.required.push(key.to_owned());
            }
        }
        all.push((name, own));
    }
    let count = all.len();
    let mut all: Map<String, Json> =
        all.into_iter().map(|(name, definition)| (name.to_owned(), definition.json())).collect();
    assert_eq!(all.len(), count, "two definitions have one name");
    // A score that could not be measured has a reason in place of all else.
    all["strength"].as_object_mut().expect("a schema").remove("dependentSchemas");
    all["strength"]["anyOf"] = json!([reference("score"), reference("refusal")]);
    all
}

/// Returns the schema of a record.
pub(crate) fn schema() -> Json {
    let mut all = definitions();
    let head = all.remove("Every record").expect("the head");
    let record = |(kind, event, definitions): (&str, &str, &[&str])| {
        json!({
            "title": format!("{kind}: {event}"),
            "properties": { "kind": { "const": kind }, "event": { "const": event } },
            "allOf": definitions.iter().map(|name| reference(name)).collect::<Vec<_>>(),
        })
    };
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A record of everycase",
        "description": "One line of a file of records: docs/records.md. A reader ignores fields that it does not know.",
        "type": "object",
        "properties": head["properties"],
        "required": head["required"],
        "oneOf": RECORDS.map(record),
        "$defs": all,
    });
    schema["properties"]["everycase"]["const"] = VERSION.into();
    schema
}

/// Returns the kinds and events that there are.
pub(crate) fn kinds() -> impl Iterator<Item = (&'static str, &'static str)> {
    RECORDS.into_iter().map(|(kind, event, _)| (kind, event))
}

#[test]
fn each_type_that_is_stated_belongs_to_a_field() {
    let mut used: Vec<String> = Vec::new();
    for (name, definition) in &definitions() {
        let fields = definition["properties"].as_object().expect("fields");
        used.extend(fields.keys().flat_map(|key| [key.clone(), format!("{name}.{key}")]));
    }
    for key in TYPES.iter().flat_map(|(_, keys)| keys.split(' ')) {
        assert!(used.iter().any(|own| own == key), "{key}");
    }
}
