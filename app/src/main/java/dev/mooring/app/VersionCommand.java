package dev.mooring.app;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code mooring version}. */
@Command(name = "version", header = "Print the version.", footer = "  mooring version")
final class VersionCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().getOut().println(Version.line());
    }
}
