//! Runs user code outside of a case: on a large stack, with the time limit of a case, and with panics caught.

use std::sync::mpsc::channel;
use std::time::Duration;

use everycase_check::control::stack;
use everycase_check::run::verdict::{Cause, Failure};

use crate::panics::{self, Caught};

/// Runs `f` on a thread of its own, which is left behind when the time is over. Returns an error such as `panicked at
/// src/lib.rs:3:5: too many`.
pub(crate) fn guarded<R: Send + 'static>(
    name: &str,
    limit: Option<Duration>,
    f: impl FnOnce() -> R + Send + 'static,
) -> Result<R, String> {
    let (send, receive) = channel();
    // After the time limit there is no receiver.
    let run = move || drop(send.send(panics::caught(f)));
    stack::thread(name).spawn(run).map_err(|error| format!("has no thread to run on: {error}"))?;
    let caught = match limit {
        Some(limit) => receive.recv_timeout(limit).ok(),
        None => receive.recv().ok(),
    };
    match caught {
        Some(Ok(result)) => Ok(result),
        Some(Err(Caught::Panic(failure))) => Err(failure.to_string()),
        Some(Err(Caught::Discard)) => Err("makes an assumption".to_owned()),
        None => Err(Failure::of(Cause::Hung(limit.unwrap_or(Duration::MAX))).to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::guarded;

    #[test]
    fn a_panic_and_a_hang_are_told_and_left_behind() {
        let limit = Some(Duration::from_millis(20));
        assert_eq!(guarded("p", limit, || 7), Ok(7));
        let panicked = guarded("p", None, || panic!("too many")).unwrap_err();
        assert!(panicked.starts_with("panicked at ") && panicked.ends_with(": too many"), "{panicked}");
        let hung = guarded("p", limit, || std::thread::sleep(Duration::from_secs(60 * 60)));
        assert_eq!(hung.unwrap_err(), "did not return within 20ms");
    }
}
