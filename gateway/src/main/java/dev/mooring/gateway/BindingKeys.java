package dev.mooring.gateway;

import dev.mooring.handle.HandleId;
import dev.mooring.mcp.Implementation;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.Caller;
import dev.mooring.mcp.server.Exchange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys that bind requests to handles that they do not name. The key of a request comes from the id of its conversation,
 * else from the transport session of a legacy client. The conversation comes first, because some clients share one
 * connection between conversations.
 *
 * <p>The client asserts a conversation id, so that the id selects among the handles of one principal and authenticates
 * nobody. The key of a binding is a hash of endpoint, principal, client name, name and value of the id. Immutable.
 */
final class BindingKeys {
    /** The fields of {@code _meta} in which known clients send the id of a conversation. */
    private static final List<String> KNOWN_FIELDS = List.of(
            "openai/session", // ChatGPT
            "vscode.conversationId", // VS Code
            "threadId", // Codex
            "ai.opencode/sessionID", // opencode
            "sessionID",
            "agent-session-id", // Goose
            "antigravity.google/conversation_id");

    private static final String TRANSPORT_SESSION = "Mcp-Session-Id";

    private final String endpoint;
    private final List<String> fields;
    private final List<String> headers;

    /**
     * Creates the rules of an endpoint.
     *
     * @param endpoint the name of the endpoint
     * @param fields more fields of {@code _meta}, which come before the known ones
     * @param headers HTTP headers, which come before all fields
     */
    BindingKeys(String endpoint, List<String> fields, List<String> headers) {
        this.endpoint = endpoint;
        List<String> all = new ArrayList<>(fields);
        all.addAll(KNOWN_FIELDS);
        this.fields = List.copyOf(all);
        this.headers = List.copyOf(headers);
    }

    /** Returns the key of the binding of a request, or null if it has neither a conversation nor a transport session. */
    @Nullable
    HandleId of(Exchange exchange) {
        for (String header : headers) {
            String value = exchange.header(header);
            if (value != null && !value.isBlank()) {
                return key(exchange.caller(), "header " + header, value);
            }
        }
        if (exchange.meta() != null) {
            for (String field : fields) {
                String value = Json.stringAt(exchange.meta(), field);
                if (value != null && !value.isBlank()) {
                    return key(exchange.caller(), field, value);
                }
            }
        }
        return ofTransport(exchange.caller());
    }

    /** Returns the key of the caller's transport session, or null if it has none. */
    @Nullable
    HandleId ofTransport(Caller caller) {
        String session = caller.sessionId();
        return session == null ? null : key(caller, TRANSPORT_SESSION, session);
    }

    private HandleId key(Caller caller, String name, String value) {
        String principal = caller.principal();
        Implementation client = caller.client();
        return HandleId.derivedFrom(
                endpoint,
                principal == null ? "" : "=" + principal,
                client == null ? "" : "=" + client.name(),
                name,
                value);
    }
}
