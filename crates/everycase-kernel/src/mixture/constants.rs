//! The constants of the code under test.

/// Numbers and texts that the code under test mentions: inputs with them take paths that others do not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constants {
    /// In 128-bit two's complement, sorted.
    pub(super) numbers: Vec<u128>,
    /// By their length, each as its characters or bytes.
    pub(super) texts: Vec<Vec<u32>>,
}

impl Constants {
    /// Returns constants: numbers in 128-bit two's complement, and texts as their characters or bytes. Empty texts are left out.
    pub fn new(numbers: impl IntoIterator<Item = u128>, texts: impl IntoIterator<Item = Vec<u32>>) -> Self {
        let mut numbers: Vec<u128> = numbers.into_iter().collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut texts: Vec<Vec<u32>> = texts.into_iter().filter(|text| !text.is_empty()).collect();
        texts.sort_unstable_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        texts.dedup();
        Self { numbers, texts }
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty() && self.texts.is_empty()
    }

    /// Returns whether a number, in 128-bit two's complement, is one of them.
    pub fn has_number(&self, number: u128) -> bool {
        self.numbers.binary_search(&number).is_ok()
    }

    /// Returns whether a text is one of them.
    pub fn has_text(&self, text: &[u32]) -> bool {
        self.of_length(text.len()).iter().any(|own| own == text)
    }

    /// Returns the texts of a length.
    pub(super) fn of_length(&self, length: usize) -> &[Vec<u32>] {
        let first = self.texts.partition_point(|text| text.len() < length);
        let end = self.texts.partition_point(|text| text.len() <= length);
        &self.texts[first..end]
    }
}
