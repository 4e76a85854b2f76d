package dev.mooring.auth.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A browser whose person agrees to everything: follows redirects from the sign-in page to the client, with cookies, and
 * submits the forms on the way.
 */
public final class ConsentingPerson implements SignInPage {
    private static final int MAX_REQUESTS = 20;
    private static final Pattern FORM =
            Pattern.compile("<form[^>]*\\saction=\"([^\"]*)\"[^>]*>(.*?)</form>", Pattern.DOTALL);
    private static final Pattern HIDDEN =
            Pattern.compile("<input[^>]*type=\"hidden\"[^>]*name=\"([^\"]*)\"[^>]*value=\"([^\"]*)\"");

    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<String, String> input;
    private final Map<String, String> cookies = new LinkedHashMap<>();
    private final List<URI> pages = new CopyOnWriteArrayList<>();

    public ConsentingPerson() {
        this(Map.of());
    }

    /** Creates a person who fills fields of forms, such as a password. */
    public ConsentingPerson(Map<String, String> input) {
        this.input = input;
    }

    @Override
    public synchronized void show(URI page, Predicate<String> pastedResponse) throws InterruptedException {
        pages.add(page);
        URI next = page;
        String form = null;
        for (int i = 0; i < MAX_REQUESTS; i++) {
            HttpResponse<String> response = send(next, form);
            if (response.statusCode() >= 400) {
                throw new IllegalStateException(next + " answered " + response.statusCode() + ": " + response.body());
            }
            String location = response.headers().firstValue("Location").orElse(null);
            Matcher found = FORM.matcher(response.body());
            if (location != null) {
                next = next.resolve(location);
                form = null;
            } else if (found.find()) {
                next = next.resolve(found.group(1).replace("&amp;", "&"));
                form = filled(found.group(2));
            } else {
                return;
            }
        }
        throw new IllegalStateException("too many requests from " + page);
    }

    private String filled(String form) {
        Map<String, String> fields = new LinkedHashMap<>(input);
        Matcher hidden = HIDDEN.matcher(form);
        while (hidden.find()) {
            fields.put(hidden.group(1), hidden.group(2));
        }
        return fields.entrySet().stream()
                .map(field ->
                        URLEncoder.encode(field.getKey(), UTF_8) + "=" + URLEncoder.encode(field.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
    }

    private HttpResponse<String> send(URI address, @Nullable String form) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(address);
        if (form != null) {
            request.header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(HttpRequest.BodyPublishers.ofString(form));
        }
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
