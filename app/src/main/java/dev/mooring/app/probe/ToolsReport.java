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

/** What {@code mooring tools} says: the tools as data, the failures as talk. */
public final class ToolsReport {
    private static final int WIDEST_NAME = 32;

    private final List<ProbeResult> findings;

    public ToolsReport(List<ProbeResult> findings) {
        this.findings = findings;
    }

    /** Whether every server answered. */
    public boolean isComplete() {
        return findings.stream().allMatch(ProbeResult.Works.class::isInstance);
    }

    /**
     * For people.
     *
     * @param inDetail with whole descriptions and the names of the arguments
     */
    public void print(PrintWriter out, PrintWriter err, Screen screen, boolean inDetail) {
        boolean first = true;
        for (ProbeResult finding : findings) {
            if (finding instanceof ProbeResult.Works works) {
                if (!first) {
                    out.println();
                }
                first = false;
                print(works, out, screen, inDetail);
            }
        }
        for (ProbeResult finding : findings) {
            if (finding instanceof ProbeResult.Fails fails) {
                err.println(screen.styled("red", "mooring: " + fails.server() + ": ") + Printable.text(fails.reason()));
                if (fails.remedy() != null) {
                    err.println("  " + Printable.text(fails.remedy()));
                }
            }
        }
    }

    private static void print(ProbeResult.Works works, PrintWriter out, Screen screen, boolean inDetail) {
        int count = works.tools().size();
        out.println(screen.styled("bold", works.server()) + "  " + count + (count == 1 ? " tool" : " tools"));
        int width = works.tools().stream()
                .mapToInt(tool -> tool.name().length())
                .filter(length -> length <= WIDEST_NAME)
                .max()
                .orElse(0);
        for (ListedTool tool : works.tools()) {
            String name = Printable.oneLine(tool.name());
            if (inDetail) {
                out.println("  " + screen.styled("cyan", name) + "(" + String.join(", ", arguments(tool)) + ")");
                Printable.text(tool.description()).strip().lines().forEach(line -> out.println("      " + line));
            } else {
                String padded = name + " ".repeat(Math.max(0, width - name.length()));
                out.println(("  " + screen.styled("cyan", padded) + "  "
                                + screen.cut(tool.description(), Math.max(20, screen.width() - width - 5)))
                        .stripTrailing());
            }
        }
        if (!works.leftOut().isEmpty()) {
            out.println(
                    "  left out, because they need tasks: " + Printable.oneLine(String.join(", ", works.leftOut())));
        }
    }

    /** The names of its arguments, in their order; those that may be left out end with a question mark. */
    private static List<String> arguments(ListedTool tool) {
        Set<String> required = new HashSet<>();
        tool.inputSchema().path("required").forEach(name -> required.add(name.asString("")));
        return tool.inputSchema().path("properties").propertyNames().stream()
                .map(name -> Printable.oneLine(required.contains(name) ? name : name + "?"))
                .toList();
    }

    /** For programs: each server with its tools as it gave them, or with an error. */
    public ObjectNode json() {
        ObjectNode json = Json.object();
        ArrayNode servers = json.putArray("servers");
        for (ProbeResult finding : findings) {
            ObjectNode server = servers.addObject().put("name", finding.server());
            switch (finding) {
                case ProbeResult.Works works -> {
                    ArrayNode tools = server.putArray("tools");
                    works.tools().forEach(tool -> tools.add(tool.definition()));
                    ArrayNode leftOut = server.putArray("needTasks");
                    works.leftOut().forEach(leftOut::add);
                }
                case ProbeResult.Fails fails -> {
                    server.put("error", fails.reason());
                    if (fails.remedy() != null) {
                        server.put("remedy", fails.remedy());
                    }
                }
            }
        }
        return json;
    }
}
