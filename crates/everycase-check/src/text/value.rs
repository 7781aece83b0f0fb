//! The source of a value, read into its parts, in Rust or pun.

/// A value that is longer than this number of characters is easier to read in parts.
pub const LONG: usize = 40;

/// The depth to which a value is read.
const DEPTH: usize = 100;

/// What only functions and operations have: they are not read.
const CODE: [&str; 6] = ["|", "=>", ";", "\\", "->", "+"];

/// A value or a part of one: `Node(Leaf, 3, Leaf)` or `[fork tip 3 tip]` has three fields.
#[derive(Debug)]
pub struct Part<'t> {
    /// Its source.
    pub text: &'t str,
    /// What stands before its parts: `Node`, `key:`, or nothing.
    pub head: &'t str,
    /// Its parts. In pun the first of a list in brackets is its constructor.
    pub parts: Vec<Part<'t>>,
    /// What separates them.
    pub separator: &'static str,
    /// Whether it is `[..]` around them and nothing else.
    pub is_bracketed: bool,
}

impl<'t> Part<'t> {
    /// Reads a value. Returns `None` if brackets do not match, or for code.
    pub fn of(value: &'t str) -> Option<Self> {
        part(value.trim(), 0)
    }

    /// Returns a part without parts, unless it is code.
    fn atom(text: &'t str) -> Option<Self> {
        let is_literal = text.contains(['"', '\'']) || text.parse::<f64>().is_ok();
        let is_code = !is_literal && CODE.iter().any(|sign| text.contains(sign));
        (!is_code).then_some(Part { text, head: "", parts: Vec::new(), separator: "", is_bracketed: false })
    }

    /// Returns whether it has no parts.
    pub fn is_atom(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns what is in a box, or the part itself.
    pub fn unboxed(&self) -> &Part<'t> {
        match &self.parts[..] {
            [only] if ["Box::new", "Rc::new", "Arc::new"].contains(&self.head) => only.unboxed(),
            _ => self,
        }
    }

    /// Returns its constructor, and its fields; `None` if it has none.
    pub fn constructor(&self) -> Option<(&'t str, &[Part<'t>])> {
        match &self.parts[..] {
            [] => None,
            [first, fields @ ..] if self.head.is_empty() && self.separator == " " => {
                first.is_atom().then_some((first.text, fields))
            }
            _ if self.head.is_empty() => None,
            fields => Some((self.head, fields)),
        }
    }
}

/// Reads a part. Returns `None` if brackets do not match, or for code.
fn part(text: &str, depth: usize) -> Option<Part<'_>> {
    if depth > DEPTH {
        return None;
    }
    let commas = split(text, |c| c == ',')?;
    let blanks = split(text, char::is_whitespace)?;
    let (head, inner) = match bracketed(text) {
        // `[a b]` and `Node(a, b)`, but not `f (a) (b)`.
        Some(place) if commas.len() == 1 && text[place + 1..].len() > 1 => {
            (text[..place].trim(), &text[place + 1..text.len() - 1])
        }
        _ if commas.len() > 1 || blanks.len() > 1 => ("", text),
        _ => return Part::atom(text),
    };
    if CODE.iter().any(|sign| head.contains(sign)) {
        return None;
    }
    let commas = split(inner, |c| c == ',')?;
    let (texts, separator) = if commas.len() > 1 || !head.is_empty() {
        (commas, ", ")
    } else {
        (split(inner, char::is_whitespace)?, " ")
    };
    // `key: value` within braces is one part, and so is `a b` within a call.
    let one = |text| {
        let is_atom = separator == ", " && bracketed(text).is_none();
        if is_atom { Part::atom(text) } else { part(text, depth + 1) }
    };
    let parts: Option<Vec<_>> = texts.into_iter().map(one).collect();
    let is_bracketed = head.is_empty() && inner.len() < text.len() && text.starts_with('[');
    Some(Part { text, head, parts: parts?, separator, is_bracketed })
}

/// Returns where the only group in brackets of a text begins, if it ends with one.
fn bracketed(text: &str) -> Option<usize> {
    let mut start = None;
    let mut groups = 0;
    scan(text, |at, c, depth| {
        if depth == 1 && "([{".contains(c) {
            groups += 1;
            start = Some(at);
        }
    })?;
    start.filter(|start| {
        let head = text[..*start].trim_end();
        // `Node`, `key:`, `key: Node`.
        let name = head.split_once(": ").map_or(head, |(_, name)| name);
        groups == 1 && text.ends_with([')', ']', '}']) && !name.contains(' ')
    })
}

/// Splits a text outside of brackets and literals. Empty parts are left out.
fn split(text: &str, is_separator: impl Fn(char) -> bool) -> Option<Vec<&str>> {
    let (mut parts, mut from) = (Vec::new(), 0);
    scan(text, |at, c, depth| {
        if depth == 0 && is_separator(c) {
            parts.push(text[from..at].trim());
            from = at + c.len_utf8();
        }
    })?;
    parts.push(text[from..].trim());
    parts.retain(|part| !part.is_empty());
    Some(parts)
}

/// Calls `each` with each character outside of literals, its place, and how many brackets are open
/// with it. Returns `None` if brackets do not match or a literal does not end.
fn scan(text: &str, mut each: impl FnMut(usize, char, usize)) -> Option<()> {
    let mut open = Vec::new();
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        match c {
            '"' | '\'' => loop {
                match characters.next()?.1 {
                    '\\' => _ = characters.next()?,
                    end if end == c => break,
                    _ => {}
                }
            },
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' if open.pop() != Some(c) => return None,
            _ => {}
        }
        each(at, c, open.len());
    }
    open.is_empty().then_some(())
}
