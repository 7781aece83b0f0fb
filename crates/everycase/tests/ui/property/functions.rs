use everycase::property;

#[property]
fn pointer(f: fn(&str, u8) -> bool) {}

#[property]
fn boxed(f: Box<dyn Fn(u8) -> Vec<u8> + Send>) {}

#[property]
fn borrowed(mut f: &mut dyn FnMut(u8)) {}

#[property]
fn any(f: impl Fn(u8) -> u8) {}

#[property]
fn several(fs: Vec<fn()>) {}

#[property]
fn generic<F: Fn(u8) -> bool>(f: F) {}

fn main() {}
