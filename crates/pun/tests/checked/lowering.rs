//! Definitions in the core, as text, and the places of its nodes.

use std::fmt::Write as _;
use std::path::Path;

use pun::core::{
    Binder, Coverage, CoverageParameter, Draw, Expr, Formula, Kind, Pattern, Program, Refinement,
};
use pun::load::load_text;
use pun::source::{FileId, Span};

struct Printer<'a>(&'a Program);

impl Printer<'_> {
    fn binder(binder: &Binder) -> String {
        format!("{}{}", binder.name, binder.local.0)
    }

    fn all(&self, parts: &[Expr]) -> String {
        parts.iter().fold(String::new(), |mut out, part| {
            let _ = write!(out, " {}", self.expr(part));
            out
        })
    }

    fn expr(&self, expr: &Expr) -> String {
        match &expr.kind {
            Kind::Local(local) => format!("x{}", local.0),
            Kind::Force(local) => format!("!x{}", local.0),
            Kind::Global(global) => self.0.globals[global.index()].name.to_string(),
            Kind::Integer(number) => number.to_string(),
            Kind::Character(character) => format!("{character:?}"),
            Kind::Text(text) => format!("{text:?}"),
            Kind::Construct(constructor, parts) => {
                format!("[{}{}]", self.0.constructors[constructor.index()].name, self.all(parts))
            }
            Kind::Lambda(binders, body) => {
                let binders: Vec<String> = binders.iter().map(Self::binder).collect();
                format!("(\\{} -> {})", binders.join(" "), self.expr(body))
            }
            Kind::Apply(function, arguments) => format!("({}{})", self.expr(function), self.all(arguments)),
            Kind::Let(binder, value, body) => {
                format!("(let {} = {} in {})", Self::binder(binder), self.expr(value), self.expr(body))
            }
            Kind::Rec(binder, body) => format!("(rec {} . {})", Self::binder(binder), self.expr(body)),
            Kind::Case(scrutinee, branches) => {
                let branches = branches.iter().fold(String::new(), |mut out, branch| {
                    let guard = branch.guard.as_ref().map(|guard| format!(" | {}", self.expr(guard)));
                    let pattern = self.pattern(&branch.pattern);
                    let _ = write!(
                        out,
                        " ; {pattern}{} -> {}",
                        guard.unwrap_or_default(),
                        self.expr(&branch.body)
                    );
                    out
                });
                format!("(case {} of{branches})", self.expr(scrutinee))
            }
            Kind::Connective(connective, left, right) => {
                format!("({connective:?} {} {})", self.expr(left), self.expr(right))
            }
            Kind::Primitive(primitive, left, right) => {
                format!("({primitive:?} {} {})", self.expr(left), self.expr(right))
            }
            Kind::Error(text) => format!("(error {})", self.expr(text)),
            Kind::Choice(left, right) => format!("({} <+> {})", self.expr(left), self.expr(right)),
            Kind::Draw(Draw::Between(low, high)) => format!("(draw {} {})", self.expr(low), self.expr(high)),
            Kind::Draw(draw) => format!("(draw {draw:?})"),
        }
    }

    fn pattern(&self, pattern: &Pattern) -> String {
        match pattern {
            Pattern::Wildcard => "_".to_owned(),
            Pattern::Bind(binder) => Self::binder(binder),
            Pattern::Integer(number) => number.to_string(),
            Pattern::Character(character) => format!("{character:?}"),
            Pattern::Construct(constructor, parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.pattern(part)).collect();
                format!("[{} {}]", self.0.constructors[constructor.index()].name, parts.join(" "))
            }
        }
    }

    fn formula(&self, formula: &Formula) -> String {
        match formula {
            Formula::Term(expr) => format!("<{}>", self.expr(expr)),
            Formula::Not(inner) => format!("not {}", self.formula(inner)),
            Formula::Connective(connective, left, right) => {
                format!("({connective:?} {} {})", self.formula(left), self.formula(right))
            }
            Formula::Quantified { exists, binder, body } => {
                let word = if *exists { "exists" } else { "forall" };
                format!("({word} {} . {})", Self::binder(binder), self.formula(body))
            }
        }
    }

    fn coverage(&self, coverage: &Coverage) -> String {
        let parameters = coverage.parameters.iter().map(|parameter| match parameter {
            CoverageParameter::Value(value) => self.qualified(value),
            CoverageParameter::Function(binder, own) => {
                format!(" ({} :{})", Self::binder(binder), self.coverage(own))
            }
        });
        parameters.collect::<String>() + &self.qualified(&coverage.result)
    }

    fn qualified(&self, qualified: &Refinement) -> String {
        let predicate = qualified.predicate.as_ref().map(|formula| format!(" | {}", self.formula(formula)));
        format!(" ({}{})", Self::binder(&qualified.binder), predicate.unwrap_or_default())
    }

    fn program(&self) -> String {
        let mut out = String::new();
        for global in self.0.globals.iter().filter(|global| global.span.file == FileId(1)) {
            let _ = writeln!(out, "{} = {}", global.name, self.expr(&global.body));
        }
        for property in &self.0.properties {
            let _ = write!(out, "property {}", property.name);
            for parameter in &property.parameters {
                let from = parameter.from.as_ref().map(|from| format!(" from {}", self.expr(from)));
                let _ = write!(out, " ({}{})", Self::binder(&parameter.binder), from.unwrap_or_default());
            }
            let (size, tests) = (property.size, property.tests);
            let _ = writeln!(out, " {size:?} {tests:?} . {}", self.expr(&property.body));
        }
        for generator in &self.0.generators {
            let _ = write!(out, "generator {} :", self.0.globals[generator.global.index()].name);
            let _ = write!(out, "{}", self.coverage(&generator.coverage));
            let measures = generator.decreases.as_ref().map(|all| format!(" decreases{}", self.all(all)));
            let _ = writeln!(out, "{}", measures.unwrap_or_default());
        }
        out
    }
}

fn program(text: &str) -> Program {
    let loaded = load_text("text.pun", text);
    loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

#[test]
fn definitions_become_what_is_written_down() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lowering");
    let text = std::fs::read_to_string(directory.join("definitions.pun")).unwrap();
    let found = Printer(&program(&text)).program();
    let beside = directory.join("definitions.expected");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&beside, &found).unwrap();
    } else {
        assert_eq!(std::fs::read_to_string(&beside).unwrap_or_default(), found);
    }
}

/// The places of all calls, cases, operations and errors of a term, from the outside to the inside.
fn places(expr: &Expr, out: &mut Vec<Span>) {
    if matches!(
        expr.kind,
        Kind::Apply(..) | Kind::Case(..) | Kind::Primitive(..) | Kind::Error(_) | Kind::Draw(_)
    ) {
        out.push(expr.span);
    }
    match &expr.kind {
        Kind::Construct(_, parts) => {
            for part in parts {
                places(part, out);
            }
        }
        Kind::Lambda(_, body) => places(body, out),
        Kind::Rec(_, body) => places(body, out),
        Kind::Apply(function, arguments) => {
            places(function, out);
            for argument in arguments {
                places(argument, out);
            }
        }
        Kind::Case(scrutinee, branches) => {
            places(scrutinee, out);
            for branch in branches {
                if let Some(guard) = &branch.guard {
                    places(guard, out);
                }
                places(&branch.body, out);
            }
        }
        Kind::Let(_, one, other)
        | Kind::Connective(_, one, other)
        | Kind::Primitive(_, one, other)
        | Kind::Choice(one, other)
        | Kind::Draw(Draw::Between(one, other)) => {
            places(one, out);
            places(other, out);
        }
        Kind::Error(text) => places(text, out),
        Kind::Local(_)
        | Kind::Force(_)
        | Kind::Global(_)
        | Kind::Integer(_)
        | Kind::Character(_)
        | Kind::Text(_)
        | Kind::Draw(Draw::Integer | Draw::Natural | Draw::Boolean) => {}
    }
}

#[test]
fn what_may_fail_points_at_its_source() {
    let program = program(
        "f x y = case g (x div y) of ; 0 -> (if x < y then error \"no\" else y mod 2) ; _ | h x -> 1 .
         g n = n .
         h n = let [m] = [n] in m == int-range 1 (n) .
         k [x] = x + 1 .",
    );
    let mut found = Vec::new();
    for global in program.globals.iter().filter(|global| global.span.file == FileId(1)) {
        let mut spans = Vec::new();
        places(&global.body, &mut spans);
        found.extend(spans.into_iter().map(|span| program.sources.text(span)));
    }
    assert_eq!(
        found,
        [
            "case g (x div y) of ; 0 -> (if x < y then error \"no\" else y mod 2) ; _ | h x -> 1",
            "g (x div y)",
            "x div y",
            "if x < y then error \"no\" else y mod 2",
            "x < y",
            "error \"no\"",
            "y mod 2",
            "h x",
            "let [m] = [n] in m == int-range 1 (n)",
            "m == int-range 1 (n)",
            "int-range 1 (n)",
            "[x] = x + 1",
            "x + 1",
        ]
    );
}

#[test]
fn long_lists_are_appended_pieces_in_order() {
    let numbers: Vec<String> = (0..1_000).map(|number| number.to_string()).collect();
    let program = program(&format!("x = [{}] .", numbers.join(", ")));
    let body = Printer(&program).expr(&program.globals.last().unwrap().body);
    let found: Vec<&str> =
        body.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty()).collect();
    assert_eq!(found, numbers);
    let mut depth = 0;
    let mut deepest = 0;
    for character in body.chars() {
        depth += i32::from(matches!(character, '(' | '[')) - i32::from(matches!(character, ')' | ']'));
        deepest = deepest.max(depth);
    }
    assert!(deepest < 60, "{deepest}");
}
