// Written by the test of `main.rs`.
pub(crate) fn printed() -> ::std::vec::Vec<::std::string::String> {
::std::vec![
{
let a: Box = Box(::std::boxed::Box::new(0));
let b: String = String { text: ::std::string::String::new() };
let c: Some = Some(::std::option::Option::None);
let d: None = None;
let e: Ok = Ok(::std::result::Result::Ok(0));
let f: Vec = Vec(vec![]);
let g: Default = Default { n: ::std::default::Default::default() };
format!("{a:?} {b:?} {c:?} {d:?} {e:?} {f:?} {g:?}")
},
{
let a: Box = Box(::std::boxed::Box::new(0));
let b: String = String { text: ::std::string::String::new() };
let c: Some = Some(::std::option::Option::None);
let d: None = None;
let e: Ok = Ok(Err(()));
let f: Vec = Vec(vec![]);
let g: Default = Default { n: ::std::default::Default::default() };
format!("{a:?} {b:?} {c:?} {d:?} {e:?} {f:?} {g:?}")
},
{
let a: Box = Box(::std::boxed::Box::new(0));
let b: String = String { text: ::std::string::String::new() };
let c: Some = Some(::std::option::Option::None);
let d: None = None;
let e: Ok = Ok(::std::result::Result::Ok(0));
let f: Vec = Vec(vec![0]);
let g: Default = Default { n: ::std::default::Default::default() };
format!("{a:?} {b:?} {c:?} {d:?} {e:?} {f:?} {g:?}")
},
{
let a: Box = Box(::std::boxed::Box::new(0));
let b: String = String { text: ::std::string::String::new() };
let c: Some = Some(::std::option::Option::None);
let d: None = None;
let e: Ok = Ok(Err(()));
let f: Vec = Vec(vec![0]);
let g: Default = Default { n: ::std::default::Default::default() };
format!("{a:?} {b:?} {c:?} {d:?} {e:?} {f:?} {g:?}")
},
{
let a: Box = Box(::std::boxed::Box::new(0));
let b: String = String { text: ::std::string::String::new() };
let c: Some = Some(::std::option::Option::Some(false));
let d: None = None;
let e: Ok = Ok(::std::result::Result::Ok(0));
let f: Vec = Vec(vec![]);
let g: Default = Default { n: ::std::default::Default::default() };
format!("{a:?} {b:?} {c:?} {d:?} {e:?} {f:?} {g:?}")
},
{
let a: Box = Box(::std::boxed::Box::new(0));
let b: String = String { text: ::std::string::String::new() };
let c: Some = Some(::std::option::Option::Some(true));
let d: None = None;
let e: Ok = Ok(Err(()));
let f: Vec = Vec(vec![]);
let g: Default = Default { n: ::std::default::Default::default() };
format!("{a:?} {b:?} {c:?} {d:?} {e:?} {f:?} {g:?}")
},
{
let a: Box = Box(::std::boxed::Box::new(0));
let b: String = String { text: ::std::string::String::new() };
let c: Some = Some(::std::option::Option::None);
let d: None = None;
let e: Ok = Ok(::std::result::Result::Ok(0));
let f: Vec = Vec(vec![0, 0]);
let g: Default = Default { n: ::std::default::Default::default() };
format!("{a:?} {b:?} {c:?} {d:?} {e:?} {f:?} {g:?}")
},
{
let a: Box = Box(::std::boxed::Box::new(0));
let b: String = String { text: ::std::string::String::new() };
let c: Some = Some(::std::option::Option::Some(false));
let d: None = None;
let e: Ok = Ok(Err(()));
let f: Vec = Vec(vec![0]);
let g: Default = Default { n: ::std::default::Default::default() };
format!("{a:?} {b:?} {c:?} {d:?} {e:?} {f:?} {g:?}")
},
{
let a: Box = Box(::std::boxed::Box::new(0));
let b: String = String { text: ::std::string::String::new() };
let c: Some = Some(::std::option::Option::None);
let d: None = None;
let e: Ok = Ok(Err(()));
let f: Vec = Vec(vec![0, 0, 0]);
let g: Default = Default { n: ::std::default::Default::default() };
format!("{a:?} {b:?} {c:?} {d:?} {e:?} {f:?} {g:?}")
},
{
let a: Box = Box(::std::boxed::Box::new(0));
let b: String = String { text: ::std::string::String::new() };
let c: Some = Some(::std::option::Option::Some(false));
let d: None = None;
let e: Ok = Ok(::std::result::Result::Ok(7));
let f: Vec = Vec(vec![]);
let g: Default = Default { n: ::std::default::Default::default() };
format!("{a:?} {b:?} {c:?} {d:?} {e:?} {f:?} {g:?}")
},
{
let a: Box = Box(::std::boxed::Box::new(3));
let b: String = String { text: ::std::string::String::new() };
let c: Some = Some(::std::option::Option::None);
let d: None = None;
let e: Ok = Ok(::std::result::Result::Ok(1));
let f: Vec = Vec(vec![0, 1]);
let g: Default = Default { n: ::std::default::Default::default() };
format!("{a:?} {b:?} {c:?} {d:?} {e:?} {f:?} {g:?}")
},
{
let a: Box = Box(::std::boxed::Box::new(0));
let b: String = String { text: ::std::string::String::from("\0\0\u{1}\0\u{1}\0") };
let c: Some = Some(::std::option::Option::Some(false));
let d: None = None;
let e: Ok = Ok(Err(()));
let f: Vec = Vec(vec![]);
let g: Default = Default { n: ::std::default::Default::default() };
format!("{a:?} {b:?} {c:?} {d:?} {e:?} {f:?} {g:?}")
},
{
let a: Box = Box(::std::boxed::Box::new(0));
let b: String = String { text: ::std::string::String::from("\u{1}\u{1}") };
let c: Some = Some(::std::option::Option::Some(false));
let d: None = None;
let e: Ok = Ok(::std::result::Result::Ok(94));
let f: Vec = Vec(vec![]);
let g: Default = Default { n: ::std::default::Default::default() };
format!("{a:?} {b:?} {c:?} {d:?} {e:?} {f:?} {g:?}")
},
{
let a: std::option::Option<String> = ::std::option::Option::None;
let b: &str = "";
format!("{a:?} {b:?}")
},
{
let a: std::option::Option<String> = ::std::option::Option::None;
let b: &str = "\0";
format!("{a:?} {b:?}")
},
{
let a: std::option::Option<String> = ::std::option::Option::None;
let b: &str = "\0\0";
format!("{a:?} {b:?}")
},
{
let a: std::option::Option<String> = ::std::option::Option::None;
let b: &str = "\u{1}";
format!("{a:?} {b:?}")
},
{
let a: std::option::Option<String> = ::std::option::Option::None;
let b: &str = "\0\0\0";
format!("{a:?} {b:?}")
},
{
let a: std::option::Option<String> = ::std::option::Option::None;
let b: &str = "\u{2}";
format!("{a:?} {b:?}")
},
{
let a: std::option::Option<String> = ::std::option::Option::None;
let b: &str = "\0\0\u{1}";
format!("{a:?} {b:?}")
},
{
let a: std::option::Option<String> = ::std::option::Option::None;
let b: &str = "\u{4}";
format!("{a:?} {b:?}")
},
{
let a: std::option::Option<String> = ::std::option::Option::None;
let b: &str = "\u{7}\0";
format!("{a:?} {b:?}")
},
{
let a: std::option::Option<String> = ::std::option::Option::None;
let b: &str = "\0\0\u{8}";
format!("{a:?} {b:?}")
},
{
let a: std::option::Option<String> = ::std::option::Option::None;
let b: &str = "\0\0\0\u{12}\0";
format!("{a:?} {b:?}")
},
{
let a: std::option::Option<String> = ::std::option::Option::Some(String { text: ::std::string::String::from("\u{1}\u{3}\0\u{3}\0") });
let b: &str = "";
format!("{a:?} {b:?}")
},
{
let a: std::option::Option<String> = ::std::option::Option::Some(String { text: ::std::string::String::from("\0\u{b}\u{3}\0") });
let b: &str = "\0\0\0";
format!("{a:?} {b:?}")
},
{
let f: Fun<(Some, std::option::Option<bool>), std::option::Option<u8>> = everycase::Fun::new(|_: &(Some, ::std::option::Option<bool>)| ::std::option::Option::None);
let g: Fun<None, std::vec::Vec<bool>> = everycase::Fun::new(|_: &None| vec![]);
format!("{:?} {:?}",
f.call(&(Some(std::option::Option::None), std::option::Option::Some(true))),
g.call(&None))
},
{
let f: Fun<(Some, std::option::Option<bool>), std::option::Option<u8>> = everycase::Fun::new(|x: &(Some, ::std::option::Option<bool>)| match everycase::parts(&x.0).part(0).name() { "None" => ::std::option::Option::None, _ /* Some */ => match everycase::parts(&x.0).part(0).part(0).name() { "false" => ::std::option::Option::None, _ /* true */ => match x.1 { ::std::option::Option::None => ::std::option::Option::None, ::std::option::Option::Some(ref x1) => match *x1 { false => ::std::option::Option::None, true => ::std::option::Option::Some(0) } } } });
let g: Fun<None, std::vec::Vec<bool>> = everycase::Fun::new(|_: &None| vec![]);
format!("{:?} {:?}",
f.call(&(Some(std::option::Option::None), std::option::Option::Some(true))),
g.call(&None))
},
{
let f: Fun<(Some, std::option::Option<bool>), std::option::Option<u8>> = everycase::Fun::new(|x: &(Some, ::std::option::Option<bool>)| match everycase::parts(&x.0).part(0).name() { "None" => ::std::option::Option::None, _ /* Some */ => match everycase::parts(&x.0).part(0).part(0).name() { "false" => ::std::option::Option::None, _ /* true */ => match x.1 { ::std::option::Option::None => ::std::option::Option::None, ::std::option::Option::Some(ref x1) => match *x1 { false => ::std::option::Option::Some(0), true => ::std::option::Option::None } } } });
let g: Fun<None, std::vec::Vec<bool>> = everycase::Fun::new(|_: &None| vec![]);
format!("{:?} {:?}",
f.call(&(Some(std::option::Option::None), std::option::Option::Some(true))),
g.call(&None))
},
{
let f: Fun<(Some, std::option::Option<bool>), std::option::Option<u8>> = everycase::Fun::new(|x: &(Some, ::std::option::Option<bool>)| match everycase::parts(&x.0).part(0).name() { "None" => ::std::option::Option::None, _ /* Some */ => match everycase::parts(&x.0).part(0).part(0).name() { "false" => ::std::option::Option::None, _ /* true */ => match x.1 { ::std::option::Option::None => ::std::option::Option::None, ::std::option::Option::Some(_) => ::std::option::Option::Some(0) } } });
let g: Fun<None, std::vec::Vec<bool>> = everycase::Fun::new(|_: &None| vec![]);
format!("{:?} {:?}",
f.call(&(Some(std::option::Option::None), std::option::Option::Some(true))),
g.call(&None))
},
{
let f: Fun<(Some, std::option::Option<bool>), std::option::Option<u8>> = everycase::Fun::new(|x: &(Some, ::std::option::Option<bool>)| match everycase::parts(&x.0).part(0).name() { "None" => ::std::option::Option::None, _ /* Some */ => match everycase::parts(&x.0).part(0).part(0).name() { "false" => ::std::option::Option::None, _ /* true */ => match x.1 { ::std::option::Option::None => ::std::option::Option::Some(0), ::std::option::Option::Some(ref x1) => match *x1 { false => ::std::option::Option::None, true => ::std::option::Option::Some(0) } } } });
let g: Fun<None, std::vec::Vec<bool>> = everycase::Fun::new(|_: &None| vec![]);
format!("{:?} {:?}",
f.call(&(Some(std::option::Option::None), std::option::Option::Some(true))),
g.call(&None))
},
{
let f: Fun<(Some, std::option::Option<bool>), std::option::Option<u8>> = everycase::Fun::new(|x: &(Some, ::std::option::Option<bool>)| match everycase::parts(&x.0).part(0).name() { "None" => ::std::option::Option::None, _ /* Some */ => match everycase::parts(&x.0).part(0).part(0).name() { "false" => match x.1 { ::std::option::Option::None => ::std::option::Option::None, ::std::option::Option::Some(ref x1) => match *x1 { false => ::std::option::Option::None, true => ::std::option::Option::Some(0) } }, _ /* true */ => ::std::option::Option::None } });
let g: Fun<None, std::vec::Vec<bool>> = everycase::Fun::new(|_: &None| vec![]);
format!("{:?} {:?}",
f.call(&(Some(std::option::Option::None), std::option::Option::Some(true))),
g.call(&None))
},
{
let f: Fun<(Some, std::option::Option<bool>), std::option::Option<u8>> = everycase::Fun::new(|x: &(Some, ::std::option::Option<bool>)| match everycase::parts(&x.0).part(0).name() { "None" => ::std::option::Option::None, _ /* Some */ => match everycase::parts(&x.0).part(0).part(0).name() { "false" => match x.1 { ::std::option::Option::None => ::std::option::Option::None, ::std::option::Option::Some(ref x1) => match *x1 { false => ::std::option::Option::None, true => ::std::option::Option::Some(0) } }, _ /* true */ => match x.1 { ::std::option::Option::None => ::std::option::Option::Some(0), ::std::option::Option::Some(ref x2) => match *x2 { false => ::std::option::Option::None, true => ::std::option::Option::Some(0) } } } });
let g: Fun<None, std::vec::Vec<bool>> = everycase::Fun::new(|_: &None| vec![]);
format!("{:?} {:?}",
f.call(&(Some(std::option::Option::None), std::option::Option::Some(true))),
g.call(&None))
},
{
let f: Fun<(Some, std::option::Option<bool>), std::option::Option<u8>> = everycase::Fun::new(|x: &(Some, ::std::option::Option<bool>)| match everycase::parts(&x.0).part(0).name() { "None" => ::std::option::Option::None, _ /* Some */ => match everycase::parts(&x.0).part(0).part(0).name() { "false" => match x.1 { ::std::option::Option::None => ::std::option::Option::None, ::std::option::Option::Some(ref x1) => match *x1 { false => ::std::option::Option::Some(0), true => ::std::option::Option::None } }, _ /* true */ => match x.1 { ::std::option::Option::None => ::std::option::Option::Some(0), ::std::option::Option::Some(ref x2) => match *x2 { false => ::std::option::Option::None, true => ::std::option::Option::Some(0) } } } });
let g: Fun<None, std::vec::Vec<bool>> = everycase::Fun::new(|_: &None| vec![]);
format!("{:?} {:?}",
f.call(&(Some(std::option::Option::None), std::option::Option::Some(true))),
g.call(&None))
},
{
let f: Fun<(Some, std::option::Option<bool>), std::option::Option<u8>> = everycase::Fun::new(|x: &(Some, ::std::option::Option<bool>)| match everycase::parts(&x.0).part(0).name() { "None" => ::std::option::Option::None, _ /* Some */ => match everycase::parts(&x.0).part(0).part(0).name() { "false" => match x.1 { ::std::option::Option::None => ::std::option::Option::Some(0), ::std::option::Option::Some(ref x1) => match *x1 { false => ::std::option::Option::Some(0), true => ::std::option::Option::None } }, _ /* true */ => ::std::option::Option::Some(0) } });
let g: Fun<None, std::vec::Vec<bool>> = everycase::Fun::new(|_: &None| vec![]);
format!("{:?} {:?}",
f.call(&(Some(std::option::Option::None), std::option::Option::Some(true))),
g.call(&None))
},
{
let f: Fun<(Some, std::option::Option<bool>), std::option::Option<u8>> = everycase::Fun::new(|x: &(Some, ::std::option::Option<bool>)| match everycase::parts(&x.0).part(0).name() { "None" => match x.1 { ::std::option::Option::None => ::std::option::Option::None, ::std::option::Option::Some(_) => ::std::option::Option::Some(0) }, _ /* Some */ => match everycase::parts(&x.0).part(0).part(0).name() { "false" => match x.1 { ::std::option::Option::None => ::std::option::Option::Some(0), ::std::option::Option::Some(ref x1) => match *x1 { false => ::std::option::Option::None, true => ::std::option::Option::Some(0) } }, _ /* true */ => match x.1 { ::std::option::Option::None => ::std::option::Option::None, ::std::option::Option::Some(ref x2) => match *x2 { false => ::std::option::Option::None, true => ::std::option::Option::Some(0) } } } });
let g: Fun<None, std::vec::Vec<bool>> = everycase::Fun::new(|_: &None| vec![]);
format!("{:?} {:?}",
f.call(&(Some(std::option::Option::None), std::option::Option::Some(true))),
g.call(&None))
},
{
let f: Fun<(Some, std::option::Option<bool>), std::option::Option<u8>> = everycase::Fun::new(|x: &(Some, ::std::option::Option<bool>)| match everycase::parts(&x.0).part(0).name() { "None" => ::std::option::Option::None, _ /* Some */ => match everycase::parts(&x.0).part(0).part(0).name() { "false" => match x.1 { ::std::option::Option::None => ::std::option::Option::Some(1), ::std::option::Option::Some(_) => ::std::option::Option::None }, _ /* true */ => match x.1 { ::std::option::Option::None => ::std::option::Option::Some(0), ::std::option::Option::Some(ref x1) => match *x1 { false => ::std::option::Option::Some(0), true => ::std::option::Option::Some(1) } } } });
let g: Fun<None, std::vec::Vec<bool>> = everycase::Fun::new(|_: &None| vec![]);
format!("{:?} {:?}",
f.call(&(Some(std::option::Option::None), std::option::Option::Some(true))),
g.call(&None))
},
{
let f: Fun<(Some, std::option::Option<bool>), std::option::Option<u8>> = everycase::Fun::new(|x: &(Some, ::std::option::Option<bool>)| match everycase::parts(&x.0).part(0).name() { "None" => ::std::option::Option::None, _ /* Some */ => match everycase::parts(&x.0).part(0).part(0).name() { "false" => match x.1 { ::std::option::Option::None => ::std::option::Option::Some(4), ::std::option::Option::Some(_) => ::std::option::Option::None }, _ /* true */ => match x.1 { ::std::option::Option::None => ::std::option::Option::Some(0), ::std::option::Option::Some(ref x1) => match *x1 { false => ::std::option::Option::Some(0), true => ::std::option::Option::Some(1) } } } });
let g: Fun<None, std::vec::Vec<bool>> = everycase::Fun::new(|_: &None| vec![]);
format!("{:?} {:?}",
f.call(&(Some(std::option::Option::None), std::option::Option::Some(true))),
g.call(&None))
},
{
let f: Fun<(Some, std::option::Option<bool>), std::option::Option<u8>> = everycase::Fun::new(|x: &(Some, ::std::option::Option<bool>)| match everycase::parts(&x.0).part(0).name() { "None" => match x.1 { ::std::option::Option::None => ::std::option::Option::Some(1), ::std::option::Option::Some(ref x1) => match *x1 { false => ::std::option::Option::Some(0), true => ::std::option::Option::None } }, _ /* Some */ => match everycase::parts(&x.0).part(0).part(0).name() { "false" => match x.1 { ::std::option::Option::None => ::std::option::Option::Some(1), ::std::option::Option::Some(ref x2) => match *x2 { false => ::std::option::Option::Some(0), true => ::std::option::Option::None } }, _ /* true */ => match x.1 { ::std::option::Option::None => ::std::option::Option::Some(0), ::std::option::Option::Some(ref x3) => match *x3 { false => ::std::option::Option::None, true => ::std::option::Option::Some(13) } } } });
let g: Fun<None, std::vec::Vec<bool>> = everycase::Fun::new(|_: &None| vec![]);
format!("{:?} {:?}",
f.call(&(Some(std::option::Option::None), std::option::Option::Some(true))),
g.call(&None))
},
]
}
