//! Values that are decided on demand.

use std::any::TypeId;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;

use crate::space::{Source, Space};
use everycase_kernel::lazy::{Arena, Choices, Holder, Run};
use everycase_kernel::{At, Derivations};

use super::execution;
use crate::space::Enumerable;
use crate::space::own_source::source_embedded;

thread_local! {
    /// The current run of this thread. Never freed, so that a look needs only a borrow: a few
    /// hundred bytes for each thread that ever used it.
    static RUN: Cell<Option<&'static RefCell<Run>>> = const { Cell::new(None) };
}

#[inline]
fn run() -> &'static RefCell<Run> {
    match RUN.get() {
        Some(run) => run,
        None => first_run(),
    }
}

#[cold]
fn first_run() -> &'static RefCell<Run> {
    let run = Box::leak(Box::new(RefCell::new(Run::new())));
    RUN.set(Some(run));
    run
}

/// A value of type `T`, decided on demand: only the inspected parts are fixed.
///
/// [`force`](Self::force) decides its constructor and returns the fields, lazy again. Parts that a
/// predicate never inspects stay open, and one run stands for all values that differ only there. An
/// integer can be compared without being decided ([`lt`](Self::lt) and similar methods).
///
/// A `Lazy` is a number, cheap to copy. It belongs to the run of a predicate, on one thread; a
/// value made with [`From`] belongs to the thread.
///
/// # Panics
/// Methods panic if the value belongs to a run that has ended.
pub struct Lazy<T> {
    pos: u32,
    id: u32,
    of: PhantomData<fn() -> T>,
    /// Meaningless on other threads.
    here: PhantomData<*const ()>,
}

impl<T> Clone for Lazy<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Lazy<T> {}

/// The decision at a sum: its alternative, and its fields.
#[derive(Clone, Copy)]
pub struct Decided {
    alternative: u32,
    fields: u32,
    id: u32,
}

impl Decided {
    /// Returns the number of the alternative.
    #[inline]
    pub fn alternative(self) -> usize {
        self.alternative as usize
    }

    /// Returns the `i`-th field of the alternative.
    #[inline]
    pub fn field<T>(self, i: u32) -> Lazy<T> {
        Lazy::new(self.fields + i, self.id)
    }
}

/// Calls `work` with the run of this thread.
#[inline]
pub(crate) fn with<R>(work: impl FnOnce(&mut Run) -> R) -> R {
    work(&mut run().borrow_mut())
}

/// The run of this thread, as a holder.
pub(super) struct OfThread;

impl<O> Holder<O> for OfThread
where
    Run: Holder<O>,
{
    #[inline]
    fn with<R>(&mut self, work: impl FnOnce(&mut O, &mut Arena) -> R) -> Option<R> {
        with(|run| run.with(work))
    }
}

/// Makes a `Run` the run of this thread, and restores the former one when dropped, whatever a
/// predicate does.
pub(super) struct RunGuard<'p>(&'p mut Run);

impl<'p> RunGuard<'p> {
    pub(super) fn new(other: &'p mut Run) -> Self {
        with(|run| std::mem::swap(run, other));
        Self(other)
    }
}

impl Drop for RunGuard<'_> {
    #[inline]
    fn drop(&mut self) {
        with(|run| std::mem::swap(run, self.0));
    }
}

impl<T> Lazy<T> {
    #[inline]
    fn new(pos: u32, id: u32) -> Self {
        Self { pos, id, of: PhantomData, here: PhantomData }
    }

    /// Returns the root value of this thread's run.
    pub(super) fn root() -> Self {
        Self::make(|run| run.root())
    }

    /// Returns the value at a position.
    fn make(position: impl FnOnce(&mut Run) -> u32) -> Self {
        with(|run| Self::new(position(run), run.id()))
    }

    /// Returns the alternative of a sum; decides it if it is open. For implementations of
    /// [`Inspect`](super::Inspect).
    ///
    /// # Panics
    /// If the position is a number, which has no alternatives.
    #[inline]
    pub fn decide(self) -> Decided {
        let taken = self.within(Run::force);
        assert!(
            taken.fields != u32::MAX,
            "a number has no constructors: it is looked at with `force` or compared"
        );
        Decided { alternative: taken.alternative, fields: taken.fields, id: self.id }
    }

    /// Returns the choices of a generator at this position.
    pub(crate) fn choices(self) -> Choices {
        Choices::from(self.decide().fields)
    }

    /// Returns the same position as another type with the same shape, such as `T` for `Box<T>`.
    #[inline]
    pub fn cast<U>(self) -> Lazy<U> {
        Lazy::new(self.pos, self.id)
    }

    /// Calls `work` with the run and this position.
    #[inline]
    pub(super) fn within<R>(self, work: impl FnOnce(&mut Run, u32) -> R) -> R {
        let mut run = run().borrow_mut();
        let pos = self.pos_in(&run);
        work(&mut run, pos)
    }

    /// Returns the position, after checking that it belongs to `run`.
    #[inline]
    pub(super) fn pos_in(self, run: &Run) -> u32 {
        assert!(run.id() == self.id, "a `Lazy` value was looked at outside the run it belongs to");
        self.pos
    }

    /// Decides everything except for atoms, and reads it.
    pub(crate) fn whole<R>(self, read: impl FnOnce(At<'_>) -> R) -> R {
        let reading = self.within(|run, pos| {
            if execution::current(run).is_some() {
                run.force_structure(pos);
                run.read_structure(pos)
            } else {
                run.force_all(pos);
                run.read(pos)
            }
        });
        // There is a value at every position of a run. Reading it may run code that uses lazy
        // values itself.
        read(reading.unwrap_or_else(|| unreachable!("a run without a value")).at())
    }

    /// Returns the decided parts as source, with `_` for open ones.
    fn shown(self, write: impl FnOnce(At<'_>, &mut Source)) -> String {
        let reading = self.within(|run, pos| run.show(pos));
        let mut out = Source::new();
        out.part(reading.unwrap_or_else(|| unreachable!("a run without a value")).at(), write);
        out.into()
    }
}

impl<T: Enumerable> Lazy<T> {
    /// Returns the whole value: everything open in it is decided, except for [atoms](super::Atom).
    pub fn value(self) -> T {
        self.whole(T::decode)
    }

    /// Returns the decided parts of the value as Rust source, with `_` for open parts and `..` for
    /// the open rest of a list.
    ///
    /// Decides nothing. For reports only: a run that repeats earlier decisions sees them before it
    /// reaches them.
    ///
    /// ```
    /// use everycase::lazy::search;
    /// use everycase::{Enumerable, Lazy};
    ///
    /// #[derive(Enumerable)]
    /// enum Tree {
    ///     Leaf,
    ///     Node(Box<Tree>, u8, Box<Tree>),
    /// }
    ///
    /// let is_found = |tree: Lazy<Tree>| match tree.force() {
    ///     TreeView::Leaf => false,
    ///     TreeView::Node(left, x, _) if x.force() == 3 => {
    ///         left.force();
    ///         assert_eq!(tree.peek(), "Tree::Node(Box::new(Tree::Leaf), 3, _)");
    ///         true
    ///     }
    ///     TreeView::Node(..) => false,
    /// };
    /// assert!(search(is_found).up_to(5)?.next().is_some());
    /// # Ok::<(), everycase::space::SpaceError>(())
    /// ```
    pub fn peek(&self) -> String {
        self.shown(T::source)
    }
}

thread_local! {
    /// The derivations of the types that were made lazy: expanding a grammar takes longer than
    /// encoding a value.
    static ENCODINGS: RefCell<HashMap<TypeId, Derivations>> = RefCell::default();
}

fn encoding<T: Enumerable>() -> Derivations {
    let cached = |cache: &HashMap<_, Derivations>| cache.get(&TypeId::of::<T>()).cloned();
    ENCODINGS.with_borrow(cached).unwrap_or_else(|| {
        let new = Derivations::new(T::shape());
        ENCODINGS.with_borrow_mut(|cache| cache.insert(TypeId::of::<T>(), new.clone()));
        new
    })
}

/// Returns a completely decided value. It lives until the run continues; within a property, until
/// the end of the case; elsewhere as long as the thread.
impl<T: Enumerable> From<T> for Lazy<T> {
    fn from(value: T) -> Self {
        match encoding::<T>().encode_for_run(|to| value.encode(to)) {
            Ok(derivation) => Self::make(|run| run.lift(&derivation)),
            Err(error) => panic!("a value of {} has no derivation: {error}", std::any::type_name::<T>()),
        }
    }
}

impl<T> fmt::Debug for Lazy<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lazy(..)")
    }
}

/// A value of a field with a space of its own (`#[enumerable(from = ..)]`). It can only be read
/// completely, since only the space, not the type, knows what its derivations mean.
pub struct Whole<T> {
    lazy: Lazy<T>,
}

impl<T> Whole<T> {
    /// Returns the value at the position that holds the codec.
    pub(crate) fn of(lazy: Lazy<T>) -> Self {
        Self { lazy }
    }
}

impl<T: 'static> Whole<T> {
    /// Returns the value; decides all open parts.
    pub fn value(self) -> T {
        self.lazy.whole(Space::decode_embedded)
    }

    /// Returns the value as shown by the space, or `_` if it is not decided. Decides nothing.
    pub fn peek(&self) -> String {
        self.lazy.shown(|at, out| source_embedded::<T>(None, at, out))
    }
}

impl<T> Clone for Whole<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Whole<T> {}

impl<T> fmt::Debug for Whole<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Whole(..)")
    }
}
