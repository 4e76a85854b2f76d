package dev.mooring.mcp.client.http;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.Call;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.wire.HeaderText;
import java.net.URI;
import org.apache.hc.client5.http.classic.methods.HttpDelete;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.jspecify.annotations.Nullable;

/** Makes the HTTP requests of one connection, with the headers of its era. */
final class Requests {
    private static final String ACCEPT_BOTH = "application/json, text/event-stream";
    private static final String VERSION = "MCP-Protocol-Version";
    static final String SESSION = "Mcp-Session-Id";

    private final ServerLocation.Remote server;

    Requests(ServerLocation.Remote server) {
        this.server = server;
    }

    HttpPost post(URI address, byte[] body) {
        HttpPost post = withOwnHeaders(new HttpPost(address));
        post.setHeader("Accept", ACCEPT_BOTH);
        post.setEntity(new ByteArrayEntity(body, ContentType.APPLICATION_JSON));
        return post;
    }

    HttpGet get(URI address, @Nullable String lastEventId) {
        HttpGet get = withOwnHeaders(new HttpGet(address));
        get.setHeader("Accept", "text/event-stream");
        if (lastEventId != null) {
            get.setHeader("Last-Event-ID", lastEventId);
        }
        return get;
    }

    HttpDelete delete(URI address) {
        return withOwnHeaders(new HttpDelete(address));
    }

    private <R extends HttpUriRequestBase> R withOwnHeaders(R request) {
        server.headers().forEach(request::setHeader);
        return request;
    }

    static void addModernHeaders(HttpUriRequestBase request, Call call) {
        request.setHeader(VERSION, String.valueOf(call.version()));
        request.setHeader("Mcp-Method", call.method());
        String name = switch (call.method()) {
            case Methods.TOOLS_CALL, Methods.PROMPTS_GET -> Json.stringAt(call.params(), "name");
            case Methods.RESOURCES_READ -> Json.stringAt(call.params(), "uri");
            default -> null;
        };
        if (name != null) {
            request.setHeader("Mcp-Name", HeaderText.encode(name));
        }
        call.headers().forEach(request::setHeader);
    }

    static void addLegacyHeaders(HttpUriRequestBase request, @Nullable String version, @Nullable String session) {
        if (version != null) {
            request.setHeader(VERSION, version);
        }
        if (session != null) {
            request.setHeader(SESSION, session);
        }
    }
}
