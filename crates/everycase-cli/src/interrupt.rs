//! The reaction of commands to Ctrl-C and SIGTERM.

use std::time::Duration;

use everycase_check::process::interrupt::{Reaction, Signal};

use crate::exit::Exit;

pub(crate) use everycase_check::process::interrupt::Interrupt;

/// The maximal time for a report after a signal; then the process ends with its last words.
const GRACE: Duration = Duration::from_secs(2);

/// The same for a report that runs programs.
const LONG_GRACE: Duration = Duration::from_secs(20);

/// Listens for a command that does one thing.
pub(crate) fn of_command(last_words: impl Fn() + Send + Sync + 'static) -> Interrupt {
    listen(false, Box::new(last_words))
}

/// Listens for a command whose report takes longer, because it runs programs.
pub(crate) fn of_long_command() -> Interrupt {
    let (grace, first_words, last_words) = (Some(LONG_GRACE), Box::new(|| {}), Box::new(|| {}));
    Interrupt::listen(Reaction { grace, is_session: false, first_words, last_words })
}

/// Listens for a session, in which Ctrl-C ends only the current work, if there is any.
pub(crate) fn of_session(last_words: impl Fn() + Send + Sync + 'static) -> Interrupt {
    listen(true, Box::new(last_words))
}

fn listen(is_session: bool, last_words: Box<dyn Fn() + Send + Sync>) -> Interrupt {
    Interrupt::listen(Reaction { grace: Some(GRACE), is_session, first_words: Box::new(|| {}), last_words })
}

/// Returns how a command ends because of a signal, if there was one.
pub(crate) fn exit(interrupt: &Interrupt) -> Option<Exit> {
    interrupt.signal().map(|signal| match signal {
        Signal::Interrupt => Exit::Interrupted,
        Signal::Terminate => Exit::Terminated,
    })
}
