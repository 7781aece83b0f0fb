//! Laws of pairs of names: what one function encodes, another one decodes.
//!
//! `fn encode(own: &str) -> String` and `fn decode(own: &str) -> Option<String>` of one module have
//! the law `assert_eq!(decode(&encode(&x)).as_ref(), Some(&x))`. How the code is handed over and
//! the results are compared is decided by rustc: each way is an alternative.

use rustdoc_types::{Function, Impl, Item, ItemEnum, Type};

use super::{CHOICES, Method, function, is_lent, takes_self, with_self};
use crate::candidates::choices::{Alternative, Choice};
use crate::candidates::words::last;
use crate::candidates::{Collector, Mode, Promise};
use crate::spelling::{KRATE, Substitution};

/// Words of the way there and of the way back.
const PAIRS: [(&str, &str); 5] = [
    ("encode", "decode"),
    ("serialize", "deserialize"),
    ("pack", "unpack"),
    ("escape", "unescape"),
    ("write", "read"),
];

/// What a result has around its value.
#[derive(Clone, Copy)]
enum Layer {
    None,
    Option,
    Result,
}

/// How a value goes there and back.
enum Way {
    /// `T::decode(x.encode())`
    Value,
    /// `x.write(&mut out)`, `T::read(&mut &out[..])`
    Writer,
    /// `codec.decode(codec.encode(x))`
    Codec,
}

/// A value on its way there and back, as source text.
struct RoundTrip<'t> {
    law: &'t str,
    /// The value, and its type.
    value: &'t str,
    ty: &'t str,
    /// The call that encodes the value.
    there: &'t str,
    there_layer: Layer,
    /// The call that decodes, up to its argument.
    back: &'t str,
    back_layer: Layer,
}

impl<'c> Collector<'c> {
    /// Adds the laws of pairs of a type's methods.
    pub(super) fn pairs_of_methods(&mut self, own: &'c Impl, items: &[&'c Item]) {
        for item in items {
            let Some(there) = function(item) else { continue };
            let backs = backs(there.0);
            let is_back = |own: &&&Item| own.name.as_ref().is_some_and(|own| backs.contains(own));
            let other =
                items.iter().find(is_back).filter(|other| !mentions_loss(item) && !mentions_loss(other));
            if let Some(back) = other.and_then(|own| function(own)) {
                self.pair_of_methods(own, there, back);
            }
        }
    }

    fn pair_of_methods(&mut self, own: &'c Impl, (name, there): Method<'c>, (other, back): Method<'c>) {
        let is_made = back.sig.inputs.len() == 1 && !takes_self(back, 1);
        let way = match there.sig.inputs.len() {
            1 if takes_self(there, 1) && is_made => Way::Value,
            2 if takes_self(there, 2) && is_made => Way::Writer,
            // What changes may answer another time in another way.
            2 if takes_self(back, 2) && is_lent(there) && is_lent(back) => Way::Codec,
            _ => return,
        };
        let law = law(name, other);
        let shown = format!("{}::{name}", self.shown(&own.for_));
        let is_deprecated = self.is_deprecated(own, name) || self.is_deprecated(own, other);
        let item = self.stated(shown, Promise::Nothing, &law);
        self.found.items[item].is_round_trip = !matches!(way, Way::Codec);
        self.found.items[item].documentation.deprecated = is_deprecated;
        let mut forms = Vec::new();
        for (known, _) in self.choices_of(own) {
            let Some(ty) = self.paths.ty(&own.for_, &known) else { continue };
            let Some(callee) = self.callee(own, other, &known) else { continue };
            let known = with_self(known, &ty);
            let receiver = if is_lent(there) { "$0$" } else { "$0$.clone()" };
            let mut modes = vec![Mode::new('R', &ty)];
            let (there_layer, back_layer) = (self.layer(there), self.layer(back));
            let trip =
                RoundTrip { law: &law, value: "$0$", ty: &ty, there: "", there_layer, back: "", back_layer };
            let back = format!("{callee}(");
            let texts = match way {
                Way::Value => {
                    let there = format!("{receiver}.{name}()");
                    RoundTrip { there: &there, back: &back, ..trip }.texts()
                }
                Way::Writer => {
                    let there = format!("{receiver}.{name}(&mut out)");
                    RoundTrip { there: &there, back: &back, ..trip }.texts_of_writer()
                }
                Way::Codec => {
                    let choices = self.alternatives(&self.choices(&there.generics), &known);
                    let value = &there.sig.inputs[1].1;
                    let owned = choices.into_iter().find_map(|own| self.owned(value, &own, 1));
                    let Some((mode, argument)) = owned else { continue };
                    modes.push(mode.clone());
                    let (there, back) = (format!("$0$.{name}({argument})"), format!("$0$.{other}("));
                    RoundTrip { value: "$1$", ty: &mode.ty, there: &there, back: &back, ..trip }.texts()
                }
            };
            forms.extend(texts.into_iter().map(|text| (text, modes.clone())));
        }
        self.state_forms(item, forms);
    }

    /// Adds the law of a free function and the one of its module that decodes what it encodes.
    pub(in crate::candidates) fn pair_of_functions(&mut self, item: &'c Item, path: &str) {
        let Some((name, there)) = function(item) else { return };
        let module = path.strip_suffix(name).unwrap_or_default();
        let of = |name: &String| {
            let path = format!("{module}{name}");
            let id = self.paths.of.iter().find(|own| *own.1 == path).map(|own| *own.0)?;
            self.get(id)
        };
        let other =
            backs(name).iter().find_map(of).filter(|other| !mentions_loss(item) && !mentions_loss(other));
        let Some((other, back)) = other.and_then(function) else { return };
        if there.sig.inputs.len() != 1 || back.sig.inputs.len() != 1 {
            return;
        }
        let law = law(name, other);
        let is_deprecated = item.deprecation.is_some();
        let item = self.stated(format!("{}::{path}", self.name), Promise::Nothing, &law);
        self.found.items[item].documentation.deprecated = is_deprecated;
        let (there_layer, back_layer) = (self.layer(there), self.layer(back));
        let back = format!("{KRATE}::{module}{other}(");
        let choices = self.choices(&there.generics);
        let mut forms = Vec::new();
        for known in self.alternatives(&choices, &Substitution::default()).into_iter().take(CHOICES) {
            let Some((mode, argument)) = self.owned(&there.sig.inputs[0].1, &known, 0) else { continue };
            let there = format!("{KRATE}::{path}({argument})");
            let (law, back) = (&*law, &*back);
            let trip =
                RoundTrip { law, value: "$0$", ty: &mode.ty, there: &there, there_layer, back, back_layer };
            forms.extend(trip.texts().into_iter().map(|text| (text, vec![mode.clone()])));
        }
        self.state_forms(item, forms);
    }

    /// Returns what a function's result has around its value.
    fn layer(&self, of: &Function) -> Layer {
        let mut output = of.sig.output.as_ref();
        while let Some(Type::ResolvedPath(path)) = output {
            if self.is_result(output) {
                return Layer::Result;
            }
            output = match self.get(path.id).map(|own| &own.inner) {
                Some(ItemEnum::TypeAlias(alias)) => Some(&alias.type_),
                None if last(&path.path) == "Option" => return Layer::Option,
                _ => return Layer::None,
            };
        }
        Layer::None
    }

    /// Returns how a law takes a value that it gives to a function more than once, and the
    /// argument: the value by reference or a clone. Asks for such values.
    pub(super) fn owned(&self, ty: &Type, (known, _): &Alternative, hole: usize) -> Option<(Mode, String)> {
        let spelled = |ty: &Type| self.paths.ty(ty, known);
        let (ty, argument) = match ty {
            Type::BorrowedRef { is_mutable: true, .. } => return None,
            Type::BorrowedRef { type_, .. } => {
                let ty = match &**type_ {
                    Type::Primitive(name) if name == "str" => "String".to_owned(),
                    Type::Slice(element) => format!("Vec<{}>", spelled(element)?),
                    other => spelled(other)?,
                };
                (ty, format!("&${hole}$"))
            }
            Type::Primitive(name) => (name.clone(), format!("${hole}$")),
            Type::ImplTrait(bounds) => {
                match self.choose(&bounds.iter().collect::<Vec<_>>()).into_iter().next()? {
                    Choice::Type(ty) => (ty, format!("${hole}$.clone()")),
                    _ => return None,
                }
            }
            other => (spelled(other)?, format!("${hole}$.clone()")),
        };
        // What is borrowed from another value is not a value by itself.
        if ty.contains('&') || ty.contains("Iter<") {
            return None;
        }
        self.asked.borrow_mut().insert(ty.clone());
        let list = ty.strip_prefix("::std::vec::").unwrap_or(&ty).strip_prefix("Vec<");
        let mode = match list.and_then(|own| own.strip_suffix('>')) {
            Some(element) => Mode::new('W', element),
            None => Mode::new('R', &ty),
        };
        Some((mode, argument))
    }
}

impl RoundTrip<'_> {
    /// Returns the assertions: the code is handed over by value, by reference or as bytes.
    fn texts(&self) -> Vec<String> {
        let there = self.there;
        let (before, code, after) = match self.there_layer {
            Layer::None => (String::new(), there, ""),
            Layer::Option => (format!("if let Some(there) = {there} {{ "), "there", " }"),
            Layer::Result => (format!("if let Ok(there) = {there} {{ "), "there", " }"),
        };
        let ways = [code.to_owned(), format!("&{code}"), format!("{code}.as_bytes()")];
        let assertions = ways.map(|own| self.assertions(&own));
        assertions.into_iter().flatten().map(|own| self.guarded(&format!("{before}{own}{after}"))).collect()
    }

    /// Returns the assertions where the code is written to `out`: it is read, or handed over as
    /// bytes.
    fn texts_of_writer(&self) -> Vec<String> {
        let (before, after) = match self.there_layer {
            Layer::None => (format!("{}; ", self.there), ""),
            Layer::Option => (format!("if {}.is_some() {{ ", self.there), " }"),
            Layer::Result => (format!("if {}.is_ok() {{ ", self.there), " }"),
        };
        let all = ["&mut &out[..]", "&out"].map(|code| self.assertions(code));
        let whole = |own: String| {
            format!(
                "{{ let mut out = Vec::<u8>::new(); {} }}",
                self.guarded(&format!("{before}{own}{after}"))
            )
        };
        all.into_iter().flatten().map(whole).collect()
    }

    /// Returns the assertions that the value comes back: of two values of one type, and of two
    /// types.
    fn assertions(&self, code: &str) -> Vec<String> {
        let RoundTrip { law, value, .. } = self;
        let made = format!("{}{code})", self.back);
        let (reference, is_some) = match self.back_layer {
            Layer::None => return vec![format!("assert_eq!({made}, {value}, \"{law}\")")],
            Layer::Option => ("", "is_some_and"),
            Layer::Result => (".ok()", "is_ok_and"),
        };
        vec![
            format!("assert_eq!({made}{reference}.as_ref(), Some(&{value}), \"{law}\")"),
            format!("assert!({made}.{is_some}(|own| own == {value}), \"{law}\")"),
        ]
    }

    /// Returns a statement for values that equal themselves.
    fn guarded(&self, statement: &str) -> String {
        let value = self.value;
        // Of the standard library floats alone do not.
        if self.ty.contains(KRATE) || self.ty.contains("f32") || self.ty.contains("f64") {
            format!("if {value} == {value} {{ {statement} }}")
        } else {
            statement.to_owned()
        }
    }
}

/// Returns the text of the law.
fn law(there: &str, back: &str) -> String {
    format!("`{there}` agrees with `{back}`")
}

/// Returns the names that a function may have which decodes what one of this name encodes.
fn backs(name: &str) -> Vec<String> {
    if !keeps_value(name) {
        return Vec::new();
    }
    let within = |word: &str, by: &str, name: &str| {
        let words: Vec<&str> = name.split('_').collect();
        let has_word = words.contains(&word);
        let with = words.iter().map(|own| if *own == word { by } else { own }).collect::<Vec<_>>().join("_");
        has_word.then_some(with)
    };
    let mut all = Vec::new();
    for (there, back) in PAIRS {
        if let Some(other) = within(there, back, name) {
            // `write_to` and `read_from`
            all.extend(within("to", "from", &other));
            all.push(other);
        }
    }
    let what = ["to_", "into_"].iter().find_map(|prefix| name.strip_prefix(prefix));
    all.extend(what.filter(|own| keeps_all(own)).map(|own| format!("from_{own}")));
    all
}

/// Returns whether a part of a method's name tells that nothing of the value is lost, as in
/// `to_le_bytes`.
fn keeps_all(name: &str) -> bool {
    const WORDS: [&str; 12] = [
        "bytes", "bits", "raw", "parts", "words", "inner", "hex", "base32", "base58", "base64", "json", "der",
    ];
    name.split('_').any(|own| WORDS.contains(&own))
}

/// Returns whether no word of a function's name tells that it makes something of a part of a value,
/// as `encode_lossy` and `encode_len`.
fn keeps_value(name: &str) -> bool {
    const WORDS: [&str; 17] = [
        "lossy",
        "truncate",
        "truncated",
        "truncating",
        "approx",
        "approximate",
        "rounded",
        "saturating",
        "partial",
        "prefix",
        "header",
        "len",
        "length",
        "size",
        "count",
        "max",
        "capacity",
    ];
    !name.split('_').any(|own| WORDS.contains(&own))
}

/// Returns whether the documentation of a function tells that something is lost.
fn mentions_loss(item: &Item) -> bool {
    let docs = item.docs.as_deref().unwrap_or_default().to_lowercase();
    docs.contains("lossy") || docs.contains("truncat")
}

#[cfg(test)]
mod tests {
    use super::backs;

    #[test]
    fn the_way_back_has_the_other_word_and_no_name_that_tells_of_a_loss_has_one() {
        let of = |name| backs(name).join(" ");
        assert_eq!(of("encode"), "decode");
        assert_eq!(of("base64_encode"), "base64_decode");
        assert_eq!(of("write_to"), "read_from read_to");
        assert_eq!(of("serialize_header"), "");
        assert_eq!(of("encode_lossy"), "");
        assert_eq!(of("encode_len"), "");
        assert_eq!(of("into_le_bytes"), "from_le_bytes");
        assert_eq!(of("to_low"), "");
        assert_eq!(of("unescape"), "");
        assert_eq!(of("rewrite"), "");
    }
}
