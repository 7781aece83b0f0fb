//! The output of subjects.

use super::process::{Crate, Ran, full_name};

/// What a property prints, without how long it took; whatever number of threads there is.
#[track_caller]
pub(crate) fn transcript(test: &str) -> String {
    let test = full_name(test);
    let outputs = ["1", "2", "3"].map(|jobs| {
        let ran = Ran::of(Crate::new().command_of(&test).env("EVERYCASE_JOBS", jobs).output().unwrap());
        let report = if ran.passed { ran.stdout } else { ran.stderr };
        let start = report.find("testing ").unwrap_or(0);
        let lines = report[start..].lines().take_while(|line| {
            *line != "." && !line.starts_with("test ") && *line != "FAILED" && *line != "ok"
        });
        lines.map(without_time).collect::<Vec<_>>().join("\n").trim_end().to_owned()
    });
    assert_eq!(outputs[0], outputs[1]);
    assert_eq!(outputs[0], outputs[2]);
    outputs.into_iter().next().unwrap()
}

/// `(in 3ms, seed 7)` and `after 9 tests in 3ms;` without the time.
fn without_time(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for i in 1..words.len() {
        let is_time = words[i].starts_with(|c: char| c.is_ascii_digit())
            && words[i].trim_end_matches([')', ',', ';']).ends_with('s');
        if matches!(words[i - 1], "in" | "(in") && is_time {
            words[i] = if words[i].ends_with(',') {
                "TIME,"
            } else if words[i].ends_with(';') {
                "TIME;"
            } else if words[i].ends_with(')') {
                "TIME)"
            } else {
                "TIME"
            };
        }
    }
    words.join(" ")
}
