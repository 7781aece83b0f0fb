//! The literals that `syn` sees.

use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::visit::{self, Visit};

use crate::literals::{Builder, Limits, Literals};

/// The literals of a syntax tree. In macros, a number behind a single `.` is a field's index.
struct Seen(Builder);

impl Seen {
    fn literal(&mut self, literal: &syn::Lit, is_negative: bool) {
        match literal {
            // What `syn` calls an integer here, the language does not: `2f64`.
            syn::Lit::Int(int) if int.suffix().starts_with('f') => {
                let float = syn::LitFloat::new(&format!("{}.0", int.base10_digits()), int.span());
                self.literal(&syn::Lit::Float(float), is_negative);
            }
            syn::Lit::Int(int) => {
                let Ok(value) = int.base10_digits().parse::<u128>() else { return };
                self.0.integer(value.cast_signed());
                if is_negative && value <= 1 << 127 {
                    self.0.integer(value.cast_signed().wrapping_neg());
                }
            }
            syn::Lit::Float(float) => {
                let Ok(value) = float.base10_digits().parse::<f64>() else { return };
                self.0.float(value);
                if is_negative {
                    self.0.float(-value);
                }
            }
            syn::Lit::Char(char) => self.0.text(&char.value().to_string()),
            syn::Lit::Str(text) => self.0.text(&text.value()),
            syn::Lit::Byte(byte) => {
                self.0.integer(i128::from(byte.value()));
                self.0.bytes(&[byte.value()]);
            }
            syn::Lit::ByteStr(bytes) => self.0.bytes(&bytes.value()),
            syn::Lit::CStr(bytes) => self.0.bytes(bytes.value().to_bytes()),
            _ => {}
        }
    }

    /// Takes all literals of tokens, or only those behind `-`.
    fn tokens(&mut self, tokens: TokenStream, only_negative: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let punctuation = |place: Option<usize>| match place.and_then(|place| tokens.get(place)) {
            Some(TokenTree::Punct(own)) => Some(own.as_char()),
            _ => None,
        };
        for (place, token) in tokens.iter().enumerate() {
            let (last, second) = (punctuation(place.checked_sub(1)), punctuation(place.checked_sub(2)));
            match token {
                TokenTree::Group(group) => {
                    let is_attribute = group.delimiter() == Delimiter::Bracket
                        && (last == Some('#') || (last == Some('!') && second == Some('#')));
                    if !is_attribute {
                        self.tokens(group.stream(), only_negative);
                    }
                }
                TokenTree::Literal(literal) => {
                    let is_field = last == Some('.') && second != Some('.');
                    let is_negative = last == Some('-');
                    if !is_field && (is_negative || !only_negative) {
                        self.literal(&syn::Lit::new(literal.clone()), is_negative);
                    }
                }
                TokenTree::Punct(_) | TokenTree::Ident(_) => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Seen {
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_lit(&mut self, literal: &'ast syn::Lit) {
        self.literal(literal, false);
    }

    fn visit_lit_str(&mut self, literal: &'ast syn::LitStr) {
        self.literal(&syn::Lit::Str(literal.clone()), false);
    }

    fn visit_macro(&mut self, own: &'ast syn::Macro) {
        self.tokens(own.tokens.clone(), false);
        visit::visit_macro(self, own);
    }
}

fn files(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() && !entry.ends_with("target") {
            files(&entry, all);
        } else if entry.extension().is_some_and(|own| own == "rs") {
            all.push(entry);
        }
    }
}

#[test]
fn literals_are_those_that_syn_sees_in_the_sources_of_this_project() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder");
    let mut all = Vec::new();
    files(crates, &mut all);
    let mut literals = 0;
    for path in &all {
        let text = std::fs::read_to_string(path).expect("a text");
        // Some files of the tests are not programs.
        let Ok(file) = syn::parse_file(&text) else { continue };
        let mut seen = Seen(Builder::new(Limits::default()));
        seen.visit_file(&file);
        seen.tokens(text.parse().expect("tokens"), true);
        let expected = seen.0.finish();
        literals += expected.texts.len() + expected.integers.len();
        assert_eq!(Literals::of_rust(&text), expected, "{}", path.display());
    }
    assert!(literals > 1_000, "{literals}");
}
