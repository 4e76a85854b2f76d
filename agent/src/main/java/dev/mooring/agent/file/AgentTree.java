package dev.mooring.agent.file;

import dev.mooring.agent.Agent;
import dev.mooring.agent.model.Model;
import dev.mooring.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * An agent file with the files of its sub-agents, recursively.
 *
 * @param agents the sub-agents, in the order of the file
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record AgentTree(AgentFile file, List<AgentTree> agents) {
    private static final String SCRIPT = "script/";

    /**
     * Reads an agent file and the files of its sub-agents.
     *
     * @throws InvalidAgentFile if a file is missing or invalid, or if agents call each other in a cycle
     */
    public static AgentTree read(Path path) throws InvalidAgentFile {
        return read(path, new LinkedHashMap<>());
    }

    private static AgentTree read(Path path, Map<Path, String> ancestors) throws InvalidAgentFile {
        AgentFile file = AgentFile.read(path);
        Path folder = folderOf(path);
        Path self = path.toAbsolutePath().normalize();
        ancestors.put(self, file.name());
        List<AgentTree> agents = new ArrayList<>();
        for (String name : file.agents()) {
            Path other = folder.resolve(name + ".md");
            Path key = other.toAbsolutePath().normalize();
            if (ancestors.containsKey(key)) {
                throw new InvalidAgentFile(
                        path + ": tools: agents call each other in a cycle: " + cycle(ancestors, key));
            }
            if (!Files.isRegularFile(other)) {
                throw new InvalidAgentFile(
                        path + ": tools: there is no agent \"" + name + "\". " + otherAgents(folder, path));
            }
            agents.add(read(other, ancestors));
        }
        ancestors.remove(self);
        return new AgentTree(file, List.copyOf(agents));
    }

    private static String cycle(Map<Path, String> ancestors, Path repeated) {
        List<Path> paths = new ArrayList<>(ancestors.keySet());
        List<String> names = new ArrayList<>();
        for (Path each : paths.subList(paths.indexOf(repeated), paths.size())) {
            names.add(String.valueOf(ancestors.get(each)));
        }
        names.add(String.valueOf(ancestors.get(repeated)));
        return String.join(" > ", names);
    }

    private static String otherAgents(Path folder, Path self) {
        try (Stream<Path> files = Files.list(folder)) {
            List<String> names = files.filter(file -> !file.getFileName().equals(self.getFileName()))
                    .map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".md"))
                    .map(file -> "agent:" + file.substring(0, file.length() - 3))
                    .sorted()
                    .toList();
            return names.isEmpty()
                    ? "There is no other agent file in " + folder + "."
                    : "Available agents: " + String.join(", ", names);
        } catch (IOException e) {
            return "Cannot list " + folder + ".";
        }
    }

    private static Path folderOf(Path path) {
        Path folder = path.toAbsolutePath().getParent();
        return folder == null ? path : folder;
    }

    /** Returns this file and the files of all sub-agents, each once. */
    public Collection<AgentFile> files() {
        Map<Path, AgentFile> files = new LinkedHashMap<>();
        collect(files);
        return files.values();
    }

    private void collect(Map<Path, AgentFile> into) {
        into.putIfAbsent(file.path().toAbsolutePath().normalize(), file);
        agents.forEach(agent -> agent.collect(into));
    }

    /**
     * Checks that the servers in the files exist, and returns one message for each error. An invocation checks the tools of the servers.
     */
    public List<String> faults(Collection<String> servers) {
        LinkedHashSet<String> faults = new LinkedHashSet<>();
        for (AgentFile each : files()) {
            for (ToolReference tool : each.tools() == null ? List.<ToolReference>of() : each.tools()) {
                if (tool instanceof ToolReference.ServerTools(String server, var _) && !servers.contains(server)) {
                    faults.add(each.path() + ": tools: there is no server \"" + server + "\". "
                            + (servers.isEmpty()
                                    ? "No servers are configured."
                                    : "Available servers: "
                                            + String.join(
                                                    ", ",
                                                    servers.stream().sorted().toList())));
                }
            }
        }
        return List.copyOf(faults);
    }

    /**
     * Builds the agent with its sub-agents.
     *
     * @param models returns the model with a name; its exceptions are passed on
     * @param override the model of this agent, and of sub-agents whose files name none; null to use the model of the file
     * @throws InvalidAgentFile if a server or a model is missing
     */
    public Agent build(Sessions sessions, Function<String, Model> models, @Nullable String override)
            throws InvalidAgentFile {
        List<String> faults = faults(sessions.servers().keySet());
        if (!faults.isEmpty()) {
            throw new InvalidAgentFile(faults);
        }
        String own = override != null ? override : modelOf(file);
        if (own == null) {
            throw new InvalidAgentFile(
                    file.path() + ": there is no model. Add \"model: provider/name\" or use --model");
        }
        return build(sessions, models, models.apply(own));
    }

    private Agent build(Sessions sessions, Function<String, Model> models, Model model) {
        Agent.Builder agent = Agent.builder(file.name())
                .description(file.description())
                .instructions(file.instructions())
                .model(model)
                .limits(file.limits())
                .maxDepth(file.maxDepth())
                .resultLimit(file.resultLimit())
                .modelTimeouts(file.modelTimeouts());
        if (file.input() != null) {
            agent.inputSchema(file.input());
        }
        if (file.output() != null) {
            agent.outputSchema(file.output());
        }
        agent.tools(sessions, serverTools(sessions));
        for (AgentTree subAgent : agents) {
            String own = modelOf(subAgent.file);
            agent.agent(subAgent.build(sessions, models, own == null ? model : models.apply(own)));
        }
        return agent.build();
    }

    private String[] serverTools(Sessions sessions) {
        List<ToolReference> tools = file.tools();
        Stream<String> names = tools == null
                ? sessions.servers().keySet().stream().sorted()
                : tools.stream().<String>mapMulti((tool, selectors) -> {
                    if (tool instanceof ToolReference.ServerTools server) {
                        selectors.accept(server.selector());
                    }
                });
        return names.toArray(String[]::new);
    }

    /** Returns the model name of a file. The path of a script is relative to the file. */
    private static @Nullable String modelOf(AgentFile file) {
        String model = file.model();
        return model != null && model.startsWith(SCRIPT)
                ? SCRIPT + folderOf(file.path()).resolve(model.substring(SCRIPT.length()))
                : model;
    }
}
