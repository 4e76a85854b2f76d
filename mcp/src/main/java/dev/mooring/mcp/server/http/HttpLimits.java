package dev.mooring.mcp.server.http;

import java.time.Duration;

/**
 * How much one visitor may take.
 *
 * @param bodyBytes the longest request; a longer one gets 413
 * @param sessions legacy sessions held at once; the idlest goes when one more is opened
 * @param sessionIdle how long a legacy session lives after its last call or stream
 * @param streams listening streams open at once; one more gets 503
 * @param keepAlive how long an open stream may be silent before a comment is sent
 */
public record HttpLimits(int bodyBytes, int sessions, Duration sessionIdle, int streams, Duration keepAlive) {
    public static final HttpLimits DEFAULT =
            new HttpLimits(16 * 1024 * 1024, 10_000, Duration.ofMinutes(30), 10_000, Duration.ofSeconds(15));

    public HttpLimits withSessionIdle(Duration idle) {
        return new HttpLimits(bodyBytes, sessions, idle, streams, keepAlive);
    }
}
