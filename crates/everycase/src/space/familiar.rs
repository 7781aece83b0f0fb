//! Lists, options, weighted alternatives and strings of spaces.

use std::sync::Arc;

use everycase_kernel::{Alternative, At, EncodeError, Encoder, Shape, SpaceError};

use super::codec::Codec;
use super::into::IntoSpace;
use super::sets;
use super::source::Source;
use super::typed::Space;

impl<T: 'static> Space<Vec<T>> {
    /// Returns the lists of values of a space. Sizes are as for `Vec`: 1 for the end, and for each
    /// element 1 plus its size.
    ///
    /// ```
    /// use everycase::Space;
    ///
    /// let lists = Space::vec(0..10u8);
    /// assert_eq!(lists.size_of(&vec![0, 9])?, 1 + 1 + 1 + 4);
    /// # Ok::<(), everycase::space::SpaceError>(())
    /// ```
    pub fn vec(element: impl IntoSpace<T>) -> Self {
        sets::list(&element.into_space())
    }
}

impl<T: 'static> Space<Option<T>> {
    /// Returns `None`, and the values of a space in `Some`. Sizes are as for `Option`: 1 plus the
    /// size of the value.
    pub fn option(some: impl IntoSpace<T>) -> Self {
        let some = some.into_space();
        let alternatives =
            [Alternative::new("None", []).pay(1), Alternative::new("Some", [some.shape().clone()]).pay(1)];
        Self::new(Shape::choice(alternatives), Optional(Arc::clone(some.codec())))
    }
}

impl<T: 'static> Space<T> {
    /// Returns the union of spaces, the values of each larger by its cost: a cost of 3 makes the
    /// values of a space as rare as if three more decisions led to them. The caller ensures that
    /// the spaces are disjoint: a value in two of them is visited twice.
    ///
    /// ```
    /// use everycase::Space;
    ///
    /// let ports = Space::weighted([(0, Space::one_of([80, 443u16])), (4, Space::one_of([8080]))]);
    /// assert_eq!(ports.count(0)?, 2u8.into());
    /// assert_eq!(ports.size_of(&8080)?, 4);
    /// # Ok::<(), everycase::space::SpaceError>(())
    /// ```
    ///
    /// Without alternatives the space is empty.
    pub fn weighted<S: IntoSpace<T>>(alternatives: impl IntoIterator<Item = (u32, S)>) -> Self {
        let spaces: Vec<(u32, Self)> =
            alternatives.into_iter().map(|(cost, space)| (cost, space.into_space())).collect();
        let shape = Shape::choice(
            spaces.iter().map(|(cost, space)| Alternative::new("", [space.shape().clone()]).pay(*cost)),
        );
        Self::new(shape, WeightedCodec(spaces.iter().map(|(_, space)| Arc::clone(space.codec())).collect()))
    }
}

impl Space<String> {
    /// Returns the strings of the characters of a space. Sizes are as for `String`: 1 for the end,
    /// and for each character 1 plus its size in its space: the bit length of its code point in
    /// `'a'..='z'`, 0 in `"abc"`.
    ///
    /// ```
    /// use everycase::Space;
    ///
    /// let words = Space::string_of("ab")?;
    /// assert_eq!(words.of_size(3)?.collect::<Vec<_>>(), ["aa", "ab", "ba", "bb"]);
    /// assert!(Space::string_of("").is_err());
    /// # Ok::<(), everycase::space::SpaceError>(())
    /// ```
    ///
    /// # Errors
    /// [`SpaceError::Empty`] if the alphabet has no characters, or an error of the alphabet's
    /// space.
    #[inline]
    pub fn string_of(alphabet: impl IntoSpace<char>) -> Result<Self, SpaceError> {
        let alphabet = alphabet.into_space();
        // All characters have at most 21 bits, and a space of them is finite.
        let largest = alphabet.largest_size()?.unwrap_or(u32::MAX);
        if largest == 0 && alphabet.count(0)? == 0u8.into() {
            return Err(SpaceError::Empty { size: 0 });
        }
        let characters = sets::list(&alphabet);
        let codec = Characters(Arc::clone(characters.codec()));
        Ok(Self::new(characters.shape().clone(), codec))
    }
}

struct Optional<T>(Arc<dyn Codec<T>>);

impl<T> Codec<Option<T>> for Optional<T> {
    fn decode(&self, at: At<'_>) -> Option<T> {
        (at.alternative() == 1).then(|| self.0.decode(at.field(0)))
    }

    fn update(&self, value: &mut Option<T>, at: At<'_>) {
        match (value, at.alternative()) {
            (Some(value), 1) => self.0.update(value, at.field(0)),
            (value, _) => *value = self.decode(at),
        }
    }

    fn encode(&self, value: &Option<T>, to: &mut Encoder) -> Result<(), EncodeError> {
        match value {
            None => to.alternative(0),
            Some(value) => {
                to.alternative(1)?;
                self.0.encode(value, to)
            }
        }
    }

    fn source(&self, at: At<'_>, out: &mut Source) {
        if at.alternative() == 0 {
            return out.path("None");
        }
        out.path("Some");
        out.push('(');
        out.part(at.field(0), |at, out| self.0.source(at, out));
        out.push(')');
    }
}

struct WeightedCodec<T>(Vec<Arc<dyn Codec<T>>>);

impl<T> Codec<T> for WeightedCodec<T> {
    fn decode(&self, at: At<'_>) -> T {
        self.0[at.alternative()].decode(at.field(0))
    }

    fn encode(&self, value: &T, to: &mut Encoder) -> Result<(), EncodeError> {
        first(0, &self.0, value, to)
    }

    fn source(&self, at: At<'_>, out: &mut Source) {
        self.0[at.alternative()].source(at.field(0), out);
    }
}

/// Encodes a value in the first alternative from a number on that contains it.
fn first<T>(
    number: usize,
    codecs: &[Arc<dyn Codec<T>>],
    value: &T,
    to: &mut Encoder,
) -> Result<(), EncodeError> {
    let Some((codec, rest)) = codecs.split_first() else { return Err(EncodeError::NotInShape) };
    to.either(
        |to| {
            to.alternative(number)?;
            codec.encode(value, to)
        },
        |to| first(number + 1, rest, value, to),
    )
}

/// Strings as lists of characters.
struct Characters(Arc<dyn Codec<Vec<char>>>);

impl Codec<String> for Characters {
    #[inline]
    fn decode(&self, at: At<'_>) -> String {
        self.0.decode(at).into_iter().collect()
    }

    #[inline]
    fn encode(&self, value: &String, to: &mut Encoder) -> Result<(), EncodeError> {
        self.0.encode(&value.chars().collect(), to)
    }

    #[inline]
    fn source(&self, at: At<'_>, out: &mut Source) {
        written(&self.decode(at), out);
    }
}

/// Appends a string.
#[inline]
pub(super) fn written(text: &str, out: &mut Source) {
    out.path("String::from");
    crate::space::push(out, format_args!("({text:?})"));
}
