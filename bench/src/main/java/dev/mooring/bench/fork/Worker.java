package dev.mooring.bench.fork;

import java.io.IOException;

/**
 * Does tasks in a JVM of its own, one at a time. It has a public constructor that takes a {@code List<String>}, its
 * arguments.
 *
 * @param <T> what it is asked: a record
 * @param <R> what it answers: a record
 */
public interface Worker<T, R> extends AutoCloseable {
    Class<T> taskType();

    R perform(T task) throws Exception;

    @Override
    void close() throws IOException;
}
