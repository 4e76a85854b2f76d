package dev.mooring.app;

import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Says in one line why a command failed; the stack trace is for {@code MOORING_LOG=debug}. */
final class FailureHandler implements IExecutionExceptionHandler {
    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        command.getErr().println("mooring: " + reason(failure));
        // Looked up here and not in a field: most commands never fail, and logging takes time to set up.
        LoggerFactory.getLogger(FailureHandler.class).debug("the command failed", failure);
        return ExitCode.SOFTWARE;
    }

    /** What the failure says of itself, or its kind when it says nothing. */
    static String reason(Exception failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
    }
}
