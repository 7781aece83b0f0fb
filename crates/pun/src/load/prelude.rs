//! The prelude: built-in types, and definitions in pun. Checked once per process.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::module::{check, has_errors};
use crate::core::{ConId, Constructor, Data, DataId, Field, Program, Type};
use crate::resolve::scope::Table;
use crate::resolve::{Around, Gaps};
use crate::source::Sources;
use crate::syntax;

/// The name of the module.
pub(super) const NAME: &str = "prelude";

/// The program that every other one extends.
pub(super) struct Prelude {
    pub(super) program: Program,
    /// The names that need no import.
    pub(super) table: Arc<Table>,
}

/// Returns the prelude.
pub(super) fn prelude() -> &'static Prelude {
    static PRELUDE: OnceLock<Prelude> = OnceLock::new();
    PRELUDE.get_or_init(|| {
        let mut sources = Sources::default();
        let text = include_str!("../prelude.pun");
        let file = sources.add("prelude.pun", text);
        let parse = syntax::parse(file, text);
        let mut program = built_in(sources);
        let mut diagnostics = parse.diagnostics;
        let outer = Table::built_in();
        let around = Around { imports: &[], outer: &outer, modules: &[], gaps: &Gaps::default() };
        let name = Arc::from(NAME);
        let resolved = check(&mut program, &name, &parse.module, around, false, &mut diagnostics);
        debug_assert!(!has_errors(&diagnostics), "{diagnostics:?}");
        program.scope = resolved.visible.items();
        Prelude { program, table: Arc::new(resolved.visible) }
    })
}

/// Returns the built-in types, numbered as in the constants of [`DataId`] and [`ConId`].
fn built_in(sources: Sources) -> Program {
    let mut program = Program {
        sources,
        datas: Vec::new(),
        constructors: Vec::new(),
        globals: Vec::new(),
        properties: Vec::new(),
        generators: Vec::new(),
        scope: Vec::new(),
        qualified: HashMap::new(),
        modules: Vec::new(),
        main: None,
        abstracts: Vec::new(),
        makers: 0..0,
    };
    let list = Type::Data(DataId::LIST, [Type::Variable(0)].into());
    let (a, b) = (Type::Variable(0), Type::Variable(1));
    add(&mut program, "boolean", 0, 1, vec![("false", vec![]), ("true", vec![])]);
    add(&mut program, "unit", 0, 0, vec![("()", vec![])]);
    add(&mut program, "(,)", 2, 0, vec![("(,)", vec![a.clone(), b])]);
    add(&mut program, "list", 1, 1, vec![("[]", vec![]), ("::", vec![a, list])]);
    program
}

fn add(program: &mut Program, name: &str, parameters: u32, cost: u32, constructors: Vec<(&str, Vec<Type>)>) {
    let data = DataId(program.datas.len() as u32);
    let mut numbers = Vec::new();
    for (tag, (name, fields)) in (0..).zip(constructors) {
        numbers.push(ConId(program.constructors.len() as u32));
        let fields = fields.into_iter().map(|ty| Field { ty, is_lazy: false }).collect();
        program.constructors.push(Constructor {
            name: Arc::from(name),
            data,
            tag,
            fields,
            cost,
            is_function: false,
        });
    }
    program.datas.push(Data { name: name.into(), parameters, constructors: numbers, span: None });
}
