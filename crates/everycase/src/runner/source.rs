//! The source of a failing property: its head with the values beside the parameters, and the line
//! that fails.
//!
//! The source is read from the file, which may have changed since it was compiled, or be gone. So
//! `#[property]` notes the line and a hash of the body. Lines are shown only if the file still has
//! this body in this line.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::Path;

use everycase_check::regressions::source_file;
use everycase_check::report::{Input, width as columns};

use super::site::Site;

/// The body of a property when it was compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Body {
    /// The line in which it begins.
    pub line: u32,
    /// The length of its text in bytes.
    pub length: usize,
    /// The hash of its text.
    pub hash: u64,
}

/// The indentation of the lines in a report.
const INDENT: usize = 4;

/// The maximal number of lines of the head.
const HEAD: usize = 16;

/// The space between the source and what is written beside it.
const GAP: &str = "    ";

/// What stands beside the line that fails.
const FAILS: &str = "<- fails here";

impl Body {
    /// Returns whether this is the text of the body.
    fn is(&self, text: &str) -> bool {
        let mut hasher = DefaultHasher::new();
        hasher.write(text.as_bytes());
        hasher.finish() == self.hash
    }

    /// Returns the text from the head of the function to the end of the body, and the number of its
    /// first line, if the source has this body.
    fn function<'s>(&self, source: &'s str, name: &str) -> Option<(&'s str, usize)> {
        let line = usize::try_from(self.line).ok()?.checked_sub(1)?;
        let start: usize = source.split_inclusive('\n').take(line).map(str::len).sum();
        let in_line = source[start..].lines().next()?;
        let (begin, end) = in_line.match_indices('{').find_map(|(at, _)| {
            let (begin, end) = (start + at, (start + at).checked_add(self.length)?);
            source.get(begin..end).filter(|text| self.is(text)).map(|_| (begin, end))
        })?;
        let word = format!("fn {name}");
        let (head, _) = source[..begin].rmatch_indices(&word).find(|(at, _)| {
            let rest = &source[at + word.len()..begin];
            rest.starts_with(['(', '<']) && is_head(rest)
        })?;
        let first = source[..head].rfind('\n').map_or(0, |end| end + 1);
        Some((&source[first..end], source[..first].matches('\n').count() + 1))
    }
}

/// Returns whether a text, from the name of a function to a body, has no other body.
fn is_head(text: &str) -> bool {
    let mut depth = 0;
    text.chars().all(|c| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '{' | '}' | ';' => return depth > 0,
            _ => {}
        }
        depth >= 0
    }) && depth == 0
}

/// Returns the lines of the head of a property, with short values beside its parameters, and the
/// line that fails at `place`; none if the file does not show them.
pub(super) fn excerpt(site: &Site<'_>, body: &Body, place: &str, inputs: &[Input]) -> Vec<String> {
    let read = || {
        let failing: usize =
            place.strip_prefix(site.file)?.strip_prefix(':')?.split(':').next()?.parse().ok()?;
        let file = source_file(site.file, Path::new(site.manifest_dir))?;
        let source = fs::read_to_string(file).ok()?.replace("\r\n", "\n");
        lines(body, &source, site.name, failing, inputs)
    };
    read().unwrap_or_default()
}

/// Returns these lines of a source.
fn lines(body: &Body, source: &str, name: &str, failing: usize, inputs: &[Input]) -> Option<Vec<String>> {
    let (function, first) = body.function(source, name)?;
    let begin = usize::try_from(body.line).ok()?;
    let of_line = |number: usize| function.lines().nth(number.checked_sub(first)?);
    if failing < begin || of_line(failing).is_none() || begin - first >= HEAD {
        return None;
    }
    let mut shown: Vec<(usize, &str, String)> = Vec::new();
    for number in first..=begin {
        let line = of_line(number)?;
        let values = inputs.iter().filter(|input| declares(line, &input.name)).filter_map(value);
        shown.push((number, line, values.collect::<Vec<_>>().join(", ")));
    }
    match shown.last_mut().filter(|(number, ..)| *number == failing) {
        Some((.., beside)) if beside.is_empty() => FAILS.clone_into(beside),
        Some((.., beside)) => *beside = format!("{beside} {FAILS}"),
        None => shown.push((failing, of_line(failing)?, FAILS.to_owned())),
    }
    Some(laid_out(&shown))
}

/// Returns whether a line declares a parameter.
fn declares(line: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    !name.is_empty()
        && line.match_indices(name).any(|(at, _)| {
            let after = line[at + name.len()..].trim_start();
            !line[..at].ends_with(is_part) && after.starts_with(':') && !after.starts_with("::")
        })
}

/// Returns a value with its name, if it is one and takes one line.
fn value(input: &Input) -> Option<String> {
    let Input { name, value, .. } = input;
    (!value.contains('\n') && !value.starts_with("//")).then(|| format!("{name} = {value}"))
}

/// Returns numbered lines with what stands beside them, in columns where these are narrow enough.
/// What does not fit is left out, and a line that is too long is cut. All lines lose the
/// indentation that they have in common.
fn laid_out(lines: &[(usize, &str, String)]) -> Vec<String> {
    let width = |text: &str| text.chars().count();
    let digits = lines.iter().map(|(number, ..)| number.to_string().len()).max().unwrap_or(0);
    let room = columns() - INDENT - digits - " | ".len();
    let code = lines.iter().map(|(_, code, _)| code.replace('\t', GAP)).collect::<Vec<_>>();
    let indents = code.iter().map(|code| code.len() - code.trim_start().len());
    let indent = indents.min().unwrap_or(0);
    let lines = lines.iter().zip(&code);
    let lines: Vec<_> = lines.map(|((number, _, beside), code)| (number, &code[indent..], beside)).collect();
    // What stands beside one line, and fits, is in one column with the others.
    let fits = |code: usize, beside: &str| code + width(GAP) + width(beside) <= room;
    let beside = lines.iter().filter(|(_, code, beside)| !beside.is_empty() && fits(width(code), beside));
    let column = beside.clone().map(|(_, code, _)| width(code)).max().unwrap_or(0);
    let is_aligned = beside.clone().all(|(_, _, beside)| fits(column, beside));
    let line = |(number, code, beside): &(&usize, &str, &String)| {
        let code = code.trim_end();
        let mark = if beside.ends_with(FAILS) { FAILS } else { "" };
        // The mark of the failing line is never left out.
        let (code, beside) = match (fits(width(code), beside), mark) {
            (true, _) => (code.to_owned(), beside.as_str()),
            (false, "") => (cut(code, room), ""),
            (false, mark) => (cut(code, room - width(GAP) - width(mark)), mark),
        };
        let column = if is_aligned { column } else { 0 };
        let beside = if beside.is_empty() { code } else { format!("{code:column$}{GAP}{beside}") };
        format!("{number:>digits$} | {beside}")
    };
    lines.iter().map(line).collect()
}

/// Returns a line, or its beginning if it is longer than this.
fn cut(line: &str, most: usize) -> String {
    match line.char_indices().nth(most) {
        Some(_) => line.chars().take(most - 2).collect::<String>() + "..",
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
use everycase::prelude::*;

    #[property]
    fn pops_in_order(ops: Vec<Op>, n: u8) {
        let q = run(&ops);
        assert_eq!(model.len(), q.len());
    }

#[property]
fn split(
    a: u8,
    #[from(0..=1)] (b, c): (u8, [u8; 2]),
) -> bool
where
    u8: Copy,
{
    assert!(a < 3); a < b
}

#[property] fn one(a: u8) { assert!(a < 3) }
";

    fn body(source: &str, name: &str) -> Body {
        let head = source.find(&format!("fn {name}(")).unwrap();
        let begin = head + source[head..].find("{\n").or(source[head..].find('{')).unwrap();
        let text = &source[begin..=begin + source[begin..].find('}').unwrap()];
        let mut hasher = DefaultHasher::new();
        hasher.write(text.as_bytes());
        let line = source[..begin].matches('\n').count() + 1;
        Body { line: u32::try_from(line).unwrap(), length: text.len(), hash: hasher.finish() }
    }

    fn input(name: &str, value: &str) -> Input {
        Input { name: name.to_owned(), value: value.to_owned(), ..Input::default() }
    }

    fn shown(name: &str, failing: usize, inputs: &[(&str, &str)]) -> Option<Vec<String>> {
        let inputs: Vec<Input> = inputs.iter().map(|(name, value)| input(name, value)).collect();
        lines(&body(SOURCE, name), SOURCE, name, failing, &inputs)
    }

    #[test]
    fn values_are_beside_the_parameters_and_the_failing_line_is_marked() {
        let lines = shown("pops_in_order", 6, &[("ops", "vec![Push(1), Pop]"), ("n", "0")]).unwrap();
        assert_eq!(
            lines,
            [
                "4 | fn pops_in_order(ops: Vec<Op>, n: u8) {    ops = vec![Push(1), Pop], n = 0",
                "6 |     assert_eq!(model.len(), q.len());      <- fails here",
            ]
        );
        let lines = shown("split", 17, &[("a", "3"), ("(b, c)", "(0, [1, 2])")]).unwrap();
        assert_eq!(
            lines,
            [
                "10 | fn split(",
                "11 |     a: u8,                                   a = 3",
                "12 |     #[from(0..=1)] (b, c): (u8, [u8; 2]),    (b, c) = (0, [1, 2])",
                "13 | ) -> bool",
                "14 | where",
                "15 |     u8: Copy,",
                "16 | {",
                "17 |     assert!(a < 3); a < b                    <- fails here",
            ]
        );
        let lines = shown("one", 20, &[("a", "3")]).unwrap();
        assert_eq!(lines, ["20 | #[property] fn one(a: u8) { assert!(a < 3) }    a = 3 <- fails here"]);
    }

    #[test]
    fn values_that_are_too_long_or_not_values_stay_where_they_are() {
        let long = format!("vec![{}]", "Push(1), ".repeat(9));
        let lines = shown("pops_in_order", 6, &[("ops", &long), ("n", "// `n` cannot be printed")]).unwrap();
        assert_eq!(lines[0], "4 | fn pops_in_order(ops: Vec<Op>, n: u8) {");
        assert!(lines[1].ends_with("    <- fails here"), "{lines:?}");
        let source = SOURCE.replace("model.len()", &format!("{}.len()", "model".repeat(40)));
        let body = body(&source, "pops_in_order");
        let lines = self::lines(&body, &source, "pops_in_order", 6, &[input("n", "0")]).unwrap();
        assert_eq!(lines[0], "4 | fn pops_in_order(ops: Vec<Op>, n: u8) {    n = 0");
        assert!(lines[1].ends_with("..    <- fails here") && lines[1].chars().count() + INDENT == columns());
    }

    #[test]
    fn no_line_is_shown_of_a_source_that_has_changed() {
        let (name, inputs) = ("pops_in_order", [input("n", "0")]);
        let body = body(SOURCE, name);
        for (changed, failing) in [
            (format!("\n{SOURCE}"), 6),
            (SOURCE.replace("run(&ops)", "run(&op)"), 6),
            (SOURCE.replace("pops_in_order(", "pops("), 6),
            (SOURCE[..90].to_owned(), 6),
            (String::new(), 6),
            // What fails is not in the body.
            (SOURCE.to_owned(), 3),
            (SOURCE.to_owned(), 8),
        ] {
            assert_eq!(lines(&body, &changed, name, failing, &inputs), None, "{changed}");
        }
        assert!(lines(&body, SOURCE, name, 6, &inputs).is_some());
        // The head of another function is not that of the property.
        let other =
            SOURCE.replace("fn pops_in_order(ops: Vec<Op>, n: u8) {", "fn pops_in_order() {} fn g() {");
        assert_eq!(lines(&body, &other, name, 6, &inputs), None);
    }
}
