use everycase::Enumerable;
use std::borrow::Cow;

#[derive(Enumerable)]
struct Borrowed<'a> {
    text: &'a str,
}

#[derive(Enumerable)]
struct Clever<'a>(Cow<'a, str>);

#[derive(Enumerable)]
struct Static(&'static str);

fn main() {}
