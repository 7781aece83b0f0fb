//! Values for type parameters: atoms, tables that answer for functions, readers and writers.
//!
//! An atom is known by its number from the moment it is made until it is dropped. One that is
//! dropped twice, used after its drop, or made from nothing is a memory error of the crate.

use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::VecDeque;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::io;
use std::pin::pin;
use std::sync::{Mutex, MutexGuard};
use std::task::{Context, Poll, Waker};

/// The text that announces a memory error, before the process is aborted.
pub const MEMORY_ERROR: &str = "everycase: memory error: ";

/// The message of the panic that an atom raises on request.
pub const ATOM_PANIC: &str = "everycase: an atom panics";

/// The atoms of all threads: a crate may move them from one to another.
static KNOWN: Mutex<LiveAtoms> = Mutex::new(LiveAtoms { first: 1, live: VecDeque::new() });

/// The number of atoms that are known in any case. If there are more, the first ones are forgotten
/// when they are dropped, so that a function which makes and drops atoms without end uses a bounded
/// amount of memory.
const KNOWN_ATOMS: usize = 1 << 20;

/// The atoms of the expression, by their numbers.
struct LiveAtoms {
    /// The number of the first one.
    first: u64,
    /// Whether each was not dropped yet.
    live: VecDeque<bool>,
}

impl LiveAtoms {
    /// Returns whether an atom is live; none for one of an earlier expression, or a forgotten one.
    fn of(&mut self, number: u64) -> Option<&mut bool> {
        let at = number.checked_sub(self.first)?;
        self.live.get_mut(usize::try_from(at).ok()?)
    }
}

fn known() -> MutexGuard<'static, LiveAtoms> {
    KNOWN.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

thread_local! {
    /// The number of calls of an atom's traits until one panics; 0: none does.
    static UNTIL_PANIC: Cell<u32> = const { Cell::new(0) };
}

/// Lets the `calls`-th call of a trait of an atom panic, or none (0).
pub fn arm(calls: u32) {
    UNTIL_PANIC.set(calls);
}

/// Forgets all atoms: the ones that an expression has leaked are not used again.
pub fn forget() {
    arm(0);
    let mut known = known();
    known.first += known.live.len() as u64;
    known.live.clear();
    GIVEN.with(|all| all.iter().for_each(|own| own.set(0)));
}

const SEAL: u64 = 0x6576_6572_7963_6173;

/// An opaque value: it can be compared, hashed, copied by `clone`, printed.
pub struct Atom {
    key: u8,
    number: u64,
    seal: u64,
}

fn memory_error(what: &str) -> ! {
    eprintln!("{MEMORY_ERROR}{what}");
    std::process::abort();
}

impl Atom {
    pub fn new(key: u8) -> Atom {
        let mut known = known();
        let number = known.first + known.live.len() as u64;
        known.live.push_back(true);
        while known.live.len() > KNOWN_ATOMS && known.live.front() == Some(&false) {
            known.live.pop_front();
            known.first += 1;
        }
        Atom { key, number, seal: SEAL ^ number }
    }

    /// Checks that the atom is one that was made and not yet dropped.
    fn check(&self) {
        if self.seal != SEAL ^ self.number || self.number == 0 {
            memory_error("a value is used that was never made");
        }
        if known().of(self.number) == Some(&mut false) {
            memory_error("a value is used after it was dropped");
        }
    }

    fn used(&self) -> u8 {
        self.check();
        tick();
        self.key
    }
}

/// Counts a call, and panics if it is the one that shall.
pub fn tick() {
    let left = UNTIL_PANIC.get();
    if left > 0 {
        UNTIL_PANIC.set(left - 1);
        if left == 1 && !std::thread::panicking() {
            panic!("{ATOM_PANIC}");
        }
    }
}

impl Drop for Atom {
    fn drop(&mut self) {
        if self.seal != SEAL ^ self.number || self.number == 0 {
            memory_error("a value is dropped that was never made");
        }
        let was_live = known().of(self.number).map(|live| std::mem::replace(live, false));
        if was_live == Some(false) {
            memory_error("a value is dropped twice");
        }
        tick();
    }
}

impl Clone for Atom {
    fn clone(&self) -> Atom {
        Atom::new(self.used())
    }
}
impl PartialEq for Atom {
    fn eq(&self, other: &Atom) -> bool {
        self.used() == other.used()
    }
}
impl Eq for Atom {}
impl PartialOrd for Atom {
    fn partial_cmp(&self, other: &Atom) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Atom {
    fn cmp(&self, other: &Atom) -> Ordering {
        self.used().cmp(&other.used())
    }
}
impl Hash for Atom {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.used().hash(state);
    }
}
impl Default for Atom {
    fn default() -> Atom {
        Atom::new(0)
    }
}
impl fmt::Debug for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.check();
        write!(f, "{}", self.key)
    }
}
impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.check();
        write!(f, "{}", self.key)
    }
}
impl std::error::Error for Atom {}

/// Returns a hash of a value, for laws of hashes.
pub fn hashed<T: Hash + ?Sized>(own: &T) -> u64 {
    let mut hasher = std::hash::DefaultHasher::new();
    own.hash(&mut hasher);
    hasher.finish()
}

/// Returns whether values print a float, and their numbers are all 0 or between 1e-9 and 1e9.
pub fn are_ordinary(all: &[&dyn fmt::Debug]) -> bool {
    let text = format!("{all:?}").replace("..", " ");
    let is_apart = |own: char| !own.is_ascii_digit() && !".eE+-".contains(own);
    let mut numbers = text.split(is_apart).filter_map(|own| own.parse::<f64>().ok());
    let is_bounded = |own: f64| own == 0.0 || (1e-9..=1e9).contains(&own.abs());
    text.contains('.') && !text.contains("NaN") && !text.contains("inf") && numbers.all(is_bounded)
}

/// The most times that a future is asked whether it is ready.
const POLLS: usize = 1_000;

/// Returns what a future gives; `None` if it is never ready.
pub fn wait<F: Future>(future: F) -> Option<F::Output> {
    let mut context = Context::from_waker(Waker::noop());
    let mut future = pin!(future);
    (0..POLLS).find_map(|_| match future.as_mut().poll(&mut context) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    })
}

/// Answers for a function: the bits of a number, again and again.
#[derive(Clone, Debug)]
pub struct Answers {
    pub bits: u8,
    pub at: Cell<u32>,
}

impl Answers {
    pub fn new(bits: u8) -> Answers {
        Answers { bits, at: Cell::new(0) }
    }

    fn bit(&self) -> bool {
        tick();
        let at = self.at.get();
        self.at.set(at + 1);
        self.bits >> (at % 8) & 1 == 1
    }

    pub fn give<T: Answer>(&self) -> T {
        T::answer(self)
    }
}

thread_local! {
    /// For each table of answers, how many it has given in this expression.
    static GIVEN: [Cell<u32>; 256] = const { [const { Cell::new(0) }; 256] };
}

/// Gives the next answer of a table: what a function without variables returns.
pub fn table<const BITS: u8, T: Answer>() -> T {
    let at = GIVEN.with(|all| all[usize::from(BITS)].replace(all[usize::from(BITS)].get() + 1));
    T::answer(&Answers { bits: BITS, at: Cell::new(at) })
}

pub trait Answer {
    fn answer(answers: &Answers) -> Self;
}

macro_rules! answers {
    ($($ty:ty: $given:ident => $value:expr;)*) => {$(
        impl Answer for $ty {
            fn answer($given: &Answers) -> $ty { $value }
        }
    )*};
}

answers! {
    (): _given => ();
    bool: given => given.bit();
    u8: given => u8::from(given.bit());
    u16: given => u16::from(given.bit());
    u32: given => u32::from(given.bit());
    u64: given => u64::from(given.bit());
    usize: given => usize::from(given.bit());
    i32: given => i32::from(given.bit());
    i64: given => i64::from(given.bit());
    f64: given => f64::from(u8::from(given.bit()));
    char: given => if given.bit() { 'b' } else { 'a' };
    String: given => if given.bit() { "b".to_owned() } else { String::new() };
    Atom: given => Atom::new(u8::from(given.bit()));
    Ordering: given => if given.bit() { Ordering::Less } else { Ordering::Greater };
}
impl<T: Answer> Answer for Option<T> {
    fn answer(answers: &Answers) -> Self {
        if answers.bit() { Some(T::answer(answers)) } else { None }
    }
}
impl<T: Answer, E: Answer> Answer for Result<T, E> {
    fn answer(answers: &Answers) -> Self {
        if answers.bit() { Ok(T::answer(answers)) } else { Err(E::answer(answers)) }
    }
}
impl<T: Answer, U: Answer> Answer for (T, U) {
    fn answer(answers: &Answers) -> Self {
        (T::answer(answers), U::answer(answers))
    }
}
impl<T: Answer> Answer for Vec<T> {
    fn answer(answers: &Answers) -> Self {
        if answers.bit() { vec![T::answer(answers)] } else { Vec::new() }
    }
}

/// A reader of some bytes, which come one at a time where its first byte is odd.
#[derive(Clone, Debug)]
pub struct Reader {
    bytes: Vec<u8>,
    at: usize,
}

impl Reader {
    pub fn new(bytes: Vec<u8>) -> Reader {
        Reader { bytes, at: 0 }
    }
    fn some(&self) -> &[u8] {
        let rest = &self.bytes[self.at.min(self.bytes.len())..];
        if self.bytes.first().is_some_and(|first| first % 2 == 1) { &rest[..rest.len().min(1)] } else { rest }
    }
}

impl io::Read for Reader {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let some = self.some();
        let n = some.len().min(to.len());
        to[..n].copy_from_slice(&some[..n]);
        self.at += n;
        Ok(n)
    }
}

impl io::BufRead for Reader {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Ok(self.some())
    }
    fn consume(&mut self, n: usize) {
        self.at += n;
    }
}

impl io::Seek for Reader {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        let at = match to {
            io::SeekFrom::Start(at) => i64::try_from(at).unwrap_or(i64::MAX),
            io::SeekFrom::End(by) => (self.bytes.len() as i64).saturating_add(by),
            io::SeekFrom::Current(by) => (self.at as i64).saturating_add(by),
        };
        let at = usize::try_from(at).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))?;
        self.at = at;
        Ok(at as u64)
    }
}
