//! Ctrl-C: the first ends the search, and what it found is still reported; the second ends the program.

use std::io::{self, Write};

use everycase_check::process::interrupt::{Interrupt, Reaction, Signal};

/// Listens to signals from now on. At most once in a program.
pub fn listen() -> Interrupt {
    Interrupt::listen(Reaction {
        // A failing input is made smaller before the next one is looked at, which can take some seconds.
        grace: None,
        is_session: false,
        first_words: Box::new(|| {
            let _ = writeln!(io::stderr(), "\nstopping at the next input; Ctrl-C once more ends at once");
        }),
        last_words: Box::new(|| {}),
    })
}

/// Returns the exit status of a search that a signal has ended.
pub fn status(interrupt: &Interrupt) -> u8 {
    interrupt.signal().unwrap_or(Signal::Interrupt).code()
}
