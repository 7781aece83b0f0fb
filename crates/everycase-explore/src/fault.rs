//! The failure of a test, as data and as a line of text.

use std::sync::Arc;

use everycase_check::names;

/// How a test fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its kind.
    pub kind: Kind,
    /// What happened. A library describes its own errors as it likes, in any number of lines.
    pub message: String,
    /// Where, as `file:line:column`, if it is known.
    pub place: Option<String>,
    /// The definition whose evaluation has failed, if it has a name.
    pub definition: Option<Arc<str>>,
    /// The source at the place, in one line. It identifies the error when the place has moved.
    pub source: String,
    /// The place and the calls, for a reader.
    pub shown: String,
}

/// What identifies an error of a program that changes: not its place, but what is there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identity {
    /// Its kind.
    pub kind: Kind,
    /// The definition whose evaluation fails; empty if it has no name.
    pub definition: String,
    /// The source at the place, in one line.
    pub source: String,
}

impl Fault {
    /// Returns what identifies the error when its place has moved.
    pub fn identity(&self) -> Identity {
        Identity {
            kind: self.kind,
            definition: self.definition.as_deref().unwrap_or_default().to_owned(),
            source: self.source.clone(),
        }
    }

    /// Returns what happens, in one line.
    pub fn what(&self) -> String {
        let message = escaped_line(&self.message);
        match self.kind {
            Kind::False => message,
            Kind::Crash | Kind::Declared => format!("! {message}"),
            Kind::Loop => format!("! {message}, likely a loop"),
        }
    }

    /// Returns what happens and where, in one line.
    pub fn brief(&self) -> String {
        let definition = self.definition.as_ref().map(|name| format!(" (in `{name}`)"));
        let at = self.place.as_ref().map(|place| format!(" ({place})")).or(definition);
        self.what() + &at.unwrap_or_default()
    }
}

/// The kinds of failures, the most surprising first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A property does not hold.
    False,
    /// An error that the language raises: no branch fits, a division by 0, a value that needs
    /// itself.
    Crash,
    /// A limit on steps or memory was met: it is likely that the evaluation does not end.
    Loop,
    /// An error that the library raises and describes itself.
    Declared,
}

names! { Kind:
    False = "false",
    Crash = "crash",
    Loop = "loop",
    Declared = "declared",
}

/// Returns a message in one line, as reports and traces show it: characters that are not visible or
/// begin a line are escaped.
pub(crate) fn escaped_line(message: &str) -> String {
    let mut line = String::new();
    for character in message.chars() {
        match character {
            '\'' | '"' | '\\' => line.push(character),
            _ => line.extend(character.escape_debug()),
        }
    }
    line
}
