package dev.mooring.mcp.server.http.engine;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first handler of every request. Records the progress of its connection. Answers failures itself, because Jetty would
 * log the address, which can contain a secret.
 */
final class RequestEntry extends Handler.Wrapper {
    private static final Logger LOG = LoggerFactory.getLogger(RequestEntry.class);

    private final RequestObserver observer;

    RequestEntry(RequestObserver observer, Handler next) {
        super(next);
        this.observer = observer;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        observer.onStart(request);
        Request.addCompletionListener(request, _ -> observer.onEnd(request, response));
        return request.getConnectionMetaData().getConnection().getEndPoint() instanceof WatchedEndPoint endPoint
                ? serve(measured(request, endPoint.progress()), response, callback)
                : serve(request, response, callback);
    }

    private Request measured(Request request, ConnectionProgress progress) {
        boolean hasBody = request.getLength() > 0
                || (request.getLength() < 0 && request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING));
        progress.requestStarted(hasBody, System.nanoTime());
        Request.addCompletionListener(
                request, _ -> progress.requestEnded(observer.isAccepted(request), System.nanoTime()));
        return hasBody ? new MeasuredRequest(request, progress) : request;
    }

    private boolean serve(Request request, Response response, Callback callback) {
        try {
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

    /** Records when the body has arrived. */
    private static final class MeasuredRequest extends Request.Wrapper {
        private final ConnectionProgress progress;

        MeasuredRequest(Request request, ConnectionProgress progress) {
            super(request);
            this.progress = progress;
        }

        @Override
        public Content.Chunk read() {
            Content.Chunk chunk = super.read();
            if (chunk != null && chunk.isLast()) {
                progress.bodyEnded(System.nanoTime());
            }
            return chunk;
        }
    }
}
