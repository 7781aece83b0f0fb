//! Links, devices and permissions of files that are replaced, as Unix has them.

use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;

use super::tests::names;
use super::{Place, check, place, replace};
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
