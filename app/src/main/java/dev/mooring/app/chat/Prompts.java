package dev.mooring.app.chat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Methods;
import dev.mooring.session.CallOutcome;
import dev.mooring.session.Sessions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The prompts of servers as commands of a conversation: {@code /server:prompt value name=value name="some words"}. */
final class Prompts {
    private static final Pattern COMMAND = Pattern.compile("/([^\\s:]+):(\\S+)\\s*(.*)", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("(?:([\\w.-]+)=)?(?:\"([^\"]*)\"|(\\S+))");
    private static final int MAX_PAGES = 100;

    private final Sessions sessions;

    Prompts(Sessions sessions) {
        this.sessions = sessions;
    }

    /** A prompt of a server. */
    record Prompt(String server, String name, String description, List<Argument> arguments) {
        String command() {
            return "/" + server + ":" + name;
        }

        /** Returns the command with its arguments, the optional ones in brackets. */
        String usage() {
            return command()
                    + arguments.stream()
                            .map(each -> each.required() ? " " + each.name() + "=…" : " [" + each.name() + "=…]")
                            .collect(Collectors.joining());
        }
    }

    /** An argument of a prompt. */
    record Argument(String name, boolean required) {}

    /** Thrown if a prompt cannot be used. The message says why. */
    static final class Unusable extends Exception {
        private static final long serialVersionUID = 1;

        Unusable(String message) {
            super(message);
        }
    }

    /** Returns whether the input has the form of a prompt of one of the servers. */
    boolean isPrompt(String input) {
        Matcher command = COMMAND.matcher(input);
        return command.matches() && sessions.servers().containsKey(command.group(1));
    }

    /** Returns the prompts of a server; none if the server does not support prompts. */
    List<Prompt> of(String server) throws Unusable, InterruptedException {
        List<Prompt> prompts = new ArrayList<>();
        ObjectNode params = Json.object();
        for (int page = 0; page < MAX_PAGES; page++) {
            switch (sessions.request(server, Methods.PROMPTS_LIST, params)) {
                case CallOutcome.WithResult listed -> {
                    listed.result().path("prompts").forEach(prompt -> prompts.add(parsed(server, prompt)));
                    String cursor = Json.stringAt(listed.result(), "nextCursor");
                    if (cursor == null) {
                        return prompts;
                    }
                    params = Json.object().put("cursor", cursor);
                }
                case CallOutcome.Rejected(var _, McpError error)
                when error.code() == McpError.METHOD_NOT_FOUND -> {
                    return prompts;
                }
                case CallOutcome.WithoutResult failed -> throw new Unusable(failed.message());
            }
        }
        return prompts;
    }

    private static Prompt parsed(String server, JsonNode prompt) {
        List<Argument> arguments = new ArrayList<>();
        for (JsonNode each : prompt.path("arguments")) {
            arguments.add(new Argument(
                    each.path("name").asString(""), each.path("required").asBoolean(false)));
        }
        return new Prompt(
                server,
                prompt.path("name").asString(""),
                prompt.path("description").asString(""),
                List.copyOf(arguments));
    }

    /** Returns the message that a command stands for. */
    String message(String input) throws Unusable, InterruptedException {
        Matcher command = COMMAND.matcher(input);
        if (!command.matches()) {
            throw new IllegalArgumentException("Not a prompt: " + input);
        }
        String server = command.group(1);
        List<Prompt> all = of(server);
        Prompt prompt = all.stream()
                .filter(each -> each.name().equals(command.group(2)))
                .findFirst()
                .orElseThrow(() -> new Unusable("There is no prompt " + server + ":" + command.group(2) + ". "
                        + (all.isEmpty()
                                ? server + " has no prompts."
                                : "Available prompts: "
                                        + all.stream().map(Prompt::command).collect(Collectors.joining(", ")))));
        ObjectNode params = Json.object().put("name", prompt.name());
        ObjectNode values = params.putObject("arguments");
        values(prompt, command.group(3)).forEach(values::put);
        CallOutcome outcome = sessions.request(server, Methods.PROMPTS_GET, params);
        if (outcome.isError() || outcome.text().isBlank()) {
            throw new Unusable(outcome.isError() ? outcome.text() : prompt.command() + " is empty");
        }
        return outcome.text();
    }

    /** Values without a name belong to the arguments in their order. The last one takes the rest of the words. */
    private static Map<String, String> values(Prompt prompt, String text) throws Unusable {
        List<String> names = prompt.arguments().stream().map(Argument::name).toList();
        Map<String, String> values = new LinkedHashMap<>();
        @Nullable String last = null;
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            String name = word.group(1);
            boolean isNamed = name != null && names.contains(name);
            String value = isNamed
                    ? Objects.requireNonNullElse(word.group(2), String.valueOf(word.group(3)))
                    : name == null && word.group(2) != null ? word.group(2) : word.group();
            String key = isNamed
                    ? name
                    : names.stream()
                            .filter(each -> !values.containsKey(each))
                            .findFirst()
                            .orElse(last);
            if (key == null) {
                throw new Unusable(prompt.command() + " has no arguments");
            }
            values.merge(key, value, (before, more) -> before + " " + more);
            last = key;
        }
        for (Argument argument : prompt.arguments()) {
            if (argument.required() && !values.containsKey(argument.name())) {
                throw new Unusable("Missing argument " + argument.name() + ". Use " + prompt.usage());
            }
        }
        return values;
    }
}
