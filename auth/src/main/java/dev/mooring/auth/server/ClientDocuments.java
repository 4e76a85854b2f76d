package dev.mooring.auth.server;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.MalformedJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Fetches client ID metadata documents. A client id is the https URL of a document that describes the client. An attacker
 * can choose the URL, so the connection goes only to addresses on the internet: every address of the host is checked, and
 * the connection uses an address that was checked. Redirects and proxies are not used. Time and size are limited.
 * Thread-safe.
 */
final class ClientDocuments {
    private static final int MAX_BYTES = 64 * 1024;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration LIFETIME = Duration.ofMinutes(10);
    private static final int MAX_CACHED = 500;
    private static final int MAX_CONNECTIONS = 10;

    private static final ScheduledThreadPoolExecutor DEADLINES = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("client-document-deadlines").factory());

    private final Resolver resolver;
    private final Predicate<InetAddress> isAllowed;
    private final Duration maxDuration;
    private final CloseableHttpClient http;
    private final Cache<String, Client> known = Caffeine.newBuilder()
            .maximumSize(MAX_CACHED)
            .expireAfterWrite(LIFETIME)
            .build();

    /** Finds the addresses of a host. */
    @FunctionalInterface
    interface Resolver {
        /** Returns all addresses of a host. */
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    /** Thrown if a document cannot be used. The message is for people. */
    static final class UnusableDocument extends Exception {
        private static final long serialVersionUID = 1;

        UnusableDocument(String message) {
            super(message);
        }
    }

    /**
     * @param resolver finds the addresses of a host
     * @param isAllowed whether a connection may go to an address
     * @param trust the certificates to trust; null for those of the Java runtime
     * @param maxDuration limit on the duration of a request
     */
    ClientDocuments(
            Resolver resolver, Predicate<InetAddress> isAllowed, @Nullable SSLContext trust, Duration maxDuration) {
        this.resolver = resolver;
        this.isAllowed = isAllowed;
        this.maxDuration = maxDuration;
        Timeout timeout = Timeout.of(maxDuration);
        var connections = PoolingHttpClientConnectionManagerBuilder.create()
                .setDnsResolver(new CheckedAddresses())
                .setTlsSocketStrategy(
                        trust == null ? DefaultClientTlsStrategy.createDefault() : new DefaultClientTlsStrategy(trust))
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(timeout)
                        .setSocketTimeout(timeout)
                        .build())
                .setMaxConnTotal(MAX_CONNECTIONS)
                .setMaxConnPerRoute(MAX_CONNECTIONS)
                .build();
        http = HttpClients.custom()
                .setConnectionManager(connections)
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setResponseTimeout(timeout)
                        .setConnectionRequestTimeout(timeout)
                        .build())
                .setUserAgent("mooring")
                .build();
    }

    /** Returns a source that connects only to addresses on the internet. */
    static ClientDocuments ofInternet() {
        return new ClientDocuments(InetAddress::getAllByName, PublicAddresses::contains, null, TIMEOUT);
    }

    /** Resolves a host and checks all its addresses. The connection uses the result, so it cannot go elsewhere. */
    private final class CheckedAddresses implements DnsResolver {
        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            InetAddress[] addresses = resolver.resolve(host);
            for (InetAddress address : addresses) {
                if (!isAllowed.test(address)) {
                    throw new UnknownHostException("its host is not on the internet");
                }
            }
            return addresses;
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }

    /** Returns the client whose id is the URL of its metadata document, from the cache or the network. */
    Client fetch(String clientId) throws UnusableDocument {
        Client cached = known.getIfPresent(clientId);
        if (cached != null) {
            return cached;
        }
        URI address = checked(clientId);
        Client client = read(clientId, address, get(address));
        known.put(clientId, client);
        return client;
    }

    private static URI checked(String clientId) throws UnusableDocument {
        URI uri = RedirectUris.parse(clientId);
        if (uri == null
                || !"https".equals(uri.getScheme())
                || uri.getHost() == null
                || uri.getRawUserInfo() != null
                || uri.getRawFragment() != null
                || uri.getPath().length() <= 1
                || !uri.normalize().equals(uri)) {
            throw new UnusableDocument("The client id is not the https address of a document");
        }
        return uri;
    }

    private byte[] get(URI address) throws UnusableDocument {
        HttpGet request = new HttpGet(address);
        request.setHeader("Accept", "application/json");
        // The socket timeout applies to each read, so a server could send one byte at a time.
        ScheduledFuture<?> deadline =
                DEADLINES.schedule(request::cancel, maxDuration.toMillis(), TimeUnit.MILLISECONDS);
        try (ClassicHttpResponse response = http.executeOpen(null, request, null)) {
            if (response.getCode() != 200) {
                throw new UnusableDocument(
                        "Cannot read the document of the client " + address.getHost() + ": HTTP " + response.getCode());
            }
            byte[] body = body(response.getEntity());
            if (body.length > MAX_BYTES) {
                throw new UnusableDocument("The document of the client " + address.getHost() + " is too large");
            }
            return body;
        } catch (IOException | RuntimeException e) {
            throw new UnusableDocument("Cannot read the document of the client " + address.getHost() + ": "
                    + (request.isCancelled() ? "timeout" : reason(e)));
        } finally {
            deadline.cancel(false);
            request.cancel(); // closes the connection, even if the body was not read to its end
        }
    }

    private static byte[] body(@Nullable HttpEntity entity) throws IOException {
        if (entity == null) {
            return new byte[0];
        }
        try (InputStream in = entity.getContent()) {
            return in.readNBytes(MAX_BYTES + 1);
        }
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static Client read(String clientId, URI address, byte[] body) throws UnusableDocument {
        ObjectNode json;
        try {
            json = Json.parse(body) instanceof ObjectNode object ? object : null;
        } catch (MalformedJson e) {
            json = null;
        }
        if (json == null) {
            throw new UnusableDocument("The document of the client " + address.getHost() + " is not a JSON object");
        }
        if (!clientId.equals(Json.stringAt(json, "client_id"))) {
            throw new UnusableDocument("The document of the client " + address.getHost() + " is for another client id");
        }
        String method = Json.stringAt(json, "token_endpoint_auth_method");
        if (method != null && method.startsWith("client_secret")) {
            throw new UnusableDocument("The document of the client " + address.getHost()
                    + " asks for a client secret, which a public document cannot have");
        }
        List<String> redirectUris = redirectUris(json.path("redirect_uris"));
        if (redirectUris.isEmpty()) {
            throw new UnusableDocument(
                    "The document of the client " + address.getHost() + " has no valid redirect URI");
        }
        String name = Client.displayName(String.valueOf(Json.stringAt(json, "client_name")));
        boolean hasName = Json.stringAt(json, "client_name") != null && !name.isBlank();
        return new Client(clientId, hasName ? name : address.getHost(), redirectUris, address.getHost());
    }

    private static List<String> redirectUris(JsonNode array) {
        List<String> uris = new ArrayList<>();
        array.forEach(item -> {
            if (item.isString() && RedirectUris.isAcceptable(item.stringValue())) {
                uris.add(item.stringValue());
            }
        });
        return uris;
    }
}
