package dev.mooring.app.probe;

import dev.mooring.app.terminal.Printable;
import dev.mooring.app.terminal.Screen;
import dev.mooring.mcp.Json;
import dev.mooring.session.ToolListing.ListedTool;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The output of {@code mooring tools}: tools on standard output, failures on standard error. */
public final class ToolsReport {
    private static final int MAX_NAME_WIDTH = 32;

    private final List<ProbedServer> results;

    /** Creates a report with the results in their order. */
    public ToolsReport(List<ProbedServer> results) {
        this.results = results;
    }

    /** Returns whether every server listed its tools. */
    public boolean isComplete() {
        return results.stream().allMatch(ProbedServer.Succeeded.class::isInstance);
    }

    /**
     * Prints the report for people.
     *
     * @param detailed whether to print whole descriptions and the names of the arguments
     */
    public void print(PrintWriter out, PrintWriter err, Screen screen, boolean detailed) {
        boolean first = true;
        for (ProbedServer result : results) {
            if (result instanceof ProbedServer.Succeeded succeeded) {
                if (!first) {
                    out.println();
                }
                first = false;
                print(succeeded, out, screen, detailed);
            }
        }
        for (ProbedServer result : results) {
            if (result instanceof ProbedServer.Failed failed) {
                err.println(
                        screen.styled("red", "mooring: " + failed.server() + ": ") + Printable.text(failed.reason()));
                if (failed.advice() != null) {
                    err.println("  " + Printable.text(failed.advice()));
                }
            }
        }
    }

    private static void print(ProbedServer.Succeeded succeeded, PrintWriter out, Screen screen, boolean detailed) {
        int count = succeeded.tools().size();
        out.println(screen.styled("bold", succeeded.server()) + "  " + count + (count == 1 ? " tool" : " tools")
                + (succeeded.signedIn() == null ? "" : "  (" + Printable.oneLine(succeeded.signedIn()) + ")"));
        int width = succeeded.tools().stream()
                .mapToInt(tool -> tool.name().length())
                .filter(length -> length <= MAX_NAME_WIDTH)
                .max()
                .orElse(0);
        for (ListedTool tool : succeeded.tools()) {
            String name = Printable.oneLine(tool.name());
            if (detailed) {
                out.println("  " + screen.styled("cyan", name) + "(" + String.join(", ", arguments(tool)) + ")");
                Printable.text(tool.description()).strip().lines().forEach(line -> out.println("      " + line));
            } else {
                String padded = name + " ".repeat(Math.max(0, width - name.length()));
                out.println(("  " + screen.styled("cyan", padded) + "  "
                                + screen.cut(tool.description(), Math.max(20, screen.width() - width - 5)))
                        .stripTrailing());
            }
        }
        if (!succeeded.skipped().isEmpty()) {
            out.println(
                    "  Skipped, because they need tasks: " + Printable.oneLine(String.join(", ", succeeded.skipped())));
        }
    }

    /** Returns the names of the arguments in order. Optional ones end with a question mark. */
    private static List<String> arguments(ListedTool tool) {
        Set<String> required = new HashSet<>();
        tool.inputSchema().path("required").forEach(name -> required.add(name.asString("")));
        return tool.inputSchema().path("properties").propertyNames().stream()
                .map(name -> Printable.oneLine(required.contains(name) ? name : name + "?"))
                .toList();
    }

    /** Returns the report for programs: for each server, its tools as the server defines them, or an error. */
    public ObjectNode json() {
        ObjectNode json = Json.object();
        ArrayNode servers = json.putArray("servers");
        for (ProbedServer result : results) {
            ObjectNode server = servers.addObject().put("name", result.server());
            switch (result) {
                case ProbedServer.Succeeded succeeded -> {
                    ArrayNode tools = server.putArray("tools");
                    succeeded.tools().forEach(tool -> tools.add(tool.definition()));
                    if (succeeded.signedIn() != null) {
                        server.put("signedIn", succeeded.signedIn());
                    }
                    ArrayNode skipped = server.putArray("needTasks");
                    succeeded.skipped().forEach(skipped::add);
                }
                case ProbedServer.Failed failed -> {
                    server.put("error", failed.reason());
                    if (failed.advice() != null) {
                        server.put("advice", failed.advice());
                    }
                }
            }
        }
        return json;
    }
}
