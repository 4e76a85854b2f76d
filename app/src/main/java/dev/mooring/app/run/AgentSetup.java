package dev.mooring.app.run;

import dev.mooring.agent.Agent;
import dev.mooring.agent.file.AgentFile;
import dev.mooring.agent.file.AgentTree;
import dev.mooring.agent.file.InvalidAgentFile;
import dev.mooring.agent.file.ToolReference;
import dev.mooring.agent.provider.Models;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.crypto.Sha256;
import dev.mooring.session.PerToolSetting;
import dev.mooring.session.Secrets;
import dev.mooring.session.SessionListener;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolServer;
import dev.mooring.session.config.InvalidServersFile;
import dev.mooring.session.config.ServersFile;
import dev.mooring.session.config.ServersFile.Entry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An agent, its sub-agents and the servers of their tools, as read from files. Opens no session by itself. */
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
     * @param model overrides the model of the agent, and is the default of its sub-agents; null for the models in the files
     * @throws InvalidServersFile if the servers file is invalid, or the entry of a server that an agent names
     */
    public static AgentSetup read(
            Path agentFile, Optional<Path> serversFile, @Nullable String model, Map<String, String> environment)
            throws InvalidAgentFile, InvalidServersFile {
        AgentTree tree = AgentTree.read(agentFile);
        List<String> warnings = new ArrayList<>();
        List<ToolServer> usable = new ArrayList<>();
        tree.files().forEach(file -> warnings.addAll(file.warnings()));
        if (serversFile.isPresent()) {
            ServersFile.Inspection inspection = ServersFile.inspect(serversFile.get(), environment);
            warnings.addAll(inspection.warnings());
            for (Entry entry : inspection.entries()) {
                switch (entry) {
                    case Entry.Usable(ToolServer server) -> usable.add(server);
                    case Entry.Invalid(String name, InvalidServersFile error) -> {
                        if (isNamed(tree.files(), name)) {
                            throw error;
                        }
                        warnings.add(String.valueOf(error.getMessage()));
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

    /** Returns a hash of the agent file and the files of its sub-agents. */
    public String agentHash() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (AgentFile file : tree.files()) {
            all.writeBytes(Files.readAllBytes(file.path()));
        }
        return Sha256.hex(all.toByteArray());
    }

    /** Returns the name of the agent. */
    public String name() {
        return tree.file().name();
    }

    /** Returns whether the agent may call a tool of a server; {@code *} stands for any tool of the server. */
    public boolean allows(String server, String tool) {
        List<ToolReference> tools = tree.file().tools();
        return tools == null
                || tools.stream()
                        .anyMatch(each -> each instanceof ToolReference.ServerTools(String of, String pattern)
                                && of.equals(server)
                                && (tool.equals("*")
                                        || PerToolSetting.patterns(Map.of(pattern, true))
                                                        .forTool(tool)
                                                != null));
    }

    /** Returns warnings about settings that the files contain and Mooring ignores. */
    public List<String> warnings() {
        return warnings;
    }

    /** Returns the secrets in the configuration of servers and models, for redaction. */
    public Secrets secrets() {
        Secrets secrets = Models.secrets(environment);
        for (ToolServer server : servers) {
            secrets = secrets.and(server.secrets());
        }
        return secrets;
    }

    /** Creates the sessions, none of them open yet. The caller closes them. */
    Sessions sessions(SessionListener listener, Function<ToolServer, ClientOptions> options) {
        return Sessions.builder(servers).listener(listener).options(options).build();
    }

    /**
     * Builds the agent with its sub-agents.
     *
     * @throws Models.UnusableModel if a model is unknown or not configured
     */
    public Agent agent(Sessions sessions) throws InvalidAgentFile {
        return tree.build(sessions, name -> Models.named(name, environment), model);
    }
}
