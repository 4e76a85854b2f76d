package dev.mooring.mcp.client.http;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.credentials.Credential;
import dev.mooring.mcp.client.transport.Call;
import dev.mooring.mcp.wire.HeaderText;
import java.net.URI;
import org.apache.hc.client5.http.classic.methods.HttpDelete;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.jspecify.annotations.Nullable;

/** Creates the HTTP requests of one connection, with the headers of its era. */
final class HttpRequests {
    private static final String ACCEPT_BOTH = "application/json, text/event-stream";
    private static final String VERSION_HEADER = "MCP-Protocol-Version";
    static final String SESSION_HEADER = "Mcp-Session-Id";

    private final HttpTarget target;

    HttpRequests(HttpTarget target) {
        this.target = target;
    }

    HttpPost post(URI address, byte[] body) {
        HttpPost post = withConfiguredHeaders(new HttpPost(address));
        post.setHeader("Accept", ACCEPT_BOTH);
        post.setEntity(new ByteArrayEntity(body, ContentType.APPLICATION_JSON));
        return post;
    }

    HttpGet get(URI address, @Nullable String lastEventId) {
        HttpGet get = withConfiguredHeaders(new HttpGet(address));
        get.setHeader("Accept", "text/event-stream");
        if (lastEventId != null) {
            get.setHeader("Last-Event-ID", lastEventId);
        }
        return get;
    }

    HttpDelete delete(URI address) {
        return withConfiguredHeaders(new HttpDelete(address));
    }

    private <R extends HttpUriRequestBase> R withConfiguredHeaders(R request) {
        target.headers().forEach(request::setHeader);
        return request;
    }

    static void authorize(HttpUriRequestBase request, @Nullable Credential credential) {
        if (credential != null) {
            request.setHeader("Authorization", credential.authorization());
        }
    }

    static void addModernHeaders(HttpUriRequestBase request, Call call) {
        request.setHeader(VERSION_HEADER, String.valueOf(call.version()));
        request.setHeader("Mcp-Method", call.method());
        String name = switch (call.method()) {
            case Methods.TOOLS_CALL, Methods.PROMPTS_GET -> Json.stringAt(call.params(), "name");
            case Methods.RESOURCES_READ -> Json.stringAt(call.params(), "uri");
            case Methods.TASKS_GET, Methods.TASKS_UPDATE, Methods.TASKS_CANCEL ->
                Json.stringAt(call.params(), "taskId");
            default -> null;
        };
        if (name != null) {
            request.setHeader("Mcp-Name", HeaderText.encode(name));
        }
        call.headers().forEach(request::setHeader);
    }

    static void addLegacyHeaders(HttpUriRequestBase request, @Nullable String version, @Nullable String session) {
        if (version != null) {
            request.setHeader(VERSION_HEADER, version);
        }
        if (session != null) {
            request.setHeader(SESSION_HEADER, session);
        }
    }
}
