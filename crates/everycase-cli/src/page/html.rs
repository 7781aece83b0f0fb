//! HTML that is well-formed XML: every element is closed, and every text is escaped.

/// A piece of HTML.
#[derive(Default)]
pub(super) struct Html(String);

/// An attribute and its value.
pub(super) type Attribute<'a> = (&'static str, &'a str);

/// The elements behind which a line ends.
const BLOCKS: [&str; 27] = [
    "html",
    "head",
    "meta",
    "title",
    "style",
    "body",
    "header",
    "main",
    "section",
    "footer",
    "article",
    "h1",
    "h2",
    "h3",
    "h4",
    "p",
    "ul",
    "li",
    "div",
    "dl",
    "table",
    "tr",
    "details",
    "summary",
    "figure",
    "pre",
    "figcaption",
];

impl Html {
    /// Returns the text of the HTML.
    pub(super) fn into_text(self) -> String {
        self.0
    }

    /// Adds an element with what `content` adds.
    pub(super) fn element(
        &mut self,
        tag: &'static str,
        attributes: &[Attribute<'_>],
        content: impl FnOnce(&mut Self),
    ) {
        self.begin(tag, attributes);
        self.0.push('>');
        content(self);
        self.0.push_str("</");
        self.0.push_str(tag);
        self.0.push('>');
        self.end_line(tag);
    }

    /// Adds an element that holds a text.
    pub(super) fn of_text(&mut self, tag: &'static str, attributes: &[Attribute<'_>], text: &str) {
        self.element(tag, attributes, |html| html.text(text));
    }

    /// Adds an element without content.
    pub(super) fn void(&mut self, tag: &'static str, attributes: &[Attribute<'_>]) {
        self.begin(tag, attributes);
        self.0.push_str("/>");
        self.end_line(tag);
    }

    /// Adds a text.
    pub(super) fn text(&mut self, text: &str) {
        escape(text, &mut self.0);
    }

    /// Adds text that is HTML already: the drawings and the style of this crate.
    pub(super) fn verbatim(&mut self, html: &str) {
        self.0.push_str(html);
    }

    fn begin(&mut self, tag: &str, attributes: &[Attribute<'_>]) {
        self.0.push('<');
        self.0.push_str(tag);
        for (name, value) in attributes {
            self.0.push(' ');
            self.0.push_str(name);
            self.0.push_str("=\"");
            escape(value, &mut self.0);
            self.0.push('"');
        }
    }

    fn end_line(&mut self, tag: &str) {
        if BLOCKS.contains(&tag) {
            self.0.push('\n');
        }
    }
}

/// Appends a text for the content of an element or the value of an attribute. Characters that XML
/// does not have, or that would change the order of others on the page, are shown by their numbers.
pub(super) fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            c if is_invisible(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
}

/// Returns whether a character has no picture of its own, or hides or turns others.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}')
        || matches!(c, '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_escaped_in_elements_and_attributes() {
        let mut html = Html::default();
        html.of_text("p", &[("title", "a \"b\" <c>")], "<script>&'\u{0}\u{202e}\n");
        html.void("meta", &[("charset", "utf-8")]);
        let wanted = "<p title=\"a &quot;b&quot; &lt;c&gt;\">&lt;script&gt;&amp;&#39;\\u{0}\\u{202e}\n</p>\n\
                      <meta charset=\"utf-8\"/>\n";
        assert_eq!(html.into_text(), wanted);
    }
}
