//! Ten memory errors, and in `sound` code of the same kinds without one.
#![allow(clippy::all)]

/// What has an error. No `SAFETY` holds here: that is the failure.
pub mod wrong {
    use std::mem::{ManuallyDrop, MaybeUninit};
    use std::ptr;

    /// Drops an element twice: it is read out and stays in.
    pub struct Bag<T>(Vec<T>);
    impl<T> Bag<T> {
        pub fn of(one: T) -> Self {
            Bag(vec![one])
        }
        pub fn take(&mut self) -> Option<T> {
            let at = self.0.as_ptr();
            (!self.0.is_empty()).then(|| unsafe { at.read() })
        }
    }

    /// Uses elements after they were dropped.
    pub struct Cleared<T: Clone> {
        all: Vec<ManuallyDrop<T>>,
    }
    impl<T: Clone> Cleared<T> {
        pub fn of(one: T) -> Self {
            Cleared { all: vec![ManuallyDrop::new(one)] }
        }
        pub fn clear(&mut self) {
            self.all.iter_mut().for_each(|own| unsafe { ManuallyDrop::drop(own) });
        }
        pub fn first(&self) -> Option<T> {
            self.all.first().map(|own| T::clone(own))
        }
    }

    /// Makes elements from nothing.
    pub struct Sized<T>(Vec<T>);
    impl<T> Sized<T> {
        pub fn with(count: u8) -> Self {
            Sized((0..count % 4).map(|_| unsafe { MaybeUninit::zeroed().assume_init() }).collect())
        }
    }

    /// Touches memory that is not mapped.
    #[derive(Debug)]
    pub struct Raw(Vec<u32>);
    impl Raw {
        pub fn new() -> Self {
            Raw(vec![1])
        }
        pub fn read(&self, far: u32) -> u32 {
            unsafe { self.0.as_ptr().wrapping_add(far as usize).read_volatile() }
        }
    }

    /// Drops elements again if the drop of one panics.
    pub struct Stack<T> {
        all: Box<[MaybeUninit<T>]>,
        len: usize,
    }
    impl<T> Stack<T> {
        pub fn of(one: T, two: T) -> Self {
            Stack { all: Box::new([MaybeUninit::new(one), MaybeUninit::new(two)]), len: 2 }
        }
        pub fn clear(&mut self) {
            for own in &mut self.all[..self.len] {
                unsafe { own.assume_init_drop() };
            }
            self.len = 0;
        }
    }
    impl<T> Drop for Stack<T> {
        fn drop(&mut self) {
            self.clear();
        }
    }

    /// Believes an iterator's `size_hint`.
    pub struct Filled<T>(Vec<T>);
    impl<T> Filled<T> {
        pub fn collected(from: impl Iterator<Item = T>) -> Self {
            let mut all: Vec<T> = Vec::with_capacity(from.size_hint().0);
            let count = from.size_hint().0;
            for (place, own) in from.take(count).enumerate() {
                unsafe { all.as_mut_ptr().add(place).write(own) };
            }
            unsafe { all.set_len(count) };
            Filled(all)
        }
    }

    /// Frees an allocation twice.
    pub struct Handle(*mut [u8; 64]);
    impl Handle {
        pub fn new() -> Self {
            Handle(Box::into_raw(Box::new([0; 64])))
        }
    }
    impl Clone for Handle {
        fn clone(&self) -> Self {
            Handle(self.0)
        }
    }
    impl Drop for Handle {
        fn drop(&mut self) {
            drop(unsafe { Box::from_raw(self.0) });
        }
    }

    /// Drops an element twice if a function panics.
    pub struct Slot<T>(T);
    impl<T> Slot<T> {
        pub fn of(one: T) -> Self {
            Slot(one)
        }
        pub fn change(&mut self, change: impl FnOnce(T) -> T) {
            unsafe {
                let old = ptr::read(&self.0);
                ptr::write(&mut self.0, change(old));
            }
        }
    }

    /// Violates what the standard library asks of its unsafe functions.
    pub fn middle(of: &[u8], from: u8) -> u8 {
        unsafe { *of.get_unchecked(from as usize) }
    }

    /// Writes behind the end of an allocation.
    #[derive(Debug)]
    pub struct Ring {
        all: Box<[u64]>,
        at: usize,
    }
    impl Ring {
        pub fn new() -> Self {
            Ring { all: vec![0; 4].into(), at: 0 }
        }
        pub fn fill(&mut self, count: u16) {
            for _ in 0..count {
                unsafe { self.all.as_mut_ptr().add(self.at).write(u64::MAX) };
                self.at += 1;
            }
        }
    }
}

/// What has none.
pub mod sound {
    use std::cell::RefCell;
    use std::mem::MaybeUninit;
    use std::sync::Mutex;
    use std::thread;

    /// Ends the process rather than go on with half of its elements.
    pub struct Guarded<T>(Vec<T>);
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            std::process::abort();
        }
    }
    impl<T: Clone> Guarded<T> {
        pub fn of(one: T) -> Self {
            Guarded(vec![one])
        }
        pub fn double(&mut self) {
            let bomb = Bomb;
            self.0.extend_from_within(..);
            std::mem::forget(bomb);
        }
        pub fn count(&self) -> usize {
            self.0.len()
        }
    }

    /// Borrows texts, and reads them when it is dropped.
    #[derive(Default)]
    pub struct Log<'a> {
        texts: Vec<&'a str>,
        pub bytes: usize,
    }
    impl<'a> Log<'a> {
        pub fn new() -> Self {
            Log::default()
        }
        pub fn add(&mut self, text: &'a str) -> usize {
            self.texts.push(text);
            self.texts.len()
        }
    }
    impl Drop for Log<'_> {
        fn drop(&mut self) {
            // A text that was freed is not valid any more, or has another length.
            assert!(self.texts.iter().all(|own| own.chars().count() <= own.len()));
            self.bytes = self.texts.iter().map(|own| own.len()).sum();
        }
    }

    /// Borrows values inside of a cell, and clones them when it is dropped.
    pub struct Arena<'a, T: Clone>(RefCell<Vec<&'a T>>);
    impl<'a, T: Clone> Arena<'a, T> {
        pub fn new() -> Self {
            Arena(RefCell::new(Vec::new()))
        }
        pub fn keep(&self, value: &'a T) -> usize {
            self.0.borrow_mut().push(value);
            self.0.borrow().len()
        }
    }
    impl<T: Clone> Drop for Arena<'_, T> {
        fn drop(&mut self) {
            let copies: Vec<T> = self.0.borrow().iter().map(|own| (*own).clone()).collect();
            drop(copies);
        }
    }

    /// Moves a value to another thread, and back.
    pub fn travels<T: Send + Clone + 'static>(value: T) -> T {
        thread::spawn(move || value.clone()).join().unwrap_or_else(|_| loop {})
    }

    static NAMES: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());

    /// Keeps texts for ever.
    pub fn names(name: &'static str) -> usize {
        let mut all = NAMES.lock().unwrap_or_else(|own| own.into_inner());
        if all.len() > 1_000 {
            all.clear();
        }
        all.push(name);
        all.iter().map(|own| own.chars().count()).max().unwrap_or(0)
    }

    /// Sets its length before it drops.
    pub struct Pile<T> {
        all: [MaybeUninit<T>; 2],
        len: usize,
    }
    impl<T> Pile<T> {
        pub fn of(one: T, two: T) -> Self {
            Pile { all: [MaybeUninit::new(one), MaybeUninit::new(two)], len: 2 }
        }
        pub fn pop(&mut self) -> Option<T> {
            self.len = self.len.checked_sub(1)?;
            // SAFETY: it was live, and counts as gone now.
            Some(unsafe { self.all[self.len].assume_init_read() })
        }
        pub fn clear(&mut self) {
            while self.pop().is_some() {}
        }
    }
    impl<T> Drop for Pile<T> {
        fn drop(&mut self) {
            self.clear();
        }
    }

    /// Does not believe a `size_hint`.
    pub fn collected<T>(from: impl Iterator<Item = T>) -> Vec<T> {
        let mut all = Vec::with_capacity(from.size_hint().0.min(16));
        all.extend(from);
        all
    }

    /// Replaces a value by one that a function makes of it.
    pub fn changed<T: Default>(value: &mut T, change: impl FnOnce(T) -> T) {
        *value = change(std::mem::take(value));
    }
}
