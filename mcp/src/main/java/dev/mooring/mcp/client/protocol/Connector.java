package dev.mooring.mcp.client.protocol;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.client.transport.Deadline;
import dev.mooring.mcp.client.transport.Transport;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects to one server in a given era, or detects the era. The first request of a detection is
 * {@code server/discover}, because a legacy server might execute any other modern request. Not thread-safe.
 */
public final class Connector {
    private static final Logger LOG = LoggerFactory.getLogger(Connector.class);

    /** How long a local server may leave the probe unanswered before the client sends {@code initialize} as well. */
    private static final Duration LOCAL_PROBE_TIMEOUT = Duration.ofSeconds(2);

    /** How long a remote server may leave the probe unanswered before the client treats it as legacy. */
    private static final Duration REMOTE_PROBE_TIMEOUT = Duration.ofSeconds(10);

    private final TransportFactory transports;
    private final Handshake handshake;
    private final boolean isLocal;
    private final Duration timeout;
    private final Deadline deadline;

    /** A legacy handshake over HTTP whose caller was interrupted; null if no caller was interrupted. */
    private @Nullable Attempt<HandshakeResult> orphaned;

    /** Opens transports to the server. */
    @FunctionalInterface
    public interface TransportFactory {
        /** Opens a new transport, which the caller closes. */
        Transport open() throws HandshakeFailed;
    }

    /** A transport on which the handshake has succeeded. */
    public record Connection(Transport transport, HandshakeResult handshake) {}

    /**
     * Creates a connector, whose timeout starts now.
     *
     * @param isLocal whether the server is a child process
     * @param timeout how long all attempts together may take
     */
    public Connector(TransportFactory transports, Handshake handshake, boolean isLocal, Duration timeout) {
        this.transports = transports;
        this.handshake = handshake;
        this.isLocal = isLocal;
        this.timeout = timeout;
        this.deadline = Deadline.after(timeout);
    }

    /** Returns whether the time for all attempts is over. */
    public boolean hasTimedOut() {
        return deadline.hasPassed();
    }

    /** Connects in the legacy era. */
    public Connection connectLegacy() throws HandshakeFailed, InterruptedException {
        return connect(this::initialize);
    }

    /** Connects in the modern era. */
    public Connection connectModern() throws HandshakeFailed, InterruptedException {
        return connect(transport -> switch (handshake.discover(transport, deadline)) {
            case ProbeResult.Modern(var result) -> result;
            case ProbeResult.Legacy _
            when deadline.hasPassed() -> throw new HandshakeFailed(new Failure.TimedOut(timeout));
            case ProbeResult.Legacy _ ->
                throw new HandshakeFailed(
                        new Failure.Malformed("the server does not support the modern protocol (2026-07-28)"));
            case ProbeResult.Undecided(var failure) -> throw new HandshakeFailed(failure);
        });
    }

    /** Connects in the modern era if the server supports it, else in the legacy era. */
    public Connection detect() throws HandshakeFailed, InterruptedException {
        return isLocal ? detectLocal() : connect(this::detectOverHttp);
    }

    private HandshakeResult detectOverHttp(Transport transport) throws HandshakeFailed, InterruptedException {
        Duration half = timeout.dividedBy(2);
        Deadline probeDeadline = deadline.step(half.compareTo(REMOTE_PROBE_TIMEOUT) < 0 ? half : REMOTE_PROBE_TIMEOUT);
        return switch (handshake.discover(transport, probeDeadline)) {
            case ProbeResult.Modern(var result) -> result;
            case ProbeResult.Legacy _ -> initialize(transport);
            case ProbeResult.Undecided(var failure) -> throw new HandshakeFailed(failure);
        };
    }

    /** Starts a process that exits on the probe once more, with {@code initialize} as the first request. */
    private Connection detectLocal() throws HandshakeFailed, InterruptedException {
        try {
            return connect(this::detectOverStdio);
        } catch (HandshakeFailed e) {
            if (!(e.failure() instanceof Failure.ConnectionLost(String _, boolean mayHaveArrived))
                    || !mayHaveArrived
                    || deadline.hasPassed()) {
                throw e;
            }
            LOG.debug("The server exited on server/discover; starting it again with initialize: {}", e.getMessage());
            return connectLegacy();
        }
    }

    /**
     * Probes the server, and after a silence initializes it as well. The first of the two that decides the era wins; a
     * failed {@code initialize} does not decide it.
     */
    private HandshakeResult detectOverStdio(Transport transport) throws HandshakeFailed, InterruptedException {
        BlockingQueue<Attempt<?>> finished = new LinkedBlockingQueue<>();
        var probe = new Attempt<>(() -> handshake.discover(transport, deadline), finished);
        Attempt<HandshakeResult> initialization = null;
        try {
            if (finished.poll(LOCAL_PROBE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS) == null) {
                initialization = new Attempt<>(() -> handshake.initialize(transport, deadline), finished);
                if (finished.take() == initialization && initialization.hasSucceeded()) {
                    return initialization.get();
                }
            }
            return switch (probe.get()) {
                case ProbeResult.Modern(var result) -> result;
                case ProbeResult.Legacy _ ->
                    initialization == null ? handshake.initialize(transport, deadline) : initialization.get();
                case ProbeResult.Undecided(var failure) -> throw new HandshakeFailed(failure);
            };
        } finally {
            probe.cancel();
            if (initialization != null) {
                initialization.cancel();
            }
        }
    }

    /**
     * Initializes the server. Over HTTP the request continues after an interrupt of the caller, because only its
     * response has the id that is needed to delete the session.
     */
    private HandshakeResult initialize(Transport transport) throws HandshakeFailed, InterruptedException {
        if (isLocal) {
            return handshake.initialize(transport, deadline);
        }
        var attempt = new Attempt<>(() -> handshake.initialize(transport, deadline), new LinkedBlockingQueue<>());
        try {
            return attempt.get();
        } catch (InterruptedException e) {
            orphaned = attempt;
            throw e;
        }
    }

    private interface Step {
        HandshakeResult run(Transport transport) throws HandshakeFailed, InterruptedException;
    }

    private Connection connect(Step step) throws HandshakeFailed, InterruptedException {
        Transport transport = transports.open();
        boolean hasSucceeded = false;
        try {
            Connection connection = new Connection(transport, step.run(transport));
            hasSucceeded = true;
            return connection;
        } catch (HandshakeFailed e) {
            throw withLastErrors(e, transport);
        } finally {
            if (!hasSucceeded) {
                abort(transport);
            }
        }
    }

    /** Adds the last lines that the server printed to a timeout, because they may say why it did not respond. */
    private static HandshakeFailed withLastErrors(HandshakeFailed failed, Transport transport) {
        String errors = transport.lastErrors();
        return failed.failure() instanceof Failure.TimedOut(Duration after, String _) && !errors.isEmpty()
                ? new HandshakeFailed(new Failure.TimedOut(after, errors))
                : failed;
    }

    private void abort(Transport transport) {
        Attempt<HandshakeResult> late = orphaned;
        if (late == null) {
            transport.abort();
        } else {
            Thread.ofVirtual().name("mcp-end-late-session").start(() -> {
                late.awaitEnd();
                transport.abort();
            });
        }
    }
}
