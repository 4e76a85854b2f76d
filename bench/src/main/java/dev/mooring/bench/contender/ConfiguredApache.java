package dev.mooring.bench.contender;

import java.nio.channels.SocketChannel;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** Apache's HTTP client, configured like Mooring's client. */
public final class ConfiguredApache {
    private ConfiguredApache() {}

    public static CloseableHttpClient client() {
        var connections = new PoolingHttpClientConnectionManager(
                new DefaultHttpClientConnectionOperator(
                        proxy -> SocketChannel.open().socket(),
                        DefaultSchemePortResolver.INSTANCE,
                        SystemDefaultDnsResolver.INSTANCE,
                        RegistryBuilder.<TlsSocketStrategy>create().build()),
                PoolConcurrencyPolicy.LAX,
                PoolReusePolicy.LIFO,
                TimeValue.NEG_ONE_MILLISECOND,
                null);
        connections.setMaxTotal(20_000);
        connections.setDefaultMaxPerRoute(20_000);
        connections.setDefaultSocketConfig(SocketConfig.custom()
                .setTcpNoDelay(true)
                .setSoTimeout(Timeout.DISABLED)
                .build());
        connections.setDefaultConnectionConfig(ConnectionConfig.custom()
                .setSocketTimeout(Timeout.DISABLED)
                .setValidateAfterInactivity(TimeValue.ofMilliseconds(500))
                .build());
        return HttpClients.custom()
                .setConnectionManager(connections)
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
    }
}
