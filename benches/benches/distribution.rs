//! The draws of each tool in a second: lengths, shares, and events that bugs need.
//!
//! `cargo bench --bench distribution --features hegel [-- --millis 1000]`

use std::collections::HashMap;
use std::time::Duration;

use everycase_benches::clock::{measuring, option};
use everycase_benches::find::cases::Preferences;
use everycase_benches::find::distribution::{Drawn, Draws, draws};
use everycase_benches::find::tools::Tool;
use everycase_benches::find::trial::Budget;
use everycase_benches::table::Table;

fn main() {
    let tools: Vec<Tool> =
        Tool::ALL.iter().copied().filter(|tool| !matches!(tool, Tool::Lazy | Tool::Generic)).collect();
    let heads = |first: [&str; 2]| {
        Table::of(first.into_iter().chain(tools.iter().map(|tool| tool.name())).map(str::to_owned))
    };
    let mut tables = Tables {
        measures: heads(["type", "as drawn in a second"]),
        events: heads(["type", "hits in a second"]),
        missed: vec![0; tools.len()],
        count: 0,
        tools,
    };
    tables.add::<Vec<u8>>("`Vec<u8>`");
    tables.add::<String>("`String`");
    tables.add::<i32>("`i32`");
    tables.add::<(u32, u32)>("`(u32, u32)`");
    tables.add::<HashMap<String, u32>>("`HashMap<String, u32>`");
    tables.add::<Preferences>("40 fields");
    let hit = tables.missed.iter().map(|missed| (tables.count - missed).to_string());
    tables.events.row(["all".to_owned(), format!("events hit, of {}", tables.count)].into_iter().chain(hit));
    tables.measures.print();
    tables.events.print();
}

struct Tables {
    tools: Vec<Tool>,
    measures: Table,
    events: Table,
    /// The events that each tool missed.
    missed: Vec<usize>,
    /// The events so far.
    count: usize,
}

impl Tables {
    /// Adds the rows of a type.
    fn add<T: Drawn>(&mut self, name: &str) {
        let millis = if measuring() { option("millis", 1000) } else { 20 };
        let budget = Budget { time: Duration::from_millis(millis), tests: u64::MAX };
        let all: Vec<Draws> = self.tools.iter().map(|tool| draws::<T>(*tool, budget)).collect();
        let inputs = all.iter().map(|draws| draws.inputs.to_string());
        self.measures.row([name.to_owned(), "inputs".to_owned()].into_iter().chain(inputs));
        for (i, (measure, _)) in all[0].measures.iter().enumerate() {
            let cells = all.iter().map(|draws| draws.measures[i].1.clone());
            self.measures.row([name, measure].map(str::to_owned).into_iter().chain(cells));
        }
        for (i, (event, _)) in all[0].events.iter().enumerate() {
            let hits: Vec<u64> = all.iter().map(|draws| draws.events[i].1).collect();
            for (missed, hits) in self.missed.iter_mut().zip(&hits) {
                *missed += usize::from(*hits == 0);
            }
            self.count += 1;
            let cells = hits.iter().map(|hits| if *hits == 0 { "-".to_owned() } else { hits.to_string() });
            self.events.row([name, event].map(str::to_owned).into_iter().chain(cells));
        }
    }
}
