//! The expression in generated code that finds out whether a type's own space can show its values.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// Returns that expression; method resolution chooses one of two traits.
pub(crate) fn own_source(ty: &impl ToTokens, private: &TokenStream) -> TokenStream {
    quote!({
        #[allow(unused_imports)]
        use #private::{EnumerableSource as _, FallbackSource as _};
        (&#private::Own::<#ty>::NEW).own_source()
    })
}
