package dev.mooring.mcp.server.http;

import java.io.IOException;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** Answers HTTP requests beside the MCP endpoints. Thread-safe. */
@FunctionalInterface
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface WebHandler {
    /**
     * Answers a request. May block: each request has its own thread.
     *
     * @return the response, or null if this handler does not serve the path, so that the next handler is called
     * @throws WebRequest.TooLarge if the body is too large; the client gets status 413
     * @throws IOException if the body cannot be read; the client gets status 400
     */
    @Nullable
    WebResponse handle(WebRequest request) throws IOException;
}
