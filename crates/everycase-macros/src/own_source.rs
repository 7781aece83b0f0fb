//! The question, put into generated code, whether a type's values can be shown as the type's own space shows them.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// Returns an expression for the answer: method resolution finds one of the two traits' methods.
pub(crate) fn own_source(ty: &impl ToTokens, private: &TokenStream) -> TokenStream {
    quote!({
        #[allow(unused_imports)]
        use #private::{Enumerated as _, NotEnumerated as _};
        (&#private::Own::<#ty>::NEW).own_source()
    })
}
