//! Programs of every small size, and some of larger ones: parsing gives back what was printed, whatever white space there is,
//! and the formatter changes nothing but white space.

use everycase::Enumerable;
use everycase::space::{Random, SeedableRng};
use pun::format::format;
use pun::source::FileId;
use pun::syntax::{self, Element, Node, TokenKind};
use pun::tree::Module;

use crate::tree;

use crate::programs::{Coverage, Declaration, Parameter, Tokens, Word};

/// All declarations up to a size, and some of each larger one; and some generators whose parameters are
/// functions with coverage types, which are rare among these.
fn declarations() -> impl Iterator<Item = Declaration> {
    let space = Declaration::space();
    let mut random = Random::seed_from_u64(1);
    let mut drawn: Vec<Declaration> = Vec::new();
    for size in (8..60).step_by(4) {
        drawn.extend((0..60).map(|_| space.uniform(size, &mut random).unwrap()));
    }
    let (parameters, coverage) = (Parameter::space(), Coverage::space());
    for size in (5..25).flat_map(|size| [size; 10]) {
        let mut parameter = || Box::new(parameters.uniform(size, &mut random).unwrap());
        let parameters = [parameter(), parameter()];
        let mut coverage = || Box::new(coverage.uniform(size, &mut random).unwrap());
        let [first, second] = parameters.map(|first| Parameter::Function(Word::F, first, coverage()));
        let inner = Parameter::Function(Word::LongName, Box::new(first), coverage());
        let mut all = coverage();
        all.parameters.extend([inner, second]);
        drawn.push(Declaration::Generator(Word::X, *all, Vec::new()));
    }
    space.up_to(6).unwrap().chain(drawn)
}

fn tokens(declaration: &Declaration) -> Tokens {
    let mut tokens = Tokens::new();
    declaration.print(&mut tokens);
    tokens
}

fn parsed(text: &str) -> String {
    let parse = syntax::parse(FileId(0), text);
    let messages: Vec<&str> =
        parse.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
    assert!(messages.is_empty(), "{messages:?}\n{text}");
    tree::module(&parse.module)
}

/// The tokens and the comments of a text, in order.
fn kept(text: &str) -> Vec<String> {
    fn collect(node: Node<'_>, out: &mut Vec<String>) {
        for element in node.elements() {
            match element {
                Element::Node(child) => collect(child, out),
                Element::Leaf(leaf) if leaf.kind() != TokenKind::Space => {
                    out.push(leaf.text().trim_end().to_owned());
                }
                Element::Leaf(_) => {}
            }
        }
    }
    let mut out = Vec::new();
    collect(syntax::parse(FileId(0), text).syntax.root(), &mut out);
    out
}

/// The tokens with white space between them; and, if that is wanted, with comments and line breaks.
fn scattered(tokens: &Tokens, seed: u64, is_wild: bool) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let spaces = [" ", "  ", "\t", "\u{a0}", "\n", "\n\n", "\r\n   ", " \n \n\n\n  "];
    let spaces = if is_wild { &spaces } else { &spaces[..4] };
    let mut text = String::new();
    for token in tokens {
        text += token;
        if is_wild && next(6) == 0 {
            text += ["// one\n", " // two \n\n", "\n// three\r\n", "\n\n // four\n//\n\n\n// five\n"]
                [next(4) as usize];
        } else {
            text += spaces[next(spaces.len() as u64) as usize];
        }
    }
    text
}

fn check_format(text: &str) {
    let formatted = format(text).unwrap();
    assert_eq!(kept(&formatted), kept(text), "{text}\nbecomes\n{formatted}");
    assert_eq!(parsed(&formatted), parsed(text), "{text}\nbecomes\n{formatted}");
    assert_eq!(format(&formatted).unwrap(), formatted, "formatted twice");
    assert!(!formatted.contains("\n\n\n") && !formatted.starts_with('\n'), "{formatted}");
    assert!(formatted.lines().all(|line| line.trim_end() == line), "{formatted}");
    assert!(formatted.is_empty() || formatted.ends_with('\n') && !formatted.ends_with("\n\n"), "{formatted}");
}

#[test]
fn what_is_printed_with_few_parentheses_is_parsed_back() {
    for declaration in declarations() {
        let text = tokens(&declaration).join(" ");
        let module = Module { declarations: vec![declaration.tree()], ..Module::default() };
        assert_eq!(parsed(&text), tree::module(&module), "{text}");
    }
}

#[test]
fn the_declarations_have_functions_with_coverage_types() {
    let covering = declarations().filter(|declaration| match declaration {
        Declaration::Generator(_, coverage, _) => coverage.parameters.iter().any(Parameter::is_covering),
        _ => false,
    });
    let count = covering.count();
    assert!(count > 50, "{count}");
}

#[test]
fn white_space_and_comments_mean_nothing() {
    for (seed, declaration) in declarations().enumerate().step_by(7) {
        let tokens = tokens(&declaration);
        let text = scattered(&tokens, seed as u64, true);
        assert_eq!(parsed(&text), parsed(&tokens.join(" ")), "{text}");
    }
}

#[test]
fn formatting_changes_nothing_but_white_space() {
    for (seed, declaration) in declarations().enumerate() {
        let tokens = tokens(&declaration);
        check_format(&tokens.join(" "));
        check_format(&scattered(&tokens, seed as u64, true));
    }
}

#[test]
fn the_layout_of_what_stands_on_one_line_follows_from_its_tokens() {
    for (seed, declaration) in declarations().enumerate().step_by(7) {
        let tokens = tokens(&declaration);
        assert_eq!(format(&scattered(&tokens, seed as u64, false)), format(&tokens.join(" ")));
    }
}

#[test]
fn every_example_is_formatted() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let mut count = 0;
    let mut directories = vec![
        std::path::PathBuf::from(root).join("examples"),
        std::path::PathBuf::from(root).join("crates/pun"),
    ];
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "pun") {
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                let is_right = syntax::parse(FileId(0), &text).diagnostics.is_empty();
                if is_right {
                    check_format(&text);
                } else {
                    assert!(format(&text).is_err(), "{}", path.display());
                }
                count += usize::from(is_right);
            }
        }
    }
    assert!(count > 3, "no examples");
}

#[test]
fn the_programs_of_the_manual_are_parsed_and_formatted() {
    let manual = include_str!("../../../../docs/pun.md");
    let programs: Vec<&str> =
        manual.split("```pun").skip(1).filter_map(|block| block.split("```").next()).collect();
    assert!(programs.len() > 5);
    for program in programs {
        let (_, program) = program.split_once('\n').unwrap();
        check_format(program);
    }
}
