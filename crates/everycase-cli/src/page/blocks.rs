//! Numbers as bars, and tables.

use everycase_check::text::number::{percent, small};

use super::html::Html;
use super::{Tally, Tone, svg};

/// Numbers as bars, each as a share of a whole.
pub(crate) struct Bars {
    pub(crate) title: String,
    /// The number that 100 % is.
    pub(crate) whole: u64,
    pub(crate) rows: Vec<Bar>,
}

/// A number with a name.
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) count: u64,
    pub(crate) note: String,
    pub(crate) tone: Tone,
}

/// One bar of several parts.
pub(crate) struct Share {
    pub(crate) title: String,
    pub(crate) parts: Vec<Tally>,
}

/// A table; the first column names its rows.
pub(crate) struct Table {
    pub(crate) title: String,
    pub(crate) headings: Vec<&'static str>,
    /// Whether the other columns are numbers.
    pub(crate) has_numbers: bool,
    pub(crate) rows: Vec<Vec<String>>,
}

/// The largest number of rows of a table that are seen at once.
const OPEN_ROWS: usize = 12;

/// The largest number of bars.
const MOST_BARS: usize = 40;

/// Returns a share in percent, for a drawing.
#[expect(clippy::cast_precision_loss, reason = "a share of the width")]
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { (part as f64 / whole as f64 * 100.0).min(100.0) }
}

impl Bars {
    pub(super) fn write(&self, html: &mut Html) {
        if self.rows.is_empty() {
            return;
        }
        html.element("figure", &[], |html| {
            html.of_text("figcaption", &[], &self.title);
            html.element("table", &[("class", "bars")], |html| {
                for Bar { name, count, note, tone } in self.rows.iter().take(MOST_BARS) {
                    html.element("tr", &[("class", tone.class())], |html| {
                        html.of_text("th", &[("scope", "row")], name);
                        html.of_text("td", &[("class", "number")], &percent(*count, self.whole));
                        html.element("td", &[("class", "drawn")], |html| {
                            let label = format!("{} of {}", small(*count), small(self.whole));
                            html.verbatim(&svg::bar(12, &[("part", share(*count, self.whole))], &label));
                        });
                        html.of_text("td", &[("class", "soft")], note);
                    });
                }
            });
            if let Some(more) = self.rows.len().checked_sub(MOST_BARS).filter(|more| *more > 0) {
                html.of_text("p", &[("class", "soft")], &format!("and {more} more"));
            }
        });
    }
}

impl Share {
    pub(super) fn write(&self, html: &mut Html) {
        let whole: u64 = self.parts.iter().map(|part| part.count).sum();
        if whole == 0 {
            return;
        }
        html.element("figure", &[], |html| {
            html.of_text("figcaption", &[], &self.title);
            let parts: Vec<(&str, f64)> =
                self.parts.iter().map(|part| (part.tone.class(), share(part.count, whole))).collect();
            let words: Vec<String> =
                self.parts.iter().map(|part| format!("{} {}", small(part.count), part.what)).collect();
            html.verbatim(&svg::bar(20, &parts, &words.join(", ")));
            html.element("ul", &[("class", "legend")], |html| {
                for part in self.parts.iter().filter(|part| part.count > 0) {
                    html.element("li", &[], |html| {
                        let key = format!("key {}", part.tone.class());
                        html.of_text("span", &[("class", &key), ("aria-hidden", "true")], "");
                        let Tally { count, what, .. } = part;
                        html.text(&format!("{} {what} ({})", small(*count), percent(*count, whole)));
                    });
                }
            });
        });
    }
}

impl Table {
    pub(super) fn write(&self, html: &mut Html) {
        if self.rows.is_empty() {
            return;
        }
        html.element("figure", &[], |html| {
            html.of_text("figcaption", &[], &self.title);
            if self.rows.len() <= OPEN_ROWS {
                return self.write_rows(html);
            }
            html.element("details", &[], |html| {
                html.of_text("summary", &[], &format!("All {}", small(self.rows.len() as u64)));
                self.write_rows(html);
            });
        });
    }

    fn write_rows(&self, html: &mut Html) {
        let class = if self.has_numbers { "numbers words" } else { "words" };
        html.element("table", &[("class", class)], |html| {
            html.element("tr", &[], |html| {
                self.headings.iter().for_each(|name| html.of_text("th", &[("scope", "col")], name));
            });
            for row in &self.rows {
                html.element("tr", &[], |html| {
                    for (heading, cell) in self.headings.iter().zip(row) {
                        html.of_text("td", &[("data-heading", heading)], cell);
                    }
                });
            }
        });
    }
}
