//! The worker: reads expressions, runs each, and tells how it ended.
//!
//! A request is a frame: its length, then expressions, each with its length before it. The answer
//! to an expression is a fixed head, and a text where it failed. Before an expression begins its
//! number is written into the journal, so that the tool knows what killed the worker.

use std::any::TypeId;
use std::cell::RefCell;
use std::fmt::{self, Write as _};
use std::io::{Read, Write};
use std::panic::{self, AssertUnwindSafe};

use crate::absorb::Out;
use crate::atoms::{self, Answers, Atom, Reader};
use crate::coverage::{self, Coverage};
use crate::limits::{self, Journal};
use crate::slots::{Hint, List, Slot};
use crate::table::{Parameter, Table};

/// How an expression ended.
#[repr(u8)]
enum Ending {
    Value = 0,
    Absent = 1,
    Error = 2,
    Stuck = 3,
    Panic = 4,
    AtomPanic = 5,
    /// With a value that cannot be printed.
    Blind = 6,
}

/// An expression cannot be run: an argument has another type, or was moved out.
struct Stuck;

thread_local! {
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// What a printer is given: the text is hashed, and ends when it is long.
struct TextHash {
    hash: u64,
    left: usize,
}

impl TextHash {
    fn new() -> TextHash {
        TextHash { hash: 0xcbf2_9ce4_8422_2325, left: 1 << 12 }
    }
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.hash = (self.hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

impl fmt::Write for TextHash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let bytes = &text.as_bytes()[..text.len().min(self.left)];
        self.add(bytes);
        self.left -= bytes.len();
        if bytes.len() < text.len() { Err(fmt::Error) } else { Ok(()) }
    }
}

struct Text {
    text: String,
    most: usize,
}

impl fmt::Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let left = self.most.saturating_sub(self.text.len());
        let end = (0..=text.len().min(left)).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        self.text.push_str(&text[..end]);
        if end < text.len() { Err(fmt::Error) } else { Ok(()) }
    }
}

/// Runs the worker's loop, on a stack of ordinary size.
pub fn serve(fill: fn(&mut Table)) {
    limits::fix_addresses();
    let mut arguments = std::env::args().skip(1);
    let directory = arguments.next().unwrap_or_default();
    let journal = arguments.next().unwrap_or_default();
    let words: Vec<String> = arguments.collect();
    let has = |word: &str| words.iter().any(|own| own == word);
    let (is_alone, wants_value, wants_calls) = (has("alone"), has("value"), has("calls"));
    let coverage = words.iter().find_map(|own| own.strip_prefix("points=")).and_then(Coverage::read);
    let channel = limits::Channel::open(is_alone);
    let Some(journal) = Journal::open(&journal) else { std::process::exit(97) };
    limits::watch();
    let sandbox = limits::confine(&directory);
    panic::set_hook(Box::new(move |info| {
        coverage::panicked();
        let message = if let Some(text) = info.payload().downcast_ref::<&str>() {
            (*text).to_owned()
        } else if let Some(text) = info.payload().downcast_ref::<String>() {
            text.clone()
        } else {
            "a payload of another type".to_owned()
        };
        let place = info.location().map(|at| format!("{}:{}:{}", at.file(), at.line(), at.column()));
        let mut text = format!("{}\n{message}", place.unwrap_or_default());
        if is_alone {
            // A panic that cannot unwind ends the process: this is then what is known of it.
            eprintln!("{message}");
        }
        if wants_calls {
            // Reading the program's debug information takes a while, once in a process.
            let _ = write!(text, "\n\u{1}{}", std::backtrace::Backtrace::force_capture());
        }
        PANIC.with_borrow_mut(|last| {
            // The first one counts: a panic while unwinding is its consequence.
            if last.is_none() {
                *last = Some(text);
            }
        });
    }));
    let stack = 2 << 20;
    let run = move || {
        let mut table = Table::default();
        std_types(&mut table);
        fill(&mut table);
        Worker { table, channel, journal, wants_value, coverage }.run(sandbox);
    };
    let worker = std::thread::Builder::new().name("worker".to_owned()).stack_size(stack).spawn(run);
    let ended = worker.map(std::thread::JoinHandle::join);
    std::process::exit(if matches!(ended, Ok(Ok(()))) { 0 } else { 98 });
}

struct Worker {
    table: Table,
    channel: limits::Channel,
    journal: Journal,
    wants_value: bool,
    coverage: Option<Coverage>,
}

impl Worker {
    fn run(mut self, sandbox: bool) {
        self.greet(sandbox);
        let mut frame = Vec::new();
        let mut answer = Vec::new();
        loop {
            let mut length = [0; 4];
            if self.channel.input.read_exact(&mut length).is_err() {
                return;
            }
            frame.resize(u32::from_le_bytes(length) as usize, 0);
            if self.channel.input.read_exact(&mut frame).is_err() {
                return;
            }
            answer.clear();
            let (mut at, mut number) = (0, 0);
            while let Some(length) = frame.get(at..).and_then(<[u8]>::first_chunk) {
                let length = u32::from_le_bytes(*length) as usize;
                let code = &frame[at + 4..at + 4 + length];
                at += 4 + length;
                if Coverage::hears(&mut self.coverage, code) {
                    continue;
                }
                let (is_by_itself, code) = Coverage::begins(&mut self.coverage, code);
                self.journal.begin(number);
                self.one(code, &mut answer);
                number += 1;
                if let Some(own) = &mut self.coverage {
                    own.ends(is_by_itself || at == frame.len(), &mut answer);
                }
            }
            self.journal.begin(u64::MAX);
            let length = (answer.len() as u32).to_le_bytes();
            if self.channel.output.write_all(&length).and_then(|()| self.channel.output.write_all(&answer)).is_err() {
                return;
            }
        }
    }

    /// Tells the types and operations.
    fn greet(&mut self, sandbox: bool) {
        let mut text = format!("sandbox {}\n", u8::from(sandbox));
        for name in &self.table.names {
            let _ = writeln!(text, "type {name}");
        }
        let mut ops: Vec<_> = self.table.ops.iter().collect();
        ops.sort_by_key(|(number, _)| **number);
        for (number, op) in ops {
            let _ = write!(text, "op {number}");
            for own in &op.parameters {
                let _ = write!(text, " {}{}", own.kind, own.ty);
                if let Some(len) = own.len {
                    let _ = write!(text, "x{len}");
                }
            }
            text.push('\n');
        }
        let length = (text.len() as u32).to_le_bytes();
        let _ = self.channel.output.write_all(&length);
        let _ = self.channel.output.write_all(text.as_bytes());
    }

    fn one(&mut self, code: &[u8], answer: &mut Vec<u8>) {
        limits::begin();
        PANIC.set(None);
        let mut stack: Vec<Slot> = Vec::new();
        let mut kept: Vec<Slot> = Vec::new();
        let mut text = String::new();
        let (table, journal, wants_value) = (&self.table, &self.journal, self.wants_value);
        let (mut call, mut form) = (0, 0);
        let ran = panic::catch_unwind(AssertUnwindSafe(|| {
            let mut ending = execute(table, journal, code, &mut stack, &mut kept, &mut call, &mut form)?;
            let mut ty = u16::MAX;
            let mut hash = TextHash::new();
            let mut of_text = 0;
            let mut is_printed = true;
            if let (Ending::Value, Some(top)) = (&ending, stack.last_mut()) {
                let printed = panic::catch_unwind(AssertUnwindSafe(|| {
                    let _ = write!(hash, "{top:?}");
                    if wants_value {
                        let mut own = Text { text: String::new(), most: 4096 };
                        let _ = write!(own, "{top:?}");
                        text = own.text;
                    }
                }));
                is_printed = top.is_printed() && printed.is_ok();
                of_text = hash.hash;
                let _ = write!(hash, "{}", top.name());
                // It fails by itself in an expression of its own.
                PANIC.set(None);
                if let Some(own) = table.find(top.id()) {
                    ty = own;
                    if code.first() != Some(&b'q') {
                        ask(table, own, top, &mut hash);
                    }
                }
                if !is_printed {
                    ending = Ending::Blind;
                }
            }
            Ok::<_, Stuck>((ending, ty, hash.hash, of_text))
        }));
        atoms::arm(0);
        // What fails while the values are dropped belongs to the expression as well.
        let dropped = panic::catch_unwind(AssertUnwindSafe(|| {
            while let Some(slot) = stack.pop() {
                drop(slot);
            }
            while let Some(slot) = kept.pop() {
                drop(slot);
            }
        }));
        let (mut ending, ty, hash, of_text) = match ran {
            Ok(Ok(ended)) => ended,
            Ok(Err(Stuck)) => (Ending::Stuck, u16::MAX, 0, 0),
            Err(_) => (Ending::Panic, u16::MAX, 0, 0),
        };
        if dropped.is_err() {
            ending = Ending::Panic;
        }
        if matches!(ending, Ending::Panic) {
            text = PANIC.take().unwrap_or_default();
            if text.contains(atoms::ATOM_PANIC) {
                ending = Ending::AtomPanic;
            }
        }
        atoms::forget();
        // Of a panic: in which call it was.
        let word = if matches!(ending, Ending::Panic) { call } else { hash };
        answer.push(ending as u8);
        answer.push(form);
        answer.extend(ty.to_le_bytes());
        answer.extend(word.to_le_bytes());
        answer.extend(of_text.to_le_bytes());
        answer.extend((limits::allocated().min(u64::from(u32::MAX)) as u32).to_le_bytes());
        answer.extend((text.len() as u32).to_le_bytes());
        answer.extend(text.as_bytes());
    }
}

/// Adds what the getters of a value's type tell.
fn ask(table: &Table, ty: u16, value: &mut Slot, hash: &mut TextHash) {
    for getter in table.getters.get(&ty).into_iter().flatten() {
        let Some(op) = table.ops.get(getter) else { continue };
        let told = panic::catch_unwind(AssertUnwindSafe(|| op.run(std::slice::from_mut(value))));
        match told {
            Ok(Out::Value(told, _)) => _ = write!(hash, ",{told:?}"),
            Ok(_) => hash.add(b",-"),
            Err(_) => {
                // It fails by itself in an expression of its own.
                PANIC.set(None);
                hash.add(b",!");
            }
        }
    }
}

/// The arguments of a call. They outlive it, also if it panics, and are dropped after its result.
struct CallArguments<'k> {
    all: &'k mut Vec<Slot>,
    parameters: &'k [Parameter],
    own: Vec<Slot>,
}

impl CallArguments<'_> {
    /// Takes an argument, which the call has changed.
    fn take(&mut self, place: usize) -> Slot {
        std::mem::replace(&mut self.own[place], Slot::plain(()))
    }
}

impl Drop for CallArguments<'_> {
    fn drop(&mut self) {
        // The last one is dropped first. An argument that the call could change may borrow the
        // others, and the first one, if it changes inside, those behind it.
        let own = std::mem::take(&mut self.own).into_iter().zip(self.parameters).rev();
        let (changed, others): (Vec<_>, Vec<_>) = own.partition(|(_, parameter)| parameter.kind == 'm');
        self.all.extend(others.into_iter().chain(changed).map(|(slot, _)| slot));
    }
}

/// Returns whether a value with two references to it is lent by both: it is neither changed nor
/// moved out meanwhile.
fn are_lent(parameters: &[Parameter], arguments: &[Slot]) -> bool {
    let is_lent = |at: usize| parameters.get(at).is_some_and(|own| own.kind == 'r');
    let mut again = arguments.iter().enumerate().filter(|(_, own)| own.is_again());
    again.all(|(at, _)| at > 0 && is_lent(at - 1) && is_lent(at))
}

/// Runs the code of an expression: its value is the last of the stack.
///
/// `call` is the number of the call that runs, `form` how the last value was made of a result.
fn execute(
    table: &Table,
    journal: &Journal,
    code: &[u8],
    stack: &mut Vec<Slot>,
    kept: &mut Vec<Slot>,
    call: &mut u64,
    form: &mut u8,
) -> Result<Ending, Stuck> {
    let mut at = 0;
    while at < code.len() {
        let instruction = code[at];
        at += 1;
        match instruction {
            b'n' => {
                let kind = code[at];
                let bits = u128::from_le_bytes(code[at + 1..at + 17].try_into().map_err(|_| Stuck)?);
                at += 17;
                stack.push(number(kind, bits).ok_or(Stuck)?);
            }
            b's' => {
                let length = usize::from(u16::from_le_bytes([code[at], code[at + 1]]));
                at += 2;
                let text = str::from_utf8(&code[at..at + length]).map_err(|_| Stuck)?;
                at += length;
                stack.push(Slot::plain(text.to_owned()));
            }
            b'b' => {
                let length = usize::from(u16::from_le_bytes([code[at], code[at + 1]]));
                at += 2;
                stack.push(Slot::plain(code[at..at + length].to_vec()));
                at += length;
            }
            b'l' => {
                let (count, hint) = (usize::from(code[at]), code[at + 1]);
                at += 2;
                let first = stack.len().checked_sub(count).ok_or(Stuck)?;
                let elements = stack.split_off(first);
                let hint = match hint {
                    0 => Hint::Honest,
                    1 => Hint::Nothing,
                    2 => Hint::TooMany,
                    _ => Hint::TooFew,
                };
                stack.push(Slot::new(List { elements, hint }, None));
            }
            b'd' => {
                let own = stack.last().and_then(Slot::again).ok_or(Stuck)?;
                stack.push(own);
            }
            // The getters of the value are not asked.
            b'q' => {}
            b'a' => {
                atoms::arm(u32::from(code[at]));
                at += 1;
            }
            b'c' | b'x' => {
                let op = u16::from_le_bytes([code[at], code[at + 1]]);
                at += 2;
                let after = (instruction == b'x').then(|| usize::from(code[at]));
                at += usize::from(after.is_some());
                let op = table.ops.get(&op).ok_or(Stuck)?;
                let first = stack.len().checked_sub(op.parameters.len()).ok_or(Stuck)?;
                let arguments = stack.split_off(first);
                if !are_lent(&op.parameters, &arguments) {
                    return Err(Stuck);
                }
                let mut arguments = CallArguments { all: kept, parameters: &op.parameters, own: arguments };
                *call += 1;
                journal.call(*call);
                let out = op.run(&mut arguments.own);
                match (after, out) {
                    (_, Out::Stuck) => return Err(Stuck),
                    (Some(place), out) => {
                        *form = 0;
                        drop(out);
                        stack.push(arguments.take(place));
                    }
                    (None, Out::Value(slot, made)) => {
                        *form = made;
                        stack.push(slot);
                    }
                    (None, Out::Absent) if at == code.len() => return Ok(Ending::Absent),
                    (None, Out::Error) if at == code.len() => return Ok(Ending::Error),
                    (None, Out::Absent | Out::Error) => return Err(Stuck),
                }
            }
            _ => return Err(Stuck),
        }
    }
    Ok(Ending::Value)
}

macro_rules! numbers {
    ($($kind:literal $ty:ident,)*) => {
        fn number(kind: u8, bits: u128) -> Option<Slot> {
            Some(match kind {
                $($kind => Slot::plain(bits as $ty),)*
                20 => Slot::plain(f32::from_bits(bits as u32)),
                21 => Slot::plain(f64::from_bits(bits as u64)),
                22 => Slot::plain(bits != 0),
                23 => Slot::plain(char::from_u32(bits as u32)?),
                24 => Slot::plain(()),
                30 => Slot::plain(Atom::new(bits as u8)),
                31 => Slot::plain(Answers::new(bits as u8)),
                _ => return None,
            })
        }

        /// Registers the types of literals, in the order of their kinds.
        fn std_types(table: &mut Table) {
            let mut own = |id, name| _ = table.ty(id, name);
            $(own(TypeId::of::<$ty>(), stringify!($ty));)*
            own(TypeId::of::<f32>(), "f32");
            own(TypeId::of::<f64>(), "f64");
            own(TypeId::of::<bool>(), "bool");
            own(TypeId::of::<char>(), "char");
            own(TypeId::of::<()>(), "()");
            own(TypeId::of::<Atom>(), "Atom");
            own(TypeId::of::<Answers>(), "Answers");
            own(TypeId::of::<String>(), "String");
            own(TypeId::of::<Reader>(), "Reader");
        }
    };
}

numbers! {
    0 u8, 1 u16, 2 u32, 3 u64, 4 u128, 5 usize,
    6 i8, 7 i16, 8 i32, 9 i64, 10 i128, 11 isize,
}
