package dev.mooring.mcp.server;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.server.changes.ChangeBroadcaster;
import dev.mooring.mcp.server.options.ServerOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The protocol engine's view of an {@link McpServer}: its options, and what it offers to each caller. The server's own
 * items come before those of its sources. Thread-safe.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class ServerFeatures {
    final NamedItems<Tool> tools = new NamedItems<>(Tool::name);
    final NamedItems<Resource> resources = new NamedItems<>(Resource::uri);
    final NamedItems<Prompt> prompts = new NamedItems<>(Prompt::name);
    private final NamedItems<ResourceTemplate> templates = new NamedItems<>(ResourceTemplate::uriTemplate);
    private final ChangeBroadcaster changes = new ChangeBroadcaster();
    private final Implementation implementation;
    private final ServerOptions options;
    private final Function<Caller, @Nullable String> instructions;
    private final Predicate<String> capabilityFilter;
    private final @Nullable ToolSource toolSource;
    private final @Nullable ResourceSource resourceSource;
    private final @Nullable PromptSource promptSource;
    private final @Nullable Completer completer;
    private final boolean logging;
    private final Consumer<? super Caller> sessionDeleted;
    private final Function<Era, ObjectNode> moreCapabilities;
    private final Map<String, MethodHandler> methods;

    ServerFeatures(McpServer.Builder builder) {
        implementation = builder.implementation;
        options = builder.options();
        instructions = builder.instructions;
        capabilityFilter = builder.capabilityFilter;
        toolSource = builder.toolSource;
        resourceSource = builder.resourceSource;
        promptSource = builder.promptSource;
        completer = builder.completer;
        logging = builder.logging;
        sessionDeleted = builder.sessionDeleted;
        moreCapabilities = builder.moreCapabilities;
        methods = Map.copyOf(builder.methods);
        builder.tools.forEach(tools::put);
        builder.resources.forEach(resources::put);
        builder.templates.forEach(templates::put);
        builder.prompts.forEach(prompts::put);
    }

    /** Returns the name and version of the server. */
    public Implementation implementation() {
        return implementation;
    }

    /** Returns the options of the server. */
    @SuppressWarnings("exports") // internal, like this type
    public ServerOptions options() {
        return options;
    }

    /** Returns the broadcaster of the changes that the server announces. */
    @SuppressWarnings("exports") // internal, like this type
    public ChangeBroadcaster changes() {
        return changes;
    }

    /** Returns the current instructions for the models of a caller, or null. */
    public @Nullable String instructions(Caller caller) {
        return instructions.apply(caller);
    }

    /** Returns whether the server offers tools. */
    public boolean hasTools() {
        return (toolSource != null || !tools.isEmpty()) && capabilityFilter.test("tools");
    }

    /** Returns whether the server offers resources or resource templates. */
    public boolean hasResources() {
        return (resourceSource != null || !resources.isEmpty() || !templates.isEmpty())
                && capabilityFilter.test("resources");
    }

    /** Returns whether the server offers prompts. */
    public boolean hasPrompts() {
        return (promptSource != null || !prompts.isEmpty()) && capabilityFilter.test("prompts");
    }

    /** Returns whether handlers can send log entries. */
    public boolean hasLogging() {
        return logging && capabilityFilter.test("logging");
    }

    /** Returns the completer, or null if the server offers no completion. */
    public @Nullable Completer completer() {
        return completer != null && capabilityFilter.test("completions") ? completer : null;
    }

    /** Returns the capabilities that the server declares to clients of an era beyond those of this library. */
    public ObjectNode moreCapabilities(Era era) {
        return moreCapabilities.apply(era);
    }

    /** Returns the server's own handler of a method, or null if it has none. */
    public @Nullable MethodHandler method(String name) {
        return methods.get(name);
    }

    /** Returns whether every caller gets the same lists. */
    public boolean isSameForAllCallers() {
        return toolSource == null && resourceSource == null && promptSource == null;
    }

    /** Returns the tools for a caller. */
    public List<Tool> tools(Caller caller) throws Exception {
        return toolSource == null ? tools.all() : join(tools.all(), toolSource.tools(caller));
    }

    /** Returns the tool with a name, or null if this caller has no such tool. */
    public @Nullable Tool tool(String name, Caller caller) throws Exception {
        Tool own = tools.get(name);
        return own != null || toolSource == null ? own : toolSource.tool(name, caller);
    }

    /** Returns the resources for a caller. */
    public List<Resource> resources(Caller caller) throws Exception {
        return resourceSource == null ? resources.all() : join(resources.all(), resourceSource.resources(caller));
    }

    /** Returns the resource templates for a caller. */
    public List<ResourceTemplate> templates(Caller caller) throws Exception {
        return resourceSource == null ? templates.all() : join(templates.all(), resourceSource.templates(caller));
    }

    /**
     * A reader for one URI.
     *
     * @param variables the values of the template's variables; empty for a plain resource
     */
    public record ReaderMatch(ResourceReader reader, Map<String, String> variables) {}

    /** Returns the reader of a URI, or null if this caller has no such resource. */
    public @Nullable ReaderMatch reader(String uri, Caller caller) throws Exception {
        Resource resource = resources.get(uri);
        if (resource == null && resourceSource != null) {
            resource = resourceSource.resource(uri, caller);
        }
        if (resource != null) {
            return new ReaderMatch(resource.reader(), Map.of());
        }
        for (ResourceTemplate template : templates(caller)) {
            Map<String, String> variables = template.match(uri);
            if (variables != null) {
                return new ReaderMatch(template.reader(), variables);
            }
        }
        return null;
    }

    /** Tells the resource source that a caller has subscribed to a resource. */
    public void onSubscribe(String uri, Caller caller) throws Exception {
        if (resourceSource != null) {
            resourceSource.onSubscribe(uri, caller);
        }
    }

    /** Tells the server that a legacy client has deleted its session. */
    public void onSessionDeleted(Caller caller) {
        sessionDeleted.accept(caller);
    }

    /** Returns the prompts for a caller. */
    public List<Prompt> prompts(Caller caller) throws Exception {
        return promptSource == null ? prompts.all() : join(prompts.all(), promptSource.prompts(caller));
    }

    /** Returns the prompt with a name, or null if this caller has no such prompt. */
    public @Nullable Prompt prompt(String name, Caller caller) throws Exception {
        Prompt own = prompts.get(name);
        return own != null || promptSource == null ? own : promptSource.prompt(name, caller);
    }

    private static <T> List<T> join(List<T> first, List<T> second) {
        if (first.isEmpty()) {
            return second;
        }
        List<T> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
