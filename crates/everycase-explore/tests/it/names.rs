//! Printed expressions mention what they mean, also where several things have the same name.

use std::collections::BTreeSet;

use everycase_explore::module::Settings;
use pun::load::expression;

use crate::common::{errors, file, module, texts};

const PATH: &str = "crates/everycase-explore/tests/modules/names.pun";

#[test]
fn errors_are_told_with_qualified_names() {
    assert_eq!(
        errors(file(PATH), &Settings::default(), 4),
        [
            "height leaf ==> height",
            "keys prelude.leaf ==> smallest",
            "map second ? ==> x",
            "case second 0 of x _ x -> x ==> division by zero",
            "deep (deeper.deeper 0) ==> division by zero",
            "up (left.up start) ==> up",
            "map (\\_ -> [x0 0 _]) 0 ==> x0",
            "search (\\y -> case y of ; prelude.leaf -> true ; [prelude.node _ _ _ _] -> false) ==> search",
            "shared (only 2) ==> shared",
        ]
    );
}

#[test]
fn each_expression_means_what_it_says() {
    let module = module(file(PATH), &Settings::default());
    let mut names = BTreeSet::new();
    for text in texts(&module, 4) {
        if text.starts_with("property ") {
            continue;
        }

        let read = expression(&mut (**module.engine().program()).clone(), &text);
        assert!(read.is_ok(), "{text}: {read:?}");
        let words = text.split([' ', '(', ')', '[', ']', ',']);
        names.extend(words.filter(|word| word.contains('.')).map(str::to_owned));
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "deeper.deeper",
            "deeper.shallow",
            "left.shared",
            "left.up",
            "prelude.leaf",
            "prelude.node",
            "right.shared"
        ]
    );
}
