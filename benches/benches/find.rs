//! Planted bugs: which tool finds which, within which time, after how many tests, and what it shows.
//!
//! `cargo bench --bench find --features hegel [-- --part open|held|all] [--set planted|published|etna|all]
//! [--case NAME] [--tool NAME] [--quick] [--jobs 2]`
//!
//! Each run has a process of its own, so that its processor time is its own and a crash ends only that run.

use std::io::Read;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use everycase_benches::clock::{flag, measuring, option, text};
use everycase_benches::find::case::{Case, Version};
use everycase_benches::find::cases;
use everycase_benches::find::measure::{Effort, LIMITS, Measured, Order, mean, median};
use everycase_benches::find::tools::Tool;
use everycase_benches::find::trial::{Budget, LONGEST_SHRINK, Trial};
use everycase_benches::table::Table;

/// The stack of a run: trees of some thousand nodes are judged recursively.
const STACK: usize = 1 << 28;

fn main() {
    // How deeply inputs nest is measured by a test that runs alone. Here it is not: the limit is the
    // one of inputs of which nothing is known.
    if flag("exact") {
        return;
    }
    if let Some(name) = text("trial") {
        run_here(&name);
        return;
    }
    let cases = chosen_cases();
    let tools: Vec<Tool> = Tool::ALL
        .iter()
        .copied()
        .filter(|tool| text("tool").is_none_or(|name| name == tool.name()))
        .collect();
    let results = measure(&cases, &tools);
    by_tool(&cases, &tools, &results);
    by_area(&cases, &tools, &results);
    by_case(&cases, &tools, &results);
}

/// Returns the cases that the command line asks for.
fn chosen_cases() -> Vec<Case> {
    let part = text("part").unwrap_or_else(|| "open".to_owned());
    let is_in_part = |case: &Case| part == "all" || case.held == (part == "held");
    let mut cases = match text("set").as_deref() {
        Some("planted") => cases::planted(),
        Some("published") => cases::published(),
        Some("etna") => cases::etna(),
        None | Some("all") => cases::all(),
        Some(other) => {
            panic!("no set of cases `{other}`; the sets are `planted`, `published`, `etna` and `all`")
        }
    };
    match text("case") {
        Some(name) => cases.retain(|case| case.name == name),
        None => cases.retain(is_in_part),
    }
    // Without `--bench` the program is only tried.
    cases.truncate(if measuring() { usize::MAX } else { 1 });
    cases
}

fn effort() -> Effort {
    let is_short = flag("quick") || !measuring();
    let longest = if is_short { LIMITS[1] } else { LIMITS[2] };
    Effort { seeds: option("seeds", if is_short { 1 } else { 5 }), longest }
}

/// What came of each case with each tool; `None` where the tool needs a form of the property that there is not.
type Results = Vec<Vec<Option<Measured>>>;

/// Makes all runs, some at the same time, and tells of the progress.
fn measure(cases: &[Case], tools: &[Tool]) -> Results {
    let pairs: Vec<(usize, usize)> =
        (0..cases.len()).flat_map(|case| (0..tools.len()).map(move |tool| (case, tool))).collect();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let results = Mutex::new(vec![vec![None; tools.len()]; cases.len()]);
    std::thread::scope(|scope| {
        for _ in 0..option("jobs", 2) {
            scope.spawn(|| {
                while let Some((case, tool)) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let measured = pair(&cases[*case], tools[*tool]);
                    results.lock().expect("no thread panics")[*case][*tool] = measured;
                    let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                    eprintln!("{done} of {}: {}, {}", pairs.len(), cases[*case].name, tools[*tool].name());
                }
            });
        }
    });
    results.into_inner().expect("no thread panics")
}

/// Makes the runs of a case with a tool.
fn pair(case: &Case, tool: Tool) -> Option<Measured> {
    let mut measured = Measured::default();
    for order in effort().orders(tool) {
        match run_apart(case, tool, order) {
            Ran::Ended(trial) => measured.runs.push((order, Some(trial))),
            Ran::Crashed => measured.runs.push((order, None)),
            Ran::None => return None,
        }
    }
    Some(measured)
}

/// How a run ended.
enum Ran {
    Ended(Trial),
    /// Its process ended before it, or went on for too long.
    Crashed,
    /// There was none to make.
    None,
}

/// Makes a run in a process of its own.
fn run_apart(case: &Case, tool: Tool, order: Order) -> Ran {
    let own = std::env::current_exe().expect("this program has a path");
    let (seed, millis) = (order.seed.to_string(), order.limit.as_millis().to_string());
    let arguments = ["--trial", case.name, "--tool", tool.name(), "--seed", &seed, "--millis", &millis];
    let child = Command::new(own).args(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut child = child.expect("this program can be started");
    let mut stdout = child.stdout.take().expect("it is a pipe");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        let _ = stdout.read_to_string(&mut text);
        text
    });
    // A busy machine slows it down.
    let longest = (order.limit + LONGEST_SHRINK) * 5;
    let start = Instant::now();
    while child.try_wait().is_ok_and(|status| status.is_none()) {
        if start.elapsed() > longest {
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let text = reader.join().unwrap_or_default();
    let last = text.lines().last().unwrap_or_default();
    match Trial::parse(last) {
        Some(trial) => Ran::Ended(trial),
        None if last == "none" => Ran::None,
        None => Ran::Crashed,
    }
}

/// Makes the run of the command line in this process.
fn run_here(name: &str) {
    let case = cases::all().into_iter().find(|case| case.name == name).expect("there is such a case");
    let wanted = text("tool").unwrap_or_default();
    let tool = *Tool::ALL.iter().find(|tool| tool.name() == wanted).expect("there is such a tool");
    let budget = Budget { time: Duration::from_millis(option("millis", 1000)), tests: u64::MAX };
    let run = move || case.subject.attempt(tool, Version::Wrong, option("seed", 1), budget);
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(run).expect("a thread can be started");
    let trial = thread.join().expect("the run does not panic");
    println!("{}", trial.map_or_else(|| "none".to_owned(), |trial| trial.line()));
}

/// Returns what came of a case; for the lazy and the generic form, of the plain one where there is no other.
fn result<'a>(tools: &[Tool], results: &'a [Option<Measured>], tool: usize) -> Option<(Tool, &'a Measured)> {
    let plain = tools.iter().position(|tool| *tool == Tool::Everycase);
    let used = if results[tool].is_none() && matches!(tools[tool], Tool::Lazy | Tool::Generic) {
        plain?
    } else {
        tool
    };
    Some((tools[used], results[used].as_ref()?))
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.0} %", 100.0 * share))
}

fn number(number: Option<impl ToString>) -> String {
    number.map_or_else(|| "-".to_owned(), |number| number.to_string())
}

/// Returns the mean share of seeds that find within a limit.
fn share<'a>(all: impl Iterator<Item = (Tool, &'a Measured)>, limit: Duration) -> Option<f64> {
    let shares: Vec<f64> = all.filter_map(|(tool, measured)| measured.found_within(tool, limit)).collect();
    mean(&shares)
}

fn by_tool(cases: &[Case], tools: &[Tool], results: &Results) {
    let heads =
        ["tool", "cases", "found in 0.1 s", "1 s", "10 s", "median tests", "size shown", "of common cases"];
    let mut table = Table::of(heads.map(String::from));
    let common: Vec<usize> = (0..cases.len())
        .filter(|case| {
            (0..tools.len())
                .all(|i| result(tools, &results[*case], i).is_some_and(|(_, m)| m.shown().is_some()))
        })
        .collect();
    for (i, tool) in tools.iter().enumerate() {
        let all = || results.iter().filter_map(|row| result(tools, row, i));
        // A case that is not found takes more tests than any.
        let tests = all().map(|(_, measured)| measured.tests().unwrap_or(u64::MAX)).collect();
        let shown = all().filter_map(|(_, measured)| measured.shown()).collect();
        let of_common =
            common.iter().filter_map(|case| result(tools, &results[*case], i)?.1.shown()).collect();
        let name = match tool {
            Tool::Everycase => "everycase, derives alone",
            Tool::Lazy => "everycase, `Lazy` where there is a form of it",
            Tool::Generic => "everycase, generic where there is a form of it",
            other => other.name(),
        };
        table.row(
            [name.to_owned(), all().count().to_string()]
                .into_iter()
                .chain(LIMITS.map(|limit| percent(share(all(), limit))))
                .chain([
                    number(median(tests).filter(|tests| *tests < u64::MAX)),
                    number(median::<usize>(shown)),
                    number(median::<usize>(of_common)),
                ]),
        );
    }
    table.print();
    println!("Common cases, found by all: {} of {}.\n", common.len(), cases.len());
}

fn by_area(cases: &[Case], tools: &[Tool], results: &Results) {
    let heads = ["area, found in 1 s", "cases"].into_iter().chain(tools.iter().map(|tool| tool.name()));
    let mut table = Table::of(heads.map(str::to_owned));
    let mut areas: Vec<&str> = cases.iter().map(|case| case.area).collect();
    areas.dedup();
    for area in areas {
        let rows = || cases.iter().zip(results).filter(|(case, _)| case.area == area).map(|(_, row)| row);
        let found = (0..tools.len())
            .map(|i| percent(share(rows().filter_map(|row| result(tools, row, i)), LIMITS[1])));
        table.row([area.to_owned(), rows().count().to_string()].into_iter().chain(found));
    }
    table.print();
}

/// Median tests, seeds that find within a second, length of the counterexample.
fn by_case(cases: &[Case], tools: &[Tool], results: &Results) {
    let heads = ["case"].into_iter().chain(tools.iter().map(|tool| tool.name()));
    let mut table = Table::of(heads.map(str::to_owned));
    for (case, row) in cases.iter().zip(results) {
        let cells = tools.iter().zip(row).map(|(tool, measured)| {
            let Some(measured) = measured else { return String::new() };
            if measured.has_crashed() {
                return "crash".to_owned();
            }
            let (within, at_last) =
                (measured.found_within(*tool, LIMITS[1]), measured.found_within(*tool, LIMITS[2]));
            match (within, at_last) {
                (Some(0.0), Some(0.0) | None) => "not found".to_owned(),
                (Some(0.0), Some(_)) => "in 10 s".to_owned(),
                (within, _) => {
                    format!("{}; {}; {}", number(measured.tests()), percent(within), number(measured.shown()))
                }
            }
        });
        table.row([case.name.to_owned()].into_iter().chain(cells));
    }
    table.print();
}
