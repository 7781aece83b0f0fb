//! The coverage statement: exactly which inputs a run has seen, in words.

use std::fmt;

use num_bigint::BigUint;

use super::draw_statement;
use crate::claims::stream::Stream;
use crate::claims::{CaseCounts, Claim, Coverage, Domain, ExhaustiveRange, SizeDraws};
use crate::text::number::{counted, number, ordinal, percent, small};

/// The number of groups of sizes with equally many draws that are stated one by one.
const MOST_GROUPS: usize = 2;

impl Coverage {
    /// Returns the statement in a few words.
    pub fn brief(&self) -> String {
        self.brief_about("input")
    }

    /// Returns the statement in a few words, about inputs with this name.
    pub fn brief_about(&self, input: &str) -> String {
        self.in_few_words(input, true)
    }

    /// Returns the statement in the fewest words: what was covered whole, how much beyond, and what
    /// is undecided.
    pub(super) fn briefest(&self) -> String {
        self.in_few_words("input", false)
    }

    /// Returns the statement in a few words, with or without saved and discarded inputs, and inputs
    /// of larger sizes in some parts.
    fn in_few_words(&self, input: &str, with_others: bool) -> String {
        let mut parts = Vec::new();
        parts.extend(self.saved_words(input).filter(|_| with_others));
        parts.extend(self.exhaustive_words(input, true, with_others));
        parts.extend(self.beyond_words().filter(|_| with_others));
        let drawn = self.samples().map(|sample| sample.tally.ran).sum::<u64>()
            + self.drawn().iter().map(SizeDraws::values).sum::<u64>()
            + self.ran(Stream::Structures);
        if drawn > 0 {
            parts.push(format!("{} drawn", small(drawn)));
        }
        if parts.is_empty() {
            parts.push(format!("no {input}s"));
        }
        let CaseCounts { ran, discarded, undecided } = self.stated();
        // A lazy search is meant to skip discarded inputs.
        if discarded > 0 && !self.lazily && with_others {
            parts.push(format!("{} discarded", percent(discarded, ran)));
        }
        if undecided > 0 {
            parts.push(format!("{} undecided", counted(undecided, input)));
        }
        let part = if self.shard.is_whole() { String::new() } else { format!("part {}: ", self.shard) };
        part + &parts.join(", ")
    }

    fn saved_words(&self, input: &str) -> Option<String> {
        let saved = self.ran(Stream::Replay);
        (saved > 0).then(|| counted(saved, &format!("saved {input}")))
    }

    /// Returns what the search has run, with or without the number of undecided inputs in it.
    fn exhaustive_words(&self, input: &str, brief: bool, with_undecided: bool) -> Option<String> {
        let all = self.exhausted().filter(|all| all.count != BigUint::ZERO).map(|all| {
            let own = if self.is_divided() { format!("{} of ", small(all.done)) } else { String::new() };
            let what = if all.finite || all.of_any_size {
                self.all_words(&all, input)
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
                _ if !with_undecided => String::new(),
                (0, _) => String::new(),
                (some, true) => format!(", {} of them undecided", small(some)),
                (some, false) => format!(" but {} undecided", small(some)),
            };
            format!("{own}{what}{runs}{but}")
        });
        let some = self.stopped_at().filter(|_| !brief || all.is_none()).map(|some| {
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
    fn all_words(&self, all: &ExhaustiveRange, input: &str) -> String {
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
        let beyond = self.beyond();
        (beyond > 0).then(|| format!("{} of larger sizes in some parts", small(beyond)))
    }

    /// Returns how many inputs of a stream were run, up to which size.
    fn stream_words(&self, stream: Stream, how: &str) -> Option<String> {
        let Claim { tally, size, .. } = self.one(stream)?;
        Some(format!("{} {how}, up to size {}", small(tally.ran), small((*size).into())))
    }

    fn sample_words(&self) -> Vec<String> {
        // Neighbouring sizes with the same number of draws are stated together. So are sizes at
        // equal steps, since the sizes in between, such as the odd ones, may have no inputs. Of
        // many groups only the least and the largest number is stated.
        let mut groups: Vec<(u32, u32, u64, u32)> = Vec::new();
        for (size, ran) in self.sample_sizes() {
            match groups.last_mut() {
                Some((_, last, draws, step)) if *draws == ran && (*step == 0 || size - *last == *step) => {
                    *step = size - *last;
                    *last = size;
                }
                _ => groups.push((size, size, ran, 0)),
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

    fn sample_sizes(&self) -> impl DoubleEndedIterator<Item = (u32, u64)> {
        let samples = self.samples().map(|sample| (sample.size, sample.tally.ran));
        samples.filter(|(_, ran)| *ran > 0)
    }

    /// Returns the first and the last size of the samples and the steps between them, if these are
    /// equal.
    fn sample_steps(&self) -> Option<(u32, u32, u32)> {
        let sizes = || self.sample_sizes().map(|(size, _)| size);
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
        parts.extend(self.saved_words("input"));
        parts.extend(self.exhaustive_words("input", false, true));
        parts.extend(self.beyond_words());
        parts.extend(self.stream_words(Stream::Orders, "by the order of numbers"));
        parts.extend(self.stream_words(Stream::Structures, "drawn by structure"));
        parts.extend(self.sample_words());
        parts.extend(draw_statement::words(&self.drawn()));
        if parts.is_empty() {
            parts.push("no inputs".to_owned());
        }
        if !self.shard.is_whole() {
            write!(f, "part {} of {}: ", self.shard.index(), self.shard.of())?;
        }
        f.write_str(&parts.join("; "))?;
        let CaseCounts { ran, discarded, undecided } = self.stated();
        if discarded > 0 {
            let what = if self.lazily { counted(discarded, "run") } else { small(discarded) };
            let why = if self.draws_itself { " or without the choices that they need" } else { "" };
            write!(f, "; {what} discarded{why} ({})", percent(discarded, ran))?;
        }
        if undecided > 0 {
            write!(f, "; {} undecided", counted(undecided, "input"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::{DrawEnding, Extent, Tally};
    use crate::settings::shard::Shard;

    /// All inputs up to a size; all have that size.
    fn all(size: u32, count: u64) -> Claim {
        some(size, count, count)
    }

    fn some(size: u32, ran: u64, of: u64) -> Claim {
        Claim::of_size(size, Tally::of(ran, 0), of.into())
    }

    fn up_to(size: u32, ran: u64, of: u64, of_any_size: bool) -> Claim {
        let extent = Extent::UpTo { of: of.into(), is_finished: true, of_any_size };
        Claim { extent, ..some(size, ran, of) }
    }

    fn draws(sizes: impl Iterator<Item = u32>, draws: u64) -> Vec<Claim> {
        sizes.map(|size| Claim::drawn(Stream::Draws, size, Tally::of(draws, 0))).collect()
    }

    fn saved(ran: u64, discarded: u64) -> Claim {
        Claim::given(Tally::of(ran, discarded))
    }

    fn whole(claims: impl IntoIterator<Item = Claim>) -> Coverage {
        Coverage::none(Shard::WHOLE).with(claims)
    }

    fn lazily(claims: impl IntoIterator<Item = Claim>) -> Coverage {
        Coverage { lazily: true, ..Coverage::none(Shard::WHOLE) }.with(claims)
    }

    #[test]
    fn a_full_run_is_stated_as_in_the_design() {
        let coverage = whole(draws(10..=30, 2000)).with([all(9, 41_032)]);
        assert_eq!(
            coverage.to_string(),
            "all 41,032 inputs up to size 9; 2,000 uniform of each size 10 to 30"
        );
        assert_eq!(coverage.inputs(), 41_032 + 42_000);
    }

    #[test]
    fn of_draws_with_many_numbers_the_least_and_the_largest_are_stated() {
        let sampled = |sizes: &[(u32, u64)]| {
            whole(sizes.iter().flat_map(|&(size, ran)| draws(size..=size, ran))).to_string()
        };
        assert_eq!(sampled(&[(5, 9), (6, 8), (7, 8)]), "9 uniform of size 5; 8 uniform of each size 6 to 7");
        assert_eq!(sampled(&[(5, 40), (6, 9), (7, 9), (8, 1_000)]), "9 to 1,000 uniform of each size 5 to 8");
        assert_eq!(sampled(&[(5, 3), (7, 2), (9, 1)]), "1 to 3 uniform of every 2nd size 5 to 9");
        let uneven = "3 uniform of size 5; 2 uniform of size 7; 1 uniform of size 8";
        assert_eq!(sampled(&[(5, 3), (7, 2), (8, 1)]), uneven);
    }

    #[test]
    fn a_partial_size_is_stated_exactly() {
        let stopped = || some(10, 1200, 52_001);
        assert_eq!(
            whole([all(9, 41_032), stopped()]).to_string(),
            "all 41,032 inputs up to size 9 and 1,200 of the 52,001 of size 10"
        );
        assert_eq!(whole([stopped()]).to_string(), "1,200 of the 52,001 inputs of size 10");
    }

    #[test]
    fn sizes_add_up_and_those_without_inputs_are_covered_too() {
        let sizes =
            [some(0, 0, 0), some(1, 2, 2), some(2, 0, 0), some(3, 0, 0), some(5, 7, 7), some(6, 0, 0)];
        assert_eq!(whole(sizes.clone()).to_string(), "all 9 inputs up to size 6");
        let more = whole(sizes).with([some(9, 1, 4)]);
        assert_eq!(more.to_string(), "all 9 inputs up to size 8 and 1 of the 4 of size 9");
    }

    #[test]
    fn finite_types_are_covered_whole() {
        let finite = |count: u64| Coverage { largest: Some(8), ..whole([all(8, count)]) };
        assert_eq!(finite(256).to_string(), "all 256 inputs there are");
        assert_eq!(finite(1).to_string(), "the one input there is");
        assert!(finite(1).is_complete());
        let open = Coverage { is_open: true, ..finite(256) };
        assert_eq!((open.to_string().as_str(), open.is_complete()), ("all 256 inputs up to size 8", false));
        assert_eq!(whole([]).to_string(), "no inputs");
    }

    #[test]
    fn inputs_of_which_no_more_is_looked_at_are_covered_whatever_their_size() {
        let coverage = lazily([up_to(2, 5, 5, false), up_to(3, 9, 9, true)]);
        assert_eq!(coverage.to_string(), "all inputs of any size in 9 runs");
        assert!(coverage.is_complete());
        assert_eq!((coverage.inputs(), coverage.stated().ran, coverage.stats().tests()), (14, 9, 9));
    }

    #[test]
    fn all_inputs_are_those_that_generators_give_with_numbers_as_large_as_they_get() {
        let words = |finite: bool, done, given_by: Option<&str>, numbers: Option<&str>| {
            let domain =
                Domain { given_by: given_by.map(str::to_owned), numbers: numbers.map(str::to_owned) };
            let largest = finite.then_some(3);
            Coverage { domain, largest, ..lazily([up_to(3, done, 9, !finite)]) }.brief()
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
        let coverage = Coverage::none(Shard::new(0, 4).unwrap()).with(draws(10..=30, 500));
        let coverage = coverage.with([some(9, 10_258, 41_032), some(10, 300, 52_001)]);
        assert_eq!(
            coverage.to_string(),
            "part 0 of 4: 10,258 of all 41,032 inputs up to size 9 and 300 of its 13,001 of size 10; \
             500 uniform of each size 10 to 30"
        );
    }

    #[test]
    fn discards_and_saved_inputs_are_counted() {
        let searched = Claim { tally: Tally::of(9, 4), ..all(3, 9) };
        let coverage = whole([saved(1, 0), searched]);
        assert_eq!(coverage.to_string(), "1 saved input; all 9 inputs up to size 3; 4 discarded (40%)");
    }

    #[test]
    fn one_of_a_kind_is_no_plural() {
        let coverage = whole([saved(1, 1), some(1, 0, 1)]);
        assert_eq!(coverage.to_string(), "1 saved input; 0 of the 1 input of size 1; 1 discarded (100%)");
        let drawn = |ended| {
            lazily([SizeDraws { runs: 1, ended, ..SizeDraws::none(2) }.claim(Tally::of(1, 1))]).to_string()
        };
        assert_eq!(drawn(DrawEnding::GivenUp), "none found of size 2 within 1 run; 1 run discarded (100%)");
        assert_eq!(drawn(DrawEnding::No), "draws of size 2 only begun (1 run); 1 run discarded (100%)");
    }

    #[test]
    fn draws_are_grouped_where_that_is_exact() {
        let words = |samples| whole(samples).to_string();
        let mut uneven = draws(10..=14, 96);
        uneven.extend(draws(15..=30, 95));
        assert_eq!(words(uneven), "96 uniform of each size 10 to 14; 95 uniform of each size 15 to 30");
        assert_eq!(words(draws((11..=21).step_by(2), 9)), "9 uniform of every 2nd size 11 to 21");
        assert_eq!(words(draws(7..=7, 9)), "9 uniform of size 7");
    }

    #[test]
    fn the_brief_statement_has_what_was_covered_whole_and_how_much_beyond() {
        let discarding = Claim { tally: Tally::of(41_032, 20_000), ..all(9, 41_032) };
        let coverage = whole(draws(10..=30, 2000)).with([saved(1, 0), discarding, some(10, 300, 52_001)]);
        assert_eq!(
            coverage.brief(),
            "1 saved input, all 41,032 inputs up to size 9, 42,000 drawn, 24% discarded"
        );
        let part = Coverage::none(Shard::new(1, 4).unwrap()).with(draws(10..=30, 2000));
        let stopped = Claim { tally: Tally::of(300, 150), ..some(10, 300, 52_001) };
        assert_eq!(
            part.with([stopped]).brief(),
            "part 1/4: 300 of its 13,000 inputs of size 10, 42,000 drawn, 0.3% discarded"
        );
        assert_eq!(whole([]).brief(), "no inputs");
    }

    #[test]
    fn what_generators_make_is_told_by_the_bits_of_its_numbers() {
        let words = |samples: Vec<Claim>| Coverage { draws_itself: true, ..lazily(samples) }.to_string();
        let each = words(draws(10..=30, 2000));
        assert!(each.ends_with("2,000 made with numbers up to each of 10 to 30 bits"), "{each}");
        let one = words(vec![Claim::drawn(Stream::Draws, 7, Tally::of(5, 3))]);
        assert!(one.contains("5 made with numbers up to 7 bits"), "{one}");
        assert!(one.contains("; 3 runs discarded or without the choices that they need ("), "{one}");
    }

    #[test]
    fn huge_counts_are_rounded() {
        let of = BigUint::from(10u8).pow(41) * 3u8;
        let coverage = whole([Claim::of_size(400, Tally::of(5, 0), of)]);
        assert_eq!(coverage.to_string(), "5 of the about 3.0e41 inputs of size 400");
    }
}
