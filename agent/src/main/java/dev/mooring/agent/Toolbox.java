package dev.mooring.agent;

import dev.mooring.agent.model.ToolDescription;
import dev.mooring.agent.model.ToolRequest;
import dev.mooring.run.Outcome;
import dev.mooring.run.RunScope;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolListing;
import dev.mooring.session.ToolListing.ListedTool;
import dev.mooring.session.ToolNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The tools of one invocation, by the names that the model sees. Only the invocation's thread changes it; the threads of its tool calls
 * read it.
 */
final class Toolbox {
    private final ToolSelection selection;
    private final ToolNames names = new ToolNames();

    /** The last listing of each server. */
    private final Map<String, ToolListing.Listed> listings = new LinkedHashMap<>();

    private volatile Map<String, AgentTool> byName = Map.of();
    private List<ToolDescription> descriptions = List.of();
    private Map<String, String> serverInstructions = Map.of();

    private Toolbox(ToolSelection selection) {
        this.selection = selection;
    }

    /** Lists the tools of all servers in parallel, which opens the sessions with them. */
    static Toolbox open(ToolSelection selection, RunScope scope)
            throws AgentFailed.ToolsUnavailable, InterruptedException {
        Toolbox toolbox = new Toolbox(selection);
        Map<String, List<String>> patterns = selection.byServer();
        if (!patterns.isEmpty()) {
            toolbox.list(patterns, Objects.requireNonNull(selection.sessions()), scope);
        }
        toolbox.rebuild();
        return toolbox;
    }

    private void list(Map<String, List<String>> patterns, Sessions sessions, RunScope scope)
            throws AgentFailed.ToolsUnavailable, InterruptedException {
        List<Callable<ToolListing>> tasks = new ArrayList<>();
        patterns.keySet().forEach(server -> tasks.add(() -> sessions.toolListing(server)));
        List<Outcome<ToolListing>> outcomes = scope.forkAll(tasks);
        List<String> faults = new ArrayList<>();
        int at = 0;
        for (Map.Entry<String, List<String>> entry : patterns.entrySet()) {
            switch (outcomes.get(at++)) {
                case Outcome.Succeeded<ToolListing>(ToolListing.Listed listed) ->
                    addListing(entry.getKey(), entry.getValue(), listed, faults);
                case Outcome.Succeeded<ToolListing>(ToolListing.Unavailable(var server, var reason)) ->
                    faults.add("Cannot list the tools of " + server + ": " + reason);
                case Outcome.Failed<ToolListing>(Throwable cause) -> throw unchecked(cause);
            }
        }
        if (!faults.isEmpty()) {
            throw new AgentFailed.ToolsUnavailable(String.join("; ", faults));
        }
    }

    private void addListing(String server, List<String> patterns, ToolListing.Listed listed, List<String> faults) {
        List<ListedTool> tools = listed.tools();
        for (String pattern : patterns) {
            if (!pattern.equals("*") && tools.stream().noneMatch(tool -> ToolSelection.matches(pattern, tool))) {
                faults.add(
                        listed.skipped().contains(pattern)
                                ? "The tool " + server + "/" + pattern
                                        + " requires the tasks extension, which agents do not support"
                                : "There is no tool " + server + "/" + pattern + ". " + server + " has: "
                                        + namesOf(tools));
            }
        }
        listings.put(server, listed);
    }

    private static String namesOf(List<ListedTool> tools) {
        return String.join(", ", tools.stream().map(ListedTool::name).sorted().toList());
    }

    /** Updates the tools from the current listings of servers with an open session. */
    void refresh() throws AgentFailed.ToolsUnavailable, InterruptedException {
        Sessions sessions = selection.sessions();
        if (sessions == null) {
            return;
        }
        boolean changed = false;
        for (Map.Entry<String, ToolListing.Listed> known : listings.entrySet()) {
            ToolListing.Listed current =
                    sessions.toolListingIfOpen(known.getKey()).orElse(null);
            if (current != null && !current.equals(known.getValue())) {
                known.setValue(current);
                changed = true;
            }
        }
        if (changed) {
            rebuild();
        }
    }

    private void rebuild() throws AgentFailed.ToolsUnavailable {
        Map<String, AgentTool> tools = new LinkedHashMap<>();
        for (FunctionTool function : selection.functions()) {
            put(tools, function.description().name(), new FunctionToolAdapter(function));
        }
        for (Agent agent : selection.agents()) {
            put(tools, names.nameFor("agent", agent.name()), new SubAgentTool(agent));
        }
        Map<String, List<String>> patterns = selection.byServer();
        Map<String, String> instructions = new LinkedHashMap<>();
        List<String> withResources = new ArrayList<>();
        for (Map.Entry<String, ToolListing.Listed> entry : listings.entrySet()) {
            String server = entry.getKey();
            List<String> serverPatterns = patterns.getOrDefault(server, List.of());
            boolean isUsed = false;
            for (ListedTool listed : entry.getValue().tools()) {
                if (serverPatterns.stream().anyMatch(pattern -> ToolSelection.matches(pattern, listed))) {
                    ServerTool tool = new ServerTool(Objects.requireNonNull(selection.sessions()), listed);
                    put(tools, names.nameFor(server, listed.name()), tool);
                    isUsed |= tool.isVisible();
                }
            }
            String text = entry.getValue().instructions();
            if (isUsed && text != null) {
                instructions.put(server, text);
            }
            if (isUsed
                    && entry.getValue().hasResources()
                    && ResourceTool.isAllowed(Objects.requireNonNull(selection.sessions()), server)) {
                withResources.add(server);
            }
        }
        if (!withResources.isEmpty()) {
            tools.putIfAbsent(ResourceTool.NAME, ResourceTool.of(withResources));
        }
        List<ToolDescription> visible = new ArrayList<>();
        tools.forEach((name, tool) -> {
            if (tool.isVisible()) {
                visible.add(new ToolDescription(name, tool.description(), tool.inputSchema()));
            }
        });
        byName = tools;
        descriptions = visible;
        serverInstructions = instructions;
    }

    private static void put(Map<String, AgentTool> tools, String name, AgentTool tool)
            throws AgentFailed.ToolsUnavailable {
        AgentTool other = tools.putIfAbsent(name, tool);
        if (other != null) {
            throw new AgentFailed.ToolsUnavailable("Two tools have the name " + name + ": "
                    + other.origin().label() + " and " + tool.origin().label());
        }
    }

    @Nullable
    AgentTool find(String name) {
        return byName.get(name);
    }

    /** Returns the sessions that calls rely on, in the order of the calls; null for a call that relies on none. */
    List<TranscriptLines.@Nullable SessionUse> uses(List<ToolRequest> calls) {
        List<TranscriptLines.@Nullable SessionUse> uses = new ArrayList<>();
        for (ToolRequest call : calls) {
            AgentTool tool = find(call.tool());
            uses.add(tool == null ? null : tool.use());
        }
        return uses;
    }

    List<ToolDescription> descriptions() {
        return descriptions;
    }

    /** Returns the instructions of the servers whose tools the model sees, by the name of the server. */
    Map<String, String> serverInstructions() {
        return serverInstructions;
    }

    /** Returns the error for a model that calls a tool that does not exist. */
    String unknownToolMessage(String name) {
        List<String> visible = byName.entrySet().stream()
                .filter(entry -> entry.getValue().isVisible())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        return "There is no tool \"" + name + "\". "
                + (visible.isEmpty() ? "No tools are available." : "Available tools: " + String.join(", ", visible));
    }

    /** Converts the failure of a forked task into an unchecked exception, or throws it if it is an interruption or an error. */
    static RuntimeException unchecked(Throwable cause) throws InterruptedException {
        return switch (cause) {
            case InterruptedException e -> throw e;
            case RuntimeException e -> e;
            case Error e -> throw e;
            default -> new IllegalStateException(cause);
        };
    }
}
