// The laws of traits, as an expression: `laws!` states them in tests of users, `everycase explore`
// of crates. A value that does not equal itself, such as NaN, has no law of equality.
[
    Law { of: "Eq", modes: "R", states: "a value equals itself", text: "assert!($0$ == $0$, \"{law}\")" },
    Law {
        of: "PartialEq",
        modes: "RR",
        states: "if a equals b, then b equals a",
        text: "assert_eq!($0$ == $1$, $1$ == $0$, \"{law}\")",
    },
    Law {
        of: "Hash",
        modes: "RR",
        states: "equal values have equal hashes",
        text: "assert!($0$ != $1$ || hashed(&$0$) == hashed(&$1$), \"{law}\")",
    },
    Law {
        of: "Ord",
        modes: "RR",
        states: "the order of b and a is the reverse of the order of a and b",
        text: "assert_eq!(Ord::cmp(&$0$, &$1$), Ord::cmp(&$1$, &$0$).reverse(), \"{law}\")",
    },
    Law {
        of: "Ord",
        modes: "RR",
        states: "values are in the same place of the order if and only if they are equal",
        text: "assert_eq!(Ord::cmp(&$0$, &$1$).is_eq(), $0$ == $1$, \"{law}\")",
    },
    Law {
        of: "Ord",
        modes: "RR",
        states: "`partial_cmp` agrees with `cmp`",
        text: "assert_eq!(PartialOrd::partial_cmp(&$0$, &$1$), Some(Ord::cmp(&$0$, &$1$)), \
               \"{law}\")",
    },
    Law {
        of: "Ord",
        modes: "RRR",
        states: "if a <= b and b <= c, then a <= c",
        text: "assert!(Ord::cmp(&$0$, &$1$).is_gt() || Ord::cmp(&$1$, &$2$).is_gt() || \
               Ord::cmp(&$0$, &$2$).is_le(), \"{law}\")",
    },
    Law {
        of: "PartialOrd",
        modes: "RR",
        states: "a < b if and only if b > a",
        text: "assert_eq!($0$ < $1$, $1$ > $0$, \"{law}\")",
    },
    Law {
        of: "PartialOrd",
        modes: "RR",
        states: "`partial_cmp` says `Equal` if and only if values are equal",
        text: "assert_eq!(PartialOrd::partial_cmp(&$0$, &$1$).is_some_and(|own| \
               own.is_eq()), $0$ == $1$, \"{law}\")",
    },
    Law {
        of: "Clone",
        modes: "R",
        states: "a clone equals its original",
        text: "assert!($0$ != $0$ || $0$.clone() == $0$, \"{law}\")",
    },
    Law {
        of: "FromStr",
        modes: "R",
        states: "what `Display` writes `FromStr` reads back",
        text: "if $0$ == $0$ { assert_eq!($0$.to_string().parse::<{T}>().ok().as_ref(), \
               Some(&$0$), \"{law}\") }",
    },
    Law {
        of: "TryFrom",
        modes: "R",
        states: "what `From` gives `TryFrom` takes back",
        text: "{ let other = <{U} as From<{T}>>::from($0$.clone()); if $0$ == $0$ { \
               assert_eq!(<{T} as TryFrom<{U}>>::try_from(other).ok().as_ref(), Some(&$0$), \"{law}\") } }",
    },
    Law {
        of: "Borrow",
        modes: "RR",
        states: "what is borrowed is equal, and has an equal hash, just as its owner",
        text: "{ let (one, two): (&{U}, &{U}) = (::std::borrow::Borrow::borrow(&$0$), \
               ::std::borrow::Borrow::borrow(&$1$)); assert_eq!(($0$ == $1$, hashed(&$0$)), \
               (one == two, hashed(one)), \"{law}\") }",
    },
    Law {
        of: "Extend",
        modes: "L",
        states: "a collection is extended by the rest as it is collected",
        text: "{ let (first, rest) = $0$.split_at($0$.len() / 2); \
               let mut own: {T} = first.iter().cloned().collect(); own.extend(rest.iter().cloned()); \
               assert_eq!(own, $0$.iter().cloned().collect::<{T}>(), \"{law}\") }",
    },
    Law {
        of: "Iterator",
        modes: "V",
        states: "the number of elements is within the bounds of `size_hint`",
        text: "{ let (least, most) = $0$.size_hint(); let count = $0$.take(2_000).count(); \
               assert!((least <= count || count == 2_000) && most.is_none_or(|most| count \
               <= most), \"{law}\") }",
    },
    Law {
        of: "ExactSizeIterator",
        modes: "V",
        states: "`len` is the number of elements, as `size_hint` tells",
        text: "{ let (least, most) = $0$.size_hint(); assert_eq!(Some(least), most, \"{law}\"); \
               let len = $0$.len(); if len < 2_000 { assert_eq!($0$.take(2_000).count(), \
               len, \"{law}\") } }",
    },
    Law {
        of: "DoubleEndedIterator",
        modes: "V",
        states: "from the back come the same elements",
        text: "{ let mut back: Vec<_> = $0$.clone().rev().take(500).collect(); \
               back.reverse(); let front: Vec<_> = $0$.take(500).collect(); if front.len() \
               < 500 { assert_eq!(back, front, \"{law}\") } }",
    },
    Law {
        of: "DoubleEndedIterator",
        modes: "V",
        states: "both ends together give each element once",
        text: "{ let count = $0$.clone().take(500).count(); let mut both = 0; \
               while both < 500 && $0$.next().is_some() { both += 1 + usize::from($0$.next_back().is_some()); } \
               if count < 500 { assert_eq!(both, count, \"{law}\") } }",
    },
    Law {
        of: "Iterator",
        modes: "VN",
        states: "`nth(n)` is what the last of n + 1 calls of `next` gives",
        text: "{ let mut other = $0$.clone(); let skipped = (0..$1$).try_for_each(|_| \
               other.next().map(|_| ())); let last = skipped.and_then(|()| other.next()); \
               assert_eq!($0$.nth(usize::from($1$)), last, \"{law}\") }",
    },
    Law {
        of: "FusedIterator",
        modes: "V",
        states: "after `None` comes `None`",
        text: "{ let mut left = 2_000; while left > 0 && $0$.next().is_some() { left -= 1; \
               } assert!(left == 0 || $0$.next().is_none(), \"{law}\") }",
    },
    Law {
        of: "serde",
        modes: "R",
        states: "what is written as JSON is read back",
        text: "if $0$ == $0$ { let json = ::serde_json::to_string(&$0$); \
               let own = json.and_then(|json| ::serde_json::from_str::<{T}>(&json)); \
               assert_eq!(own.ok().as_ref(), Some(&$0$), \"{law}\") }",
    },
]
