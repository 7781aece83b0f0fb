//! The formation rules for terms of a type (Figure 3 of the paper).

use std::sync::Arc;

use crate::core::{self, ConId, DataId, Primitive, Program, Type};
use crate::inputs::instances::{Form, Instance, Instances};

use super::environment::Kind;
use super::hidden_types::HiddenTypes;
use super::mode::Mode;

/// The head of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Former {
    /// An integer, a character or an atom.
    Literal,
    Construct(ConId),
    If,
    Primitive(Primitive),
    Connective(core::Connective),
    First,
    Second,
    Lambda,
    Apply,
    Let,
    /// A case distinction on data of a type.
    Case(DataId),
    /// `rec f . \n -> if n <= k then .. else ..`, with calls `f (n - c)` in the `else` part only.
    /// The literal is `k`.
    Integers,
    /// `rec f . \x -> case x of ..`, with calls of `f` on fields.
    Structural(DataId),
}

/// A number or a character in a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Literal {
    Integer,
    Character,
    Atom,
    /// By how much the argument of a recursive call is smaller.
    Positive,
}

/// A subterm.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Goal {
    pub(super) ty: Instance,
    pub(super) binds: Vec<Bind>,
}

/// What a subterm has in scope in addition to its parent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bind {
    pub(super) kind: Kind,
    pub(super) must: bool,
    /// Indices of the rule's variables: the variable itself, or for calls the function and its
    /// possible arguments.
    pub(super) variables: Vec<u32>,
}

/// A rule that forms terms of a type.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) former: Former,
    /// Its cost without the subterms, at least 1 if there are none.
    pub(super) cost: u32,
    pub(super) literal: Option<Literal>,
    /// The variables it binds.
    pub(super) variables: Vec<Variable>,
    pub(super) goals: Arc<[Goal]>,
}

/// A variable that a rule binds.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) ty: Type,
    pub(super) called: NameKind,
    /// Whether it stands for a lazy field.
    pub(super) is_lazy: bool,
}

/// How a variable is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameKind {
    Value,
    Function,
    Field,
    /// A part of a pair: the only variable that its scope can use.
    Part,
}

impl Goal {
    /// Returns the number of entries brought into scope that must be used.
    fn must(&self) -> u32 {
        self.binds.iter().filter(|bind| bind.must).count() as u32
    }
}

/// Returns the least cost of subterms that have to use `must` entries: 1 each, and 1 for each use.
pub(super) fn least(goals: &[Goal], must: u32) -> u32 {
    let own: u32 = goals.iter().map(|goal| goal.must().max(1)).sum();
    // A subterm that need not use anything else can itself be a use.
    let free = goals.iter().filter(|goal| goal.must() == 0).count() as u32;
    own + must.saturating_sub(free)
}

impl Rule {
    /// Returns what the term pays before its literal, when it has to use `must` entries. The least
    /// cost of its subterms is paid here, so that terms beyond the size budget are not expanded;
    /// every subterm costs that much less in return.
    pub(super) fn paid(&self, must: u32) -> u32 {
        (self.cost + least(&self.goals, must)).saturating_sub(must.max(1))
    }
}

/// The rules for terms of one type.
pub(super) struct Rules<'r> {
    pub(super) program: &'r Program,
    pub(super) instances: &'r mut Instances,
    /// The intermediate types.
    pub(super) types: &'r [Instance],
    /// Which data types hold functions, regardless of their arguments.
    pub(super) holds_functions: &'r [bool],
    pub(super) hidden: &'r HiddenTypes,
    pub(super) mode: Mode,
    pub(super) ty: Instance,
    pub(super) all: Vec<Rule>,
}

impl Rules<'_> {
    /// Finds all rules.
    pub(super) fn find(&mut self) {
        self.values();
        let ty = self.ty;
        let boolean = self.boolean();
        self.rule(Former::If, 1, [boolean, ty, ty].map(plain));
        self.operators();
        let is_gone_through = self.types.contains(&ty);
        for &through in self.types {
            if is_gone_through {
                let pair = |both: [Instance; 2]| Form::Data(DataId::PAIR, both.into());
                self.projection(Former::First, pair([ty, through]));
                self.projection(Former::Second, pair([through, ty]));
                let (function, cost) = self.through(Form::Arrow(through, ty));
                self.rule(Former::Apply, cost, [function, through].map(plain));
            }
            let cost = self.instances.nodes(through) as u32;
            let body = Goal { ty, binds: vec![self.bound(through, 0)] };
            self.all.push(Rule {
                variables: vec![self.variable(through, NameKind::Value)],
                ..rule(Former::Let, cost, vec![plain(through), body])
            });
            self.case(through, cost);
        }
    }

    /// Adds the projection to the first or second part of a pair.
    fn projection(&mut self, former: Former, pair: Form) {
        let (pair, cost) = self.through(pair);
        let variables = vec![self.variable(self.ty, NameKind::Part)];
        self.all.push(Rule { variables, ..rule(former, cost, vec![plain(pair)]) });
    }

    /// Returns an intermediate type and its cost.
    fn through(&mut self, form: Form) -> (Instance, u32) {
        let through = self.instances.number(form);
        (through, self.instances.nodes(through) as u32)
    }

    /// Adds the rules for values.
    fn values(&mut self) {
        let literal = |literal| Rule { literal: Some(literal), ..rule(Former::Literal, 1, vec![]) };
        match self.instances.form(self.ty).clone() {
            Form::Integer => self.all.push(literal(Literal::Integer)),
            Form::Character => self.all.push(literal(Literal::Character)),
            Form::Atom(_) => self.all.push(literal(Literal::Atom)),
            Form::Data(data, _) if self.hidden.has(data) => {}
            Form::Data(data, arguments) => {
                for con in &self.program.datas[data.index()].constructors {
                    let constructor = &self.program.constructors[con.index()];
                    let fields = self.instances.fields(constructor, &arguments);
                    let cost = constructor.cost;
                    self.rule(Former::Construct(*con), cost, fields.into_iter().map(plain));
                }
            }
            Form::Arrow(argument, result) => {
                let body = Goal { ty: result, binds: vec![self.bound(argument, 0)] };
                let variables = vec![self.variable(argument, NameKind::Value)];
                self.all.push(Rule { variables, ..rule(Former::Lambda, 1, vec![body]) });
                self.recursion(argument, result);
            }
        }
    }

    fn operators(&mut self) {
        use Primitive::{Add, Equal, Greater, GreaterEqual, Less, LessEqual, Multiply, NotEqual, Subtract};
        let (integer, boolean) = (self.instances.number(Form::Integer), self.boolean());
        if self.ty == integer {
            // Division may fail; a term must not.
            for operator in [Add, Subtract, Multiply] {
                self.rule(Former::Primitive(operator), 1, [integer, integer].map(plain));
            }
        } else if self.ty == boolean {
            for operator in [Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual] {
                self.rule(Former::Primitive(operator), 1, [integer, integer].map(plain));
            }
            for connective in [core::Connective::And, core::Connective::Or] {
                self.rule(Former::Connective(connective), 1, [boolean, boolean].map(plain));
            }
        }
    }

    /// Adds a case distinction on data. Fields that are not used have no names, so none has to be
    /// used.
    fn case(&mut self, through: Instance, cost: u32) {
        let Some((data, branches, variables)) = self.branches(through, 0) else { return };
        let ty = self.ty;
        let branch = |binds| Goal { ty, binds };
        let goals = std::iter::once(plain(through)).chain(branches.into_iter().map(branch)).collect();
        self.all.push(Rule { variables, ..rule(Former::Case(data), cost, goals) });
    }

    /// Adds the functions that call themselves with smaller arguments.
    fn recursion(&mut self, argument: Instance, result: Instance) {
        let function = self.ty;
        if let Form::Integer = self.instances.form(argument) {
            let n = Bind { kind: Kind::Variable(argument), must: false, variables: vec![1] };
            let call = Bind { kind: Kind::Smaller(result), must: self.must(), variables: vec![0, 1] };
            let goals = [vec![n.clone()], vec![n, call]].map(|binds| Goal { ty: result, binds });
            self.all.push(Rule {
                literal: Some(Literal::Integer),
                variables: [function, argument].map(|ty| self.variable(ty, NameKind::Value)).into(),
                ..rule(Former::Integers, 1, goals.into())
            });
            return;
        }
        let Some((data, branches, fields)) = self.branches(argument, 2) else { return };
        let own = [function, argument].map(|ty| self.variable(ty, NameKind::Value));
        let variables: Vec<_> = own.into_iter().chain(fields).collect();
        // The fields that the function may be called with.
        let parts = |binds: &Vec<Bind>| {
            let parts = binds.iter().filter(|bind| bind.kind == Kind::Variable(argument));
            parts.flat_map(|bind| bind.variables.iter().copied()).collect::<Vec<_>>()
        };
        let recursive: Vec<_> = branches.iter().map(parts).collect();
        if recursive.iter().all(Vec::is_empty) {
            return;
        }
        // The first branch that calls the function; `None` if no call is required.
        let firsts: Vec<_> = match self.mode {
            Mode::Used => (0..branches.len()).filter(|i| !recursive[*i].is_empty()).map(Some).collect(),
            Mode::All => vec![None],
        };
        for first in firsts {
            let mut goals = Vec::new();
            for (i, binds) in branches.iter().enumerate() {
                let whole = Bind { kind: Kind::Variable(argument), must: false, variables: vec![1] };
                let mut binds: Vec<_> = std::iter::once(whole).chain(binds.iter().cloned()).collect();
                if !recursive[i].is_empty() && first.is_none_or(|first| first <= i) {
                    let kind = Kind::Part(result, recursive[i].len() as u32);
                    let variables = std::iter::once(0).chain(recursive[i].iter().copied()).collect();
                    binds.push(Bind { kind, must: first == Some(i), variables });
                }
                goals.push(Goal { ty: result, binds });
            }
            self.all.push(Rule { variables: variables.clone(), ..rule(Former::Structural(data), 1, goals) });
        }
    }

    /// Returns the fields of each constructor as variables numbered from `next` on, and all these
    /// variables, if a case distinction on the data is useful.
    fn branches(&mut self, of: Instance, mut next: u32) -> Option<(DataId, Vec<Vec<Bind>>, Vec<Variable>)> {
        let Form::Data(data, arguments) = self.instances.form(of).clone() else { return None };
        // Data that holds functions over itself allows recursion that need not terminate.
        let is_simple = [DataId::BOOLEAN, DataId::UNIT, DataId::PAIR].contains(&data);
        if is_simple || self.hidden.has(data) || self.holds_functions[data.index()] {
            return None;
        }
        let (mut branches, mut variables) = (Vec::new(), Vec::new());
        for con in &self.program.datas[data.index()].constructors {
            let constructor = &self.program.constructors[con.index()];
            let fields = self.instances.fields(constructor, &arguments);
            let binds = fields.iter().map(|field| {
                next += 1;
                Bind { kind: Kind::Variable(*field), must: false, variables: vec![next - 1] }
            });
            branches.push(binds.collect());
            for (ty, field) in fields.into_iter().zip(&constructor.fields) {
                variables.push(Variable { is_lazy: field.is_lazy, ..self.variable(ty, NameKind::Field) });
            }
        }
        Some((data, branches, variables))
    }

    fn bound(&self, ty: Instance, variable: u32) -> Bind {
        Bind { kind: Kind::Variable(ty), must: self.must(), variables: vec![variable] }
    }

    /// Returns a variable. One of a function type is named like a function, unless it is a part of
    /// a pair.
    fn variable(&self, ty: Instance, called: NameKind) -> Variable {
        let ty = self.instances.ty(ty);
        let is_function = matches!(ty, Type::Arrow(_)) && called != NameKind::Part;
        Variable { ty, called: if is_function { NameKind::Function } else { called }, is_lazy: false }
    }

    fn must(&self) -> bool {
        self.mode == Mode::Used
    }

    fn boolean(&mut self) -> Instance {
        self.instances.number(Form::Data(DataId::BOOLEAN, [].into()))
    }

    fn rule(&mut self, former: Former, cost: u32, goals: impl IntoIterator<Item = Goal>) {
        self.all.push(rule(former, cost, goals.into_iter().collect()));
    }
}

fn rule(former: Former, cost: u32, goals: Vec<Goal>) -> Rule {
    Rule { former, cost, literal: None, variables: Vec::new(), goals: goals.into() }
}

fn plain(ty: Instance) -> Goal {
    Goal { ty, binds: Vec::new() }
}
