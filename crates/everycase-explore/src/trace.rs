//! A trace: each expression that is run, with its result, in the notation of the thesis (section
//! 3.1).
//!
//! `f ? ?1 ==> ?1` says that the evaluation of the expression needs its second open argument;
//! `==> [leaf]` that it ends with this value, in which `?` stands for what the argument is, `==> .`
//! with a value that cannot be shown, `==> !` with an error; `==> false` that a property does not
//! hold.

use std::sync::{Arc, Mutex, PoisonError};

use everycase_check::claims::stats::Labels;
use everycase_check::run::verdict::{Cause, Event, Profile, Subject, Verdict};
use everycase_kernel::Derivation;
use everycase_kernel::lazy::Run;

use crate::expression::Expression;
use crate::fault::escaped_line;
use crate::subject::TestLibrary;

/// Receives the lines of a trace.
pub type Lines = Box<dyn Fn(&str) + Send + Sync>;

/// A library that writes a trace of its tests.
pub(crate) struct TracedLibrary<T: TestLibrary> {
    library: Arc<T>,
    lines: Lines,
    /// The lines of the last test. The next one has them in common up to its first other decision.
    last: Mutex<Vec<String>>,
}

impl<T: TestLibrary> TracedLibrary<T> {
    pub(crate) fn new(library: Arc<T>, lines: Lines) -> Self {
        Self { library, lines, last: Mutex::default() }
    }

    /// Returns the lines of a test.
    fn lines(&self, test: &Derivation, verdict: &Verdict) -> Vec<String> {
        let mut run = Run::new();
        run.begin_replay(test);
        self.library.run(&mut run, &mut Labels::default());
        let seen = run.seen().to_vec();
        run.begin_replay(test);
        let mut expression = self.expression(&run);
        let mut lines = Vec::new();
        for pos in seen {
            // The same decisions in the same order have the same positions.
            if run.is_range(pos) {
                run.number(pos);
            } else {
                run.force(pos);
            }
            let next = self.expression(&run);
            // Decisions that select the function under test, its types or a path are not arguments.
            if expression != Expression::Open
                && let Some(number) = decided(&expression, &next)
            {
                let number = if number == 0 { String::new() } else { number.to_string() };
                lines.push(format!("{} ==> ?{number}", self.library.text(&expression)));
            }
            expression = next;
        }
        let text = self.library.text(&expression);
        let end = match verdict {
            Verdict::Passed | Verdict::Discarded => {
                self.library.value(&text).unwrap_or_else(|| ".".to_owned())
            }
            Verdict::Undecided(undecided) => format!("! {}", escaped_line(&undecided.message)),
            Verdict::Failed(failure) => match &failure.cause {
                Cause::Panicked { message, .. } | Cause::Limit { message, .. } => {
                    format!("! {}", escaped_line(message))
                }
                Cause::Returned(_) => "false".to_owned(),
                Cause::Hung(_) | Cause::Died(_) | Cause::NotDeterministic(_) => "!".to_owned(),
            },
        };
        lines.push(format!("{text} ==> {end}"));
        lines
    }

    fn expression(&self, run: &Run) -> Expression {
        let seen = run.show(run.root());
        seen.map_or(Expression::Open, |seen| Expression::read(&*self.library, seen.at()))
    }
}

/// Returns the number of the first open part of an expression that another one, with one decision
/// more, has no longer.
fn decided(before: &Expression, after: &Expression) -> Option<u32> {
    let mut open = 0;
    let mut parts = vec![(before, after)];
    while let Some((before, after)) = parts.pop() {
        if *before == Expression::Open {
            if *after != Expression::Open {
                return Some(open);
            }
            open += 1;
            continue;
        }
        let (before, after) = (before.parts(), after.parts());
        if before.len() != after.len() {
            return None;
        }
        parts.extend(before.into_iter().zip(after).rev());
    }
    None
}

impl<T: TestLibrary> Subject for TracedLibrary<T> {
    fn run(&self, input: &mut Run, labels: &mut Labels) -> Verdict {
        let verdict = self.library.run(input, labels);
        // A step that does not fit the value makes no test.
        if verdict != Verdict::Discarded
            && !input.is_replay()
            && let Some(test) = input.derivation(input.root())
        {
            let lines = self.lines(&test, &verdict);
            let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
            let common = lines.iter().zip(last.iter()).take_while(|(one, other)| one == other).count();
            for line in &lines[common..] {
                (self.lines)(line);
            }
            *last = lines;
        }
        verdict
    }

    fn profile(&self) -> Profile {
        self.library.profile()
    }

    fn notice(&self, event: Event) {
        self.library.notice(event);
    }
}
