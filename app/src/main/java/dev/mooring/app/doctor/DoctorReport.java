package dev.mooring.app.doctor;

import dev.mooring.app.probe.ProbeResult;
import dev.mooring.app.terminal.Elapsed;
import dev.mooring.app.terminal.Printable;
import dev.mooring.app.terminal.Screen;
import dev.mooring.mcp.Json;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Everything that was found.
 *
 * @param serversFile null where there is none
 * @param fault what is wrong with the servers file as a whole; null if nothing is
 */
public record DoctorReport(
        @Nullable Path serversFile,
        @Nullable String fault,
        List<String> warnings,
        List<ProbeResult> servers,
        List<AgentCheckResult> agents) {

    public boolean isHealthy() {
        return problems() == 0;
    }

    private long problems() {
        return (fault == null ? 0 : 1)
                + servers.stream().filter(ProbeResult.Fails.class::isInstance).count()
                + agents.stream().filter(agent -> !agent.faults().isEmpty()).count();
    }

    /** For people. */
    public void print(PrintWriter out, Screen screen) {
        out.println(screen.styled("bold", "Servers") + "  "
                + (serversFile == null ? "no .mcp.json here or above; --servers names a file" : serversFile));
        if (fault != null) {
            out.println("  " + bad(screen) + Printable.text(fault));
        }
        int width =
                servers.stream().mapToInt(each -> each.server().length()).max().orElse(0);
        for (ProbeResult finding : servers) {
            print(finding, out, screen, width);
        }
        warnings.forEach(warning -> out.println("  " + screen.styled("yellow", "! ") + Printable.text(warning)));
        out.println();
        out.println(screen.styled("bold", "Agents") + (agents.isEmpty() ? "  none found" : ""));
        for (AgentCheckResult agent : agents) {
            out.println("  " + (agent.faults().isEmpty() ? good(screen) : bad(screen))
                    + screen.styled("cyan", Printable.oneLine(agent.name())) + "  " + agent.file());
            agent.faults().forEach(each -> out.println("      " + Printable.text(each)));
            agent.warnings()
                    .forEach(each -> out.println("      " + screen.styled("yellow", "! ") + Printable.text(each)));
        }
        out.println();
        out.println(verdict(screen));
    }

    private String verdict(Screen screen) {
        long problems = problems();
        if (problems > 0) {
            return screen.styled("red", problems + (problems == 1 ? " problem" : " problems") + " to look at.");
        }
        return servers.isEmpty() && agents.isEmpty()
                ? "There is nothing to check. Name your servers in .mcp.json or by --servers, write an agent as Markdown"
                        + " with front matter, or name the folder where they are."
                : screen.styled("green", "All is well.");
    }

    private static void print(ProbeResult finding, PrintWriter out, Screen screen, int width) {
        String name = Printable.oneLine(finding.server());
        String padded = name + " ".repeat(Math.max(0, width - name.length()));
        switch (finding) {
            case ProbeResult.Works works -> {
                out.println("  " + good(screen) + screen.styled("cyan", padded) + "  " + era(works) + " "
                        + works.version() + "  "
                        + Printable.oneLine(
                                works.self().displayName() + " " + works.self().version())
                        + "  " + works.tools().size() + (works.tools().size() == 1 ? " tool" : " tools")
                        + "  opened in "
                        + Elapsed.text(works.opened()));
                if (!works.leftOut().isEmpty()) {
                    out.println("      left out, because they need tasks: "
                            + Printable.oneLine(String.join(", ", works.leftOut())));
                }
            }
            case ProbeResult.Fails fails -> {
                out.println("  " + bad(screen) + screen.styled("cyan", padded) + "  "
                        + Printable.text(fails.reason()).strip().replace("\n", "\n      | "));
                if (fails.remedy() != null) {
                    out.println("      → " + Printable.text(fails.remedy()));
                }
            }
        }
    }

    private static String era(ProbeResult.Works works) {
        return works.era().name().toLowerCase(Locale.ROOT);
    }

    private static String good(Screen screen) {
        return screen.styled("green", "✓ ");
    }

    private static String bad(Screen screen) {
        return screen.styled("red", "✗ ");
    }

    /** For programs. */
    public ObjectNode json() {
        ObjectNode json = Json.object().put("healthy", isHealthy());
        json.put("serversFile", serversFile == null ? null : serversFile.toString());
        if (fault != null) {
            json.put("fault", fault);
        }
        ArrayNode warned = json.putArray("warnings");
        warnings.forEach(warned::add);
        ArrayNode listed = json.putArray("servers");
        servers.forEach(finding -> listed.add(json(finding)));
        ArrayNode checked = json.putArray("agents");
        for (AgentCheckResult agent : agents) {
            ObjectNode each = checked.addObject()
                    .put("name", agent.name())
                    .put("file", agent.file().toString());
            ArrayNode faults = each.putArray("faults");
            agent.faults().forEach(faults::add);
            ArrayNode notes = each.putArray("warnings");
            agent.warnings().forEach(notes::add);
        }
        return json;
    }

    private static ObjectNode json(ProbeResult finding) {
        ObjectNode json = Json.object().put("name", finding.server());
        switch (finding) {
            case ProbeResult.Works works -> {
                json.put("ok", true)
                        .put("era", era(works))
                        .put("protocol", works.version().text())
                        .put("server", works.self().name())
                        .put("version", works.self().version())
                        .put("tools", works.tools().size())
                        .put("openMillis", works.opened().toNanos() / 1e6);
                ArrayNode left = json.putArray("needTasks");
                works.leftOut().forEach(left::add);
            }
            case ProbeResult.Fails fails ->
                json.put("ok", false).put("error", fails.reason()).put("remedy", fails.remedy());
        }
        return json;
    }
}
