//! Completion of words: names in scope, commands, properties after `:check`, files after `:load`.

use std::sync::Arc;

use pun::core::Program;
use pun::load;

use super::command;

/// The names for completion.
#[derive(Default)]
pub(super) struct Names {
    /// In terms and types, sorted.
    scope: Vec<Arc<str>>,
    properties: Vec<Arc<str>>,
}

/// The completions of the last word of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Completion {
    /// One of these, from this position on.
    Words(usize, Vec<String>),
    /// The name of a file.
    File,
}

impl Names {
    pub(super) fn new(program: &Program) -> Self {
        let properties = program.properties.iter().map(|property| property.name.clone()).collect();
        Self { scope: load::names(program), properties }
    }

    /// Returns the completions of the last word of a line.
    pub(super) fn complete(&self, line: &str) -> Completion {
        let start =
            line.len() - line.chars().rev().take_while(|c| is_of_name(*c)).map(char::len_utf8).sum::<usize>();
        let word = &line[start..];
        let command = line.trim_start();
        if command.starts_with(':') && !command.starts_with("::") {
            let name = command.split_whitespace().next().unwrap_or_default();
            if name.len() == command.len() {
                let at = line.len() - name.len();
                return Completion::Words(at, beginning(name, command::names()));
            }
            match command::takes(name) {
                Some("FILE") => return Completion::File,
                Some("[PROPERTY...]") => {
                    return Completion::Words(
                        start,
                        beginning(word, self.properties.iter().map(|name| &**name)),
                    );
                }
                _ => {}
            }
        }
        // An empty word would match everything.
        let names = self.scope.iter().map(|name| &**name).filter(|_| !word.is_empty());
        Completion::Words(start, beginning(word, names))
    }
}

fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || "_-'".contains(character)
}

fn beginning<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Vec<String> {
    names.filter(|name| name.starts_with(word)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use pun::load::load_text;

    use super::{Completion, Names};

    fn words(line: &str) -> (usize, Vec<String>) {
        let text = "\
data colour = colour-red | green .
colourful c = c == green .
property colours-differ (c : colour) . colourful c .
property other (n : integer) . n == n .";
        let program = load_text("test", text).program.expect("it loads");
        match Names::new(&program).complete(line) {
            Completion::Words(at, words) => (at, words),
            Completion::File => panic!("`{line}` ends with the name of a file"),
        }
    }

    #[test]
    fn names_in_scope_go_on() {
        let names = ["colour", "colour-red", "colourful"].map(str::to_owned).to_vec();
        assert_eq!(words("col"), (0, names.clone()));
        assert_eq!(words("f (colourful col"), (13, names.clone()));
        assert_eq!(words(":type col"), (6, names));
        assert_eq!(words("colour-"), (0, vec!["colour-red".to_owned()]));
        // A name of the prelude, and a built-in one.
        assert!(words("rever").1.contains(&"reverse".to_owned()));
        assert!(words("int-r").1.contains(&"int-range".to_owned()));
        assert!(words(":enumerate bool").1.contains(&"boolean".to_owned()));
        assert_eq!(words("é + gre").1, ["green"]);
    }

    #[test]
    fn nothing_goes_on_as_anything() {
        assert_eq!(words(""), (0, Vec::new()));
        assert_eq!(words("green == "), (9, Vec::new()));
        assert_eq!(words("no-such-name"), (0, Vec::new()));
    }

    #[test]
    fn commands_and_what_they_take_go_on() {
        assert_eq!(words(":l"), (0, vec![":load".to_owned()]));
        assert_eq!(words("  :re"), (2, vec![":reload".to_owned()]));
        assert_eq!(words(":").1.len(), 7);
        assert_eq!(words(":check col"), (7, vec!["colours-differ".to_owned()]));
        assert_eq!(words(":c "), (3, vec!["colours-differ".to_owned(), "other".to_owned()]));
        let program = load_text("test", "").program.expect("it loads");
        let names = Names::new(&program);
        assert_eq!(names.complete(":load exam"), Completion::File);
        assert_eq!(names.complete(":l examples/b"), Completion::File);
    }
}
