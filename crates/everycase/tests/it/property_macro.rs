//! The expansion of `#[property]`, with a stand-in for the runner that records its arguments.

use everycase::{Enumerable, Space, property};

/// Takes the place of `everycase` for `#[property(crate = ...)]`.
mod stand_in {
    pub(crate) mod __private {
        use std::fmt::Debug;

        pub(crate) use everycase::__private::*;

        /// All arguments of a run.
        #[derive(Debug, Default)]
        pub(crate) struct Told {
            pub(crate) name: String,
            pub(crate) module: String,
            pub(crate) test: String,
            pub(crate) should_panic: bool,
            pub(crate) file: String,
            pub(crate) line: u32,
            pub(crate) manifest_dir: String,
            pub(crate) target: [Option<&'static str>; 3],
            pub(crate) settings: Settings,
            pub(crate) body: Option<Body>,
            /// The first inputs, a line a parameter.
            pub(crate) inputs: Vec<Vec<String>>,
            pub(crate) outcomes: Vec<bool>,
        }

        std::thread_local! {
            static TOLD: std::cell::RefCell<Told> = std::cell::RefCell::default();
        }

        /// What the last run on this thread was told.
        pub(crate) fn told() -> Told {
            TOLD.take()
        }

        pub(crate) struct Site {
            pub(crate) name: &'static str,
            pub(crate) module: &'static str,
            pub(crate) test: &'static str,
            pub(crate) should_panic: bool,
            pub(crate) file: &'static str,
            pub(crate) line: u32,
            pub(crate) manifest_dir: &'static str,
            pub(crate) package: Option<&'static str>,
            pub(crate) binary: Option<&'static str>,
            pub(crate) tmpdir: Option<&'static str>,
        }

        pub(crate) trait IntoOutcome {
            fn into_outcome(self) -> bool;
        }

        impl IntoOutcome for () {
            fn into_outcome(self) -> bool {
                true
            }
        }

        impl IntoOutcome for bool {
            fn into_outcome(self) -> bool {
                self
            }
        }

        impl<T: IntoOutcome, E: Debug> IntoOutcome for Result<T, E> {
            fn into_outcome(self) -> bool {
                self.is_ok_and(IntoOutcome::into_outcome)
            }
        }

        pub(crate) fn block_on<F: Future>(future: F) -> F::Output {
            let mut context = std::task::Context::from_waker(std::task::Waker::noop());
            match std::pin::pin!(future).poll(&mut context) {
                std::task::Poll::Ready(output) => output,
                std::task::Poll::Pending => panic!("nothing here waits"),
            }
        }

        pub(crate) struct Property(Site, Settings, Option<Body>);

        impl Property {
            pub(crate) fn new(site: Site, settings: Settings) -> Self {
                Self(site, settings, None)
            }

            pub(crate) fn written(self, body: Body) -> Self {
                Self(self.0, self.1, Some(body))
            }

            /// Runs the first six inputs.
            #[allow(clippy::needless_pass_by_value)]
            pub(crate) fn run<T, F>(self, inputs: Inputs<T>, property: F)
            where
                T: 'static,
                F: Fn(T) -> bool + Send + Sync,
            {
                let Self(site, settings, body) = self;
                let mut told = Told {
                    name: site.name.into(),
                    module: site.module.into(),
                    test: site.test.into(),
                    should_panic: site.should_panic,
                    file: site.file.into(),
                    line: site.line,
                    manifest_dir: site.manifest_dir.into(),
                    target: [site.package, site.binary, site.tmpdir],
                    settings,
                    body,
                    ..Told::default()
                };
                for index in 0..6u8 {
                    let Ok(input) = inputs.space().derivations().index(&index.into()) else { break };
                    told.inputs.push(inputs.write(&input).statements);
                    told.outcomes.push(property(inputs.space().decode(&input)));
                }
                TOLD.set(told);
            }
        }
    }
}

use stand_in::__private::told;

#[property(crate = crate::property_macro::stand_in)]
fn by_value(n: u8, list: Vec<bool>) {
    assert!(n < 9 && list.len() < 9);
}

#[test]
fn a_property_is_run_on_tuples_of_its_inputs() {
    by_value();
    let told = told();
    assert_eq!(told.name, "by_value");
    assert!(told.module.ends_with("property_macro"));
    assert!(told.file.ends_with("property_macro.rs") && told.line > 80);
    assert_eq!(told.manifest_dir, env!("CARGO_MANIFEST_DIR"));
    assert_eq!(told.target, [Some("everycase"), None, Some(env!("CARGO_TARGET_TMPDIR"))]);
    assert_eq!(told.settings, everycase::Settings::default());
    assert_eq!(told.inputs[0], ["let n: u8 = 0;", "let list: Vec<bool> = vec![];"]);
    assert_eq!(told.inputs[1], ["let n: u8 = 1;", "let list: Vec<bool> = vec![];"]);
    assert_eq!(told.outcomes, [true; 6]);
    let body = "{\n    assert!(n < 9 && list.len() < 9);\n}";
    let written = told.body.expect("the compiler has the source");
    assert_eq!((written.line, written.length), (told.line + 1, body.len()));
}

#[property(crate = crate::property_macro::stand_in)]
fn no_parameters() -> bool {
    false
}

#[test]
fn a_property_without_parameters_has_one_input() {
    no_parameters();
    assert_eq!(told().outcomes, [false]);
}

#[derive(Debug, Clone, Enumerable)]
struct Pair {
    left: u8,
    right: bool,
}

#[property(crate = crate::property_macro::stand_in)]
fn lent(tree: &Pair, text: &str, list: &[bool], own: &mut Vec<u8>, part: &mut [u8]) -> Result<bool, String> {
    own.push(3);
    part.reverse();
    let _ = (text.len(), list.len());
    if tree.right { Ok(tree.left == 0) } else { Err("left".into()) }
}

#[test]
fn parameters_can_be_references() {
    lent();
    let told = told();
    let statements = [
        "let tree: &Pair = &Pair { left: 0, right: false };",
        r#"let text: &str = "";"#,
        "let list: &[bool] = &vec![];",
        "let own: &mut Vec<u8> = &mut vec![];",
        "let part: &mut [u8] = &mut vec![];",
    ];
    assert_eq!(told.inputs[0], statements);
    assert_eq!(told.outcomes[..5], [false, true, false, false, false]);
}

/// A type with the name of one that can only be borrowed.
mod own {
    use everycase::Enumerable;

    #[derive(Debug, Clone, Enumerable)]
    pub(super) struct Path(pub(super) bool);
}

#[property(crate = crate::property_macro::stand_in)]
fn lent_by_the_system(
    path: &std::path::Path,
    text: &std::ffi::OsStr,
    c: &std::ffi::CStr,
    own: &own::Path,
) -> bool {
    path.as_os_str() == text && c.to_bytes().is_empty() && own.0
}

#[test]
fn parameters_can_be_paths_and_strings_of_the_system() {
    lent_by_the_system();
    let told = told();
    let statements = [
        "let path: &std::path::Path = &std::path::PathBuf::from(\"\");",
        "let text: &std::ffi::OsStr = &std::ffi::OsString::from(\"\");",
        "let c: &std::ffi::CStr = &std::ffi::CString::from(c\"\");",
    ];
    assert_eq!(told.inputs[0][..3], statements);
    assert!(told.inputs[0][3].ends_with("Path = &Path(false);"), "{:?}", told.inputs[0]);
    assert_eq!(told.outcomes[..2], [false, true]);
}

#[property(crate = crate::property_macro::stand_in)]
fn patterns(mut n: u8, (a, _): (bool, u8), self::Pair { left, right: _ }: Pair, [x, ..]: &[u8; 2]) {
    n += 1;
    assert!(n > 0 && u8::from(a) < 2 && left < 100 && *x < 100);
}

#[test]
fn parameters_can_be_patterns() {
    patterns();
    let statements = [
        "let mut n: u8 = 0;",
        "let (a, _): (bool, u8) = (false, 0);",
        "let self::Pair { left, right: _ }: Pair = Pair { left: 0, right: false };",
        "let [x, ..]: &[u8; 2] = &[0, 0];",
    ];
    assert_eq!(told().inputs[0], statements);
}

fn vowels() -> Space<char> {
    Space::one_of(['a', 'e', 'i', 'o', 'u'])
}

#[property(crate = crate::property_macro::stand_in)]
fn from_a_space(#[from(vowels())] c: &char, #[from(Space::one_of([1, 2]))] n: u32) -> bool {
    *c == 'a' && n == 1
}

#[test]
fn parameters_can_have_a_space() {
    from_a_space();
    let told = told();
    assert_eq!(told.inputs[0], ["let c: &char = &'a';", "let n: u32 = 1;"]);
    assert_eq!(told.inputs[2], ["let c: &char = &'e';", "let n: u32 = 1;"]);
    assert_eq!(told.outcomes, [true, false, false, false, false, false]);
}

#[property(crate = crate::property_macro::stand_in)]
async fn asynchronous(n: u8) -> bool {
    std::future::ready(n == 1).await
}

#[test]
fn async_functions_are_driven_to_their_end() {
    asynchronous();
    assert_eq!(told().outcomes, [false, true, false, false, false, false]);
}

#[property(
    tests = 1_000,
    size = 9,
    time = "1m30s",
    seed = 0xFF,
    jobs = 2,
    case_time = "500ms",
    should_fail,
    isolate,
    crate = crate::property_macro::stand_in
)]
fn settings(_: bool) {}

#[test]
fn arguments_become_settings() {
    settings();
    let told = told();
    assert_eq!(told.inputs[0], ["let _: bool = false;"]);
    assert_eq!(told.settings.tests, Some(1000));
    assert_eq!(told.settings.size, Some(9));
    assert_eq!(told.settings.time, Some(std::time::Duration::from_secs(90)));
    assert_eq!(told.settings.seed, Some(255));
    assert_eq!(told.settings.jobs, Some(2));
    assert_eq!(told.settings.case_time, Some(std::time::Duration::from_millis(500)));
    assert_eq!(told.settings.should_fail, Some(true));
    assert_eq!(told.settings.isolate, Some(true));
}

#[property(case_time = "off", crate = crate::property_macro::stand_in)]
fn unlimited(_: bool) {}

#[test]
fn an_input_may_take_as_long_as_it_likes() {
    unlimited();
    let limit = |settings: everycase::Settings| settings.fill("unlimited").case_time;
    assert_eq!(limit(told().settings), None);
    assert!(limit(everycase::Settings::default()).is_some());
}

/// Its documentation and other attributes stay on the test.
#[property(crate = crate::property_macro::stand_in)]
#[should_panic(expected = "as it should")]
fn panics(_: bool) {
    panic!("as it should");
}

#[property(crate = crate::property_macro::stand_in)]
#[cfg(any())]
fn configured_away(_: Nowhere) {}

#[property(crate = crate::property_macro::stand_in)]
fn r#loop(r#type: u8) -> bool {
    // The inner function can call itself.
    r#type == 0 || r#type > 200 || recursive_helper(r#type)
}

fn recursive_helper(n: u8) -> bool {
    n > 0
}

#[test]
fn raw_identifiers_keep_their_mark_where_they_are_source() {
    r#loop();
    let told = told();
    assert_eq!((&*told.name, &*told.inputs[0][0]), ("loop", "let r#type: u8 = 0;"));
    assert_eq!((&*told.module, told.test), (module_path!(), concat!(module_path!(), "::r#loop").to_owned()));
    assert!(!told.should_panic);
}

/// Names that generated code must not trip over.
mod hostile {
    use super::property;

    #[allow(dead_code)]
    mod std {}
    #[allow(dead_code)]
    mod core {}
    #[allow(dead_code)]
    struct Vec;
    #[allow(dead_code)]
    struct String;
    #[allow(dead_code)]
    enum Option {
        Some,
    }

    #[property(crate = crate::property_macro::stand_in, size = 3)]
    fn unconcerned(text: &str, list: &[bool]) -> bool {
        text.len() + list.len() < 100
    }
}
