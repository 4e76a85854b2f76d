package dev.mooring.agent.file;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What an agent's file asks for under {@code tools}. */
public sealed interface ToolReference {
    /** Tools of a server. */
    record ServerTools(String server, String pattern) implements ToolReference {
        /** As {@link dev.mooring.agent.Agent.Builder#tools} takes it. */
        public String text() {
            return pattern.equals("*") ? server : server + "/" + pattern;
        }
    }

    /** Another agent, in the file of that name in the same folder. */
    record SubAgent(String agent) implements ToolReference {}

    /** Reads one name; null if it cannot be one. */
    static @Nullable ToolReference of(String text) {
        if (text.startsWith("agent:")) {
            String agent = text.substring("agent:".length()).strip();
            return Patterns.AGENT.matcher(agent).matches() ? new SubAgent(agent) : null;
        }
        // Claude Code's way to write the same.
        String plain =
                text.startsWith("mcp__") ? text.substring("mcp__".length()).replaceFirst("__", "/") : text;
        int slash = plain.indexOf('/');
        String server = slash < 0 ? plain : plain.substring(0, slash);
        String pattern = slash < 0 ? "*" : plain.substring(slash + 1);
        return server.isBlank() || pattern.isBlank() ? null : new ServerTools(server, pattern);
    }

    /** What names may look like. */
    final class Patterns {
        private static final Pattern AGENT = Pattern.compile("[\\w][\\w. -]*");

        private Patterns() {}
    }
}
