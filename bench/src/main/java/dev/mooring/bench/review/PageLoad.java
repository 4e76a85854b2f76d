package dev.mooring.bench.review;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A loaded review page, which sends decisions as its script does. */
final class PageLoad {
    private final HttpClient client;
    private final URI address;
    private final String cookie;
    private final String page;

    private PageLoad(HttpClient client, URI address, String cookie, String page) {
        this.client = client;
        this.address = address;
        this.cookie = cookie;
        this.page = page;
    }

    /** Signs in with a link, and returns the cookie. */
    static String signIn(HttpClient client, URI link) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(link.resolve("/login"))
                .header("Origin", "http://" + link.getAuthority())
                .POST(HttpRequest.BodyPublishers.ofString(link.getFragment()))
                .build();
        String cookie = client.send(request, BodyHandlers.discarding())
                .headers()
                .firstValue("Set-Cookie")
                .orElseThrow(() -> new IOException("The link does not sign in"));
        return cookie.replaceFirst(";.*", "");
    }

    static PageLoad open(HttpClient client, URI address, String cookie) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address.resolve("/"))
                .header("Cookie", cookie)
                .build();
        return new PageLoad(
                client,
                address,
                cookie,
                client.send(request, BodyHandlers.ofString()).body());
    }

    /** Returns the suggestions of the document, in the order of its text. */
    List<String> suggestions() {
        return Pattern.compile("data-ids=\"([^\"]+)\"")
                .matcher(page)
                .results()
                .flatMap(found -> Pattern.compile(" ").splitAsStream(found.group(1)))
                .toList();
    }

    void accept(String path, String id) throws IOException, InterruptedException {
        String body = "{\"decision\":\"accept\",\"suggestions\":[{\"path\":\"" + path + "\",\"id\":\"" + id + "\"}]}";
        HttpRequest request = HttpRequest.newBuilder(address.resolve("/review/decide"))
                .header("Cookie", cookie)
                .header("Origin", "http://" + address.getAuthority())
                .header("X-CSRF-Token", csrfToken())
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        String answer = client.send(request, BodyHandlers.ofString()).body();
        if (!answer.contains("\"done\":1")) {
            throw new IOException("Unexpected reply to the decision: " + answer);
        }
    }

    private String csrfToken() throws IOException {
        Matcher token =
                Pattern.compile("name=\"csrf-token\" content=\"([^\"]+)\"").matcher(page);
        if (!token.find()) {
            throw new IOException("Not the review page: " + page);
        }
        return token.group(1);
    }
}
