package dev.mooring.mcp.client;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The location of a server: a program to start, or an address to connect to. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public sealed interface ServerLocation {
    /** Returns a key for facts about this server. It contains no secrets. */
    String fingerprint();

    /**
     * A program that exchanges messages over its standard streams.
     *
     * @param command the program and its arguments
     * @param environment the complete environment of the program
     * @param directory the working directory; null for that of the current process
     */
    record Local(
            List<String> command,
            Map<String, String> environment,
            @Nullable Path directory) implements ServerLocation {
        /**
         * Copies the collections.
         *
         * @throws IllegalArgumentException if the command is empty, or the program is blank
         */
        public Local {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
            if (command.isEmpty() || command.getFirst().isBlank()) {
                throw new IllegalArgumentException("The command of a local server must not be empty");
            }
        }

        /** Returns a program with the environment of {@link ChildEnvironment}. */
        public static Local of(String... command) {
            return new Local(List.of(command), ChildEnvironment.inherited(Map.of()), null);
        }

        /** Returns the same program with more environment variables, which override those of the same name. */
        public Local withEnvironment(Map<String, String> additions) {
            Map<String, String> all = new HashMap<>(environment);
            all.putAll(additions);
            return new Local(command, all, directory);
        }

        /** Returns the same program with another working directory. */
        public Local in(Path newDirectory) {
            return new Local(command, environment, newDirectory);
        }

        @Override
        public String fingerprint() {
            List<String> parts = new ArrayList<>(command);
            parts.addFirst("stdio");
            parts.add(directory == null ? "" : directory.toString());
            return LocationFingerprint.of(parts);
        }
    }

    /**
     * An address that serves Streamable HTTP.
     *
     * @param address an http or https address
     * @param headers sent with every request; they may contain secrets
     */
    record Remote(URI address, Map<String, String> headers) implements ServerLocation {
        /**
         * Copies the headers.
         *
         * @throws IllegalArgumentException if the address is not an http or https address with a host
         */
        public Remote {
            headers = Map.copyOf(headers);
            String scheme = address.getScheme();
            if (!("http".equals(scheme) || "https".equals(scheme)) || address.getHost() == null) {
                throw new IllegalArgumentException(
                        "The address of a remote server must have the scheme http or https, and a host");
            }
        }

        /** Returns an address without headers. */
        public static Remote at(URI address) {
            return new Remote(address, Map.of());
        }

        /** Returns the address without its path, which may contain secrets. For log lines, which are not redacted. */
        public String origin() {
            String port = address.getPort() < 0 ? "" : ":" + address.getPort();
            return address.getScheme() + "://" + address.getHost() + port;
        }

        /** Returns the address without user, query and fragment, which may contain secrets. */
        public String display() {
            return origin() + (address.getRawPath() == null ? "" : address.getRawPath());
        }

        @Override
        public String fingerprint() {
            return LocationFingerprint.of(List.of("http", display()));
        }
    }
}
