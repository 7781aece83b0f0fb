//! `everycase explore`: the ways to crash the functions of a program; `everycase accept`: which of
//! them are known.

mod accepted_errors;
pub(crate) mod accepted_file;
pub(crate) mod crates;
pub(crate) mod loaded;
mod programs;
mod source;
pub(crate) mod suites;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use everycase_check::control::stop::Stop;
use everycase_check::files;
use everycase_check::records::Record;
use everycase_check::report::recorder::Recorder;
use everycase_check::report::{About, Detail};
use everycase_check::settings::{Plan, Settings};
use everycase_check::text::{duration, nearest, number};
use everycase_explore::explore::{self, Exploration, Options};
use everycase_explore::fault::Identity;
use everycase_explore::library::Library;
use everycase_explore::module::{self, LeftOut, Reason};
use everycase_explore::progress::Receiver;
use everycase_explore::report::{Report, Run, UncallableFunction};
use everycase_explore::strategy;

use self::accepted_errors::AcceptedErrors;
use self::loaded::LoadedModule;
use self::programs::{LoadedPrograms, Summary};
use crate::args::{CoverageView, Explore, Format, Kind, Strategy, SuiteView, misplaced};
use crate::console::{self, Progress};
use crate::exit::Exit;
use crate::{interrupt, program, report};

/// What happens to errors that are known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum KnownErrors {
    /// They are not told.
    Quiet,
    /// All errors are, from now on.
    Written,
}

pub(crate) fn run(command: &Explore, known: KnownErrors) -> Exit {
    match crates::named(&command.words) {
        Ok(Some(source)) => {
            return match misplaced(&command.given, Kind::Crate) {
                Some(wrong) => console::wrong(&wrong),
                None => crates::run(command, &source, known),
            };
        }
        Ok(None) => {
            if let Some(wrong) = misplaced(&command.given, Kind::Program) {
                return console::wrong(&wrong);
            }
        }
        Err(message) => return console::wrong(&message),
    }
    let keeps_suite = command.save.is_some() || command.emit.is_some() || command.mutants;
    if command.common.shard.is_some() && (keeps_suite || command.suite == Some(SuiteView::All)) {
        return console::wrong("--shard: a part of a run cannot make a suite; leave it out");
    }
    let (paths, names) = program::paths_and_names(&command.words, &[program::PUN]);
    if command.properties && !names.is_empty() {
        return console::wrong("--properties tests all properties: name no functions, or leave it out");
    }
    let interrupt = interrupt::of_command(|| {});
    let exit = match programs::load(&paths, &names, command) {
        Ok(loaded) => explore_all(&loaded, interrupt.stop(), known),
        Err(exit) => exit,
    };
    interrupt::exit(&interrupt).unwrap_or(exit)
}

/// Explores programs one after the other, and prints a summary of several.
fn explore_all(loaded: &LoadedPrograms<'_>, stop: &Stop, known: KnownErrors) -> Exit {
    let LoadedPrograms { programs, unable, exit } = loaded;
    let mut exit = *exit;
    let mut summary = Summary { unable: *unable, ..Summary::default() };
    let Some(common) = programs.first().map(|own| own.command.common) else { return exit };
    if known == KnownErrors::Quiet
        && let Err(exit) = programs.iter().try_for_each(|exploring| exploring.prepare(stop))
    {
        return exit;
    }
    for exploring in programs {
        if stop.is_wanted() {
            break;
        }
        exit = exit.max(exploring.run(stop, known, &mut summary));
    }
    let is_one = programs.len() as u64 + unable == 1;
    if !is_one && known == KnownErrors::Quiet && common.format == Format::Text && !common.quiet {
        let how = if stop.is_wanted() { "interrupted; " } else { "" };
        console::print(&format!("\n{how}{}\n", summary.words()));
    }
    exit
}

/// Returns what prints up to `most` errors when they are found, without those that are accepted.
fn announcer(accepted: BTreeMap<Identity, u64>, most: usize) -> Receiver {
    let left = Mutex::new((accepted, most));
    Box::new(move |fault, expression| {
        let (accepted, most) = &mut *left.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = accepted.get_mut(&fault.identity()).filter(|known| **known > 0) {
            *known -= 1;
        } else if *most > 0 {
            *most -= 1;
            console::complain(&format!("found: {expression} ==> {}\n", fault.brief()));
        }
    })
}

struct Exploring<'a> {
    command: &'a Explore,
    own: LoadedModule,
    /// The functions to test, by their indices.
    functions: Vec<u32>,
    /// Whether these were named by the user.
    is_chosen: bool,
}

impl<'a> Exploring<'a> {
    /// Loads the program, or tells what is wrong with it or with the options.
    fn new(path: PathBuf, command: &'a Explore) -> Result<Self, Exit> {
        let mut own = LoadedModule::new(path, &command.expressions, command.common)?;
        own.settings = Settings { records: command.records.clone(), ..Settings::default() }.or(own.settings);
        let functions = own.module.tested().collect();
        Ok(Self { command, own, functions, is_chosen: false })
    }

    /// Returns the name of a function or property.
    fn name_of(&self, function: u32) -> &str {
        let name = &*self.own.module.signature().functions[function as usize].name;
        name.strip_prefix(module::PROPERTY).unwrap_or(name)
    }

    /// Returns what its records are about.
    fn about(&self) -> About {
        About {
            name: "explore".to_owned(),
            module: self.own.file.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            file: program::name(&self.own.file),
            line: 1,
        }
    }

    /// Returns the functions that nothing can call; none if the user has named functions to test.
    fn not_called(&self) -> Vec<UncallableFunction> {
        let of = |own: &LeftOut| match &own.reason {
            Reason::NoValues(ty) => {
                Some(UncallableFunction { function: own.name.to_string(), ty: ty.to_string() })
            }
            Reason::Chooses | Reason::Draws => None,
        };
        let left_out = self.own.module.left_out().iter().filter(|_| !self.is_chosen);
        left_out.filter_map(of).collect()
    }

    /// Prepares the records of the exploration, and checks that its files can be written.
    fn prepare(&self, stop: &Stop) -> Result<(), Exit> {
        console::prepare(&self.own.plan(stop), &self.about(), self.command.records.as_deref())?;
        for (option, path) in
            [("--html", &self.command.html), ("--save", &self.command.save), ("--emit", &self.command.emit)]
        {
            let Some(path) = path else { continue };
            files::check(path)
                .map_err(|error| console::wrong(&console::not_written(option, path, &error)))?;
        }
        Ok(())
    }

    /// Explores the program and adds what was found to the summary.
    fn run(&self, stop: &Stop, known: KnownErrors, summary: &mut Summary) -> Exit {
        let plan = self.own.plan(stop);
        let about = self.about();
        let mut accepted = match AcceptedErrors::read(&self.own.file) {
            Ok(accepted) => accepted,
            Err(message) => {
                summary.unable += 1;
                return console::wrong(&message);
            }
        };
        let mut recorder = Recorder::new(&plan, &about);
        let announces = (known == KnownErrors::Quiet && self.shows_progress() && Progress::is_seen())
            .then(|| announcer(accepted.numbers(), self.command.errors));
        let found = self.explore(&plan, announces);
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                summary.unable += 1;
                let exit = Exit::of_error(&error);
                console::complain(&format!("error: {}: {error}\n", about.file));
                if exit == Exit::Bug {
                    console::complain(console::BUG);
                }
                return exit;
            }
        };
        if known == KnownErrors::Written {
            return self.accept(&mut accepted, &found);
        }
        let report = Report {
            accepted: accepted.numbers(),
            most: self.command.errors,
            not_called: self.not_called(),
            ..Report::new(about.file.clone(), self.described(&plan), found, self.own.module.signature())
        };
        let (told, again) = explore::split(&report.findings, &report.accepted);
        let gone = accepted.remove_gone(&self.own.program, self.own.limits, &again);
        let told = told.len();
        summary.programs += 1;
        summary.functions += self.functions.len() as u64;
        summary.errors += told as u64;
        summary.accepted += (report.findings.len() - told) as u64;
        self.print_report(&report, &mut recorder);
        self.print_coverage();
        let exit = self.write_page(&report).max(self.process_suite(stop));
        if !self.is_chosen && self.command.common.verbose {
            // The report tells those that nothing can call.
            let left_out = self.own.module.left_out().iter();
            for left_out in left_out.filter(|own| !matches!(own.reason, Reason::NoValues(_))) {
                self.note(&format!("not tested: {left_out}"));
            }
        }
        // A run that tests some functions, or is interrupted, tells nothing about others.
        for note in gone {
            self.note(&note);
        }
        let exit = exit.max(console::end_of_records(&recorder, self.command.records.as_deref()));
        if told > 0 { exit.max(Exit::Found) } else { exit }
    }

    /// Prints which expressions of the program were evaluated, if that is wanted.
    fn print_coverage(&self) {
        let command = self.command;
        if let (Some(how), Format::Text) = (command.coverage, command.common.format) {
            let coverage = self.own.module.coverage();
            let text = match how {
                CoverageView::Summary => coverage.summary(),
                CoverageView::Source => {
                    let files = coverage.modules.iter().map(|module| module.file);
                    let color = console::is_coloured_output(command.common.color);
                    files.map(|file| coverage.annotated(file, color)).collect()
                }
            };
            console::print(&format!("\n{text}"));
        }
    }

    /// Writes the page of the exploration, if that is wanted.
    fn write_page(&self, report: &Report) -> Exit {
        let Some(path) = &self.command.html else { return Exit::Nothing };
        let groups = [
            ("Exploration", vec![report::exploration(report)]),
            ("Evaluated expressions", source::shown(&self.own.module.coverage())),
        ];
        let about = "What was found, what was run, and what of the program was evaluated.";
        let title = format!("Exploration of {}", report.name);
        let page = report::page(title, about.to_owned(), groups, Vec::new());
        match files::replace(path, &page.html()) {
            Ok(()) => Exit::Nothing,
            Err(error) => console::wrong(&console::not_written("--html", path, &error)),
        }
    }

    /// Returns whether the command tells how far it is, if there is a terminal.
    fn shows_progress(&self) -> bool {
        let common = self.command.common;
        common.format == Format::Text && !common.quiet && !self.command.trace
    }

    fn explore(
        &self,
        plan: &Plan,
        announces: Option<Receiver>,
    ) -> Result<Exploration, everycase_check::check::CheckError> {
        let common = self.command.common;
        let progress = Arc::<everycase_explore::progress::Progress>::default();
        let options = Options {
            limit: NonZeroUsize::MAX,
            strategy: match self.command.strategy {
                Strategy::Size => strategy::Strategy::Size,
                Strategy::Split => strategy::Strategy::Split,
            },
            trace: self.command.trace.then(|| -> everycase_explore::trace::Lines {
                match common.format {
                    Format::Text => Box::new(|line| console::print(&format!("{line}\n"))),
                    Format::Json => Box::new(|line| {
                        let record = Record::new("exploration", "trace").with("line", line);
                        console::print(&(record.line() + "\n"));
                    }),
                }
            }),
            progress: Arc::clone(&progress),
            announces,
            ..Options::default()
        };
        let _shown = Progress::begin(self.shows_progress(), move |time| {
            let runs = number::counted(progress.runs(), "run");
            format!("exploring: {runs}, size {}, {}", progress.size(), duration::show(time))
        });
        explore::explore(&self.own.module, &self.functions, plan, options)
    }

    /// Adds the errors to those that are known.
    fn accept(&self, accepted: &mut AcceptedErrors, found: &Exploration) -> Exit {
        let (new, known) = explore::split(&found.findings, &accepted.numbers());
        let added = new.len();
        let gone = accepted.remove_gone(&self.own.program, self.own.limits, &known).len();
        match accepted.write(&new) {
            Ok(path) if !self.command.common.quiet => {
                let added = number::counted(added as u64, "error");
                console::print(&format!(
                    "{added} accepted, {} known before, {gone} gone: {}\n",
                    known.len(),
                    path.display()
                ));
                Exit::Nothing
            }
            Ok(_) => Exit::Nothing,
            Err(message) => console::wrong(&message),
        }
    }

    /// Returns what parts of this exploration have in common.
    fn described(&self, plan: &Plan) -> Run {
        let Explore { expressions, strategy, .. } = self.command;
        Run {
            seed: plan.seed,
            budget: plan.budget,
            program: self.own.module.fingerprint(),
            options: format!("{}, strategy {strategy:?}", expressions.described()),
            functions: self.own.module.signature().names(&self.functions),
        }
    }

    fn print_report(&self, report: &Report, recorder: &mut Recorder) {
        let common = self.command.common;
        let records = report.records();
        match common.format {
            Format::Json => {
                console::print(&records.iter().map(|record| record.line() + "\n").collect::<String>());
            }
            Format::Text if common.quiet && report.told().is_empty() => {}
            Format::Text => {
                let detail = if common.verbose { Detail::Full } else { Detail::Brief };
                console::print(&report.text(detail));
            }
        }
        if report.is_interrupted() {
            recorder.leave(&records);
        } else {
            recorder.add(&records);
        }
    }

    fn note(&self, text: &str) {
        if !self.command.common.quiet {
            console::complain(&format!("note: {text}\n"));
        }
    }
}

/// Returns the functions to test, by their indices: all, or the functions with these names. The
/// only program must have all of them; one of several programs need not.
fn chosen(exploring: &Exploring<'_>, names: &[String], is_alone: bool) -> Result<Vec<u32>, String> {
    let file = program::name(&exploring.own.file);
    let module = &exploring.own.module;
    let mut all: Vec<u32> = module.tested().collect();
    if exploring.command.properties {
        all.retain(|function| module.is_property(*function));
        if all.is_empty() {
            return Err(format!("there are no properties in {file}"));
        }
    }
    if all.is_empty() {
        let why: Vec<String> = module.left_out().iter().map(|own| format!("\n  {own}")).collect();
        return Err(format!("{file} exports no function that can be tested{}", why.concat()));
    }
    if names.is_empty() {
        return Ok(all);
    }
    let is_known = |name: &&String| all.iter().any(|function| exploring.name_of(*function) == **name);
    if let Some(wanted) = names.iter().find(|name| is_alone && !is_known(name)) {
        if let Some(own) = module.left_out().iter().find(|own| *own.name == **wanted) {
            return Err(format!("`{wanted}` of {file} cannot be tested: {}", own.reason));
        }
        let names: Vec<&str> = all.iter().map(|function| exploring.name_of(*function)).collect();
        let names = program::listed(&names, nearest(wanted, &names));
        return Err(format!("{file} exports no function `{wanted}`: it exports {names}"));
    }
    all.retain(|function| names.iter().any(|name| name == exploring.name_of(*function)));
    Ok(all)
}
