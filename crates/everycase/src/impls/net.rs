//! Network addresses: products of their numbers.
//!
//! Size: the sum of the bits of the octets or segments, of the port, and of the other numbers.
//! `IpAddr` and `SocketAddr` are enums, see [constructors](super::constructors).

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddrV4, SocketAddrV6};

use crate::space::Source;
use everycase_kernel::{At, EncodeError, Encoder, Key, Shape};

use crate::space::Enumerable;

/// Each type, the types of the arguments of its function `new`, and its parts in that order.
macro_rules! addresses {
    ($($ty:ident: |$address:ident| $($i:tt $part:ty = $value:expr),*;)*) => {$(
        impl Enumerable for $ty {
            #[inline]
            fn shape() -> Shape {
                Shape::named(Key::of::<Self>(), || Shape::product([$(<$part>::shape()),*]))
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
    Ipv4Addr: |ip|
        0 u8 = ip.octets()[0], 1 u8 = ip.octets()[1], 2 u8 = ip.octets()[2], 3 u8 = ip.octets()[3];
    Ipv6Addr: |ip|
        0 u16 = ip.segments()[0], 1 u16 = ip.segments()[1], 2 u16 = ip.segments()[2], 3 u16 = ip.segments()[3],
        4 u16 = ip.segments()[4], 5 u16 = ip.segments()[5], 6 u16 = ip.segments()[6], 7 u16 = ip.segments()[7];
    SocketAddrV4: |socket| 0 Ipv4Addr = socket.ip(), 1 u16 = socket.port();
    SocketAddrV6: |socket|
        0 Ipv6Addr = socket.ip(), 1 u16 = socket.port(), 2 u32 = socket.flowinfo(), 3 u32 = socket.scope_id();
}
