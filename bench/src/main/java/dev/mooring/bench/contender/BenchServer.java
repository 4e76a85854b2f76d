package dev.mooring.bench.contender;

import java.io.IOException;
import java.net.URI;

/**
 * A running server. An implementation has a public constructor that takes its arguments as a {@code List<String>} and starts
 * the server.
 */
public interface BenchServer extends AutoCloseable {
    URI address();

    @Override
    void close() throws IOException;
}
