//! The statement about inputs drawn under an assumption.

use crate::claims::{DrawEnding, SizeDraws};
use crate::text::number::{counted, ordinal, small};

/// The minimal number of runs without an input that says something about whether there are inputs,
/// if the budget ended them.
const TRIED: u64 = 1_000;

/// Returns the statement about draws, in words.
pub(super) fn words(drawn: &[SizeDraws]) -> Vec<String> {
    let mut words = Vec::new();
    let group = |amount: &dyn Fn(&SizeDraws) -> Option<u64>| Group::of(drawn, amount);
    let some = |amount: u64| (amount > 0).then_some(amount);
    let uniform = group(&|drawn| some(drawn.uniform));
    if let Some(uniform) = &uniform {
        words.push(format!("satisfying inputs drawn uniformly {uniform}"));
    }
    if let Some(backtracking) = group(&|drawn| some(drawn.backtracking)) {
        let what = if uniform.is_some() { "" } else { "satisfying inputs drawn " };
        let odds = small(SizeDraws::ODDS);
        words.push(format!(
            "{what}by backtracking {backtracking}, each at most {odds} times as likely as another"
        ));
    }
    let none = |drawn: &SizeDraws| drawn.values() == 0;
    if let Some(sizes) = group(&|drawn| (none(drawn) && drawn.ended == DrawEnding::NoneLeft).then_some(0)) {
        words.push(format!("none {}", sizes.sizes()));
    }
    let is_begun = |drawn: &SizeDraws| none(drawn) && drawn.ended == DrawEnding::No && drawn.runs < TRIED;
    let unknown = |drawn: &SizeDraws| {
        let ended = drawn.ended;
        none(drawn)
            && !is_begun(drawn)
            && drawn.runs > 0
            && !matches!(ended, DrawEnding::NoneLeft | DrawEnding::TooMany)
    };
    if let Some(sizes) = group(&|drawn| unknown(drawn).then_some(drawn.runs)) {
        words.push(format!("none found {} within {}", sizes.sizes(), sizes.runs()));
    }
    if let Some(sizes) = group(&|drawn| is_begun(drawn).then_some(drawn.runs)) {
        words.push(format!("draws {} only begun ({})", sizes.sizes(), sizes.runs()));
    }
    if let Some(sizes) = group(&|drawn| (drawn.ended == DrawEnding::Memory).then_some(0)) {
        words.push(format!("draws {} stopped: out of memory", sizes.sizes()));
    }
    if let Some(sizes) = group(&|drawn| (none(drawn) && drawn.ended == DrawEnding::Work).then_some(0)) {
        words.push(format!("draws {} take too much work", sizes.sizes()));
    }
    if let Some(sizes) = group(&|drawn| (drawn.ended == DrawEnding::TooMany).then_some(0)) {
        words.push(format!("too many inputs {} to draw", sizes.sizes()));
    }
    words
}

/// Sizes with the same statement.
struct Group {
    sizes: Vec<u32>,
    least: u64,
    most: u64,
}

impl Group {
    fn of(drawn: &[SizeDraws], amount: &dyn Fn(&SizeDraws) -> Option<u64>) -> Option<Group> {
        let members: Vec<(u32, u64)> =
            drawn.iter().filter_map(|drawn| Some((drawn.size, amount(drawn)?))).collect();
        let amounts = || members.iter().map(|(_, amount)| *amount);
        let (least, most) = (amounts().min()?, amounts().max()?);
        Some(Group { sizes: members.iter().map(|(size, _)| *size).collect(), least, most })
    }

    /// Returns the number of runs, such as `7 runs` or `7 to 9 runs`.
    fn runs(&self) -> String {
        match (self.least, self.most) {
            (least, most) if least == most => counted(most, "run"),
            (least, most) => format!("{} to {}", small(least), counted(most, "run")),
        }
    }

    /// Returns the sizes, such as `of size 7`, `of sizes 7 to 9` or `of 4 sizes from 7 to 13`.
    fn sizes(&self) -> String {
        let (first, last) = (self.sizes[0], self.sizes[self.sizes.len() - 1]);
        match self.sizes.len() {
            1 => format!("of size {first}"),
            all if all as u32 == last - first + 1 => format!("of sizes {first} to {last}"),
            _ if self.sizes.windows(2).all(|pair| pair[1] - pair[0] == self.sizes[1] - first) => {
                format!("of every {} size {first} to {last}", ordinal(self.sizes[1] - first))
            }
            some => format!("of {some} sizes from {first} to {last}"),
        }
    }
}

impl std::fmt::Display for Group {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let each = if self.sizes.len() > 1 { " each" } else { "" };
        let (least, most) = (small(self.least), small(self.most));
        let amount = if least == most { least } else { format!("{least} to {most}") };
        write!(f, "{} ({amount}{each})", self.sizes())
    }
}
