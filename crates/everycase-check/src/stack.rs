//! Threads with stacks that large inputs fit on.

use std::io;
use std::panic::resume_unwind;
use std::thread::{self, Builder};

/// Properties recurse over their inputs, and so does whatever decodes and prints them; sampling makes large ones.
const SIZE: usize = 16 << 20;

/// Returns a thread with such a stack, named as a property is.
pub fn thread(name: &str) -> Builder {
    // The system's names end at a zero.
    let builder = Builder::new().name(name.replace('\0', " "));
    // A user who sets this variable has a reason.
    if std::env::var_os("RUST_MIN_STACK").is_some() { builder } else { builder.stack_size(SIZE) }
}

/// Does something on a stack as large as those that a property of this name runs on.
///
/// # Errors
/// When there can be no thread.
///
/// # Panics
/// When it does.
pub fn within<R: Send>(name: &str, f: impl FnOnce() -> R + Send) -> io::Result<R> {
    thread::scope(|scope| {
        let thread = thread(name).spawn_scoped(scope, f)?;
        Ok(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}
