// Written by the test of `main.rs`.
pub(crate) fn printed() -> ::std::vec::Vec<::std::string::String> {
::std::vec![
{
use a::Tree;
let x: a::Tree<Root> = Tree::Leaf;
let y: Option<Root> = None;
glob::call(x, y)
},
{
use a::Tree;
let x: a::Tree<Root> = Tree::Leaf;
let y: Option<Root> = Some(Root::Unit);
glob::call(x, y)
},
{
use a::Tree;
let x: a::Tree<Root> = Tree::Leaf;
let y: Option<Root> = Some(Root::Tuple(0, false));
glob::call(x, y)
},
{
use a::Tree;
let x: a::Tree<Root> = Tree::Leaf;
let y: Option<Root> = Some(Root::Tuple(0, true));
glob::call(x, y)
},
{
use a::Tree;
let x: a::Tree<Root> = Tree::Leaf;
let y: Option<Root> = Some(Root::Named { left: 0, r#type: Some('\0') });
glob::call(x, y)
},
{
use a::Tree;
let x: a::Tree<Root> = Tree::Leaf;
let y: Option<Root> = Some(Root::Named { left: 0, r#type: Some('\u{1}') });
glob::call(x, y)
},
{
use a::Tree;
let x: a::Tree<Root> = Tree::Node(Box::new(Tree::Leaf), Root::Unit, Box::new(Tree::Leaf));
let y: Option<Root> = None;
glob::call(x, y)
},
{
use a::Tree;
let x: a::Tree<Root> = Tree::Leaf;
let y: Option<Root> = Some(Root::Named { left: -1, r#type: Some('\u{1}') });
glob::call(x, y)
},
{
use a::Tree;
let x: a::Tree<Root> = Tree::Leaf;
let y: Option<Root> = Some(Root::Named { left: 4, r#type: None });
glob::call(x, y)
},
{
use a::Tree;
let x: a::Tree<Root> = Tree::Leaf;
let y: Option<Root> = Some(Root::Tuple(25, true));
glob::call(x, y)
},
{
use a::Tree;
let x: a::Tree<Root> = Tree::Leaf;
let y: Option<Root> = Some(Root::Named { left: -10, r#type: Some('\r') });
glob::call(x, y)
},
{
use a::Tree;
let x: a::Tree<Root> = Tree::Node(Box::new(Tree::Leaf), Root::Unit, Box::new(Tree::Node(Box::new(Tree::Leaf), Root::Unit, Box::new(Tree::Node(Box::new(Tree::Leaf), Root::Unit, Box::new(Tree::Leaf))))));
let y: Option<Root> = Some(Root::Named { left: 2, r#type: None });
glob::call(x, y)
},
{
use a::Tree;
let x: a::Tree<Root> = Tree::Node(Box::new(Tree::Leaf), Root::Unit, Box::new(Tree::Node(Box::new(Tree::Leaf), Root::Named { left: -1, r#type: Some('\u{15}') }, Box::new(Tree::Leaf))));
let y: Option<Root> = Some(Root::Named { left: 1, r#type: Some('\0') });
glob::call(x, y)
},
{
use crate::fixture::b::Same;
let x: Vec<a::Tree<Root>> = vec![];
let y: Option<Same> = None;
from_a_macro::call(x, y)
},
{
use a::Tree;
use crate::fixture::b::Same;
let x: Vec<a::Tree<Root>> = vec![Tree::Leaf];
let y: Option<Same> = None;
from_a_macro::call(x, y)
},
{
use crate::fixture::a::deep::Deep;
let x: Vec<a::Tree<Root>> = vec![];
let y: Option<crate::fixture::b::Same> = Some(crate::fixture::b::Same { a: crate::fixture::a::Same(false), deep: Deep::Zero });
from_a_macro::call(x, y)
},
{
use crate::fixture::a::deep::Deep;
let x: Vec<a::Tree<Root>> = vec![];
let y: Option<crate::fixture::b::Same> = Some(crate::fixture::b::Same { a: crate::fixture::a::Same(false), deep: Deep::One(0) });
from_a_macro::call(x, y)
},
{
use crate::fixture::a::deep::Deep;
let x: Vec<a::Tree<Root>> = vec![];
let y: Option<crate::fixture::b::Same> = Some(crate::fixture::b::Same { a: crate::fixture::a::Same(true), deep: Deep::One(0) });
from_a_macro::call(x, y)
},
{
use crate::fixture::a::deep::Deep;
let x: Vec<a::Tree<Root>> = vec![];
let y: Option<crate::fixture::b::Same> = Some(crate::fixture::b::Same { a: crate::fixture::a::Same(true), deep: Deep::One(1) });
from_a_macro::call(x, y)
},
{
use crate::fixture::a::deep::Deep;
let x: Vec<a::Tree<Root>> = vec![];
let y: Option<crate::fixture::b::Same> = Some(crate::fixture::b::Same { a: crate::fixture::a::Same(true), deep: Deep::One(3) });
from_a_macro::call(x, y)
},
{
use a::Tree;
use crate::fixture::b::Same;
let x: Vec<a::Tree<Root>> = vec![Tree::Node(Box::new(Tree::Leaf), Root::Named { left: 0, r#type: None }, Box::new(Tree::Leaf))];
let y: Option<Same> = None;
from_a_macro::call(x, y)
},
{
use crate::fixture::a::deep::Deep;
let x: Vec<a::Tree<Root>> = vec![];
let y: Option<crate::fixture::b::Same> = Some(crate::fixture::b::Same { a: crate::fixture::a::Same(true), deep: Deep::One(13) });
from_a_macro::call(x, y)
},
{
use crate::fixture::a::deep::Deep;
let x: Vec<a::Tree<Root>> = vec![];
let y: Option<crate::fixture::b::Same> = Some(crate::fixture::b::Same { a: crate::fixture::a::Same(false), deep: Deep::One(57) });
from_a_macro::call(x, y)
},
{
use a::Tree;
use crate::fixture::b::Same;
let x: Vec<a::Tree<Root>> = vec![Tree::Node(Box::new(Tree::Leaf), Root::Named { left: 0, r#type: Some('\u{1}') }, Box::new(Tree::Leaf)), Tree::Leaf, Tree::Leaf, Tree::Leaf];
let y: Option<Same> = None;
from_a_macro::call(x, y)
},
{
use a::Tree;
use crate::fixture::b::Same;
let x: Vec<a::Tree<Root>> = vec![Tree::Node(Box::new(Tree::Leaf), Root::Unit, Box::new(Tree::Node(Box::new(Tree::Leaf), Root::Named { left: 91, r#type: None }, Box::new(Tree::Leaf))))];
let y: Option<Same> = None;
from_a_macro::call(x, y)
},
{
use a::Tree;
use crate::fixture::b::Same;
let x: Vec<a::Tree<Root>> = vec![Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf), Root::Tuple(2, true), Box::new(Tree::Leaf))), Root::Named { left: -1, r#type: Some('\u{e}') }, Box::new(Tree::Leaf)), Tree::Leaf];
let y: Option<Same> = None;
from_a_macro::call(x, y)
},
]
}
