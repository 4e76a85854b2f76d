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
import dev.mooring.app.probe.ProbeResult;
import dev.mooring.session.ByTool;
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

/** Checks agents' files against each other, the servers that answered and the models that are set up. Asks no model. */
public final class AgentCheck {
    /** Markdown has front matter for many purposes; an agent's says with what it works. */
    private static final Pattern LOOKS_LIKE_AN_AGENT =
            Pattern.compile("\\A\uFEFF?---\\s*\\R(?:(?!---).*\\R)*?(?:model|tools)\\s*:");

    private static final int LONGEST_NAMES = 600;

    /** Stands for the model that whoever runs or calls an agent gives it. */
    private static final Model GIVEN_LATER = new Model() {
        @Override
        public String name() {
            return "given later";
        }

        @Override
        public ModelTurn answer(ModelRequest request, TextListener text) {
            throw new IllegalStateException("nobody asks a model here");
        }
    };

    private final List<ToolServer> servers;
    private final List<ProbeResult> findings;
    private final Map<String, String> environment;

    /**
     * Checks nothing yet.
     *
     * @param servers those whose configuration can be used
     * @param findings what came of opening them
     */
    public AgentCheck(List<ToolServer> servers, List<ProbeResult> findings, Map<String, String> environment) {
        this.servers = servers;
        this.findings = findings;
        this.environment = environment;
    }

    /** The files of a folder that look like agents, by name. */
    public static List<Path> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(".md"))
                    .filter(Files::isRegularFile)
                    .filter(AgentCheck::looksLikeAnAgent)
                    .sorted()
                    .toList();
        }
    }

    private static boolean looksLikeAnAgent(Path file) {
        try {
            return LOOKS_LIKE_AN_AGENT.matcher(Files.readString(file)).find();
        } catch (IOException e) {
            return false; // no text, or not ours to read
        }
    }

    public AgentCheckResult check(Path file) {
        AgentTree tree;
        try {
            tree = AgentTree.read(file);
        } catch (InvalidAgentFile e) {
            return new AgentCheckResult(file, name(file), lines(e), List.of());
        }
        Set<String> faults = new LinkedHashSet<>();
        String given = tree.file().model() == null ? GIVEN_LATER.name() : null;
        try (Sessions unopened = Sessions.builder(servers).build()) {
            tree.build(unopened, name -> name.equals(given) ? GIVEN_LATER : Models.named(name, environment), given);
        } catch (InvalidAgentFile e) {
            faults.addAll(lines(e));
        } catch (Models.UnusableModel e) {
            faults.add(file + ": model: " + e.getMessage());
        }
        for (AgentFile each : tree.files()) {
            missingTools(each, faults);
        }
        return new AgentCheckResult(
                file, tree.file().name(), List.copyOf(faults), tree.file().warnings());
    }

    private void missingTools(AgentFile file, Set<String> faults) {
        List<ToolReference> tools = file.tools();
        for (ToolReference tool : tools == null ? List.<ToolReference>of() : tools) {
            if (tool instanceof ToolReference.ServerTools(String server, String pattern)) {
                works(server).filter(works -> !offers(works, pattern)).ifPresent(works -> {
                    String names = String.join(
                            ", ",
                            works.tools().stream()
                                    .map(ToolListing.ListedTool::name)
                                    .toList());
                    faults.add(file.path() + ": tools: " + server + " has no tool \"" + pattern + "\". There "
                            + (names.isEmpty()
                                    ? "is none at all."
                                    : "are: "
                                            + (names.length() <= LONGEST_NAMES
                                                    ? names
                                                    : names.substring(0, LONGEST_NAMES) + "…")));
                });
            }
        }
    }

    private static boolean offers(ProbeResult.Works works, String pattern) {
        ByTool<Boolean> wanted = ByTool.patterns(Map.of(pattern, true));
        return works.tools().stream().anyMatch(tool -> wanted.forTool(tool.name()) != null);
    }

    private Optional<ProbeResult.Works> works(String server) {
        return findings.stream()
                .filter(finding -> finding.server().equals(server))
                .flatMap(finding -> finding instanceof ProbeResult.Works works ? Stream.of(works) : Stream.of())
                .findFirst();
    }

    private static List<String> lines(InvalidAgentFile fault) {
        return new ArrayList<>(String.valueOf(fault.getMessage()).lines().toList());
    }

    private static String name(Path file) {
        return file.getFileName().toString().replaceFirst("\\.md$", "");
    }
}
