//! Links, devices and permissions, as Unix has them: files that are replaced, and sources that are
//! read.

use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;

use super::tests::names;
use super::{Place, check, place, replace};
use crate::literals::tests::{noted, sources};
use crate::literals::{Limits, Literals};
use crate::testing::scratch::Scratch;

#[test]
fn a_link_stays_and_its_file_is_replaced() {
    let dir = Scratch::new("files_link");
    let within = |name: &str| dir.path().join(name);
    fs::create_dir(within("sub")).unwrap();
    symlink("sub/second", within("first")).unwrap();
    symlink("../file", within("sub/second")).unwrap();
    // At first the links lead to no file.
    for text in ["a longer text", "a text"] {
        check(&within("first")).unwrap();
        replace(&within("first"), text).unwrap();
        assert!(fs::symlink_metadata(within("first")).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(within("file")).unwrap(), text);
        fs::set_permissions(within("file"), fs::Permissions::from_mode(0o640)).unwrap();
    }
    let before = fs::metadata(within("file")).unwrap();
    replace(&within("first"), "text").unwrap();
    let after = fs::metadata(within("file")).unwrap();
    assert_eq!(before.mode(), after.mode());
    assert_ne!(before.ino(), after.ino(), "it is replaced as a whole");
    symlink("turning", within("turning")).unwrap();
    assert!(replace(&within("turning"), "text").is_err());
    assert_eq!(names(dir.path()), ["file", "first", "sub", "turning"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_descriptor_gets_the_text_behind_what_it_has() {
    use std::os::fd::AsRawFd as _;

    let dir = Scratch::new("files_descriptor");
    let (file, link) = (dir.path().join("file"), dir.path().join("link"));
    let mut open = File::create(&file).unwrap();
    open.write_all(b"first, ").unwrap();
    symlink(format!("/dev/fd/{}", open.as_raw_fd()), &link).unwrap();
    check(&link).unwrap();
    replace(&link, "then").unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "first, then");
    assert_eq!(open.metadata().unwrap().ino(), fs::metadata(&file).unwrap().ino());
    assert_eq!(place(Path::new("/dev/null")).unwrap(), Place::Stream("/dev/null".into()));
    replace(Path::new("/dev/null"), "text").unwrap();
    assert_eq!(replace(Path::new("/dev/full"), "text").unwrap_err().kind(), ErrorKind::StorageFull);
    let closed = Path::new("/dev/fd/1000000");
    assert!(check(closed).is_err() && replace(closed, "text").is_err());
    assert_eq!(names(dir.path()), ["file", "link"]);
}

#[test]
fn links_make_no_circles() {
    let scratch = Scratch::new("literals-links");
    let root = scratch.path();
    fs::create_dir_all(root.join("src/a")).expect("created");
    fs::write(root.join("other.rs"), "3").expect("written");
    fs::write(root.join("src/a/b.rs"), "1").expect("written");
    symlink(root, root.join("src/a/loop")).expect("linked");
    symlink(root.join("src/x.rs"), root.join("src/x.rs")).expect("linked");
    symlink("/dev/zero", root.join("src/y.rs")).expect("linked");
    symlink(root.join("other.rs"), root.join("src/z.rs")).expect("linked");
    assert_eq!(Literals::of_crate(root, Limits::default()).0.integers, [1, 3]);
}

#[test]
fn links_in_circles_and_devices_are_noted_and_links_to_nothing_are_not() {
    let scratch = sources(&[("b.rs", b"4")]);
    let own = |name: &str| scratch.path().join("src").join(name);
    symlink(own("absent"), own("c.rs")).expect("linked");
    assert_eq!(noted(&scratch), (vec![4], String::new()));
    symlink("/dev/zero", own("d.rs")).expect("linked");
    let note = "while looking for constants of the code: `src/d.rs` was not read (it is not a file)";
    assert_eq!(noted(&scratch), (vec![4], note.to_owned()));
    symlink(own("a.rs"), own("a.rs")).expect("linked");
    let (integers, note) = noted(&scratch);
    assert_eq!(integers, [4]);
    assert!(
        note.starts_with("while looking for constants of the code: `src/a.rs` was not read (filesystem loop"),
        "{note}"
    );
    assert!(note.ends_with("), and 1 other was not read to its end"), "{note}");
}

#[test]
fn sources_and_folders_without_permission_are_noted() {
    let scratch = sources(&[("a.rs", b"1"), ("b.rs", b"4")]);
    let folder = scratch.path().join("src/z");
    fs::create_dir(&folder).expect("created");
    let closed = [scratch.path().join("src/a.rs"), folder.clone()];
    let set = |mode| {
        for path in &closed {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("set");
        }
    };
    set(0);
    // To an administrator nothing is closed.
    let is_closed = fs::File::open(&closed[0]).is_err();
    let (integers, note) = noted(&scratch);
    set(0o700);
    if is_closed {
        let expected = "while looking for constants of the code: `src/a.rs` was not read (permission denied), and 1 other \
             was not read to its end";
        assert_eq!((integers, note), (vec![4], expected.to_owned()));
    } else {
        assert_eq!((integers, note), (vec![1, 4], String::new()));
    }
}
