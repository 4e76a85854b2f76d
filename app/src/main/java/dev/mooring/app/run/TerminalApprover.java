package dev.mooring.app.run;

import dev.mooring.app.terminal.Printable;
import dev.mooring.app.terminal.Prompter;
import dev.mooring.app.terminal.Screen;
import dev.mooring.mcp.Json;
import dev.mooring.session.Approver;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Asks the person at the terminal to approve tool calls. The answer "always" approves a tool for the rest of the run. */
final class TerminalApprover implements Approver {
    private static final int LINES_PER_PAGE = 20;

    private static final Answer REFUSED = new Answer.Refused("the person at the terminal refused the call");

    private final Prompter prompter;
    private final Screen screen;
    private final Set<String> alwaysAllowed = ConcurrentHashMap.newKeySet();

    TerminalApprover(Prompter prompter, Screen screen) {
        this.prompter = prompter;
        this.screen = screen;
    }

    @Override
    public Answer decide(Request request) throws InterruptedException {
        return prompter.exclusively(() -> prompt(request));
    }

    private Answer prompt(Request request) throws InterruptedException {
        String tool = request.label();
        if (alwaysAllowed.contains(tool)) {
            return new Answer.Allowed();
        }
        String title = screen.styled("bold", Printable.oneLine(request.caller() + " wants to call " + tool));
        List<String> pages = pages(Printable.text(Json.text(request.arguments())));
        String explanation = title + "\n" + pages.getFirst();
        for (int page = 1; page < pages.size(); page++) {
            String answer = prompter.prompt(
                    explanation,
                    "Page " + page + " of " + pages.size()
                            + " of the arguments. Enter shows the next one, [n]o refuses: ");
            if (answer == null || answer.strip().toLowerCase(Locale.ROOT).startsWith("n")) {
                return REFUSED;
            }
            explanation = pages.get(page);
        }
        while (true) {
            String answer = prompter.prompt(explanation, "Allow? [y]es, [n]o, [a]lways in this run: ");
            switch (answer == null ? "n" : answer.strip().toLowerCase(Locale.ROOT)) {
                case "y", "yes" -> {
                    return new Answer.Allowed();
                }
                case "a", "always" -> {
                    alwaysAllowed.add(tool);
                    return new Answer.Allowed();
                }
                case "n", "no" -> {
                    return REFUSED;
                }
                default -> explanation = "Answer y, n or a.";
            }
        }
    }

    /** Splits the arguments into pages that fit on a screen. Omits nothing, because the dangerous part may be at the end. */
    private List<String> pages(String arguments) {
        int width = Math.max(20, screen.width() - 3);
        List<String> pages = new ArrayList<>();
        StringBuilder page = new StringBuilder();
        int lines = 0;
        int end;
        for (int start = 0; start < arguments.length(); start = end) {
            end = Math.min(start + width, arguments.length());
            if (end < arguments.length() && Character.isHighSurrogate(arguments.charAt(end - 1))) {
                end--;
            }
            page.append(lines == 0 ? "  " : "\n  ").append(arguments, start, end);
            lines++;
            if (lines == LINES_PER_PAGE || end == arguments.length()) {
                pages.add(page.toString());
                page.setLength(0);
                lines = 0;
            }
        }
        return pages;
    }
}
