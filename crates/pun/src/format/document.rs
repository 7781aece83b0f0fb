//! Documents: texts with possible line breaks, and the choice of actual ones.
//!
//! A group is on one line if it fits; otherwise its own breaks become line breaks. The choice takes
//! linear time.

/// The maximal width of lines, where possible.
const WIDTH: usize = 100;

/// A part of a document.
#[derive(Clone, Copy, Debug)]
enum Item<'a> {
    Text(&'a str),
    /// A space, unless at the beginning of a line.
    Space,
    /// A space, or a line break if the group does not fit on a line.
    Break,
    /// A line break.
    Hard,
    /// An empty line, at the beginning of a line.
    Blank,
    /// A comment at the end of the current line.
    Behind(&'a str),
    /// A comment on a line of its own.
    Alone(&'a str),
    /// The start of a group, with the index of its end.
    Open(usize),
    Close,
    /// Indents later lines by a number of columns.
    Indent(usize),
    /// Indents later lines to the current column.
    Align,
    /// Ends `Indent` and `Align`.
    Dedent,
}

/// A document under construction.
#[derive(Default)]
pub(super) struct Document<'a> {
    items: Vec<Item<'a>>,
    groups: Vec<usize>,
    /// A comment after the last text. It goes after all groups that end there, so that it breaks
    /// none of them.
    behind: Option<&'a str>,
}

impl<'a> Document<'a> {
    fn push(&mut self, item: Item<'a>) {
        if let Some(comment) = self.behind.take() {
            self.items.push(Item::Behind(comment));
        }
        self.items.push(item);
    }

    pub(super) fn text(&mut self, text: &'a str) {
        self.push(Item::Text(text));
    }

    /// Adds a comment on the line of the last text.
    pub(super) fn comment_behind(&mut self, comment: &'a str) {
        self.behind = Some(comment);
    }

    /// Adds a comment on a line of its own.
    pub(super) fn comment_alone(&mut self, comment: &'a str) {
        self.push(Item::Alone(comment));
    }

    pub(super) fn space(&mut self) {
        self.push(Item::Space);
    }

    /// Adds a space, or a line break if the group is broken.
    pub(super) fn break_(&mut self) {
        self.push(Item::Break);
    }

    pub(super) fn line(&mut self) {
        self.push(Item::Hard);
    }

    pub(super) fn blank(&mut self) {
        self.push(Item::Blank);
    }

    pub(super) fn open(&mut self) {
        self.push(Item::Open(0));
        self.groups.push(self.items.len() - 1);
    }

    pub(super) fn close(&mut self) {
        // Not `push`: a comment after the last text of a group is not part of it.
        self.items.push(Item::Close);
        if let Some(open) = self.groups.pop() {
            self.items[open] = Item::Open(self.items.len() - 1);
        }
    }

    pub(super) fn indent(&mut self, by: usize) {
        self.push(Item::Indent(by));
    }

    pub(super) fn align(&mut self) {
        self.push(Item::Align);
    }

    pub(super) fn dedent(&mut self) {
        self.items.push(Item::Dedent);
    }

    /// Returns the printed text. It ends with a line break unless it is empty.
    pub(super) fn print(mut self) -> String {
        self.push(Item::Hard);
        let measures = Measures::of(&self.items);
        let mut printer = Printer::default();
        let mut broken = vec![true];
        for (i, item) in self.items.iter().enumerate() {
            match *item {
                Item::Open(close) => {
                    broken.push(!measures.fits(i, close, WIDTH.saturating_sub(printer.column())));
                }
                Item::Close => {
                    broken.pop();
                }
                Item::Break if broken.last() == Some(&false) => printer.space = true,
                Item::Break | Item::Hard => printer.line(),
                other => printer.item(other),
            }
        }
        printer.out
    }
}

/// Measures of a document, computed before printing.
struct Measures {
    /// For each item, the width of everything before it, on one line.
    before: Vec<usize>,
    /// For each item, the number of forced line breaks before it.
    lines: Vec<usize>,
    /// For each item, the width up to the next possible line break.
    ahead: Vec<usize>,
}

impl Measures {
    fn of(items: &[Item]) -> Self {
        let (mut before, mut lines) = (vec![0], vec![0]);
        let (mut width, mut count) = (0, 0);
        for item in items {
            match item {
                Item::Text(text) => width += text.chars().count(),
                Item::Space | Item::Break => width += 1,
                Item::Hard | Item::Behind(_) | Item::Alone(_) => count += 1,
                _ => {}
            }
            before.push(width);
            lines.push(count);
        }
        let mut ahead = vec![0; items.len() + 1];
        for (i, item) in items.iter().enumerate().rev() {
            ahead[i] = match item {
                Item::Break | Item::Hard | Item::Behind(_) | Item::Alone(_) => 0,
                _ => before[i + 1] - before[i] + ahead[i + 1],
            };
        }
        Self { before, lines, ahead }
    }

    /// Returns whether the items between `open` and `close`, and what follows them without a break,
    /// fit into `room`.
    fn fits(&self, open: usize, close: usize, room: usize) -> bool {
        self.lines[open] == self.lines[close]
            && self.before[close] - self.before[open] + self.ahead[close] <= room
    }
}

#[derive(Default)]
struct Printer {
    out: String,
    /// Where the current line begins in `out`.
    begin: usize,
    /// The indentation of its text.
    indented: usize,
    indents: Vec<usize>,
    /// Whether a space precedes the next text.
    space: bool,
    /// Whether the next text begins a new line, because a comment ends this one.
    ended: bool,
}

impl Printer {
    fn indentation(&self) -> usize {
        self.indents.last().copied().unwrap_or(0)
    }

    fn is_fresh(&self) -> bool {
        self.begin == self.out.len()
    }

    /// Returns the column of the next text.
    fn column(&self) -> usize {
        if self.ended {
            self.indentation()
        } else if self.is_fresh() {
            self.indented
        } else {
            self.out[self.begin..].chars().count() + usize::from(self.space)
        }
    }

    fn line(&mut self) {
        if !self.is_fresh() {
            self.out.push('\n');
            self.begin = self.out.len();
        }
        self.indented = self.indentation();
        self.space = false;
        self.ended = false;
    }

    fn text(&mut self, text: &str) {
        if self.ended {
            self.line();
        }
        if self.is_fresh() {
            self.out.extend(std::iter::repeat_n(' ', self.indented));
        } else if self.space {
            self.out.push(' ');
        }
        self.space = false;
        self.out.push_str(text);
    }

    fn item(&mut self, item: Item) {
        match item {
            Item::Text(text) => self.text(text),
            Item::Space => self.space = true,
            Item::Blank => {
                self.line();
                if !self.out.is_empty() && !self.out.ends_with("\n\n") {
                    self.out.push('\n');
                    self.begin = self.out.len();
                }
            }
            Item::Behind(comment) => {
                self.space = true;
                self.text(comment);
                self.ended = true;
            }
            Item::Alone(comment) => {
                self.line();
                self.text(comment);
                self.ended = true;
            }
            Item::Indent(by) => self.indents.push(self.indentation() + by),
            Item::Align => {
                let aligned = if self.ended { self.indentation() + 2 } else { self.column() };
                self.indents.push(aligned);
            }
            Item::Dedent => {
                self.indents.pop();
            }
            Item::Break | Item::Hard | Item::Open(_) | Item::Close => {}
        }
    }
}
