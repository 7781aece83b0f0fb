//! Compiles uniform well-typed terms with and without optimisation: do they still do the same?
//!
//! See the module documentation of `everycase_studies`, and `docs/case-studies.md` for what it finds.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::process::ExitCode;

use clap::Parser;
use everycase_check::control::stop::Stop;
use everycase_studies::compiler_hunt::{
    Abort, Audience, Compiler, Figures, Found, Grammar, Pair, Plan, Printing, Scoping, Side, Term, Type,
    campaign, explain, one, report,
};
use everycase_studies::hunt::{Progress, grouped, interrupt};

/// Compiles uniform well-typed terms with and without optimisation: do they still do the same?
///
/// Draws terms from lists of integers to lists of integers, each of a size with equal probability, prints them as
/// Rust, and compiles them with rustc (or with what RUSTC names) at opt-level 0 and 3, overflow checks on. A term that
/// behaves differently is made small and shown as a program.
///
/// The exit status is 1 if there is a difference, 3 if there is no compiler, 130 after Ctrl-C, which reports what was
/// done until then.
#[derive(Parser)]
#[command(name = "compiler_hunt", after_help = EXAMPLES)]
struct Arguments {
    /// How many terms to draw
    #[arg(long, value_name = "N", default_value_t = 1000)]
    terms: u64,
    /// Their sizes, each as often as the others
    #[arg(long, value_name = "A..B", default_value = "20..40", value_parser = sizes)]
    size: RangeInclusive<u32>,
    /// Of the draws
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many compilers to run at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// How many terms to compile at a time
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    batch: u64,
    /// Draw terms that need not use the variables they bind
    #[arg(long)]
    unused: bool,
    /// Plant a difference, to see it found: what is optimised is printed without the operands that `seq` only forces
    #[arg(long)]
    plant: bool,
}

const EXAMPLES: &str = "\
Examples, in the folder `studies`:
  cargo run --release --example compiler_hunt
  cargo run --release --example compiler_hunt -- --terms 4000 --size 20..50 --seed 7
  cargo run --release --example compiler_hunt -- --plant --terms 100";

/// No variable is bound where this many are in use: environments grow in number, and terms in size only.
const SCOPE: usize = 4;

/// Terms of this size nest no deeper than the compiler follows.
const LARGEST: u32 = 100;

fn sizes(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let size = |text: &str| text.parse().ok().filter(|size| (1..=LARGEST).contains(size));
    match (size(least), size(most)) {
        (Some(least), Some(most)) if least <= most => Ok(least..=most),
        _ => Err(format!("sizes are given as 30 or as 20..40, from 1 to {LARGEST}")),
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let interrupt = interrupt::listen();
    let compiler = match Compiler::find(interrupt.stop().clone()) {
        Ok(compiler) => compiler,
        Err(stop) => {
            return fail(
                3,
                &format!("the compiler that RUSTC names, or else rustc, cannot be run: {}", text(&stop)),
            );
        }
    };
    match hunt(&arguments, compiler, interrupt.stop()) {
        Ok(figures) if figures.interrupted => ExitCode::from(interrupt::status(&interrupt)),
        Ok(figures) => ExitCode::from(u8::from(figures.total().different > 0)),
        Err(stop) => fail(2, &text(&stop)),
    }
}

fn fail(status: u8, message: &str) -> ExitCode {
    eprintln!("compiler_hunt: {message}");
    ExitCode::from(status)
}

fn text(stop: &Abort) -> String {
    match stop {
        Abort::Interrupted => "interrupted".to_owned(),
        Abort::Io(error) => error.to_string(),
        Abort::Space(error) => error.to_string(),
    }
}

fn hunt(arguments: &Arguments, compiler: Compiler, interrupt: &Stop) -> Result<Figures, Abort> {
    let scoping = if arguments.unused { Scoping::Any } else { Scoping::Used };
    let grammar = Grammar::new(Type::List, Type::List, scoping, SCOPE);
    let optimised = if arguments.plant { Printing::Planted } else { Printing::Faithful };
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let plan = Plan {
        terms: arguments.terms,
        sizes: arguments.size.clone(),
        seed: arguments.seed,
        jobs: arguments.jobs.map_or_else(processors, usize::from),
        batch: arguments.batch,
    };
    let variables = if arguments.unused { "variables may go unused" } else { "every bound variable is used" };
    println!(
        "{}, opt-level 0 and 3, overflow checks on\nterms list integer -> list integer, {variables}, seed {}, {} jobs\n",
        compiler.version(),
        plan.seed,
        plan.jobs,
    );
    let plain = Side { level: 0, printing: Printing::Faithful };
    let pair = Pair { compiler, sides: [plain, Side { level: 3, printing: optimised }] };
    let mut terminal = Terminal { progress: Progress::default(), terms: plan.terms, shown: Vec::new() };
    let figures = campaign(&grammar, &pair, &plan, interrupt, &mut terminal)?;
    terminal.progress.clear();
    let report = report(&grammar, &figures)?;
    // Ctrl-C also ends what reads the output, such as `tee`: then output has no reader.
    match io::stdout().write_all(report.as_bytes()) {
        Err(error) if !figures.interrupted => Err(error.into()),
        _ => Ok(figures),
    }
}

struct Terminal {
    progress: Progress,
    terms: u64,
    /// The differences, to show none twice.
    shown: Vec<String>,
}

impl Audience for Terminal {
    fn progress(&mut self, figures: &Figures) {
        let total = figures.total();
        let (done, all) = (grouped(&total.terms), grouped(&self.terms));
        self.progress.say(|| format!("{done} of {all} terms, {} differ", total.different));
    }

    fn found(&mut self, found: &Found) {
        self.progress.clear();
        let (drawn, term) = (found.term.size(), found.smallest.to_string());
        let mut out = io::stdout();
        // Without a reader of its output, the hunt still ends as it should.
        let _ = writeln!(
            out,
            "== A difference at size {drawn}, at size {} once made small",
            found.smallest.size()
        );
        if self.shown.contains(&term) {
            let _ = writeln!(out, "as before: {term}\n");
            return;
        }
        let [list, plain, optimised] = explain(&found.both);
        let _ = writeln!(out, "{term}\non {list}\n  opt-level 0: {plain}\n  opt-level 3: {optimised}\n");
        let _ = writeln!(out, "{}", one(&found.smallest, Printing::Faithful));
        self.shown.push(term);
    }

    fn refused(&mut self, term: &Term, why: &str) {
        self.progress.clear();
        let _ = writeln!(io::stdout(), "== Refused by the compiler: {why}\n{term}\n");
    }
}
