//! Catches panics of the code under test without output on stderr.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs `f`; a panic becomes its message and the place it came from.
///
/// # Errors
/// The message of the panic.
pub fn catch<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if CATCHING.get() {
                let payload = info.payload();
                let text = payload.downcast_ref::<&str>().copied();
                let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
                let text = text.unwrap_or("a panic without a message");
                // Only the file's name: the rest of the path belongs to this machine.
                let place = info.location().map(|at| {
                    let file = at.file().rsplit(['/', '\\']).next().unwrap_or_default();
                    format!(" ({file}:{})", at.line())
                });
                MESSAGE.set(format!("{text}{}", place.unwrap_or_default()));
            } else {
                before(info);
            }
        }));
    });
    let outer = CATCHING.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(f));
    CATCHING.set(outer);
    result.map_err(|_| MESSAGE.take())
}
