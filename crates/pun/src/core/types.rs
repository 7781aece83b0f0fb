//! Parts of types: their variables, data types and functions.

use super::{DataId, Program, Type};

impl Type {
    /// Returns how many variables the type has at most: one more than the largest of their numbers.
    pub(crate) fn variables(&self) -> u32 {
        match self {
            Self::Integer | Self::Character => 0,
            Self::Variable(number) => number.saturating_add(1),
            Self::Arrow(sides) => sides.0.variables().max(sides.1.variables()),
            Self::Data(_, arguments) => arguments.iter().map(Self::variables).max().unwrap_or(0),
        }
    }

    /// Returns the data types that occur in these types, in no order.
    pub(crate) fn datas(mut types: Vec<&Self>) -> Vec<DataId> {
        let mut found = Vec::new();
        while let Some(ty) = types.pop() {
            match ty {
                Self::Integer | Self::Character | Self::Variable(_) => {}
                Self::Arrow(arrow) => types.extend([&arrow.0, &arrow.1]),
                Self::Data(data, arguments) => {
                    found.push(*data);
                    types.extend(arguments.iter());
                }
            }
        }
        found
    }
}

impl Program {
    /// Returns which types have functions among their values' parts, whatever their arguments are;
    /// by number.
    pub fn holding_functions(&self) -> Vec<bool> {
        let mut holds = vec![false; self.datas.len()];
        let mut users: Vec<Vec<DataId>> = vec![Vec::new(); self.datas.len()];
        let mut found: Vec<DataId> = Vec::new();
        for constructor in &self.constructors {
            let mut types: Vec<&Type> = constructor.fields.iter().map(|field| &field.ty).collect();
            while let Some(ty) = types.pop() {
                match ty {
                    Type::Arrow(_) => found.push(constructor.data),
                    Type::Data(data, arguments) => {
                        if let Some(users) = users.get_mut(data.index()) {
                            users.push(constructor.data);
                        }
                        types.extend(arguments.iter());
                    }
                    Type::Integer | Type::Character | Type::Variable(_) => {}
                }
            }
        }
        while let Some(data) = found.pop() {
            if !std::mem::replace(&mut holds[data.index()], true) {
                found.extend(users[data.index()].iter().copied());
            }
        }
        holds
    }
}
