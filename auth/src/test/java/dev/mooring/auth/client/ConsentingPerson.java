package dev.mooring.auth.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A browser whose person agrees to everything: follows redirects from the sign-in page to the client, with cookies.
 */
public final class ConsentingPerson implements SignInPage {
    private static final int MAX_REDIRECTS = 20;

    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<String, String> cookies = new LinkedHashMap<>();
    private final List<URI> pages = new CopyOnWriteArrayList<>();

    @Override
    public synchronized void show(URI page, Predicate<String> pastedResponse) throws InterruptedException {
        pages.add(page);
        URI next = page;
        for (int i = 0; i < MAX_REDIRECTS; i++) {
            HttpResponse<String> response = get(next);
            if (response.statusCode() >= 400) {
                throw new IllegalStateException(next + " answered " + response.statusCode() + ": " + response.body());
            }
            String location = response.headers().firstValue("Location").orElse(null);
            if (location == null) {
                return;
            }
            next = next.resolve(location);
        }
        throw new IllegalStateException("too many redirects from " + page);
    }

    private HttpResponse<String> get(URI address) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(address);
        if (!cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                            .collect(Collectors.joining("; ")));
        }
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            for (String cookie : response.headers().allValues("Set-Cookie")) {
                String[] parts = cookie.split(";", 2)[0].split("=", 2);
                if (parts[1].isEmpty()) {
                    cookies.remove(parts[0]);
                } else {
                    cookies.put(parts[0], parts[1]);
                }
            }
            return response;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the pages that were shown. */
    public List<URI> pages() {
        return pages;
    }
}
