//! The current and the maximal memory of this process.

use std::fs;

/// Begins anew: the peak is from now on that of what is still held. Does nothing where the system does not offer it.
pub fn forget_peak() {
    // Where it fails the peak is that since the start of the process, which is no less.
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// Returns the peak of the resident memory, in bytes, where the system tells it.
pub fn peak() -> Option<u64> {
    status("VmHWM:")
}

/// Returns the resident memory now, in bytes, where the system tells it.
pub fn resident() -> Option<u64> {
    status("VmRSS:")
}

fn status(name: &str) -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kibibytes| kibibytes << 10)
}

/// Bytes with two or three digits.
#[expect(clippy::cast_precision_loss, reason = "a figure with three digits")]
pub fn bytes(count: u64) -> String {
    let count = count as f64;
    if count >= f64::from(1 << 30) {
        format!("{:.2} GiB", count / f64::from(1 << 30))
    } else if count >= f64::from(1 << 20) {
        format!("{:.0} MiB", count / f64::from(1 << 20))
    } else {
        format!("{:.0} KiB", count / f64::from(1 << 10))
    }
}
