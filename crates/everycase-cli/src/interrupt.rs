//! Ctrl-C and SIGTERM: the first ends what is going on, which still reports what it has covered; the second ends the process.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use everycase_check::stack;
use everycase_check::stop::Stop;

use crate::exit::Exit;

/// The longest time until a signal is noticed.
const BEAT: Duration = Duration::from_millis(50);
/// The longest time that a command takes to report after a signal. Then the process ends with its last words.
const GRACE: Duration = Duration::from_secs(2);
/// A signal this soon after the first is the same one, sent to the process and to its group.
const ECHO: Duration = Duration::from_millis(300);

/// Listens for signals. Clones share what they have heard.
#[derive(Clone)]
pub(crate) struct Interrupt(Arc<Shared>);

struct Shared {
    stop: Stop,
    /// Is there something to end other than the process?
    is_busy: AtomicBool,
    /// Does the process end with what is going on?
    is_only: bool,
    /// How the command ends, and when the signal came.
    heard: Mutex<Option<(Exit, Instant)>>,
    /// Reports as far as possible what was covered, when what is going on does not report it itself.
    last_words: Box<dyn Fn() + Send + Sync>,
}

impl Interrupt {
    /// Listens for a command that does one thing and ends.
    pub(crate) fn of_command(last_words: impl Fn() + Send + Sync + 'static) -> Self {
        Self::listen(true, Box::new(last_words))
    }

    /// Listens for a session, in which Ctrl-C ends only what is going on, if anything is.
    pub(crate) fn of_session(last_words: impl Fn() + Send + Sync + 'static) -> Self {
        Self::listen(false, Box::new(last_words))
    }

    fn listen(is_only: bool, last_words: Box<dyn Fn() + Send + Sync>) -> Self {
        let (stop, is_busy, heard) = (Stop::default(), AtomicBool::new(is_only), Mutex::default());
        let interrupt = Self(Arc::new(Shared { stop, is_busy, is_only, heard, last_words }));
        let own = interrupt.clone();
        // Without a handler a signal ends the process all the same.
        let _ = each_signal(move |exit| own.hear(exit));
        interrupt
    }

    /// Ends what is going on.
    pub(crate) fn stop(&self) -> &Stop {
        &self.0.stop
    }

    /// Returns how the command ends because of a signal, if there was one.
    pub(crate) fn exit(&self) -> Option<Exit> {
        let heard = self.0.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.map(|(exit, _)| exit)
    }

    fn hear(&self, exit: Exit) {
        let now = Instant::now();
        let before = self.0.heard.lock().unwrap_or_else(PoisonError::into_inner).replace((exit, now));
        let is_echo = before.is_some_and(|(before, at)| before == exit && now - at < ECHO);
        if is_echo && self.0.stop.is_wanted() {
            return;
        }
        if !self.0.is_busy.load(Ordering::Acquire) || self.0.stop.is_wanted() {
            self.end(exit);
        }
        self.0.stop.stop();
        if self.0.is_only || exit == Exit::Terminated {
            let own = self.clone();
            thread::spawn(move || {
                thread::sleep(GRACE);
                own.end(exit)
            });
        }
    }

    fn end(&self, exit: Exit) -> ! {
        (self.0.last_words)();
        process::exit(i32::from(exit.code()));
    }

    /// Does something that can be stopped, in a session.
    pub(crate) fn during<T>(&self, work: impl FnOnce(&Stop) -> T) -> T {
        self.0.stop.reset();
        self.0.is_busy.store(true, Ordering::Release);
        let result = work(&self.0.stop);
        self.0.is_busy.store(self.0.is_only, Ordering::Release);
        result
    }

    /// Does something that cannot be stopped on a thread of its own. Returns nothing after a signal: the thread is left
    /// behind and ends by itself.
    pub(crate) fn aside<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let (send, receive) = channel();
        // After a signal there is no receiver.
        let run = move || drop(send.send(work()));
        stack::thread("evaluation").spawn(run).ok()?;
        loop {
            match receive.recv_timeout(BEAT) {
                Ok(result) => return Some(result),
                Err(RecvTimeoutError::Timeout) if !self.0.stop.is_wanted() => {}
                Err(_) => return None,
            }
        }
    }
}

/// Calls `heard` for each signal.
#[cfg(unix)]
fn each_signal(heard: impl Fn(Exit) + Send + 'static) -> std::io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let listen = move || {
        for signal in signals.forever() {
            heard(if signal == SIGTERM { Exit::Terminated } else { Exit::Interrupted });
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(listen).map(drop)
}

/// Calls `heard` for each Ctrl-C.
#[cfg(not(unix))]
fn each_signal(heard: impl Fn(Exit) + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || heard(Exit::Interrupted))
}
