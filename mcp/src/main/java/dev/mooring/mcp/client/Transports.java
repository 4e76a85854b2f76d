package dev.mooring.mcp.client;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.client.http.HttpTarget;
import dev.mooring.mcp.client.http.HttpTransport;
import dev.mooring.mcp.client.protocol.HandshakeFailed;
import dev.mooring.mcp.client.stdio.StdioOptions;
import dev.mooring.mcp.client.stdio.StdioTransport;
import dev.mooring.mcp.client.transport.Transport;
import java.io.IOException;

/** Chooses the transport for the location of a server. */
final class Transports {
    private Transports() {}

    static Transport open(ServerLocation location, Transport.Inbound inbound, ClientOptions options)
            throws HandshakeFailed {
        return switch (location) {
            case ServerLocation.Local local -> start(local, inbound, options);
            case ServerLocation.Remote remote ->
                new HttpTransport(
                        new HttpTarget(
                                remote.address(),
                                remote.headers(),
                                options.credentials(),
                                remote.origin(),
                                options.redaction().apply(remote.display())),
                        inbound,
                        options.maxMessageBytes(),
                        options.redaction());
        };
    }

    private static Transport start(ServerLocation.Local server, Transport.Inbound inbound, ClientOptions options)
            throws HandshakeFailed {
        ProcessBuilder builder = new ProcessBuilder(server.command());
        builder.environment().clear();
        builder.environment().putAll(server.environment());
        if (server.directory() != null) {
            builder.directory(server.directory().toFile());
        }
        try {
            return StdioTransport.start(
                    builder,
                    inbound,
                    new StdioOptions(
                            options.closeGrace(),
                            options.maxMessageBytes(),
                            options.redaction(),
                            options.quotesStderr()));
        } catch (IOException e) {
            String reason = e.getMessage() == null ? e.toString() : e.getMessage();
            throw new HandshakeFailed(new Failure.ConnectionLost("cannot start the server: " + reason, false));
        }
    }
}
