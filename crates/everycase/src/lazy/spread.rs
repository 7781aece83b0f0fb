//! Searches over many sizes, and over many threads.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::thread;

use everycase_kernel::SpaceError;

use super::Lazy;
use super::choice::{ENOUGH, choose};
use super::search::{Satisfying, Search};

impl<T: 'static, P: Fn(Lazy<T>) -> bool> Search<T, P> {
    /// Returns the smallest value up to a size that satisfies the predicate, by iterative
    /// deepening.
    ///
    /// ```
    /// use everycase::lazy::search;
    /// use everycase::Lazy;
    ///
    /// let found = search(|text: Lazy<String>| text.value().len() > 2).smallest(100)?;
    /// assert_eq!(found.as_deref(), Some("\0\0\0"));
    /// # Ok::<(), everycase::space::SpaceError>(())
    /// ```
    ///
    /// # Errors
    /// If a recursion of the type's shape does not pay.
    pub fn smallest(&self, most: u32) -> Result<Option<T>, SpaceError> {
        let mut strategy = None;
        for size in 0..=most {
            let search = Search { strategy, ..self.by_reference() };
            let mut values = search.up_to(size)?;
            if values.advance() {
                return Ok(values.value());
            }
            // A choice based on enough looks is kept.
            if values.looks() > ENOUGH {
                strategy = values.strategy();
            }
        }
        Ok(None)
    }

    /// Returns the same search with the predicate by reference.
    fn by_reference(&self) -> Search<T, &P> {
        let Self { space, predicate, shard, strategy } = self;
        Search { space: space.clone(), predicate, shard: *shard, strategy: *strategy }
    }
}

impl<T: Send + 'static, P: Fn(Lazy<T>) -> bool + Sync> Search<T, P> {
    /// Returns the values up to a size that satisfy the predicate, searched on `threads` threads:
    /// the values of [`up_to`](Self::up_to), one of each class, in an order that depends only on
    /// the number of threads.
    ///
    /// ```
    /// use everycase::lazy::search;
    /// use everycase::Lazy;
    ///
    /// let has_two = |list: Lazy<Vec<bool>>| list.value().len() == 2;
    /// let found = search(has_two).on_threads(2.try_into()?, 9)?;
    /// assert_eq!(found.len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a recursion of the type's shape does not pay.
    ///
    /// # Panics
    /// If the predicate panics, or no thread can be started.
    pub fn on_threads(&self, threads: NonZeroUsize, size: u32) -> Result<Vec<T>, SpaceError> {
        let (k, n) = self.shard;
        let threads = threads.get() as u64;
        let strategy = choose(&self.space, &self.predicate, size);
        let part = |i| -> Result<Vec<T>, SpaceError> {
            let shard = (k + n * i, n * threads);
            let search = Search { shard, strategy: Some(strategy), ..self.by_reference() };
            let mut values: Satisfying<T, &P> = search.up_to(size)?;
            let mut found = Vec::new();
            while values.advance() {
                found.extend(values.value());
            }
            Ok(found)
        };
        let parts = thread::scope(|scope| {
            let part = &part;
            let running: Vec<_> = (0..threads).map(|i| scope.spawn(move || part(i))).collect();
            let parts =
                running.into_iter().map(|part| part.join().unwrap_or_else(|panic| resume_unwind(panic)));
            parts.collect::<Result<Vec<_>, _>>()
        })?;
        Ok(parts.into_iter().flatten().collect())
    }
}
