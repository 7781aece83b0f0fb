//! Attributes put on expressions and items that are already `syn` nodes. `syn` has no public way to reach the attributes
//! of any expression, so this is the list of those that may carry one.

/// Puts an attribute on an expression. In source, `#[a] b + c` is an attribute of `b`, so an operator without
/// parentheses cannot carry one; for such an expression this goes to its leftmost operand, as the parser does.
pub(crate) fn to_expression(expr: &mut syn::Expr, attribute: syn::Attribute) {
    let attrs = match expr {
        syn::Expr::Assign(e) => return to_expression(&mut e.left, attribute),
        syn::Expr::Binary(e) => return to_expression(&mut e.left, attribute),
        syn::Expr::Cast(e) => return to_expression(&mut e.expr, attribute),
        syn::Expr::Range(e) => match &mut e.start {
            Some(start) => return to_expression(start, attribute),
            // "Attributes are not allowed on range expressions starting with `..`", says the compiler.
            None => return,
        },
        syn::Expr::Array(e) => &mut e.attrs,
        syn::Expr::Async(e) => &mut e.attrs,
        syn::Expr::Await(e) => &mut e.attrs,
        syn::Expr::Block(e) => &mut e.attrs,
        syn::Expr::Break(e) => &mut e.attrs,
        syn::Expr::Call(e) => &mut e.attrs,
        syn::Expr::Closure(e) => &mut e.attrs,
        syn::Expr::Const(e) => &mut e.attrs,
        syn::Expr::Continue(e) => &mut e.attrs,
        syn::Expr::Field(e) => &mut e.attrs,
        syn::Expr::ForLoop(e) => &mut e.attrs,
        syn::Expr::If(e) => &mut e.attrs,
        syn::Expr::Index(e) => &mut e.attrs,
        syn::Expr::Infer(e) => &mut e.attrs,
        syn::Expr::Let(e) => &mut e.attrs,
        syn::Expr::Lit(e) => &mut e.attrs,
        syn::Expr::Loop(e) => &mut e.attrs,
        syn::Expr::Macro(e) => &mut e.attrs,
        syn::Expr::Match(e) => &mut e.attrs,
        syn::Expr::MethodCall(e) => &mut e.attrs,
        syn::Expr::Path(e) => &mut e.attrs,
        syn::Expr::RawAddr(e) => &mut e.attrs,
        syn::Expr::Reference(e) => &mut e.attrs,
        syn::Expr::Repeat(e) => &mut e.attrs,
        syn::Expr::Return(e) => &mut e.attrs,
        syn::Expr::Struct(e) => &mut e.attrs,
        syn::Expr::Try(e) => &mut e.attrs,
        syn::Expr::TryBlock(e) => &mut e.attrs,
        syn::Expr::Tuple(e) => &mut e.attrs,
        syn::Expr::Unary(e) => &mut e.attrs,
        syn::Expr::Unsafe(e) => &mut e.attrs,
        syn::Expr::While(e) => &mut e.attrs,
        syn::Expr::Yield(e) => &mut e.attrs,
        // Never made here.
        _ => return,
    };
    attrs.insert(0, attribute);
}

/// Puts an attribute on an item.
pub(crate) fn to_item(item: &mut syn::Item, attribute: syn::Attribute) {
    let attrs = match item {
        syn::Item::Const(i) => &mut i.attrs,
        syn::Item::Enum(i) => &mut i.attrs,
        syn::Item::ExternCrate(i) => &mut i.attrs,
        syn::Item::Fn(i) => &mut i.attrs,
        syn::Item::ForeignMod(i) => &mut i.attrs,
        syn::Item::Impl(i) => &mut i.attrs,
        syn::Item::Macro(i) => &mut i.attrs,
        syn::Item::Mod(i) => &mut i.attrs,
        syn::Item::Static(i) => &mut i.attrs,
        syn::Item::Struct(i) => &mut i.attrs,
        syn::Item::Trait(i) => &mut i.attrs,
        syn::Item::TraitAlias(i) => &mut i.attrs,
        syn::Item::Type(i) => &mut i.attrs,
        syn::Item::Union(i) => &mut i.attrs,
        syn::Item::Use(i) => &mut i.attrs,
        _ => return,
    };
    attrs.insert(0, attribute);
}
