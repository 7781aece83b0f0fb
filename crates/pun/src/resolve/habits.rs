//! Names from other languages that pun does not have: help for unknown names.

/// Returns what to write for a value, function or keyword of another language.
pub(super) fn value(name: &str) -> Option<&'static str> {
    Some(match name {
        "and" => "`a && b` is true where both are",
        "or" => "`a || b` is true where one of them is",
        "xor" => "`a /= b` is true where just one of two booleans is",
        "implies" => "`a ==> b` says that `b` holds wherever `a` does",
        "null" | "NULL" | "None" | "undefined" => {
            "`nothing` is the value that is missing; the empty list is `[]`"
        }
        "Some" => "`just x` is a value that is there",
        "nil" | "Nil" | "NIL" => "the empty list is `[]`",
        "cons" | "Cons" => "`x :: xs` is a list with `x` before the elements of `xs`",
        "otherwise" => "the last branch has no guard: `; _ -> t`",
        "return" => "the value of a function is its term, without `return`",
        "print" | "println" | "printf" | "puts" | "putStrLn" => {
            "the value of a term is printed by `everycase run FILE -e TERM`, the value of `main` without `-e`"
        }
        "len" => "`length xs` is the number of a list's elements",
        "reduce" => "`foldr f z xs` and `foldl f z xs` go through a list",
        "pow" => "there is no operator for powers; a square is `x * x`",
        "quot" | "rem" => "`m div n` and `m mod n` are quotient and remainder, rounded down",
        "fun" | "fn" | "lambda" | "function" => "a function without a name is `\\x -> t`",
        "elif" | "elsif" | "elseif" => "`else if` begins another condition",
        "match" | "switch" => "a value is taken apart by `case x of ; p -> a ; q -> b`",
        "for" | "while" => "a function that calls itself takes the place of a loop; so do `map` and `foldl`",
        "where" => "what a term needs is defined before it: `let x = a in t`",
        _ => return None,
    })
}

/// Returns the pun type for a type name of another language.
pub(crate) fn ty(name: &str) -> Option<&'static str> {
    Some(match name {
        "Int" | "int" | "Integer" | "Nat" | "Natural" | "Number" | "i32" | "i64" | "u32" | "u64"
        | "usize" | "Float" | "float" | "Double" | "double" | "f64" => "integer",
        "Bool" | "bool" | "Boolean" => "boolean",
        "String" | "str" | "Str" | "Text" => "string",
        "Char" | "char" | "Character" => "character",
        "Unit" | "Void" => "unit",
        "List" | "Vec" | "Array" => "list",
        "Maybe" | "Option" | "Optional" => "maybe",
        _ => return None,
    })
}

/// Returns whether a name is a keyword that begins a definition in another language.
pub(super) fn is_assignment(name: &str) -> bool {
    matches!(name, "const" | "var" | "val" | "mut" | "define" | "set")
}

/// Returns whether a name is a keyword that begins a type declaration in another language.
pub(super) fn is_type_declaration(name: &str) -> bool {
    matches!(name, "type" | "newtype" | "enum" | "struct" | "class")
}
