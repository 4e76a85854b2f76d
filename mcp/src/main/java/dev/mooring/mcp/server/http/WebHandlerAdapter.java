package dev.mooring.mcp.server.http;

import dev.mooring.mcp.server.http.engine.Responses;
import java.io.IOException;
import java.io.OutputStream;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Lets Jetty call a {@link WebHandler}, on the thread of the request. */
final class WebHandlerAdapter extends Handler.Abstract {
    private final WebHandler handler;

    WebHandlerAdapter(WebHandler handler) {
        this.handler = handler;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        var asked = new WebRequest(request);
        WebResponse answer;
        try {
            answer = handler.handle(asked);
        } catch (WebRequest.TooLarge e) {
            Responses.error(response, callback, HttpStatus.PAYLOAD_TOO_LARGE_413, String.valueOf(e.getMessage()));
            return true;
        } catch (IOException e) {
            Responses.error(response, callback, HttpStatus.BAD_REQUEST_400, "the body cannot be read");
            return true;
        }
        if (answer == null) {
            return false;
        }
        if (!asked.hidesPath()
                && answer.status() != HttpStatus.NOT_FOUND_404) { // an unknown path can contain a mistyped secret
            RequestInfo.setLoggedPath(request, Request.getPathInContext(request));
        }
        response.setStatus(answer.status());
        answer.headers().forEach(header -> response.getHeaders().add(header.name(), header.value()));
        WebResponse.BodyWriter writer = answer.writer();
        if (writer == null) {
            Responses.write(response, answer.content(), callback);
        } else {
            stream(writer, response, callback);
        }
        return true;
    }

    private static void stream(WebResponse.BodyWriter writer, Response response, Callback callback) {
        try (OutputStream body = Content.Sink.asOutputStream(response)) {
            writer.writeTo(body);
        } catch (IOException e) {
            callback.failed(e);
            return;
        }
        callback.succeeded();
    }
}
