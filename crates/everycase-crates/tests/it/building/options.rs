//! Options with which the crates of this folder are explored.

use std::time::Duration;

use everycase_check::control::stop::Stop;
use everycase_check::settings::seed::Seed;
use everycase_check::settings::shard::Shard;
use everycase_crates::explore::Options;
use everycase_crates::worker::Patience;

/// How long an expression, or its code, may run alone.
pub(crate) const HANG: Duration = Duration::from_secs(1);

/// Explores with a number of expressions, whatever the time.
pub(crate) fn options(most: u64) -> Options {
    Options {
        time: Duration::from_secs(600),
        seed: Seed(1),
        stop: Stop::default(),
        only: Vec::new(),
        most: Some(most),
        most_size: None,
        jobs: 1,
        shard: Shard::WHOLE,
        patience: Patience { beside: Duration::from_millis(200), alone: HANG },
        allows_files: false,
    }
}
