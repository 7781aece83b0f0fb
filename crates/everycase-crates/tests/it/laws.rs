//! Laws of traits and names: each broken law is reported for the type that breaks it, and no other
//! law is.

use std::path::Path;
use std::sync::OnceLock;

use everycase_check::report::Detail;
use everycase_check::settings::seed::Seed;
use everycase_crates::confirm::confirm;
use everycase_crates::explore::{Exploration, Options};
use everycase_crates::finding::{Finding, Rank};
use everycase_crates::report::Report;

use crate::building::Built;
use crate::building::options::{HANG, options};

fn laws() -> &'static Built {
    static BUILT: OnceLock<Built> = OnceLock::new();
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/laws/Cargo.toml");
    BUILT.get_or_init(|| Built::of(&manifest, "laws"))
}

pub(crate) fn found() -> &'static Exploration {
    static FOUND: OnceLock<Exploration> = OnceLock::new();
    FOUND.get_or_init(|| {
        let mut found = laws().explored(&options(200_000));
        let count = found.findings.len();
        confirm(&laws().target, &laws().driver.calls, &mut found, count, HANG).unwrap();
        found
    })
}

/// Each law that is broken, and the type or method that breaks it.
const BROKEN: [(&str, &str); 52] = [
    ("Again as FusedIterator", "after `None` comes `None`"),
    ("Back as DoubleEndedIterator", "from the back come the same elements"),
    ("Coarse as Ord", "values are in the same place of the order if and only if they are equal"),
    ("Coarse as PartialOrd", "`partial_cmp` says `Equal` if and only if values are equal"),
    ("Codec::encode", "`encode` agrees with `decode`"),
    ("Coded::encode", "`encode` agrees with `decode`"),
    ("Counted as Default", "two calls of `default` give equal values"),
    ("Ends as DoubleEndedIterator", "both ends together give each element once"),
    ("Ends as DoubleEndedIterator", "from the back come the same elements"),
    ("Even as TryFrom", "what `From` gives `TryFrom` takes back"),
    ("Exact as ExactSizeIterator", "`len` is the number of elements, as `size_hint` tells"),
    ("Fading as Clone", "a clone equals its original"),
    ("Few as Iterator", "the number of elements is within the bounds of `size_hint`"),
    ("Fresh::new", "`new` agrees with `default`"),
    ("Grows as Extend", "a collection is extended by the rest as it is collected"),
    ("Hidden as Hash", "equal values have equal hashes"),
    ("Keys as ExactSizeIterator", "`len` is the number of elements, as `size_hint` tells"),
    ("Keys as Iterator", "the number of elements is within the bounds of `size_hint`"),
    ("Leap as Iterator", "`nth(n)` is what the last of n + 1 calls of `next` gives"),
    ("Line", "finite numbers give no NaN"),
    ("Loose as Hash", "equal values have equal hashes"),
    ("Mute::new", "`new` agrees with `default`"),
    ("Name as Borrow", "what is borrowed is equal, and has an equal hash, just as its owner"),
    ("Names::checked_above", "`checked_above` agrees with `above`"),
    ("Names::get_mut", "`get_mut` agrees with `get`"),
    ("Names::insert", "`insert` agrees with `contains`"),
    ("Names::is_empty", "`is_empty` agrees with `len`"),
    ("Names::len", "`len` agrees with `iter`"),
    ("Names::normalize", "`normalize` again changes nothing"),
    ("Names::push", "`push` agrees with `pop`"),
    ("Names::remove", "`remove` agrees with `contains`"),
    ("Names::set_level", "`set_level` agrees with `level`"),
    ("Names::trimmed", "`trimmed` again changes nothing"),
    ("Names::with_base", "`with_base` agrees with `base`"),
    ("Names::wrapping_above", "`wrapping_above` agrees with `above`"),
    ("Never as Eq", "a value equals itself"),
    ("OneWay as PartialEq", "if a equals b, then b equals a"),
    ("Packed::to_bytes", "`to_bytes` agrees with `from_bytes`"),
    ("Part", "finite numbers give no NaN"),
    ("Round as Ord", "if a <= b and b <= c, then a <= c"),
    ("Stored::write", "`write` agrees with `read`"),
    ("Tied as Clone", "a clone is independent of its original: `clear`"),
    ("Torn as Ord", "`partial_cmp` agrees with `cmp`"),
    ("Twisted as Ord", "the order of b and a is the reverse of the order of a and b"),
    ("Twisted as PartialOrd", "a < b if and only if b > a"),
    ("Vague as ExactSizeIterator", "`len` is the number of elements, as `size_hint` tells"),
    ("Values as Iterator", "the number of elements is within the bounds of `size_hint`"),
    ("Written as FromStr", "what `Display` writes `FromStr` reads back"),
    ("codes::encode", "`encode` agrees with `decode`"),
    ("codes::escape_quotes", "`escape_quotes` agrees with `unescape_quotes`"),
    ("codes::to_hex", "`to_hex` agrees with `from_hex`"),
    ("floats::mean_of_shares", "finite numbers give no NaN"),
];

fn broken(of: &Exploration) -> Vec<(String, String)> {
    let line = |own: &Finding| {
        let what = own.what.lines().next().unwrap();
        let what = what.strip_prefix("assertion `left == right` failed: ").unwrap_or(what);
        let name = own.function.replace("laws::", "");
        (name.trim_start_matches('<').trim_end_matches('>').to_owned(), what.to_owned())
    };
    let mut all: Vec<_> = of.findings.iter().filter(|own| own.rank == Rank::Law).map(line).collect();
    all.sort();
    all
}

fn wanted() -> Vec<(String, String)> {
    BROKEN.map(|(of, law)| (of.to_owned(), law.to_owned())).to_vec()
}

#[test]
fn each_broken_law_is_told_once_of_what_breaks_it_and_no_other_is() {
    assert_eq!(broken(found()), wanted());
}

#[test]
fn a_law_that_fails_on_most_values_is_doubtful() {
    let told = found().findings.iter().find(|own| own.function == "<laws::Told as FromStr>").unwrap();
    assert_eq!(told.rank, Rank::Doubtful);
}

#[test]
fn a_law_that_only_values_of_public_fields_or_setters_break_is_doubtful() {
    for name in ["<laws::Hours as FromStr>", "laws::Minutes::to_bytes"] {
        let told: Vec<Rank> =
            found().findings.iter().filter(|own| own.function == name).map(|own| own.rank).collect();
        assert_eq!(told, [Rank::Doubtful], "{name}");
    }
}

#[test]
fn iterators_that_wrap_one_are_told_as_one_with_their_names() {
    let Built { target, candidates, driver, .. } = laws();
    let report =
        Report { least: Rank::Law, ..Report::new(target, &candidates.items, driver, found(), &options(0)) };
    let groups = report.groups();
    let of: Vec<_> =
        groups.iter().filter(|own| own.unlike().any(|own| own.function.contains("Values"))).collect();
    let [group] = &of[..] else { panic!("{} groups", of.len()) };
    let mut all: Vec<&str> = group.unlike().map(|own| &*own.function).collect();
    all.sort_unstable();
    let wanted =
        ["<laws::Keys as ExactSizeIterator>", "<laws::Keys as Iterator>", "<laws::Values as Iterator>"];
    assert_eq!(all, wanted);
    let line = "the same in `Values`, and for: `len` is the number of elements, as `size_hint` tells";
    assert_eq!(group.elsewhere(Detail::Brief).as_deref(), Some(line));
    // An iterator that is wrong before any call is told alone.
    for name in ["Few", "Exact", "Vague", "Back", "Ends"] {
        let name = format!("<laws::{name} as ");
        assert!(groups.iter().any(|own| own.first.function.starts_with(&name)), "{name}");
    }
}

#[test]
fn a_law_is_shown_as_an_assertion_that_was_compiled_and_fails() {
    let of = |name: &str| found().findings.iter().find(|own| own.function.contains(name)).unwrap();
    let lines = |own: &Finding| own.code.lines().map(str::to_owned).collect::<Vec<_>>().join("\n");
    assert!(found().findings.iter().filter(|own| own.rank == Rank::Law).all(|own| own.is_confirmed));
    let wanted = "let mut x = laws::Never(2);\n\
                  fn is<T: Eq>(own: &T) -> bool { own == own } assert!(is(&x), \"a value equals itself\");";
    assert_eq!(lines(of("Never")), wanted);
    let hashes = lines(of("Loose"));
    let (head, rest) = hashes.split_once("}\n").unwrap();
    assert!(head.starts_with("fn hashed<T: std::hash::Hash + ?Sized>(own: &T) -> u64 {\n"), "{hashes}");
    // As docs/explore-crates.md shows it. Both orders of the values have one size.
    let wanted = |one: u8, other: u8| {
        format!(
            "let mut x = laws::Loose({one});\nlet mut y = laws::Loose({other});\n\
             assert!(x != y || hashed(&x) == hashed(&y), \"equal values have equal hashes\");"
        )
    };
    assert!(rest == wanted(0, 1) || rest == wanted(1, 0), "{rest}");
}

#[test]
fn a_number_that_is_not_one_is_shown_with_what_it_is_made_of() {
    let found = found().findings.iter().find(|own| own.function.contains("mean_of_shares")).unwrap();
    let wanted = [
        "let mut x = 0.0;",
        "let mut y = laws::floats::Line { from: (0.0, 0.0), to: (0.0, 0.0) };",
        "are_ordinary(&[&x, &y]).then(|| assert!(!laws::floats::mean_of_shares(x, &y).is_nan(), \"finite numbers give no NaN\"));",
    ];
    assert_eq!(found.code.statements, wanted);
    assert!(found.code.head[0].starts_with("fn are_ordinary(all: &[&dyn std::fmt::Debug]) -> bool {\n"));
}

#[test]
fn a_pair_of_names_is_shown_as_a_way_there_and_back() {
    let of = |name: &str| found().findings.iter().find(|own| own.function.contains(name)).unwrap();
    let lines = |own: &Finding| own.code.lines().map(str::to_owned).collect::<Vec<_>>().join("\n");
    for (name, wanted) in [
        (
            "laws::Coded::encode",
            "let mut x = laws::pairs::Coded(2);\n\
             if x == x { if let Some(there) = x.encode() { \
             assert_eq!(laws::pairs::Coded::decode(&there).ok().as_ref(), Some(&x), \"`encode` agrees with `decode`\") } }",
        ),
        (
            "laws::Codec::encode",
            "let mut x = laws::pairs::Codec(0);\nlet mut y = vec![2];\n\
             assert_eq!(x.decode(&x.encode(y.clone())).ok().as_ref(), Some(&y), \"`encode` agrees with `decode`\");",
        ),
        (
            "laws::Stored::write",
            "let mut x = laws::pairs::Stored(vec![2]);\nlet mut out = Vec::<u8>::new();\n\
             if x == x { if x.write(&mut out).is_ok() { \
             assert_eq!(laws::pairs::Stored::read(&mut &out[..]).ok().as_ref(), Some(&x), \
             \"`write` agrees with `read`\") } }",
        ),
        (
            "laws::codes::encode",
            "let mut x = vec![2];\n\
             assert_eq!(laws::codes::decode(&laws::codes::encode(x.clone())).as_ref(), Some(&x), \
             \"`encode` agrees with `decode`\");",
        ),
        (
            "laws::codes::escape_quotes",
            "let mut x = String::from(\"a\");\n\
             assert!(laws::codes::unescape_quotes(&laws::codes::escape_quotes(&x)).is_ok_and(|own| own == x), \
             \"`escape_quotes` agrees with `unescape_quotes`\");",
        ),
        (
            "laws::codes::to_hex",
            "let mut x = 2;\n\
             assert_eq!(laws::codes::from_hex(&laws::codes::to_hex(x)).ok().as_ref(), Some(&x), \
             \"`to_hex` agrees with `from_hex`\");",
        ),
    ] {
        assert_eq!(lines(of(name)), wanted);
    }
}

/// The laws of names that are broken for no value, and are stated all the same.
const KEPT: [&str; 13] = [
    "Codec::escape",
    "Coded::serialize",
    "Codec::pack",
    "Numbers::insert",
    "Numbers::push",
    "Right::dedup",
    "Right::new",
    "Stored::write_to",
    "Turned::with_line",
    "Unknown as Default",
    "codes::encode_text",
    "codes::escape",
    "floats::twisted",
];

#[test]
fn laws_that_hold_are_stated_and_none_is_where_a_name_or_a_documentation_tells_of_a_loss() {
    let Built { candidates, driver, .. } = laws();
    let items = candidates.items.iter().zip(&driver.compiles).filter(|own| own.0.law.is_some() && *own.1);
    let stated: Vec<&str> =
        items.map(|own| own.0.name.strip_prefix("laws::").unwrap_or(&own.0.name)).collect();
    let has = |name: &str| stated.iter().any(|own| own.trim_end_matches('>').ends_with(name));
    for name in KEPT {
        assert!(has(name), "{name}: {stated:?}");
    }
    for name in [
        "Coded::encode_header",
        "Coded::escape",
        "Codec::encode_len",
        "Packed::to_low",
        "codes::pack_lossy",
        "floats::share",
        "floats::none",
        "Turned::set_angle",
    ] {
        assert!(!has(name), "{name}");
    }
}

#[test]
fn the_same_laws_are_broken_with_another_seed_and_several_workers() {
    let own = Options { jobs: 3, seed: Seed(9), ..options(200_000) };
    assert_eq!(broken(&laws().explored(&own)), wanted());
}
