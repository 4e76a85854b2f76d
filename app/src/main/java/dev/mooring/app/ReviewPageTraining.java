package dev.mooring.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.app.web.PageGuard;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Somebody who opens the review page and accepts its first suggestion, as a browser would ask for it. */
final class ReviewPageTraining {
    private final URI page;

    ReviewPageTraining(String address) {
        this.page = URI.create(address);
    }

    void pay() throws IOException {
        String visited = ask("GET / HTTP/1.1\r\nAccept: text/html\r\n", "");
        String path = found("data-path=\"([^\"]+)\"", visited);
        ask("GET /review/pending HTTP/1.1\r\n", "");
        ask("GET /review/document?path=" + path + " HTTP/1.1\r\n", "");
        ask("GET /assets/review.js HTTP/1.1\r\n", "");
        ask(
                "POST /review/decide HTTP/1.1\r\nContent-Type: application/json\r\nCookie: "
                        + found("Set-Cookie: ([^;]+)", visited)
                        + "\r\n" + PageGuard.FORM_TOKEN + ": "
                        + found("name=\"form-token\" content=\"([^\"]+)\"", visited)
                        + "\r\n",
                "{\"decision\":\"accept\",\"suggestions\":[{\"path\":\"" + path + "\",\"id\":\""
                        + found("data-card=\"([^\"]+)\"", visited) + "\"}]}");
    }

    /** On a socket of its own, because an HTTP client would only fill the cache with itself. */
    private String ask(String head, String body) throws IOException {
        try (var socket = new Socket(page.getHost(), page.getPort())) {
            String here = page.getAuthority();
            String request = head + "Host: " + here + "\r\nOrigin: http://" + here + "\r\nConnection: close\r\n"
                    + "Content-Length: " + body.length() + "\r\n\r\n" + body;
            socket.getOutputStream().write(request.getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static String found(String pattern, String text) throws IOException {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        if (!matcher.find()) {
            throw new IOException("no " + pattern + " in " + text);
        }
        return matcher.group(1);
    }
}
