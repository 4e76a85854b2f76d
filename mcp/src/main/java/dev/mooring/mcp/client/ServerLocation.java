package dev.mooring.mcp.client;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a server is: a program to start, or an address to call. */
public sealed interface ServerLocation {
    /** A key by which facts about this server can be remembered; it has no secrets in it. */
    String fingerprint();

    /**
     * A program that speaks over its standard streams.
     *
     * @param environment everything the program will see, and nothing else
     * @param directory where it starts; null means where this program runs
     */
    record Local(
            List<String> command,
            Map<String, String> environment,
            @Nullable Path directory) implements ServerLocation {
        public Local {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
            if (command.isEmpty() || command.getFirst().isBlank()) {
                throw new IllegalArgumentException("a local server needs a command");
            }
        }

        /** A program with the modest environment of {@link ChildEnvironment}. */
        public static Local of(String... command) {
            return new Local(List.of(command), ChildEnvironment.inherited(Map.of()), null);
        }

        public Local withEnvironment(Map<String, String> additions) {
            Map<String, String> all = new java.util.HashMap<>(environment);
            all.putAll(additions);
            return new Local(command, all, directory);
        }

        public Local in(Path newDirectory) {
            return new Local(command, environment, newDirectory);
        }

        @Override
        public String fingerprint() {
            List<String> parts = new ArrayList<>(command);
            parts.addFirst("stdio");
            parts.add(directory == null ? "" : directory.toString());
            return Fingerprint.of(parts);
        }
    }

    /**
     * An address that speaks Streamable HTTP.
     *
     * @param headers sent with every request; they may hold secrets
     */
    record Remote(URI address, Map<String, String> headers) implements ServerLocation {
        public Remote {
            headers = Map.copyOf(headers);
            String scheme = address.getScheme();
            if (!("http".equals(scheme) || "https".equals(scheme)) || address.getHost() == null) {
                throw new IllegalArgumentException("a remote server needs an http or https address with a host");
            }
        }

        public static Remote at(URI address) {
            return new Remote(address, Map.of());
        }

        /** The server without the path, which may hold a secret too: for logs, where nobody strikes one out. */
        public String origin() {
            String port = address.getPort() < 0 ? "" : ":" + address.getPort();
            return address.getScheme() + "://" + address.getHost() + port;
        }

        /** The address without user, query and fragment, which may hold secrets. */
        public String display() {
            return origin() + (address.getRawPath() == null ? "" : address.getRawPath());
        }

        @Override
        public String fingerprint() {
            return Fingerprint.of(List.of("http", display()));
        }
    }
}
