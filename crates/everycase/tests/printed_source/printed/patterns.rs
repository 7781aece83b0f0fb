// Written by the test of `main.rs`.
pub(crate) fn printed() -> ::std::vec::Vec<::std::string::String> {
::std::vec![
{
let mut v: Vec<u8> = vec![];
v.push(1); format!("{v:?}")
},
{
let mut v: Vec<u8> = vec![0];
v.push(1); format!("{v:?}")
},
{
let mut v: Vec<u8> = vec![0, 0];
v.push(1); format!("{v:?}")
},
{
let mut v: Vec<u8> = vec![1];
v.push(1); format!("{v:?}")
},
{
let mut v: Vec<u8> = vec![0, 1];
v.push(1); format!("{v:?}")
},
{
let mut v: Vec<u8> = vec![3];
v.push(1); format!("{v:?}")
},
{
let mut v: Vec<u8> = vec![0, 3];
v.push(1); format!("{v:?}")
},
{
let mut v: Vec<u8> = vec![7];
v.push(1); format!("{v:?}")
},
{
let mut v: Vec<u8> = vec![15];
v.push(1); format!("{v:?}")
},
{
let mut v: Vec<u8> = vec![0, 31];
v.push(1); format!("{v:?}")
},
{
let mut v: Vec<u8> = vec![0, 255];
v.push(1); format!("{v:?}")
},
{
let mut v: Vec<u8> = vec![1, 10, 26];
v.push(1); format!("{v:?}")
},
{
let mut v: Vec<u8> = vec![2, 69, 0, 0, 1, 0];
v.push(1); format!("{v:?}")
},
{
let v: &mut Vec<u8> = &mut vec![];
let list: &mut [bool] = &mut vec![];
*v = [&**v, &[1]].concat(); list.reverse(); format!("{v:?} {list:?}")
},
{
let v: &mut Vec<u8> = &mut vec![0];
let list: &mut [bool] = &mut vec![];
*v = [&**v, &[1]].concat(); list.reverse(); format!("{v:?} {list:?}")
},
{
let v: &mut Vec<u8> = &mut vec![];
let list: &mut [bool] = &mut vec![false];
*v = [&**v, &[1]].concat(); list.reverse(); format!("{v:?} {list:?}")
},
{
let v: &mut Vec<u8> = &mut vec![];
let list: &mut [bool] = &mut vec![true];
*v = [&**v, &[1]].concat(); list.reverse(); format!("{v:?} {list:?}")
},
{
let v: &mut Vec<u8> = &mut vec![1];
let list: &mut [bool] = &mut vec![];
*v = [&**v, &[1]].concat(); list.reverse(); format!("{v:?} {list:?}")
},
{
let v: &mut Vec<u8> = &mut vec![0, 0, 0];
let list: &mut [bool] = &mut vec![];
*v = [&**v, &[1]].concat(); list.reverse(); format!("{v:?} {list:?}")
},
{
let v: &mut Vec<u8> = &mut vec![];
let list: &mut [bool] = &mut vec![false, false];
*v = [&**v, &[1]].concat(); list.reverse(); format!("{v:?} {list:?}")
},
{
let v: &mut Vec<u8> = &mut vec![0, 0, 0, 0];
let list: &mut [bool] = &mut vec![];
*v = [&**v, &[1]].concat(); list.reverse(); format!("{v:?} {list:?}")
},
{
let v: &mut Vec<u8> = &mut vec![0, 2, 0];
let list: &mut [bool] = &mut vec![];
*v = [&**v, &[1]].concat(); list.reverse(); format!("{v:?} {list:?}")
},
{
let v: &mut Vec<u8> = &mut vec![2];
let list: &mut [bool] = &mut vec![false, false];
*v = [&**v, &[1]].concat(); list.reverse(); format!("{v:?} {list:?}")
},
{
let v: &mut Vec<u8> = &mut vec![29];
let list: &mut [bool] = &mut vec![false, false];
*v = [&**v, &[1]].concat(); list.reverse(); format!("{v:?} {list:?}")
},
{
let v: &mut Vec<u8> = &mut vec![0, 5, 0, 4, 0];
let list: &mut [bool] = &mut vec![false];
*v = [&**v, &[1]].concat(); list.reverse(); format!("{v:?} {list:?}")
},
{
let v: &mut Vec<u8> = &mut vec![2, 8, 0, 0, 0, 1, 0];
let list: &mut [bool] = &mut vec![false];
*v = [&**v, &[1]].concat(); list.reverse(); format!("{v:?} {list:?}")
},
{
let text: &str = "";
let list: &[bool] = &vec![];
let path: &Path = &std::path::PathBuf::from("");
let range: &Range<i8> = &(0..0);
let &a: &u8 = &0;
let text: &str = text; let lengths: [usize; 3] =
[text, &*path.to_string_lossy(), "b"].map(str::len);
format!("{text} {:?} {path:?} {:?} {lengths:?} {}",
list.iter().copied().max(), range.clone(), a.pow(1))
},
{
let text: &str = "";
let list: &[bool] = &vec![];
let path: &Path = &std::path::PathBuf::from("");
let range: &Range<i8> = &(0..0);
let &a: &u8 = &1;
let text: &str = text; let lengths: [usize; 3] =
[text, &*path.to_string_lossy(), "b"].map(str::len);
format!("{text} {:?} {path:?} {:?} {lengths:?} {}",
list.iter().copied().max(), range.clone(), a.pow(1))
},
{
let text: &str = "";
let list: &[bool] = &vec![];
let path: &Path = &std::path::PathBuf::from("");
let range: &Range<i8> = &(0..1);
let &a: &u8 = &0;
let text: &str = text; let lengths: [usize; 3] =
[text, &*path.to_string_lossy(), "b"].map(str::len);
format!("{text} {:?} {path:?} {:?} {lengths:?} {}",
list.iter().copied().max(), range.clone(), a.pow(1))
},
{
let text: &str = "";
let list: &[bool] = &vec![];
let path: &Path = &std::path::PathBuf::from("");
let range: &Range<i8> = &(0..-1);
let &a: &u8 = &0;
let text: &str = text; let lengths: [usize; 3] =
[text, &*path.to_string_lossy(), "b"].map(str::len);
format!("{text} {:?} {path:?} {:?} {lengths:?} {}",
list.iter().copied().max(), range.clone(), a.pow(1))
},
{
let text: &str = "";
let list: &[bool] = &vec![];
let path: &Path = &std::path::PathBuf::from("");
let range: &Range<i8> = &(-1..0);
let &a: &u8 = &0;
let text: &str = text; let lengths: [usize; 3] =
[text, &*path.to_string_lossy(), "b"].map(str::len);
format!("{text} {:?} {path:?} {:?} {lengths:?} {}",
list.iter().copied().max(), range.clone(), a.pow(1))
},
{
let text: &str = "";
let list: &[bool] = &vec![];
let path: &Path = &std::path::PathBuf::from("");
let range: &Range<i8> = &(0..0);
let &a: &u8 = &2;
let text: &str = text; let lengths: [usize; 3] =
[text, &*path.to_string_lossy(), "b"].map(str::len);
format!("{text} {:?} {path:?} {:?} {lengths:?} {}",
list.iter().copied().max(), range.clone(), a.pow(1))
},
{
let text: &str = "";
let list: &[bool] = &vec![];
let path: &Path = &std::path::PathBuf::from("");
let range: &Range<i8> = &(-1..0);
let &a: &u8 = &1;
let text: &str = text; let lengths: [usize; 3] =
[text, &*path.to_string_lossy(), "b"].map(str::len);
format!("{text} {:?} {path:?} {:?} {lengths:?} {}",
list.iter().copied().max(), range.clone(), a.pow(1))
},
{
let text: &str = "";
let list: &[bool] = &vec![];
let path: &Path = &std::path::PathBuf::from("");
let range: &Range<i8> = &(-1..-1);
let &a: &u8 = &0;
let text: &str = text; let lengths: [usize; 3] =
[text, &*path.to_string_lossy(), "b"].map(str::len);
format!("{text} {:?} {path:?} {:?} {lengths:?} {}",
list.iter().copied().max(), range.clone(), a.pow(1))
},
{
let text: &str = "";
let list: &[bool] = &vec![];
let path: &Path = &std::path::PathBuf::from("");
let range: &Range<i8> = &(0..2);
let &a: &u8 = &1;
let text: &str = text; let lengths: [usize; 3] =
[text, &*path.to_string_lossy(), "b"].map(str::len);
format!("{text} {:?} {path:?} {:?} {lengths:?} {}",
list.iter().copied().max(), range.clone(), a.pow(1))
},
{
let text: &str = "";
let list: &[bool] = &vec![];
let path: &Path = &std::path::PathBuf::from("");
let range: &Range<i8> = &(-2..0);
let &a: &u8 = &3;
let text: &str = text; let lengths: [usize; 3] =
[text, &*path.to_string_lossy(), "b"].map(str::len);
format!("{text} {:?} {path:?} {:?} {lengths:?} {}",
list.iter().copied().max(), range.clone(), a.pow(1))
},
{
let text: &str = "";
let list: &[bool] = &vec![];
let path: &Path = &std::path::PathBuf::from("\0\0");
let range: &Range<i8> = &(0..1);
let &a: &u8 = &7;
let text: &str = text; let lengths: [usize; 3] =
[text, &*path.to_string_lossy(), "b"].map(str::len);
format!("{text} {:?} {path:?} {:?} {lengths:?} {}",
list.iter().copied().max(), range.clone(), a.pow(1))
},
{
let text: &str = "\0\u{1}";
let list: &[bool] = &vec![];
let path: &Path = &std::path::PathBuf::from("\u{3}\0\0");
let range: &Range<i8> = &(0..0);
let &a: &u8 = &0;
let text: &str = text; let lengths: [usize; 3] =
[text, &*path.to_string_lossy(), "b"].map(str::len);
format!("{text} {:?} {path:?} {:?} {lengths:?} {}",
list.iter().copied().max(), range.clone(), a.pow(1))
},
{
let text: &str = "";
let list: &[bool] = &vec![true, false];
let path: &Path = &std::path::PathBuf::from("");
let range: &Range<i8> = &(-6..0);
let &a: &u8 = &8;
let text: &str = text; let lengths: [usize; 3] =
[text, &*path.to_string_lossy(), "b"].map(str::len);
format!("{text} {:?} {path:?} {:?} {lengths:?} {}",
list.iter().copied().max(), range.clone(), a.pow(1))
},
{
let (n, odd): &(u8, bool) = &(0, false);
let [first, ..]: &mut [u8; 2] = &mut [0, 0];
*first = 3; format!("{} {} {first}", *n, *odd)
},
{
let (n, odd): &(u8, bool) = &(0, true);
let [first, ..]: &mut [u8; 2] = &mut [0, 0];
*first = 3; format!("{} {} {first}", *n, *odd)
},
{
let (n, odd): &(u8, bool) = &(0, false);
let [first, ..]: &mut [u8; 2] = &mut [0, 1];
*first = 3; format!("{} {} {first}", *n, *odd)
},
{
let (n, odd): &(u8, bool) = &(0, false);
let [first, ..]: &mut [u8; 2] = &mut [1, 0];
*first = 3; format!("{} {} {first}", *n, *odd)
},
{
let (n, odd): &(u8, bool) = &(0, true);
let [first, ..]: &mut [u8; 2] = &mut [1, 0];
*first = 3; format!("{} {} {first}", *n, *odd)
},
{
let (n, odd): &(u8, bool) = &(0, false);
let [first, ..]: &mut [u8; 2] = &mut [0, 2];
*first = 3; format!("{} {} {first}", *n, *odd)
},
{
let (n, odd): &(u8, bool) = &(0, true);
let [first, ..]: &mut [u8; 2] = &mut [0, 2];
*first = 3; format!("{} {} {first}", *n, *odd)
},
{
let (n, odd): &(u8, bool) = &(1, true);
let [first, ..]: &mut [u8; 2] = &mut [1, 0];
*first = 3; format!("{} {} {first}", *n, *odd)
},
{
let (n, odd): &(u8, bool) = &(1, true);
let [first, ..]: &mut [u8; 2] = &mut [0, 2];
*first = 3; format!("{} {} {first}", *n, *odd)
},
{
let (n, odd): &(u8, bool) = &(0, false);
let [first, ..]: &mut [u8; 2] = &mut [2, 5];
*first = 3; format!("{} {} {first}", *n, *odd)
},
{
let (n, odd): &(u8, bool) = &(0, true);
let [first, ..]: &mut [u8; 2] = &mut [0, 213];
*first = 3; format!("{} {} {first}", *n, *odd)
},
{
let (n, odd): &(u8, bool) = &(139, false);
let [first, ..]: &mut [u8; 2] = &mut [5, 0];
*first = 3; format!("{} {} {first}", *n, *odd)
},
{
let (n, odd): &(u8, bool) = &(21, true);
let [first, ..]: &mut [u8; 2] = &mut [45, 29];
*first = 3; format!("{} {} {first}", *n, *odd)
},
{
let (mut n, _): (u8, bool) = (0, false);
let Pair { n: ref m, odd }: Pair = (|(n, odd)| Pair { n, odd })((0, false));
let _: &bool = &false;
n = n.wrapping_add(*m); format!("{n} {odd}")
},
{
let (mut n, _): (u8, bool) = (0, false);
let Pair { n: ref m, odd }: Pair = (|(n, odd)| Pair { n, odd })((0, false));
let _: &bool = &true;
n = n.wrapping_add(*m); format!("{n} {odd}")
},
{
let (mut n, _): (u8, bool) = (0, false);
let Pair { n: ref m, odd }: Pair = (|(n, odd)| Pair { n, odd })((0, true));
let _: &bool = &false;
n = n.wrapping_add(*m); format!("{n} {odd}")
},
{
let (mut n, _): (u8, bool) = (0, false);
let Pair { n: ref m, odd }: Pair = (|(n, odd)| Pair { n, odd })((0, true));
let _: &bool = &true;
n = n.wrapping_add(*m); format!("{n} {odd}")
},
{
let (mut n, _): (u8, bool) = (0, true);
let Pair { n: ref m, odd }: Pair = (|(n, odd)| Pair { n, odd })((0, false));
let _: &bool = &true;
n = n.wrapping_add(*m); format!("{n} {odd}")
},
{
let (mut n, _): (u8, bool) = (0, false);
let Pair { n: ref m, odd }: Pair = (|(n, odd)| Pair { n, odd })((1, false));
let _: &bool = &false;
n = n.wrapping_add(*m); format!("{n} {odd}")
},
{
let (mut n, _): (u8, bool) = (0, true);
let Pair { n: ref m, odd }: Pair = (|(n, odd)| Pair { n, odd })((1, false));
let _: &bool = &true;
n = n.wrapping_add(*m); format!("{n} {odd}")
},
{
let (mut n, _): (u8, bool) = (1, true);
let Pair { n: ref m, odd }: Pair = (|(n, odd)| Pair { n, odd })((0, false));
let _: &bool = &true;
n = n.wrapping_add(*m); format!("{n} {odd}")
},
{
let (mut n, _): (u8, bool) = (2, true);
let Pair { n: ref m, odd }: Pair = (|(n, odd)| Pair { n, odd })((0, true));
let _: &bool = &true;
n = n.wrapping_add(*m); format!("{n} {odd}")
},
{
let (mut n, _): (u8, bool) = (1, false);
let Pair { n: ref m, odd }: Pair = (|(n, odd)| Pair { n, odd })((6, false));
let _: &bool = &true;
n = n.wrapping_add(*m); format!("{n} {odd}")
},
{
let (mut n, _): (u8, bool) = (74, true);
let Pair { n: ref m, odd }: Pair = (|(n, odd)| Pair { n, odd })((0, false));
let _: &bool = &true;
n = n.wrapping_add(*m); format!("{n} {odd}")
},
{
let (mut n, _): (u8, bool) = (37, false);
let Pair { n: ref m, odd }: Pair = (|(n, odd)| Pair { n, odd })((36, false));
let _: &bool = &true;
n = n.wrapping_add(*m); format!("{n} {odd}")
},
{
let r#type: u8 = 0;
let mut r#in: Option<bool> = None;
r#in.take(); format!("{} {:?}", r#type, r#in)
},
{
let r#type: u8 = 0;
let mut r#in: Option<bool> = Some(false);
r#in.take(); format!("{} {:?}", r#type, r#in)
},
{
let r#type: u8 = 0;
let mut r#in: Option<bool> = Some(true);
r#in.take(); format!("{} {:?}", r#type, r#in)
},
{
let r#type: u8 = 1;
let mut r#in: Option<bool> = None;
r#in.take(); format!("{} {:?}", r#type, r#in)
},
{
let r#type: u8 = 1;
let mut r#in: Option<bool> = Some(true);
r#in.take(); format!("{} {:?}", r#type, r#in)
},
{
let r#type: u8 = 2;
let mut r#in: Option<bool> = Some(false);
r#in.take(); format!("{} {:?}", r#type, r#in)
},
{
let r#type: u8 = 5;
let mut r#in: Option<bool> = None;
r#in.take(); format!("{} {:?}", r#type, r#in)
},
{
let r#type: u8 = 6;
let mut r#in: Option<bool> = Some(true);
r#in.take(); format!("{} {:?}", r#type, r#in)
},
{
let r#type: u8 = 23;
let mut r#in: Option<bool> = None;
r#in.take(); format!("{} {:?}", r#type, r#in)
},
{
let r#type: u8 = 105;
let mut r#in: Option<bool> = None;
r#in.take(); format!("{} {:?}", r#type, r#in)
},
]
}
