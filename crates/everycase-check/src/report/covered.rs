//! The coverage statement: exactly which inputs a run has seen, in words.

use std::fmt;

use num_bigint::BigUint;

use super::drawn;
use crate::coverage::{Coverage, Domain, Drawn, Exhausted};
use crate::number::{counted, number, ordinal, percent, small};

/// The number of groups of sizes with equally many draws that are stated one by one.
const MOST_GROUPS: usize = 2;

impl Coverage {
    /// Returns the statement in a few words.
    pub fn brief(&self) -> String {
        self.brief_about("input")
    }

    /// Returns the statement in a few words, about inputs with this name.
    pub fn brief_about(&self, input: &str) -> String {
        let mut parts = Vec::new();
        if self.replayed > 0 {
            parts.push(counted(self.replayed, &format!("saved {input}")));
        }
        parts.extend(self.exhaustive_words(input, true));
        parts.extend(self.beyond_words());
        let drawn = self.samples.iter().map(|sample| sample.draws).sum::<u64>()
            + self.drawn.iter().map(Drawn::values).sum::<u64>()
            + self.structures.map_or(0, |drawn| drawn.done);
        if drawn > 0 {
            parts.push(format!("{} drawn", small(drawn)));
        }
        if parts.is_empty() {
            parts.push(format!("no {input}s"));
        }
        // A lazy search is meant to skip discarded inputs.
        if self.discarded > 0 && !self.lazily {
            parts.push(format!("{} discarded", percent(self.discarded, self.stated())));
        }
        if self.undecided > 0 {
            parts.push(format!("{} undecided", counted(self.undecided, input)));
        }
        let part = if self.shard.is_whole() { String::new() } else { format!("part {}: ", self.shard) };
        part + &parts.join(", ")
    }

    fn exhaustive_words(&self, input: &str, brief: bool) -> Option<String> {
        let all = self.exhausted.as_ref().filter(|all| all.count != BigUint::ZERO).map(|all| {
            let own = if all.shared { format!("{} of ", small(all.done)) } else { String::new() };
            let what = if all.finite || all.of_any_size {
                self.all_words(all, input)
            } else if all.count == BigUint::from(1u8) {
                format!("the one {input} up to size {}", all.through)
            } else {
                format!("all {} {input}s up to size {}", number(&all.count), all.through)
            };
            let runs = if self.lazily && !brief {
                format!(" in {}", counted(all.done, "run"))
            } else {
                String::new()
            };
            let but = match (all.undecided, self.lazily && !brief) {
                (0, _) => String::new(),
                (some, true) => format!(", {} of them undecided", small(some)),
                (some, false) => format!(" but {} undecided", small(some)),
            };
            format!("{own}{what}{runs}{but}")
        });
        let some = self.stopped_at.as_ref().filter(|_| !brief || all.is_none()).map(|some| {
            if self.lazily {
                return format!("{} up to size {}, not all", counted(some.done, "run"), some.size);
            }
            let whose = if self.shard.is_whole() { "the" } else { "its" };
            let what = match (&all, some.of == BigUint::from(1u8)) {
                (Some(_), _) => String::new(),
                (None, true) => format!("{input} "),
                (None, false) => format!("{input}s "),
            };
            format!("{} of {whose} {} {what}of size {}", small(some.done), number(&some.of), some.size)
        });
        match (all, some) {
            (Some(all), Some(some)) => Some(format!("{all} and {some}")),
            (all, some) => all.or(some),
        }
    }

    /// Returns what all inputs are.
    fn all_words(&self, all: &Exhausted, input: &str) -> String {
        let Domain { given_by, numbers } = &self.domain;
        let with = numbers.as_ref().map_or(String::new(), |numbers| format!(" with {numbers}"));
        match (u64::try_from(&all.count), given_by) {
            (Ok(1), _) if all.finite => format!("the one {input} there is"),
            _ if all.finite && numbers.is_none() => format!("all {} {input}s there are", number(&all.count)),
            _ if all.finite => format!("all {} {input}s{with}", number(&all.count)),
            // The only run has met no choice.
            (_, Some(gives)) if all.done == 1 => format!("the one {input} that {gives}"),
            (_, Some(gives)) => format!("all {input}s that {gives}{with}"),
            (_, None) => format!("all {input}s of any size{with}"),
        }
    }

    fn beyond_words(&self) -> Option<String> {
        (self.beyond > 0).then(|| format!("{} of larger sizes in some parts", small(self.beyond)))
    }

    fn structure_words(&self) -> Option<String> {
        let drawn = self.structures.filter(|drawn| drawn.done > 0)?;
        Some(format!("{} drawn by structure, up to size {}", small(drawn.done), small(drawn.through.into())))
    }

    fn rank_words(&self) -> Option<String> {
        let ranks = self.ranks.filter(|ranks| ranks.done > 0)?;
        Some(format!(
            "{} by the order of numbers, up to size {}",
            small(ranks.done),
            small(ranks.through.into())
        ))
    }

    fn sample_words(&self) -> Vec<String> {
        // Neighbouring sizes with the same number of draws are stated together. So are sizes at equal steps, since there may be
        // no inputs of the sizes in between, such as the odd ones. Of many groups only the least and the largest number is stated.
        let mut groups: Vec<(u32, u32, u64, u32)> = Vec::new();
        for sample in self.samples.iter().filter(|sample| sample.draws > 0) {
            match groups.last_mut() {
                Some((_, last, draws, step))
                    if *draws == sample.draws && (*step == 0 || sample.size - *last == *step) =>
                {
                    *step = sample.size - *last;
                    *last = sample.size;
                }
                _ => groups.push((sample.size, sample.size, sample.draws, 0)),
            }
        }
        if groups.len() > MOST_GROUPS
            && let Some((first, last, step)) = self.sample_steps()
        {
            let draws = || groups.iter().map(|(.., draws, _)| *draws);
            let (least, most) = (draws().min().unwrap_or(0), draws().max().unwrap_or(0));
            let draws = format!("{} to {}", small(least), small(most));
            return vec![self.sample_word(&draws, (first, last, step))];
        }
        let word = |(first, last, draws, step)| self.sample_word(&small(draws), (first, last, step));
        groups.into_iter().map(word).collect()
    }

    /// Returns the first and the last size of the samples and the steps between them, if these are equal.
    fn sample_steps(&self) -> Option<(u32, u32, u32)> {
        let sizes = || self.samples.iter().filter(|sample| sample.draws > 0).map(|sample| sample.size);
        let (first, second, last) = (sizes().next()?, sizes().nth(1)?, sizes().next_back()?);
        sizes().eq((first..=last).step_by((second - first) as usize)).then_some((first, last, second - first))
    }

    fn sample_word(&self, draws: &str, (first, last, step): (u32, u32, u32)) -> String {
        match step {
            0 if self.draws_itself => format!("{draws} made with numbers up to {first} bits"),
            1 if self.draws_itself => {
                format!("{draws} made with numbers up to each of {first} to {last} bits")
            }
            _ if self.draws_itself => {
                let every = ordinal(step);
                format!("{draws} made with numbers up to every {every} of {first} to {last} bits")
            }
            0 => format!("{draws} uniform of size {first}"),
            1 => format!("{draws} uniform of each size {first} to {last}"),
            _ => format!("{draws} uniform of every {} size {first} to {last}", ordinal(step)),
        }
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.replayed > 0 {
            parts.push(counted(self.replayed, "saved input"));
        }
        parts.extend(self.exhaustive_words("input", false));
        parts.extend(self.beyond_words());
        parts.extend(self.rank_words());
        parts.extend(self.structure_words());
        parts.extend(self.sample_words());
        parts.extend(drawn::words(&self.drawn));
        if parts.is_empty() {
            parts.push("no inputs".to_owned());
        }
        if !self.shard.is_whole() {
            write!(f, "part {} of {}: ", self.shard.index(), self.shard.of())?;
        }
        f.write_str(&parts.join("; "))?;
        if self.discarded > 0 {
            let what = if self.lazily { counted(self.discarded, "run") } else { small(self.discarded) };
            let why = if self.draws_itself { " or without the choices that they need" } else { "" };
            write!(f, "; {what} discarded{why} ({})", percent(self.discarded, self.stated()))?;
        }
        if self.undecided > 0 {
            write!(f, "; {} undecided", counted(self.undecided, "input"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::{Ended, Sample, StoppedAt};
    use crate::shard::Shard;

    #[expect(clippy::unnecessary_wraps, reason = "it is what the field wants")]
    fn exhausted(through: u32, count: u64) -> Option<Exhausted> {
        Some(Exhausted {
            through,
            count: count.into(),
            done: count,
            undecided: 0,
            finite: false,
            of_any_size: false,
            shared: false,
        })
    }

    fn draws(sizes: impl Iterator<Item = u32>, draws: u64) -> Vec<Sample> {
        sizes.map(|size| Sample { size, draws, discarded: 0 }).collect()
    }

    fn whole() -> Coverage {
        Coverage::none(Shard::WHOLE)
    }

    #[test]
    fn a_full_run_is_stated_as_in_the_design() {
        let coverage = Coverage { exhausted: exhausted(9, 41_032), samples: draws(10..=30, 2000), ..whole() };
        assert_eq!(
            coverage.to_string(),
            "all 41,032 inputs up to size 9; 2,000 uniform of each size 10 to 30"
        );
        assert_eq!(coverage.inputs(), 41_032 + 42_000);
    }

    #[test]
    fn of_draws_with_many_numbers_the_least_and_the_largest_are_stated() {
        let sampled = |sizes: &[(u32, u64)]| {
            let samples = sizes.iter().map(|&(size, draws)| Sample { size, draws, discarded: 0 }).collect();
            Coverage { samples, ..whole() }.to_string()
        };
        assert_eq!(sampled(&[(5, 9), (6, 8), (7, 8)]), "9 uniform of size 5; 8 uniform of each size 6 to 7");
        assert_eq!(sampled(&[(5, 40), (6, 9), (7, 9), (8, 1_000)]), "9 to 1,000 uniform of each size 5 to 8");
        assert_eq!(sampled(&[(5, 3), (7, 2), (9, 1)]), "1 to 3 uniform of every 2nd size 5 to 9");
        let uneven = "3 uniform of size 5; 2 uniform of size 7; 1 uniform of size 8";
        assert_eq!(sampled(&[(5, 3), (7, 2), (8, 1)]), uneven);
    }

    #[test]
    fn a_partial_size_is_stated_exactly() {
        let stopped_at = Some(StoppedAt { size: 10, done: 1200, of: 52_001u32.into(), shared: false });
        let coverage =
            Coverage { exhausted: exhausted(9, 41_032), stopped_at: stopped_at.clone(), ..whole() };
        assert_eq!(coverage.to_string(), "all 41,032 inputs up to size 9 and 1,200 of the 52,001 of size 10");
        assert_eq!(Coverage { stopped_at, ..whole() }.to_string(), "1,200 of the 52,001 inputs of size 10");
    }

    #[test]
    fn finite_types_are_covered_whole() {
        let finite = |count: u64| Coverage {
            exhausted: Some(Exhausted {
                through: 8,
                count: count.into(),
                done: count,
                undecided: 0,
                finite: true,
                of_any_size: false,
                shared: false,
            }),
            ..whole()
        };
        assert_eq!(finite(256).to_string(), "all 256 inputs there are");
        assert_eq!(finite(1).to_string(), "the one input there is");
        assert!(finite(1).is_complete());
        assert_eq!(whole().to_string(), "no inputs");
    }

    #[test]
    fn inputs_of_which_no_more_is_looked_at_are_covered_whatever_their_size() {
        let coverage = Coverage {
            exhausted: Some(Exhausted { of_any_size: true, ..exhausted(3, 9).unwrap() }),
            lazily: true,
            ..whole()
        };
        assert_eq!(coverage.to_string(), "all inputs of any size in 9 runs");
        assert!(coverage.is_complete());
    }

    #[test]
    fn all_inputs_are_those_that_generators_give_with_numbers_as_large_as_they_get() {
        let words = |finite, done, given_by: Option<&str>, numbers: Option<&str>| {
            let all = Exhausted { finite, done, of_any_size: !finite, ..exhausted(3, 9).unwrap() };
            let domain =
                Domain { given_by: given_by.map(str::to_owned), numbers: numbers.map(str::to_owned) };
            Coverage { exhausted: Some(all), domain, lazily: true, ..whole() }.brief()
        };
        let (gives, bits) = (Some("`g ()` gives"), Some("integers of up to 127 bits"));
        assert_eq!(words(true, 8, None, bits), "all 9 inputs with integers of up to 127 bits");
        assert_eq!(words(false, 8, None, bits), "all inputs of any size with integers of up to 127 bits");
        assert_eq!(words(false, 8, gives, None), "all inputs that `g ()` gives");
        assert_eq!(
            words(false, 8, gives, bits),
            "all inputs that `g ()` gives with integers of up to 127 bits"
        );
        assert_eq!(words(false, 1, gives, bits), "the one input that `g ()` gives");
    }

    #[test]
    fn a_part_states_its_own_numbers() {
        let coverage = Coverage {
            exhausted: Some(Exhausted {
                through: 9,
                count: 41_032u32.into(),
                done: 10_258,
                undecided: 0,
                finite: false,
                of_any_size: false,
                shared: true,
            }),
            stopped_at: Some(StoppedAt { size: 10, done: 300, of: 13_001u32.into(), shared: false }),
            samples: draws(10..=30, 500),
            ..Coverage::none(Shard::new(0, 4).unwrap())
        };
        assert_eq!(
            coverage.to_string(),
            "part 0 of 4: 10,258 of all 41,032 inputs up to size 9 and 300 of its 13,001 of size 10; \
             500 uniform of each size 10 to 30"
        );
    }

    #[test]
    fn discards_and_saved_inputs_are_counted() {
        let coverage = Coverage { replayed: 1, exhausted: exhausted(3, 9), discarded: 4, ..whole() };
        assert_eq!(coverage.to_string(), "1 saved input; all 9 inputs up to size 3; 4 discarded (40%)");
    }

    #[test]
    fn one_of_a_kind_is_no_plural() {
        let stopped_at = Some(StoppedAt { size: 1, done: 0, of: 1u8.into(), shared: false });
        let coverage = Coverage { replayed: 1, stopped_at, discarded: 1, lazily: false, ..whole() };
        assert_eq!(coverage.to_string(), "1 saved input; 0 of the 1 input of size 1; 1 discarded (100%)");
        let drawn = Drawn { runs: 1, ended: Ended::GivenUp, ..Drawn::none(2) };
        let coverage = Coverage { drawn: vec![drawn], discarded: 1, lazily: true, ..whole() };
        assert_eq!(coverage.to_string(), "none found of size 2 within 1 run; 1 run discarded (100%)");
        let ended = Drawn { runs: 1, ..Drawn::none(2) };
        let coverage = Coverage { drawn: vec![ended], ..coverage };
        assert_eq!(coverage.to_string(), "draws of size 2 only begun (1 run); 1 run discarded (100%)");
    }

    #[test]
    fn draws_are_grouped_where_that_is_exact() {
        let words = |samples| Coverage { samples, ..whole() }.to_string();
        let mut uneven = draws(10..=14, 96);
        uneven.extend(draws(15..=30, 95));
        assert_eq!(words(uneven), "96 uniform of each size 10 to 14; 95 uniform of each size 15 to 30");
        assert_eq!(words(draws((11..=21).step_by(2), 9)), "9 uniform of every 2nd size 11 to 21");
        assert_eq!(words(draws(7..=7, 9)), "9 uniform of size 7");
    }

    #[test]
    fn the_brief_statement_has_what_was_covered_whole_and_how_much_beyond() {
        let coverage = Coverage {
            exhausted: exhausted(9, 41_032),
            stopped_at: Some(StoppedAt { size: 10, done: 300, of: 13_001u32.into(), shared: false }),
            samples: draws(10..=30, 2000),
            discarded: 20_000,
            replayed: 1,
            ..whole()
        };
        assert_eq!(
            coverage.brief(),
            "1 saved input, all 41,032 inputs up to size 9, 42,000 drawn, 24% discarded"
        );
        let shard = Shard::new(1, 4).unwrap();
        let part = Coverage { shard, exhausted: None, replayed: 0, ..coverage };
        assert_eq!(
            part.brief(),
            "part 1/4: 300 of its 13,001 inputs of size 10, 42,000 drawn, 47.2% discarded"
        );
        assert_eq!(whole().brief(), "no inputs");
    }

    #[test]
    fn what_generators_make_is_told_by_the_bits_of_its_numbers() {
        let words = |samples, discarded| {
            Coverage { samples, discarded, draws_itself: true, lazily: true, ..whole() }.to_string()
        };
        let each = words(draws(10..=30, 2000), 0);
        assert!(each.ends_with("2,000 made with numbers up to each of 10 to 30 bits"), "{each}");
        let one = words(draws(7..=7, 5), 3);
        assert!(one.contains("5 made with numbers up to 7 bits"), "{one}");
        assert!(one.contains("; 3 runs discarded or without the choices that they need ("), "{one}");
    }

    #[test]
    fn huge_counts_are_rounded() {
        let of = BigUint::from(10u8).pow(41) * 3u8;
        let stopped_at = Some(StoppedAt { size: 400, done: 5, of, shared: false });
        assert_eq!(
            Coverage { stopped_at, ..whole() }.to_string(),
            "5 of the about 3.0e41 inputs of size 400"
        );
    }
}
