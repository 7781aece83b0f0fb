use everycase::Enumerable;

#[derive(Enumerable)]
enum Nothing {
    #[enumerable(skip)]
    A,
    #[enumerable(skip)]
    B(u8),
}

fn main() {}
