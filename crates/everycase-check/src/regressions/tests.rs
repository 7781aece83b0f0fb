//! Nothing in a regressions file is ever lost, doubled or half-written.

use std::fs::{self, File};

use super::replace::lock;
use super::*;
use crate::testing::scratch::Scratch;

const SHAPE: Fingerprint = Fingerprint(0x9f3c_0d1e_2b7a_4455);

fn entry(property: &str, words: &[u64]) -> Entry {
    Entry {
        property: property.to_owned(),
        fingerprint: SHAPE,
        words: words.to_vec(),
        marks: Marks::default(),
        comment: "k = 1".to_owned(),
    }
}

fn file(dir: &Scratch) -> Regressions {
    Regressions::at(dir.path().join(FILE_NAME))
}

#[test]
fn a_saved_input_is_loaded_again() {
    let dir = Scratch::new("regressions");
    let file = file(&dir);
    assert_eq!(file.load("m::p", SHAPE).unwrap(), SavedInputs::default());
    assert_eq!(file.add(&entry("m::p", &[1, 0]), None).unwrap(), Addition::Added);
    assert_eq!(file.add(&entry("m::q", &[2]), None).unwrap(), Addition::Added);
    assert_eq!(file.load("m::p", SHAPE).unwrap().inputs, [(6, entry("m::p", &[1, 0]))]);
    let text = fs::read_to_string(file.path()).unwrap();
    assert_eq!(text, format!("{HEADER}m::p 9f3c0d1e2b7a4455 1.0 # k = 1\nm::q 9f3c0d1e2b7a4455 2 # k = 1\n"));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "nothing but the file is left behind");
}

#[test]
fn an_input_is_saved_once() {
    let dir = Scratch::new("regressions_once");
    let file = file(&dir);
    file.add(&entry("m::p", &[1]), None).unwrap();
    let before = fs::read(file.path()).unwrap();
    let other_comment = Entry { comment: "said otherwise".to_owned(), ..entry("m::p", &[1]) };
    assert_eq!(file.add(&other_comment, None).unwrap(), Addition::Known);
    assert_eq!(fs::read(file.path()).unwrap(), before);
}

#[test]
fn stale_and_corrupt_lines_are_reported_with_their_line_and_kept_byte_for_byte() {
    let dir = Scratch::new("regressions_corrupt");
    let file = file(&dir);
    let mut before = b"# ours\r\nm::p 0000000000000001 1.0 # k = 1\n<<<<<<< HEAD\n\xff\xfe\nm::p xyz 1\nm::p 0000000000000001 1,0\n".to_vec();
    before.extend_from_slice(b"m::p 9f3c0d1e2b7a4455 7\r\nno newline at the end");
    fs::write(file.path(), &before).unwrap();

    let saved = file.load("m::p", SHAPE).unwrap();
    assert_eq!(saved.inputs, [(7, Entry { comment: String::new(), ..entry("m::p", &[7]) })]);
    let path = file.path().display().to_string();
    let notes: Vec<String> = saved.notes.iter().map(|note| note.to_string().replace(&path, "FILE")).collect();
    let corrupt = |line: usize, why: &str| {
        format!("FILE:{line}: cannot be parsed, skipped: {why}; the line is left in place")
    };
    assert_eq!(
        notes,
        [
            "FILE:2: stale: the types of the inputs have changed since it was saved (k = 1); \
             the line is left in place; you may delete it"
                .to_owned(),
            corrupt(3, "expected a property, a fingerprint and an input"),
            corrupt(4, "not text in UTF-8"),
            corrupt(5, "the fingerprint is not 16 hexadecimal digits"),
            corrupt(6, "the input is not hexadecimal numbers joined by dots"),
            corrupt(8, "the fingerprint is not 16 hexadecimal digits"),
        ]
    );

    file.add(&entry("m::p", &[8]), None).unwrap();
    let after = fs::read(file.path()).unwrap();
    before.extend_from_slice(b"\nm::p 9f3c0d1e2b7a4455 8 # k = 1\n");
    assert_eq!(after, before);
}

#[test]
fn what_is_known_of_a_failure_is_marked_and_known_later_is_marked_by_another_line() {
    let dir = Scratch::new("regressions_marks");
    let file = file(&dir);
    let marked = |flaky, died| Entry { marks: Marks { flaky, died }, ..entry("m::p", &[1]) };
    for (entry, addition) in [
        (marked(false, true), Addition::Added),
        (marked(false, true), Addition::Known),
        (marked(false, false), Addition::Known),
        (marked(true, false), Addition::Added),
        (marked(true, true), Addition::Known),
    ] {
        assert_eq!(file.add(&entry, None).unwrap(), addition, "{entry:?}");
    }
    let text = fs::read_to_string(file.path()).unwrap();
    let expected =
        format!("{HEADER}m::p 9f3c0d1e2b7a4455 1 died # k = 1\nm::p 9f3c0d1e2b7a4455 1 flaky # k = 1\n");
    assert_eq!(text, expected);
    let saved = file.load("m::p", SHAPE).unwrap();
    assert_eq!(saved.inputs, [(6, marked(true, true))]);

    fs::write(file.path(), "m::p 9f3c0d1e2b7a4455 1 slow\n").unwrap();
    let notes = file.load("m::p", SHAPE).unwrap().notes;
    assert!(notes[0].to_string().contains("only `flaky` and `died` may stand behind the input"), "{notes:?}");
}

#[test]
fn of_one_property_and_shape_one_flaky_failure_is_saved() {
    let dir = Scratch::new("regressions_flaky");
    let file = file(&dir);
    let flaky = |property: &str, words: &[u64]| {
        let marks = Marks { flaky: true, died: false };
        Entry { marks, ..entry(property, words) }
    };
    let other_shape = Entry { fingerprint: Fingerprint(1), ..flaky("m::p", &[2]) };
    for (entry, shrunk_from, addition) in [
        (flaky("m::p", &[1]), None, Addition::Added),
        (flaky("m::p", &[2]), None, Addition::OneMoreFlaky),
        (flaky("m::p", &[1]), None, Addition::Known),
        (entry("m::p", &[3]), None, Addition::Added),
        (flaky("m::q", &[2]), None, Addition::Added),
        (other_shape, None, Addition::Added),
        // An input that is there already is marked, and one that is shrunk is replaced.
        (flaky("m::p", &[3]), None, Addition::Added),
        (flaky("m::p", &[4]), Some(&[3][..]), Addition::Replaced),
    ] {
        assert_eq!(file.add(&entry, shrunk_from).unwrap(), addition, "{entry:?}");
    }
    // A file of inputs that are too long for a command line has all of them.
    for word in [5, 6] {
        let long = flaky("m::p", &(word..word + 1000).collect::<Vec<u64>>());
        let token = replay::short(&long, None, file.path()).unwrap();
        assert!(token.ends_with(&long.id()), "{token}");
        let text = encoding::to_text(&long.words);
        assert_eq!(
            fs::read_to_string(file.path()).unwrap().matches(&format!(" {text} ")).count(),
            1,
            "{text}"
        );
    }
}

#[test]
fn a_saved_input_of_a_former_name_has_the_same_module_and_shape() {
    let dir = Scratch::new("regressions_renamed");
    let file = file(&dir);
    let lines = ["m::old", "m::n::p", "n::old", "m::other"].map(|name| entry(name, &[1]).line());
    let other_shape = Entry { fingerprint: Fingerprint(1), ..entry("m::older", &[1]) }.line();
    fs::write(file.path(), format!("{}\n<<<<\n{other_shape}\n", lines.join("\n"))).unwrap();
    let path = file.path().display();
    let expected =
        [(1, "m::old"), (4, "m::other")].map(|(line, name)| (format!("{path}:{line}"), name.to_owned()));
    assert_eq!(file.under_other_names("m::new", SHAPE), expected);
    assert_eq!(file.under_other_names("without_module", SHAPE), []);
    // A property with lines of its own has not been renamed.
    assert_eq!(file.under_other_names("m::older", SHAPE), []);
}

/// Returns the files in a directory.
fn names(dir: &Scratch) -> Vec<String> {
    let entries = fs::read_dir(dir.path()).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn what_a_killed_process_has_left_is_removed_by_the_next_run_and_other_files_are_not() {
    let dir = Scratch::new("regressions_killed");
    let left = || {
        for name in [".everycase-regressions.4711.0.tmp", ".everycase-regressions.mine.tmp", "a.tmp"] {
            fs::write(dir.path().join(name), "m::p 9f3c").unwrap();
        }
    };
    let kept = [".everycase-regressions.mine.tmp", "a.tmp"];
    left();
    // A run that saves nothing.
    assert!(file(&dir).inputs("m::p", SHAPE, &crate::testing::shapes::lists()).0.is_empty());
    assert_eq!(names(&dir), kept);
    // A run that saves something.
    left();
    file(&dir).add(&entry("m::p", &[1]), None).unwrap();
    assert_eq!(names(&dir), [&kept[..], &[FILE_NAME]].concat());
    // A process that is writing keeps its file.
    left();
    let lock = lock(dir.path(), File::try_lock).unwrap();
    file(&dir).inputs("m::p", SHAPE, &crate::testing::shapes::lists());
    assert_eq!(names(&dir).len(), 4);
    drop(lock);
    file(&dir).inputs("m::p", SHAPE, &crate::testing::shapes::lists());
    assert_eq!(names(&dir).len(), 3);
}

#[test]
fn names_that_are_taken_do_not_stop_an_input_from_being_saved() {
    let dir = Scratch::new("regressions_taken");
    // Directories, which are not removed, with the names that this process takes next.
    let taken: Vec<_> = (0..200)
        .map(|n| dir.path().join(format!(".everycase-regressions.{}.{n}.tmp", std::process::id())))
        .collect();
    for path in &taken {
        fs::create_dir(path).unwrap();
    }
    assert_eq!(file(&dir).add(&entry("m::p", &[1]), None).unwrap(), Addition::Added);
    assert_eq!(file(&dir).load("m::p", SHAPE).unwrap().inputs.len(), 1);
}

#[test]
fn a_comment_is_one_short_line() {
    let long = Entry { comment: format!("a\nb\t{}", "x".repeat(1000)), ..entry("m::p", &[]) };
    let line = long.line();
    assert!(!line.contains('\n') && line.len() < 400, "{line}");
    assert!(line.starts_with("m::p 9f3c0d1e2b7a4455 - # a b xxx"), "{line}");
    assert_eq!(Entry::parse(&line).unwrap().words, Vec::<u64>::new());
}

#[test]
fn names_with_spaces_stay_one_word() {
    let dir = Scratch::new("regressions_names");
    let file = file(&dir);
    file.add(&entry("a property # of mine", &[1]), None).unwrap();
    assert_eq!(file.add(&entry("a property # of mine", &[1]), None).unwrap(), Addition::Known);
    let saved = file.load("a property # of mine", SHAPE).unwrap();
    assert_eq!((saved.inputs.len(), saved.notes.len()), (1, 0));
}

#[test]
fn threads_and_handles_adding_at_once_lose_nothing() {
    let dir = Scratch::new("regressions_threads");
    std::thread::scope(|scope| {
        for thread in 0..8u64 {
            let file = file(&dir);
            scope.spawn(move || {
                for n in 0..10 {
                    // Half of the inputs are shared, half belong to this thread.
                    file.add(&entry("m::shared", &[n]), None).unwrap();
                    file.add(&entry("m::own", &[thread, n]), None).unwrap();
                }
            });
        }
    });
    assert_eq!(file(&dir).load("m::shared", SHAPE).unwrap().inputs.len(), 10);
    assert_eq!(file(&dir).load("m::own", SHAPE).unwrap().inputs.len(), 80);
    let text = fs::read_to_string(file(&dir).path()).unwrap();
    assert_eq!(text.lines().filter(|line| line.starts_with("m::")).count(), 90);
    assert_eq!(text.matches("# Inputs on which").count(), 1);
}

#[test]
fn an_unwritable_file_is_an_error_that_gives_the_line_to_add() {
    let dir = Scratch::new("regressions_unwritable");
    let nowhere = Regressions::at(dir.path().join("gone").join(FILE_NAME));
    let error = nowhere.add(&entry("m::p", &[1]), None).unwrap_err().to_string();
    assert!(error.contains("cannot be written: "), "{error}");
    assert!(error.ends_with("to keep the input, add this line: m::p 9f3c0d1e2b7a4455 1 # k = 1"), "{error}");

    let read_only = file(&dir);
    fs::write(read_only.path(), "# theirs\n").unwrap();
    let mut permissions = fs::metadata(read_only.path()).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(read_only.path(), permissions).unwrap();
    let error = read_only.add(&entry("m::p", &[1]), None).unwrap_err().to_string();
    assert!(error.contains("cannot be written: the file is read-only"), "{error}");
    assert_eq!(fs::read(read_only.path()).unwrap(), b"# theirs\n");
}

#[test]
fn an_unreadable_file_is_an_error_and_not_an_empty_file() {
    let dir = Scratch::new("regressions_unreadable");
    fs::create_dir(dir.path().join(FILE_NAME)).unwrap();
    let error = file(&dir).load("m::p", SHAPE).unwrap_err().to_string();
    let why = ": there is a directory of this name: move it away";
    assert!(error.ends_with(&format!("cannot be read, so nothing saved is replayed{why}")), "{error}");
    let error = file(&dir).add(&entry("m::p", &[1]), None).unwrap_err().to_string();
    let line = "; to keep the input, add this line: m::p 9f3c0d1e2b7a4455 1 # k = 1";
    assert!(error.ends_with(&format!("cannot be written{why}{line}")), "{error}");
}

#[test]
fn the_file_is_beside_the_source_wherever_the_compiler_ran() {
    let dir = Scratch::new("regressions_beside");
    let member = dir.path().join("crates/member");
    fs::create_dir_all(member.join("tests")).unwrap();
    fs::write(member.join("tests/trees.rs"), "").unwrap();
    let beside = member.join("tests").join(FILE_NAME);
    // Relative to the workspace, relative to the crate, absolute.
    assert_eq!(Regressions::beside("crates/member/tests/trees.rs", &member).path(), beside);
    assert_eq!(Regressions::beside("tests/trees.rs", &member).path(), beside);
    let absolute = member.join("tests/trees.rs");
    assert_eq!(Regressions::beside(absolute.to_str().unwrap(), &member).path(), beside);
    assert_eq!(Regressions::beside("moved/away.rs", &member).path(), member.join(FILE_NAME));
}

#[test]
fn an_input_takes_the_place_of_the_one_it_was_shrunk_from() {
    let dir = Scratch::new("regressions_replaced");
    let file = file(&dir);
    for words in [[9], [8]] {
        file.add(&entry("m::p", &words), None).unwrap();
    }
    file.add(&entry("m::q", &[9]), None).unwrap();
    assert_eq!(file.add(&entry("m::p", &[3]), Some(&[9])).unwrap(), Addition::Replaced);
    let words = |property: &str| -> Vec<Vec<u64>> {
        let saved = file.load(property, SHAPE).unwrap();
        saved.inputs.into_iter().map(|(_, entry)| entry.words).collect()
    };
    assert_eq!(words("m::p"), [[8], [3]]);
    assert_eq!(words("m::q"), [[9]], "of another property");
    assert_eq!(file.add(&entry("m::p", &[3]), Some(&[8])).unwrap(), Addition::Replaced);
    assert_eq!(words("m::p"), [[3]]);
    assert_eq!(file.add(&entry("m::p", &[3]), Some(&[3])).unwrap(), Addition::Known);
    assert_eq!(file.add(&entry("m::p", &[2]), Some(&[7])).unwrap(), Addition::Added);
}
