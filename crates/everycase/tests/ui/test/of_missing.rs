use everycase::property;

#[property(of = missing)]
fn not_declared(x: u8) -> bool {
    missing(x) == x
}

fn main() {}
