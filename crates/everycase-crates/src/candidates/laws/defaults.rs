//! Laws of default values: `default` gives the same value again, which `new` gives, too. They have
//! no values to be searched for, so a type breaks them always or never.

use rustdoc_types::{Impl, Item};

use super::function;
use crate::candidates::{Collector, Mode, Promise};

impl<'c> Collector<'c> {
    /// Adds the law that two calls of `default` give equal values.
    pub(super) fn law_of_default(&mut self, own: &'c Impl) {
        let law = "two calls of `default` give equal values";
        let item = self.stated(format!("<{} as Default>", self.shown(&own.for_)), Promise::Nothing, law);
        let mut forms = Vec::new();
        for (known, _) in self.choices_of(own) {
            let Some(ty) = self.paths.ty(&own.for_, &known) else { continue };
            let made = format!("<{ty} as Default>::default()");
            forms.extend(equal((&made, "own"), &made, law));
        }
        self.state_forms(item, forms);
    }

    /// Adds the law that `new` without arguments gives the default, where it gives the same value
    /// again.
    pub(super) fn law_of_new(&mut self, own: &'c Impl, items: &[&'c Item]) {
        let is_new = |own: &&'c Item| {
            function(own).is_some_and(|(name, function)| name == "new" && function.sig.inputs.is_empty())
        };
        if !items.iter().any(is_new) {
            return;
        }
        let law = "`new` agrees with `default`";
        let item = self.stated(format!("{}::new", self.shown(&own.for_)), Promise::Nothing, law);
        let mut forms = Vec::new();
        for (known, _) in self.choices_of(own) {
            let Some(ty) = self.paths.ty(&own.for_, &known) else { continue };
            let Some(callee) = self.callee(own, "new", &known) else { continue };
            let made = format!("{callee}()");
            forms.extend(equal((&made, &made), &format!("<{ty} as Default>::default()"), law));
        }
        self.state_forms(item, forms);
    }
}

/// Returns the assertions that a value, if it equals what is given again, equals another one: of
/// values that can be printed, and of others.
fn equal((made, again): (&str, &str), wanted: &str, law: &str) -> [(String, Vec<Mode>); 2] {
    let stated = |assertion: String| {
        (format!("{{ let own = {made}; if own == {again} {{ {assertion} }} }}"), Vec::new())
    };
    [
        stated(format!("assert_eq!(own, {wanted}, \"{law}\")")),
        stated(format!("assert!(own == {wanted}, \"{law}\")")),
    ]
}
