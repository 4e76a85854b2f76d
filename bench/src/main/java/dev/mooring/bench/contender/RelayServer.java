package dev.mooring.bench.contender;

import dev.mooring.mcp.server.http.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * A relay that forwards each POST to an upstream server and returns the answer, without knowing MCP. It uses the web
 * server of the gateway, with the same threads, and the HTTP client in the same configuration. So it is the lower bound of what
 * a gateway over HTTP costs.
 */
public final class RelayServer implements BenchServer {
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
        Handler relay = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws IOException {
                if (request.getMethod().equals("POST")) {
                    relay(request, response, callback);
                } else {
                    Response.writeError(request, response, callback, HttpStatus.METHOD_NOT_ALLOWED_405);
                }
                return true;
            }
        };
        http = HttpServer.builder().handler(relay).start();
    }

    private void relay(Request request, Response response, Callback callback) throws IOException {
        byte[] body = BufferUtil.toArray(Content.Source.asByteBuffer(request));
        HttpPost post = new HttpPost(upstream);
        for (HttpField header : request.getHeaders()) {
            if (!HOP_BY_HOP.contains(header.getName())) {
                post.addHeader(header.getName(), header.getValue());
            }
        }
        post.setEntity(new ByteArrayEntity(body, null));
        try (ClassicHttpResponse answer = client.executeOpen(null, post, null)) {
            response.setStatus(answer.getCode());
            for (Header header : answer.getHeaders()) {
                if (!HOP_BY_HOP.contains(header.getName())) {
                    response.getHeaders().add(header.getName(), header.getValue());
                }
            }
            response.write(true, ByteBuffer.wrap(bodyOf(answer)), callback);
        }
    }

    private static byte[] bodyOf(ClassicHttpResponse answer) throws IOException {
        HttpEntity entity = answer.getEntity();
        if (entity == null) {
            return new byte[0];
        }
        try (InputStream in = entity.getContent()) {
            return in.readAllBytes();
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
