package dev.mooring.bench.httpclients;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.bench.fork.Contender;
import dev.mooring.mcp.wire.SseReader;
import java.io.IOException;
import java.io.InputStream;

/** Sends a small POST and reads the whole response: JSON or a stream of events. */
abstract class Posting implements Contender {
    static final byte[] BODY = PostingServer.MESSAGE.getBytes(UTF_8);

    private final boolean events;

    Posting(String address) {
        events = address.endsWith(PostingServer.EVENTS);
    }

    final void check(InputStream answer) throws IOException {
        if (!events) {
            if (answer.readAllBytes().length != BODY.length) {
                throw new IOException("Incomplete response");
            }
            return;
        }
        SseReader reader = new SseReader(answer, 1 << 20);
        int count = 0;
        while (reader.next() != null) {
            count++;
        }
        if (count != PostingServer.COUNT) {
            throw new IOException("Expected " + PostingServer.COUNT + " events, got " + count);
        }
    }
}
