//! The text about labels of inputs and their required shares.

use std::fmt;
use std::fmt::Write;

use crate::claims::demand::{Demand, sane};
use crate::claims::stats::{KEPT, Stats};
use crate::text::number::{counted, percent, small};

impl Stats {
    /// Returns one label a line, with its share, and whether the share is reached that is demanded
    /// of it.
    pub(crate) fn lines(&self, demands: &[Demand]) -> String {
        let mut out = String::new();
        for (i, label) in self.labels().enumerate() {
            if i > 0 {
                out.push('\n');
            }
            let _ = write!(out, "{:>6} {}", percent(label.count, self.tests()), label.name);
            if let Some(required) = label.required {
                let _ = write!(out, " (at least {}% required", sane(required));
                if let Some(demand) = demands.iter().find(|demand| demand.name == label.name) {
                    let _ = write!(out, ": {}", demand.verdict.name());
                }
                out.push(')');
            }
        }
        if self.others() > 0 {
            let (kept, others) = (small(KEPT as u64), counted(self.others(), "time"));
            let _ = write!(out, "\n  other labels than the first {kept}: {others}");
        }
        out
    }
}

impl fmt::Display for Demand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Demand { name, count, of, required, .. } = self;
        let (share, count, of) = (percent(*count, *of), small(*count), small(*of));
        write!(f, "`{name}` covers {share} of the inputs ({count} of {of}), at least {required}% is required")
    }
}
