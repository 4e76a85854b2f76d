package dev.mooring.mcp.server.stdio;

import dev.mooring.mcp.server.McpServer;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import org.apiguardian.api.API;

/** Serves an {@link McpServer} to one client over a pair of byte streams, in both eras, until the input ends. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class StdioServer {
    final McpServer server;
    final int maxLineBytes;
    final int maxRunning;
    final int maxWaiting;
    final Duration shutdownTimeout;

    private StdioServer(Builder builder) {
        server = builder.server;
        maxLineBytes = builder.maxLineBytes;
        maxRunning = builder.maxRunning;
        maxWaiting = builder.maxWaiting;
        shutdownTimeout = builder.shutdownTimeout;
    }

    /** Returns a builder for a stdio server. */
    public static Builder builder(McpServer server) {
        return new Builder(server);
    }

    /**
     * Serves one client. Reads on the calling thread until the input ends, then waits for calls in flight and cancels
     * them at the shutdown timeout.
     *
     * <p>Does not close the streams. The output must survive the interrupt of a writing thread, which the streams of NIO
     * channels do not.
     *
     * @throws IOException if the input cannot be read
     */
    public void serve(InputStream in, OutputStream out) throws IOException {
        new StdioConnection(this, out).serve(in);
    }

    /**
     * Serves one client over the standard input and output of this process; see {@link #serve}. Redirects {@code
     * System.out} to standard error permanently, because the client takes every line of the output for a message.
     *
     * @throws IOException if the input cannot be read
     */
    public void serveThisProcess() throws IOException {
        System.setOut(System.err);
        serve(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
    }

    /** Builds a {@link StdioServer}. Not thread-safe. */
    public static final class Builder {
        private final McpServer server;
        private int maxLineBytes = 16 * 1024 * 1024;
        private int maxRunning = 256;
        private int maxWaiting = 10_000;
        private Duration shutdownTimeout = Duration.ofSeconds(3);

        private Builder(McpServer server) {
            this.server = server;
        }

        /**
         * Sets the maximum size of a message; 16 MiB by default. The server drops a larger message, and answers it with
         * an error if it has an id.
         */
        public Builder maxLineBytes(int bytes) {
            maxLineBytes = bytes;
            return this;
        }

        /** Sets how many calls run at the same time; 256 by default. Further calls wait. */
        public Builder maxRunning(int calls) {
            maxRunning = calls;
            return this;
        }

        /** Sets how many calls may wait or listen; 10,000 by default. The server refuses further calls. */
        public Builder maxWaiting(int calls) {
            maxWaiting = calls;
            return this;
        }

        /** Sets how long calls in flight may continue after the input has ended; 3 seconds by default. */
        public Builder shutdownTimeout(Duration timeout) {
            shutdownTimeout = timeout;
            return this;
        }

        /** Returns the server. */
        public StdioServer build() {
            return new StdioServer(this);
        }
    }
}
