//! Reports for tests.

use super::FindingRecord;
use crate::finding::Rank;

/// Returns a finding in `halves::half`.
pub(super) fn finding(rank: Rank, what: &str, place: &str) -> FindingRecord {
    FindingRecord {
        rank,
        what: what.to_owned(),
        place: Some(place.to_owned()),
        function: "halves::half".to_owned(),
        frames: vec!["halves::half (src/lib.rs:88)".to_owned()],
        code: vec!["let _ = halves::half(i32::MIN);".to_owned()],
        is_confirmed: true,
        size: 2,
        count: 3,
    }
}
