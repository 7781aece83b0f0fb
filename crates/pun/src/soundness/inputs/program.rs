//! Programs that consist of data types.

use std::collections::HashMap;
use std::sync::Arc;

use crate::core::{ConId, Constructor, Data, DataId, Field, Program, Type};
use crate::source::{FileId, Sources, Span};

/// Returns the built-in types.
pub(crate) fn built_in() -> Program {
    let mut program = Program {
        sources: Sources::default(),
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
    let variable = Type::Variable;
    declare(&mut program, "boolean", 0, &[("false", &[]), ("true", &[])]);
    declare(&mut program, "unit", 0, &[("()", &[])]);
    declare(&mut program, "pair", 2, &[("(,)", &[variable(0), variable(1)])]);
    let list = data(DataId::LIST, [variable(0)]);
    declare(&mut program, "list", 1, &[("[]", &[]), ("::", &[variable(0), list])]);
    for con in [ConId::UNIT, ConId::PAIR] {
        program.constructors[con.index()].cost = 0;
    }
    program
}

/// Returns the built-in types and some that are hard in one way or another; those with parameters
/// at some arguments.
pub(crate) fn examples() -> (Program, Vec<(&'static str, Type)>) {
    let mut program = built_in();
    let (a, b) = (Type::Variable(0), Type::Variable(1));
    let this = |program: &Program, arguments: Vec<Type>| data(DataId(program.datas.len() as u32), arguments);
    let list = |ty| data(DataId::LIST, [ty]);
    let pair = |a, b| data(DataId::PAIR, [a, b]);

    let bst = this(&program, vec![a.clone(), b.clone()]);
    let node = [bst.clone(), a.clone(), b.clone(), bst];
    let bst = declare(&mut program, "bst", 2, &[("leaf", &[]), ("node", &node)]);
    let rose = this(&program, vec![a.clone()]);
    let rose = declare(&mut program, "rose", 1, &[("rose", &[a.clone(), list(rose)])]);
    let nest = this(&program, vec![pair(a.clone(), a.clone())]);
    let nest = declare(&mut program, "nest", 1, &[("none", &[]), ("more", &[a.clone(), nest])]);
    // even = zero | after odd, odd = after even
    let even = DataId(program.datas.len() as u32);
    let odd = data(DataId(even.0 + 1), []);
    declare(&mut program, "even", 0, &[("zero", &[]), ("after-odd", &[odd])]);
    declare(&mut program, "odd", 0, &[("after-even", &[data(even, [])])]);

    let boolean = data(DataId::BOOLEAN, []);
    let types = vec![
        ("boolean", boolean.clone()),
        ("unit", data(DataId::UNIT, [])),
        ("integer", Type::Integer),
        ("character", Type::Character),
        ("atom", Type::Variable(3)),
        ("(boolean, integer)", pair(boolean.clone(), Type::Integer)),
        ("list unit", list(data(DataId::UNIT, []))),
        ("list (list boolean)", list(list(boolean.clone()))),
        ("bst integer integer", data(bst, [Type::Integer, Type::Integer])),
        ("rose boolean", data(rose, [boolean])),
        ("nest integer", data(nest, [Type::Integer])),
        ("even", data(even, [])),
    ];
    (program, types)
}

pub(crate) fn data(data: DataId, arguments: impl IntoIterator<Item = Type>) -> Type {
    Type::Data(data, arguments.into_iter().collect())
}

/// Adds a data type; every constructor costs 1.
pub(crate) fn declare(
    program: &mut Program,
    name: &str,
    parameters: u32,
    constructors: &[(&str, &[Type])],
) -> DataId {
    let id = DataId(program.datas.len() as u32);
    let mut ids = Vec::new();
    for (tag, (name, fields)) in (0..).zip(constructors) {
        ids.push(ConId(program.constructors.len() as u32));
        let fields = fields.iter().map(|ty| Field { ty: ty.clone(), is_lazy: false }).collect();
        program.constructors.push(Constructor {
            name: Arc::from(*name),
            data: id,
            tag,
            fields,
            cost: 1,
            is_function: false,
        });
    }
    let span = Some(Span::new(FileId(0), id.0, id.0 + 1));
    program.datas.push(Data { name: Arc::from(name), parameters, constructors: ids, span });
    id
}
