//! Runs terms without input.

use crate::core::{Expr, Program};
use crate::diagnostic::Diagnostic;
use crate::engine::{Build, Engine, Term};
use crate::fault::Fault;
use crate::machine::{Limits, Machine, Outcome};
use crate::value::Value;

/// Terms of a program, compiled.
pub struct Terms {
    engine: Engine,
    machine: Machine,
}

impl Terms {
    /// Compiles a program and closed terms in its scope.
    ///
    /// # Errors
    /// If the machine cannot hold the program.
    pub fn new<'p>(
        program: &'p Program,
        terms: impl IntoIterator<Item = &'p Expr>,
        limits: Limits,
    ) -> Result<Self, Vec<Diagnostic>> {
        let terms: Vec<Term<'p>> = terms.into_iter().map(Term::closed).collect();
        let engine = Engine::new(program.clone(), &Build { terms: &terms, ..Build::default() }, limits)?;
        let machine = engine.machine();
        Ok(Self { engine, machine })
    }

    /// Returns the value of the term with this number. At most `parts` lazy fields are evaluated,
    /// from left to right; others stay open.
    ///
    /// # Errors
    /// If the run ends with an error.
    pub fn value(&mut self, number: usize, parts: usize) -> Result<Value, Fault> {
        let function = self.engine.compiled().terms[number];
        match self.machine.without_input(|machine, input| machine.start(input, function, &[])) {
            Outcome::Value(word) => self.machine.evaluated(word, parts),
            Outcome::Fault(fault) | Outcome::Limit(fault) => Err(*fault),
            Outcome::Demand(_) | Outcome::Choice(_) | Outcome::Watched(_) | Outcome::Void => Ok(Value::Open),
        }
    }
}

/// Returns the value of a closed term of a program, or its error. Unevaluated lazy fields are open.
///
/// # Errors
/// If the machine cannot hold the program.
pub fn run(program: &Program, term: &Expr, limits: Limits) -> Result<Result<Value, Fault>, Vec<Diagnostic>> {
    Ok(Terms::new(program, [term], limits)?.value(0, 0))
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::fault::FaultKind;
    use crate::load::{expression, load_text};
    use crate::machine::Limits;
    use crate::show::show;

    fn shown(text: &str, term: &str) -> Result<String, FaultKind> {
        let mut program = load_text("test", text).program.expect("the program is right");
        let (term, scheme) = expression(&mut program, term).expect("the term is right");
        let value = run(&program, &term, Limits::default()).expect("the program is small");
        value.map(|value| show(&program, &value, Some(&scheme.ty))).map_err(|fault| fault.kind)
    }

    #[test]
    fn a_term_is_run_in_the_scope_of_the_program() {
        let text = "double n = n * 2 . four = double 2 .";
        assert_eq!(shown(text, "[double 3, four]").as_deref(), Ok("[6, 4]"));
        assert_eq!(shown(text, "(\"\" : string)").as_deref(), Ok("\"\""));
        assert_eq!(shown(text, "double (1 div 0)"), Err(FaultKind::DivisionByZero));
        assert_eq!(shown("f n = 1 + f n .", "f 0"), Err(FaultKind::TooDeep));
        assert_eq!(shown("f n = f (n + 1) .", "f 0"), Err(FaultKind::OutOfFuel));
    }

    #[test]
    fn arithmetic_with_large_integers_is_bounded_and_spends_steps() {
        let text = "square n x = if n <= 0 then x else square (n - 1) (x * x) .
            again n x = if n <= 0 then 0 else let y = x * x in again (n - 1) x .
            divide n x y = if n <= 0 then 0 else let z = x div y in divide (n - 1) x y .";
        assert_eq!(shown(text, "square 60 3"), Err(FaultKind::OutOfMemory));
        assert_eq!(shown(text, "again 100000 (square 17 3)"), Err(FaultKind::OutOfFuel));
        assert_eq!(shown(text, "divide 100000 (square 18 3) (square 17 3)"), Err(FaultKind::OutOfFuel));
    }

    #[test]
    fn a_generator_that_is_declared_by_its_type_alone_is_an_error_where_it_is_called() {
        let text = "generator keys : (n : integer) -> (m : integer) -> [k : integer | n <= k && k <= m] .
            generator number : [k : integer] . some = map (keys 1) [] .";
        assert_eq!(shown(text, "(some, keys 1)").as_deref(), Ok("([], keys 1)"));
        let error = |name| {
            Err(FaultKind::Error(format!("`{name}` is declared by its type alone, and cannot be run")))
        };
        assert_eq!(shown(text, "map (keys 1) [2]"), error("keys"));
        assert_eq!(shown(text, "number + 1"), error("number"));
    }

    #[test]
    fn what_nothing_looks_at_is_open() {
        let text = "data stream = next integer ~stream . from-on n = [next n (from-on (n + 1))] .";
        assert_eq!(shown(text, "from-on 3").as_deref(), Ok("[next 3 _]"));
    }
}
