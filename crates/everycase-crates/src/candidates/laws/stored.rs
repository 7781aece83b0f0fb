//! The law that `serde` reads back what it has written, as JSON. The driver then depends on
//! `serde_json`, and so does the code of a finding.

use rustdoc_types::{Impl, Path};

use super::LAWS;
use crate::candidates::words::shown_type;
use crate::candidates::{Candidate, Collector, Mode, Promise};

/// The library that writes JSON, and how a manifest names it: floats are read as they were written.
pub(crate) const JSON: &str = "serde_json";
pub(crate) const DEPENDENCY: &str = "version = \"1\", features = [\"float_roundtrip\"]";

/// Returns whether a call is of code that needs the library, beside what a crate depends on.
pub(crate) fn needs_json(call: &Candidate) -> bool {
    call.is_law && is_of_json(&call.text)
}

/// Returns whether code names the library.
pub(crate) fn is_of_json(code: &str) -> bool {
    code.contains("serde_json::")
}

impl<'c> Collector<'c> {
    /// Adds the law of a type that implements `Deserialize`. rustc decides whether it implements
    /// `Serialize`, too.
    pub(super) fn law_of_stored(&mut self, own: &'c Impl, of: &'c Path) {
        let library = self.krate.paths.get(&of.id).map(|own| &*own.path[0]);
        let Some(law) = LAWS.iter().find(|own| own.of == "serde") else { return };
        if !matches!(library, Some("serde" | "serde_core")) {
            return;
        }
        let shown = format!("<{} as Deserialize>", self.shown(&own.for_));
        let item = self.stated(shown, Promise::Nothing, law.states);
        // An atom is not stored: more choices are tried than of other laws.
        for (alternative, (known, _)) in self.of_type(&own.generics, &own.for_).into_iter().enumerate() {
            let Some(ty) = self.paths.ty(&own.for_, &known) else { continue };
            let text = law.text.replace("{law}", law.states).replace("{T}", &ty);
            // JSON has no infinity, and one `null` for each of several layers of `Option`.
            let is_plain = "::serde_json::to_string(&$0$).is_ok_and(|json| !json.contains(\"null\"))";
            let text = format!("if {is_plain} {{ {text} }}");
            self.state(item, alternative, &shown_type(&own.for_), text, vec![Mode::new('R', &ty)]);
        }
    }
}
