use super::*;
use crate::claims::tables::TableValue;

fn table(values: impl IntoIterator<Item = impl Into<TableValue>>) -> Tables {
    let mut tables = Tables::default();
    values.into_iter().for_each(|value| tables.add("t", &value.into()));
    tables
}

#[test]
fn numbers_have_their_ends_and_the_median_and_ranges_in_full() {
    let tables = table((0..100u32).map(|n| n * n));
    let brief = "\n  `t`: 100 numbers from 0 to 9,801, median 2,401";
    assert_eq!(tables.lines(Detail::Brief), brief);
    let full = tables.lines(Detail::Full);
    assert!(full.starts_with(brief), "{full}");
    assert!(full.ends_with("\n     45% 2,116 to 8,100\n      9% 8,281 to 9,801"), "{full}");
    assert!(full.lines().count() <= 2 + RANGES, "{full}");
}

#[test]
fn few_numbers_are_listed() {
    let full = table([3u8, 1, 1, 2]).lines(Detail::Full);
    assert_eq!(full, "\n  `t`: 4 numbers from 1 to 3, median 1\n     50% 1\n     25% 2\n     25% 3");
}

#[test]
fn texts_are_listed_by_frequency_and_numbers_beside_them_counted_on_their_own() {
    let tables = table(["push", "pop", "push", "clear"]);
    assert_eq!(
        tables.lines(Detail::Brief),
        "\n  `t`: 4 texts, 3 different: push (50%), clear (25%), pop (25%)"
    );
    assert_eq!(
        tables.lines(Detail::Full),
        "\n  `t`: 4 texts, 3 different\n     50% push\n     25% clear\n     25% pop"
    );
    let both = table([TableValue::from(1.5), TableValue::from("none")]);
    let line = "\n  `t`: 1 number from 1.5 to 1.5, median 1.5; 1 text, 1 different: none (50%)";
    assert_eq!(both.lines(Detail::Brief), line);
}

#[test]
fn what_is_not_counted_is_said() {
    let mut tables = table((0..2_000).map(|n| f64::from(n) / 7.0));
    tables.leave_out(3);
    let brief = tables.lines(Detail::Brief).replace("\n    ", " ");
    let (close, left_out) = (
        "more than 512 different numbers, so close ones are counted together",
        "\n  3 values left out: an input has at most 1,000",
    );
    assert!(brief.contains(close) && brief.ends_with(left_out) && brief.contains("median about "), "{brief}");
    let many = table((0..600).map(|n| n.to_string())).lines(Detail::Full);
    assert!(many.contains("600 texts, more than 512 different"), "{many}");
    assert!(many.ends_with("% other texts"), "{many}");
}

#[test]
fn numbers_are_shown_for_readers() {
    let shown = [0.0, -3.0, 41_032.0, 0.25, -1.5, 1e300, 2.5e-7, 18e18, 1.0 / 3.0].map(shown);
    assert_eq!(shown, ["0", "-3", "41,032", "0.25", "-1.5", "1e300", "2.5e-7", "1.8e19", "0.333333"]);
}
