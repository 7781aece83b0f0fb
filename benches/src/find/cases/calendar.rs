//! Dates and times: leap years, ends of months, weeks of a year, ages, whole hours.

use bolero_generator::TypeGenerator;
use everycase::{Enumerable, Lazy};
use proptest_derive::Arbitrary;

use super::{Case, Verdict, case, lazy_case};
use crate::find::input::short;

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    LeapCenturies,
    NoLeapMillennium,
    DaysBeforeEpoch,
    FebruaryHas28,
    WeekdayOfJanuary,
    NoWeek53,
    AgeByDayOfYear,
    WholeHour,
}

/// A date, which need not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Enumerable, TypeGenerator, Arbitrary)]
#[cfg_attr(feature = "hegel", derive(hegel::DefaultGenerator))]
struct Date {
    year: u16,
    month: u8,
    day: u8,
}

short! { Date { year: u16, month: u8, day: u8 } }

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("leap-year-1900", Mistake::LeapCenturies, years_have_their_days, || 1900),
        case("no-leap-year-2000", Mistake::NoLeapMillennium, years_have_their_days, || 2000),
        case("days-before-the-epoch", Mistake::DaysBeforeEpoch, dates_are_undone, || -1),
        lazy_case(
            "leap-day-a-month-later",
            Mistake::FebruaryHas28,
            months_keep_the_day,
            months_keep_the_day_lazily,
            || (date(2024, 1, 29), 1),
        ),
        case("weekday-in-january", Mistake::WeekdayOfJanuary, weekdays_follow, || date(2024, 3, 1)),
        case("week-53", Mistake::NoWeek53, weeks_are_those_of_their_thursday, || (2020, 366)),
        lazy_case("birthday-after-a-leap-day", Mistake::AgeByDayOfYear, age_rises, age_rises_lazily, || {
            (date(2004, 3, 1), date(2005, 3, 1))
        }),
        case("whole-hours", Mistake::WholeHour, clock_shows_the_seconds, || 3600),
    ]
}

fn date(year: u16, month: u8, day: u8) -> Date {
    Date { year, month, day }
}

fn is_leap(m: Mistake, year: u16) -> bool {
    let century = year.is_multiple_of(100) && m != Mistake::LeapCenturies;
    let millennium = year.is_multiple_of(400) && m != Mistake::NoLeapMillennium;
    year.is_multiple_of(4) && (!century || millennium)
}

fn years_have_their_days(m: Mistake, year: &u16) -> Verdict {
    let days = |year: u32| year * 365 + year / 4 - year / 100 + year / 400;
    let length = |year: u32| days(year) - days(year - 1);
    (*year > 1582).then(|| length(u32::from(*year)) == 365 + u32::from(is_leap(m, *year)))
}

/// Returns the days before each month of a year that is no leap year.
const BEFORE: [u16; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

fn days_in_month(m: Mistake, year: u16, month: u8) -> u8 {
    match month {
        2 if is_leap(Mistake::None, year) && m != Mistake::FebruaryHas28 => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl Date {
    fn exists(self) -> bool {
        (1..=12).contains(&self.month)
            && self.day >= 1
            && self.day <= days_in_month(Mistake::None, self.year, self.month)
    }

    /// Returns which day of its year it is, from 1 on.
    fn ordinal(self) -> u16 {
        let after_leap_day = self.month > 2 && is_leap(Mistake::None, self.year);
        BEFORE[usize::from(self.month) - 1] + u16::from(self.day) + u16::from(after_leap_day)
    }
}

/// Returns year, month and day, from the days since 1 March of the year 0.
fn civil(m: Mistake, days: i32) -> (i32, i32, i32) {
    let (era, day_of_era) = if m == Mistake::DaysBeforeEpoch {
        (days / 146_097, days % 146_097)
    } else {
        (days.div_euclid(146_097), days.rem_euclid(146_097))
    };
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    (era * 400 + year_of_era, month, day_of_year - (153 * month + 2) / 5 + 1)
}

fn dates_are_undone(m: Mistake, days: &i32) -> bool {
    let (year, month, day) = civil(m, *days);
    let (year, month, day) = (i64::from(year), i64::from(month), i64::from(day));
    let before = 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    (1..=31).contains(&day) && before + (153 * month + 2) / 5 + day - 1 == i64::from(*days)
}

/// Returns the same day some months later, or the last day of that month if it has no such day.
fn months_later(m: Mistake, from: Date, months: u8) -> Date {
    let month = u16::from(from.month) - 1 + u16::from(months);
    let year = from.year.saturating_add(month / 12);
    let month = (month % 12 + 1) as u8;
    Date { year, month, day: from.day.min(days_in_month(m, year, month)) }
}

fn later_keeps_the_day(m: Mistake, from: Date, months: u8) -> bool {
    let later = months_later(m, from, months);
    let next = Date { day: later.day + 1, ..later };
    later.day == from.day || !next.exists()
}

fn months_keep_the_day(m: Mistake, (from, months): &(Date, u8)) -> Verdict {
    from.exists().then(|| later_keeps_the_day(m, *from, *months))
}

/// Returns whether a date exists; the year is looked at only on 29 February.
fn exists_lazily(date: Lazy<Date>) -> bool {
    let DateView { year, month, day } = date.force();
    if month.lt(1) || month.gt(12) || day.lt(1) || day.gt(31) {
        return false;
    }
    match month.value() {
        4 | 6 | 9 | 11 => day.le(30),
        2 => day.le(28) || (day.eq(29) && is_leap(Mistake::None, year.value())),
        _ => true,
    }
}

fn months_keep_the_day_lazily(m: Mistake, input: Lazy<(Date, u8)>) -> Verdict {
    let (from, months) = input.force();
    exists_lazily(from).then(|| later_keeps_the_day(m, from.value(), months.value()))
}

/// Returns the weekday, from 0 for Saturday.
fn weekday(m: Mistake, date: Date) -> u32 {
    let is_early = date.month < 3;
    let month = u32::from(date.month) + if is_early { 12 } else { 0 };
    let moves = is_early && m != Mistake::WeekdayOfJanuary;
    let year = u32::from(date.year) + 400 - u32::from(moves);
    (u32::from(date.day) + 13 * (month + 1) / 5 + year + year / 4 - year / 100 + year / 400) % 7
}

fn weekdays_follow(m: Mistake, date: &Date) -> Verdict {
    let previous = match (date.day, date.month) {
        (1, 1) => Date { year: date.year.checked_sub(1)?, month: 12, day: 31 },
        (1, month) => {
            let month = month.checked_sub(1)?;
            Date { month, day: days_in_month(Mistake::None, date.year, month), ..*date }
        }
        (day, _) => Date { day: day.checked_sub(1)?, ..*date },
    };
    (date.exists() && previous.exists()).then(|| weekday(m, *date) == (weekday(m, previous) + 1) % 7)
}

/// Returns the weekday of a day of a year, from 1 for Monday.
fn weekday_in_year(year: u16, ordinal: u16) -> u16 {
    let before = u32::from(year) + 399;
    let days = before * 365 + before / 4 - before / 100 + before / 400 + u32::from(ordinal);
    ((days + 6) % 7 + 1) as u16
}

fn days_in_year(year: u16) -> u16 {
    365 + u16::from(is_leap(Mistake::None, year))
}

/// Returns whether a year has 53 weeks: it begins on a Thursday, or ends on one.
fn has_week_53(year: u16) -> bool {
    weekday_in_year(year, 1) == 4 || weekday_in_year(year, days_in_year(year)) == 4
}

/// Returns the week of a day: the first week of a year has four days of it or more.
fn week(m: Mistake, year: u16, ordinal: u16) -> u16 {
    match (ordinal + 10 - weekday_in_year(year, ordinal)) / 7 {
        0 => 52 + u16::from(has_week_53(year - 1)),
        53 if m == Mistake::NoWeek53 || !has_week_53(year) => 1,
        week => week,
    }
}

fn weeks_are_those_of_their_thursday(m: Mistake, (year, ordinal): &(u16, u16)) -> Verdict {
    let is_day = *year > 0 && *ordinal > 0 && *ordinal <= days_in_year(*year);
    is_day.then(|| {
        let thursday = i32::from(*ordinal) + 4 - i32::from(weekday_in_year(*year, *ordinal));
        let length = i32::from(days_in_year(*year));
        let thursday = match thursday {
            before if before < 1 => before + i32::from(days_in_year(*year - 1)),
            after if after > length => after - length,
            within => within,
        };
        i32::from(week(m, *year, *ordinal)) == (thursday - 1) / 7 + 1
    })
}

/// Returns the age in years of a person who was born on a day.
fn age(m: Mistake, birth: Date, today: Date) -> u16 {
    let is_before_birthday = if m == Mistake::AgeByDayOfYear {
        today.ordinal() < birth.ordinal()
    } else {
        (today.month, today.day) < (birth.month, birth.day)
    };
    (today.year - birth.year).saturating_sub(u16::from(is_before_birthday))
}

/// Returns whether the age is the number of birthdays after the day of birth.
fn age_is_of_birthdays(m: Mistake, birth: Date, today: Date) -> bool {
    let years = age(m, birth, today);
    let birthday = Date { year: birth.year.saturating_add(years), ..birth };
    let next = Date { year: birthday.year.saturating_add(1), ..birth };
    birthday <= today && (today < next || next.year == u16::MAX)
}

fn age_rises(m: Mistake, (birth, today): &(Date, Date)) -> Verdict {
    (birth.exists() && today.exists() && birth <= today).then(|| age_is_of_birthdays(m, *birth, *today))
}

fn age_rises_lazily(m: Mistake, input: Lazy<(Date, Date)>) -> Verdict {
    let (birth, today) = input.force();
    if !exists_lazily(birth) || !exists_lazily(today) {
        return None;
    }
    let (birth, today) = (birth.value(), today.value());
    (birth <= today).then(|| age_is_of_birthdays(m, birth, today))
}

/// Returns hours, minutes and seconds.
fn clock(m: Mistake, seconds: u32) -> (u32, u32, u32) {
    let (mut hours, mut rest) = (seconds / 3600, seconds % 3600);
    if m == Mistake::WholeHour && rest == 0 && hours > 0 {
        (hours, rest) = (hours - 1, 3600);
    }
    (hours, rest / 60, rest % 60)
}

fn clock_shows_the_seconds(m: Mistake, seconds: &u32) -> bool {
    let (hours, minutes, rest) = clock(m, *seconds);
    minutes < 60 && rest < 60 && hours * 3600 + minutes * 60 + rest == *seconds
}
