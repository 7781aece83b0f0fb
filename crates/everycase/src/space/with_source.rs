//! Values shown by a custom function.

use std::sync::Arc;

use everycase_kernel::{At, EncodeError, Encoder};

use super::codec::Codec;
use super::source::Source;
use super::typed::Space;

impl<T: 'static> Space<T> {
    /// Returns the same values, shown in reports by `source`: as a Rust expression.
    ///
    /// ```
    /// use std::fmt::Write;
    /// use std::net::Ipv4Addr;
    /// use everycase::Space;
    ///
    /// let hosts = Space::one_of(0..=255u8)
    ///     .bijection(|n| Ipv4Addr::new(10, 0, 0, n), |ip| ip.octets()[3])
    ///     .with_source(|ip, out| {
    ///         let [a, b, c, d] = ip.octets();
    ///         let _ = write!(out, "std::net::Ipv4Addr::new({a}, {b}, {c}, {d})"); // cannot fail
    ///     });
    /// let seventh = hosts.derivations().index(&7u8.into())?;
    /// assert_eq!(hosts.source(&seventh), "std::net::Ipv4Addr::new(10, 0, 0, 7)");
    /// # Ok::<(), everycase::space::SpaceError>(())
    /// ```
    #[must_use]
    pub fn with_source(self, source: impl Fn(&T, &mut Source) + Send + Sync + 'static) -> Self {
        let codec = SourceCodec { inner: Arc::clone(self.codec()), source };
        Self::with_codec(self.shape().clone(), Arc::new(codec))
    }
}

/// The codec of values shown by a custom function.
struct SourceCodec<T, S> {
    inner: Arc<dyn Codec<T>>,
    source: S,
}

impl<T, S: Fn(&T, &mut Source) + Send + Sync> Codec<T> for SourceCodec<T, S> {
    fn decode(&self, at: At<'_>) -> T {
        self.inner.decode(at)
    }

    fn update(&self, value: &mut T, at: At<'_>) {
        self.inner.update(value, at);
    }

    fn encode(&self, value: &T, to: &mut Encoder) -> Result<(), EncodeError> {
        self.inner.encode(value, to)
    }

    fn source(&self, at: At<'_>, out: &mut Source) {
        (self.source)(&self.decode(at), out);
    }
}
