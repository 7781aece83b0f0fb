//! The system of types is as large as it claims to be, the mapping and the comparison hold for real source, and the
//! failures at small sizes are those that `docs/case-studies.md` lists.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use everycase_studies::round_trip::{bare, check};
use everycase_studies::rust_syntax::SourceFile;

fn sources(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the sources of this crate are there")
        .map(|entry| entry.expect("a folder can be read to its end").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    files.sort();
    files
}

/// Returns the enumerable types: the constructors of each, and the names in the types of its fields.
fn system() -> BTreeMap<String, (usize, BTreeSet<String>)> {
    let mut system = BTreeMap::new();
    for path in sources("src/rust_syntax") {
        let text = std::fs::read_to_string(&path).expect("a source file is text");
        for item in syn::parse_file(&text).expect("it compiles, so it parses").items {
            let (attrs, name, constructors, fields): (_, _, _, Vec<syn::Field>) = match item {
                syn::Item::Enum(item) => {
                    let fields =
                        item.variants.iter().flat_map(|variant| variant.fields.iter().cloned()).collect();
                    (item.attrs, item.ident, item.variants.len(), fields)
                }
                syn::Item::Struct(item) => (item.attrs, item.ident, 1, item.fields.iter().cloned().collect()),
                _ => continue,
            };
            let derived = attrs.iter().any(|attr| {
                matches!(&attr.meta, syn::Meta::List(list) if list.tokens.to_string().contains("Enumerable"))
            });
            if derived {
                // The generic parameters' derive is in `generics`, the functions' in `functions`: two types called
                // `Parameter`.
                let file = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let name = if name == "Parameter" { format!("{file}::{name}") } else { name.to_string() };
                let names = fields.iter().flat_map(|field| words(&field.ty, &file)).collect();
                assert!(system.insert(name, (constructors, names)).is_none(), "two types of one name");
            }
        }
    }
    system
}

fn words(ty: &syn::Type, file: &str) -> Vec<String> {
    let tokens = quote::ToTokens::to_token_stream(ty).to_string();
    let words = tokens.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| if word == "Parameter" { format!("{file}::{word}") } else { word.to_owned() }).collect()
}

#[test]
fn the_system_has_thirty_mutually_recursive_types_and_eighty_constructors() {
    let system = system();
    let reachable = |start: &str| {
        let mut seen = BTreeSet::from([start.to_owned()]);
        let mut open = vec![start.to_owned()];
        while let Some(name) = open.pop() {
            for next in system.get(&name).into_iter().flat_map(|(_, names)| names) {
                if system.contains_key(next) && seen.insert(next.clone()) {
                    open.push(next.clone());
                }
            }
        }
        seen
    };
    let recursive: Vec<_> =
        reachable("Expression").into_iter().filter(|name| reachable(name).contains("Expression")).collect();
    let constructors: usize = recursive.iter().map(|name| system[name].0).sum();
    let all: usize = system.values().map(|(constructors, _)| constructors).sum();
    println!(
        "{} types, {all} constructors; {} and {constructors} of them mutually recursive",
        system.len(),
        recursive.len()
    );
    assert!(recursive.len() >= 30, "mutually recursive: {recursive:?}");
    assert!(constructors >= 80, "{constructors} constructors");
}

#[test]
fn real_source_comes_back() {
    for folder in [
        "src",
        "src/hunt",
        "src/json5",
        "src/loose_syntax",
        "src/loose_syntax/legal",
        "src/round_trip",
        "src/rust_syntax",
        "tests",
    ] {
        for path in sources(folder) {
            let text = std::fs::read_to_string(&path).expect("a source file is text");
            let tree = syn::parse_file(&text).expect("it compiles, so it parses");
            assert_eq!(check(&tree), [], "{}", path.display());
        }
    }
}

#[test]
fn every_small_tree_comes_back_but_for_the_known_failures() {
    let mut found = BTreeSet::new();
    for (kind, space) in SourceFile::kinds() {
        let size =
            (0..20).find(|size| space.count_up_to(size + 1).expect("the system is sound") > 1_500u32.into());
        for file in space.up_to(size.unwrap_or_default()).expect("the system is sound") {
            for failure in check(&file.to_syn()) {
                found.insert(format!("{kind}: {}: {:?}", failure.printer.name(), failure.wrong));
            }
        }
    }
    let found: Vec<_> = found.iter().map(String::as_str).collect();
    assert_eq!(found, KNOWN_AT_SMALL_SIZES);
}

const KNOWN_AT_SMALL_SIZES: &[&str] = &[
    "attributes: prettyplease: DifferentTree(\"Lit::Str.token\")",
    "attributes: prettyplease: DifferentTree(\"Punct.spacing\")",
    "blocks: prettyplease: DifferentTree(\"Expr::Struct\")",
    "expressions: prettyplease: DifferentTree(\"Expr::Struct\")",
    "fields: prettyplease: DifferentTree(\"Field.default\")",
    "foreign items: prettyplease: DifferentTree(\"ForeignItem::Static.safety\")",
    "patterns: prettyplease: DifferentTree(\"Pat::Struct.qself\")",
    "patterns: prettyplease: DoesNotParse(\"expected range upper bound\")",
];

/// The findings as source: `syn` parses each of these, and what it gives does not survive being printed. This shows them
/// without any of our types, and tells when a new release has mended one.
#[test]
fn the_findings_hold_for_source_texts() {
    let pretty = vec!["prettyplease"];
    let known = [
        // The `..` of a destructuring assignment is dropped.
        "fn f() { A { .. } = a; }",
        // A field of a number becomes a fraction.
        "const A: T = 0 .0;",
        // A number that ends in a point, before a range.
        "const A: T = 0. ..;",
        "fn f() { match a { 0. .. => {} } }",
        "fn f() { match a { 0. ..1. => {} } }",
        // The type of a qualified struct pattern is dropped.
        "fn f() { let <T as A>::B { f } = a; }",
        // Default values of fields are dropped.
        "struct A { f: T = 1 }",
        // `safe` is dropped.
        "extern { safe static A: T; }",
        // A constraint without bounds becomes a type.
        "type A = B<Item:>;",
        // Tokens of attributes are put together or taken apart.
        "#[a(=>)] struct A;",
        "#[a(. .)] struct A;",
        "#[a(0 .)] struct A;",
        "#[a('a #)] struct A;",
        "#[a('a 'a)] struct A;",
        // A documentation comment with a carriage return.
        "#[doc = \"\\r\"] struct A;",
        "#[doc = \"\\rA\"] struct A;",
        // A line that is one column too long for its operators is taken to fit, and the printer panics.
        "type A where [_; &mut (self * &raw const (self << [self; return .. .await?.await]))]: = T;",
    ];
    let wrong: Vec<_> = known.iter().filter(|source| printers_at_fault(&parsed(source)) != pretty).collect();
    assert_eq!(wrong, Vec::<&&str>::new());
}

/// The same for trees without the nodes of parentheses, as programs build them. Both printers add parentheses where the
/// source needs them, except around these.
#[test]
fn the_findings_hold_for_trees_without_parentheses() {
    let (pretty, both) = (vec!["prettyplease"], vec!["prettyplease", "syn (ToTokens)"]);
    let known = [
        // Attributes inside a chain of calls are dropped.
        ("const A: T = (#[a] b?).await;", &pretty),
        ("const A: T = (#[a] b()).await;", &pretty),
        // The parentheses around an operand with an attribute are left out, and the attribute is of the whole then.
        ("const A: T = (#[a] return)?;", &both),
        ("const A: T = (#[a] b.0)();", &both),
        // An attribute of the first operand, where the statement would take it.
        ("fn f() { (#[a] b).. }", &both),
    ];
    let fails = |source: &str| printers_at_fault(&bare(&parsed(source)));
    let wrong: Vec<_> = known
        .iter()
        .filter(|(source, expected)| fails(source) != **expected)
        .map(|(source, _)| (source, fails(source)))
        .collect();
    assert_eq!(wrong, []);
}

fn parsed(source: &str) -> syn::File {
    syn::parse_file(source).expect("each of these is Rust to `syn`")
}

fn printers_at_fault(tree: &syn::File) -> Vec<&'static str> {
    check(tree).iter().map(|failure| failure.printer.name()).collect()
}

/// What the compiler parses and `syn` does not: found as trees that neither printer brings back, with the parser at
/// fault.
#[test]
fn the_parser_rejects_some_rust() {
    for source in [
        "fn f() { let A = return else { }; }",
        "fn f() { for 0.. in a { } }",
        "fn f() { for .. in a { } }",
        "impl ! where T: { }",
        "fn f() { crate }",
        "fn f() { crate; }",
    ] {
        assert!(syn::parse_file(source).is_err(), "{source} is parsed by now");
    }
}
