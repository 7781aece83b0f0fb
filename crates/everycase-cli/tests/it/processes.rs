//! Effects that a transcript cannot show: files that are written and read.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::support::{everycase, text};

const CROWDED: &str = include_str!("../programs/crowded.pun");

#[test]
fn a_file_is_laid_out_where_it_is_and_stays_as_it_is_the_next_time() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("crowded.pun");
    fs::write(&file, CROWDED).expect("a file");
    let path = file.to_str().expect("a path");
    let status = |arguments: &[&str]| everycase(arguments).output().expect("it runs").status.code();
    assert_eq!(status(&["fmt", "--check", path]), Some(1));
    assert_eq!(fs::read_to_string(&file).expect("a file"), CROWDED, "--check changes nothing");
    assert_eq!(status(&["fmt", path]), Some(0));
    let formatted = fs::read_to_string(&file).expect("a file");
    assert_ne!(formatted, CROWDED);
    assert_eq!(status(&["fmt", "--check", path]), Some(0));
    assert_eq!(through_fmt(CROWDED).1, formatted);
}

/// What `everycase fmt -` makes of a text.
fn through_fmt(input: &str) -> (Option<i32>, String) {
    let mut child = everycase(&["fmt", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    let mut stdin = child.stdin.take().expect("an input");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), text(&output.stdout))
}

#[test]
fn what_is_wrong_is_not_laid_out() {
    let (status, printed) = through_fmt("f x = ( .\n");
    assert_eq!((status, &*printed), (Some(2), ""));
}

#[test]
fn a_file_that_is_no_text_is_an_error() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("latin.pun");
    fs::write(&file, b"// caf\xe9\n").expect("a file");
    let path = file.to_str().expect("a path");
    for command in ["check", "fmt", "run", "repl"] {
        let output = everycase(&[command, path]).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(!output.stderr.is_empty(), "{command}");
    }
}

#[test]
fn cargo_everycase_is_the_same_command() {
    let run = |first: &[&str]| -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-everycase"));
        command.args(first).arg("--version").output().expect("it runs")
    };
    for output in [run(&["everycase"]), run(&[])] {
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).starts_with("everycase "));
    }
}

/// Checks a program where failures are kept, and what that says.
fn check(program: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    check_with(program, arguments, &[])
}

fn check_with(program: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> (Option<i32>, String) {
    let output = everycase(&["check", program.to_str().expect("a path"), "--jobs", "1", "--tests", "5000"])
        .args(arguments)
        .env_remove("EVERYCASE_REGRESSIONS")
        .envs(environment.iter().copied())
        .output()
        .expect("it runs");
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

const WRONG: &str = "\
data tree = leaf | node tree integer tree .
size t = case t of ; leaf -> 0 ; [node l _ r] -> size l + size r + 1 .
digits n = if n == 0 then [] else int-range 0 9 :: digits (n - 1) .
property small (t : tree) . size t < 2 .
property drawn (xs from digits 3) (n : integer) . case xs of ; x :: _ -> x < 7 + n * n ; [] -> true .
property constant (f : integer -> boolean) . f 3 .
property holds (t : tree) . size t >= 0 .
";

#[test]
fn failures_are_kept_beside_the_program_and_tried_first() {
    let directory = tempfile::tempdir().expect("a directory");
    let (file, kept) = (directory.path().join("wrong.pun"), directory.path().join("everycase-regressions"));
    fs::write(&file, WRONG).expect("a file");
    let (status, first) = check(&file, &[]);
    assert_eq!(status, Some(1), "{first}");
    let saved = format!("  saved, to be run first next time: {}", kept.display());
    assert_eq!(first.matches(&saved).count(), 3, "{first}");
    let lines = fs::read_to_string(&kept).expect("a file");
    let entries: Vec<_> = lines.lines().filter(|line| line.starts_with("wrong::")).collect();
    assert_eq!(entries.len(), 3, "{lines}");
    assert!(entries[0].starts_with("wrong::small "), "{lines}");
    assert!(entries[0].ends_with(" # t = [node leaf 0 [node leaf 0 leaf]]"), "{lines}");

    // The same again: the same inputs, after one test each, and nothing more to keep.
    let (status, again) = check(&file, &[]);
    assert_eq!(status, Some(1), "{again}");
    assert_eq!(again.matches("after 1 test in ").count(), 3, "{again}");
    assert_eq!(again.matches("an input that failed before, ").count(), 3, "{again}");
    assert_eq!(again.matches("  saved already: ").count(), 3, "{again}");
    let inputs = |text: &str| -> Vec<String> {
        text.lines()
            .filter(|line| line.starts_with("    ") && line.contains(" = "))
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(inputs(&again), inputs(&first));
    assert_eq!(fs::read_to_string(&kept).expect("a file"), lines);

    // Put right, the property holds for what failed before, too.
    fs::write(&file, WRONG.replace("size t < 2", "size t < 200")).expect("a file");
    let (status, right) = check(&file, &["-p", "small"]);
    assert_eq!(status, Some(0), "{right}");
    assert!(right.contains("testing small: ok, 1 saved input, all "), "{right}");
}

#[test]
fn a_kept_failure_comes_back_and_not_another_one_of_the_same_size() {
    let directory = tempfile::tempdir().expect("a directory");
    let (file, kept) = (directory.path().join("order.pun"), directory.path().join("everycase-regressions"));
    fs::write(&file, "property ascends (xs : list integer) . is-sorted (reverse xs) ==> is-sorted xs .\n")
        .expect("a file");
    let (_, first) = check(&file, &[]);
    let line = fs::read_to_string(&kept).expect("a file");
    let line = line.lines().last().expect(&first);
    let fingerprint = line.split(' ').nth(1).expect(line);
    // Shrinking would prefer `[0, -1]`.
    let kept_line = format!("order::ascends {fingerprint} 1.1.0.1.0.0.0 # xs = [1, 0]\n");
    fs::write(&kept, &kept_line).expect("a file");
    for isolate in [&[][..], &["--isolate"]] {
        let (status, told) = check(&file, isolate);
        assert!(status == Some(1) && told.contains("    xs = [1, 0]\n"), "{told}");
        let how = "an input that failed before, not shrunk further: ";
        assert!(told.split_whitespace().collect::<Vec<_>>().join(" ").contains(how), "{told}");
        assert_eq!(fs::read_to_string(&kept).expect("a file"), kept_line);
    }
}

#[test]
fn an_input_that_loops_while_another_one_is_shrunk_is_a_second_finding() {
    let deep = ("count n = 1 + count (n + 1)", "calls are nested more deeply than allowed", "10s");
    let long = ("count n = count (n + 1)", "did not return within 200ms", "200ms");
    for ((count, fault, limit), saves, isolate) in [
        (deep, true, &[][..]),
        (deep, true, &["--isolate"]),
        (deep, false, &[]),
        (deep, false, &["--isolate"]),
        (long, true, &[]),
        (long, true, &["--isolate"]),
        (long, false, &[]),
    ] {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("loops.pun");
        let program = |body: &str| {
            let count = format!("count : integer -> integer .\n{count} .\n");
            fs::write(&file, format!("{count}property short (xs : list boolean) . {body} .\n"))
                .expect("a file");
        };
        if saves {
            program("length xs < 6");
            check(&file, &[]);
        }
        program("if length xs == 3 then count 0 == 0 else length xs < 6");
        let (status, told) = check_with(&file, isolate, &[("EVERYCASE_CASE_TIME", limit)]);
        let [six, three] = [6, 3].map(|length| format!("xs = [{}]\n", vec!["false"; length].join(", ")));
        assert!(status == Some(1) && told.contains("failed in 2 ways"), "{count}: {told}");
        assert!(told.contains(&six) && told.contains(&three) && told.contains(fault), "{count}: {told}");
        assert!(!told.contains("next to it fails"), "{count}: {told}");
    }
}

#[test]
fn a_failure_of_a_type_that_has_changed_is_told_and_kept() {
    let directory = tempfile::tempdir().expect("a directory");
    let (file, kept) = (directory.path().join("wrong.pun"), directory.path().join("everycase-regressions"));
    fs::write(&file, WRONG).expect("a file");
    check(&file, &["-p", "small", "-p", "constant"]);
    let lines = fs::read_to_string(&kept).expect("a file") + "<<<<<<< ours\n";
    fs::write(&kept, &lines).expect("a file");
    let changed = WRONG.replace("leaf", "tip").replace("[node l _ r]", "[node l _ r _]");
    fs::write(&file, changed.replace("tree integer tree", "tree integer tree boolean")).expect("a file");
    let (status, told) = check(&file, &[]);
    assert_eq!(status, Some(1), "{told}");
    assert_eq!(told.matches(": stale: the types of the inputs have changed").count(), 1, "{told}");
    assert!(told.contains("(t = [node leaf 0 [node leaf 0 leaf]])"), "{told}");
    assert_eq!(told.matches("cannot be parsed, skipped").count(), 1, "{told}");
    assert_eq!(told.matches("an input that failed before").count(), 1, "{told}");
    let now = fs::read_to_string(&kept).expect("a file");
    assert!(now.starts_with(&lines) && now.lines().count() == lines.lines().count() + 2, "{now}");
}

#[test]
fn a_saved_input_that_no_longer_fails_is_told_and_does_no_harm() {
    let directory = tempfile::tempdir().expect("a directory");
    let (file, kept) = (directory.path().join("short.pun"), directory.path().join("everycase-regressions"));
    let property = |body: &str| {
        fs::write(&file, format!("property short (xs : list boolean) . {body} .\n")).expect("a file");
    };
    property("length xs <= 2");
    let (status, told) = check(&file, &[]);
    assert_eq!(status, Some(1), "{told}");
    let lines = fs::read_to_string(&kept).expect("a file");
    let place = format!("{}:{}", kept.display(), lines.lines().count());
    let input = told.split_once("EVERYCASE_REPLAY=").and_then(|(_, rest)| rest.split_once(' '));
    let input = input.expect("a line to replay it").0.to_owned();

    property("length xs <= 2 ==> length xs < 3");
    let (status, told) = check(&file, &[]);
    assert_eq!(status, Some(0), "{told}");
    let unmet = "no longer fails: the property discards the input; delete the line";
    assert!(told.contains(&format!("note: {place}: {unmet} (xs = [")), "{told}");
    let replay = everycase(&["check", file.to_str().expect("a path")])
        .env("EVERYCASE_REPLAY", &input)
        .output()
        .expect("it runs");
    let told = text(&replay.stdout);
    assert_eq!(replay.status.code(), Some(0), "{told}");
    assert!(
        told.contains("note: the replayed input no longer fails") && !told.contains("time is up"),
        "{told}"
    );

    property("length xs < 3 || length xs > 2");
    let passes = format!("{place}: no longer fails; you may delete the line");
    let (status, told) = check(&file, &[]);
    assert!(status == Some(0) && told.contains(&passes), "{told}");
    assert_eq!(fs::read_to_string(&kept).expect("a file"), lines);
}

#[test]
fn each_program_of_a_directory_has_its_own_settings_and_regressions() {
    let directory = tempfile::tempdir().expect("a directory");
    let below = directory.path().join("below");
    fs::create_dir(&below).expect("a directory");
    for dir in [directory.path(), &below] {
        fs::write(dir.join("wrong.pun"), WRONG).expect("a file");
    }
    fs::write(directory.path().join("everycase-regressions"), "<<<<<<< ours\n").expect("a file");
    fs::write(below.join("everycase.toml"), "size = 1\n").expect("a file");
    let (status, told) = check(directory.path(), &["-p", "small"]);
    assert_eq!(status, Some(1), "{told}");
    assert_eq!(told.matches("cannot be parsed, skipped").count(), 1, "{told}");
    assert_eq!(told.matches(" up to size 1 ").count(), 1, "{told}");
    assert!(told.contains("\n\n2 properties in 2 programs: 1 ok, 1 failed\n"), "{told}");
    let kept = directory.path().join("everycase-regressions");
    let saved = format!("  saved, to be run first next time: {}", kept.display());
    assert_eq!(told.matches(&saved).count(), 1, "{told}");
    assert!(!below.join("everycase-regressions").exists(), "{told}");
}

#[test]
fn what_is_in_the_way_of_a_kept_failure_is_removed_or_told() {
    let directory = tempfile::tempdir().expect("a directory");
    let (file, kept) = (directory.path().join("wrong.pun"), directory.path().join("everycase-regressions"));
    fs::write(&file, WRONG).expect("a file");
    let left = directory.path().join(".everycase-regressions.4711.0.tmp");
    fs::write(&left, "wrong::sm").expect("a file");
    let (status, told) = check(&file, &["-p", "holds"]);
    assert!(status == Some(0) && !left.exists(), "{told}");

    fs::create_dir(&kept).expect("a directory");
    let (status, told) = check(&file, &["-p", "small"]);
    assert_eq!(status, Some(1), "{told}");
    let why =
        format!("{}: cannot be written: there is a directory of this name: move it away", kept.display());
    assert!(
        told.contains(&format!("  not saved: {why}; to keep the input, add this line: wrong::small ")),
        "{told}"
    );
}

#[test]
fn keeping_failures_is_a_setting() {
    let directory = tempfile::tempdir().expect("a directory");
    let (file, settings) = (directory.path().join("wrong.pun"), directory.path().join("everycase.toml"));
    let is_kept = || directory.path().join("everycase-regressions").exists();
    fs::write(&file, WRONG).expect("a file");
    fs::write(&settings, "regressions = false\n").expect("a file");
    let (status, told) = check(&file, &["-p", "small"]);
    assert!(status == Some(1) && !told.contains("saved") && !is_kept(), "{told}");
    // Terms are no inputs that could be tried on values.
    fs::remove_file(&settings).expect("a file");
    let (status, told) = check(&file, &["-p", "small", "--terms"]);
    assert!(status == Some(1) && !told.contains("saved") && !is_kept(), "{told}");

    fs::write(&settings, "size = 1\n").expect("a file");
    let (status, told) = check(&file, &["-p", "small"]);
    assert!(status == Some(0) && told.contains(" up to size 1 "), "{told}");
    fs::write(&settings, "regressions = 3\n").expect("a file");
    let (status, told) = check(&file, &["-p", "small"]);
    assert!(status == Some(2) && told.contains("everycase.toml:1:15: found `3`"), "{told}");
}

/// Transcripts cannot tell `\` from `/`: trycmd reads both alike.
#[test]
fn functions_are_printed_with_backslashes() {
    let stdout = |arguments: &[&str]| text(&everycase(arguments).output().expect("it runs").stdout);
    assert_eq!(
        stdout(&["enumerate", "examples/bst.pun", "boolean -> boolean", "--size", "8"]),
        r"\_ -> false
\x -> if x then true else false
\x -> if x then false else true
\_ -> true
"
    );
    let terms = ["scaled 3", "under (add 3)", "count 2", "nest 20 (scaled 2)"];
    let run = ["run", "crates/everycase-cli/tests/programs/functions.pun"];
    let arguments: Vec<_> = run.into_iter().chain(terms.into_iter().flat_map(|term| ["-e", term])).collect();
    assert_eq!(
        stdout(&arguments),
        r"\x -> x * 3
\add1 -> add 3 (add1 * 2)
rec go . \n -> if n <= 0 then 0 else 1 + go (n - 2)
\x -> (\x -> (\x -> (\x -> .. (.. x)) ((\x -> .. (.. x)) x)) ((\x -> (\x -> .. (.. x)) ((\x -> .. (.. x)) x)) x)) ((\x -> (\x -> (\x -> .. (.. x)) ((\x -> .. (.. x)) x)) ((\x -> (\x -> .. (.. x)) ((\x -> .. (.. x)) x)) x)) x)
"
    );
    let terms = "crates/everycase-cli/tests/programs/terms.pun";
    let printed = stdout(&["check", terms, "--terms", "--size", "5", "--tests", "2000", "--jobs", "1"]);
    for part in [
        r"the smallest undecided input: f = rec f . \x -> if x <= 0 then x else f (x - 1) (its",
        r" f = \x -> x + x",
    ] {
        assert!(printed.contains(part), "{printed}");
    }
}

#[test]
fn the_programs_of_a_directory_are_laid_out() {
    let directory = tempfile::tempdir().expect("a directory");
    let below = directory.path().join("below");
    fs::create_dir(&below).expect("a directory");
    let path = directory.path().to_str().expect("a path");
    let check = || everycase(&["fmt", "--check", path]).output().expect("it runs");
    let ran = check();
    assert_eq!(ran.status.code(), Some(2));
    assert!(text(&ran.stderr).contains("no programs (*.pun) in this directory"), "{}", text(&ran.stderr));

    for file in [below.join("b.pun"), directory.path().join("c.pun"), directory.path().join("other.txt")] {
        fs::write(file, CROWDED).expect("a file");
    }
    let ran = check();
    assert_eq!(ran.status.code(), Some(1));
    let names: Vec<String> = text(&ran.stdout).lines().map(|line| line.replace(path, "")).collect();
    assert_eq!(names, ["/below/b.pun would change", "/c.pun would change"]);
    assert_eq!(everycase(&["fmt", path]).output().expect("it runs").status.code(), Some(0));
    assert_eq!(check().status.code(), Some(0));
    assert_eq!(fs::read_to_string(directory.path().join("other.txt")).expect("a file"), CROWDED);
}
