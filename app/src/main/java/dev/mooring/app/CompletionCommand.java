package dev.mooring.app;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code mooring completion}. */
@Command(
        name = "completion",
        header = "Print a completion script for bash or zsh.",
        description = "%nFor the current shell: source <(mooring completion). For every shell, see the example.",
        footer = {
            "  mooring completion > ~/.mooring-completion",
            "  echo 'source ~/.mooring-completion' >> ~/.bashrc",
            "",
            "With zsh, the second line belongs into ~/.zshrc.",
        })
final class CompletionCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public Integer call() {
        var mooring = spec.root();
        spec.commandLine().getOut().println(AutoComplete.bash(mooring.name(), mooring.commandLine()));
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }
}
