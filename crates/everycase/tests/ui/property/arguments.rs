use everycase::property;

#[property(test = 3)]
fn unknown(x: u8) {}

#[property(ignore)]
fn misplaced(x: u8) {}

#[property(size = "nine")]
fn size(x: u8) {}

#[property(time = 2)]
fn no_unit(x: u8) {}

#[property(time = "2 weeks")]
fn unit(x: u8) {}

#[property(time = "0s")]
fn no_time(x: u8) {}

#[property(tests = 0)]
fn no_tests(x: u8) {}

#[property(jobs = 0)]
fn no_threads(x: u8) {}

#[property(jobs = 2000)]
fn too_many_threads(x: u8) {}

#[property(seed = 1, seed = 2)]
fn twice(x: u8) {}

#[property(should_fail = true)]
fn flag(x: u8) {}

#[property(case_time = "never")]
fn no_limit(x: u8) {}

fn main() {}
