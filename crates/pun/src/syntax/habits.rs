//! Help for syntax errors caused by habits from other languages: what to write in pun.
//!
//! A rule inspects the tokens around an error. It applies only where they cannot be valid pun, so
//! its help is right whenever it is given.

use super::foreign::{CASE, DATA, DEFINITION};
use super::kind::TokenKind as T;
use super::parser::Parser;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// How to write a lambda.
pub(super) const FUNCTION: &str = "a function without a name is `\\x -> t`";
/// How to write branches.
pub(super) const BRANCH: &str = "every branch begins with `;`, the first one, too";
/// How to map and filter a list.
const COMPREHENSION: &str =
    "`map (\\x -> t) xs` gives `t` for every element of a list, `filter p xs` the elements with `p x`";
/// How to import a module.
const IMPORT: &str =
    "`import name .` is for all that `name.pun` exports, a file beside the one with the import";

/// Help for an error, and the range of tokens it is about if that differs from the range of the
/// error.
struct Habit {
    place: Option<(usize, usize)>,
    help: String,
}

fn here(help: impl Into<String>) -> Habit {
    Habit { place: None, help: help.into() }
}

fn at(from: usize, to: usize, help: impl Into<String>) -> Habit {
    Habit { place: Some((from, to)), help: help.into() }
}

/// Adds the help that the surrounding tokens suggest to an error at the parser's position.
pub(super) fn explain(p: &Parser, mut error: Diagnostic) -> Diagnostic {
    const RULES: [fn(&Parser) -> Option<Habit>; 7] =
        [first_word, pairs, words, brackets, branches, types, symbols];
    let Some(Habit { place, help }) = RULES.iter().find_map(|rule| rule(p)) else { return error };
    if let (Some((from, to)), Some((span, _))) = (place, error.labels.first_mut()) {
        *span = p.span_at(from).to(p.span_at(to));
    }
    error.help = Some(help);
    error
}

/// Returns whether two consecutive tokens touch.
fn touch(p: &Parser, first: usize) -> bool {
    p.span_at(first).end == p.span_at(first + 1).start
}

/// Returns whether a token is a name among these words.
fn is_word(p: &Parser, at: usize, words: &[&str]) -> bool {
    p.kind_at(at) == T::Name && words.contains(&p.text_at(at))
}

/// Returns the last of these words in the declaration before the parser's position.
fn word_before(p: &Parser, words: &[&str]) -> Option<usize> {
    (p.begin..p.position()).rev().find(|at| is_word(p, *at, words))
}

/// Declarations that begin like declarations of other languages.
fn first_word(p: &Parser) -> Option<Habit> {
    let (begin, found) = (p.begin, p.position());
    let word = p.text_at(begin);
    let name = p.kind_at(begin + 1);
    Some(match (p.kind_at(begin), word) {
        (T::Let, _) if found == begin => {
            let last = if name == T::Rec { begin + 1 } else { begin };
            at(begin, last, "a definition has no `let`, and may mention itself: `name x = t .`")
        }
        (T::From, _) if found == begin => here(IMPORT),
        (T::Name, "def" | "fn" | "func" | "function" | "fun")
            if name == T::Name && matches!(p.peek(), T::Colon | T::Arrow) =>
        {
            at(begin, begin, DEFINITION)
        }
        (T::Name, "type" | "newtype" | "enum" | "struct" | "class")
            if name == T::Name && matches!(p.peek(), T::Bar | T::Colon | T::Comma) =>
        {
            at(begin, begin, DATA)
        }
        (T::Name, "open" | "use" | "using" | "include" | "require")
            if name == T::Name && found == begin + 2 && p.peek() == T::Dot =>
        {
            at(begin, begin, IMPORT)
        }
        // `length . filter even`
        (T::Name, _) if p.wants("`=`") && follows_dot(p, begin) => at(
            begin - 1,
            begin - 1,
            "a dot ends a declaration; `compose f g` is the function that calls `g`, then `f`",
        ),
        _ => return None,
    })
}

/// Returns whether a declaration begins on the line where the one before ends.
fn follows_dot(p: &Parser, begin: usize) -> bool {
    begin > 1
        && p.kind_at(begin - 1) == T::Dot
        && p.kind_at(begin - 2).ends_operand()
        && !p.text_of(p.span_at(begin - 1).to(p.span_at(begin))).contains('\n')
}

/// Pairs of tokens that are one symbol in other languages.
fn pairs(p: &Parser) -> Option<Habit> {
    let found = p.position();
    for first in found.saturating_sub(1)..=found {
        if first < p.begin || first + 1 >= p.last() || !touch(p, first) {
            continue;
        }
        let help = match (p.kind_at(first), p.kind_at(first + 1)) {
            (T::Equal, T::Equals) => "`==` compares",
            (T::Less, T::Greater) => "`/=` says that two values differ",
            (T::Plus, T::Plus) if begins_term(p.kind_at(first + 2)) => {
                "`append xs ys` is one list, or text, after another"
            }
            (T::Plus, T::Plus) => "values do not change; the next integer is `x + 1`",
            (T::Star, T::Star) => "there is no operator for powers; a square is `x * x`",
            (T::Plus | T::Minus | T::Star, T::Equals) => {
                "values do not change; the new value is given by a term, such as `x + 1`"
            }
            (T::Less, T::Minus) => "`let x = a in t` gives a value a name; the negative of a term is `0 - a`",
            (T::Colon, T::Equals) => "a definition is `name = t .`",
            (T::Dot, T::Dot) if p.wants("`]`") => "`range m n` is the list of the integers from `m` to `n`",
            (T::Bar, T::Greater) => "`x |> f` is written as a call, `f x`",
            _ => continue,
        };
        return Some(at(first, first + 1, help));
    }
    None
}

/// Words that are keywords in other languages.
fn words(p: &Parser) -> Option<Habit> {
    let found = p.position();
    Some(match p.peek() {
        T::Then => {
            let word = word_before(p, &["elif", "elsif", "elseif"]).filter(|_| p.wants("`else`"))?;
            at(word, word, "`else if` begins another condition")
        }
        T::Arrow | T::Colon | T::FatArrow => {
            if let Some(word) = lambda(p, found) {
                return Some(at(word, word, FUNCTION));
            }
            match p.peek() {
                T::Colon if p.wants("`then`") => here("`if a then b else c` chooses between two values"),
                T::Colon if p.wants("an operator") => here(
                    "`x :: xs` is a list with `x` before the elements of `xs`, and `(t : type)` a term with its type",
                ),
                T::Arrow if p.wants("`)`") => {
                    here("a function without a name is `\\x -> t`, and `a ==> b` the implication")
                }
                T::Arrow
                    if p.kind_at(p.begin) == T::Property && !p.wants("`;`") && p.wants("an operator") =>
                {
                    here("`a ==> b` says that `b` holds wherever `a` does")
                }
                _ => return None,
            }
        }
        T::In | T::From => {
            let word = word_before(p, &["for"]).filter(|_| p.wants("`]`"))?;
            at(word, word, COMPREHENSION)
        }
        T::With => {
            let word = word_before(p, &["match"])?;
            at(word, word, CASE)
        }
        T::Name if is_word(p, found, &["where"]) && p.kind_at(p.begin) == T::Module => {
            here("a declaration ends with `.`, the declaration of a module, too")
        }
        T::Name | T::If if p.wants("`->`") && p.wants("`|`") => {
            let is_guard = p.peek() == T::If || is_word(p, found, &["when", "where"]);
            if is_guard { here("a guard stands behind `|`: `; p | a -> b`") } else { return None }
        }
        T::Div | T::Mod if p.wants("a term") => {
            let word = p.text_at(found);
            here(format!("`{word}` stands between its operands: `m {word} n`"))
        }
        _ => return None,
    })
}

/// Returns the word that seems to begin a lambda whose arrow, or colon, is here.
fn lambda(p: &Parser, arrow: usize) -> Option<usize> {
    let mut place = arrow;
    while place > p.begin {
        place -= 1;
        match p.kind_at(place) {
            T::Name if is_word(p, place, &["fun", "fn", "lambda", "function", "func"]) => {
                return (place + 1 < arrow).then_some(place);
            }
            T::Name | T::Underscore | T::Comma | T::LeftParen | T::RightParen => {}
            _ => return None,
        }
    }
    None
}

/// Returns whether a declaration seems to end at the parser's position.
fn ends_declaration(p: &Parser) -> bool {
    let after = p.text_after(p.position());
    p.peek() == T::End || p.peek() == T::Dot && (after.is_empty() || after.starts_with(char::is_whitespace))
}

/// Returns whether a term can begin with a token of this kind.
fn begins_term(kind: T) -> bool {
    kind.begins_pattern() && kind != T::Underscore
        || matches!(kind, T::Backslash | T::Let | T::Rec | T::If | T::Case)
}

/// Returns whether a bracket of this kind is open in the declaration before the parser's position.
fn is_open(p: &Parser, opening: T, closing: T) -> bool {
    let mut open = 0_usize;
    for at in p.begin..p.position() {
        let kind = p.kind_at(at);
        if kind == opening {
            open += 1;
        } else if kind == closing {
            open = open.saturating_sub(1);
        }
    }
    open > 0
}

/// Brackets and separators.
fn brackets(p: &Parser) -> Option<Habit> {
    let found = p.position();
    let before = found.checked_sub(1).map(|before| p.kind_at(before));
    Some(match p.peek() {
        T::Semicolon if p.wants("`]`") => here("elements are separated by `,`"),
        T::Semicolon if p.wants("`.`") && !p.wants("`;`") => here("a declaration ends with `.`"),
        T::Bar if p.wants("`]`") => here(COMPREHENSION),
        T::RightBracket | T::RightParen if before == Some(T::Comma) => {
            at(found - 1, found - 1, "`,` stands between elements only, not behind the last one")
        }
        T::RightParen if p.wants("`]`") => here("`[` is closed by `]`"),
        T::RightBracket if p.wants("`)`") => here("`(` is closed by `)`"),
        T::RightParen if !is_open(p, T::LeftParen, T::RightParen) => {
            here("nothing is open here that `)` closes; leave it out, or put `(` before")
        }
        T::RightBracket if !is_open(p, T::LeftBracket, T::RightBracket) => {
            here("nothing is open here that `]` closes; leave it out, or put `[` before")
        }
        _ if p.wants("`)`") && ends_declaration(p) => here("put `)` where what was opened ends"),
        _ if p.wants("`]`") && ends_declaration(p) => here("put `]` where the list ends"),
        _ => return None,
    })
}

/// Branches and patterns.
fn branches(p: &Parser) -> Option<Habit> {
    let found = p.position();
    let before = found.checked_sub(1).map(|before| p.kind_at(before));
    Some(match p.peek() {
        T::Underscore if p.wants("`;`") && p.is_first_of_line(found) => here(BRANCH),
        T::Underscore if p.wants("an argument") || p.wants("a term") => {
            here("`_` is a pattern; a term needs a value here")
        }
        kind if p.wants("`->`") && p.wants("`|`") && before == Some(T::Name) && kind.begins_pattern() => {
            let name = p.text_at(found - 1);
            at(found - 1, found, format!("a constructor with its fields stands in brackets: `[{name} ..]`"))
        }
        T::Bar if p.wants("a name") && before == Some(T::Equals) => {
            here("`|` stands between constructors only, not before the first one")
        }
        T::Bar if p.wants("a term") && p.kind_at(found + 1) == T::Name => here(FUNCTION),
        _ => return None,
    })
}

/// Types.
fn types(p: &Parser) -> Option<Habit> {
    Some(match p.peek() {
        T::Of if p.wants("the type of a field") => {
            here("the types of the fields follow the constructor: `circle integer`")
        }
        T::Forall if p.wants("a type") => here("a variable in a type stands for any type: `a -> a`"),
        _ if !(p.wants("`->`") && p.wants("an argument")) => return None,
        T::FatArrow => here("there are no classes; all values without functions in them can be compared"),
        T::Star => here("the type of pairs is `(a, b)`"),
        T::Less => here("what a type is of follows its name: `list integer`"),
        _ => return None,
    })
}

/// Symbols in the wrong place.
fn symbols(p: &Parser) -> Option<Habit> {
    let found = p.position();
    Some(match p.peek() {
        T::Text if p.kind_at(p.begin) == T::Import => {
            here("a module is named without quotes and without `.pun`: `import name .`")
        }
        T::LeftParen if p.kind_at(p.begin) == T::Import => {
            here("an import is for all that a module exports: `import name .`")
        }
        T::Colon if p.wants("`->`") && p.wants("`::`") => here("a list is taken apart by `x :: xs`"),
        T::Colon if p.wants("`=`") => {
            here("a type is given in a declaration of its own: `name : integer -> integer .`")
        }
        _ => {
            // `x // 2`
            let behind = found.checked_sub(1).map(|before| p.text_after(before))?;
            let comment = behind.trim_start_matches([' ', '\t']).strip_prefix("//")?;
            let line = comment.lines().next().unwrap_or_default().trim();
            let divisor = line.strip_suffix('.')?.trim_end();
            let is_division = !divisor.is_empty() && divisor.bytes().all(|byte| byte.is_ascii_digit());
            is_division
                .then(|| here("`//` begins a comment; `div` is the division of integers, rounded down"))?
        }
    })
}

/// Returns the error for a `=>` that belongs to a lambda.
pub(super) fn function(p: &Parser) -> Option<Diagnostic> {
    let word = lambda(p, p.position()).filter(|_| p.reports())?;
    let message = format!("pun has no `{}`", p.text_at(word));
    Some(Diagnostic::error(p.span_at(word), message).help(FUNCTION))
}

/// Returns the error for a `=` that belongs to a `where`.
pub(super) fn definition_inside(p: &Parser) -> Option<Diagnostic> {
    let word = p.reports().then(|| word_before(p, &["where"]))?.filter(|word| *word > p.begin)?;
    let follows = p.kind_at(word + 1) == T::Name && p.kind_at(word - 1).ends_operand();
    let names = (word + 1..p.position()).all(|at| p.kind_at(at).begins_pattern());
    (follows && names).then(|| {
        Diagnostic::error(p.span_at(word), "pun has no `where`")
            .help("what a term needs is defined before it: `let x = a in t`")
    })
}

/// Returns the error for a second comparison that a word such as `and` joins to the first.
pub(super) fn connective(p: &Parser, first: Span) -> Option<Diagnostic> {
    let word = word_before(p, &["and", "or", "implies"]).filter(|at| p.span_at(*at).start > first.start)?;
    let (word, span) = (p.text_at(word), p.span_at(word));
    let symbol = connective_symbol(word)?;
    Some(
        Diagnostic::error(span, format!("pun has no `{word}`"))
            .help(format!("`a {symbol} b` joins two conditions")),
    )
}

/// Returns the operator for a word of another language.
pub(crate) fn connective_symbol(word: &str) -> Option<&'static str> {
    Some(match word {
        "and" => "&&",
        "or" => "||",
        "implies" => "==>",
        _ => return None,
    })
}

/// Returns whether the `if` at the parser's position belongs to `b if a else c`: `else` comes
/// before `then`.
pub(super) fn is_condition_in_the_middle(p: &Parser) -> bool {
    let mut place = p.position() + 1;
    loop {
        match p.kind_at(place) {
            T::Else => return true,
            T::Dot if p.qualifies(place) => place += 1,
            T::Then | T::If | T::Dot | T::End | T::Semicolon => return false,
            _ => place += 1,
        }
    }
}
