//! Declarations.

use super::super::kind::{NodeKind as N, TokenKind as T};
use super::super::literal;
use super::super::lossless::Node;
use super::{first_name, generators, has, names, no_name, of_kind, patterns, terms, types};
use crate::tree::{
    Constructor, Data, Declaration, Definition, Header, Module, Parameter, Property, Setting, Signature,
};

/// Returns a file.
pub(in crate::syntax) fn module(file: Node<'_>) -> Module {
    let mut module = Module::default();
    for node in file.children() {
        let declaration = match node.kind() {
            N::Header => {
                module.header.get_or_insert_with(|| header(node));
                continue;
            }
            N::Import => {
                module.imports.extend(names(node));
                continue;
            }
            N::Data => Declaration::Data(data(node)),
            N::Signature => {
                Declaration::Signature(Signature { name: first_name(node), ty: types::only(node) })
            }
            N::Definition => Declaration::Definition(Definition {
                name: first_name(node),
                parameters: patterns::all(node).collect(),
                body: terms::only(node),
                span: node.span(),
            }),
            N::Property => Declaration::Property(property(node)),
            N::Generator => Declaration::Generator(generators::generator(node)),
            _ => continue,
        };
        module.declarations.push(declaration);
    }
    module
}

fn header(node: Node<'_>) -> Header {
    Header {
        name: first_name(node),
        exports: of_kind(node, N::Exports).next().map(|exports| names(exports).collect()),
    }
}

fn data(node: Node<'_>) -> Data {
    let mut all = names(node);
    let name = all.next().unwrap_or_else(|| no_name(node));
    let constructors = of_kind(node, N::Constructor).map(|constructor| Constructor {
        name: first_name(constructor),
        fields: of_kind(constructor, N::Field)
            .map(|field| (types::only(field), has(field, T::Tilde)))
            .collect(),
    });
    Data { name, parameters: all.collect(), constructors: constructors.collect(), span: node.span() }
}

fn property(node: Node<'_>) -> Property {
    let parameters = of_kind(node, N::Parameter).map(|parameter| Parameter {
        name: first_name(parameter),
        ty: types::first(parameter),
        from: terms::first(parameter),
    });
    let settings =
        of_kind(node, N::Settings).flat_map(|settings| of_kind(settings, N::Setting)).map(|setting| {
            let number = setting.leaves().find(|leaf| leaf.kind() == T::Integer);
            let value = number.map(|leaf| literal::integer(leaf.text())).unwrap_or_default();
            Setting { name: first_name(setting), value }
        });
    Property {
        name: first_name(node),
        parameters: parameters.collect(),
        settings: settings.collect(),
        body: terms::only(node),
        span: node.span(),
    }
}
