package dev.mooring.bench.httpclients;

import io.helidon.http.HeaderNames;
import io.helidon.webclient.api.HttpClientResponse;
import io.helidon.webclient.api.WebClient;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** Helidon's web client. */
public final class HelidonPosting extends Posting {
    private final WebClient client;

    public HelidonPosting(List<String> arguments) {
        super(arguments.getFirst());
        client = WebClient.builder()
                .baseUri(arguments.getFirst())
                .connectionCacheSize(20_000)
                .build();
    }

    @Override
    public void call() throws IOException {
        try (HttpClientResponse response = client.post()
                        .header(HeaderNames.CONTENT_TYPE, "application/json")
                        .submit(BODY);
                InputStream in = response.inputStream()) {
            check(in);
        }
    }

    @Override
    public void close() {
        client.closeResource();
    }
}
