package dev.mooring.agent;

import dev.mooring.agent.model.Model;
import dev.mooring.agent.model.ModelTimeouts;
import dev.mooring.run.Limits;
import dev.mooring.session.Sessions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Instructions, a model and tools. An agent is immutable and supports concurrent invocations.
 *
 * <p>An invocation joins the current run as a new scope, and so shares the run's sessions. Outside a run, it starts a run that ends with
 * the invocation.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Agent {
    /** The default limits of an invocation. */
    public static final Limits DEFAULT_LIMITS = Limits.builder().rounds(100).build();

    /** The default number of nested levels of sub-agents. */
    public static final int DEFAULT_MAX_DEPTH = 8;

    /** The default maximum length of a tool result, in characters. */
    public static final int DEFAULT_RESULT_LIMIT = 50_000;

    private final String name;
    private final String description;
    private final String instructions;
    private final Model model;
    private final ToolSelection tools;
    private final Limits limits;
    private final int maxDepth;
    private final int resultLimit;
    private final Backoff backoff;
    private final ModelTimeouts modelTimeouts;
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
        this.maxDepth = builder.maxDepth;
        this.resultLimit = builder.resultLimit;
        this.backoff = builder.backoff;
        this.modelTimeouts = builder.modelTimeouts;
        this.inputSchema = builder.inputSchema;
        this.outputSchema = builder.outputSchema;
    }

    /**
     * Returns a builder for an agent with this name.
     *
     * @throws IllegalArgumentException if the name is blank
     */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** Returns what the agent does, for agents that may call it; may be empty. */
    public String description() {
        return description;
    }

    /** Returns the system prompt; may be empty. */
    public String instructions() {
        return instructions;
    }

    /** Returns the model. */
    public Model model() {
        return model;
    }

    /** Returns the limits of one invocation, including the sub-agents that it calls. */
    public Limits limits() {
        return limits;
    }

    /** Returns the JSON Schema of the input; null if the input is free text. */
    public @Nullable ObjectNode inputSchema() {
        return inputSchema == null ? null : inputSchema.json();
    }

    /** Returns the JSON Schema of the answer; null if the answer is free text. */
    public @Nullable ObjectNode outputSchema() {
        return outputSchema == null ? null : outputSchema.json();
    }

    /** Returns the sub-agents. */
    public List<Agent> agents() {
        return tools.agents();
    }

    /** Invokes the agent as {@link #invoke(JsonNode, InvokeOptions)} does, with text and default options. */
    public AgentAnswer invoke(String input) throws AgentFailed, InterruptedException {
        return invoke(input, InvokeOptions.defaults());
    }

    /**
     * Invokes the agent as {@link #invoke(JsonNode, InvokeOptions)} does. If the agent has an input schema that does not accept the text
     * as it is, the text is parsed as JSON.
     */
    public AgentAnswer invoke(String input, InvokeOptions options) throws AgentFailed, InterruptedException {
        return invoke(StringNode.valueOf(input), options);
    }

    /**
     * Runs model turns and tool calls until the model answers or a limit is reached.
     *
     * @param input text, or JSON that matches the input schema
     * @throws AgentFailed if the agent cannot continue
     * @throws dev.mooring.run.RunCancelled if the current run or this invocation is cancelled
     * @throws dev.mooring.run.RunEnded if the current run is closing or has ended
     */
    public AgentAnswer invoke(JsonNode input, InvokeOptions options) throws AgentFailed, InterruptedException {
        TranscriptFile file = options.transcript();
        if (file != null && !file.isEmpty()) {
            throw new IllegalArgumentException(file + " has messages. Continue it with resume, or create another one.");
        }
        return invocation(options).runToEnd(input);
    }

    /**
     * Continues an invocation after the last complete turn of its transcript, which ended in an earlier process or at a limit. The agent
     * must have the same tools and sub-agents. Its limits apply anew.
     *
     * <p>No call is repeated. The model is told which calls may or may not have happened, and which sessions of earlier runs are lost. A
     * sub-agent that had not finished continues its own conversation.
     *
     * @param transcript from {@link TranscriptFile#open}; the caller closes it afterwards
     * @throws IllegalArgumentException if the transcript has no messages, or is complete
     * @throws AgentFailed if the agent cannot continue
     * @throws dev.mooring.run.RunCancelled if the current run or this invocation is cancelled
     */
    public AgentAnswer resume(TranscriptFile transcript, InvokeOptions options)
            throws AgentFailed, InterruptedException {
        if (transcript.isEmpty()) {
            throw new IllegalArgumentException(transcript + " has no messages, so there is nothing to resume");
        }
        if (transcript.isComplete()) {
            throw new IllegalArgumentException(transcript + " is complete, so there is nothing to resume");
        }
        Invocation invocation = invocation(options.transcript(transcript));
        return invocation.runToEnd(StringNode.valueOf(invocation.firstMessage()));
    }

    private Invocation invocation(InvokeOptions options) {
        return new Invocation(this, options, Transcript.in(options.transcript()), null);
    }

    /**
     * Starts a conversation, whose messages all belong to one run. If the options have a transcript with messages, continues that
     * conversation.
     */
    public Conversation conversation(InvokeOptions options) {
        return new Conversation(this, options);
    }

    ToolSelection tools() {
        return tools;
    }

    int maxDepth() {
        return maxDepth;
    }

    int resultLimit() {
        return resultLimit;
    }

    Backoff backoff() {
        return backoff;
    }

    ModelTimeouts modelTimeouts() {
        return modelTimeouts;
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

    /** Builds an agent. */
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
        private int maxDepth = DEFAULT_MAX_DEPTH;
        private int resultLimit = DEFAULT_RESULT_LIMIT;
        private Backoff backoff = Backoff.standard();
        private ModelTimeouts modelTimeouts = ModelTimeouts.DEFAULT;
        private @Nullable CheckedSchema inputSchema;
        private @Nullable CheckedSchema outputSchema;

        private Builder(String name) {
            if (name.isBlank()) {
                throw new IllegalArgumentException("The name of an agent must not be blank");
            }
            this.name = name;
        }

        /** Sets what the agent does, for agents that may call it. */
        public Builder description(String value) {
            description = value;
            return this;
        }

        /** Sets the system prompt. */
        public Builder instructions(String value) {
            instructions = value;
            return this;
        }

        /** Sets the model, which is required. */
        public Builder model(Model value) {
            model = value;
            return this;
        }

        /**
         * Adds tools of MCP servers.
         *
         * @param from must be the same in all calls of this method
         * @param selectors {@code memory} for all tools of a server, {@code memory/search_nodes} for one tool, {@code memory/*_nodes} for
         *     a pattern
         * @throws dev.mooring.session.UnknownServer if there is no such server
         */
        public Builder tools(Sessions from, String... selectors) {
            if (sessions != null && !sessions.equals(from)) {
                throw new IllegalArgumentException(
                        "The tools of agent " + name + " come from two Sessions objects. Use one for all of them.");
            }
            sessions = from;
            for (String selector : selectors) {
                from.server(ToolSelection.serverOf(selector));
                serverTools.add(selector);
            }
            return this;
        }

        /** Adds a function of the program as a tool. */
        public Builder tool(FunctionTool function) {
            functions.add(function);
            return this;
        }

        /**
         * Adds another agent as a tool. Because that agent is already built, no cycle is possible this way. {@link #maxDepth} stops an
         * agent that calls itself through a function.
         */
        public Builder agent(Agent agent) {
            agents.add(agent);
            return this;
        }

        /** Sets the limits of one invocation, including the sub-agents that it calls. */
        public Builder limits(Limits value) {
            limits = value;
            return this;
        }

        /** Sets the maximum number of nested levels of sub-agents below this agent; with 0 it calls none. */
        public Builder maxDepth(int value) {
            maxDepth = value;
            return this;
        }

        /** Sets the maximum length of a tool result. Longer results are truncated. */
        public Builder resultLimit(int characters) {
            resultLimit = characters;
            return this;
        }

        /** Sets how the agent retries model turns that fail for a transient reason. */
        public Builder backoff(Backoff value) {
            backoff = value;
            return this;
        }

        /** Sets how long the model may be silent. The agent retries a turn that times out. */
        public Builder modelTimeouts(ModelTimeouts value) {
            modelTimeouts = value;
            return this;
        }

        /**
         * Sets the JSON Schema of the input.
         *
         * @throws IllegalArgumentException if the schema is invalid
         */
        public Builder inputSchema(ObjectNode schema) {
            inputSchema = CheckedSchema.of("The input schema of agent " + name, schema);
            return this;
        }

        /**
         * Sets the JSON Schema of the answer. The model gets one chance to correct an answer that does not match.
         *
         * @throws IllegalArgumentException if the schema is invalid
         */
        public Builder outputSchema(ObjectNode schema) {
            outputSchema = CheckedSchema.of("The output schema of agent " + name, schema);
            return this;
        }

        /**
         * Builds the agent.
         *
         * @throws NullPointerException if there is no model
         */
        public Agent build() {
            return new Agent(this, Objects.requireNonNull(model, "Agent " + name + " has no model"));
        }
    }
}
