//! Values that satisfy a predicate: how large they can be (Paper III, sections 6.1, 6.2 and 6.4).
//!
//! `cargo bench --bench sampling [-- --seconds 300 --program BST --plots]`: growing sizes.
//! `cargo bench --bench sampling -- --points [--seconds 300]`: only the points
//! that have a target.

use std::path::Path;
use std::time::Duration;

use everycase::Enumerable;
use everycase::lazy::Inspect;
use everycase_benches::clock::{flag, measuring, option, span, text};
use everycase_benches::memory::bytes;
use everycase_benches::plot::{self, Line, Panel};
use everycase_benches::sampling::{End, Generator, Limits, Point, Subject};
use everycase_benches::subjects::{BST, PROGRAM, PROGRAM_135, PROGRAM_1345, STLC};
use everycase_benches::table::Table;

/// Draws values of a size.
type Draw = Box<dyn Fn(Generator, u32, &Limits) -> Point>;

/// A program with its predicate, and what is known of it.
struct Program {
    name: &'static str,
    file: &'static str,
    first: u32,
    step: u32,
    /// The largest size published of each generator.
    published: [&'static str; 4],
    draw: Draw,
}

impl Program {
    fn new<T: Enumerable + Inspect>(
        name: &'static str,
        file: &'static str,
        (first, step): (u32, u32),
        published: [&'static str; 4],
        subject: Subject<T>,
    ) -> Self {
        let draw =
            Box::new(move |generator, size, limits: &Limits| subject.draw(generator, size, limits, drop));
        Self { name, file, first, step, published, draw }
    }
}

fn programs() -> [Program; 5] {
    [
        Program::new("BST", "bst", (12, 4), ["-", "-", "-", "none"], BST),
        Program::new("STLC", "stlc", (8, 1), ["23", "28", "-", "none"], STLC),
        Program::new("Program 1, 2, 3, 4, 5", "program-12345", (8, 1), ["-", "15", "13", "none"], PROGRAM),
        Program::new("Program 1, 3, 4, 5", "program-1345", (8, 2), ["-", "30", "13", "none"], PROGRAM_1345),
        Program::new("Program 1, 3, 5", "program-135", (8, 2), ["-", "30", "31", "none"], PROGRAM_135),
    ]
}

/// A point with a target.
struct Goal {
    program: usize,
    generator: Generator,
    size: u32,
    seconds: f64,
    memory: Option<usize>,
}

const GIB: usize = 1 << 30;

fn goals() -> Vec<Goal> {
    let goal = |program, generator, size, seconds| Goal { program, generator, size, seconds, memory: None };
    let (uniform, bounded, unbounded) = (Generator::Uniform, Generator::BOUNDED, Generator::UNBOUNDED);
    vec![
        goal(1, uniform, 23, 5.0),
        Goal { memory: Some(GIB), ..goal(1, uniform, 28, 60.0) },
        goal(1, uniform, 30, 300.0),
        goal(0, uniform, 60, 1.5),
        goal(0, uniform, 72, 30.0),
        goal(1, bounded, 28, 5.0),
        goal(1, unbounded, 36, 60.0),
        goal(0, unbounded, 120, 60.0),
        goal(2, uniform, 24, 300.0),
        goal(2, bounded, 24, 300.0),
        goal(2, unbounded, 24, 300.0),
    ]
}

fn main() {
    if measuring() {
        let limits =
            Limits { values: 2000, time: Duration::from_secs(option("seconds", 300)), memory: 4 * GIB };
        if flag("points") {
            points(&programs(), &limits);
        } else {
            sizes(&limits, u32::MAX);
        }
    } else {
        let limits = Limits { values: 20, time: Duration::from_millis(20), memory: GIB };
        sizes(&limits, 12);
    }
}

/// Every program, generator after generator, each to the first size beyond its limits.
fn sizes(limits: &Limits, largest: u32) {
    let wanted = text("program");
    let mut summary = Table::new([
        "largest size of which 2,000 values are drawn",
        "uniform",
        "published",
        "backtracking 10k",
        "published",
        "backtracking",
        "published",
        "naive",
        "published",
    ]);
    for program in programs() {
        if wanted.as_ref().is_some_and(|name| name != program.name) {
            continue;
        }
        let sweeps = Generator::ALL.map(|generator| sweep(&program, generator, limits, largest));
        print(&program, &sweeps);
        let reached = sweeps.iter().zip(program.published).flat_map(|(sweep, published)| {
            let largest = completed(sweep).map(|point| point.size).max();
            [largest.map_or_else(|| "none".to_owned(), |size| size.to_string()), published.to_owned()]
        });
        summary.row([program.name.to_owned()].into_iter().chain(reached));
        if measuring() && flag("plots") {
            plot(&program, &sweeps, limits);
        }
    }
    summary.print();
}

fn sweep(program: &Program, generator: Generator, limits: &Limits, largest: u32) -> Vec<Point> {
    let mut points = Vec::new();
    // Small sizes follow each other closely, large ones in proportion.
    let next = |size: &u32| Some(size + (size / 32).next_multiple_of(program.step).max(program.step));
    for size in std::iter::successors(Some(program.first), next).take_while(|size| *size <= largest) {
        let point = (program.draw)(generator, size, limits);
        let ended = !matches!(point.end, End::Done | End::Empty);
        if measuring() {
            eprintln!("{}, {}, size {size}: {}", program.name, generator.name(), cell(&point));
        }
        points.push(point);
        if ended {
            break;
        }
    }
    points
}

fn completed(sweep: &[Point]) -> impl Iterator<Item = &Point> {
    sweep.iter().filter(|point| point.end == End::Done)
}

/// A row for each size, a column for each generator.
fn print(program: &Program, sweeps: &[Vec<Point>; 4]) {
    let [uniform, bounded, unbounded, naive] = Generator::ALL.map(Generator::name);
    let mut table = Table::new([program.name, &uniform, &bounded, &unbounded, &naive]);
    let mut sizes: Vec<u32> = sweeps.iter().flatten().map(|point| point.size).collect();
    sizes.sort_unstable();
    sizes.dedup();
    for size in sizes {
        let cells = sweeps
            .iter()
            .map(|sweep| sweep.iter().find(|point| point.size == size).map_or_else(String::new, cell));
        table.row([size.to_string()].into_iter().chain(cells));
    }
    table.print();
}

/// Time, runs, what was learned and the process's peak of memory; the limit that was hit.
fn cell(point: &Point) -> String {
    let Point { done, time, runs, learned, peak, end, .. } = point;
    let peak = peak.map_or_else(|| "?".to_owned(), bytes);
    let took = format!("{}, {}, {} ({peak})", span(*time), count(*runs), bytes(*learned as u64));
    match end {
        End::Done => took,
        End::Time => format!("**time** at {done}: {took}"),
        End::Memory => format!("**memory** at {done}: {took}"),
        End::Empty => "no values".to_owned(),
        End::Uncounted => "**2^4096 values**".to_owned(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "a figure with three digits")]
fn count(runs: u64) -> String {
    match runs {
        0..10_000 => runs.to_string(),
        10_000..10_000_000 => format!("{:.0} k", runs as f64 / 1e3),
        _ => format!("{:.0} M", runs as f64 / 1e6),
    }
}

/// Time and memory against the size.
#[expect(clippy::cast_precision_loss, reason = "a figure")]
fn plot(program: &Program, sweeps: &[Vec<Point>; 4], limits: &Limits) {
    let lines = |quantity: &dyn Fn(&Point) -> f64| {
        let named = Generator::ALL.iter().zip(sweeps);
        let line = |(generator, sweep): (&Generator, &Vec<Point>)| {
            let points = completed(sweep).map(|point| (point.size, quantity(point)));
            Line { name: generator.name(), points: points.filter(|&(_, value)| value > 0.0).collect() }
        };
        named.map(line).collect()
    };
    let mebibyte = f64::from(1 << 20);
    let seconds = limits.time.as_secs_f64();
    let panels = [
        Panel {
            quantity: "processor time (s)",
            lines: lines(&|point| point.time.as_secs_f64()),
            limit: seconds,
            limit_name: format!("limit: {seconds} s"),
        },
        Panel {
            quantity: "memory for what was learned (MiB)",
            lines: lines(&|point| point.learned as f64 / mebibyte),
            limit: limits.memory as f64 / mebibyte,
            limit_name: format!("limit: {}", bytes(limits.memory as u64)),
        },
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/plots");
    let path = folder.join(format!("sampling-{}.svg", program.file));
    let title = format!("{}: {} values of one size", program.name, limits.values);
    let written = std::fs::create_dir_all(&folder)
        .map_err(Into::into)
        .and_then(|()| plot::write(&path, &title, &panels));
    if let Err(error) = written {
        eprintln!("{}: {error}", path.display());
    }
}

/// Only the points that have a target.
fn points(programs: &[Program], limits: &Limits) {
    let mut table = Table::new([
        "2,000 values",
        "generator",
        "size",
        "time, runs, learned (peak of the process)",
        "target",
        "met",
    ]);
    for goal in goals() {
        let program = &programs[goal.program];
        let point = (program.draw)(goal.generator, goal.size, limits);
        let within = point.end == End::Done
            && point.time.as_secs_f64() < goal.seconds
            && goal.memory.is_none_or(|most| point.peak.unwrap_or(point.learned as u64) <= most as u64);
        let met = if within {
            "yes"
        } else if point.end == End::Time && limits.time.as_secs_f64() < goal.seconds {
            "time was shorter"
        } else {
            "no"
        };
        let memory = goal.memory.map_or_else(String::new, |most| format!(", {}", bytes(most as u64)));
        eprintln!("{}, {}, size {}: {}", program.name, goal.generator.name(), goal.size, cell(&point));
        table.row([
            program.name.to_owned(),
            goal.generator.name(),
            goal.size.to_string(),
            cell(&point),
            format!("< {} s{memory}", goal.seconds),
            met.to_owned(),
        ]);
    }
    table.print();
}
