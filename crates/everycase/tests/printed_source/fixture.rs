//! Properties in several modules, and types of all kinds in others. What was printed of the inputs of a module's
//! properties is compiled in this module: a file of `printed/`, which the test of `main.rs` writes.

use everycase::Enumerable;

/// The root's own.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub(crate) enum Root {
    Unit,
    Tuple(u8, bool),
    Named { left: i8, r#type: Option<char> },
}

pub(crate) mod a {
    use everycase::Enumerable;

    #[derive(Debug, Clone, PartialEq, Enumerable)]
    pub(crate) enum Tree<T> {
        Leaf,
        Node(Box<Tree<T>>, T, Box<Tree<T>>),
    }

    #[derive(Debug, Clone, PartialEq, Enumerable)]
    pub(crate) struct Same(pub(crate) bool);

    #[derive(Debug, Clone, PartialEq, Enumerable)]
    pub(crate) struct Point {
        pub(crate) x: u8,
        pub(crate) y: Same,
    }

    pub(crate) mod deep {
        use everycase::{Enumerable, Space};

        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Enumerable)]
        pub(crate) enum Deep {
            Zero,
            One(u8),
        }

        /// Even numbers, through a function of the module.
        #[derive(Debug, Clone, PartialEq, Enumerable)]
        #[enumerable(via = u8, from = doubled, into = |even: &Even| even.0 / 2)]
        pub(crate) struct Even(pub(crate) u8);

        pub(crate) fn doubled(n: u8) -> Even {
            Even(n / 2 * 2)
        }

        /// Through its own function.
        #[derive(Debug, Clone, PartialEq, Enumerable)]
        #[enumerable(via = Vec<Deep>, from = Self::new)]
        pub(crate) struct List(Vec<Deep>);

        impl List {
            pub(crate) fn new(list: Vec<Deep>) -> Self {
                Self(list)
            }
        }

        /// Through a closure.
        #[derive(Debug, Clone, PartialEq, Enumerable)]
        #[enumerable(via = (u8, bool), from = |(n, odd)| Pair { n, odd }, into = |pair: &Pair| (pair.n, pair.odd))]
        pub(crate) struct Pair {
            pub(crate) n: u8,
            pub(crate) odd: bool,
        }

        /// With a space by hand, and a field that is left out.
        #[derive(Debug, Clone, PartialEq, Enumerable)]
        pub(crate) struct Licence<T> {
            #[enumerable(from = Space::one_of([Deep::One(7), Deep::Zero]))]
            pub(crate) deep: Deep,
            #[enumerable(from = Space::one_of([vec!["a".to_owned()], vec![]]))]
            pub(crate) names: Vec<String>,
            #[enumerable(skip)]
            pub(crate) cache: Option<u8>,
            pub(crate) extra: T,
        }
    }
}

pub(crate) mod b {
    use everycase::{Enumerable, Space};

    use super::a::deep::Deep;

    #[derive(Debug, Clone, PartialEq, Enumerable)]
    pub(crate) struct Same {
        pub(crate) a: super::a::Same,
        pub(crate) deep: Deep,
    }

    /// A name that the prelude has.
    #[derive(Debug, Clone, PartialEq, Enumerable)]
    pub(crate) struct String(pub(crate) std::string::String);

    /// What its parameters do not name.
    #[derive(Debug, Clone, PartialEq, Enumerable)]
    pub(crate) struct Outer {
        pub(crate) same: Option<Same>,
        pub(crate) text: Option<String>,
        pub(crate) root: super::Root,
    }

    /// Of a type without a space of its own.
    pub(crate) fn seeds() -> Space<everycase_check::settings::seed::Seed> {
        u64::space().map(everycase_check::settings::seed::Seed).with_source(|seed, out| {
            out.name("everycase_check::settings::seed", "Seed");
            out.push_str(&format!("({})", seed.0));
        })
    }

    seen! { own(x: Same, y: super::a::Same) format!("{x:?} {y:?}") }

    include!("printed/b.rs");
}

/// A private module, and the way to what is in it.
pub(crate) mod facade {
    mod hidden {
        use everycase::Enumerable;

        #[derive(Debug, Clone, PartialEq, Enumerable)]
        pub(crate) enum Hidden {
            Left(u8),
            Right,
        }
    }

    pub(crate) use hidden::Hidden;
}

#[allow(non_camel_case_types)]
pub(crate) mod r#fn {
    use everycase::Enumerable;

    #[derive(Debug, Clone, PartialEq, Enumerable)]
    pub(crate) enum r#match {
        r#if(u8),
        Else,
    }

    #[derive(Debug, Clone, PartialEq, Enumerable)]
    pub(crate) struct Holder(pub(crate) r#match);
}

pub(crate) mod nested {
    use std::borrow::Cow;
    use std::cmp::{Ordering, Reverse};
    use std::collections::{BTreeMap, BTreeSet, HashSet, LinkedList, VecDeque};
    use std::num::{NonZero, Wrapping};
    use std::ops::{Bound, ControlFlow, Range};
    use std::rc::Rc;
    use std::sync::Arc;
    use std::time::Duration;

    use everycase::{Enumerable, Fun, Space};

    use super::a::Point as P;
    use super::a::deep::{self, Deep, Even, Licence, List, Pair};
    use super::{a, b};

    type Trees = Vec<a::Tree<Deep>>;
    const LENGTH: usize = 2;

    seen! { others(x: b::Outer) format!("{x:?}") }

    seen! { aliases(x: Trees, y: P) format!("{x:?} {y:?}") }

    seen! { renamed(x: super::facade::Hidden, y: super::r#fn::Holder) format!("{x:?} {y:?}") }

    seen! { arrays(x: [deep::Deep; LENGTH], y: (a::Tree<[a::Same; 1]>,)) format!("{x:?} {y:?}") }

    seen! { bijections(x: Even, y: List, z: Pair) format!("{x:?} {y:?} {z:?}") }

    seen! {
        collections(x: BTreeMap<Deep, a::Same>, y: BTreeSet<Reverse<u8>>, z: VecDeque<bool>, l: LinkedList<Deep>)
        format!("{x:?} {y:?} {z:?} {l:?}")
    }

    seen! {
        hashed(x: HashSet<Deep>, y: std::collections::HashMap<bool, Deep>)
        format!("{:?} {:?}", x.iter().collect::<BTreeSet<_>>(), y.iter().collect::<BTreeMap<_, _>>())
    }

    seen! {
        library(d: Duration, n: NonZero<i8>, o: Option<Ordering>, w: Wrapping<i16>, f: f32, u: ())
        format!("{d:?} {n:?} {o:?} {w:?} {f:?} {u:?}")
    }

    seen! {
        pointers(c: Cow<'static, str>, l: Cow<'static, [Deep]>, r: Rc<[a::Same]>, s: Box<str>, v: Arc<Deep>)
        format!("{c:?} {l:?} {r:?} {s:?} {v:?}")
    }

    seen! {
        ranges(r: Range<i8>, b: Bound<Deep>, c: ControlFlow<Deep, a::Same>, rr: Range<Option<Range<u8>>>)
        format!("{r:?} {b:?} {c:?} {rr:?}")
    }

    seen! {
        system(
            p: std::path::PathBuf,
            c: std::ffi::CString,
            t: std::time::SystemTime,
            a: std::net::SocketAddr,
            h: std::collections::BinaryHeap<Deep>,
            i: std::ops::Range<std::net::Ipv4Addr>
        )
        format!("{p:?} {c:?} {t:?} {a:?} {:?} {i:?}", h.into_sorted_vec())
    }

    seen! { functions(f: Fun<Deep, a::Same>) format!("{:?}", Deep::space().up_to(4).unwrap().map(|x| f.call(&x)).collect::<Vec<_>>()) }

    seen! {
        functions_of_more(f: Fun<(b::Same, Option<u8>), a::Tree<bool>>, g: Fun<Fun<bool, bool>, Ordering>)
        format!(
            "{:?} {:?}",
            <(b::Same, Option<u8>)>::space().up_to(5).unwrap().map(|x| f.call(&x)).collect::<Vec<_>>(),
            Fun::<bool, bool>::space().up_to(3).unwrap().map(|x| g.call(&x)).collect::<Vec<_>>(),
        )
    }

    seen! {
        functions_between(#[from(Fun::between(&arguments(), &a::Same::space()))] f: Fun<Deep, a::Same>)
        format!("{:?}", arguments().up_to(1).unwrap().map(|x| f.call(&x)).collect::<Vec<_>>())
    }

    fn arguments() -> Space<Deep> {
        Space::one_of([Deep::One(7), Deep::Zero])
    }

    seen! { by_hand(#[from(points())] x: a::Point, #[from(strings())] y: (String, Deep)) format!("{x:?} {y:?}") }

    seen! { foreign(#[from(b::seeds())] x: everycase_check::settings::seed::Seed, y: Licence<Deep>) format!("{x:?} {y:?}") }

    fn points() -> Space<a::Point> {
        u8::space().map(|x| a::Point { x, y: a::Same(x % 2 == 0) })
    }

    fn strings() -> Space<(String, Deep)> {
        u8::space().bijection(
            |n| ("a".repeat(usize::from(n)), Deep::One(n)),
            |(_, deep)| match deep {
                Deep::Zero => 0,
                Deep::One(n) => *n,
            },
        )
    }

    include!("printed/nested.rs");
}

/// Parameters that are changed, borrowed or taken apart.
pub(crate) mod patterns {
    use std::ops::Range;
    use std::path::Path;

    use super::a::deep::Pair;

    pasted! { changed(mut v: Vec<u8>) { v.push(1); format!("{v:?}") } }

    pasted! {
        lent_to_be_changed(v: &mut Vec<u8>, list: &mut [bool]) {
            *v = [&**v, &[1]].concat();
            list.reverse();
            format!("{v:?} {list:?}")
        }
    }

    pasted! {
        lent(text: &str, list: &[bool], path: &Path, range: &Range<i8>, &a: &u8) {
            let text: &str = text;
            let lengths: [usize; 3] = [text, &*path.to_string_lossy(), "b"].map(str::len);
            format!("{text} {:?} {path:?} {:?} {lengths:?} {}", list.iter().copied().max(), range.clone(), a.pow(1))
        }
    }

    pasted! { lent_parts((n, odd): &(u8, bool), [first, ..]: &mut [u8; 2]) { *first = 3; format!("{} {} {first}", *n, *odd) } }

    pasted! {
        parts((mut n, _): (u8, bool), Pair { n: ref m, odd }: Pair, _: &bool) {
            n = n.wrapping_add(*m);
            format!("{n} {odd}")
        }
    }

    pasted! { r#match(r#type: u8, mut r#in: Option<bool>) { r#in.take(); format!("{} {:?}", r#type, r#in) } }

    include!("printed/patterns.rs");
}

/// Types with the names of keywords, where no one writes them.
pub(crate) mod raw {
    use everycase::Fun;

    macro_rules! of_type {
        ($ty:ty) => {
            pasted! { from_a_macro(x: Option<$crate::fixture::r#fn::r#match>, y: $ty) { format!("{x:?} {y:?}") } }
        };
    }

    of_type!(crate::fixture::r#fn::r#match);

    pasted! {
        functions(f: Fun<super::r#fn::r#match, bool>) {
            let r#match = super::r#fn::r#match::r#if(1);
            format!("{}", f.call(&r#match))
        }
    }

    include!("printed/raw.rs");
}

/// Types with names of the prelude.
#[allow(dead_code)]
pub(crate) mod own_types {
    use everycase::{Enumerable, Fun};

    #[derive(Debug, Clone, PartialEq, Enumerable)]
    pub(crate) struct Box(pub(crate) std::boxed::Box<u8>);

    #[derive(Debug, Clone, PartialEq, Enumerable)]
    pub(crate) struct String {
        pub(crate) text: std::string::String,
    }

    #[derive(Debug, Clone, PartialEq, Enumerable)]
    pub(crate) struct Some(pub(crate) std::option::Option<bool>);

    #[derive(Debug, Clone, PartialEq, Enumerable)]
    pub(crate) struct None;

    #[derive(Debug, Clone, PartialEq, Enumerable)]
    pub(crate) struct Ok(pub(crate) std::result::Result<u8, ()>);

    #[derive(Debug, Clone, PartialEq, Enumerable)]
    pub(crate) struct Vec(pub(crate) std::vec::Vec<u8>);

    #[derive(Debug, Clone, PartialEq, Enumerable)]
    pub(crate) struct Default {
        #[enumerable(skip)]
        pub(crate) n: u8,
    }

    pasted! {
        own(a: Box, b: String, c: Some, d: None, e: Ok, f: Vec, g: Default) {
            format!("{a:?} {b:?} {c:?} {d:?} {e:?} {f:?} {g:?}")
        }
    }

    pasted! { texts(a: std::option::Option<String>, b: &str) { format!("{a:?} {b:?}") } }

    pasted! {
        functions(f: Fun<(Some, std::option::Option<bool>), std::option::Option<u8>>, g: Fun<None, std::vec::Vec<bool>>) {
            format!("{:?} {:?}", f.call(&(Some(std::option::Option::None), std::option::Option::Some(true))), g.call(&None))
        }
    }

    include!("printed/own_types.rs");
}

/// Variants with names of the prelude, all imported.
pub(crate) mod own_variants {
    use everycase::Enumerable;

    use Value::*;

    #[derive(Debug, Clone, PartialEq, Enumerable)]
    pub(crate) enum Value {
        None,
        Some(std::option::Option<u8>),
        String(std::string::String),
        Box(std::boxed::Box<Value>),
    }

    pasted! { glob(v: Value, o: Option<std::string::String>) { format!("{v:?} {o:?}") } }

    include!("printed/own_variants.rs");
}

pub(crate) mod tests {
    use super::*;

    macro_rules! of_type {
        ($ty:ty) => {
            seen! { from_a_macro(x: $ty, y: Option<$crate::fixture::b::Same>) format!("{x:?} {y:?}") }
        };
    }

    seen! { glob(x: a::Tree<Root>, y: Option<Root>) format!("{x:?} {y:?}") }

    of_type!(Vec<a::Tree<Root>>);

    include!("printed/tests.rs");
}
