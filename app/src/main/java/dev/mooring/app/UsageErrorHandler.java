package dev.mooring.app;

import dev.mooring.app.terminal.FailureText;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
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
            return FailureText.of(problem)
                    .replaceFirst("^Error: ", "")
                    .replaceFirst(" is not an? (int|long)$", " is not a whole number");
        }
        CommandLine command = problem.getCommandLine();
        String argument = unmatched.getUnmatched().getFirst();
        if (unmatched.isUnknownOption()) {
            String name = argument.replaceFirst("=.*", "");
            return "Unknown option '" + argument + "'"
                    + suggestion(name, command.getCommandSpec().optionsMap().keySet());
        }
        return command.getSubcommands().isEmpty()
                ? "Unexpected argument '" + argument + "'"
                        + (command.getCommandSpec().positionalParameters().isEmpty()
                                ? ""
                                : ". Put quotes around an argument that contains spaces.")
                : "Unknown command '" + argument + "'"
                        + suggestion(argument, command.getSubcommands().keySet());
    }

    /** Returns a question that proposes the most similar name; empty if no name is similar. */
    private static String suggestion(String typed, Collection<String> names) {
        Optional<String> nearest =
                names.stream().min(Comparator.comparingInt((String name) -> differences(typed, name)));
        return nearest.filter(name -> differences(typed, name) <= Math.max(1, typed.length() / 3))
                .map(name -> ". Did you mean '" + name + "'?")
                .orElse("");
    }

    /** Returns how many characters must be inserted, removed or replaced to turn one text into the other. */
    private static int differences(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            above[column] = column;
        }
        for (int row = 1; row <= from.length(); row++) {
            int[] current = new int[to.length() + 1];
            current[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int replaced = above[column - 1] + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
                current[column] = Math.min(replaced, Math.min(above[column], current[column - 1]) + 1);
            }
            above = current;
        }
        return above[to.length()];
    }
}
