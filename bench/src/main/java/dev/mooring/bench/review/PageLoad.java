package dev.mooring.bench.review;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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

    static PageLoad pay(HttpClient client, URI address) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                client.send(HttpRequest.newBuilder(address.resolve("/")).build(), BodyHandlers.ofString());
        String cookie = answer.headers().firstValue("Set-Cookie").orElse("");
        return new PageLoad(client, address, cookie.replaceFirst(";.*", ""), answer.body());
    }

    /** The suggestions of the document, in the order of its text. */
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
                .header("X-Form-Token", formToken())
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        String answer = client.send(request, BodyHandlers.ofString()).body();
        if (!answer.contains("\"done\":1")) {
            throw new IOException("Unexpected reply to the decision: " + answer);
        }
    }

    private String formToken() throws IOException {
        Matcher token =
                Pattern.compile("name=\"form-token\" content=\"([^\"]+)\"").matcher(page);
        if (!token.find()) {
            throw new IOException("Not the review page: " + page);
        }
        return token.group(1);
    }
}
