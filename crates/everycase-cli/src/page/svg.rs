//! Drawings as SVG that fill the width of their place: places from left to right are shares of the
//! width in percent, heights are pixels, so that text keeps its size on every screen.

use std::fmt::{self, Write};

use super::html::escape;

/// A drawing.
pub(super) struct Drawing {
    height: u32,
    elements: String,
}

/// A share of the width, in percent.
#[derive(Clone, Copy)]
pub(super) struct Percent(pub(super) f64);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}%", self.0)
    }
}

/// Where a text stands from its place.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A rectangle.
pub(super) struct Rectangle {
    pub(super) left: Percent,
    pub(super) width: Percent,
    pub(super) top: f64,
    pub(super) height: f64,
}

impl Drawing {
    /// Returns an empty drawing of a height.
    pub(super) fn new(height: u32) -> Self {
        Self { height, elements: String::new() }
    }

    /// Adds a rectangle; its `title` is shown where it is pointed at.
    pub(super) fn rectangle(&mut self, class: &str, place: &Rectangle, title: &str) {
        let Rectangle { left, width, top, height } = place;
        let _ = write!(
            self.elements,
            "<rect class=\"{class}\" x=\"{left}\" y=\"{top:.1}\" width=\"{width}\" height=\"{height:.1}\""
        );
        if title.is_empty() {
            self.elements.push_str("/>\n");
        } else {
            self.elements.push_str("><title>");
            escape(title, &mut self.elements);
            self.elements.push_str("</title></rect>\n");
        }
    }

    /// Adds a line.
    pub(super) fn line(&mut self, class: &str, from: (Percent, f64), to: (Percent, f64)) {
        let _ = writeln!(
            self.elements,
            "<line class=\"{class}\" x1=\"{}\" y1=\"{:.1}\" x2=\"{}\" y2=\"{:.1}\"/>",
            from.0, from.1, to.0, to.1
        );
    }

    /// Adds a circle.
    pub(super) fn dot(&mut self, class: &str, at: (Percent, f64), radius: f64) {
        let _ = writeln!(
            self.elements,
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{:.1}\" r=\"{radius:.1}\"/>",
            at.0, at.1
        );
    }

    /// Adds a text.
    pub(super) fn text(&mut self, class: &str, at: (Percent, f64), anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let (x, y) = at;
        let _ =
            write!(self.elements, "<text class=\"{class}\" x=\"{x}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">");
        escape(text, &mut self.elements);
        self.elements.push_str("</text>\n");
    }

    /// Returns the drawing as an element; `label` says in words what it shows.
    pub(super) fn into_svg(self, class: &str, label: &str) -> String {
        let Self { height, elements } = self;
        let mut svg =
            format!("<svg class=\"{class}\" width=\"100%\" height=\"{height}\" role=\"img\" aria-label=\"");
        escape(label, &mut svg);
        svg + "\">\n" + &elements + "</svg>\n"
    }
}

/// Returns a bar of parts, each with its class and its share in percent.
pub(super) fn bar(height: u32, parts: &[(&str, f64)], label: &str) -> String {
    let mut drawing = Drawing::new(height);
    let whole = |class, left: f64, width: f64| (class, left, width);
    let mut left = 0.0;
    for (class, left, width) in
        std::iter::once(whole("rest", 0.0, 100.0)).chain(parts.iter().map(|(class, share)| {
            let own = whole(class, left, *share);
            left += share;
            own
        }))
    {
        let place =
            Rectangle { left: Percent(left), width: Percent(width), top: 0.0, height: f64::from(height) };
        drawing.rectangle(class, &place, "");
    }
    drawing.into_svg("bar", label)
}
