//! The stacks of threads that run properties, and the code that makes and prints their inputs.

use std::io;
use std::panic::resume_unwind;
use std::thread::{self, Builder};

use crate::system::miri::IS_MIRI;

/// The size of a large stack.
const LARGE: usize = 16 << 20;

/// The size of an ordinary stack.
const ORDINARY: usize = 2 << 20;

/// The variable that sets the size of stacks, in bytes.
const SIZE: &str = "RUST_MIN_STACK";

/// The stack of a thread. If `RUST_MIN_STACK` is set, ordinary and large ones have its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stack {
    /// As Rust threads have by default, 2 MiB: users meet an overflow of it.
    Ordinary,
    /// 16 MiB, for inputs whose depth cannot be limited by a measurement.
    Large,
    /// This fraction of an ordinary one: it bears as much less depth, which takes as much less time
    /// to measure.
    Part(usize),
}

impl Stack {
    /// Returns a thread with this stack, named after a property.
    pub fn thread(self, name: &str) -> Builder {
        // The system's names end at a zero byte.
        let builder = Builder::new().name(name.replace('\0', " "));
        match self {
            Stack::Large if std::env::var_os(SIZE).is_none() => builder.stack_size(LARGE),
            Stack::Ordinary | Stack::Large => builder,
            Stack::Part(parts) => builder.stack_size(Stack::ordinary() / parts),
        }
    }

    /// Returns the size of an ordinary stack, in bytes.
    pub(crate) fn ordinary() -> usize {
        std::env::var(SIZE).ok().and_then(|size| size.parse().ok()).unwrap_or(ORDINARY)
    }
}

/// Calls `f` on a thread with a large stack. Under Miri there is not any, and `f` runs on this
/// thread.
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
        let thread = Stack::Large.thread(name).spawn_scoped(scope, f)?;
        Ok(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}
