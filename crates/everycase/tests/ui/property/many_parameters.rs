use everycase::property;

#[property]
fn thirteen(
    a: u8,
    b: u8,
    c: u8,
    d: u8,
    e: u8,
    f: u8,
    g: u8,
    h: u8,
    i: u8,
    j: u8,
    k: u8,
    l: u8,
    (m, n): (u8, bool),
    o: u8,
) {
}

fn main() {}
