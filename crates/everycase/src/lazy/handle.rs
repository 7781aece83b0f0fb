//! A value that is decided as it is looked at.

use std::any::TypeId;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;

use crate::space::{Source, Space};
use everycase_kernel::lazy::{Arena, Holder, Run};
use everycase_kernel::{At, Derivations};

use crate::enumerable::Enumerable;
use crate::own_source::source_embedded;

thread_local! {
    /// What the predicate that runs on this thread looks at. It is never freed, so that looking at it needs no more than a
    /// borrow: a few hundred bytes for each thread that has ever used it.
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

/// A value of type `T` of which no more is decided than has been looked at.
///
/// [`force`](Self::force) decides which constructor it has and gives its fields, lazy again. What a predicate never
/// looks at stays open, and one run of it stands for all values that differ only there. An integer can be compared
/// without being decided ([`lt`](Self::lt) and its like).
///
/// A `Lazy` is a number, cheap to copy. It belongs to the run of a predicate, on one thread, and to a value made with
/// [`From`], to the thread.
///
/// # Panics
/// Methods panic when the value belongs to a run that has ended.
pub struct Lazy<T> {
    pos: u32,
    id: u32,
    of: PhantomData<fn() -> T>,
    /// It means nothing to other threads.
    here: PhantomData<*const ()>,
}

impl<T> Clone for Lazy<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Lazy<T> {}

/// What was decided at a sum: its alternative, and where its fields are.
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

/// Uses the run of this thread.
#[inline]
pub(super) fn with<R>(work: impl FnOnce(&mut Run) -> R) -> R {
    work(&mut run().borrow_mut())
}

/// The run of this thread, where predicates find it.
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

/// Makes a `Run` the run of this thread, and what was the run the run again in the end, whatever a predicate does.
pub(super) struct Borrowed<'p>(&'p mut Run);

impl<'p> Borrowed<'p> {
    pub(super) fn new(other: &'p mut Run) -> Self {
        with(|run| std::mem::swap(run, other));
        Self(other)
    }
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        with(|run| std::mem::swap(run, self.0));
    }
}

impl<T> Lazy<T> {
    #[inline]
    fn new(pos: u32, id: u32) -> Self {
        Self { pos, id, of: PhantomData, here: PhantomData }
    }

    /// Returns the value that the run of this thread is about.
    pub(super) fn root() -> Self {
        Self::make(|run| run.root())
    }

    /// Returns a value at a position that is found or made.
    fn make(position: impl FnOnce(&mut Run) -> u32) -> Self {
        with(|run| Self::new(position(run), run.id()))
    }

    /// For implementations of [`Inspect`](super::Inspect): the alternative of a sum, decided now if it was open.
    ///
    /// # Panics
    /// At a number, which has no alternatives.
    #[inline]
    pub fn decide(self) -> Decided {
        let taken = self.within(Run::force);
        assert!(
            taken.fields != u32::MAX,
            "a number has no constructors: it is looked at with `force` or compared"
        );
        Decided { alternative: taken.alternative, fields: taken.fields, id: self.id }
    }

    /// Returns the same position seen as another type whose shape is the same, as that of `Box<T>` and `T` is.
    #[inline]
    pub fn cast<U>(self) -> Lazy<U> {
        Lazy::new(self.pos, self.id)
    }

    /// Uses the run at this position.
    #[inline]
    pub(super) fn within<R>(self, work: impl FnOnce(&mut Run, u32) -> R) -> R {
        let mut run = run().borrow_mut();
        let pos = self.pos_in(&run);
        work(&mut run, pos)
    }

    /// Returns the position, in the run it belongs to.
    #[inline]
    pub(super) fn pos_in(self, run: &Run) -> u32 {
        assert!(run.id() == self.id, "a `Lazy` value was looked at outside the run it belongs to");
        self.pos
    }

    /// Decides everything and reads it.
    pub(super) fn whole<R>(self, read: impl FnOnce(At<'_>) -> R) -> R {
        let reading = self.within(|run, pos| {
            run.force_all(pos);
            run.read(pos)
        });
        // There is a value at every position of a run. It may run code that uses lazy values itself.
        read(reading.unwrap_or_else(|| unreachable!("a run without a value")).at())
    }

    /// What is decided, with a `_` for what is not.
    fn shown(self, write: impl FnOnce(At<'_>, &mut Source)) -> String {
        let reading = self.within(|run, pos| run.show(pos));
        let mut out = Source::new();
        out.part(reading.unwrap_or_else(|| unreachable!("a run without a value")).at(), write);
        out.into()
    }
}

impl<T: Enumerable> Lazy<T> {
    /// Returns the whole value: everything open in it is decided.
    pub fn value(self) -> T {
        self.whole(T::decode)
    }

    /// What is decided of the value, as Rust source with `_` for a part, and `..` for the rest of a list, that is not.
    ///
    /// Decides nothing, and is for reports: a run that repeats the decisions of an earlier one is shown them before it
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
    /// The derivations of the types that values were made lazy of: expanding a grammar takes longer than encoding a value.
    static ENCODINGS: RefCell<HashMap<TypeId, Derivations>> = RefCell::default();
}

fn encoding<T: Enumerable>() -> Derivations {
    let known = |known: &HashMap<_, Derivations>| known.get(&TypeId::of::<T>()).cloned();
    ENCODINGS.with_borrow(known).unwrap_or_else(|| {
        let new = Derivations::new(T::shape());
        ENCODINGS.with_borrow_mut(|known| known.insert(TypeId::of::<T>(), new.clone()));
        new
    })
}

/// A value of which nothing is open. It is kept until the run it is made in moves on; within a property, until the case is
/// over; and elsewhere, as long as the thread lives.
impl<T: Enumerable> From<T> for Lazy<T> {
    fn from(value: T) -> Self {
        match encoding::<T>().encode(|to| value.encode(to)) {
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

/// A value of a space of its own (`#[enumerable(from = ..)]` on a field): it can be had whole only, since what its
/// derivations mean is known to the space and not to the type.
pub struct Whole<T> {
    lazy: Lazy<T>,
}

impl<T> Whole<T> {
    /// At the position that holds the codec.
    pub(crate) fn of(lazy: Lazy<T>) -> Self {
        Self { lazy }
    }
}

impl<T: 'static> Whole<T> {
    /// Returns the value: everything open in it is decided.
    pub fn value(self) -> T {
        self.lazy.whole(Space::decode_embedded)
    }

    /// Returns the value as the space writes it, or `_` when it is not decided. Decides nothing.
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
