package dev.mooring.bench.contender;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.bench.fork.Contender;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;

/** Sends the same bytes repeatedly, with the HTTP client in Mooring's configuration. */
public final class BarePost implements Contender {
    private final URI address;
    private final Map<String, String> headers;
    private final byte[] request;
    private final byte[] expected;
    private final CloseableHttpClient client = ConfiguredApache.client();

    /** @param arguments an address and a file with a {@link RecordedExchange} */
    public BarePost(List<String> arguments) throws IOException {
        address = URI.create(arguments.get(0));
        RecordedExchange exchange = RecordedExchange.load(Path.of(arguments.get(1)));
        headers = new LinkedHashMap<>(exchange.requestHeaders());
        headers.remove("Content-Type"); // the entity brings it
        request = exchange.request().getBytes(UTF_8);
        expected = exchange.answer().getBytes(UTF_8);
    }

    @Override
    public void call() throws IOException {
        HttpPost post = new HttpPost(address);
        headers.forEach(post::setHeader);
        post.setEntity(new ByteArrayEntity(request, ContentType.APPLICATION_JSON));
        try (ClassicHttpResponse response = client.executeOpen(null, post, null)) {
            HttpEntity entity = response.getEntity();
            try (InputStream in = entity.getContent()) {
                if (in.readAllBytes().length != expected.length) {
                    throw new IOException("not the answer: HTTP " + response.getCode());
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
