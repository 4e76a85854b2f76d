package dev.mooring.mcp.server.http.engine;

import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Answers requests that no handler has answered with a JSON-RPC error: the HTTP status, without internal details. */
final class JsonErrorHandler extends ErrorHandler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        int code = status >= 500 ? McpError.INTERNAL_ERROR : McpError.INVALID_REQUEST;
        Responses.json(
                response,
                callback,
                status,
                new Message.ErrorResponse(null, new McpError(code, HttpStatus.getMessage(status))).toBytes());
        return true;
    }
}
