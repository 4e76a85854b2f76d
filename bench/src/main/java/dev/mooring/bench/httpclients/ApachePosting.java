package dev.mooring.bench.httpclients;

import dev.mooring.bench.contender.ConfiguredApache;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;

/** Apache HttpClient 5, classic. */
public final class ApachePosting extends Posting {
    private final String address;
    private final CloseableHttpClient client = ConfiguredApache.client();

    public ApachePosting(List<String> arguments) {
        super(arguments.getFirst());
        address = arguments.getFirst();
    }

    @Override
    public void call() throws IOException {
        HttpPost post = new HttpPost(address);
        post.setEntity(new ByteArrayEntity(BODY, ContentType.APPLICATION_JSON));
        try (ClassicHttpResponse response = client.executeOpen(null, post, null)) {
            HttpEntity entity = response.getEntity();
            try (InputStream in = entity.getContent()) {
                check(in);
            }
        }
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
