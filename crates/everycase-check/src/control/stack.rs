//! Threads with stacks for large inputs.

use std::io;
use std::panic::resume_unwind;
use std::thread::{self, Builder};

use crate::system::miri::IS_MIRI;

/// Properties recurse over their inputs, and so do decoders and printers; sampling makes large
/// inputs.
const SIZE: usize = 16 << 20;

/// Returns a thread with such a stack, named after a property.
pub fn thread(name: &str) -> Builder {
    // The system's names end at a zero byte.
    let builder = Builder::new().name(name.replace('\0', " "));
    // An explicitly set variable has priority.
    if std::env::var_os("RUST_MIN_STACK").is_some() { builder } else { builder.stack_size(SIZE) }
}

/// Calls `f` on a thread with the stack that a property has. Under Miri there is not any, and `f`
/// runs on this thread.
///
/// # Errors
/// If the thread cannot be started.
///
/// # Panics
/// If `f` panics.
pub fn within<R: Send>(name: &str, f: impl FnOnce() -> R + Send) -> io::Result<R> {
    if IS_MIRI {
        return Ok(f());
    }
    thread::scope(|scope| {
        let thread = thread(name).spawn_scoped(scope, f)?;
        Ok(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}
