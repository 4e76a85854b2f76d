package dev.mooring.app;

import picocli.CommandLine.Option;

/** The option for more output during a run. */
final class VerboseOption {
    @Option(
            names = {"-v", "--verbose"},
            description = "Show arguments, results and turns too.")
    private boolean verbose;

    boolean isVerbose() {
        return verbose;
    }
}
