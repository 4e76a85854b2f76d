package dev.mooring.mcp.server;

import dev.mooring.mcp.Implementation;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A server for both eras, served by any number of transports at once. What it offers can change at any time; listeners
 * are told. Safe from any thread.
 */
public final class McpServer {
    private final Offer offer;
    private final Changes changes = new Changes();
    private final Dispatcher dispatcher;

    private McpServer(Builder builder) {
        offer = new Offer(builder);
        dispatcher = new Dispatcher(offer, changes, builder);
    }

    public static Builder builder(Implementation implementation) {
        return new Builder(implementation);
    }

    public static Builder builder(String name, String version) {
        return builder(Implementation.of(name, version));
    }

    /** Adds a tool, in the place of one with the same name. */
    public void addTool(Tool tool) {
        offer.tools.put(tool);
        toolsChanged();
    }

    public void removeTool(String name) {
        if (offer.tools.remove(name)) {
            toolsChanged();
        }
    }

    public void addResource(Resource resource) {
        offer.resources.put(resource);
        resourcesChanged();
    }

    public void removeResource(String uri) {
        if (offer.resources.remove(uri)) {
            resourcesChanged();
        }
    }

    public void addPrompt(Prompt prompt) {
        offer.prompts.put(prompt);
        promptsChanged();
    }

    public void removePrompt(String name) {
        if (offer.prompts.remove(name)) {
            promptsChanged();
        }
    }

    /** Tells listeners that the tools of a source are not what they were. */
    public void toolsChanged() {
        changes.announce(Change.TOOLS);
    }

    /** Tells listeners that the resources of a source are not what they were. */
    public void resourcesChanged() {
        changes.announce(Change.RESOURCES);
    }

    /** Tells listeners that the prompts of a source are not what they were. */
    public void promptsChanged() {
        changes.announce(Change.PROMPTS);
    }

    /** Tells those who subscribed to a resource that it is not what it was. */
    public void resourceUpdated(String uri) {
        changes.announce(Change.of(uri));
    }

    /** Whether anybody wants to hear when the resource at that address changes. */
    public boolean hasSubscribers(String uri) {
        return changes.isAwaited(Change.of(uri));
    }

    /** The door for transports. */
    public Dispatcher dispatcher() {
        return dispatcher;
    }

    /** A server in the making. */
    public static final class Builder {
        final Implementation implementation;
        final List<Tool> tools = new ArrayList<>();
        final List<Resource> resources = new ArrayList<>();
        final List<ResourceTemplate> templates = new ArrayList<>();
        final List<Prompt> prompts = new ArrayList<>();

        Supplier<@Nullable String> instructions = () -> null;
        Predicate<String> narrowing = capability -> true;

        @Nullable
        ToolSource toolSource;

        @Nullable
        ResourceSource resourceSource;

        @Nullable
        PromptSource promptSource;

        @Nullable
        Completer completer;

        boolean logging;
        boolean modernOnly;
        int pageSize = 1000;
        Duration freshness = Duration.ZERO;
        Duration patience = Duration.ofMinutes(10);
        Duration stateLifetime = Duration.ofMinutes(30);
        byte[] stateKey = StateSeal.newKey();
        Clock clock = Clock.systemUTC();

        private Builder(Implementation implementation) {
            this.implementation = implementation;
        }

        /** How a model should use this server. */
        public Builder instructions(String instructions) {
            return instructions(() -> instructions);
        }

        /** How a model should use this server, asked for at each greeting; null says nothing. */
        public Builder instructions(Supplier<@Nullable String> instructions) {
            this.instructions = instructions;
            return this;
        }

        /** Withholds capabilities that the server was built with, such as {@code prompts}; asked whenever it matters. */
        public Builder capabilityFilter(Predicate<String> capabilities) {
            this.narrowing = capabilities;
            return this;
        }

        public Builder tool(Tool tool) {
            tools.add(tool);
            return this;
        }

        /** Tools that depend on who asks, listed after the server's own. */
        public Builder tools(ToolSource source) {
            toolSource = source;
            return this;
        }

        public Builder resource(Resource resource) {
            resources.add(resource);
            return this;
        }

        public Builder template(ResourceTemplate template) {
            templates.add(template);
            return this;
        }

        /** Resources that depend on who asks, listed after the server's own. */
        public Builder resources(ResourceSource source) {
            resourceSource = source;
            return this;
        }

        public Builder prompt(Prompt prompt) {
            prompts.add(prompt);
            return this;
        }

        /** Prompts that depend on who asks, listed after the server's own. */
        public Builder prompts(PromptSource source) {
            promptSource = source;
            return this;
        }

        public Builder completer(Completer completer) {
            this.completer = completer;
            return this;
        }

        /** Lets handlers send log entries to callers that want them. */
        public Builder logging() {
            logging = true;
            return this;
        }

        /** Refuses clients of the legacy era. */
        public Builder modernOnly() {
            modernOnly = true;
            return this;
        }

        /** How many items a page of a list has at most. */
        public Builder pageSize(int pageSize) {
            if (pageSize < 1) {
                throw new IllegalArgumentException("a page has at least one item");
            }
            this.pageSize = pageSize;
            return this;
        }

        /** How long modern clients may use a list without asking again; not at all unless told otherwise. */
        public Builder cacheTtl(Duration freshness) {
            this.freshness = freshness;
            return this;
        }

        /** How long a legacy client may take to answer a question. */
        public Builder inputTimeout(Duration patience) {
            this.patience = patience;
            return this;
        }

        /** The key for state that travels through callers: 16 or 32 bytes, the same on servers that share callers. */
        public Builder stateKey(byte[] key) {
            stateKey = key.clone();
            return this;
        }

        /** How long such state is good for. */
        public Builder stateLifetime(Duration lifetime) {
            stateLifetime = lifetime;
            return this;
        }

        Builder clock(Clock clock) {
            this.clock = clock;
            return this;
        }

        public McpServer build() {
            return new McpServer(this);
        }
    }
}
