package dev.mooring.bench.fork;

import java.io.IOException;

/**
 * Somebody who can call, held open. It has a public constructor that takes a {@code List<String>}, its arguments, and
 * opens it.
 */
public interface Contender extends AutoCloseable {
    /** Makes one call and checks its answer. */
    void call() throws Exception;

    @Override
    void close() throws IOException;
}
