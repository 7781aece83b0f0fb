use everycase::property;

#[property(cases = 100)]
fn number(x: u8) {}

#[property(tests = 3, max_shrink_iters = 1000)]
fn unit(x: u8) {}

#[property(fork = true)]
fn flag(x: u8) {}

#[property(rng_seed)]
fn no_value(x: u8) {}

fn main() {}
