//! Expressions: trees of calls, and the code that workers run.

use std::sync::Arc;

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expression {
    /// A number, `bool`, `char`, atom or table of answers: its kind, and its bits.
    Number(u8, u128),
    /// A text.
    Text(Arc<str>),
    /// A vector of bytes.
    Bytes(Arc<[u8]>),
    /// The argument before it once more: both are references to one value.
    Same,
    /// Elements, and what an iterator over them says about their number (0: the truth).
    List(Vec<Arc<Expression>>, u8),
    /// The result of a call.
    Call(u16, Vec<Arc<Expression>>),
    /// An argument after a call that has changed it.
    After(u16, Vec<Arc<Expression>>, u8),
    /// An expression in which a call of an atom's trait panics, or of a function or iterator that
    /// is an argument: which one, from 1. Others do not contain it.
    Armed(u8, Arc<Expression>),
}

/// The kinds of other numbers.
pub mod kind {
    /// `f32`.
    pub const F32: u8 = 20;
    /// `f64`.
    pub const F64: u8 = 21;
    /// `bool`.
    pub const BOOL: u8 = 22;
    /// `char`.
    pub const CHAR: u8 = 23;
    /// `()`.
    pub const UNIT: u8 = 24;
    /// An atom.
    pub const ATOM: u8 = 30;
    /// Answers of a function.
    pub const ANSWERS: u8 = 31;
}

/// The names of the integer types, in the order of their kinds.
pub const INTEGERS: [&str; 12] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];

/// The bits of the integer types.
pub const WIDTHS: [u32; 12] = [8, 16, 32, 64, 128, 64, 8, 16, 32, 64, 128, 64];

impl Expression {
    /// Returns the size: the number of calls, lists and constants. Constants beyond 0 and 1, and
    /// texts of several characters, count twice.
    pub fn size(&self) -> u32 {
        match self {
            Expression::Number(_, bits) => 1 + u32::from(*bits > 1),
            Expression::Same => 1,
            Expression::Text(text) => 1 + u32::from(text.len() > 1),
            Expression::Bytes(bytes) => 1 + u32::from(bytes.len() > 1),
            Expression::List(all, hint) => {
                1 + u32::from(*hint > 0) + all.iter().map(|own| own.size()).sum::<u32>()
            }
            Expression::Call(_, all) | Expression::After(_, all, _) => {
                1 + all.iter().map(|own| own.size()).sum::<u32>()
            }
            Expression::Armed(_, own) => 1 + own.size(),
        }
    }

    /// Returns what tells a simpler expression from another of the same size: the length of its
    /// texts and the bits of its numbers.
    pub fn bulk(&self) -> u64 {
        match self {
            Expression::Number(_, bits) => u64::from(128 - bits.leading_zeros()),
            // A value of its own is simpler.
            Expression::Same => 1,
            Expression::Text(text) => {
                text.chars().map(|own| if own.is_ascii_alphanumeric() { 4 } else { 5 }).sum()
            }
            Expression::Bytes(bytes) => bytes.iter().map(|own| 1 + u64::from(8 - own.leading_zeros())).sum(),
            Expression::Armed(at, own) => u64::from(*at) + own.bulk(),
            _ => self.parts().iter().map(|own| own.bulk()).sum(),
        }
    }

    /// Returns what orders expressions, simple ones first.
    pub fn measure(&self) -> (u32, u64) {
        (self.size(), self.bulk())
    }

    /// Returns the number of calls.
    pub fn calls(&self) -> u64 {
        match self {
            Expression::Number(..) | Expression::Text(_) | Expression::Bytes(_) | Expression::Same => 0,
            Expression::List(all, _) => all.iter().map(|own| own.calls()).sum(),
            Expression::Call(_, all) | Expression::After(_, all, _) => {
                1 + all.iter().map(|own| own.calls()).sum::<u64>()
            }
            Expression::Armed(_, own) => own.calls(),
        }
    }

    /// Returns the parts of an expression.
    pub fn parts(&self) -> &[Arc<Expression>] {
        match self {
            Expression::Number(..) | Expression::Text(_) | Expression::Bytes(_) | Expression::Same => &[],
            Expression::List(all, _) | Expression::Call(_, all) | Expression::After(_, all, _) => all,
            Expression::Armed(_, own) => std::slice::from_ref(own),
        }
    }

    /// Returns the expression with a part replaced.
    pub fn with_part(&self, place: usize, part: Arc<Expression>) -> Expression {
        let mut own = self.clone();
        match &mut own {
            Expression::Number(..) | Expression::Text(_) | Expression::Bytes(_) | Expression::Same => {}
            Expression::List(all, _) | Expression::Call(_, all) | Expression::After(_, all, _) => {
                all[place] = part;
            }
            Expression::Armed(_, own) => *own = part,
        }
        own
    }

    /// Returns the call at the root.
    pub fn root(&self) -> Option<u16> {
        match self {
            Expression::Call(call, _) | Expression::After(call, ..) => Some(*call),
            Expression::Armed(_, own) => own.root(),
            _ => None,
        }
    }

    /// Returns the part whose call has a number in the order of evaluation, from 1.
    pub fn at_call(&self, number: u64) -> Option<&Expression> {
        fn find<'e>(own: &'e Expression, left: &mut u64) -> Option<&'e Expression> {
            for part in own.parts() {
                if let Some(found) = find(part, left) {
                    return Some(found);
                }
            }
            if own.root().is_some() {
                *left = left.checked_sub(1)?;
                return (*left == 0).then_some(own);
            }
            None
        }
        let own = if let Expression::Armed(_, inner) = self { inner } else { self };
        find(own, &mut { number })
    }

    /// Returns whether there is an atom, or a function of answers, as an argument.
    pub fn has_atoms(&self) -> bool {
        matches!(self, Expression::Number(kind::ATOM | kind::ANSWERS, _))
            || self.parts().iter().any(|own| own.has_atoms())
    }

    /// Returns whether some call fulfils a condition.
    pub fn any_call(&self, is: &mut dyn FnMut(u16) -> bool) -> bool {
        self.root().is_some_and(&mut *is) || self.parts().iter().any(|own| own.any_call(is))
    }

    /// Returns the code for workers.
    pub fn code(&self) -> Vec<u8> {
        let mut code = Vec::new();
        self.encode(&mut code);
        code
    }

    fn encode(&self, code: &mut Vec<u8>) {
        if let Expression::Armed(at, _) = self {
            code.extend([b'a', *at]);
        }
        for own in self.parts() {
            own.encode(code);
        }
        match self {
            Expression::Number(kind, bits) => {
                code.extend([b'n', *kind]);
                code.extend(bits.to_le_bytes());
            }
            Expression::Text(text) => {
                code.push(b's');
                code.extend((text.len() as u16).to_le_bytes());
                code.extend(text.as_bytes());
            }
            Expression::Bytes(bytes) => {
                code.push(b'b');
                code.extend((bytes.len() as u16).to_le_bytes());
                code.extend(&**bytes);
            }
            Expression::Same => code.push(b'd'),
            Expression::List(all, hint) => code.extend([b'l', all.len() as u8, *hint]),
            Expression::Armed(..) => {}
            Expression::Call(call, _) => {
                code.push(b'c');
                code.extend(call.to_le_bytes());
            }
            Expression::After(call, _, place) => {
                code.push(b'x');
                code.extend(call.to_le_bytes());
                code.push(*place);
            }
        }
    }

    /// Returns the expression of a code; `arguments` tells how many a call has.
    pub fn of_code(mut code: &[u8], arguments: impl Fn(u16) -> Option<usize>) -> Option<Expression> {
        let armed = match code {
            [b'a', at, left @ ..] => {
                code = left;
                Some(*at)
            }
            _ => None,
        };
        let code = &mut code;
        let mut stack: Vec<Arc<Expression>> = Vec::new();
        while let Some([tag]) = bytes(code) {
            let mut last = |count: usize| Some(stack.split_off(stack.len().checked_sub(count)?));
            let own = match tag {
                b'n' => {
                    let [kind] = bytes(code)?;
                    Expression::Number(kind, u128::from_le_bytes(bytes(code)?))
                }
                b's' => Expression::Text(std::str::from_utf8(behind_length(code)?).ok()?.into()),
                b'b' => Expression::Bytes(behind_length(code)?.into()),
                b'd' => Expression::Same,
                b'l' => {
                    let [count, hint] = bytes(code)?;
                    Expression::List(last(usize::from(count))?, hint)
                }
                b'c' => {
                    let call = u16::from_le_bytes(bytes(code)?);
                    Expression::Call(call, last(arguments(call)?)?)
                }
                b'x' => {
                    let call = u16::from_le_bytes(bytes(code)?);
                    let [place] = bytes(code)?;
                    let count = arguments(call).filter(|count| usize::from(place) < *count)?;
                    Expression::After(call, last(count)?, place)
                }
                _ => return None,
            };
            stack.push(Arc::new(own));
        }
        let own = stack.pop().filter(|_| stack.is_empty())?;
        Some(match armed {
            Some(at) => Expression::Armed(at, own),
            None => Arc::unwrap_or_clone(own),
        })
    }
}

/// Takes bytes off the front of a code.
pub(crate) fn bytes<const N: usize>(code: &mut &[u8]) -> Option<[u8; N]> {
    let (own, left) = code.split_first_chunk()?;
    *code = left;
    Some(*own)
}

/// Takes bytes off whose number stands before them.
fn behind_length<'b>(code: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = usize::from(u16::from_le_bytes(bytes(code)?));
    let (own, left) = code.split_at_checked(length)?;
    *code = left;
    Some(own)
}
