package dev.mooring.mcp.client.http;

import java.net.ProxySelector;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.routing.SystemDefaultRoutePlanner;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** The proxies that the system names. It is asked once in a while per server, not at every request: it takes its time. */
final class ProxyRoutes extends SystemDefaultRoutePlanner {
    private static final long GOOD_FOR = Duration.ofSeconds(5).toNanos();
    private static final int MAX_KEPT = 1000;

    private record Found(@Nullable HttpHost proxy, long askedAt) {}

    private final Map<HttpHost, Found> found = new ConcurrentHashMap<>();

    ProxyRoutes() {
        super(DefaultSchemePortResolver.INSTANCE, ProxySelector.getDefault());
    }

    @Override
    protected @Nullable HttpHost determineProxy(HttpHost target, HttpContext context) throws HttpException {
        long now = System.nanoTime();
        Found known = found.get(target);
        if (known == null || now - known.askedAt > GOOD_FOR) {
            if (found.size() >= MAX_KEPT) {
                found.clear();
            }
            known = new Found(super.determineProxy(target, context), now);
            found.put(target, known);
        }
        return known.proxy;
    }
}
