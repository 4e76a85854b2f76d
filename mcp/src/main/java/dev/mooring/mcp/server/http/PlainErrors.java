package dev.mooring.mcp.server.http;

import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** What a visitor reads where no handler answered: the status in words, and nothing of the program's inside. */
final class PlainErrors extends ErrorHandler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        int code = status >= 500 ? McpError.INTERNAL_ERROR : McpError.INVALID_REQUEST;
        Replies.json(
                response,
                callback,
                status,
                new Message.Failure(null, new McpError(code, HttpStatus.getMessage(status))).toBytes());
        return true;
    }
}
