//! Settings of a tested module: its constants, the modules that help, and the limits of a run.

use num_bigint::BigInt;
use pun::Limits;
use pun::terms::Mode;

/// The settings of a [`Module`](super::Module).
#[derive(Clone, Debug)]
pub struct Settings {
    /// The integers in expressions.
    pub integers: Pool<BigInt>,
    /// The characters in expressions.
    pub characters: Pool<char>,
    /// Modules whose functions expressions may call besides those that are found, by name.
    /// `prelude` is one of them.
    pub further: Vec<String>,
    /// Whether all constructors of the module under test are visible, exported or not.
    pub inside: bool,
    /// Which lambda terms are functions in expressions; `None`: none are.
    pub terms: Option<Mode>,
    /// Whether arguments are tried again whose value a smaller expression has.
    pub repeats: bool,
    /// The limits of a run.
    pub limits: Limits,
}

impl Default for Settings {
    /// Open integers and characters, no further modules, no lambda terms, no arguments whose value
    /// a smaller one has; 20,000 calls, 16 MiB for active calls and 64 MiB for values.
    fn default() -> Self {
        let limits = Limits { fuel: 20_000, stack: 2 << 20, heap: 8 << 20 };
        Self {
            integers: Pool::Open,
            characters: Pool::Open,
            further: Vec::new(),
            inside: false,
            terms: None,
            repeats: false,
            limits,
        }
    }
}

/// The constants of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pool<T> {
    /// Any, decided on demand: a comparison of two of them puts them in an order.
    Open,
    /// Those in the functions and properties that expressions may call, each once, and 0 or `'a'`.
    /// Texts of error messages do not count.
    Literals,
    /// A few that are often of interest: 0, 1, 2 and -1; `'a'`, `'b'`, `'0'` and `' '`.
    Default,
    /// These.
    These(Vec<T>),
}

impl<T: Clone + PartialEq> Pool<T> {
    /// Returns the constants, each once, unless they are open.
    pub(super) fn constants(&self, literals: impl FnOnce() -> Vec<T>, default: Vec<T>) -> Option<Vec<T>> {
        let all = match self {
            Self::Open => return None,
            Self::Literals => literals(),
            Self::Default => default,
            Self::These(these) => these.clone(),
        };
        let mut constants = Vec::new();
        for constant in all {
            if !constants.contains(&constant) {
                constants.push(constant);
            }
        }
        Some(constants)
    }
}
