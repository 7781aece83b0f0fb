//! The nodes of types with unknown parts: a graph in which variables become links to their types.

use crate::core::DataId;
use crate::source::Span;

/// A type that may have unknown parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ty(u32);

/// The level of generalized variables, which are instantiated at each mention.
pub(crate) const GENERIC: u32 = u32::MAX;

/// The maximal number of nodes of a type. Without a limit, types may be exponentially larger than
/// the program.
pub(crate) const LARGEST: u32 = 1_000;

/// A node of a type.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Node {
    /// Unknown. A variable of a higher level than the current `let` occurs only in the value of the
    /// `let`.
    Variable {
        level: u32,
        /// Where values of this type are compared: it must not become a function.
        compared: Option<Span>,
    },
    /// A variable that was unified, and where.
    Link {
        to: Ty,
        at: Option<Span>,
    },
    /// A type variable of a signature.
    Rigid(u32),
    Integer,
    Character,
    Arrow(Ty, Ty),
    Data(DataId, Arguments),
    /// A type error that has been reported; it unifies with everything.
    Wrong,
}

/// The arguments of a type, as a range in the store.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arguments {
    start: u32,
    end: u32,
}

/// The types of a group of definitions.
pub(crate) struct Store {
    nodes: Vec<Node>,
    arguments: Vec<Ty>,
    /// The number of the last walk that visited each node.
    marks: Vec<u32>,
    mark: u32,
    /// The former nodes changed by a unification, restored if it fails.
    log: Option<Vec<(Ty, Node)>>,
    /// For each rigid variable, where it is compared.
    pub(crate) rigid: Vec<Option<Span>>,
    /// The level of the current `let`.
    pub(crate) level: u32,
}

impl Store {
    pub(crate) const INTEGER: Ty = Ty(0);
    pub(crate) const CHARACTER: Ty = Ty(1);
    pub(crate) const BOOLEAN: Ty = Ty(2);
    pub(crate) const UNIT: Ty = Ty(3);
    pub(crate) const TEXT: Ty = Ty(4);
    pub(crate) const WRONG: Ty = Ty(5);

    pub(crate) fn new() -> Self {
        let mut store = Self {
            nodes: Vec::new(),
            arguments: Vec::new(),
            marks: Vec::new(),
            mark: 0,
            log: None,
            rigid: Vec::new(),
            level: 1,
        };
        store.clear();
        store
    }

    /// Removes all types except the constant ones.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.arguments.clear();
        self.marks.clear();
        self.mark = 0;
        self.rigid.clear();
        self.level = 1;
        for constant in [Node::Integer, Node::Character] {
            self.add(constant);
        }
        self.data(DataId::BOOLEAN, &[]);
        self.data(DataId::UNIT, &[]);
        self.data(DataId::LIST, &[Self::CHARACTER]);
        self.add(Node::Wrong);
    }

    pub(crate) fn add(&mut self, node: Node) -> Ty {
        self.nodes.push(node);
        self.marks.push(0);
        Ty(self.nodes.len() as u32 - 1)
    }

    pub(crate) fn data(&mut self, data: DataId, arguments: &[Ty]) -> Ty {
        let start = self.arguments.len() as u32;
        self.arguments.extend_from_slice(arguments);
        self.add(Node::Data(data, Arguments { start, end: self.arguments.len() as u32 }))
    }

    pub(crate) fn arrow(&mut self, from: Ty, to: Ty) -> Ty {
        self.add(Node::Arrow(from, to))
    }

    /// Returns a fresh variable.
    pub(crate) fn fresh(&mut self) -> Ty {
        self.variable(None)
    }

    /// Returns a fresh variable, with the place where its values are compared, if any.
    pub(crate) fn variable(&mut self, compared: Option<Span>) -> Ty {
        self.add(Node::Variable { level: self.level, compared })
    }

    pub(crate) fn arguments(&self, arguments: Arguments) -> &[Ty] {
        &self.arguments[arguments.start as usize..arguments.end as usize]
    }

    /// Changes a node; the change can be undone.
    pub(crate) fn set(&mut self, ty: Ty, node: Node) {
        let before = std::mem::replace(&mut self.nodes[ty.0 as usize], node);
        if let Some(log) = &mut self.log {
            log.push((ty, before));
        }
    }

    /// Begins to record changes.
    pub(crate) fn begin(&mut self) {
        self.log = Some(Vec::new());
    }

    /// Ends recording; if `undo` is set, undoes the changes.
    pub(crate) fn end(&mut self, undo: bool) {
        for (ty, node) in self.log.take().into_iter().flatten().rev().filter(|_| undo) {
            self.nodes[ty.0 as usize] = node;
        }
    }

    /// Returns the type that a type is known to be and, if it was a variable, where it was unified.
    pub(crate) fn found(&mut self, ty: Ty) -> (Ty, Option<Span>) {
        let mut root = ty;
        let mut place = None;
        while let Node::Link { to, at } = self.nodes[root.0 as usize] {
            root = to;
            place = at;
        }
        let mut here = ty;
        while let Node::Link { to, .. } = self.nodes[here.0 as usize] {
            if to != root {
                self.set(here, Node::Link { to: root, at: place });
            }
            here = to;
        }
        (root, place)
    }

    /// Returns the type that a type is known to be.
    pub(crate) fn root(&mut self, ty: Ty) -> Ty {
        self.found(ty).0
    }

    /// Returns the node of a type, following links.
    pub(crate) fn node(&mut self, ty: Ty) -> Node {
        let root = self.root(ty);
        self.nodes[root.0 as usize]
    }

    /// Makes a variable unify with everything.
    pub(crate) fn give_up(&mut self, ty: Ty) {
        let root = self.root(ty);
        if let Node::Variable { .. } = self.node(root) {
            self.set(root, Node::Wrong);
        }
    }

    /// Begins a walk.
    pub(crate) fn walk(&mut self) {
        self.mark += 1;
    }

    /// Returns whether the walk visits a type for the first time.
    pub(crate) fn is_new(&mut self, ty: Ty) -> bool {
        std::mem::replace(&mut self.marks[ty.0 as usize], self.mark) != self.mark
    }

    /// Pushes the parts of a node.
    pub(crate) fn push_parts(&self, node: Node, list: &mut Vec<Ty>) {
        match node {
            Node::Arrow(from, to) => list.extend([from, to]),
            Node::Data(_, arguments) => list.extend_from_slice(self.arguments(arguments)),
            Node::Variable { .. }
            | Node::Link { .. }
            | Node::Rigid(_)
            | Node::Integer
            | Node::Character
            | Node::Wrong => {}
        }
    }

    /// Returns whether a type has more than [`LARGEST`] nodes as a tree, counting shared ones
    /// repeatedly.
    pub(crate) fn is_too_large(&mut self, ty: Ty) -> bool {
        let mut open = vec![ty];
        let mut parts = 0;
        while let Some(ty) = open.pop() {
            parts += 1;
            if parts > LARGEST {
                return true;
            }
            let node = self.node(ty);
            self.push_parts(node, &mut open);
        }
        false
    }
}
