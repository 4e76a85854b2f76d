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
import org.jspecify.annotations.Nullable;

/**
 * An agent's file with those of the agents that it may call, and so on.
 *
 * @param agents in the order in which the file names them
 */
public record AgentTree(AgentFile file, List<AgentTree> agents) {
    private static final String SCRIPT = "script/";

    /**
     * Reads a file and all that it leads to.
     *
     * @throws InvalidAgentFile if one of them cannot be used, is not there, or leads back to one above it
     */
    public static AgentTree read(Path path) throws InvalidAgentFile {
        return read(path, new LinkedHashMap<>());
    }

    private static AgentTree read(Path path, Map<Path, String> above) throws InvalidAgentFile {
        AgentFile file = AgentFile.read(path);
        Path folder = folderOf(path);
        Path self = path.toAbsolutePath().normalize();
        above.put(self, file.name());
        List<AgentTree> agents = new ArrayList<>();
        for (String name : file.agents()) {
            Path other = folder.resolve(name + ".md");
            Path key = other.toAbsolutePath().normalize();
            if (above.containsKey(key)) {
                throw new InvalidAgentFile(
                        path + ": tools: agents may not call each other in a circle: " + circle(above, key));
            }
            if (!Files.isRegularFile(other)) {
                throw new InvalidAgentFile(
                        path + ": tools: there is no agent \"" + name + "\". " + existing(folder, path));
            }
            agents.add(read(other, above));
        }
        above.remove(self);
        return new AgentTree(file, List.copyOf(agents));
    }

    private static String circle(Map<Path, String> above, Path back) {
        List<Path> paths = new ArrayList<>(above.keySet());
        List<String> names = new ArrayList<>();
        for (Path each : paths.subList(paths.indexOf(back), paths.size())) {
            names.add(String.valueOf(above.get(each)));
        }
        names.add(String.valueOf(above.get(back)));
        return String.join(" > ", names);
    }

    private static String existing(Path folder, Path self) {
        try (Stream<Path> files = Files.list(folder)) {
            List<String> names = files.filter(file -> !file.getFileName().equals(self.getFileName()))
                    .map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".md"))
                    .map(file -> "agent:" + file.substring(0, file.length() - 3))
                    .sorted()
                    .toList();
            return names.isEmpty() ? "There is no other in " + folder + "." : "There are: " + String.join(", ", names);
        } catch (IOException e) {
            return folder + " cannot be read.";
        }
    }

    private static Path folderOf(Path path) {
        Path folder = path.toAbsolutePath().getParent();
        return folder == null ? path : folder;
    }

    /** This and all below, each file once. */
    public Collection<AgentFile> files() {
        Map<Path, AgentFile> files = new LinkedHashMap<>();
        gather(files);
        return files.values();
    }

    private void gather(Map<Path, AgentFile> into) {
        into.putIfAbsent(file.path().toAbsolutePath().normalize(), file);
        agents.forEach(agent -> agent.gather(into));
    }

    /** What is wrong with the servers that the files name; empty if nothing is. Tools of servers are looked at when an agent begins. */
    public List<String> faults(Collection<String> servers) {
        LinkedHashSet<String> faults = new LinkedHashSet<>();
        for (AgentFile each : files()) {
            for (ToolReference tool : each.tools() == null ? List.<ToolReference>of() : each.tools()) {
                if (tool instanceof ToolReference.ServerTools(String server, var _) && !servers.contains(server)) {
                    faults.add(each.path() + ": tools: there is no server \"" + server + "\". "
                            + (servers.isEmpty()
                                    ? "There is none at all."
                                    : "There are: "
                                            + String.join(
                                                    ", ",
                                                    servers.stream().sorted().toList())));
                }
            }
        }
        return List.copyOf(faults);
    }

    /**
     * Makes the agents.
     *
     * @param models finds a model by its name; what it throws is thrown
     * @param override the model for this agent, and those below that say none; null for what its file says
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
                    file.path() + ": there is no model. Write \"model: provider/name\", or give one when it is run");
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
                .resultLimit(file.resultLimit());
        if (file.input() != null) {
            agent.inputSchema(file.input());
        }
        if (file.output() != null) {
            agent.outputSchema(file.output());
        }
        agent.tools(sessions, serverTools(sessions));
        for (AgentTree below : agents) {
            String own = modelOf(below.file);
            agent.agent(below.build(sessions, models, own == null ? model : models.apply(own)));
        }
        return agent.build();
    }

    private String[] serverTools(Sessions sessions) {
        List<ToolReference> tools = file.tools();
        Stream<String> names = tools == null
                ? sessions.servers().keySet().stream().sorted()
                : tools.stream()
                        .filter(ToolReference.ServerTools.class::isInstance)
                        .map(tool -> ((ToolReference.ServerTools) tool).text());
        return names.toArray(String[]::new);
    }

    /** The name of a file's model; a script stands beside the file that names it. */
    private static @Nullable String modelOf(AgentFile file) {
        String model = file.model();
        return model != null && model.startsWith(SCRIPT)
                ? SCRIPT + folderOf(file.path()).resolve(model.substring(SCRIPT.length()))
                : model;
    }
}
