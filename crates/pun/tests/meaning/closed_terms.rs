//! Small programs: every well-typed closed term up to some size, as source, over a few definitions.
//!
//! The grammar's nonterminals are types with the variables in scope, so every term loads. They do all that a run can do: call
//! with too few and too many arguments, match nested patterns with guards, recur, delay, compare, fail, and choose.

use everycase::space::{Key, Product, Space};

/// What all terms are about.
pub(crate) const DEFINITIONS: &str = "
data chain = end | link integer ~chain .

pick : boolean -> integer -> integer -> integer .
pick b = if b then (\\m n -> m + n) else \\m n -> m - n .

sum : chain -> integer -> integer .
sum c n = if n <= 0 then 0 else case c of ; end -> 0 ; [link x rest] -> x + sum rest (n - 1) .
";

/// The types of terms and variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    /// `integer`
    Integer,
    /// `boolean`
    Boolean,
    /// `chain`
    Chain,
    /// `integer -> integer`
    Function,
}

/// All of them.
pub(crate) const TYPES: [Type; 4] = [Integer, Boolean, Chain, Function];

use Type::{Boolean, Chain, Function, Integer};

/// What a name that a term may mention stands for.
#[derive(Clone, Copy, Debug)]
enum Variable {
    /// A variable of this type.
    Of(Type),
    /// A function, to be called with a number less than the variable after it.
    Recursive,
}

/// The variables around a term: the innermost ones. More of them would make too many grammars.
#[derive(Clone, Debug)]
struct Scope {
    variables: Vec<Variable>,
    /// How many others there are around these, up to [`NAMES`].
    first: usize,
    /// May terms choose?
    chooses: bool,
}

/// How many variables a term may mention.
const MENTIONABLE: usize = 3;

/// How many names there are: enough for a new one to hide none that may be mentioned.
const NAMES: usize = MENTIONABLE + 2;

/// All closed terms of a type, by size.
pub(crate) fn terms(ty: Type, chooses: bool) -> Space<String> {
    Scope { variables: Vec::new(), first: 0, chooses }.terms(ty)
}

/// What stands at a `{}` of a template: a term of a type, with more variables in scope.
type Hole = (Type, Vec<Variable>);

fn plain(ty: Type) -> Hole {
    (ty, Vec::new())
}

impl Scope {
    fn key(&self, ty: Type) -> Key {
        let code = |variable: &Variable| match variable {
            Variable::Of(ty) => *ty as u64,
            Variable::Recursive => 4,
        };
        let key = Key::of::<Self>().with(ty as u64).with(u64::from(self.chooses)).with(self.first as u64);
        self.variables.iter().fold(key, |key, variable| key.with(code(variable)))
    }

    fn terms(&self, ty: Type) -> Space<String> {
        let scope = self.clone();
        Space::named(self.key(ty), move || {
            // Errors end most of what they stand in, so there should not be too many.
            let error = Space::just("(error \"no\")".to_string()).pay(2);
            let mut all = scope.mentions(ty).union(error);
            for (template, holes) in scope.rules(ty) {
                all = all.union(scope.filled(&template, holes));
            }
            all.pay(1)
        })
    }

    /// The name of the variable at a place, or of those to come.
    fn name(&self, place: usize) -> String {
        format!("x{}", (self.first + place) % NAMES)
    }

    fn with(&self, variables: Vec<Variable>) -> Self {
        let mut scope = self.clone();
        scope.variables.extend(variables);
        let hidden = scope.variables.len().saturating_sub(MENTIONABLE);
        scope.variables.drain(..hidden);
        scope.first = (scope.first + hidden) % NAMES;
        scope
    }

    fn mentions(&self, wanted: Type) -> Space<String> {
        let names = self.variables.iter().enumerate().filter_map(|(place, variable)| match variable {
            Variable::Of(ty) => (*ty == wanted).then(|| self.name(place)),
            Variable::Recursive => {
                (wanted == Integer).then(|| format!("({} ({} - 1))", self.name(place), self.name(place + 1)))
            }
        });
        Space::one_of(names.collect::<Vec<_>>())
    }

    /// The terms of a template whose holes are `{}`; `$0`, `$1` are the names that a hole brings into scope.
    fn filled(&self, template: &str, holes: Vec<Hole>) -> Space<String> {
        let mut pieces = template.split("{}").map(str::to_string).collect::<Vec<_>>().into_iter();
        let mut all = Space::one_of(pieces.next());
        for ((ty, variables), piece) in holes.into_iter().zip(pieces) {
            let part = self.with(variables).terms(ty);
            all = (all, part).product().map(move |(before, part)| format!("{before}{part}{piece}"));
        }
        all
    }

    fn rules(&self, ty: Type) -> Vec<(String, Vec<Hole>)> {
        use Variable::{Of, Recursive};
        let at = self.variables.len();
        let (x, y) = (self.name(at), self.name(at + 1));
        let mut rules: Vec<(String, Vec<Hole>)> = match ty {
            Integer => vec![
                ("0".into(), vec![]),
                ("-1".into(), vec![]),
                ("2".into(), vec![]),
                ("({} + {})".into(), vec![plain(Integer), plain(Integer)]),
                ("({} div {})".into(), vec![plain(Integer), plain(Integer)]),
                ("({} {})".into(), vec![plain(Function), plain(Integer)]),
                ("(sum {} {})".into(), vec![plain(Chain), plain(Integer)]),
                ("(pick {} {} {})".into(), vec![plain(Boolean), plain(Integer), plain(Integer)]),
            ],
            Boolean => vec![
                ("true".into(), vec![]),
                ("false".into(), vec![]),
                ("({} <= {})".into(), vec![plain(Integer), plain(Integer)]),
                ("({} == {})".into(), vec![plain(Chain), plain(Chain)]),
                ("({} && {})".into(), vec![plain(Boolean), plain(Boolean)]),
                ("({} ==> {})".into(), vec![plain(Boolean), plain(Boolean)]),
            ],
            Chain => vec![
                ("end".into(), vec![]),
                ("[link {} {}]".into(), vec![plain(Integer), plain(Chain)]),
                (format!("(rec {x} . {{}})"), vec![(Chain, vec![Of(Chain)])]),
            ],
            Function => vec![
                (format!("(\\{x} -> {{}})"), vec![(Integer, vec![Of(Integer)])]),
                ("(pick {} {})".into(), vec![plain(Boolean), plain(Integer)]),
                (
                    format!("(rec {x} . \\{y} -> if {y} <= 0 then {{}} else {{}})"),
                    vec![(Integer, vec![]), (Integer, vec![Recursive, Of(Integer)])],
                ),
            ],
        };
        rules.push(("(if {} then {} else {})".into(), vec![plain(Boolean), plain(ty), plain(ty)]));
        rules.push((
            format!("(case {{}} of ; end -> {{}} ; [link {x} {y}] -> {{}})"),
            vec![plain(Chain), plain(ty), (ty, vec![Of(Integer), Of(Chain)])],
        ));
        rules.push((
            format!("(case {{}} of ; [link {x} [link 2 {y}]] | {{}} -> {{}} ; {x} -> {{}})"),
            vec![
                plain(Chain),
                (Boolean, vec![Of(Integer), Of(Chain)]),
                (ty, vec![Of(Integer), Of(Chain)]),
                (ty, vec![Of(Chain)]),
            ],
        ));
        rules.push((
            format!("(case {{}} of ; 0 -> {{}} ; {x} | {x} < 0 -> {{}})"),
            vec![plain(Integer), plain(ty), (ty, vec![Of(Integer)])],
        ));
        for bound in [Integer, Chain, Function] {
            rules.push((format!("(let {x} = {{}} in {{}})"), vec![plain(bound), (ty, vec![Of(bound)])]));
        }
        if self.chooses {
            rules.push(("({} <+> {})".into(), vec![plain(ty), plain(ty)]));
            if ty == Integer {
                rules.push(("(int-range {} {})".into(), vec![plain(Integer), plain(Integer)]));
            }
        }
        rules
    }
}
