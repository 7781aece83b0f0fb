//! Random programs: data types, definitions from templates and from nothing, and properties of every kind.

use std::fmt;

use crate::dice::Dice;
use crate::terms::{Function, Known, Terms};
use crate::types::{Data, Ty, datas, some};

/// A program as text.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// Data types and definitions.
    pub(crate) declarations: Vec<String>,
    pub(crate) properties: Vec<String>,
    /// Are the declarations a module of their own?
    pub(crate) is_split: bool,
}

impl Program {
    /// The file of the properties, and the module that it imports, if there is one.
    pub(crate) fn texts(&self) -> (String, Option<String>) {
        let (declarations, properties) = (self.declarations.concat(), self.properties.concat());
        if self.is_split {
            (format!("import library .\n{properties}"), Some(declarations))
        } else {
            (declarations + &properties, None)
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.texts() {
            (text, None) => f.write_str(&text),
            (text, Some(library)) => write!(f, "// library.pun\n{library}\n{text}"),
        }
    }
}

/// A program with this many properties.
pub(crate) fn program(dice: &mut Dice, properties: usize) -> Program {
    let datas = datas(dice);
    let mut making =
        Making { functions: Vec::new(), definitions: Vec::new(), generators: Vec::new(), names: 0 };
    for _ in 0..2 + dice.below(4) {
        making.define(dice, &datas);
    }
    let properties = (0..properties).map(|number| making.property(dice, &datas, number)).collect();
    let declarations = datas.iter().map(|data| data.text(&datas)).chain(making.definitions).collect();
    Program { declarations, properties, is_split: dice.percent(10) }
}

struct Making {
    functions: Vec<Function>,
    definitions: Vec<String>,
    /// Those of lists that choose: the element, and the name.
    generators: Vec<(Ty, String)>,
    names: usize,
}

impl Making {
    fn terms<'w>(&'w self, dice: &'w mut Dice, datas: &'w [Data]) -> Terms<'w> {
        Terms { dice, datas, functions: &self.functions, names: self.names }
    }

    fn define(&mut self, dice: &mut Dice, datas: &[Data]) {
        let name = format!("f{}", self.functions.len());
        let (function, definition) = match dice.below(10) {
            0..3 => self.structural(name, dice, datas),
            3 => self.accumulating(name, dice, datas),
            4 => self.zipping(name, dice, datas),
            5 => self.counting(name, dice, datas),
            6 => self.plain(name, dice, datas),
            _ => classic(&name, dice),
        };
        // Names that are given later are others.
        self.names += 100;
        let types = function.takes.iter().chain([&function.gives]).map(|ty| ty.text(datas));
        let signature = format!("{} : {} .\n", function.name, types.collect::<Vec<_>>().join(" -> "));
        self.definitions.push(signature + &definition);
        self.functions.push(function);
    }

    /// By recursion on the first argument.
    fn structural(&self, name: String, dice: &mut Dice, datas: &[Data]) -> (Function, String) {
        let first = match dice.below(10) {
            0..5 => Ty::list(some(dice, datas, 0, true)),
            5 => Ty::Data(2, None),
            6 => Ty::Data(6, Some(Box::new(Ty::Boolean))),
            _ => {
                let place = dice.below(datas.len());
                Ty::Data(place, datas[place].takes.then(|| Box::new(some(dice, datas, 0, true))))
            }
        };
        let mut takes = vec![first];
        takes.extend((0..dice.below(2)).map(|_| some(dice, datas, 1, true)));
        let function = Function { name, gives: result(dice, datas, &takes), takes };
        let mut terms = self.terms(dice, datas);
        let (names, scope) = parameters(&mut terms, &function);
        let room = 1 + terms.dice.below(2);
        let body = terms.recursive(&function, &names, &scope, room);
        let text = format!("{} {} = {body} .\n", function.name, names.join(" "));
        (function, text)
    }

    /// `f acc xs`, which goes on with another `acc`.
    fn accumulating(&self, name: String, dice: &mut Dice, datas: &[Data]) -> (Function, String) {
        let element = some(dice, datas, 0, true);
        let gives = result(dice, datas, std::slice::from_ref(&element));
        let takes = vec![gives.clone(), Ty::list(element.clone())];
        let function = Function { name, takes, gives };
        let mut terms = self.terms(dice, datas);
        let (names, scope) = parameters(&mut terms, &function);
        let (x, rest) = (terms.fresh(), terms.fresh());
        let inner = crate::terms::with(&scope, [(x.clone(), element)]);
        let end = terms.term(&function.gives, &scope[..1], 1);
        let next = terms.term(&function.gives, &inner, 2);
        let text = format!(
            "{} {} = case {} of ; [] -> {end} ; {x} :: {rest} -> {} {next} {rest} .\n",
            function.name,
            names.join(" "),
            names[1],
            function.name
        );
        (function, text)
    }

    /// Over two lists at once.
    fn zipping(&self, name: String, dice: &mut Dice, datas: &[Data]) -> (Function, String) {
        let (one, two) = (some(dice, datas, 0, true), some(dice, datas, 0, true));
        let takes = vec![Ty::list(one.clone()), Ty::list(two.clone())];
        let function = Function { name, gives: result(dice, datas, &[one.clone(), two.clone()]), takes };
        let mut terms = self.terms(dice, datas);
        let (names, scope) = parameters(&mut terms, &function);
        let [x, r, y, s] = [0; 4].map(|_| terms.fresh());
        let call = (format!("({} {r} {s})", function.name), function.gives.clone());
        let inner = crate::terms::with(&scope, [(x.clone(), one), (y.clone(), two), call.clone(), call]);
        let [first, second] = [0; 2].map(|_| terms.term(&function.gives, &scope, 1));
        let both = terms.term(&function.gives, &inner, 2);
        let text = format!(
            "{} {} = case {} of ; [] -> {first} ; {x} :: {r} -> (case {} of ; [] -> {second} ; {y} :: {s} -> {both}) .\n",
            function.name,
            names.join(" "),
            names[0],
            names[1]
        );
        (function, text)
    }

    /// By recursion on an integer; it ends for all of them.
    fn counting(&self, name: String, dice: &mut Dice, datas: &[Data]) -> (Function, String) {
        let other = some(dice, datas, 1, true);
        let gives = result(dice, datas, std::slice::from_ref(&other));
        let function = Function { name, takes: vec![Ty::Integer, other], gives };
        let mut terms = self.terms(dice, datas);
        let (names, scope) = parameters(&mut terms, &function);
        let (n, r) = (&names[0], terms.fresh());
        let inner = crate::terms::with(&scope, [(r.clone(), function.gives.clone()); 1]);
        let end = terms.term(&function.gives, &scope, 1);
        let next = terms.term(&function.gives, &inner, 2);
        let end_too = *terms.dice.pick(&[" || n > 9", " || n > 9", " || n > 40", " || n > 40", ""]);
        let end_too = end_too.replace('n', n);
        let text = format!(
            "{} {} = if {n} <= 0{end_too} then {end} else let {r} = {} ({n} - 1) {} in {next} .\n",
            function.name,
            names.join(" "),
            function.name,
            names[1]
        );
        (function, text)
    }

    fn plain(&self, name: String, dice: &mut Dice, datas: &[Data]) -> (Function, String) {
        let takes: Vec<Ty> = (0..=dice.below(2)).map(|_| some(dice, datas, 1, true)).collect();
        let function = Function { name, gives: result(dice, datas, &takes), takes };
        let mut terms = self.terms(dice, datas);
        let (names, scope) = parameters(&mut terms, &function);
        let room = 1 + terms.dice.below(3);
        let body = terms.term(&function.gives, &scope, room);
        let text = format!("{} {} = {body} .\n", function.name, names.join(" "));
        (function, text)
    }

    fn property(&mut self, dice: &mut Dice, datas: &[Data], number: usize) -> String {
        self.names += 100;
        let mut parameters = Vec::new();
        let mut scope: Vec<Known> = Vec::new();
        for place in 0..=dice.below(3) {
            let name = format!("x{place}");
            if dice.percent(22) {
                let ty = drawn(dice, datas);
                let from = self.generator(dice, &ty, &scope, 2);
                parameters.push(format!("({name} from {from})"));
                scope.push(Known { text: name, ty });
            } else {
                let ty = match dice.below(20) {
                    0 => function(dice),
                    1..6 => self.taken(dice),
                    _ => some(dice, datas, 2, true),
                };
                parameters.push(format!("({name} : {})", ty.text(datas)));
                scope.push(Known { text: name, ty });
            }
        }
        let mut body = self.body(dice, datas, &scope);
        if dice.percent(40) {
            let mut terms = self.terms(dice, datas);
            let premise = terms.boolean(&scope, 2);
            body = match dice.below(6) {
                0 => format!("(if {premise} then {body} else true)"),
                1 => {
                    let more = self.terms(dice, datas).boolean(&scope, 1);
                    format!("{premise} ==> {more} ==> {body}")
                }
                _ => format!("{premise} ==> {body}"),
            };
        }
        format!("property p{number} {} . {body} .\n", parameters.join(" "))
    }

    /// What the first argument of a definition has for a type, so that it is called.
    fn taken(&self, dice: &mut Dice) -> Ty {
        let function = dice.pick(&self.functions);
        dice.pick(&function.takes).clone()
    }

    fn body(&self, dice: &mut Dice, datas: &[Data], scope: &[Known]) -> String {
        let booleans: Vec<&Known> = scope.iter().filter(|known| known.ty == Ty::Boolean).collect();
        if !booleans.is_empty() && dice.percent(20) {
            let [x, y] = [0, 1].map(|_| &dice.pick(&booleans).text);
            return match dice.below(6) {
                0 => x.clone(),
                1 => format!("({x} || {y})"),
                2 => format!("(if {x} then true else {y})"),
                3 => format!("(case {x} of ; true -> true ; false -> {y})"),
                4 => format!("(({x} ==> false) ==> {y})"),
                _ => format!("(max {x} {y})"),
            };
        }
        let mut terms = self.terms(dice, datas);
        match terms.dice.below(10) {
            0..3 => terms.term(&Ty::Boolean, scope, 3),
            3..8 => {
                let parts = (0..=1 + terms.dice.below(3)).map(|_| terms.boolean(scope, 2));
                format!("({})", parts.collect::<Vec<_>>().join(" || "))
            }
            8 => {
                let parts = [0, 1].map(|_| terms.boolean(scope, 2));
                format!("({})", parts.join(" && "))
            }
            _ => {
                let function = terms.dice.pick(terms.functions).clone();
                let mut call = || {
                    let arguments = function.takes.iter().map(|ty| format!(" {}", terms.term(ty, scope, 1)));
                    format!("({}{})", function.name, arguments.collect::<String>())
                };
                let [left, right] = [call(), call()];
                let operator = dice.pick(&["==", "<=", "/="]);
                format!("({left} {operator} {right})")
            }
        }
    }

    /// A term that chooses a value of a type.
    fn generator(&mut self, dice: &mut Dice, ty: &Ty, scope: &[Known], room: usize) -> String {
        let known: Vec<&Known> = scope.iter().filter(|known| known.ty == *ty).collect();
        if !known.is_empty() && dice.percent(12) {
            return dice.pick(&known).text.clone();
        }
        if room > 0 && dice.percent(12) {
            let [left, right] = [0, 1].map(|_| self.generator(dice, ty, scope, room - 1));
            return format!("({left} <+> {right})");
        }
        match ty {
            Ty::Integer => match dice.below(10) {
                0..3 => "(int-gen ())".into(),
                3..6 => "(nat-gen ())".into(),
                6 => "2".into(),
                _ => {
                    let low = *dice.pick(&[-3i64, -2, -1, 0, 1, 2]);
                    // Now and then there is none.
                    let high = low + *dice.pick(&[-1i64, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5]);
                    let integers: Vec<&Known> =
                        scope.iter().filter(|known| known.ty == Ty::Integer).collect();
                    if !integers.is_empty() && dice.percent(40) {
                        let [x, y] = [0, 1].map(|_| &dice.pick(&integers).text);
                        return match dice.below(6) {
                            0 => format!("(int-range {low} (max {low} {x}))"),
                            1 => format!("(int-range {low} {x})"),
                            2 => format!("(int-range {x} ({x} + {}))", dice.below(4)),
                            3 => format!("(int-range (min {x} {high}) {high})"),
                            4 => format!("(int-range ({x} - 1) (max {x} {y}))"),
                            _ => format!("(int-range {x} {y})"),
                        };
                    }
                    format!("(int-range {low} {high})")
                }
            },
            Ty::Boolean => (*dice.pick(&["(bool-gen ())", "(true <+> false)"])).into(),
            Ty::List(of) => {
                let count = 1 + dice.below(3);
                format!("({} {count})", self.lists(dice, of))
            }
            Ty::Data(0, Some(of)) => format!("(none <+> [some {}])", self.generator(dice, of, scope, 0)),
            Ty::Data(1, Some(of)) => {
                let leaf = format!("[fork tip {} tip]", self.generator(dice, of, scope, 0));
                format!("(tip <+> {leaf} <+> [fork {leaf} {} tip])", self.generator(dice, of, scope, 0))
            }
            Ty::Data(6, Some(of)) => {
                let first = self.generator(dice, of, scope, 0);
                format!("(stop <+> [next {first} (stop <+> [next {first} stop])])")
            }
            Ty::Data(9, None) => {
                format!(
                    "([number {}] <+> [flag (bool-gen ())])",
                    self.generator(dice, &Ty::Integer, scope, 0)
                )
            }
            Ty::Character => "('\\u{1}' <+> 'a')".into(),
            Ty::Data(3, None) => "(red <+> green <+> blue)".into(),
            _ => "()".into(),
        }
    }

    /// The name of a generator of lists, which is defined if it is new.
    fn lists(&mut self, dice: &mut Dice, of: &Ty) -> String {
        if let Some((_, name)) = self.generators.iter().find(|(ty, _)| ty == of) {
            return name.clone();
        }
        let name = format!("lists{}", self.generators.len());
        let element = self.generator(dice, of, &[], 1);
        let definition = if dice.percent(50) {
            format!("{name} n = if n <= 0 then [] else [] <+> ({element} :: {name} (n - 1)) .\n")
        } else {
            format!("{name} n = if n <= 0 then [] else {element} :: ({name} (n - 1) <+> []) .\n")
        };
        self.definitions.push(definition);
        self.generators.push((of.clone(), name.clone()));
        name
    }
}

/// A type of functions.
fn function(dice: &mut Dice) -> Ty {
    let colour = Ty::Data(3, None);
    let argument = match dice.below(6) {
        0..3 => Ty::Boolean,
        3 => Ty::Integer,
        4 => colour,
        _ => Ty::list(Ty::Boolean),
    };
    let result = match dice.below(4) {
        0..2 => Ty::Boolean,
        2 => Ty::Integer,
        _ => Ty::list(Ty::Boolean),
    };
    Ty::arrow(argument, result)
}

/// A type that a generator is made for.
fn drawn(dice: &mut Dice, datas: &[Data]) -> Ty {
    match dice.below(10) {
        0..4 => Ty::Integer,
        4..6 => Ty::Boolean,
        6..8 => Ty::list(some(dice, datas, 0, false)),
        _ => {
            let place = *dice.pick(&[0, 1, 6, 9]);
            Ty::Data(place, datas[place].takes.then(|| Box::new(Ty::Integer)))
        }
    }
}

/// A type for what a function gives. Atoms only if it takes some.
fn result(dice: &mut Dice, datas: &[Data], takes: &[Ty]) -> Ty {
    match dice.below(10) {
        0..4 => Ty::Boolean,
        4..6 => Ty::Integer,
        6 => dice.pick(takes).clone(),
        _ => some(dice, datas, 1, takes.iter().any(Ty::has_atoms)),
    }
}

fn parameters(terms: &mut Terms<'_>, function: &Function) -> (Vec<String>, Vec<Known>) {
    let names: Vec<String> = function.takes.iter().map(|_| terms.fresh()).collect();
    let known = names.iter().zip(&function.takes);
    let scope = known.map(|(name, ty)| Known { text: name.clone(), ty: ty.clone() }).collect();
    (names, scope)
}

/// What people write, right or wrong.
fn classic(name: &str, dice: &mut Dice) -> (Function, String) {
    let operator = *dice.pick(&["<", "<=", ">", ">=", "==", "/="]);
    let integers = || Ty::list(Ty::Integer);
    let booleans = || Ty::list(Ty::Boolean);
    let trees = || Ty::Data(1, Some(Box::new(Ty::Integer)));
    let made = |takes: Vec<Ty>, gives: Ty, text: String| {
        (Function { name: name.to_owned(), takes, gives }, text.replace("OP", operator).replace("SELF", name))
    };
    match dice.below(10) {
        0 => made(
            vec![integers()],
            Ty::Boolean,
            "SELF xs = case xs of ; x :: y :: rest -> x OP y && SELF (y :: rest) ; _ -> true .\n".into(),
        ),
        1 => made(
            vec![Ty::Integer, integers()],
            integers(),
            "SELF x xs = case xs of ; y :: rest | y OP x -> y :: SELF x rest ; _ -> x :: xs .\n".into(),
        ),
        2 => {
            let mut hole = || *dice.pick(&["SELF r", "x", "true", "false", "not x"]);
            let text = format!(
                "SELF xs = case xs of ; [] -> false ; x :: r -> if x then {} else {} .\n",
                hole(),
                hole()
            );
            made(vec![booleans()], Ty::Boolean, text)
        }
        3 => made(
            vec![Ty::Integer, trees()],
            Ty::Boolean,
            "SELF x t = case t of ; tip -> false ; [fork l y r] -> x == y || (if x OP y then SELF x l else SELF x r) .\n"
                .into(),
        ),
        4 => made(
            vec![trees(), integers()],
            Ty::Boolean,
            "SELF t low = case t of ; tip -> true ; [fork l y r] -> (case low of ; [] -> true ; z :: _ -> z OP y) && \
             SELF l low && SELF r [y] .\n"
                .into(),
        ),
        5 => made(
            vec![Ty::Integer, Ty::list(Ty::Atom)],
            Ty::list(Ty::Atom),
            "SELF n xs = if n <= 0 then [] else case xs of ; [] -> [] ; x :: r -> x :: SELF (n - 1) r .\n".into(),
        ),
        6 => made(
            vec![Ty::Integer, Ty::Data(6, Some(Box::new(Ty::Boolean)))],
            booleans(),
            "SELF n s = if n <= 0 then [] else case s of ; stop -> [] ; [next x r] -> x :: SELF (n - 1) r .\n".into(),
        ),
        7 => made(
            vec![Ty::Atom, Ty::list(Ty::Atom)],
            Ty::list(Ty::Atom),
            "SELF x xs = case xs of ; [] -> [] ; y :: r -> if x OP y then SELF x r else y :: SELF x r .\n".into(),
        ),
        8 => made(
            vec![Ty::Integer],
            Ty::Integer,
            "SELF n = if n <= 0 || n > 9 then 1 else 100000000000000000000000 * SELF (n - 1) .\n".into(),
        ),
        _ => made(
            vec![trees()],
            integers(),
            "SELF t = case t of ; tip -> [] ; [fork l x r] -> append (SELF l) (x :: SELF r) .\n".into(),
        ),
    }
}
