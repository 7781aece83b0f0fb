use everycase::Enumerable;

#[derive(Enumerable)]
#[enumerable(bound = 3)]
struct A<T>(T);

#[derive(Enumerable)]
#[enumerable(bound = "T = Enumerable")]
struct B<T>(T);

fn main() {}
