//! Runs of a property outside of a check: a search up to one size, and draws of one size.

use everycase_check::claims::stats::Labels;
use everycase_check::run::verdict::{Subject, Verdict, replay};
use everycase_kernel::lazy::{self, Holder, Probe, Run};
use everycase_kernel::{Random, SeedableRng, SpaceError};

use super::Checks;
use crate::diagnostic::Diagnostic;
use crate::terms::Mode;

/// The result of drawing inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawResult {
    /// Inputs that satisfy the premise.
    pub values: u64,
    /// Those of them on which the property fails.
    pub failures: u64,
    /// Runs of the property.
    pub runs: u64,
    /// The memory of what was learned about rejected inputs, in bytes.
    pub memory: usize,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// Runs of the property, one for each equivalence class of inputs.
    pub runs: u64,
    /// Those of them that failed.
    pub failures: u64,
}

/// The result of searching the closed terms up to a size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchedTerms {
    /// Inputs, each of one term or more.
    pub inputs: u64,
    /// Those that do not satisfy the premise.
    pub discarded: u64,
    /// Those on which it is unknown whether the property holds.
    pub undecided: u64,
    /// Those on which the property fails.
    pub failures: u64,
}

impl Checks {
    /// Runs the property with this number on all closed terms up to a size; does not stop at
    /// failures.
    ///
    /// # Errors
    /// If the inputs cannot be enumerated; the diagnostic is the same as from
    /// [`Checks::check_terms`].
    pub fn search_terms(
        &self,
        number: usize,
        size: u32,
        mode: Mode,
    ) -> Result<Result<SearchedTerms, SpaceError>, Diagnostic> {
        let derivations = self.closed_terms(number, mode)?;
        let subject = self.closed_subject(number);
        let all = || {
            let mut searched = SearchedTerms::default();
            let mut labels = Labels::default();
            for size in 0..=size {
                let mut walk = derivations.of_size(size)?;
                while let Some(input) = walk.next() {
                    searched.inputs += 1;
                    match replay(&subject, input, &mut labels) {
                        Verdict::Passed => {}
                        Verdict::Discarded => searched.discarded += 1,
                        Verdict::Undecided(_) => searched.undecided += 1,
                        Verdict::Failed(_) => searched.failures += 1,
                    }
                }
            }
            Ok(searched)
        };
        Ok(all())
    }

    /// Searches all inputs up to a size (Paper II), with one run for each equivalence class; does
    /// not stop at failures.
    ///
    /// # Errors
    /// If the inputs cannot be enumerated.
    pub fn search(&self, number: usize, size: u32) -> Result<SearchResult, SpaceError> {
        let subject = self.subject(number);
        let mut run = Run::new();
        let mut searched = SearchResult { runs: 0, failures: 0 };
        run.begin_search(&self.derivations(&self.properties()[number]), size)?;
        while lazy::Search::next(&mut run).is_some() {
            let execute = |run: &mut Run| Some(subject.run(run, &mut Labels::default()));
            let verdict = lazy::Search::execute(&mut run, Probe::Never, execute);
            searched.runs += 1;
            searched.failures += u64::from(matches!(verdict, Ok(Some(Verdict::Failed(_)))));
        }
        Ok(searched)
    }

    /// Draws `values` inputs of exactly one size that satisfy the premise of the property with this
    /// number, uniformly, and runs the property on each. Draws fewer only if no more exist, or if
    /// the allowed runs found no more.
    ///
    /// # Errors
    /// If there are too many inputs of the size to be counted.
    pub fn draw(
        &self,
        number: usize,
        size: u32,
        (values, runs): (u64, u64),
        seed: u64,
    ) -> Result<DrawResult, SpaceError> {
        self.draw_while(number, size, seed, |drawn| drawn.values < values && drawn.runs < runs)
    }

    /// Draws in the same way while `goes_on`, which is asked before each run.
    ///
    /// # Errors
    /// If there are too many inputs of the size to be counted.
    pub fn draw_while(
        &self,
        number: usize,
        size: u32,
        seed: u64,
        mut goes_on: impl FnMut(&DrawResult) -> bool,
    ) -> Result<DrawResult, SpaceError> {
        let subject = self.subject(number);
        let mut run = Run::new();
        let mut drawn = DrawResult { values: 0, failures: 0, runs: 0, memory: 0 };
        run.begin_draws(&self.derivations(&self.properties()[number]), size)?;
        run.with(|draw: &mut lazy::Draw, _| draw.set_sharing(subject.profile().names_continuations));
        let mut rng = Random::seed_from_u64(seed);
        while goes_on(&drawn) {
            // Without a limit, completions that can be computed again still take no more than
            // elsewhere.
            run.with(|draw: &mut lazy::Draw, _| draw.fits(usize::MAX));
            if !lazy::Draw::next(&mut run, &mut rng) {
                break;
            }
            drawn.runs += 1;
            let execute = |run: &mut Run| Some(subject.run(run, &mut Labels::default()));
            if let Ok(Some(lazy::DrawResult { answer, is_void: false })) =
                lazy::Draw::execute(&mut run, Probe::Never, execute)
            {
                drawn.values += u64::from(matches!(answer, Verdict::Passed | Verdict::Failed(_)));
                drawn.failures += u64::from(matches!(answer, Verdict::Failed(_)));
            }
        }
        drawn.memory = run.as_draw().map_or(0, lazy::Draw::memory);
        Ok(drawn)
    }
}

#[cfg(test)]
mod tests {
    use everycase_check::run::verdict::Subject;

    use super::*;
    use crate::Limits;
    use crate::load::load_text;

    const PROGRAM: &str = "
data type = a | b | fun type type .
data term = variable natural | lambda type term | apply term term type .
data natural = zero | next natural .

has-type : list type -> term -> type -> boolean .
has-type scope term wanted =
  case term of
    ; [variable n] -> is-nth n scope wanted
    ; [lambda takes body] ->
      (case wanted of ; [fun f t] -> f == takes && has-type (f :: scope) body t ; _ -> false)
    ; [apply f x takes] -> has-type scope f [fun takes wanted] && has-type scope x takes .

is-nth n types wanted =
  case (n, types) of
    ; (zero, first :: _) -> first == wanted
    ; ([next m], _ :: rest) -> is-nth m rest wanted
    ; _ -> false .

ordered : bst integer integer -> boolean .
ordered t = between [] [] t .

between low high t =
  case t of
    ; leaf -> true
    ; [node l k v r] ->
      (case low of ; bound :: _ -> bound < k ; _ -> true)
        && (case high of ; bound :: _ -> k < bound ; _ -> true)
        && between low [k] l
        && between [k] high r .

sorted : list integer -> boolean .
sorted xs = case xs of ; x :: y :: rest -> x <= y && sorted (y :: rest) ; _ -> true .

numbers : integer -> list integer .
numbers n = if n == 0 then [] else [] <+> (nat-gen () :: numbers (n - 1)) .

property terms t . has-type [] t [fun a a] ==> has-type [] t [fun a a] .
property trees t . ordered t ==> ordered t .
property lists xs ys . sorted xs && sorted ys ==> xs == xs .
property drawn (xs from numbers 3) . sorted xs ==> sorted xs .
ranged : integer -> integer -> list integer .
ranged low high = if low > high then [] else let x = int-range low high in x :: ([] <+> ranged (x + 1) high) .

property rising (low : integer) (xs from ranged low 3) . xs /= [] ==> sorted xs .
property counted (n : integer) (k from if n < 1 then 0 else int-range 1 n) . k >= 1 ==> k - 1 < n .
property apart (n : integer) (m : integer) (xs from numbers 2) . n /= m ==> sorted xs || not (sorted xs) .
";

    fn alive(run: &Run) -> u128 {
        run.as_draw().map_or(0, |draw| draw.alive().try_into().expect("they are few"))
    }

    /// Once nothing is left to refute, the inputs that are not refuted are exactly those that
    /// satisfy the premise: sharing what is learned between equal states neither loses an input nor
    /// counts one twice.
    #[test]
    fn draws_learn_exactly_which_inputs_meet_the_premise() {
        let loaded = load_text("premises.pun", PROGRAM);
        let program = loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
        let checks = Checks::new(program, Limits::default()).expect("it compiles");
        for (number, sizes) in [
            (0, [8, 11, 14]),
            (1, [7, 9, 11]),
            (2, [5, 7, 8]),
            (3, [3, 5, 7]),
            (4, [4, 5, 6]),
            (5, [4, 5, 7]),
            (6, [3, 5, 6]),
        ] {
            let name = &checks.properties()[number].name;
            let subject = checks.subject(number);
            let derivations = checks.derivations(&checks.properties()[number]);
            for size in sizes {
                let mut meeting = 0;
                let mut walk = derivations.of_size(size).expect("they can be counted");
                while let Some(input) = walk.next() {
                    let meets = replay(&subject, input, &mut Labels::default()) == Verdict::Passed;
                    // An input with more choices than are used does not count.
                    meeting += u128::from(meets && subject.draws_to_the_end(input));
                }
                let mut run = Run::new();
                assert!(run.begin_draws(&derivations, size).expect("they are not too many"), "{name} {size}");
                run.with(|draw: &mut lazy::Draw, _| draw.set_sharing(true));
                let mut rng = Random::seed_from_u64(7);
                let mut quiet = 0u128;
                while quiet < 20 * alive(&run) + 100 && lazy::Draw::next(&mut run, &mut rng) {
                    quiet += 1;
                    let execute = |run: &mut Run| Some(subject.run(run, &mut Labels::default()));
                    let drawn = lazy::Draw::execute(&mut run, Probe::Never, execute).unwrap().unwrap();
                    if drawn.is_void || drawn.answer == Verdict::Discarded {
                        quiet = 0;
                    }
                    assert!(!run.as_draw().unwrap().has_broken_name(), "{name} {size}");
                }
                assert_eq!(alive(&run), meeting, "{name} {size}");
            }
        }
    }
}
