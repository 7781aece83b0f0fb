//! The types of a random program: those of the language, and data types, declared as text.

use crate::dice::Dice;

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ty {
    Boolean,
    Integer,
    Character,
    Unit,
    /// A type variable of a property or a function, `a`; in a declaration the parameter of the data type.
    Atom,
    Pair(Box<(Ty, Ty)>),
    List(Box<Ty>),
    /// A data type by its place in the world, with what stands for its parameter.
    Data(usize, Option<Box<Ty>>),
    Arrow(Box<(Ty, Ty)>),
}

/// A data type.
#[derive(Clone, Debug)]
pub(crate) struct Data {
    pub(crate) name: String,
    /// Has it a parameter?
    pub(crate) takes: bool,
    pub(crate) constructors: Vec<Constructor>,
}

#[derive(Clone, Debug)]
pub(crate) struct Constructor {
    pub(crate) name: String,
    /// The fields, each with whether it is lazy.
    pub(crate) fields: Vec<(Ty, bool)>,
}

impl Ty {
    pub(crate) fn list(of: Ty) -> Ty {
        Ty::List(Box::new(of))
    }

    pub(crate) fn pair(left: Ty, right: Ty) -> Ty {
        Ty::Pair(Box::new((left, right)))
    }

    pub(crate) fn arrow(argument: Ty, result: Ty) -> Ty {
        Ty::Arrow(Box::new((argument, result)))
    }

    pub(crate) fn is_data_like(&self) -> bool {
        matches!(self, Ty::Boolean | Ty::Pair(_) | Ty::List(_) | Ty::Data(..))
    }

    /// May values of it be compared?
    pub(crate) fn is_first_order(&self) -> bool {
        match self {
            Ty::Arrow(_) => false,
            Ty::Pair(both) => both.0.is_first_order() && both.1.is_first_order(),
            Ty::List(of) => of.is_first_order(),
            Ty::Data(_, of) => of.as_ref().is_none_or(|of| of.is_first_order()),
            _ => true,
        }
    }

    pub(crate) fn has_atoms(&self) -> bool {
        match self {
            Ty::Atom => true,
            Ty::Pair(both) | Ty::Arrow(both) => both.0.has_atoms() || both.1.has_atoms(),
            Ty::List(of) => of.has_atoms(),
            Ty::Data(_, of) => of.as_ref().is_some_and(|of| of.has_atoms()),
            _ => false,
        }
    }

    /// With a type for the parameter of a declaration.
    pub(crate) fn with(&self, argument: Option<&Ty>) -> Ty {
        match self {
            Ty::Atom => argument.unwrap_or(self).clone(),
            Ty::Pair(both) => Ty::pair(both.0.with(argument), both.1.with(argument)),
            Ty::Arrow(both) => Ty::arrow(both.0.with(argument), both.1.with(argument)),
            Ty::List(of) => Ty::list(of.with(argument)),
            Ty::Data(data, of) => Ty::Data(*data, of.as_ref().map(|of| Box::new(of.with(argument)))),
            other => other.clone(),
        }
    }

    /// As it is written where anything may stand.
    pub(crate) fn text(&self, datas: &[Data]) -> String {
        match self {
            Ty::Boolean => "boolean".into(),
            Ty::Integer => "integer".into(),
            Ty::Character => "character".into(),
            Ty::Unit => "()".into(),
            Ty::Atom => "a".into(),
            Ty::Pair(both) => format!("({}, {})", both.0.text(datas), both.1.text(datas)),
            Ty::List(of) => format!("(list {})", of.text(datas)),
            Ty::Data(data, None) => datas[*data].name.clone(),
            Ty::Data(data, Some(of)) => format!("({} {})", datas[*data].name, of.text(datas)),
            Ty::Arrow(both) => format!("({} -> {})", both.0.text(datas), both.1.text(datas)),
        }
    }
}

impl Data {
    pub(crate) fn text(&self, datas: &[Data]) -> String {
        let constructors: Vec<String> = self
            .constructors
            .iter()
            .map(|constructor| {
                let fields = constructor.fields.iter().map(|(ty, is_lazy)| {
                    let text = ty.text(datas);
                    if *is_lazy { format!(" ~{text}") } else { format!(" {text}") }
                });
                format!("{}{}", constructor.name, fields.collect::<String>())
            })
            .collect();
        let parameter = if self.takes { " a" } else { "" };
        format!("data {}{parameter} = {} .\n", self.name, constructors.join(" | "))
    }
}

/// Data types: well-known ones, and some made up.
pub(crate) fn datas(dice: &mut Dice) -> Vec<Data> {
    let mut datas = Vec::new();
    let mut declare = |name: &str, takes: bool, constructors: &[(&str, &[(Ty, bool)])]| {
        let constructors = constructors
            .iter()
            .map(|(name, fields)| Constructor { name: (*name).to_owned(), fields: fields.to_vec() })
            .collect();
        datas.push(Data { name: name.to_owned(), takes, constructors });
    };
    let own = |place: usize| Ty::Data(place, None);
    let of = |place: usize| Ty::Data(place, Some(Box::new(Ty::Atom)));
    let strict = |ty: Ty| (ty, false);
    let lazy = |ty: Ty| (ty, true);
    declare("option", true, &[("none", &[]), ("some", &[strict(Ty::Atom)])]);
    declare("tree", true, &[("tip", &[]), ("fork", &[strict(of(1)), strict(Ty::Atom), strict(of(1))])]);
    declare("nat", false, &[("zero", &[]), ("succ", &[strict(own(2))])]);
    declare("colour", false, &[("red", &[]), ("green", &[]), ("blue", &[])]);
    declare("evens", false, &[("no-more", &[]), ("even-step", &[strict(Ty::Boolean), strict(own(5))])]);
    declare("odds", false, &[("odd-step", &[strict(own(4))])]);
    declare("stream", true, &[("stop", &[]), ("next", &[strict(Ty::Atom), lazy(of(6))])]);
    declare("hidden", true, &[("hide", &[lazy(Ty::Atom)]), ("bare", &[])]);
    declare("both", true, &[("both", &[lazy(Ty::Atom), lazy(Ty::Boolean)])]);
    declare(
        "mix",
        false,
        &[
            ("number", &[strict(Ty::Integer)]),
            ("letter", &[strict(Ty::Character)]),
            ("flag", &[strict(Ty::Boolean)]),
        ],
    );
    declare("rose", true, &[("rose", &[strict(Ty::Atom), strict(Ty::list(of(10)))])]);
    for made in 0..2 {
        let place = datas.len();
        let constructors = (0..=dice.below(3)).map(|number| {
            let fields = (0..dice.below(4)).map(|_| {
                let ty = match dice.below(8) {
                    0 | 1 if number > 0 => own(place),
                    2 => Ty::Integer,
                    3 => Ty::Character,
                    4 => Ty::list(Ty::Boolean),
                    5 => Ty::Data(0, Some(Box::new(Ty::Boolean))),
                    6 => own(3),
                    _ => Ty::Boolean,
                };
                (ty, dice.percent(15))
            });
            Constructor { name: format!("made{made}-{number}"), fields: fields.collect() }
        });
        let data = Data { name: format!("made{made}"), takes: false, constructors: constructors.collect() };
        datas.push(data);
    }
    datas
}

/// A type for a parameter: small ones are the most likely.
pub(crate) fn some(dice: &mut Dice, datas: &[Data], depth: usize, atoms: bool) -> Ty {
    if depth == 0 || dice.percent(45) {
        return match dice.below(20) {
            0..8 => Ty::Boolean,
            8..14 => Ty::Integer,
            14..16 if atoms => Ty::Atom,
            16 => Ty::Unit,
            17 | 18 => Ty::Data(3, None),
            _ => Ty::Character,
        };
    }
    match dice.below(10) {
        0..4 => Ty::list(some(dice, datas, depth - 1, atoms)),
        4 => Ty::pair(some(dice, datas, depth - 1, atoms), some(dice, datas, depth - 1, atoms)),
        _ => {
            let place = dice.below(datas.len());
            let of = datas[place].takes.then(|| Box::new(some(dice, datas, depth - 1, atoms)));
            Ty::Data(place, of)
        }
    }
}
