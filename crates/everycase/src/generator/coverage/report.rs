//! The report of a check of a generator, in the words of `everycase verify`.

use std::fmt;
use std::time::Duration;

use everycase_check::text::duration;
use everycase_check::text::number::{counted, small};

use super::Promise;
use crate::generator::quantify;

/// What a check of a generator found.
pub struct Report {
    name: &'static str,
    file: &'static str,
    line: u32,
    size: u32,
    /// The size up to which all values were tried.
    pub(super) through: Option<u32>,
    /// The number of promised values that are produced.
    pub(super) covered: u64,
    /// Promised values that are not.
    pub(super) not_found: Vec<MissingValue>,
    /// A result that is not promised.
    pub(super) outside: Option<Value>,
    /// The number of arguments, values and calls that may or may not belong to the promise.
    pub(super) open: u64,
    /// Whether some promise relies on quantifiers that were tried only on small values.
    pub(super) has_likely: bool,
    pub(super) is_out_of_time: bool,
    pub(super) runs: u64,
    pub(super) time: Duration,
}

/// A value with the call that should produce it, or does.
pub(super) struct Value {
    pub(super) call: String,
    pub(super) result: String,
}

/// A promised value that is not produced.
pub(super) struct MissingValue {
    pub(super) value: Value,
    /// The size up to which all choices were run; `None` if all of any size were.
    pub(super) through: Option<u32>,
    /// Whether the promise relies on quantifiers that were tried only on small values.
    pub(super) is_likely: bool,
}

impl MissingValue {
    fn is_certain(&self) -> bool {
        self.through.is_none() && !self.is_likely
    }
}

impl Report {
    pub(super) fn of<A, T>(promise: &Promise<A, T>) -> Self {
        let &Promise { name, file, line, size, .. } = promise;
        Self {
            name,
            file,
            line,
            size,
            through: None,
            covered: 0,
            not_found: Vec::new(),
            outside: None,
            open: 0,
            has_likely: false,
            is_out_of_time: false,
            runs: 0,
            time: Duration::ZERO,
        }
    }

    /// Returns whether a value was not found, or one is outside of what is promised.
    pub(super) fn is_found(&self) -> bool {
        !self.not_found.is_empty() || self.outside.is_some()
    }

    /// Returns whether there is something that fails a test: a value that is missing or not found,
    /// one outside of what is promised, or no promised value at all.
    pub fn is_finding(&self) -> bool {
        self.is_found() || self.is_vacuous()
    }

    fn is_vacuous(&self) -> bool {
        self.covered == 0 && self.open == 0 && self.through == Some(self.size)
    }

    /// Returns what is known, in a word of `everycase verify`.
    #[inline]
    pub fn verdict(&self) -> &'static str {
        if self.not_found.iter().any(MissingValue::is_certain) {
            "incomplete"
        } else if self.outside.is_some() {
            "unsound"
        } else if !self.not_found.is_empty() || self.open > 0 || self.through.is_none() {
            "undecided"
        } else if self.covered == 0 {
            "vacuous"
        } else {
            "covers"
        }
    }

    #[inline]
    fn covered(&self) -> String {
        let all = if self.open == 0 { "all " } else { "" };
        match self.through {
            Some(size) => format!("{all}{} up to size {size}", counted(self.covered, "value")),
            None => "no size completely".to_owned(),
        }
    }
}

impl fmt::Display for Report {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, file, line, .. } = self;
        write!(f, "{file}:{line}: {name} ")?;
        match self.verdict() {
            "incomplete" => f.write_str("is incomplete")?,
            "unsound" => f.write_str("is unsound")?,
            "undecided" => f.write_str("is not known to cover its type")?,
            "vacuous" => {
                let size = self.through.unwrap_or(0);
                write!(f, "has a coverage type to which no value belongs, up to size {size}")?;
            }
            _ => write!(f, "covers {}", self.covered())?,
        }
        let how = if self.is_out_of_time { ", time is up" } else { "" };
        write!(f, " (in {}{how})", duration::show(self.time))?;
        let certain = self.not_found.iter().filter(|one| one.is_certain());
        for MissingValue { value: Value { call, result }, .. } in certain {
            write!(f, "\n    `{call}` never produces {result}, which its coverage type promises")?;
            write!(f, "\n    no choices of any size produce it")?;
        }
        if let Some(Value { call, result }) = &self.outside {
            write!(f, "\n    `{call}` can produce {result}, which does not belong to its coverage type")?;
        }
        for MissingValue { value: Value { call, result }, through, is_likely } in
            self.not_found.iter().filter(|one| !one.is_certain())
        {
            let how = match through {
                Some(size) => format!("no choices up to size {size} produce it"),
                None => "no choices of any size produce it".to_owned(),
            };
            write!(f, "\n    no choices found with which `{call}` produces {result}: {how}")?;
            if *is_likely {
                f.write_str("; the promise relies on quantifiers that were tried only on small values")?;
            }
        }
        if self.open > 0 {
            let open = counted(self.open, "value");
            write!(f, "\n    open: whether {open} or arguments belong to the coverage type")?;
        }
        if self.has_likely {
            let (size, most) = (quantify::SIZE, small(quantify::MOST as u64));
            write!(f, "\n    quantifiers: tried on values up to size {size}, at most {most} of a type")?;
        }
        if self.verdict() != "covers" {
            write!(f, "\n    run: covers {}", self.covered())?;
        }
        write!(f, "\n    run: {} of the generator", counted(self.runs, "time"))
    }
}
