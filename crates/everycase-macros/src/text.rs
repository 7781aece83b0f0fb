//! Tokens as users write them: `a::b(c, d)`, not `a :: b (c , d)`.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// Returns the source text of a path, a pattern or a short expression, spaced as by `rustfmt` in
/// the common cases.
pub(crate) fn of(tokens: TokenStream) -> String {
    let mut out = String::new();
    write(tokens, &mut out);
    out
}

fn write(tokens: TokenStream, out: &mut String) {
    let mut before = Before::Opening;
    let mut in_closure_parameters = false;
    for token in tokens {
        let bar = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '|');
        if bar && (in_closure_parameters || before != Before::Word) {
            in_closure_parameters = !in_closure_parameters;
            let space = in_closure_parameters && before == Before::Other;
            out.push_str(if space { " |" } else { "|" });
            before = if in_closure_parameters { Before::Opening } else { Before::Other };
            continue;
        }
        let after = before.space_then(&token, out);
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{ ", " }"),
                    Delimiter::None => ("", ""),
                };
                out.push_str(open);
                write(group.stream(), out);
                out.push_str(close);
            }
            other => out.push_str(&other.to_string()),
        }
        before = after;
    }
}

/// What the last token requires of the next.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    /// No space: the beginning, or after `&`, `::`, `.`, `!`.
    Opening,
    /// The first character of a two-character operator.
    Joint,
    Word,
    Other,
}

impl Before {
    fn space_then(self, token: &TokenTree, out: &mut String) -> Self {
        let (tight, next) = match token {
            TokenTree::Punct(punct) => {
                let joint = punct.spacing() == Spacing::Joint;
                let path = punct.as_char() == ':' && (joint || out.ends_with(':'));
                let angle =
                    matches!(punct.as_char(), '<' | '>') && !out.ends_with('=') && !out.ends_with('-');
                let tight = path || angle || matches!(punct.as_char(), ',' | ';' | '!' | '?' | ':');
                let tight = tight || (punct.as_char() == '.' && self == Self::Word);
                // After a word these are binary operators.
                let prefix = matches!(punct.as_char(), '&' | '*' | '-') && self != Self::Word;
                let holds = path || prefix || matches!(punct.as_char(), '.' | '!' | '<' | '\'');
                (
                    tight,
                    if joint {
                        Self::Joint
                    } else if holds {
                        Self::Opening
                    } else {
                        Self::Other
                    },
                )
            }
            TokenTree::Group(group) => (
                self == Self::Word && group.delimiter() != Delimiter::Brace && !ends_with_mut(out),
                if group.delimiter() == Delimiter::Brace { Self::Other } else { Self::Word },
            ),
            _ => (false, Self::Word),
        };
        // `mut x` and `a, b` are spaced; `::x`, `&x` and `x.y` are not.
        if !tight && matches!(self, Self::Word | Self::Other) && !out.is_empty() {
            out.push(' ');
        }
        next
    }
}

/// Returns whether a text ends with the keyword `mut`.
fn ends_with_mut(text: &str) -> bool {
    let before = text.strip_suffix("mut");
    before.is_some_and(|before| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn paths_and_patterns_read_as_written() {
        for source in [
            "Sorted::new",
            "crate::a::B::<u8>::new",
            "(a, b)",
            "Point { x, y: (z, _) }",
            "Some(mut x)",
            "&[first, ..]",
            "a.b(c, 3)",
            "A | B",
            "|(a, b)| Pair { a, b }",
            "f(x, |y| y)",
        ] {
            assert_eq!(of(source.parse().unwrap()), source);
        }
    }

    #[test]
    fn types_read_as_written() {
        for source in [
            "std::collections::BTreeMap<String, Vec<u8>>",
            "::std::vec::Vec<bool>",
            "(a::Tree<[u8; N]>,)",
            "[(u8, bool); 2 * N]",
            "Option<&'static str>",
            "Cow<'static, str>",
            "Box<dyn Fn(u8) -> bool + Send>",
            "Box<dyn for<'a> Fn(&'a u8) -> &'a u8>",
            "fn(u8, &mut u8) -> u8",
            "&mut [(u8, commut(u8))]",
            "<Vec<u8> as IntoIterator>::Item",
            "Matrix<{ 3 + 1 }, -1>",
            "Fun<(u8, Fun<bool, u8>), ()>",
        ] {
            assert_eq!(of(source.parse().unwrap()), source);
        }
    }
}
