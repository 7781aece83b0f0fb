//! A worker process: runs encoded expressions, and is replaced when one kills it.

mod outcome;
mod signature;

use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use everycase_check::process;
use tempfile::TempDir;

pub use self::outcome::{Death, Differs, EndKind, Outcome, Panic};
pub use self::signature::{Kind, Parameter, Signature};
use crate::error::Error;

/// After which time an expression is taken for one that does not end: processor time, and time in
/// which it waits for what does not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For one among others.
    pub beside: Duration,
    /// For one that runs alone, which is how each hang in a report was confirmed.
    pub alone: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { beside: Duration::from_secs(1), alone: Duration::from_secs(5) }
    }
}

impl Patience {
    /// Returns the patience of a run: a share of its time, so that a few expressions that do not
    /// end leave time for others.
    pub fn of(time: Duration) -> Patience {
        const LEAST: Duration = Duration::from_millis(100);
        let most = Patience::default();
        Patience { beside: (time / 50).clamp(LEAST, most.beside), ..most }
    }
}

/// What the journal has instead of the number of an expression, if none runs.
const ANSWERS: u64 = u64::MAX;

/// The time of the wall after which an expression is ended where the system tells nothing.
const BLIND: Duration = Duration::from_secs(10);

/// How often the time of an expression is read.
const POLL: Duration = Duration::from_millis(20);

const OUT_OF_MEMORY: i32 = 99;
const RENEWED: i32 = 96;

/// How a worker is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// For many expressions.
    Batch,
    /// For one, with its value's text and what it prints to standard error.
    Alone,
    /// For some, with the calls of a panic.
    Trace,
}

/// A running worker.
pub struct Worker {
    child: Child,
    input: ChildStdin,
    answers: Receiver<Vec<u8>>,
    /// The journal and what it prints, out of its reach.
    control: TempDir,
    /// Where it may write.
    _folder: TempDir,
    /// After which time an expression is ended.
    hang: Duration,
    /// What it offers.
    pub signature: Signature,
    /// What it hears before the next expressions.
    news: Vec<u8>,
    /// What the last expressions have reached.
    reached: Vec<Reach>,
}

/// What some expressions that ran one after the other have reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Their places among those that were sent.
    pub expressions: Range<usize>,
    /// Points that were not known.
    pub points: Points,
}

impl Reach {
    /// Returns the same of expressions that stand behind so many others.
    pub(crate) fn behind(mut self, count: usize) -> Reach {
        self.expressions = count + self.expressions.start..count + self.expressions.end;
        self
    }
}

/// Numbers of points, each with whether it was surely reached.
pub type Points = Vec<(u32, bool)>;

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Worker {
    /// Starts a worker; with the file of a driver's points it tells which of them are reached.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(
        program: &Path,
        manner: Manner,
        patience: Patience,
        points: Option<&Path>,
    ) -> Result<Worker, Error> {
        let cannot = |error: io::Error| Error::Tool(format!("the driver cannot be run: {error}"));
        let folder = tempfile::Builder::new().prefix("everycase-").tempdir().map_err(cannot)?;
        let control = tempfile::Builder::new().prefix("everycase-").tempdir().map_err(cannot)?;
        std::fs::write(control.path().join("journal"), [0; 16]).map_err(cannot)?;
        let mut command = Command::new(program);
        command.arg(folder.path()).arg(control.path().join("journal")).env_clear().current_dir(folder.path());
        if let Some(points) = points {
            command.arg(format!("points={}", points.display()));
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C of the terminal does not reach a worker: the tool ends it.
        process::lead_group(&mut command);
        match manner {
            Manner::Batch => _ = command.stderr(Stdio::null()),
            Manner::Alone | Manner::Trace => {
                let errors = File::create(control.path().join("errors")).map_err(cannot)?;
                let wanted = if manner == Manner::Alone { "value" } else { "calls" };
                command.args(["alone", wanted]).stderr(errors);
            }
        }
        let mut child = command.spawn().map_err(cannot)?;
        let (Some(input), Some(mut output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Error::Tool("the driver has no pipes".to_owned()));
        };
        let (send, answers) = channel();
        std::thread::spawn(move || {
            loop {
                let mut length = [0; 4];
                if output.read_exact(&mut length).is_err() {
                    return;
                }
                let mut frame = vec![0; u32::from_le_bytes(length) as usize];
                if output.read_exact(&mut frame).is_err() || send.send(frame).is_err() {
                    return;
                }
            }
        });
        let mut worker = Worker {
            child,
            input,
            answers,
            control,
            _folder: folder,
            hang: if manner == Manner::Batch { patience.beside } else { patience.alone },
            signature: Signature::default(),
            news: Vec::new(),
            reached: Vec::new(),
        };
        let greeting = worker
            .answers
            .recv_timeout(Duration::from_secs(20))
            .map_err(|_| Error::Tool("the driver does not start".to_owned()))?;
        worker.signature = Signature::parse(&String::from_utf8_lossy(&greeting));
        Ok(worker)
    }

    /// Runs expressions. Returns their outcomes; the last one may be a death, and those behind it
    /// did not run. `None`: the worker has to be renewed before the expression behind the returned
    /// ones.
    pub fn run(&mut self, codes: &[Vec<u8>]) -> (Vec<Outcome>, End) {
        self.reached.clear();
        let mut frame = std::mem::take(&mut self.news);
        for code in codes {
            frame.extend((code.len() as u32).to_le_bytes());
            frame.extend(code);
        }
        let length = (frame.len() as u32).to_le_bytes();
        let sent = self.input.write_all(&length).and_then(|()| self.input.write_all(&frame));
        let sent = sent.and_then(|()| self.input.flush());
        if sent.is_ok()
            && let Some(answer) = self.wait()
        {
            let (outcomes, reached) = outcomes(&answer);
            self.reached = reached;
            return (outcomes, End::All);
        }
        let death = self.death();
        let (at, call) = self.journal();
        let at = at.min(codes.len().saturating_sub(1) as u64) as usize;
        match death {
            None => (Vec::new(), End::Renew(at)),
            Some(death) => (Vec::new(), End::Death(at, death, call)),
        }
    }

    /// Tells the worker points which it need not tell any more (`true`), or only where nothing
    /// panics.
    pub fn hear(&mut self, points: &[(u32, bool)]) {
        if points.is_empty() {
            return;
        }
        self.news.extend((1 + 4 * points.len() as u32).to_le_bytes());
        self.news.push(b'k');
        let marks = points.iter().map(|(point, is_known)| point << 1 | u32::from(*is_known));
        self.news.extend(marks.flat_map(u32::to_le_bytes));
    }

    /// Returns what the last expressions have reached, if the worker lives.
    pub fn reached(&mut self) -> Vec<Reach> {
        std::mem::take(&mut self.reached)
    }

    /// Waits for an answer; `None` if the worker is dead, or was ended because it hangs.
    fn wait(&mut self) -> Option<Vec<u8>> {
        let mut last = ((u64::MAX, 0), Duration::ZERO, Instant::now());
        let mut runs = Instant::now();
        loop {
            match self.answers.recv_timeout(POLL) {
                Ok(answer) => return Some(answer),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            let (at, used) = (self.journal(), self.used());
            let is_waiting = self.is_waiting();
            // One that answers waits for this process.
            if at != last.0 || at.0 == ANSWERS || is_waiting != Some(true) {
                runs = Instant::now();
            }
            let is_blind = is_waiting.is_none() && last.2.elapsed() > BLIND;
            if at != last.0 {
                last = (at, used, Instant::now());
            } else if used.saturating_sub(last.1) > self.hang || runs.elapsed() > self.hang || is_blind {
                let _ = self.child.kill();
                // Told from a kill by others by the file that is left.
                let _ = std::fs::write(self.control.path().join("hang"), "");
                return None;
            }
        }
    }

    /// Returns how the worker died; `None` if it wants to be renewed.
    fn death(&mut self) -> Option<Death> {
        if self.control.path().join("hang").exists() {
            let _ = self.child.wait();
            return Some(Death::Hang);
        }
        // Its pipe is closed: it ends.
        let status = self.child.wait().ok()?;
        match status.code() {
            Some(OUT_OF_MEMORY) => Some(Death::Memory),
            Some(RENEWED) => None,
            Some(code) => Some(Death::Exit(code)),
            None => Some(Death::Signal(process::signal(status).unwrap_or(0))),
        }
    }

    /// Returns the numbers of the expression that runs, and of its call.
    fn journal(&self) -> (u64, u64) {
        let bytes = std::fs::read(self.control.path().join("journal")).unwrap_or_default();
        let word = |at: usize| {
            bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |own| u64::from_le_bytes(*own))
        };
        (word(0), word(8))
    }

    /// Returns the processor time that the worker has used, if the system tells it.
    fn used(&self) -> Duration {
        let path = PathBuf::from(format!("/proc/{}/stat", self.child.id()));
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let fields: Vec<&str> = text.rsplit_once(')').map_or("", |own| own.1).split_whitespace().collect();
        let ticks = |at: usize| fields.get(at).and_then(|own| own.parse::<u64>().ok()).unwrap_or(0);
        // In hundredths of a second.
        Duration::from_millis((ticks(11) + ticks(12)) * 10)
    }

    /// Returns whether no thread of the worker can run, since each waits for something, if the
    /// system tells it.
    fn is_waiting(&self) -> Option<bool> {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).ok()?;
        let is_asleep = |thread: io::Result<std::fs::DirEntry>| {
            let text = std::fs::read_to_string(thread.ok()?.path().join("stat")).ok()?;
            // One that is ready to run waits for a processor only.
            Some(text.rsplit_once(") ")?.1.starts_with('S'))
        };
        threads.map(is_asleep).try_fold(true, |all, own| Some(all && own?))
    }

    /// Returns what a worker that ran alone printed to standard error.
    pub fn errors(&self) -> String {
        let bytes = std::fs::read(self.control.path().join("errors")).unwrap_or_default();
        String::from_utf8_lossy(&bytes[..bytes.len().min(1 << 14)]).into_owned()
    }
}

/// How a batch ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// All expressions ran.
    All,
    /// The expression at this place killed the worker in a call; no outcome of the batch is known.
    Death(usize, Death, u64),
    /// The worker has leaked much; the expression at this place was the next one.
    Renew(usize),
}

/// The kind of an answer that tells what the expressions before it have reached.
const POINTS: u8 = 7;

/// Returns the outcomes of an answer, and what was reached.
fn outcomes(answer: &[u8]) -> (Vec<Outcome>, Vec<Reach>) {
    let (mut all, mut reached) = (Vec::new(), Vec::new());
    let mut rest = answer;
    while let Some((head, behind)) = rest.split_first_chunk::<28>() {
        let word = |at: usize| head[at..at + 8].iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte));
        let half = |at: usize| word(at - 4) >> 32;
        let ty = u16::from_le_bytes([head[2], head[3]]);
        let (looks, printed, allocated, length) = (word(4), word(12), half(20), half(24) as usize);
        let (text, behind) = behind.split_at(length.min(behind.len()));
        rest = behind;
        if head[0] == POINTS {
            let marks = text.chunks_exact(4).map(|own| u32::from_le_bytes([own[0], own[1], own[2], own[3]]));
            let points = marks.map(|own| (own >> 1, own & 1 == 1)).collect();
            let expressions = all.len().saturating_sub(usize::from(ty))..all.len();
            reached.push(Reach { expressions, points });
            continue;
        }
        let text = String::from_utf8_lossy(text);
        all.push(match head[0] {
            0 | 6 => Outcome::Value {
                ty: (ty != u16::MAX).then_some(ty),
                looks,
                printed,
                is_printed: head[0] == 0,
                allocated,
                form: head[1],
                text: text.into_owned(),
            },
            1 => Outcome::Absent,
            2 => Outcome::Error,
            4 => {
                let (text, calls) = text.split_once('\u{1}').unwrap_or((&text, ""));
                let (place, message) = text.split_once('\n').unwrap_or(("", text));
                Outcome::Panic(Panic {
                    place: place.to_owned(),
                    message: message.trim_end().to_owned(),
                    calls: calls.to_owned(),
                    call: looks,
                })
            }
            5 => Outcome::AtomPanic,
            _ => Outcome::Stuck,
        });
    }
    (all, reached)
}
