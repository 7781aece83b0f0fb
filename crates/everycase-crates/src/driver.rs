//! The driver: a program with a line for each call, which rustc has typed. Lines that do not
//! compile are left out.

mod counters;
mod pairs;
mod twins;
mod typed;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;

use self::counters::Counters;
pub use self::pairs::Pair;
pub use self::twins::{Fate, Twins, twins};
use self::typed::{TypedCalls, chosen, is_function, typed};
use crate::candidates::laws::stored;
use crate::candidates::{Candidate, Candidates, erred, filled};
use crate::cargo::{cargo, cargo_with, shortened};
use crate::coverage::Coverage;
use crate::error::Error;
use crate::target::Target;

/// The files of the worker.
const WORKER: [(&str, &str); 7] = [
    ("absorb.rs", include_str!("driver/worker/absorb.rs")),
    ("atoms.rs", include_str!("driver/worker/atoms.rs")),
    ("coverage.rs", include_str!("driver/worker/coverage.rs")),
    ("limits.rs", include_str!("driver/worker/limits.rs")),
    ("serve.rs", include_str!("driver/worker/serve.rs")),
    ("slots.rs", include_str!("driver/worker/slots.rs")),
    ("table.rs", include_str!("driver/worker/table.rs")),
];

/// Only the crate's code counts: the driver's own code would be slower, and tells nothing. Its main
/// function counts, too, as a sign that there are counters.
const MAIN: &str = "#![cfg_attr(everycase_coverage, feature(coverage_attribute), coverage(off))]\n\n\
                    mod absorb;\nmod atoms;\nmod coverage;\nmod limits;\nmod ops;\nmod serve;\nmod slots;\nmod table;\n\n\
                    #[cfg_attr(everycase_coverage, coverage(on))]\nfn main() {\n    serve::serve(ops::fill);\n}\n";

/// Where calls are checked: beside the driver, which is built again only if its calls are others.
const TYPING: &str = "src/bin/typing.rs";

/// A driver that was built.
#[derive(Clone, Debug)]
pub struct Driver {
    /// The program.
    pub program: PathBuf,
    /// The calls that it has, by their numbers.
    pub calls: Vec<Candidate>,
    /// For each item, whether some call of it compiles.
    pub compiles: Vec<bool>,
    /// What rustc says of the items of which none does.
    pub errors: BTreeMap<usize, String>,
    /// The number of rounds of checking.
    pub rounds: usize,
    /// Which counters tell the lines that were reached, if the compiler has built them in.
    pub coverage: Option<Coverage>,
    /// What it goes without, as sentences.
    pub notes: Vec<String>,
}

impl Driver {
    /// Returns the calls that make functions, which answer from tables.
    pub(crate) fn functions(&self) -> FxHashSet<u16> {
        self.calls.iter().zip(0..).filter(|(own, _)| is_function(own)).map(|(_, call)| call).collect()
    }

    /// Returns the calls that make functions which answer with indices: these fit nothing.
    pub(crate) fn functions_to_indices(&self) -> FxHashSet<u16> {
        let mut all = self.functions();
        let answer = |call: u16| self.calls[usize::from(call)].makes[0].rsplit_once(") -> ");
        all.retain(|call| answer(*call).is_some_and(|own| own.1.contains("usize")));
        all
    }

    /// Returns for calls that return errors the call whose value is the error.
    pub(crate) fn errors_of(&self) -> FxHashMap<u16, u16> {
        let supports = self.calls.iter().zip(0..).filter(|(own, _)| own.is_support);
        let by_text: FxHashMap<&str, u16> = supports.map(|(own, call)| (&*own.text, call)).collect();
        let calls = self.calls.iter().zip(0..).filter(|(own, _)| !own.is_support);
        calls.filter_map(|(own, call)| Some((call, *by_text.get(&*erred(&own.text))?))).collect()
    }
}

/// Builds the driver of a crate's calls; `tell` hears what is being done.
///
/// # Errors
/// If the crate does not build.
pub fn build(target: &Target, candidates: &Candidates, tell: &mut dyn FnMut(&str)) -> Result<Driver, Error> {
    let lines = &candidates.calls;
    write_worker(&target.folder())?;
    let mut untried: BTreeSet<usize> = (0..lines.len()).collect();
    let mut notes = Vec::new();
    if lines.iter().any(stored::needs_json) && !target.depend_beside(stored::JSON, stored::DEPENDENCY)? {
        untried.retain(|own| !stored::needs_json(&lines[*own]));
        notes.push(format!("the law of `serde` was not stated: cargo cannot use `{}` here", stored::JSON));
    }
    let typed = typed(&target.folder(), lines, untried, tell)?;
    let mut chosen = chosen(lines, &typed.kept);
    let compiled = CompiledProgram::of(target, lines, &mut chosen, tell)?;
    Ok(Driver { notes, ..compiled.driver(candidates, &chosen, typed) })
}

/// Writes the worker's files into the package of a driver.
fn write_worker(folder: &Path) -> Result<(), Error> {
    for (name, text) in WORKER {
        write(&folder.join("src").join(name), text)?;
    }
    write(&folder.join("src/main.rs"), MAIN)
}

/// A program that has calls.
struct CompiledProgram {
    program: PathBuf,
    coverage: Option<Coverage>,
}

impl CompiledProgram {
    /// Builds the program with the chosen ones of some calls. Those that do not compile after all
    /// are no longer chosen.
    fn of(
        target: &Target,
        lines: &[Candidate],
        chosen: &mut Vec<usize>,
        tell: &mut dyn FnMut(&str),
    ) -> Result<CompiledProgram, Error> {
        let folder = target.folder();
        let mut counters = counters::wrapper(&folder, &target.library)?;
        let program = loop {
            tell(&format!("building {} calls", chosen.len()));
            write(&folder.join("src/ops.rs"), &source(lines, chosen, None))?;
            match built(&folder, "everycase-driver", &counters)? {
                Built::Program(program) => break program,
                Built::Wrong { messages, text } => {
                    // What rustc finds only where it compiles a generic function for a type.
                    let of = messages.iter().map(|own| lines_of(&own["message"], "src/ops.rs", HEAD));
                    let mut wrong: BTreeSet<usize> = of.flatten().collect();
                    if wrong.is_empty() {
                        wrong = of_constants(&messages, lines, chosen);
                    }
                    let before = chosen.len();
                    chosen.retain(|index| !wrong.contains(index));
                    if chosen.len() == before && counters == Counters::None {
                        return Err(Error::Input(text));
                    }
                    if chosen.len() == before {
                        // The compiler may lack the runtime of counters.
                        counters = Counters::None;
                    }
                }
            }
        };
        let coverage = match counters {
            Counters::None => None,
            Counters::Wanted(_) => Coverage::of(&program, &folder, &target.sources)?,
        };
        Ok(CompiledProgram { program, coverage })
    }

    /// Returns the driver with the calls that are chosen of those that compile.
    fn driver(self, candidates: &Candidates, chosen: &[usize], typed: TypedCalls) -> Driver {
        let lines = &candidates.calls;
        let TypedCalls { kept, rounds, mut errors, .. } = typed;
        let mut compiles = vec![false; candidates.items.len()];
        for index in &kept {
            if let Some(own) = compiles.get_mut(lines[*index].item) {
                *own = true;
            }
            errors.remove(&lines[*index].item);
        }
        let calls = chosen.iter().map(|index| lines[*index].clone()).collect();
        let (program, coverage) = (self.program, self.coverage);
        Driver { program, calls, compiles, errors, rounds, coverage, notes: Vec::new() }
    }
}

/// The lines before the first call.
const HEAD: usize = 4;

/// The calls of a module: modules are compiled at once.
const MODULE: usize = 512;

/// Returns the source of some calls of all: line `HEAD + n` has call `n`, and is empty if that is
/// not among them. With a line behind the calls it is a program by itself.
fn source(all: &[Candidate], some: &[usize], behind: Option<&str>) -> String {
    let mut numbers = vec![0; all.len()];
    let mut is_there = vec![false; all.len()];
    for (number, index) in some.iter().enumerate() {
        numbers[*index] = number;
        is_there[*index] = true;
    }
    let mut text = "#![allow(warnings, clippy::all)]".to_owned();
    if behind.is_some() {
        let modules = WORKER.iter().filter_map(|own| own.0.strip_suffix(".rs"));
        modules.for_each(|own| _ = write!(text, " #[path = \"../{own}.rs\"] mod {own};"));
        text += " fn main() {} mod ops {";
    }
    let _ = write!(
        text,
        "\n\
         use crate::{{absorb, take, whole, absorb::*, atoms::*, slots::*, table::*}};\n\
         use krate;\n\
         static N: [u16; {}] = {numbers:?};\n",
        all.len(),
    );
    for (index, call) in all.iter().enumerate() {
        if index % MODULE == 0 {
            let _ = write!(text, "mod m{} {{ use super::*; ", index / MODULE);
        }
        let end = if index % MODULE == MODULE - 1 || index == all.len() - 1 { " }\n" } else { "\n" };
        if !is_there[index] {
            text.push_str(end);
            continue;
        }
        let mut modes = String::new();
        for (place, own) in call.modes.iter().enumerate() {
            let _ = write!(modes, ", a{place} {place} {}", own.source());
        }
        let is_lent = |hole: usize| call.is_law && call.modes.get(hole).is_some_and(|own| own.name == 'R');
        let body =
            filled(&call.text, |hole| if is_lent(hole) { format!("(*a{hole})") } else { format!("a{hole}") });
        let _ = write!(
            text,
            "pub fn o{index}(c: Call) -> Out {{ take!(c{modes}); {}!({body}) }}{end}",
            if call.is_whole { "whole" } else { "absorb" },
        );
    }
    let _ = writeln!(text, "{}\npub fn fill(t: &mut Table) {{", behind.unwrap_or_default());
    for index in some {
        let _ = writeln!(text, "    t.add(N[{index}], m{}::o{index});", index / MODULE);
    }
    for (number, _) in some.iter().enumerate().filter(|(_, index)| all[**index].is_getter) {
        let _ = writeln!(text, "    t.getter({number});");
    }
    text + if behind.is_some() { "} }\n" } else { "}\n" }
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), Error> {
    if std::fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    let parent = path.parent().unwrap_or(path);
    std::fs::create_dir_all(parent)
        .and_then(|()| std::fs::write(path, text))
        .map_err(|error| Error::Input(format!("{}: {error}", path.display())))
}

/// Returns the lines of a file, behind the first `head` ones, that do not compile, with what rustc
/// says of each.
pub(crate) fn check(folder: &Path, file: &str, head: usize) -> Result<BTreeMap<usize, String>, Error> {
    let name = file.strip_prefix("src/bin/").and_then(|own| own.strip_suffix(".rs"));
    let name = name.unwrap_or("everycase-driver");
    let (is_right, messages, errors) =
        cargo(folder, &["check", "--quiet", "--message-format", "json", "--bin", name])?;
    let mut wrong = BTreeMap::new();
    let mut other = String::new();
    for message in &messages {
        let own = &message["message"];
        if message["reason"] != "compiler-message" || own["level"] != "error" {
            continue;
        }
        let lines = lines_of(own, file, head);
        if lines.is_empty() && !own["spans"].as_array().is_none_or(Vec::is_empty) {
            other += own["rendered"].as_str().unwrap_or_default();
        }
        let text = own["message"].as_str().unwrap_or_default();
        for line in lines {
            wrong.entry(line).or_insert_with(|| text.to_owned());
        }
    }
    if is_right {
        return Ok(BTreeMap::new());
    }
    if wrong.is_empty() {
        let text = if other.is_empty() { errors } else { other };
        return Err(Error::Input(format!("the crate does not build:\n{}", shortened(&text))));
    }
    Ok(wrong)
}

/// Returns the calls at which a message points: at its primary places, or else at any.
fn lines_of(message: &Value, file: &str, head: usize) -> BTreeSet<usize> {
    let spans = message["spans"].as_array().map_or(&[][..], |own| own);
    let of = |span: &Value| -> Option<usize> {
        let mut span = span;
        loop {
            let is_call = span["file_name"].as_str().is_some_and(|own| own.ends_with(file));
            if is_call && let Some(line) = span["line_start"].as_u64() {
                return (line as usize).checked_sub(head + 1);
            }
            span = span.get("expansion")?.get("span")?;
        }
    };
    let primary: BTreeSet<usize> =
        spans.iter().filter(|own| own["is_primary"] == true).filter_map(of).collect();
    if primary.is_empty() { spans.iter().filter_map(of).collect() } else { primary }
}

/// Returns the chosen calls that have a constant for which a generic function of the crate does not
/// compile. What calls that function is code of the crate, too, so no place tells the call.
fn of_constants(messages: &[Value], lines: &[Candidate], chosen: &[usize]) -> BTreeSet<usize> {
    let told = messages.iter().filter_map(|own| own["message"]["message"].as_str());
    let functions =
        told.filter_map(|own| own.split_once("was encountered while instantiating").map(|own| own.1));
    let constants: BTreeSet<&str> = functions.flat_map(constants_of).collect();
    let has_one = |text: &str| constants_of(text).any(|own| constants.contains(own));
    let is_wrong = |index: &usize| {
        let own = &lines[*index];
        has_one(&own.text) || own.modes.iter().any(|own| has_one(&own.ty))
    };
    chosen.iter().copied().filter(is_wrong).collect()
}

/// Returns the numbers among the type arguments in a text.
fn constants_of(text: &str) -> impl Iterator<Item = &str> {
    let is_number = |own: &str| !own.is_empty() && own.bytes().all(|byte| byte.is_ascii_digit());
    let arguments = text.split('<').skip(1).flat_map(|own| own.split(['>', ',']));
    arguments.map(str::trim).filter(move |own| is_number(own))
}

/// A build of a program.
enum Built {
    Program(PathBuf),
    /// What the compiler says, and that for readers.
    Wrong {
        messages: Vec<Value>,
        text: String,
    },
}

/// Builds a program of the driver's package.
fn built(folder: &Path, name: &str, counters: &Counters) -> Result<Built, Error> {
    let arguments = ["build", "--quiet", "--message-format", "json", "--bin", name];
    let (is_right, messages, errors) = cargo_with(folder, &arguments, counters.wrapper())?;
    if !is_right {
        let of_errors = messages.iter().filter(|own| own["message"]["level"] == "error");
        let rendered = of_errors.filter_map(|own| own["message"]["rendered"].as_str());
        let text: String = rendered.chain([&*errors]).collect();
        let text = format!("the crate does not build:\n{}", shortened(&text));
        return Ok(Built::Wrong { messages, text });
    }
    let program = messages.iter().rev().find_map(|own| own["executable"].as_str());
    let missing = || Error::Tool("cargo names no program that it has built".to_owned());
    program.map(|own| Built::Program(PathBuf::from(own))).ok_or_else(missing)
}

/// Builds a program of the driver's package.
pub(crate) fn compile(folder: &Path, name: &str) -> Result<PathBuf, Error> {
    match built(folder, name, &Counters::None)? {
        Built::Program(program) => Ok(program),
        Built::Wrong { text, .. } => Err(Error::Input(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::Mode;

    #[test]
    fn calls_with_a_constant_that_a_function_is_refused_for_are_left_out() {
        let call = |text: &str, ty: &str| Candidate {
            text: text.to_owned(),
            modes: vec![Mode::new('R', ty)],
            ..Candidate::default()
        };
        let lines = [
            call("krate::Map::<i32, (), 1>::new()", "u8"),
            call("krate::Map::<i32, (), 16>::new()", "u8"),
            call("krate::len($0$)", "krate::Set<i32, 1>"),
            call("krate::at($0$, 1)", "krate::Set<i32, 16>"),
        ];
        let told =
            "the above error was encountered while instantiating `fn Map::<i32, (), State<u8>, 1>::new`";
        let messages = [serde_json::json!({ "message": { "message": told } })];
        assert_eq!(of_constants(&messages, &lines, &[0, 1, 2, 3]), [0, 2].into());
        assert_eq!(of_constants(&messages, &lines, &[1, 3]), BTreeSet::new());
    }
}
