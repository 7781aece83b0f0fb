//! The modes in which a case is checked.

use std::time::Duration;

use everycase_kernel::{Derivation, Random, SeedableRng};

use super::cases::Case;
use super::claims;
use super::runs::{Mode, Run};
use super::spaces::below;
use crate::settings::shard::Shard;

impl Case {
    /// Checks the case in all modes and returns the number of checks.
    pub(super) fn check(&self) -> u64 {
        let rng = &mut Random::seed_from_u64(self.seed ^ 0x6d6f_6465);
        let mut checks = 0;
        let mut run = |mode: &Mode| {
            checks += 1;
            let run = self.run(mode);
            claims::of_one(self, mode, &run);
            run
        };
        let tests = [10, 40, 200, 1_000, 4_000][below(rng, 5) as usize];
        let size = below(rng, u64::from(self.top()) + 1) as u32;
        let (size, tests) = match below(rng, 3) {
            // All inputs up to a size.
            0 => (Some(size), Some(1 << 20)),
            1 => (None, Some(tests)),
            _ => (Some(size), Some(tests)),
        };
        let whole = Mode {
            jobs: 1,
            shard: Shard::WHOLE,
            size,
            tests,
            time: None,
            stop_after: None,
            saved: Vec::new(),
            limit: None,
            limits: false,
        };
        let first = run(&whole);
        let several = Mode { jobs: 2 + below(rng, 2), ..whole.clone() };
        claims::of_threads(self, &several, &first, &run(&several));
        let of = 2 + below(rng, 2);
        let parts: Vec<(Mode, Run)> = (0..of)
            .map(|k| {
                let shard = Shard::new(k, of).unwrap();
                let mode = Mode { jobs: 1 + below(rng, 3), shard, ..whole.clone() };
                let run = run(&mode);
                (mode, run)
            })
            .collect();
        claims::of_parts(self, &whole, &first, &parts);
        let shard = if below(rng, 2) == 0 { Shard::WHOLE } else { Shard::new(below(rng, 2), 2).unwrap() };
        let stop_after = Some(below(rng, 60));
        run(&Mode { jobs: 1 + below(rng, 3), shard, stop_after, ..whole.clone() });
        let time = Some(Duration::from_micros(10 << below(rng, 9)));
        let tests = whole.tests.filter(|_| below(rng, 2) == 0);
        run(&Mode { jobs: 1 + below(rng, 3), tests, time, ..whole.clone() });
        let saved = (0..=below(rng, 3)).filter_map(|_| self.any_input(rng)).collect();
        run(&Mode { jobs: 1 + below(rng, 2), saved, ..whole });
        checks
    }

    pub(super) fn any_input(&self, rng: &mut Random) -> Option<Derivation> {
        let of_size = &self.known[below(rng, self.known.len() as u64) as usize];
        let place = below(rng, (of_size.len() as u64).max(1));
        Some(self.derivations.parse(&of_size.get(place as usize)?.0).unwrap())
    }
}
