//! Laws of default values: `default` gives the same value again, which `new` gives, too. They have
//! no values to be searched for, so a type breaks them always or never.

use rustdoc_types::{Impl, Item};

use super::function;
use crate::candidates::words::shown_type;
use crate::candidates::{Collector, Promise};

impl<'c> Collector<'c> {
    /// Adds the law that two calls of `default` give equal values.
    pub(super) fn law_of_default(&mut self, own: &'c Impl) {
        let law = "two calls of `default` give equal values";
        let shown = format!("<{} as Default>", self.shown(&own.for_));
        let item = self.stated(shown, Promise::Nothing, law);
        for (alternative, (known, _)) in self.choices_of(own).into_iter().enumerate() {
            let Some(ty) = self.paths.ty(&own.for_, &known) else { continue };
            let text = format!(
                "{{ let own = <{ty} as Default>::default(); \
                 if own == own {{ assert_eq!(own, <{ty} as Default>::default(), \"{law}\") }} }}"
            );
            self.state(item, alternative, &shown_type(&own.for_), text, Vec::new());
        }
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
        let shown = format!("{}::new", self.shown(&own.for_));
        let item = self.stated(shown, Promise::Nothing, law);
        for (alternative, (known, _)) in self.choices_of(own).into_iter().enumerate() {
            let Some(ty) = self.paths.ty(&own.for_, &known) else { continue };
            let Some(callee) = self.callee(own, "new", &known) else { continue };
            let text = format!(
                "{{ let own = {callee}(); \
                 if own == {callee}() {{ assert_eq!(own, <{ty} as Default>::default(), \"{law}\") }} }}"
            );
            self.state(item, alternative, &shown_type(&own.for_), text, Vec::new());
        }
    }
}
