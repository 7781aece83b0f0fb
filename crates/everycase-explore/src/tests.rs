//! The grammar against a naive enumerator of all well-typed expressions.

mod naive;

use std::collections::BTreeSet;
use std::sync::Arc;

use everycase_kernel::{At, Derivations, Shape};

use crate::expression::Expression;
use crate::grammar::Grammar;
use crate::library::{Constructor, Data, Field, Function, Library, Options, Signature, Values};
use crate::types::{DataId, Type};

struct Toy(Signature);

impl Library for Toy {
    type Payload = Arc<Options>;

    fn signature(&self) -> &Signature {
        &self.0
    }

    fn payload(&self, options: Arc<Options>) -> Arc<Options> {
        options
    }

    fn options(payload: &Arc<Options>) -> &Options {
        payload
    }

    /// Returns one function for each type that is open, in place of all.
    fn functions(&self, ty: &Type) -> Option<Shape> {
        let mut parts = Vec::new();
        ty.parts(&mut parts);
        parts.contains(&&Type::Atom).then(Shape::unit)
    }

    fn function_text(_: At<'_>) -> String {
        "?".to_owned()
    }
}

/// Reads a type: a lower-case letter is a variable, other names are the signature's, arguments follow in brackets.
fn ty(signature: &Signature, text: &str) -> Type {
    let (ty, rest) = parse(signature, text.trim());
    assert!(rest.is_empty(), "{rest} is left of {text}");
    ty
}

fn parse<'t>(signature: &Signature, text: &'t str) -> (Type, &'t str) {
    if let Some(rest) = text.strip_prefix('{') {
        let (from, rest) = parse(signature, rest);
        let (to, rest) = parse(signature, rest.strip_prefix('>').expect("an arrow"));
        return (Type::arrow(from, to), rest.strip_prefix('}').expect("its end"));
    }
    let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    let (name, mut rest) = text.split_at(end);
    if name.len() == 1 && name.chars().all(char::is_lowercase) {
        return (Type::Variable(u32::from(name.as_bytes()[0] - b'a')), rest);
    }
    let mut arguments = Vec::new();
    if rest.starts_with('[') {
        while let Some(more) = rest.strip_prefix(['[', ',']) {
            let (argument, after) = parse(signature, more);
            arguments.push(argument);
            rest = after;
        }
        rest = rest.strip_prefix(']').expect("its end");
    }
    let data = signature.datas.iter().position(|data| &*data.name == name).expect(name);
    (Type::data(DataId(data as u32), arguments), rest)
}

/// Reads a signature: `Name/n` are abstract types, `Name/n = A fields | B fields` types with constructors (`~` before a lazy field), and
/// `name : parameters > result` functions.
fn signature(text: &str) -> Signature {
    let mut signature = Signature::default();
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    for line in lines().filter(|line| !line.contains(" : ")) {
        let head = line.split('=').next().expect("a name").trim();
        let (name, parameters) = head.split_once('/').expect("a number of parameters");
        let parameters = parameters.parse().expect("a number");
        signature.datas.push(Data { name: name.into(), parameters, values: Values::Functions });
    }
    for (i, line) in lines().filter(|line| !line.contains(" : ")).enumerate() {
        let Some((_, constructors)) = line.split_once('=') else { continue };
        let constructors = constructors.split('|').map(|constructor| {
            let mut words = constructor.split_whitespace();
            let name = words.next().expect("a name").into();
            let fields = words.map(|field| {
                let (is_lazy, field) = field.strip_prefix('~').map_or((false, field), |field| (true, field));
                Field { ty: ty(&signature, field), is_lazy }
            });
            Constructor { name, fields: fields.collect(), cost: 1 }
        });
        let constructors = constructors.collect();
        signature.datas[i].values = Values::Constructors(constructors);
    }
    for line in lines().filter(|line| line.contains(" : ")) {
        let (name, types) = line.split_once(" : ").expect("a type");
        let (parameters, result) = types.rsplit_once("=>").unwrap_or(("", types));
        let parameters: Vec<Type> =
            parameters.split_whitespace().map(|parameter| ty(&signature, parameter)).collect();
        let result = ty(&signature, result);
        let mut parts = Vec::new();
        parameters.iter().chain([&result]).for_each(|ty| ty.parts(&mut parts));
        let variables = parts.iter().filter_map(|part| match part {
            Type::Variable(number) => Some(number + 1),
            _ => None,
        });
        let variables = variables.max().unwrap_or(0);
        let is_provider = true;
        let function = Function { name: name.into(), variables, parameters, result, is_provider };
        signature.functions.push(function);
    }
    signature
}

/// Returns the derivations of a shape up to a size as expressions.
fn all(shape: Shape, size: u32) -> Vec<Expression> {
    let derivations = Derivations::new(shape);
    let sizes = (0..=size).flat_map(|size| {
        let mut walk = derivations.of_size(size).expect("a size that fits");
        let mut found = Vec::new();
        while let Some(derivation) = walk.next() {
            found.push(Expression::read::<Toy>(derivation.root()));
        }
        found
    });
    sizes.collect()
}

/// Signatures: those of the thesis' examples, and each way in which types make values.
const SIGNATURES: [&str; 7] = [
    // Constructors alone; a lazy field hides errors.
    "Int/0 = Z | I
     Tree/0 = Leaf | Branch ~Tree Int Tree
     insert : Int Tree => Tree",
    // An abstract type.
    "Int/0 = Z | I
     Set/0
     empty : Set
     insert : Int Set => Set
     size : Set => Int",
    // Figure 4.19: values for certain arguments only.
    "Int/0 = Z | I
     Bool/0 = F | T
     List/1 = Nil | Cons a List[a]
     Format/1
     formatInt : Format[Int]
     formatList : Format[a] => Format[List[a]]
     format : a Format[a] => Bool",
    // Figure 4.6: values inside results.
    "Text/0 = Empty
     List/1 = Nil | Cons a List[a]
     Either/2 = Left a | Right b
     Pair/2 = P a b
     Board/0
     start : Board
     step : Board => List[Board]
     search : Board => Pair[List[Board],Either[Board,Text]]
     won : Board => Text",
    // Functions as arguments, and inside results.
    "Int/0 = Z | I
     Ops/0 = Ops {Int>Int}
     id : a => a
     twice : {a>a} a => a
     plus : Int Int => Int
     ops : Int => Ops",
    // A constructor over a type with few values.
    "Int/0 = Z | I
     Key/1
     Box/1 = Empty | Full Key[a] a
     key : Key[Int]
     open : Box[a] => a
     both : Box[a] Box[b] => Int",
    // A type without values, and one that only makes itself larger.
    "Void/0
     Grow/1
     Unit/0 = U
     more : Grow[a] => Grow[a]
     absurd : Void => Unit
     use : Grow[a] a => Unit",
];

/// Returns an expression with `*` for every atom.
fn starred(expression: &Expression) -> Expression {
    let of = |parts: &[Expression]| parts.iter().map(starred).collect();
    match expression {
        Expression::Number(_) | Expression::Open | Expression::Function(_) => Expression::Open,
        Expression::Call(function, parts) => Expression::Call(*function, of(parts)),
        Expression::Construct(id, parts) => Expression::Construct(*id, of(parts)),
        Expression::Constant(data, index) => Expression::Constant(*data, *index),
        Expression::Select(of, id, index) => Expression::Select(starred(of).into(), *id, *index),
        Expression::Apply(function, argument) => {
            Expression::Apply(starred(function).into(), starred(argument).into())
        }
    }
}

#[test]
fn the_grammar_has_all_well_typed_expressions_up_to_what_parametricity_says_is_equal() {
    for (i, text) in SIGNATURES.iter().enumerate() {
        let signature = signature(text);
        let size = if i == 3 || i == 4 { 5 } else { 6 };
        let grammar = Grammar::new(Arc::new(Toy(signature.clone())));
        let show = |expression: &Expression| expression.shown(&signature).to_string();
        for (number, function) in signature.functions.iter().enumerate() {
            let tests = grammar.tests([number as u32]);
            let naive = naive::calls(&signature, number as u32, size);
            let own: BTreeSet<Expression> =
                all(tests.clone(), size).iter().map(naive::without_path).map(|e| starred(&e)).collect();
            // Instances of later rounds cost more.
            let more: BTreeSet<Expression> =
                all(tests, size + 2).iter().map(naive::without_path).map(|e| starred(&e)).collect();
            let known: BTreeSet<Expression> = naive
                .iter()
                .filter(|call| !naive::selects_anything(&signature, call))
                .map(|call| starred(&naive::abstracted(&signature, call)))
                .collect();
            for expression in &own {
                // The naive types have at most three nodes; functions of functions have more.
                let is_known = i == 4 || known.contains(expression);
                assert!(is_known, "{i} {}: not well-typed: {}", function.name, show(expression));
                naive::abstracted(&signature, expression);
            }
            for expression in &known {
                assert!(more.contains(expression), "{i} {}: missing: {}", function.name, show(expression));
            }
        }
    }
}

#[test]
fn what_is_found_inside_values_of_an_open_type_is_found_where_the_type_is_known() {
    let signature = signature(
        "Int/0 = Z | I
         Pair/2 = P a b
         Bag/1
         Board/0
         pool : Bag[Pair[Board,Int]]
         pick : Bag[a] => a
         won : Board => Int",
    );
    let grammar = Grammar::new(Arc::new(Toy(signature.clone())));
    let tests = all(grammar.tests([2]), 6);
    let shown: Vec<String> = tests.iter().map(|test| test.shown(&signature).to_string()).collect();
    assert_eq!(shown, ["won (case pick pool of P x _ -> x)"]);
}

#[test]
fn an_expression_of_a_monomorphic_library_occurs_once() {
    for i in [0, 1, 3] {
        let signature = signature(SIGNATURES[i]);
        let grammar = Grammar::new(Arc::new(Toy(signature.clone())));
        let tests = all(grammar.tests(0..signature.functions.len() as u32), 7);
        let distinct: BTreeSet<&Expression> = tests.iter().collect();
        assert_eq!(distinct.len(), tests.len(), "{i}");
    }
}

#[test]
fn a_test_looks_into_its_result_only_where_something_may_hide() {
    let signature = signature(SIGNATURES[0]);
    let grammar = Grammar::new(Arc::new(Toy(signature.clone())));
    let tests = all(grammar.tests([0]), 5);
    let shown: Vec<String> = tests.iter().map(|test| test.shown(&signature).to_string()).collect();
    let expected = [
        "insert Z Leaf",
        "insert I Leaf",
        "case insert Z Leaf of Branch x _ _ -> x",
        "case insert I Leaf of Branch x _ _ -> x",
    ];
    assert_eq!(shown[..4], expected);
}
