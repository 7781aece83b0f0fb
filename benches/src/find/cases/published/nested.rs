//! Published bugs in printers, readers and differences of nested values.

use bolero_generator::TypeGenerator;
use everycase::Enumerable;
use proptest_derive::Arbitrary;

use super::{Case, Verdict, case};
use crate::find::input::{recursive, short};

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    BareAlternatives,
    LastIsRepeated,
    OneIsBare,
    BareNegative,
    RemovesUpwards,
    SomeIsImplicit,
    OneBacktick,
}

/// A regular expression over two letters.
#[derive(Debug, Clone, PartialEq, Eq, Enumerable, TypeGenerator)]
enum Regex {
    Letter(bool),
    Concat(Vec<Regex>),
    Either(Vec<Regex>),
    Many(Box<Regex>),
}

recursive! { Regex;
    leaf Letter(letter: bool);
    node Concat(parts: [Self]);
    node Either(parts: [Self]);
    node Many(inner: Self);
}

/// A query for fields of a document.
#[derive(Debug, Clone, PartialEq, Eq, Enumerable, TypeGenerator)]
enum Query {
    Field(bool),
    Path(Vec<Query>),
    Optional(Box<Query>),
    Many(Box<Query>),
}

recursive! { Query;
    leaf Field(name: bool);
    node Path(steps: [Self]);
    node Optional(inner: Self);
    node Many(inner: Self);
}

/// An expression.
#[derive(Debug, Clone, PartialEq, Eq, Enumerable, TypeGenerator)]
enum Expr {
    Num(i8),
    Neg(Box<Expr>),
    Sub(Box<Expr>, Box<Expr>),
}

recursive! { Expr;
    leaf Num(number: i8);
    node Neg(inner: Self);
    node Sub(left: Self, right: Self);
}

/// A document.
#[derive(Debug, Clone, PartialEq, Eq, Enumerable, TypeGenerator)]
enum Document {
    Number(u8),
    List(Vec<Document>),
}

recursive! { Document;
    leaf Number(number: u8);
    node List(items: [Self]);
}

/// A part of a line of Markdown.
#[derive(Debug, Clone, PartialEq, Eq, Enumerable, TypeGenerator, Arbitrary)]
#[cfg_attr(feature = "hegel", derive(hegel::DefaultGenerator))]
enum Inline {
    Word,
    Code(String),
}

short! { Inline { Word, Code(code) } }

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("alternatives-in-a-concatenation", Mistake::BareAlternatives, regex_is_read_back, || {
            let either = Regex::Either(vec![Regex::Letter(false), Regex::Letter(true)]);
            Regex::Concat(vec![Regex::Letter(false), either])
        }),
        case("repetition-of-a-concatenation", Mistake::LastIsRepeated, regex_is_read_back, || {
            Regex::Many(Box::new(Regex::Concat(vec![Regex::Letter(false), Regex::Letter(true)])))
        }),
        case("two-modifiers-of-a-step", Mistake::OneIsBare, query_is_read_back, || {
            Query::Many(Box::new(Query::Path(vec![Query::Optional(Box::new(Query::Field(false)))])))
        }),
        case("minus-before-a-negative-number", Mistake::BareNegative, expression_keeps_its_value, || {
            Expr::Neg(Box::new(Expr::Num(-5)))
        }),
        case("removals-in-ascending-order", Mistake::RemovesUpwards, difference_leads_to_the_other, || {
            (Document::List([1, 2].map(Document::Number).to_vec()), Document::List(Vec::new()))
        }),
        case("nothing-in-an-option", Mistake::SomeIsImplicit, options_are_read_back, || Some(None)),
        case("backtick-in-code", Mistake::OneBacktick, code_is_read_back, || {
            vec![Inline::Code("a`b".to_owned())]
        }),
    ]
}

/// Prints a regular expression.
fn print_regex(m: Mistake, regex: &Regex, out: &mut String) {
    let grouped = |part: &Regex, needs_group: bool, out: &mut String| {
        out.push_str(if needs_group { "(" } else { "" });
        print_regex(m, part, out);
        out.push_str(if needs_group { ")" } else { "" });
    };
    match regex {
        Regex::Letter(letter) => out.push(if *letter { 'b' } else { 'a' }),
        Regex::Concat(parts) => {
            for part in parts {
                let is_either = matches!(part, Regex::Either(_));
                grouped(part, is_either && m != Mistake::BareAlternatives, out);
            }
        }
        Regex::Either(parts) => {
            for (at, part) in parts.iter().enumerate() {
                out.push_str(if at > 0 { "|" } else { "" });
                print_regex(m, part, out);
            }
        }
        Regex::Many(inner) => {
            let needs_group = match &**inner {
                Regex::Letter(_) => false,
                Regex::Concat(parts) => m != Mistake::LastIsRepeated || parts.is_empty(),
                Regex::Either(_) | Regex::Many(_) => true,
            };
            grouped(inner, needs_group, out);
            out.push('*');
        }
    }
}

/// Returns what follows a token, if the text begins with it.
fn after<'a>(text: &mut &'a str, token: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(token)?;
    *text = rest;
    Some(rest)
}

/// Reads alternatives.
fn read_regex(text: &mut &str) -> Option<Regex> {
    let mut alternatives = Vec::new();
    loop {
        let mut parts = Vec::new();
        while !text.is_empty() && !text.starts_with(['|', ')']) {
            let mut part = if after(text, "(").is_some() {
                let inner = read_regex(text)?;
                after(text, ")")?;
                inner
            } else if after(text, "a").is_some() {
                Regex::Letter(false)
            } else {
                after(text, "b")?;
                Regex::Letter(true)
            };
            while after(text, "*").is_some() {
                part = Regex::Many(Box::new(part));
            }
            parts.push(part);
        }
        alternatives.push(Regex::Concat(parts));
        if after(text, "|").is_none() {
            return Some(Regex::Either(alternatives));
        }
    }
}

/// Returns a regular expression without concatenations in concatenations, alternatives in
/// alternatives, and either of a single part. No alternatives are the empty text.
fn normal_regex(regex: &Regex) -> Regex {
    let mut normal = Vec::new();
    match regex {
        Regex::Letter(_) => return regex.clone(),
        Regex::Many(inner) => return Regex::Many(Box::new(normal_regex(inner))),
        Regex::Concat(parts) => {
            for part in parts {
                match normal_regex(part) {
                    Regex::Concat(inner) => normal.extend(inner),
                    other => normal.push(other),
                }
            }
        }
        Regex::Either(parts) => {
            for part in parts {
                match normal_regex(part) {
                    Regex::Either(inner) => normal.extend(inner),
                    other => normal.push(other),
                }
            }
        }
    }
    match (regex, normal.len()) {
        (_, 1) => normal.remove(0),
        (Regex::Either(_), 2..) => Regex::Either(normal),
        _ => Regex::Concat(normal),
    }
}

/// regex-syntax, the printer of `Hir`. Alternatives in a concatenation: issue 516 of September 2018
/// ("Surprising precedence when stringifying concatenations of alternations": `AB|C` for
/// `A(?:B|C)`). Repetition of a concatenation: 0.6.21, issue 731 (`xab+y` for `x(?:ab)+y`).
fn regex_is_read_back(m: Mistake, regex: &Regex) -> bool {
    let mut printed = String::new();
    print_regex(m, regex, &mut printed);
    let mut rest = printed.as_str();
    let read = read_regex(&mut rest);
    rest.is_empty() && read.is_some_and(|read| normal_regex(&read) == normal_regex(regex))
}

/// Returns whether a query needs parentheses before a modifier.
fn needs_parentheses(m: Mistake, query: &Query) -> bool {
    match query {
        Query::Field(_) => false,
        Query::Path(steps) if m == Mistake::OneIsBare => steps.len() != 1,
        Query::Path(steps) => steps.len() != 1 || needs_parentheses(m, &steps[0]),
        Query::Optional(_) | Query::Many(_) => true,
    }
}

/// Prints a query.
fn print_query(m: Mistake, query: &Query, out: &mut String) {
    let (inner, modifier) = match query {
        Query::Field(name) => {
            out.push(if *name { 'g' } else { 'f' });
            return;
        }
        Query::Path(steps) => {
            for (at, step) in steps.iter().enumerate() {
                out.push_str(if at > 0 { "." } else { "" });
                let is_path = matches!(step, Query::Path(_));
                out.push_str(if is_path { "(" } else { "" });
                print_query(m, step, out);
                out.push_str(if is_path { ")" } else { "" });
            }
            return;
        }
        Query::Optional(inner) => (inner, '?'),
        Query::Many(inner) => (inner, '*'),
    };
    let is_apart = needs_parentheses(m, inner);
    out.push_str(if is_apart { "(" } else { "" });
    print_query(m, inner, out);
    out.push_str(if is_apart { ")" } else { "" });
    out.push(modifier);
}

/// Reads a path, whose steps have one modifier at most.
fn read_query(text: &mut &str) -> Option<Query> {
    let mut steps = Vec::new();
    if text.is_empty() || text.starts_with(')') {
        return Some(Query::Path(steps));
    }
    loop {
        let step = if after(text, "(").is_some() {
            let inner = read_query(text)?;
            after(text, ")")?;
            inner
        } else if after(text, "f").is_some() {
            Query::Field(false)
        } else {
            after(text, "g")?;
            Query::Field(true)
        };
        steps.push(if after(text, "?").is_some() {
            Query::Optional(Box::new(step))
        } else if after(text, "*").is_some() {
            Query::Many(Box::new(step))
        } else {
            step
        });
        if after(text, ".").is_none() {
            return Some(Query::Path(steps));
        }
    }
}

/// Returns a query without paths in paths and paths of a single step.
fn normal_query(query: &Query) -> Query {
    match query {
        Query::Field(_) => query.clone(),
        Query::Optional(inner) => Query::Optional(Box::new(normal_query(inner))),
        Query::Many(inner) => Query::Many(Box::new(normal_query(inner))),
        Query::Path(steps) => {
            let mut normal = Vec::new();
            for step in steps {
                match normal_query(step) {
                    Query::Path(inner) => normal.extend(inner),
                    other => normal.push(other),
                }
            }
            if normal.len() == 1 { normal.remove(0) } else { Query::Path(normal) }
        }
    }
}

/// jsongrep, `Display` of queries; pull request 54 of July 2026: "any single-element operand lost
/// its parens even when its element carried a modifier: `parse("(foo?)*").to_string()` gave
/// `foo?*`".
fn query_is_read_back(m: Mistake, query: &Query) -> bool {
    let mut printed = String::new();
    print_query(m, query, &mut printed);
    let mut rest = printed.as_str();
    let read = read_query(&mut rest);
    rest.is_empty() && read.is_some_and(|read| normal_query(&read) == normal_query(query))
}

/// Prints an expression, as an operand with parentheses where it needs some.
fn print_expression(m: Mistake, expr: &Expr, is_operand: bool, out: &mut String) {
    let is_bare = match expr {
        Expr::Num(number) => *number >= 0 || m == Mistake::BareNegative,
        Expr::Neg(_) | Expr::Sub(..) => false,
    };
    let is_apart = is_operand && !is_bare;
    out.push_str(if is_apart { "(" } else { "" });
    match expr {
        Expr::Num(number) => out.push_str(&number.to_string()),
        Expr::Neg(inner) => {
            out.push('-');
            print_expression(m, inner, true, out);
        }
        Expr::Sub(left, right) => {
            print_expression(m, left, false, out);
            out.push('-');
            print_expression(m, right, true, out);
        }
    }
    out.push_str(if is_apart { ")" } else { "" });
}

/// Computes the value of a printed difference. Two minus signs in a row are one token, which is an
/// error.
fn difference(text: &mut &str) -> Option<i64> {
    let mut value = operand(text)?;
    while !text.starts_with("--") && after(text, "-").is_some() {
        value = value.wrapping_sub(operand(text)?);
    }
    Some(value)
}

/// Computes the value of a printed operand.
fn operand(text: &mut &str) -> Option<i64> {
    if text.starts_with("--") {
        return None;
    }
    if after(text, "-").is_some() {
        return operand(text).map(i64::wrapping_neg);
    }
    if after(text, "(").is_some() {
        let value = difference(text)?;
        after(text, ")")?;
        return Some(value);
    }
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    *text = rest;
    number.parse().ok()
}

fn value(expr: &Expr) -> i64 {
    match expr {
        Expr::Num(number) => (*number).into(),
        Expr::Neg(inner) => value(inner).wrapping_neg(),
        Expr::Sub(left, right) => value(left).wrapping_sub(value(right)),
    }
}

/// Scala.js, the printer of trees; issue 1157 of October 2014 ("Negative number literals should be
/// printed with parentheses"): `-(-5)` is printed as `--5`.
fn expression_keeps_its_value(m: Mistake, expr: &Expr) -> bool {
    let mut printed = String::new();
    print_expression(m, expr, false, &mut printed);
    let mut rest = printed.as_str();
    difference(&mut rest) == Some(value(expr)) && rest.is_empty()
}

/// A change at a place in a document.
enum Patch {
    Replace(Vec<usize>, Document),
    Append(Vec<usize>, Document),
    Remove(Vec<usize>, usize),
}

/// Appends the changes that lead from one document to another.
fn differences(m: Mistake, from: &Document, to: &Document, path: &mut Vec<usize>, patches: &mut Vec<Patch>) {
    let (Document::List(old), Document::List(new)) = (from, to) else {
        if from != to {
            patches.push(Patch::Replace(path.clone(), to.clone()));
        }
        return;
    };
    for (at, (old, new)) in old.iter().zip(new).enumerate() {
        path.push(at);
        differences(m, old, new, path, patches);
        path.pop();
    }
    patches.extend(new.iter().skip(old.len()).map(|item| Patch::Append(path.clone(), item.clone())));
    let removed = (new.len()..old.len()).map(|at| Patch::Remove(path.clone(), at));
    if m == Mistake::RemovesUpwards { patches.extend(removed) } else { patches.extend(removed.rev()) }
}

/// Returns a part of a document.
fn part<'a>(document: &'a mut Document, path: &[usize]) -> Option<&'a mut Document> {
    path.iter().try_fold(document, |part, at| match part {
        Document::List(items) => items.get_mut(*at),
        Document::Number(_) => None,
    })
}

/// Makes a change.
fn apply(document: &mut Document, patch: Patch) -> Option<()> {
    match patch {
        Patch::Replace(path, to) => *part(document, &path)? = to,
        Patch::Append(path, item) => match part(document, &path)? {
            Document::List(items) => items.push(item),
            Document::Number(_) => return None,
        },
        Patch::Remove(path, at) => match part(document, &path)? {
            Document::List(items) if at < items.len() => {
                items.remove(at);
            }
            _ => return None,
        },
    }
    Some(())
}

/// json-patch before 0.2.4, `diff`; issue 6 ("`diff()` can produce ops in the wrong order"): from
/// `[1,2]` to `[]` it removes `/0` and then `/1`.
fn difference_leads_to_the_other(m: Mistake, (from, to): &(Document, Document)) -> bool {
    let mut patches = Vec::new();
    differences(m, from, to, &mut Vec::new(), &mut patches);
    let mut document = from.clone();
    patches.into_iter().all(|patch| apply(&mut document, patch).is_some()) && document == *to
}

/// A value, or what is printed for a number or nothing in an option of three levels.
type Nested = Option<Option<Option<u8>>>;

/// Prints an option. `Some` is not printed around a number.
fn print_option(m: Mistake, option: &Nested) -> String {
    let (levels, number) = match option {
        None => (0, None),
        Some(None) => (1, None),
        Some(Some(None)) => (2, None),
        Some(Some(Some(number))) => (3, Some(*number)),
    };
    match number {
        Some(number) => number.to_string(),
        None if m == Mistake::SomeIsImplicit => "None".to_owned(),
        None => format!("{}None{}", "Some(".repeat(levels), ")".repeat(levels)),
    }
}

/// Reads an option. A value without `Some` is in all levels that are left.
fn read_option(text: &str) -> Option<Nested> {
    let mut rest = text;
    let mut levels = 0;
    while let Some(inner) = rest.strip_prefix("Some(").and_then(|inner| inner.strip_suffix(')')) {
        (rest, levels) = (inner, levels + 1);
    }
    match (rest, levels) {
        ("None", 0) => Some(None),
        ("None", 1) => Some(Some(None)),
        ("None", 2) => Some(Some(Some(None))),
        (number, ..=3) => number.parse().ok().map(|number| Some(Some(Some(number)))),
        _ => None,
    }
}

/// ron 0.8, `implicit_some`; change log of 0.9.0: "Fix serialising `None` inside a stack of nested
/// `Option`s with `#![enable(implicit_some)]` enabled" (pull request 465).
fn options_are_read_back(m: Mistake, option: &Nested) -> bool {
    read_option(&print_option(m, option)) == Some(*option)
}

/// Returns the length of the longest run of backticks.
fn longest_run(code: &str) -> usize {
    code.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// Prints a line of Markdown, with spaces between its parts.
fn print_line(m: Mistake, line: &[Inline]) -> String {
    let printed = line.iter().map(|part| match part {
        Inline::Word => "w".to_owned(),
        Inline::Code(code) => {
            let run = if m == Mistake::OneBacktick { 1 } else { longest_run(code) + 1 };
            let has_blank_ends = code.starts_with(' ') && code.ends_with(' ') && !is_blank(code);
            let needs_pad = code.starts_with('`') || code.ends_with('`') || has_blank_ends;
            let (fence, pad) = ("`".repeat(run), if needs_pad { " " } else { "" });
            format!("{fence}{pad}{code}{pad}{fence}")
        }
    });
    printed.collect::<Vec<String>>().join(" ")
}

/// Returns whether there are only spaces.
fn is_blank(code: &str) -> bool {
    code.chars().all(|c| c == ' ')
}

/// Reads a line of Markdown.
fn read_line(text: &str) -> Option<Vec<Inline>> {
    let (mut line, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        if after(&mut rest, " ").is_some() {
            continue;
        }
        if after(&mut rest, "w").is_some() {
            line.push(Inline::Word);
            continue;
        }
        let run = rest.len() - rest.trim_start_matches('`').len();
        if run == 0 {
            return None;
        }
        rest = &rest[run..];
        // The code ends at the next run of as many backticks.
        let mut end = rest.find('`')?;
        loop {
            let closing = rest[end..].len() - rest[end..].trim_start_matches('`').len();
            if closing == run {
                break;
            }
            end += closing;
            end += rest[end..].find('`')?;
        }
        let code = &rest[..end];
        let inner = code.strip_prefix(' ').and_then(|code| code.strip_suffix(' '));
        line.push(Inline::Code(inner.filter(|_| !is_blank(code)).unwrap_or(code).to_owned()));
        rest = &rest[end + run..];
    }
    Some(line)
}

/// pulldown-cmark-to-cmark, code spans; pull request 56 of June 2023 ("Handle inline code spans
/// with multiple backticks"): code was printed between single backticks. Code is not empty.
fn code_is_read_back(m: Mistake, line: &Vec<Inline>) -> Verdict {
    let has_empty = line.iter().any(|part| *part == Inline::Code(String::new()));
    (!has_empty).then(|| read_line(&print_line(m, line)).as_ref() == Some(line))
}
