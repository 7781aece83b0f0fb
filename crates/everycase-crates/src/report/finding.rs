//! A finding as readers see it, and which findings are alike.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use everycase_check::report::Detail;
use everycase_check::text::number::counted;

use super::line;
use crate::candidates::laws::{beginning, stored};
use crate::finding::{Finding, Rank, function_of, method_of};

/// A finding, as its record states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingRecord {
    /// How surprising it is.
    pub rank: Rank,
    /// What happens: the message of the panic.
    pub what: String,
    /// Where: `file:line:column`, if it is known. The file is below the folder of the crate, unless
    /// the path is absolute.
    pub place: Option<String>,
    /// The function that was called.
    pub function: String,
    /// The functions of the crate that were running, the innermost first.
    pub frames: Vec<String>,
    /// The lines of the code that fails.
    pub code: Vec<String>,
    /// Whether the code was compiled by itself, and failed so.
    pub is_confirmed: bool,
    /// The size of the expression.
    pub size: u32,
    /// The number of expressions that failed so.
    pub count: u64,
}

/// What findings of one cause have in common, as far as messages and functions tell. It depends
/// neither on lines of the source nor on the expression that fails.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Likeness {
    /// The rank.
    pub rank: Rank,
    /// The message without its numbers and without what it quotes.
    pub what: String,
    /// The file, if it is one of the crate, or empty.
    pub file: String,
    /// The innermost function of the crate, or the function that was called.
    pub within: String,
}

impl Likeness {
    /// Returns what findings with this rank and message have in common, in a file and a function.
    pub fn new(rank: Rank, what: &str, file: &str, within: &str) -> Likeness {
        Likeness { rank, what: pattern(what), file: file.to_owned(), within: within.to_owned() }
    }
}

/// What an assertion writes before its own message.
const ASSERTED: &str = "assertion `left == right` failed: ";

/// The most other functions that are named where details are not wanted.
const NAMED: usize = 4;

/// Findings that are told as one.
pub struct Group<'r> {
    /// The one with the smallest expression.
    pub first: &'r FindingRecord,
    /// The others.
    pub others: Vec<&'r FindingRecord>,
}

impl FindingRecord {
    /// Returns the record of a finding.
    pub fn of(own: &Finding) -> FindingRecord {
        FindingRecord {
            rank: own.rank,
            what: own.what.clone(),
            place: own.place.clone(),
            function: own.function.clone(),
            frames: own.frames.clone(),
            code: own.code.lines().map(str::to_owned).collect(),
            is_confirmed: own.is_confirmed,
            size: own.expression.size(),
            count: own.count,
        }
    }

    /// Returns what findings of one cause have in common.
    pub fn likeness(&self) -> Likeness {
        // The path of a file outside of the crate depends on the machine.
        let place = self.place.as_deref().filter(|own| Path::new(own).is_relative());
        let file = place.and_then(|own| own.split(':').next()).unwrap_or_default();
        let within = match self.frames.first() {
            Some(frame) => function_of(frame),
            None => &self.function,
        };
        Likeness::new(self.rank, &self.what, file, within)
    }

    /// Returns the name of the function that was called, without what it is in.
    fn called(&self) -> &str {
        self.function.rsplit("::").next().unwrap_or_default()
    }

    /// Returns what this finding has in common with the same failure of similar functions, such as
    /// an overflow in each of `kb`, `mb` and `gb`: the likeness with what is called instead of the
    /// name of a function. `None` if it fails in another function than the called one.
    pub(super) fn form(&self) -> Option<Likeness> {
        let called = self.called();
        if called != method_of(self.frames.first()?) {
            return None;
        }
        let name = pattern(&format!("{called}("));
        let code: Vec<String> = self.code.iter().map(|line| pattern(line).replace(&*name, "(")).collect();
        Some(Likeness { within: code.join("\n"), ..self.likeness() })
    }

    /// Returns what this finding has in common with the same failure of methods with the same name
    /// that one macro has made: the likeness with the line that failed.
    pub(super) fn line(&self) -> Option<Likeness> {
        let (_, line) = self.frames.first()?.rsplit_once(" (")?;
        let within = self.called().to_owned();
        Some(Likeness { file: line.to_owned(), within, ..self.likeness() })
    }

    /// Returns what this finding has in common with other laws of iterators that fail in one way:
    /// that their number, or their ends, are wrong after the same calls. Types that wrap one
    /// iterator do. An iterator that is wrong from its beginning has this with itself alone.
    pub(super) fn way(&self) -> Option<Likeness> {
        const CALLS: [&str; 6] = ["next", "next_back", "nth", "nth_back", "rev", "rposition"];
        let of = self.iterator()?;
        let law = self.brief();
        let what = match law {
            _ if law.contains("size_hint") => "number",
            _ if law.contains("the back") || law.contains("both ends") => "ends",
            _ => law,
        };
        let assertion = beginning(law)?;
        let before = self.code.iter().flat_map(|own| own.lines());
        let before = before.take_while(|own| !own.trim_start().starts_with(assertion));
        let words = before.flat_map(|own| own.split(|own: char| !own.is_alphanumeric() && own != '_'));
        let calls: BTreeSet<&str> = words.filter(|own| CALLS.contains(own)).collect();
        let within = if calls.is_empty() { of.to_owned() } else { Vec::from_iter(calls).join(" ") };
        let what = format!("{what} of iterators");
        Some(Likeness { rank: self.rank, what, file: String::new(), within })
    }

    /// Returns the iterator whose law fails, without its crate.
    fn iterator(&self) -> Option<&str> {
        let (ty, of) = self.function.strip_prefix('<')?.split_once(" as ")?;
        let is_of_iterators = self.rank == Rank::Law && of.ends_with("Iterator>");
        is_of_iterators.then(|| ty.split_once("::").map_or(ty, |own| own.1))
    }

    /// Returns the first line of what happens.
    pub fn brief(&self) -> &str {
        let first = self.what.lines().next().unwrap_or_default();
        match first.strip_prefix(ASSERTED) {
            // The name of the assertion is left out of a law.
            Some(law) if self.rank == Rank::Law => law,
            _ => first,
        }
    }

    /// Returns why it is shown, how often it was met, and how small it is.
    pub fn how(&self) -> String {
        let code = if self.is_confirmed { "" } else { "; the code was not run by itself" };
        let failures = counted(self.count, "failure");
        let needs = self.needs().map(|own| format!("; the code needs the crate `{own}`")).unwrap_or_default();
        format!("{}; {failures}, size {}{code}{needs}", self.rank.reason(), self.size)
    }

    /// Returns the crate that the code needs beside the explored one.
    pub(super) fn needs(&self) -> Option<&'static str> {
        let is_needed = self.code.iter().any(|own| stored::is_of_json(own));
        (is_needed && !stored::is_of_json(&self.function)).then_some(stored::JSON)
    }
}

/// Returns a message without the numbers in it, and without what it quotes: both are of an
/// expression.
fn pattern(what: &str) -> String {
    // The standard library tells the text after this.
    const BOUNDARY: &str = "char boundary";
    let what = what.split_once(BOUNDARY).map_or(what, |(before, _)| &what[..before.len() + BOUNDARY.len()]);
    let parts = what.split('"').enumerate().filter(|(number, _)| number % 2 == 0);
    let kept: Vec<String> = parts
        .map(|(_, part)| part.chars().filter(|own| !own.is_ascii_digit() && *own != '-').collect())
        .collect();
    kept.join("\"\"")
}

impl Group<'_> {
    /// Returns the other functions that fail so, without what they are in.
    fn other_functions(&self) -> BTreeSet<&str> {
        let mut all: BTreeSet<&str> = self.others.iter().map(|own| own.called()).collect();
        all.remove(self.first.called());
        all
    }

    /// Returns the other iterators that fail so, and their other laws.
    fn other_iterators(&self) -> Option<String> {
        let mut types: BTreeSet<&str> = self.others.iter().filter_map(|own| own.iterator()).collect();
        types.remove(self.first.iterator()?);
        let mut laws: BTreeSet<&str> = self.others.iter().map(|own| own.brief()).collect();
        laws.remove(self.first.brief());
        let types: Vec<String> = types.iter().map(|own| format!("`{own}`")).collect();
        let laws: Vec<&str> = laws.into_iter().collect();
        Some(match (&types[..], &laws[..]) {
            ([], []) => return None,
            (_, []) => format!("the same in {}", types.join(", ")),
            ([], _) => format!("the same for: {}", laws.join("; ")),
            _ => format!("the same in {}, and for: {}", types.join(", "), laws.join("; ")),
        })
    }

    /// Returns where else it fails so; `None` if that is not known.
    pub fn elsewhere(&self, detail: Detail) -> Option<String> {
        if self.first.iterator().is_some() {
            return self.other_iterators();
        }
        let functions = self.other_functions();
        // Where the crate blames its caller there are none.
        let places: Vec<&str> = self.others.iter().filter_map(|own| own.place.as_deref()).collect();
        if !functions.is_empty() && (detail == Detail::Full || functions.len() <= NAMED) {
            let names: Vec<String> = functions.iter().map(|own| format!("`{own}`")).collect();
            return Some(format!("the same in {}", names.join(", ")));
        }
        if !functions.is_empty() {
            return Some(format!("the same in {}", counted(functions.len() as u64, "further function")));
        }
        if places.is_empty() {
            return None;
        }
        Some(match detail {
            Detail::Full => format!("the same at {}", places.join(", ")),
            Detail::Brief => format!("the same at {}", counted(places.len() as u64, "further place")),
        })
    }

    /// Returns one finding of each likeness.
    pub fn unlike(&self) -> impl Iterator<Item = &FindingRecord> {
        let mut known = BTreeSet::new();
        std::iter::once(self.first)
            .chain(self.others.iter().copied())
            .filter(move |own| known.insert(own.likeness()))
    }

    /// Returns the group as text.
    pub fn text(&self, detail: Detail) -> String {
        let own = self.first;
        let shown = |text: &str| match detail {
            Detail::Full => text.to_owned(),
            Detail::Brief => line(text),
        };
        let mut out = format!("{}: {}\n", own.rank, shown(own.brief()));
        if own.rank == Rank::Law {
            let _ = writeln!(out, "    of {}", own.function);
        }
        // A place outside of the crate says less than the function that led there.
        match (&own.place, own.frames.first()) {
            (Some(place), Some(frame)) if place.starts_with('/') => _ = writeln!(out, "    in {frame}"),
            (Some(place), _) => _ = writeln!(out, "    at {place}"),
            (None, _) => {}
        }
        for line in own.code.iter().flat_map(|own| own.lines()) {
            let _ = writeln!(out, "        {line}");
        }
        if own.rank == Rank::Law {
            for line in own.what.lines().skip(1) {
                let _ = writeln!(out, "    {}", shown(line.trim_start()));
            }
        }
        let _ = writeln!(out, "    {}", own.how());
        if let Some(elsewhere) = self.elsewhere(detail) {
            let _ = writeln!(out, "    {elsewhere}");
        }
        if detail == Detail::Full {
            for frame in &own.frames {
                let _ = writeln!(out, "    in {frame}");
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::testing::finding;

    #[test]
    fn a_finding_is_known_again_on_other_lines_and_with_another_expression() {
        let one = finding(Rank::Promise, "no half of -2147483648", "src/lib.rs:88:25");
        let other = FindingRecord {
            code: vec!["f(1)".to_owned()],
            frames: vec!["halves::half (src/lib.rs:91)".to_owned()],
            size: 9,
            ..finding(Rank::Promise, "no half of 7", "src/lib.rs:91:2")
        };
        assert_eq!(one.likeness(), other.likeness());
        for different in [
            FindingRecord { rank: Rank::Unexpected, ..one.clone() },
            FindingRecord { what: "no third of 7".to_owned(), ..one.clone() },
            FindingRecord { place: Some("src/other.rs:88:25".to_owned()), ..one.clone() },
            FindingRecord { frames: vec!["halves::third (src/lib.rs:91)".to_owned()], ..one.clone() },
        ] {
            assert_ne!(one.likeness(), different.likeness());
        }
    }

    #[test]
    fn the_same_failure_of_similar_functions_has_one_form() {
        let of = |name: &str, code: &str| FindingRecord {
            function: format!("halves::{name}"),
            frames: vec![format!("halves::{name} (src/lib.rs:7)")],
            code: vec![code.to_owned()],
            ..finding(Rank::Unexpected, "attempt to multiply with overflow", "src/lib.rs:7:2")
        };
        let kb = of("kb", "let _ = halves::kb(18014398509481984);");
        assert_eq!(kb.form(), of("mb", "let _ = halves::mb(17592186044416);").form());
        let of_bits = |name: &str| of(name, &format!("let _ = halves::{name}(7);")).form();
        assert_eq!(of_bits("half_i16"), of_bits("half_isize"));
        assert_ne!(kb.form(), of("mb", "let _ = halves::mb(7, 8);").form());
        assert_ne!(kb.form(), of("mb", "let _ = halves::Size::mb(7);").form());
        let inner = FindingRecord { frames: vec!["halves::times (src/lib.rs:7)".to_owned()], ..kb };
        assert_eq!(inner.form(), None);
    }

    #[test]
    fn the_same_failure_of_methods_that_a_macro_has_made_has_one_line() {
        let of = |ty: &str, name: &str, line: u32| FindingRecord {
            function: format!("<{ty} as Integer>::{name}"),
            frames: vec![format!("{name} (src/lib.rs:{line})")],
            ..finding(Rank::Unexpected, "attempt to subtract with overflow", "src/lib.rs:90:2")
        };
        assert_eq!(of("u8", "less", 7).line(), of("u16", "less", 7).line());
        assert_ne!(of("u8", "less", 7).line(), of("u16", "less", 8).line());
        assert_ne!(of("u8", "less", 7).line(), of("u8", "least", 7).line());
        assert_eq!(FindingRecord { frames: Vec::new(), ..of("u8", "less", 7) }.line(), None);
    }

    #[test]
    fn a_message_is_known_again_with_another_text_in_it() {
        let messages = [
            (
                "byte index 1 is not a char boundary; it is inside 'é' (bytes 0..2) of `é`",
                "byte index  is not a char boundary",
            ),
            (
                "start byte index 3 is not a char boundary; it is inside 'x'",
                "start byte index  is not a char boundary",
            ),
            (r#"no "7" in "a""#, r#"no "" in """#),
            ("called `Option::unwrap()` on a `None` value", "called `Option::unwrap()` on a `None` value"),
            (r#"open " quote"#, "open "),
        ];
        for (message, wanted) in messages {
            assert_eq!(pattern(message), wanted);
        }
    }
}
