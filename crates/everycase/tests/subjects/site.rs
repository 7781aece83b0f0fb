//! The site of a property, as `#[property]` makes it, for a crate that the environment names.

use everycase::__private::{self as private, IntoOutcome, Parameter, Site};
use everycase::{Enumerable, Settings, Space};

/// Runs a property as the test of that name.
pub(crate) fn at(module: &str, name: &str, run: impl FnOnce(Site<'_>)) {
    let dir = std::env::var("RUNNER_CRATE").expect("a test runs this");
    run(Site {
        name,
        module,
        test: &format!("{module}::{name}"),
        should_panic: false,
        file: "tests/bytes.rs",
        line: 7,
        manifest_dir: &dir,
        package: Some("everycase"),
        binary: None,
        tmpdir: Some("/tmp"),
    });
}

/// Runs a property of one input as the test of that name.
pub(crate) fn run<T, O>(
    module: &'static str,
    name: &str,
    settings: Settings,
    property: impl Fn(T) -> O + Send + Sync + 'static,
) where
    T: Enumerable + 'static,
    O: IntoOutcome,
{
    at(module, name, |site| {
        let input = Parameter { ty: None, ..parameter("input", "", T::space()) };
        let inputs = private::inputs((input,), module);
        private::Property::new(site, settings).run(inputs, move |(input,)| property(input).into_outcome());
    });
}

/// Returns a parameter that is given as a value of its type.
pub(crate) fn parameter<T>(name: &'static str, ty: &'static str, space: Space<T>) -> Parameter<T> {
    Parameter { name, pattern: name, lent: None, ty: Some(ty), space, own: None, uses: private::Uses::NONE }
}

/// Recurses without end.
#[expect(unconditional_recursion)]
pub(crate) fn overflow(n: u64) -> u64 {
    std::hint::black_box(overflow(std::hint::black_box(n + 1))) + 1
}
