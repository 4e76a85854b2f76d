package dev.mooring.agent.file;

import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** One entry of {@code tools} in an agent file. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public sealed interface ToolReference {
    /**
     * Tools of a server.
     *
     * @param pattern a tool name, in which {@code *} stands for any text
     */
    record ServerTools(String server, String pattern) implements ToolReference {
        /** Returns the selector for {@link dev.mooring.agent.Agent.Builder#tools}. */
        public String selector() {
            return pattern.equals("*") ? server : server + "/" + pattern;
        }
    }

    /** A sub-agent, which a file with this name in the same folder defines. */
    record SubAgent(String agent) implements ToolReference {}

    /** Parses one entry. Returns null if it is invalid. */
    static @Nullable ToolReference parse(String text) {
        if (text.startsWith("agent:")) {
            String agent = text.substring("agent:".length()).strip();
            return Patterns.AGENT.matcher(agent).matches() ? new SubAgent(agent) : null;
        }
        // Claude Code writes mcp__server__tool.
        String plain =
                text.startsWith("mcp__") ? text.substring("mcp__".length()).replaceFirst("__", "/") : text;
        int slash = plain.indexOf('/');
        String server = slash < 0 ? plain : plain.substring(0, slash);
        String pattern = slash < 0 ? "*" : plain.substring(slash + 1);
        return server.isBlank() || pattern.isBlank() ? null : new ServerTools(server, pattern);
    }

    /** Holds the pattern, because fields of an interface are public. */
    final class Patterns {
        private static final Pattern AGENT = Pattern.compile("[\\w][\\w. -]*");

        private Patterns() {}
    }
}
