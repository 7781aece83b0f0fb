//! A bank of operations: accounts that are opened and closed, and money that is moved.

use std::collections::BTreeMap;

use bolero_generator::TypeGenerator;
use everycase::Enumerable;
use proptest_derive::Arbitrary;

use super::{Case, case};
use crate::find::input::short;

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    TransferToItself,
    LastCoinStays,
    ClosedWithMoney,
    DepositWraps,
    FrozenForever,
}

/// An operation. Accounts are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enumerable, TypeGenerator, Arbitrary)]
#[cfg_attr(feature = "hegel", derive(hegel::DefaultGenerator))]
enum Operation {
    Open(u8),
    Close(u8),
    Deposit(u8, u32),
    Withdraw(u8, u32),
    Transfer(u8, u8, u32),
}

short! { Operation {
    Open(account), Close(account), Deposit(account, money), Withdraw(account, money), Transfer(from, to, money),
} }

pub(super) fn cases() -> Vec<Case> {
    use Operation::{Close, Deposit, Open, Transfer, Withdraw};
    vec![
        case("transfer-to-itself", Mistake::TransferToItself, money_is_kept, || {
            vec![Open(0), Deposit(0, 1), Transfer(0, 0, 1)]
        }),
        case("last-coin-stays", Mistake::LastCoinStays, all_can_be_withdrawn, || {
            vec![Open(0), Deposit(0, 7), Withdraw(0, 7)]
        }),
        case("closed-with-money", Mistake::ClosedWithMoney, money_is_kept, || {
            vec![Open(0), Deposit(0, 1), Close(0)]
        }),
        case("deposit-wraps", Mistake::DepositWraps, money_is_kept, || {
            vec![Open(0), Deposit(0, u32::MAX), Deposit(0, 1)]
        }),
        case("frozen-forever", Mistake::FrozenForever, new_accounts_take_money, || {
            vec![Open(0), Withdraw(0, 1), Withdraw(0, 1), Withdraw(0, 1), Close(0), Open(0), Deposit(0, 1)]
        }),
    ]
}

/// A bank. Three withdrawals of more than there is freeze an account.
struct Bank {
    mistake: Mistake,
    balances: BTreeMap<u8, u32>,
    refusals: BTreeMap<u8, u8>,
}

impl Bank {
    fn new(mistake: Mistake) -> Bank {
        Bank { mistake, balances: BTreeMap::new(), refusals: BTreeMap::new() }
    }

    fn is_frozen(&self, account: u8) -> bool {
        self.refusals.get(&account).is_some_and(|refusals| *refusals >= 3)
    }

    fn total(&self) -> u64 {
        self.balances.values().copied().map(u64::from).sum()
    }

    fn balance(&self, account: u8) -> Option<u32> {
        self.balances.get(&account).copied().filter(|_| !self.is_frozen(account))
    }

    /// Carries out an operation; returns `None` if it is refused.
    fn run(&mut self, operation: Operation) -> Option<()> {
        match operation {
            Operation::Open(account) => {
                self.balances.entry(account).or_insert(0);
            }
            Operation::Close(account) => {
                let is_empty = *self.balances.get(&account)? == 0;
                (is_empty || self.mistake == Mistake::ClosedWithMoney).then(|| self.close(account))?;
            }
            Operation::Deposit(account, money) => {
                let balance = self.balance(account)?;
                let sum = balance.checked_add(money);
                let sum =
                    sum.or((self.mistake == Mistake::DepositWraps).then(|| balance.wrapping_add(money)));
                self.balances.insert(account, sum?);
            }
            Operation::Withdraw(account, money) => {
                let balance = self.balance(account)?;
                let Some(rest) = balance.checked_sub(money) else {
                    *self.refusals.entry(account).or_insert(0) += 1;
                    return None;
                };
                if self.mistake == Mistake::LastCoinStays && rest == 0 && money > 0 {
                    return None;
                }
                self.balances.insert(account, rest);
            }
            Operation::Transfer(from, to, money) => {
                let (balance, other) = (self.balance(from)?, self.balance(to)?);
                let (rest, sum) = (balance.checked_sub(money)?, other.checked_add(money)?);
                if from != to || self.mistake == Mistake::TransferToItself {
                    self.balances.insert(from, rest);
                    self.balances.insert(to, sum);
                }
            }
        }
        Some(())
    }

    /// Closes an account, frozen or not. A new one may get its number.
    fn close(&mut self, account: u8) {
        self.balances.remove(&account);
        if self.mistake != Mistake::FrozenForever {
            self.refusals.remove(&account);
        }
    }
}

/// There is as much money as was deposited and not withdrawn.
fn money_is_kept(m: Mistake, operations: &Vec<Operation>) -> bool {
    let (mut bank, mut total) = (Bank::new(m), 0_u64);
    operations.iter().all(|operation| {
        let is_done = bank.run(*operation).is_some();
        match operation {
            Operation::Deposit(_, money) if is_done => total += u64::from(*money),
            Operation::Withdraw(_, money) if is_done => total = total.saturating_sub(u64::from(*money)),
            _ => {}
        }
        bank.total() == total
    })
}

/// No withdrawal of at most the balance is refused.
fn all_can_be_withdrawn(m: Mistake, operations: &Vec<Operation>) -> bool {
    let mut bank = Bank::new(m);
    operations.iter().all(|operation| {
        let is_covered = match operation {
            Operation::Withdraw(account, money) => {
                bank.balance(*account).is_some_and(|there| there >= *money)
            }
            _ => false,
        };
        bank.run(*operation).is_some() || !is_covered
    })
}

/// An account that was just opened takes any deposit.
fn new_accounts_take_money(m: Mistake, operations: &Vec<Operation>) -> bool {
    let mut bank = Bank::new(m);
    let mut opened = None;
    operations.iter().all(|operation| {
        let is_new = matches!(operation, Operation::Open(account) if !bank.balances.contains_key(account));
        let is_done = bank.run(*operation).is_some();
        let fails =
            matches!(operation, Operation::Deposit(account, _) if opened == Some(*account) && !is_done);
        opened = match operation {
            Operation::Open(account) if is_new => Some(*account),
            _ => None,
        };
        !fails
    })
}
