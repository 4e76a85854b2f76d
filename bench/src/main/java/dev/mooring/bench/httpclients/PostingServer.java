package dev.mooring.bench.httpclients;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.bench.contender.BenchServer;
import dev.mooring.bench.contender.PlainJetty;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;

/** A server that replies to a POST with a little JSON or with a stream of events. */
public final class PostingServer implements BenchServer {
    static final String ONE = "/one";
    static final String EVENTS = "/events";
    static final int COUNT = 1000;
    static final String MESSAGE =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"" + "a".repeat(100)
                    + "\"}]}}";

    private final PlainJetty jetty;

    public PostingServer(List<String> arguments) throws Exception {
        jetty = new PlainJetty(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                Content.Source.asByteBuffer(request);
                if (Request.getPathInContext(request).equals(EVENTS)) {
                    events(response, callback);
                } else {
                    response.getHeaders().put("Content-Type", "application/json");
                    response.write(true, ByteBuffer.wrap(MESSAGE.getBytes(UTF_8)), callback);
                }
                return true;
            }
        });
    }

    /** Writes ten events at a time, like a busy server. */
    private static void events(Response response, Callback callback) throws Exception {
        byte[] ten = ("event: message\ndata: " + MESSAGE + "\n\n").repeat(10).getBytes(UTF_8);
        response.getHeaders().put("Content-Type", "text/event-stream");
        for (int i = 0; i < COUNT; i += 10) {
            try (Blocker.Callback written = Blocker.callback()) {
                response.write(false, ByteBuffer.wrap(ten), written);
                written.block();
            }
        }
        response.write(true, ByteBuffer.allocate(0), callback);
    }

    @Override
    public URI address() {
        return jetty.uri("");
    }

    @Override
    public void close() throws IOException {
        jetty.close();
    }
}
