//! Types whose values can be inspected one constructor at a time.

use std::rc::Rc;
use std::sync::Arc;

use super::Lazy;

/// A type whose values can be inspected one constructor at a time. `#[derive(Enumerable)]`
/// implements it.
///
/// The derive makes an enum with the same constructors and lazy fields. Its name is the name of the
/// type with `View` appended:
///
/// ```
/// use everycase::{Enumerable, Lazy};
///
/// #[derive(Enumerable)]
/// enum Tree {
///     Leaf,
///     Node(Box<Tree>, u8, Box<Tree>),
/// }
///
/// fn depth_at_most(n: u32, tree: Lazy<Tree>) -> bool {
///     match tree.force() {
///         TreeView::Leaf => true,
///         TreeView::Node(left, _, right) => n > 0 && depth_at_most(n - 1, left) && depth_at_most(n - 1, right),
///     }
/// }
/// # assert!(depth_at_most(1, Tree::Node(Box::new(Tree::Leaf), 3, Box::new(Tree::Leaf)).into()));
/// ```
///
/// A `Box`, `Rc` or `Arc` costs nothing and is transparent; see
/// [the derive](macro@crate::Enumerable#views) for the rest. Types without constructors, such as
/// maps and sets, have no view; [`Lazy::value`] returns them completely.
pub trait Inspect: Sized {
    /// The constructor, with lazy fields.
    type View;

    /// Inspects a value.
    fn inspect(lazy: Lazy<Self>) -> Self::View;
}

impl<T: Inspect> Lazy<T> {
    /// Returns the constructor of the value with lazy fields; decides it if it is open.
    #[inline]
    pub fn force(self) -> T::View {
        T::inspect(self)
    }
}

impl Inspect for bool {
    type View = bool;

    #[inline]
    fn inspect(lazy: Lazy<Self>) -> bool {
        lazy.decide().alternative() == 1
    }
}

impl Inspect for std::cmp::Ordering {
    type View = Self;

    #[inline]
    fn inspect(lazy: Lazy<Self>) -> Self {
        match lazy.decide().alternative() {
            0 => Self::Less,
            1 => Self::Equal,
            _ => Self::Greater,
        }
    }
}

impl<T> Inspect for Option<T> {
    type View = Option<Lazy<T>>;

    #[inline]
    fn inspect(lazy: Lazy<Self>) -> Self::View {
        let decided = lazy.decide();
        (decided.alternative() == 1).then(|| decided.field(0))
    }
}

impl<T, E> Inspect for Result<T, E> {
    type View = Result<Lazy<T>, Lazy<E>>;

    #[inline]
    fn inspect(lazy: Lazy<Self>) -> Self::View {
        let decided = lazy.decide();
        if decided.alternative() == 0 { Ok(decided.field(0)) } else { Err(decided.field(0)) }
    }
}

/// The view of a list: empty, or an element and the rest.
#[derive(Clone, Copy, Debug)]
pub enum ListView<T, L> {
    /// No elements.
    Nil,
    /// The first element and the rest.
    Cons(Lazy<T>, Lazy<L>),
}

/// A list, inspected from its front.
macro_rules! list {
    ($([$($parameter:ident)?] $list:ty, $element:ty;)*) => { $(
        impl$(<$parameter>)? Inspect for $list {
            type View = ListView<$element, Self>;

            #[inline]
            fn inspect(lazy: Lazy<Self>) -> Self::View {
                let decided = lazy.decide();
                if decided.alternative() == 0 {
                    ListView::Nil
                } else {
                    ListView::Cons(decided.field(0), decided.field(1))
                }
            }
        }
    )* };
}

list! {
    [T] Vec<T>, T;
    [T] std::collections::VecDeque<T>, T;
    [T] std::collections::LinkedList<T>, T;
    [] String, char;
}

/// A pointer, which costs nothing and is transparent.
macro_rules! transparent {
    ($($pointer:ident)*) => { $(
        impl<T: Inspect> Inspect for $pointer<T> {
            type View = T::View;

            #[inline]
            fn inspect(lazy: Lazy<Self>) -> T::View {
                T::inspect(lazy.cast())
            }
        }
    )* };
}

transparent!(Box Rc Arc);

impl Inspect for () {
    type View = ();

    #[inline]
    fn inspect(_: Lazy<Self>) {}
}

macro_rules! tuple {
    ($($field:ident $i:literal),+) => {
        impl<$($field),+> Inspect for ($($field,)+) {
            type View = ($(Lazy<$field>,)+);

            #[inline]
            fn inspect(lazy: Lazy<Self>) -> Self::View {
                let decided = lazy.decide();
                ($(decided.field::<$field>($i),)+)
            }
        }
    };
}

tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
