//! Code for readers, as a program of the driver's package: which of it compiles.

use std::fmt::Write;

use crate::candidates::Candidate;
use crate::driver;
use crate::error::Error;
use crate::expression::Expression;
use crate::snippet::{Form, STYLES, Snippet, snippet};
use crate::target::Target;

/// The most rounds of leaving out what does not compile. After them no code is confirmed.
const ROUNDS: usize = 24;

const HEAD: &str = "#![allow(warnings, clippy::all)]\n#[path = \"../atoms.rs\"] mod atoms; \
    #[path = \"../limits.rs\"] mod limits; use atoms::*;\n";

/// Writes a program of snippets, and returns which of them compile; `None` if that does not settle.
pub(crate) fn compiling(target: &Target, all: &[(usize, Snippet)]) -> Result<Option<Vec<usize>>, Error> {
    let file = target.folder().join("src/bin/shown.rs");
    let mut kept: Vec<usize> = (0..all.len()).collect();
    for _ in 0..ROUNDS {
        driver::write(&file, &source(all, &kept, &target.library))?;
        let wrong = driver::check(&target.folder(), "src/bin/shown.rs", 2)?;
        if wrong.is_empty() {
            return Ok(Some(kept));
        }
        let mut place = 0;
        kept.retain(|_| {
            place += 1;
            !wrong.contains_key(&(place - 1))
        });
    }
    Ok(None)
}

/// Returns the code of each expression in the most readable style that compiles, or in the one that
/// surely does.
///
/// # Errors
/// If cargo cannot be run.
pub(crate) fn readable(
    target: &Target,
    (calls, forms): (&[Candidate], &[Form]),
    expressions: &[&Expression],
    is_compiled: bool,
) -> Result<Vec<Snippet>, Error> {
    let in_style = |own: &Expression, style| snippet(own, (calls, forms), &target.library, style);
    let each = expressions.iter().enumerate();
    let all: Vec<(usize, Snippet)> =
        each.flat_map(|(index, own)| STYLES.map(|style| (index, in_style(own, style)))).collect();
    let kept = if is_compiled && !all.is_empty() { compiling(target, &all)? } else { None };
    let mut found: Vec<Option<Snippet>> = vec![None; expressions.len()];
    for index in kept.into_iter().flatten() {
        let (expression, code) = &all[index];
        found[*expression].get_or_insert_with(|| code.clone());
    }
    let whole = |(own, code): (&&Expression, Option<Snippet>)| {
        code.unwrap_or_else(|| in_style(own, STYLES[STYLES.len() - 1]))
    };
    Ok(expressions.iter().zip(found).map(whole).collect())
}

/// Returns the program: line `n` after the head is snippet `n`.
fn source(all: &[(usize, Snippet)], kept: &[usize], library: &str) -> String {
    let mut text = HEAD.to_owned();
    for (number, index) in kept.iter().enumerate() {
        let lines: Vec<String> = all[*index].1.lines().map(|own| own.replace('\n', " ")).collect();
        let _ = writeln!(text, "fn f{number}() {{ use krate as {library}; {} }}", lines.join(" "));
    }
    text += "fn main() {\n    let own: usize = std::env::args().nth(1).unwrap().parse().unwrap();\n    \
             limits::confine(&std::env::args().nth(2).unwrap());\n    \
             let run = move || match own {\n";
    for number in 0..kept.len() {
        let _ = writeln!(text, "        {number} => f{number}(),");
    }
    text + "        _ => {}\n    };\n    \
            let ran = std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join();\n    \
            std::process::exit(if ran.is_ok() { 100 } else { 101 });\n}\n"
}
