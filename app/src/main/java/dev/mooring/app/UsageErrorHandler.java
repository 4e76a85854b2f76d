package dev.mooring.app;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints a usage error with a suggestion, and how to get help. */
final class UsageErrorHandler implements IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException problem, String[] args) {
        CommandLine command = problem.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("mooring: " + describe(problem));
        err.println("See '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.USAGE;
    }

    private static String describe(ParameterException problem) {
        if (!(problem instanceof UnmatchedArgumentException unmatched)) {
            return FailureHandler.reason(problem);
        }
        String kind = unmatched.isUnknownOption()
                ? "Unknown option"
                : problem.getCommandLine().getSubcommands().isEmpty() ? "Unexpected argument" : "Unknown command";
        String what = kind + " '" + unmatched.getUnmatched().getFirst() + "'";
        List<String> suggestions = unmatched.getSuggestions();
        return suggestions.isEmpty() ? what : what + ". Did you mean '" + suggestions.getFirst() + "'?";
    }
}
