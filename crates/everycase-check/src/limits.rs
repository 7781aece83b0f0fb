//! Limits of the tool that a part of a run meets in what the parts share: the property fails by one only if it has ended on every
//! smaller input of the whole run, which this part then finds out.

use std::num::NonZeroU64;
use std::time::Instant;

use crate::error::CheckError;
use crate::pool::{Done, Found, Job, Pool};
use crate::shard::Shard;
use crate::unknown::Unknown;
use crate::verdict::{Cause, Failure};

/// Gives each thread its part of a part of some work.
pub(crate) fn on_all(
    pool: &mut Pool,
    part: Shard,
    job: &dyn Fn(Shard) -> Job,
    deadline: Option<Instant>,
) -> Result<Done, CheckError> {
    let jobs = NonZeroU64::new(pool.jobs());
    let parts: Vec<Option<Job>> = (0..pool.jobs()).map(|own| Some(job(part.split(own, jobs?)?))).collect();
    pool.run(|own| parts.get(own as usize).cloned().flatten(), deadline)
}

/// Returns what a part has done of a bound. Where the property has failed there by a limit, the part runs all smaller inputs of the
/// whole run first, then the bound again: `again` says, by its second argument, whether every smaller input has ended, so that a
/// limit is a failure. The input is undecided if time is up before that is known.
pub(crate) fn confirmed<'a>(
    done: Done,
    pool: &mut Pool,
    part: Shard,
    smaller: impl IntoIterator<Item = Box<dyn Fn(Shard) -> Job + 'a>>,
    again: &dyn Fn(Shard, bool) -> Job,
    deadline: Option<Instant>,
) -> Result<Done, CheckError> {
    let Some(Found { failure: Failure { cause: Cause::Limit { message, .. }, .. }, .. }) = &done.failure
    else {
        return Ok(done);
    };
    let message = message.clone();
    let mut all_ended = true;
    for job in smaller {
        let below = on_all(pool, Shard::WHOLE, &job, deadline)?;
        all_ended = !below.stopped && below.failure.is_none() && below.counts.undecided == 0;
        if !all_ended {
            break;
        }
    }
    let mut repeated = on_all(pool, part, &|part| again(part, all_ended), deadline)?;
    if repeated.stopped
        && repeated.failure.is_none()
        && repeated.counts.undecided == 0
        && let Some(Found { position, input, .. }) = done.failure
    {
        repeated.counts = done.counts;
        repeated.counts.undecided += 1;
        let unknown = Unknown::new(input, message, position);
        Unknown::keep(&mut repeated.counts.unknown, Some(Box::new(unknown)));
    }
    Ok(repeated)
}
