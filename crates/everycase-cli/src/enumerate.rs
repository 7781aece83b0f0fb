//! `everycase enumerate`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use everycase_check::control::stop::Stop;
use everycase_check::records::Record;
use everycase_check::settings::Settings;
use everycase_check::text::duration;
use everycase_check::text::number::{counted, number};
use everycase_kernel::{BigUint, Random, SeedableRng, SpaceError};
use pun::core::{Program, Type};
use pun::inputs::{Enumeration, Inputs};
use pun::load;
use pun::show::show;
use pun::value::Value;

use crate::args::{Enumerate, Format};
use crate::console::Progress;
use crate::exit::Exit;
use crate::interrupt;
use crate::{console, program};

/// The default number of values shown.
const MOST: u64 = 100;
/// The default size up to which values are counted, and of drawn values.
const SIZE: u32 = 20;
/// What random draws follow from where nothing is set.
const SEED: u64 = 1;

pub(crate) fn run(command: &Enumerate) -> Exit {
    let written = Arc::default();
    let last_words = {
        let (command, written) = (command.clone(), Arc::clone(&written));
        move || print_interruption(&command, &written)
    };
    let interrupt = interrupt::of_command(last_words);
    let program = match program::load(&command.file, command.common) {
        Ok(program) => program,
        Err(exit) => return exit,
    };
    let mut command = command.clone();
    match Settings::from_env().and_then(|set| Ok(set.or(program::settings(&command.file)?))) {
        Ok(settings) => command.common.seed = command.common.seed.or(settings.seed),
        Err(error) => {
            return console::wrong(&error.to_string());
        }
    }
    let (own, what) = (Arc::clone(&written), what(&command));
    let progress = Progress::begin(!command.common.quiet, move |time| {
        format!("{} so far, {}", counted(own.load(Ordering::Relaxed), what), duration::show(time))
    });
    let exit = values(program, &command, interrupt.stop(), &written);
    drop(progress);
    interrupt::exit(&interrupt).unwrap_or(exit)
}

/// Returns what is written on each line.
fn what(command: &Enumerate) -> &'static str {
    if command.which.count { "count" } else { "value" }
}

/// Reports how many values or counts were written before a signal.
fn print_interruption(command: &Enumerate, written: &AtomicU64) {
    let written = written.load(Ordering::Relaxed);
    let what = what(command);
    match command.common.format {
        Format::Text => {
            console::complain(&format!("interrupted after {}\n", counted(written, what)));
        }
        Format::Json => {
            let record = Record::new(what, "finish").with("type", command.ty.as_str());
            let record = record.with("outcome", "interrupted").with("written", written);
            console::print(&format!("{}\n", record.line()));
        }
    }
}

/// Shows the requested values of a type in the scope of a program, unless interrupted. Counts the
/// lines written.
pub(crate) fn values(mut program: Program, command: &Enumerate, stop: &Stop, written: &AtomicU64) -> Exit {
    let ty = match load::ty(&mut program, &command.ty) {
        Ok(ty) => ty,
        Err(diagnostics) => {
            program::print_diagnostics(&program.sources, &diagnostics, command.common.color);
            return Exit::Usage;
        }
    };
    let sources = program.sources.clone();
    let inputs = match Inputs::new(program, std::slice::from_ref(&ty)) {
        Ok(inputs) => inputs,
        Err(diagnostic) => {
            program::print_diagnostics(&sources, [&diagnostic], command.common.color);
            return Exit::Usage;
        }
    };
    let enumeration = inputs.enumeration(&ty);
    let values = Values { enumeration, inputs: &inputs, ty: &ty, command, stop, written };
    match values.print() {
        Ok(()) => Exit::Nothing,
        Err(Trouble::Stopped) => {
            print_interruption(command, written);
            Exit::Usage
        }
        Err(Trouble::Space(error)) => console::wrong(&error.to_string()),
    }
}

struct Values<'a> {
    enumeration: Enumeration,
    inputs: &'a Inputs,
    ty: &'a Type,
    command: &'a Enumerate,
    stop: &'a Stop,
    written: &'a AtomicU64,
}

/// Why no more values are shown.
enum Trouble {
    Space(SpaceError),
    Stopped,
}

impl From<SpaceError> for Trouble {
    fn from(error: SpaceError) -> Self {
        Self::Space(error)
    }
}

impl Values<'_> {
    fn print(&self) -> Result<(), Trouble> {
        let which = &self.command.which;
        if which.count {
            self.counts()
        } else if let Some(index) = &which.index {
            let value = self.enumeration.index(index)?;
            self.show(&value, None)
        } else if let Some(size) = which.of_size {
            self.of_size(size, u64::MAX).map(|_| ())
        } else if let Some(n) = which.sample {
            self.sample(n)
        } else {
            self.first()
        }
    }

    /// Shows the first values.
    fn first(&self) -> Result<(), Trouble> {
        let largest = self.enumeration.largest_size()?;
        let most = self.command.common.size.map_or(MOST, |_| u64::MAX);
        let (mut left, end) = (most, self.command.common.size.or(largest).unwrap_or(u32::MAX));
        for size in 0..=end.min(largest.unwrap_or(u32::MAX)) {
            let shown = self.of_size(size, left)?;
            left -= shown;
            if left == 0 {
                let rest = BigUint::from(shown) < self.enumeration.count(size)? || largest != Some(size);
                if rest && !self.command.common.quiet {
                    console::complain(&format!(
                        "these are the first {most}; --size N shows all up to a size\n"
                    ));
                }
                break;
            }
        }
        Ok(())
    }

    /// Shows the first values of a size; returns their number.
    fn of_size(&self, size: u32, most: u64) -> Result<u64, Trouble> {
        let (mut shown, mut outcome) = (0, Ok(()));
        if most > 0 {
            self.enumeration.of_size(size, |value| {
                shown += 1;
                outcome = self.show(&value, Some(size));
                outcome.is_ok() && shown < most
            })?;
        }
        outcome?;
        Ok(shown)
    }

    fn counts(&self) -> Result<(), Trouble> {
        let largest = self.enumeration.largest_size()?;
        let end = self.command.common.size.unwrap_or(largest.unwrap_or(SIZE).min(SIZE));
        for size in 0..=end {
            self.go_on()?;
            let count = self.enumeration.count(size)?;
            self.write(&match self.command.common.format {
                Format::Text => format!("{size:>4}  {}\n", number(&count)),
                Format::Json => {
                    let record = self.record("count").with("size", u64::from(size));
                    format!("{}\n", record.with("count", count.to_string()).line())
                }
            });
        }
        Ok(())
    }

    fn sample(&self, n: u64) -> Result<(), Trouble> {
        let largest = self.enumeration.largest_size()?;
        let size = self.command.common.size.unwrap_or(largest.unwrap_or(SIZE).min(SIZE));
        let mut sampler = self.enumeration.sampler()?;
        let mut random = Random::seed_from_u64(self.command.common.seed.unwrap_or(SEED));
        for _ in 0..n {
            self.show(&sampler.of_size(size, &mut random)?, Some(size))?;
        }
        Ok(())
    }

    fn go_on(&self) -> Result<(), Trouble> {
        if self.stop.is_wanted() { Err(Trouble::Stopped) } else { Ok(()) }
    }

    fn show(&self, value: &Value, size: Option<u32>) -> Result<(), Trouble> {
        self.go_on()?;
        let shown = show(self.inputs.program(), value, Some(self.ty));
        let text = match self.command.common.format {
            Format::Text => format!("{shown}\n"),
            Format::Json => {
                let mut record = self.record("value");
                if let Some(size) = size {
                    record = record.with("size", u64::from(size));
                }
                format!("{}\n", record.with("value", shown).line())
            }
        };
        self.write(&text);
        Ok(())
    }

    fn write(&self, line: &str) {
        console::print(line);
        self.written.fetch_add(1, Ordering::Relaxed);
    }

    fn record(&self, kind: &'static str) -> Record {
        Record::new(kind, "finish").with("type", self.command.ty.as_str())
    }
}
