package dev.mooring.store;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The location of the state of a program. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed interface StoreLocation {

    /** The memory of the process: the state ends with the process. */
    record Memory() implements StoreLocation {
        @Override
        public String toString() {
            return "memory";
        }
    }

    /** A SQLite file, which need not exist yet. */
    record Sqlite(Path file) implements StoreLocation {
        @Override
        public String toString() {
            return "sqlite:" + file;
        }
    }

    /**
     * A PostgreSQL database.
     *
     * @param address as {@code postgresql://user:password@host:port/database?parameters}; may contain a password
     */
    record Postgresql(URI address) implements StoreLocation {
        String jdbcUrl() {
            String port = address.getPort() < 0 ? "" : ":" + address.getPort();
            String query = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
            return "jdbc:postgresql://" + address.getHost() + port + address.getRawPath() + query;
        }

        @Nullable
        String user() {
            String[] parts = userInfo();
            return parts.length == 0 ? null : parts[0];
        }

        @Nullable
        String password() {
            String[] parts = userInfo();
            return parts.length < 2 ? null : parts[1];
        }

        private String[] userInfo() {
            String info = address.getUserInfo();
            return info == null ? new String[0] : info.split(":", 2);
        }

        /** Returns the address without user, password and parameters. */
        @Override
        public String toString() {
            String port = address.getPort() < 0 ? "" : ":" + address.getPort();
            return "postgresql://" + address.getHost() + port + address.getRawPath();
        }
    }

    /**
     * Parses {@code memory}, {@code sqlite:FILE} or {@code postgresql://…}.
     *
     * @throws IllegalArgumentException if the text is none of these; the message does not repeat a password
     */
    static StoreLocation parse(String text) {
        if (text.equals("memory")) {
            return new Memory();
        }
        if (text.startsWith("sqlite:") && text.length() > "sqlite:".length()) {
            try {
                return new Sqlite(Path.of(text.substring("sqlite:".length())));
            } catch (InvalidPathException e) {
                throw new IllegalArgumentException("The path after sqlite: is not valid", e);
            }
        }
        if (text.startsWith("postgresql://") || text.startsWith("postgres://")) {
            try {
                var address = new URI(text);
                if (address.getHost() != null && address.getRawPath().length() > 1) {
                    return new Postgresql(address);
                }
            } catch (URISyntaxException e) {
                // Reported below, without the text, which may contain a password.
            }
            throw new IllegalArgumentException("The address of a PostgreSQL database needs a host and a database:"
                    + " postgresql://USER@HOST:PORT/DATABASE");
        }
        throw new IllegalArgumentException("A store is memory, sqlite:FILE or postgresql://USER@HOST:PORT/DATABASE");
    }
}
