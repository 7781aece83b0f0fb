//! Tables as Markdown, columns aligned, so that a run's output goes into `docs/benchmarks.md` as it is.

/// Rows of cells below a header.
#[derive(Debug, Clone)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Returns a table with these column heads.
    pub fn new<const N: usize>(heads: [&str; N]) -> Self {
        Table { rows: vec![heads.map(String::from).to_vec()] }
    }

    /// Returns a table with a column for each of these heads.
    pub fn of(heads: impl IntoIterator<Item = String>) -> Self {
        Table { rows: vec![heads.into_iter().collect()] }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Prints the table.
    pub fn print(&self) {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            self.rows
                .iter()
                .filter_map(|row| row.get(column))
                .map(|cell| cell.chars().count())
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for (number, row) in self.rows.iter().enumerate() {
            let cells = widths.iter().enumerate().map(|(column, width)| {
                let cell = row.get(column).map_or("", String::as_str);
                format!(" {cell:width$} ", width = *width)
            });
            println!("|{}|", cells.collect::<Vec<_>>().join("|"));
            if number == 0 {
                println!(
                    "|{}|",
                    widths.iter().map(|width| "-".repeat(width + 2)).collect::<Vec<_>>().join("|")
                );
            }
        }
        println!();
    }
}
