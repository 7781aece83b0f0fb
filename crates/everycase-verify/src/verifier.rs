//! The generators of a program that have coverage types, ready to be run.

use std::sync::Arc;

use pun::Limits;
use pun::core::{Binder, Generator as Declared, GlobalId, Program, Type};
use pun::diagnostic::Diagnostic;
use pun::engine::{Build, Engine, Term};
use pun::inputs::Inputs;
use pun::source::Span;
use pun::value::Value;

use crate::proof::{Proof, Proofs, Solver};
use crate::rust::Notation;
use crate::specification::{Compiling, Coverage};

/// A program, and its generators that have coverage types.
pub struct Verifier {
    generators: Vec<Generator>,
}

/// What the generators of a program have in common.
pub(crate) struct SharedContext {
    pub(crate) program: Arc<Program>,
    /// The program as it is.
    pub(crate) strict: Engine,
    /// The program [on demand](Build::on_demand).
    pub(crate) on_demand: Engine,
    /// How values are written.
    pub(crate) notation: Notation,
}

/// A generator with its coverage type.
pub struct Generator {
    pub(crate) shared: Arc<SharedContext>,
    pub(crate) coverage: Coverage,
    /// Its arguments and results, or why it cannot be run on all of them.
    pub(crate) inputs: Result<Inputs, Diagnostic>,
    /// Its place among the generators of the program.
    place: usize,
    name: Arc<str>,
    span: Span,
}

impl Verifier {
    /// Compiles the generators of the main file that have definitions.
    ///
    /// # Errors
    /// If the program is too large for the machine.
    pub fn new(program: impl Into<Arc<Program>>) -> Result<Self, Vec<Diagnostic>> {
        Self::written(program, Notation::default())
    }

    /// Does the same for a program that was [read](crate::rust) from another language, in which
    /// values are shown.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn written(program: impl Into<Arc<Program>>, notation: Notation) -> Result<Self, Vec<Diagnostic>> {
        let program = program.into();
        let main = program.main.as_ref().map(|module| module.file);
        let is_own = |declared: &Declared| Some(declared.span.file) == main && !declared.is_assumed;
        let own: Vec<usize> =
            (0..program.generators.len()).filter(|place| is_own(&program.generators[*place])).collect();
        let mut compiling = Compiling::default();
        let coverages: Vec<Coverage> =
            own.iter().map(|place| compiling.coverage(&program.generators[*place])).collect();
        let terms: Vec<Term<'_>> = compiling.terms.iter().map(Term::function).collect();
        let limits = Limits::default().brief();
        let engine = |on_demand| {
            let build = Build { terms: &terms, on_demand, ..Build::default() };
            Engine::new(Arc::clone(&program), &build, limits)
        };
        let shared = Arc::new(SharedContext {
            strict: engine(false)?,
            on_demand: engine(true)?,
            program: Arc::clone(&program),
            notation,
        });
        let assuming = program.assuming();
        let generators = own.iter().zip(coverages).map(|(&place, coverage)| {
            let declared = &program.generators[place];
            let inputs = match assuming[declared.global.index()] {
                Some(assumed) => Err(assumes(&program, declared, assumed)),
                None => inputs(&program, &coverage.types, declared.span),
            };
            let name = Arc::clone(&program.globals[declared.global.index()].name);
            Generator { shared: Arc::clone(&shared), coverage, inputs, place, name, span: declared.span }
        });
        Ok(Self { generators: generators.collect() })
    }

    /// Returns the generators of the main file that have coverage types.
    pub fn generators(&self) -> &[Generator] {
        &self.generators
    }

    /// Returns the proofs of the program's generators; none has been looked for yet.
    pub fn proofs<'s>(&'s self, solver: &'s Solver) -> Option<Proofs<'s>> {
        self.generators.first().map(|first| Proofs::new(first.program(), solver))
    }
}

/// Returns why a generator cannot be run: it needs one that is declared by its type alone, and ends
/// a run with an error.
fn assumes(program: &Program, declared: &Declared, assumed: GlobalId) -> Diagnostic {
    let name = &program.globals[declared.global.index()].name;
    let assumed = &program.globals[assumed.index()];
    let message =
        format!("`{name}` needs `{}`, which is declared by its type alone, and cannot be run", assumed.name);
    Diagnostic::error(declared.span, message).and(assumed.span, "not defined")
}

/// Returns the inputs of some types, with values of the program.
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

    /// Returns whether values of its coverage type may have integers in them.
    pub(crate) fn has_integers(&self) -> bool {
        let program = self.program();
        let mut known = vec![false; program.datas.len()];
        // Variables of fields are parameters of the data type, for which there are arguments.
        let mut open: Vec<(&Type, bool)> = self.coverage.types.iter().map(|ty| (ty, false)).collect();
        while let Some((ty, is_field)) = open.pop() {
            match ty {
                Type::Character => {}
                Type::Variable(_) if is_field => {}
                Type::Integer | Type::Variable(_) | Type::Arrow(_) => return true,
                Type::Data(data, arguments) => {
                    open.extend(arguments.iter().map(|ty| (ty, is_field)));
                    if !std::mem::replace(&mut known[data.index()], true) {
                        let constructors = program.datas[data.index()].constructors.iter();
                        let fields = constructors.flat_map(|con| &program.constructors[con.index()].fields);
                        open.extend(fields.map(|field| (&field.ty, true)));
                    }
                }
            }
        }
        false
    }

    /// Looks for a proof that it produces each value of its coverage type, whatever running says.
    pub fn proof(&self, proofs: &mut Proofs<'_>) -> Proof {
        proofs.of(self.declared())
    }

    /// Returns its declaration.
    pub(crate) fn declared(&self) -> &Declared {
        &self.shared.program.generators[self.place]
    }

    /// Returns how its values are written.
    pub(crate) fn notation(&self) -> &Notation {
        &self.shared.notation
    }

    /// Returns its program.
    pub fn program(&self) -> &Program {
        &self.shared.program
    }

    /// Returns the call of the generator on arguments, which may be followed by a result, as
    /// source.
    pub fn call(&self, values: &[Value]) -> String {
        let arguments =
            self.coverage.parameters().iter().zip(values).map(|(binder, value)| self.show(value, &binder.ty));
        self.shared.notation.call(&self.name, arguments.collect())
    }

    /// Returns the result after arguments, as source.
    pub fn result(&self, values: &[Value]) -> String {
        let variables = &self.coverage.variables;
        match (variables.last(), values.get(variables.len() - 1)) {
            (Some(result), Some(value)) => self.show(value, &result.ty),
            _ => String::new(),
        }
    }

    /// Returns its parameters and its result.
    pub(crate) fn variables(&self) -> &[Binder] {
        &self.coverage.variables
    }

    /// Returns the value of a parameter or of the result as source.
    pub(crate) fn show_at(&self, place: usize, value: &Value) -> String {
        self.show(value, &self.coverage.variables[place].ty)
    }

    fn show(&self, value: &Value, ty: &Type) -> String {
        self.shared.notation.value(&self.shared.program, value, ty)
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
        let user = "generator user : [v : integer | v <= 3] . user = indirect () . indirect _ = lib 3 .";
        let program = load_text("text.pun", &format!("{lib} {own} {user}")).program.expect("it is right");
        let verifier = Verifier::new(program).expect("it is small");
        let problems = verifier
            .generators
            .iter()
            .map(|own| (own.name(), own.inputs.as_ref().err().map(|problem| problem.message.as_str())));
        let why = "`user` needs `lib`, which is declared by its type alone, and cannot be run";
        assert_eq!(problems.collect::<Vec<_>>(), [("own", None), ("user", Some(why))]);
    }
}
