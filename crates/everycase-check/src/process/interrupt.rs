//! Ctrl-C and SIGTERM: the first signal ends the current work, which still reports its coverage;
//! the second ends the process.

use std::panic::resume_unwind;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::control::stack::Stack;
use crate::control::stop::Stop;
use crate::system::signals::each_signal;

pub use crate::system::signals::Signal;

/// The maximal delay before a signal is noticed.
const BEAT: Duration = Duration::from_millis(50);
/// A second signal within this time is the first one again, sent to both the process and its group.
const ECHO: Duration = Duration::from_millis(300);

impl Signal {
    /// Returns the exit status, by shell convention, of a process that a signal ended.
    pub fn code(self) -> u8 {
        match self {
            Signal::Interrupt => 130,
            Signal::Terminate => 143,
        }
    }
}

/// What a signal does besides ending the current work.
pub struct Reaction {
    /// The time that the current work may take to end; then the process ends with its last words.
    /// `None` means unlimited; in a session only SIGTERM ends the process.
    pub grace: Option<Duration>,
    /// Whether this is a session, in which Ctrl-C ends only the current work, if there is any.
    pub is_session: bool,
    /// Tells the user that the end was requested.
    pub first_words: Box<dyn Fn() + Send + Sync>,
    /// Reports as much of the coverage as possible, if the current work does not.
    pub last_words: Box<dyn Fn() + Send + Sync>,
}

/// Listens for signals. Clones share the signals received.
#[derive(Clone)]
pub struct Interrupt(Arc<SharedState>);

struct SharedState {
    stop: Stop,
    /// Whether there is work to end other than the process.
    is_busy: AtomicBool,
    /// The last signal and its time.
    heard: Mutex<Option<(Signal, Instant)>>,
    reaction: Reaction,
}

impl Interrupt {
    /// Begins to listen. At most once in a process.
    pub fn listen(reaction: Reaction) -> Interrupt {
        let (stop, is_busy, heard) =
            (Stop::default(), AtomicBool::new(!reaction.is_session), Mutex::default());
        let interrupt = Interrupt(Arc::new(SharedState { stop, is_busy, heard, reaction }));
        let own = interrupt.clone();
        // Without a handler, a signal ends the process anyway.
        let _ = each_signal(move |signal| own.hear(signal));
        interrupt
    }

    /// Returns the stop flag that signals set.
    pub fn stop(&self) -> &Stop {
        &self.0.stop
    }

    /// Returns the last signal, if there was one.
    pub fn signal(&self) -> Option<Signal> {
        let heard = self.0.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.map(|(signal, _)| signal)
    }

    fn hear(&self, signal: Signal) {
        let SharedState { stop, is_busy, heard, reaction } = &*self.0;
        let now = Instant::now();
        let before = heard.lock().unwrap_or_else(PoisonError::into_inner).replace((signal, now));
        let is_echo = before.is_some_and(|(before, at)| before == signal && now - at < ECHO);
        if is_echo && stop.is_wanted() {
            return;
        }
        if !is_busy.load(Ordering::Acquire) || stop.is_wanted() {
            self.end(signal);
        }
        stop.stop();
        (reaction.first_words)();
        if let Some(grace) = reaction.grace
            && (!reaction.is_session || signal == Signal::Terminate)
        {
            let own = self.clone();
            thread::spawn(move || {
                thread::sleep(grace);
                own.end(signal)
            });
        }
    }

    fn end(&self, signal: Signal) -> ! {
        (self.0.reaction.last_words)();
        process::exit(i32::from(signal.code()));
    }

    /// Does work that can be stopped, in a session.
    pub fn during<T>(&self, work: impl FnOnce(&Stop) -> T) -> T {
        let SharedState { stop, is_busy, reaction, .. } = &*self.0;
        stop.reset();
        is_busy.store(true, Ordering::Release);
        let result = work(stop);
        is_busy.store(!reaction.is_session, Ordering::Release);
        result
    }

    /// Does work that cannot be stopped, on a thread of its own. Returns `None` after a signal; the
    /// thread is left behind and ends by itself.
    ///
    /// # Panics
    /// If the work panics.
    pub fn aside<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let (send, receive) = channel();
        // After a signal the receiver is gone.
        let run = move || drop(send.send(work()));
        let thread = Stack::Large.thread("evaluation").spawn(run).ok()?;
        loop {
            match receive.recv_timeout(BEAT) {
                Ok(result) => return Some(result),
                Err(RecvTimeoutError::Timeout) if self.0.stop.is_wanted() => return None,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return thread.join().map_or_else(|panic| resume_unwind(panic), |()| None);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn a_panic_of_work_aside_is_not_taken_for_an_interrupt() {
        let nothing = || Box::new(|| {});
        let reaction =
            Reaction { grace: None, is_session: false, first_words: nothing(), last_words: nothing() };
        let (stop, is_busy, heard) = (Stop::default(), AtomicBool::new(true), Mutex::default());
        let interrupt = Interrupt(Arc::new(SharedState { stop, is_busy, heard, reaction }));
        assert_eq!(interrupt.aside(|| 7), Some(7));
        let ended = catch_unwind(AssertUnwindSafe(|| interrupt.aside(|| panic!("as it should"))));
        assert!(ended.is_err_and(|panic| panic.downcast_ref() == Some(&"as it should")));
        interrupt.stop().stop();
        assert_eq!(interrupt.aside(|| thread::sleep(Duration::from_secs(1))), None);
    }
}
