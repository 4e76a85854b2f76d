package dev.mooring.mcp.server.http.engine;

import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The first handler of every request. Answers failures itself, because Jetty would log the address, and a secret in it. */
final class RequestEntry extends Handler.Wrapper {
    private static final Logger LOG = LoggerFactory.getLogger(RequestEntry.class);

    private final Consumer<Request> preparation;

    RequestEntry(Consumer<Request> preparation, Handler next) {
        super(next);
        this.preparation = preparation;
    }

    @Override
    @SuppressWarnings("CatchingUnchecked") // also errors: Jetty would log them with the address
    public boolean handle(Request request, Response response, Callback callback) {
        try {
            preparation.accept(request);
            return super.handle(request, response, callback);
        } catch (Throwable e) {
            LOG.error("{} request failed", request.getMethod(), e);
            if (response.isCommitted()) {
                callback.failed(e);
            } else {
                Responses.error(
                        response, callback, HttpStatus.INTERNAL_SERVER_ERROR_500, "the server failed; see its log");
            }
            return true;
        }
    }
}
