package dev.mooring.vault.server;

import dev.mooring.mcp.server.Completer;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.DocumentWalk.Listed;
import dev.mooring.vault.files.PathRules;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Completes the paths in the arguments of prompts. Paths that begin with the typed text come first, then those with a name
 * that begins with it, then those that contain it. Each group has the most recently changed documents first.
 */
final class PathCompletion implements Completer {

    private final DocumentStore store;

    PathCompletion(DocumentStore store) {
        this.store = store;
    }

    @Override
    public Completion complete(Request request, Exchange exchange) {
        boolean isScope = request.argument().equals("path");
        if (!isScope && !request.argument().equals("file_path")) {
            return Completion.of(List.of());
        }
        List<String> paths = new ArrayList<>();
        List<String> documents =
                store.documents(store.rootFolder()).stream().map(Listed::path).toList();
        if (isScope) {
            paths.addAll(folders(documents));
        }
        paths.addAll(documents);
        String typed = request.value().startsWith("./") ? request.value().substring(2) : request.value();
        return Completion.of(matching(paths, PathRules.folded(typed)));
    }

    private static Set<String> folders(List<String> documents) {
        Set<String> folders = new TreeSet<>();
        for (String path : documents) {
            for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
                folders.add(path.substring(0, slash));
            }
        }
        return folders;
    }

    private static List<String> matching(List<String> paths, String typed) {
        List<String> beginning = new ArrayList<>();
        List<String> named = new ArrayList<>();
        List<String> containing = new ArrayList<>();
        for (String path : paths) {
            String folded = PathRules.folded(path);
            if (folded.startsWith(typed)) {
                beginning.add(path);
            } else if (folded.contains("/" + typed)) {
                named.add(path);
            } else if (folded.contains(typed)) {
                containing.add(path);
            }
        }
        var all = new LinkedHashSet<>(beginning);
        all.addAll(named);
        all.addAll(containing);
        return List.copyOf(all);
    }
}
