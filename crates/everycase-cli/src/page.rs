//! Findings and what was covered as one HTML page that needs no other file and no script. It knows
//! nothing of records and reports: commands describe what to show.

mod blocks;
mod columns;
mod grid;
mod html;
mod source;
mod staircase;
mod svg;
mod tree;

use everycase_check::text::number::small;

pub(crate) use self::blocks::{Bar, Bars, Share, Table};
pub(crate) use self::columns::Columns;
pub(crate) use self::grid::{Grid, Group as GridGroup};
use self::html::Html;
pub(crate) use self::source::{DefinitionRow, Piece, SourceLine, SourceView};
pub(crate) use self::staircase::{Staircase, Step};
pub(crate) use self::tree::Tree;

/// A page.
pub(crate) struct Page {
    pub(crate) title: String,
    /// Below the title: where all of it is from.
    pub(crate) about: String,
    /// How many there are of each outcome.
    pub(crate) tallies: Vec<Tally>,
    /// What was found, the worst first.
    pub(crate) findings: Vec<Finding>,
    /// What else is known, by kind.
    pub(crate) groups: Vec<Group>,
    /// What the page leaves out.
    pub(crate) notes: Vec<String>,
}

/// How something looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tone {
    Bad,
    Doubt,
    Good,
    Plain,
    /// One of several that are neither good nor bad.
    Series(u8),
}

/// How many there are of an outcome.
pub(crate) struct Tally {
    pub(crate) count: u64,
    pub(crate) what: String,
    pub(crate) tone: Tone,
}

/// Something that was found.
pub(crate) struct Finding {
    pub(crate) tone: Tone,
    /// What it is, in a word or two.
    pub(crate) verdict: String,
    /// What it is about.
    pub(crate) name: String,
    /// Where that is, if it is known.
    pub(crate) place: Option<String>,
    /// Values beside their names.
    pub(crate) values: Vec<Value>,
    /// What happens.
    pub(crate) message: String,
    /// The same at length, or empty.
    pub(crate) detail: String,
    /// What else is known, a sentence each.
    pub(crate) facts: Vec<String>,
    /// A command.
    pub(crate) command: Option<String>,
    /// What is shown on demand.
    pub(crate) more: Vec<(String, More)>,
}

/// What is shown on demand.
pub(crate) enum More {
    /// Text with its line breaks.
    Text(String),
    /// Trees.
    Trees(Vec<Tree>),
}

/// A value and its name.
pub(crate) struct Value {
    pub(crate) name: String,
    /// Its source.
    pub(crate) source: String,
    /// What else there is to say of it, such as the part that was looked at.
    pub(crate) note: Option<String>,
}

/// Sections of a kind.
pub(crate) struct Group {
    pub(crate) title: &'static str,
    pub(crate) sections: Vec<Section>,
}

/// What is known of one thing.
pub(crate) struct Section {
    pub(crate) tone: Tone,
    pub(crate) verdict: String,
    pub(crate) name: String,
    pub(crate) place: Option<String>,
    /// What the list of all sections says of it.
    pub(crate) summary: String,
    /// What is known, a sentence each.
    pub(crate) facts: Vec<String>,
    pub(crate) blocks: Vec<Block>,
}

/// A part of a section.
pub(crate) enum Block {
    Title(String),
    Staircase(Staircase),
    Columns(Columns),
    Grid(Grid),
    Bars(Bars),
    Share(Share),
    Table(Table),
    Source(SourceView),
}

impl Tally {
    pub(crate) fn new(count: u64, what: &str, tone: Tone) -> Self {
        Self { count, what: what.to_owned(), tone }
    }
}

impl Tone {
    fn class(self) -> &'static str {
        match self {
            Self::Bad => "bad",
            Self::Doubt => "doubt",
            Self::Good => "good",
            Self::Plain => "plain",
            Self::Series(0) => "series-0",
            Self::Series(1) => "series-1",
            Self::Series(2) => "series-2",
            Self::Series(_) => "series-3",
        }
    }

    /// Returns a sign that needs no colour.
    fn sign(self) -> &'static str {
        match self {
            Self::Bad => "✗",
            Self::Doubt => "?",
            Self::Good => "✓",
            Self::Plain | Self::Series(_) => "·",
        }
    }
}

impl Page {
    /// Returns the page.
    pub(crate) fn html(&self) -> String {
        let mut html = Html::default();
        html.verbatim("<!DOCTYPE html>\n");
        html.element("html", &[("lang", "en"), ("xmlns", "http://www.w3.org/1999/xhtml")], |html| {
            html.element("head", &[], |html| {
                html.void("meta", &[("charset", "utf-8")]);
                html.void(
                    "meta",
                    &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")],
                );
                html.void("meta", &[("name", "color-scheme"), ("content", "light dark")]);
                html.of_text("title", &[], &self.title);
                html.element("style", &[], |html| html.verbatim(include_str!("page/style.css")));
            });
            html.element("body", &[], |html| self.body(html));
        });
        html.into_text()
    }

    fn body(&self, html: &mut Html) {
        html.element("header", &[], |html| {
            html.of_text("h1", &[], &self.title);
            html.of_text("p", &[("class", "soft")], &self.about);
            html.element("ul", &[("class", "tallies")], |html| {
                for Tally { count, what, tone } in &self.tallies {
                    html.element("li", &[("class", tone.class())], |html| {
                        html.of_text("b", &[], &small(*count));
                        html.text(&format!(" {what}"));
                    });
                }
            });
        });
        html.element("main", &[], |html| {
            if !self.findings.is_empty() {
                html.element("section", &[], |html| {
                    html.of_text("h2", &[], "Findings");
                    self.findings.iter().for_each(|finding| finding.write(html));
                });
            }
            let is_long = self.groups.iter().map(|group| group.sections.len()).sum::<usize>() > 3;
            if is_long {
                self.contents(html);
            }
            let mut number = 0;
            for group in &self.groups {
                html.element("section", &[], |html| {
                    html.of_text("h2", &[], group.title);
                    for section in &group.sections {
                        number += 1;
                        section.write(html, number);
                    }
                });
            }
        });
        if !self.notes.is_empty() {
            html.element("footer", &[], |html| facts(html, &self.notes));
        }
    }

    /// Adds a list of all sections.
    fn contents(&self, html: &mut Html) {
        html.element("section", &[("class", "contents")], |html| {
            html.of_text("h2", &[], "All results");
            html.element("table", &[], |html| {
                let sections = self.groups.iter().flat_map(|group| &group.sections);
                for (number, section) in (1..).zip(sections) {
                    html.element("tr", &[("class", section.tone.class())], |html| {
                        html.of_text(
                            "td",
                            &[("class", "sign"), ("aria-hidden", "true")],
                            section.tone.sign(),
                        );
                        html.element("td", &[("class", "name")], |html| {
                            html.of_text("a", &[("href", &format!("#s{number}"))], &section.name);
                        });
                        html.element("td", &[], |html| {
                            html.of_text("span", &[("class", "verdict")], &section.verdict);
                            html.text(" ");
                            html.of_text("span", &[("class", "soft")], &section.summary);
                        });
                    });
                }
            });
        });
    }
}

/// Adds what a finding or a section is about.
fn heading(html: &mut Html, tone: Tone, verdict: &str, name: &str, place: Option<&str>) {
    html.element("h3", &[], |html| {
        html.element("span", &[("class", "verdict")], |html| {
            html.of_text("span", &[("aria-hidden", "true")], tone.sign());
            html.text(&format!(" {verdict}"));
        });
        html.text(" ");
        html.of_text("code", &[], name);
        if let Some(place) = place {
            html.text(" ");
            html.of_text("span", &[("class", "place")], place);
        }
    });
}

fn facts(html: &mut Html, all: &[String]) {
    if !all.is_empty() {
        html.element("ul", &[("class", "facts")], |html| {
            for fact in all {
                html.of_text("li", &[], fact);
            }
        });
    }
}

fn trees(html: &mut Html, all: &[Tree]) {
    html.element("ul", &[("class", "tree")], |html| {
        for Tree { line, parts } in all {
            html.element("li", &[], |html| {
                html.of_text("code", &[], line);
                if !parts.is_empty() {
                    trees(html, parts);
                }
            });
        }
    });
}

impl Finding {
    fn write(&self, html: &mut Html) {
        let class = format!("card finding {}", self.tone.class());
        html.element("article", &[("class", &class)], |html| {
            heading(html, self.tone, &self.verdict, &self.name, self.place.as_deref());
            if !self.values.is_empty() {
                html.element("dl", &[("class", "values")], |html| {
                    self.values.iter().for_each(|value| value.write(html));
                });
            }
            if !self.message.is_empty() {
                html.of_text("p", &[("class", "message")], &self.message);
            }
            if !self.detail.is_empty() {
                html.of_text("pre", &[("class", "scrolled"), ("tabindex", "0")], &self.detail);
            }
            facts(html, &self.facts);
            if let Some(command) = &self.command {
                html.of_text("pre", &[("class", "command")], command);
            }
            for (title, more) in &self.more {
                html.element("details", &[], |html| {
                    html.of_text("summary", &[], title);
                    match more {
                        More::Text(text) => html.of_text("pre", &[], text),
                        More::Trees(all) => trees(html, all),
                    }
                });
            }
        });
    }
}

impl Value {
    fn write(&self, html: &mut Html) {
        html.element("div", &[], |html| {
            html.of_text("dt", &[], &self.name);
            html.element("dd", &[], |html| {
                match Tree::of(&self.source) {
                    Some(tree) => trees(html, &[tree]),
                    None => html.of_text("code", &[], &self.source),
                }
                if let Some(note) = &self.note {
                    html.of_text("p", &[("class", "soft")], note);
                }
            });
        });
    }
}

impl Section {
    fn write(&self, html: &mut Html, number: usize) {
        let class = format!("card {}", self.tone.class());
        html.element("article", &[("class", &class), ("id", &format!("s{number}"))], |html| {
            heading(html, self.tone, &self.verdict, &self.name, self.place.as_deref());
            facts(html, &self.facts);
            for block in &self.blocks {
                match block {
                    Block::Staircase(staircase) => staircase.write(html),
                    Block::Title(title) => html.of_text("h4", &[], title),
                    Block::Columns(columns) => columns.write(html),
                    Block::Grid(grid) => grid.write(html),
                    Block::Bars(bars) => bars.write(html),
                    Block::Share(share) => share.write(html),
                    Block::Table(table) => table.write(html),
                    Block::Source(source) => source.write(html, number),
                }
            }
        });
    }
}
