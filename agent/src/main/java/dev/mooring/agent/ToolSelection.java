package dev.mooring.agent;

import dev.mooring.session.PerToolSetting;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolListing.ListedTool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tools that an agent is configured with. Server tools are selectors, which a listing resolves at each invocation.
 *
 * @param sessions null if there are no server tools
 * @param selectors {@code server}, {@code server/tool} or {@code server/pattern}
 */
record ToolSelection(
        @Nullable Sessions sessions, List<String> selectors, List<FunctionTool> functions, List<Agent> agents) {
    ToolSelection {
        selectors = List.copyOf(selectors);
        functions = List.copyOf(functions);
        agents = List.copyOf(agents);
    }

    static String serverOf(String selector) {
        int slash = selector.indexOf('/');
        return slash < 0 ? selector : selector.substring(0, slash);
    }

    /** Returns the patterns of tool names for each server; {@code *} stands for all tools. */
    Map<String, List<String>> byServer() {
        Map<String, List<String>> patterns = new LinkedHashMap<>();
        for (String selector : selectors) {
            String server = serverOf(selector);
            String pattern = server.length() == selector.length() ? "*" : selector.substring(server.length() + 1);
            patterns.computeIfAbsent(server, name -> new ArrayList<>()).add(pattern);
        }
        return patterns;
    }

    static boolean matches(String pattern, ListedTool tool) {
        return PerToolSetting.patterns(Map.of(pattern, true)).forTool(tool.name()) != null;
    }
}
