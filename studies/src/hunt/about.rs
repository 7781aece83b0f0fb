//! The description that a program around a search gives of itself.

/// A program around a search.
pub struct About {
    /// Its name.
    pub name: &'static str,
    /// What it does with an input, in lines.
    pub what: &'static str,
    /// What its inputs are, such as `texts`.
    pub inputs: &'static str,
}

impl About {
    /// Returns what `--help` prints. These are the kinds of input that there are.
    pub fn help(&self, kinds: &[&str]) -> String {
        let Self { name, what, inputs } = self;
        let kind = kinds.first().unwrap_or(&"KIND");
        format!(
            "\
{what}
All {inputs} by size as long as there is time, then samples of each size. Each distinct failure is
made as small as it gets, and printed when it is found.

Usage: {name} [OPTIONS]

Options:
  --time TIME        how long to go through all {inputs}: 500ms, 30s, 2m      [30s]
  --size N           all {inputs} up to this size, however long it takes (with --time: whichever is first)
  --only KIND        one kind of input, such as {kind}, instead of all
  --samples N        how many {inputs} of each size to sample, of all kinds together [1000]
                     (the paper takes 10000: about ten minutes)
  --samples-to N     up to which size                                      [100]
  --seed N           draw the samples with this seed; without it, they are evenly spaced
  --help             this text

Ctrl-C ends the search and prints what it found so far, with exit status 130; a second one ends at
once.

Examples, in the folder `studies`:
  cargo run --release --example {name}
  cargo run --release --example {name} -- --samples 10000
  cargo run --release --example {name} -- --only {kind} --time 5m
  cargo run --release --example {name} -- --size 5 --samples 1000 --samples-to 50 --seed 7
"
        )
    }
}
