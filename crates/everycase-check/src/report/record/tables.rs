//! The fields of tables of values in records.

use crate::claims::tables::{Numbers, Table, Tables};
use crate::fields;
use crate::records::FieldError;

/// The tables of some inputs, if they have any.
pub(super) struct TableFields {
    pub(super) tables: Vec<NamedTable>,
    pub(super) others: Option<u64>,
    pub(super) left_out: Option<u64>,
}

fields! { own: TableFields = (TableFields { tables, others, left_out });
    "tables" [optional]: tables, "the values that these inputs state with `tabulate`, one object for each table";
    "other_table_values" [optional]: others, "how many values belong to further tables: the first 64 are listed";
    "values_left_out" [optional]: left_out, "how many values are not counted because their input has more than 1,000";
}

/// A table with its name.
pub(super) struct NamedTable {
    name: String,
    values: u64,
    least: Option<f64>,
    median: Option<f64>,
    most: Option<f64>,
    numbers: Vec<NumberCount>,
    dropped: Option<u32>,
    texts: Vec<TextCount>,
    other_texts: Option<u64>,
}

fields! { own: NamedTable = (NamedTable { name, values, least, median, most, numbers, dropped, texts, other_texts }) {
        values: 0, median: None
    };
    "table": name, "the name of the table";
    "values": = own.values, "how many values it has";
    "least" [optional]: least, "the smallest number in it";
    "median" [optional]: = own.median, "the median of the numbers, the lower one of two";
    "most" [optional]: most, "the largest number";
    "number_counts" [optional]: numbers, "how often it has each number, in their order";
    "dropped_bits" [optional]: dropped, "where it has more than 512 different numbers, the low bits of a 64-bit floating-point \
        number that are left out, so that close numbers are counted together";
    "text_counts" [optional]: texts, "how often it has each text, the most frequent first";
    "other_texts" [optional]: other_texts, "how many texts are not among them: the first 512 different ones are listed";
}

/// A number, and how often it is there.
pub(super) struct NumberCount {
    number: f64,
    count: u64,
}

fields! { own: NumberCount = (NumberCount { number, count });
    "number": number, "the number; with `dropped_bits`, the one nearest to zero of those counted together";
    "values": count, "how often it is there";
}

/// A text, and how often it is there.
pub(super) struct TextCount {
    text: String,
    count: u64,
}

fields! { own: TextCount = (TextCount { text, count });
    "text": text, "the text, cut at 200 bytes";
    "values": count, "how often it is there";
}

impl TableFields {
    /// Returns the fields of some tables.
    pub(super) fn of(tables: &Tables) -> TableFields {
        let named = |(name, table): (&str, &Table)| NamedTable {
            name: name.to_owned(),
            values: table.values(),
            least: table.numbers.ends().map(|[least, _]| least),
            median: table.numbers.median(),
            most: table.numbers.ends().map(|[_, most]| most),
            numbers: numbers(&table.numbers),
            dropped: Some(table.numbers.dropped()).filter(|dropped| *dropped > 0),
            texts: texts(table),
            other_texts: some(table.other_texts),
        };
        TableFields {
            tables: tables.iter().map(named).collect(),
            others: some(tables.others()),
            left_out: some(tables.left_out()),
        }
    }

    /// Returns the tables.
    ///
    /// # Errors
    /// If the numbers of a table cannot be what they are said to be.
    #[inline]
    pub(super) fn tables(self) -> Result<Tables, FieldError> {
        let table = |own: NamedTable| {
            let counts = own.numbers.into_iter().map(|own| (own.number, own.count));
            let ends = own.least.zip(own.most).map(|(least, most)| [least, most]);
            let numbers = Numbers::of(own.dropped.unwrap_or(0), counts, ends)?;
            let texts = own.texts.into_iter().map(|own| (own.text, own.count));
            Some((own.name, Table::of(numbers, texts, own.other_texts.unwrap_or(0))))
        };
        let tables: Option<Vec<_>> = self.tables.into_iter().map(table).collect();
        let tables = tables.ok_or_else(|| FieldError::VALUE.within("tables"))?;
        Ok(Tables::of(tables, self.others.unwrap_or(0), self.left_out.unwrap_or(0)))
    }
}

fn numbers(numbers: &Numbers) -> Vec<NumberCount> {
    numbers.counts().into_iter().map(|(number, count)| NumberCount { number, count }).collect()
}

fn texts(table: &Table) -> Vec<TextCount> {
    table.texts().into_iter().map(|(text, count)| TextCount { text: text.to_owned(), count }).collect()
}

/// Returns a count unless it is zero.
fn some(count: u64) -> Option<u64> {
    Some(count).filter(|count| *count > 0)
}
