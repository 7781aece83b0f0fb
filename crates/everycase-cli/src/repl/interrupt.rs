//! Ctrl-C: it ends what is going on, and otherwise the session.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use everycase_check::stack;
use everycase_check::stop::Stop;

use crate::console;
use crate::exit::Exit;

/// So long it takes at most until Ctrl-C is noticed.
const BEAT: Duration = Duration::from_millis(50);

#[derive(Clone, Default)]
pub(super) struct Interrupt {
    stop: Stop,
    is_busy: Arc<AtomicBool>,
}

impl Interrupt {
    /// Begins to listen for Ctrl-C. Who does not wait for what is going on to end presses it twice.
    pub(super) fn new() -> Self {
        let interrupt = Self::default();
        let Self { stop, is_busy } = interrupt.clone();
        // Without a handler an interrupt ends the process all the same.
        let _ = ctrlc::set_handler(move || {
            if is_busy.load(Ordering::Acquire) && !stop.is_wanted() {
                stop.stop();
            } else {
                console::print("\ninterrupted\n");
                process::exit(Exit::INTERRUPTED);
            }
        });
        interrupt
    }

    /// Does something that can be stopped.
    pub(super) fn during<T>(&self, work: impl FnOnce(&Stop) -> T) -> T {
        self.stop.reset();
        self.is_busy.store(true, Ordering::Release);
        let result = work(&self.stop);
        self.is_busy.store(false, Ordering::Release);
        result
    }

    /// Does something that cannot be stopped, and that somebody may not want to wait for: then there is no result. What is left
    /// behind ends by itself.
    pub(super) fn aside<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        self.during(|stop| {
            let (send, receive) = channel();
            // Nobody may be there to take the result.
            let run = move || drop(send.send(work()));
            stack::thread("evaluation").spawn(run).ok()?;
            loop {
                match receive.recv_timeout(BEAT) {
                    Ok(result) => return Some(result),
                    Err(RecvTimeoutError::Timeout) if !stop.is_wanted() => {}
                    Err(_) => return None,
                }
            }
        })
    }
}
