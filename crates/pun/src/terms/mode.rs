//! Which closed terms are inputs.

/// Which terms there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Those that use what they bind.
    #[default]
    Used,
    /// All.
    All,
}
