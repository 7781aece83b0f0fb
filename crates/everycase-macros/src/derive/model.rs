//! The model of a type for code generation: constructors with numbered fields, and checked
//! attributes.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::{Attribute, Data, DeriveInput, Error, Fields, Member, Result, Type, Visibility};

use super::attributes::{self, OnField, OnType, OnVariant, Via};
use super::bounds;
use crate::manifest;

/// The input as a whole.
pub(crate) struct Model {
    pub(crate) ident: Ident,
    pub(crate) visibility: Visibility,
    /// As written.
    pub(crate) declared: syn::Generics,
    /// With the inferred bounds added.
    pub(crate) generics: syn::Generics,
    /// The path of `everycase`'s hidden module.
    pub(crate) private: TokenStream,
    /// The name of the view.
    pub(crate) view: Ident,
    /// Attributes that the view shares.
    pub(crate) shared: Vec<Attribute>,
    /// The names of variants that the prelude has, too.
    pub(crate) prelude_variants: Vec<String>,
    pub(crate) body: Body,
}

/// Names of the prelude that occur in printed values.
const PRELUDE: [&str; 10] =
    ["Box", "Default", "Err", "None", "Ok", "Option", "Result", "Some", "String", "Vec"];

pub(crate) enum Body {
    Via(Box<Via>),
    Sum(Vec<Constructor>),
}

impl Body {
    /// Returns the types that have to be enumerable.
    fn enumerable(&self) -> Box<dyn Iterator<Item = TokenStream> + '_> {
        match self {
            Body::Via(via) => Box::new(std::iter::once(via.ty.to_token_stream())),
            Body::Sum(constructors) => {
                let fields = constructors.iter().flat_map(|constructor| &constructor.fields);
                let by_type = fields.filter(|field| matches!(field.origin, Origin::Type(_)));
                Box::new(by_type.map(|field| field.ty.to_token_stream()))
            }
        }
    }
}

/// A variant, or a struct as its own single constructor.
pub(crate) struct Constructor {
    /// `None` for a struct.
    pub(crate) variant: Option<Ident>,
    pub(crate) label: String,
    pub(crate) cost: u32,
    pub(crate) style: Style,
    pub(crate) skip: bool,
    pub(crate) fields: Vec<Field>,
    /// Attributes that the view's variant shares.
    pub(crate) shared: Vec<Attribute>,
}

/// The syntax of the fields.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Style {
    Named,
    Tuple,
    Unit,
}

pub(crate) struct Field {
    pub(crate) member: Member,
    pub(crate) visibility: Visibility,
    pub(crate) ty: Type,
    pub(crate) cost: u32,
    pub(crate) origin: Origin,
    /// Its name in patterns.
    pub(crate) binding: Ident,
}

/// The source of a field's value.
pub(crate) enum Origin {
    /// Its type, with the number of its position.
    Type(usize),
    /// A space of its own, with the number of its position.
    Space(usize, TokenStream),
    /// `Default`, without a position.
    Default,
}

impl Model {
    pub(crate) fn read(input: DeriveInput) -> Result<Self> {
        let mut errors = Errors(None);
        let on = errors.keep(OnType::read(&input.attrs)).unwrap_or_default();
        for lifetime in input.generics.lifetimes() {
            errors.push(Error::new(
                lifetime.lifetime.span(),
                "a type that borrows cannot be enumerated, a value must own all it holds ('static): \
                 use an owned type (`String`, `Vec<T>`) or `Cow<'static, str>`",
            ));
        }
        let body = match on.via {
            Some(via) => {
                errors.keep(no_attributes_inside(&input.data));
                Body::Via(Box::new(via))
            }
            None => Body::Sum(constructors(&input, on.cost.unwrap_or(1), &mut errors)),
        };
        errors.finish()?;

        let everycase = on.everycase.map_or_else(manifest::everycase, |path| quote!(#path));
        let private = quote!(#everycase::__private);
        let declared = bounds::sized(input.generics, body.enumerable());
        let generics = bounds::infer(declared.clone(), body.enumerable(), on.bound, &private);
        let view = on.view.unwrap_or_else(|| format_ident!("{}View", input.ident.unraw()));
        Ok(Self {
            ident: input.ident,
            visibility: input.vis,
            declared,
            generics,
            private,
            view,
            shared: shared(&input.attrs),
            prelude_variants: prelude_variants(&input.data),
            body,
        })
    }
}

fn prelude_variants(data: &Data) -> Vec<String> {
    let Data::Enum(data) = data else { return Vec::new() };
    let names = data.variants.iter().map(|variant| variant.ident.to_string());
    names.filter(|name| PRELUDE.contains(&&**name)).collect()
}

/// Returns the attributes that a view has to share.
fn shared(attributes: &[Attribute]) -> Vec<Attribute> {
    let hides = |attribute: &Attribute| {
        attribute.path().is_ident("doc") && attribute.parse_args::<Ident>().is_ok_and(|word| word == "hidden")
    };
    let shares = |attribute: &&Attribute| attribute.path().is_ident("non_exhaustive") || hides(attribute);
    attributes.iter().filter(shares).cloned().collect()
}

fn constructors(input: &DeriveInput, cost: u32, errors: &mut Errors) -> Vec<Constructor> {
    match &input.data {
        Data::Struct(data) => {
            let label = input.ident.unraw().to_string();
            let (style, fields) = fields(&data.fields, errors);
            vec![Constructor { variant: None, label, cost, style, skip: false, fields, shared: Vec::new() }]
        }
        Data::Enum(data) => {
            let mut all = Vec::new();
            for variant in &data.variants {
                let on = errors.keep(OnVariant::read(&variant.attrs)).unwrap_or_default();
                let (style, fields) = if on.skip {
                    (style(&variant.fields), Vec::new())
                } else {
                    fields(&variant.fields, errors)
                };
                all.push(Constructor {
                    variant: Some(variant.ident.clone()),
                    label: variant.ident.unraw().to_string(),
                    cost: on.cost.unwrap_or(cost),
                    style,
                    skip: on.skip,
                    fields,
                    shared: shared(&variant.attrs),
                });
            }
            if !all.is_empty() && all.iter().all(|constructor| constructor.skip) {
                errors.push(Error::new(
                    input.ident.span(),
                    format!(
                        "every variant of `{}` is skipped, so it has no value: keep at least one",
                        input.ident
                    ),
                ));
            }
            all
        }
        Data::Union(data) => {
            errors.push(Error::new(
                data.union_token.span,
                "a union cannot be enumerated, it does not know which field it holds: use an enum",
            ));
            Vec::new()
        }
    }
}

fn style(fields: &Fields) -> Style {
    match fields {
        Fields::Named(_) => Style::Named,
        Fields::Unnamed(_) => Style::Tuple,
        Fields::Unit => Style::Unit,
    }
}

fn fields(fields: &Fields, errors: &mut Errors) -> (Style, Vec<Field>) {
    let mut position = 0;
    let mut all = Vec::new();
    for (i, (member, field)) in fields.members().zip(fields).enumerate() {
        let on = errors.keep(OnField::read(&field.attrs)).unwrap_or_default();
        let origin = match on.from {
            Some(space) => Origin::Space(position, space),
            None if on.skip => Origin::Default,
            None => {
                errors.keep(owned(&field.ty));
                Origin::Type(position)
            }
        };
        position += usize::from(!on.skip);
        all.push(Field {
            member,
            visibility: field.vis.clone(),
            ty: field.ty.clone(),
            cost: on.cost.unwrap_or(0),
            origin,
            binding: format_ident!("__field{i}", span = Span::mixed_site()),
        });
    }
    (style(fields), all)
}

fn owned(ty: &Type) -> Result<()> {
    match ty {
        Type::Reference(reference) => Err(Error::new_spanned(
            reference,
            "a borrowed field cannot be enumerated: own it (`String`, `Vec<T>`, `Box<T>`), use \
             `Cow<'static, str>`, or give it a space with `#[enumerable(from = ...)]`",
        )),
        Type::Group(group) => owned(&group.elem),
        Type::Paren(paren) => owned(&paren.elem),
        _ => Ok(()),
    }
}

fn no_attributes_inside(data: &Data) -> Result<()> {
    let refuse = |span| {
        Err(Error::new(
            span,
            "`#[enumerable]` has no meaning here: the type is enumerated through its `via` type",
        ))
    };
    let variants = match data {
        Data::Enum(data) => data.variants.iter().collect(),
        _ => Vec::new(),
    };
    let fields: Vec<_> = match data {
        Data::Struct(data) => data.fields.iter().collect(),
        Data::Enum(data) => data.variants.iter().flat_map(|variant| &variant.fields).collect(),
        Data::Union(data) => data.fields.named.iter().collect(),
    };
    let on_variants = variants.iter().filter_map(|variant| attributes::first(&variant.attrs));
    let on_fields = fields.iter().filter_map(|field| attributes::first(&field.attrs));
    on_variants.chain(on_fields).next().map_or(Ok(()), refuse)
}

impl Constructor {
    /// Returns `Self` or `Self::Variant`, for patterns and expressions with braces.
    pub(crate) fn path(&self) -> TokenStream {
        match &self.variant {
            Some(variant) => quote!(Self::#variant),
            None => quote!(Self),
        }
    }

    /// Returns a pattern that binds all fields with a position.
    pub(crate) fn pattern(&self) -> TokenStream {
        let path = self.path();
        let bound = self.positioned().map(|field| {
            let Field { member, binding, .. } = field;
            quote!(#member: #binding,)
        });
        let rest =
            (self.skip || self.fields.iter().any(|field| field.position().is_none())).then(|| quote!(..));
        quote!(#path { #(#bound)* #rest })
    }

    /// Returns the fields with a position, in order.
    pub(crate) fn positioned(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| field.position().is_some())
    }
}

impl Field {
    pub(crate) fn position(&self) -> Option<usize> {
        match self.origin {
            Origin::Type(position) | Origin::Space(position, _) => Some(position),
            Origin::Default => None,
        }
    }
}

/// The errors of an input, all shown by one compilation.
struct Errors(Option<Error>);

impl Errors {
    fn push(&mut self, error: Error) {
        match &mut self.0 {
            Some(first) => first.combine(error),
            none => *none = Some(error),
        }
    }

    fn keep<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    fn finish(self) -> Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}
