//! Types whose constructors stay in their module: what is an invariant within the module holds for all inputs elsewhere.

use everycase_check::check::Finding;
use everycase_check::settings::Settings;

use pun::check::Checks;
use pun::load::load_text;

use crate::dice::Dice;
use crate::modes::LIMITS;
use crate::run::Place;

/// A module, and what holds of its type.
struct Module {
    text: String,
    /// The type, with what it is applied to.
    ty: String,
    /// True of every `x` of the type.
    invariant: String,
}

fn module(dice: &mut Dice) -> Module {
    let step = 2 + dice.below(4);
    match dice.below(4) {
        0 => Module {
            text: format!(
                "module library (number, start, up, shown) .\n\
                 data number = at integer .\n\
                 start : number .\nstart = [at 0] .\n\
                 up : number -> number .\nup n = case n of ; [at m] -> [at (m + {step})] .\n\
                 shown : number -> integer .\nshown n = case n of ; [at m] -> m .\n"
            ),
            ty: "number".into(),
            invariant: format!("shown x mod {step} == 0 && shown x >= 0"),
        },
        1 => Module {
            text: "module library (bag, empty, add, items) .\n\
                   data bag = bag-of (list integer) .\n\
                   empty : bag .\nempty = [bag-of []] .\n\
                   add : integer -> bag -> bag .\nadd n b = case b of ; [bag-of ns] -> [bag-of (insert-sorted n ns)] .\n\
                   items : bag -> list integer .\nitems b = case b of ; [bag-of ns] -> ns .\n"
                .into(),
            ty: "bag".into(),
            invariant: "is-sorted (items x)".into(),
        },
        2 => Module {
            text: "module library (some-of, one, more, items) .\n\
                   data some-of a = those (list a) .\n\
                   one : a -> some-of a .\none x = [those [x]] .\n\
                   more : a -> some-of a -> some-of a .\nmore x s = case s of ; [those xs] -> [those (x :: xs)] .\n\
                   items : some-of a -> list a .\nitems s = case s of ; [those xs] -> xs .\n"
                .into(),
            ty: format!("(some-of {})", dice.pick(&["boolean", "integer", "a", "(list boolean)"])),
            invariant: "items x /= []".into(),
        },
        _ => Module {
            text: format!(
                "module library (door, shut, knock, count, is-open) .\n\
                 data door = door-of integer boolean .\n\
                 shut : door .\nshut = [door-of 0 false] .\n\
                 knock : door -> door .\n\
                 knock d = case d of ; [door-of n _] -> [door-of (n + 1) (n + 1 >= {step})] .\n\
                 count : door -> integer .\ncount d = case d of ; [door-of n _] -> n .\n\
                 is-open : door -> boolean .\nis-open d = case d of ; [door-of _ b] -> b .\n"
            ),
            ty: "door".into(),
            invariant: format!("is-open x == (count x >= {step}) && count x >= 0"),
        },
    }
}

/// A property of inputs that hold one of the type, or more.
fn property(dice: &mut Dice, module: &Module) -> String {
    let Module { ty, invariant, .. } = module;
    let body = match dice.below(5) {
        0 => format!("(x : {ty}) . {invariant}"),
        1 => format!("(y : list {ty}) . all (\\x -> {invariant}) y"),
        2 => format!("(y : ({ty}, boolean)) . (case y of ; (x, _) -> {invariant})"),
        3 => format!("(y : maybe {ty}) . (case y of ; nothing -> true ; [just x] -> {invariant})"),
        _ => format!("(b : boolean) (f : boolean -> {ty}) . (let x = f b in {invariant})"),
    };
    format!("import library .\nproperty invariant {body} .\n")
}

#[test]
fn inputs_of_an_abstract_type_keep_its_invariant() {
    let place = Place::new("abstract");
    for seed in 0..30 {
        let dice = &mut Dice::new(seed);
        let module = module(dice);
        let text = property(dice, &module);
        let name = place.beside("library", &module.text);
        let loaded = load_text(&name, &text);
        let program = loaded.program.unwrap_or_else(|| panic!("{text}{:#?}", loaded.diagnostics));
        // To refuse such inputs is as good.
        let Ok(checks) = Checks::new(program, LIMITS) else { continue };
        let plan = Settings { tests: Some(500), seed: Some(dice.number()), ..Settings::default() };
        let report = checks.check(0, &plan.fill("abstract"), &[]);
        let Ok(report) = report else { panic!("{report:?}\n{}\n{text}", module.text) };
        let shown = report.counterexample.map(|found| found.inputs);
        assert!(
            !matches!(report.checked.finding, Finding::Counterexample(_)),
            "seed {seed}: {shown:?} break the invariant\n{}\n{text}",
            module.text
        );
    }
}
