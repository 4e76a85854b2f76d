package dev.mooring.session;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;

/** The tools of a server as the server sent them, and parsed. */
record ListedTools(Reply reply, ToolListing listing) {
    static ListedTools failed(ToolServer server, Failure failure) {
        Reply reply = new Reply.Failed(failure);
        return new ListedTools(reply, ToolListing.of(server, reply, null, Json.object()));
    }
}
