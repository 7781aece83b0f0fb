//! Runs user code outside of a case: on a stack as a case has, with the time limit of a case, and
//! with panics caught.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use everycase_check::control::stack::Stack;
use everycase_check::run::verdict::{Cause, Failure};
use everycase_check::system::miri::IS_MIRI;

use crate::panics::{self, Caught};

/// Runs `f` on a thread of its own, which is left behind when the time is over. Returns an error
/// such as `panicked at src/lib.rs:3:5: too many`.
pub(crate) fn guarded<R: Send + 'static>(
    (name, stack): (&str, Stack),
    limit: Option<Duration>,
    f: impl FnOnce() -> R + Send + 'static,
) -> Result<R, String> {
    let result = Arc::new(Mutex::new(None));
    let own = Arc::clone(&result);
    let run = move || {
        let caught = panics::caught(f);
        *own.lock().unwrap_or_else(PoisonError::into_inner) = Some(caught);
    };
    wait((name, stack), limit, Box::new(run))?;
    let caught = result.lock().unwrap_or_else(PoisonError::into_inner).take();
    match caught {
        Some(Ok(result)) => Ok(result),
        Some(Err(Caught::Panic(failure))) => Err(failure.to_string()),
        Some(Err(Caught::Discard)) => Err("makes an assumption".to_owned()),
        None => Err(Failure::of(Cause::Hung(limit.unwrap_or(Duration::MAX))).to_string()),
    }
}

/// Calls `run` on a thread of its own, and waits until it returns or the time is over. Under Miri
/// it is this thread. It knows no result, so it is compiled once.
fn wait(
    (name, stack): (&str, Stack),
    limit: Option<Duration>,
    run: Box<dyn FnOnce() + Send>,
) -> Result<(), String> {
    if IS_MIRI {
        run();
        return Ok(());
    }
    let (is_over, start) = (Arc::new(AtomicBool::new(false)), Instant::now());
    let end = End { is_over: Arc::clone(&is_over), waits: thread::current() };
    let run = move || {
        let _end = end;
        run();
    };
    stack.thread(name).spawn(run).map_err(|error| format!("has no thread to run on: {error}"))?;
    while !is_over.load(Ordering::Acquire) {
        match limit.map(|limit| limit.checked_sub(start.elapsed())) {
            None => thread::park(),
            Some(Some(rest)) => thread::park_timeout(rest),
            Some(None) => break,
        }
    }
    Ok(())
}

/// Wakes the thread that waits when it is dropped: at the end, however it comes.
///
/// It is all that a channel would be used for, whose code is compiled in each user's build.
struct End {
    is_over: Arc<AtomicBool>,
    waits: Thread,
}

impl Drop for End {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        self.waits.unpark();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use everycase_check::control::stack::Stack;

    use super::guarded;

    const P: (&str, Stack) = ("p", Stack::Ordinary);

    #[test]
    fn a_panic_and_a_hang_are_told_and_left_behind() {
        let limit = Some(Duration::from_millis(20));
        assert_eq!(guarded(P, limit, || 7), Ok(7));
        let panicked = guarded(P, None, || panic!("too many")).unwrap_err();
        assert!(panicked.starts_with("panicked at ") && panicked.ends_with(": too many"), "{panicked}");
        let hung = guarded(P, limit, || std::thread::sleep(Duration::from_secs(60 * 60)));
        assert_eq!(hung.unwrap_err(), "did not return within 20ms");
    }
}
