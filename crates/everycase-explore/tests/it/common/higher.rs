//! Random modules that export functions of functions, over an abstract type, integers and lists.

use std::fmt::Write;

/// The types of functions that are arguments, each with applications of a function `f` of the type, whose values are integers.
const FUNCTIONS: [(&str, &[&str]); 9] = [
    ("integer -> integer", &["f 0", "f 3", "f (f 1)", "f (0 - 7)", "f n"]),
    ("integer -> boolean", &["(if f 2 then 1 else 0)", "(if f n then n else 4)", "(if f -1 then 2 else 3)"]),
    ("boolean -> integer -> integer", &["f true 2", "f false (f true n)", "f (n > 1) 5"]),
    ("list integer -> integer", &["f []", "f [1, 2]", "f [n, 3, n]", "f (f [5] :: [7])"]),
    ("integer -> list integer", &["length (f 2)", "length (f n)", "(case f 3 of ; [] -> 0 ; x :: _ -> x)"]),
    (
        "(integer -> integer) -> integer",
        &["f (\\x -> x)", "f (\\x -> 6 div (x - n))", "f (\\x -> f (\\y -> x))"],
    ),
    ("left -> left", &["value (f start)", "value (f (up start))", "value (f (f (shared start)))"]),
    ("left -> (left, integer)", &["value (fst (f start))", "snd (f (up start))", "snd (f (fst (f start)))"]),
    ("integer -> (integer, boolean)", &["fst (f n)", "(if snd (f 1) then fst (f 2) else 0)"]),
];

/// Returns the text of a module. A seed always gives the same one.
pub(crate) fn module(seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut below = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut text = "module main (one, two, three) .\nimport left .\n".to_owned();
    for name in ["one", "two", "three"] {
        let (ty, parts) = FUNCTIONS[below(FUNCTIONS.len())];
        let mut part = || {
            let one = parts[below(parts.len())];
            match below(4) {
                0 => below(6).to_string(),
                1 => format!("({one} + {})", below(4)),
                2 => "n".to_owned(),
                _ => one.to_owned(),
            }
        };
        let mut body = format!("{} div {}", part(), part());
        for number in 0..3 {
            let compared = [part(), part()];
            let operator = ["==", "<", ">", "!="][number % 4];
            let condition = format!("{} {operator} {}", compared[0], compared[1]);
            body = format!("if {condition} then error \"{name} {number}\" else {body}");
        }
        let _ = writeln!(text, "{name} : ({ty}) -> integer -> integer .\n{name} f n = {body} .");
    }
    text
}
