package dev.mooring.mcp.server.stdio;

import dev.mooring.mcp.server.McpServer;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/** Serves one client over a pair of streams, both eras, until the input ends. */
public final class StdioServer {
    final McpServer server;
    final int maxLineBytes;
    final int maxRunning;
    final int maxWaiting;
    final Duration patience;

    private StdioServer(Builder builder) {
        server = builder.server;
        maxLineBytes = builder.maxLineBytes;
        maxRunning = builder.maxRunning;
        maxWaiting = builder.maxWaiting;
        patience = builder.patience;
    }

    public static Builder builder(McpServer server) {
        return new Builder(server);
    }

    /**
     * Reads on the calling thread until the input ends, and returns when the calls that were in flight are finished or
     * out of time. The streams are not closed; an interrupt of a writing thread must not close them either, as it
     * would those of an NIO channel.
     */
    public void serve(InputStream in, OutputStream out) throws IOException {
        new StdioConversation(this, out).serve(in);
    }

    /**
     * Serves the process's own input and output. Whatever else prints to {@code System.out} goes to standard error from
     * now on, because a client takes every line of the output for a message.
     */
    public void serveThisProcess() throws IOException {
        System.setOut(System.err);
        serve(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
    }

    /** A server in the making. */
    public static final class Builder {
        private final McpServer server;
        private int maxLineBytes = 16 * 1024 * 1024;
        private int maxRunning = 256;
        private int maxWaiting = 10_000;
        private Duration patience = Duration.ofSeconds(3);

        private Builder(McpServer server) {
            this.server = server;
        }

        /** The longest message; a longer one is answered with an error, if it can be told whose it is. */
        public Builder maxLineBytes(int maxLineBytes) {
            this.maxLineBytes = maxLineBytes;
            return this;
        }

        /** How many calls run at once; others wait. */
        public Builder maxRunning(int maxRunning) {
            this.maxRunning = maxRunning;
            return this;
        }

        /** How many calls wait or listen; more are refused. */
        public Builder maxWaiting(int maxWaiting) {
            this.maxWaiting = maxWaiting;
            return this;
        }

        /** How long calls in flight may go on after the input has ended. */
        public Builder shutdownTimeout(Duration patience) {
            this.patience = patience;
            return this;
        }

        public StdioServer build() {
            return new StdioServer(this);
        }
    }
}
