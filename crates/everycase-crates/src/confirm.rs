//! Code for readers, compiled and run before it is shown: each finding in the most readable style
//! that compiles and fails in the same way.

use std::io::{Read, Seek};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::candidates::Candidate;
use crate::driver;
use crate::error::Error;
use crate::explore::Exploration;
use crate::finding::{Finding, HANGS};
use crate::readable_code::compiling;
use crate::snippet::{STYLES, Snippet, snippet};
use crate::target::Target;

/// The status of a program that ended without a failure.
const ENDED: i32 = 100;

/// How long a program may run that shall end.
const TIME: Duration = Duration::from_secs(10);

/// Sets the code of the first findings, at most `most`. `hang` is the time after which a program is
/// taken for one that does not end. A panic that does not come again in code by
/// itself is unsteady. Returns how many have code that was run.
///
/// # Errors
/// If cargo cannot be run.
pub fn confirm(
    target: &Target,
    calls: &[Candidate],
    found: &mut Exploration,
    most: usize,
    hang: Duration,
) -> Result<usize, Error> {
    let Exploration { findings, forms, unsteady, .. } = found;
    let code_of = |own: &Finding, style| snippet(&own.expression, (calls, forms), &target.library, style);
    let mut all: Vec<(usize, Snippet)> = Vec::new();
    for (index, own) in findings.iter().take(most).enumerate() {
        for style in STYLES {
            let code = code_of(own, style);
            if !all.iter().any(|other| other.0 == index && other.1 == code) {
                all.push((index, code));
            }
        }
    }
    let Some(kept) = compiling(target, &all)? else { return Ok(0) };
    let program = driver::compile(&target.folder(), "shown")?;
    let mut confirmed = 0;
    for (number, index) in kept.iter().enumerate() {
        let (finding, code) = &all[*index];
        let own = &mut findings[*finding];
        if !own.is_confirmed && fails_alike(&program, number, own, hang)? {
            own.is_confirmed = true;
            own.code = code.clone();
            confirmed += 1;
        }
    }
    let is_run =
        |index: usize, code: &Snippet| kept.iter().any(|own| all[*own].0 == index && all[*own].1 == *code);
    let mut index = 0;
    let differs = findings.extract_if(.., |own| {
        index += 1;
        // The last style is the one that the exploration has run.
        let is_tried = !own.is_confirmed && own.place.is_some();
        is_tried && is_run(index - 1, &code_of(own, STYLES[STYLES.len() - 1]))
    });
    unsteady.extend(differs);
    Ok(confirmed)
}

/// Returns whether a snippet fails as its finding does.
fn fails_alike(program: &Path, number: usize, own: &Finding, hang: Duration) -> Result<bool, Error> {
    let is_hang = own.what == HANGS;
    let cannot = |error: std::io::Error| Error::Tool(format!("{}: {error}", program.display()));
    let folder = tempfile::Builder::new().prefix("everycase-").tempdir().map_err(cannot)?;
    let mut errors = tempfile::tempfile().map_err(cannot)?;
    let shared = errors.try_clone().map_err(cannot)?;
    let mut child = Command::new(program)
        .arg(number.to_string())
        .arg(folder.path())
        .env_clear()
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(shared)
        .spawn()
        .map_err(cannot)?;
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(cannot)? {
            break Some(status);
        }
        if start.elapsed() > if is_hang { hang } else { TIME } {
            let _ = child.kill();
            let _ = child.wait();
            break None;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let mut bytes = Vec::new();
    errors.rewind().and_then(|()| errors.take(1 << 16).read_to_end(&mut bytes)).map_err(cannot)?;
    let text = String::from_utf8_lossy(&bytes);
    let is_panic = own.place.is_some();
    Ok(match status {
        None => is_hang,
        Some(status) if is_panic => {
            let first = own.what.lines().next().unwrap_or_default();
            let place = own.place.as_deref().unwrap_or_default();
            status.code() == Some(101) && text.contains(first) && text.contains(place)
        }
        Some(status) => match status.code() {
            Some(ENDED) => false,
            // A panic of which the crate says that its caller is to blame.
            Some(101) => text.contains(own.what.lines().next().unwrap_or_default()),
            _ => !is_hang,
        },
    })
}
