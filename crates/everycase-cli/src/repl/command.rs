//! Commands: lines that begin with a colon.

use std::fmt::Write;

/// A parsed command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Type(&'a str),
    Load(&'a str),
    Reload,
    Check(&'a str),
    Enumerate(&'a str),
    Help,
    Quit,
}

/// The commands, with their arguments and explanations.
const ALL: [(&str, &str, &str); 7] = [
    (":type", "TERM", "print the type of a term"),
    (":load", "FILE", "load a program and discard everything else"),
    (":reload", "", "load the same program again and discard what was declared since"),
    (":check", "[PROPERTY...]", "check properties; the options of `everycase check` can follow"),
    (":enumerate", "TYPE", "list the values of a type; the options of `everycase enumerate` can follow"),
    (":help", "", "print this help"),
    (":quit", "", "end the session, as Ctrl-D does"),
];

/// Parses a command. Names may be abbreviated: `:t` is `:type`.
pub(super) fn parse(line: &str) -> Result<Command<'_>, String> {
    let line = line.trim();
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let (full, takes) =
        find(name).ok_or_else(|| format!("there is no command `{name}`; `:help` lists the commands"))?;
    if takes.is_empty() && !rest.is_empty() {
        return Err(format!("`{full}` takes nothing more"));
    }
    if rest.is_empty() && !takes.is_empty() && !takes.starts_with('[') {
        return Err(format!("`{full}` takes more: `{full} {takes}`"));
    }
    Ok(match full {
        ":type" => Command::Type(rest),
        ":load" => Command::Load(rest),
        ":reload" => Command::Reload,
        ":check" => Command::Check(rest),
        ":enumerate" => Command::Enumerate(rest),
        ":quit" => Command::Quit,
        _ => Command::Help,
    })
}

/// Returns the command for a name, which may be abbreviated, and its arguments.
fn find(name: &str) -> Option<(&'static str, &'static str)> {
    let (full, takes, _) = ALL.iter().find(|(full, ..)| name.len() > 1 && full.starts_with(name))?;
    Some((full, takes))
}

/// Returns the arguments of the command with this name, if there is one.
pub(super) fn takes(name: &str) -> Option<&'static str> {
    find(name).map(|(_, takes)| takes)
}

/// Returns the names of all commands.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|(name, ..)| *name)
}

/// Returns the explanation of all commands.
pub(super) fn help() -> String {
    let mut text = "\
A term is run, and declarations, which end with a dot, come into scope. They hide earlier ones of the same
name from what follows; what was loaded or declared before keeps its meaning. An unfinished input continues
on the next line; an empty line ends it. TAB completes names. Ctrl-C ends a check or a run and prints the findings so
far.

"
    .to_owned();
    for (name, takes, does) in ALL {
        let _ = writeln!(text, "  {:<24} {does}", format!("{name} {takes}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Command, parse};

    #[test]
    fn names_may_be_cut_short() {
        assert_eq!(parse(":t  insert 1 "), Ok(Command::Type("insert 1")));
        assert_eq!(parse(":e list integer --count"), Ok(Command::Enumerate("list integer --count")));
        assert_eq!(parse(":q"), Ok(Command::Quit));
        assert_eq!(parse(":check"), Ok(Command::Check("")));
    }

    #[test]
    fn a_wrong_command_says_what_is_right() {
        assert!(parse(":lod x").is_err_and(|message| message.contains(":help")));
        assert!(parse(":").is_err());
        assert!(parse(":type").is_err_and(|message| message.contains(":type TERM")));
        assert!(parse(":quit now").is_err());
    }
}
