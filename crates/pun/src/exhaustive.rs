//! Checks whether the patterns of a case are exhaustive, and whether each branch is useful. Like
//! Maranget's work on warnings for pattern matching, it splits matrices of patterns by the heads of
//! a column. Both questions are answered in one pass, as if building a decision tree, with a bound
//! on the work.

mod witness;

use std::collections::HashMap;

use num_bigint::BigInt;

use self::witness::Witness;
use crate::core::{Branch, ConId, Constructor, Data, Pattern, Program};
use crate::format::print;

/// The maximal number of rows made before a case is left undecided.
const ROWS: usize = 200_000;

/// The maximal recursion depth: one level for each part of a pattern.
const DEEPEST: u32 = 1_000;

/// The result for a case.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Findings {
    /// A pattern of values that no branch is certain to match.
    pub(crate) missing: Option<String>,
    /// Indices of branches whose values all match earlier branches.
    pub(crate) redundant: Vec<usize>,
}

/// Checks the branches of a case, given as patterns and whether they have guards. Finds nothing if
/// that is too much work.
pub(crate) fn check(datas: &[Data], constructors: &[Constructor], branches: &[(&Pattern, bool)]) -> Findings {
    let mut split = Split::new(datas, constructors, branches.len());
    let Ok(missing) = split.branches(branches) else { return Findings::default() };
    let missing = missing.map(|witness| print::pattern(witness.lowered(constructors)));
    let redundant = (0..branches.len()).filter(|branch| !split.is_used[*branch]).collect();
    Findings { missing, redundant }
}

impl Program {
    /// Returns whether some branch of a case takes each value, also where all guards are false. If
    /// that is too much work to tell, it is not.
    pub fn is_exhaustive(&self, branches: &[Branch]) -> bool {
        let rows: Vec<(&Pattern, bool)> =
            branches.iter().map(|branch| (&branch.pattern, branch.guard.is_some())).collect();
        let mut split = Split::new(&self.datas, &self.constructors, rows.len());
        split.branches(&rows).is_ok_and(|missing| missing.is_none())
    }
}

/// The bound on the work was exceeded.
struct WorkLimit;

/// A row of the matrix: its patterns, the first column last, and their branch.
struct Row<'p> {
    columns: Vec<&'p Pattern>,
    branch: usize,
    is_guarded: bool,
}

/// The head of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Head<'p> {
    Construct(ConId),
    Integer(&'p BigInt),
    Character(char),
}

fn head(pattern: &Pattern) -> Option<Head<'_>> {
    match pattern {
        Pattern::Wildcard | Pattern::Bind(_) => None,
        Pattern::Integer(number) => Some(Head::Integer(number)),
        Pattern::Character(character) => Some(Head::Character(*character)),
        Pattern::Construct(constructor, _) => Some(Head::Construct(*constructor)),
    }
}

struct Split<'a> {
    datas: &'a [Data],
    constructors: &'a [Constructor],
    /// For each branch, whether any value reaches it.
    is_used: Vec<bool>,
    /// The number of rows that may still be made.
    rows: usize,
    depth: u32,
}

impl<'a> Split<'a> {
    fn new(datas: &'a [Data], constructors: &'a [Constructor], branches: usize) -> Self {
        Self { datas, constructors, is_used: vec![false; branches], rows: ROWS, depth: 0 }
    }

    /// Returns values that no branch is certain to match. Marks the branches that values reach.
    fn branches(&mut self, branches: &[(&Pattern, bool)]) -> Result<Option<Witness>, WorkLimit> {
        let rows = branches.iter().enumerate();
        let rows = rows.map(|(branch, (pattern, is_guarded))| {
            let columns = vec![*pattern];
            Row { columns, branch, is_guarded: *is_guarded }
        });
        let missing = self.missing(rows.collect(), 1)?;
        Ok(missing.and_then(|mut row| row.pop()))
    }

    /// Returns values that no row is certain to match: one for each column, the first one last.
    fn missing(&mut self, mut rows: Vec<Row<'_>>, columns: usize) -> Result<Option<Vec<Witness>>, WorkLimit> {
        self.rows = self.rows.checked_sub(rows.len()).ok_or(WorkLimit)?;
        // Rows that match everything. No value passes the first one without a guard.
        let fits = |row: &Row<'_>| row.columns.iter().all(|pattern| head(pattern).is_none());
        let leading = rows.iter().take_while(|row| fits(row)).count();
        for row in &rows[..leading] {
            self.is_used[row.branch] = true;
            if !row.is_guarded {
                return Ok(None);
            }
        }
        rows.drain(..leading);
        let Some(first) = rows.first() else {
            return Ok(Some((0..columns).map(|_| Witness::Any).collect()));
        };
        // Split on a column that the first row inspects.
        let column = first.columns.iter().rposition(|pattern| head(pattern).is_some()).unwrap_or_default();
        for row in &mut rows {
            row.columns.swap(column, columns - 1);
        }
        if self.depth >= DEEPEST {
            return Err(WorkLimit);
        }
        self.depth += 1;
        let mut witness = self.missing_in_first(&rows, columns)?;
        self.depth -= 1;
        if let Some(row) = &mut witness {
            row.swap(column, columns - 1);
        }
        Ok(witness)
    }

    /// Does the same, split by the heads of the first column.
    fn missing_in_first(
        &mut self,
        rows: &[Row<'_>],
        columns: usize,
    ) -> Result<Option<Vec<Witness>>, WorkLimit> {
        let (heads, is_complete) = self.heads(rows);
        let places: HashMap<Head<'_>, usize> =
            heads.iter().enumerate().map(|(place, head)| (*head, place)).collect();
        let mut parts: Vec<Vec<Row<'_>>> = heads.iter().map(|_| Vec::new()).collect();
        let mut others = Vec::new();
        for row in rows {
            let Some((first, rest)) = row.columns.split_last() else { continue };
            if let Some(head) = head(first) {
                let Some(part) = places.get(&head).and_then(|place| parts.get_mut(*place)) else { continue };
                let mut columns = rest.to_vec();
                if let Pattern::Construct(_, fields) = first {
                    columns.extend(fields.iter().rev());
                }
                part.push(Row { columns, ..*row });
                continue;
            }
            self.rows = self.rows.checked_sub(heads.len()).ok_or(WorkLimit)?;
            for (head, part) in heads.iter().zip(&mut parts) {
                let mut columns = rest.to_vec();
                columns.extend(std::iter::repeat_n(&Pattern::Wildcard, self.arity(*head)));
                part.push(Row { columns, ..*row });
            }
            others.push(Row { columns: rest.to_vec(), ..*row });
        }
        // A value whose head does not occur in the column makes the simplest witness.
        let mut missing = None;
        if !is_complete {
            missing = self.missing(others, columns - 1)?.map(|mut row| {
                row.push(self.absent(&heads));
                row
            });
        }
        for (head, part) in heads.iter().zip(parts) {
            let arity = self.arity(*head);
            let witness = self.missing(part, columns - 1 + arity)?;
            missing = missing.or_else(|| witness.map(|row| under(*head, row, columns - 1)));
        }
        Ok(missing)
    }

    /// Returns the distinct heads of the first column in order, and whether they are complete.
    fn heads<'p>(&self, rows: &[Row<'p>]) -> (Vec<Head<'p>>, bool) {
        let mut places: HashMap<Head<'p>, usize> = HashMap::new();
        for head in rows.iter().filter_map(|row| head(row.columns.last()?)) {
            let next = places.len();
            places.entry(head).or_insert(next);
        }
        let mut heads: Vec<Head<'p>> = places.keys().copied().collect();
        heads.sort_unstable_by_key(|head| match head {
            Head::Construct(constructor) => constructor.index(),
            Head::Integer(_) | Head::Character(_) => places[head],
        });
        let is_complete = match heads.first() {
            Some(Head::Construct(constructor)) => heads.len() == self.siblings(*constructor).len(),
            _ => false,
        };
        (heads, is_complete)
    }

    /// Returns the constructors of a constructor's data type.
    fn siblings(&self, constructor: ConId) -> &[ConId] {
        let data = self.constructors.get(constructor.index()).map(|known| known.data);
        data.and_then(|data| self.datas.get(data.index())).map_or(&[], |data| &data.constructors)
    }

    fn arity(&self, head: Head<'_>) -> usize {
        match head {
            Head::Construct(constructor) => {
                self.constructors.get(constructor.index()).map_or(0, |known| known.fields.len())
            }
            Head::Integer(_) | Head::Character(_) => 0,
        }
    }

    /// Returns a value with none of these heads.
    fn absent(&self, heads: &[Head<'_>]) -> Witness {
        match heads.first() {
            None => Witness::Any,
            Some(Head::Integer(_)) => {
                let mut number = BigInt::ZERO;
                while heads.contains(&Head::Integer(&number)) {
                    number += 1;
                }
                Witness::Integer(number)
            }
            Some(Head::Character(_)) => {
                let mut absent = ('a'..=char::MAX).filter(|one| !heads.contains(&Head::Character(*one)));
                absent.next().map_or(Witness::Any, Witness::Character)
            }
            Some(Head::Construct(constructor)) => {
                let mut absent =
                    self.siblings(*constructor).iter().filter(|one| !heads.contains(&Head::Construct(**one)));
                absent.next().map_or(Witness::Any, |absent| {
                    let arity = self.arity(Head::Construct(*absent));
                    Witness::Construct(*absent, (0..arity).map(|_| Witness::Any).collect())
                })
            }
        }
    }
}

/// Replaces the last witnesses of a row, the fields of a head, by a witness with that head.
fn under(head: Head<'_>, mut row: Vec<Witness>, columns: usize) -> Vec<Witness> {
    let mut fields = row.split_off(columns);
    fields.reverse();
    row.push(match head {
        Head::Construct(constructor) => Witness::Construct(constructor, fields),
        Head::Integer(number) => Witness::Integer(number.clone()),
        Head::Character(character) => Witness::Character(character),
    });
    row
}

#[cfg(test)]
mod tests;
