//! The command line of both examples.

use std::time::Duration;

use super::Plan;

/// A year is as good as any longer time, and can be added to a clock.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// What the command line asks for.
#[derive(Debug, Clone)]
pub enum Arguments {
    /// A search.
    Hunt(Plan),
    /// The options, explained.
    Help,
}

/// Reads the command line, without the name of the program. These are the kinds of input that there are.
///
/// # Errors
/// What is wrong with it, as a sentence.
pub fn parse(arguments: impl IntoIterator<Item = String>, kinds: &[&str]) -> Result<Arguments, String> {
    let mut plan = Plan {
        time: Duration::from_secs(30),
        size: None,
        // The paper takes 10,000, for minutes; a first look should not have to.
        samples: 1000,
        samples_to: 100,
        only: None,
        seed: None,
    };
    let mut arguments = arguments.into_iter();
    let mut timed = false;
    while let Some(argument) = arguments.next() {
        let (option, inline) = match argument.split_once('=') {
            Some((option, value)) => (option.to_owned(), Some(value.to_owned())),
            None => (argument, None),
        };
        let mut value = |form: &str| {
            inline
                .clone()
                .or_else(|| arguments.next())
                .ok_or_else(|| format!("{option} needs a value: {option} {form}"))
        };
        match option.as_str() {
            "--help" | "-h" => return Ok(Arguments::Help),
            "--time" => {
                plan.time = duration(&value("30s")?)?;
                timed = true;
            }
            "--size" => plan.size = Some(number("--size", &value("12")?)?),
            "--samples" => plan.samples = number("--samples", &value("10000")?)?,
            "--samples-to" => plan.samples_to = number("--samples-to", &value("100")?)?,
            "--only" => {
                let kind = value(kinds.first().unwrap_or(&"KIND"))?;
                if !kinds.contains(&kind.as_str()) {
                    return Err(format!("--only takes one of: {}; not `{kind}`", kinds.join(", ")));
                }
                plan.only = Some(kind);
            }
            "--seed" => plan.seed = Some(number("--seed", &value("7")?)?),
            other => return Err(format!("there is no option `{other}`; --help lists those there are")),
        }
    }
    if plan.size.is_some() && !timed {
        // A size alone is meant: however long it takes.
        plan.time = LONGEST;
    }
    Ok(Arguments::Hunt(plan))
}

fn number<T: std::str::FromStr>(option: &str, text: &str) -> Result<T, String> {
    text.replace('_', "").parse().map_err(|_| format!("{option} takes a whole number, not `{text}`"))
}

fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let seconds = match &text[digits.len()..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("--time takes a duration such as 500ms, 30s or 2m, not `{text}`")),
    };
    digits
        .parse::<f64>()
        .ok()
        .and_then(|number| Duration::try_from_secs_f64(number * seconds).ok())
        .map(|time| time.min(LONGEST))
        .ok_or_else(|| format!("--time takes a duration such as 500ms, 30s or 2m, not `{text}`"))
}

#[cfg(test)]
mod tests {
    use super::{Arguments, Plan, parse};

    fn plan(line: &str) -> Result<Plan, String> {
        match parse(line.split_whitespace().map(str::to_owned), &["trees", "texts"])? {
            Arguments::Hunt(plan) => Ok(plan),
            Arguments::Help => Err("help".to_owned()),
        }
    }

    #[test]
    fn options_take_their_value_in_either_form() {
        let plan = plan("--time 500ms --size=7 --samples 1_000 --seed=3").expect("these are options");
        assert_eq!(
            (plan.time.as_millis(), plan.size, plan.samples, plan.seed),
            (500, Some(7), 1000, Some(3))
        );
    }

    #[test]
    fn a_first_look_takes_fewer_samples_than_the_paper() {
        let (first, paper) =
            (plan("").expect("no option is needed"), plan("--samples 10000").expect("an option"));
        assert_eq!((first.time.as_secs(), first.samples, first.samples_to), (30, 1000, 100));
        assert_eq!((paper.time, paper.samples, paper.samples_to), (first.time, 10_000, first.samples_to));
    }

    #[test]
    fn a_wrong_argument_is_named() {
        assert_eq!(plan("--size many").unwrap_err(), "--size takes a whole number, not `many`");
        assert!(plan("--time soon").unwrap_err().contains("such as 500ms, 30s or 2m"));
        assert!(plan("--time -1s").unwrap_err().contains("such as 500ms, 30s or 2m"));
        assert_eq!(plan("--seed").unwrap_err(), "--seed needs a value: --seed 7");
        assert_eq!(plan("--only text").unwrap_err(), "--only takes one of: trees, texts; not `text`");
        assert!(plan("fast").unwrap_err().contains("no option `fast`"));
        assert_eq!(plan("--size 3 -h").unwrap_err(), "help");
    }
}
