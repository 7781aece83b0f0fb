//! The interval around a share that is estimated from draws.

/// The normal quantile of a two-sided interval of 95 %.
const QUANTILE: f64 = 1.959_964;

/// An interval of 95 % for a share that was estimated: Wilson's, which is sound for shares near 0
/// and 1, too.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower bound, from 0 to 1.
    pub lo: f64,
    /// The upper bound, from 0 to 1.
    pub hi: f64,
}

impl Interval {
    /// Returns the interval for `hits` of `all` draws; `None` without draws.
    #[expect(clippy::cast_precision_loss, reason = "a share needs no more than 52 bits")]
    pub fn of(hits: u64, all: u64) -> Option<Interval> {
        if all == 0 {
            return None;
        }
        let (n, p) = (all as f64, hits as f64 / all as f64);
        let square = QUANTILE * QUANTILE;
        let center = (p + square / (2.0 * n)) / (1.0 + square / n);
        let half = QUANTILE / (1.0 + square / n) * (p * (1.0 - p) / n + square / (4.0 * n * n)).sqrt();
        let lo = if hits == 0 { 0.0 } else { (center - half).max(0.0) };
        let hi = if hits == all { 1.0 } else { (center + half).min(1.0) };
        Some(Interval { lo, hi })
    }
}

#[cfg(test)]
mod tests {
    use super::Interval;

    #[test]
    fn the_interval_is_that_of_the_tables() {
        let close = |found: Interval, lo: f64, hi: f64| {
            assert!((found.lo - lo).abs() < 5e-4 && (found.hi - hi).abs() < 5e-4, "{found:?}");
        };
        // Newcombe 1998, table I, method 3.
        close(Interval::of(81, 263).unwrap(), 0.2553, 0.3662);
        close(Interval::of(15, 148).unwrap(), 0.0624, 0.1605);
        close(Interval::of(0, 20).unwrap(), 0.0, 0.1611);
        close(Interval::of(1, 29).unwrap(), 0.0061, 0.1718);
        close(Interval::of(29, 29).unwrap(), 0.8830, 1.0);
        assert_eq!(Interval::of(0, 0), None);
    }
}
