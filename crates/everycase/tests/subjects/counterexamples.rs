//! Properties whose counterexamples are large, or are made readable.

use std::time::Duration;

use everycase::__private::{self as private, IntoOutcome, Parameters};
use everycase::Settings;
use everycase::prelude::*;

use crate::site::{self, parameter};

/// Runs a property whose crate is the directory that the environment names.
fn run<P: Parameters>(name: &str, settings: Settings, parameters: P, property: fn(P::Values) -> bool)
where
    P::Values: 'static,
{
    let inputs = private::inputs(parameters, module_path!());
    site::at(module_path!(), name, |site| {
        private::Property::new(site, Settings { seed: Some(7), ..settings })
            .run(inputs, move |values| property(values).into_outcome());
    });
}

#[test]
fn two_characters() {
    let text = parameter("text", "String", String::space());
    run("two_characters", Settings::default(), (text,), |(text,)| text.chars().count() != 2);
}

#[test]
fn before_the_end() {
    let (text, other) =
        (parameter("text", "String", String::space()), parameter("other", "char", char::space()));
    run("before_the_end", Settings::default(), (text, other), |(text, _)| {
        !text.contains('=') || text.ends_with('=')
    });
}

#[test]
fn tiny() {
    let number = parameter("number", "f64", f64::space());
    run("tiny", Settings::default(), (number,), |(number,)| {
        number <= 0.0 || number > 1.5e-31 || number.is_nan()
    });
}

#[test]
fn of_a_bounded_size() {
    let text = parameter("text", "String", String::space());
    run("of_a_bounded_size", Settings { size: Some(4), ..Settings::default() }, (text,), |(text,)| {
        text.is_empty()
    });
}

#[test]
fn long() {
    let shrink_time = Some(Duration::from_secs(1));
    let settings = Settings { tests: Some(60_000), shrink_time, ..Settings::default() };
    run("long", settings, (parameter("list", "Vec<u8>", Vec::<u8>::space()),), |(list,)| {
        list.len() < 3_000 || list[..2_000].is_sorted()
    });
}
