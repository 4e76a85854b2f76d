package dev.mooring.mcp.client;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.protocol.Connector;
import dev.mooring.mcp.client.protocol.Connector.Connection;
import dev.mooring.mcp.client.protocol.Handshake;
import dev.mooring.mcp.client.protocol.HandshakeFailed;
import dev.mooring.mcp.client.protocol.HandshakeResult;
import dev.mooring.mcp.client.transport.Transport;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens one client in the era that its options choose, with the cached era of the server as a hint. */
final class Opening {
    private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

    private final ServerLocation location;
    private final ClientOptions options;
    private final AtomicLong ids = new AtomicLong();
    private final ServerMessages messages;
    private final Connector connector;

    Opening(ServerLocation location, ClientOptions options) {
        this.location = location;
        this.options = options;
        this.messages = new ServerMessages(options);
        var handshake = new Handshake(
                options.client(), options.capabilities(), !options.handlers().isEmpty(), ids);
        this.connector = new Connector(
                () -> Transports.open(location, messages, options),
                handshake,
                location instanceof ServerLocation.Local,
                options.openTimeout());
    }

    McpClient open() throws OpenFailed, InterruptedException {
        try {
            Connection connection = connect();
            options.eraCache()
                    .put(
                            location.fingerprint(),
                            connection.handshake().version().era());
            return client(connection);
        } catch (HandshakeFailed e) {
            throw new OpenFailed(e.failure());
        }
    }

    /** Continues a session of a legacy server, after a check that the server still knows it. */
    McpClient resume(ResumableSession session) throws OpenFailed, InterruptedException {
        Transport transport;
        try {
            transport = Transports.open(location, messages, options);
        } catch (HandshakeFailed e) {
            throw new OpenFailed(e.failure());
        }
        boolean isOpen = false;
        try {
            transport.resume(session.id(), session.version());
            McpClient client = client(new Connection(transport, HandshakeResult.ofResumption(session.version())));
            if (client.ping(options.openTimeout()) instanceof Reply.Failed(Failure failure)) {
                throw new OpenFailed(failure);
            }
            if (!options.handlers().isEmpty()) {
                transport.openListeningStream();
            }
            isOpen = true;
            return client;
        } finally {
            if (!isOpen) {
                transport.detach();
            }
        }
    }

    private McpClient client(Connection connection) {
        EraRequests requests = switch (connection.handshake().version().era()) {
            case LEGACY -> new LegacyRequests(connection, options, messages, ids);
            case MODERN ->
                new ModernRequests(
                        connection, options, messages.notifications(), ids, location instanceof ServerLocation.Remote);
        };
        return new McpClient(location, connection, messages.notifications(), requests, options.redaction());
    }

    private Connection connect() throws HandshakeFailed, InterruptedException {
        Era cached = options.eraCache().get(location.fingerprint()).orElse(null);
        return switch (options.era()) {
            case LEGACY -> connector.connectLegacy();
            case MODERN -> connector.connectModern();
            case LEGACY_IF_OFFERED ->
                cached == Era.MODERN
                        ? firstOr(connector::connectModern, connector::connectLegacy)
                        : firstOr(connector::connectLegacy, connector::connectModern);
            case DETECT ->
                cached == Era.LEGACY ? firstOr(connector::connectLegacy, connector::detect) : connector.detect();
        };
    }

    private interface Step {
        Connection run() throws HandshakeFailed, InterruptedException;
    }

    /** Runs the first step, and the second one if the first may have failed because of its era. */
    private Connection firstOr(Step first, Step second) throws HandshakeFailed, InterruptedException {
        try {
            return first.run();
        } catch (HandshakeFailed e) {
            if (!mayBeWrongEra(e.failure()) || connector.hasTimedOut()) {
                throw e;
            }
            LOG.debug(
                    "Detecting the era of server {} again: {}",
                    location.fingerprint(),
                    options.redaction().apply(String.valueOf(e.getMessage())));
            options.eraCache().remove(location.fingerprint());
            return second.run();
        }
    }

    private static boolean mayBeWrongEra(Failure failure) {
        return switch (failure) {
            case Failure.Malformed _ -> true;
            case Failure.Refused(int status, String _) -> status != 401 && status != 403 && status < 500;
            // A process that does not understand its first message may exit.
            case Failure.ConnectionLost(String _, boolean mayHaveArrived) -> mayHaveArrived;
            case Failure.TimedOut _, Failure.SessionForgotten _, Failure.Oversized _, Failure.InputRefused _ -> false;
        };
    }
}
