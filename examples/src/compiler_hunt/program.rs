//! Programs around terms: one that runs many on all samples, and one that shows a single term.

use std::fmt::Write;

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

/// What terms are made of that is not in the standard library: a word that tells whether it is needed, and the Rust.
const PARTS: &[(&str, &str)] = &[
    ("trap()", "fn trap<T>() -> T {\n    panic!(\"trap\")\n}\n"),
    (
        "rescue(",
        "fn rescue<T>(first: impl FnOnce() -> T, second: impl FnOnce() -> T) -> T {\n    \
         catch_unwind(AssertUnwindSafe(first)).unwrap_or_else(|_| second())\n}\n",
    ),
    (
        "OnExit(",
        "struct OnExit(i64);\n\nimpl Drop for OnExit {\n    fn drop(&mut self) {\n        note(self.0);\n    }\n}\n",
    ),
];

const HEAD: &str = "\
#![allow(warnings, arithmetic_overflow, unconditional_panic)]
#![recursion_limit = \"1024\"]

use std::cell::{LazyCell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static NOTES: RefCell<Vec<i64>> = const { RefCell::new(Vec::new()) };
}

/// Makes it visible what is computed, and in which order.
fn note(what: i64) {
    NOTES.with_borrow_mut(|notes| if notes.len() < 64 { notes.push(what) });
}
";

/// What a term does: the result or what its panic says, and what it noted.
const BEHAVIOUR: &str = "\
fn behaviour(term: fn(&[i64]) -> Vec<i64>, list: &[i64]) -> String {
    let result = catch_unwind(|| term(std::hint::black_box(list)));
    let notes = NOTES.take();
    let notes = if notes.is_empty() { String::new() } else { format!(\", noted {notes:?}\") };
    match result {
        Ok(list) => format!(\"{list:?}{notes}\"),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            format!(\"panic: {}{notes}\", text.unwrap_or(\"?\").escape_debug())
        }
    }
}
";

/// A program that runs terms on all samples, from the one on whose number is its argument. It prints a line for each term
/// and sample.
pub fn many(terms: &[Term], printing: Printing) -> String {
    let functions: Vec<_> =
        (0..).zip(terms).map(|(i, term)| function(&format!("term{i}"), term, printing)).collect();
    let mut source = head(&functions.concat());
    let _ = writeln!(source, "const TERMS: &[fn(&[i64]) -> Vec<i64>] = &[");
    for i in 0..terms.len() {
        let _ = writeln!(source, "    term{i},");
    }
    let _ = write!(
        source,
        "];\n\n{}\nfn main() {{
    std::panic::set_hook(Box::new(|_| {{}}));
    let first = std::env::args().nth(1).and_then(|first| first.parse().ok()).unwrap_or(0);
    for term in TERMS.iter().skip(first) {{
        for list in SAMPLES {{
            println!(\"{{}}\", behaviour(*term, list));
        }}
    }}
}}
",
        samples()
    );
    source
}

/// A program for a reader: it prints what one term does on all samples.
pub fn one(term: &Term, printing: Printing) -> String {
    let mut source = head(&function("term", term, printing));
    let _ = write!(
        source,
        "{}\nfn main() {{
    std::panic::set_hook(Box::new(|_| {{}}));
    for list in SAMPLES {{
        println!(\"{{list:?}}: {{}}\", behaviour(term, list));
    }}
}}
",
        samples()
    );
    source
}

fn head(functions: &str) -> String {
    let mut source = HEAD.to_owned();
    for (word, part) in PARTS {
        if functions.contains(word) {
            let _ = write!(source, "\n{part}");
        }
    }
    let _ = write!(source, "\n{functions}\n{BEHAVIOUR}\n");
    source
}

fn function(name: &str, term: &Term, printing: Printing) -> String {
    let body = printing.value(term);
    format!("\n// {term}\n#[inline(never)]\nfn {name}(l0: &[i64]) -> Vec<i64> {{\n    {body}\n}}\n")
}

fn samples() -> String {
    let lists: Vec<_> = SAMPLES.iter().map(|list| format!("    &{list:?},\n")).collect();
    format!("const SAMPLES: &[&[i64]] = &[\n{}];\n", lists.concat())
}
