//! A term in the scope of a program: its type and its value.

use pun::Limits;
use pun::core::{Expr, Program, Scheme};
use pun::diagnostic::Diagnostic;
use pun::fault::Fault;
use pun::load;
use pun::run::run;
use pun::show::show;
use pun::source::Sources;
use pun::types::show_scheme;

/// A well-typed term, and the program with its text among the sources.
pub(crate) struct TypedTerm {
    program: Program,
    term: Expr,
    scheme: Scheme,
}

/// Why a term has no value.
pub(crate) enum Trouble {
    /// It has errors.
    Wrong(Vec<Diagnostic>),
    /// It ends with an error.
    Failed(Box<Fault>),
}

impl TypedTerm {
    /// Returns a term, or its errors and the sources they refer to.
    pub(crate) fn new(program: &Program, text: &str) -> Result<Self, (Sources, Vec<Diagnostic>)> {
        let mut program = program.clone();
        match load::expression(&mut program, text) {
            Ok((term, scheme)) => Ok(Self { program, term, scheme }),
            Err(diagnostics) => Err((program.sources, diagnostics)),
        }
    }

    pub(crate) fn ty(&self) -> String {
        show_scheme(&self.program, &self.scheme)
    }

    pub(crate) fn sources(&self) -> &Sources {
        &self.program.sources
    }

    /// Returns the program, with the term's text among its sources.
    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    /// Returns the term's value as pun source.
    pub(crate) fn value(&self) -> Result<String, Trouble> {
        let value = run(&self.program, &self.term, Limits::default()).map_err(Trouble::Wrong)?;
        let value = value.map_err(|fault| Trouble::Failed(Box::new(fault)))?;
        Ok(show(&self.program, &value, Some(&self.scheme.ty)))
    }
}
