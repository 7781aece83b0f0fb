//! The value of a term, computed by the machine.

use std::sync::Arc;

use everycase_space::lazy::Partial;

use crate::check::value_definitions;
use crate::compile::{Term, compile};
use crate::core::{Expr, Program};
use crate::diagnostic::Diagnostic;
use crate::fault::Fault;
use crate::machine::{Limits, Machine, Outcome};
use crate::value::Value;

/// The value of a closed term of a program, or the error it ends with. A lazy field that nothing has looked at is open.
///
/// # Errors
/// When the machine cannot hold the program.
pub fn run(program: &Program, term: &Expr, limits: Limits) -> Result<Result<Value, Fault>, Vec<Diagnostic>> {
    let compiled = compile(program, &[Term { property: None, body: term }])?;
    let mut machine = Machine::new(Arc::clone(&compiled.code), limits);
    machine.compute(value_definitions(program).iter().copied());
    let run = |function| match machine.start(&mut Partial::new(), function, &[]) {
        Outcome::Value(word) => Ok(machine.value(word)),
        Outcome::Fault(fault) => Err(*fault),
        // Only choices of an input can come to an end.
        Outcome::Void => Ok(Value::Open),
    };
    Ok(compiled.terms.first().copied().map_or(Ok(Value::Open), run))
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
        assert_eq!(shown(text, "\"\" : string").as_deref(), Ok("\"\""));
        assert_eq!(shown(text, "double (1 div 0)"), Err(FaultKind::DivisionByZero));
        assert_eq!(shown("f n = 1 + f n .", "f 0"), Err(FaultKind::OutOfFuel));
    }

    #[test]
    fn what_nothing_looks_at_is_open() {
        let text = "data stream = next integer ~stream . from-on n = [next n (from-on (n + 1))] .";
        assert_eq!(shown(text, "from-on 3").as_deref(), Ok("[next 3 _]"));
    }
}
