package dev.mooring.auth.server;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The resources for which tokens are issued, with the scopes of each. Thread-safe. */
final class ProtectedResources {
    private final Supplier<String> baseUrl;
    private final Map<String, List<String>> scopesByPath = new ConcurrentHashMap<>();

    ProtectedResources(Supplier<String> baseUrl) {
        this.baseUrl = baseUrl;
    }

    void add(String path, List<String> scopes) {
        scopesByPath.put(path, List.copyOf(scopes));
    }

    /** Returns the identifier of the resource that a client names, with or without a trailing slash. */
    Optional<String> named(String resource) {
        String wanted = resource.endsWith("/") ? resource.substring(0, resource.length() - 1) : resource;
        return scopesByPath.keySet().stream()
                .map(path -> baseUrl.get() + path)
                .filter(wanted::equals)
                .findAny();
    }

    List<String> scopesOf(String resource) {
        return scopesByPath.getOrDefault(resource.substring(baseUrl.get().length()), List.of());
    }

    Set<String> allScopes() {
        Set<String> all = new TreeSet<>();
        scopesByPath.values().forEach(all::addAll);
        return all;
    }
}
