use everycase::property;

fn insert<T>(x: T, mut list: Vec<T>) -> Vec<T> {
    list.insert(0, x);
    list
}

fn first(list: &[u8]) -> Option<&u8> {
    list.first()
}

fn largest<'a>(one: &'a u8, other: &'a u8) -> &'a u8 {
    one.max(other)
}

fn apply(f: impl Fn(u8) -> u8, x: u8) -> u8 {
    f(x)
}

extern "C" fn foreign_abi(x: u8) -> u8 {
    x
}

const LIMIT: u8 = 3;

mod other {
    pub trait Shape {
        fn area(&self) -> u8;
    }
    impl Shape for u8 {
        fn area(&self) -> u8 {
            *self
        }
    }
}
use other::Shape;

#[property(of = insert)]
fn no_instance(x: u8) {
    drop(insert(x, vec![]));
}

#[property(of = first)]
fn a_borrowed_result(list: Vec<u8>) {
    assert_eq!(first(&list), list.first());
}

#[property(of = largest)]
fn a_reference(x: u8, y: u8) {
    assert_eq!(*largest(&x, &y), x.max(y));
}

#[property(of = apply)]
fn a_function_that_cannot_be_named(x: u8) -> bool {
    apply(|x| x, x) == x
}

#[property(of = foreign_abi)]
fn another_abi(x: u8) -> bool {
    foreign_abi(x) == x
}

#[property(of = LIMIT)]
fn no_function(x: u8) -> bool {
    LIMIT == x
}

#[property(of = Shape::area)]
fn a_trait_s_method(x: u8) -> bool {
    Shape::area(&x) == x
}

#[property(of = insert::<u8>)]
fn not_mentioned(x: u8) -> bool {
    x == x
}

#[property(of = u8::wrapping_add)]
fn a_method_by_its_dot(x: u8) -> bool {
    x.wrapping_add(1) > 0
}

fn main() {}
