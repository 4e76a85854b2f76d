package dev.mooring.app.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.server.http.AccessLogEntry;
import dev.mooring.mcp.server.http.HttpServer;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page behind a {@link PageGuard}, and requests to it. */
final class GuardedPage {
    /** The headers of a request from the page itself. */
    static final String HERE = "Host: localhost:1\r\nOrigin: http://localhost:1\r\n";

    /** The headers of a form on the page. */
    static final String FORM = HERE + "Content-Type: application/x-www-form-urlencoded\r\n";

    private GuardedPage() {}

    /** A server with one page, which shows the user's name and CSRF token. */
    static HttpServer serve(Optional<URI> publicUrl, PageAccess access) throws IOException {
        return serve(publicUrl, access, GuardedPage::page, _ -> {});
    }

    private static WebResponse page(WebRequest request, PageUser visitor) {
        return PageResponse.html(200, new Html().text("name=" + visitor.name() + " form=" + visitor.csrfToken() + "."));
    }

    /** A server with pages. */
    static HttpServer serve(
            Optional<URI> publicUrl, PageAccess access, PageGuard.Pages pages, Consumer<AccessLogEntry> log)
            throws IOException {
        var where = new WebAddress("127.0.0.1", 0, publicUrl);
        return where.listen(
                HttpServer.builder().web(new PageGuard(where, access, pages)).accessLog(log));
    }

    /** Sends a request and returns the whole response. */
    static String ask(HttpServer server, String method, String path, String headers, String body) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            String request = method + " " + path + " HTTP/1.1\r\nConnection: close\r\n" + headers + "Content-Length: "
                    + body.length() + "\r\n\r\n" + body;
            socket.getOutputStream().write(request.getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    /** Returns the first group of a pattern that a text must match. */
    static String found(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
        return matcher.group(1);
    }
}
