//! The result for a reader.

use std::fmt::Write;

use super::{Cause, Phase, Search, SizeRun, Tally};

/// Returns a number with its thousands apart; huge ones by their digits.
pub fn grouped(number: &impl ToString) -> String {
    let digits = number.to_string();
    if digits.len() > 18 {
        return format!("{}.{}e{}", &digits[..1], &digits[1..3], digits.len() - 1);
    }
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Everything found, as text.
pub fn report(causes: &[Cause], search: &Search) -> String {
    let runs = &search.runs;
    let mut out = String::new();
    let mut causes: Vec<_> = causes.iter().collect();
    causes.sort_by_key(|cause| (!cause.finding.proven, cause.finding.who, cause.size));
    let mut group = None;
    for (i, cause) in causes.iter().enumerate() {
        let own = (cause.finding.proven, cause.finding.who);
        if group.replace(own) != Some(own) {
            let doubt = if cause.finding.proven { "" } else { " (not proven to be valid input)" };
            let _ = writeln!(out, "\n== {}{doubt}", cause.finding.who);
        }
        let _ = writeln!(out, "\n{}. {}", i + 1, cause.finding.what);
        for line in &cause.lines {
            let _ = writeln!(out, "     {line}");
        }
        let (exhaustive, sampled) = (tally(&cause.exhaustive), tally(&cause.sampled));
        let _ = writeln!(out, "   size {}; exhaustive: {exhaustive}; sampled: {sampled}", cause.size);
    }
    let _ = writeln!(out, "\n== All inputs by size");
    let mut kind = None;
    for run in runs.iter().filter(|run| run.at.phase == Phase::Exhaustive) {
        if kind.replace(run.at.kind) != Some(run.at.kind) {
            let _ = writeln!(out, "\n  {}\n  size  there are      checked        failed", run.at.kind);
        }
        let (checked, failed) = (grouped(&run.checked), grouped(&run.failed));
        let _ = writeln!(out, "  {:<5} {:<14} {checked:<14} {failed}", run.at.size, grouped(&run.count));
    }
    let _ = writeln!(out, "\n== In all\n");
    for phase in [Phase::Exhaustive, Phase::Sampled] {
        let own: Vec<_> = runs.iter().filter(|run| run.at.phase == phase).collect();
        for kind in own.chunk_by(|a, b| a.at.kind == b.at.kind) {
            total(&mut out, phase, kind);
        }
    }
    if search.interrupted {
        let _ = writeln!(
            out,
            "\n  interrupted: this is what was found until then, and the last size is not complete"
        );
    }
    out
}

fn total(out: &mut String, phase: Phase, runs: &[&SizeRun]) {
    let Some(last) = runs.last() else { return };
    let checked: u64 = runs.iter().map(|run| run.checked).sum();
    let failed: u64 = runs.iter().map(|run| run.failed).sum();
    let seconds: f64 = runs.iter().map(|run| run.time.as_secs_f64()).sum();
    let complete = runs.iter().take_while(|run| run.count == run.checked.into()).last();
    let what = match phase {
        Phase::Exhaustive => format!("all up to size {}", complete.map_or(0, |run| run.at.size)),
        Phase::Sampled => format!("samples of each size up to {}", last.at.size),
    };
    #[expect(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "a rate, for a reader")]
    let rate = (checked as f64 / seconds.max(0.001)) as u64;
    let _ = writeln!(
        out,
        "  {}, {what}: {} checked in {seconds:.1} s ({} a second), {} failed",
        last.at.kind,
        grouped(&checked),
        grouped(&rate),
        grouped(&failed)
    );
}

fn tally(tally: &Tally) -> String {
    match tally.first {
        Some((size, kind)) => format!("first at size {size} of {kind}, {} inputs", grouped(&tally.inputs)),
        None => "not met".to_owned(),
    }
}
