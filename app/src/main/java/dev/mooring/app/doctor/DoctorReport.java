package dev.mooring.app.doctor;

import dev.mooring.app.probe.ProbedServer;
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
 * The output of {@code mooring doctor}.
 *
 * @param serversFile null if no servers file was found
 * @param fault why the servers file as a whole is invalid; null if it is valid
 */
public record DoctorReport(
        @Nullable Path serversFile,
        @Nullable String fault,
        List<String> warnings,
        List<ProbedServer> servers,
        List<AgentCheckResult> agents) {

    /** Returns whether there are no problems. */
    public boolean isHealthy() {
        return problems() == 0;
    }

    private long problems() {
        return (fault == null ? 0 : 1)
                + servers.stream().filter(ProbedServer.Failed.class::isInstance).count()
                + agents.stream().filter(agent -> !agent.faults().isEmpty()).count();
    }

    /** Prints the report for people. */
    public void print(PrintWriter out, Screen screen) {
        out.println(screen.styled("bold", "Servers") + "  "
                + (serversFile == null
                        ? "no .mcp.json in this folder or above; choose a file with --servers"
                        : serversFile));
        if (fault != null) {
            out.println("  " + bad(screen) + Printable.text(fault));
        }
        int width =
                servers.stream().mapToInt(each -> each.server().length()).max().orElse(0);
        for (ProbedServer result : servers) {
            print(result, out, screen, width);
        }
        warnings.forEach(warning -> out.println("  " + screen.styled("yellow", "! ") + Printable.text(warning)));
        out.println();
        out.println(screen.styled("bold", "Agents") + (agents.isEmpty() ? "  none" : ""));
        for (AgentCheckResult agent : agents) {
            out.println("  " + (agent.faults().isEmpty() ? good(screen) : bad(screen))
                    + screen.styled("cyan", Printable.oneLine(agent.name())) + "  " + agent.file());
            agent.faults().forEach(each -> out.println("      " + Printable.text(each)));
            agent.warnings()
                    .forEach(each -> out.println("      " + screen.styled("yellow", "! ") + Printable.text(each)));
        }
        out.println();
        out.println(conclusion(screen));
    }

    private String conclusion(Screen screen) {
        long problems = problems();
        if (problems > 0) {
            return screen.styled("red", problems + (problems == 1 ? " problem" : " problems") + " found.");
        }
        return servers.isEmpty() && agents.isEmpty()
                ? "Nothing to check: no servers file and no agent files. Run this in the folder that has them, or pass"
                        + " the folder as an argument and the servers file with --servers."
                : screen.styled("green", "No problems found.");
    }

    private static void print(ProbedServer result, PrintWriter out, Screen screen, int width) {
        String name = Printable.oneLine(result.server());
        String padded = name + " ".repeat(Math.max(0, width - name.length()));
        switch (result) {
            case ProbedServer.Succeeded succeeded -> {
                out.println("  " + good(screen) + screen.styled("cyan", padded) + "  " + era(succeeded) + " "
                        + succeeded.version() + "  "
                        + Printable.oneLine(succeeded.self().displayName() + " "
                                + succeeded.self().version())
                        + "  " + succeeded.tools().size() + (succeeded.tools().size() == 1 ? " tool" : " tools")
                        + "  opened in "
                        + Elapsed.text(succeeded.opened()));
                if (succeeded.signedIn() != null) {
                    out.println("      " + Printable.oneLine(succeeded.signedIn()));
                }
                if (!succeeded.skipped().isEmpty()) {
                    out.println("      Skipped, because they need tasks: "
                            + Printable.oneLine(String.join(", ", succeeded.skipped())));
                }
            }
            case ProbedServer.Failed failed -> {
                out.println("  " + bad(screen) + screen.styled("cyan", padded) + "  "
                        + Printable.text(failed.reason()).strip().replace("\n", "\n      | "));
                if (failed.advice() != null) {
                    out.println("      → " + Printable.text(failed.advice()));
                }
            }
        }
    }

    private static String era(ProbedServer.Succeeded succeeded) {
        return succeeded.era().name().toLowerCase(Locale.ROOT);
    }

    private static String good(Screen screen) {
        return screen.styled("green", "✓ ");
    }

    private static String bad(Screen screen) {
        return screen.styled("red", "✗ ");
    }

    /** Returns the report for programs. */
    public ObjectNode json() {
        ObjectNode json = Json.object().put("healthy", isHealthy());
        json.put("serversFile", serversFile == null ? null : serversFile.toString());
        if (fault != null) {
            json.put("fault", fault);
        }
        ArrayNode warningList = json.putArray("warnings");
        warnings.forEach(warningList::add);
        ArrayNode serverList = json.putArray("servers");
        servers.forEach(result -> serverList.add(json(result)));
        ArrayNode agentList = json.putArray("agents");
        for (AgentCheckResult agent : agents) {
            ObjectNode each = agentList
                    .addObject()
                    .put("name", agent.name())
                    .put("file", agent.file().toString());
            ArrayNode faults = each.putArray("faults");
            agent.faults().forEach(faults::add);
            ArrayNode notes = each.putArray("warnings");
            agent.warnings().forEach(notes::add);
        }
        return json;
    }

    private static ObjectNode json(ProbedServer result) {
        ObjectNode json = Json.object().put("name", result.server());
        switch (result) {
            case ProbedServer.Succeeded succeeded -> {
                json.put("ok", true)
                        .put("era", era(succeeded))
                        .put("protocol", succeeded.version().text())
                        .put("server", succeeded.self().name())
                        .put("version", succeeded.self().version())
                        .put("tools", succeeded.tools().size())
                        .put("openMillis", succeeded.opened().toNanos() / 1e6);
                ArrayNode skipped = json.putArray("needTasks");
                succeeded.skipped().forEach(skipped::add);
            }
            case ProbedServer.Failed failed ->
                json.put("ok", false).put("error", failed.reason()).put("advice", failed.advice());
        }
        return json;
    }
}
