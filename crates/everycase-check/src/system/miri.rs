//! Runs under Miri, which read no file and no clock, and start no process and no thread: by
//! default Miri forbids the first and the third, and the other two make a run depend on more than
//! its inputs.
//!
//! With `RUSTFLAGS='--cfg everycase_miri'` a compiled program does the same, which is how it is
//! tested. A run is then bounded by a number of tests. Time does not pass for it, so that it never
//! is over.

pub use self::clock::Instant;
pub(crate) use self::clock::for_kernel;

/// Whether the program runs under Miri, or as it would there.
pub const IS_MIRI: bool = cfg!(any(miri, everycase_miri));

/// The default number of tests of a property under Miri.
pub const TESTS: u64 = 64;

/// The clock of the system.
#[cfg(not(any(miri, everycase_miri)))]
mod clock {
    pub use std::time::Instant;

    /// Returns a deadline for the kernel.
    pub(crate) fn for_kernel(deadline: Option<Instant>) -> Option<Instant> {
        deadline
    }
}

/// A clock that stands still.
#[cfg(any(miri, everycase_miri))]
mod clock {
    use std::ops::{Add, AddAssign};
    use std::time::Duration;

    /// The only time there is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(());

    impl Instant {
        /// Returns the time.
        pub fn now() -> Instant {
            Instant(())
        }

        /// Returns the time that has passed: none.
        pub fn elapsed(&self) -> Duration {
            Duration::ZERO
        }

        /// Returns the time after another one: none passes, so there is not any.
        pub fn checked_add(&self, _: Duration) -> Option<Instant> {
            None
        }

        /// Returns the time that has passed since another one: none.
        pub fn saturating_duration_since(&self, _: Instant) -> Duration {
            Duration::ZERO
        }

        /// See [`Self::saturating_duration_since`].
        pub fn duration_since(&self, _: Instant) -> Duration {
            Duration::ZERO
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, _: Duration) -> Instant {
            self
        }
    }

    impl AddAssign<Duration> for Instant {
        fn add_assign(&mut self, _: Duration) {}
    }

    /// Returns a deadline for the kernel, which reads the clock if it has one: none.
    pub(crate) fn for_kernel(_: Option<Instant>) -> Option<std::time::Instant> {
        None
    }
}
