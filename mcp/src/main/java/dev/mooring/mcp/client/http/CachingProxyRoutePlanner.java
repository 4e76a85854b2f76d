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

/** The system's choice of proxies, cached per server, because the lookup is too slow for every request. */
final class CachingProxyRoutePlanner extends SystemDefaultRoutePlanner {
    private static final long CACHE_TTL = Duration.ofSeconds(5).toNanos();
    private static final int MAX_ENTRIES = 1000;

    private record Entry(@Nullable HttpHost proxy, long resolvedAt) {}

    private final Map<HttpHost, Entry> cache = new ConcurrentHashMap<>();

    CachingProxyRoutePlanner() {
        super(DefaultSchemePortResolver.INSTANCE, ProxySelector.getDefault());
    }

    @Override
    protected @Nullable HttpHost determineProxy(HttpHost target, HttpContext context) throws HttpException {
        long now = System.nanoTime();
        Entry entry = cache.get(target);
        if (entry == null || now - entry.resolvedAt > CACHE_TTL) {
            if (cache.size() >= MAX_ENTRIES) {
                cache.clear();
            }
            entry = new Entry(super.determineProxy(target, context), now);
            cache.put(target, entry);
        }
        return entry.proxy;
    }
}
