use everycase::property;

#[property]
async fn asynchronous(x: u8) {
    let _ = x;
}

fn main() {}
