package dev.mooring.mcp.server;

import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.ProtocolVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What a server has for a caller: its own things first, and then those of its sources. */
final class Offer {
    final Implementation implementation;
    private final Supplier<@Nullable String> instructions;
    private final Predicate<String> narrowing;
    final List<ProtocolVersion> versions;
    final Catalog<Tool> tools = new Catalog<>(Tool::name);
    final Catalog<Resource> resources = new Catalog<>(Resource::uri);
    final Catalog<ResourceTemplate> templates = new Catalog<>(ResourceTemplate::uriTemplate);
    final Catalog<Prompt> prompts = new Catalog<>(Prompt::name);
    private final @Nullable ToolSource toolSource;
    private final @Nullable ResourceSource resourceSource;
    private final @Nullable PromptSource promptSource;
    private final @Nullable Completer completer;
    private final boolean logging;

    Offer(McpServer.Builder builder) {
        implementation = builder.implementation;
        instructions = builder.instructions;
        narrowing = builder.narrowing;
        versions = builder.modernOnly ? ModernMeta.VERSIONS : ProtocolVersion.SUPPORTED;
        toolSource = builder.toolSource;
        resourceSource = builder.resourceSource;
        promptSource = builder.promptSource;
        completer = builder.completer;
        logging = builder.logging;
        builder.tools.forEach(tools::put);
        builder.resources.forEach(resources::put);
        builder.templates.forEach(templates::put);
        builder.prompts.forEach(prompts::put);
    }

    boolean hasTools() {
        return (toolSource != null || !tools.isEmpty()) && narrowing.test("tools");
    }

    boolean hasResources() {
        return (resourceSource != null || !resources.isEmpty() || !templates.isEmpty()) && narrowing.test("resources");
    }

    boolean hasPrompts() {
        return (promptSource != null || !prompts.isEmpty()) && narrowing.test("prompts");
    }

    boolean hasLogging() {
        return logging && narrowing.test("logging");
    }

    @Nullable
    Completer completer() {
        return completer != null && narrowing.test("completions") ? completer : null;
    }

    void addInstructions(ObjectNode greeting) {
        String text = instructions.get();
        if (text != null) {
            greeting.put("instructions", text);
        }
    }

    void watched(String uri, Caller caller) throws Exception {
        if (resourceSource != null) {
            resourceSource.onSubscribe(uri, caller);
        }
    }

    ObjectNode capabilities() {
        ObjectNode capabilities = Json.object();
        if (hasTools()) {
            capabilities.putObject("tools").put("listChanged", true);
        }
        if (hasResources()) {
            capabilities.putObject("resources").put("subscribe", true).put("listChanged", true);
        }
        if (hasPrompts()) {
            capabilities.putObject("prompts").put("listChanged", true);
        }
        if (completer() != null) {
            capabilities.putObject("completions");
        }
        if (hasLogging()) {
            capabilities.putObject("logging");
        }
        return capabilities;
    }

    List<Tool> tools(Caller caller) throws Exception {
        return toolSource == null ? tools.all() : join(tools.all(), toolSource.tools(caller));
    }

    @Nullable
    Tool tool(String name, Caller caller) throws Exception {
        Tool own = tools.get(name);
        return own != null || toolSource == null ? own : toolSource.tool(name, caller);
    }

    List<Resource> resources(Caller caller) throws Exception {
        return resourceSource == null ? resources.all() : join(resources.all(), resourceSource.resources(caller));
    }

    List<ResourceTemplate> templates(Caller caller) throws Exception {
        return resourceSource == null ? templates.all() : join(templates.all(), resourceSource.templates(caller));
    }

    /** How to read an address, or null where this caller has nothing there. */
    @Nullable
    Reading reading(String uri, Caller caller) throws Exception {
        Resource resource = resources.get(uri);
        if (resource == null && resourceSource != null) {
            resource = resourceSource.resource(uri, caller);
        }
        if (resource != null) {
            return new Reading(resource.reader(), Map.of());
        }
        for (ResourceTemplate template : templates(caller)) {
            Map<String, String> variables = template.match(uri);
            if (variables != null) {
                return new Reading(template.reader(), variables);
            }
        }
        return null;
    }

    record Reading(ResourceReader reader, Map<String, String> variables) {}

    List<Prompt> prompts(Caller caller) throws Exception {
        return promptSource == null ? prompts.all() : join(prompts.all(), promptSource.prompts(caller));
    }

    @Nullable
    Prompt prompt(String name, Caller caller) throws Exception {
        Prompt own = prompts.get(name);
        return own != null || promptSource == null ? own : promptSource.prompt(name, caller);
    }

    /** Whether a list is the same for everybody. */
    boolean isPublic() {
        return toolSource == null && resourceSource == null && promptSource == null;
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
