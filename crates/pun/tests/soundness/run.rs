//! A random program from a seed: made, judged, and made smaller where something is wrong.

use std::path::{Path, PathBuf};

use crate::dice::Dice;
use crate::modes::{Tally, Wrong, judge};
use crate::programs::{Program, program};

/// How many properties a program has.
const PROPERTIES: usize = 4;

/// Where modules are written.
pub(crate) struct Place(PathBuf);

impl Place {
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("there is room for modules");
        Self(path)
    }

    /// Writes a module, and gives the name of a file beside it.
    pub(crate) fn beside(&self, module: &str, text: &str) -> String {
        std::fs::write(self.0.join(format!("{module}.pun")), text).expect("there is room for a module");
        self.0.join("random.pun").display().to_string()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // What is left does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Makes a program of a seed and judges it; what is wrong comes with the program, made as small as shows it if that is asked
/// for.
pub(crate) fn run(seed: u64, place: &Place, tally: &mut Tally, shrinks: bool) -> Result<(), String> {
    let program = program(&mut Dice::new(seed), PROPERTIES);
    for (number, property) in (0..).zip(&program.properties) {
        let mut program = Program { properties: vec![property.clone()], ..program.clone() };
        let seed = seed.wrapping_add(number << 48);
        if let Err(wrong) = judged(&program, place, seed, tally) {
            let wrong = if shrinks { smaller(&mut program, place, seed, wrong) } else { wrong };
            return Err(format!("seed {seed:#x}, {}: {}\n{program}", wrong.mode, wrong.what));
        }
    }
    Ok(())
}

fn judged(program: &Program, place: &Place, seed: u64, tally: &mut Tally) -> Result<(), Wrong> {
    let (text, library) = program.texts();
    let name = match library {
        Some(library) => place.beside("library", &library),
        None => "random.pun".to_owned(),
    };
    judge(&name, &text, &mut Dice::new(seed), tally)
}

/// Leaves out what the same is wrong without.
fn smaller(program: &mut Program, place: &Place, seed: u64, mut wrong: Wrong) -> Wrong {
    if wrong.mode == "load" {
        return wrong;
    }
    let mut declaration = program.declarations.len();
    while declaration > 0 {
        declaration -= 1;
        let mut without = program.clone();
        without.declarations.remove(declaration);
        if let Err(same) = judged(&without, place, seed, &mut Tally::default())
            && same.mode == wrong.mode
        {
            (*program, wrong) = (without, same);
        }
    }
    wrong
}
