//! The strength of properties: Paper IV's figures, Hughes' suite and its bugs, `FitSpec`'s examples, and what a score costs.
//!
//! `cargo bench --bench strength [-- paper|hughes|fitspec|cost]`

use everycase_benches::clock::measuring;
use everycase_benches::strength::{bugs, cost, fitspec, paper};

fn main() {
    let parts: [(&str, fn()); 4] = [
        ("paper", paper::tables),
        ("fitspec", fitspec::tables),
        ("cost", cost::tables),
        ("hughes", bugs::tables),
    ];
    let is_wanted = |name: &str| std::env::args().any(|argument| argument == name);
    let is_all = !measuring() || !parts.iter().any(|(name, _)| is_wanted(name));
    for (name, tables) in parts {
        if is_all || is_wanted(name) {
            tables();
        }
    }
}
