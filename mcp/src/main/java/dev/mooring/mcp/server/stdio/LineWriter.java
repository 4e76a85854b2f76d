package dev.mooring.mcp.server.stdio;

import dev.mooring.mcp.Message;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/** Writes messages as lines. Thread-safe; lines are never interleaved. */
final class LineWriter {
    private final OutputStream out;
    private final ReentrantLock lock = new ReentrantLock();

    LineWriter(OutputStream out) {
        this.out = out;
    }

    void write(Message message) throws IOException {
        byte[] json = message.toBytes();
        byte[] line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        lock.lock();
        try {
            out.write(line);
            out.flush();
        } finally {
            lock.unlock();
        }
    }
}
