use everycase::Enumerable;

struct Handle;

#[derive(Enumerable)]
struct Open {
    name: u8,
    handle: Handle,
}

fn main() {}
