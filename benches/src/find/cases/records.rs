//! Wide structs: one field among many, several fields in relation, two records that agree in most fields.

use std::cmp::Ordering;

use bolero_generator::TypeGenerator;
use everycase::Enumerable;
use proptest_derive::Arbitrary;

use super::{Case, case};
use crate::find::input::short;

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    ForgetsField,
    NoFontSize,
    SharedPort,
    CannotUnset,
    IgnoresAge,
    BareSeparator,
}

/// Preferences of 40 fields.
#[expect(clippy::struct_excessive_bools, reason = "as preferences are")]
#[derive(Debug, Clone, PartialEq, Eq, Default, Enumerable, TypeGenerator, Arbitrary)]
#[cfg_attr(feature = "hegel", derive(hegel::DefaultGenerator))]
pub struct Preferences {
    pub(in crate::find) name: String,
    pub(in crate::find) language: u8,
    pub(in crate::find) dark: bool,
    pub(in crate::find) compact: bool,
    pub(in crate::find) sidebar: bool,
    pub(in crate::find) status_bar: bool,
    pub(in crate::find) line_numbers: bool,
    pub(in crate::find) wrap: bool,
    pub(in crate::find) zoom: u8,
    pub(in crate::find) tab_width: u8,
    pub(in crate::find) port: u16,
    pub(in crate::find) proxy_port: u16,
    pub(in crate::find) proxy: Option<u32>,
    pub(in crate::find) use_proxy: bool,
    pub(in crate::find) timeout: u32,
    pub(in crate::find) retries: u8,
    pub(in crate::find) cache: u32,
    pub(in crate::find) history: u16,
    pub(in crate::find) autosave: bool,
    pub(in crate::find) autosave_every: u16,
    pub(in crate::find) backup: bool,
    pub(in crate::find) backups: u8,
    pub(in crate::find) sound: bool,
    pub(in crate::find) volume: u8,
    pub(in crate::find) notify: bool,
    pub(in crate::find) notify_from: u8,
    pub(in crate::find) notify_to: u8,
    pub(in crate::find) telemetry: bool,
    pub(in crate::find) beta: bool,
    pub(in crate::find) updates: bool,
    pub(in crate::find) channel: Option<u8>,
    pub(in crate::find) window_x: i32,
    pub(in crate::find) window_y: i32,
    pub(in crate::find) width: u16,
    pub(in crate::find) height: u16,
    pub(in crate::find) maximized: bool,
    pub(in crate::find) font: Option<char>,
    pub(in crate::find) font_size: u8,
    pub(in crate::find) spelling: bool,
    pub(in crate::find) dictionary: Option<u16>,
}

short! { Preferences {
    name: String, language: u8, dark: bool, compact: bool, sidebar: bool, status_bar: bool, line_numbers: bool, wrap: bool,
    zoom: u8, tab_width: u8, port: u16, proxy_port: u16, proxy: Option<u32>, use_proxy: bool, timeout: u32, retries: u8,
    cache: u32, history: u16, autosave: bool, autosave_every: u16, backup: bool, backups: u8, sound: bool, volume: u8,
    notify: bool, notify_from: u8, notify_to: u8, telemetry: bool, beta: bool, updates: bool, channel: Option<u8>,
    window_x: i32, window_y: i32, width: u16, height: u16, maximized: bool, font: Option<char>, font_size: u8,
    spelling: bool, dictionary: Option<u16>,
} }

/// A person.
#[derive(Debug, Clone, PartialEq, Eq, Enumerable, TypeGenerator, Arbitrary)]
#[cfg_attr(feature = "hegel", derive(hegel::DefaultGenerator))]
struct Person {
    family: String,
    given: String,
    age: u8,
}

short! { Person { family: String, given: String, age: u8 } }

/// A change of some fields of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enumerable, TypeGenerator, Arbitrary)]
#[cfg_attr(feature = "hegel", derive(hegel::DefaultGenerator))]
struct Contact {
    phone: Option<u32>,
    postcode: Option<u16>,
    floor: Option<i8>,
    flat: Option<u8>,
}

short! { Contact { phone: Option<u32>, postcode: Option<u16>, floor: Option<i8>, flat: Option<u8> } }

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("one-field-of-forty", Mistake::ForgetsField, migration_keeps_all, || Preferences {
            spelling: true,
            ..Preferences::default()
        }),
        case("four-fields-in-relation", Mistake::NoFontSize, font_has_a_size, || Preferences {
            dark: true,
            compact: true,
            zoom: 255,
            ..Preferences::default()
        }),
        case("two-equal-fields-of-forty", Mistake::SharedPort, ports_differ, || Preferences {
            port: 80,
            proxy_port: 80,
            ..Preferences::default()
        }),
        case("patch-cannot-unset", Mistake::CannotUnset, patch_leads_to_the_other, || {
            let without = Contact { phone: None, postcode: None, floor: None, flat: None };
            (Contact { flat: Some(1), ..without }, without)
        }),
        case("persons-of-one-name", Mistake::IgnoresAge, equal_order_is_equality, || {
            (person("", "", 1), person("", "", 2))
        }),
        case("separator-in-a-field", Mistake::BareSeparator, line_is_undone, || person("a;b", "c", 0)),
    ]
}

fn person(family: &str, given: &str, age: u8) -> Person {
    Person { family: family.to_owned(), given: given.to_owned(), age }
}

/// Returns preferences of an old version as those of a new one.
fn migrated(m: Mistake, old: &Preferences) -> Preferences {
    Preferences { spelling: old.spelling && m != Mistake::ForgetsField, ..old.clone() }
}

fn migration_keeps_all(m: Mistake, old: &Preferences) -> bool {
    migrated(m, old) == *old
}

/// Returns the size of the font, in points.
fn points(m: Mistake, it: &Preferences) -> u8 {
    let is_tight = it.dark && it.compact && !it.sidebar && it.zoom > 200;
    if is_tight && m == Mistake::NoFontSize { it.font_size / 64 } else { it.font_size.max(6) }
}

fn font_has_a_size(m: Mistake, it: &Preferences) -> bool {
    points(m, it) > 0
}

/// Returns the ports to listen on.
fn ports(m: Mistake, it: &Preferences) -> (u16, u16) {
    let is_shared = it.port == it.proxy_port && !(m == Mistake::SharedPort && it.port >= 16);
    (it.port, if is_shared { it.port ^ 1 } else { it.proxy_port })
}

fn ports_differ(m: Mistake, it: &Preferences) -> bool {
    let (port, proxy_port) = ports(m, it);
    port != proxy_port
}

/// What a patch says of a field: nothing, or its new content.
type Change<T> = Option<Option<T>>;

/// Returns the change from one content to another.
fn change<T: PartialEq + Copy>(m: Mistake, from: Option<T>, to: Option<T>) -> Change<T> {
    let is_noticed = m != Mistake::CannotUnset || to.is_some();
    (from != to && is_noticed).then_some(to)
}

/// Makes the changes that lead from one contact to another.
fn patched(m: Mistake, from: &Contact, to: &Contact) -> Contact {
    Contact {
        phone: change(Mistake::None, from.phone, to.phone).unwrap_or(from.phone),
        postcode: change(Mistake::None, from.postcode, to.postcode).unwrap_or(from.postcode),
        floor: change(Mistake::None, from.floor, to.floor).unwrap_or(from.floor),
        flat: change(m, from.flat, to.flat).unwrap_or(from.flat),
    }
}

fn patch_leads_to_the_other(m: Mistake, (from, to): &(Contact, Contact)) -> bool {
    patched(m, from, to) == *to
}

/// Returns the order of persons in a list.
fn order(m: Mistake, a: &Person, b: &Person) -> Ordering {
    let by_name = a.family.cmp(&b.family).then_with(|| a.given.cmp(&b.given));
    if m == Mistake::IgnoresAge { by_name } else { by_name.then(a.age.cmp(&b.age)) }
}

fn equal_order_is_equality(m: Mistake, (a, b): &(Person, Person)) -> bool {
    (order(m, a, b) == Ordering::Equal) == (a == b)
}

/// Writes a person as a line: fields between semicolons, a backslash before those within a field.
fn line(m: Mistake, it: &Person) -> String {
    let escaped = |field: &str| {
        let field = field.replace('\\', "\\\\");
        if m == Mistake::BareSeparator { field } else { field.replace(';', "\\;") }
    };
    format!("{};{};{}", escaped(&it.family), escaped(&it.given), it.age)
}

/// Reads a person from a line.
fn read(line: &str) -> Option<Person> {
    let mut fields = vec![String::new()];
    let mut rest = line.chars();
    while let Some(character) = rest.next() {
        match character {
            ';' => fields.push(String::new()),
            '\\' => fields.last_mut()?.push(rest.next()?),
            other => fields.last_mut()?.push(other),
        }
    }
    let [family, given, age] = fields.try_into().ok()?;
    Some(Person { family, given, age: age.parse().ok()? })
}

fn line_is_undone(m: Mistake, it: &Person) -> bool {
    read(&line(m, it)).as_ref() == Some(it)
}
