//! The normal form of a tree: steps before two trees are compared, each with the reason why it is
//! allowed.

use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};

use super::Printer;

/// Brings a tree into the form in which trees are compared.
pub(super) fn normalise(file: &mut syn::File, printer: Printer) {
    Normaliser { pretty: printer == Printer::Prettyplease }.visit_file_mut(file);
}

struct Normaliser {
    pretty: bool,
}

/// Trailing punctuation: `prettyplease` writes the last comma of a list exactly if the list is broken over lines (its
/// documentation shows it), and a tuple of one element has one by necessity.
fn trim<T, P>(list: &mut Punctuated<T, P>) {
    if list.trailing_punct() {
        list.pop_punct();
    }
}

macro_rules! trimmed {
    ($($visit:ident($node:ty) $($field:ident).+;)*) => {
        $(fn $visit(&mut self, node: &mut $node) {
            visit_mut::$visit(self, node);
            trim(&mut node.$($field).+);
        })*
    };
}

impl VisitMut for Normaliser {
    trimmed! {
        visit_angle_bracketed_generic_arguments_mut(syn::AngleBracketedGenericArguments) args;
        visit_bound_lifetimes_mut(syn::BoundLifetimes) lifetimes;
        visit_expr_array_mut(syn::ExprArray) elems;
        visit_expr_call_mut(syn::ExprCall) args;
        visit_expr_method_call_mut(syn::ExprMethodCall) args;
        visit_expr_struct_mut(syn::ExprStruct) fields;
        visit_expr_tuple_mut(syn::ExprTuple) elems;
        visit_fields_named_mut(syn::FieldsNamed) named;
        visit_fields_unnamed_mut(syn::FieldsUnnamed) unnamed;
        visit_generics_mut(syn::Generics) params;
        visit_item_enum_mut(syn::ItemEnum) variants;
        visit_parenthesized_generic_arguments_mut(syn::ParenthesizedGenericArguments) inputs;
        visit_pat_slice_mut(syn::PatSlice) elems;
        visit_pat_struct_mut(syn::PatStruct) fields;
        visit_pat_tuple_mut(syn::PatTuple) elems;
        visit_pat_tuple_struct_mut(syn::PatTupleStruct) elems;
        visit_type_tuple_mut(syn::TypeTuple) elems;
        visit_use_group_mut(syn::UseGroup) items;
        visit_where_clause_mut(syn::WhereClause) predicates;
    }

    fn visit_signature_mut(&mut self, signature: &mut syn::Signature) {
        visit_mut::visit_signature_mut(self, signature);
        trim(&mut signature.inputs);
        if let Some(variadic) = &mut signature.variadic {
            variadic.comma = None;
        }
    }

    fn visit_type_fn_ptr_mut(&mut self, function: &mut syn::TypeFnPtr) {
        visit_mut::visit_type_fn_ptr_mut(self, function);
        trim(&mut function.inputs);
        if let Some(variadic) = &mut function.variadic {
            variadic.comma = None;
        }
    }

    /// Parentheses around an expression: the tree without them says the same, and both printers add those that the
    /// source needs (`syn`: "fixup"; `prettyplease`: the same module).
    fn visit_expr_mut(&mut self, expr: &mut syn::Expr) {
        visit_mut::visit_expr_mut(self, expr);
        while let syn::Expr::Paren(paren) = expr
            && paren.attrs.is_empty()
        {
            *expr = std::mem::replace(&mut *paren.expr, syn::Expr::PLACEHOLDER);
        }
    }

    /// Parentheses around a type, for the same reason.
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        visit_mut::visit_type_mut(self, ty);
        while let syn::Type::Paren(paren) = ty
            && paren.attrs.is_empty()
        {
            *ty = std::mem::replace(&mut *paren.elem, syn::Type::Verbatim(proc_macro2::TokenStream::new()));
        }
    }

    /// Parentheses around a pattern, for the same reason.
    fn visit_pat_mut(&mut self, pat: &mut syn::Pat) {
        visit_mut::visit_pat_mut(self, pat);
        while let syn::Pat::Paren(paren) = pat
            && paren.attrs.is_empty()
        {
            *pat = std::mem::replace(&mut *paren.pat, syn::Pat::Verbatim(proc_macro2::TokenStream::new()));
        }
    }

    /// A documentation comment and a `#[doc]` attribute are the same attribute, written with another literal.
    fn visit_attribute_mut(&mut self, attribute: &mut syn::Attribute) {
        visit_mut::visit_attribute_mut(self, attribute);
        if self.pretty
            && let syn::Meta::List(list) = &mut attribute.meta
        {
            list.tokens = without_trailing_comma(std::mem::take(&mut list.tokens));
        }
        if let syn::Meta::NameValue(meta) = &mut attribute.meta
            && meta.path.is_ident("doc")
            && let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &mut meta.value
        {
            *text = syn::LitStr::new(&text.value(), text.span());
        }
    }

    /// Blanks between tokens: see [`loosened`].
    fn visit_token_stream_mut(&mut self, tokens: &mut proc_macro2::TokenStream) {
        *tokens = loosened(std::mem::take(tokens));
    }

    /// `use a::{b};` is written `use a::b;`, as rustfmt does; `use a::{self};` says something else and stays.
    fn visit_use_tree_mut(&mut self, tree: &mut syn::UseTree) {
        visit_mut::visit_use_tree_mut(self, tree);
        if self.pretty
            && let syn::UseTree::Group(group) = tree
            && group.items.len() == 1
        {
            let is_self = match &group.items[0] {
                syn::UseTree::Name(name) => name.ident == "self",
                syn::UseTree::Rename(rename) => rename.ident == "self",
                _ => false,
            };
            if !is_self {
                *tree = group.items[0].clone();
            }
        }
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        visit_mut::visit_arm_mut(self, arm);
        // Trailing punctuation again: the comma may be left out behind a block.
        arm.comma = None;
        if self.pretty {
            // "We want small arms on the same line as the pattern, and big arms wrapped in a brace."
            unwrap_block(&mut arm.body);
            // And `=> ()` is written `=> {}`, as rustfmt does.
            if let syn::Expr::Tuple(unit) = &*arm.body
                && unit.elems.is_empty()
                && unit.attrs.is_empty()
            {
                *arm.body = empty_block();
            }
        }
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        visit_mut::visit_expr_closure_mut(self, closure);
        trim(&mut closure.inputs);
        if self.pretty && matches!(closure.output, syn::ReturnType::Default) {
            // The body of a closure is put into braces when it does not fit on the line, like that of an arm.
            unwrap_block(&mut closure.body);
        }
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        visit_mut::visit_block_mut(self, block);
        for stmt in &mut block.stmts {
            // A macro call is one kind of statement to the parser and another as an expression; the source is the same.
            if let syn::Stmt::Expr(syn::Expr::Macro(call), semi_token) = stmt {
                *stmt = syn::Stmt::Macro(syn::StmtMacro {
                    attrs: std::mem::take(&mut call.attrs),
                    mac: call.mac.clone(),
                    semi_token: *semi_token,
                });
            }
            if self.pretty
                && let syn::Stmt::Expr(expr, semi_token) = stmt
            {
                // As rustfmt does, `return` and its like get a semicolon, and loops and `if` lose theirs.
                if takes_semicolon(expr) {
                    *semi_token = Some(semi_token.unwrap_or_default());
                } else if loses_semicolon(expr) {
                    *semi_token = None;
                }
            }
        }
    }
}

/// `{ body }`, and `{ body; }` where prettyplease adds the semicolon: the body alone.
fn unwrap_block(body: &mut syn::Expr) {
    while let syn::Expr::Block(block) = body
        && block.attrs.is_empty()
        && block.label.is_none()
        && block.block.stmts.len() == 1
    {
        let inner = match &mut block.block.stmts[0] {
            syn::Stmt::Expr(expr, None) => std::mem::replace(expr, syn::Expr::PLACEHOLDER),
            syn::Stmt::Expr(expr, Some(_)) if takes_semicolon(expr) => {
                std::mem::replace(expr, syn::Expr::PLACEHOLDER)
            }
            syn::Stmt::Macro(call) if call.semi_token.is_none() => syn::Expr::Macro(syn::ExprMacro {
                attrs: std::mem::take(&mut call.attrs),
                mac: call.mac.clone(),
            }),
            _ => break,
        };
        *body = inner;
    }
}

fn empty_block() -> syn::Expr {
    let block = syn::Block { brace_token: syn::token::Brace::default(), stmts: Vec::new() };
    syn::Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block })
}

fn takes_semicolon(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Assign(_)
        | syn::Expr::Break(_)
        | syn::Expr::Continue(_)
        | syn::Expr::Return(_)
        | syn::Expr::Yield(_) => true,
        syn::Expr::Binary(binary) => matches!(
            binary.op,
            syn::BinOp::AddAssign(_)
                | syn::BinOp::SubAssign(_)
                | syn::BinOp::MulAssign(_)
                | syn::BinOp::DivAssign(_)
                | syn::BinOp::RemAssign(_)
                | syn::BinOp::BitXorAssign(_)
                | syn::BinOp::BitAndAssign(_)
                | syn::BinOp::BitOrAssign(_)
                | syn::BinOp::ShlAssign(_)
                | syn::BinOp::ShrAssign(_)
        ),
        _ => false,
    }
}

fn loses_semicolon(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::ForLoop(_) | syn::Expr::While(_) => true,
        syn::Expr::If(branch) => branch.else_branch.as_ref().is_none_or(|(_, other)| loses_semicolon(other)),
        _ => false,
    }
}

/// Returns the same tokens. Whether a punctuation touches the one behind it is kept only where the two are part of one
/// operator; anywhere else no one can tell.
fn loosened(tokens: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    use proc_macro2::{Group, Punct, Spacing, TokenTree};
    let mut tokens = tokens.into_iter().peekable();
    let mut loose = proc_macro2::TokenStream::new();
    while let Some(token) = tokens.next() {
        let token = match token {
            TokenTree::Group(group) => {
                TokenTree::from(Group::new(group.delimiter(), loosened(group.stream())))
            }
            TokenTree::Punct(punct) if punct.as_char() != '\'' => {
                let joined = match tokens.peek() {
                    Some(TokenTree::Punct(next)) => is_operator(punct.as_char(), next.as_char()),
                    _ => false,
                };
                let spacing = if joined { punct.spacing() } else { Spacing::Alone };
                TokenTree::from(Punct::new(punct.as_char(), spacing))
            }
            other => other,
        };
        loose.extend([token]);
    }
    loose
}

/// Returns whether two characters begin an operator or continue one.
fn is_operator(first: char, second: char) -> bool {
    match second {
        '=' => "=!<>+-*/%^&|.".contains(first),
        '>' => "=->".contains(first),
        '-' => first == '<',
        '&' | '|' | '<' | ':' | '.' => first == second,
        _ => false,
    }
}

/// Without the comma behind the last token of each group: in an attribute it is trailing punctuation like any other.
fn without_trailing_comma(tokens: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    use proc_macro2::{Group, TokenTree};
    let mut tokens: Vec<_> = tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => {
                TokenTree::from(Group::new(group.delimiter(), without_trailing_comma(group.stream())))
            }
            other => other,
        })
        .collect();
    if matches!(tokens.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == ',') {
        tokens.pop();
    }
    tokens.into_iter().collect()
}
