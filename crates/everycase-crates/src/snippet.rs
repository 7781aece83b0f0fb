//! Expressions as Rust that a reader can paste.

use std::sync::Arc;

use crate::candidates::{Candidate, filled};
use crate::expression::{Expression, INTEGERS, WIDTHS, kind};

/// How an expression is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Methods behind their first argument, and numbers without their types.
    pub is_plain: bool,
    /// Ordinary types and closures instead of the driver's.
    pub is_ordinary: bool,
    /// A variable for each value that is lent, so that results that borrow it may live on.
    pub binds: bool,
}

/// The styles, the most readable first.
pub const STYLES: [Style; 6] = [
    Style { is_plain: true, is_ordinary: true, binds: false },
    Style { is_plain: true, is_ordinary: true, binds: true },
    Style { is_plain: false, is_ordinary: true, binds: true },
    Style { is_plain: true, is_ordinary: false, binds: false },
    Style { is_plain: false, is_ordinary: false, binds: false },
    Style { is_plain: false, is_ordinary: false, binds: true },
];

/// The style of code that is not compiled.
pub const FULL: Style = Style { is_plain: false, is_ordinary: true, binds: true };

/// How the result of a call becomes a value: the number of layers of `Option` and `Result` that are
/// taken off, and what makes the rest a value of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form(pub u8);

impl Form {
    /// Returns the text of the value of a call.
    fn of(self, call: &str) -> String {
        let layers = ".unwrap()".repeat(usize::from(self.0 >> 4));
        let owned = match self.0 & 15 {
            1 => ".clone()",
            2 => ".to_string()",
            3 => ".to_vec()",
            _ => "",
        };
        format!("{call}{layers}{owned}")
    }
}

/// Code that evaluates an expression.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snippet {
    /// The `use` lines and definitions that it needs.
    pub head: Vec<String>,
    /// The statements; the last one fails.
    pub statements: Vec<String>,
}

impl Snippet {
    /// Returns all lines.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.head.iter().chain(&self.statements).map(|own| &**own)
    }
}

/// Returns the code of an expression.
pub fn snippet(
    expression: &Expression,
    (calls, forms): (&[Candidate], &[Form]),
    library: &str,
    style: Style,
) -> Snippet {
    let mut writer = Writer { calls, forms, style, found: Snippet::default(), names: 0 };
    let inner = match expression {
        Expression::Armed(at, inner) => {
            writer.found.statements.push(format!("arm({at});"));
            inner
        }
        whole => whole,
    };
    let last = match inner {
        // What it returns is not of interest.
        Expression::After(call, arguments, _) => {
            let text = writer.call(*call, arguments, None).0;
            format!("{text};")
        }
        // An assertion has no result.
        Expression::Call(call, arguments) if calls[usize::from(*call)].is_law => {
            let text = writer.call(*call, arguments, None).0;
            let mut parts = statements(&text);
            let last = parts.pop().unwrap_or_default();
            writer.found.statements.extend(parts);
            last
        }
        // What is inside of the result is not of interest, either.
        Expression::Call(call, arguments) => format!("let _ = {};", writer.call(*call, arguments, None).0),
        _ => format!("let _ = {};", writer.value(inner, false)),
    };
    writer.found.statements.push(last);
    let rename = |own: &mut String| {
        *own = own.replace("krate::", &format!("{library}::")).replace("::std::", "std::");
        if style.is_plain {
            // A lifetime is found by the compiler, and is a shorter one.
            *own = own.replace("&'static ", "&");
        }
        if style.is_ordinary {
            *own = with_word(own, "Atom", "u8");
            *own = own.replace("::Iter<", "::\u{0}<");
            *own = with_word(own, "Iter", "std::vec::IntoIter").replace('\u{0}', "Iter");
        }
    };
    writer.found.head.iter_mut().for_each(rename);
    writer.found.statements.iter_mut().for_each(rename);
    writer.found.head.sort();
    writer.found.head.dedup();
    writer.found
}

/// Returns a text in which paths of other crates begin with the crate.
fn without_root(text: &str) -> String {
    let mut out = String::new();
    for (number, part) in text.split("::").enumerate() {
        let is_inside = |own: char| own.is_alphanumeric() || matches!(own, '_' | '>' | ':');
        if number > 0 && out.chars().next_back().is_some_and(is_inside) {
            out += "::";
        }
        out += part;
    }
    out
}

/// Returns a text with a word replaced, not as a part of longer ones.
fn with_word(text: &str, word: &str, by: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let is_part = |own: Option<char>| own.is_some_and(|own| own.is_alphanumeric() || own == '_');
        let is_whole =
            !is_part(rest[..at].chars().next_back()) && !is_part(rest[at + word.len()..].chars().next());
        out += &rest[..at];
        out += if is_whole { by } else { word };
        rest = &rest[at + word.len()..];
    }
    out + rest
}

struct Writer<'c> {
    calls: &'c [Candidate],
    forms: &'c [Form],
    style: Style,
    found: Snippet,
    names: u32,
}

impl Writer<'_> {
    /// Returns the text of a value; a text is a literal where `is_str`.
    fn value(&mut self, expression: &Expression, is_str: bool) -> String {
        match expression {
            Expression::Number(kind, bits) => self.number(*kind, *bits),
            Expression::Text(text) => match (repeated(text), is_str) {
                (Some(text), true) => format!("&({text})"),
                (Some(text), false) => text,
                (None, true) => format!("{text:?}"),
                (None, false) => format!("String::from({text:?})"),
            },
            Expression::Bytes(bytes) => match bytes.first() {
                Some(first) if bytes.len() > 4 && bytes.iter().all(|own| own == first) => {
                    format!("vec![{first}; {}]", bytes.len())
                }
                _ => format!("vec!{bytes:?}"),
            },
            Expression::List(all, _) => {
                let all: Vec<String> = all.iter().map(|own| self.value(own, false)).collect();
                match (all.first(), all.len()) {
                    // Many equal elements.
                    (Some(first), count) if count > 4 && all.iter().all(|own| own == first) => {
                        format!("vec![{first}; {count}]")
                    }
                    _ => format!("vec![{}]", all.join(", ")),
                }
            }
            Expression::Call(call, arguments) => {
                let text = self.call(*call, arguments, None).0;
                self.forms.get(usize::from(*call)).map_or(text.clone(), |form| form.of(&text))
            }
            Expression::After(..) => self.variable(expression),
            // It stands behind another argument.
            Expression::Same => String::new(),
            Expression::Armed(_, inner) => self.value(inner, false),
        }
    }

    /// Returns the text of a call, and the name of the argument at `kept`.
    fn call(
        &mut self,
        call: u16,
        arguments: &[Arc<Expression>],
        kept: Option<usize>,
    ) -> (String, Option<String>) {
        let calls = self.calls;
        let own = &calls[usize::from(call)];
        let method = own.method.as_ref().filter(|_| self.style.is_plain);
        let (mut texts, mut named) = (Vec::<String>::new(), None);
        // A variable with the value of the last argument.
        let mut last = String::new();
        for (place, (argument, mode)) in arguments.iter().zip(&own.modes).enumerate() {
            let is_receiver = method.is_some() && place == 0;
            if **argument == Expression::Same {
                texts.push(if own.is_law { last.clone() } else { format!("&{last}") });
                continue;
            }
            if own.is_law {
                // An assertion names each value more than once.
                last = self.variable(argument);
                texts.push(last.clone());
                continue;
            }
            let is_list = matches!(**argument, Expression::List(..) | Expression::Bytes(_));
            let by_reference = |text: String| if is_receiver { text } else { format!("&{text}") };
            let is_repeated = arguments.get(place + 1).is_some_and(|own| **own == Expression::Same);
            let text = match mode.name {
                'R' | 'S' if is_repeated => {
                    last = self.bound(argument);
                    by_reference(last.clone())
                }
                'S' if matches!(**argument, Expression::Text(_)) => self.value(argument, true),
                'T' => match &**argument {
                    Expression::Text(text) if repeated(text).is_none() => format!("{text:?}"),
                    other => format!("&*({}).leak()", self.value(other, false)),
                },
                'M' | 'Z' | 'N' => {
                    let name = self.variable(argument);
                    if kept == Some(place) {
                        named = Some(name.clone());
                    }
                    if is_receiver { name } else { format!("&mut {name}") }
                }
                'L' | 'B' | 'A' if is_list => {
                    let text = self.value(argument, false);
                    let text = text.strip_prefix("vec!").unwrap_or(&text).to_owned();
                    if mode.name == 'A' { text } else { by_reference(text) }
                }
                'R' | 'S' | 'L' | 'B' => {
                    let is_bound = self.style.binds && matches!(**argument, Expression::Call(..));
                    let text = if is_bound { self.bound(argument) } else { self.value(argument, false) };
                    by_reference(text)
                }
                'A' => format!("{}.try_into().unwrap()", self.value(argument, false)),
                'I' => self.iterator(argument),
                _ => self.value(argument, false),
            };
            texts.push(text);
        }
        let mut text = match method {
            Some(method) => {
                if let Some(needs) = &method.needs
                    && !is_prelude(needs)
                {
                    self.found.head.push(format!("use {};", without_root(needs)));
                }
                format!("{}.{}", texts.first().map_or("", |own| own), method.text)
            }
            None => match parsed(&own.text).filter(|_| self.style.is_plain) {
                Some(text) => text,
                None => own.text.clone(),
            },
        };
        if self.style.is_plain {
            text = without_root(&text);
        }
        if own.is_support && self.style.is_ordinary {
            text = ordinary_function(&text, self.style.is_plain);
        }
        // Closures first: their holes have text around them.
        for (place, argument) in arguments.iter().enumerate() {
            if let Expression::Number(kind::ANSWERS, bits) = **argument
                && self.style.is_ordinary
            {
                text = ordinary_closure(&text, place, bits as u8);
            }
        }
        let text = filled(&text, |hole| texts.get(hole).cloned().unwrap_or_default());
        if own.text.starts_with("wait(") {
            self.found.head.push(WAIT.join("\n"));
        }
        if own.text.contains("hashed(") {
            self.found.head.push(HASHED.join("\n"));
        }
        if own.text.contains("are_ordinary(") {
            self.found.head.push(ORDINARY.join("\n"));
        }
        (text, named)
    }

    fn iterator(&mut self, argument: &Expression) -> String {
        let Expression::List(_, hint) = argument else {
            return format!("{}.into_iter()", self.value(argument, false));
        };
        let own = format!("{}.into_iter()", self.value(argument, false));
        let hint = match hint {
            0 => return own,
            1 => {
                let name = self.name();
                self.found.statements.push(format!("let mut {name} = {own};"));
                return format!("std::iter::from_fn(move || {name}.next())");
            }
            2 => "(self.0.len() + 5, Some(self.0.len() + 5))",
            _ => "(self.0.len() / 2, Some(self.0.len() / 2))",
        };
        let lines = [
            "struct Lying<T>(std::vec::IntoIter<T>);",
            "impl<T> Iterator for Lying<T> {",
            "    type Item = T;",
            "    fn next(&mut self) -> Option<T> { self.0.next() }",
            &format!("    fn size_hint(&self) -> (usize, Option<usize>) {{ {hint} }}"),
            "}",
        ];
        self.found.head.push(lines.join("\n"));
        format!("Lying({own})")
    }

    fn name(&mut self) -> String {
        self.names += 1;
        match self.names {
            1 => "x".to_owned(),
            2 => "y".to_owned(),
            3 => "z".to_owned(),
            more => format!("x{more}"),
        }
    }

    /// Returns a variable with the value of an expression, which is not changed.
    fn bound(&mut self, expression: &Expression) -> String {
        let text = self.value(expression, false);
        if matches!(expression, Expression::After(..)) {
            return text;
        }
        let name = self.name();
        self.found.statements.push(format!("let {name} = {text};"));
        name
    }

    /// Returns a variable with the value of an expression.
    fn variable(&mut self, expression: &Expression) -> String {
        if let Expression::After(call, arguments, place) = expression {
            let (text, named) = self.call(*call, arguments, Some(usize::from(*place)));
            if let Some(name) = named {
                self.found.statements.push(format!("{text};"));
                return name;
            }
        }
        let text = self.value(expression, false);
        let name = self.name();
        self.found.statements.push(format!("let mut {name} = {text};"));
        name
    }

    /// Returns the text of a number.
    fn number(&self, of: u8, bits: u128) -> String {
        let suffix = |name: &'static str| if self.style.is_plain { "" } else { name };
        match of {
            0..=11 => {
                let (name, width) = (INTEGERS[usize::from(of)], WIDTHS[usize::from(of)]);
                let mask = if width == 128 { u128::MAX } else { (1 << width) - 1 };
                let bits = bits & mask;
                let top = 1u128 << (width - 1);
                let (least, most) = if of < 6 { (0, mask) } else { (top, top - 1) };
                if of >= 6 && bits == least {
                    format!("{name}::MIN")
                } else if width > 8 && bits == most {
                    format!("{name}::MAX")
                } else if of >= 6 && bits & top != 0 {
                    format!("{}{}", (bits | !mask).cast_signed(), suffix(name))
                } else {
                    format!("{bits}{}", suffix(name))
                }
            }
            kind::F32 => {
                let own = f32::from_bits(bits as u32);
                float(f64::from(own), "f32", &format!("{own:?}{}", suffix("f32")))
            }
            kind::F64 => {
                let own = f64::from_bits(bits as u64);
                float(own, "f64", &format!("{own:?}{}", suffix("f64")))
            }
            kind::BOOL => (bits != 0).to_string(),
            kind::CHAR => format!("{:?}", char::from_u32(bits as u32).unwrap_or_default()),
            kind::UNIT => "()".to_owned(),
            kind::ATOM if self.style.is_ordinary => format!("{}{}", bits as u8, suffix("u8")),
            kind::ATOM => format!("Atom::new({})", bits as u8),
            _ => format!("Answers::new({:#b})", bits as u8),
        }
    }
}

/// What asks a future whether it is ready.
const WAIT: [&str; 7] = [
    "fn wait<F: Future>(future: F) -> Option<F::Output> {",
    "    let (mut future, waker) = (Box::pin(future), std::task::Waker::noop());",
    "    (0..1_000).find_map(|_| match future.as_mut().poll(&mut std::task::Context::from_waker(waker)) {",
    "        std::task::Poll::Ready(output) => Some(output),",
    "        std::task::Poll::Pending => None,",
    "    })",
    "}",
];

/// Returns the statements of a block, or of one statement.
fn statements(text: &str) -> Vec<String> {
    let inside = text.strip_prefix("{ ").and_then(|own| own.strip_suffix(" }")).unwrap_or(text);
    let (mut all, mut own, mut depth, mut is_text) = (Vec::new(), String::new(), 0, false);
    for letter in inside.chars() {
        match letter {
            '"' => is_text = !is_text,
            _ if is_text => {}
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            _ => {}
        }
        own.push(letter);
        let ends = depth == 0 && !is_text && (letter == ';' || letter == '}' && own.starts_with("while "));
        if ends {
            all.push(own.trim_start().to_owned());
            own.clear();
        } else if own == " " {
            own.clear();
        }
    }
    if !own.is_empty() {
        let end = if own.ends_with('}') { "" } else { ";" };
        all.push(format!("{own}{end}"));
    }
    all
}

/// What a law of hashes compares.
const HASHED: [&str; 5] = [
    "fn hashed<T: std::hash::Hash + ?Sized>(own: &T) -> u64 {",
    "    let mut hasher = std::hash::DefaultHasher::new();",
    "    own.hash(&mut hasher);",
    "    std::hash::Hasher::finish(&hasher)",
    "}",
];

/// What the law of finite numbers asks of values: that they print a float, and numbers alone that
/// are 0 or between 1e-9 and 1e9.
const ORDINARY: [&str; 7] = [
    "fn are_ordinary(all: &[&dyn std::fmt::Debug]) -> bool {",
    "    let text = format!(\"{all:?}\").replace(\"..\", \" \");",
    "    let is_apart = |own: char| !own.is_ascii_digit() && !\".eE+-\".contains(own);",
    "    let mut numbers = text.split(is_apart).filter_map(|own| own.parse::<f64>().ok());",
    "    let is_bounded = |own: f64| own == 0.0 || (1e-9..=1e9).contains(&own.abs());",
    "    text.contains('.') && !text.contains(\"NaN\") && !text.contains(\"inf\") && numbers.all(is_bounded)",
    "}",
];

fn float(value: f64, name: &str, text: &str) -> String {
    if value.is_nan() {
        format!("{name}::NAN")
    } else if value.is_infinite() {
        format!("{name}::{}", if value > 0.0 { "INFINITY" } else { "NEG_INFINITY" })
    } else {
        text.to_owned()
    }
}

/// Replaces a function that answers from a table with an ordinary one, without its type where that
/// is `plain`.
fn ordinary_function(text: &str, is_plain: bool) -> String {
    let Some((before, after)) = text.split_once("table::<") else { return text.to_owned() };
    let Some((bits, after)) = after.split_once(", _>()") else { return text.to_owned() };
    let bit = format!(
        "{{ static N: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0); \
         {bits}u8 >> (N.fetch_add(1, std::sync::atomic::Ordering::Relaxed) % 8) & 1"
    );
    let returned = after.rsplit_once(" -> ").map_or("bool", |own| own.1.trim_end_matches(')'));
    let answer = match (bits, returned) {
        ("0", _) => "Default::default()".to_owned(),
        ("255", "bool") => "true".to_owned(),
        (_, "bool") => format!("{bit} == 1 }}"),
        ("255", "Atom" | "u8" | "u16" | "u32" | "u64" | "usize" | "i32" | "i64") => "1".to_owned(),
        (_, "Atom" | "u8") => format!("{bit} }}"),
        _ => return text.to_owned(),
    };
    match (before.strip_prefix("(("), after.strip_prefix(") as ")) {
        (Some(head), Some(_)) if is_plain => format!("{head}{answer}"),
        _ => format!("{before}{answer}{after}"),
    }
}

/// Replaces a function that answers by bits with an ordinary closure.
fn ordinary_closure(text: &str, place: usize, bits: u8) -> String {
    let hole = format!("${place}$.give()");
    let Some(at) = text.find(&hole) else { return text.to_owned() };
    let Some(begin) = text[..at].rfind("move |") else { return text.to_owned() };
    let head = &text[begin + "move ".len()..at];
    let own = match bits {
        0 => format!("{head}Default::default()"),
        0xff => format!("{head}true"),
        bits => {
            format!("{{ let mut n = 0; move {head}{{ n += 1; {bits:#b}u8 >> ((n - 1) % 8) & 1 == 1 }} }}")
        }
    };
    format!("{}{own}{}", &text[..begin], &text[at + hole.len()..])
}

/// Returns a call of `from_str` as one of `parse`.
fn parsed(text: &str) -> Option<String> {
    let ty = text.strip_prefix('<')?.strip_suffix(" as ::std::str::FromStr>::from_str($0$)")?;
    Some(format!("$0$.parse::<{ty}>()"))
}

/// Returns a long text as the parts that it repeats: the source of a `String`.
fn repeated(text: &str) -> Option<String> {
    const LONG: usize = 120;
    if text.len() <= LONG {
        return None;
    }
    let mut parts: Vec<String> = Vec::new();
    let (mut rest, mut plain) = (text, String::new());
    while let Some(letter) = rest.chars().next() {
        let count = |length: usize| -> usize {
            let Some(piece) = rest.get(..length) else { return 0 };
            rest.as_bytes().chunks(length).take_while(|own| *own == piece.as_bytes()).count()
        };
        let found = (1..=8).map(|length| (length, count(length))).find(|own| own.1 >= 8);
        if let Some((length, times)) = found {
            if !plain.is_empty() {
                parts.push(format!("{plain:?}"));
                plain.clear();
            }
            parts.push(format!("{:?}.repeat({times})", &rest[..length]));
            rest = &rest[length * times..];
        } else {
            plain.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    if !plain.is_empty() {
        parts.push(format!("{plain:?}"));
    }
    let first = parts.remove(0);
    let first = if first.ends_with('"') { format!("String::from({first})") } else { first };
    let rest = parts.iter().map(|own| if own.ends_with('"') { own.clone() } else { format!("&{own}") });
    Some([first].into_iter().chain(rest).collect::<Vec<_>>().join(" + "))
}

/// Returns whether a trait needs no `use`.
fn is_prelude(path: &str) -> bool {
    const NAMES: [&str; 22] = [
        "Iterator",
        "IntoIterator",
        "DoubleEndedIterator",
        "ExactSizeIterator",
        "Extend",
        "FromIterator",
        "Clone",
        "PartialEq",
        "PartialOrd",
        "Eq",
        "Ord",
        "Default",
        "AsRef",
        "AsMut",
        "Into",
        "From",
        "TryFrom",
        "TryInto",
        "ToString",
        "ToOwned",
        "Drop",
        "Fn",
    ];
    path.starts_with("::std::") && NAMES.contains(&path.rsplit("::").next().unwrap_or(path))
}

#[cfg(test)]
mod tests {
    use super::{statements, without_root};

    #[test]
    fn the_statements_of_a_block_stand_on_lines_of_their_own() {
        let block = "{ let a = x.f(1; 2); while a > 0 { a -= 1; } if a { b; } assert!(a, \"; }\") }";
        let wanted = ["let a = x.f(1; 2);", "while a > 0 { a -= 1; }", "if a { b; } assert!(a, \"; }\");"];
        assert_eq!(statements(block), wanted);
        assert_eq!(statements("if a == b { assert!(c) }"), ["if a == b { assert!(c) }"]);
        assert_eq!(statements("assert!(a)"), ["assert!(a);"]);
    }

    #[test]
    fn a_path_of_another_crate_begins_with_its_name() {
        for (text, wanted) in [
            ("<$0$ as ::num_traits::Pow<u8>>::pow", "<$0$ as num_traits::Pow<u8>>::pow"),
            ("::other::Size::new($0$)", "other::Size::new($0$)"),
            ("krate::f::<&::other::Size>(&[::other::ONE])", "krate::f::<&other::Size>(&[other::ONE])"),
        ] {
            assert_eq!(without_root(text), wanted);
        }
    }
}
