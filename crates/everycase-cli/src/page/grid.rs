//! A grid of squares: a row for each size, a square for each thing of this size, coloured by its
//! group. Where a row would be too long, a square stands for several.

use std::collections::BTreeMap;

use everycase_check::text::number::{counted, small};

use super::Tone;
use super::html::Html;
use super::svg::{Anchor, Drawing, Percent, Rectangle};

/// Things of several groups by size.
pub(crate) struct Grid {
    pub(crate) title: String,
    pub(crate) groups: Vec<Group>,
}

/// Things that have a colour.
pub(crate) struct Group {
    pub(crate) name: String,
    pub(crate) tone: Tone,
    /// Sizes, each with a number; a size may be there more than once.
    pub(crate) by_size: Vec<[u32; 2]>,
}

/// The largest number of squares in a row, and of rows.
const SQUARES: u64 = 50;
const ROWS: usize = 30;

/// The height of a row in pixels, and of a square within it.
const ROW: u32 = 14;
const SQUARE: f64 = 11.0;

/// The width of the sizes on the left, in percent.
const NAMES: f64 = 6.0;

impl Grid {
    /// Adds the drawing with its legend, if there is something to draw.
    pub(super) fn write(&self, html: &mut Html) {
        let mut rows: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
        for (place, group) in self.groups.iter().enumerate() {
            for [size, count] in &group.by_size {
                let row = rows.entry(*size).or_insert_with(|| vec![0; self.groups.len()]);
                row[place] += u64::from(*count);
            }
        }
        let Some(most) = rows.values().map(|row| row.iter().sum::<u64>()).max() else { return };
        let each = most.div_ceil(SQUARES).max(1);
        html.element("figure", &[], |html| {
            let several = if each > 1 {
                format!("; a square is up to {}", counted(each, "mutant"))
            } else {
                String::new()
            };
            let cut = if rows.len() > ROWS { format!("; the first {ROWS} sizes") } else { String::new() };
            html.of_text("figcaption", &[], &format!("{}{several}{cut}", self.title));
            html.verbatim(&self.drawing(&rows, each));
            html.element("ul", &[("class", "legend")], |html| {
                for Group { name, tone, by_size } in &self.groups {
                    html.element("li", &[], |html| {
                        let key = format!("key {}", tone.class());
                        html.of_text("span", &[("class", &key), ("aria-hidden", "true")], "");
                        let all: u64 = by_size.iter().map(|[_, count]| u64::from(*count)).sum();
                        html.text(&format!("{name} ({})", small(all)));
                    });
                }
            });
        });
    }

    #[expect(clippy::cast_precision_loss, reason = "places in a drawing")]
    fn drawing(&self, rows: &BTreeMap<u32, Vec<u64>>, each: u64) -> String {
        let shown = rows.len().min(ROWS);
        let mut drawing = Drawing::new(ROW * shown as u32 + 2);
        let width = (100.0 - NAMES) / SQUARES.saturating_add(self.groups.len() as u64) as f64;
        for (row, (size, counts)) in rows.iter().take(ROWS).enumerate() {
            let top = f64::from(ROW * row as u32);
            drawing.text("scale", (Percent(NAMES - 1.0), top + SQUARE - 1.0), Anchor::End, &size.to_string());
            let mut square = 0;
            for (group, count) in self.groups.iter().zip(counts).filter(|(_, count)| **count > 0) {
                let title = format!("size {size}, {}: {}", group.name, counted(*count, "mutant"));
                for _ in 0..count.div_ceil(each) {
                    let left = Percent(NAMES + width * f64::from(square));
                    let place = Rectangle { left, width: Percent(width * 0.85), top, height: SQUARE };
                    drawing.rectangle(group.tone.class(), &place, &title);
                    square += 1;
                }
            }
        }
        let names: Vec<&str> = self.groups.iter().map(|group| &*group.name).collect();
        drawing.into_svg("chart", &format!("{}: {}", self.title, names.join("; ")))
    }
}
