//! Two iterators that wrap one, which does not count what is taken from the back.

/// Counts down from both ends.
#[derive(Clone, Debug)]
struct Inner {
    all: Vec<u8>,
    left: usize,
}

impl Inner {
    fn new(count: u8) -> Inner {
        Inner { all: (0..count).collect(), left: usize::from(count) }
    }
    fn next(&mut self) -> Option<u8> {
        self.left = self.left.saturating_sub(1);
        (!self.all.is_empty()).then(|| self.all.remove(0))
    }
    fn next_back(&mut self) -> Option<u8> {
        self.all.pop()
    }
}

/// Wraps it.
#[derive(Clone, Debug)]
pub struct Keys(Inner);

impl Keys {
    pub fn new(count: u8) -> Keys {
        Keys(Inner::new(count))
    }
}
impl Iterator for Keys {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        self.0.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.left, Some(self.0.left))
    }
}
impl DoubleEndedIterator for Keys {
    fn next_back(&mut self) -> Option<u8> {
        self.0.next_back()
    }
}
impl ExactSizeIterator for Keys {}

/// Wraps it as well.
#[derive(Clone, Debug)]
pub struct Values(Inner);

impl Values {
    pub fn of(count: u8) -> Values {
        Values(Inner::new(count))
    }
}
impl Iterator for Values {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        self.0.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.left, Some(self.0.left))
    }
}
impl DoubleEndedIterator for Values {
    fn next_back(&mut self) -> Option<u8> {
        self.0.next_back()
    }
}
