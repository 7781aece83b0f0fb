//! Which terms of a property are premises: what the documentation says, term by term.

use everycase_check::check::{Finding, Vacuity};
use everycase_check::settings::Settings;

use pun::Limits;
use pun::check::Checks;
use pun::load::load_text;

/// How many of the two inputs of `property p (c : boolean)` with a body are discarded.
fn discarded(body: &str) -> u64 {
    let text = format!("implied x = x ==> true .\nproperty p (c : boolean) . {body} .");
    let loaded = load_text("premises.pun", &text);
    let program = loaded.program.unwrap_or_else(|| panic!("{body}: {:?}", loaded.diagnostics));
    let checks = Checks::new(program, Limits::default()).expect("it compiles");
    let plan = Settings { size: Some(1), ..Settings::default() }.fill("p");
    let report = checks.check(0, &plan, &[]).expect("it can be checked");
    let discarded = report.checked.coverage.discards();
    match report.checked.finding {
        Finding::Nothing => assert!(discarded < 2, "{body}"),
        Finding::Unreached(Vacuity::AllDiscarded) => assert_eq!(discarded, 2, "{body}"),
        other => panic!("{body}: {other:?}"),
    }
    discarded
}

#[test]
fn the_left_side_of_an_implication_is_a_premise_where_the_property_goes_on() {
    for (body, expected) in [
        ("c ==> c", 1),
        ("c ==> true", 1),
        ("not c ==> c ==> false", 2),
        ("false || (c ==> true)", 1),
        ("if c || not c then c ==> true else c", 1),
        ("case (c, c) of ; (x, y) -> x ==> y", 1),
        ("let d = c in d ==> c", 1),
        // Elsewhere it is an operator like others.
        ("(c ==> true) || c", 0),
        ("(c ==> c) && (c ==> true)", 0),
        ("(c ==> c) == true", 0),
        ("not (c ==> false) || not c", 0),
        ("(if c ==> true then c else c) || not c", 0),
        ("let d = c ==> true in d", 0),
        ("implied c", 0),
    ] {
        assert_eq!(discarded(body), expected, "{body}");
    }
}

#[test]
fn a_last_branch_that_gives_true_discards() {
    for (body, expected) in [
        ("if c then c else true", 1),
        ("if not c then true else true", 1),
        ("case c of ; true -> c ; false -> true", 1),
        ("case c of ; false -> true ; true -> c", 1),
        ("case c of ; true -> c ; _ -> true", 1),
        ("case (c, c) of ; (true, x) -> x ; _ -> true", 1),
        ("case (c, c) of ; (x, y) | x -> y ; other -> true", 1),
        ("if c then (if c then c else true) else true", 1),
        // It is not the last of several, not one for all that is left, or more than `true`.
        ("case c of ; _ -> true", 0),
        ("let d = c in true", 0),
        ("case (c, c) of ; (true, x) -> true ; (false, x) -> not x", 0),
        ("case (c, c) of ; (true, x) -> x ; (false, x) -> true", 0),
        ("if c then c else c == c", 0),
        // The branch of false is what stands for `else`.
        ("case c of ; false -> not c ; _ -> true", 0),
        ("if c then true else not c", 0),
        ("(if c then c else true) && true", 0),
    ] {
        assert_eq!(discarded(body), expected, "{body}");
    }
}
