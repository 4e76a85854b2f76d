package dev.mooring.bench.fork;

import java.io.IOException;

/**
 * Runs tasks one at a time in a forked JVM. An implementation has a public constructor that takes its arguments as a
 * {@code List<String>}.
 *
 * @param <T> the task: a record
 * @param <R> the result: a record
 */
public interface Worker<T, R> extends AutoCloseable {
    Class<T> taskType();

    R perform(T task) throws Exception;

    @Override
    void close() throws IOException;
}
