//! `everycase completions`: what a shell completes.

use clap::Command;

use crate::args::{self, Completions};
use crate::console;
use crate::exit::Exit;

pub(crate) fn run(command: &Completions) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(command.shell, &mut visible(&args::command()), "everycase", &mut script);
    console::print(&String::from_utf8_lossy(&script));
    Exit::Nothing
}

/// Returns a command without the options that its help hides, because it refuses them:
/// `clap_complete` completes hidden options, too.
fn visible(command: &Command) -> Command {
    let options = command.get_arguments().filter(|option| !option.is_hide_set()).cloned();
    let about = command.get_about().cloned().unwrap_or_default();
    let own = Command::new(command.get_name().to_owned()).about(about).args(options);
    own.subcommands(command.get_subcommands().map(visible))
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;
    use clap_complete::Shell;

    use super::visible;
    use crate::args::command;

    #[test]
    fn the_script_of_each_shell_has_every_command_and_its_own_options() {
        let mut visible = visible(&command());
        for shell in Shell::value_variants() {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut visible, "everycase", &mut script);
            let script = String::from_utf8(script).expect("text");
            for own in command().get_subcommands() {
                let (name, about) = (own.get_name(), own.get_about().expect("a help").to_string());
                // Bash shows no help, and zsh has another way to write a colon.
                let about = about.split(':').next().unwrap_or_default();
                let wanted = if *shell == Shell::Bash { &*format!("everycase,{name})") } else { about };
                assert!(script.contains(wanted) && script.contains(name), "{shell}: {name}");
            }
        }
    }

    #[test]
    fn an_option_that_a_command_refuses_is_not_completed() {
        let has = |command: &clap::Command, option: &str| {
            let fmt = command.find_subcommand("fmt").expect("a command");
            fmt.get_arguments().any(|own| own.get_id() == option)
        };
        assert!(has(&command(), "time") && !has(&visible(&command()), "time"));
        assert!(has(&visible(&command()), "check"));
    }
}
