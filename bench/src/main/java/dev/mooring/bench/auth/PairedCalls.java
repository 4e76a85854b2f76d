package dev.mooring.bench.auth;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.McpClient;
import java.util.Arrays;
import java.util.List;

/** Pairs of calls, one with the measured client and one with a reference. */
final class PairedCalls {
    private PairedCalls() {}

    /** Returns how much longer each call took than its partner, in nanoseconds, sorted. The clients take turns. */
    static long[] differences(List<McpClient> measured, McpClient reference, int pairs) throws InterruptedException {
        long[] differences = new long[pairs];
        for (int i = 0; i < pairs; i++) {
            McpClient client = measured.get(i % measured.size());
            // Alternate the order, because the second call of a pair finds warmer caches.
            boolean measuredFirst = i % 2 == 0;
            long first = call(measuredFirst ? client : reference);
            long second = call(measuredFirst ? reference : client);
            differences[i] = measuredFirst ? first - second : second - first;
        }
        Arrays.sort(differences);
        return differences;
    }

    /** Returns the median in microseconds. */
    static double median(long[] sorted) {
        return sorted[sorted.length / 2] / 1000.0;
    }

    private static long call(McpClient client) throws InterruptedException {
        long began = System.nanoTime();
        Reply reply = client.callTool("echo", Json.object());
        long took = System.nanoTime() - began;
        if (!(reply instanceof Reply.Result)) {
            throw new IllegalStateException("The call failed: " + reply);
        }
        return took;
    }
}
