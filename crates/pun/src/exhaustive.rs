//! Do patterns cover all values, and is each of some use? Maranget's usefulness, with a bound on the work.

use num_bigint::BigInt;

use crate::core::{ConId, Constructor, Data, Pattern};

/// How many rows may be looked at before nothing is said of a case.
const ROWS: u32 = 200_000;

/// How deep the algorithm may recurse: once for each part of a pattern.
const DEEPEST: u32 = 1_000;

/// What there is to say about a case.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Findings {
    /// A pattern of values that none of the branches is for.
    pub(crate) missing: Option<String>,
    /// Branches that are for no value that is not an earlier one's, by place.
    pub(crate) redundant: Vec<usize>,
}

/// Looks at the branches of a case: their patterns, and whether they have guards. Nothing is found where that is too much
/// work.
pub(crate) fn check(datas: &[Data], constructors: &[Constructor], branches: &[(&Pattern, bool)]) -> Findings {
    let mut search = Search { datas, constructors, rows: ROWS, depth: 0 };
    search.findings(branches).unwrap_or_default()
}

/// The work was too much.
struct Exhausted;

/// A row of patterns, the first one last.
type Row<'p> = Vec<&'p Pattern>;

/// What a pattern begins with.
#[derive(Clone, PartialEq)]
enum Head<'p> {
    Construct(ConId),
    Integer(&'p BigInt),
    Character(char),
}

/// Values that are not covered.
enum Witness {
    Any,
    Construct(ConId, Vec<Witness>),
    Integer(BigInt),
    Character(char),
}

struct Search<'p> {
    datas: &'p [Data],
    constructors: &'p [Constructor],
    rows: u32,
    depth: u32,
}

fn head(pattern: &Pattern) -> Option<Head<'_>> {
    match pattern {
        Pattern::Wildcard | Pattern::Bind(_) => None,
        Pattern::Integer(number) => Some(Head::Integer(number)),
        Pattern::Character(character) => Some(Head::Character(*character)),
        Pattern::Construct(constructor, _) => Some(Head::Construct(*constructor)),
    }
}

impl<'p> Search<'p> {
    fn findings(&mut self, branches: &[(&'p Pattern, bool)]) -> Result<Findings, Exhausted> {
        let mut findings = Findings::default();
        let mut rows: Vec<Row<'p>> = Vec::with_capacity(branches.len());
        for (place, (pattern, is_guarded)) in branches.iter().enumerate() {
            if !self.is_useful(&rows, &vec![*pattern])? {
                findings.redundant.push(place);
            } else if !is_guarded {
                rows.push(vec![*pattern]);
            }
        }
        let witness = self.missing(&rows, 1)?;
        findings.missing = witness.and_then(|mut row| row.pop()).map(|witness| self.show(&witness, false));
        Ok(findings)
    }

    fn work(&mut self, rows: usize) -> Result<(), Exhausted> {
        self.rows = self.rows.checked_sub(rows as u32 + 1).ok_or(Exhausted)?;
        if self.depth > DEEPEST { Err(Exhausted) } else { Ok(()) }
    }

    fn arity(&self, head: &Head<'_>) -> usize {
        match head {
            Head::Construct(constructor) => {
                self.constructors.get(constructor.index()).map_or(0, |known| known.fields.len())
            }
            Head::Integer(_) | Head::Character(_) => 0,
        }
    }

    /// What is left of a row when its first pattern is looked at and begins with `wanted`.
    fn specialised(&self, row: &Row<'p>, wanted: &Head<'_>) -> Option<Row<'p>> {
        const ANY: &Pattern = &Pattern::Wildcard;
        let (first, rest) = row.split_last()?;
        let mut rest = rest.to_vec();
        match (head(first), first) {
            (None, _) => rest.extend(std::iter::repeat_n(ANY, self.arity(wanted))),
            (Some(found), _) if found != *wanted => return None,
            (_, Pattern::Construct(_, parts)) => rest.extend(parts.iter().rev()),
            _ => {}
        }
        Some(rest)
    }

    fn all_specialised(&mut self, rows: &[Row<'p>], wanted: &Head<'_>) -> Result<Vec<Row<'p>>, Exhausted> {
        self.work(rows.len())?;
        Ok(rows.iter().filter_map(|row| self.specialised(row, wanted)).collect())
    }

    /// What is left of the rows whose first pattern fits everything.
    fn default(&mut self, rows: &[Row<'p>]) -> Result<Vec<Row<'p>>, Exhausted> {
        self.work(rows.len())?;
        let any = rows.iter().filter(|row| row.last().is_some_and(|first| head(first).is_none()));
        Ok(any.map(|row| row[..row.len() - 1].to_vec()).collect())
    }

    /// The constructors of the type that the first patterns are of, if all of them occur there.
    fn all_constructors(&self, rows: &[Row<'p>]) -> Option<&'p [ConId]> {
        let firsts = || rows.iter().filter_map(|row| row.last());
        let constructor = firsts().find_map(|first| match head(first) {
            Some(Head::Construct(constructor)) => Some(constructor),
            _ => None,
        })?;
        let data = self.constructors.get(constructor.index())?.data;
        let all = &self.datas.get(data.index())?.constructors;
        let mut seen = vec![false; all.len()];
        for first in firsts() {
            if let Some(Head::Construct(constructor)) = head(first) {
                let tag = self.constructors.get(constructor.index())?.tag as usize;
                *seen.get_mut(tag)? = true;
            }
        }
        seen.iter().all(|seen| *seen).then_some(all)
    }

    /// Does a row fit values that none of the rows fits?
    fn is_useful(&mut self, rows: &[Row<'p>], row: &Row<'p>) -> Result<bool, Exhausted> {
        let Some(first) = row.last() else { return Ok(rows.is_empty()) };
        if rows.is_empty() {
            return Ok(true);
        }
        self.depth += 1;
        let result = match (head(first), self.all_constructors(rows)) {
            (Some(head), _) => self.is_useful_for(rows, row, &head)?,
            (None, Some(constructors)) => {
                let mut useful = false;
                for constructor in constructors {
                    useful = useful || self.is_useful_for(rows, row, &Head::Construct(*constructor))?;
                }
                useful
            }
            (None, None) => {
                let rest = self.default(rows)?;
                self.is_useful(&rest, &row[..row.len() - 1].to_vec())?
            }
        };
        self.depth -= 1;
        Ok(result)
    }

    fn is_useful_for(&mut self, rows: &[Row<'p>], row: &Row<'p>, head: &Head<'_>) -> Result<bool, Exhausted> {
        let rest = self.all_specialised(rows, head)?;
        match self.specialised(row, head) {
            Some(row) => self.is_useful(&rest, &row),
            None => Ok(false),
        }
    }

    /// Values, `columns` of them, the first one last, that none of the rows fits.
    fn missing(&mut self, rows: &[Row<'p>], columns: usize) -> Result<Option<Vec<Witness>>, Exhausted> {
        if rows.is_empty() {
            return Ok(Some((0..columns).map(|_| Witness::Any).collect()));
        }
        if columns == 0 {
            return Ok(None);
        }
        self.depth += 1;
        let result = match self.all_constructors(rows) {
            Some(constructors) => self.missing_under(rows, columns, constructors)?,
            None => {
                let rest = self.default(rows)?;
                let witness = self.missing(&rest, columns - 1)?;
                witness.map(|mut row| {
                    row.push(self.absent(rows));
                    row
                })
            }
        };
        self.depth -= 1;
        Ok(result)
    }

    fn missing_under(
        &mut self,
        rows: &[Row<'p>],
        columns: usize,
        constructors: &[ConId],
    ) -> Result<Option<Vec<Witness>>, Exhausted> {
        for constructor in constructors {
            let head = Head::Construct(*constructor);
            let arity = self.arity(&head);
            let rest = self.all_specialised(rows, &head)?;
            if let Some(mut row) = self.missing(&rest, columns - 1 + arity)? {
                let mut parts = row.split_off(columns - 1);
                parts.reverse();
                row.push(Witness::Construct(*constructor, parts));
                return Ok(Some(row));
            }
        }
        Ok(None)
    }

    /// A value that no first pattern begins with.
    fn absent(&self, rows: &[Row<'p>]) -> Witness {
        let heads: Vec<Head<'p>> = rows.iter().filter_map(|row| head(row.last()?)).collect();
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
                let absent = ('a'..=char::MAX).find(|one| !heads.contains(&Head::Character(*one)));
                absent.map_or(Witness::Any, Witness::Character)
            }
            Some(Head::Construct(constructor)) => {
                let known = self.constructors.get(constructor.index());
                let data = known.and_then(|known| self.datas.get(known.data.index()));
                let mut all = data.into_iter().flat_map(|data| data.constructors.iter().copied());
                let absent = all.find(|one| !heads.contains(&Head::Construct(*one)));
                absent.map_or(Witness::Any, |absent| {
                    let arity = self.arity(&Head::Construct(absent));
                    Witness::Construct(absent, (0..arity).map(|_| Witness::Any).collect())
                })
            }
        }
    }

    fn show(&self, witness: &Witness, is_part: bool) -> String {
        match witness {
            Witness::Any => "_".to_owned(),
            Witness::Integer(number) => number.to_string(),
            Witness::Character(character) => format!("'{character}'"),
            Witness::Construct(ConId::PAIR, parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.show(part, false)).collect();
                format!("({})", parts.join(", "))
            }
            Witness::Construct(ConId::CONS, parts) => {
                let [head, tail] = &**parts else { return "_ :: _".to_owned() };
                let head_is_part = matches!(head, Witness::Construct(ConId::CONS, _));
                let text = format!("{} :: {}", self.show(head, head_is_part), self.show(tail, false));
                if is_part { format!("({text})") } else { text }
            }
            Witness::Construct(constructor, parts) => {
                let name = self.constructors.get(constructor.index()).map_or("_", |known| &*known.name);
                if parts.is_empty() {
                    return name.to_owned();
                }
                let parts: Vec<String> = parts.iter().map(|part| self.show(part, true)).collect();
                format!("[{name} {}]", parts.join(" "))
            }
        }
    }
}
