package dev.mooring.agent;

import dev.mooring.agent.model.Model;
import dev.mooring.run.Limits;
import dev.mooring.session.Sessions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Somebody with instructions, a model and tools, who works until there is an answer. Unchangeable, and safe for many invocations at once.
 *
 * <p>An invocation is a scope in a run: it joins the current run, and so shares its sessions, or else starts one, which ends with it.
 */
public final class Agent {
    /** What an invocation may spend unless the agent says otherwise. */
    public static final Limits DEFAULT_LIMITS = Limits.none().rounds(100);

    /** How deep agents may call each other unless an agent says otherwise. */
    public static final int DEFAULT_DEPTH = 8;

    /** After how many characters the result of a tool is cut unless an agent says otherwise. */
    public static final int DEFAULT_RESULT_LIMIT = 50_000;

    private final String name;
    private final String description;
    private final String instructions;
    private final Model model;
    private final ToolSelection tools;
    private final Limits limits;
    private final int depth;
    private final int resultLimit;
    private final Backoff backoff;
    private final @Nullable CheckedSchema inputSchema;
    private final @Nullable CheckedSchema outputSchema;
    private final SchemaCache schemas = new SchemaCache();

    private Agent(Builder builder, Model model) {
        this.name = builder.name;
        this.description = builder.description;
        this.instructions = builder.instructions;
        this.model = model;
        this.tools = new ToolSelection(
                builder.sessions, List.copyOf(builder.serverTools), builder.functions, builder.agents);
        this.limits = builder.limits;
        this.depth = builder.depth;
        this.resultLimit = builder.resultLimit;
        this.backoff = builder.backoff;
        this.inputSchema = builder.inputSchema;
        this.outputSchema = builder.outputSchema;
    }

    public static Builder builder(String name) {
        return new Builder(name);
    }

    public String name() {
        return name;
    }

    /** What it is good for, in words for agents that may call it; may be empty. */
    public String description() {
        return description;
    }

    public String instructions() {
        return instructions;
    }

    public Model model() {
        return model;
    }

    public Limits limits() {
        return limits;
    }

    /** The schema of what it is asked; null if that is free text. */
    public @Nullable ObjectNode inputSchema() {
        return inputSchema == null ? null : inputSchema.json();
    }

    /** The schema of what it answers; null if that is free text. */
    public @Nullable ObjectNode outputSchema() {
        return outputSchema == null ? null : outputSchema.json();
    }

    /** The agents that it may call. */
    public List<Agent> agents() {
        return tools.agents();
    }

    /** As {@link #invoke(JsonNode, InvokeOptions)}, with text and with nobody listening. */
    public AgentAnswer invoke(String input) throws AgentFailed, InterruptedException {
        return invoke(input, InvokeOptions.defaults());
    }

    /** As {@link #invoke(JsonNode, InvokeOptions)}. Where the agent has an input schema, the text is read as JSON. */
    public AgentAnswer invoke(String input, InvokeOptions options) throws AgentFailed, InterruptedException {
        return invoke(StringNode.valueOf(input), options);
    }

    /**
     * Works on something until there is an answer or a limit is reached.
     *
     * @param input text, or what fits the input schema
     * @throws AgentFailed if the agent cannot go on
     * @throws dev.mooring.run.RunCancelled if the run around or this invocation is cancelled
     * @throws dev.mooring.run.RunEnded if the current run is closing or has ended
     */
    public AgentAnswer invoke(JsonNode input, InvokeOptions options) throws AgentFailed, InterruptedException {
        return new Invocation(this, options, new Transcript(), null).run(input);
    }

    /** A conversation with this agent, of many turns; to be held inside one run. */
    public Conversation conversation(InvokeOptions options) {
        return new Conversation(this, options);
    }

    ToolSelection tools() {
        return tools;
    }

    int depth() {
        return depth;
    }

    int resultLimit() {
        return resultLimit;
    }

    Backoff backoff() {
        return backoff;
    }

    @Nullable
    CheckedSchema checkedInput() {
        return inputSchema;
    }

    @Nullable
    CheckedSchema checkedOutput() {
        return outputSchema;
    }

    SchemaCache schemas() {
        return schemas;
    }

    @Override
    public String toString() {
        return "agent " + name;
    }

    /** Puts an agent together. */
    public static final class Builder {
        private final String name;
        private String description = "";
        private String instructions = "";
        private @Nullable Model model;
        private @Nullable Sessions sessions;
        private final Set<String> serverTools = new LinkedHashSet<>();
        private final List<FunctionTool> functions = new ArrayList<>();
        private final List<Agent> agents = new ArrayList<>();
        private Limits limits = DEFAULT_LIMITS;
        private int depth = DEFAULT_DEPTH;
        private int resultLimit = DEFAULT_RESULT_LIMIT;
        private Backoff backoff = Backoff.standard();
        private @Nullable CheckedSchema inputSchema;
        private @Nullable CheckedSchema outputSchema;

        private Builder(String name) {
            if (name.isBlank()) {
                throw new IllegalArgumentException("an agent needs a name");
            }
            this.name = name;
        }

        /** What it is good for, in words for agents that may call it. */
        public Builder description(String value) {
            description = value;
            return this;
        }

        public Builder instructions(String value) {
            instructions = value;
            return this;
        }

        public Builder model(Model value) {
            model = value;
            return this;
        }

        /**
         * Adds tools of MCP servers: {@code memory} for all of a server, {@code memory/search_nodes} for one, {@code memory/*_nodes} for
         * those that fit.
         *
         * @throws dev.mooring.session.UnknownServer if there is no such server
         */
        public Builder tools(Sessions from, String... wanted) {
            if (sessions != null && !sessions.equals(from)) {
                throw new IllegalArgumentException("the tools of " + name + " come from different sessions");
            }
            sessions = from;
            for (String each : wanted) {
                from.server(ToolSelection.serverOf(each));
                serverTools.add(each);
            }
            return this;
        }

        /** Adds a function of the program as a tool. */
        public Builder tool(FunctionTool function) {
            functions.add(function);
            return this;
        }

        /**
         * Adds another agent as a tool. It is complete already, so agents never reach themselves this way; one that does by a function
         * is stopped by {@link #depth}.
         */
        public Builder agent(Agent agent) {
            agents.add(agent);
            return this;
        }

        /** What one invocation and everything below it may spend. */
        public Builder limits(Limits value) {
            limits = value;
            return this;
        }

        /** How deep agents may call each other below this one: 0 keeps it from calling any. */
        public Builder depth(int value) {
            depth = value;
            return this;
        }

        /** After how many characters the result of a tool is cut. */
        public Builder resultLimit(int characters) {
            resultLimit = characters;
            return this;
        }

        /** How often and when a model is asked again that was too busy. */
        public Builder backoff(Backoff value) {
            backoff = value;
            return this;
        }

        /**
         * What the agent can be asked.
         *
         * @throws IllegalArgumentException if that is no usable schema
         */
        public Builder inputSchema(ObjectNode schema) {
            inputSchema = CheckedSchema.of("the input schema of " + name, schema);
            return this;
        }

        /**
         * What the agent has to answer.
         *
         * @throws IllegalArgumentException if that is no usable schema
         */
        public Builder outputSchema(ObjectNode schema) {
            outputSchema = CheckedSchema.of("the output schema of " + name, schema);
            return this;
        }

        public Agent build() {
            return new Agent(this, Objects.requireNonNull(model, "the agent " + name + " needs a model"));
        }
    }
}
