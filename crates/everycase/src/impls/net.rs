//! Network addresses: products of their numbers.
//!
//! Size: the sum of the bits of the octets or segments, of the port, and of the other numbers.
//! `IpAddr` and `SocketAddr` are enums, see [constructors](super::constructors).
//! Draws have addresses that programs treat specially: the own machine, none, all, private ones.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddrV4, SocketAddrV6};

use crate::space::Source;
use everycase_check::mixture::Boundaries;
use everycase_kernel::{Alternative, At, EncodeError, Encoder, Key, Shape};

use crate::space::Enumerable;

const V4: Boundaries = Boundaries(&[
    &[127, 0, 0, 1],
    &[0, 0, 0, 0],
    &[255, 255, 255, 255],
    &[255, 255, 255, 254],
    &[10, 0, 0, 1],
    &[192, 168, 0, 1],
    &[169, 254, 0, 1],
    &[224, 0, 0, 1],
]);

const V6: Boundaries = Boundaries(&[
    &[0, 0, 0, 0, 0, 0, 0, 1],
    &[0; 8],
    &[0xFFFF; 8],
    // 127.0.0.1
    &[0, 0, 0, 0, 0, 0xFFFF, 0x7F00, 1],
    &[0xFE80, 0, 0, 0, 0, 0, 0, 1],
    &[0xFF02, 0, 0, 0, 0, 0, 0, 1],
]);

/// Numbers on their own have boundary values.
const NONE: Boundaries = Boundaries(&[]);

/// Each type, its boundary values, the types of the arguments of its function `new`, and its parts
/// in that order.
macro_rules! addresses {
    ($($ty:ident, $boundaries:ident: |$address:ident| $($i:tt $part:ty = $value:expr),*;)*) => {$(
        impl Enumerable for $ty {
            #[inline]
            fn shape() -> Shape {
                Shape::named(Key::of::<Self>(), || {
                    Shape::choice_with([Alternative::new("", [$(<$part>::shape()),*])], $boundaries)
                })
            }

            #[inline]
            fn decode(at: At<'_>) -> Self {
                Self::new($(<$part>::decode(at.field($i))),*)
            }

            #[inline]
            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                let $address = self;
                to.alternative(0)?;
                $($value.encode(to)?;)*
                Ok(())
            }

            #[inline]
            fn source(at: At<'_>, out: &mut Source) {
                out.push_str(concat!("std::net::", stringify!($ty), "::new("));
                $(
                    out.push_str(if $i > 0 { ", " } else { "" });
                    out.part(at.field($i), <$part>::source);
                )*
                out.push(')');
            }
        }
    )*};
}

addresses! {
    Ipv4Addr, V4: |ip|
        0 u8 = ip.octets()[0], 1 u8 = ip.octets()[1], 2 u8 = ip.octets()[2], 3 u8 = ip.octets()[3];
    Ipv6Addr, V6: |ip|
        0 u16 = ip.segments()[0], 1 u16 = ip.segments()[1], 2 u16 = ip.segments()[2], 3 u16 = ip.segments()[3],
        4 u16 = ip.segments()[4], 5 u16 = ip.segments()[5], 6 u16 = ip.segments()[6], 7 u16 = ip.segments()[7];
    SocketAddrV4, NONE: |socket| 0 Ipv4Addr = socket.ip(), 1 u16 = socket.port();
    SocketAddrV6, NONE: |socket|
        0 Ipv6Addr = socket.ip(), 1 u16 = socket.port(), 2 u32 = socket.flowinfo(), 3 u32 = socket.scope_id();
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::net::{IpAddr, Ipv4Addr, SocketAddr};

    use everycase_check::mixture::Constants;

    use crate::impls::testing::drawn;

    #[test]
    fn addresses_that_programs_treat_specially_are_drawn() {
        let v4 = [
            "127.0.0.1",
            "0.0.0.0",
            "255.255.255.255",
            "255.255.255.254",
            "10.0.0.1",
            "192.168.0.1",
            "169.254.0.1",
            "224.0.0.1",
        ];
        let v6 = ["::1", "::", "::ffff:127.0.0.1", "fe80::1"];
        let single: HashSet<Ipv4Addr> = drawn(4, Constants::default()).take(3_000).collect();
        for wanted in v4 {
            assert!(single.contains(&wanted.parse().unwrap()), "{wanted}");
        }
        // An enum costs 1 for its alternative, and each part 1.
        let v4_and_v6 = drawn::<(IpAddr, IpAddr)>(1 + 4 + 1 + 8, Constants::default()).take(3_000);
        let all: HashSet<IpAddr> = v4_and_v6.flat_map(|(one, other)| [one, other]).collect();
        for wanted in v4.into_iter().chain(v6) {
            assert!(all.contains(&wanted.parse().unwrap()), "{wanted}");
        }
        let sockets: HashSet<SocketAddr> =
            [6, 12].into_iter().flat_map(|size| drawn(size, Constants::default()).take(3_000)).collect();
        for port in [0, 1, 80, 65_535, 65_534] {
            assert!(sockets.iter().any(|socket| socket.port() == port), "{port}");
        }
        for wanted in v4.into_iter().chain(v6) {
            let wanted: IpAddr = wanted.parse().unwrap();
            assert!(sockets.iter().any(|socket| socket.ip() == wanted), "{wanted}");
        }
    }
}
