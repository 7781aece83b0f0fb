//! The solver of tests. `scripts/install-solver` installs one; with `EVERYCASE_SOLVER=none` the tests that need it are left out, and say
//! so.

use std::time::Duration;

use everycase_check::control::stop::Stop;
use everycase_verify::proof::{NoSolver, Solver};

/// Returns the solver of this machine; `None` if there is to be none.
///
/// # Panics
/// If there is none and `EVERYCASE_SOLVER` does not ask for that.
pub(crate) fn solver(time: Duration) -> Option<Solver> {
    if NoSolver::is_wanted() {
        eprintln!("nothing is proved: EVERYCASE_SOLVER=none");
        return None;
    }
    match Solver::find(time, None, &Stop::default()) {
        Ok(solver) => Some(solver),
        Err(missing) => panic!(
            "there is no solver: {missing}; run scripts/install-solver, or set EVERYCASE_SOLVER=none to test without"
        ),
    }
}
