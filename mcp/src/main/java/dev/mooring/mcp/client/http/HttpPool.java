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

/** The connections of all sessions of this program. A session itself owns neither a connection nor a thread. */
final class HttpPool {
    private static final int MAX_CONNECTIONS = 20_000;
    private static final Timeout CONNECT_TIMEOUT = Timeout.ofSeconds(10);
    private static final TimeValue TRUSTED_FOR = TimeValue.ofMilliseconds(500);
    private static final TimeValue KEPT_IDLE = TimeValue.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(HttpPool.class);
    private static final int SHORT_BODY = 4096;

    /** Without limits a server could fill the memory before its response even begins. */
    private static final int MAX_HEADERS = 200;

    private static final int MAX_HEADER_LINE = 64 * 1024;

    private static final HttpPool SHARED = new HttpPool();

    private final CloseableHttpClient client;

    private HttpPool() {
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
                .setValidateAfterInactivity(TRUSTED_FOR)
                .build());
        client = HttpClients.custom()
                .setConnectionManager(connections)
                .useSystemProperties()
                .setRoutePlanner(new ProxyRoutes())
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
                Thread.sleep(KEPT_IDLE.toDuration());
                connections.closeIdle(KEPT_IDLE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static HttpPool shared() {
        return SHARED;
    }

    /** Sends a request; the answer must be closed, and gives its connection back if it was read to the end. */
    Answer send(HttpUriRequestBase request) throws IOException {
        try {
            return new Answer(client.executeOpen(null, request, null), request);
        } catch (RuntimeException e) {
            if (request.isCancelled()) {
                // The client stumbles when a request is cancelled just while it gets its connection.
                throw new IOException("the request was cancelled", e);
            }
            throw e;
        }
    }

    /** A response whose closing cannot fail: by then, what could be read was read. */
    record Answer(ClassicHttpResponse http, HttpUriRequestBase request) implements AutoCloseable {
        @Override
        public void close() {
            try {
                if (!isShort(http.getEntity())) {
                    // Closing would read to the end, which may never come. Where it has come, this does nothing.
                    request.cancel();
                }
                http.close();
            } catch (IOException e) {
                LOG.trace("a connection was closed before its response ended: {}", e.toString());
            }
        }

        private static boolean isShort(@Nullable HttpEntity entity) {
            return entity == null || (entity.getContentLength() >= 0 && entity.getContentLength() <= SHORT_BODY);
        }
    }
}
