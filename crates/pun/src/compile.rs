//! Compiles the core to bytecode: closure conversion, decision trees for matches, inlining of small
//! functions.

mod appended_terms;
mod body;
pub(crate) mod bytecode;
mod compiler;
mod conditions;
mod free;
mod inline;
mod matching;
mod terms;
mod watch;

use std::sync::Arc;

use self::body::{Body, To};
use self::bytecode::{Code, FunctionId, Op, Reg};
use self::compiler::{Compiler, Waiting, What};
pub(crate) use self::conditions::conditions;
pub(crate) use self::free::free;
pub(crate) use self::inline::is_exhaustive;
use crate::core::{Binder, Constructor, Expr, GlobalId, Item, Kind, LocalId, Program, Property};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

pub(crate) use self::appended_terms::{Extent, append};
pub use self::watch::Watch;

/// A compiled program.
#[derive(Clone, Debug)]
pub(crate) struct CompiledProgram {
    pub(crate) code: Arc<Code>,
    /// The function of each property; it takes the inputs that no term draws.
    pub(crate) properties: Vec<FunctionId>,
    /// For each property, whether it has a premise.
    pub(crate) premises: Vec<bool>,
    /// The functions of the further terms.
    pub(crate) terms: Vec<FunctionId>,
    /// The properties with watched calls.
    pub(crate) watched: Vec<FunctionId>,
}

/// A term compiled together with a program.
#[derive(Clone, Copy, Debug)]
pub struct Term<'p> {
    /// The property whose inputs it takes and may mention; inputs that terms draw are drawn first.
    property: Option<&'p Property>,
    parameters: &'p [Binder],
    body: &'p Expr,
}

impl<'p> Term<'p> {
    /// Returns a closed term without parameters.
    pub fn closed(body: &'p Expr) -> Self {
        Self { property: None, parameters: &[], body }
    }

    /// Returns a closed term; if it is a lambda, it takes the parameters as arguments.
    pub fn function(body: &'p Expr) -> Self {
        let (parameters, body) = function_of(body);
        Self { property: None, parameters, body }
    }

    /// Returns a term that may mention the inputs of a property. It takes those that no term draws.
    pub fn of(property: &'p Property, body: &'p Expr) -> Self {
        Self { property: Some(property), parameters: &[], body }
    }
}

/// The options of a compilation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Build<'p> {
    /// Further terms in the program's scope.
    pub terms: &'p [Term<'p>],
    /// Definitions that are never inlined. Other small functions that cannot fail are compiled into
    /// their callers.
    pub calls: &'p [GlobalId],
    /// The files whose [evaluated expressions](crate::engine::Engine::coverage) the machines
    /// record.
    pub covers: &'p [FileId],
    /// Properties that are compiled once more, with some of their calls watched.
    pub watches: &'p [Watch<'p>],
    /// Whether arguments, fields and values of `let` are evaluated on demand. A further term then
    /// evaluates the rest when it has its value, unless that is `false`: so it ends with another
    /// value than `false` where the strict program does, and with the same choices. With `false` it
    /// may end earlier. For searches only: draws cannot tell the states of such runs apart.
    pub on_demand: bool,
}

/// Compiles a program with its properties.
///
/// # Errors
/// If a function needs too many registers.
pub(crate) fn compile<'p>(
    program: &'p Program,
    build: &Build<'p>,
) -> Result<CompiledProgram, Vec<Diagnostic>> {
    let inlined = inline::Inlining::of(program, build.calls);
    let code = Code { makers: program.makers.clone(), ..Code::default() };
    let mut compiler = Compiler::new(program, &inlined, code);
    compiler.covers = build.covers;
    compiler.conditions = conditions(program, |file| build.covers.contains(&file));
    compiler.on_demand = build.on_demand;
    compiler.code.arities = program.constructors.iter().map(|each| each.fields.len() as u16).collect();
    let data_of = |each: &Constructor| &program.datas[each.data.index()];
    let first_of = |each: &Constructor| data_of(each).constructors.first().map_or(0, |first| first.0);
    compiler.code.firsts = program.constructors.iter().map(first_of).collect();
    for constructor in &program.constructors {
        let data = data_of(constructor);
        let most = usize::from(u16::MAX);
        if constructor.fields.len() > most || data.constructors.len() > most {
            let message = format!("`{}` has too many constructors or fields", data.name);
            compiler.diagnostics.push(Diagnostic::error(data.span.unwrap_or(Span::NOWHERE), message));
        }
    }
    for global in &program.globals {
        let (parameters, body) = function_of(&global.body);
        compiler.reserve(Some(&global.name), global.span, parameters.len());
        let id = compiler.code.functions.len() as FunctionId - 1;
        if let Some(name) = program.qualified.get(&Item::Global(GlobalId(id))) {
            compiler.code.qualified.insert(id, Arc::clone(name));
        }
        if parameters.is_empty() && !build.covers.is_empty() {
            let counter = compiler.counter(Vec::new());
            compiler.code.value_counters.insert(id, counter);
        }
        let locals = parameters.iter().map(|binder| binder.local).collect();
        compiler.waiting.push(Waiting { id, locals, body, kind: What::Term, watch: None });
    }
    let properties: Vec<FunctionId> =
        program.properties.iter().map(|property| compiler.property(property, None)).collect();
    let terms = build.terms.iter().map(|term| compiler.extra(*term)).collect();
    let watched = build.watches.iter().map(|watch| compiler.property(watch.property, Some(watch))).collect();
    compiler.finish();
    if compiler.diagnostics.is_empty() {
        let premises = properties.iter().map(|id| compiler.assuming.contains(id)).collect();
        Ok(CompiledProgram { code: Arc::new(compiler.code), properties, premises, terms, watched })
    } else {
        Err(compiler.diagnostics)
    }
}

/// Returns the parameters and the body of a definition.
fn function_of(body: &Expr) -> (&[Binder], &Expr) {
    match &body.kind {
        Kind::Lambda(parameters, body) => (parameters, body),
        _ => (&[], body),
    }
}

/// Returns the inputs of a property that the kernel provides.
fn given(property: &Property) -> impl Iterator<Item = LocalId> {
    property.given().map(|parameter| parameter.binder.local)
}

impl<'p> Compiler<'p> {
    /// Reserves a property, with the calls that are watched, if any.
    fn property(&mut self, property: &'p Property, watch: Option<&'p Watch<'p>>) -> FunctionId {
        let id = self.reserve(Some(&property.name), property.span, given(property).count());
        let (locals, body) = (given(property).collect(), &property.body);
        self.waiting.push(Waiting { id, locals, body, kind: What::Property(property), watch });
        id
    }

    fn extra(&mut self, Term { property, parameters, body }: Term<'p>) -> FunctionId {
        let parameters = parameters.iter().map(|binder| binder.local);
        let locals: Vec<LocalId> = property.into_iter().flat_map(given).chain(parameters).collect();
        let id = self.reserve(None, body.span, locals.len());
        let kind = What::First(property);
        self.waiting.push(Waiting { id, locals, body, kind, watch: None });
        id
    }

    /// Compiles the waiting functions.
    fn compile_waiting(&mut self) {
        while let Some(Waiting { id, locals, body, kind, watch }) = self.waiting.pop() {
            let start = self.code.ops.len() as u32;
            let is_first = matches!(kind, What::First(_) | What::Property(_));
            let mut function = Body::new(self, id, &locals, is_first);
            function.watch = watch;
            match kind {
                What::Term => function.term(body, To::Return),
                What::Watched { global, mention } => function.watched(global, mention, body.span),
                What::First(property) => {
                    if let Some(property) = property {
                        function.draw_inputs(property);
                    }
                    function.last(body);
                }
                What::Property(property) => {
                    function.draw_inputs(property);
                    function.term(body, To::Verdict);
                }
            }
            let registers = function.finish();
            let function = &mut self.code.functions[id as usize];
            (function.start, function.registers) = (start, registers);
        }
    }

    /// Compiles the waiting functions, then those that the machine itself calls.
    fn finish(&mut self) {
        self.compile_waiting();
        self.code.halt = self.support(1, |_| vec![Op::Halt { src: 0 }]);
        let [update, update_first, given, given_first] = [false, true, false, true]
            .map(|again| self.support(2, |_| vec![Op::Update { delayed: 0, src: 1, again }]));
        (self.code.update, self.code.update_first) = (update, update_first);
        self.code.given = [given, given_first];
        let observe = |_: &mut Self| vec![Op::Observe { dst: 2, src: 0, path: 1 }, Op::Return { src: 2 }];
        self.code.observe = self.support(3, observe);
        self.code.functions[self.code.observe as usize].arity = 2;
        let term = |_: &mut Self| {
            vec![Op::Term { dst: 1, position: 0 }, Op::Force { dst: 2, src: 1 }, Op::Return { src: 2 }]
        };
        self.code.term = self.support(3, term);
        self.code.functions[self.code.term as usize].arity = 1;
        let most = self.code.ops.iter().map(|op| match op {
            Op::Apply { n, .. } | Op::TailApply { n, .. } => *n,
            _ => 0,
        });
        self.code.more = most.max().unwrap_or(0).max(1);
        let first = self.code.functions.len() as FunctionId;
        for n in 1..=self.code.more {
            self.support(u32::from(n) + 1, |compiler| {
                let arguments = compiler.list(&(1..=n).collect::<Vec<Reg>>());
                vec![Op::TailApply { callee: 0, n, arguments }]
            });
        }
        self.code.apply_more = first;
    }

    /// Returns a function for the machine's own use.
    fn support(&mut self, registers: u32, ops: impl FnOnce(&mut Self) -> Vec<Op>) -> FunctionId {
        let ops = ops(self);
        let id = self.reserve(None, Span::NOWHERE, 0);
        let function = &mut self.code.functions[id as usize];
        (function.start, function.registers) = (self.code.ops.len() as u32, registers);
        for op in ops {
            self.emit(op, Span::NOWHERE);
        }
        id
    }
}
