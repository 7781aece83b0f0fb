//! The test whether the function of `from = ..` may be printed outside of the type's module.

use proc_macro2::{Ident, Spacing, TokenStream, TokenTree};

/// Words of a function that mean the same everywhere.
const EVERYWHERE: [&str; 26] = [
    "Self", "crate", "std", "core", "if", "else", "match", "let", "mut", "ref", "as", "return", "move",
    "true", "false", "Some", "None", "Ok", "Err", "String", "Vec", "Box", "Option", "Result", "Default",
    "str",
];

/// Returns whether a function names, besides the type, what is perhaps in scope in the type's
/// module only: a path that begins elsewhere, or an item in a closure. A function of the module
/// does not count: it is imported by its name.
pub(crate) fn names_others(function: &TokenStream, name: &Ident) -> bool {
    let tokens: Vec<TokenTree> = function.clone().into_iter().collect();
    if let [TokenTree::Ident(_)] = &*tokens {
        return false;
    }
    let mut bars = tokens.iter().enumerate().filter(|(_, token)| is(token, '|')).map(|(i, _)| i);
    let parameters = bars.next().zip(bars.next()).map_or(0..0, |(first, second)| first..second);
    let mut known = vec![name.to_string()];
    words(&tokens[parameters.clone()], &mut known, false);
    let mut mentioned = Vec::new();
    words(&tokens[parameters.end..], &mut mentioned, true);
    mentioned.iter().any(|word| !known.contains(word))
}

fn is(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// Adds the words of some tokens; of an `expression`, without those that mean the same everywhere,
/// and without names after `.` or `::`, of fields and of macros.
fn words(tokens: &[TokenTree], found: &mut Vec<String>, expression: bool) {
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                words(&group.stream().into_iter().collect::<Vec<_>>(), found, expression);
            }
            TokenTree::Ident(word) => {
                let word = word.to_string();
                let before = &tokens[..i];
                let follows = matches!(before, [.., dot] if is(dot, '.'))
                    || matches!(before, [.., a, b] if is(a, ':') && is(b, ':'));
                let is_named_by_next = match tokens.get(i + 1) {
                    Some(TokenTree::Punct(next)) => {
                        next.as_char() == '!' || next.as_char() == ':' && next.spacing() == Spacing::Alone
                    }
                    _ => false,
                };
                let skipped = follows || is_named_by_next || means_the_same(&word);
                if !(expression && skipped) {
                    found.push(word);
                }
            }
            _ => {}
        }
    }
}

fn means_the_same(word: &str) -> bool {
    let bits = word.strip_prefix(['u', 'i', 'f']);
    let is_number = bits.is_some_and(|bits| bits == "size" || bits.parse::<u8>().is_ok());
    is_number || EVERYWHERE.contains(&word)
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Ident, Span};

    use super::names_others;

    #[test]
    fn a_function_that_names_other_items_may_not_compile_elsewhere() {
        let names =
            |function: &str| names_others(&function.parse().unwrap(), &Ident::new("Pair", Span::call_site()));
        for no in [
            "doubled",
            "Self::new",
            "Pair::<u8>::new",
            "crate::pairs::new",
            "|(n, odd)| Pair { n, odd: !odd }",
            "|n: u8| Self(Some(n.max(3)), vec![n as u16; 2])",
            "|n| if n > 2 { Pair::Two } else { Self::of(std::cmp::min(n, 1)) }",
        ] {
            assert!(!names(no), "{no}");
        }
        for yes in [
            "pairs::new",
            "Other::new",
            "|n| Pair(helper(n))",
            "|n| Pair { n, m: LIMIT }",
            "|n| Self(Other(n))",
        ] {
            assert!(names(yes), "{yes}");
        }
    }
}
