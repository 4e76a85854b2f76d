package dev.mooring.app.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A load balancer without sticky sessions: each request goes to a random backend that accepts connections. A request is sent
 * once. If its connection breaks, the client gets the status 502.
 */
final class LoadBalancer implements AutoCloseable {
    private static final Set<String> HOP_BY_HOP =
            Set.of("connection", "host", "content-length", "transfer-encoding", "upgrade", "expect");

    private final HttpServer server;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();
    private final List<URI> backends;
    private final Set<InputStream> open = ConcurrentHashMap.newKeySet();

    LoadBalancer(List<URI> backends) throws IOException {
        this.backends = List.copyOf(backends);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
    }

    URI address(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    /** Cuts all connections to the backends. */
    void cutConnections() throws IOException {
        for (InputStream body : open) {
            body.close();
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            HttpResponse<InputStream> response = send(exchange, body);
            if (response == null) {
                exchange.sendResponseHeaders(502, -1);
                return;
            }
            copy(response, exchange);
        }
    }

    private void copy(HttpResponse<InputStream> response, HttpExchange exchange) throws IOException {
        try (InputStream from = response.body()) {
            open.add(from);
            response.headers().map().forEach((name, values) -> {
                if (!HOP_BY_HOP.contains(name.toLowerCase(Locale.ROOT))) {
                    exchange.getResponseHeaders().put(name, values);
                }
            });
            boolean hasBody = response.statusCode() != 202 && response.statusCode() != 204;
            exchange.sendResponseHeaders(response.statusCode(), hasBody ? 0 : -1);
            if (!hasBody) {
                return;
            }
            OutputStream to = exchange.getResponseBody();
            byte[] buffer = new byte[8192];
            int read = from.read(buffer);
            while (read >= 0) {
                to.write(buffer, 0, read);
                to.flush();
                read = from.read(buffer);
            }
        } finally {
            open.remove(response.body());
        }
    }

    /** Returns null if the connection to a backend broke, or no backend accepts connections. */
    private @Nullable HttpResponse<InputStream> send(HttpExchange exchange, byte[] body) throws IOException {
        int first = ThreadLocalRandom.current().nextInt(backends.size());
        for (int i = 0; i < backends.size(); i++) {
            URI backend = backends.get((first + i) % backends.size());
            HttpRequest.Builder request = HttpRequest.newBuilder(
                            backend.resolve(exchange.getRequestURI().toString()))
                    .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
            exchange.getRequestHeaders().forEach((name, values) -> {
                if (!HOP_BY_HOP.contains(name.toLowerCase(Locale.ROOT))) {
                    values.forEach(value -> request.header(name, value));
                }
            });
            try {
                return client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            } catch (ConnectException e) {
                // Nothing was sent: the next one.
            } catch (IOException e) {
                return null;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return null;
            }
        }
        return null;
    }

    @Override
    public void close() {
        server.stop(0);
        client.shutdownNow();
    }
}
