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
    let mut child = everycase(&["check", "--tests", "40000", "examples/bst.pun", "union-keeps-order"]);
    let peak = peak(&mut child).expect("it takes a while");
    assert!(peak < (256 + 64) << 20, "{peak}");
}
