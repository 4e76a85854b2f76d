package dev.mooring.app;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what was not understood, what was perhaps meant, and where the help is. */
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
                ? "unknown option"
                : problem.getCommandLine().getSubcommands().isEmpty() ? "unexpected argument" : "unknown command";
        String what = kind + " '" + unmatched.getUnmatched().getFirst() + "'";
        List<String> meant = unmatched.getSuggestions();
        return meant.isEmpty() ? what : what + "; did you mean '" + meant.getFirst() + "'?";
    }
}
