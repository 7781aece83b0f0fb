//! Records each case in a file before it runs, so that another process can read which case ended
//! this one.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use everycase_kernel::Derivation;
use everycase_kernel::lazy::Run;

use crate::claims::stats::Labels;
use crate::claims::stream::Stream;
use crate::run::verdict::{Demands, Event, Profile, Subject, Verdict};
use crate::system::paths::write_first;

const PREFIX: &str = "case-";

/// A subject that records each input before running it.
///
/// Inputs that run at the same time have a file each. A record is a single write at the beginning
/// of the file, without waiting for the disk: it is read after the death of this process, not of
/// the system.
pub struct Journal {
    subject: Arc<dyn Subject>,
    dir: PathBuf,
    stream: AtomicU64,
    /// The files that no running case uses.
    free: Mutex<Vec<Slot>>,
    files: AtomicU64,
}

struct Slot {
    file: File,
    cases: u64,
    bytes: Vec<u8>,
}

/// The record of one thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalEntry {
    /// The stream of the run.
    pub stream: Stream,
    /// The number of cases recorded here, including this one.
    pub cases: u64,
    /// The input.
    pub words: Vec<u64>,
}

impl Journal {
    /// Returns a journal of the subject's inputs, in files of a directory.
    pub fn of(subject: Arc<dyn Subject>, dir: impl Into<PathBuf>) -> Journal {
        Journal {
            subject,
            dir: dir.into(),
            stream: AtomicU64::new(0),
            free: Mutex::default(),
            files: AtomicU64::new(0),
        }
    }

    fn free(&self) -> MutexGuard<'_, Vec<Slot>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn slot(&self) -> io::Result<Slot> {
        let free = self.free().pop();
        free.map_or_else(
            || {
                let number = self.files.fetch_add(1, Ordering::Relaxed);
                let file = File::create_new(self.dir.join(format!("{PREFIX}{number}")))?;
                Ok(Slot { file, cases: 0, bytes: Vec::new() })
            },
            Ok,
        )
    }

    /// Runs a case after recording it.
    fn noted(&self, input: &Derivation, case: impl FnOnce() -> Verdict) -> Verdict {
        let slot = self.note(input).unwrap_or_else(|error| {
            panic!("everycase: {}: the input cannot be noted: {error}", self.dir.display())
        });
        let verdict = case();
        self.free().push(slot);
        verdict
    }

    /// Records an input. The slot is returned when the case is over.
    fn note(&self, input: &Derivation) -> io::Result<Slot> {
        let mut slot = self.slot()?;
        slot.cases += 1;
        let words = input.words();
        slot.bytes.clear();
        let head = [self.stream.load(Ordering::Relaxed), slot.cases, words.len() as u64];
        slot.bytes.extend(head.iter().chain(&words).flat_map(|number| number.to_le_bytes()));
        write_first(&slot.file, &slot.bytes)?;
        Ok(slot)
    }
}

/// In a search, an equivalence class is run on its smallest input, which can be recorded before. A
/// draw decides its input only while it runs, so a journal's inputs are drawn as a whole.
impl Subject for Journal {
    /// # Panics
    /// If the input cannot be recorded: isolation would silently fail.
    fn run(&self, input: &mut Run, labels: &mut Labels) -> Verdict {
        let Some(smallest) = input.derivation(input.root()) else { return Verdict::Discarded };
        self.noted(&smallest, || self.subject.run(input, labels))
    }

    fn profile(&self) -> Profile {
        let profile = self.subject.profile();
        let demands = match profile.demands {
            Demands::Parts => Demands::PartsOfSearches,
            demands => demands,
        };
        Profile { demands, ..profile }
    }

    fn notice(&self, event: Event) {
        if let Event::Stream(stream) = event {
            let number = Stream::ALL.iter().position(|known| *known == stream).unwrap_or(0);
            self.stream.store(number as u64, Ordering::Relaxed);
        }
        self.subject.notice(event);
    }
}

/// Removes the records of a journal in a directory, so that they are not blamed for a later end of
/// the process.
///
/// # Errors
/// If the directory or a file in it cannot be changed.
pub fn clear(dir: &Path) -> io::Result<()> {
    for file in files(dir)? {
        fs::remove_file(file)?;
    }
    Ok(())
}

/// Returns the records in a directory: the last case of each thread, whether it has finished or
/// not.
///
/// # Errors
/// If the directory or a file in it cannot be read.
pub fn read(dir: &Path) -> io::Result<Vec<JournalEntry>> {
    let mut noted = Vec::new();
    for file in files(dir)? {
        // A file without a record is of a thread that did not run a case.
        noted.extend(parse(&fs::read(file)?));
    }
    Ok(noted)
}

/// Returns the files of a journal.
fn files(dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(PREFIX) {
            files.push(entry.path());
        }
    }
    Ok(files)
}

fn parse(bytes: &[u8]) -> Option<JournalEntry> {
    let numbers: Vec<u64> = bytes.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
    let (&[stream, cases, length], rest) = numbers.split_first_chunk()?;
    // Ignore the rest of an earlier, longer record.
    let words = rest.get(..usize::try_from(length).ok()?)?.to_vec();
    Some(JournalEntry { stream: *Stream::ALL.get(usize::try_from(stream).ok()?)?, cases, words })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::verdict::replay;
    use crate::testing::scratch::Scratch;
    use crate::testing::shapes::lists;

    #[test]
    fn the_case_at_hand_is_noted_before_it_runs() {
        let dir = Scratch::new("journal");
        let path = dir.path().to_owned();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let own = Arc::clone(&seen);
        let look = move |_: &Derivation, _: &mut Labels| {
            own.lock().unwrap().push(read(&path).unwrap());
            Verdict::Passed
        };
        let journal = Journal::of(Arc::new(look), dir.path());
        // A shorter record after a longer one.
        let inputs = [1000u64, 0].map(|index| lists().index(&index.into()).unwrap());
        replay(&journal, &inputs[0], &mut Labels::default());
        journal.notice(Event::Stream(Stream::Draws));
        replay(&journal, &inputs[1], &mut Labels::default());
        let note =
            |stream, cases, input: &Derivation| vec![JournalEntry { stream, cases, words: input.words() }];
        let expected = [note(Stream::RoundTrip, 1, &inputs[0]), note(Stream::Draws, 2, &inputs[1])];
        assert_eq!(*seen.lock().unwrap(), expected);
        clear(dir.path()).unwrap();
        assert_eq!(read(dir.path()).unwrap(), []);
    }

    #[test]
    fn cases_at_the_same_time_are_noted_side_by_side() {
        let dir = Scratch::new("journal_threads");
        let barrier = Arc::new(std::sync::Barrier::new(3));
        let own = Arc::clone(&barrier);
        let both = move |_: &Derivation, _: &mut Labels| {
            own.wait();
            own.wait();
            Verdict::Passed
        };
        let journal = Journal::of(Arc::new(both), dir.path());
        let inputs = [5u64, 6].map(|index| lists().index(&index.into()).unwrap());
        std::thread::scope(|scope| {
            for input in &inputs {
                scope.spawn(|| replay(&journal, input, &mut Labels::default()));
            }
            barrier.wait();
            let mut noted: Vec<_> = read(dir.path()).unwrap().into_iter().map(|noted| noted.words).collect();
            noted.sort();
            assert_eq!(noted, inputs.each_ref().map(Derivation::words));
            barrier.wait();
        });
    }

    /// Asks for parts, and notes what it hears.
    struct Hears(Mutex<Vec<Event>>);

    impl Subject for Hears {
        fn run(&self, _: &mut Run, _: &mut Labels) -> Verdict {
            Verdict::Passed
        }

        fn profile(&self) -> Profile {
            Profile { longest: 200, is_pure: true, names_continuations: true, ..Profile::parts() }
        }

        fn notice(&self, event: Event) {
            self.0.lock().unwrap().push(event);
        }
    }

    #[test]
    fn a_journal_passes_on_what_its_subject_says_and_hears() {
        let dir = Scratch::new("journal_profile");
        let subject = Arc::new(Hears(Mutex::default()));
        let journal = Journal::of(Arc::clone(&subject) as _, dir.path());
        let Profile { demands, longest, is_pure, names_continuations } = journal.profile();
        assert!(matches!(demands, Demands::PartsOfSearches));
        assert_eq!((longest, is_pure, names_continuations), (200, true, true));
        let events = [Event::Stream(Stream::Draws), Event::Bound { is_complete: true }];
        for event in events {
            journal.notice(event);
        }
        assert_eq!(*subject.0.lock().unwrap(), events);
    }

    #[test]
    fn half_a_note_is_none() {
        let whole: Vec<u8> = [3u64, 9, 2, 7, 8].iter().flat_map(|word| word.to_le_bytes()).collect();
        assert_eq!(parse(&whole), Some(JournalEntry { stream: Stream::Search, cases: 9, words: vec![7, 8] }));
        for length in 0..whole.len() {
            assert_eq!(parse(&whole[..length]), None);
        }
    }
}
