package dev.mooring.mcp.server;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.changes.Change;
import dev.mooring.mcp.server.options.ServerOptions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * An MCP server for both eras: its tools, resources and prompts.
 *
 * <p>Any number of transports can serve one server at the same time; see {@code StdioServer} and {@code HttpEndpoint}.
 * Tools, resources and prompts can change at any time. Transports then notify the callers that listen for changes. Safe
 * for use by several threads.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class McpServer {
    private final ServerFeatures features;

    private McpServer(Builder builder) {
        features = new ServerFeatures(builder);
    }

    /** Returns a builder for a server. */
    public static Builder builder(Implementation implementation) {
        return new Builder(implementation);
    }

    /** Returns a builder for a server with a name and a version. */
    public static Builder builder(String name, String version) {
        return builder(Implementation.of(name, version));
    }

    /** Adds a tool, or replaces the tool with the same name. Notifies listeners. */
    public void addTool(Tool tool) {
        features.tools.put(tool);
        toolsChanged();
    }

    /** Removes the tool with a name, if there is one, and notifies listeners. */
    public void removeTool(String name) {
        if (features.tools.remove(name)) {
            toolsChanged();
        }
    }

    /** Adds a resource, or replaces the resource with the same URI. Notifies listeners. */
    public void addResource(Resource resource) {
        features.resources.put(resource);
        resourcesChanged();
    }

    /** Removes the resource with a URI, if there is one, and notifies listeners. */
    public void removeResource(String uri) {
        if (features.resources.remove(uri)) {
            resourcesChanged();
        }
    }

    /** Adds a prompt, or replaces the prompt with the same name. Notifies listeners. */
    public void addPrompt(Prompt prompt) {
        features.prompts.put(prompt);
        promptsChanged();
    }

    /** Removes the prompt with a name, if there is one, and notifies listeners. */
    public void removePrompt(String name) {
        if (features.prompts.remove(name)) {
            promptsChanged();
        }
    }

    /** Notifies listeners that the list of tools has changed. Call this when a {@link ToolSource} changes. */
    public void toolsChanged() {
        features.changes().broadcast(Change.TOOLS);
    }

    /** Notifies listeners that the list of resources has changed. Call this when a {@link ResourceSource} changes. */
    public void resourcesChanged() {
        features.changes().broadcast(Change.RESOURCES);
    }

    /** Notifies listeners that the list of prompts has changed. Call this when a {@link PromptSource} changes. */
    public void promptsChanged() {
        features.changes().broadcast(Change.PROMPTS);
    }

    /** Notifies subscribers that the content of a resource has changed. */
    public void resourceUpdated(String uri) {
        features.changes().broadcast(Change.ofResource(uri));
    }

    /** Returns whether a caller is subscribed to the resource at a URI. */
    public boolean hasSubscribers(String uri) {
        return features.changes().hasListeners(Change.ofResource(uri));
    }

    /** Returns the view of this server that transports use. */
    @API(status = API.Status.INTERNAL, since = "0.1")
    public ServerFeatures features() {
        return features;
    }

    /** Builds an {@link McpServer}. Not thread-safe. */
    public static final class Builder {
        private static final int STATE_KEY_BYTES = 32;

        final Implementation implementation;
        final List<Tool> tools = new ArrayList<>();
        final List<Resource> resources = new ArrayList<>();
        final List<ResourceTemplate> templates = new ArrayList<>();
        final List<Prompt> prompts = new ArrayList<>();

        Function<Caller, @Nullable String> instructions = _ -> null;
        Predicate<String> capabilityFilter = capability -> true;

        Function<Era, ObjectNode> moreCapabilities = _ -> Json.object();
        final Map<String, MethodHandler> methods = new HashMap<>();

        @Nullable
        ToolSource toolSource;

        @Nullable
        ResourceSource resourceSource;

        @Nullable
        PromptSource promptSource;

        @Nullable
        Completer completer;

        boolean logging;
        Consumer<? super Caller> sessionDeleted = _ -> {};
        private boolean modernOnly;
        private int pageSize = 1000;
        private Duration cacheTtl = Duration.ZERO;
        private Duration inputTimeout = Duration.ofMinutes(10);
        private Duration stateLifetime = Duration.ofMinutes(30);
        private SecretKey stateKey = randomKey();

        private Builder(Implementation implementation) {
            this.implementation = implementation;
        }

        /** Sets the instructions that tell a model how to use this server. */
        public Builder instructions(String instructions) {
            return instructions(() -> instructions);
        }

        /**
         * Sets the supplier of the instructions for models. The server calls the supplier whenever a client connects or
         * discovers the server; null means no instructions.
         */
        public Builder instructions(Supplier<@Nullable String> instructions) {
            return instructionsFor(_ -> instructions.get());
        }

        /** Sets instructions for models that depend on the caller; see {@link #instructions}. */
        public Builder instructionsFor(Function<Caller, @Nullable String> instructions) {
            this.instructions = instructions;
            return this;
        }

        /**
         * Withholds capabilities such as {@code prompts}: the server declares and serves a capability only while the
         * filter accepts its name. The server calls the filter for each request.
         */
        public Builder capabilityFilter(Predicate<String> filter) {
            capabilityFilter = filter;
            return this;
        }

        /**
         * Declares further capabilities, such as {@code extensions}. The server calls the function whenever a client of that
         * era connects or discovers the server.
         */
        public Builder capabilities(Function<Era, ObjectNode> capabilities) {
            moreCapabilities = capabilities;
            return this;
        }

        /** Answers a method that the library does not know, such as a method of an extension. */
        public Builder method(String name, MethodHandler handler) {
            methods.put(name, handler);
            return this;
        }

        /** Adds a tool for all callers. */
        public Builder tool(Tool tool) {
            tools.add(tool);
            return this;
        }

        /** Sets the source of tools that depend on the caller. Lists show them after the server's own tools. */
        public Builder tools(ToolSource source) {
            toolSource = source;
            return this;
        }

        /** Adds a resource for all callers. */
        public Builder resource(Resource resource) {
            resources.add(resource);
            return this;
        }

        /** Adds a resource template for all callers. */
        public Builder template(ResourceTemplate template) {
            templates.add(template);
            return this;
        }

        /** Sets the source of resources that depend on the caller. Lists show them after the server's own resources. */
        public Builder resources(ResourceSource source) {
            resourceSource = source;
            return this;
        }

        /** Adds a prompt for all callers. */
        public Builder prompt(Prompt prompt) {
            prompts.add(prompt);
            return this;
        }

        /** Sets the source of prompts that depend on the caller. Lists show them after the server's own prompts. */
        public Builder prompts(PromptSource source) {
            promptSource = source;
            return this;
        }

        /** Sets the completer of arguments of prompts and resource templates. */
        public Builder completer(Completer completer) {
            this.completer = completer;
            return this;
        }

        /** Lets handlers send log entries to callers; see {@link Exchange#log}. */
        public Builder logging() {
            logging = true;
            return this;
        }

        /** Sets the listener for legacy clients that delete their HTTP session. It runs on the thread of the request. */
        public Builder onSessionDeleted(Consumer<? super Caller> listener) {
            sessionDeleted = listener;
            return this;
        }

        /** Refuses legacy clients. */
        public Builder modernOnly() {
            modernOnly = true;
            return this;
        }

        /**
         * Sets the maximum number of items on a page of a list; 1000 by default.
         *
         * @throws IllegalArgumentException if the size is less than 1
         */
        public Builder pageSize(int pageSize) {
            if (pageSize < 1) {
                throw new IllegalArgumentException("pageSize must be at least 1, not " + pageSize);
            }
            this.pageSize = pageSize;
            return this;
        }

        /** Sets how long modern clients may cache a list; zero by default. */
        public Builder cacheTtl(Duration ttl) {
            cacheTtl = ttl;
            return this;
        }

        /** Sets how long a legacy client may take to answer an input request; 10 minutes by default. */
        public Builder inputTimeout(Duration timeout) {
            inputTimeout = timeout;
            return this;
        }

        /**
         * Sets the AES key that seals the state of {@link Exchange#sealState}; random by default. Server processes that
         * answer the same callers need the same key.
         *
         * @param key 16 or 32 bytes
         */
        public Builder stateKey(byte[] key) {
            stateKey = new SecretKeySpec(key, "AES");
            return this;
        }

        /** Sets how long sealed state is valid; 30 minutes by default. */
        public Builder stateLifetime(Duration lifetime) {
            stateLifetime = lifetime;
            return this;
        }

        /** Returns the server. */
        public McpServer build() {
            return new McpServer(this);
        }

        ServerOptions options() {
            return new ServerOptions(modernOnly, pageSize, cacheTtl, inputTimeout, stateKey, stateLifetime);
        }

        private static SecretKey randomKey() {
            byte[] key = new byte[STATE_KEY_BYTES];
            new SecureRandom().nextBytes(key);
            return new SecretKeySpec(key, "AES");
        }
    }
}
