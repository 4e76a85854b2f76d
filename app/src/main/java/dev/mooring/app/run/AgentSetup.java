package dev.mooring.app.run;

import dev.mooring.agent.Agent;
import dev.mooring.agent.file.AgentFile;
import dev.mooring.agent.file.AgentTree;
import dev.mooring.agent.file.InvalidAgentFile;
import dev.mooring.agent.file.ToolReference;
import dev.mooring.agent.provider.Models;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.session.ByTool;
import dev.mooring.session.Secrets;
import dev.mooring.session.SessionListener;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolServer;
import dev.mooring.session.config.InvalidServersFile;
import dev.mooring.session.config.ServersFile;
import dev.mooring.session.config.ServersFile.Entry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An agent, those below it and the servers of their tools, as files describe them. Nothing is opened yet. */
public final class AgentSetup {
    private final AgentTree tree;
    private final List<ToolServer> servers;
    private final @Nullable String model;
    private final Map<String, String> environment;
    private final List<String> warnings;

    private AgentSetup(
            AgentTree tree,
            List<ToolServer> servers,
            @Nullable String model,
            Map<String, String> environment,
            List<String> warnings) {
        this.tree = tree;
        this.servers = servers;
        this.model = model;
        this.environment = environment;
        this.warnings = warnings;
    }

    /**
     * Reads the files.
     *
     * @param serversFile empty for an agent without servers
     * @param model for the agent, and those below that say none; null for what the files say
     * @throws InvalidServersFile if the file is of no use, or a server that an agent names is not
     */
    public static AgentSetup read(
            Path agentFile, Optional<Path> serversFile, @Nullable String model, Map<String, String> environment)
            throws InvalidAgentFile, InvalidServersFile {
        AgentTree tree = AgentTree.read(agentFile);
        List<String> warnings = new ArrayList<>();
        List<ToolServer> usable = new ArrayList<>();
        tree.files().forEach(file -> warnings.addAll(file.warnings()));
        if (serversFile.isPresent()) {
            ServersFile.Inspection inspected = ServersFile.inspect(serversFile.get(), environment);
            warnings.addAll(inspected.warnings());
            for (Entry entry : inspected.entries()) {
                switch (entry) {
                    case Entry.Usable(ToolServer server) -> usable.add(server);
                    case Entry.Faulty(String name, InvalidServersFile fault) -> {
                        if (isNamed(tree.files(), name)) {
                            throw fault;
                        }
                        warnings.add(String.valueOf(fault.getMessage()));
                    }
                }
            }
        }
        return new AgentSetup(tree, List.copyOf(usable), model, environment, List.copyOf(warnings));
    }

    private static boolean isNamed(Collection<AgentFile> files, String server) {
        return files.stream()
                .flatMap(file -> file.tools() == null ? Stream.of() : file.tools().stream())
                .anyMatch(tool -> tool instanceof ToolReference.ServerTools of
                        && of.server().equals(server));
    }

    public String name() {
        return tree.file().name();
    }

    /** Whether a tool of a server is one that the agent may call; {@code *} asks for any tool of the server. */
    public boolean offers(String server, String tool) {
        List<ToolReference> tools = tree.file().tools();
        return tools == null
                || tools.stream()
                        .anyMatch(each -> each instanceof ToolReference.ServerTools(String of, String pattern)
                                && of.equals(server)
                                && (tool.equals("*")
                                        || ByTool.patterns(Map.of(pattern, true))
                                                        .forTool(tool)
                                                != null));
    }

    /** What was not understood but does no harm. */
    public List<String> warnings() {
        return warnings;
    }

    /** What must not be seen anywhere: of the servers' configuration, and the keys of models. */
    public Secrets secrets() {
        Secrets all = Models.secrets(environment);
        for (ToolServer server : servers) {
            all = all.and(server.secrets());
        }
        return all;
    }

    /** The caller closes them. */
    public Sessions sessions(SessionListener listener, Function<ToolServer, ClientOptions> options) {
        return Sessions.builder(servers).listener(listener).options(options).build();
    }

    /**
     * Puts the agents together.
     *
     * @throws Models.UnusableModel if a model cannot be used as it is named and set up
     */
    public Agent agent(Sessions sessions) throws InvalidAgentFile {
        return tree.build(sessions, name -> Models.named(name, environment), model);
    }
}
