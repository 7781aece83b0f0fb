//! Counts by size as columns, to scale.

use everycase_check::text::number::small;

use super::html::Html;
use super::svg::{Anchor, Drawing, Percent, Rectangle};

/// Counts by size.
pub(crate) struct Columns {
    pub(crate) title: String,
    /// The sizes, ascending, each with its count.
    pub(crate) columns: Vec<(u32, u64)>,
}

const TOP: f64 = 14.0;
const PLOT: f64 = 70.0;
const BOTTOM: f64 = TOP + PLOT;
const HEIGHT: u32 = 104;

/// The largest number of sizes that are drawn, and that are named.
const MOST: usize = 80;
const MOST_NAMES: usize = 10;

impl Columns {
    /// Adds the drawing, if there are several sizes.
    pub(super) fn write(&self, html: &mut Html) {
        let columns = &self.columns[..self.columns.len().min(MOST)];
        let Some(most) = columns.iter().map(|(_, count)| *count).max().filter(|most| *most > 0) else {
            return;
        };
        if columns.len() < 2 {
            return;
        }
        html.element("figure", &[], |html| {
            html.of_text("figcaption", &[], &self.title);
            html.verbatim(&drawing(columns, most));
        });
    }
}

#[expect(clippy::cast_precision_loss, reason = "places in a drawing")]
fn drawing(columns: &[(u32, u64)], most: u64) -> String {
    let mut drawing = Drawing::new(HEIGHT);
    let width = 100.0 / columns.len() as f64;
    let named = columns.len().div_ceil(MOST_NAMES).max(1);
    let mut is_named = false;
    for (place, &(size, count)) in columns.iter().enumerate() {
        let left = width * place as f64;
        let middle = Percent(left + width / 2.0);
        // A single input can be seen.
        let height = if count == 0 { 0.0 } else { (PLOT * (count as f64 / most as f64)).max(1.0) };
        let column = Rectangle {
            left: Percent(left + width * 0.06),
            width: Percent(width * 0.88),
            top: BOTTOM - height,
            height,
        };
        drawing.rectangle("part", &column, &format!("size {size}: {}", small(count)));
        if place % named == 0 {
            drawing.text("scale", (middle, BOTTOM + 16.0), Anchor::Middle, &size.to_string());
        }
        if count == most && !is_named {
            is_named = true;
            let anchor = match middle.0 {
                ..10.0 => Anchor::Start,
                90.0.. => Anchor::End,
                _ => Anchor::Middle,
            };
            drawing.text("scale", (middle, TOP - 4.0), anchor, &small(most));
        }
    }
    drawing.line("axis", (Percent(0.0), BOTTOM), (Percent(100.0), BOTTOM));
    let (first, last) = (columns[0].0, columns[columns.len() - 1].0);
    drawing.into_svg("chart", &format!("Counts by size, {first} to {last}, at most {} of one", small(most)))
}
