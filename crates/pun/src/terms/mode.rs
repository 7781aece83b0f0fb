//! Which closed terms are inputs.

/// Which terms are inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Terms that use every variable they bind.
    #[default]
    Used,
    /// All terms.
    All,
}
