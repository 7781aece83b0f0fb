//! The limits of the command: memory and processor time of processes, as Linux tells them.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

fn everycase(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_everycase"));
    command.args(arguments).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    command.env("NO_COLOR", "1").env("EVERYCASE_REGRESSIONS", "0");
    command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().expect("it runs")
}

/// The most memory that a process has held in bytes, asked until it ends.
fn peak(child: &mut Child) -> Option<u64> {
    let mut peak = None;
    while child.try_wait().expect("it can be asked").is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        peak = kibibytes.map(|kibibytes| kibibytes << 10).or(peak);
        thread::sleep(Duration::from_millis(2));
    }
    peak
}

#[test]
fn draws_of_all_sizes_together_stay_within_their_memory() {
    let mut child = everycase(&["check", "--tests", "40000", "examples/bst.pun", "-p", "union-keeps-order"]);
    let peak = peak(&mut child).expect("it takes a while");
    assert!(peak < (256 + 64) << 20, "{peak}");
}

#[test]
fn a_text_of_ten_megabytes_takes_less_than_500_megabytes() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("long.pun");
    let text = "a text of characters, ".repeat(10_000_000 / 22);
    let rest = "property beside n . n + 1 > n .\nproperty within . first text == 'a' .\n\
                first xs = case xs of ; x :: _ -> x ; [] -> 'z' .\n";
    fs::write(&file, format!("text = \"{text}\" .\n{rest}")).expect("a file");
    let file = file.to_str().expect("a path");
    for arguments in [
        &["check", file, "--tests", "1000", "-p", "beside"][..],
        &["check", file, "--tests", "10", "-p", "within"],
        &["run", file, "-e", "first text"],
        // It would write empty lines between the declarations.
        &["fmt", "--check", file],
    ] {
        let mut child = everycase(arguments);
        let peak = peak(&mut child).expect("it takes a while");
        let status = child.wait().expect("it has ended").code();
        assert!(peak < 500_000_000, "{arguments:?}: {peak} bytes");
        assert_eq!(status, Some(i32::from(arguments[0] == "fmt")), "{arguments:?}");
    }
}

/// Seconds of processor time that a process has used, told once it has ended.
fn seconds(mut child: Child) -> f64 {
    loop {
        let stat =
            fs::read_to_string(format!("/proc/{}/stat", child.id())).expect("it is not waited for yet");
        // The name of the program stands in parentheses, and may be anything.
        let fields: Vec<&str> = stat.rsplit(')').next().expect("a name").split_whitespace().collect();
        if fields[0] == "Z" {
            child.wait().expect("it has ended");
            let ticks = |field: &str| field.parse::<f64>().expect("a number");
            return (ticks(fields[11]) + ticks(fields[12])) / TICKS;
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Linux tells times in hundredths of a second.
const TICKS: f64 = 100.0;

/// Runs that take longer than all the time there is, and many of them.
const SLOW: &str = "
spin : integer -> integer -> integer .
spin n acc = if n <= 0 then acc else spin (n - 1) (acc + 1) .
big : integer -> integer .
big n = if n <= 0 then 1 else 1000000000000000000000 * big (n - 1) .
data tree = tip | fork tree tree .
full : integer -> tree .
full n = if n <= 0 then tip else (let t = full (n - 1) in [fork t t]) .
square : integer -> integer -> integer .
square n x = if n <= 0 then x else square (n - 1) (x * x) .
halve : integer -> integer -> integer .
halve n x = if n <= 0 then x else halve (n - 1) (x div (square 18 3)) .
property squares (n : integer) . square 40 (n + 3) > 0 .
property quotients (n : integer) . halve 1000000 (n + square 19 3) >= 0 .
unused : integer .
unused = square 60 3 .
property alike (_n : integer) . full 40 == full 40 .
property deep (n : integer) . spin n 0 >= 0 .
property long (n : integer) . spin (9000000 + n) 0 /= 1 .
property large (n : integer) . n >= 0 ==> big n >= 1 .
";

#[test]
fn runs_that_take_long_end_when_time_is_up() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("slow.pun");
    fs::write(&file, SLOW).expect("a file");
    let file = file.to_str().expect("a path");
    for property in ["alike", "deep", "long", "large", "squares", "quotients"] {
        let check = ["check", "--time", "300ms", "--jobs", "1", file, "-p", property];
        let seconds = seconds(everycase(&check));
        // The program is read, too, and the machine gives back its memory.
        assert!(seconds < 0.3 + 0.5, "{property}: {seconds}");
    }
}

#[test]
fn terms_are_counted_and_run_within_the_time() {
    let check = ["check", "--time", "300ms", "--jobs", "1", "--terms=all", "examples/sorting.pun"];
    let seconds = seconds(everycase(&[&check[..], &["-p", "insertion-sort-sorts"]].concat()));
    assert!(seconds < 0.3 + 0.5, "{seconds}");
}

/// True properties of lists whose spine alone is looked at. A search passes hundreds of sizes in no time, and draws of larger ones
/// then decide spines of hundreds of parts.
const SPINES: &str = "
property short (xs : list boolean) . length xs <= 2 ==> true .
property all (xs : list boolean) . length xs >= 0 .
property reversed (xs : list boolean) . length (reverse xs) == length xs .
property longer (b : boolean) (xs : list boolean) . length (b :: xs) == length xs + 1 .
property sometimes (xs : list boolean) . length xs mod 4 == 2 ==> length xs /= 3 .
property letters (s : list character) . length s == 3 ==> not (is-empty s) .
property pairs (ps : list (integer, integer)) . length ps == 3 ==> length ps < 4 .
property anything (xs : list a) . length xs <= 2 ==> length xs < 4 .
property never (xs : list boolean) . length xs == 1 && length xs == 2 ==> true .
";

#[test]
fn properties_of_lengths_hold_within_the_time() {
    let directory = tempfile::tempdir().expect("a directory");
    let [file, output] = ["spines.pun", "output"].map(|name| directory.path().join(name));
    fs::write(&file, SPINES).expect("a file");
    let file = file.to_str().expect("a path");
    let names = SPINES.lines().filter_map(|line| line.split(' ').nth(1));
    for name in names {
        let mut command =
            super::support::everycase(&["check", "--time", "1s", "--jobs", "1", file, "-p", name]);
        let child = command.stdout(fs::File::create(&output).expect("a file")).spawn().expect("it runs");
        let seconds = seconds(child);
        let text = fs::read_to_string(&output).expect("an output");
        let expected = if name == "never" { "not tested" } else { ": ok," };
        assert!(text.contains(expected), "{text}");
        assert!(seconds < 1.0 + 0.5, "{name}: {seconds}");
    }
}
