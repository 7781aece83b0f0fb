//! The law that a clone is independent: what changes it leaves its original as it prints.

use rustdoc_types::{Impl, Type};

use super::{Method, takes_self};
use crate::candidates::words::shown_type;
use crate::candidates::{Collector, Mode, Promise};

impl<'c> Collector<'c> {
    /// Adds the law for the first method that changes a value without arguments.
    pub(super) fn law_of_clones(&mut self, own: &'c Impl, methods: &[Method<'c>]) {
        let changes = |(_, of): &&Method<'c>| {
            let is_exclusive =
                matches!(of.sig.inputs.first(), Some((_, Type::BorrowedRef { is_mutable: true, .. })));
            takes_self(of, 1) && is_exclusive
        };
        let Some((name, _)) = methods.iter().find(changes) else { return };
        let law = format!("a clone is independent of its original: `{name}`");
        let item = self.stated(format!("<{} as Clone>", self.shown(&own.for_)), Promise::Nothing, &law);
        for (alternative, (known, _)) in self.choices_of(own).into_iter().enumerate() {
            let Some(ty) = self.paths.ty(&own.for_, &known) else { continue };
            let text = format!(
                "{{ let before = format!(\"{{:?}}\", $0$); let mut own = $0$.clone(); let _ = own.{name}(); \
                 assert_eq!(format!(\"{{:?}}\", $0$), before, \"{law}\") }}"
            );
            self.state(item, alternative, &shown_type(&own.for_), text, vec![Mode::new('R', &ty)]);
        }
    }
}
