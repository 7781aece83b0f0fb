//! Compiles the core to bytecode: closure conversion, decision trees for matches, inlining of small functions.

mod appended;
mod body;
pub(crate) mod bytecode;
mod free;
mod inline;
mod matching;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use self::body::{Body, To};
use self::bytecode::{Code, Constant, Function, FunctionId, ListId, Op, Reg};
pub(crate) use self::free::free;
use crate::core::{Binder, Constructor, Expr, GlobalId, Kind, LocalId, Program, Property};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

pub(crate) use self::appended::{Extent, append};

/// A compiled program.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    pub(crate) code: Arc<Code>,
    /// The function of each property; it takes the inputs that no term draws.
    pub(crate) properties: Vec<FunctionId>,
    /// For each property, whether it has a premise.
    pub(crate) premises: Vec<bool>,
    /// The functions of the further terms.
    pub(crate) terms: Vec<FunctionId>,
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
    /// Definitions that are never inlined. Other small functions that cannot fail are compiled into their callers.
    pub calls: &'p [GlobalId],
    /// Whether every function, branch and right operand is [counted](crate::engine::Machine::counts) when evaluated.
    pub counts: bool,
}

/// Compiles a program with its properties.
///
/// # Errors
/// If a function needs too many registers.
pub(crate) fn compile<'p>(program: &'p Program, build: &Build<'p>) -> Result<Compiled, Vec<Diagnostic>> {
    let inlined = inline::Inlining::of(program, build.calls);
    let code = Code { makers: program.makers.clone(), ..Code::default() };
    let mut compiler = Compiler::new(program, &inlined, code);
    compiler.counters = build.counts.then(FxHashMap::default);
    compiler.code.arities = program.constructors.iter().map(|each| each.fields.len() as u16).collect();
    let data_of = |each: &Constructor| &program.datas[each.data.index()];
    let first_of = |each: &Constructor| data_of(each).constructors.first().map_or(0, |first| first.0);
    compiler.code.firsts = program.constructors.iter().map(first_of).collect();
    for constructor in &program.constructors {
        let data = data_of(constructor);
        let most = usize::from(u16::MAX);
        if constructor.fields.len() > most || data.constructors.len() > most {
            let message = format!("`{}` has too many constructors or fields", data.name);
            compiler.diagnostics.push(Diagnostic::error(data.span.unwrap_or(NOWHERE), message));
        }
    }
    for global in &program.globals {
        let (parameters, body) = function_of(&global.body);
        compiler.reserve(Some(&global.name), global.span, parameters.len());
        let id = compiler.code.functions.len() as FunctionId - 1;
        let locals = parameters.iter().map(|binder| binder.local).collect();
        compiler.waiting.push(Waiting { id, locals, body, kind: What::Term });
    }
    let properties: Vec<FunctionId> =
        program.properties.iter().map(|property| compiler.property(property)).collect();
    let terms = build.terms.iter().map(|term| compiler.extra(*term)).collect();
    compiler.finish();
    if compiler.diagnostics.is_empty() {
        let premises = properties.iter().map(|id| compiler.assuming.contains(id)).collect();
        Ok(Compiled { code: Arc::new(compiler.code), properties, premises, terms })
    } else {
        Err(compiler.diagnostics)
    }
}

/// The span of code without a source.
const NOWHERE: Span = Span { file: FileId(0), start: 0, end: 0 };

/// Returns the parameters and the body of a definition.
fn function_of(body: &Expr) -> (&[Binder], &Expr) {
    match &body.kind {
        Kind::Lambda(parameters, body) => (parameters, body),
        _ => (&[], body),
    }
}

/// Returns the inputs of a property that the kernel provides.
fn given(property: &Property) -> impl Iterator<Item = LocalId> {
    let given = property.parameters.iter().filter(|parameter| parameter.from.is_none());
    given.map(|parameter| parameter.binder.local)
}

struct Compiler<'p> {
    program: &'p Program,
    inlined: &'p inline::Inlining<'p>,
    code: Code,
    constants: FxHashMap<Constant, u32>,
    /// The counter of each span, if spans are counted.
    counters: Option<FxHashMap<Span, u32>>,
    waiting: Vec<Waiting<'p>>,
    /// The properties with a premise.
    assuming: FxHashSet<FunctionId>,
    diagnostics: Vec<Diagnostic>,
}

/// A function to be compiled: the variables in its first registers, and its body.
struct Waiting<'p> {
    id: FunctionId,
    locals: Vec<LocalId>,
    body: &'p Expr,
    kind: What<'p>,
}

enum What<'p> {
    /// The term.
    Term,
    /// A term at which a run begins, after the inputs of its property, if any, have been drawn.
    First(Option<&'p Property>),
    /// The body of a property.
    Property(&'p Property),
}

impl<'p> Compiler<'p> {
    /// Returns a compiler that appends to existing code.
    fn new(program: &'p Program, inlined: &'p inline::Inlining<'p>, code: Code) -> Self {
        Self {
            program,
            inlined,
            code,
            constants: FxHashMap::default(),
            counters: None,
            waiting: Vec::new(),
            assuming: FxHashSet::default(),
            diagnostics: Vec::new(),
        }
    }

    fn property(&mut self, property: &'p Property) -> FunctionId {
        let id = self.reserve(Some(&property.name), property.span, given(property).count());
        let (locals, body) = (given(property).collect(), &property.body);
        self.waiting.push(Waiting { id, locals, body, kind: What::Property(property) });
        id
    }

    fn extra(&mut self, Term { property, parameters, body }: Term<'p>) -> FunctionId {
        let parameters = parameters.iter().map(|binder| binder.local);
        let locals: Vec<LocalId> = property.into_iter().flat_map(given).chain(parameters).collect();
        let id = self.reserve(None, body.span, locals.len());
        let kind = What::First(property);
        self.waiting.push(Waiting { id, locals, body, kind });
        id
    }

    /// Reserves a function whose code follows later.
    fn reserve(&mut self, name: Option<&Arc<str>>, span: Span, arity: usize) -> FunctionId {
        let arity = u16::try_from(arity).unwrap_or_else(|_| {
            self.diagnostics.push(Diagnostic::error(span, "this function uses too many variables"));
            0
        });
        self.code.functions.push(Function {
            start: 0,
            arity: arity.into(),
            registers: arity.into(),
            name: name.cloned(),
            span,
            lambda: None,
        });
        self.code.functions.len() as FunctionId - 1
    }

    /// Returns a function for a part of another one; it takes its captured variables, then its parameters.
    fn lift(
        &mut self,
        (name, span): (Option<&Arc<str>>, Span),
        captured: &[LocalId],
        parameters: &[Binder],
        body: &'p Expr,
    ) -> FunctionId {
        let id = self.reserve(name, span, captured.len() + parameters.len());
        let locals = captured.iter().copied().chain(parameters.iter().map(|binder| binder.local)).collect();
        self.waiting.push(Waiting { id, locals, body, kind: What::Term });
        id
    }

    /// Compiles the waiting functions.
    fn compile_waiting(&mut self) {
        while let Some(Waiting { id, locals, body, kind }) = self.waiting.pop() {
            let start = self.code.ops.len() as u32;
            let is_first = !matches!(kind, What::Term);
            let mut function = Body::new(self, id, &locals, is_first);
            function.count(body.span);
            match kind {
                What::Term => function.term(body, To::Return),
                What::First(property) => {
                    if let Some(property) = property {
                        function.draw_inputs(property);
                    }
                    function.term(body, To::Return);
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
        let [update, update_first] =
            [false, true].map(|again| self.support(2, |_| vec![Op::Update { delayed: 0, src: 1, again }]));
        (self.code.update, self.code.update_first) = (update, update_first);
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
        let id = self.reserve(None, NOWHERE, 0);
        let function = &mut self.code.functions[id as usize];
        (function.start, function.registers) = (self.code.ops.len() as u32, registers);
        for op in ops {
            self.emit(op, NOWHERE);
        }
        id
    }

    fn constant(&mut self, constant: Constant) -> u32 {
        let next = self.code.constants.len() as u32;
        *self.constants.entry(constant).or_insert_with_key(|constant| {
            self.code.constants.push(constant.clone());
            next
        })
    }

    /// Returns the counter of a span, if spans are counted.
    fn counter(&mut self, span: Span) -> Option<u32> {
        let counters = self.counters.as_mut().filter(|_| !span.is_nowhere())?;
        let next = self.code.counters.len() as u32;
        Some(*counters.entry(span).or_insert_with(|| {
            self.code.counters.push(span);
            next
        }))
    }

    fn list(&mut self, registers: &[Reg]) -> ListId {
        let at = self.code.registers.len() as ListId;
        self.code.registers.extend_from_slice(registers);
        at
    }

    fn arity(&self, global: GlobalId) -> usize {
        self.code.functions[global.index()].arity as usize
    }

    fn emit(&mut self, op: Op, span: Span) {
        self.code.ops.push(op);
        self.code.spans.push(span);
    }

    /// Removes the last operation.
    fn take_back(&mut self) {
        self.code.ops.pop();
        self.code.spans.pop();
    }
}
