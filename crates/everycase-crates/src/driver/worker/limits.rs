//! The limits of the worker: memory, files, processes, the network. For Linux; elsewhere the limits
//! of memory hold alone, and the tool says that the rest does not.

use std::alloc::{GlobalAlloc, Layout, System};
use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The exit status of a worker whose expression wants more memory.
const OUT_OF_MEMORY: i32 = 99;

/// The most bytes that an expression may hold.
const MEMORY: usize = 128 << 20;

/// The exit status of a worker that ends because its expressions have leaked much; nothing is wrong
/// with the one that was to run next.
const RENEWED: i32 = 96;

/// What may be leaked until then, in bytes.
const LEAKED: usize = 1 << 30;

/// The bytes that are held, and those that were when the expression began.
static HELD: AtomicUsize = AtomicUsize::new(0);
static BEFORE: AtomicUsize = AtomicUsize::new(0);

/// The bytes that were allocated since the expression began, freed or not.
static ALLOCATED: AtomicUsize = AtomicUsize::new(0);

/// Returns the bytes that the expression has allocated so far.
pub fn allocated() -> u64 {
    ALLOCATED.load(Ordering::Relaxed) as u64
}

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn add(bytes: usize) {
    let held = HELD.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
    ALLOCATED.fetch_add(bytes, Ordering::Relaxed);
    if held.saturating_sub(BEFORE.load(Ordering::Relaxed)) > MEMORY {
        system::leave(OUT_OF_MEMORY);
    }
}

// SAFETY: the system's allocator does the work; sizes are only counted.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(at, layout) }
    }
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        add(size.saturating_sub(layout.size()));
        let new = unsafe { System.realloc(at, layout, size) };
        if !new.is_null() {
            HELD.fetch_sub(layout.size().saturating_sub(size), Ordering::Relaxed);
        }
        new
    }
}

/// Begins an expression.
pub fn begin() {
    let held = HELD.load(Ordering::Relaxed);
    if held > LEAKED {
        system::leave(RENEWED);
    }
    BEFORE.store(held, Ordering::Relaxed);
    ALLOCATED.store(0, Ordering::Relaxed);
}

/// The pipes of the tool. The target gets neither: it reads nothing and writes nowhere.
pub struct Channel {
    pub input: File,
    pub output: File,
}

#[cfg(target_os = "linux")]
mod system {
    use super::{Channel, File, io};
    use std::ffi::{CString, c_char, c_int, c_long, c_void};
    use std::os::fd::{AsRawFd, FromRawFd};

    unsafe extern "C" {
        fn _exit(status: c_int) -> !;
        fn getppid() -> c_int;
        fn dup(fd: c_int) -> c_int;
        fn dup2(from: c_int, to: c_int) -> c_int;
        fn open(path: *const c_char, flags: c_int, ...) -> c_int;
        fn setrlimit(resource: c_int, limit: *const [u64; 2]) -> c_int;
        fn prctl(option: c_int, ...) -> c_int;
        fn personality(flags: std::ffi::c_ulong) -> c_int;
        fn syscall(number: c_long, ...) -> c_long;
        fn mmap(at: *mut c_void, length: usize, protection: c_int, flags: c_int, fd: c_int, offset: i64) -> *mut c_void;
    }

    impl Channel {
        pub fn open(is_alone: bool) -> Channel {
            // SAFETY: plain system calls on descriptors that this process owns.
            unsafe {
                let (input, output) = (dup(0), dup(1));
                let nothing = open(c"/dev/null".as_ptr(), 2);
                dup2(nothing, 0);
                dup2(nothing, 1);
                if !is_alone {
                    dup2(nothing, 2);
                }
                Channel { input: File::from_raw_fd(input), output: File::from_raw_fd(output) }
            }
        }
    }

    /// Ends the process at once: an allocation may have led here.
    pub fn leave(status: c_int) -> ! {
        // SAFETY: it does not return.
        unsafe { _exit(status) }
    }

    /// Ends the process when the tool is gone, also while an expression does not end.
    pub fn watch() {
        // SAFETY: it only asks.
        let tool = unsafe { getppid() };
        let _ = std::thread::Builder::new().stack_size(64 << 10).spawn(move || {
            loop {
                std::thread::sleep(std::time::Duration::from_millis(500));
                // SAFETY: as above.
                if unsafe { getppid() } != tool {
                    leave(0);
                }
            }
        });
    }

    /// Begins the program again at addresses that are the same in each of its processes, where the
    /// system grants that: a pointer to a function is then printed alike in all of them.
    pub fn fix_addresses() {
        const ASK: std::ffi::c_ulong = 0xffff_ffff;
        const FIXED: c_int = 0x004_0000;
        // SAFETY: plain system calls.
        let is_changed = unsafe {
            let own = personality(ASK);
            own >= 0 && own & FIXED == 0 && personality((own | FIXED) as std::ffi::c_ulong) >= 0 && personality(ASK) & FIXED != 0
        };
        if is_changed && let Ok(program) = std::env::current_exe() {
            use std::os::unix::process::CommandExt;
            let _ = std::process::Command::new(program).args(std::env::args_os().skip(1)).exec();
        }
    }

    pub fn map(file: &File) -> io::Result<*mut u64> {
        // SAFETY: a fresh mapping of a file of that length.
        let at = unsafe { mmap(std::ptr::null_mut(), 16, 3, 1, file.as_raw_fd(), 0) };
        if at as isize == -1 { Err(io::Error::last_os_error()) } else { Ok(at.cast()) }
    }

    const PR_SET_NO_NEW_PRIVS: c_int = 38;
    const PR_SET_SECCOMP: c_int = 22;
    const PR_SET_DUMPABLE: c_int = 4;

    /// Confines the process; returns whether it can neither write outside of `directory` nor start
    /// a process nor open a connection.
    pub fn confine(directory: &str) -> bool {
        // SAFETY: plain system calls; the structures live until they return.
        unsafe {
            prctl(PR_SET_DUMPABLE, 0);
            // No core files, no large files, few open ones, 8 GiB of addresses.
            for (resource, limit) in [(4, 0), (1, 16 << 20), (7, 64), (9, 8 << 30)] {
                setrlimit(resource, &[limit, limit]);
            }
            if prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 {
                return false;
            }
            landlock(directory) && seccomp()
        }
    }

    /// # Safety
    /// None beyond that of the system calls.
    unsafe fn landlock(directory: &str) -> bool {
        // All rights that write, of the first version: write a file, remove, make.
        static WRITES: u64 = (1 << 1) | 0x1ff0;
        #[repr(C, packed)]
        struct Beneath {
            allowed: u64,
            parent: i32,
        }
        let Ok(path) = CString::new(directory) else { return false };
        unsafe {
            let ruleset = syscall(444, &raw const WRITES, size_of::<u64>(), 0u32);
            if ruleset < 0 {
                return false;
            }
            let parent = open(path.as_ptr(), 0o200_0000 | 0o1000_0000);
            let rule = Beneath { allowed: WRITES, parent };
            syscall(445, ruleset as c_int, 1 as c_int, &raw const rule, 0u32) == 0
                && syscall(446, ruleset as c_int, 0u32) == 0
        }
    }

    #[cfg(target_arch = "x86_64")]
    const DENIED: (u32, &[u32], u32, u32) =
        // socket, socketpair, fork, vfork, execve, kill, ptrace, execveat, io_uring_setup
        (0xc000_003e, &[41, 53, 57, 58, 59, 62, 101, 322, 425], 56, 435);
    #[cfg(target_arch = "aarch64")]
    const DENIED: (u32, &[u32], u32, u32) =
        // socket, socketpair, execve, kill, ptrace, execveat, io_uring_setup
        (0xc000_00b7, &[198, 199, 221, 129, 117, 281, 425], 220, 435);

    /// # Safety
    /// None beyond that of the system calls.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    unsafe fn seccomp() -> bool {
        #[repr(C)]
        struct Filter {
            code: u16,
            yes: u8,
            no: u8,
            k: u32,
        }
        #[repr(C)]
        struct Program {
            length: u16,
            filters: *const Filter,
        }
        const LOAD: u16 = 0x20;
        const EQUAL: u16 = 0x15;
        const ANY_BIT: u16 = 0x45;
        const RETURN: u16 = 0x06;
        const ALLOW: u32 = 0x7fff_0000;
        const DENY: u32 = 0x0005_0000 | 1;
        const NOT_THERE: u32 = 0x0005_0000 | 38;
        let (architecture, denied, clone, clone3) = DENIED;
        let own = |code, yes, no, k| Filter { code, yes, no, k };
        let mut filters = vec![
            own(LOAD, 0, 0, 4),
            own(EQUAL, 1, 0, architecture),
            own(RETURN, 0, 0, DENY),
            own(LOAD, 0, 0, 0),
        ];
        for number in denied {
            filters.push(own(EQUAL, 0, 1, *number));
            filters.push(own(RETURN, 0, 0, DENY));
        }
        // Threads, but no processes: `clone` with CLONE_THREAD; libc falls back to it.
        filters.push(own(EQUAL, 0, 1, clone3));
        filters.push(own(RETURN, 0, 0, NOT_THERE));
        filters.push(own(EQUAL, 0, 3, clone));
        filters.push(own(LOAD, 0, 0, 16));
        filters.push(own(ANY_BIT, 1, 0, 0x0001_0000));
        filters.push(own(RETURN, 0, 0, DENY));
        filters.push(own(RETURN, 0, 0, ALLOW));
        let program = Program { length: filters.len() as u16, filters: filters.as_ptr() };
        unsafe { prctl(PR_SET_SECCOMP, 2, &raw const program, 0, 0) == 0 }
    }

    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    unsafe fn seccomp() -> bool {
        false
    }
}

#[cfg(target_os = "linux")]
pub use system::{confine, fix_addresses, watch};

/// The numbers of the expression and of its call that run, in memory that a file shares with the
/// tool.
pub struct Journal {
    at: *mut u64,
    _file: File,
}

// SAFETY: one thread uses it.
unsafe impl Send for Journal {}

impl Journal {
    pub fn open(path: &str) -> Option<Journal> {
        let file = File::options().read(true).write(true).open(path).ok()?;
        let at = system::map(&file).ok()?;
        Some(Journal { at, _file: file })
    }

    /// Notes the number of the expression that begins.
    pub fn begin(&self, number: u64) {
        // SAFETY: the mapping has two numbers and lives as long as the process.
        unsafe {
            self.at.write_volatile(number);
            self.at.add(1).write_volatile(0);
        }
    }

    /// Notes the number of the call, in the order of evaluation, that begins.
    pub fn call(&self, number: u64) {
        // SAFETY: as above.
        unsafe { self.at.add(1).write_volatile(number) };
    }
}
