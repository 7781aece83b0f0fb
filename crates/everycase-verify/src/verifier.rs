//! The generators of a program that have coverage types, ready to be run.

use std::sync::Arc;

use pun::Limits;
use pun::core::{Generator as Declared, Program, Type};
use pun::diagnostic::Diagnostic;
use pun::engine::{Build, Engine, Term};
use pun::inputs::Inputs;
use pun::show::show;
use pun::source::Span;
use pun::value::Value;

use crate::specification::{Compiling, Coverage};

/// A program, and its generators that have coverage types.
pub struct Verifier {
    generators: Vec<Generator>,
}

/// What the generators of a program have in common.
pub(crate) struct Shared {
    pub(crate) program: Arc<Program>,
    /// The program as it is.
    pub(crate) strict: Engine,
    /// The program [on demand](Build::on_demand).
    pub(crate) on_demand: Engine,
}

/// A generator with its coverage type.
pub struct Generator {
    pub(crate) shared: Arc<Shared>,
    pub(crate) coverage: Coverage,
    pub(crate) inputs: Inputs,
    name: Arc<str>,
    span: Span,
}

impl Verifier {
    /// Compiles the generators of the main file that have definitions.
    ///
    /// # Errors
    /// If arguments or results of a generator cannot be enumerated, such as functions and values of abstract types, if a generator
    /// needs one that is declared by its type alone, or if the program is too large for the machine.
    pub fn new(program: impl Into<Arc<Program>>) -> Result<Self, Vec<Diagnostic>> {
        let program = program.into();
        let main = program.main.as_ref().map(|module| module.file);
        let is_own = |declared: &&Declared| Some(declared.span.file) == main && !declared.is_assumed;
        let own: Vec<&Declared> = program.generators.iter().filter(is_own).collect();
        let problems = assuming(&program, &own);
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut compiling = Compiling::default();
        let coverages: Vec<Coverage> = own.iter().map(|declared| compiling.coverage(declared)).collect();
        let terms: Vec<Term<'_>> = compiling.terms.iter().map(Term::function).collect();
        let limits = Limits::default().brief();
        let engine = |on_demand| {
            let build = Build { terms: &terms, on_demand, ..Build::default() };
            Engine::new(Arc::clone(&program), &build, limits)
        };
        let shared = Arc::new(Shared {
            strict: engine(false)?,
            on_demand: engine(true)?,
            program: Arc::clone(&program),
        });
        let mut generators = Vec::with_capacity(own.len());
        let mut problems = Vec::new();
        for (declared, coverage) in own.iter().zip(coverages) {
            match inputs(&program, &coverage.types, declared.span) {
                Ok(inputs) => {
                    let global = &program.globals[declared.global.index()];
                    let (name, span, shared) = (Arc::clone(&global.name), declared.span, Arc::clone(&shared));
                    generators.push(Generator { shared, coverage, inputs, name, span });
                }
                Err(problem) => problems.push(problem),
            }
        }
        if problems.is_empty() { Ok(Self { generators }) } else { Err(problems) }
    }

    /// Returns the generators of the main file that have coverage types.
    pub fn generators(&self) -> &[Generator] {
        &self.generators
    }
}

/// Returns an error for each generator that needs one that is declared by its type alone: that one ends a run with an error, so a run
/// shows nothing.
fn assuming(program: &Program, own: &[&Declared]) -> Vec<Diagnostic> {
    let assuming = program.assuming();
    let problem = |declared: &&Declared| {
        let assumed = &program.globals[assuming[declared.global.index()]?.index()];
        let name = &program.globals[declared.global.index()].name;
        let message = format!(
            "`{name}` needs `{}`, which is declared by its type alone, and cannot be run",
            assumed.name
        );
        Some(Diagnostic::error(declared.span, message).and(assumed.span, "not defined"))
    };
    own.iter().filter_map(problem).collect()
}

/// Returns the inputs of some types, of which the values are those of the program.
fn inputs(program: &Arc<Program>, types: &[Type], span: Span) -> Result<Inputs, Diagnostic> {
    let inputs = Inputs::new(Arc::clone(program), types);
    let inputs = inputs.map_err(|problem| Diagnostic::error(span, problem.message))?;
    if Arc::ptr_eq(inputs.program(), program) {
        return Ok(inputs);
    }
    let message =
        "this coverage type mentions functions, or values of a type whose constructors are not exported";
    let help =
        "its arguments and results must be data that can be compared, so that all of them can be tried";
    Err(Diagnostic::error(span, message).help(help))
}

impl Generator {
    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the span of its coverage type.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Returns its program.
    pub fn program(&self) -> &Program {
        &self.shared.program
    }

    /// Returns the call of the generator on arguments, which may be followed by a result, as pun source.
    pub fn call(&self, values: &[Value]) -> String {
        let parameters = &self.coverage.variables[..self.coverage.variables.len() - 1];
        let arguments = parameters.iter().zip(values).map(|(binder, value)| self.show(value, &binder.ty));
        std::iter::once(self.name.to_string()).chain(arguments).collect::<Vec<_>>().join(" ")
    }

    /// Returns the result after arguments, as pun source.
    pub fn result(&self, values: &[Value]) -> String {
        let variables = &self.coverage.variables;
        match (variables.last(), values.get(variables.len() - 1)) {
            (Some(result), Some(value)) => self.show(value, &result.ty),
            _ => String::new(),
        }
    }

    fn show(&self, value: &Value, ty: &Type) -> String {
        show(&self.shared.program, value, Some(ty))
    }
}

#[cfg(test)]
mod tests {
    use pun::load::load_text;

    use super::Verifier;

    #[test]
    fn generators_that_need_one_without_a_definition_are_not_run() {
        let lib = "generator lib : (n : integer | 0 <= n) -> [v : integer | v <= n] .";
        let own = "generator own : [v : integer | 0 <= v && v <= 9] . own = int-range 0 9 .";
        let verifier = |text: &str| Verifier::new(load_text("text.pun", text).program.expect("it is right"));
        let names = |verifier: Verifier| {
            verifier.generators.iter().map(|own| own.name().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(verifier(&format!("{lib} {own}")).map(names).ok(), Some(vec!["own".to_owned()]));
        let user = "generator user : [v : integer | v <= 3] . user = indirect () . indirect _ = lib 3 .";
        let problems = verifier(&format!("{lib} {user}")).err().expect("it cannot be run");
        let messages: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
        assert_eq!(messages, ["`user` needs `lib`, which is declared by its type alone, and cannot be run"]);
    }
}
