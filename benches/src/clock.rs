//! The processor time of this thread, or of the process, so that a busy machine does not distort figures.

use std::time::{Duration, Instant};

/// Time this thread has spent running, where the system tells it; wall time elsewhere.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    wall: Instant,
    busy: Option<Duration>,
}

impl Clock {
    /// Returns a clock that starts now.
    pub fn start() -> Self {
        Clock { wall: Instant::now(), busy: thread_time() }
    }

    /// Processor time since the start: of this thread only.
    pub fn busy(&self) -> Duration {
        match (self.busy, thread_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.wall.elapsed(),
        }
    }

    /// Wall time since the start.
    pub fn wall(&self) -> Duration {
        self.wall.elapsed()
    }
}

/// Returns the first field of `schedstat`: nanoseconds on a processor.
fn thread_time() -> Option<Duration> {
    // The kernel adds up at a switch; yielding asks for one, so that the figure is not up to a tick old.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Returns the processor time that all threads of this process have spent, those that have ended included.
pub fn process_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Returns the least processor time of `runs` runs, and what the last run returned.
pub fn best<T>(runs: u32, mut work: impl FnMut() -> T) -> (Duration, T) {
    let mut least = Duration::MAX;
    let mut last = None;
    for _ in 0..runs.max(1) {
        let clock = Clock::start();
        let result = work();
        least = least.min(clock.busy());
        last = Some(result);
    }
    (least, last.expect("at least one run"))
}

/// Returns how often a second, in millions, thousands or ones.
pub fn per_second(count: u64, time: Duration) -> String {
    rate(rate_of(count, time))
}

/// Returns how often a second.
#[expect(clippy::cast_precision_loss, reason = "a figure with three digits")]
pub fn rate_of(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64().max(1e-9)
}

/// Returns a rate with three digits.
pub fn rate(value: f64) -> String {
    if value >= 1e6 {
        format!("{:.2} M/s", value / 1e6)
    } else if value >= 1e3 {
        format!("{:.0} k/s", value / 1e3)
    } else {
        format!("{value:.0} /s")
    }
}

/// Returns a duration with three digits.
pub fn span(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds >= 1.0 {
        format!("{seconds:.2} s")
    } else if seconds >= 1e-3 {
        format!("{:.2} ms", seconds * 1e3)
    } else {
        format!("{:.2} us", seconds * 1e6)
    }
}

/// False when `cargo test --benches` runs the program only to see that it works.
pub fn measuring() -> bool {
    std::env::args().any(|argument| argument == "--bench")
}

/// Returns the number after `--name` on the command line.
pub fn option(name: &str, default: u64) -> u64 {
    text(name).and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// Returns what comes after `--name` on the command line.
pub fn text(name: &str) -> Option<String> {
    let flag = format!("--{name}");
    std::env::args().skip_while(|argument| *argument != flag).nth(1)
}

/// Returns whether `--name` is on the command line.
pub fn flag(name: &str) -> bool {
    let flag = format!("--{name}");
    std::env::args().any(|argument| argument == flag)
}
