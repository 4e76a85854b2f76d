package dev.mooring.app.run;

import dev.mooring.app.terminal.Printable;
import dev.mooring.app.terminal.Prompter;
import dev.mooring.app.terminal.Screen;
import dev.mooring.mcp.Json;
import dev.mooring.session.Approver;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Asks the person at the terminal to approve tool calls. The answer "always" approves a tool for the rest of the run. */
final class TerminalApprover implements Approver {
    private static final int MAX_ARGUMENTS = 2000;

    private final Prompter prompter;
    private final Screen screen;
    private final Set<String> alwaysAllowed = ConcurrentHashMap.newKeySet();

    TerminalApprover(Prompter prompter, Screen screen) {
        this.prompter = prompter;
        this.screen = screen;
    }

    @Override
    public Verdict decide(Request request) throws InterruptedException {
        return prompter.exclusively(() -> prompt(request));
    }

    private Verdict prompt(Request request) throws InterruptedException {
        String tool = request.label();
        if (alwaysAllowed.contains(tool)) {
            return new Verdict.Allowed();
        }
        String arguments = Printable.text(Json.text(request.arguments()));
        String shown = arguments.length() <= MAX_ARGUMENTS
                ? arguments
                : arguments.substring(0, MAX_ARGUMENTS) + "… (" + (arguments.length() - MAX_ARGUMENTS)
                        + " more characters)";
        String explanation =
                screen.styled("bold", Printable.oneLine(request.caller() + " wants to call " + tool)) + "\n  " + shown;
        while (true) {
            String answer = prompter.prompt(explanation, "Allow? [y]es, [n]o, [a]lways in this run: ");
            switch (answer == null ? "n" : answer.strip().toLowerCase(Locale.ROOT)) {
                case "y", "yes" -> {
                    return new Verdict.Allowed();
                }
                case "a", "always" -> {
                    alwaysAllowed.add(tool);
                    return new Verdict.Allowed();
                }
                case "n", "no" -> {
                    return new Verdict.Refused("the person at the terminal refused the call");
                }
                default -> explanation = "Answer y, n or a.";
            }
        }
    }
}
