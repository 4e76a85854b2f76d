package dev.mooring.app;

import dev.mooring.app.demo.Demo;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code mooring demo}. */
@Command(
        name = "demo",
        header = "Show what Mooring does, on a temporary folder.",
        description = "%nNeeds no key, no server and no network. What it prints is what happened.",
        footer = "  mooring demo")
final class DemoCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Demo.play(
                spec.commandLine().getOut(), spec.commandLine().getColorScheme().ansi());
        return ExitCode.OK;
    }
}
