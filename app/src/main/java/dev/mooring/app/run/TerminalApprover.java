package dev.mooring.app.run;

import dev.mooring.agent.Approver;
import dev.mooring.app.terminal.Printable;
import dev.mooring.app.terminal.Prompter;
import dev.mooring.app.terminal.Screen;
import dev.mooring.mcp.Json;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Has the person at the terminal decide on calls. Whoever says "always" is not asked again for that tool in this run. */
final class TerminalApprover implements Approver {
    private static final int LONGEST_SHOWN = 2000;

    private final Prompter asking;
    private final Screen screen;
    private final Set<String> always = ConcurrentHashMap.newKeySet();

    TerminalApprover(Prompter asking, Screen screen) {
        this.asking = asking;
        this.screen = screen;
    }

    @Override
    public Verdict decide(Request request) throws InterruptedException {
        return asking.together(() -> prompt(request));
    }

    private Verdict prompt(Request request) throws InterruptedException {
        String tool = request.tool().label();
        if (always.contains(tool)) {
            return new Verdict.Allowed();
        }
        String arguments = Printable.text(Json.text(request.arguments()));
        String shown = arguments.length() <= LONGEST_SHOWN
                ? arguments
                : arguments.substring(0, LONGEST_SHOWN) + "… (" + (arguments.length() - LONGEST_SHOWN) + " more)";
        String explanation =
                screen.styled("bold", Printable.oneLine(request.agent() + " wants to call " + tool)) + "\n  " + shown;
        while (true) {
            String answer = asking.ask(explanation, "Allow it? [y]es, [n]o, [a]lways in this run: ");
            switch (answer == null ? "n" : answer.strip().toLowerCase(Locale.ROOT)) {
                case "y", "yes" -> {
                    return new Verdict.Allowed();
                }
                case "a", "always" -> {
                    always.add(tool);
                    return new Verdict.Allowed();
                }
                case "n", "no" -> {
                    return new Verdict.Refused("the person at the terminal said no");
                }
                default -> explanation = "Please answer y, n or a.";
            }
        }
    }
}
