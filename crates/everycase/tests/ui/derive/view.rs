use everycase::Enumerable;

#[derive(Enumerable)]
#[enumerable(view = a::B)]
struct NoName(u8);

#[derive(Enumerable)]
struct OnField(#[enumerable(view = X)] u8);

#[derive(Enumerable)]
struct Rc<T>(T);

#[derive(Enumerable)]
struct NotTheirs(Rc<u8>);

#[derive(Enumerable)]
struct WithItsPath(self::Rc<u8>);

fn main() {}
