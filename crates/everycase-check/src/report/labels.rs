//! The labels of inputs and demanded shares, in words.

use std::fmt;

use crate::claims::stats::{KEPT, Shortfall, Stats, sane};
use crate::text::number::{counted, percent, small};

/// One label a line, with its share.
impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, label) in self.labels().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{:>6} {}", percent(label.count, self.tests()), label.name)?;
            if let Some(required) = label.required {
                write!(f, " (at least {}% demanded)", sane(required))?;
            }
        }
        if self.others() > 0 {
            let (kept, others) = (small(KEPT as u64), counted(self.others(), "time"));
            write!(f, "\n  other labels than the first {kept}: {others}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Shortfall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shortfall { name, count, of, required } = self;
        let (share, count, of) = (percent(*count, *of), small(*count), small(*of));
        write!(f, "`{name}` covers {share} of the inputs ({count} of {of}), at least {required}% is required")
    }
}
