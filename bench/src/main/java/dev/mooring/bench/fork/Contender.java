package dev.mooring.bench.fork;

import java.io.IOException;

/**
 * A client with an open connection. An implementation has a public constructor that takes its arguments as a
 * {@code List<String>} and opens the connection.
 */
public interface Contender extends AutoCloseable {
    /** Makes one call and checks the reply. */
    void call() throws Exception;

    @Override
    void close() throws IOException;
}
