//! A report as text: a summary, and the source with marks in the margin. The marks are readable
//! without colour.

use std::fmt::Write as _;

use super::gap::{CoverageGap, Why};
use super::report::{Definition, Module, Report};
use super::{excerpt, shown};
use crate::source::FileId;

/// The style of what is not reached, and its end.
const UNREACHED: &str = "\u{1b}[1;33m";
const PLAIN: &str = "\u{1b}[0m";

impl Report<'_> {
    /// Returns the shares of the modules and of the definitions that are not evaluated as a whole,
    /// then what is not reached, in groups by the reason.
    pub fn summary(&self) -> String {
        let mut text = String::new();
        for module in &self.modules {
            let _ = writeln!(
                text,
                "{}: {} ({} of {} expressions evaluated)",
                shown(&self.program.sources.get(module.file).name),
                module.share,
                module.share.evaluated,
                module.share.all
            );
            let partly = || module.definitions.iter().filter(|own| !own.share.is_whole());
            let width = partly().map(|own| own.name.chars().count()).max().unwrap_or(0);
            for Definition { name, share, .. } in partly() {
                let percent = share.to_string();
                let _ = writeln!(text, "  {name:width$}  {percent:>6}  {} of {}", share.evaluated, share.all);
            }
            self.groups(module, &mut text);
        }
        text
    }

    fn groups(&self, module: &Module, text: &mut String) {
        let sources = &self.program.sources;
        for (group, heading) in Why::GROUPS.iter().enumerate() {
            let all = module.definitions.iter().flat_map(|own| own.gaps().map(move |one| (own, one)));
            let mut all = all.filter(|(_, one)| one.why.group() == group).peekable();
            if all.peek().is_some() {
                let _ = writeln!(text, "\n{heading}:");
            }
            for (own, CoverageGap { span, why }) in all {
                let (place, what, words) = match why {
                    Why::Definition { .. } => (own.span, format!("`{}`", own.name), Some(why.words(sources))),
                    Why::Operand(Some(_)) | Why::After(_) | Why::Unfit(_) => {
                        (*span, excerpt(sources, *span), Some(why.words(sources)))
                    }
                    _ => (*span, excerpt(sources, *span), None),
                };
                let words = words.map(|words| format!(": {words}")).unwrap_or_default();
                let line = format!("  {} {what}{words}", sources.place(place));
                let _ = writeln!(text, "{}", shown(&line));
            }
        }
    }

    /// Returns the source of a module. Lines with unreached expressions have `!` in the margin, and
    /// these are underlined; the reason stands where an expression ends.
    pub fn annotated(&self, file: FileId, color: bool) -> String {
        let lines = self.lines(file);
        let width = lines.len().to_string().len();
        let (style, plain) = if color { (UNREACHED, PLAIN) } else { ("", "") };
        let mut text = String::new();
        for (number, own) in (1..).zip(&lines) {
            let mark = if own.marks.is_empty() { ' ' } else { '!' };
            let line = format!("{mark} {number:width$} | {}", shown(own.text));
            let _ = writeln!(text, "{}", line.trim_end());
            if own.marks.is_empty() {
                continue;
            }
            let (mut under, mut at) = (String::new(), 0);
            for mark in &own.marks {
                let [before, here] = [at..mark.from, mark.from..mark.to].map(|part| own.text.get(part));
                under.extend(before.unwrap_or_default().chars().map(|c| if c == '\t' { c } else { ' ' }));
                under.extend(here.unwrap_or_default().chars().map(|_| '^'));
                at = mark.to;
            }
            let reasons = own.marks.iter().filter(|mark| mark.is_last);
            let mut reasons: Vec<String> =
                reasons.map(|mark| mark.of.why.words(&self.program.sources)).collect();
            reasons.dedup();
            let line = format!("  {:width$} | {style}{under}{plain} {}", "", shown(&reasons.join("; ")));
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }
}
