use everycase::property;

#[property]
fn conditional(x: u8, #[cfg(unix)] y: u8) {}

#[property]
fn conditional_space(#[cfg_attr(unix, from(0..7u8))] x: u8) {}

fn main() {}
