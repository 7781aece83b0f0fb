//! Values of any type on the stack of an expression, and how operations take them as arguments.
//!
//! A value lives on the heap until its expression ends, then all are dropped, the last one first.
//! So an operation may get `&'static` references to its arguments: what borrows a value was made
//! after it, is dropped before it, and is itself never used again once what it borrows is. The tool
//! calls no function that asks for `'static` itself.

use std::any::{TypeId, type_name};
use std::fmt;
use std::marker::PhantomData;

/// What the worker knows about a type: its identity, and how its values are dropped and printed.
#[derive(Clone, Copy)]
pub struct Info {
    pub id: TypeId,
    pub name: fn() -> &'static str,
    drop: unsafe fn(*mut ()),
    debug: Option<unsafe fn(*const (), &mut fmt::Formatter<'_>) -> fmt::Result>,
}

impl Info {
    pub fn of<T: 'static>(debug: Option<fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result>) -> Info {
        unsafe fn dropped<T>(at: *mut ()) {
            // SAFETY: `at` is from `Box::into_raw` of a `T`, and the slot drops it once.
            drop(unsafe { Box::from_raw(at.cast::<T>()) });
        }
        Info {
            id: TypeId::of::<T>(),
            name: type_name::<T>,
            drop: dropped::<T>,
            // SAFETY: function pointers with a thin reference and a thin pointer as first argument
            // have one ABI; the slot calls it with a pointer to a live `T` only.
            debug: debug.map(|own| unsafe { std::mem::transmute(own) }),
        }
    }
}

/// A value, or a reference to a part of an earlier one.
pub struct Slot {
    info: Info,
    at: *mut (),
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Owned,
    Shared,
    Exclusive,
    /// A reference to the value of the slot before it.
    Again,
    /// It was moved out.
    Gone,
}

/// Elements for a vector, a slice, an array or an iterator.
pub struct List {
    pub elements: Vec<Slot>,
    pub hint: Hint,
}

/// What an iterator says about its length.
#[derive(Clone, Copy)]
pub enum Hint {
    Honest,
    Nothing,
    TooMany,
    TooFew,
}

impl Slot {
    pub fn new<T: 'static>(value: T, debug: Option<fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result>) -> Slot {
        let at = Box::into_raw(Box::new(value)).cast();
        Slot { info: Info::of::<T>(debug), at, kind: Kind::Owned }
    }

    pub fn plain<T: 'static + fmt::Debug>(value: T) -> Slot {
        Slot::new(value, Some(<T as fmt::Debug>::fmt))
    }

    pub fn shared<T: 'static>(value: &'static T, debug: Option<fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result>) -> Slot {
        Slot { info: Info::of::<T>(debug), at: std::ptr::from_ref(value).cast_mut().cast(), kind: Kind::Shared }
    }

    pub fn exclusive<T: 'static>(value: &'static mut T, debug: Option<fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result>) -> Slot {
        Slot { info: Info::of::<T>(debug), at: std::ptr::from_mut(value).cast(), kind: Kind::Exclusive }
    }

    /// Returns another reference to the value.
    pub fn again(&self) -> Option<Slot> {
        (self.kind != Kind::Gone).then_some(Slot { info: self.info, at: self.at, kind: Kind::Again })
    }

    pub fn is_again(&self) -> bool {
        self.kind == Kind::Again
    }

    pub fn id(&self) -> TypeId {
        self.info.id
    }

    pub fn name(&self) -> &'static str {
        (self.info.name)()
    }

    pub fn is_printed(&self) -> bool {
        self.info.debug.is_some()
    }

    /// Takes the value out.
    fn take<T: 'static>(&mut self) -> Option<T> {
        if self.info.id != TypeId::of::<T>() || self.kind != Kind::Owned {
            return None;
        }
        self.kind = Kind::Gone;
        // SAFETY: the slot owns a `T` from `Box::into_raw`, and is not used again.
        Some(*unsafe { Box::from_raw(self.at.cast::<T>()) })
    }

    fn get<T: 'static>(&self) -> Option<&'static T> {
        let is_usable = self.info.id == TypeId::of::<T>() && self.kind != Kind::Gone;
        // SAFETY: it is a live `T`, and stays one until the expression ends.
        is_usable.then(|| unsafe { &*self.at.cast::<T>() })
    }

    fn get_mut<T: 'static>(&mut self) -> Option<&'static mut T> {
        let is_usable = self.info.id == TypeId::of::<T>() && matches!(self.kind, Kind::Owned | Kind::Exclusive);
        // SAFETY: it is a live `T`, and each slot is an argument once, so nothing else refers to
        // it; what an operation returns beside the argument is dropped before the argument is used
        // again.
        is_usable.then(|| unsafe { &mut *self.at.cast::<T>() })
    }

    /// Elements become a vector.
    fn collect<T: 'static>(&mut self) -> Option<Hint> {
        if self.info.id != TypeId::of::<List>() {
            return Some(Hint::Honest);
        }
        let mut list: List = self.take()?;
        let mut elements = Vec::with_capacity(list.elements.len());
        for element in &mut list.elements {
            elements.push(element.take::<T>()?);
        }
        let hint = list.hint;
        *self = Slot::new(elements, None);
        Some(hint)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if self.kind == Kind::Owned {
            self.kind = Kind::Gone;
            // SAFETY: the slot owns it.
            unsafe { (self.info.drop)(self.at) };
        }
    }
}

impl fmt::Debug for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.info.debug {
            // SAFETY: it is a live value of the type.
            Some(debug) if self.kind != Kind::Gone => unsafe { debug(self.at, f) },
            _ => Ok(()),
        }
    }
}

/// How an operation takes an argument.
pub trait Mode: 'static {
    type Out;
    fn way() -> Way;
    fn get(slot: &mut Slot) -> Option<Self::Out>;
}

/// What the tool has to know of a mode.
pub struct Way {
    /// `v`: by value, `r`: by reference, `m`: by mutable reference, `l`: elements.
    pub kind: char,
    /// The number of elements, where it is fixed.
    pub len: Option<usize>,
    /// The type of the argument, or of its elements.
    pub id: TypeId,
    pub name: &'static str,
}

impl Way {
    fn of<T: 'static>(kind: char, len: Option<usize>) -> Way {
        Way { kind, len, id: TypeId::of::<T>(), name: type_name::<T>() }
    }
}

macro_rules! modes {
    ($($(#[$doc:meta])* $name:ident<$T:ident> $kind:literal $out:ty, $slot:ident => $get:expr;)*) => {$(
        $(#[$doc])*
        pub struct $name<$T: ?Sized>(PhantomData<$T>);
        impl<$T: 'static> Mode for $name<$T> {
            type Out = $out;
            fn way() -> Way { Way::of::<$T>($kind, None) }
            fn get($slot: &mut Slot) -> Option<$out> { $get }
        }
    )*};
}

modes! {
    /// By value.
    V<T> 'v' T, slot => slot.take::<T>();
    /// By reference.
    R<T> 'r' &'static T, slot => slot.get::<T>();
    /// By mutable reference.
    M<T> 'm' &'static mut T, slot => slot.get_mut::<T>();
    /// A slice.
    L<T> 'l' &'static [T], slot => { slot.collect::<T>()?; slot.get::<Vec<T>>().map(Vec::as_slice) };
    /// A mutable slice.
    N<T> 'l' &'static mut [T], slot => { slot.collect::<T>()?; slot.get_mut::<Vec<T>>().map(Vec::as_mut_slice) };
    /// A vector.
    W<T> 'l' Vec<T>, slot => { slot.collect::<T>()?; slot.take::<Vec<T>>() };
    /// An iterator.
    I<T> 'i' Iter<T>, slot => {
        let hint = slot.collect::<T>()?;
        Some(Iter { inner: slot.take::<Vec<T>>()?.into_iter(), hint })
    };
}

macro_rules! text_modes {
    ($($(#[$doc:meta])* $name:ident $kind:literal $out:ty, $slot:ident => $get:expr;)*) => {$(
        $(#[$doc])*
        pub struct $name;
        impl Mode for $name {
            type Out = $out;
            fn way() -> Way { Way::of::<String>($kind, None) }
            fn get($slot: &mut Slot) -> Option<$out> { $get }
        }
    )*};
}

text_modes! {
    /// `&str`.
    S 'r' &'static str, slot => slot.get::<String>().map(String::as_str);
    /// `&'static str`: a crate may keep it, so it is never freed.
    T 'v' &'static str, slot => slot.take::<String>().map(|own| &*own.leak());
    /// `&mut str`.
    Z 'm' &'static mut str, slot => slot.get_mut::<String>().map(String::as_mut_str);
}

/// An array.
pub struct A<T, const K: usize>(PhantomData<T>);

impl<T: 'static, const K: usize> Mode for A<T, K> {
    type Out = [T; K];
    fn way() -> Way {
        Way::of::<T>('l', Some(K))
    }
    fn get(slot: &mut Slot) -> Option<[T; K]> {
        slot.collect::<T>()?;
        slot.take::<Vec<T>>()?.try_into().ok()
    }
}

/// A reference to an array.
pub struct B<T, const K: usize>(PhantomData<T>);

impl<T: 'static, const K: usize> Mode for B<T, K> {
    type Out = &'static [T; K];
    fn way() -> Way {
        Way::of::<T>('l', Some(K))
    }
    fn get(slot: &mut Slot) -> Option<&'static [T; K]> {
        slot.collect::<T>()?;
        slot.get::<Vec<T>>()?.as_slice().try_into().ok()
    }
}

/// The mode of an argument whose type the operation decides.
pub fn m<M: Mode>() -> PhantomData<M> {
    PhantomData
}

/// An iterator over the elements of a list, which may lie about their number.
#[derive(Clone, Debug)]
pub struct Iter<T> {
    inner: std::vec::IntoIter<T>,
    hint: Hint,
}

impl<T> Iterator for Iter<T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        crate::atoms::tick();
        self.inner.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.inner.len();
        match self.hint {
            Hint::Honest => (n, Some(n)),
            Hint::Nothing => (0, None),
            Hint::TooMany => (n + 5, Some(n + 5)),
            Hint::TooFew => (n / 2, Some(n / 2)),
        }
    }
}

impl<T> DoubleEndedIterator for Iter<T> {
    fn next_back(&mut self) -> Option<T> {
        self.inner.next_back()
    }
}

impl<T> ExactSizeIterator for Iter<T> {
    fn len(&self) -> usize {
        self.inner.len()
    }
}

impl<T> std::iter::FusedIterator for Iter<T> {}

impl fmt::Debug for Hint {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}
