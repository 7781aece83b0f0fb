// Written by the test of `main.rs`.
pub(crate) fn printed() -> ::std::vec::Vec<::std::string::String> {
::std::vec![
{
use crate::fixture::a::deep::Deep;
let x: Same = Same { a: super::a::Same(false), deep: Deep::Zero };
let y: super::a::Same = super::a::Same(false);
own::call(x, y)
},
{
use crate::fixture::a::deep::Deep;
let x: Same = Same { a: super::a::Same(false), deep: Deep::Zero };
let y: super::a::Same = super::a::Same(true);
own::call(x, y)
},
{
use crate::fixture::a::deep::Deep;
let x: Same = Same { a: super::a::Same(false), deep: Deep::One(0) };
let y: super::a::Same = super::a::Same(false);
own::call(x, y)
},
{
use crate::fixture::a::deep::Deep;
let x: Same = Same { a: super::a::Same(false), deep: Deep::One(0) };
let y: super::a::Same = super::a::Same(true);
own::call(x, y)
},
{
use crate::fixture::a::deep::Deep;
let x: Same = Same { a: super::a::Same(true), deep: Deep::Zero };
let y: super::a::Same = super::a::Same(true);
own::call(x, y)
},
{
use crate::fixture::a::deep::Deep;
let x: Same = Same { a: super::a::Same(false), deep: Deep::One(1) };
let y: super::a::Same = super::a::Same(false);
own::call(x, y)
},
{
use crate::fixture::a::deep::Deep;
let x: Same = Same { a: super::a::Same(false), deep: Deep::One(2) };
let y: super::a::Same = super::a::Same(true);
own::call(x, y)
},
{
use crate::fixture::a::deep::Deep;
let x: Same = Same { a: super::a::Same(false), deep: Deep::One(4) };
let y: super::a::Same = super::a::Same(true);
own::call(x, y)
},
{
use crate::fixture::a::deep::Deep;
let x: Same = Same { a: super::a::Same(true), deep: Deep::One(9) };
let y: super::a::Same = super::a::Same(true);
own::call(x, y)
},
{
use crate::fixture::a::deep::Deep;
let x: Same = Same { a: super::a::Same(true), deep: Deep::One(50) };
let y: super::a::Same = super::a::Same(true);
own::call(x, y)
},
]
}
