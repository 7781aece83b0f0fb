//! Durations as ISO 8601 writes them: 90,500 milliseconds are `PT90.500S`.

/// Writes a number of milliseconds.
pub fn format(millis: i32) -> String {
    let sign = if millis < 0 { "-" } else { "" };
    let millis = millis.unsigned_abs();
    format!("PT{sign}{}.{:03}S", millis / 1000, millis % 1000)
}

/// Reads what [`format`] writes; `None` if it is something else.
pub fn parse(text: &str) -> Option<i32> {
    let (seconds, fraction) = text.strip_prefix("PT")?.strip_suffix('S')?.split_once('.')?;
    let (seconds, fraction): (i32, i32) = (seconds.parse().ok()?, fraction.parse().ok()?);
    // As in jiff 0.2.34: the sign comes from the seconds, and -0 has none.
    let fraction = if seconds < 0 { -fraction } else { fraction };
    seconds.checked_mul(1000)?.checked_add(fraction)
}

#[cfg(test)]
mod tests {
    use super::*;
    use everycase::prelude::*;

    #[property]
    fn what_is_written_is_read_back(millis: i32) {
        assert_eq!(parse(&format(millis)), Some(millis));
    }
}
