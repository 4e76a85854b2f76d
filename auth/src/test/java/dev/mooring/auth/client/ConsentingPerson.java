package dev.mooring.auth.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** A browser whose person agrees to everything: follows redirects from the sign-in page to the client. */
public final class ConsentingPerson implements SignInPage {
    private final HttpClient http =
            HttpClient.newBuilder().followRedirects(HttpClient.Redirect.ALWAYS).build();
    private final List<URI> pages = new CopyOnWriteArrayList<>();

    @Override
    public void show(URI page, Predicate<String> pastedResponse) throws InterruptedException {
        pages.add(page);
        try {
            http.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.discarding());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the pages that were shown. */
    public List<URI> pages() {
        return pages;
    }
}
