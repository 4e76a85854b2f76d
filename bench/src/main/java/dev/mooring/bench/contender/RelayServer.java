package dev.mooring.bench.contender;

import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;

/**
 * A relay that forwards each POST to an upstream server and returns the answer, without knowing MCP. It uses the web
 * server of the gateway, with the same threads, and the HTTP client in the same configuration. So it is the lower bound of what
 * a gateway over HTTP costs.
 */
public final class RelayServer implements BenchServer {
    private static final int MAX_BODY_BYTES = 64 * 1024 * 1024;
    private static final Set<String> HOP_BY_HOP = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    static {
        HOP_BY_HOP.addAll(List.of(
                "Host", "Content-Length", "Connection", "Keep-Alive", "Transfer-Encoding", "User-Agent", "Date"));
    }

    private final URI upstream;
    private final CloseableHttpClient client = ConfiguredApache.client();
    private final HttpServer http;

    /** @param arguments the address of the upstream server */
    public RelayServer(List<String> arguments) throws IOException {
        upstream = URI.create(arguments.getFirst());
        http = HttpServer.builder().web(this::relay).start();
    }

    private WebResponse relay(WebRequest request) throws IOException {
        if (!request.method().equals("POST")) {
            return WebResponse.of(405);
        }
        HttpPost post = new HttpPost(upstream);
        for (WebResponse.Header header : request.headers()) {
            if (!HOP_BY_HOP.contains(header.name())) {
                post.addHeader(header.name(), header.value());
            }
        }
        post.setEntity(new ByteArrayEntity(request.body(MAX_BODY_BYTES), null));
        try (ClassicHttpResponse answer = client.executeOpen(null, post, null)) {
            WebResponse response = withBody(answer);
            for (Header header : answer.getHeaders()) {
                if (!HOP_BY_HOP.contains(header.getName()) && !header.getName().equalsIgnoreCase("Content-Type")) {
                    response = response.with(header.getName(), header.getValue());
                }
            }
            return response;
        }
    }

    private static WebResponse withBody(ClassicHttpResponse answer) throws IOException {
        HttpEntity entity = answer.getEntity();
        if (entity == null) {
            return WebResponse.of(answer.getCode());
        }
        try (InputStream in = entity.getContent()) {
            String type = Objects.requireNonNullElse(entity.getContentType(), "application/octet-stream");
            return WebResponse.of(answer.getCode(), type, in.readAllBytes());
        }
    }

    @Override
    public URI address() {
        return http.uri("/mcp");
    }

    @Override
    public void close() throws IOException {
        try (client) {
            http.close();
        }
    }
}
