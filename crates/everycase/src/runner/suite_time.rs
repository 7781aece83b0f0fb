//! The time of a suite, divided among the properties of a test binary.
//!
//! Each property that has neither a time nor a number of tests of its own takes what the others
//! leave. Which others there are, and what they take, is known from the last run: a file beside the
//! binary has a line for each property, with the time that it took, unless that was all its time. A
//! property that needs less than an equal share leaves the rest
//! to the others, so 30 s for 300 properties, 100 of which are done at once, are 150 ms for each
//! other one. Without a last run a property has the default.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

use everycase_check::check::{CheckResult, Ending};
use everycase_check::files;
use everycase_check::settings::Plan;
use everycase_check::text::duration;
use everycase_kernel::sorted::{self, SortedMap};

use super::run::{Keep, Test};

/// The directory of the files, beside the test binary.
const DIRECTORY: &str = "everycase-suite";

/// A property whose last run is older than that of the latest one by this is not there any more.
const STALE: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// A file with more than this number of lines for each property is written anew.
const LINES: usize = 16;

/// The last runs of the properties of a binary, by name.
type LastRuns = SortedMap<String, LastRun>;

/// The last run of a property.
#[derive(Debug, Clone, PartialEq, Eq)]
struct LastRun {
    /// When it was, from the epoch of Unix.
    at: Duration,
    /// The time it needs; `None` if its time or a failure ended it.
    needs: Option<Duration>,
    /// Which run of the whole suite it belongs to, in one word.
    suite: String,
}

impl Test<'_> {
    /// Gives the property its share of the time of the suite, if it has one.
    pub(super) fn divide_suite_time(&mut self, plan: &mut Plan) {
        let Some(suite) = plan.suite_time else { return };
        let runs = file().and_then(|file| fs::read_to_string(file).ok()).map(|text| read(&text));
        // What this run of the suite has done so far is not the whole.
        let runs = runs.map(|runs| last(runs.into_iter().filter(|(_, run)| run.suite != this_run())));
        let runs = runs.unwrap_or_default();
        if runs.is_empty() {
            let whole = duration::show(suite);
            self.notes
                .push(format!("the first run of a suite of {whole}: each property has its default time"));
            return;
        }
        let share = share(suite, &runs, &self.suite_name());
        let number = runs.len() + usize::from(!runs.has(&self.suite_name()));
        self.notes.push(plan.take_share(suite, share, number as u64));
    }

    /// Keeps the time that the property needs, for the next run of the suite; `None` for a run in
    /// another process.
    pub(super) fn keep_suite_time(&mut self, plan: &Plan, checked: Option<&CheckResult>) {
        if plan.suite_time.is_none() || plan.replay.is_some() {
            return;
        }
        let needs = match checked.map(|checked| (checked.ended, checked.time)) {
            Some((Ending::Interrupted, _)) => return,
            None | Some((Ending::Time | Ending::Failure, _)) => None,
            Some((_, time)) => Some(time),
        };
        let at = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let Some(file) = file() else { return };
        let run = LastRun { at, needs, suite: this_run().to_owned() };
        if let Err(why) = keep(&file, &self.suite_name(), &run) {
            self.notes.push(format!("the time of the suite is not kept: {}: {why}", file.display()));
        }
    }

    /// Returns the name of the property in the file. Several checks may be in one test.
    fn suite_name(&self) -> String {
        match self.keep {
            Keep::File => self.site.full_name(),
            Keep::Nothing => format!("{}:{}", self.site.full_name(), self.site.line),
        }
    }
}

/// Returns the file of this binary. Its name is without the hash at its end, which changes with
/// what it is built from.
fn file() -> Option<PathBuf> {
    let binary = std::env::current_exe().ok()?;
    let name = binary.file_stem()?.to_str()?;
    let name = match name.rsplit_once('-') {
        Some((name, hash)) if hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()) => name,
        _ => name,
    };
    Some(binary.with_file_name(DIRECTORY).join(name))
}

/// Returns a word for this run of the suite: all processes of one run of nextest have the same.
fn this_run() -> &'static str {
    static RUN: OnceLock<String> = OnceLock::new();
    RUN.get_or_init(|| {
        let nextest = std::env::var("NEXTEST_RUN_ID").ok().filter(|run| !run.contains(char::is_whitespace));
        nextest.unwrap_or_else(|| {
            let start = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            format!("{}-{}", process::id(), start.as_micros())
        })
    })
}

/// Returns the runs in a file, the latest last. Lines that cannot be read are left out.
fn read(text: &str) -> Vec<(String, LastRun)> {
    text.lines().filter_map(line).collect()
}

/// Returns the last one of the runs of each property that is still there.
fn last(runs: impl Iterator<Item = (String, LastRun)>) -> LastRuns {
    let mut runs: LastRuns = runs.collect();
    let latest = runs.values().map(|run| run.at).max().unwrap_or_default();
    runs.retain(|run| run.at + STALE >= latest);
    runs
}

/// Reads a line: when it was, what it needs in microseconds or `-`, its suite, and the name.
fn line(line: &str) -> Option<(String, LastRun)> {
    let mut words = line.splitn(4, ' ');
    let at = Duration::from_secs(words.next()?.parse().ok()?);
    let needs = match words.next()? {
        "-" => None,
        micros => Some(Duration::from_micros(micros.parse().ok()?)),
    };
    let suite = words.next()?.to_owned();
    Some((words.next()?.to_owned(), LastRun { at, needs, suite }))
}

fn written(name: &str, run: &LastRun) -> String {
    let needs = run.needs.map_or_else(|| "-".to_owned(), |needs| needs.as_micros().to_string());
    format!("{} {needs} {} {name}\n", run.at.as_secs(), run.suite)
}

/// Appends the run of a property to the file. Other processes may do so at the same time.
fn keep(file: &Path, name: &str, run: &LastRun) -> io::Result<()> {
    if let Some(directory) = file.parent() {
        fs::create_dir_all(directory)?;
    }
    OpenOptions::new().create(true).append(true).open(file)?.write_all(written(name, run).as_bytes())?;
    let text = fs::read_to_string(file)?;
    // Of each property the last run in this suite, and the last one before it.
    let (own, before): (Vec<_>, Vec<_>) =
        read(&text).into_iter().partition(|(_, other)| other.suite == run.suite);
    let kept: Vec<_> =
        [before, own].into_iter().flat_map(|runs| last(runs.into_iter()).into_entries()).collect();
    if text.lines().count() > LINES * kept.len() {
        let anew: Vec<String> = kept.iter().map(|(name, run)| written(name, run)).collect();
        files::replace(file, &anew.concat())?;
    }
    Ok(())
}

/// Returns the share of a property in the time of a suite with these last runs. It is one of them,
/// or one more.
fn share(suite: Duration, runs: &LastRuns, name: &str) -> Duration {
    let others: Vec<_> = runs.iter().filter(|(other, _)| *other != name).map(|(_, run)| run.needs).collect();
    let mut needs: Vec<Duration> = others.iter().flatten().copied().collect();
    sorted::sort_by(&mut needs, Duration::cmp);
    let (mut rest, mut sharing) = (suite, others.len() as u32 + 1);
    for need in needs {
        if need > rest / sharing {
            break;
        }
        (rest, sharing) = (rest.saturating_sub(need), sharing - 1);
    }
    rest / sharing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(needs: &[Option<u64>]) -> LastRuns {
        let run = |needs: Option<u64>| LastRun {
            at: Duration::ZERO,
            needs: needs.map(Duration::from_millis),
            suite: "before".to_owned(),
        };
        needs.iter().enumerate().map(|(number, needs)| (number.to_string(), run(*needs))).collect()
    }

    #[test]
    fn properties_that_need_less_leave_the_rest_to_the_others() {
        for (suite, needs, of_the_first) in [
            (1_000, &[None][..], 1_000),
            (1_000, &[None, None], 500),
            (1_000, &[None, Some(100), None], 450),
            (1_000, &[Some(1), None, None], 333),
            (1_000, &[None, Some(900)], 500),
            (1_000, &[None, Some(0), Some(0), Some(700), None], 333),
            (30_000, &[None; 300], 100),
        ] {
            let share = share(Duration::from_millis(suite), &runs(needs), "0");
            assert_eq!(share.as_millis(), of_the_first, "{suite} {needs:?}");
        }
        // One that was not there is one more.
        assert_eq!(share(Duration::from_secs(1), &runs(&[None]), "new").as_millis(), 500);
    }

    #[test]
    fn the_shares_of_all_are_the_time_of_the_suite_at_most() {
        let mut seed = 1u64;
        for _ in 0..2_000 {
            let mut next = |n: u64| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (seed >> 33) % n
            };
            let needs: Vec<Option<u64>> =
                (0..=next(9)).map(|_| Some(next(400)).filter(|need| *need < 300)).collect();
            let (suite, all) = (Duration::from_millis(300 + next(2_000)), runs(&needs));
            let takes = |(name, run): (&String, &LastRun)| {
                let share = share(suite, &all, name);
                run.needs.map_or(share, |needs| needs.min(share))
            };
            assert!(all.iter().map(takes).sum::<Duration>() <= suite, "{suite:?} {needs:?}");
        }
    }

    #[test]
    fn a_file_has_the_last_run_of_each_property_and_is_written_anew_when_it_is_long() {
        let directory = std::env::temp_dir().join(format!("everycase-suite-{}", std::process::id()));
        let file = directory.join("own");
        let run = |second, needs| LastRun {
            at: Duration::from_secs(second),
            needs,
            suite: format!("suite-{second}"),
        };
        for second in 0..200 {
            keep(&file, "a b", &run(second, None)).unwrap();
            keep(&file, "c", &run(second, Some(Duration::from_millis(second)))).unwrap();
        }
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.lines().count() <= 4 * LINES + 2, "{text}");
        let of_last = [
            ("a b".to_owned(), run(199, None)),
            ("c".to_owned(), run(199, Some(Duration::from_millis(199)))),
        ];
        assert_eq!(last(read(&text).into_iter()), LastRuns::from_iter(of_last));
        // The run before the last one is there, too.
        let before = last(read(&text).into_iter().filter(|(_, run)| run.suite != "suite-199"));
        assert_eq!(before.get("c"), Some(&run(198, Some(Duration::from_millis(198)))));
        // What is damaged is left out, and so is what was not run for a week.
        keep(&file, "new", &run(200 + STALE.as_secs(), None)).unwrap();
        let text = format!("what\n3 - \nx - y z\n{}", fs::read_to_string(&file).unwrap());
        assert_eq!(last(read(&text).into_iter()).keys().collect::<Vec<_>>(), ["new"]);
        fs::remove_dir_all(&directory).unwrap();
    }
}
