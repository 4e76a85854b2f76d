package dev.mooring.app;

import dev.mooring.app.terminal.FailureText;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Prints why a command failed, in one line. {@code MOORING_LOG=debug} adds the stack trace. */
final class FailureHandler implements IExecutionExceptionHandler {
    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        command.getErr().println("mooring: " + FailureText.of(failure));
        // Not a field: most commands do not fail, and setting up logging takes time.
        LoggerFactory.getLogger(FailureHandler.class).debug("The command failed", failure);
        return ExitCode.SOFTWARE;
    }
}
