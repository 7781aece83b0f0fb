//! Text to tokens: every byte belongs to exactly one token.

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

use super::foreign;
use super::kind::TokenKind;

/// A token; it ends where the next one begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// What it is.
    pub(super) kind: TokenKind,
    /// The offset of its first byte.
    pub(super) start: u32,
}

/// The maximal number of digits of an integer: parsing takes quadratic time.
pub(super) const MOST_DIGITS: usize = 10_000;

/// Returns the tokens of a text. The last one is always [`TokenKind::End`], which is empty.
pub(super) fn lex(file: FileId, text: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut lexer = Lexer { file, text, at: 0, diagnostics: Vec::new(), braces: 0 };
    let mut tokens: Vec<Token> = Vec::with_capacity(text.len() / 3 + 1);
    while lexer.at < text.len() {
        let start = lexer.at as u32;
        let joins_operand = tokens.last().is_some_and(|token| token.kind.ends_operand());
        let kind = lexer.token(joins_operand);
        tokens.push(Token { kind, start });
    }
    tokens.push(Token { kind: TokenKind::End, start: text.len() as u32 });
    (tokens, lexer.diagnostics)
}

struct Lexer<'a> {
    file: FileId,
    text: &'a str,
    at: usize,
    diagnostics: Vec<Diagnostic>,
    /// The number of open braces.
    braces: u32,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Skips characters while they satisfy a predicate.
    fn skip(&mut self, wanted: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !wanted(c)).unwrap_or(rest.len());
    }

    /// Skips a text if it is next.
    fn eat(&mut self, text: &str) -> bool {
        let is_next = self.rest().starts_with(text);
        if is_next {
            self.at += text.len();
        }
        is_next
    }

    /// Returns whether further errors are reported; if not, no work is needed for them.
    fn reports(&self) -> bool {
        self.diagnostics.len() < super::MOST_ERRORS
    }

    /// Reports the text skipped since `start`.
    fn error(&mut self, start: usize, message: impl Into<String>, help: &str) {
        if self.reports() {
            let span = Span::new(self.file, start as u32, self.at as u32);
            let error = Diagnostic::error(span, message);
            self.diagnostics.push(if help.is_empty() { error } else { error.help(help) });
        }
    }

    fn token(&mut self, joins_operand: bool) -> TokenKind {
        let start = self.at;
        let Some(first) = self.peek() else { return TokenKind::End };
        match first {
            '\u{feff}' if start == 0 => {
                self.at += first.len_utf8();
                TokenKind::Space
            }
            c if c.is_whitespace() => {
                self.skip(char::is_whitespace);
                TokenKind::Space
            }
            '"' => self.text(),
            '\'' => self.character(),
            '0'..='9' => self.integer(),
            '-' if !joins_operand && self.byte(1).is_ascii_digit() => self.integer(),
            '_' => self.name(),
            c if c.is_alphabetic() => self.name(),
            '/' if self.byte(1) == b'/' => self.comment(),
            '-' if self.byte(1) == b'-' && !self.byte(2).is_ascii_digit() => {
                self.at += 2;
                self.error(start, "this is not a comment", "a comment begins with `//`");
                self.comment()
            }
            '#' if self.reports() && self.line_before(start).trim().is_empty() => {
                self.at += 1;
                self.error(start, "this is not a comment", "a comment begins with `//`");
                self.comment()
            }
            '{' | '/' | '(' if self.reports() => match self.end_of_block(start) {
                Some(end) => {
                    self.at += 2;
                    self.error(start, "this is not a comment", "every line of a comment begins with `//`");
                    self.at = start + end;
                    TokenKind::Comment
                }
                None => self.symbol(first),
            },
            _ => self.symbol(first),
        }
    }

    /// Returns the end of a foreign block comment that begins here, if there is one.
    fn end_of_block(&self, start: usize) -> Option<usize> {
        let second = self.byte(1);
        (second == b'-' || second == b'*')
            .then(|| foreign::end_of_block(self.line_before(start), self.rest()))?
    }

    /// Returns the text before `place` on its line.
    fn line_before(&self, place: usize) -> &str {
        let before = &self.text[..place];
        &before[before.rfind('\n').map_or(0, |end| end + 1)..]
    }

    fn comment(&mut self) -> TokenKind {
        self.skip(|c| c != '\n');
        TokenKind::Comment
    }

    fn name(&mut self) -> TokenKind {
        let start = self.at;
        let inside = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        self.skip(inside);
        while self.byte(0) == b'-' && self.text[self.at + 1..].chars().next().is_some_and(inside) {
            self.at += 1;
            self.skip(inside);
        }
        match &self.text[start..self.at] {
            "_" => TokenKind::Underscore,
            name => TokenKind::keyword(name).unwrap_or(TokenKind::Name),
        }
    }

    fn integer(&mut self) -> TokenKind {
        let start = self.at;
        self.at += usize::from(self.byte(0) == b'-');
        let digits = self.at;
        self.skip(|c| c.is_ascii_digit());
        if self.at - digits > MOST_DIGITS {
            self.error(start, format!("this integer has more than {MOST_DIGITS} digits"), "");
        } else if self.peek().is_some_and(|c| c.is_alphabetic() || c == '_') {
            let number = self.at;
            self.skip(|c| c.is_alphanumeric() || c == '_' || c == '\'');
            let rest = &self.text[number..self.at];
            let help = if rest.bytes().all(|byte| byte == b'_' || byte.is_ascii_digit()) {
                let all: String = self.text[start..self.at].chars().filter(|c| *c != '_').collect();
                format!("an integer is written with digits only: `{all}`")
            } else {
                format!(
                    "a product is `{} * {rest}`, and a name begins with a letter",
                    &self.text[start..number]
                )
            };
            self.error(start, "an integer runs into a name", &help);
            // The name is the next token.
            self.at = number;
        }
        TokenKind::Integer
    }

    fn text(&mut self) -> TokenKind {
        let start = self.at;
        self.at += 1;
        loop {
            match self.peek() {
                Some('"') => {
                    self.at += 1;
                    return TokenKind::Text;
                }
                Some('\\') => self.escape(),
                None | Some('\n') => {
                    self.at = start + self.text[start..self.at].trim_end().len();
                    let help = "it ends with `\"` on the same line; a line break in it is `\\n`";
                    self.error(start, "this text is not closed", help);
                    return TokenKind::Text;
                }
                Some(other) => self.at += other.len_utf8(),
            }
        }
    }

    fn character(&mut self) -> TokenKind {
        let start = self.at;
        self.at += 1;
        match self.peek() {
            Some('\\') => self.escape(),
            Some('\'') => {
                self.at += 1;
                self.eat("'");
                self.error(
                    start,
                    "a character is missing between the quotes",
                    "the character `'` is `'\\''`",
                );
                return TokenKind::Character;
            }
            Some(other) if other != '\n' && other != '\r' => self.at += other.len_utf8(),
            _ => {}
        }
        if self.eat("'") {
            return TokenKind::Character;
        }
        let one = self.at;
        // A text in single quotes is one mistake: report it once.
        self.skip(|c| c != '\'' && c != '"' && !c.is_whitespace());
        let help = if self.eat("'") {
            "a text stands between `\"`"
        } else {
            self.at = one;
            "a character ends with `'`; a variable in a type is a plain name, such as `a`"
        };
        self.error(start, "this is not one character in quotes", help);
        TokenKind::Character
    }

    /// Skips an escape, and reports it if it is invalid.
    fn escape(&mut self) {
        let start = self.at;
        self.at += 1;
        match self.peek() {
            Some('n' | 't' | '\\' | '\'' | '"') => self.at += 1,
            Some('u') => {
                self.at += 1;
                if self.eat("{") {
                    self.skip(|c| c.is_ascii_hexdigit());
                    if self.eat("}") && super::literal::escaped(&self.text[start + 1..self.at]).is_some() {
                        return;
                    }
                }
                let help = "for example, `\\u{e9}` is `\u{e9}`; the largest is `\\u{10ffff}`";
                self.error(start, "this is not the number of a character", help);
            }
            // The missing quote will be reported.
            None | Some('\n' | '\r') => {}
            Some(other) => {
                self.at += other.len_utf8();
                self.error(start, "unknown escape", "escapes are \\n \\t \\\\ \\' \\\" and \\u{..}");
            }
        }
    }

    fn symbol(&mut self, first: char) -> TokenKind {
        use TokenKind as T;
        // Longer symbols come before their prefixes.
        const SYMBOLS: [(&str, TokenKind); 27] = [
            ("==>", T::Implies),
            ("<+>", T::Choice),
            ("::", T::Cons),
            ("->", T::Arrow),
            ("=>", T::FatArrow),
            ("||", T::Or),
            ("&&", T::And),
            ("==", T::Equal),
            ("/=", T::NotEqual),
            ("<=", T::LessEqual),
            (">=", T::GreaterEqual),
            ("<", T::Less),
            (">", T::Greater),
            ("(", T::LeftParen),
            (")", T::RightParen),
            ("[", T::LeftBracket),
            ("]", T::RightBracket),
            (",", T::Comma),
            (";", T::Semicolon),
            (".", T::Dot),
            (":", T::Colon),
            ("=", T::Equals),
            ("|", T::Bar),
            ("~", T::Tilde),
            ("\\", T::Backslash),
            ("+", T::Plus),
            ("-", T::Minus),
        ];
        let start = self.at;
        for (text, kind) in SYMBOLS {
            if self.eat(text) {
                return kind;
            }
        }
        if self.eat("*") {
            return T::Star;
        }
        if self.eat("{") {
            self.braces += 1;
            let help = if self.reports() { foreign::brace(self.line_before(start)) } else { "" };
            self.error(start, "pun has no braces", help);
            return T::Unknown;
        }
        if self.braces > 0 && self.eat("}") {
            self.braces -= 1;
            return T::Unknown;
        }
        for (text, kind, help) in foreign::SYMBOLS {
            if self.eat(text) {
                let shown = if text == "`" { "backquotes".to_owned() } else { format!("`{text}`") };
                let is_whole = text == "@"
                    && self.text[..start].ends_with(char::is_alphanumeric)
                    && self.byte(0) == b'(';
                self.error(
                    start,
                    format!("pun has no {shown}"),
                    if is_whole { foreign::WHOLE } else { help },
                );
                return kind;
            }
        }
        // Consecutive unknown characters make one error.
        self.at += first.len_utf8();
        let known = |c: char| c.is_whitespace() || c.is_alphanumeric() || c.is_ascii_graphic();
        if !known(first) {
            self.skip(|c| !known(c));
        }
        let shown: String = first.escape_debug().collect();
        self.error(start, format!("pun has no `{shown}`"), "");
        T::Unknown
    }
}
