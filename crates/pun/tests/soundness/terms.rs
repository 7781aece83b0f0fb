//! Random well-typed terms, as text.

use crate::dice::Dice;
use crate::types::{Data, Ty};

/// Something that a term may mention.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) text: String,
    pub(crate) ty: Ty,
}

/// A definition that a term may call.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) takes: Vec<Ty>,
    pub(crate) gives: Ty,
}

/// What terms are made of.
pub(crate) struct Terms<'w> {
    pub(crate) dice: &'w mut Dice,
    pub(crate) datas: &'w [Data],
    pub(crate) functions: &'w [Function],
    /// How many names have been given.
    pub(crate) names: usize,
}

type Scope = [Known];

impl Terms<'_> {
    pub(crate) fn fresh(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    /// A term of a type, with so much room for subterms.
    pub(crate) fn term(&mut self, goal: &Ty, scope: &Scope, room: usize) -> String {
        let known: Vec<&Known> = scope.iter().filter(|known| known.ty == *goal).collect();
        if room == 0 || (!known.is_empty() && self.dice.percent(30)) {
            if !known.is_empty() && self.dice.percent(85) {
                return self.dice.pick(&known).text.clone();
            }
            return self.least(goal, scope);
        }
        match self.dice.below(100) {
            0..7 => {
                let [condition, yes, no] =
                    [&Ty::Boolean, goal, goal].map(|ty| self.term(ty, scope, room - 1));
                format!("(if {condition} then {yes} else {no})")
            }
            7..22 => self.case(goal, scope, room).unwrap_or_else(|| self.formed(goal, scope, room)),
            22..40 => self.call(goal, scope, room).unwrap_or_else(|| self.formed(goal, scope, room)),
            40..43 => {
                let ty = if self.dice.percent(50) { Ty::Boolean } else { Ty::Integer };
                let value = self.term(&ty, scope, room - 1);
                let name = self.fresh();
                let inner = with(scope, [(name.clone(), ty)]);
                let body = self.term(goal, &inner, room - 1);
                format!("(let {name} = {value} in {body})")
            }
            43 if self.dice.percent(40) => "(error \"wrong\")".into(),
            44..50 => self.applied(goal, scope, room).unwrap_or_else(|| self.formed(goal, scope, room)),
            _ => self.formed(goal, scope, room),
        }
    }

    /// A smallest term.
    fn least(&mut self, goal: &Ty, scope: &Scope) -> String {
        match goal {
            Ty::Boolean => (*self.dice.pick(&["true", "false"])).into(),
            Ty::Integer => (*self.dice.pick(&["0", "0", "1", "2", "-1", "3", "-2"])).into(),
            Ty::Character => {
                (*self.dice.pick(&["'\\u{0}'", "'\\u{1}'", "'\\u{2}'", "'\\u{3}'", "'a'"])).into()
            }
            Ty::Unit => "()".into(),
            Ty::Atom => {
                let atoms: Vec<&Known> = scope.iter().filter(|known| known.ty == Ty::Atom).collect();
                if atoms.is_empty() {
                    "(error \"no atom\")".into()
                } else {
                    self.dice.pick(&atoms).text.clone()
                }
            }
            Ty::Pair(both) => format!("({}, {})", self.least(&both.0, scope), self.least(&both.1, scope)),
            Ty::List(_) => "[]".into(),
            Ty::Data(data, of) => {
                let constructor = &self.datas[*data].constructors[0];
                let fields: Vec<String> = constructor
                    .fields
                    .iter()
                    .map(|(ty, _)| self.least(&ty.with(of.as_deref()), scope))
                    .collect();
                constructed(&constructor.name, &fields)
            }
            Ty::Arrow(both) => {
                let name = self.fresh();
                let inner = with(scope, [(name.clone(), both.0.clone())]);
                let body = self.least(&both.1, &inner);
                format!("(\\{name} -> {body})")
            }
        }
    }

    /// A term that begins as its type says.
    fn formed(&mut self, goal: &Ty, scope: &Scope, room: usize) -> String {
        match goal {
            Ty::Boolean => self.boolean(scope, room),
            Ty::Integer => self.integer(scope, room),
            Ty::Character | Ty::Unit | Ty::Atom => self.term(goal, scope, 0),
            Ty::Pair(both) => {
                let (left, right) =
                    (self.term(&both.0, scope, room - 1), self.term(&both.1, scope, room - 1));
                format!("({left}, {right})")
            }
            Ty::List(of) => match self.dice.below(10) {
                0 => "[]".into(),
                1 => format!("(reverse {})", self.term(goal, scope, room - 1)),
                2 => {
                    let [left, right] = [0, 1].map(|_| self.term(goal, scope, room - 1));
                    format!("(append {left} {right})")
                }
                3 => {
                    let count = self.term(&Ty::Integer, scope, room - 1);
                    let of = self.term(goal, scope, room - 1);
                    format!("({} {count} {of})", self.dice.pick(&["take", "drop"]))
                }
                4 if of.is_first_order() => {
                    let element = self.term(of, scope, room - 1);
                    format!("(insert-sorted {element} {})", self.term(goal, scope, room - 1))
                }
                _ => {
                    let first = self.term(of, scope, room - 1);
                    format!("({first} :: {})", self.term(goal, scope, room - 1))
                }
            },
            Ty::Data(data, of) => {
                let constructor = self.dice.pick(&self.datas[*data].constructors).clone();
                let fields: Vec<String> = constructor
                    .fields
                    .iter()
                    .map(|(ty, is_lazy)| {
                        if *is_lazy && self.dice.percent(8) {
                            return "(error \"hidden\")".into();
                        }
                        self.term(&ty.with(of.as_deref()), scope, room - 1)
                    })
                    .collect();
                constructed(&constructor.name, &fields)
            }
            Ty::Arrow(both) => {
                let name = self.fresh();
                let inner = with(scope, [(name.clone(), both.0.clone())]);
                let body = self.term(&both.1, &inner, room - 1);
                format!("(\\{name} -> {body})")
            }
        }
    }

    pub(crate) fn boolean(&mut self, scope: &Scope, room: usize) -> String {
        match self.dice.below(20) {
            0..11 => self.comparison(scope, room),
            11..14 => self.joined("&&", scope, room),
            14..17 => self.joined("||", scope, room),
            17 => self.joined("==>", scope, room),
            18 => format!("(not {})", self.term(&Ty::Boolean, scope, room - 1)),
            _ => {
                let lists: Vec<(String, Ty)> = scope
                    .iter()
                    .filter_map(|known| match &known.ty {
                        Ty::List(of) if of.is_first_order() => Some((known.text.clone(), (**of).clone())),
                        _ => None,
                    })
                    .collect();
                if lists.is_empty() {
                    return self.comparison(scope, room);
                }
                let (list, of) = self.dice.pick(&lists).clone();
                if self.dice.percent(40) {
                    return format!("(is-sorted {list})");
                }
                format!("(elem {} {list})", self.term(&of, scope, room - 1))
            }
        }
    }

    fn joined(&mut self, with: &str, scope: &Scope, room: usize) -> String {
        let [left, right] = [0, 1].map(|_| self.term(&Ty::Boolean, scope, room - 1));
        format!("({left} {with} {right})")
    }

    /// Two terms of a type that something in scope has, compared.
    fn comparison(&mut self, scope: &Scope, room: usize) -> String {
        let compared: Vec<&Known> = scope.iter().filter(|known| known.ty.is_first_order()).collect();
        let ty = if compared.is_empty() { Ty::Integer } else { self.dice.pick(&compared).ty.clone() };
        let [left, right] = [0, 1].map(|_| self.term(&ty, scope, room - 1));
        let operator = self.dice.pick(&["==", "==", "/=", "<", "<=", ">", ">="]);
        format!("({left} {operator} {right})")
    }

    fn integer(&mut self, scope: &Scope, room: usize) -> String {
        match self.dice.below(12) {
            0..2 => self.least(&Ty::Integer, scope),
            2..4 => {
                let left = self.term(&Ty::Integer, scope, 0);
                format!("({left} {} {})", self.dice.pick(&["+", "-"]), self.dice.pick(&["1", "1", "2", "3"]))
            }
            4..8 => {
                let [left, right] = [0, 1].map(|_| self.term(&Ty::Integer, scope, room - 1));
                format!("({left} {} {right})", self.dice.pick(&["+", "+", "-", "-", "*"]))
            }
            8 => {
                let left = self.term(&Ty::Integer, scope, room - 1);
                let right = if self.dice.percent(70) {
                    (*self.dice.pick(&["2", "3", "-2"])).to_owned()
                } else {
                    self.term(&Ty::Integer, scope, room - 1)
                };
                format!("({left} {} {right})", self.dice.pick(&["div", "mod"]))
            }
            9 => {
                let [left, right] = [0, 1].map(|_| self.term(&Ty::Integer, scope, room - 1));
                format!("({} {left} {right})", self.dice.pick(&["min", "max"]))
            }
            _ => {
                let is_list = |known: &&Known| matches!(known.ty, Ty::List(_));
                let lists: Vec<&Known> = scope.iter().filter(is_list).collect();
                if lists.is_empty() {
                    return self.term(&Ty::Integer, scope, 0);
                }
                format!("(length {})", self.dice.pick(&lists).text)
            }
        }
    }

    /// A case distinction on something in scope.
    fn case(&mut self, goal: &Ty, scope: &Scope, room: usize) -> Option<String> {
        let taken: Vec<&Known> = scope.iter().filter(|known| known.ty.is_data_like()).collect();
        if taken.is_empty() {
            return None;
        }
        let known = (*self.dice.pick(&taken)).clone();
        let branches = self.branches(&known.ty, scope, |terms, inner| terms.term(goal, inner, room - 1));
        Some(format!("(case {} of{branches})", known.text))
    }

    /// The branches of a case distinction on a type, with what is to be made of the fields of each. Now and then one is
    /// left out.
    fn branches(
        &mut self,
        of: &Ty,
        scope: &Scope,
        mut body: impl FnMut(&mut Self, &Scope) -> String,
    ) -> String {
        let mut branches = Vec::new();
        let patterns = self.patterns(of);
        let left_out = self.dice.percent(4).then(|| self.dice.below(patterns.len()));
        for (place, (pattern, fields)) in patterns.into_iter().enumerate() {
            if Some(place) == left_out {
                continue;
            }
            let inner = with(scope, fields);
            if self.dice.percent(6) {
                let guard = self.term(&Ty::Boolean, &inner, 1);
                let guarded = body(self, &inner);
                branches.push(format!(" ; {pattern} | {guard} -> {guarded}"));
            }
            branches.push(format!(" ; {pattern} -> {}", body(self, &inner)));
        }
        if branches.is_empty() { format!(" ; _ -> {}", body(self, scope)) } else { branches.concat() }
    }

    /// The constructors of a type as patterns, with the names that they bind.
    pub(crate) fn patterns(&mut self, of: &Ty) -> Vec<(String, Vec<(String, Ty)>)> {
        match of {
            Ty::Boolean => {
                let mut both = vec![("true".to_owned(), vec![]), ("false".to_owned(), vec![])];
                if self.dice.percent(50) {
                    both.reverse();
                }
                both
            }
            Ty::Pair(both) => {
                let (x, y) = (self.fresh(), self.fresh());
                vec![(format!("({x}, {y})"), vec![(x, both.0.clone()), (y, both.1.clone())])]
            }
            Ty::List(element) => {
                let (x, xs) = (self.fresh(), self.fresh());
                let cons = (format!("{x} :: {xs}"), vec![(x, (**element).clone()), (xs, of.clone())]);
                vec![("[]".to_owned(), vec![]), cons]
            }
            Ty::Data(data, argument) => self.datas[*data]
                .constructors
                .iter()
                .map(|constructor| {
                    let fields: Vec<(String, Ty)> = constructor
                        .fields
                        .iter()
                        .map(|(ty, _)| (self.fresh(), ty.with(argument.as_deref())))
                        .collect();
                    let names: Vec<String> = fields.iter().map(|(name, _)| name.clone()).collect();
                    (constructed(&constructor.name, &names), fields)
                })
                .collect(),
            _ => vec![("_".to_owned(), vec![])],
        }
    }

    /// A call of a definition.
    fn call(&mut self, goal: &Ty, scope: &Scope, room: usize) -> Option<String> {
        let fitting: Vec<&Function> =
            self.functions.iter().filter(|function| function.gives == *goal).collect();
        if fitting.is_empty() {
            return None;
        }
        let function = (*self.dice.pick(&fitting)).clone();
        let arguments = function.takes.iter().map(|ty| format!(" {}", self.term(ty, scope, room - 1)));
        let arguments: String = arguments.collect();
        Some(format!("({}{arguments})", function.name))
    }

    /// A variable that is a function, applied.
    fn applied(&mut self, goal: &Ty, scope: &Scope, room: usize) -> Option<String> {
        let fitting: Vec<(String, Ty)> = scope
            .iter()
            .filter_map(|known| match &known.ty {
                Ty::Arrow(both) if both.1 == *goal => Some((known.text.clone(), both.0.clone())),
                _ => None,
            })
            .collect();
        if fitting.is_empty() {
            return None;
        }
        let (function, takes) = self.dice.pick(&fitting).clone();
        Some(format!("({function} {})", self.term(&takes, scope, room - 1)))
    }

    /// The body of a function that takes its first argument apart, and calls itself on parts of it.
    pub(crate) fn recursive(
        &mut self,
        function: &Function,
        names: &[String],
        scope: &Scope,
        room: usize,
    ) -> String {
        let first = function.takes[0].clone();
        let branches = self.branches(&first, scope, |terms, inner| {
            let parts: Vec<Known> =
                inner[scope.len()..].iter().filter(|known| known.ty == first).cloned().collect();
            let mut all = inner.to_vec();
            for part in parts {
                let others: String = function.takes[1..]
                    .iter()
                    .zip(&names[1..])
                    .map(|(ty, name)| {
                        if terms.dice.percent(60) {
                            format!(" {name}")
                        } else {
                            format!(" {}", terms.term(ty, inner, 1))
                        }
                    })
                    .collect();
                let text = format!("({} {}{others})", function.name, part.text);
                // Twice as likely as other variables to be mentioned.
                for _ in 0..2 {
                    all.push(Known { text: text.clone(), ty: function.gives.clone() });
                }
            }
            terms.term(&function.gives, &all, room)
        });
        format!("case {} of{branches}", names[0])
    }
}

pub(crate) fn with(scope: &Scope, more: impl IntoIterator<Item = (String, Ty)>) -> Vec<Known> {
    let mut all = scope.to_vec();
    all.extend(more.into_iter().map(|(text, ty)| Known { text, ty }));
    all
}

fn constructed(name: &str, fields: &[String]) -> String {
    if fields.is_empty() { name.to_owned() } else { format!("[{name} {}]", fields.join(" ")) }
}
