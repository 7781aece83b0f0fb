//! Properties whose counterexamples are large, or are made readable.

use std::time::Duration;

use everycase::__private::{self as private, IntoOutcome, Parameter, Parameters, Site};
use everycase::Settings;
use everycase::prelude::*;

/// Runs a property whose crate is the directory that the environment names.
fn run<P: Parameters>(name: &str, settings: Settings, parameters: P, property: fn(P::Values) -> bool)
where
    P::Values: 'static,
{
    let dir = std::env::var("RUNNER_CRATE").expect("a test runs this");
    let site = Site {
        name,
        module: module_path!(),
        test: &format!("{}::{name}", module_path!()),
        should_panic: false,
        file: "tests/bytes.rs",
        line: 7,
        manifest_dir: &dir,
        package: Some("everycase"),
        binary: None,
        tmpdir: Some("/tmp"),
    };
    let inputs = private::inputs(parameters, module_path!());
    private::Property::new(site, Settings { seed: Some(7), ..settings })
        .run(inputs, move |values| property(values).into_outcome());
}

fn parameter<T: Enumerable>(name: &'static str, ty: &'static str) -> Parameter<T> {
    Parameter {
        name,
        pattern: name,
        ty: Some(ty),
        lent: None,
        space: T::space(),
        own: None,
        uses: private::Uses::NONE,
    }
}

#[test]
fn two_characters() {
    let text = parameter::<String>("text", "String");
    run("two_characters", Settings::default(), (text,), |(text,)| text.chars().count() != 2);
}

#[test]
fn before_the_end() {
    let (text, other) = (parameter::<String>("text", "String"), parameter::<char>("other", "char"));
    run("before_the_end", Settings::default(), (text, other), |(text, _)| {
        !text.contains('=') || text.ends_with('=')
    });
}

#[test]
fn tiny() {
    let number = parameter::<f64>("number", "f64");
    run("tiny", Settings::default(), (number,), |(number,)| {
        number <= 0.0 || number > 1.5e-31 || number.is_nan()
    });
}

#[test]
fn of_a_bounded_size() {
    let text = parameter::<String>("text", "String");
    run("of_a_bounded_size", Settings { size: Some(4), ..Settings::default() }, (text,), |(text,)| {
        text.is_empty()
    });
}

#[test]
fn long() {
    let shrink_time = Some(Duration::from_secs(1));
    let settings = Settings { tests: Some(60_000), shrink_time, ..Settings::default() };
    run("long", settings, (parameter::<Vec<u8>>("list", "Vec<u8>"),), |(list,)| {
        list.len() < 3_000 || list[..2_000].is_sorted()
    });
}
