//! Random modules with an abstract type: functions that make its values from integers and from other values, and functions that fail on
//! some of them.

use std::fmt::Write;

use everycase_kernel::{Random, Rng, SeedableRng};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ty {
    Box,
    Integer,
    Boolean,
}

/// The constructors, each with its fields.
const CONSTRUCTORS: [(&str, &[Ty]); 4] = [
    ("nil", &[]),
    ("one", &[Ty::Integer]),
    ("two", &[Ty::Integer, Ty::Integer]),
    ("more", &[Ty::Integer, Ty::Box]),
];

struct Generator {
    random: Random,
    /// The functions so far, which others may call.
    functions: Vec<(String, Vec<Ty>, Ty)>,
    variables: u32,
    errors: u32,
}

/// Returns the module with this number.
pub(crate) fn module(seed: u64) -> String {
    let random = Random::seed_from_u64(seed);
    let mut own = Generator { random, functions: Vec::new(), variables: 0, errors: 0 };
    let mut text =
        String::from(" .\ndata box = nil | one integer | two integer integer | more integer box .\n");
    let mut names = vec!["box".to_owned()];
    let makers = own.below(3) + 2;
    for number in 0..makers + 2 {
        let (name, result) = if number < makers {
            (format!("make{number}"), Ty::Box)
        } else {
            (format!("use{number}"), if own.below(2) == 0 { Ty::Integer } else { Ty::Boolean })
        };
        let parameters: Vec<Ty> = match own.below(5) {
            0 if number == 0 => vec![],
            1 => vec![Ty::Box],
            2 => vec![Ty::Integer, Ty::Box],
            3 => vec![Ty::Box, Ty::Box],
            _ if number < 2 => vec![Ty::Integer],
            _ => vec![Ty::Box, Ty::Integer],
        };
        let scope: Vec<(String, Ty)> = parameters.iter().map(|ty| (own.variable(), *ty)).collect();
        let body = own.expression(result, &scope, 3, number >= makers);
        let types: String = parameters.iter().flat_map(|ty| [shown(*ty), " -> "]).collect();
        let given: String = joined(scope.iter().map(|(name, _)| &**name));
        writeln!(text, "{name} : {types}{} .\n{name}{given} = {body} .", shown(result)).expect("a string");
        own.functions.push((name.clone(), parameters, result));
        names.push(name);
    }
    format!("module main ({}){text}", names.join(", "))
}

/// Returns names, each after a space.
fn joined<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.flat_map(|name| [" ", name]).collect()
}

fn shown(ty: Ty) -> &'static str {
    match ty {
        Ty::Box => "box",
        Ty::Integer => "integer",
        Ty::Boolean => "boolean",
    }
}

impl Generator {
    fn below(&mut self, most: u32) -> u32 {
        (self.random.next_u64() % u64::from(most)) as u32
    }

    fn variable(&mut self) -> String {
        self.variables += 1;
        format!("v{}", self.variables)
    }

    fn expression(&mut self, ty: Ty, scope: &[(String, Ty)], depth: u32, fails: bool) -> String {
        let known: Vec<String> =
            scope.iter().filter(|(_, own)| *own == ty).map(|(name, _)| name.clone()).collect();
        if fails && self.below(5) == 0 {
            self.errors += 1;
            return format!("(error \"e{}\")", self.errors);
        }
        if depth == 0 || self.below(6) == 0 {
            return match (ty, known.len() as u32) {
                (Ty::Box, 0) => "nil".to_owned(),
                (Ty::Integer, 0) => self.below(9).to_string(),
                (Ty::Boolean, 0) => ["false", "true"][self.below(2) as usize].to_owned(),
                (_, count) => known[self.below(count) as usize].clone(),
            };
        }
        let boxes: Vec<String> =
            scope.iter().filter(|(_, own)| *own == Ty::Box).map(|(name, _)| name.clone()).collect();
        match (self.below(5), ty) {
            (0, _) => {
                let condition = self.expression(Ty::Boolean, scope, depth - 1, false);
                let [yes, no] = [(); 2].map(|()| self.expression(ty, scope, depth - 1, fails));
                format!("(if {condition} then {yes} else {no})")
            }
            (1 | 2, _) if !boxes.is_empty() => {
                let of = boxes[self.below(boxes.len() as u32) as usize].clone();
                self.case(&of, ty, scope, depth, fails)
            }
            (3, Ty::Box | Ty::Integer) => {
                let called: Vec<_> =
                    self.functions.iter().filter(|(.., result)| *result == ty).cloned().collect();
                if called.is_empty() {
                    return self.expression(ty, scope, depth - 1, fails);
                }
                let (name, parameters, _) = called[self.below(called.len() as u32) as usize].clone();
                if parameters.is_empty() {
                    return name;
                }
                let arguments: Vec<String> =
                    parameters.iter().map(|ty| self.expression(*ty, scope, depth - 1, false)).collect();
                format!("({name} {})", arguments.join(" "))
            }
            (_, Ty::Box) => {
                let (name, fields) = CONSTRUCTORS[self.below(4) as usize];
                let fields: Vec<String> =
                    fields.iter().map(|ty| self.expression(*ty, scope, depth - 1, false)).collect();
                if fields.is_empty() { name.to_owned() } else { format!("[{name} {}]", fields.join(" ")) }
            }
            (_, Ty::Integer) => {
                let [a, b] = [(); 2].map(|()| self.expression(Ty::Integer, scope, depth - 1, false));
                let operator = ["+", "-", "*"][self.below(3) as usize];
                format!("({a} {operator} {b})")
            }
            (choice, Ty::Boolean) => {
                let of = if choice == 3 && !boxes.is_empty() { Ty::Box } else { Ty::Integer };
                let [a, b] = [(); 2].map(|()| self.expression(of, scope, depth - 1, false));
                let operator = ["<", "<=", "==", "/=", ">"][self.below(5) as usize];
                format!("({a} {operator} {b})")
            }
        }
    }

    fn case(&mut self, of: &str, ty: Ty, scope: &[(String, Ty)], depth: u32, fails: bool) -> String {
        let mut text = format!("(case {of} of");
        for (name, fields) in CONSTRUCTORS {
            if fails && self.below(8) == 0 {
                continue;
            }
            let mut inner = scope.to_vec();
            inner.extend(fields.iter().map(|ty| (self.variable(), *ty)));
            let names: String = joined(inner[scope.len()..].iter().map(|(name, _)| &**name));
            let pattern = if fields.is_empty() { name.to_owned() } else { format!("[{name}{names}]") };
            let body = self.expression(ty, &inner, depth - 1, fails);
            write!(text, " ; {pattern} -> {body}").expect("a string");
        }
        text + ")"
    }
}
