//! Properties that end or hang their process, or keep state in it.

use std::fs;
use std::process::abort;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use everycase::prelude::*;
use everycase::{IntoOutcome, Settings};

use crate::site::{self, overflow};

/// Runs a property as the test of that name, of the crate that the environment names.
fn run<T, O>(name: &str, settings: Settings, property: impl Fn(T) -> O + Send + Sync + 'static)
where
    T: Enumerable + 'static,
    O: IntoOutcome,
{
    site::run(module_path!(), name, settings, property);
}

fn isolated(tests: u64) -> Settings {
    Settings { tests: Some(tests), seed: Some(7), isolate: Some(true), ..Settings::default() }
}

#[test]
fn overflows() {
    run("overflows", isolated(1000), |list: Vec<u8>| list.len() <= 3 || overflow(0) > 0);
}

#[derive(Debug, Enumerable)]
struct Nest(Vec<Nest>);

/// Needs four kibibytes of stack for each level.
fn depth_with_room(nest: &Nest) -> usize {
    let room = std::hint::black_box([0u8; 4096]);
    nest.0.iter().map(depth_with_room).max().map_or(0, |depth| depth + 1) + usize::from(room[4095])
}

#[test]
fn recurses() {
    let settings = Settings { seed: Some(7), ..Settings::default() };
    run("recurses", settings, |nest: Nest| depth_with_room(&nest) < 1_000_000);
}

#[test]
fn aborts() {
    let is_mended = std::env::var_os("RUNNER_MENDED").is_some();
    run("aborts", isolated(1000), move |n: u8| {
        if n == 77 && !is_mended {
            abort();
        }
    });
}

#[test]
fn aborts_where_told() {
    let at: u8 = std::env::var("RUNNER_FAILS_AT").unwrap().parse().unwrap();
    run("aborts_where_told", Settings { jobs: Some(3), ..isolated(1000) }, move |n: u8| {
        if n == at {
            abort();
        }
    });
}

#[test]
fn aborts_at_large_inputs() {
    run("aborts_at_large_inputs", isolated(2000), |list: Vec<bool>| {
        if list.len() > 11 {
            abort();
        }
    });
}

#[test]
fn aborts_once() {
    run("aborts_once", isolated(1000), |n: u8| {
        let mark = std::env::temp_dir().join(std::env::var("RUNNER_CRATE").unwrap()).join("mark");
        if n == 9 && fs::File::create_new(mark).is_ok() {
            abort();
        }
    });
}

#[test]
fn should_abort() {
    run("should_abort", Settings { should_fail: Some(true), ..isolated(1000) }, |n: u8| {
        if n == 9 {
            abort();
        }
    });
}

#[test]
fn exits() {
    run("exits", isolated(1000), |n: u8| {
        if n == 9 {
            eprintln!("no more of this");
            std::process::exit(3);
        }
    });
}

#[test]
fn hangs() {
    let settings = Settings { case_time: Some(Duration::from_millis(500)), ..isolated(1000) };
    run("hangs", settings, |n: u8| {
        if n == 9 {
            thread::sleep(Duration::from_secs(60 * 60));
        }
    });
}

#[test]
fn hangs_at_large_inputs() {
    let settings = Settings { case_time: Some(Duration::from_millis(200)), ..isolated(100) };
    run("hangs_at_large_inputs", settings, |list: Vec<bool>| {
        if list.len() > 5 {
            thread::sleep(Duration::from_secs(60 * 60));
        }
    });
}

#[test]
fn hangs_here() {
    let settings = Settings { case_time: Some(Duration::from_millis(200)), ..isolated(100) };
    run("hangs_here", settings, |list: Vec<bool>| {
        if list.len() > 5 && std::env::var_os("__EVERYCASE_CHILD").is_none() {
            thread::sleep(Duration::from_secs(60 * 60));
        }
    });
}

#[test]
fn hangs_at_three_elements() {
    let is_mended = std::env::var_os("RUNNER_MENDED").is_some();
    let settings = Settings { case_time: Some(Duration::from_millis(700)), ..isolated(1000) };
    run("hangs_at_three_elements", settings, move |list: Vec<u8>| {
        if list.len() == 3 && !is_mended {
            thread::sleep(Duration::from_secs(60 * 60));
        }
        assert!(list.len() < 6);
    });
}

/// A line that a property prints, of eight kibibytes.
fn long_line(what: &str) -> String {
    format!("{what} {}", "x".repeat(8 << 10))
}

#[test]
fn prints_a_lot() {
    let aborts = std::env::var_os("RUNNER_ABORTS").is_some();
    run("prints_a_lot", Settings { jobs: Some(1), ..isolated(5_000) }, move |n: u16| {
        println!("{}", long_line("on stdout"));
        eprintln!("{}", long_line("on stderr"));
        if n >= 1500 && aborts {
            eprintln!("no further");
            abort();
        }
        assert!(n < 1500, "{n}");
    });
}

/// Poisoned by the first failure.
static LOCK: Mutex<()> = Mutex::new(());

#[test]
fn poisons() {
    run("poisons", isolated(1000), |list: Vec<u8>| {
        let _guard = LOCK.lock().unwrap();
        assert!(list.len() < 3);
    });
}

thread_local! {
    static SEEN: std::cell::RefCell<Vec<u8>> = const { std::cell::RefCell::new(Vec::new()) };
}

#[test]
fn grows() {
    run("grows", isolated(1000), |list: Vec<u8>| {
        SEEN.with_borrow_mut(|seen| {
            seen.extend(list);
            assert!(seen.len() < 100, "{} elements", seen.len());
        });
    });
}

#[test]
fn eats_memory() {
    run("eats_memory", isolated(1000), |n: u8| {
        if n == 9 {
            let mut eaten = Vec::new();
            loop {
                eaten.push(Vec::<u8>::with_capacity(1 << 30));
            }
        }
    });
}

#[test]
fn fails() {
    run("fails", isolated(1000), |n: u8| {
        if n == 9 {
            println!("on stdout");
            eprintln!("on stderr");
        }
        assert!(n != 9, "not {n}");
    });
}

#[test]
fn fails_and_aborts_beside() {
    run("fails_and_aborts_beside", isolated(1000), |n: u8| {
        if n > 8 {
            abort();
        }
        false
    });
}

#[test]
fn holds() {
    run("holds", isolated(1000), |n: u8| {
        if n == 9 {
            println!("at {n}");
        }
    });
}

#[test]
fn is_not_the_name_of_its_test() {
    run("nowhere", isolated(10), |_: u8| true);
}

#[test]
fn checks() {
    everycase::check_with(isolated(10), u8::space(), |_| true);
}

#[test]
fn aborts_if_isolated() {
    run("aborts_if_isolated", Settings { isolate: None, ..isolated(1000) }, |n: u8| {
        if n == 9 {
            abort();
        }
    });
}
