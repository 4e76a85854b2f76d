package dev.mooring.app.doctor;

import dev.mooring.agent.file.AgentFile;
import dev.mooring.agent.file.AgentTree;
import dev.mooring.agent.file.InvalidAgentFile;
import dev.mooring.agent.file.ToolReference;
import dev.mooring.agent.model.Model;
import dev.mooring.agent.model.ModelRequest;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.TextListener;
import dev.mooring.agent.provider.Models;
import dev.mooring.app.probe.ProbedServer;
import dev.mooring.session.PerToolSetting;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolListing;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Checks agent files against the tools of the servers and the configuration of the models. Calls no model. */
public final class AgentCheck {
    /** The front matter of an agent file. It names a model or tools, unlike that of other documents. */
    private static final Pattern AGENT_FRONT_MATTER =
            Pattern.compile("\\A\uFEFF?---\\s*\\R(?:(?!---).*\\R)*?(?:model|tools)\\s*:");

    private static final int MAX_NAMES_LENGTH = 600;

    /** Stands for the model that {@code --model} or a calling agent provides. */
    private static final Model PLACEHOLDER_MODEL = new Model() {
        @Override
        public String name() {
            return "(from --model)";
        }

        @Override
        public ModelTurn answer(ModelRequest request, TextListener text) {
            throw new IllegalStateException("The check calls no model");
        }
    };

    private final List<ToolServer> servers;
    private final List<ProbedServer> results;
    private final Map<String, String> environment;

    /**
     * Creates a check; {@link #check} checks one file.
     *
     * @param servers the servers with a valid configuration
     * @param results the results of opening them
     */
    public AgentCheck(List<ToolServer> servers, List<ProbedServer> results, Map<String, String> environment) {
        this.servers = servers;
        this.results = results;
        this.environment = environment;
    }

    /** Returns the agent files in a folder, sorted by name. */
    public static List<Path> agentFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(".md"))
                    .filter(Files::isRegularFile)
                    .filter(AgentCheck::isAgentFile)
                    .sorted()
                    .toList();
        }
    }

    private static boolean isAgentFile(Path file) {
        try {
            return AGENT_FRONT_MATTER.matcher(Files.readString(file)).find();
        } catch (IOException e) {
            return false; // not text, or not readable
        }
    }

    /** Checks an agent with its sub-agents. */
    public AgentCheckResult check(Path file) {
        AgentTree tree;
        try {
            tree = AgentTree.read(file);
        } catch (InvalidAgentFile e) {
            return new AgentCheckResult(file, name(file), lines(e), List.of());
        }
        Set<String> faults = new LinkedHashSet<>();
        String defaultModel = tree.file().model() == null ? PLACEHOLDER_MODEL.name() : null;
        try (Sessions unopened = Sessions.builder(servers).build()) {
            tree.build(
                    unopened,
                    name -> name.equals(defaultModel) ? PLACEHOLDER_MODEL : Models.named(name, environment),
                    defaultModel);
        } catch (InvalidAgentFile e) {
            faults.addAll(lines(e));
        } catch (Models.UnusableModel e) {
            faults.add(file + ": model: " + e.getMessage());
        }
        for (AgentFile each : tree.files()) {
            checkTools(each, faults);
        }
        return new AgentCheckResult(
                file, tree.file().name(), List.copyOf(faults), tree.file().warnings());
    }

    private void checkTools(AgentFile file, Set<String> faults) {
        List<ToolReference> tools = file.tools();
        for (ToolReference tool : tools == null ? List.<ToolReference>of() : tools) {
            if (tool instanceof ToolReference.ServerTools(String server, String pattern)) {
                probed(server).filter(succeeded -> !hasTool(succeeded, pattern)).ifPresent(succeeded -> {
                    String names = String.join(
                            ", ",
                            succeeded.tools().stream()
                                    .map(ToolListing.ListedTool::name)
                                    .toList());
                    faults.add(file.path() + ": tools: " + server + " has no tool \"" + pattern + "\". "
                            + (names.isEmpty()
                                    ? "It has no tools."
                                    : "Its tools are: "
                                            + (names.length() <= MAX_NAMES_LENGTH
                                                    ? names
                                                    : names.substring(0, MAX_NAMES_LENGTH) + "…")));
                });
            }
        }
    }

    private static boolean hasTool(ProbedServer.Succeeded succeeded, String pattern) {
        PerToolSetting<Boolean> matching = PerToolSetting.patterns(Map.of(pattern, true));
        return succeeded.tools().stream().anyMatch(tool -> matching.forTool(tool.name()) != null);
    }

    private Optional<ProbedServer.Succeeded> probed(String server) {
        return results.stream()
                .filter(result -> result.server().equals(server))
                .flatMap(result ->
                        result instanceof ProbedServer.Succeeded succeeded ? Stream.of(succeeded) : Stream.of())
                .findFirst();
    }

    private static List<String> lines(InvalidAgentFile fault) {
        return new ArrayList<>(String.valueOf(fault.getMessage()).lines().toList());
    }

    private static String name(Path file) {
        return file.getFileName().toString().replaceFirst("\\.md$", "");
    }
}
