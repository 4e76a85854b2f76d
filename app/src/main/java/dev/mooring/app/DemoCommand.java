package dev.mooring.app;

import dev.mooring.app.demo.Demo;
import dev.mooring.app.demo.DemoOutput;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code mooring demo}. */
@Command(
        name = "demo",
        header = "Show what Mooring does, on a temporary folder.",
        description = "%nNeeds no key, no server and no network. The output is from real calls.",
        footer = {
            "  mooring demo",
            "  mooring demo --stay   keep the review page, to try it in a browser",
        })
final class DemoCommand implements Callable<Integer> {
    @Option(names = "--stay", description = "Keep the review page running until Ctrl-C.")
    private boolean stay;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Demo demo = Demo.open(
                new DemoOutput(out, err, spec.commandLine().getColorScheme().ansi()));
        if (!stay) {
            try (demo) {
                demo.run();
            }
            return ExitCode.OK;
        }
        demo.run();
        ForegroundService.run(demo::close, err, () -> {
            err.println("\nAccept or reject the suggestion at the address below. Stop with Ctrl-C.");
            out.println(demo.reviewLink());
        });
        return ExitCode.OK;
    }
}
