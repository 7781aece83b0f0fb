//! Links, devices and permissions of sources that are read, as Unix has them.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

use super::{noted, sources};
use crate::literals::{Limits, Literals};
use crate::testing::scratch::Scratch;

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
