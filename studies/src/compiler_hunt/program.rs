//! Programs around terms: one that runs many on all samples, and one that shows a single term.

use super::rust::Printing;
use super::term::Term;

/// The lists that terms are run on.
pub const SAMPLES: &[&[i64]] = &[
    &[],
    &[0],
    &[1],
    &[-1, 2],
    &[3, 1, 2],
    &[i64::MAX, 1],
    &[i64::MIN, -1, 0],
    &[5, 4, 3, 2, 1, 0, -1, 100],
];

/// What terms need that is not in the standard library: the word that tells, and the Rust. What comes later may need
/// what was before.
const PARTS: &[(&str, &str)] = &[
    (
        "OnExit(",
        "\
struct OnExit(i64);

impl Drop for OnExit {
    fn drop(&mut self) {
        note(self.0);
    }
}
",
    ),
    (
        "note(",
        "\
thread_local! {
    static NOTES: std::cell::RefCell<Vec<i64>> = const { std::cell::RefCell::new(Vec::new()) };
}

fn note(what: i64) {
    NOTES.with_borrow_mut(|notes| if notes.len() < 64 { notes.push(what) });
}

fn noted() -> String {
    let notes = NOTES.take();
    if notes.is_empty() { String::new() } else { format!(\", noted {notes:?}\") }
}
",
    ),
    (
        "trap::<",
        "\
fn trap<T>() -> T {
    panic!(\"trap\")
}
",
    ),
    (
        "rescue(",
        "\
fn rescue<T>(first: impl FnOnce() -> T, second: impl FnOnce() -> T) -> T {
    catch_unwind(std::panic::AssertUnwindSafe(first)).unwrap_or_else(|_| second())
}
",
    ),
];

const HEAD: &str = "\
#![allow(warnings, arithmetic_overflow, unconditional_panic)]
#![recursion_limit = \"1024\"]

use std::panic::catch_unwind;
";

/// What a term does: the result or what its panic says.
const BEHAVIOUR: &str = "\
fn behaviour(term: fn(&[i64]) -> Vec<i64>, list: &[i64]) -> String {
    match catch_unwind(|| term(std::hint::black_box(list))) {
        Ok(list) => format!(\"{list:?}\"),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            format!(\"panic: {}\", text.unwrap_or(\"?\").escape_debug())
        }
    }
}
";

/// Returns a program that runs terms on all samples, from the one on whose number is its argument. It prints a line for each
/// term and sample.
pub fn many(terms: &[Term], printing: Printing) -> String {
    let functions: Vec<_> =
        (0..).zip(terms).map(|(i, term)| function(&format!("term{i}"), term, printing)).collect();
    let names: Vec<_> = (0..terms.len()).map(|i| format!("    term{i},\n")).collect();
    let (head, noted) = head(&functions.concat());
    format!(
        "{head}
const TERMS: &[fn(&[i64]) -> Vec<i64>] = &[
{}];

fn main() {{
    std::panic::set_hook(Box::new(|_| {{}}));
    let first = std::env::args().nth(1).and_then(|first| first.parse().ok()).unwrap_or(0);
    for term in TERMS.iter().skip(first) {{
        for list in SAMPLES {{
            println!(\"{{}}{{}}\", behaviour(*term, list), {noted});
        }}
    }}
}}
",
        names.concat()
    )
}

/// Returns a program for a reader: it prints what one term does on all samples.
pub fn one(term: &Term, printing: Printing) -> String {
    let (head, noted) = head(&function("term", term, printing));
    let source = format!(
        "{head}
fn main() {{
    std::panic::set_hook(Box::new(|_| {{}}));
    for list in SAMPLES {{
        println!(\"{{list:?}}: {{}}{{}}\", behaviour(term, list), {noted});
    }}
}}
"
    );
    syn::parse_file(&source).map_or(source, |file| prettyplease::unparse(&file))
}

/// Returns all but `main`, and the Rust for what was noted.
fn head(functions: &str) -> (String, &'static str) {
    let mut needed = functions.to_owned();
    for (word, part) in PARTS {
        if needed.contains(word) {
            needed = format!("{part}\n{needed}");
        }
    }
    let noted = if needed.contains("fn noted") { "noted()" } else { "\"\"" };
    let lists: Vec<_> = SAMPLES.iter().map(|list| format!("    &{list:?},\n")).collect();
    let samples = format!("const SAMPLES: &[&[i64]] = &[\n{}];\n", lists.concat());
    (format!("{HEAD}\n{needed}\n{BEHAVIOUR}\n{samples}"), noted)
}

fn function(name: &str, term: &Term, printing: Printing) -> String {
    let body = printing.value(term);
    format!("// {term}\n#[inline(never)]\nfn {name}(l0: &[i64]) -> Vec<i64> {{\n    {body}\n}}\n")
}
