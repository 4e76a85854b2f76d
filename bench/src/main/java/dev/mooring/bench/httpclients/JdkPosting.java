package dev.mooring.bench.httpclients;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.Executors;

/** The JDK's HTTP client. */
public final class JdkPosting extends Posting {
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();
    private final HttpRequest request;

    public JdkPosting(List<String> arguments) {
        super(arguments.getFirst());
        request = HttpRequest.newBuilder(URI.create(arguments.getFirst()))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(BODY))
                .build();
    }

    @Override
    public void call() throws IOException, InterruptedException {
        try (InputStream in =
                client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body()) {
            check(in);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
