//! `everycase man`: the manual pages, one for each command.

use std::fs;
use std::io;
use std::path::Path;

use clap::Command;
use clap_mangen::Man as Page;
use everycase_check::files;

use crate::args::{self, Man};
use crate::console;
use crate::exit::Exit;

pub(crate) fn run(command: &Man) -> Exit {
    let all = commands();
    let done = match &command.dir {
        None => page(&all[0]).map(|text| console::print(&text)),
        Some(directory) => write(directory, &all),
    };
    let place = command.dir.as_deref().map_or_else(String::new, |dir| format!("{}: ", dir.display()));
    match done {
        Ok(()) => Exit::Nothing,
        Err(error) => console::wrong(&format!("{place}{error}")),
    }
}

/// Returns the command itself, then each of its commands.
fn commands() -> Vec<Command> {
    let mut whole = args::command().disable_help_subcommand(true);
    whole.build();
    let parts: Vec<Command> = whole.get_subcommands().cloned().collect();
    [vec![whole], parts].concat()
}

/// Writes the pages into a directory.
fn write(directory: &Path, commands: &[Command]) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    for command in commands {
        let name = command.get_display_name().unwrap_or(command.get_name());
        files::replace(&directory.join(format!("{name}.1")), &page(command)?)?;
    }
    Ok(())
}

/// Returns the page of a command.
fn page(command: &Command) -> io::Result<String> {
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let mut text = Vec::new();
    Page::new(command.clone().after_help(None)).manual("everycase").render(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned() + &sections(&after))
}

/// Returns the paragraphs behind the options as sections: examples line by line, all else as prose.
fn sections(after: &str) -> String {
    let (mut examples, mut notes) = (String::new(), String::new());
    for paragraph in after.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
        if let Some(lines) = paragraph.strip_prefix("Examples:\n") {
            let lines = lines.lines().map(|line| text(line.trim_start()));
            examples = format!(".SH EXAMPLES\n.nf\n{}.fi\n", lines.collect::<String>());
        } else {
            let head = if notes.is_empty() { ".SH NOTES\n" } else { ".PP\n" };
            notes.push_str(head);
            notes.extend(paragraph.lines().map(text));
        }
    }
    examples + &notes
}

/// Returns a line of text that roff prints as it is.
fn text(line: &str) -> String {
    // A point or an apostrophe would begin a request.
    let begin = if line.starts_with(['.', '\'']) { "\\&" } else { "" };
    format!("{begin}{}\n", line.replace('\\', "\\e").replace('-', "\\-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_command_has_a_page_with_its_options_and_examples() {
        let directory = tempfile::tempdir().expect("a directory");
        let pages = directory.path().join("share/man1");
        write(&pages, &commands()).expect("it can be written");
        let mut names: Vec<_> = args::command()
            .get_subcommands()
            .map(|command| {
                let name = format!("everycase-{}.1", command.get_name());
                let page = fs::read_to_string(pages.join(&name)).expect(&name);
                assert!(page.contains(".SH EXAMPLES\n.nf\neverycase "), "{name}");
                for option in
                    command.get_arguments().filter_map(|own| Some((own.get_long()?, own.is_hide_set())))
                {
                    let long = format!("\\-\\-{}", option.0.replace('-', "\\-"));
                    // Options with a heading have a section of their own.
                    let options = page.split_once(".SH OPTIONS").expect("options").1;
                    let is_there = options.split(".SH EXAMPLES").next().expect("sections").contains(&long);
                    assert!(is_there != option.1, "{name}: {long}");
                }
                name
            })
            .collect();
        names.push("everycase.1".to_owned());
        let mut files: Vec<_> = fs::read_dir(&pages)
            .expect("a directory")
            .map(|file| file.expect("a file").file_name().into_string().expect("a name"))
            .collect();
        names.sort();
        files.sort();
        assert_eq!(files, names);
    }

    #[test]
    fn text_of_a_page_is_no_request() {
        assert_eq!(text(".so x --y \\n"), "\\&.so x \\-\\-y \\en\n");
        assert_eq!(
            sections("Examples:\n  a\n  b\n\nOne\ntwo.\n\nThree."),
            ".SH EXAMPLES\n.nf\na\nb\n.fi\n.SH NOTES\nOne\ntwo.\n.PP\nThree.\n"
        );
    }
}
