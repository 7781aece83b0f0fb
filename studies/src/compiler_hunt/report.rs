//! The figures of a hunt for a reader, in the manner of Paper III, table 3.8.

use std::fmt::Write;
use std::time::Duration;

use everycase::space::SpaceError;

use super::compiler::RUNNING;
use super::grammar::Grammar;
use super::program::SAMPLES;
use super::tally::{Figures, Tally};
use crate::hunt::grouped;

/// What was done, as text.
///
/// # Errors
/// None but those of a wrong grammar.
pub fn report(grammar: &Grammar, figures: &Figures) -> Result<String, SpaceError> {
    let mut out = String::new();
    let total = figures.total();
    let _ = writeln!(out, "{:>5}  {:>16}  {}", "size", "there are", head());
    for (size, tally) in &figures.sizes {
        let _ = writeln!(out, "{size:>5}  {:>16}  {}", grouped(&grammar.count(*size)?), row(tally));
    }
    let _ = writeln!(out, "{:>5}  {:>16}  {}\n", "all", "", row(&total));
    for (count, what) in [
        (total.constant, "do the same on every list".to_owned()),
        (total.died, "end the process".to_owned()),
        (total.cut_off, format!("are cut off after {} s", RUNNING.as_secs())),
        (total.not_compiled, "are not compiled".to_owned()),
    ] {
        let _ = writeln!(out, "{:>9}  terms {what}", grouped(&count));
    }
    let [plain, optimised] = figures.compiling;
    let testing = plain + optimised + figures.running;
    #[expect(clippy::cast_precision_loss, reason = "for a reader")]
    let mut per = |what: &str, of: u64, unit: f64| {
        if of == 0 {
            return;
        }
        let of = |time: Duration| time.as_secs_f64() * unit / of as f64;
        let _ = writeln!(
            out,
            "\nseconds {what}, of a processor for compilation\n{:>9.3}  generation, counting included\n{:>9.3}  compilation at opt-level 0\n{:>9.3}  compilation at \
             opt-level 3\n{:>9.3}  running both on {} lists\n{:>9.3}  in all",
            of(figures.drawing),
            of(plain),
            of(optimised),
            of(figures.running),
            SAMPLES.len(),
            of(figures.drawing + testing),
        );
    };
    per("per thousand terms", total.terms, 1000.0);
    per("per difference", total.different, 1.0);
    let _ = writeln!(out, "\n{:.1} s from beginning to end", figures.time.as_secs_f64());
    let different = grouped(&total.different);
    if total.different == 0 {
        let _ = writeln!(out, "no difference in {} terms", grouped(&total.terms));
    } else {
        #[expect(clippy::cast_precision_loss, reason = "for a reader")]
        let each = total.terms as f64 / total.different as f64;
        let _ = writeln!(out, "{different} differences: one in {each:.1} terms");
    }
    if figures.interrupted {
        let _ = writeln!(out, "interrupted: this is what was done until then");
    }
    Ok(out)
}

fn head() -> String {
    format!("{:>9}  {:>13}  {:>13}  {:>9}  {:>9}", "terms", "trap always", "trap on some", "never", "differ")
}

fn row(tally: &Tally) -> String {
    let apart = tally.died + tally.cut_off + tally.not_compiled + tally.different;
    let never = tally.terms - tally.always_trap - tally.sometimes_trap - apart;
    format!(
        "{:>9}  {:>13}  {:>13}  {:>9}  {:>9}",
        grouped(&tally.terms),
        grouped(&tally.always_trap),
        grouped(&tally.sometimes_trap),
        grouped(&never),
        grouped(&tally.different),
    )
}
