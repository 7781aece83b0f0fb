use everycase::laws;

laws!(u8: Ordd, Hash);

laws!(u8: Default);

laws!(u8: Display, Eq);

laws!(u8: TryFrom);

laws!(u8: Eq<u8>);

laws!(u8: );

laws!(u8, Eq);

laws!(u8: Eq; test = 3);

fn main() {}
