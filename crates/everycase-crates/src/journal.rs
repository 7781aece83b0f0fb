//! The journal of a running exploration, in a file: an exploration that is killed goes on from
//! there.
//!
//! The file grows; an entry that is cut off at its end is left out. A run that ends removes it.

use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::expression::{Expression, bytes};
use crate::runner::{Agreement, CallKnowledge};
use crate::worker::Signature;

/// The file of a running exploration, or none.
#[derive(Default)]
pub struct Journal {
    file: Option<BufWriter<File>>,
    path: PathBuf,
    /// What it had when it was opened.
    entries: Vec<u8>,
}

/// The bytes before the entries, which tell the program.
const HEAD: usize = size_of::<u64>();

/// A value that is an argument of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptValue {
    /// The size, if a level has made it.
    pub(crate) size: Option<u32>,
    pub(crate) ty: u16,
    pub(crate) looks: u64,
    pub(crate) is_printed: bool,
    pub(crate) expression: Expression,
}

/// What a run that was killed had learned.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct KilledRun {
    /// What it had used, and done.
    pub(crate) so_far: SoFar,
    /// The largest size of which all expressions ran, and that through which none is missing.
    pub(crate) level: Option<(u32, u32)>,
    pub(crate) kept: Vec<KeptValue>,
    /// Types whose values look different each time.
    pub(crate) unsteady: Vec<u16>,
    /// What is known of calls where two versions are compared.
    pub(crate) known: CallKnowledge,
    /// Expressions that have shown something.
    pub(crate) ran: Vec<Expression>,
    /// Expressions that failed, with how often such a failure was met.
    pub(crate) failed: Vec<(Expression, u64)>,
}

/// How much of an exploration is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SoFar {
    pub(crate) time: Duration,
    pub(crate) expressions: u64,
    pub(crate) calls: u64,
}

/// An entry.
#[derive(Debug, PartialEq, Eq)]
enum Entry {
    Kept(KeptValue),
    Unsteady(u16),
    Varying(u16),
    Differing(u16),
    Agreed(u16, Agreement),
    Level(u32, u32),
    Ran(Expression),
    Failed(Expression, u64),
    SoFar(SoFar),
}

impl Journal {
    /// Opens the journal of explorations by a program, or of comparisons by two, with these
    /// choices, in a folder. Without one, because it cannot be written or another run has it, both
    /// run as well.
    pub fn open(folder: &Path, programs: &[&Path], choices: impl Hash) -> Journal {
        let path = folder.join(format!("journal-{:016x}", hash((programs.len(), choices))));
        Journal::begun(path, programs).unwrap_or_default()
    }

    fn begun(path: PathBuf, programs: &[&Path]) -> io::Result<Journal> {
        // What another program has learned fits no call of this one.
        let programs = programs.iter().map(fs::read).collect::<io::Result<Vec<_>>>()?;
        let head = hash((env!("CARGO_PKG_VERSION"), programs)).to_le_bytes();
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path)?;
        file.try_lock()?;
        let mut entries = Vec::new();
        file.read_to_end(&mut entries)?;
        if entries.starts_with(&head) {
            entries.drain(..head.len());
        } else {
            entries.clear();
            file.set_len(0)?;
            file.rewind()?;
            file.write_all(&head)?;
        }
        Ok(Journal { file: Some(BufWriter::new(file)), path, entries })
    }

    /// Returns what a run that was killed has left, and cuts off what is not whole of it.
    pub(crate) fn killed(&mut self, signature: &Signature) -> KilledRun {
        let entries = std::mem::take(&mut self.entries);
        let mut killed = KilledRun::default();
        let mut places = FxHashMap::default();
        let mut left = &*entries;
        while let Some((entry, behind)) = first(left, signature) {
            killed.add(entry, &mut places);
            left = behind;
        }
        let whole = HEAD + entries.len() - left.len();
        let cut = |own: &mut BufWriter<File>| {
            own.get_ref().set_len(whole as u64).and_then(|()| own.seek(SeekFrom::End(0)))
        };
        if self.file.as_mut().is_some_and(|own| cut(own).is_err()) {
            self.file = None;
        }
        killed
    }

    /// Removes the file: the exploration has ended.
    pub fn end(self) {
        if self.file.is_some() {
            // What stays is read by the next run, which costs it some time.
            let _ = fs::remove_file(&self.path);
        }
    }

    pub(crate) fn kept(&mut self, kept: KeptValue) {
        self.write(&Entry::Kept(kept));
    }

    pub(crate) fn unsteady(&mut self, ty: u16) {
        self.write(&Entry::Unsteady(ty));
    }

    pub(crate) fn known(&mut self, news: CallKnowledge) {
        let unsteady = news.unsteady.into_iter().map(Entry::Varying);
        let differing = news.differing.into_iter().map(Entry::Differing);
        let agreements = news.agreements.into_iter().map(|(call, own)| Entry::Agreed(call, own));
        unsteady.chain(differing).chain(agreements).for_each(|own| self.write(&own));
    }

    pub(crate) fn level(&mut self, size: u32, through: u32) {
        self.write(&Entry::Level(size, through));
    }

    pub(crate) fn ran(&mut self, expression: &Expression) {
        self.write(&Entry::Ran(expression.clone()));
    }

    /// `count` further failures, the smallest of them this one.
    pub(crate) fn failed(&mut self, expression: &Expression, count: u64) {
        self.write(&Entry::Failed(expression.clone(), count));
    }

    pub(crate) fn so_far(&mut self, so_far: SoFar) {
        self.write(&Entry::SoFar(so_far));
    }

    /// Writes what is not written yet.
    pub(crate) fn flush(&mut self) {
        if self.file.as_mut().is_some_and(|own| own.flush().is_err()) {
            self.file = None;
        }
    }

    fn write(&mut self, entry: &Entry) {
        let Some(file) = &mut self.file else { return };
        let code = entry.code();
        let written = file.write_all(&(code.len() as u32).to_le_bytes()).and_then(|()| file.write_all(&code));
        if written.is_err() {
            self.file = None;
        }
    }
}

fn hash(own: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    own.hash(&mut hasher);
    hasher.finish()
}

/// Returns the first entry and what is behind it.
fn first<'b>(left: &'b [u8], signature: &Signature) -> Option<(Entry, &'b [u8])> {
    let (len, left) = left.split_first_chunk()?;
    let (code, left) = left.split_at_checked(u32::from_le_bytes(*len) as usize)?;
    Some((Entry::of(code, signature)?, left))
}

impl KilledRun {
    /// `places` has the places of failed expressions.
    fn add(&mut self, entry: Entry, places: &mut FxHashMap<Expression, usize>) {
        match entry {
            Entry::Kept(own) => self.kept.push(own),
            Entry::Unsteady(ty) => self.unsteady.push(ty),
            Entry::Varying(call) => _ = self.known.unsteady.insert(call),
            Entry::Differing(call) => _ = self.known.differing.insert(call),
            Entry::Agreed(call, own) => _ = self.known.agreements.insert(call, own),
            Entry::Level(size, through) => self.level = Some((size, through)),
            Entry::Ran(own) => self.ran.push(own),
            Entry::Failed(own, count) => {
                let place = *places.entry(own.clone()).or_insert(self.failed.len());
                if place == self.failed.len() {
                    self.failed.push((own, 0));
                }
                self.failed[place].1 += count;
            }
            Entry::SoFar(so_far) => self.so_far = so_far,
        }
    }
}

impl Entry {
    fn code(&self) -> Vec<u8> {
        let mut code = Vec::new();
        match self {
            Entry::Kept(KeptValue { size, ty, looks, is_printed, expression }) => {
                code.push(b'k');
                code.extend(size.unwrap_or(0).to_le_bytes());
                code.extend(ty.to_le_bytes());
                code.extend(looks.to_le_bytes());
                code.push(u8::from(*is_printed));
                code.extend(expression.code());
            }
            Entry::Unsteady(ty) => {
                code.push(b'u');
                code.extend(ty.to_le_bytes());
            }
            Entry::Varying(call) => {
                code.push(b'v');
                code.extend(call.to_le_bytes());
            }
            Entry::Differing(call) => {
                code.push(b'd');
                code.extend(call.to_le_bytes());
            }
            Entry::Agreed(call, Agreement { calls, values }) => {
                code.push(b'a');
                code.extend(call.to_le_bytes());
                code.extend(calls.to_le_bytes());
                code.extend(values.iter().flat_map(|own| own.to_le_bytes()));
            }
            Entry::Level(size, through) => {
                code.push(b'l');
                code.extend(size.to_le_bytes());
                code.extend(through.to_le_bytes());
            }
            Entry::Ran(own) => {
                code.push(b'r');
                code.extend(own.code());
            }
            Entry::Failed(own, count) => {
                code.push(b'f');
                code.extend(count.to_le_bytes());
                code.extend(own.code());
            }
            Entry::SoFar(SoFar { time, expressions, calls }) => {
                code.push(b't');
                for own in [time.as_millis() as u64, *expressions, *calls] {
                    code.extend(own.to_le_bytes());
                }
            }
        }
        code
    }

    /// Returns the entry of a code.
    fn of(code: &[u8], signature: &Signature) -> Option<Entry> {
        let (tag, mut left) = code.split_first()?;
        let own = &mut left;
        let entry = match tag {
            b'k' => {
                let size = Some(u32::from_le_bytes(bytes(own)?)).filter(|own| *own > 0);
                let ty = Some(u16::from_le_bytes(bytes(own)?))
                    .filter(|own| usize::from(*own) < signature.types.len())?;
                let looks = u64::from_le_bytes(bytes(own)?);
                let is_printed = bytes(own)? == [1];
                Entry::Kept(KeptValue {
                    size,
                    ty,
                    looks,
                    is_printed,
                    expression: expression(own, signature)?,
                })
            }
            b'u' => Entry::Unsteady(u16::from_le_bytes(bytes(own)?)),
            b'v' => Entry::Varying(call(own, signature)?),
            b'd' => Entry::Differing(call(own, signature)?),
            b'a' => {
                let (call, calls) = (call(own, signature)?, u64::from_le_bytes(bytes(own)?));
                let mut values = FxHashSet::default();
                while !own.is_empty() {
                    values.insert(u64::from_le_bytes(bytes(own)?));
                }
                Entry::Agreed(call, Agreement { calls, values })
            }
            b'l' => Entry::Level(u32::from_le_bytes(bytes(own)?), u32::from_le_bytes(bytes(own)?)),
            b'r' => Entry::Ran(expression(own, signature)?),
            b'f' => {
                let count = u64::from_le_bytes(bytes(own)?);
                Entry::Failed(expression(own, signature)?, count)
            }
            b't' => Entry::SoFar(SoFar {
                time: Duration::from_millis(u64::from_le_bytes(bytes(own)?)),
                expressions: u64::from_le_bytes(bytes(own)?),
                calls: u64::from_le_bytes(bytes(own)?),
            }),
            _ => return None,
        };
        left.is_empty().then_some(entry)
    }
}

/// Takes the number of a call.
fn call(left: &mut &[u8], signature: &Signature) -> Option<u16> {
    Some(u16::from_le_bytes(bytes(left)?)).filter(|own| usize::from(*own) < signature.calls.len())
}

/// Takes all that is left as the code of an expression.
fn expression(left: &mut &[u8], signature: &Signature) -> Option<Expression> {
    Expression::of_code(std::mem::take(left), |call| signature.calls.get(usize::from(call)).map(Vec::len))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tempfile::TempDir;

    use super::*;
    use crate::worker::{Kind, Parameter};

    fn signature() -> Signature {
        let parameter = Parameter { kind: Kind::Exclusive, ty: 0, len: None };
        Signature {
            is_confined: true,
            types: vec!["u8".to_owned(), "t::T".to_owned()],
            calls: vec![Vec::new(), vec![parameter, parameter]],
        }
    }

    /// Returns one expression of each kind, nested.
    fn nested() -> Expression {
        let none = Arc::new(Expression::Call(0, Vec::new()));
        let number = Arc::new(Expression::Number(0, u128::MAX));
        let text = Arc::new(Expression::Text("aé\"".into()));
        let list = Expression::List(vec![none, text, Arc::new(Expression::Bytes([0, 255].into()))], 2);
        let call = Expression::Call(1, vec![Arc::new(list), number]);
        let after = Expression::After(1, vec![Arc::new(call), Arc::new(Expression::List(Vec::new(), 0))], 1);
        Expression::Armed(3, Arc::new(after))
    }

    fn entries() -> Vec<Entry> {
        vec![
            Entry::Kept(KeptValue { size: Some(3), ty: 1, looks: 7, is_printed: true, expression: nested() }),
            Entry::Kept(KeptValue { size: None, ty: 0, looks: 8, is_printed: false, expression: nested() }),
            Entry::Unsteady(1),
            Entry::Varying(0),
            Entry::Differing(1),
            Entry::Agreed(1, Agreement { calls: 9, values: [7].into_iter().collect() }),
            Entry::Agreed(1, Agreement { calls: 12, values: [7, 8].into_iter().collect() }),
            Entry::Level(3, 2),
            Entry::Ran(nested()),
            Entry::Failed(nested(), 5),
            Entry::Failed(Expression::Call(0, Vec::new()), 1),
            Entry::Failed(nested(), 6),
            Entry::SoFar(SoFar { time: Duration::from_millis(1_500), expressions: 10, calls: 20 }),
        ]
    }

    /// Returns a folder with a program, and its name.
    fn program() -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        fs::write(&program, "program").unwrap();
        (folder, program)
    }

    /// Opens the journal of a program in a folder, and reads it.
    fn open(folder: &TempDir, program: &Path) -> (Journal, KilledRun) {
        let mut journal = Journal::open(folder.path(), &[program], 1);
        let killed = journal.killed(&signature());
        (journal, killed)
    }

    #[test]
    fn what_runs_have_written_is_read_by_the_next() {
        let (folder, program) = program();
        let (mut wanted, mut places) = (KilledRun::default(), FxHashMap::default());
        for entry in entries() {
            let (mut journal, killed) = open(&folder, &program);
            assert_eq!(killed, wanted);
            journal.write(&entry);
            drop(journal);
            wanted.add(entry, &mut places);
        }
        assert_eq!(open(&folder, &program).1, wanted);
        assert_eq!(wanted.known.agreements[&1].calls, 12);
        assert_eq!(wanted.failed, [(nested(), 11), (Expression::Call(0, Vec::new()), 1)]);
        assert_eq!(wanted.so_far, SoFar { time: Duration::from_millis(1_500), expressions: 10, calls: 20 });
    }

    #[test]
    fn an_entry_that_is_cut_off_is_left_out_and_others_can_follow() {
        let (folder, program) = program();
        let (mut journal, _) = open(&folder, &program);
        for entry in entries() {
            journal.write(&entry);
        }
        let path = journal.path.clone();
        drop(journal);
        let whole = open(&folder, &program).1;
        let all = fs::read(&path).unwrap();
        let last = 4 + entries().last().unwrap().code().len();
        for cut in 1..=last {
            fs::write(&path, &all[..all.len() - cut]).unwrap();
            let (mut journal, mut killed) = open(&folder, &program);
            assert_eq!(killed.so_far, SoFar::default());
            killed.so_far = whole.so_far;
            assert_eq!(killed, whole);
            journal.write(entries().last().unwrap());
            drop(journal);
            assert_eq!(fs::read(&path).unwrap(), all);
        }
    }

    #[test]
    fn a_journal_of_another_program_or_that_another_run_has_is_not_read() {
        let (folder, program) = program();
        let (mut journal, _) = open(&folder, &program);
        journal.level(2, 2);
        journal.flush();
        let (other, killed) = open(&folder, &program);
        assert!(other.file.is_none());
        assert_eq!(killed, KilledRun::default());
        drop(journal);
        assert_eq!(open(&folder, &program).1.level, Some((2, 2)));
        fs::write(&program, "another").unwrap();
        assert_eq!(open(&folder, &program).1, KilledRun::default());
    }

    #[test]
    fn a_run_that_ends_leaves_no_journal() {
        let (folder, program) = program();
        let (mut journal, _) = open(&folder, &program);
        journal.level(2, 2);
        journal.end();
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|own| own.unwrap().path()).collect();
        assert_eq!(left, [program]);
    }
}
