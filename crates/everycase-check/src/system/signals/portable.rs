//! Ctrl-C. Another request to end, as of the system, ends the process without its last words.

use std::io;

use super::Signal;

/// Calls `heard` for each Ctrl-C, on a thread of its own.
///
/// # Errors
/// If Ctrl-C cannot be received.
pub(crate) fn each_signal(heard: impl Fn(Signal) + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(move || heard(Signal::Interrupt)).map_err(io::Error::other)
}
