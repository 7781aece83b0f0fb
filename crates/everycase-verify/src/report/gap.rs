//! The report on a proof that was not found: the values that are not shown to be produced, and the
//! lemmas that are not proved.

use pun::value::Value;

use crate::proof::{Case, Doubt, Gap};
use crate::verifier::Generator;

impl Generator {
    /// Returns what is not shown, a line each.
    pub(super) fn gaps(&self, gap: &Gap) -> Vec<String> {
        let sources = &self.program().sources;
        let lemmas = gap.lemmas.iter().map(|(name, span)| {
            format!("not used: `{name}`, which is not proved by induction ({})", sources.place(*span))
        });
        gap.cases.iter().map(|case| self.case(case)).chain(lemmas).collect()
    }

    fn case(&self, case: &Case) -> String {
        let program = self.program();
        let value = match case.constructor {
            Some(con) => {
                let fields = program.constructors[con.index()].fields.iter().map(|_| Value::Open);
                let value = Value::Construct(con, fields.collect());
                let ty = &self.declared().coverage.result.binder.ty;
                format!("`{}`", self.notation().value(program, &value, ty))
            }
            None => "each value".to_owned(),
        };
        let made = case.made.map_or_else(String::new, |span| format!(" ({})", program.sources.place(span)));
        let conditions: Vec<String> = case
            .conditions
            .iter()
            .map(|(span, is_true)| format!("`{}` is {is_true}", program.sources.text(*span)))
            .collect();
        let conditions = match &conditions[..] {
            [] => String::new(),
            some => format!(" where {}", some.join(" and ")),
        };
        let doubt = match case.doubt {
            Doubt::Model => "the solver cannot exclude a missing value",
            Doubt::Time => "the solver ran out of time",
            Doubt::Unknown => "the solver gave up",
        };
        format!("not proved: {value} is produced{conditions}{made}: {doubt}")
    }
}
