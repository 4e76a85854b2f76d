package dev.mooring.bench.contender;

import java.io.IOException;
import java.net.URI;

/** A server that runs; it has a public constructor that takes a {@code List<String>}, its arguments, and starts it. */
public interface BenchServer extends AutoCloseable {
    URI address();

    @Override
    void close() throws IOException;
}
