//! Spearman's rank correlation.

/// Returns the rank correlation of pairs; equal values share the mean of their ranks. `None` if the values on one side are all equal.
pub fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let (one, other): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (one, other) = (ranks(&one), ranks(&other));
    let mean = |values: &[f64]| values.iter().sum::<f64>() / count(values.len());
    let (center, other_center) = (mean(&one), mean(&other));
    let (mut both, mut square, mut other_square) = (0.0, 0.0, 0.0);
    for (a, b) in one.iter().zip(&other) {
        let (a, b) = (a - center, b - other_center);
        both += a * b;
        square += a * a;
        other_square += b * b;
    }
    (square > 0.0 && other_square > 0.0).then(|| both / (square * other_square).sqrt())
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| other.total_cmp(value).is_eq()).count();
        count(below) + f64::midpoint(count(equal), 1.0)
    };
    values.iter().map(rank).collect()
}

#[expect(clippy::cast_precision_loss, reason = "a few values")]
fn count(values: usize) -> f64 {
    values as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_correlation_of_ranks_with_ties_is_that_of_a_textbook() {
        let close = |pairs: &[(f64, f64)], expected: f64| {
            let found = correlation(pairs).unwrap();
            assert!((found - expected).abs() < 1e-9, "{found}");
        };
        close(&[(1.0, 10.0), (2.0, 20.0), (5.0, 21.0)], 1.0);
        close(&[(1.0, 3.0), (2.0, 2.0), (5.0, 1.0)], -1.0);
        // Ranks 1, 2.5, 2.5, 4 against 1, 3, 2, 4.
        close(&[(1.0, 1.0), (2.0, 3.0), (2.0, 2.0), (3.0, 4.0)], 4.5 / (4.5f64 * 5.0).sqrt());
        assert_eq!(correlation(&[(1.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(correlation(&[]), None);
    }
}
