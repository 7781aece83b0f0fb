use everycase::property;

#[property]
fn a_number(x: u8) -> u8 {
    x
}

#[property]
fn a_result_of_a_number(x: u8) -> Result<u8, String> {
    Ok(x)
}

#[property]
fn the_body(x: u8) {
    let _: u16 = x;
}

fn main() {}
