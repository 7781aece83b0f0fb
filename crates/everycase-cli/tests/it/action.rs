//! The scripts of the GitHub action, run as GitHub runs them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::rooms::root;
use crate::support::text;

/// Returns the scripts of the action: the blocks behind `run: |`.
fn scripts() -> Vec<String> {
    let action = fs::read_to_string(root().join(".github/actions/everycase/action.yml")).expect("the action");
    let blocks = action.split("      run: |\n").skip(1);
    let script = |block: &str| {
        let lines = block.lines().map_while(|line| line.strip_prefix("        "));
        lines.collect::<Vec<_>>().join("\n")
    };
    blocks.map(script).collect()
}

/// Runs a script in a directory, with the variables of its step.
fn step(script: &str, directory: &Path, variables: &[(&str, &str)]) -> Output {
    let commands = Path::new(env!("CARGO_BIN_EXE_everycase")).parent().expect("a directory");
    let path = format!("{}:{}", commands.display(), std::env::var("PATH").unwrap_or_default());
    let file = |name: &str| directory.join(".temp").join(name);
    let mut command = Command::new("bash");
    command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script]).current_dir(directory);
    command.env("PATH", path).env("GITHUB_ACTIONS", "true").env("NO_COLOR", "1");
    command.env("GITHUB_OUTPUT", file("output")).env("GITHUB_STEP_SUMMARY", file("summary"));
    command.env("EVERYCASE_RECORDS", file("everycase/records/")).env("DIRECTORY", file("everycase"));
    command.envs(variables.iter().copied()).output().expect("bash runs")
}

#[cfg(unix)]
#[test]
fn the_action_shows_failures_keeps_them_and_ends_with_the_status_of_the_tests() {
    let [test, merge, result] = &scripts()[..] else { panic!("three scripts") };
    for (property, status) in [("n < 3", "1"), ("n == n", "0")] {
        let directory = tempfile::tempdir().expect("a directory");
        let directory = directory.path();
        let file = |name: &str| fs::read_to_string(directory.join(".temp").join(name)).expect(name);
        fs::create_dir_all(directory.join("crate/src")).expect("a directory");
        fs::create_dir(directory.join(".temp")).expect("a directory");
        let program = format!("property p (n : integer) . {property} .\n");
        fs::write(directory.join("crate/src/p.pun"), program).expect("a file");
        let tests = "everycase check crate/src/p.pun --tests 200 --quiet";
        let tested = step(test, directory, &[("TEST", tests)]);
        assert!(tested.status.success(), "{}", text(&tested.stderr));
        assert_eq!(file("output"), format!("status={status}\n"));
        let merged = step(merge, directory, &[("MERGE", "everycase merge")]);
        let wrong = text(&merged.stderr);
        assert!(merged.status.success(), "{wrong}");
        assert_eq!(file("output"), format!("status={status}\nstatus={status}\n"));
        let is_found = status == "1";
        assert_eq!(wrong.starts_with("::error file=crate/src/p.pun,line=1,title=p::"), is_found, "{wrong}");
        let summary = file("summary");
        assert!(summary.starts_with("## everycase: 1 property, ") && summary.contains("`p`"), "{summary}");
        assert_eq!(summary.contains("n = 3"), is_found, "{summary}");
        assert!(file("everycase/junit.xml").contains("<testcase name=\"p\""));
        let kept = directory.join(".temp/everycase/crate/src/everycase-regressions");
        assert_eq!(kept.exists(), is_found);
        let end = step(result, directory, &[("TEST_STATUS", status), ("MERGE_STATUS", "0")]);
        assert_eq!(end.status.success(), !is_found);
        let end = step(result, directory, &[("TEST_STATUS", "0"), ("MERGE_STATUS", "2")]);
        assert!(!end.status.success());
    }
}
