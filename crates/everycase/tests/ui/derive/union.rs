use everycase::Enumerable;

#[derive(Clone, Copy, Enumerable)]
union Word {
    signed: i32,
    unsigned: u32,
}

fn main() {}
