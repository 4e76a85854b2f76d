package dev.mooring.mcp.server.http.engine;

import dev.mooring.mcp.server.engine.JsonSize;
import dev.mooring.mcp.server.engine.MemoryBudget;
import java.io.IOException;
import java.util.Arrays;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Blocker;

/** Reads the body of a request into memory, on the calling thread. */
final class RequestBody {
    private static final int INITIAL_BYTES = 2048;
    private static final int MAX_INITIAL_BYTES = 16 * 1024;

    /** Bodies and results up to this size do not count in the budget. The number of connections bounds them. */
    static final int FREE_BYTES = 16 * 1024;

    /** Thrown if the memory budget of the caller or of all callers is exhausted. */
    static final class OutOfBudget extends Exception {
        OutOfBudget() {
            super("The memory budget is exhausted", null, false, false);
        }
    }

    /** Thrown if the body is larger than allowed. */
    static final class TooLarge extends Exception {
        TooLarge() {
            super("The request body is too large", null, false, false);
        }
    }

    private RequestBody() {}

    /**
     * Returns the whole body.
     *
     * @param memory counts the body and the parsed message
     * @throws TooLarge if the body has more than {@code maxBytes}
     * @throws OutOfBudget if the memory budget is exhausted
     */
    static byte[] read(Request request, int maxBytes, MemoryBudget.Reservation memory)
            throws IOException, TooLarge, OutOfBudget {
        long contentLength = request.getLength();
        if (contentLength > maxBytes) {
            throw new TooLarge();
        }
        // Refused before the body arrives, to save time and memory.
        if (contentLength > FREE_BYTES && !memory.tryAdd(JsonSize.PARSING_FACTOR * contentLength)) {
            throw new OutOfBudget();
        }
        // A client can declare any length, so the buffer grows only as the body arrives.
        byte[] bytes = new byte[(int) Math.min(contentLength < 0 ? INITIAL_BYTES : contentLength, MAX_INITIAL_BYTES)];
        int length = 0;
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                awaitMore(request);
                continue;
            }
            if (Content.Chunk.isFailure(chunk)) {
                throw new IOException(chunk.getFailure());
            }
            int more = chunk.remaining();
            if (length + more > maxBytes) {
                chunk.release();
                throw new TooLarge();
            }
            if (length + more > bytes.length) {
                int capacity = Math.max(length + more, (int) Math.min(maxBytes, bytes.length * 2L));
                if (contentLength < 0 && capacity > FREE_BYTES && !memory.tryAdd(capacity - bytes.length)) {
                    chunk.release();
                    throw new OutOfBudget();
                }
                bytes = Arrays.copyOf(bytes, capacity);
            }
            chunk.getByteBuffer().get(bytes, length, more);
            length += more;
            boolean last = chunk.isLast();
            chunk.release();
            if (last) {
                byte[] body = length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
                if (length > FREE_BYTES
                        && !memory.tryAdd(JsonSize.ofNodes(body)
                                + (contentLength < 0 ? (JsonSize.PARSING_FACTOR - 1L) * length : 0))) {
                    throw new OutOfBudget();
                }
                return body;
            }
        }
    }

    private static void awaitMore(Request request) throws IOException {
        try (Blocker.Runnable blocker = Blocker.runnable()) {
            request.demand(blocker);
            blocker.block();
        }
    }
}
