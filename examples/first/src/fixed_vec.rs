//! A vector that has room for four elements.

#[derive(Debug, Default)]
pub struct FixedVec {
    elements: [u8; 4],
    len: usize,
}

impl FixedVec {
    /// Appends an element; returns false if the vector is full.
    pub fn push(&mut self, element: u8) -> bool {
        self.insert(self.len, element)
    }

    /// Inserts an element at an index; returns false if the vector is full or the index is out of
    /// bounds.
    pub fn insert(&mut self, index: usize, element: u8) -> bool {
        // As in arrayvec 0.3.17: the bound is the length, not the capacity.
        if self.len == self.elements.len() || index >= self.elements.len() {
            return false;
        }
        for at in (index..self.len).rev() {
            self.elements[at + 1] = self.elements[at];
        }
        self.elements[index] = element;
        self.len += 1;
        true
    }

    /// Removes the last element.
    pub fn pop(&mut self) -> Option<u8> {
        self.len = self.len.checked_sub(1)?;
        Some(self.elements[self.len])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use everycase::prelude::*;

    #[derive(Debug, Clone, Enumerable)]
    enum Step {
        Push(u8),
        Insert(usize, u8),
        Pop,
    }

    #[property]
    fn it_does_what_a_vector_does(steps: Vec<Step>) {
        let (mut fixed, mut vec) = (FixedVec::default(), Vec::new());
        for step in steps {
            match step {
                Step::Push(element) => {
                    if fixed.push(element) {
                        vec.push(element);
                    }
                }
                Step::Insert(index, element) => {
                    if fixed.insert(index, element) {
                        vec.insert(index, element);
                    }
                }
                Step::Pop => assert_eq!(fixed.pop(), vec.pop()),
            }
        }
    }
}
