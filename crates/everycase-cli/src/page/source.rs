//! Sources whose lines have marked parts, with a table of the definitions in them.

use super::html::Html;

/// A source.
pub(crate) struct SourceView {
    /// The headings of the table behind the names of definitions.
    pub(crate) headings: Vec<&'static str>,
    pub(crate) definitions: Vec<DefinitionRow>,
    pub(crate) lines: Vec<SourceLine>,
}

/// A definition in a source.
pub(crate) struct DefinitionRow {
    pub(crate) name: String,
    /// The number of its line.
    pub(crate) line: u32,
    /// What is known of it, by the headings of the table.
    pub(crate) cells: Vec<String>,
}

/// The pieces of a line.
pub(crate) struct SourceLine(pub(crate) Vec<Piece>);

/// A piece of a line.
pub(crate) struct Piece {
    pub(crate) text: String,
    /// Whether it is marked.
    pub(crate) is_marked: bool,
    /// Why, unless the line before says so.
    pub(crate) hint: Option<String>,
}

impl SourceView {
    /// Adds the table and the source. A mark over several lines is closed and opened again around
    /// the numbers of lines.
    pub(super) fn write(&self, html: &mut Html, section: usize) {
        html.element("figure", &[], |html| {
            html.element("table", &[("class", "numbers")], |html| {
                html.element("tr", &[], |html| {
                    html.of_text("th", &[("scope", "col")], "definition");
                    self.headings.iter().for_each(|name| html.of_text("th", &[("scope", "col")], name));
                });
                for DefinitionRow { name, line, cells } in &self.definitions {
                    html.element("tr", &[], |html| {
                        html.element("th", &[("scope", "row")], |html| {
                            html.of_text("a", &[("href", &format!("#s{section}-{line}"))], name);
                        });
                        for cell in cells {
                            html.of_text("td", &[], cell);
                        }
                    });
                }
            });
            html.element("pre", &[("class", "source"), ("tabindex", "0")], |html| {
                let width = self.lines.len().to_string().len();
                for (number, line) in (1..).zip(&self.lines) {
                    let id = format!("s{section}-{number}");
                    html.of_text("span", &[("class", "line"), ("id", &id)], &format!("{number:width$}  "));
                    for Piece { text, is_marked, hint } in &line.0 {
                        match hint {
                            _ if !is_marked => html.text(text),
                            Some(hint) => html.of_text("mark", &[("title", hint)], text),
                            None => html.of_text("mark", &[], text),
                        }
                    }
                    html.text("\n");
                }
            });
        });
    }
}
