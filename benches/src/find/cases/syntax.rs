//! Languages: nested comments, brackets, patterns with stars, expressions that are printed, parsed and simplified.

use bolero_generator::TypeGenerator;
use everycase::Enumerable;
use proptest_derive::Arbitrary;

use super::{Case, case};
use crate::find::input::{recursive, short};

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    CommentsDoNotNest,
    BracketsAreCounted,
    StarIsGreedy,
    RightOperandIsBare,
    NegatedDifference,
    SameSizeIsEqual,
}

/// A token of a source with comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enumerable, TypeGenerator, Arbitrary)]
#[cfg_attr(feature = "hegel", derive(hegel::DefaultGenerator))]
enum Token {
    Open,
    Close,
    Word,
    LineEnd,
}

short! { Token { Open, Close, Word, LineEnd } }

/// A bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enumerable, TypeGenerator, Arbitrary)]
#[cfg_attr(feature = "hegel", derive(hegel::DefaultGenerator))]
enum Bracket {
    Round,
    RoundEnd,
    Square,
    SquareEnd,
    Curly,
    CurlyEnd,
}

short! { Bracket { Round, RoundEnd, Square, SquareEnd, Curly, CurlyEnd } }

/// A letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enumerable, TypeGenerator, Arbitrary)]
#[cfg_attr(feature = "hegel", derive(hegel::DefaultGenerator))]
enum Letter {
    A,
    B,
    C,
}

short! { Letter { A, B, C } }

/// A part of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enumerable, TypeGenerator, Arbitrary)]
#[cfg_attr(feature = "hegel", derive(hegel::DefaultGenerator))]
enum Piece {
    Star,
    Any,
    One(Letter),
}

short! { Piece { Star, Any, One(letter) } }

/// An expression.
#[derive(Debug, Clone, PartialEq, Eq, Enumerable, TypeGenerator)]
enum Expr {
    Num(u8),
    Neg(Box<Expr>),
    Add(Box<Expr>, Box<Expr>),
    Sub(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
}

recursive! { Expr;
    leaf Num(number: u8);
    node Neg(inner: Self);
    node Add(left: Self, right: Self);
    node Sub(left: Self, right: Self);
    node Mul(left: Self, right: Self);
}

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("comments-nest", Mistake::CommentsDoNotNest, words_outside_are_kept, || {
            vec![Token::Open, Token::Open, Token::Close, Token::Word]
        }),
        case("crossed-brackets", Mistake::BracketsAreCounted, balanced_ones_cancel, || {
            vec![Bracket::Round, Bracket::Square, Bracket::RoundEnd, Bracket::SquareEnd]
        }),
        case("greedy-star", Mistake::StarIsGreedy, pattern_matches, || {
            (vec![Piece::Star, Piece::One(Letter::A)], vec![Letter::A, Letter::A])
        }),
        case("right-operand-without-parentheses", Mistake::RightOperandIsBare, print_is_undone, || {
            difference(Expr::Num(1), difference(Expr::Num(1), Expr::Num(1)))
        }),
        case("negated-difference", Mistake::NegatedDifference, simpler_has_the_same_value, || {
            Expr::Neg(Box::new(difference(Expr::Num(1), Expr::Num(2))))
        }),
        case("same-size-is-equal", Mistake::SameSizeIsEqual, simpler_has_the_same_value, || {
            let minus_one = || Expr::Neg(Box::new(Expr::Num(1)));
            let sum = |n| Expr::Add(Box::new(Expr::Num(n)), Box::new(minus_one()));
            difference(sum(2), sum(3))
        }),
    ]
}

fn difference(left: Expr, right: Expr) -> Expr {
    Expr::Sub(Box::new(left), Box::new(right))
}

/// Returns the number of words outside of comments; nothing if a comment does not end.
fn words(m: Mistake, tokens: &[Token]) -> Option<usize> {
    let (mut depth, mut words) = (0_usize, 0);
    for token in tokens {
        match token {
            Token::Open if m == Mistake::CommentsDoNotNest => depth = 1,
            Token::Open => depth += 1,
            Token::Close => depth = depth.checked_sub(1)?,
            Token::Word => words += usize::from(depth == 0),
            Token::LineEnd => {}
        }
    }
    (depth == 0).then_some(words)
}

/// Removing a comment without others in it changes nothing.
fn words_outside_are_kept(m: Mistake, tokens: &Vec<Token>) -> bool {
    let mut left = tokens.clone();
    while let Some(close) = left.iter().position(|token| *token == Token::Close) {
        let Some(open) = left[..close].iter().rposition(|token| *token == Token::Open) else { break };
        left.drain(open..=close);
    }
    words(m, tokens) == words(Mistake::None, &left)
}

/// Returns whether brackets are closed in the order in which they were opened.
fn is_balanced(m: Mistake, brackets: &[Bracket]) -> bool {
    let mut open = Vec::new();
    for bracket in brackets {
        let opening = match bracket {
            Bracket::Round | Bracket::Square | Bracket::Curly => {
                open.push(*bracket);
                continue;
            }
            Bracket::RoundEnd => Bracket::Round,
            Bracket::SquareEnd => Bracket::Square,
            Bracket::CurlyEnd => Bracket::Curly,
        };
        let found = if m == Mistake::BracketsAreCounted {
            open.iter().rposition(|it| *it == opening)
        } else {
            open.len().checked_sub(1).filter(|last| open[*last] == opening)
        };
        let Some(found) = found else { return false };
        open.remove(found);
    }
    open.is_empty()
}

/// What is left after removing pairs side by side is nothing if and only if the brackets are balanced.
fn balanced_ones_cancel(m: Mistake, brackets: &Vec<Bracket>) -> bool {
    let pairs = [
        [Bracket::Round, Bracket::RoundEnd],
        [Bracket::Square, Bracket::SquareEnd],
        [Bracket::Curly, Bracket::CurlyEnd],
    ];
    let mut left = brackets.clone();
    while let Some(pair) = left.windows(2).position(|pair| pairs.iter().any(|it| it == pair)) {
        left.drain(pair..pair + 2);
    }
    is_balanced(m, brackets) == left.is_empty()
}

impl Piece {
    fn fits(self, letter: Letter) -> bool {
        match self {
            Piece::Star | Piece::Any => true,
            Piece::One(own) => own == letter,
        }
    }
}

/// Returns whether a pattern matches a text: a star stands for any text.
fn matches(m: Mistake, pattern: &[Piece], text: &[Letter]) -> bool {
    let Some((piece, rest)) = pattern.split_first() else { return text.is_empty() };
    if *piece != Piece::Star {
        return text
            .split_first()
            .is_some_and(|(letter, after)| piece.fits(*letter) && matches(m, rest, after));
    }
    if m == Mistake::StarIsGreedy
        && let Some(next) = rest.iter().find(|piece| **piece != Piece::Star)
    {
        // Takes the first letter that fits what comes next.
        let first = text.iter().position(|letter| next.fits(*letter));
        return first.is_some_and(|first| matches(m, rest, &text[first..]));
    }
    (0..=text.len()).any(|taken| matches(m, rest, &text[taken..]))
}

/// The positions of a pattern that a text leads to, all at once.
fn pattern_matches(m: Mistake, (pattern, text): &(Vec<Piece>, Vec<Letter>)) -> bool {
    // Few enough that trying every length of every star ends soon.
    let (pattern, text) = (&pattern[..pattern.len().min(8)], &text[..text.len().min(8)]);
    let skip_stars = |reached: &mut Vec<bool>| {
        for (i, piece) in pattern.iter().enumerate() {
            reached[i + 1] |= reached[i] && *piece == Piece::Star;
        }
    };
    let mut reached = vec![false; pattern.len() + 1];
    reached[0] = true;
    skip_stars(&mut reached);
    for letter in text {
        let mut next = vec![false; pattern.len() + 1];
        for (i, piece) in pattern.iter().enumerate().filter(|(i, piece)| reached[*i] && piece.fits(*letter)) {
            next[if *piece == Piece::Star { i } else { i + 1 }] = true;
        }
        skip_stars(&mut next);
        reached = next;
    }
    matches(m, pattern, text) == reached[pattern.len()]
}

/// Prints an expression as an operand of an operator of a precedence.
fn print(m: Mistake, expr: &Expr, least: u8, out: &mut String) {
    let own = match expr {
        Expr::Num(_) => 4,
        Expr::Neg(_) => 3,
        Expr::Mul(..) => 2,
        Expr::Add(..) | Expr::Sub(..) => 1,
    };
    if own < least {
        out.push('(');
    }
    let mut binary = |left: &Expr, operator: char, right: &Expr, least_right: u8| {
        print(m, left, own, out);
        out.push(operator);
        print(m, right, least_right, out);
    };
    match expr {
        Expr::Num(number) => out.push_str(&number.to_string()),
        Expr::Neg(inner) => {
            out.push('-');
            print(m, inner, 3, out);
        }
        Expr::Mul(left, right) => binary(left, '*', right, 3),
        Expr::Add(left, right) => binary(left, '+', right, 2),
        Expr::Sub(left, right) => {
            binary(left, '-', right, if m == Mistake::RightOperandIsBare { 1 } else { 2 });
        }
    }
    if own < least {
        out.push(')');
    }
}

/// Reads a sum of products; operators associate to the left.
fn sum(text: &mut &str) -> Option<Expr> {
    let mut left = product(text)?;
    loop {
        let make = match text.chars().next() {
            Some('+') => Expr::Add,
            Some('-') => Expr::Sub,
            _ => return Some(left),
        };
        *text = &text[1..];
        left = make(Box::new(left), Box::new(product(text)?));
    }
}

fn product(text: &mut &str) -> Option<Expr> {
    let mut left = factor(text)?;
    while let Some(rest) = text.strip_prefix('*') {
        *text = rest;
        left = Expr::Mul(Box::new(left), Box::new(factor(text)?));
    }
    Some(left)
}

fn factor(text: &mut &str) -> Option<Expr> {
    if let Some(rest) = text.strip_prefix('-') {
        *text = rest;
        return factor(text).map(|inner| Expr::Neg(Box::new(inner)));
    }
    if let Some(rest) = text.strip_prefix('(') {
        *text = rest;
        let inner = sum(text)?;
        *text = text.strip_prefix(')')?;
        return Some(inner);
    }
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    *text = rest;
    number.parse().ok().map(Expr::Num)
}

fn print_is_undone(m: Mistake, expr: &Expr) -> bool {
    let mut printed = String::new();
    print(m, expr, 0, &mut printed);
    let mut rest = printed.as_str();
    sum(&mut rest).as_ref() == Some(expr) && rest.is_empty()
}

/// Returns the value of an expression.
fn value(expr: &Expr) -> i64 {
    match expr {
        Expr::Num(number) => i64::from(*number),
        Expr::Neg(inner) => value(inner).wrapping_neg(),
        Expr::Add(left, right) => value(left).wrapping_add(value(right)),
        Expr::Sub(left, right) => value(left).wrapping_sub(value(right)),
        Expr::Mul(left, right) => value(left).wrapping_mul(value(right)),
    }
}

fn size(expr: &Expr) -> usize {
    match expr {
        Expr::Num(_) => 1,
        Expr::Neg(inner) => 1 + size(inner),
        Expr::Add(left, right) | Expr::Sub(left, right) | Expr::Mul(left, right) => {
            1 + size(left) + size(right)
        }
    }
}

/// Returns whether two expressions are known to have the same value.
fn is_same(m: Mistake, left: &Expr, right: &Expr) -> bool {
    if m == Mistake::SameSizeIsEqual && size(left) >= 4 { size(left) == size(right) } else { left == right }
}

/// Returns an expression with the same value.
fn simpler(m: Mistake, expr: &Expr) -> Expr {
    let of = |part: &Expr| Box::new(simpler(m, part));
    match expr {
        Expr::Num(number) => Expr::Num(*number),
        Expr::Neg(inner) => match simpler(m, inner) {
            Expr::Neg(inner) => *inner,
            Expr::Sub(left, right) if m == Mistake::NegatedDifference => Expr::Add(right, left),
            Expr::Sub(left, right) => Expr::Sub(right, left),
            other => Expr::Neg(Box::new(other)),
        },
        Expr::Add(left, right) => match (of(left), of(right)) {
            (zero, other) | (other, zero) if *zero == Expr::Num(0) => *other,
            (left, right) => Expr::Add(left, right),
        },
        Expr::Sub(left, right) if is_same(m, left, right) => Expr::Num(0),
        Expr::Sub(left, right) => Expr::Sub(of(left), of(right)),
        Expr::Mul(left, right) => match (of(left), of(right)) {
            (one, other) | (other, one) if *one == Expr::Num(1) => *other,
            (left, right) => Expr::Mul(left, right),
        },
    }
}

fn simpler_has_the_same_value(m: Mistake, expr: &Expr) -> bool {
    value(&simpler(m, expr)) == value(expr)
}
