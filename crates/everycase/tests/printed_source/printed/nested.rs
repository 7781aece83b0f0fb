// Written by the test of `main.rs`.
pub(crate) fn printed() -> ::std::vec::Vec<::std::string::String> {
::std::vec![
{
use b::Outer;
use crate::fixture::Root;
let x: b::Outer = Outer { same: None, text: None, root: Root::Unit };
others::call(x)
},
{
use b::Outer;
use crate::fixture::Root;
let x: b::Outer = Outer { same: None, text: None, root: Root::Tuple(0, false) };
others::call(x)
},
{
use b::Outer;
use crate::fixture::Root;
let x: b::Outer = Outer { same: None, text: None, root: Root::Tuple(0, true) };
others::call(x)
},
{
use b::Outer;
use crate::fixture::Root;
let x: b::Outer = Outer { same: None, text: None, root: Root::Named { left: 0, r#type: None } };
others::call(x)
},
{
use b::Outer;
use crate::fixture::Root;
let x: b::Outer = Outer { same: None, text: None, root: Root::Tuple(1, false) };
others::call(x)
},
{
use b::Outer;
use crate::fixture::Root;
let x: b::Outer = Outer { same: None, text: None, root: Root::Named { left: 1, r#type: None } };
others::call(x)
},
{
use b::Outer;
use crate::fixture::Root;
let x: b::Outer = Outer { same: None, text: None, root: Root::Tuple(2, false) };
others::call(x)
},
{
use b::Outer;
use crate::fixture::Root;
let x: b::Outer = Outer { same: None, text: None, root: Root::Named { left: 2, r#type: None } };
others::call(x)
},
{
use b::Outer;
use crate::fixture::Root;
let x: b::Outer = Outer { same: None, text: None, root: Root::Named { left: 4, r#type: Some('\0') } };
others::call(x)
},
{
use b::Outer;
use crate::fixture::Root;
let x: b::Outer = Outer { same: None, text: None, root: Root::Tuple(22, false) };
others::call(x)
},
{
use b::Outer;
use crate::fixture::Root;
let x: b::Outer = Outer { same: None, text: None, root: Root::Named { left: -23, r#type: Some('\u{6}') } };
others::call(x)
},
{
use b::Outer;
use crate::fixture::Root;
let x: b::Outer = Outer { same: None, text: Some(crate::fixture::b::String(::std::string::String::from("\u{11}\0\u{1}"))), root: Root::Named { left: 0, r#type: None } };
others::call(x)
},
{
use b::Outer;
use crate::fixture::Root;
use crate::fixture::a::deep::Deep;
let x: b::Outer = Outer { same: Some(crate::fixture::b::Same { a: crate::fixture::a::Same(true), deep: Deep::One(31) }), text: None, root: Root::Named { left: 22, r#type: None } };
others::call(x)
},
{
use crate::fixture::a::{Point, Same};
let x: Trees = vec![];
let y: P = Point { x: 0, y: Same(false) };
aliases::call(x, y)
},
{
use crate::fixture::a::{Point, Same};
let x: Trees = vec![];
let y: P = Point { x: 0, y: Same(true) };
aliases::call(x, y)
},
{
use crate::fixture::a::{Point, Same};
let x: Trees = vec![];
let y: P = Point { x: 1, y: Same(false) };
aliases::call(x, y)
},
{
use crate::fixture::a::{Point, Same};
let x: Trees = vec![];
let y: P = Point { x: 1, y: Same(true) };
aliases::call(x, y)
},
{
use crate::fixture::a::{Point, Same};
let x: Trees = vec![];
let y: P = Point { x: 2, y: Same(true) };
aliases::call(x, y)
},
{
use crate::fixture::a::{Point, Same, Tree};
let x: Trees = vec![Tree::Leaf];
let y: P = Point { x: 0, y: Same(false) };
aliases::call(x, y)
},
{
use crate::fixture::a::{Point, Same};
let x: Trees = vec![];
let y: P = Point { x: 5, y: Same(true) };
aliases::call(x, y)
},
{
use crate::fixture::a::{Point, Same};
let x: Trees = vec![];
let y: P = Point { x: 8, y: Same(true) };
aliases::call(x, y)
},
{
use crate::fixture::a::{Point, Same};
let x: Trees = vec![];
let y: P = Point { x: 22, y: Same(true) };
aliases::call(x, y)
},
{
use crate::fixture::a::{Point, Same};
let x: Trees = vec![];
let y: P = Point { x: 90, y: Same(true) };
aliases::call(x, y)
},
{
use crate::fixture::a::{Point, Same, Tree};
use crate::fixture::a::deep::Deep;
let x: Trees = vec![Tree::Leaf, Tree::Node(Box::new(Tree::Leaf), Deep::One(1), Box::new(Tree::Leaf)), Tree::Leaf];
let y: P = Point { x: 2, y: Same(true) };
aliases::call(x, y)
},
{
use crate::fixture::a::{Point, Same, Tree};
use crate::fixture::a::deep::Deep;
let x: Trees = vec![Tree::Node(Box::new(Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf), Deep::One(0), Box::new(Tree::Leaf))), Deep::Zero, Box::new(Tree::Leaf))), Deep::One(0), Box::new(Tree::Leaf)), Tree::Leaf];
let y: P = Point { x: 4, y: Same(true) };
aliases::call(x, y)
},
{
use crate::fixture::a::{Point, Same, Tree};
use crate::fixture::a::deep::Deep;
let x: Trees = vec![Tree::Node(Box::new(Tree::Leaf), Deep::One(65), Box::new(Tree::Leaf))];
let y: P = Point { x: 240, y: Same(true) };
aliases::call(x, y)
},
{
use crate::fixture::r#fn::r#match;
use super::facade::Hidden;
use super::r#fn::Holder;
let x: super::facade::Hidden = Hidden::Left(0);
let y: super::r#fn::Holder = Holder(r#match::r#if(0));
renamed::call(x, y)
},
{
use crate::fixture::r#fn::r#match;
use super::facade::Hidden;
use super::r#fn::Holder;
let x: super::facade::Hidden = Hidden::Left(0);
let y: super::r#fn::Holder = Holder(r#match::Else);
renamed::call(x, y)
},
{
use crate::fixture::r#fn::r#match;
use super::facade::Hidden;
use super::r#fn::Holder;
let x: super::facade::Hidden = Hidden::Right;
let y: super::r#fn::Holder = Holder(r#match::r#if(0));
renamed::call(x, y)
},
{
use crate::fixture::r#fn::r#match;
use super::facade::Hidden;
use super::r#fn::Holder;
let x: super::facade::Hidden = Hidden::Right;
let y: super::r#fn::Holder = Holder(r#match::Else);
renamed::call(x, y)
},
{
use crate::fixture::r#fn::r#match;
use super::facade::Hidden;
use super::r#fn::Holder;
let x: super::facade::Hidden = Hidden::Right;
let y: super::r#fn::Holder = Holder(r#match::r#if(1));
renamed::call(x, y)
},
{
use crate::fixture::r#fn::r#match;
use super::facade::Hidden;
use super::r#fn::Holder;
let x: super::facade::Hidden = Hidden::Left(0);
let y: super::r#fn::Holder = Holder(r#match::r#if(2));
renamed::call(x, y)
},
{
use crate::fixture::r#fn::r#match;
use super::facade::Hidden;
use super::r#fn::Holder;
let x: super::facade::Hidden = Hidden::Left(2);
let y: super::r#fn::Holder = Holder(r#match::r#if(0));
renamed::call(x, y)
},
{
use crate::fixture::r#fn::r#match;
use super::facade::Hidden;
use super::r#fn::Holder;
let x: super::facade::Hidden = Hidden::Right;
let y: super::r#fn::Holder = Holder(r#match::r#if(4));
renamed::call(x, y)
},
{
use crate::fixture::r#fn::r#match;
use super::facade::Hidden;
use super::r#fn::Holder;
let x: super::facade::Hidden = Hidden::Left(1);
let y: super::r#fn::Holder = Holder(r#match::r#if(6));
renamed::call(x, y)
},
{
use crate::fixture::r#fn::r#match;
use super::facade::Hidden;
use super::r#fn::Holder;
let x: super::facade::Hidden = Hidden::Right;
let y: super::r#fn::Holder = Holder(r#match::r#if(56));
renamed::call(x, y)
},
{
use crate::fixture::r#fn::r#match;
use super::facade::Hidden;
use super::r#fn::Holder;
let x: super::facade::Hidden = Hidden::Left(85);
let y: super::r#fn::Holder = Holder(r#match::r#if(4));
renamed::call(x, y)
},
{
use a::Tree;
use deep::Deep;
let x: [deep::Deep; LENGTH] = [Deep::Zero, Deep::Zero];
let y: (a::Tree<[a::Same; 1]>,) = (Tree::Leaf,);
arrays::call(x, y)
},
{
use a::Tree;
use deep::Deep;
let x: [deep::Deep; LENGTH] = [Deep::Zero, Deep::One(0)];
let y: (a::Tree<[a::Same; 1]>,) = (Tree::Leaf,);
arrays::call(x, y)
},
{
use a::Tree;
use deep::Deep;
let x: [deep::Deep; LENGTH] = [Deep::One(0), Deep::Zero];
let y: (a::Tree<[a::Same; 1]>,) = (Tree::Leaf,);
arrays::call(x, y)
},
{
use a::Tree;
use deep::Deep;
let x: [deep::Deep; LENGTH] = [Deep::One(0), Deep::One(0)];
let y: (a::Tree<[a::Same; 1]>,) = (Tree::Leaf,);
arrays::call(x, y)
},
{
use a::Tree;
use deep::Deep;
let x: [deep::Deep; LENGTH] = [Deep::One(0), Deep::One(1)];
let y: (a::Tree<[a::Same; 1]>,) = (Tree::Leaf,);
arrays::call(x, y)
},
{
use a::Tree;
use deep::Deep;
let x: [deep::Deep; LENGTH] = [Deep::Zero, Deep::One(2)];
let y: (a::Tree<[a::Same; 1]>,) = (Tree::Leaf,);
arrays::call(x, y)
},
{
use a::Tree;
use deep::Deep;
let x: [deep::Deep; LENGTH] = [Deep::One(2), Deep::Zero];
let y: (a::Tree<[a::Same; 1]>,) = (Tree::Leaf,);
arrays::call(x, y)
},
{
use a::Tree;
use deep::Deep;
let x: [deep::Deep; LENGTH] = [Deep::One(0), Deep::One(4)];
let y: (a::Tree<[a::Same; 1]>,) = (Tree::Leaf,);
arrays::call(x, y)
},
{
use a::Tree;
use deep::Deep;
let x: [deep::Deep; LENGTH] = [Deep::One(0), Deep::One(10)];
let y: (a::Tree<[a::Same; 1]>,) = (Tree::Leaf,);
arrays::call(x, y)
},
{
use a::Tree;
use deep::Deep;
let x: [deep::Deep; LENGTH] = [Deep::Zero, Deep::One(54)];
let y: (a::Tree<[a::Same; 1]>,) = (Tree::Leaf,);
arrays::call(x, y)
},
{
use a::Tree;
use deep::Deep;
let x: [deep::Deep; LENGTH] = [Deep::One(7), Deep::One(74)];
let y: (a::Tree<[a::Same; 1]>,) = (Tree::Leaf,);
arrays::call(x, y)
},
{
use a::{Same, Tree};
use deep::Deep;
let x: [deep::Deep; LENGTH] = [Deep::One(3), Deep::One(3)];
let y: (a::Tree<[a::Same; 1]>,) = (Tree::Node(Box::new(Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf), [Same(true)], Box::new(Tree::Leaf))), [Same(true)], Box::new(Tree::Leaf))), [Same(false)], Box::new(Tree::Leaf)),);
arrays::call(x, y)
},
{
use a::{Same, Tree};
use deep::Deep;
let x: [deep::Deep; LENGTH] = [Deep::One(15), Deep::One(14)];
let y: (a::Tree<[a::Same; 1]>,) = (Tree::Node(Box::new(Tree::Leaf), [Same(true)], Box::new(Tree::Node(Box::new(Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf), [Same(false)], Box::new(Tree::Leaf))), [Same(true)], Box::new(Tree::Leaf))), [Same(false)], Box::new(Tree::Leaf)))),);
arrays::call(x, y)
},
{
use crate::fixture::a::deep::doubled;
let x: Even = doubled(0);
let y: List = List::new(vec![]);
let z: Pair = (|(n, odd)| Pair { n, odd })((0, false));
bijections::call(x, y, z)
},
{
use crate::fixture::a::deep::doubled;
let x: Even = doubled(0);
let y: List = List::new(vec![]);
let z: Pair = (|(n, odd)| Pair { n, odd })((0, true));
bijections::call(x, y, z)
},
{
use crate::fixture::a::deep::doubled;
let x: Even = doubled(0);
let y: List = List::new(vec![]);
let z: Pair = (|(n, odd)| Pair { n, odd })((1, false));
bijections::call(x, y, z)
},
{
use crate::fixture::a::deep::doubled;
let x: Even = doubled(0);
let y: List = List::new(vec![]);
let z: Pair = (|(n, odd)| Pair { n, odd })((1, true));
bijections::call(x, y, z)
},
{
use crate::fixture::a::deep::doubled;
let x: Even = doubled(1);
let y: List = List::new(vec![]);
let z: Pair = (|(n, odd)| Pair { n, odd })((0, true));
bijections::call(x, y, z)
},
{
use crate::fixture::a::deep::doubled;
let x: Even = doubled(0);
let y: List = List::new(vec![]);
let z: Pair = (|(n, odd)| Pair { n, odd })((3, false));
bijections::call(x, y, z)
},
{
use crate::fixture::a::deep::{Deep, doubled};
let x: Even = doubled(0);
let y: List = List::new(vec![Deep::One(0)]);
let z: Pair = (|(n, odd)| Pair { n, odd })((0, true));
bijections::call(x, y, z)
},
{
use crate::fixture::a::deep::doubled;
let x: Even = doubled(0);
let y: List = List::new(vec![]);
let z: Pair = (|(n, odd)| Pair { n, odd })((4, true));
bijections::call(x, y, z)
},
{
use crate::fixture::a::deep::doubled;
let x: Even = doubled(0);
let y: List = List::new(vec![]);
let z: Pair = (|(n, odd)| Pair { n, odd })((8, true));
bijections::call(x, y, z)
},
{
use crate::fixture::a::deep::doubled;
let x: Even = doubled(1);
let y: List = List::new(vec![]);
let z: Pair = (|(n, odd)| Pair { n, odd })((11, true));
bijections::call(x, y, z)
},
{
use crate::fixture::a::deep::{Deep, doubled};
let x: Even = doubled(4);
let y: List = List::new(vec![Deep::Zero]);
let z: Pair = (|(n, odd)| Pair { n, odd })((4, true));
bijections::call(x, y, z)
},
{
use crate::fixture::a::deep::{Deep, doubled};
let x: Even = doubled(0);
let y: List = List::new(vec![Deep::Zero, Deep::One(0), Deep::One(22)]);
let z: Pair = (|(n, odd)| Pair { n, odd })((1, true));
bijections::call(x, y, z)
},
{
use crate::fixture::a::deep::{Deep, doubled};
let x: Even = doubled(74);
let y: List = List::new(vec![Deep::One(25)]);
let z: Pair = (|(n, odd)| Pair { n, odd })((1, true));
bijections::call(x, y, z)
},
{
let x: BTreeMap<Deep, a::Same> = std::collections::BTreeMap::from([]);
let y: BTreeSet<Reverse<u8>> = std::collections::BTreeSet::from([]);
let z: VecDeque<bool> = std::collections::VecDeque::from(vec![]);
let l: LinkedList<Deep> = std::collections::LinkedList::from_iter(vec![]);
collections::call(x, y, z, l)
},
{
let x: BTreeMap<Deep, a::Same> = std::collections::BTreeMap::from([]);
let y: BTreeSet<Reverse<u8>> = std::collections::BTreeSet::from([std::cmp::Reverse(0)]);
let z: VecDeque<bool> = std::collections::VecDeque::from(vec![]);
let l: LinkedList<Deep> = std::collections::LinkedList::from_iter(vec![]);
collections::call(x, y, z, l)
},
{
let x: BTreeMap<Deep, a::Same> = std::collections::BTreeMap::from([]);
let y: BTreeSet<Reverse<u8>> = std::collections::BTreeSet::from([std::cmp::Reverse(1)]);
let z: VecDeque<bool> = std::collections::VecDeque::from(vec![]);
let l: LinkedList<Deep> = std::collections::LinkedList::from_iter(vec![]);
collections::call(x, y, z, l)
},
{
let x: BTreeMap<Deep, a::Same> = std::collections::BTreeMap::from([]);
let y: BTreeSet<Reverse<u8>> = std::collections::BTreeSet::from([std::cmp::Reverse(0), std::cmp::Reverse(1)]);
let z: VecDeque<bool> = std::collections::VecDeque::from(vec![]);
let l: LinkedList<Deep> = std::collections::LinkedList::from_iter(vec![]);
collections::call(x, y, z, l)
},
{
let x: BTreeMap<Deep, a::Same> = std::collections::BTreeMap::from([]);
let y: BTreeSet<Reverse<u8>> = std::collections::BTreeSet::from([]);
let z: VecDeque<bool> = std::collections::VecDeque::from(vec![]);
let l: LinkedList<Deep> = std::collections::LinkedList::from_iter(vec![Deep::One(0)]);
collections::call(x, y, z, l)
},
{
let x: BTreeMap<Deep, a::Same> = std::collections::BTreeMap::from([]);
let y: BTreeSet<Reverse<u8>> = std::collections::BTreeSet::from([std::cmp::Reverse(0)]);
let z: VecDeque<bool> = std::collections::VecDeque::from(vec![]);
let l: LinkedList<Deep> = std::collections::LinkedList::from_iter(vec![Deep::Zero]);
collections::call(x, y, z, l)
},
{
let x: BTreeMap<Deep, a::Same> = std::collections::BTreeMap::from([]);
let y: BTreeSet<Reverse<u8>> = std::collections::BTreeSet::from([std::cmp::Reverse(3)]);
let z: VecDeque<bool> = std::collections::VecDeque::from(vec![]);
let l: LinkedList<Deep> = std::collections::LinkedList::from_iter(vec![]);
collections::call(x, y, z, l)
},
{
let x: BTreeMap<Deep, a::Same> = std::collections::BTreeMap::from([]);
let y: BTreeSet<Reverse<u8>> = std::collections::BTreeSet::from([std::cmp::Reverse(1)]);
let z: VecDeque<bool> = std::collections::VecDeque::from(vec![true]);
let l: LinkedList<Deep> = std::collections::LinkedList::from_iter(vec![]);
collections::call(x, y, z, l)
},
{
let x: BTreeMap<Deep, a::Same> = std::collections::BTreeMap::from([]);
let y: BTreeSet<Reverse<u8>> = std::collections::BTreeSet::from([]);
let z: VecDeque<bool> = std::collections::VecDeque::from(vec![false]);
let l: LinkedList<Deep> = std::collections::LinkedList::from_iter(vec![Deep::One(0)]);
collections::call(x, y, z, l)
},
{
let x: BTreeMap<Deep, a::Same> = std::collections::BTreeMap::from([]);
let y: BTreeSet<Reverse<u8>> = std::collections::BTreeSet::from([std::cmp::Reverse(0), std::cmp::Reverse(7)]);
let z: VecDeque<bool> = std::collections::VecDeque::from(vec![]);
let l: LinkedList<Deep> = std::collections::LinkedList::from_iter(vec![Deep::One(0)]);
collections::call(x, y, z, l)
},
{
let x: BTreeMap<Deep, a::Same> = std::collections::BTreeMap::from([]);
let y: BTreeSet<Reverse<u8>> = std::collections::BTreeSet::from([std::cmp::Reverse(0), std::cmp::Reverse(8)]);
let z: VecDeque<bool> = std::collections::VecDeque::from(vec![true, true]);
let l: LinkedList<Deep> = std::collections::LinkedList::from_iter(vec![]);
collections::call(x, y, z, l)
},
{
let x: BTreeMap<Deep, a::Same> = std::collections::BTreeMap::from([]);
let y: BTreeSet<Reverse<u8>> = std::collections::BTreeSet::from([std::cmp::Reverse(1), std::cmp::Reverse(25)]);
let z: VecDeque<bool> = std::collections::VecDeque::from(vec![]);
let l: LinkedList<Deep> = std::collections::LinkedList::from_iter(vec![Deep::One(7)]);
collections::call(x, y, z, l)
},
{
let x: BTreeMap<Deep, a::Same> = std::collections::BTreeMap::from([]);
let y: BTreeSet<Reverse<u8>> = std::collections::BTreeSet::from([std::cmp::Reverse(53), std::cmp::Reverse(60)]);
let z: VecDeque<bool> = std::collections::VecDeque::from(vec![true, true]);
let l: LinkedList<Deep> = std::collections::LinkedList::from_iter(vec![]);
collections::call(x, y, z, l)
},
{
let x: HashSet<Deep> = std::collections::HashSet::from_iter([]);
let y: std::collections::HashMap<bool, Deep> = std::collections::HashMap::from_iter([]);
hashed::call(x, y)
},
{
let x: HashSet<Deep> = std::collections::HashSet::from_iter([Deep::Zero]);
let y: std::collections::HashMap<bool, Deep> = std::collections::HashMap::from_iter([]);
hashed::call(x, y)
},
{
let x: HashSet<Deep> = std::collections::HashSet::from_iter([Deep::One(0)]);
let y: std::collections::HashMap<bool, Deep> = std::collections::HashMap::from_iter([]);
hashed::call(x, y)
},
{
let x: HashSet<Deep> = std::collections::HashSet::from_iter([]);
let y: std::collections::HashMap<bool, Deep> = std::collections::HashMap::from_iter([(false, Deep::Zero)]);
hashed::call(x, y)
},
{
let x: HashSet<Deep> = std::collections::HashSet::from_iter([]);
let y: std::collections::HashMap<bool, Deep> = std::collections::HashMap::from_iter([(true, Deep::Zero)]);
hashed::call(x, y)
},
{
let x: HashSet<Deep> = std::collections::HashSet::from_iter([Deep::One(0), Deep::One(1)]);
let y: std::collections::HashMap<bool, Deep> = std::collections::HashMap::from_iter([]);
hashed::call(x, y)
},
{
let x: HashSet<Deep> = std::collections::HashSet::from_iter([Deep::Zero]);
let y: std::collections::HashMap<bool, Deep> = std::collections::HashMap::from_iter([(false, Deep::One(0))]);
hashed::call(x, y)
},
{
let x: HashSet<Deep> = std::collections::HashSet::from_iter([Deep::One(3)]);
let y: std::collections::HashMap<bool, Deep> = std::collections::HashMap::from_iter([]);
hashed::call(x, y)
},
{
let x: HashSet<Deep> = std::collections::HashSet::from_iter([Deep::One(1), Deep::One(2)]);
let y: std::collections::HashMap<bool, Deep> = std::collections::HashMap::from_iter([]);
hashed::call(x, y)
},
{
let x: HashSet<Deep> = std::collections::HashSet::from_iter([Deep::One(0), Deep::One(1)]);
let y: std::collections::HashMap<bool, Deep> = std::collections::HashMap::from_iter([(false, Deep::One(0)), (true, Deep::Zero)]);
hashed::call(x, y)
},
{
let x: HashSet<Deep> = std::collections::HashSet::from_iter([Deep::Zero, Deep::One(4)]);
let y: std::collections::HashMap<bool, Deep> = std::collections::HashMap::from_iter([(true, Deep::One(3))]);
hashed::call(x, y)
},
{
let x: HashSet<Deep> = std::collections::HashSet::from_iter([Deep::One(64), Deep::One(66)]);
let y: std::collections::HashMap<bool, Deep> = std::collections::HashMap::from_iter([(true, Deep::One(0))]);
hashed::call(x, y)
},
{
let x: HashSet<Deep> = std::collections::HashSet::from_iter([Deep::One(9), Deep::One(10), Deep::One(11), Deep::One(107)]);
let y: std::collections::HashMap<bool, Deep> = std::collections::HashMap::from_iter([]);
hashed::call(x, y)
},
{
let d: Duration = std::time::Duration::new(0, 0);
let n: NonZero<i8> = std::num::NonZero::<i8>::new(1).unwrap();
let o: Option<Ordering> = None;
let w: Wrapping<i16> = std::num::Wrapping(0);
let f: f32 = 0.0;
let u: () = ();
library::call(d, n, o, w, f, u)
},
{
let d: Duration = std::time::Duration::new(0, 0);
let n: NonZero<i8> = std::num::NonZero::<i8>::new(-1).unwrap();
let o: Option<Ordering> = None;
let w: Wrapping<i16> = std::num::Wrapping(0);
let f: f32 = 0.0;
let u: () = ();
library::call(d, n, o, w, f, u)
},
{
let d: Duration = std::time::Duration::new(0, 0);
let n: NonZero<i8> = std::num::NonZero::<i8>::new(1).unwrap();
let o: Option<Ordering> = None;
let w: Wrapping<i16> = std::num::Wrapping(0);
let f: f32 = 1.0;
let u: () = ();
library::call(d, n, o, w, f, u)
},
{
let d: Duration = std::time::Duration::new(0, 0);
let n: NonZero<i8> = std::num::NonZero::<i8>::new(1).unwrap();
let o: Option<Ordering> = None;
let w: Wrapping<i16> = std::num::Wrapping(0);
let f: f32 = -1.0;
let u: () = ();
library::call(d, n, o, w, f, u)
},
{
let d: Duration = std::time::Duration::new(0, 0);
let n: NonZero<i8> = std::num::NonZero::<i8>::new(1).unwrap();
let o: Option<Ordering> = None;
let w: Wrapping<i16> = std::num::Wrapping(-1);
let f: f32 = 0.0;
let u: () = ();
library::call(d, n, o, w, f, u)
},
{
let d: Duration = std::time::Duration::new(0, 0);
let n: NonZero<i8> = std::num::NonZero::<i8>::new(1).unwrap();
let o: Option<Ordering> = Some(std::cmp::Ordering::Greater);
let w: Wrapping<i16> = std::num::Wrapping(0);
let f: f32 = 0.0;
let u: () = ();
library::call(d, n, o, w, f, u)
},
{
let d: Duration = std::time::Duration::new(0, 0);
let n: NonZero<i8> = std::num::NonZero::<i8>::new(-1).unwrap();
let o: Option<Ordering> = Some(std::cmp::Ordering::Less);
let w: Wrapping<i16> = std::num::Wrapping(0);
let f: f32 = 0.0;
let u: () = ();
library::call(d, n, o, w, f, u)
},
{
let d: Duration = std::time::Duration::new(0, 1);
let n: NonZero<i8> = std::num::NonZero::<i8>::new(-1).unwrap();
let o: Option<Ordering> = None;
let w: Wrapping<i16> = std::num::Wrapping(0);
let f: f32 = 0.0;
let u: () = ();
library::call(d, n, o, w, f, u)
},
{
let d: Duration = std::time::Duration::new(0, 0);
let n: NonZero<i8> = std::num::NonZero::<i8>::new(-1).unwrap();
let o: Option<Ordering> = None;
let w: Wrapping<i16> = std::num::Wrapping(0);
let f: f32 = -3.0;
let u: () = ();
library::call(d, n, o, w, f, u)
},
{
let d: Duration = std::time::Duration::new(0, 0);
let n: NonZero<i8> = std::num::NonZero::<i8>::new(1).unwrap();
let o: Option<Ordering> = Some(std::cmp::Ordering::Greater);
let w: Wrapping<i16> = std::num::Wrapping(0);
let f: f32 = -0.5;
let u: () = ();
library::call(d, n, o, w, f, u)
},
{
let d: Duration = std::time::Duration::new(0, 0);
let n: NonZero<i8> = std::num::NonZero::<i8>::new(-1).unwrap();
let o: Option<Ordering> = None;
let w: Wrapping<i16> = std::num::Wrapping(0);
let f: f32 = 6.1035156e-5;
let u: () = ();
library::call(d, n, o, w, f, u)
},
{
let d: Duration = std::time::Duration::new(0, 0);
let n: NonZero<i8> = std::num::NonZero::<i8>::new(-13).unwrap();
let o: Option<Ordering> = Some(std::cmp::Ordering::Equal);
let w: Wrapping<i16> = std::num::Wrapping(-1);
let f: f32 = 0.5;
let u: () = ();
library::call(d, n, o, w, f, u)
},
{
let d: Duration = std::time::Duration::new(15, 0);
let n: NonZero<i8> = std::num::NonZero::<i8>::new(-30).unwrap();
let o: Option<Ordering> = Some(std::cmp::Ordering::Greater);
let w: Wrapping<i16> = std::num::Wrapping(0);
let f: f32 = 0.0;
let u: () = ();
library::call(d, n, o, w, f, u)
},
{
let c: Cow<'static, str> = std::borrow::Cow::Owned(String::new());
let l: Cow<'static, [Deep]> = std::borrow::Cow::Owned(vec![]);
let r: Rc<[a::Same]> = std::rc::Rc::from(vec![]);
let s: Box<str> = Box::from("");
let v: Arc<Deep> = std::sync::Arc::new(Deep::Zero);
pointers::call(c, l, r, s, v)
},
{
let c: Cow<'static, str> = std::borrow::Cow::Owned(String::new());
let l: Cow<'static, [Deep]> = std::borrow::Cow::Owned(vec![]);
let r: Rc<[a::Same]> = std::rc::Rc::from(vec![]);
let s: Box<str> = Box::from("");
let v: Arc<Deep> = std::sync::Arc::new(Deep::One(0));
pointers::call(c, l, r, s, v)
},
{
let c: Cow<'static, str> = std::borrow::Cow::Owned(String::new());
let l: Cow<'static, [Deep]> = std::borrow::Cow::Owned(vec![]);
let r: Rc<[a::Same]> = std::rc::Rc::from(vec![]);
let s: Box<str> = Box::from("");
let v: Arc<Deep> = std::sync::Arc::new(Deep::One(1));
pointers::call(c, l, r, s, v)
},
{
let c: Cow<'static, str> = std::borrow::Cow::Owned(String::new());
let l: Cow<'static, [Deep]> = std::borrow::Cow::Owned(vec![]);
let r: Rc<[a::Same]> = std::rc::Rc::from(vec![]);
let s: Box<str> = Box::from("\0");
let v: Arc<Deep> = std::sync::Arc::new(Deep::Zero);
pointers::call(c, l, r, s, v)
},
{
let c: Cow<'static, str> = std::borrow::Cow::Owned(String::from("\0"));
let l: Cow<'static, [Deep]> = std::borrow::Cow::Owned(vec![]);
let r: Rc<[a::Same]> = std::rc::Rc::from(vec![]);
let s: Box<str> = Box::from("");
let v: Arc<Deep> = std::sync::Arc::new(Deep::Zero);
pointers::call(c, l, r, s, v)
},
{
let c: Cow<'static, str> = std::borrow::Cow::Owned(String::new());
let l: Cow<'static, [Deep]> = std::borrow::Cow::Owned(vec![]);
let r: Rc<[a::Same]> = std::rc::Rc::from(vec![]);
let s: Box<str> = Box::from("");
let v: Arc<Deep> = std::sync::Arc::new(Deep::One(3));
pointers::call(c, l, r, s, v)
},
{
let c: Cow<'static, str> = std::borrow::Cow::Owned(String::new());
let l: Cow<'static, [Deep]> = std::borrow::Cow::Owned(vec![]);
let r: Rc<[a::Same]> = std::rc::Rc::from(vec![]);
let s: Box<str> = Box::from("\u{1}");
let v: Arc<Deep> = std::sync::Arc::new(Deep::One(0));
pointers::call(c, l, r, s, v)
},
{
let c: Cow<'static, str> = std::borrow::Cow::Owned(String::from("\0\0"));
let l: Cow<'static, [Deep]> = std::borrow::Cow::Owned(vec![]);
let r: Rc<[a::Same]> = std::rc::Rc::from(vec![]);
let s: Box<str> = Box::from("");
let v: Arc<Deep> = std::sync::Arc::new(Deep::Zero);
pointers::call(c, l, r, s, v)
},
{
let c: Cow<'static, str> = std::borrow::Cow::Owned(String::from("\0"));
let l: Cow<'static, [Deep]> = std::borrow::Cow::Owned(vec![]);
let r: Rc<[a::Same]> = std::rc::Rc::from(vec![]);
let s: Box<str> = Box::from("");
let v: Arc<Deep> = std::sync::Arc::new(Deep::One(2));
pointers::call(c, l, r, s, v)
},
{
let c: Cow<'static, str> = std::borrow::Cow::Owned(String::from("\0\0\u{1}"));
let l: Cow<'static, [Deep]> = std::borrow::Cow::Owned(vec![]);
let r: Rc<[a::Same]> = std::rc::Rc::from(vec![]);
let s: Box<str> = Box::from("");
let v: Arc<Deep> = std::sync::Arc::new(Deep::Zero);
pointers::call(c, l, r, s, v)
},
{
let c: Cow<'static, str> = std::borrow::Cow::Owned(String::from("\0"));
let l: Cow<'static, [Deep]> = std::borrow::Cow::Owned(vec![]);
let r: Rc<[a::Same]> = std::rc::Rc::from(vec![]);
let s: Box<str> = Box::from("\0\u{7}\0");
let v: Arc<Deep> = std::sync::Arc::new(Deep::Zero);
pointers::call(c, l, r, s, v)
},
{
let c: Cow<'static, str> = std::borrow::Cow::Owned(String::new());
let l: Cow<'static, [Deep]> = std::borrow::Cow::Owned(vec![Deep::Zero]);
let r: Rc<[a::Same]> = std::rc::Rc::from(vec![]);
let s: Box<str> = Box::from("\0\0\0");
let v: Arc<Deep> = std::sync::Arc::new(Deep::One(20));
pointers::call(c, l, r, s, v)
},
{
let c: Cow<'static, str> = std::borrow::Cow::Owned(String::new());
let l: Cow<'static, [Deep]> = std::borrow::Cow::Owned(vec![]);
let r: Rc<[a::Same]> = std::rc::Rc::from(vec![]);
let s: Box<str> = Box::from("\u{f}");
let v: Arc<Deep> = std::sync::Arc::new(Deep::One(191));
pointers::call(c, l, r, s, v)
},
{
let r: Range<i8> = 0..0;
let b: Bound<Deep> = std::ops::Bound::Unbounded;
let c: ControlFlow<Deep, a::Same> = std::ops::ControlFlow::Break(Deep::Zero);
let rr: Range<Option<Range<u8>>> = None..None;
ranges::call(r, b, c, rr)
},
{
let r: Range<i8> = 0..0;
let b: Bound<Deep> = std::ops::Bound::Unbounded;
let c: ControlFlow<Deep, a::Same> = std::ops::ControlFlow::Break(Deep::One(0));
let rr: Range<Option<Range<u8>>> = None..None;
ranges::call(r, b, c, rr)
},
{
let r: Range<i8> = 0..0;
let b: Bound<Deep> = std::ops::Bound::Unbounded;
let c: ControlFlow<Deep, a::Same> = std::ops::ControlFlow::Break(Deep::Zero);
let rr: Range<Option<Range<u8>>> = None..(Some(0..0));
ranges::call(r, b, c, rr)
},
{
let r: Range<i8> = 0..0;
let b: Bound<Deep> = std::ops::Bound::Unbounded;
let c: ControlFlow<Deep, a::Same> = std::ops::ControlFlow::Break(Deep::Zero);
let rr: Range<Option<Range<u8>>> = (Some(0..0))..None;
ranges::call(r, b, c, rr)
},
{
let r: Range<i8> = 0..0;
let b: Bound<Deep> = std::ops::Bound::Unbounded;
let c: ControlFlow<Deep, a::Same> = std::ops::ControlFlow::Break(Deep::One(0));
let rr: Range<Option<Range<u8>>> = (Some(0..0))..None;
ranges::call(r, b, c, rr)
},
{
let r: Range<i8> = 0..0;
let b: Bound<Deep> = std::ops::Bound::Unbounded;
let c: ControlFlow<Deep, a::Same> = std::ops::ControlFlow::Break(Deep::One(1));
let rr: Range<Option<Range<u8>>> = None..None;
ranges::call(r, b, c, rr)
},
{
let r: Range<i8> = 0..0;
let b: Bound<Deep> = std::ops::Bound::Excluded(Deep::Zero);
let c: ControlFlow<Deep, a::Same> = std::ops::ControlFlow::Break(Deep::Zero);
let rr: Range<Option<Range<u8>>> = None..None;
ranges::call(r, b, c, rr)
},
{
let r: Range<i8> = 1..0;
let b: Bound<Deep> = std::ops::Bound::Unbounded;
let c: ControlFlow<Deep, a::Same> = std::ops::ControlFlow::Break(Deep::Zero);
let rr: Range<Option<Range<u8>>> = None..None;
ranges::call(r, b, c, rr)
},
{
use a::Same;
let r: Range<i8> = 0..0;
let b: Bound<Deep> = std::ops::Bound::Included(Deep::One(0));
let c: ControlFlow<Deep, a::Same> = std::ops::ControlFlow::Continue(Same(true));
let rr: Range<Option<Range<u8>>> = None..None;
ranges::call(r, b, c, rr)
},
{
let r: Range<i8> = 0..0;
let b: Bound<Deep> = std::ops::Bound::Included(Deep::One(0));
let c: ControlFlow<Deep, a::Same> = std::ops::ControlFlow::Break(Deep::One(0));
let rr: Range<Option<Range<u8>>> = None..(Some(0..1));
ranges::call(r, b, c, rr)
},
{
let r: Range<i8> = 0..0;
let b: Bound<Deep> = std::ops::Bound::Excluded(Deep::One(5));
let c: ControlFlow<Deep, a::Same> = std::ops::ControlFlow::Break(Deep::One(1));
let rr: Range<Option<Range<u8>>> = None..None;
ranges::call(r, b, c, rr)
},
{
let r: Range<i8> = 0..4;
let b: Bound<Deep> = std::ops::Bound::Included(Deep::One(1));
let c: ControlFlow<Deep, a::Same> = std::ops::ControlFlow::Break(Deep::One(0));
let rr: Range<Option<Range<u8>>> = (Some(0..1))..None;
ranges::call(r, b, c, rr)
},
{
let r: Range<i8> = 0..-1;
let b: Bound<Deep> = std::ops::Bound::Excluded(Deep::Zero);
let c: ControlFlow<Deep, a::Same> = std::ops::ControlFlow::Break(Deep::One(7));
let rr: Range<Option<Range<u8>>> = (Some(14..0))..None;
ranges::call(r, b, c, rr)
},
{
let p: std::path::PathBuf = std::path::PathBuf::from("");
let c: std::ffi::CString = std::ffi::CString::from(c"");
let t: std::time::SystemTime = (std::time::SystemTime::UNIX_EPOCH + std::time::Duration::new(0, 0));
let a: std::net::SocketAddr = std::net::SocketAddr::V4(std::net::SocketAddrV4::new(std::net::Ipv4Addr::new(0, 0, 0, 0), 0));
let h: std::collections::BinaryHeap<Deep> = std::collections::BinaryHeap::from(vec![]);
let i: std::ops::Range<std::net::Ipv4Addr> = std::net::Ipv4Addr::new(0, 0, 0, 0)..std::net::Ipv4Addr::new(0, 0, 0, 0);
system::call(p, c, t, a, h, i)
},
{
let p: std::path::PathBuf = std::path::PathBuf::from("");
let c: std::ffi::CString = std::ffi::CString::from(c"");
let t: std::time::SystemTime = (std::time::SystemTime::UNIX_EPOCH + std::time::Duration::new(0, 0));
let a: std::net::SocketAddr = std::net::SocketAddr::V6(std::net::SocketAddrV6::new(std::net::Ipv6Addr::new(0, 0, 0, 0, 0, 0, 0, 0), 0, 0, 0));
let h: std::collections::BinaryHeap<Deep> = std::collections::BinaryHeap::from(vec![]);
let i: std::ops::Range<std::net::Ipv4Addr> = std::net::Ipv4Addr::new(0, 0, 0, 0)..std::net::Ipv4Addr::new(0, 0, 0, 0);
system::call(p, c, t, a, h, i)
},
{
let p: std::path::PathBuf = std::path::PathBuf::from("");
let c: std::ffi::CString = std::ffi::CString::from(c"");
let t: std::time::SystemTime = (std::time::SystemTime::UNIX_EPOCH + std::time::Duration::new(0, 0));
let a: std::net::SocketAddr = std::net::SocketAddr::V4(std::net::SocketAddrV4::new(std::net::Ipv4Addr::new(0, 0, 0, 0), 0));
let h: std::collections::BinaryHeap<Deep> = std::collections::BinaryHeap::from(vec![]);
let i: std::ops::Range<std::net::Ipv4Addr> = std::net::Ipv4Addr::new(0, 0, 0, 0)..std::net::Ipv4Addr::new(0, 0, 0, 1);
system::call(p, c, t, a, h, i)
},
{
let p: std::path::PathBuf = std::path::PathBuf::from("");
let c: std::ffi::CString = std::ffi::CString::from(c"");
let t: std::time::SystemTime = (std::time::SystemTime::UNIX_EPOCH + std::time::Duration::new(0, 0));
let a: std::net::SocketAddr = std::net::SocketAddr::V4(std::net::SocketAddrV4::new(std::net::Ipv4Addr::new(0, 0, 0, 0), 0));
let h: std::collections::BinaryHeap<Deep> = std::collections::BinaryHeap::from(vec![]);
let i: std::ops::Range<std::net::Ipv4Addr> = std::net::Ipv4Addr::new(0, 0, 0, 0)..std::net::Ipv4Addr::new(0, 0, 1, 0);
system::call(p, c, t, a, h, i)
},
{
let p: std::path::PathBuf = std::path::PathBuf::from("");
let c: std::ffi::CString = std::ffi::CString::from(c"");
let t: std::time::SystemTime = (std::time::SystemTime::UNIX_EPOCH + std::time::Duration::new(0, 0));
let a: std::net::SocketAddr = std::net::SocketAddr::V4(std::net::SocketAddrV4::new(std::net::Ipv4Addr::new(0, 0, 0, 0), 0));
let h: std::collections::BinaryHeap<Deep> = std::collections::BinaryHeap::from(vec![]);
let i: std::ops::Range<std::net::Ipv4Addr> = std::net::Ipv4Addr::new(0, 0, 0, 0)..std::net::Ipv4Addr::new(1, 0, 0, 0);
system::call(p, c, t, a, h, i)
},
{
let p: std::path::PathBuf = std::path::PathBuf::from("");
let c: std::ffi::CString = std::ffi::CString::from(c"");
let t: std::time::SystemTime = (std::time::SystemTime::UNIX_EPOCH + std::time::Duration::new(0, 0));
let a: std::net::SocketAddr = std::net::SocketAddr::V4(std::net::SocketAddrV4::new(std::net::Ipv4Addr::new(0, 0, 0, 0), 0));
let h: std::collections::BinaryHeap<Deep> = std::collections::BinaryHeap::from(vec![]);
let i: std::ops::Range<std::net::Ipv4Addr> = std::net::Ipv4Addr::new(0, 1, 0, 0)..std::net::Ipv4Addr::new(0, 0, 0, 0);
system::call(p, c, t, a, h, i)
},
{
let p: std::path::PathBuf = std::path::PathBuf::from("");
let c: std::ffi::CString = std::ffi::CString::from(c"");
let t: std::time::SystemTime = (std::time::SystemTime::UNIX_EPOCH + std::time::Duration::new(0, 0));
let a: std::net::SocketAddr = std::net::SocketAddr::V6(std::net::SocketAddrV6::new(std::net::Ipv6Addr::new(0, 0, 0, 0, 0, 0, 0, 0), 0, 0, 0));
let h: std::collections::BinaryHeap<Deep> = std::collections::BinaryHeap::from(vec![]);
let i: std::ops::Range<std::net::Ipv4Addr> = std::net::Ipv4Addr::new(0, 0, 0, 0)..std::net::Ipv4Addr::new(0, 0, 1, 0);
system::call(p, c, t, a, h, i)
},
{
let p: std::path::PathBuf = std::path::PathBuf::from("");
let c: std::ffi::CString = std::ffi::CString::from(c"");
let t: std::time::SystemTime = (std::time::SystemTime::UNIX_EPOCH + std::time::Duration::new(0, 0));
let a: std::net::SocketAddr = std::net::SocketAddr::V6(std::net::SocketAddrV6::new(std::net::Ipv6Addr::new(0, 0, 0, 0, 0, 0, 0, 0), 0, 0, 0));
let h: std::collections::BinaryHeap<Deep> = std::collections::BinaryHeap::from(vec![Deep::One(0)]);
let i: std::ops::Range<std::net::Ipv4Addr> = std::net::Ipv4Addr::new(0, 0, 0, 0)..std::net::Ipv4Addr::new(0, 0, 0, 0);
system::call(p, c, t, a, h, i)
},
{
let p: std::path::PathBuf = std::path::PathBuf::from("");
let c: std::ffi::CString = std::ffi::CString::from(c"");
let t: std::time::SystemTime = (std::time::SystemTime::UNIX_EPOCH + std::time::Duration::new(0, 0));
let a: std::net::SocketAddr = std::net::SocketAddr::V4(std::net::SocketAddrV4::new(std::net::Ipv4Addr::new(0, 0, 0, 0), 0));
let h: std::collections::BinaryHeap<Deep> = std::collections::BinaryHeap::from(vec![]);
let i: std::ops::Range<std::net::Ipv4Addr> = std::net::Ipv4Addr::new(0, 0, 0, 0)..std::net::Ipv4Addr::new(1, 0, 0, 1);
system::call(p, c, t, a, h, i)
},
{
let p: std::path::PathBuf = std::path::PathBuf::from("");
let c: std::ffi::CString = std::ffi::CString::from(c"");
let t: std::time::SystemTime = (std::time::SystemTime::UNIX_EPOCH + std::time::Duration::new(0, 0));
let a: std::net::SocketAddr = std::net::SocketAddr::V6(std::net::SocketAddrV6::new(std::net::Ipv6Addr::new(0, 0, 0, 0, 0, 0, 0, 0), 0, 0, 1));
let h: std::collections::BinaryHeap<Deep> = std::collections::BinaryHeap::from(vec![]);
let i: std::ops::Range<std::net::Ipv4Addr> = std::net::Ipv4Addr::new(1, 0, 0, 0)..std::net::Ipv4Addr::new(0, 0, 0, 0);
system::call(p, c, t, a, h, i)
},
{
let p: std::path::PathBuf = std::path::PathBuf::from("");
let c: std::ffi::CString = std::ffi::CString::from(c"");
let t: std::time::SystemTime = (std::time::SystemTime::UNIX_EPOCH + std::time::Duration::new(0, 100));
let a: std::net::SocketAddr = std::net::SocketAddr::V6(std::net::SocketAddrV6::new(std::net::Ipv6Addr::new(2, 0, 0, 0, 0, 0, 0, 0), 0, 0, 0));
let h: std::collections::BinaryHeap<Deep> = std::collections::BinaryHeap::from(vec![]);
let i: std::ops::Range<std::net::Ipv4Addr> = std::net::Ipv4Addr::new(0, 0, 0, 0)..std::net::Ipv4Addr::new(0, 0, 0, 0);
system::call(p, c, t, a, h, i)
},
{
let p: std::path::PathBuf = std::path::PathBuf::from("");
let c: std::ffi::CString = std::ffi::CString::from(c"");
let t: std::time::SystemTime = (std::time::SystemTime::UNIX_EPOCH + std::time::Duration::new(0, 0));
let a: std::net::SocketAddr = std::net::SocketAddr::V6(std::net::SocketAddrV6::new(std::net::Ipv6Addr::new(0, 0, 0, 0, 0, 0, 0, 1), 0, 0, 0));
let h: std::collections::BinaryHeap<Deep> = std::collections::BinaryHeap::from(vec![Deep::One(0)]);
let i: std::ops::Range<std::net::Ipv4Addr> = std::net::Ipv4Addr::new(0, 0, 3, 0)..std::net::Ipv4Addr::new(0, 0, 1, 0);
system::call(p, c, t, a, h, i)
},
{
let p: std::path::PathBuf = std::path::PathBuf::from("");
let c: std::ffi::CString = std::ffi::CString::from(c"");
let t: std::time::SystemTime = (std::time::SystemTime::UNIX_EPOCH + std::time::Duration::new(1, 0));
let a: std::net::SocketAddr = std::net::SocketAddr::V4(std::net::SocketAddrV4::new(std::net::Ipv4Addr::new(1, 1, 0, 2), 0));
let h: std::collections::BinaryHeap<Deep> = std::collections::BinaryHeap::from(vec![]);
let i: std::ops::Range<std::net::Ipv4Addr> = std::net::Ipv4Addr::new(0, 0, 0, 0)..std::net::Ipv4Addr::new(0, 1, 0, 0);
system::call(p, c, t, a, h, i)
},
{
use a::Same;
let f: Fun<Deep, a::Same> = everycase::Fun::new(|_: &Deep| Same(false));
functions::call(f)
},
{
use a::Same;
let f: Fun<Deep, a::Same> = everycase::Fun::new(|_: &Deep| Same(true));
functions::call(f)
},
{
use a::Same;
let f: Fun<Deep, a::Same> = everycase::Fun::new(|x: &Deep| { let x = everycase::parts(x); match x.name() { "Zero" => Same(false), _ /* One */ => Same(false) } });
functions::call(f)
},
{
use a::Same;
let f: Fun<Deep, a::Same> = everycase::Fun::new(|x: &Deep| { let x = everycase::parts(x); match x.name() { "Zero" => Same(false), _ /* One */ => Same(true) } });
functions::call(f)
},
{
use a::Same;
let f: Fun<Deep, a::Same> = everycase::Fun::new(|x: &Deep| { let x = everycase::parts(x); match x.name() { "Zero" => Same(true), _ /* One */ => Same(true) } });
functions::call(f)
},
{
use a::Same;
let f: Fun<Deep, a::Same> = everycase::Fun::new(|x: &Deep| { let x = everycase::parts(x); match x.name() { "Zero" => Same(false), _ /* One */ => match x.part(0).integer() { 0 => Same(false), _ => Same(true) } } });
functions::call(f)
},
{
use a::Same;
let f: Fun<Deep, a::Same> = everycase::Fun::new(|x: &Deep| { let x = everycase::parts(x); match x.name() { "Zero" => Same(true), _ /* One */ => match x.part(0).integer() { 0 => Same(true), _ => Same(true) } } });
functions::call(f)
},
{
use a::Same;
let f: Fun<Deep, a::Same> = everycase::Fun::new(|x: &Deep| { let x = everycase::parts(x); match x.name() { "Zero" => Same(true), _ /* One */ => match x.part(0).integer() { 1 => Same(true), _ => Same(true) } } });
functions::call(f)
},
{
use a::Same;
let f: Fun<Deep, a::Same> = everycase::Fun::new(|x: &Deep| { let x = everycase::parts(x); match x.name() { "Zero" => Same(true), _ /* One */ => match x.part(0).integer() { 4 => Same(true), _ => Same(false) } } });
functions::call(f)
},
{
use a::Same;
let f: Fun<Deep, a::Same> = everycase::Fun::new(|x: &Deep| { let x = everycase::parts(x); match x.name() { "Zero" => Same(true), _ /* One */ => match x.part(0).integer() { 17 => Same(true), _ => Same(false) } } });
functions::call(f)
},
{
use a::Same;
let f: Fun<Deep, a::Same> = everycase::Fun::new(|x: &Deep| { let x = everycase::parts(x); match x.name() { "Zero" => Same(false), _ /* One */ => match x.part(0).integer() { 3 => Same(false), 23 => Same(true), _ => Same(false) } } });
functions::call(f)
},
{
use a::Same;
let f: Fun<Deep, a::Same> = everycase::Fun::new(|x: &Deep| { let x = everycase::parts(x); match x.name() { "Zero" => Same(true), _ /* One */ => match x.part(0).integer() { 0 => Same(true), 1 => Same(true), 101 => Same(true), _ => Same(true) } } });
functions::call(f)
},
{
use a::Same;
let f: Fun<Deep, a::Same> = everycase::Fun::new(|x: &Deep| { let x = everycase::parts(x); match x.name() { "Zero" => Same(true), _ /* One */ => match x.part(0).integer() { 0 => Same(false), 3 => Same(false), 8 => Same(false), 15 => Same(true), _ => Same(true) } } });
functions::call(f)
},
{
use a::Tree;
use b::Same;
let f: Fun<(b::Same, Option<u8>), a::Tree<bool>> = everycase::Fun::new(|_: &(Same, Option<u8>)| Tree::Leaf);
let g: Fun<Fun<bool, bool>, Ordering> = everycase::Fun::new(|_: &everycase::Fun<bool, bool>| std::cmp::Ordering::Less);
functions_of_more::call(f, g)
},
{
use a::Tree;
use b::Same;
let f: Fun<(b::Same, Option<u8>), a::Tree<bool>> = everycase::Fun::new(|_: &(Same, Option<u8>)| Tree::Leaf);
let g: Fun<Fun<bool, bool>, Ordering> = everycase::Fun::new(|x: &everycase::Fun<bool, bool>| { let x = everycase::parts(x); match x.part(0).part(0).part(0).name() { "false" => std::cmp::Ordering::Less, _ /* true */ => match x.part(0).part(0).part(1).name() { "false" => std::cmp::Ordering::Less, _ /* true */ => std::cmp::Ordering::Equal } } });
functions_of_more::call(f, g)
},
{
use a::Tree;
use b::Same;
let f: Fun<(b::Same, Option<u8>), a::Tree<bool>> = everycase::Fun::new(|_: &(Same, Option<u8>)| Tree::Leaf);
let g: Fun<Fun<bool, bool>, Ordering> = everycase::Fun::new(|x: &everycase::Fun<bool, bool>| { let x = everycase::parts(x); match x.part(0).part(0).part(0).name() { "false" => std::cmp::Ordering::Less, _ /* true */ => match x.part(0).part(0).part(1).name() { "false" => std::cmp::Ordering::Less, _ /* true */ => std::cmp::Ordering::Greater } } });
functions_of_more::call(f, g)
},
{
use a::Tree;
use b::Same;
let f: Fun<(b::Same, Option<u8>), a::Tree<bool>> = everycase::Fun::new(|_: &(Same, Option<u8>)| Tree::Leaf);
let g: Fun<Fun<bool, bool>, Ordering> = everycase::Fun::new(|x: &everycase::Fun<bool, bool>| { let x = everycase::parts(x); match x.part(0).part(0).part(0).name() { "false" => std::cmp::Ordering::Less, _ /* true */ => match x.part(0).part(0).part(1).name() { "false" => std::cmp::Ordering::Equal, _ /* true */ => std::cmp::Ordering::Less } } });
functions_of_more::call(f, g)
},
{
use a::Tree;
use b::Same;
let f: Fun<(b::Same, Option<u8>), a::Tree<bool>> = everycase::Fun::new(|_: &(Same, Option<u8>)| Tree::Leaf);
let g: Fun<Fun<bool, bool>, Ordering> = everycase::Fun::new(|x: &everycase::Fun<bool, bool>| { let x = everycase::parts(x); match x.part(0).part(0).part(0).name() { "false" => std::cmp::Ordering::Less, _ /* true */ => match x.part(0).part(0).part(1).name() { "false" => std::cmp::Ordering::Equal, _ /* true */ => std::cmp::Ordering::Greater } } });
functions_of_more::call(f, g)
},
{
use a::Tree;
use b::Same;
let f: Fun<(b::Same, Option<u8>), a::Tree<bool>> = everycase::Fun::new(|_: &(Same, Option<u8>)| Tree::Leaf);
let g: Fun<Fun<bool, bool>, Ordering> = everycase::Fun::new(|x: &everycase::Fun<bool, bool>| { let x = everycase::parts(x); match x.part(0).part(0).part(0).name() { "false" => std::cmp::Ordering::Less, _ /* true */ => std::cmp::Ordering::Greater } });
functions_of_more::call(f, g)
},
{
use a::Tree;
use b::Same;
let f: Fun<(b::Same, Option<u8>), a::Tree<bool>> = everycase::Fun::new(|_: &(Same, Option<u8>)| Tree::Leaf);
let g: Fun<Fun<bool, bool>, Ordering> = everycase::Fun::new(|x: &everycase::Fun<bool, bool>| { let x = everycase::parts(x); match x.part(0).part(0).part(0).name() { "false" => match x.part(0).part(0).part(1).name() { "false" => std::cmp::Ordering::Less, _ /* true */ => std::cmp::Ordering::Equal }, _ /* true */ => std::cmp::Ordering::Equal } });
functions_of_more::call(f, g)
},
{
use a::Tree;
use b::Same;
let f: Fun<(b::Same, Option<u8>), a::Tree<bool>> = everycase::Fun::new(|_: &(Same, Option<u8>)| Tree::Leaf);
let g: Fun<Fun<bool, bool>, Ordering> = everycase::Fun::new(|x: &everycase::Fun<bool, bool>| { let x = everycase::parts(x); match x.part(0).part(0).part(0).name() { "false" => match x.part(0).part(0).part(1).name() { "false" => std::cmp::Ordering::Less, _ /* true */ => std::cmp::Ordering::Greater }, _ /* true */ => match x.part(0).part(0).part(1).name() { "false" => std::cmp::Ordering::Equal, _ /* true */ => std::cmp::Ordering::Less } } });
functions_of_more::call(f, g)
},
{
use a::Tree;
use b::Same;
let f: Fun<(b::Same, Option<u8>), a::Tree<bool>> = everycase::Fun::new(|_: &(Same, Option<u8>)| Tree::Leaf);
let g: Fun<Fun<bool, bool>, Ordering> = everycase::Fun::new(|x: &everycase::Fun<bool, bool>| { let x = everycase::parts(x); match x.part(0).part(0).part(0).name() { "false" => match x.part(0).part(0).part(1).name() { "false" => std::cmp::Ordering::Greater, _ /* true */ => std::cmp::Ordering::Less }, _ /* true */ => match x.part(0).part(0).part(1).name() { "false" => std::cmp::Ordering::Less, _ /* true */ => std::cmp::Ordering::Equal } } });
functions_of_more::call(f, g)
},
{
use a::Tree;
use b::Same;
let f: Fun<(b::Same, Option<u8>), a::Tree<bool>> = everycase::Fun::new(|_: &(Same, Option<u8>)| Tree::Node(Box::new(Tree::Leaf), false, Box::new(Tree::Leaf)));
let g: Fun<Fun<bool, bool>, Ordering> = everycase::Fun::new(|x: &everycase::Fun<bool, bool>| { let x = everycase::parts(x); match x.part(0).part(0).part(0).name() { "false" => match x.part(0).part(0).part(1).name() { "false" => std::cmp::Ordering::Greater, _ /* true */ => std::cmp::Ordering::Equal }, _ /* true */ => std::cmp::Ordering::Greater } });
functions_of_more::call(f, g)
},
{
use a::Tree;
use b::Same;
let f: Fun<(b::Same, Option<u8>), a::Tree<bool>> = everycase::Fun::new(|x: &(Same, Option<u8>)| match x.1 { None => Tree::Leaf, Some(ref x1) => match *x1 { 7 => Tree::Leaf, _ => Tree::Leaf } });
let g: Fun<Fun<bool, bool>, Ordering> = everycase::Fun::new(|x: &everycase::Fun<bool, bool>| { let x = everycase::parts(x); match x.part(0).part(0).part(0).name() { "false" => match x.part(0).part(0).part(1).name() { "false" => std::cmp::Ordering::Equal, _ /* true */ => std::cmp::Ordering::Greater }, _ /* true */ => match x.part(0).part(0).part(1).name() { "false" => std::cmp::Ordering::Equal, _ /* true */ => std::cmp::Ordering::Greater } } });
functions_of_more::call(f, g)
},
{
use a::Tree;
use b::Same;
let f: Fun<(b::Same, Option<u8>), a::Tree<bool>> = everycase::Fun::new(|x: &(Same, Option<u8>)| match everycase::parts(&x.0).part(1).name() { "Zero" => Tree::Node(Box::new(Tree::Leaf), false, Box::new(Tree::Leaf)), _ /* One */ => match x.1 { None => Tree::Leaf, Some(ref x1) => match *x1 { 1 => Tree::Leaf, _ => Tree::Leaf } } });
let g: Fun<Fun<bool, bool>, Ordering> = everycase::Fun::new(|x: &everycase::Fun<bool, bool>| { let x = everycase::parts(x); match x.part(0).part(0).part(0).name() { "false" => match x.part(0).part(0).part(1).name() { "false" => std::cmp::Ordering::Less, _ /* true */ => std::cmp::Ordering::Greater }, _ /* true */ => match x.part(0).part(0).part(1).name() { "false" => std::cmp::Ordering::Less, _ /* true */ => std::cmp::Ordering::Equal } } });
functions_of_more::call(f, g)
},
{
use a::Tree;
use b::Same;
let f: Fun<(b::Same, Option<u8>), a::Tree<bool>> = everycase::Fun::new(|x: &(Same, Option<u8>)| match everycase::parts(&x.0).part(0).part(0).name() { "false" => match x.1 { None => Tree::Leaf, Some(_) => Tree::Node(Box::new(Tree::Leaf), false, Box::new(Tree::Leaf)) }, _ /* true */ => Tree::Node(Box::new(Tree::Leaf), false, Box::new(Tree::Node(Box::new(Tree::Leaf), false, Box::new(Tree::Leaf)))) });
let g: Fun<Fun<bool, bool>, Ordering> = everycase::Fun::new(|x: &everycase::Fun<bool, bool>| { let x = everycase::parts(x); match x.part(0).part(0).part(0).name() { "false" => match x.part(0).part(0).part(1).name() { "false" => std::cmp::Ordering::Equal, _ /* true */ => std::cmp::Ordering::Greater }, _ /* true */ => std::cmp::Ordering::Equal } });
functions_of_more::call(f, g)
},
{
use a::Same;
let f: Fun<Deep, a::Same> = everycase::Fun::new(|_: &Deep| Same(false));
functions_between::call(f)
},
{
use a::Same;
let f: Fun<Deep, a::Same> = everycase::Fun::new(|x: &Deep| { let x = everycase::Parts::of(&arguments(), x); match x.number() { 0 => Same(false), _ => Same(true) } });
functions_between::call(f)
},
{
use a::Same;
let f: Fun<Deep, a::Same> = everycase::Fun::new(|x: &Deep| { let x = everycase::Parts::of(&arguments(), x); match x.number() { 0 => Same(true), _ => Same(false) } });
functions_between::call(f)
},
{
use a::Same;
let f: Fun<Deep, a::Same> = everycase::Fun::new(|_: &Deep| Same(true));
functions_between::call(f)
},
{
use a::Point;
use crate::fixture::a::Same;
let x: a::Point = Point { x: 0, y: Same(true) };
let y: (String, Deep) = (String::new(), Deep::One(0));
by_hand::call(x, y)
},
{
use a::Point;
use crate::fixture::a::Same;
let x: a::Point = Point { x: 0, y: Same(true) };
let y: (String, Deep) = (String::from("a"), Deep::One(1));
by_hand::call(x, y)
},
{
use a::Point;
use crate::fixture::a::Same;
let x: a::Point = Point { x: 1, y: Same(false) };
let y: (String, Deep) = (String::new(), Deep::One(0));
by_hand::call(x, y)
},
{
use a::Point;
use crate::fixture::a::Same;
let x: a::Point = Point { x: 0, y: Same(true) };
let y: (String, Deep) = (String::from("aa"), Deep::One(2));
by_hand::call(x, y)
},
{
use a::Point;
use crate::fixture::a::Same;
let x: a::Point = Point { x: 1, y: Same(false) };
let y: (String, Deep) = (String::from("a"), Deep::One(1));
by_hand::call(x, y)
},
{
use a::Point;
use crate::fixture::a::Same;
let x: a::Point = Point { x: 0, y: Same(true) };
let y: (String, Deep) = (String::from("aaaa"), Deep::One(4));
by_hand::call(x, y)
},
{
use a::Point;
use crate::fixture::a::Same;
let x: a::Point = Point { x: 1, y: Same(false) };
let y: (String, Deep) = (String::from("aaa"), Deep::One(3));
by_hand::call(x, y)
},
{
use a::Point;
use crate::fixture::a::Same;
let x: a::Point = Point { x: 0, y: Same(true) };
let y: (String, Deep) = (String::from("aaaaaaaaa"), Deep::One(9));
by_hand::call(x, y)
},
{
use a::Point;
use crate::fixture::a::Same;
let x: a::Point = Point { x: 0, y: Same(true) };
let y: (String, Deep) = (String::from("aaaaaaaaaaaaaaaaaaaaaaa"), Deep::One(23));
by_hand::call(x, y)
},
{
use a::Point;
use crate::fixture::a::Same;
let x: a::Point = Point { x: 41, y: Same(false) };
let y: (String, Deep) = (String::new(), Deep::One(0));
by_hand::call(x, y)
},
{
use a::Point;
use crate::fixture::a::Same;
let x: a::Point = Point { x: 4, y: Same(true) };
let y: (String, Deep) = (String::from("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), Deep::One(213));
by_hand::call(x, y)
},
{
use everycase_check::settings::seed::Seed;
let x: everycase_check::settings::seed::Seed = Seed(0);
let y: Licence<Deep> = Licence { deep: Deep::One(7), names: vec![String::from("a")], cache: Default::default(), extra: Deep::Zero };
foreign::call(x, y)
},
{
use everycase_check::settings::seed::Seed;
let x: everycase_check::settings::seed::Seed = Seed(0);
let y: Licence<Deep> = Licence { deep: Deep::One(7), names: vec![String::from("a")], cache: Default::default(), extra: Deep::One(0) };
foreign::call(x, y)
},
{
use everycase_check::settings::seed::Seed;
let x: everycase_check::settings::seed::Seed = Seed(0);
let y: Licence<Deep> = Licence { deep: Deep::One(7), names: vec![], cache: Default::default(), extra: Deep::Zero };
foreign::call(x, y)
},
{
use everycase_check::settings::seed::Seed;
let x: everycase_check::settings::seed::Seed = Seed(0);
let y: Licence<Deep> = Licence { deep: Deep::One(7), names: vec![], cache: Default::default(), extra: Deep::One(0) };
foreign::call(x, y)
},
{
use everycase_check::settings::seed::Seed;
let x: everycase_check::settings::seed::Seed = Seed(0);
let y: Licence<Deep> = Licence { deep: Deep::Zero, names: vec![String::from("a")], cache: Default::default(), extra: Deep::One(0) };
foreign::call(x, y)
},
{
use everycase_check::settings::seed::Seed;
let x: everycase_check::settings::seed::Seed = Seed(0);
let y: Licence<Deep> = Licence { deep: Deep::One(7), names: vec![String::from("a")], cache: Default::default(), extra: Deep::One(1) };
foreign::call(x, y)
},
{
use everycase_check::settings::seed::Seed;
let x: everycase_check::settings::seed::Seed = Seed(1);
let y: Licence<Deep> = Licence { deep: Deep::One(7), names: vec![String::from("a")], cache: Default::default(), extra: Deep::One(0) };
foreign::call(x, y)
},
{
use everycase_check::settings::seed::Seed;
let x: everycase_check::settings::seed::Seed = Seed(0);
let y: Licence<Deep> = Licence { deep: Deep::One(7), names: vec![String::from("a")], cache: Default::default(), extra: Deep::One(3) };
foreign::call(x, y)
},
{
use everycase_check::settings::seed::Seed;
let x: everycase_check::settings::seed::Seed = Seed(0);
let y: Licence<Deep> = Licence { deep: Deep::One(7), names: vec![], cache: Default::default(), extra: Deep::One(7) };
foreign::call(x, y)
},
{
use everycase_check::settings::seed::Seed;
let x: everycase_check::settings::seed::Seed = Seed(13);
let y: Licence<Deep> = Licence { deep: Deep::One(7), names: vec![String::from("a")], cache: Default::default(), extra: Deep::One(0) };
foreign::call(x, y)
},
{
use everycase_check::settings::seed::Seed;
let x: everycase_check::settings::seed::Seed = Seed(10);
let y: Licence<Deep> = Licence { deep: Deep::Zero, names: vec![String::from("a")], cache: Default::default(), extra: Deep::One(13) };
foreign::call(x, y)
},
{
use everycase_check::settings::seed::Seed;
let x: everycase_check::settings::seed::Seed = Seed(674);
let y: Licence<Deep> = Licence { deep: Deep::One(7), names: vec![String::from("a")], cache: Default::default(), extra: Deep::One(3) };
foreign::call(x, y)
},
{
use everycase_check::settings::seed::Seed;
let x: everycase_check::settings::seed::Seed = Seed(37211);
let y: Licence<Deep> = Licence { deep: Deep::Zero, names: vec![String::from("a")], cache: Default::default(), extra: Deep::One(0) };
foreign::call(x, y)
},
]
}
