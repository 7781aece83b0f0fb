//! The source of typed text: a terminal with a history, or a pipe.

use std::fs;
use std::io::{self, BufRead, IsTerminal};
use std::path::PathBuf;

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::config::Configurer;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Context, Editor, Helper, Highlighter, Hinter};

use super::complete::{InputKind, look_at};
use super::names::{Completion, Names};

/// The number of lines in the history.
const HISTORY: usize = 1000;

/// The next input.
pub(super) enum Input {
    /// A complete text.
    Text(String),
    /// An abandoned line.
    Nothing,
    End,
}

pub(super) enum Lines {
    Terminal(Box<Terminal>),
    Pipe,
}

impl Lines {
    pub(super) fn new() -> Self {
        // A terminal that cannot be used as such is read like a pipe.
        let terminal = io::stdin().is_terminal().then(|| Terminal::new().ok()).flatten();
        terminal.map_or(Self::Pipe, |terminal| Self::Terminal(Box::new(terminal)))
    }

    /// Returns the next complete text.
    pub(super) fn next(&mut self) -> io::Result<Input> {
        match self {
            Self::Terminal(terminal) => terminal.next(),
            Self::Pipe => piped(),
        }
    }

    /// Sets the names for completion.
    pub(super) fn know(&mut self, names: impl FnOnce() -> Names) {
        if let Self::Terminal(terminal) = self
            && let Some(helper) = terminal.editor.helper_mut()
        {
            helper.names = names();
        }
    }

    /// Returns whether the input is a terminal, so that a greeting makes sense.
    pub(super) fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }
}

fn piped() -> io::Result<Input> {
    let mut text = String::new();
    let mut input = io::stdin().lock();
    loop {
        let read = input.read_line(&mut text)?;
        if read == 0 && text.is_empty() {
            return Ok(Input::End);
        }
        if read == 0 || look_at(&text) != InputKind::Beginning {
            return Ok(Input::Text(text));
        }
    }
}

pub(super) struct Terminal {
    editor: Editor<Help, DefaultHistory>,
    history: Option<PathBuf>,
}

impl Terminal {
    fn new() -> rustyline::Result<Self> {
        let mut editor = Editor::new()?;
        editor.set_helper(Some(Help { names: Names::default(), files: FilenameCompleter::new() }));
        editor.set_completion_type(CompletionType::List);
        editor.set_max_history_size(HISTORY)?;
        let history = history();
        if let Some(history) = &history {
            // The first time, a history does not exist yet.
            let _ = editor.load_history(history);
        }
        Ok(Self { editor, history })
    }

    fn next(&mut self) -> io::Result<Input> {
        match self.editor.readline("pun> ") {
            Ok(text) => {
                self.keep(text.trim_end());
                Ok(Input::Text(text))
            }
            Err(ReadlineError::Interrupted) => Ok(Input::Nothing),
            Err(ReadlineError::Eof) => Ok(Input::End),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    /// Saves a line immediately, since Ctrl-C may end its evaluation and the session. An error here
    /// does not matter.
    fn keep(&mut self, line: &str) {
        if let Ok(true) = self.editor.add_history_entry(line)
            && let Some(history) = &self.history
        {
            let _ = history.parent().map(fs::create_dir_all);
            let _ = self.editor.append_history(history);
        }
    }
}

/// Returns the file with the history, by the conventions of the XDG base directories.
fn history() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = set("XDG_STATE_HOME").or_else(|| Some(set("HOME")?.join(".local/state")));
    Some(state?.join("everycase/history"))
}

/// Continues incomplete text on the next line, and completes words on TAB.
#[derive(Helper, Highlighter, Hinter)]
struct Help {
    names: Names,
    files: FilenameCompleter,
}

impl Completer for Help {
    type Candidate = Pair;

    fn complete(&self, line: &str, end: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = line.get(..end).unwrap_or(line);
        match self.names.complete(before) {
            Completion::File => self.files.complete_path(line, end),
            Completion::Words(at, words) => {
                let pair = |word: String| Pair { display: word.clone(), replacement: word };
                Ok((at, words.into_iter().map(pair).collect()))
            }
        }
    }
}

impl Validator for Help {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        // The line being ended has no line break yet.
        Ok(match look_at(&format!("{}\n", context.input())) {
            InputKind::Beginning => ValidationResult::Incomplete,
            _ => ValidationResult::Valid(None),
        })
    }
}
