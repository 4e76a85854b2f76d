package dev.mooring.agent;

import dev.mooring.session.ByTool;
import dev.mooring.session.Sessions;
import dev.mooring.session.ToolListing.ListedTool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which tools an agent is to have, before any server has been asked what it offers.
 *
 * @param sessions null if there are no tools of servers
 * @param wanted what is wanted of servers, as it was written
 */
record ToolSelection(
        @Nullable Sessions sessions, List<String> wanted, List<FunctionTool> functions, List<Agent> agents) {
    ToolSelection {
        wanted = List.copyOf(wanted);
        functions = List.copyOf(functions);
        agents = List.copyOf(agents);
    }

    static String serverOf(String wanted) {
        int slash = wanted.indexOf('/');
        return slash < 0 ? wanted : wanted.substring(0, slash);
    }

    /** What is wanted of each server: patterns of tool names, {@code *} for all. */
    Map<String, List<String>> byServer() {
        Map<String, List<String>> patterns = new LinkedHashMap<>();
        for (String each : wanted) {
            String server = serverOf(each);
            String pattern = server.length() == each.length() ? "*" : each.substring(server.length() + 1);
            patterns.computeIfAbsent(server, name -> new ArrayList<>()).add(pattern);
        }
        return patterns;
    }

    static boolean fits(String pattern, ListedTool tool) {
        return ByTool.patterns(Map.of(pattern, true)).forTool(tool.name()) != null;
    }
}
