//! The old version that a new one is compared with.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use everycase_crates::error::Error;
use everycase_crates::target::{Source, Target};

use crate::explore::crates::cache;

/// Returns the old version: what `--baseline` names, or else the newest one that was published.
pub(super) fn source(baseline: Option<&str>, new: &Source, target: &Target) -> Result<Source, Error> {
    let published = |version| Source::Registry { name: target.package.clone(), version };
    let Some(word) = baseline else { return Ok(published(None)) };
    let manifest = Path::new(word).join("Cargo.toml");
    if manifest.is_file() {
        return Ok(Source::Manifest(manifest));
    }
    if word.starts_with(|own: char| own.is_ascii_digit()) && word.matches('.').count() >= 2 {
        return Ok(published(Some(word.to_owned())));
    }
    match new {
        Source::Manifest(path) => revision(word, path, &cache(new)?).map(Source::Manifest),
        Source::Registry { .. } => Err(Error::Input(format!(
            "`{word}` is neither a version such as 1.2.3 nor a directory with a Cargo.toml"
        ))),
    }
}

/// Writes the files of a revision of the repository around a manifest below a folder, and returns
/// the manifest there.
fn revision(revision: &str, manifest: &Path, folder: &Path) -> Result<PathBuf, Error> {
    let wrong = |error: std::io::Error| Error::Input(format!("{}: {error}", manifest.display()));
    let manifest = manifest.canonicalize().map_err(wrong)?;
    let within = manifest.parent().unwrap_or(Path::new("/"));
    let no_such = |what: &str| {
        Error::Input(format!("`{revision}` is neither a version, nor a directory, nor a revision: {what}"))
    };
    let top = git(within, &["rev-parse", "--show-toplevel"], None)?.map_err(|error| no_such(&error))?;
    let top = PathBuf::from(top);
    let commit = format!("{revision}^{{commit}}");
    let commit = git(within, &["rev-parse", "--verify", "--quiet", &commit], None)?
        .map_err(|_| no_such("git knows none of that name"))?;
    let out = folder.join("revisions").join(&commit);
    let place = manifest.strip_prefix(&top).map_err(|_| no_such("the crate is outside of the repository"))?;
    let found = out.join(place);
    if !found.is_file() {
        // An index of its own leaves that of the user as it is.
        let parent = out.parent().unwrap_or(&out);
        std::fs::create_dir_all(parent).map_err(wrong)?;
        let begun = tempfile::Builder::new().prefix("begun-").tempdir_in(parent).map_err(wrong)?;
        let index = begun.path().join("index");
        let files = format!("--prefix={}/files/", begun.path().display());
        git(&top, &["read-tree", &commit], Some(index.as_os_str()))?.map_err(|error| no_such(&error))?;
        git(&top, &["checkout-index", "--all", &files], Some(index.as_os_str()))?
            .map_err(|error| no_such(&error))?;
        let _ = std::fs::remove_dir_all(&out);
        std::fs::rename(begun.path().join("files"), &out).map_err(wrong)?;
    }
    if !found.is_file() {
        return Err(no_such(&format!("it has no {}", place.display())));
    }
    Ok(found)
}

/// Runs git in a folder, and returns what it prints or what it complains about.
fn git(folder: &Path, arguments: &[&str], index: Option<&OsStr>) -> Result<Result<String, String>, Error> {
    let mut command = Command::new("git");
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    if let Some(index) = index {
        command.env("GIT_INDEX_FILE", index);
    }
    let output = command.output().map_err(|error| {
        Error::Tool(format!("git, which --baseline with a revision needs, cannot be run: {error}"))
    })?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    Ok(if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) })
}
