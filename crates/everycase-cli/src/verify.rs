//! `everycase verify`: proofs that generators produce all values of their coverage types, and
//! values that they cannot produce.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use everycase_check::control::stop::Stop;
use everycase_check::files;
use everycase_check::records::Records;
use everycase_check::report::Detail;
use everycase_check::settings::shard::Shard;
use everycase_check::settings::{DEFAULT_TIME, Settings};
use everycase_check::text::duration;
use everycase_check::text::number::{counted, small};
use everycase_verify::bounds::Bounds;
use everycase_verify::proof::{NoSolver, Solver};
use everycase_verify::repair::repair;
use everycase_verify::rust::{self, Notation, RustProgram};
use everycase_verify::verdict::Verdict;
use everycase_verify::verification::Verification;
use everycase_verify::verifier::{Generator, Verifier};

use pun::core::Program;

use crate::args::{Format, Verify};
use crate::console::{self, Progress};
use crate::exit::Exit;
use crate::program::File;
use crate::{interrupt, program};

pub(crate) fn run(command: &Verify) -> Exit {
    let (paths, names) = program::paths_and_names(&command.words, &ENDINGS);
    if command.fix && paths.iter().any(|path| program::is_input(path)) {
        return console::wrong("--fix cannot edit standard input");
    }
    let interrupt = interrupt::of_command(|| {});
    let exit = match load(&paths, &names, command) {
        Ok((programs, exit)) => exit.max(verify(command, &programs, interrupt.stop())),
        Err(exit) => exit,
    };
    interrupt::exit(&interrupt).unwrap_or(exit)
}

/// The extensions of files with generators.
const ENDINGS: [&str; 2] = [program::PUN, program::RUST];

/// A program and the generators to verify.
struct LoadedProgram {
    /// The name of its file.
    file: String,
    verifier: Verifier,
    settings: Settings,
    /// The indices of the generators.
    chosen: Vec<usize>,
}

/// Loads programs, and reports those that cannot be verified.
fn load(paths: &[PathBuf], names: &[String], command: &Verify) -> Result<(Vec<LoadedProgram>, Exit), Exit> {
    let mut programs = Vec::new();
    let mut exit = Exit::Nothing;
    let mut known: Vec<String> = Vec::new();
    let files = program::files(paths, &ENDINGS, program::PROGRAMS)?;
    for file in &files {
        let (loaded, wrong) = load_one(file, names, command);
        exit = exit.max(wrong);
        if let Some(loaded) = loaded {
            known.extend(loaded.verifier.generators().iter().map(|own| own.name().to_owned()));
            if !loaded.chosen.is_empty() {
                programs.push(loaded);
            }
        }
    }
    match names.iter().find(|name| !known.contains(name)) {
        // The generator may be in a program that is wrong.
        Some(_) if exit != Exit::Nothing => Err(exit),
        Some(name) => {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let what = format!("generator `{name}` with a coverage type");
            let place = program::Place::of(files.iter().map(|file| &*file.path));
            Err(console::wrong(&place.has_no(&what, name, &known)))
        }
        None if programs.is_empty() && exit == Exit::Nothing => {
            let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
            let help = "write one beside a generator: `generator name : (n : integer | 0 <= n) -> [v : type | formula] .`, \
                        in Rust `#[generator(given = 0 <= n, covers = |v| ..)]`";
            Err(console::wrong(&format!("there is no coverage type in {}: {help}", paths.join(", "))))
        }
        None => Ok((programs, exit)),
    }
}

/// Returns a program with its generators to verify, unless it has an error, and whether something
/// is wrong with the file.
fn load_one(file: &File, names: &[String], command: &Verify) -> (Option<LoadedProgram>, Exit) {
    let (program, notation, exit) = match read(file, command) {
        Ok(Some(read)) => read,
        Ok(None) => return (None, Exit::Nothing),
        Err(exit) => return (None, exit),
    };
    match prepare(&file.path, names, command, program, notation) {
        Ok(loaded) => (Some(loaded), exit),
        Err(wrong) => (None, exit.max(wrong)),
    }
}

/// Reads a file, and reports what is wrong with it. Of a file of Rust some generators may be left.
/// One that was found in a directory and has none is not read at all.
fn read(file: &File, command: &Verify) -> Result<Option<(Program, Notation, Exit)>, Exit> {
    let File { path, is_named } = file;
    if !program::has_ending(path, &[program::RUST]) {
        return Ok(Some((program::load(path, command.common)?, Notation::default(), Exit::Nothing)));
    }
    let text = fs::read_to_string(path)
        .map_err(|error| console::wrong(&format!("{}: {error}", program::name(path))))?;
    if !is_named && !text.contains("generator(") {
        return Ok(None);
    }
    let RustProgram { loaded, notation } = rust::read(&program::name(path), &text)
        .map_err(|error| console::wrong(&format!("{}: {error}", program::name(path))))?;
    program::print_diagnostics(&loaded.sources, &loaded.diagnostics, command.common.color);
    let exit = if loaded.diagnostics.is_empty() { Exit::Nothing } else { Exit::Usage };
    loaded.program.map(|program| Some((program, notation, exit))).ok_or(Exit::Usage)
}

fn prepare(
    path: &Path,
    names: &[String],
    command: &Verify,
    program: Program,
    notation: Notation,
) -> Result<LoadedProgram, Exit> {
    let environment = Settings::from_env().map_err(|error| console::wrong(&error.to_string()))?;
    let own = program::settings(path).map_err(|error| console::wrong(&error.to_string()))?;
    let settings = Settings { records: command.records.clone(), ..command.common.settings() };
    let settings = settings.or(environment).or(own);
    let sources = program.sources.clone();
    let verifier = Verifier::written(program, notation).map_err(|problems| {
        program::print_diagnostics(&sources, &problems, command.common.color);
        Exit::Usage
    })?;
    let all = verifier.generators().iter().enumerate();
    let is_chosen = |name: &str| names.is_empty() || names.iter().any(|chosen| chosen == name);
    let chosen: Vec<usize> =
        all.filter(|(_, generator)| is_chosen(generator.name())).map(|(number, _)| number).collect();
    Ok(LoadedProgram { file: program::name(path), verifier, settings, chosen })
}

/// Verifies programs on several threads and reports their generators in order.
fn verify(command: &Verify, programs: &[LoadedProgram], stop: &Stop) -> Exit {
    let common = command.common;
    if let Some(path) = programs.iter().find_map(|loaded| loaded.settings.records.as_ref())
        && let Err(error) = Records::to(path).create()
    {
        return console::wrong(&console::no_records(&error.to_string(), command.records.as_deref()));
    }
    let is_wanted = command.bounded.is_none() && !programs.is_empty();
    let solver = if is_wanted { solver(command, stop).map(Some) } else { Ok(None) };
    let shard = common.shard.unwrap_or(Shard::WHOLE);
    let is_own = |(position, _): &(u64, _)| position % shard.of() == shard.index();
    let own: Vec<&LoadedProgram> = (0..).zip(programs).filter(is_own).map(|(_, own)| own).collect();
    let count: usize = own.iter().map(|loaded| loaded.chosen.len()).sum();
    let (next, done) = (AtomicUsize::new(0), Arc::new(AtomicUsize::new(0)));
    let _progress = {
        let (done, of) = (Arc::clone(&done), counted(count as u64, "generator"));
        Progress::begin(common.format == Format::Text && !common.quiet, move |time| {
            format!("verified {} of {of}, {}", done.load(Ordering::Relaxed), duration::show(time))
        })
    };
    let printer = Mutex::new(Telling::new(command, &own));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(loaded) = own.get(number) else { return };
            let solver = solver.as_ref().ok().and_then(Option::as_ref);
            let mut proofs = solver.and_then(|solver| loaded.verifier.proofs(solver));
            let mut all = Vec::new();
            for generator in &loaded.chosen {
                if stop.is_wanted() {
                    break;
                }
                let generator = &loaded.verifier.generators()[*generator];
                let bounds = loaded.bounds(command, stop);
                let mut verified = loaded.verifier.verify(generator, &bounds, proofs.as_mut());
                let missing = verified.bounded.as_ref().ok().and_then(|bounded| bounded.missing.first());
                verified.repair = missing.and_then(|missing| repair(generator, missing, solver, stop));
                all.push(verified);
                done.fetch_add(1, Ordering::Relaxed);
            }
            printer.lock().unwrap_or_else(PoisonError::into_inner).print_all(number, all);
        }
    };
    let jobs = common.jobs.or_else(|| programs.first()?.settings.jobs).unwrap_or(1);
    thread::scope(|scope| {
        for _ in 1..jobs.min(own.len() as u64) {
            scope.spawn(work);
        }
        work();
    });
    let printer = printer.into_inner().unwrap_or_else(PoisonError::into_inner);
    let needs_solver = printer.needs_solver();
    let exit = printer.end(count);
    match solver {
        Err(missing) if needs_solver => exit.max(no_solver(&missing)),
        _ => exit,
    }
}

/// The time of a query. A proof may take eight times that.
const QUERY: Duration = Duration::from_millis(400);

fn solver(command: &Verify, stop: &Stop) -> Result<Solver, NoSolver> {
    Solver::find(command.solver_time.unwrap_or(QUERY), command.dump_smt2.as_deref(), stop)
}

/// Says that nothing was proved, and how to change that.
fn no_solver(missing: &NoSolver) -> Exit {
    console::complain(&format!(
        "note: nothing was proved: there is no solver: {missing}; install z3, or name a solver in \
         EVERYCASE_SOLVER; --bounded N needs none\n"
    ));
    Exit::MissingTool
}

impl LoadedProgram {
    fn bounds(&self, command: &Verify, stop: &Stop) -> Bounds {
        let size = command.bounded.or(self.settings.size);
        let time = self.settings.time.or(command.bounded.is_none().then_some(DEFAULT_TIME));
        Bounds { size, time, stop: stop.clone(), seed: self.settings.seed.unwrap_or(1) }
    }
}

/// Reports programs in their order, whichever of them is verified first.
struct Telling<'a> {
    command: &'a Verify,
    own: &'a [&'a LoadedProgram],
    /// What is known of the programs from `told` on.
    ready: BTreeMap<usize, Vec<Verification>>,
    told: usize,
    verdicts: Vec<Verdict>,
    /// The first problem with the file of records.
    problem: Option<String>,
    /// The files that were edited.
    fixed: BTreeSet<String>,
    exit: Exit,
}

impl<'a> Telling<'a> {
    fn new(command: &'a Verify, own: &'a [&'a LoadedProgram]) -> Self {
        Self {
            command,
            own,
            ready: BTreeMap::new(),
            told: 0,
            verdicts: Vec::new(),
            problem: None,
            fixed: BTreeSet::new(),
            exit: Exit::Nothing,
        }
    }

    fn print_all(&mut self, number: usize, all: Vec<Verification>) {
        self.ready.insert(number, all);
        while let Some(all) = self.ready.remove(&self.told) {
            let loaded = self.own[self.told];
            self.told += 1;
            for (generator, verified) in loaded.chosen.iter().zip(&all) {
                self.print_one(loaded, &loaded.verifier.generators()[*generator], verified);
            }
        }
    }

    fn print_one(&mut self, loaded: &LoadedProgram, generator: &Generator, verified: &Verification) {
        let (common, verdict) = (self.command.common, verified.verdict());
        self.verdicts.push(verdict);
        let record = generator.record(verified, &loaded.file);
        match common.format {
            Format::Json => console::print(&(record.line() + "\n")),
            Format::Text if common.quiet && !verdict.is_finding() => {}
            Format::Text => {
                let detail = if common.verbose { Detail::Full } else { Detail::Brief };
                console::print(&generator.text(verified, &loaded.file, detail));
            }
        }
        if let Some(path) = &loaded.settings.records
            && let Err(error) = Records::to(path).append(&record)
        {
            self.problem.get_or_insert(error.to_string());
        }
        // A second edit of a file would be one of its former text.
        if let Some(repair) = verified.repair.as_ref().filter(|_| self.command.fix)
            && self.fixed.insert(loaded.file.clone())
            && let Err(error) = files::replace(Path::new(&loaded.file), &repair.text)
        {
            self.exit = self.exit.max(console::wrong(&format!("{}: {error}", loaded.file)));
        }
    }

    /// Returns whether something was not decided by running.
    fn needs_solver(&self) -> bool {
        use Verdict::{Incomplete, Proved, Unsound, Vacuous};
        self.verdicts.iter().any(|verdict| !matches!(verdict, Proved | Incomplete | Unsound | Vacuous))
    }

    /// Reports how many generators there are of each verdict; returns the exit status.
    fn end(self, of: usize) -> Exit {
        let common = self.command.common;
        let mut exit = self.exit;
        if let Some(problem) = &self.problem {
            exit = exit.max(console::wrong(&console::no_records(problem, self.command.records.as_deref())));
        }
        if self.verdicts.len() > 1 && common.format == Format::Text && !common.quiet {
            console::print(&format!("\n{}\n", summary(&self.verdicts, of)));
        }
        let is_found = self.verdicts.iter().any(|verdict| verdict.is_finding());
        exit.max(if is_found { Exit::Found } else { Exit::Nothing })
    }
}

/// Returns how many generators there are of each verdict.
fn summary(verdicts: &[Verdict], of: usize) -> String {
    let all = [
        (Verdict::Proved, "proved"),
        (Verdict::Covers, "covered"),
        (Verdict::Incomplete, "incomplete"),
        (Verdict::Unsound, "unsound"),
        (Verdict::Crashes, "crashing"),
        (Verdict::Unproved, "not proved"),
        (Verdict::Undecided, "not known"),
        (Verdict::Vacuous, "without values"),
        (Verdict::NotRun, "not run"),
    ];
    let counts = all.iter().filter_map(|(verdict, word)| {
        let count = verdicts.iter().filter(|own| *own == verdict).count();
        (count > 0).then(|| format!("{} {word}", small(count as u64)))
    });
    let counts: Vec<String> = counts.collect();
    let rest = of - verdicts.len();
    let rest =
        if rest > 0 { format!("; interrupted, {} not verified", small(rest as u64)) } else { String::new() };
    format!("{}: {}{rest}", counted(verdicts.len() as u64, "generator"), counts.join(", "))
}
