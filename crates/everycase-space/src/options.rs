//! What can be decided, found once for each kind of decision and size.

/// Lists of options by number (of a node or of a list of fields) and size, found when first asked for.
#[derive(Clone)]
pub(crate) struct Options<T> {
    rows: Vec<Vec<Entry>>,
    all: Vec<T>,
}

#[derive(Clone, Copy)]
struct Entry {
    start: u32,
    len: u32,
}

const UNKNOWN: Entry = Entry { start: u32::MAX, len: 0 };

impl<T> Default for Options<T> {
    fn default() -> Self {
        Self { rows: Vec::new(), all: Vec::new() }
    }
}

impl<T> Options<T> {
    #[inline]
    pub(crate) fn get(&mut self, id: u32, size: u32, find: impl FnOnce(&mut Vec<T>)) -> &[T] {
        let entry = match self.rows.get(id as usize).and_then(|row| row.get(size as usize)) {
            Some(&entry) if entry.start != u32::MAX => entry,
            _ => self.find(id as usize, size as usize, find),
        };
        &self.all[entry.start as usize..][..entry.len as usize]
    }

    #[cold]
    #[inline(never)]
    fn find(&mut self, id: usize, size: usize, find: impl FnOnce(&mut Vec<T>)) -> Entry {
        if self.rows.len() <= id {
            self.rows.resize(id + 1, Vec::new());
        }
        if self.rows[id].len() <= size {
            self.rows[id].resize(size + 1, UNKNOWN);
        }
        let start = self.all.len();
        find(&mut self.all);
        let entry = Entry { start: start as u32, len: (self.all.len() - start) as u32 };
        self.rows[id][size] = entry;
        entry
    }
}
