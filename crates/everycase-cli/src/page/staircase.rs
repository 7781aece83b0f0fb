//! The coverage staircase: for each size how many inputs exist, how many ran, and how many were
//! drawn, on a logarithmic scale; and the same as a table.

use everycase_check::text::number::{number, small};
use num_bigint::BigUint;

use super::html::Html;
use super::svg::{Anchor, Drawing, Percent, Rectangle};

/// What a run has covered of each size.
#[derive(Debug)]
pub(crate) struct Staircase {
    /// What is counted, such as `input`.
    pub(crate) unit: &'static str,
    /// Whether the inputs of a step are all inputs up to its size, and runs stand for several.
    pub(crate) is_lazy: bool,
    /// The sizes, ascending.
    pub(crate) steps: Vec<Step>,
    /// The size of the smallest failing input.
    pub(crate) failing: Option<u32>,
}

/// A size.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) size: u32,
    /// How many inputs exist, if they are counted.
    pub(crate) exist: Option<BigUint>,
    /// How many the search ran.
    pub(crate) searched: u64,
    /// Whether these are all.
    pub(crate) is_whole: bool,
    /// How many were drawn.
    pub(crate) drawn: u64,
}

/// The largest number of sizes in the drawing, and in the table.
const MOST_DRAWN: usize = 80;
const MOST_ROWS: usize = 400;

/// Places from top to bottom, and the share of the width that the scale takes.
const TOP: f64 = 30.0;
const PLOT: f64 = 170.0;
const BOTTOM: f64 = TOP + PLOT;
const HEIGHT: u32 = 244;
const LEFT: f64 = 10.0;

/// The largest number of lines of the scale, and of sizes that are named.
const MOST_LINES: usize = 5;
const MOST_NAMES: usize = 10;

impl Staircase {
    /// Returns whether there is nothing to compare: of one size the numbers say it all.
    fn is_flat(&self) -> bool {
        self.steps.len() < 2
    }

    /// Adds the drawing and the table.
    pub(super) fn write(&self, html: &mut Html) {
        if self.is_flat() {
            return;
        }
        html.element("figure", &[("class", "staircase")], |html| {
            self.legend(html);
            html.verbatim(&self.drawing());
            if self.steps.len() > MOST_DRAWN {
                let text = format!("The first {MOST_DRAWN} of {} sizes are drawn.", self.steps.len());
                html.of_text("p", &[("class", "soft")], &text);
            }
            html.element("details", &[], |html| {
                html.of_text("summary", &[], "As a table");
                self.table(html);
            });
        });
    }

    fn exist_words(&self) -> String {
        format!("{}s that exist{}", self.unit, if self.is_lazy { ", up to each size" } else { "" })
    }

    fn searched_words(&self) -> &'static str {
        if self.is_lazy { "runs up to each size" } else { "run in order" }
    }

    fn has_drawn(&self) -> bool {
        self.steps.iter().any(|step| step.drawn > 0)
    }

    fn legend(&self, html: &mut Html) {
        let has = |is_whole| self.steps.iter().any(|step| step.searched > 0 && step.is_whole == is_whole);
        let all = [
            ("exist", self.exist_words(), self.steps.iter().any(|step| step.exist.is_some())),
            ("whole", format!("{}, complete", self.searched_words()), has(true)),
            ("some", format!("{}, not complete", self.searched_words()), has(false)),
            ("drawn", "drawn".to_owned(), self.has_drawn()),
            ("failing", "smallest failure".to_owned(), self.failing_place().is_some()),
        ];
        html.element("ul", &[("class", "legend")], |html| {
            for (class, words, _) in all.into_iter().filter(|(.., is_there)| *is_there) {
                html.element("li", &[], |html| {
                    html.of_text("span", &[("class", &format!("key {class}")), ("aria-hidden", "true")], "");
                    html.text(&words);
                });
            }
        });
    }

    fn failing_place(&self) -> Option<usize> {
        self.steps.iter().take(MOST_DRAWN).position(|step| Some(step.size) == self.failing)
    }

    fn drawing(&self) -> String {
        let steps = &self.steps[..self.steps.len().min(MOST_DRAWN)];
        let top = steps.iter().map(Step::top).fold(1.0, f64::max);
        let height = |log: f64| PLOT * log / top;
        let mut drawing = Drawing::new(HEIGHT);
        let powers = (0..).take_while(|power| magnitude_of_power(*power) <= top);
        let every = powers.clone().count().div_ceil(MOST_LINES).max(1);
        for power in powers.step_by(every) {
            let y = BOTTOM - height(magnitude_of_power(power));
            drawing.line("grid", (Percent(LEFT), y), (Percent(100.0), y));
            drawing.text("scale", (Percent(LEFT - 1.2), y + 4.0), Anchor::End, &power_of_ten(power));
        }
        let width = (100.0 - LEFT) / real(steps.len());
        let left = |place: usize| LEFT + width * real(place);
        let named = steps.len().div_ceil(MOST_NAMES).max(1);
        for (place, own) in steps.iter().enumerate() {
            let title = self.words(own);
            let mut column = |class: &str, inset: f64, share: f64, log: f64| {
                let place = Rectangle {
                    left: Percent(left(place) + width * inset),
                    width: Percent(width * share),
                    top: BOTTOM - height(log),
                    height: height(log),
                };
                drawing.rectangle(class, &place, &title);
            };
            if let Some(exist) = &own.exist {
                column("exist", 0.06, 0.88, magnitude(exist));
            }
            if own.searched > 0 {
                let class = if own.is_whole { "whole" } else { "some" };
                column(class, 0.06, 0.88, magnitude(&own.searched.into()));
            }
            if own.drawn > 0 {
                column("drawn", 0.3, 0.4, magnitude(&own.drawn.into()));
            }
            let middle = Percent(left(place) + width / 2.0);
            if place % named == 0 {
                drawing.text("scale", (middle, BOTTOM + 16.0), Anchor::Middle, &own.size.to_string());
            }
            if place.checked_sub(1).is_some_and(|before| steps[before].size + 1 < own.size) {
                drawing.text("scale", (Percent(left(place)), BOTTOM + 16.0), Anchor::Middle, "…");
            }
        }
        outline(steps, &mut drawing, width, &height);
        if let Some(place) = self.failing_place() {
            let middle = left(place) + width / 2.0;
            drawing.line("failing", (Percent(middle), 16.0), (Percent(middle), BOTTOM));
            drawing.dot("failing", (Percent(middle), 16.0), 4.5);
            let (anchor, at) =
                if middle > 60.0 { (Anchor::End, middle - 2.5) } else { (Anchor::Start, middle + 2.5) };
            let words = format!("smallest failure: size {}", steps[place].size);
            drawing.text("failing", (Percent(at), 20.0), anchor, &words);
        }
        drawing.line("axis", (Percent(LEFT), BOTTOM), (Percent(100.0), BOTTOM));
        let middle = Percent(LEFT.midpoint(100.0));
        drawing.text("scale", (middle, BOTTOM + 36.0), Anchor::Middle, "size");
        drawing.into_svg("chart", &self.label())
    }

    /// Returns in words what the drawing shows.
    fn label(&self) -> String {
        let last = self.steps.iter().rfind(|step| step.is_whole).map(|step| step.size);
        let last = last.map_or_else(
            || "no size was run as a whole".to_owned(),
            |size| format!("all {}s were run up to size {size}", self.unit),
        );
        let failing = self.failing.map(|size| format!("; the smallest failure has size {size}"));
        format!("Coverage by size: {last}{}. The table has all numbers.", failing.unwrap_or_default())
    }

    /// Returns what is known of a size, in a line.
    fn words(&self, step: &Step) -> String {
        let Step { size, exist, searched, is_whole, drawn } = step;
        let exist = exist.as_ref().map(|exist| format!("{} exist", number(exist)));
        let searched = (*searched > 0).then(|| {
            let all = if *is_whole { "" } else { ", not all" };
            format!("{} {}{all}", small(*searched), self.searched_words())
        });
        let drawn = (*drawn > 0).then(|| format!("{} drawn", small(*drawn)));
        let words: Vec<String> = [exist, searched, drawn].into_iter().flatten().collect();
        format!("size {size}: {}", words.join("; "))
    }

    fn table(&self, html: &mut Html) {
        let (exist, searched) = (self.exist_words(), self.searched_words());
        html.element("table", &[("class", "numbers")], |html| {
            html.element("tr", &[], |html| {
                for heading in ["size", &exist, searched, "drawn"] {
                    html.of_text("th", &[("scope", "col")], heading);
                }
            });
            for step in self.steps.iter().take(MOST_ROWS) {
                let Step { size, exist, searched, is_whole, drawn } = step;
                let is_failing = Some(*size) == self.failing;
                let exist = exist.as_ref().map_or_else(|| "not counted".to_owned(), number);
                let all = if *is_whole && *searched > 0 { " (all)" } else { "" };
                let failing = if is_failing { " (fails)" } else { "" };
                html.element("tr", &[("class", if is_failing { "failing" } else { "" })], |html| {
                    html.of_text("th", &[("scope", "row")], &format!("{size}{failing}"));
                    for cell in [exist, format!("{}{all}", small(*searched)), small(*drawn)] {
                        html.of_text("td", &[], &cell);
                    }
                });
            }
        });
        if let Some(more) = self.steps.len().checked_sub(MOST_ROWS).filter(|more| *more > 0) {
            html.of_text("p", &[("class", "soft")], &format!("{more} larger sizes are left out."));
        }
    }
}

impl Step {
    /// Returns the height that the step needs.
    fn top(&self) -> f64 {
        let exist = self.exist.as_ref().map_or(0.0, magnitude);
        exist.max(magnitude(&self.searched.into())).max(magnitude(&self.drawn.into()))
    }
}

/// Draws the edge of the stairs: how many inputs exist of one size after the other.
fn outline(steps: &[Step], drawing: &mut Drawing, width: f64, height: &impl Fn(f64) -> f64) {
    let mut before: Option<f64> = None;
    for (place, step) in steps.iter().enumerate() {
        let y = step.exist.as_ref().map(|exist| BOTTOM - height(magnitude(exist)));
        let left = LEFT + width * real(place);
        if let Some(y) = y {
            drawing.line("edge", (Percent(left), y), (Percent(left + width), y));
            let from = before.unwrap_or(BOTTOM);
            drawing.line("edge", (Percent(left), from), (Percent(left), y));
        }
        before = y;
    }
}

/// Returns a small number as a real one.
fn real(small: usize) -> f64 {
    f64::from(u32::try_from(small).unwrap_or(u32::MAX))
}

/// Returns the height of a number: 0 for none, then about one for each digit, so that a single
/// input can be seen.
fn magnitude(count: &BigUint) -> f64 {
    let digits = count.to_string();
    let leading: f64 = digits.chars().take(15).collect::<String>().parse().unwrap_or(0.0);
    let further = real(digits.len().saturating_sub(15));
    if leading == 0.0 { 0.0 } else { leading.log10() + further + FIRST }
}

/// The height of a single input.
const FIRST: f64 = 0.3;

fn magnitude_of_power(power: u32) -> f64 {
    f64::from(power) + FIRST
}

/// Returns a power of ten as a scale has it.
fn power_of_ten(power: u32) -> String {
    match power {
        0..=3 => small(10u64.pow(power)),
        power => {
            let digits = power.to_string();
            let raised = digits
                .bytes()
                .map(|digit| ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][usize::from(digit - b'0')]);
            std::iter::once("10".to_owned()).chain(raised.map(String::from)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::{FIRST, magnitude, power_of_ten};

    #[test]
    fn a_number_is_as_high_as_its_logarithm_however_large_it_is() {
        assert!(magnitude(&BigUint::ZERO).abs() < 1e-9);
        for power in [0, 1, 2, 15, 16, 40, 5_000] {
            let height = magnitude(&BigUint::from(10u8).pow(power));
            assert!((height - f64::from(power) - FIRST).abs() < 1e-9, "{power}: {height}");
        }
        assert_eq!([3, 4, 120].map(power_of_ten), ["1,000", "10⁴", "10¹²⁰"]);
    }
}
