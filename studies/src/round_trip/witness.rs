//! Is there any source for this tree?
//!
//! A printer can only be blamed for a tree that some source text parses to. The proof is such a text: the other printer's
//! output, or the one made here, in which every expression, pattern and type stands in parentheses, so that nothing
//! depends on precedence. A failure for which neither comes back as the tree is reported as unproven: it may well be the fault of
//! the mapping.

use syn::visit_mut::{self, VisitMut};

/// Puts parentheses around everything that may have them.
pub(super) fn parenthesise(file: &mut syn::File) {
    Parenthesiser.visit_file_mut(file);
}

struct Parenthesiser;

impl Parenthesiser {
    /// A condition: its `let`s, and the `&&` between them, have to stay as they are.
    fn condition(&mut self, expr: &mut syn::Expr) {
        match expr {
            syn::Expr::Let(condition) => {
                self.visit_pat_mut(&mut condition.pat);
                self.visit_expr_mut(&mut condition.expr);
            }
            syn::Expr::Binary(binary) if has_let(binary) => {
                self.condition(&mut binary.left);
                self.condition(&mut binary.right);
            }
            _ => self.visit_expr_mut(expr),
        }
    }
}

fn has_let(binary: &syn::ExprBinary) -> bool {
    matches!(binary.op, syn::BinOp::And(_))
        && [&binary.left, &binary.right].into_iter().any(|side| match &**side {
            syn::Expr::Let(_) => true,
            syn::Expr::Binary(binary) => has_let(binary),
            _ => false,
        })
}

impl VisitMut for Parenthesiser {
    fn visit_expr_mut(&mut self, expr: &mut syn::Expr) {
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            syn::Expr::Lit(literal) if literal.attrs.is_empty() => return,
            syn::Expr::Path(path) if path.attrs.is_empty() => return,
            syn::Expr::Paren(_) | syn::Expr::Let(_) => return,
            _ => {}
        }
        let inner = std::mem::replace(expr, syn::Expr::PLACEHOLDER);
        *expr = syn::Expr::Paren(syn::ExprParen {
            attrs: Vec::new(),
            paren_token: syn::token::Paren::default(),
            expr: Box::new(inner),
        });
    }

    fn visit_expr_if_mut(&mut self, expr: &mut syn::ExprIf) {
        self.condition(&mut expr.cond);
        self.visit_block_mut(&mut expr.then_branch);
        if let Some((_, other)) = &mut expr.else_branch {
            visit_mut::visit_expr_mut(self, other); // only a block or another `if` may stand here
        }
    }

    fn visit_expr_while_mut(&mut self, expr: &mut syn::ExprWhile) {
        self.condition(&mut expr.cond);
        self.visit_block_mut(&mut expr.body);
    }

    fn visit_pat_guard_mut(&mut self, pat: &mut syn::PatGuard) {
        self.visit_pat_mut(&mut pat.pat);
        self.condition(&mut pat.guard);
    }

    fn visit_stmt_mut(&mut self, stmt: &mut syn::Stmt) {
        match stmt {
            // What ends in a block is a statement of its own only without parentheses.
            syn::Stmt::Expr(expr, None) => visit_mut::visit_expr_mut(self, expr),
            other => visit_mut::visit_stmt_mut(self, other),
        }
    }

    fn visit_local_init_mut(&mut self, init: &mut syn::LocalInit) {
        self.visit_expr_mut(&mut init.expr);
        if let Some((_, block)) = &mut init.diverge {
            visit_mut::visit_expr_mut(self, block);
        }
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        if matches!(closure.output, syn::ReturnType::Default) {
            visit_mut::visit_expr_closure_mut(self, closure);
        } else {
            // The body has to stay a block.
            for input in &mut closure.inputs {
                self.visit_pat_mut(input);
            }
            visit_mut::visit_expr_mut(self, &mut closure.body);
        }
    }

    // A constant between angle brackets and the ends of a range pattern are literals, paths or blocks, and nothing else.
    fn visit_generic_argument_mut(&mut self, argument: &mut syn::GenericArgument) {
        if let syn::GenericArgument::Const(expr) = argument {
            visit_mut::visit_expr_mut(self, expr);
        } else {
            visit_mut::visit_generic_argument_mut(self, argument);
        }
    }

    fn visit_assoc_const_mut(&mut self, constant: &mut syn::AssocConst) {
        visit_mut::visit_expr_mut(self, &mut constant.value);
    }

    fn visit_const_param_mut(&mut self, parameter: &mut syn::ConstParam) {
        self.visit_type_mut(&mut parameter.ty);
        if let Some((_, value)) = &mut parameter.default {
            visit_mut::visit_expr_mut(self, value);
        }
    }

    fn visit_pat_mut(&mut self, pat: &mut syn::Pat) {
        if !matches!(pat, syn::Pat::Range(_)) {
            visit_mut::visit_pat_mut(self, pat);
        }
        // A guard and a type belong to what surrounds the pattern, and `(..)` would be a tuple.
        if matches!(pat, syn::Pat::Guard(_) | syn::Pat::Type(_) | syn::Pat::Rest(_) | syn::Pat::Paren(_)) {
            return;
        }
        let inner = std::mem::replace(pat, syn::Pat::Verbatim(proc_macro2::TokenStream::new()));
        *pat = syn::Pat::Paren(syn::PatParen {
            attrs: Vec::new(),
            paren_token: syn::token::Paren::default(),
            pat: Box::new(inner),
        });
    }

    /// `Struct { ref field }` is no pattern for a field called `field`.
    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        if field.colon_token.is_some() {
            visit_mut::visit_field_pat_mut(self, field);
        }
    }

    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        visit_mut::visit_type_mut(self, ty);
        if matches!(ty, syn::Type::Paren(_)) {
            return;
        }
        let inner = std::mem::replace(ty, syn::Type::Verbatim(proc_macro2::TokenStream::new()));
        *ty = syn::Type::Paren(syn::TypeParen {
            attrs: Vec::new(),
            paren_token: syn::token::Paren::default(),
            elem: Box::new(inner),
        });
    }

    /// The short form of a field's value has no place for parentheses either.
    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        if field.colon_token.is_some() {
            visit_mut::visit_field_value_mut(self, field);
        }
    }

    fn visit_meta_mut(&mut self, _: &mut syn::Meta) {}
}
