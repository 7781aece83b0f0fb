//! The two round trips: tree to text to tree, and tree to tokens to tree.

mod difference;
mod findings;
mod normal;
mod witness;

use quote::ToTokens;

pub use findings::{findings, show};

use crate::panics;

/// What turns a tree into source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Printer {
    /// `prettyplease::unparse`, read back by `syn::parse_file`.
    Prettyplease,
    /// `quote`'s `ToTokens` as `syn` implements it, read back by `syn::parse2`.
    Quote,
}

impl Printer {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Prettyplease, Self::Quote];

    /// Returns the name of its crate.
    pub fn name(self) -> &'static str {
        match self {
            Self::Prettyplease => "prettyplease",
            Self::Quote => "syn (ToTokens)",
        }
    }
}

/// How a round trip can go wrong.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wrong {
    /// What was printed is no Rust.
    DoesNotParse(String),
    /// It is, but not what was meant. The text says in which node the trees differ first.
    DifferentTree(String),
    /// The printer or the parser panicked.
    Panics(String),
}

/// A round trip that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Who printed.
    pub printer: Printer,
    /// What went wrong.
    pub wrong: Wrong,
    /// Is there proof that some source parses to this tree? If there is none, the mapping may be at fault.
    pub proven: bool,
}

/// Returns the text that a printer makes of a tree.
///
/// # Errors
/// The panic's message, if it panics.
pub fn print(tree: &syn::File, printer: Printer) -> Result<String, String> {
    panics::catch(|| match printer {
        Printer::Prettyplease => prettyplease::unparse(tree),
        Printer::Quote => tree.to_token_stream().to_string(),
    })
}

/// Returns one round trip.
///
/// # Errors
/// What went wrong.
pub fn round_trip(tree: &syn::File, printer: Printer) -> Result<(), Wrong> {
    let parsed = panics::catch(|| match printer {
        Printer::Prettyplease => syn::parse_file(&prettyplease::unparse(tree)),
        Printer::Quote => syn::parse2(tree.to_token_stream()),
    });
    let mut found = match parsed {
        Err(message) => return Err(Wrong::Panics(message)),
        Ok(Err(error)) => return Err(Wrong::DoesNotParse(error.to_string())),
        Ok(Ok(found)) => found,
    };
    // Most trees come back as they were: then nothing needs to be normalised.
    if found == *tree {
        return Ok(());
    }
    let mut expected = tree.clone();
    normal::normalise(&mut expected, printer);
    normal::normalise(&mut found, printer);
    if found == expected { Ok(()) } else { Err(Wrong::DifferentTree(difference::place(&expected, &found))) }
}

/// Returns both round trips: the failures among them.
pub fn check(tree: &syn::File) -> Vec<Failure> {
    let mut failures: Vec<_> = Printer::ALL
        .into_iter()
        .filter_map(|printer| {
            round_trip(tree, printer).err().map(|wrong| Failure { printer, wrong, proven: true })
        })
        .collect();
    // Where one printer's text comes back as the tree, it is proof enough against the other.
    if failures.len() == Printer::ALL.len() {
        let proven = has_source(tree);
        for failure in &mut failures {
            failure.proven = proven;
        }
    }
    failures
}

/// Returns the tree without its parentheses (and without trailing commas), as a program would build it: a parser keeps them
/// as nodes of their own.
#[must_use]
pub fn bare(tree: &syn::File) -> syn::File {
    let mut bare = tree.clone();
    normal::normalise(&mut bare, Printer::Quote);
    bare
}

/// Returns whether the tree comes back when everything in it is parenthesised. See [`witness`].
fn has_source(tree: &syn::File) -> bool {
    let mut parenthesised = tree.clone();
    witness::parenthesise(&mut parenthesised);
    let parsed = panics::catch(|| syn::parse2::<syn::File>(parenthesised.to_token_stream()));
    let Ok(Ok(mut found)) = parsed else { return false };
    normal::normalise(&mut found, Printer::Quote);
    found == bare(tree)
}
