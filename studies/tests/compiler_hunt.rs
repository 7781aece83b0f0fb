//! The grammar has exactly the well-typed terms, the compiler takes them all, and what it might get wrong is found.

use std::collections::BTreeSet;

use everycase::space::{Random, SeedableRng};
use everycase_check::control::stop::Stop;
use everycase_studies::compiler_hunt::{
    Argument, Audience, Behaviour, Bound, Compiler, Figures, Found, Grammar, Pair, Plan, Printing, Scoping,
    Side, Term, Type, Variable, campaign, constants, differ, explain, one,
};

fn grammar(scoping: Scoping) -> Grammar {
    Grammar::new(Type::List, Type::List, scoping, 4)
}

fn pair(optimised: Printing) -> Pair {
    let compiler = Compiler::find(Stop::default()).expect("there is a compiler");
    let plain = Side { level: 0, printing: Printing::Faithful };
    Pair { compiler, sides: [plain, Side { level: 3, printing: optimised }] }
}

/// Returns all terms of a type and size in a scope, by the rules of typing alone.
fn naive(scope: &[Variable], of: Type, size: u32) -> Vec<Term> {
    let uses = scope.iter().filter(|variable| variable.of.used() == of).flat_map(|&variable| {
        let arguments = naive_arguments(scope, variable.of.arguments(), size.saturating_sub(1));
        arguments.into_iter().filter(move |_| size > 0).map(move |list| Term::Use(variable, list))
    });
    let applied = constants().iter().filter(|one| one.result == of && one.cost <= size).flat_map(|one| {
        let arguments = naive_arguments(scope, &one.arguments, size - one.cost);
        arguments.into_iter().map(move |list| Term::Constant(one, list))
    });
    uses.chain(applied).collect()
}

fn naive_arguments(scope: &[Variable], list: &[Argument], size: u32) -> Vec<Vec<Bound>> {
    let Some((first, others)) = list.split_first() else {
        return if size == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let mut all = Vec::new();
    for own in 1..=size {
        let binders: Vec<_> =
            (scope.len()..).zip(first.binders).map(|(level, &of)| Variable { of, level }).collect();
        let inner = [scope, &binders].concat();
        let rest = naive_arguments(scope, others, size - own);
        if rest.is_empty() {
            continue;
        }
        for body in naive(&inner, first.of, own) {
            let first = Bound { binders: binders.clone(), body };
            all.extend(rest.iter().map(|rest| [vec![first.clone()], rest.clone()].concat()));
        }
    }
    all
}

/// Returns how often a variable is used.
fn uses(variable: Variable, term: &Term) -> usize {
    let (Term::Use(_, arguments) | Term::Constant(_, arguments)) = term;
    let here = matches!(term, Term::Use(other, _) if *other == variable);
    usize::from(here) + arguments.iter().map(|argument| uses(variable, &argument.body)).sum::<usize>()
}

/// Returns whether all variables that are bound in it are used.
fn uses_all(term: &Term) -> bool {
    let (Term::Use(_, arguments) | Term::Constant(_, arguments)) = term;
    arguments.iter().all(|argument| {
        argument.binders.iter().all(|&binder| uses(binder, &argument.body) > 0) && uses_all(&argument.body)
    })
}

#[test]
fn the_grammar_has_the_well_typed_terms_of_each_size_and_each_of_them_once() {
    for scoping in [Scoping::Used, Scoping::Any] {
        let grammar = grammar(scoping);
        let input = grammar.input();
        for size in 0..=5 {
            let mut expected = naive(&[input], Type::List, size);
            expected.retain(|term| scoping == Scoping::Any || uses(input, term) > 0 && uses_all(term));
            assert!(expected.iter().all(|term| term.size() == size));
            assert_eq!(grammar.count(size).expect("the grammar is sound"), expected.len().into());
            let mut expected: Vec<_> = expected.iter().map(Term::to_string).collect();
            let mut found = Vec::new();
            let mut walk = grammar.derivations().of_size(size).expect("the grammar is sound");
            while let Some(derivation) = walk.next() {
                found.push(grammar.term(derivation).expect("it is one of this grammar").to_string());
            }
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{scoping:?}, size {size}");
        }
    }
}

/// Terms in which every constant occurs, and at least a number of them.
fn terms(scoping: Scoping, least: usize) -> Vec<Term> {
    let (grammar, mut random) = (grammar(scoping), Random::seed_from_u64(3));
    grammar.count(35).expect("the grammar is sound");
    let mut draws = grammar.draws().expect("the grammar is sound");
    let all: BTreeSet<_> = constants().iter().map(|one| one.rust).collect();
    let (mut seen, mut terms) = (BTreeSet::new(), Vec::new());
    for size in (5..=35).cycle() {
        let derivation = draws.draw(size, &mut random).expect("there are terms of this size");
        let term = grammar.term(&derivation).expect("it is one of this grammar");
        assert_eq!(term.size(), size);
        assert!(scoping == Scoping::Any || uses_all(&term));
        let before = seen.len();
        term.visit(&mut |constant| {
            seen.insert(constant.rust);
        });
        if seen.len() > before || terms.len() < least {
            terms.push(term);
        }
        if seen == all && terms.len() >= least {
            break;
        }
    }
    terms
}

#[test]
fn every_term_compiles_whatever_its_constants() {
    let pair = pair(Printing::Faithful);
    for scoping in [Scoping::Used, Scoping::Any] {
        let terms = terms(scoping, 60);
        let observed = pair.compiler.observe(&terms, pair.sides[0]).expect("there is a compiler");
        assert_eq!(observed.behaviours.len(), terms.len());
        for (term, behaviour) in terms.iter().zip(&observed.behaviours) {
            assert!(matches!(behaviour, Behaviour::Ran(_)), "{term}: {behaviour:?}");
        }
        let distinct: BTreeSet<_> = observed.behaviours.iter().map(|one| format!("{one:?}")).collect();
        assert!(distinct.len() * 2 > terms.len(), "most terms do something of their own");
    }
}

#[derive(Default)]
struct Heard {
    found: Vec<Found>,
    batches: u64,
}

impl Audience for Heard {
    fn progress(&mut self, _: &Figures) {
        self.batches += 1;
    }

    fn found(&mut self, found: &Found) {
        self.found.push(found.clone());
    }

    fn refused(&mut self, term: &Term, why: &str) {
        panic!("{term} is refused: {why}");
    }
}

fn plan(terms: u64, jobs: usize) -> Plan {
    Plan { terms, sizes: 10..=15, seed: 1, jobs, batch: 10 }
}

#[test]
fn a_campaign_tries_the_same_terms_however_many_jobs_there_are() {
    let (grammar, pair) = (grammar(Scoping::Used), pair(Printing::Faithful));
    let run = |jobs| {
        let mut heard = Heard::default();
        let figures = campaign(&grammar, &pair, &plan(25, jobs), &Stop::default(), &mut heard);
        (figures.expect("there is a compiler"), heard)
    };
    let ((one, heard), (three, _)) = (run(1), run(3));
    assert_eq!((heard.batches, heard.found.len(), one.interrupted), (3, 0, false));
    assert_eq!(one.sizes, three.sizes);
    let total = one.total();
    assert_eq!((total.terms, total.different, total.not_compiled), (25, 0, 0));
    assert!(total.always_trap + total.sometimes_trap > 0, "some trap");
}

#[test]
fn a_compiler_that_drops_what_is_only_forced_is_found_and_shown_by_the_smallest_term() {
    let (grammar, pair) = (grammar(Scoping::Used), pair(Printing::Planted));
    let mut draws = grammar.draws().expect("the grammar is sound");
    let mut random = Random::seed_from_u64(1);
    let some =
        (0..30).map(|_| draws.draw(14, &mut random)).collect::<Result<_, _>>().expect("there are terms");
    let batch = pair.observe(&grammar, some).expect("there is a compiler");
    let found = batch.terms.iter().find(|(_, [plain, optimised])| differ(plain, optimised));
    let found = found.expect("a term of thirty forces what traps");
    let smallest = pair.minimise(&grammar, found).expect("there is a compiler");
    let (smallest, both) = smallest.expect("it is one of this grammar");
    assert_eq!(smallest.to_string(), "seq(sum(l0), l0)");
    assert_eq!(
        explain(&both),
        ["[9223372036854775807, 1]", "panic: attempt to add with overflow", "[9223372036854775807, 1]",]
    );
    let program = one(&smallest, Printing::Faithful);
    assert!(program.contains("let _forced = l0.iter().copied().sum::<i64>();"), "{program}");
    assert!(!program.contains("note"), "nothing that is not needed: {program}");
}

#[test]
fn a_campaign_that_is_interrupted_says_so() {
    let interrupt = Stop::default();
    interrupt.stop();
    let pair = pair(Printing::Faithful);
    let figures = campaign(&grammar(Scoping::Used), &pair, &plan(10, 2), &interrupt, &mut Heard::default());
    let figures = figures.expect("nothing is to be done");
    assert!(figures.interrupted);
    assert_eq!(figures.total().terms, 0);
}
