//! A long search in parts: each of them makes all of its runs, and finds what the whole run finds.

use everycase_check::check::Finding;
use everycase_check::settings::Settings;
use everycase_check::settings::shard::Shard;

use pun::Limits;
use pun::check::Checks;
use pun::load::load_text;

const PROGRAM: &str = "
count : list boolean -> integer .
count bs = case bs of ; [] -> 0 ; b :: rest -> if b then 1 + count rest else count rest .

property fails bs . count bs < 14 .
property holds (bs : list boolean) . count bs <= length bs .
";

#[test]
fn what_the_whole_run_finds_every_part_finds() {
    let loaded = load_text("shared.pun", PROGRAM);
    let checks = Checks::new(loaded.program.expect("it loads"), Limits::default()).expect("it compiles");
    for (number, fails) in [(0, true), (1, false)] {
        let mut failures = Vec::new();
        for part in 0..3 {
            // The only list of 14 elements that are all true has this size.
            let (shard, tests) = (Shard::new(part, 3), Some(1 << 40));
            let settings = Settings { size: Some(29), shard, tests, ..Settings::default() };
            let report = checks.check(number, &settings.fill("shared"), &[]).expect("it is checked");
            let coverage = &report.checked.coverage;
            assert!(!coverage.is_complete(), "part {part}: {coverage}");
            if let Finding::Counterexample(found) = report.checked.finding {
                failures.push(found.size());
            }
        }
        assert_eq!(failures, if fails { vec![29; 3] } else { vec![] });
    }
}
