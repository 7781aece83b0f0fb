//! SIGINT and SIGTERM.

use std::io;
use std::thread;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::Signal;

/// Calls `heard` for each signal, on a thread of its own.
///
/// # Errors
/// If signals cannot be received.
pub(crate) fn each_signal(heard: impl Fn(Signal) + Send + 'static) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let listen = move || {
        for signal in signals.forever() {
            heard(if signal == SIGTERM { Signal::Terminate } else { Signal::Interrupt });
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(listen).map(drop)
}
