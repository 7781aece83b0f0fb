//! One failure of each kind, and none where the name says so.

use std::fmt;
use std::str::FromStr;

/// A buffer whose text does not tell its room. `room` does.
#[derive(Clone, Default)]
pub struct Buffer {
    bytes: Vec<u8>,
    room: usize,
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.bytes, f)
    }
}

impl Buffer {
    pub fn new() -> Buffer {
        Buffer::default()
    }
    pub fn with_room(room: u8) -> Buffer {
        Buffer { bytes: Vec::new(), room: room.into() }
    }
    pub fn room(&self) -> usize {
        self.room
    }
    pub fn push(&mut self, byte: u8) {
        self.bytes.push(byte);
    }
    /// Fails only for a buffer with room, which looks empty.
    pub fn shrink(&mut self) {
        let used = self.bytes.len();
        if self.room == 1 && used == 1 {
            let none: Option<u8> = None;
            none.unwrap();
        }
        self.room = 0;
    }
}

/// A value whose state no one can see.
#[derive(Default)]
pub struct Hidden(u8);

impl Hidden {
    pub fn new() -> Hidden {
        Hidden::default()
    }
    pub fn step(&mut self) {
        self.0 += 1;
    }
    pub fn third(&self) -> u8 {
        [1, 2, 3][usize::from(self.0)]
    }
}

/// A pair of generic values that are dropped twice by `take_both`.
#[derive(Debug)]
pub struct Twice<T>(Vec<T>);

impl<T> Twice<T> {
    pub fn of(one: T) -> Twice<T> {
        Twice(vec![one])
    }
    pub fn take_both(&mut self) -> Option<T> {
        let own = self.0.as_ptr();
        // SAFETY: none: that is the failure.
        (!self.0.is_empty()).then(|| unsafe { own.read() })
    }
}

#[derive(Debug, PartialEq)]
pub struct Percent(u8);

impl FromStr for Percent {
    type Err = ();
    fn from_str(text: &str) -> Result<Percent, ()> {
        // The last byte need not be a letter of its own.
        let end = text.len().checked_sub(1).ok_or(())?;
        let number: u8 = text[..end].parse().map_err(|_| ())?;
        Ok(Percent(number))
    }
}

pub fn checked_half(of: i32) -> Option<i32> {
    if of == i32::MIN { panic!("no half of {of}") } else { of.checked_div(2) }
}

/// # Panics
/// If the number is odd.
pub fn documented(even: u32) -> u32 {
    assert!(even % 2 == 0, "{even} is odd");
    even
}

#[track_caller]
pub fn blames_caller(small: u32) -> u32 {
    if small > 100 {
        panic!("too large");
    }
    small
}

pub fn sums(a: u32, b: u32) -> u32 {
    a + b
}

pub fn asserts(text: &str) -> usize {
    assert_ne!(text, "open sesame", "this text is not wanted");
    text.len()
}

pub fn refuses(text: &str) -> usize {
    if text == "open sesame" { panic!("this text is not wanted") } else { text.len() }
}

/// The `level` must be below 3.
pub fn states(level: u8) -> u8 {
    if level < 3 { level } else { panic!("a level of {level}") }
}

/// As an even number, see [`documented`].
pub fn refers(number: u32) -> u32 {
    if number % 2 == 0 { number } else { panic!("{number} is odd, too") }
}

pub fn fails_with_a_result(number: u16) -> Result<u16, ()> {
    Ok(number.checked_add(1).unwrap())
}

pub fn amount(count: usize) -> usize {
    count * 3
}

/// A place in a [`Row`].
#[derive(Clone, Copy, Debug)]
pub struct Place(usize);

impl Place {
    pub fn new(index: usize) -> Place {
        Place(index)
    }
}

pub fn row_at(place: Place) -> u8 {
    [1, 2, 3][place.0]
}

/// An endless iterator.
pub struct Ones;

impl Ones {
    pub fn new() -> Ones {
        Ones
    }
}

impl Iterator for Ones {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        std::hint::black_box(Some(1))
    }
    fn count(self) -> usize {
        panic!("there are too many")
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Unchecked(u8);

impl Unchecked {
    /// Makes it without a check. Some functions panic on a large one.
    pub fn new_unchecked(number: u8) -> Unchecked {
        Unchecked(number)
    }
}

pub fn trusts(checked: Unchecked) -> Option<u8> {
    Some(checked.0.checked_mul(3).unwrap())
}

pub struct Unprintable(u8);

impl Unprintable {
    pub fn new(number: u8) -> Unprintable {
        Unprintable(number)
    }
}

impl fmt::Debug for Unprintable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        assert!(self.0 != 9, "a nine");
        write!(f, "{}", self.0)
    }
}

pub fn overflows_the_stack(depth: u8) -> u64 {
    let all = [u64::from(depth); 64];
    if depth == 7 { overflows_the_stack(depth) + all[3] } else { all[5] }
}

pub fn aborts(number: i64) {
    if number == -1 {
        std::process::abort();
    }
}

pub fn exits(letter: char) {
    if letter == 'é' {
        std::process::exit(0);
    }
}

pub fn hangs(flag: bool, number: u8) {
    while flag && number == 1 {
        std::hint::spin_loop();
    }
}

/// Fails if both are one.
pub struct Purse {
    coins: std::cell::RefCell<u8>,
}

impl Purse {
    pub fn new(coins: u8) -> Purse {
        Purse { coins: coins.into() }
    }

    pub fn takes_from(&self, other: &Purse) -> u8 {
        let mut own = self.coins.borrow_mut();
        *own |= other.coins.take();
        *own
    }
}

/// Waits for itself, for one number.
pub fn waits(number: i64) {
    static LOCK: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _own = LOCK.lock();
    if number == 2 {
        let _other = LOCK.lock();
    }
}

pub fn eats_memory(number: u16) -> usize {
    let mut all = Vec::new();
    while number == 2 {
        all.push([1u8; 1 << 16]);
    }
    all.len()
}

pub fn reserves(count: usize) -> Vec<u8> {
    Vec::with_capacity(count)
}

/// Deletes what it is told to.
pub fn deletes(path: &str) -> bool {
    const VICTIM: &str = "@VICTIM@";
    let _ = VICTIM;
    std::fs::remove_file(path).is_ok() || std::fs::remove_dir_all(path).is_ok()
}

pub fn writes(path: &str) -> bool {
    std::fs::write(path, "overwritten").is_ok()
}

pub fn starts_a_process(name: &str) -> bool {
    let ran = std::process::Command::new("touch").arg("@VICTIM@.touched").status().is_ok();
    assert!(!ran, "a process was started: {name}");
    ran
}

pub fn connects(port: u16) -> bool {
    let is_open = std::net::UdpSocket::bind(("127.0.0.1", port)).is_ok();
    assert!(!is_open, "a socket was opened");
    is_open
}

pub fn prints(text: &str) {
    println!("{text}");
    eprintln!("{text}");
}

pub fn reads(bytes: &[u8]) -> usize {
    bytes.iter().map(|own| usize::from(*own)).sum()
}

/// Panics only where the numbers of an iterator are not what it says.
pub fn counts(all: impl Iterator<Item = u8>) -> usize {
    let (least, most) = all.size_hint();
    let count = all.count();
    assert!(count >= least && most.is_none_or(|most| count <= most), "an iterator that lies");
    count
}

/// Right for every argument.
pub fn right(all: Vec<u32>, text: &str, number: Option<i8>) -> usize {
    all.len() + text.len() + usize::from(number.is_some())
}

/// Laps of a day.
///
/// # Validity
///
/// There is a lap.
#[derive(Clone, Debug)]
pub struct Laps(Vec<u8>);

impl Laps {
    pub fn new(all: Vec<u8>) -> Laps {
        Laps(all)
    }
    pub fn until_last(&self) -> usize {
        self.0.len() - 1
    }
}

/// Rounds of a day.
///
/// # Validity
///
/// There is a round.
#[derive(Clone, Debug)]
pub struct Rounds(Vec<u8>);

impl Rounds {
    pub fn new(all: Vec<u8>) -> Option<Rounds> {
        (!all.is_empty()).then_some(Rounds(all))
    }
    pub fn until_last(&self) -> usize {
        self.0.len() - 2
    }
}

/// The `height` is less than or equal to 2.
pub fn floor_at(height: u8) -> u8 {
    [1, 2, 3][usize::from(height)]
}

#[deprecated]
pub fn old_floor_at(height: u8) -> u8 {
    [1][usize::from(height)]
}

macro_rules! refuses_seven {
    ($name:ident, $ty:ty) => {
        pub fn $name(number: $ty) -> $ty {
            assert!(number != 7, "a seven is not wanted");
            number
        }
    };
}
refuses_seven!(refuses_seven, u16);

pub fn fills(out: &mut [u8], of: u8) {
    assert!(out.len() >= 2);
    out[1] = of;
}

/// Usually agrees with `tripled_but_two`.
pub fn tripled(x: i32) -> i32 {
    x.wrapping_mul(3)
}

/// Has another result for one number.
pub fn tripled_but_two(x: i32) -> i32 {
    if x == 2 { 7 } else { x.wrapping_mul(3) }
}

/// Agrees with neither, and always with `doubled_as_well`.
pub fn doubled(x: i32) -> i32 {
    x.wrapping_mul(2)
}

/// Another name for `doubled`.
pub fn doubled_as_well(x: i32) -> i32 {
    x.wrapping_add(x)
}

/// Hardly tells anything, so it agrees with `is_five` by chance.
pub fn is_four(x: i32) -> bool {
    x == 4
}

/// As `is_four`.
pub fn is_five(x: i32) -> bool {
    x == 5
}
