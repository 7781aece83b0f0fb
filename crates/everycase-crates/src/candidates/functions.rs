//! Functions and methods as calls.

use rustdoc_types::{Function, GenericArg, GenericArgs, GenericParamDefKind, Impl, Item, ItemEnum, Type};

use super::arguments::{Argument, products, shifted};
use super::choices::{Alternative, Choice};
use super::documentation::named;
use super::result_types::{FIRST, note};
use super::words::{
    is_arithmetic, is_index, is_operator, last, mentions, names_panic, promise, shown_type, std_tells_panic,
};
use super::{
    Candidate, Collector, Context, Documentation, Expectation, Method, Mode, Panics, Promise, Signature,
    erred,
};
use crate::spelling::{DEFAULT, Substitution};

/// The most elements of an array that is a value.
const LARGE: u64 = 1 << 17;

/// The most calls that make errors of a type.
const ERRORS: u32 = 12;

impl<'c> Collector<'c> {
    pub(super) fn method(&mut self, implementation: &'c Item, own: &'c Impl, method: &'c Item) {
        let Some(name) = &method.name else { return };
        let for_ = shown_type(&own.for_);
        let shown = match &own.trait_ {
            Some(path) => format!("<{} as {}>::{name}", self.shown(&own.for_), last(&path.path)),
            None => format!("{}::{name}", self.shown(&own.for_)),
        };
        let all = self.of_type(&own.generics, &own.for_);
        match &method.inner {
            ItemEnum::Function(function) => {
                match own.trait_.as_ref().map(|path| last(&path.path)) {
                    // Every value is dropped.
                    Some("Drop") => return,
                    Some("Debug") => return self.printed(own, method, "{:?}", &shown, &all),
                    Some("Display") => return self.printed(own, method, "{}", &shown, &all),
                    Some("LowerHex") => return self.printed(own, method, "{:x}", &shown, &all),
                    Some("UpperHex") => return self.printed(own, method, "{:X}", &shown, &all),
                    Some("Octal") => return self.printed(own, method, "{:o}", &shown, &all),
                    Some("Binary") => return self.printed(own, method, "{:b}", &shown, &all),
                    Some("LowerExp") => return self.printed(own, method, "{:e}", &shown, &all),
                    Some("UpperExp") => return self.printed(own, method, "{:E}", &shown, &all),
                    _ => {}
                }
                let documentation = self.documentation_around(implementation, own, name);
                self.method_of(own, method, function, &shown, &all, documentation);
            }
            ItemEnum::AssocConst { .. } => {
                let callees: Vec<(usize, String)> = (0..)
                    .zip(&all)
                    .filter_map(|(alternative, (known, _))| {
                        Some((alternative, self.callee(own, name, known)?))
                    })
                    .collect();
                if callees.is_empty() {
                    return;
                }
                let item = self.facts(method, &shown, Promise::Name, None);
                self.found.calls.extend(callees.into_iter().map(|(alternative, text)| Candidate {
                    item,
                    alternative,
                    family: for_.clone(),
                    text,
                    ..Candidate::default()
                }));
            }
            _ => {}
        }
    }

    /// Adds the calls that print a value.
    pub(super) fn printed(
        &mut self,
        own: &Impl,
        method: &Item,
        format: &str,
        shown: &str,
        all: &[Alternative],
    ) {
        let item = self.facts(method, shown, Promise::Name, None);
        let family = shown_type(&own.for_);
        for (alternative, (known, _)) in all.iter().enumerate() {
            let Some(ty) = self.paths.ty(&own.for_, known) else { continue };
            let text = format!("::std::format!(\"{format}\", $0$)");
            let (family, modes) = (family.clone(), vec![Mode::new('R', &ty)]);
            self.found.calls.push(Candidate {
                item,
                alternative,
                family,
                text,
                modes,
                ..Candidate::default()
            });
        }
    }

    /// Returns the path of an implementation's item.
    pub(super) fn callee(&self, own: &Impl, name: &str, known: &Substitution) -> Option<String> {
        let for_ = self.paths.ty(&own.for_, known)?;
        Some(match &own.trait_ {
            Some(path) => {
                let mut known = known.clone();
                known.insert("Self".to_owned(), for_.clone());
                format!("<{for_} as {}>::{name}", self.paths.applied(path, &known, "")?)
            }
            None => match &own.for_ {
                // A default counts in a type, and not in the path of an expression.
                Type::ResolvedPath(_) if known.values().any(|own| own == DEFAULT) => {
                    format!("<{for_}>::{name}")
                }
                Type::ResolvedPath(path) => format!("{}::{name}", self.paths.applied(path, known, "::")?),
                _ => format!("<{for_}>::{name}"),
            },
        })
    }

    pub(super) fn method_of(
        &mut self,
        own: &'c Impl,
        method: &'c Item,
        function: &'c Function,
        shown: &str,
        all: &[Alternative],
        documentation: Documentation,
    ) {
        let family = shown_type(&own.for_);
        let name = method.name.as_deref().unwrap_or_default();
        let contexts: Vec<(Context, String)> = all
            .iter()
            .filter_map(|(known, closures)| {
                let callee = self.callee(own, name, known)?;
                let mut known = known.clone();
                let self_type = self.paths.ty(&own.for_, &known)?;
                known.insert("Self".to_owned(), self_type);
                let (closures, family) = (closures.clone(), family.clone());
                let is_unsized = self.is_unsized(&own.for_);
                let context = Context { known, closures, family, is_unsized, documentation };
                Some((context, callee))
            })
            .collect();
        let of = own.trait_.as_ref().map(|path| last(&path.path));
        let is_large =
            matches!(&own.for_, Type::Array { len, .. } if len.parse().is_ok_and(|own: u64| own > LARGE));
        if contexts.is_empty() || is_large {
            let why = if is_large {
                "an array too large for the stack"
            } else {
                "a type or trait without a public path"
            };
            self.facts(method, shown, Promise::Nothing, Some(why));
            return;
        }
        let mut index = None;
        for (alternative, (context, callee)) in contexts.into_iter().enumerate() {
            index = self.add(method, function, shown, &callee, &context, of, index, alternative);
        }
        let Some(index) = index else { return };
        let is_checked =
            self.is_checked(function) || self.found.items[index].documentation.panics == Panics::Documented;
        let is_setter = ["set_", "with_"].iter().any(|own| name.starts_with(own)) && has_self(function);
        let is_of_type = named(&own.for_).is_some_and(|own| self.states_validity(own));
        let of_crate = &mut self.found.items[index];
        of_crate.assembles = is_setter && !is_checked;
        // The crate itself chooses a value that is made of nothing.
        let makes = !has_self(function) && !function.sig.inputs.is_empty() && is_itself(function, &own.for_);
        of_crate.documentation.state = (makes || is_setter) && !is_checked && is_of_type;
    }

    pub(super) fn function(
        &mut self,
        item: &'c Item,
        function: &'c Function,
        shown: &str,
        callee: &str,
        context: &Context,
        of: Option<&str>,
    ) {
        self.add(item, function, shown, callee, context, of, None, 0);
    }

    /// Returns whether a type is the standard library's `Result`, or an alias of it: a crate may
    /// have a type of its own with this name.
    pub(super) fn is_result(&self, ty: Option<&Type>) -> bool {
        let Some(Type::ResolvedPath(path)) = ty else { return false };
        let is_alias = |own: &Item| matches!(own.inner, ItemEnum::TypeAlias(_));
        last(&path.path) == "Result" && self.get(path.id).is_none_or(is_alias)
    }

    /// Returns whether a function can refuse what it gets: by a `Result` or an `Option`.
    fn is_checked(&self, function: &Function) -> bool {
        let output = function.sig.output.as_ref();
        let is_option = matches!(output, Some(Type::ResolvedPath(path)) if last(&path.path) == "Option");
        is_option || self.is_result(output)
    }

    /// Returns the call whose value is the error of a call, for a few calls of each type of errors.
    fn error_of(&mut self, function: &Function, call: &str, modes: &[Mode]) -> Option<Candidate> {
        let Some(Type::ResolvedPath(path)) = &function.sig.output else { return None };
        if last(&path.path) != "Result" {
            return None;
        }
        let error = match path.args.as_deref() {
            Some(GenericArgs::AngleBracketed { args, .. }) => match args.get(1) {
                Some(GenericArg::Type(ty)) => shown_type(ty),
                _ => path.path.clone(),
            },
            _ => path.path.clone(),
        };
        let count = self.errors.entry(error).or_default();
        *count += 1;
        (*count <= ERRORS).then(|| Candidate {
            item: usize::MAX,
            text: erred(call),
            modes: modes.to_vec(),
            is_support: true,
            ..Candidate::default()
        })
    }

    /// Adds the calls of a function with all choices of its own parameters; returns its item.
    #[expect(clippy::too_many_arguments, reason = "what a function is, and what is around it")]
    pub(super) fn add(
        &mut self,
        item: &'c Item,
        function: &'c Function,
        shown: &str,
        callee: &str,
        context: &Context,
        of: Option<&str>,
        index: Option<usize>,
        outer: usize,
    ) -> Option<usize> {
        if function.header.is_unsafe {
            return index;
        }
        let name = item.name.as_deref().unwrap_or_default();
        let promise = promise(name, of, self.is_result(function.sig.output.as_ref()));
        let index = index.unwrap_or_else(|| {
            let index = self.facts(item, shown, promise, None);
            self.found.items[index].signature = Some(Signature::of(function, &context.family));
            index
        });
        self.found.items[index].expected = if of.is_some_and(is_operator) || is_arithmetic(name) {
            Expectation::Operator
        } else if function.sig.inputs.iter().any(|(name, ty)| is_index(name, ty)) {
            Expectation::Bounds
        } else {
            Expectation::Answer
        };
        let documentation = &mut self.found.items[index].documentation;
        *documentation = documentation.and(context.documentation);
        if names_panic(name) || of.is_some_and(|of| std_tells_panic(of, name)) {
            documentation.panics = Panics::Documented;
        }
        documentation.warns |= name.contains("unchecked");
        let mut choices = self.choices(&function.generics);
        for (_, own) in &mut choices {
            // Only types have parameters with a default.
            own.retain(|own| !matches!(own, Choice::Type(ty) if ty == DEFAULT));
        }
        let named: Vec<&String> = function
            .generics
            .params
            .iter()
            .filter(|own| match &own.kind {
                GenericParamDefKind::Type { is_synthetic, .. } => !is_synthetic,
                GenericParamDefKind::Const { .. } => true,
                GenericParamDefKind::Lifetime { .. } => false,
            })
            .map(|own| &own.name)
            .collect();
        let before = self.found.calls.len();
        let is_getter = of.is_none()
            && matches!(function.sig.inputs.as_slice(), [(name, Type::BorrowedRef { is_mutable: false, .. })] if name == "self")
            && matches!(&function.sig.output, Some(Type::Primitive(name)) if name != "str" && name != "never");
        // Further choices for the type are tried with few for the function.
        let most = if outer == 0 { usize::MAX } else { 3 };
        for (inner, (known, closures)) in
            self.alternatives(&choices, &context.known).into_iter().take(most).enumerate()
        {
            let mut own = context.clone();
            own.known.extend(known);
            own.closures.extend(closures);
            let is_inferred = |name: &str| is_hidden(function, name);
            let known = |name: &&String| own.known.get(*name).filter(|_| !is_inferred(name));
            let generic: Vec<&str> = named.iter().map(|name| known(name).map_or("_", |own| &**own)).collect();
            let generic: Vec<&str> = generic.into_iter().filter(|own| *own != DEFAULT).collect();
            let turbofish =
                if generic.is_empty() { String::new() } else { format!("::<{}>", generic.join(", ")) };
            let returned = self.returns(function.sig.output.as_ref(), &own.known);
            let mut parts = Vec::new();
            for (_, ty) in &function.sig.inputs {
                parts.push(self.argument(ty, &own, 0));
            }
            for arguments in products(&parts) {
                let all = Argument::joined(&arguments);
                if all.modes.len() > 8 {
                    continue;
                }
                // A call that wants a value of a type does not make the first one.
                let mut makes = returned.clone();
                makes.retain(|own| !all.modes.iter().any(|mode| mode.ty == *own));
                if inner < 2 && outer < FIRST {
                    for own in &makes {
                        note(&mut self.made, own);
                    }
                }
                let method = method_form(function, name, &turbofish, &arguments, callee);
                let mut text = format!("{callee}{turbofish}({})", all.text);
                if function.header.is_async {
                    text = format!("wait({text})");
                }
                if outer + inner == 0
                    && let Some(error) = self.error_of(function, &text, &all.modes)
                {
                    self.found.calls.push(error);
                }
                self.found.calls.push(Candidate {
                    item: index,
                    alternative: outer + inner,
                    family: context.family.clone(),
                    text,
                    arguments: Argument::numbered(&arguments),
                    modes: all.modes,
                    method,
                    is_getter,
                    makes,
                    ..Candidate::default()
                });
            }
        }
        if self.found.calls.len() == before && outer == 0 {
            self.found.items[index].skipped = Some("a parameter of a kind that is not made");
        }
        Some(index)
    }
}

/// Returns whether a function is a method.
fn has_self(function: &Function) -> bool {
    function.sig.inputs.first().is_some_and(|own| own.0 == "self")
}

/// Returns whether a function of a type returns a value of it.
fn is_itself(function: &Function, ty: &Type) -> bool {
    match &function.sig.output {
        Some(Type::Generic(name)) => name == "Self",
        Some(own) => named(own).is_some() && named(own) == named(ty),
        None => false,
    }
}

/// Returns whether a type parameter is neither in the parameters nor in the result of a function:
/// the bounds of others decide it.
fn is_hidden(function: &Function, name: &str) -> bool {
    let inputs = function.sig.inputs.iter().map(|own| &own.1);
    !inputs.chain(&function.sig.output).any(|own| mentions(own, name))
}

/// Returns a call as a method, if its first argument is `self`, whole.
fn method_form(
    function: &Function,
    name: &str,
    turbofish: &str,
    arguments: &[Argument],
    callee: &str,
) -> Option<Method> {
    let is_method = function.sig.inputs.first().is_some_and(|own| own.0 == "self");
    if !is_method || function.header.is_async || arguments.first()?.text != "$0$" {
        return None;
    }
    let rest = Argument::joined(&arguments[1..]);
    Some(Method { text: format!("{name}{turbofish}({})", shifted(&rest.text, 1)), needs: trait_of(callee) })
}

/// Returns the path of the trait, without its arguments, in `<Type as Trait<..>>::name`.
fn trait_of(callee: &str) -> Option<String> {
    let mut depth = 0;
    for (at, own) in callee.char_indices() {
        match own {
            '<' => depth += 1,
            '>' => depth -= 1,
            ' ' if depth == 1 => {
                if let Some(rest) = callee[at..].strip_prefix(" as ") {
                    return rest.split(['<', '>']).next().map(str::to_owned);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::trait_of;

    #[test]
    fn the_trait_of_a_call_is_the_outer_one() {
        let of = |callee| trait_of(callee);
        assert_eq!(
            of("<krate::V<[u8; 2]> as ::std::ops::Index<usize>>::index").as_deref(),
            Some("::std::ops::Index")
        );
        let inner = "<krate::V<<[u8; 2] as krate::Array>::Item> as PartialEq<<u8 as krate::A>::B>>::eq";
        assert_eq!(of(inner).as_deref(), Some("PartialEq"));
        assert_eq!(of("krate::V::<<[u8; 2] as krate::Array>::Item>::new"), None);
        assert_eq!(of("<(u8, u8) as Clone>::clone").as_deref(), Some("Clone"));
    }
}
