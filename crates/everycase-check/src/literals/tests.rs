//! Literals of texts and folders, and of this project's sources against those that `syn` finds.

mod oracle;
#[cfg(all(test, unix, not(everycase_portable)))]
mod unix;

use std::fs;
use std::time::{Duration, Instant};

use super::{Builder, Limits, Literals, UnreadSource};
use crate::testing::scratch::Scratch;

fn integers(source: &str) -> Vec<i128> {
    Literals::of_rust(source).integers
}

fn floats(source: &str) -> Vec<f64> {
    Literals::of_rust(source).floats
}

fn texts(source: &str) -> Vec<String> {
    Literals::of_rust(source).texts
}

fn bytes(source: &str) -> Vec<Vec<u8>> {
    Literals::of_rust(source).bytes
}

#[test]
fn integers_have_bases_underscores_and_suffixes() {
    assert_eq!(integers("1_000u64 0xFF_u8 0o17 0b1010_1010 0x1f32 7usize"), [7, 15, 170, 255, 1_000, 0x1f32]);
    assert_eq!(integers("i128::MAX + 170141183460469231731687303715884105727"), [i128::MAX]);
    assert_eq!(integers("340282366920938463463374607431768211455_u128"), [-1]);
    assert_eq!(integers("340282366920938463463374607431768211456"), []);
    assert_eq!(integers("0x 0b12 0o8 0b 0x_"), []);
}

#[test]
fn a_number_behind_a_minus_has_both_signs() {
    assert_eq!(integers("-5 + a - 7 + b - /* c */ 8 + 9"), [-8, -7, -5, 5, 7, 8, 9]);
    assert_eq!(integers("fn f() -> [u8; 4] { x -= 3; }"), [3, 4]);
    assert_eq!(integers("-170141183460469231731687303715884105728"), [i128::MIN]);
    assert_eq!(floats("-2.5e-3"), [-0.0025, 0.0025]);
    assert_eq!(floats("-0.0").iter().map(|float| float.to_bits()).collect::<Vec<_>>(), [1 << 63, 0]);
}

#[test]
fn floats_ranges_and_fields_are_told_apart() {
    assert_eq!(
        floats("1.0 2. 3e2 4.5E+1_0 6f32 7_f64 1_0.2_5"),
        [2.0, 6.0, 7.0, 1.0, 10.25, 300.0, 4.5e10].sorted()
    );
    assert_eq!(floats("1..2 3..=4 5.max(6) 7._f x.0.1 e1 0xe+1 1e 2e+"), [0.0; 0]);
    assert_eq!(integers("1..2 3..=4 5.max(6) x.7.8 x.9..10 ..11 x. /* y */ 12"), [1, 2, 3, 4, 5, 6, 10, 11]);
    assert_eq!(floats("1e999 ..0.5"), [0.5]);
}

trait Sorted {
    fn sorted(self) -> Self;
}

impl<const N: usize> Sorted for [f64; N] {
    fn sorted(mut self) -> Self {
        self.sort_by(f64::total_cmp);
        self
    }
}

#[test]
fn texts_are_decoded() {
    assert_eq!(texts(r#" "a\n\r\t\\\0\'\"\x41\u{1F_600}é" "#), ["a\n\r\t\\\0'\"A\u{1f600}é"]);
    assert_eq!(texts("\"one \\\n    line\" \"two\r\nlines\""), ["one line", "two\nlines"]);
    assert_eq!(texts(r###" r"\n" r#"say "hi""# r##"a"#b"## "###), ["\\n", "a\"#b", "say \"hi\""]);
    assert_eq!(texts(r#" "\q" "\x80" "\u{d800}" "\u{}" "\u{110000}" "\u" "\x4" 'ab' "" "#), [""]);
}

#[test]
fn characters_are_told_from_lifetimes() {
    assert_eq!(
        texts(r"'a' 'b: loop {} &'c str '\'' '\\' '\u{e9}' 'é' '_' '1'"),
        ["'", "1", "\\", "_", "a", "é"]
    );
    assert_eq!(texts("impl<'a, 'b> X<'a, 'b> where 'a: 'b {}"), [""; 0]);
}

#[test]
fn bytes_are_decoded() {
    assert_eq!(
        bytes(r##" b"a\xff" br#"\x"# c"C\xfe\u{e9}" cr"\n" b'z' "##),
        [b"C\xfe\xc3\xa9".to_vec(), b"\\n".to_vec(), b"\\x".to_vec(), b"a\xff".to_vec(), b"z".to_vec(),]
    );
    assert_eq!(integers(r"b'z' b'\n' b'\'' b'\xff'"), [10, 39, 122, 255]);
    assert_eq!(texts(r#" b"a" br"b" c"c" "#), [""; 0]);
}

#[test]
fn comments_attributes_and_names_have_no_literals() {
    let source = r#"#!/bin/env 3 "x"
        //! 1 "a"
        /// 2 'b'
        /* 3 /* 4 "c */ 5 */
        #![x = 6] #[cfg(feature = "d", y = [7])] r#type br2 x9 é10 é"kept"
        vec![11]
    "#;
    let literals = Literals::of_rust(source);
    assert_eq!(literals.integers, [11]);
    // Not Rust, but a string nevertheless.
    assert_eq!(literals.texts, ["kept"]);
    assert!(Literals::of_rust("").is_empty());
    assert!(Literals::of_rust("fn f() {} // 1").is_empty());
}

#[test]
fn merged_literals_are_sorted_and_each_once() {
    let merged =
        Literals::of_rust("1 3 \"b\" 2.0 b\"x\"").merge(Literals::of_rust("2 3 \"a\" \"b\" 1.0 2.0"));
    assert_eq!(merged, Literals::of_rust("3 2 1 \"a\" \"b\" 1.0 2.0 b\"x\""));
}

#[test]
fn the_first_literals_are_kept() {
    let source: Vec<String> = (0..5_000).rev().map(|n| format!("{n} \"{n}\" {n}.5 b\"{n}\"")).collect();
    let source = source.join(" ");
    let literals = Literals::of_rust(&source);
    assert_eq!(literals.integers.len(), 4_096);
    assert_eq!(literals.integers.first(), Some(&(5_000 - 4_096)));
    assert_eq!((literals.floats.len(), literals.texts.len(), literals.bytes.len()), (4_096, 4_096, 4_096));
    let long = "x".repeat(256);
    assert_eq!(texts(&format!("\"{long}\" \"{long}y\"")), [long]);
    let mut none = Builder::new(Limits { numbers: 0, texts: 0, ..Limits::default() });
    none.integer(1);
    none.float(1.0);
    none.text("");
    none.bytes(b"");
    assert!(none.finish().is_empty());
}

/// Random numbers; their quality does not matter here.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

#[test]
fn numbers_are_constants_of_both_kinds_where_they_are_exact() {
    let constants = Literals::of_rust("0.5 -3.0 7 1e-3 9_007_199_254_740_993 1e300 2.5f32").constants();
    for float in [0.5, -3.0, 3.0, 7.0, 1e-3, 1e300, 2.5] {
        assert!(constants.has_float(float), "{float}");
    }
    assert!(!constants.has_float(9_007_199_254_740_992.0));
    let numbers = [3, -3, 7, 9_007_199_254_740_993_i128].map(i128::cast_unsigned);
    assert!(numbers.iter().all(|&number| constants.has_number(number)) && !constants.has_number(2));
}

#[test]
fn random_texts_are_no_problem() {
    const PARTS: [&str; 40] = [
        "'",
        "\"",
        "\\",
        "r",
        "b",
        "c",
        "br",
        "#",
        "#[",
        "]",
        "!",
        "0x",
        "0b",
        "1",
        "_",
        ".",
        "..",
        "e",
        "E",
        "+",
        "-",
        "/",
        "*",
        "/*",
        "*/",
        "//",
        "\n",
        "\r",
        "\\u{",
        "}",
        "x",
        "é",
        "\u{1f600}",
        "\0",
        " ",
        "f32",
        "u{",
        "9",
        "\\x4",
        "\u{2028}",
    ];
    let mut random = Random(1);
    for _ in 0..20_000 {
        let length = random.below(24);
        let text: String = (0..length).map(|_| PARTS[random.below(PARTS.len())]).collect();
        let _ = Literals::of_rust(&text);
        let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        let _ = Literals::of_rust(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn a_text_may_end_anywhere() {
    let source = r###"let x = "a\u{e9}\
        b" + 'c' + '\u{41}' + r##"d"# e"## + b"f\x00" + cr#"g"# + b'\'' + 1_0.5e-1_0f64 + 0x_f + x.0.1 /* h /* i */ */ #[j([k])]"###;
    for (end, _) in source.char_indices() {
        let _ = Literals::of_rust(&source[..end]);
        let _ = Literals::of_rust(&source[end..]);
    }
    // Nested and repeated openings take linear time.
    for part in ["/*", "r#", "#[", "'\\", "r##\"\"", "1e_", "b'", "-", "r###"] {
        let started = Instant::now();
        let _ = Literals::of_rust(&part.repeat(200_000));
        assert!(started.elapsed() < Duration::from_secs(5), "{part}");
    }
}

#[test]
fn the_sources_of_a_crate_are_read_in_order() {
    let scratch = Scratch::new("literals");
    let root = scratch.path();
    let write = |path: &str, text: &[u8]| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("created");
        fs::write(path, text).expect("written");
    };
    write("src/b.rs", b"2");
    write("src/a/deep/er.rs", b"1");
    write("src/z.rs", b"26 \xff 27");
    write("src/c.txt", b"3");
    write("src/.hidden/d.rs", b"4");
    write("src/target/e.rs", b"5");
    write("src/folder.rs/f.rs", b"6");
    write("tests/g.rs", b"7");
    let all = |limits| Literals::of_crate(root, limits).0.integers;
    let limits = Limits::default();
    assert_eq!(all(limits.clone()), [1, 2, 6, 26]);
    assert_eq!(all(Limits { numbers: 2, ..limits.clone() }), [1, 2]);
    assert_eq!(all(Limits { files: 3, ..limits.clone() }), [1, 2, 6]);
    assert_eq!(all(Limits { files: 0, ..limits.clone() }), []);
    assert_eq!(all(Limits { file_bytes: 1, ..limits.clone() }), [1, 2, 6]);
    assert_eq!(all(Limits { total_bytes: 2, ..limits.clone() }), [1, 2]);
    assert!(Literals::of_crate(&root.join("absent"), limits.clone()).0.is_empty());
    assert!(Literals::of_crate(&root.join("src/b.rs"), limits).0.is_empty());
}

/// Returns a folder with these files in `src`.
fn sources(files: &[(&str, &[u8])]) -> Scratch {
    let scratch = Scratch::new("literals-unread");
    fs::create_dir_all(scratch.path().join("src")).expect("created");
    for (name, text) in files {
        fs::write(scratch.path().join("src").join(name), text).expect("written");
    }
    scratch
}

/// Returns the integers of a crate, and the note about what was not read of it.
fn noted(scratch: &Scratch) -> (Vec<i128>, String) {
    let (literals, unread) = Literals::of_crate(scratch.path(), Limits::default());
    (literals.integers, UnreadSource::note(&unread, scratch.path()).unwrap_or_default())
}

#[test]
fn absent_and_sound_sources_have_no_note() {
    let scratch = Scratch::new("literals-unread");
    assert_eq!(noted(&scratch), (vec![], String::new()));
    // A folder may have the name of a source.
    let scratch = sources(&[("a.rs", b"1 // no end"), ("b.txt", b"\xff")]);
    fs::create_dir(scratch.path().join("src/x.rs")).expect("created");
    fs::write(scratch.path().join("src/x.rs/y.rs"), "2").expect("written");
    assert_eq!(noted(&scratch), (vec![1, 2], String::new()));
}

#[test]
fn a_source_that_is_not_utf_8_is_read_up_to_there_and_noted() {
    let note = "while looking for constants of the code: `src/a.rs` was read up to a byte in line 2 that is not UTF-8";
    let scratch = sources(&[("a.rs", b"1\n2 \xff 3"), ("b.rs", b"4")]);
    assert_eq!(noted(&scratch), (vec![1, 2, 4], note.to_owned()));
}

#[test]
fn a_literal_or_comment_without_an_end_is_noted_once_for_all_sources() {
    for open in ["\"\n3", "r#\"\n3\"", "/* \n3 /* */", "b\"3", "'\\"] {
        let text = format!("1\n\n2 + {open}");
        let scratch = sources(&[("a.rs", text.as_bytes()), ("b.rs", b"4")]);
        let note = "while looking for constants of the code: `src/a.rs` was read up to a text or comment that begins in line 3 \
             and does not end";
        assert_eq!(noted(&scratch), (vec![1, 2, 4], note.to_owned()), "{open}");
    }
    let open: &[u8] = b"\"";
    let (_, note) = noted(&sources(&[("a.rs", open), ("b.rs", open)]));
    assert!(note.ends_with("line 1 and does not end, and 1 other was not read to its end"), "{note}");
    let (_, note) = noted(&sources(&[("a.rs", open), ("b.rs", open), ("c.rs", open)]));
    assert!(note.ends_with("does not end, and 2 others were not read to their ends"), "{note}");
}

#[test]
fn what_a_limit_cuts_off_is_not_noted() {
    let scratch = sources(&[("a.rs", "1 \"é\"".as_bytes()), ("b.rs", b"2")]);
    for bytes in 1..8 {
        let limits = Limits { file_bytes: bytes, ..Limits::default() };
        let (literals, unread) = Literals::of_crate(scratch.path(), limits);
        assert_eq!((literals.integers, unread), (vec![1, 2], vec![]), "{bytes}");
    }
}

#[test]
fn a_million_literals_are_read_within_the_limits() {
    let parts: Vec<String> = (0..350_000_u32).map(|n| format!("{n} {n}.5 \"t{n}\" ")).collect();
    let text = parts.concat();
    let scratch = sources(&[("a.rs", text.as_bytes()), ("b.rs", text.as_bytes()), ("c.rs", b"4")]);
    let started = Instant::now();
    let (literals, unread) = Literals::of_crate(scratch.path(), Limits::default());
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    assert_eq!(unread, []);
    let Limits { numbers, texts, .. } = Limits::default();
    let kept = (literals.integers.len(), literals.floats.len(), literals.texts.len(), literals.bytes.len());
    assert_eq!(kept, (numbers, numbers, texts, 0));
    // Integers and floats are both.
    assert!(literals.constants().has_float(4_095.0) && !literals.constants().has_number(4_096));
    // Without the limit of a file, all of them are read, and as many are kept.
    let limits = Limits { file_bytes: u64::MAX, total_bytes: u64::MAX, ..Limits::default() };
    let started = Instant::now();
    assert_eq!(Literals::of_crate(scratch.path(), limits).0, literals);
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}
