// Written by the test of `main.rs`.
pub(crate) fn printed() -> ::std::vec::Vec<::std::string::String> {
::std::vec![
{
use crate::fixture::r#fn::r#match;
let x: Option<r#match> = None;
let y: crate::fixture::r#fn::r#match = r#match::r#if(0);
format! ("{x:?} {y:?}")
},
{
use crate::fixture::r#fn::r#match;
let x: Option<r#match> = None;
let y: crate::fixture::r#fn::r#match = r#match::Else;
format! ("{x:?} {y:?}")
},
{
use crate::fixture::r#fn::r#match;
let x: Option<r#match> = None;
let y: crate::fixture::r#fn::r#match = r#match::r#if(1);
format! ("{x:?} {y:?}")
},
{
use crate::fixture::r#fn::r#match;
let x: Option<r#match> = Some(r#match::r#if(0));
let y: crate::fixture::r#fn::r#match = r#match::r#if(0);
format! ("{x:?} {y:?}")
},
{
use crate::fixture::r#fn::r#match;
let x: Option<r#match> = Some(r#match::Else);
let y: crate::fixture::r#fn::r#match = r#match::r#if(0);
format! ("{x:?} {y:?}")
},
{
use crate::fixture::r#fn::r#match;
let x: Option<r#match> = None;
let y: crate::fixture::r#fn::r#match = r#match::r#if(3);
format! ("{x:?} {y:?}")
},
{
use crate::fixture::r#fn::r#match;
let x: Option<r#match> = None;
let y: crate::fixture::r#fn::r#match = r#match::r#if(4);
format! ("{x:?} {y:?}")
},
{
use crate::fixture::r#fn::r#match;
let x: Option<r#match> = Some(r#match::r#if(1));
let y: crate::fixture::r#fn::r#match = r#match::r#if(1);
format! ("{x:?} {y:?}")
},
{
use crate::fixture::r#fn::r#match;
let x: Option<r#match> = None;
let y: crate::fixture::r#fn::r#match = r#match::r#if(17);
format! ("{x:?} {y:?}")
},
{
use crate::fixture::r#fn::r#match;
let x: Option<r#match> = Some(r#match::r#if(27));
let y: crate::fixture::r#fn::r#match = r#match::Else;
format! ("{x:?} {y:?}")
},
{
use crate::fixture::r#fn::r#match;
let x: Option<r#match> = Some(r#match::r#if(42));
let y: crate::fixture::r#fn::r#match = r#match::r#if(11);
format! ("{x:?} {y:?}")
},
{
use super::r#fn::r#match;
let f: Fun<super::r#fn::r#match, bool> = everycase::Fun::new(|_: &r#match| false);
let r#match = super::r#fn::r#match::r#if(1); format!("{}", f.call(&r#match))
},
{
use super::r#fn::r#match;
let f: Fun<super::r#fn::r#match, bool> = everycase::Fun::new(|_: &r#match| true);
let r#match = super::r#fn::r#match::r#if(1); format!("{}", f.call(&r#match))
},
{
use super::r#fn::r#match;
let f: Fun<super::r#fn::r#match, bool> = everycase::Fun::new(|x: &r#match| { let x = everycase::parts(x); match x.name() { "if" => false, _ /* Else */ => false } });
let r#match = super::r#fn::r#match::r#if(1); format!("{}", f.call(&r#match))
},
{
use super::r#fn::r#match;
let f: Fun<super::r#fn::r#match, bool> = everycase::Fun::new(|x: &r#match| { let x = everycase::parts(x); match x.name() { "if" => false, _ /* Else */ => true } });
let r#match = super::r#fn::r#match::r#if(1); format!("{}", f.call(&r#match))
},
{
use super::r#fn::r#match;
let f: Fun<super::r#fn::r#match, bool> = everycase::Fun::new(|x: &r#match| { let x = everycase::parts(x); match x.name() { "if" => true, _ /* Else */ => true } });
let r#match = super::r#fn::r#match::r#if(1); format!("{}", f.call(&r#match))
},
{
use super::r#fn::r#match;
let f: Fun<super::r#fn::r#match, bool> = everycase::Fun::new(|x: &r#match| { let x = everycase::parts(x); match x.name() { "if" => match x.part(0).integer() { 0 => true, _ => false }, _ /* Else */ => false } });
let r#match = super::r#fn::r#match::r#if(1); format!("{}", f.call(&r#match))
},
{
use super::r#fn::r#match;
let f: Fun<super::r#fn::r#match, bool> = everycase::Fun::new(|x: &r#match| { let x = everycase::parts(x); match x.name() { "if" => match x.part(0).integer() { 0 => true, _ => true }, _ /* Else */ => true } });
let r#match = super::r#fn::r#match::r#if(1); format!("{}", f.call(&r#match))
},
{
use super::r#fn::r#match;
let f: Fun<super::r#fn::r#match, bool> = everycase::Fun::new(|x: &r#match| { let x = everycase::parts(x); match x.name() { "if" => match x.part(0).integer() { 1 => true, _ => true }, _ /* Else */ => true } });
let r#match = super::r#fn::r#match::r#if(1); format!("{}", f.call(&r#match))
},
{
use super::r#fn::r#match;
let f: Fun<super::r#fn::r#match, bool> = everycase::Fun::new(|x: &r#match| { let x = everycase::parts(x); match x.name() { "if" => match x.part(0).integer() { 0 => false, 1 => false, _ => false }, _ /* Else */ => true } });
let r#match = super::r#fn::r#match::r#if(1); format!("{}", f.call(&r#match))
},
{
use super::r#fn::r#match;
let f: Fun<super::r#fn::r#match, bool> = everycase::Fun::new(|x: &r#match| { let x = everycase::parts(x); match x.name() { "if" => match x.part(0).integer() { 28 => true, _ => false }, _ /* Else */ => true } });
let r#match = super::r#fn::r#match::r#if(1); format!("{}", f.call(&r#match))
},
{
use super::r#fn::r#match;
let f: Fun<super::r#fn::r#match, bool> = everycase::Fun::new(|x: &r#match| { let x = everycase::parts(x); match x.name() { "if" => match x.part(0).integer() { 0 => true, 51 => true, _ => true }, _ /* Else */ => true } });
let r#match = super::r#fn::r#match::r#if(1); format!("{}", f.call(&r#match))
},
{
use super::r#fn::r#match;
let f: Fun<super::r#fn::r#match, bool> = everycase::Fun::new(|x: &r#match| { let x = everycase::parts(x); match x.name() { "if" => match x.part(0).integer() { 0 => true, 1 => false, 174 => true, _ => false }, _ /* Else */ => true } });
let r#match = super::r#fn::r#match::r#if(1); format!("{}", f.call(&r#match))
},
{
use super::r#fn::r#match;
let f: Fun<super::r#fn::r#match, bool> = everycase::Fun::new(|x: &r#match| { let x = everycase::parts(x); match x.name() { "if" => match x.part(0).integer() { 0 => true, 2 => true, 11 => false, 21 => true, _ => true }, _ /* Else */ => true } });
let r#match = super::r#fn::r#match::r#if(1); format!("{}", f.call(&r#match))
},
]
}
