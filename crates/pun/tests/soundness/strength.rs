//! The strength of properties: a run with watched calls says what a plain run says, and a run with a mutant says what a plain run says
//! of the program in which the mutant is written out as a definition.

use std::cell::RefCell;
use std::mem::discriminant;
use std::rc::Rc;
use std::sync::Arc;

use everycase_check::check::CheckError;
use everycase_check::claims::stats::Labels;
use everycase_check::run::verdict::{Subject, Verdict, replay};
use everycase_check::strength::{Answer, Calls, Original, ReturnValue, Target, Watch};
use everycase_kernel::{Derivation, Derivations, Random, SeedableRng};
use pun::check::Checks;
use pun::load::load_text;
use pun::strength::mentioned;

use crate::dice::Dice;
use crate::modes::LIMITS;
use crate::programs::{Program, program};
use crate::run::Place;
use crate::setting;

/// How a watched call is answered; always with what the function itself returns.
#[derive(Clone, Copy, Debug)]
enum Way {
    AsBefore,
    /// The result, encoded and decoded.
    Encoded,
    /// The result on the same arguments, without encoding it.
    OnTheSame,
}

/// Answers each call with the function's own result, and compares the result on the same arguments with it.
struct Own {
    way: Way,
    wrong: Option<String>,
}

impl Calls for Own {
    fn call(&mut self, arguments: &Derivation, original: Original<'_>) -> Answer {
        let result = original(None);
        let again = original(Some(arguments));
        if result != again && again != ReturnValue::Nothing {
            self.wrong = Some(format!("{result:?} on the same arguments is {again:?}"));
        }
        match (self.way, result, again) {
            (Way::Encoded, ReturnValue::Encoded(result), _) => Answer::Result(result),
            (Way::OnTheSame, _, ReturnValue::Encoded(_) | ReturnValue::Opaque) => {
                Answer::ResultOn(arguments.clone())
            }
            _ => Answer::AsBefore,
        }
    }
}

/// Answers one call with another result.
struct Except(Derivation, Derivation);

impl Calls for Except {
    fn call(&mut self, arguments: &Derivation, _: Original<'_>) -> Answer {
        if *arguments == self.0 { Answer::Result(self.1.clone()) } else { Answer::AsBefore }
    }

    fn aside(&mut self, arguments: &Derivation, original: Original<'_>) -> Answer {
        self.call(arguments, original)
    }
}

#[derive(Debug, Default)]
struct Tally {
    properties: u64,
    runs: u64,
    mutants: u64,
    killed: u64,
}

#[test]
fn watched_runs_and_mutants_say_what_plain_programs_say() {
    let cases = setting("EVERYCASE_SOUNDNESS_STRENGTH", 150);
    let seed = setting("EVERYCASE_SOUNDNESS_SEED", 1);
    let place = Place::new("strength");
    let mut tally = Tally::default();
    for number in 0.. {
        if tally.properties >= cases {
            break;
        }
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(number);
        let program = program(&mut Dice::new(seed), 4);
        if let Err(wrong) = judge(&program, &place, seed, &mut tally) {
            panic!("seed {seed}: {wrong}\n{program}");
        }
    }
    println!("{tally:?}");
    assert!(tally.mutants > cases / 3 && tally.killed > cases / 10, "{tally:?}");
}

/// The largest number of inputs of a property that are run, and of mutants of a function that are written out.
const INPUTS: usize = 30;
const MUTANTS: usize = 2;

fn judge(program: &Program, place: &Place, seed: u64, tally: &mut Tally) -> Result<(), String> {
    let Some(checks) = loaded(program, place) else { return Ok(()) };
    let mut rng = Random::seed_from_u64(seed);
    for (number, property) in checks.properties().iter().enumerate() {
        if checks.refused(number).is_some() {
            continue;
        }
        tally.properties += 1;
        let plain = subject(&checks, number);
        let derivations = checks.derivations(property);
        let (inputs, fingerprint) = (inputs(&derivations), derivations.fingerprint().ok());
        for function in mentioned(checks.program(), property) {
            let Ok(target) = checks.target(number, &function) else { continue };
            let wrong = |what: String| format!("p{number} of {}: {what}", target.function());
            let mut left = if function.is_one_of_several { 0 } else { MUTANTS };
            for input in &inputs {
                let known = replay(&*plain, input, &mut Labels::default());
                compare(&*target, property.chooses(), input, &known).map_err(wrong)?;
                tally.runs += 1;
                if known != Verdict::Passed || left == 0 {
                    continue;
                }
                let Some(except) = mutant(&*target, input, &mut rng) else { continue };
                let equation = target.equation(&except.0, &except.1);
                let verdict = target.run(input, Rc::new(RefCell::new(except)));
                let Some(expected) = written_out(program, place, number, &equation, (input, fingerprint))
                else {
                    continue;
                };
                left -= 1;
                if target.obstacle().is_some() {
                    // The definition evaluates a lazy part that fails, to compare it.
                    continue;
                }
                if [&verdict, &expected].iter().any(|verdict| matches!(verdict, Verdict::Undecided(_))) {
                    continue;
                }
                tally.mutants += 1;
                tally.killed += u64::from(matches!(verdict, Verdict::Failed(_)));
                if discriminant(&verdict) != discriminant(&expected) {
                    return Err(wrong(format!("{verdict:?}, but {expected:?}, with {equation}")));
                }
            }
        }
    }
    Ok(())
}

fn loaded(program: &Program, place: &Place) -> Option<Checks> {
    let (text, library) = program.texts();
    let name = library.map_or("random.pun".to_owned(), |library| place.beside("library", &library));
    Checks::new(load_text(&name, &text).program?, LIMITS).ok()
}

/// Returns the property with this number as the check runs it.
fn subject(checks: &Checks, number: usize) -> Arc<dyn Subject> {
    let mut found = None;
    let _ = checks.check_by(number, |_, _, subject| {
        found = Some(Arc::clone(subject));
        Err(CheckError::Crashed)
    });
    found.expect("the subject of a property")
}

/// Returns the smallest inputs.
fn inputs(derivations: &Derivations) -> Vec<Derivation> {
    let mut inputs = Vec::new();
    for size in 0..12 {
        let Ok(mut walk) = derivations.of_size(size) else { break };
        while let Some(input) = walk.next().filter(|_| inputs.len() < INPUTS) {
            inputs.push(input.clone());
        }
    }
    inputs
}

/// Compares runs with watched calls with the verdict of a plain one. Inputs with choices that no run takes are discarded.
fn compare(target: &dyn Target, chooses: bool, input: &Derivation, known: &Verdict) -> Result<(), String> {
    for way in [Way::AsBefore, Way::Encoded, Way::OnTheSame] {
        let own = Rc::new(RefCell::new(Own { way, wrong: None }));
        let verdict = target.run(input, own.clone());
        if let Some(wrong) = own.borrow_mut().wrong.take() {
            return Err(wrong);
        }
        let is_undecided = [&verdict, known].iter().any(|verdict| matches!(verdict, Verdict::Undecided(_)));
        if chooses && verdict == Verdict::Discarded {
            continue;
        }
        if discriminant(&verdict) != discriminant(known) && !is_undecided {
            return Err(format!("{verdict:?}, but {known:?}, with calls answered {way:?}"));
        }
    }
    Ok(())
}

/// Draws another result of one of the calls that are made on an input on which the property passes.
fn mutant(target: &dyn Target, input: &Derivation, rng: &mut Random) -> Option<Except> {
    let watch = Rc::new(RefCell::new(Watch::default()));
    if target.run(input, watch.clone()) != Verdict::Passed {
        return None;
    }
    let exercised = watch.take().exercised;
    let call = exercised.calls().last()?;
    let result = target.results()?.mutant(call.result.as_ref()?, rng).ok()??;
    Some(Except(call.arguments.clone(), result))
}

/// Returns the verdict on an input of a property in a program in which its body calls a definition of the mutant; `None` if the mutant
/// cannot be written.
fn written_out(
    program: &Program,
    place: &Place,
    number: usize,
    equation: &str,
    (input, fingerprint): (&Derivation, Option<u64>),
) -> Option<Verdict> {
    let (application, result) = equation.split_once(" = ")?;
    let words = words(application);
    let (function, arguments) = words.split_first()?;
    if arguments.iter().any(|argument| argument.contains('_') || argument.contains('\\')) {
        return None;
    }
    let names: Vec<String> = (0..arguments.len()).map(|place| format!("z{place}")).collect();
    let equal = names.iter().zip(arguments).map(|(name, argument)| format!("{name} == {argument}"));
    let equal = equal.collect::<Vec<_>>().join(" && ");
    let names = names.join(" ");
    let definition = format!("mutant {names} = if {equal} then {result} else {function} {names} .\n");
    let (head, body) = program.properties[number].split_once(") . ")?;
    let property = format!("{definition}{head}) . {}", renamed(body, function));
    let changed = Program { properties: vec![property], ..program.clone() };
    let checks = loaded(&changed, place)?;
    let derivations = checks.derivations(&checks.properties()[0]);
    // With a mutant of some type, inputs of any type may have become inputs of that type.
    if derivations.fingerprint().ok() != fingerprint {
        return None;
    }
    let input = derivations.parse(&input.words()).ok()?;
    Some(replay(&*subject(&checks, 0), &input, &mut Labels::default()))
}

/// Splits an application into the function and its arguments.
fn words(application: &str) -> Vec<String> {
    let (mut words, mut depth, mut quote) = (vec![String::new()], 0, None);
    for character in application.chars() {
        match (character, quote) {
            ('"' | '\'', None) => quote = Some(character),
            (own, Some(open)) if own == open => quote = None,
            ('(' | '[', None) => depth += 1,
            (')' | ']', None) => depth -= 1,
            _ => {}
        }
        if character == ' ' && depth == 0 && quote.is_none() {
            words.push(String::new());
        } else {
            words.last_mut().expect("there is a word").push(character);
        }
    }
    words
}

/// Returns a term in which the mutant stands for a function.
fn renamed(term: &str, function: &str) -> String {
    let is_part = |character: char| character.is_alphanumeric() || "-_".contains(character);
    let (mut out, mut word) = (String::new(), String::new());
    for character in term.chars().chain([' ']) {
        if is_part(character) {
            word.push(character);
            continue;
        }
        out += if word == function { "mutant" } else { &word };
        word.clear();
        out.push(character);
    }
    out
}
