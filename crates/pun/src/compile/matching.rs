//! Compiles pattern matching to decision trees. On each path no part of a value is inspected twice,
//! and none that row-by-row matching from left to right would not inspect.

use std::collections::HashMap;

use super::body::{Body, Label, To};
use super::bytecode::{Constant, Op, Reg};
use crate::core::{Binder, Branch, ConId, Expr, Kind, Pattern};
use crate::source::Span;

/// The number of decisions after which rows are matched one by one, so that the code stays
/// proportional to the patterns.
const DECISIONS: u32 = 1_000;

/// Compiles a case.
pub(super) fn case<'p>(
    body: &mut Body<'_, 'p>,
    scrutinee: &'p Expr,
    branches: &'p [Branch],
    to: To,
    span: Span,
) {
    let patterns = branches.iter().map(|branch| &branch.pattern).collect();
    let mut parts = Vec::new();
    let whole = taken_apart(body, scrutinee, patterns, &mut parts);
    let tests =
        |number: usize| parts.iter().map(move |(place, patterns)| (*place, patterns[number])).collect();
    let rows = (0..branches.len()).map(|number| Row { number, tests: tests(number), bindings: Vec::new() });
    let rows = rows.collect();
    let (end, failure) = (body.label(), body.label());
    let left = DECISIONS;
    let placed = HashMap::new();
    let mut matching = Matching { body, branches, to, span, end, failure, fails: false, left, placed };
    matching.rows(rows, failure);
    if matching.fails {
        body.place(failure);
        let src = whole.value(body);
        body.emit(Op::NoBranch { src }, span);
    }
    body.place_end(end);
}

/// The scrutinee, in case it is needed as a whole.
enum Whole<'p> {
    Register(Reg),
    Construct(&'p Expr, ConId, Vec<Self>),
}

impl Whole<'_> {
    fn value(&self, body: &mut Body<'_, '_>) -> Reg {
        match self {
            Self::Register(register) => *register,
            Self::Construct(term, constructor, fields) => {
                let fields: Vec<Reg> = fields.iter().map(|field| field.value(body)).collect();
                body.construct_of(*constructor, &fields, term.span)
            }
        }
    }
}

/// Returns the parts of a scrutinee. A constructor that is only matched, such as a pair, is not
/// made.
fn taken_apart<'p>(
    body: &mut Body<'_, 'p>,
    term: &'p Expr,
    patterns: Vec<&'p Pattern>,
    parts: &mut Vec<(Place, Vec<&'p Pattern>)>,
) -> Whole<'p> {
    if let Kind::Construct(constructor, fields) = &term.kind
        && !fields.is_empty()
        && body.is_strict(*constructor)
        && patterns.iter().all(|pattern| match pattern {
            Pattern::Construct(own, _) => own == constructor,
            Pattern::Wildcard => true,
            _ => false,
        })
    {
        body.begin(term);
        let of_field = |i: usize| {
            let field = patterns.iter().map(move |pattern| match pattern {
                Pattern::Construct(_, fields) => fields.get(i).unwrap_or(&Pattern::Wildcard),
                _ => &Pattern::Wildcard,
            });
            field.collect()
        };
        let fields = fields.iter().enumerate().map(|(i, field)| taken_apart(body, field, of_field(i), parts));
        return Whole::Construct(term, *constructor, fields.collect());
    }
    let register = body.operand(term);
    parts.push((Place { register, is_lazy: false }, patterns));
    Whole::Register(register)
}

/// A part of the scrutinee.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    register: Reg,
    /// Whether it may be unevaluated.
    is_lazy: bool,
}

/// A branch with its remaining tests, and its variables.
#[derive(Clone)]
struct Row<'p> {
    number: usize,
    tests: Vec<(Place, &'p Pattern)>,
    bindings: Vec<(&'p Binder, Reg)>,
}

impl Row<'_> {
    /// Binds the variables of patterns that need no test.
    fn settle(&mut self) {
        let bindings = &mut self.bindings;
        self.tests.retain(|(place, pattern)| match pattern {
            Pattern::Wildcard => false,
            Pattern::Bind(binder) => {
                bindings.push((binder, place.register));
                false
            }
            _ => true,
        });
    }

    fn test_at(&self, place: Place) -> Option<usize> {
        self.tests.iter().position(|(other, _)| *other == place)
    }
}

/// The label of a branch's code, and the registers of its variables.
type BranchCode<'p> = (Label, Vec<(&'p Binder, Reg)>);

struct Matching<'b, 'c, 'p> {
    body: &'b mut Body<'c, 'p>,
    branches: &'p [Branch],
    to: To,
    span: Span,
    end: Label,
    /// Where execution continues if nothing matches, and whether that is possible.
    failure: Label,
    fails: bool,
    left: u32,
    /// The branches compiled so far.
    placed: HashMap<usize, BranchCode<'p>>,
}

impl<'p> Matching<'_, '_, 'p> {
    /// Compiles the choice of the first matching row; jumps to `failure` if there is none.
    fn rows(&mut self, mut rows: Vec<Row<'p>>, failure: Label) {
        rows.iter_mut().for_each(Row::settle);
        let Some(first) = rows.first() else {
            self.fails |= failure == self.failure;
            self.body.jump(failure, self.span);
            return;
        };
        let Some(&(place, pattern)) = first.tests.first() else {
            self.leaf(rows, failure);
            return;
        };
        if self.left == 0 && rows.len() > 1 {
            let rest = rows.split_off(1);
            let next = self.body.label();
            self.rows(rows, next);
            self.body.place(next);
            self.rows(rest, failure);
            return;
        }
        self.left = self.left.saturating_sub(1);
        let place = self.evaluate(place, &mut rows);
        match pattern {
            Pattern::Construct(constructor, _) => self.constructors(place, *constructor, rows, failure),
            Pattern::Integer(value) => {
                self.literal(place, &Constant::Integer(value.clone()), pattern, rows, failure);
            }
            Pattern::Character(value) => {
                self.literal(place, &Constant::Character(*value), pattern, rows, failure);
            }
            // Settled already.
            Pattern::Wildcard | Pattern::Bind(_) => {}
        }
    }

    /// Evaluates a delayed part, for all rows that test it.
    fn evaluate(&mut self, place: Place, rows: &mut [Row<'p>]) -> Place {
        if !place.is_lazy {
            return place;
        }
        let register = self.body.register();
        self.body.emit(Op::Force { dst: register, src: place.register }, self.span);
        let value = Place { register, is_lazy: false };
        for (other, _) in rows.iter_mut().flat_map(|row| &mut row.tests) {
            if *other == place {
                *other = value;
            }
        }
        value
    }

    /// Compiles the first row, whose tests have all passed.
    fn leaf(&mut self, mut rows: Vec<Row<'p>>, failure: Label) {
        let rest = rows.split_off(1);
        let Some(row) = rows.pop() else { return };
        if let Some((label, registers)) = self.placed.get(&row.number) {
            let moves: Vec<(Reg, Reg)> = registers
                .iter()
                .filter_map(|(binder, to)| {
                    let from = row.bindings.iter().find(|(other, _)| other.local == binder.local)?.1;
                    (from != *to).then_some((*to, from))
                })
                .collect();
            let label = *label;
            // The registers of the other path are unused on this one, so no move overwrites
            // another's source.
            for (dst, src) in moves {
                self.body.emit(Op::Move { dst, src }, self.span);
            }
            self.body.jump(label, self.span);
            return;
        }
        let branch = &self.branches[row.number];
        let is_last = row.number > 0 && row.number + 1 == self.branches.len();
        match &branch.guard {
            None => {
                let label = self.body.label();
                self.body.place(label);
                for (binder, register) in &row.bindings {
                    self.body.bind(binder.local, *register);
                }
                self.placed.insert(row.number, (label, row.bindings));
                self.body.branch(branch, is_last, self.to);
                self.body.jump_after(self.to, self.end, self.span);
            }
            Some(guard) => {
                // What follows a failing guard depends on the path here, so it is compiled for each
                // path.
                for (binder, register) in &row.bindings {
                    self.body.bind(binder.local, *register);
                }
                let next = self.body.label();
                self.body.condition(guard, next);
                self.body.branch(branch, false, self.to);
                self.body.jump_after(self.to, self.end, self.span);
                self.body.place(next);
                self.rows(rest, failure);
            }
        }
    }

    /// Branches on a constructor.
    fn constructors(&mut self, place: Place, any: ConId, rows: Vec<Row<'p>>, failure: Label) {
        let program = self.body.compiler.program;
        let data = &program.datas[program.constructors[any.index()].data.index()];
        let dst = self.body.register();
        let labels: Vec<Label> = data.constructors.iter().map(|_| self.body.label()).collect();
        let other = self.body.label();
        let is_tested = |constructor: ConId, rows: &[Row<'p>]| {
            rows.iter().any(|row| {
                row.test_at(place).is_some_and(
                    |at| matches!(row.tests[at].1, Pattern::Construct(own, _) if *own == constructor),
                )
            })
        };
        let targets: Vec<Label> = data
            .constructors
            .iter()
            .zip(&labels)
            .map(|(constructor, label)| if is_tested(*constructor, &rows) { *label } else { other })
            .collect();
        let base = data.constructors.first().map_or(0, |constructor| constructor.0);
        let table = self.body.targets(&targets);
        let (src, constructors) = (place.register, targets.len() as u16);
        self.body.emit(Op::Switch { dst, src, constructors, base, targets: table }, self.span);
        // If each row is for one constructor, the paths share no code.
        let is_parted = rows.iter().all(|row| row.test_at(place).is_some());
        let ways = self.body.ways(self.to);
        for (constructor, label) in data.constructors.iter().zip(&targets) {
            if *label == other {
                continue;
            }
            self.body.place(*label);
            if is_parted {
                self.body.next_way(&ways);
            }
            let lazy: Vec<bool> =
                program.constructors[constructor.index()].fields.iter().map(|field| field.is_lazy).collect();
            let fields = self.fields(dst, *constructor, place, &lazy, &rows);
            let fitting = rows.iter().filter_map(|row| specialise(row, place, *constructor, &fields));
            let fitting = fitting.collect();
            self.rows(fitting, failure);
        }
        self.body.no_more_ways();
        self.body.place(other);
        if targets.contains(&other) {
            let rest = rows.into_iter().filter(|row| row.test_at(place).is_none()).collect();
            self.rows(rest, failure);
        }
    }

    /// Returns the fields of a constructor that some row uses.
    fn fields(
        &mut self,
        src: Reg,
        constructor: ConId,
        place: Place,
        lazy: &[bool],
        rows: &[Row<'p>],
    ) -> Vec<Place> {
        let is_used = |i: usize| {
            rows.iter().any(|row| {
                row.test_at(place).is_some_and(|at| match row.tests[at].1 {
                    Pattern::Construct(own, patterns) if *own == constructor => {
                        !matches!(patterns.get(i), Some(Pattern::Wildcard) | None)
                    }
                    _ => false,
                })
            })
        };
        let fields = lazy.iter().enumerate().map(|(i, &is_lazy)| {
            if !is_used(i) {
                return Place { register: src, is_lazy };
            }
            let dst = self.body.register();
            self.body.emit(Op::Field { dst, src, i: i as u16 }, self.span);
            Place { register: dst, is_lazy }
        });
        fields.collect()
    }

    /// Branches on a literal.
    fn literal(
        &mut self,
        place: Place,
        literal: &Constant,
        pattern: &Pattern,
        rows: Vec<Row<'p>>,
        failure: Label,
    ) {
        let otherwise = self.body.label();
        self.body.is_literal(place.register, literal.clone(), otherwise, self.span);
        let same = rows.iter().filter_map(|row| {
            let Some(at) = row.test_at(place) else { return Some(row.clone()) };
            is_same(row.tests[at].1, pattern).then(|| {
                let mut row = row.clone();
                row.tests.remove(at);
                row
            })
        });
        let same = same.collect();
        self.rows(same, failure);
        self.body.place(otherwise);
        let others = rows
            .into_iter()
            .filter(|row| row.test_at(place).is_none_or(|at| !is_same(row.tests[at].1, pattern)))
            .collect();
        self.rows(others, failure);
    }
}

fn is_same(a: &Pattern, b: &Pattern) -> bool {
    match (a, b) {
        (Pattern::Integer(a), Pattern::Integer(b)) => a == b,
        (Pattern::Character(a), Pattern::Character(b)) => a == b,
        _ => false,
    }
}

/// Returns the rest of a row for a constructor at a place, or `None` if the row tests for another
/// one.
fn specialise<'p>(row: &Row<'p>, place: Place, constructor: ConId, fields: &[Place]) -> Option<Row<'p>> {
    let Some(at) = row.test_at(place) else { return Some(row.clone()) };
    match row.tests[at].1 {
        Pattern::Construct(own, patterns) if *own == constructor => {
            let mut row = row.clone();
            row.tests.splice(at..=at, fields.iter().copied().zip(patterns));
            Some(row)
        }
        _ => None,
    }
}
