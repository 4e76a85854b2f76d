package dev.mooring.bench.contender;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** A bare Jetty handler that reads the request and replies with fixed bytes. */
public final class BareServer implements BenchServer {
    private final PlainJetty jetty;

    /** @param arguments a file with a {@link RecordedExchange} */
    public BareServer(List<String> arguments) throws Exception {
        RecordedExchange exchange = RecordedExchange.load(Path.of(arguments.getFirst()));
        byte[] answer = exchange.answer().getBytes(UTF_8);
        jetty = new PlainJetty(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                Content.Source.asByteBuffer(request);
                exchange.answerHeaders().forEach(response.getHeaders()::put);
                response.write(true, ByteBuffer.wrap(answer), callback);
                return true;
            }
        });
    }

    @Override
    public URI address() {
        return jetty.uri("/mcp");
    }

    @Override
    public void close() throws IOException {
        jetty.close();
    }
}
