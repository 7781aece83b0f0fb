//! proptest's generators for the measured types: by the type's structure alone, with `prop_recursive`.
//!
//! proptest's derive cannot do recursive types; this is what its users write.

use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof};
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::bst::Bst;
use crate::expression::{Alt, Dec, Exp, Field, Guard, Lit, Name, Op, Pat, Stm, Typ};
use crate::simple::Tree;

/// Returns a runner of proptest with a seed, to draw from strategies.
pub fn proptest_runner(seed: u64) -> TestRunner {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}

/// Returns one value of a strategy.
pub fn draw<S: Strategy>(strategy: &S, runner: &mut TestRunner) -> S::Value {
    strategy.new_tree(runner).expect("no strategy here rejects").current()
}

/// Search trees of any order. Of seven pairs of depth and nodes tried, from (2, 4) to (8, 256), these are kind to
/// proptest: half of its trees are search trees, a quarter are ones of two keys or more (of (8, 256), 0.1 %).
pub fn search_trees() -> BoxedStrategy<Bst> {
    let grow = |inner: BoxedStrategy<Bst>| {
        (inner.clone(), any::<i32>(), any::<i32>(), inner)
            .prop_map(|(left, key, val, right)| Bst::Branch(Box::new(left), key, val, Box::new(right)))
    };
    Just(Bst::Leaf).prop_recursive(3, 8, 2, grow).boxed()
}

/// Binary trees of at most `nodes` nodes or so, for proptest.
pub fn trees(nodes: u32) -> BoxedStrategy<Tree> {
    let depth = nodes.ilog2() + 1;
    let grow = |inner: BoxedStrategy<Tree>| {
        (inner.clone(), inner).prop_map(|(left, right)| Tree::Node(Box::new(left), Box::new(right)))
    };
    Just(Tree::Leaf).prop_recursive(depth, nodes, 2, grow).boxed()
}

/// Lists of at most 19 booleans, for proptest.
pub fn bool_lists() -> BoxedStrategy<Vec<bool>> {
    proptest::collection::vec(any::<bool>(), 0..20).boxed()
}

/// Expressions of at most `nodes` expressions or so, for proptest.
pub fn expressions(nodes: u32) -> BoxedStrategy<Exp> {
    let leaf = prop_oneof![names().prop_map(Exp::Var), literals().prop_map(Exp::Lit)];
    let depth = nodes.ilog2().max(1);
    leaf.prop_recursive(depth, nodes, 4, |inner| grow_expression(&inner)).boxed()
}

fn grow_expression(inner: &BoxedStrategy<Exp>) -> BoxedStrategy<Exp> {
    use proptest::collection::vec;
    let part = || inner.clone().prop_map(Box::new);
    prop_oneof![
        (part(), part()).prop_map(|(f, x)| Exp::App(f, x)),
        (patterns(inner), part()).prop_map(|(p, e)| Exp::Lam(p, e)),
        (vec(declarations(inner), 0..4), part()).prop_map(|(ds, e)| Exp::Let(ds, e)),
        (part(), part(), part()).prop_map(|(c, t, e)| Exp::If(c, t, e)),
        (part(), vec(alternatives(inner), 0..4)).prop_map(|(e, arms)| Exp::Case(e, arms)),
        (part(), operators(), part()).prop_map(|(a, o, b)| Exp::Infix(a, o, b)),
        vec(inner.clone(), 0..4).prop_map(Exp::List),
        (part(), types(inner)).prop_map(|(e, t)| Exp::Typed(e, t)),
        vec(statements(inner), 0..4).prop_map(Exp::Do),
        (names(), vec(fields(inner), 0..4)).prop_map(|(x, set)| Exp::Record(x, set)),
    ]
    .boxed()
}

fn names() -> BoxedStrategy<Name> {
    prop_oneof![Just(Name::X), Just(Name::Y)].boxed()
}

fn literals() -> BoxedStrategy<Lit> {
    prop_oneof![Just(Lit::Zero), Just(Lit::One), Just(Lit::Text)].boxed()
}

fn operators() -> BoxedStrategy<Op> {
    prop_oneof![Just(Op::Add), Just(Op::Sub), Just(Op::Mul)].boxed()
}

fn patterns(exp: &BoxedStrategy<Exp>) -> BoxedStrategy<Pat> {
    let exp = exp.clone();
    prop_oneof![names().prop_map(Pat::Var), Just(Pat::Wild)]
        .prop_recursive(2, 4, 1, move |inner| {
            prop_oneof![
                (exp.clone(), inner.clone()).prop_map(|(e, p)| Pat::View(Box::new(e), Box::new(p))),
                (names(), inner).prop_map(|(x, p)| Pat::As(x, Box::new(p))),
            ]
        })
        .boxed()
}

fn types(exp: &BoxedStrategy<Exp>) -> BoxedStrategy<Typ> {
    let of = exp.clone().prop_map(|e| Typ::Of(Box::new(e)));
    prop_oneof![Just(Typ::Unit), names().prop_map(Typ::Con), of]
        .prop_recursive(2, 4, 2, |inner| {
            prop_oneof![
                (inner.clone(), inner.clone()).prop_map(|(a, b)| Typ::Arrow(Box::new(a), Box::new(b))),
                inner.prop_map(|t| Typ::List(Box::new(t))),
            ]
        })
        .boxed()
}

fn guards(exp: &BoxedStrategy<Exp>) -> BoxedStrategy<Guard> {
    let part = exp.clone().prop_map(Box::new).boxed();
    let when = (part.clone(), part.clone()).prop_map(|(c, e)| Guard::When(c, e));
    let plain = part.clone().prop_map(Guard::Plain);
    prop_oneof![plain, when]
        .prop_recursive(2, 4, 1, move |inner| {
            (part.clone(), part.clone(), inner).prop_map(|(c, e, g)| Guard::Otherwise(c, e, Box::new(g)))
        })
        .boxed()
}

fn declarations(exp: &BoxedStrategy<Exp>) -> BoxedStrategy<Dec> {
    prop_oneof![
        (patterns(exp), exp.clone()).prop_map(|(p, e)| Dec::Value(p, Box::new(e))),
        (names(), patterns(exp), guards(exp)).prop_map(|(x, p, g)| Dec::Function(x, p, g)),
    ]
    .boxed()
}

fn alternatives(exp: &BoxedStrategy<Exp>) -> BoxedStrategy<Alt> {
    prop_oneof![
        (patterns(exp), guards(exp)).prop_map(|(p, g)| Alt::Arm(p, g)),
        (patterns(exp), guards(exp), proptest::collection::vec(declarations(exp), 0..3))
            .prop_map(|(p, g, ds)| Alt::Where(p, g, ds)),
    ]
    .boxed()
}

fn statements(exp: &BoxedStrategy<Exp>) -> BoxedStrategy<Stm> {
    let bind = (patterns(exp), exp.clone()).prop_map(|(p, e)| Stm::Bind(p, Box::new(e)));
    prop_oneof![exp.clone().prop_map(|e| Stm::Run(Box::new(e))), bind].boxed()
}

fn fields(exp: &BoxedStrategy<Exp>) -> BoxedStrategy<Field> {
    let set = (names(), exp.clone()).prop_map(|(x, e)| Field::Set(x, Box::new(e)));
    prop_oneof![names().prop_map(Field::Pun), set].boxed()
}
