package dev.mooring.mcp.server.http;

import java.io.IOException;
import java.util.Arrays;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Blocker;

/** Reads the body of a request into memory, on the calling thread. */
final class RequestBody {
    private static final int FIRST_GUESS = 2048;

    /** The body is longer than allowed. */
    static final class TooLong extends Exception {
        TooLong() {
            super("the body is too long", null, false, false);
        }
    }

    private RequestBody() {}

    static byte[] read(Request request, int maxBytes) throws IOException, TooLong {
        long announced = request.getLength();
        if (announced > maxBytes) {
            throw new TooLong();
        }
        // An announced length is not believed beyond what has arrived.
        byte[] bytes = new byte[(int) Math.min(announced < 0 ? FIRST_GUESS : announced, 64 * 1024)];
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
                throw new TooLong();
            }
            if (length + more > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(length + more, (int) Math.min(maxBytes, bytes.length * 2L)));
            }
            chunk.getByteBuffer().get(bytes, length, more);
            length += more;
            boolean last = chunk.isLast();
            chunk.release();
            if (last) {
                return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
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
