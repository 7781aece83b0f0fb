//! A report as a page that needs no other file: no scripts, light and dark.

use std::fmt::Write as _;

use super::report::Report;
use super::shown;
use crate::source::FileId;

const STYLE: &str = "
:root { color-scheme: light dark; --back: #fff; --text: #1c1c1c; --faint: #6a6a6a; --line: #ddd; --mark: #ffe3a3; --edge: #a85b00; }
@media (prefers-color-scheme: dark) {
  :root { --back: #16181d; --text: #e4e4e4; --faint: #9a9a9a; --line: #3a3d44; --mark: #5a4210; --edge: #ffb84d; }
}
body { background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--line); padding: .2em 1em .2em 0; text-align: left; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
pre { border: 1px solid var(--line); line-height: 1.45; overflow-x: auto; padding: 1em; tab-size: 4; }
pre .line { color: var(--faint); user-select: none; }
mark { background: var(--mark); color: inherit; text-decoration: underline wavy var(--edge); text-decoration-skip-ink: none; }
";

impl Report<'_> {
    /// Returns the report as one page: for each module a table of its definitions, and its source
    /// with the outermost unreached expressions marked.
    pub fn html(&self) -> String {
        let mut page = String::from(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>Coverage</title>\n<style>",
        );
        page.push_str(STYLE);
        let _ = write!(
            page,
            "</style>\n</head>\n<body>\n<h1>Coverage: {}</h1>\n\
             <p>{} of {} expressions have been evaluated. The others are <mark>marked</mark>, with the reason as a hint.</p>\n",
            self.share, self.share.evaluated, self.share.all
        );
        for module in &self.modules {
            let name = escaped(&self.program.sources.get(module.file).name);
            let _ = write!(
                page,
                "<h2>{name}: {}</h2>\n<table>\n\
                 <tr><th>definition</th><th>share</th><th>evaluated</th><th>expressions</th><th></th></tr>\n",
                module.share
            );
            for own in &module.definitions {
                let (line, _) = self.program.sources.line_and_column(own.span);
                let _ = writeln!(
                    page,
                    "<tr><td><a href=\"#f{}-{line}\">{}</a></td><td class=\"number\">{}</td>\
                     <td class=\"number\">{}</td><td class=\"number\">{}</td><td>{}</td></tr>",
                    module.file.0,
                    escaped(&own.name),
                    own.share,
                    own.share.evaluated,
                    own.share.all,
                    if own.is_exported { "exported" } else { "" }
                );
            }
            page.push_str("</table>\n<pre>");
            self.source(module.file, &mut page);
            page.push_str("</pre>\n");
        }
        page.push_str("</body>\n</html>\n");
        page
    }

    /// Adds the source of a file. A mark over several lines is closed and opened again around the
    /// numbers of lines.
    fn source(&self, file: FileId, page: &mut String) {
        let lines = self.lines(file);
        let width = lines.len().to_string().len();
        for (number, line) in (1..).zip(&lines) {
            let _ = write!(page, "<span class=\"line\" id=\"f{}-{number}\">{number:width$}  </span>", file.0);
            let mut at = 0;
            for mark in &line.marks {
                page.push_str(&escaped(line.text.get(at..mark.from).unwrap_or_default()));
                let hint = mark.of.why.words(&self.program.sources);
                let hint =
                    if mark.is_first { format!(" title=\"{}\"", escaped(&hint)) } else { String::new() };
                let marked = escaped(line.text.get(mark.from..mark.to).unwrap_or_default());
                let _ = write!(page, "<mark{hint}>{marked}</mark>");
                at = mark.to;
            }
            page.push_str(&escaped(line.text.get(at..).unwrap_or_default()));
            page.push('\n');
        }
    }
}

/// Returns a text for the content of an element or the value of an attribute.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in shown(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}
