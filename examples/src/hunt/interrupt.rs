//! Ctrl-C: the first ends the search, and what it found is still reported; the second ends the program.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit status of a program ended by Ctrl-C, as shells give it: 128 and the number of the signal.
pub const INTERRUPTED: u8 = 130;

/// Has the user asked for the end?
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens to Ctrl-C from now on. At most once in a program.
    pub fn listen() -> Self {
        let interrupt = Self::default();
        let heard = interrupt.clone();
        // Where there is no listening, Ctrl-C ends the program as it always does: no reason not to search.
        let _ = ctrlc::set_handler(move || {
            if heard.raise() {
                std::process::exit(INTERRUPTED.into());
            }
            // A failing input is made smaller before the next one is looked at, which can take some seconds.
            let _ = writeln!(io::stderr(), "\nstopping at the next input; Ctrl-C once more ends at once");
        });
        interrupt
    }

    /// Asks for the end. Was it asked for before?
    pub fn raise(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    /// Has the end been asked for?
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
