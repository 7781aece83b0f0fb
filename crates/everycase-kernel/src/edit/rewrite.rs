//! Rewriting: functions from derivations to derivations of the same shape that need no random
//! numbers and mean the same everywhere, such as 'the list reversed'. A function followed by a
//! rewrite is wrong in the same way on all arguments.
//!
//! A list is recognized by its shape: two alternatives, one without decisions, and one whose last
//! field, and no other, is the list itself. In `[(2, a), (3, b)]` with runs as elements,
//! [`Lists::Reversed`] makes `[(3, b), (2, a)]`, and [`Lists::FieldReversed`] of field 0 makes
//! `[(3, a), (2, b)]`: the counts of the runs are exchanged.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

use super::parts::Parts;
use crate::derivation::Derivation;
use crate::derivations::Derivations;
use crate::error::SpaceError;
use crate::grammar::{Alternative, Kind, Leaf, NodeId};
use crate::sorted::sort_by;

/// Alternatives that are larger than the derivation by more than this are not looked at.
const REACH: u32 = 4;

/// The largest number of fields without a choice that an alternative may hold and still hold
/// nothing.
const FIELDS: usize = 64;

/// A rewrite of derivations of any shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rewrite {
    /// Each outermost list is edited; those that are elements of the outermost ones instead if
    /// `inner`.
    Lists {
        /// The edit.
        edit: Lists,
        /// Whether the lists in the outermost lists are edited.
        inner: bool,
    },
    /// Numbers are edited.
    Numbers {
        /// The edit.
        edit: Numbers,
        /// Which numbers.
        which: Which,
    },
    /// Each constant, an alternative of a sum whose alternatives hold nothing, becomes the next
    /// one: `false` becomes `true`.
    NextConstants,
    /// The first two fields of the same kind of each part are exchanged: a pair is swapped, a tree
    /// is mirrored.
    Mirrored,
}

/// An edit of the elements of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lists {
    /// The elements in reverse order.
    Reversed,
    /// The first element at the end.
    Rotated,
    /// The smallest elements first.
    Ascending,
    /// The largest elements first.
    Descending,
    /// Of neighbouring equal elements only the first.
    Deduplicated,
    /// Only the first element.
    First,
    /// All elements but the first.
    WithoutFirst,
    /// All elements but the last.
    WithoutLast,
    /// The first element twice.
    FirstTwice,
    /// The first and the last element exchanged.
    EndsExchanged,
    /// One field of the elements in reverse order, all others as before.
    FieldReversed(usize),
}

/// An edit of a number. A number for which the result is out of range stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Numbers {
    /// One more.
    Increased,
    /// One less.
    Decreased,
    /// With the other sign.
    Negated,
}

/// Which numbers are edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Which {
    /// All of them.
    All,
    /// The first one.
    First,
    /// The last one.
    Last,
}

impl Rewrite {
    /// Returns all rewrites.
    #[inline]
    pub fn all() -> Vec<Rewrite> {
        use Lists::{
            Ascending, Deduplicated, Descending, EndsExchanged, FieldReversed, First, FirstTwice, Reversed,
            Rotated, WithoutFirst, WithoutLast,
        };
        let edits = [
            Reversed,
            Rotated,
            Ascending,
            Descending,
            Deduplicated,
            First,
            WithoutFirst,
            WithoutLast,
            FirstTwice,
            EndsExchanged,
            FieldReversed(0),
            FieldReversed(1),
            FieldReversed(2),
        ];
        let lists =
            [false, true].into_iter().flat_map(|inner| edits.map(|edit| Rewrite::Lists { edit, inner }));
        let numbers = [
            (Numbers::Increased, Which::All),
            (Numbers::Increased, Which::First),
            (Numbers::Increased, Which::Last),
            (Numbers::Decreased, Which::All),
            (Numbers::Decreased, Which::First),
            (Numbers::Decreased, Which::Last),
            (Numbers::Negated, Which::All),
        ];
        let numbers = numbers.map(|(edit, which)| Rewrite::Numbers { edit, which });
        lists.chain(numbers).chain([Rewrite::NextConstants, Rewrite::Mirrored]).collect()
    }
}

/// Writes what has become of a value, as in 'its list reversed'.
impl fmt::Display for Rewrite {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rewrite::Lists { edit, inner } => {
                let list = if *inner { "each inner list" } else { "the list" };
                match edit {
                    Lists::Reversed => write!(f, "{list} reversed"),
                    Lists::Rotated => write!(f, "the first element of {list} moved to its end"),
                    Lists::Ascending => write!(f, "{list} in ascending order"),
                    Lists::Descending => write!(f, "{list} in descending order"),
                    Lists::Deduplicated => write!(f, "repeated neighbours of {list} removed"),
                    Lists::First => write!(f, "{list} cut after its first element"),
                    Lists::WithoutFirst => write!(f, "the first element of {list} removed"),
                    Lists::WithoutLast => write!(f, "the last element of {list} removed"),
                    Lists::FirstTwice => write!(f, "the first element of {list} doubled"),
                    Lists::EndsExchanged => write!(f, "the first and the last element of {list} exchanged"),
                    Lists::FieldReversed(field) => {
                        write!(f, "field {} of the elements of {list} in reverse order", field + 1)
                    }
                }
            }
            Rewrite::Numbers { edit, which } => {
                let numbers = match which {
                    Which::All => "each number",
                    Which::First => "the first number",
                    Which::Last => "the last number",
                };
                match edit {
                    Numbers::Increased => write!(f, "1 added to {numbers}"),
                    Numbers::Decreased => write!(f, "1 subtracted from {numbers}"),
                    Numbers::Negated => write!(f, "{numbers} negated"),
                }
            }
            Rewrite::NextConstants => f.write_str("each constant replaced by the next one"),
            Rewrite::Mirrored => f.write_str("like fields exchanged"),
        }
    }
}

impl Derivations {
    /// Returns a derivation after a rewrite; `None` if the rewrite changes nothing, or what it
    /// makes is not of the shape.
    ///
    /// # Errors
    /// When the derivation is of another shape.
    #[inline]
    pub fn rewritten(
        &self,
        derivation: &Derivation,
        rewrite: Rewrite,
    ) -> Result<Option<Derivation>, SpaceError> {
        let (tables, derivation) = self.located(derivation, REACH)?;
        let parts = Parts::new(&tables, &derivation);
        let words = match rewrite {
            Rewrite::Lists { edit, inner } => parts.with_lists(edit, inner),
            Rewrite::Numbers { edit, which } => parts.with_numbers(edit, which),
            Rewrite::NextConstants => parts.with_next_constants(),
            Rewrite::Mirrored => parts.mirrored(),
        };
        if words == parts.words {
            return Ok(None);
        }
        match self.parse(&words) {
            Err(SpaceError::Words { .. }) => Ok(None),
            rewritten => rewritten.map(Some),
        }
    }
}

/// An element of a list: its parts, and its words.
struct Element {
    parts: Range<usize>,
    words: Range<usize>,
}

impl Parts {
    /// Returns the words with the lists edited.
    #[inline]
    fn with_lists(&self, edit: Lists, inner: bool) -> Vec<u64> {
        let mut lists = Vec::new();
        self.lists(0..self.all.len(), inner, &mut lists);
        let edits = lists.into_iter().map(|list| (list, self.with_list(list, edit)));
        self.edited(&self.replace(edits))
    }

    /// Finds the outermost lists among some parts, or the outermost lists in these.
    #[inline]
    fn lists(&self, parts: Range<usize>, inner: bool, found: &mut Vec<usize>) {
        let mut next = parts.start;
        while next < parts.end {
            if !self.is_list(next) {
                next += 1;
                continue;
            }
            if inner {
                for element in self.elements(next) {
                    self.lists(element.parts, false, found);
                }
            } else {
                found.push(next);
            }
            next = self.all[next].last;
        }
    }

    /// Returns whether a part is a list.
    #[inline]
    fn is_list(&self, i: usize) -> bool {
        let node = self.all[i].node;
        let Kind::Sum { alternatives, .. } = self.kind(node) else { return false };
        let [one, other] = &**alternatives else { return false };
        [(one, other), (other, one)].into_iter().any(|(end, cons)| {
            let mut fields =
                self.tables.grammar.fields(cons.fields).map(|(_, field)| field).collect::<Vec<_>>();
            self.holds_nothing(end) && fields.pop() == Some(node) && !fields.contains(&node)
        })
    }

    /// Returns whether nothing is decided in an alternative. Of what is farther away than a fixed
    /// size this is not asked, so that the answer does not depend on how far the grammar happens to
    /// be expanded.
    #[inline]
    fn holds_nothing(&self, alternative: &Alternative) -> bool {
        let grammar = &self.tables.grammar;
        let farthest = self.all[0].size.saturating_add(REACH);
        let mut open: Vec<NodeId> = grammar.fields(alternative.fields).map(|(_, field)| field).collect();
        for _ in 0..FIELDS {
            let Some(node) = open.pop() else { return true };
            match self.kind(node) {
                Kind::Sum { alternatives, .. }
                    if alternatives.len() == 1 && grammar.node(node).reach() <= farthest =>
                {
                    open.extend(grammar.fields(alternatives[0].fields).map(|(_, field)| field));
                }
                _ => return false,
            }
        }
        false
    }

    /// Returns the elements of a list.
    #[inline]
    fn elements(&self, list: usize) -> Vec<Element> {
        let mut elements = Vec::new();
        let mut rest = list;
        while let Some(next) =
            self.children(rest).last().filter(|next| self.all[*next].node == self.all[list].node)
        {
            let words = self.all[rest].words.start + 1..self.all[next].words.start;
            elements.push(Element { parts: rest + 1..next, words });
            rest = next;
        }
        elements
    }

    /// Returns the words of a list after an edit.
    #[inline]
    fn with_list(&self, list: usize, edit: Lists) -> Vec<u64> {
        let elements = self.elements(list);
        let whole = self.all[list].words.clone();
        let (Some(first), Some(last)) = (elements.first(), elements.last()) else {
            return self.words[whole].to_vec();
        };
        let (cons, end) = (self.words[whole.start], last.words.end..whole.end);
        debug_assert_eq!(first.words.start, whole.start + 1);
        let mut contents: Vec<Vec<u64>> =
            elements.iter().map(|element| self.words[element.words.clone()].to_vec()).collect();
        match edit {
            Lists::Reversed => contents.reverse(),
            Lists::Rotated => contents.rotate_left(1),
            Lists::Ascending | Lists::Descending => {
                let mut order: Vec<usize> = (0..elements.len()).collect();
                sort_by(&mut order, |one, other| {
                    let order = self.compare(&elements[*one].parts, &elements[*other].parts);
                    if edit == Lists::Ascending { order } else { order.reverse() }
                });
                contents = order.into_iter().map(|place| contents[place].clone()).collect();
            }
            Lists::Deduplicated => contents.dedup(),
            Lists::First => contents.truncate(1),
            Lists::WithoutFirst => drop(contents.remove(0)),
            Lists::WithoutLast => drop(contents.pop()),
            Lists::FirstTwice => contents.insert(0, contents[0].clone()),
            Lists::EndsExchanged => {
                let last = contents.len() - 1;
                contents.swap(0, last);
            }
            Lists::FieldReversed(field) => contents = self.with_field_reversed(&elements, field),
        }
        let mut words: Vec<u64> =
            contents.into_iter().flat_map(|own| std::iter::once(cons).chain(own)).collect();
        words.extend_from_slice(&self.words[end]);
        words
    }

    /// Returns the words of elements with one field in reverse order. They stay as they are if an
    /// element has no such field.
    #[inline]
    fn with_field_reversed(&self, elements: &[Element], field: usize) -> Vec<Vec<u64>> {
        let fields: Option<Vec<Range<usize>>> = elements
            .iter()
            .map(|element| Some(self.all[self.field(element, field)?].words.clone()))
            .collect();
        let own = |element: &Element| self.words[element.words.clone()].to_vec();
        let Some(fields) = fields else { return elements.iter().map(own).collect() };
        let with_field = |(element, (field, other)): (&Element, (&Range<usize>, &Range<usize>))| {
            let parts = [element.words.start..field.start, other.clone(), field.end..element.words.end];
            parts.into_iter().flat_map(|part| &self.words[part]).copied().collect()
        };
        elements.iter().zip(fields.iter().zip(fields.iter().rev())).map(with_field).collect()
    }

    /// Returns a field of an element: of the product that it is, or of its alternative of a list
    /// with several fields.
    #[inline]
    fn field(&self, element: &Element, field: usize) -> Option<usize> {
        let mut fields: Vec<usize> = Vec::new();
        let mut next = element.parts.start;
        while next < element.parts.end {
            fields.push(next);
            next = self.all[next].last;
        }
        while let [only] = *fields
            && matches!(self.kind(self.all[only].node), Kind::Sum { alternatives, .. } if alternatives.len() == 1)
        {
            fields = self.children(only).collect();
        }
        (fields.len() > 1).then(|| fields.get(field).copied())?
    }

    /// Compares elements of one list: by their alternatives and numbers in pre-order.
    #[inline]
    fn compare(&self, one: &Range<usize>, other: &Range<usize>) -> Ordering {
        let key = |i: usize| {
            let part = &self.all[i];
            let is_negative = self.leaf(i).is_some_and(Leaf::is_signed) && part.value >> 127 == 1;
            (!is_negative, part.value)
        };
        one.clone().map(key).cmp(other.clone().map(key))
    }

    /// Returns the words with numbers edited.
    #[inline]
    fn with_numbers(&self, edit: Numbers, which: Which) -> Vec<u64> {
        let edited = |i: &usize| {
            let (leaf, value) = (self.leaf(*i)?, self.all[*i].value);
            let changed = match edit {
                Numbers::Increased => value.wrapping_add(1),
                Numbers::Decreased => value.wrapping_sub(1),
                Numbers::Negated => value.wrapping_neg(),
            };
            leaf.position(changed).map(|_| (*i, self.leaf_words(*i, changed)))
        };
        let leaves: Vec<usize> = (0..self.all.len()).filter(|i| self.leaf(*i).is_some()).collect();
        let wanted = match which {
            Which::All => &leaves[..],
            Which::First => &leaves[..leaves.len().min(1)],
            Which::Last => &leaves[leaves.len().saturating_sub(1)..],
        };
        self.edited(&self.replace(wanted.iter().filter_map(edited)))
    }

    /// Returns the words with each constant replaced.
    #[inline]
    fn with_next_constants(&self) -> Vec<u64> {
        let edits = (0..self.all.len()).filter_map(|i| {
            let Kind::Sum { alternatives, .. } = self.kind(self.all[i].node) else { return None };
            let is_constant =
                alternatives.len() > 1 && alternatives.iter().all(|own| self.holds_nothing(own));
            is_constant.then(|| (i, vec![(self.all[i].value as u64 + 1) % alternatives.len() as u64]))
        });
        self.edited(&self.replace(edits))
    }

    /// Returns the words with fields exchanged.
    #[inline]
    fn mirrored(&self) -> Vec<u64> {
        let mut words = Vec::with_capacity(self.words.len());
        let mut open = vec![0];
        while let Some(i) = open.pop() {
            let mut fields: Vec<usize> = self.children(i).collect();
            let own = self.all[i].words.start
                ..fields.first().map_or(self.all[i].words.end, |f| self.all[*f].words.start);
            words.extend_from_slice(&self.words[own]);
            let pairs =
                (0..fields.len()).flat_map(|one| (one + 1..fields.len()).map(move |other| (one, other)));
            let like = { pairs }.find(|&(one, other)| self.are_like(fields[one], fields[other]));
            if let Some((one, other)) = like {
                fields.swap(one, other);
            }
            open.extend(fields.into_iter().rev());
        }
        words
    }

    /// Returns whether two parts are of one node, or numbers of one range.
    #[inline]
    fn are_like(&self, one: usize, other: usize) -> bool {
        let ranges = || self.leaf(one).zip(self.leaf(other));
        self.all[one].node == self.all[other].node
            || ranges().is_some_and(|(one, other)| one.range() == other.range())
    }
}
