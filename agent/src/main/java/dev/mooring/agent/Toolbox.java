package dev.mooring.agent;

import dev.mooring.agent.model.ToolDescription;
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

/** The tools of one invocation, by the names that its model sees. Filled by the invocation's own thread; asked by all of its calls. */
final class Toolbox {
    private final ToolSelection wanted;
    private final ToolNames names = new ToolNames();

    /** What each server last said. */
    private final Map<String, List<ListedTool>> listed = new LinkedHashMap<>();

    private volatile Map<String, AgentTool> byName = Map.of();
    private List<ToolDescription> descriptions = List.of();

    private Toolbox(ToolSelection wanted) {
        this.wanted = wanted;
    }

    /** Asks all servers at once, which opens their sessions. */
    static Toolbox open(ToolSelection wanted, RunScope scope)
            throws AgentFailed.ToolsUnavailable, InterruptedException {
        Toolbox box = new Toolbox(wanted);
        Map<String, List<String>> patterns = wanted.byServer();
        if (!patterns.isEmpty()) {
            box.ask(patterns, Objects.requireNonNull(wanted.sessions()), scope);
        }
        box.fill();
        return box;
    }

    private void ask(Map<String, List<String>> patterns, Sessions sessions, RunScope scope)
            throws AgentFailed.ToolsUnavailable, InterruptedException {
        List<Callable<ToolListing>> questions = new ArrayList<>();
        patterns.keySet().forEach(server -> questions.add(() -> sessions.toolListing(server)));
        List<Outcome<ToolListing>> answers = scope.forkAll(questions);
        List<String> faults = new ArrayList<>();
        int at = 0;
        for (Map.Entry<String, List<String>> entry : patterns.entrySet()) {
            switch (answers.get(at++)) {
                case Outcome.Succeeded<ToolListing>(ToolListing.Listed(var tools, var left)) ->
                    keep(entry.getKey(), entry.getValue(), tools, left, faults);
                case Outcome.Succeeded<ToolListing>(ToolListing.Unavailable(var server, var reason)) ->
                    faults.add("the tools of " + server + " cannot be had: " + reason);
                case Outcome.Failed<ToolListing>(Throwable cause) -> throw rethrown(cause);
            }
        }
        if (!faults.isEmpty()) {
            throw new AgentFailed.ToolsUnavailable(String.join("; ", faults));
        }
    }

    private void keep(
            String server, List<String> patterns, List<ListedTool> tools, List<String> left, List<String> faults) {
        for (String pattern : patterns) {
            if (!pattern.equals("*") && tools.stream().noneMatch(tool -> ToolSelection.fits(pattern, tool))) {
                faults.add("there is no tool " + server + "/" + pattern
                        + (left.contains(pattern)
                                ? " that works without the tasks extension"
                                : ". " + server + " has: "
                                        + String.join(
                                                ", ",
                                                tools.stream()
                                                        .map(ListedTool::name)
                                                        .sorted()
                                                        .toList())));
            }
        }
        listed.put(server, tools);
    }

    /** Takes up what servers have said since, of which a session is open. */
    void refresh() throws AgentFailed.ToolsUnavailable, InterruptedException {
        Sessions sessions = wanted.sessions();
        if (sessions == null) {
            return;
        }
        boolean changed = false;
        for (Map.Entry<String, List<ListedTool>> known : listed.entrySet()) {
            ToolListing.Listed now = sessions.toolListingIfOpen(known.getKey()).orElse(null);
            if (now != null && !now.tools().equals(known.getValue())) {
                known.setValue(now.tools());
                changed = true;
            }
        }
        if (changed) {
            fill();
        }
    }

    private void fill() throws AgentFailed.ToolsUnavailable {
        Map<String, AgentTool> tools = new LinkedHashMap<>();
        for (FunctionTool function : wanted.functions()) {
            put(tools, function.description().name(), new FunctionToolAdapter(function));
        }
        for (Agent agent : wanted.agents()) {
            put(tools, names.nameFor("agent", agent.name()), new SubAgentTool(agent));
        }
        Map<String, List<String>> patterns = wanted.byServer();
        for (Map.Entry<String, List<ListedTool>> server : listed.entrySet()) {
            List<String> fitting = patterns.getOrDefault(server.getKey(), List.of());
            for (ListedTool tool : server.getValue()) {
                if (fitting.stream().anyMatch(each -> ToolSelection.fits(each, tool))) {
                    put(
                            tools,
                            names.nameFor(server.getKey(), tool.name()),
                            new ServerTool(Objects.requireNonNull(wanted.sessions()), tool));
                }
            }
        }
        List<ToolDescription> shown = new ArrayList<>();
        tools.forEach((name, tool) -> {
            if (tool.isShown()) {
                shown.add(new ToolDescription(name, tool.description(), tool.inputSchema()));
            }
        });
        byName = tools;
        descriptions = shown;
    }

    private static void put(Map<String, AgentTool> tools, String name, AgentTool tool)
            throws AgentFailed.ToolsUnavailable {
        AgentTool other = tools.putIfAbsent(name, tool);
        if (other != null) {
            throw new AgentFailed.ToolsUnavailable("two tools would be called " + name + ": "
                    + other.origin().label() + " and " + tool.origin().label());
        }
    }

    @Nullable
    AgentTool find(String name) {
        return byName.get(name);
    }

    List<ToolDescription> descriptions() {
        return descriptions;
    }

    /** What a model is told that asks for a tool that there is not. */
    String unknown(String name) {
        List<String> shown = byName.entrySet().stream()
                .filter(entry -> entry.getValue().isShown())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        return "There is no tool \"" + name + "\". "
                + (shown.isEmpty() ? "There are no tools at all." : "There are: " + String.join(", ", shown));
    }

    static RuntimeException rethrown(Throwable cause) throws InterruptedException {
        return switch (cause) {
            case InterruptedException e -> throw e;
            case RuntimeException e -> e;
            case Error e -> throw e;
            default -> new IllegalStateException(cause);
        };
    }
}
