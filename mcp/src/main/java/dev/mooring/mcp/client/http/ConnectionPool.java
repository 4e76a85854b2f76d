package dev.mooring.mcp.client.http;

import java.io.IOException;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP connections of the whole program. A session holds a connection and a thread only while it sends or listens. */
public final class ConnectionPool {
    private static final int MAX_CONNECTIONS = 20_000;
    private static final Timeout CONNECT_TIMEOUT = Timeout.ofSeconds(10);
    private static final TimeValue VALIDATE_AFTER_IDLE = TimeValue.ofMilliseconds(500);
    private static final TimeValue MAX_IDLE = TimeValue.ofSeconds(30);
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionPool.class);

    /** Closing a response reads a body up to this size to its end, so that the connection can be reused. */
    private static final int MAX_DRAINED_BODY = 4096;

    /** Without header limits, a server could exhaust the memory before its response body begins. */
    private static final int MAX_HEADERS = 200;

    private static final int MAX_HEADER_LINE = 64 * 1024;

    private static final ConnectionPool SHARED = new ConnectionPool();

    private final CloseableHttpClient client;

    private ConnectionPool() {
        var tls = RegistryBuilder.<org.apache.hc.client5.http.ssl.TlsSocketStrategy>create()
                .register(URIScheme.HTTPS.id, DefaultClientTlsStrategy.createSystemDefault())
                .build();
        var connections = new PoolingHttpClientConnectionManager(
                new DefaultHttpClientConnectionOperator(
                        new InterruptibleSockets(),
                        DefaultSchemePortResolver.INSTANCE,
                        SystemDefaultDnsResolver.INSTANCE,
                        tls),
                PoolConcurrencyPolicy.LAX,
                PoolReusePolicy.LIFO,
                TimeValue.NEG_ONE_MILLISECOND,
                ManagedHttpClientConnectionFactory.builder()
                        .http1Config(Http1Config.custom()
                                .setMaxHeaderCount(MAX_HEADERS)
                                .setMaxLineLength(MAX_HEADER_LINE)
                                .build())
                        .build());
        connections.setMaxTotal(MAX_CONNECTIONS);
        connections.setDefaultMaxPerRoute(MAX_CONNECTIONS);
        connections.setDefaultSocketConfig(SocketConfig.custom()
                .setTcpNoDelay(true)
                .setSoTimeout(Timeout.DISABLED)
                .build());
        connections.setDefaultConnectionConfig(ConnectionConfig.custom()
                .setConnectTimeout(CONNECT_TIMEOUT)
                .setSocketTimeout(Timeout.DISABLED)
                .setValidateAfterInactivity(VALIDATE_AFTER_IDLE)
                .build());
        client = HttpClients.custom()
                .setConnectionManager(connections)
                .useSystemProperties()
                .setRoutePlanner(new CachingProxyRoutePlanner())
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .disableConnectionState()
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setResponseTimeout(Timeout.DISABLED)
                        .setConnectionRequestTimeout(Timeout.DISABLED)
                        .setExpectContinueEnabled(false)
                        .setProtocolUpgradeEnabled(false)
                        .build())
                .setUserAgent("mooring")
                .build();
        Thread.ofVirtual().name("mcp-idle-connections").start(() -> closeIdle(connections));
    }

    private static void closeIdle(PoolingHttpClientConnectionManager connections) {
        try {
            while (true) {
                Thread.sleep(MAX_IDLE.toDuration());
                connections.closeIdle(MAX_IDLE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the pool that the whole program shares. */
    public static ConnectionPool shared() {
        return SHARED;
    }

    /** Sends a request. The caller closes the response; its connection is reused if the body was read to its end. */
    public Response send(HttpUriRequestBase request) throws IOException {
        try {
            return new Response(client.executeOpen(null, request, null), request);
        } catch (RuntimeException e) {
            if (request.isCancelled()) {
                // The HTTP client fails like this if a request is cancelled while it obtains its connection.
                throw new IOException("the request was cancelled", e);
            }
            throw e;
        }
    }

    /** A response. Closing it never throws, because the caller has already read what it needs. */
    public record Response(ClassicHttpResponse http, HttpUriRequestBase request) implements AutoCloseable {
        @Override
        public void close() {
            try {
                if (!isDrainable(http.getEntity())) {
                    // Closing reads to the end, which may never come. After the end, cancelling has no effect.
                    request.cancel();
                }
                http.close();
            } catch (IOException e) {
                LOG.trace("A connection was closed before its response ended: {}", e.toString());
            }
        }

        private static boolean isDrainable(@Nullable HttpEntity entity) {
            return entity == null || (entity.getContentLength() >= 0 && entity.getContentLength() <= MAX_DRAINED_BODY);
        }
    }
}
