//! The depth to which inputs of a property may nest.
//!
//! Recursive code needs stack for each level of its input. So that the end of a process tells
//! something of the property, inputs nest only a fraction as deeply as the code that a type derives
//! can bear on an ordinary stack, where this depth can be [measured](crate::check::climb).

use std::fmt;
use std::sync::Arc;

use super::stack::Stack;

/// The limit where nothing is measured.
const UNMEASURED: usize = 1_000;

/// Inputs up to this size nest as deeply as they do, and nothing is measured for them.
const SMALL: u32 = 64;

/// Structures that nest no deeper are not too deep, and nothing is measured for them.
const FLAT: usize = 16;

/// A limit on the nesting of inputs, and the stack of the threads that run them.
#[derive(Clone)]
pub struct DepthLimit {
    stack: Stack,
    levels: Levels,
}

#[derive(Clone)]
enum Levels {
    Given(usize),
    Measured(Arc<dyn Fn() -> usize + Send + Sync>),
}

impl DepthLimit {
    /// Returns a limit of this many levels, on an ordinary stack.
    #[must_use]
    pub fn given(levels: usize) -> Self {
        Self { stack: Stack::Ordinary, levels: Levels::Given(levels) }
    }

    /// Returns a limit that is measured when it is first needed, on an ordinary stack. `measure`
    /// returns the same each time.
    #[must_use]
    pub fn measured(measure: impl Fn() -> usize + Send + Sync + 'static) -> Self {
        Self { stack: Stack::Ordinary, levels: Levels::Measured(Arc::new(measure)) }
    }

    /// Returns the stack of the threads that run inputs.
    #[must_use]
    pub fn stack(&self) -> Stack {
        self.stack
    }

    /// Returns the largest number of levels.
    #[must_use]
    pub fn levels(&self) -> usize {
        match &self.levels {
            Levels::Given(levels) => *levels,
            Levels::Measured(measure) => measure(),
        }
    }

    /// Returns whether an input with this nesting is deeper than the limit.
    #[must_use]
    pub fn is_exceeded_by(&self, nesting: usize) -> bool {
        nesting > FLAT && nesting > self.levels()
    }

    /// Returns the largest number of levels of a structure up to this size.
    #[must_use]
    pub fn levels_within(&self, size: u32) -> usize {
        if size <= SMALL { SMALL as usize } else { self.levels() }
    }
}

/// 1,000 levels, on a large stack.
impl Default for DepthLimit {
    fn default() -> Self {
        Self { stack: Stack::Large, levels: Levels::Given(UNMEASURED) }
    }
}

impl fmt::Debug for DepthLimit {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.levels {
            Levels::Given(levels) => write!(f, "{levels} levels on {:?}", self.stack),
            Levels::Measured(_) => write!(f, "measured on {:?}", self.stack),
        }
    }
}

impl PartialEq for DepthLimit {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.stack == other.stack
            && match (&self.levels, &other.levels) {
                (Levels::Given(own), Levels::Given(others)) => own == others,
                (Levels::Measured(own), Levels::Measured(others)) => Arc::ptr_eq(own, others),
                _ => false,
            }
    }
}

impl Eq for DepthLimit {}

/// Sizes in ascending order, some of which are looked at.
#[derive(Debug, Clone)]
pub struct Looks {
    limit: DepthLimit,
    /// The last size that was looked at.
    last: u32,
}

impl Looks {
    /// Returns that no size has been looked at yet.
    #[must_use]
    pub fn new(limit: DepthLimit) -> Self {
        Self { limit, last: SMALL }
    }

    /// Returns whether inputs of the next size are too deep, judged by the nesting of one of them.
    /// Small sizes are not looked at, and few of the others.
    ///
    /// # Errors
    /// As for `nesting`.
    pub fn is_too_deep<E>(
        &mut self,
        size: u32,
        nesting: impl FnOnce() -> Result<usize, E>,
    ) -> Result<bool, E> {
        if size < self.last + self.last / 16 {
            return Ok(false);
        }
        self.last = size;
        Ok(self.limit.is_exceeded_by(nesting()?))
    }
}
