//! Comparisons of integers from every source: what a check says of each is what trying small integers says.

use std::fmt::Write as _;

use everycase_check::check::Finding;
use everycase_check::settings::Settings;

use pun::Limits;
use pun::check::Checks;
use pun::load::load_text;

/// Where an integer comes from, and the small ones that do.
const SOURCES: [(&str, std::ops::RangeInclusive<i32>); 7] = [
    (": integer", -9..=9),
    ("from int-gen ()", -9..=9),
    ("from nat-gen ()", 0..=9),
    ("from int-range 5 9", 5..=9),
    ("from int-range (0 - 5) (0 - 1)", -5..=-1),
    ("from int-range (0 - 3) 3", -3..=3),
    ("from int-range 0 5", 0..=5),
];

type Holds = fn(i32, i32) -> bool;

const BODIES: [(&str, Holds); 14] = [
    ("x < y", |x, y| x < y),
    ("x <= y", |x, y| x <= y),
    ("x == y", |x, y| x == y),
    ("x /= y", |x, y| x != y),
    ("x >= y", |x, y| x >= y),
    ("x > y", |x, y| x > y),
    ("not (x < y) || y > 0", |x, y| x >= y || y > 0),
    ("x < y || y <= x", |_, _| true),
    ("x < y || x == y || y < x", |_, _| true),
    ("x < y ==> 0 - 1 < y", |x, y| x >= y || y > -1),
    ("x == y ==> x >= 0 && y < 9", |x, y| x != y || x >= 0 && y < 9),
    ("x > y ==> x /= 0", |x, y| x <= y || x != 0),
    ("(x, y) <= (y, x)", |x, y| (x, y) <= (y, x)),
    ("max x y >= x && min x y <= y && (max x y == x || x < y)", |_, _| true),
];

#[test]
fn integers_from_unlike_sources_compare_as_they_are() {
    let mut text = String::new();
    let mut expected = Vec::new();
    for (one, xs) in SOURCES {
        for (other, ys) in SOURCES {
            for (body, holds) in BODIES {
                let _ = writeln!(text, "property p{} (x {one}) (y {other}) . {body} .", expected.len());
                let all = xs.clone().flat_map(|x| ys.clone().map(move |y| (x, y)));
                expected.push((format!("x {one}, y {other}: {body}"), all.clone().all(|(x, y)| holds(x, y))));
            }
        }
    }
    let program = load_text("numbers.pun", &text).program.expect("it loads");
    let checks = Checks::new(program, Limits::default()).expect("it compiles");
    let mut wrong = String::new();
    for (number, (described, holds)) in expected.iter().enumerate() {
        let settings = Settings { size: Some(14), tests: Some(3_000), ..Settings::default() };
        let plan = settings.fill(&checks.properties()[number].name);
        let report = checks.check(number, &plan, &[]).expect("it is checked");
        let is_right = match &report.checked.finding {
            Finding::Nothing => *holds,
            // No two integers of some sources meet some premises.
            Finding::Unreached(_) => *holds && described.contains("==>"),
            Finding::Counterexample(found) => !holds && !found.flaky,
            Finding::Undershot(_) => false,
        };
        if !is_right {
            let _ = writeln!(wrong, "{described} ({holds}): {:?}", report.checked.finding);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
