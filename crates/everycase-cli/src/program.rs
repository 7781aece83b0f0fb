//! Loads programs and prints their diagnostics.

use std::fmt::Write;
use std::path::{self, MAIN_SEPARATOR, Path, PathBuf};
use std::{fs, io};

use everycase_check::settings::{Settings, SettingsError};
use everycase_check::text::nearest;
use pun::core::Program;
use pun::diagnostic::{Diagnostic, Severity, render};
use pun::load::{self, LoadResult};
use pun::source::Sources;

use crate::args::{Color, Common};
use crate::console;
use crate::exit::Exit;

/// The name of standard input, on the command line and in messages.
const INPUT: (&str, &str) = ("-", "<stdin>");

/// Returns whether a file means standard input.
pub(crate) fn is_input(file: &Path) -> bool {
    file == Path::new(INPUT.0)
}

/// Returns the name of a program in messages.
pub(crate) fn name(file: &Path) -> String {
    if is_input(file) { INPUT.1.to_owned() } else { file.display().to_string() }
}

/// Returns the files and directories, and the names of functions and the like, among the words of a
/// command line. The first word is a file or a directory; so is each that ends like a program, has
/// a separator of paths or stands for the standard input.
pub(crate) fn paths_and_names(words: &[PathBuf], endings: &[&str]) -> (Vec<PathBuf>, Vec<String>) {
    let (mut paths, mut names) = (Vec::new(), Vec::new());
    for (number, word) in words.iter().enumerate() {
        let is_path = |text: &str| {
            number == 0 || has_ending(Path::new(text), endings) || text.contains(['/', MAIN_SEPARATOR])
        };
        match word.to_str() {
            Some(name) if !is_path(name) && !is_input(word) => names.push(name.to_owned()),
            _ => paths.push(word.clone()),
        }
    }
    (paths, names)
}

/// The extension of programs.
pub(crate) const PUN: &str = "pun";

/// What files with programs are called in messages.
pub(crate) const PROGRAMS: &str = "programs";

/// That of files of Rust, which some commands read.
pub(crate) const RUST: &str = "rs";

/// Returns whether a file has one of some extensions.
pub(crate) fn has_ending(path: &Path, endings: &[&str]) -> bool {
    path.extension().is_some_and(|own| endings.iter().any(|ending| own == *ending))
}

/// The file of a program.
#[derive(Clone)]
pub(crate) struct File {
    pub(crate) path: PathBuf,
    /// Is it named on the command line, rather than found in a directory?
    pub(crate) is_named: bool,
}

/// Returns the files among some paths, and in the place of each directory the files in it and below
/// with these endings, by name; each file once. `what` names these files in messages.
pub(crate) fn files(paths: &[PathBuf], endings: &[&str], what: &str) -> Result<Vec<File>, Exit> {
    let mut files: Vec<File> = Vec::new();
    for path in paths {
        let is_named = !path.is_dir();
        let mut found = Vec::new();
        if is_named {
            found.push(path.clone());
        } else if let Err(error) = add(path, endings, &mut found) {
            console::complain(&format!("error: {}: {error}\n", path.display()));
            return Err(Exit::Usage);
        } else if found.is_empty() {
            let names = endings.iter().map(|ending| format!("*.{ending}")).collect::<Vec<_>>().join(", ");
            console::complain(&format!("error: {}: no {what} ({names}) in this directory\n", path.display()));
            return Err(Exit::Usage);
        }
        for path in found {
            match files.iter_mut().find(|file| file.path == path) {
                Some(file) => file.is_named |= is_named,
                None => files.push(File { path, is_named }),
            }
        }
    }
    Ok(files)
}

fn add(directory: &Path, endings: &[&str], files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(directory)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        // Links are not followed: they may form cycles.
        if entry.file_type()?.is_dir() {
            add(&path, endings, files)?;
        } else if has_ending(&path, endings) {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns what the `everycase.toml` in charge of a program sets.
///
/// # Errors
/// What is wrong with that file.
pub(crate) fn settings(file: &Path) -> Result<Settings, SettingsError> {
    let whole = path::absolute(file).unwrap_or_else(|_| file.to_owned());
    Settings::from_file(whole.parent().unwrap_or(&whole))
}

/// The programs in which a name is looked up, in messages.
pub(crate) enum Place {
    /// One program, by its name.
    One(String),
    /// Several programs.
    Several(usize),
}

impl Place {
    /// Returns the place of some files.
    pub(crate) fn of<'p>(files: impl IntoIterator<Item = &'p Path>) -> Self {
        let names: Vec<String> = files.into_iter().map(name).collect();
        match <[String; 1]>::try_from(names) {
            Ok([name]) => Self::One(name),
            Err(names) => Self::Several(names.len()),
        }
    }

    /// Returns the message about a name that means nothing here, with the `known` names.
    pub(crate) fn has_no(&self, what: &str, name: &str, known: &[&str]) -> String {
        self.has_no_but(what, known, nearest(name, known))
    }

    /// Does the same, with the name that was probably meant.
    pub(crate) fn has_no_but(&self, what: &str, known: &[&str], near: Option<&str>) -> String {
        let (place, has) = match self {
            Self::One(name) => (name.clone(), "it has"),
            Self::Several(number) => (format!("these {number} programs"), "they have"),
        };
        format!("there is no {what} in {place}: {has} {}", listed(known, near))
    }
}

/// Returns a list of names, each once, and a hint at the name that was probably meant.
pub(crate) fn listed(known: &[&str], near: Option<&str>) -> String {
    /// The maximal number of names in a message.
    const MOST: usize = 50;
    // Several programs may have the same name.
    let mut names: Vec<&str> = Vec::new();
    for name in known {
        if !names.contains(name) {
            names.push(name);
        }
    }
    let more = names.len().saturating_sub(MOST);
    names.truncate(MOST);
    let mut text = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    if more > 0 {
        let _ = write!(text, " and {more} more");
    }
    if let Some(near) = near {
        let _ = write!(text, "; did you mean `{near}`?");
    }
    text
}

/// Loads a program and prints its diagnostics.
pub(crate) fn load(file: &Path, common: Common) -> Result<Program, Exit> {
    load_with(file, &[], common)
}

/// Loads a program and further modules, and prints their diagnostics.
pub(crate) fn load_with(file: &Path, further: &[String], common: Common) -> Result<Program, Exit> {
    let LoadResult { sources, program, diagnostics } = if is_input(file) {
        load::load_stream(INPUT.1, io::stdin().lock(), further)
    } else {
        load::load_with(file, further)
    };
    let wanted = |diagnostic: &&Diagnostic| !common.quiet || diagnostic.severity == Severity::Error;
    print_diagnostics(&sources, diagnostics.iter().filter(wanted), common.color);
    program.ok_or(Exit::Usage)
}

/// Prints diagnostics.
pub(crate) fn print_diagnostics<'d>(
    sources: &Sources,
    diagnostics: impl IntoIterator<Item = &'d Diagnostic>,
    color: Color,
) {
    let color = console::is_coloured(color);
    for diagnostic in diagnostics {
        let text = render(sources, diagnostic, color);
        console::complain(&format!("{}\n\n", text.trim_end()));
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{PUN, listed, paths_and_names};

    #[test]
    fn a_list_of_known_names_has_each_once_and_no_more_than_50() {
        assert_eq!(listed(&[], None), "none");
        assert_eq!(
            listed(&["insert", "delete", "insert"], Some("insert")),
            "insert, delete; did you mean `insert`?"
        );
        let many: Vec<String> = (0..60).map(|number| format!("f{number}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let shown = listed(&many, None);
        assert!(shown.starts_with("f0, f1,") && shown.ends_with(", f49 and 10 more"), "{shown}");
    }

    #[test]
    fn the_first_word_is_a_path_and_others_if_they_look_like_one() {
        let words = ["examples", "insert", "a.pun", "-", "delete", "more/", "x.puns"].map(PathBuf::from);
        let (paths, names) = paths_and_names(&words, &[PUN]);
        assert_eq!(paths, ["examples", "a.pun", "-", "more/"].map(PathBuf::from));
        assert_eq!(names, ["insert", "delete", "x.puns"]);
    }
}
