// Written by the test of `main.rs`.
pub(crate) fn printed() -> ::std::vec::Vec<::std::string::String> {
::std::vec![
{
let v: Value = Value::None;
let o: Option<std::string::String> = ::std::option::Option::None;
format!("{v:?} {o:?}")
},
{
let v: Value = Value::None;
let o: Option<std::string::String> = ::std::option::Option::Some(::std::string::String::new());
format!("{v:?} {o:?}")
},
{
let v: Value = Value::Some(::std::option::Option::None);
let o: Option<std::string::String> = ::std::option::Option::None;
format!("{v:?} {o:?}")
},
{
let v: Value = Value::Some(::std::option::Option::Some(0));
let o: Option<std::string::String> = ::std::option::Option::None;
format!("{v:?} {o:?}")
},
{
let v: Value = Value::Box(::std::boxed::Box::new(Value::None));
let o: Option<std::string::String> = ::std::option::Option::None;
format!("{v:?} {o:?}")
},
{
let v: Value = Value::Some(::std::option::Option::Some(0));
let o: Option<std::string::String> = ::std::option::Option::Some(::std::string::String::new());
format!("{v:?} {o:?}")
},
{
let v: Value = Value::Box(::std::boxed::Box::new(Value::Some(::std::option::Option::None)));
let o: Option<std::string::String> = ::std::option::Option::None;
format!("{v:?} {o:?}")
},
{
let v: Value = Value::String(::std::string::String::new());
let o: Option<std::string::String> = ::std::option::Option::Some(::std::string::String::from("\0"));
format!("{v:?} {o:?}")
},
{
let v: Value = Value::Box(::std::boxed::Box::new(Value::Some(::std::option::Option::Some(0))));
let o: Option<std::string::String> = ::std::option::Option::Some(::std::string::String::from("\0"));
format!("{v:?} {o:?}")
},
{
let v: Value = Value::None;
let o: Option<std::string::String> = ::std::option::Option::Some(::std::string::String::from("\u{e}"));
format!("{v:?} {o:?}")
},
{
let v: Value = Value::Some(::std::option::Option::Some(0));
let o: Option<std::string::String> = ::std::option::Option::Some(::std::string::String::from(","));
format!("{v:?} {o:?}")
},
{
let v: Value = Value::String(::std::string::String::new());
let o: Option<std::string::String> = ::std::option::Option::Some(::std::string::String::from("\0\u{1}\0\u{2}\u{2}"));
format!("{v:?} {o:?}")
},
{
let v: Value = Value::Some(::std::option::Option::Some(0));
let o: Option<std::string::String> = ::std::option::Option::Some(::std::string::String::from("\u{5}\u{2}\0\0\u{3}\0"));
format!("{v:?} {o:?}")
},
]
}
