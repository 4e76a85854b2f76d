package dev.mooring.mcp.client;

import dev.mooring.mcp.Era;
import dev.mooring.mcp.Failure;
import dev.mooring.mcp.client.http.HttpTransport;
import dev.mooring.mcp.client.stdio.StdioTransport;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a connection in the era that the server speaks. A modern request goes first, and it is {@code server/discover},
 * because a legacy server might carry out anything else.
 */
final class Opening {
    private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

    /** How long a local server may be silent on the probe before it is greeted in the legacy way as well. */
    private static final Duration SILENCE = Duration.ofSeconds(2);

    /** How long a remote server may take for the probe; afterwards it counts as legacy. */
    private static final Duration REMOTE_PROBE = Duration.ofSeconds(10);

    private final ServerLocation location;
    private final ClientOptions options;
    private final AtomicLong ids = new AtomicLong();
    private final Handshake handshake;
    private final ServerVoice voice;
    private final Deadline deadline;

    /** A greeting that nobody waits for any more. */
    private @Nullable Attempt<Greeting> abandoned;

    Opening(ServerLocation location, ClientOptions options) {
        this.location = location;
        this.options = options;
        this.handshake = new Handshake(options, ids);
        this.voice = new ServerVoice(options);
        this.deadline = Deadline.after(options.openTimeout());
    }

    McpClient open() throws OpenFailed, InterruptedException {
        Era remembered = options.eraCache().recall(location.fingerprint()).orElse(null);
        McpClient client = switch (options.era()) {
            case LEGACY -> legacy();
            case MODERN -> modern();
            case LEGACY_IF_OFFERED ->
                remembered == Era.MODERN ? firstOr(this::modern, this::legacy) : firstOr(this::legacy, this::modern);
            case DETECT -> remembered == Era.LEGACY ? firstOr(this::legacy, this::detect) : detect();
        };
        options.eraCache().remember(location.fingerprint(), client.era());
        return client;
    }

    private interface Way {
        McpClient open() throws OpenFailed, InterruptedException;
    }

    /** Opens one way, and the other way if it was the era that did not fit. */
    private McpClient firstOr(Way first, Way second) throws OpenFailed, InterruptedException {
        try {
            return first.open();
        } catch (OpenFailed e) {
            if (!couldBeTheEra(e.failure()) || deadline.hasPassed()) {
                throw e;
            }
            LOG.debug("asking {} again for its era: {}", location.fingerprint(), e.getMessage());
            options.eraCache().forget(location.fingerprint());
            return second.open();
        }
    }

    private static boolean couldBeTheEra(Failure failure) {
        return switch (failure) {
            case Failure.Malformed _ -> true;
            case Failure.Refused(int status, String _) -> status != 401 && status != 403 && status < 500;
            // A process that does not understand its first message may just leave.
            case Failure.ConnectionLost(String _, boolean mayHaveArrived) -> mayHaveArrived;
            case Failure.TimedOut _, Failure.SessionForgotten _, Failure.Oversized _, Failure.InputRefused _ -> false;
        };
    }

    private McpClient legacy() throws OpenFailed, InterruptedException {
        return greeted(connect(), this::initialize);
    }

    private McpClient modern() throws OpenFailed, InterruptedException {
        return greeted(connect(), transport -> switch (handshake.discover(transport, deadline)) {
            case Handshake.Finding.Modern(var greeting) -> greeting;
            case Handshake.Finding.Legacy _ ->
                throw new OpenFailed(new Failure.Malformed("the server does not speak the modern protocol"));
            case Handshake.Finding.Nothing(var failure) -> throw new OpenFailed(failure);
        });
    }

    private McpClient detect() throws OpenFailed, InterruptedException {
        return switch (location) {
            case ServerLocation.Remote _ -> greeted(connect(), this::detectRemote);
            case ServerLocation.Local _ -> detectLocal();
        };
    }

    private Greeting detectRemote(Transport transport) throws OpenFailed, InterruptedException {
        Duration half = options.openTimeout().dividedBy(2);
        Deadline probe = Deadline.after(half.compareTo(REMOTE_PROBE) < 0 ? half : REMOTE_PROBE);
        return switch (handshake.discover(transport, probe)) {
            case Handshake.Finding.Modern(var greeting) -> greeting;
            case Handshake.Finding.Legacy _ -> initialize(transport);
            case Handshake.Finding.Nothing(var failure) -> throw new OpenFailed(failure);
        };
    }

    /** A process that leaves on the probe is started once more and greeted in the legacy way. */
    private McpClient detectLocal() throws OpenFailed, InterruptedException {
        Transport transport = connect();
        try {
            return greeted(transport, this::detectOnPipe);
        } catch (OpenFailed e) {
            if (!(e.failure() instanceof Failure.ConnectionLost(String _, boolean mayHaveArrived))
                    || !mayHaveArrived
                    || deadline.hasPassed()) {
                throw e;
            }
            LOG.debug("{} left on the probe; trying the legacy way: {}", location.fingerprint(), e.getMessage());
            return legacy();
        }
    }

    /** After a silence both greetings are under way, and the first that can decide does; a failed one cannot. */
    private Greeting detectOnPipe(Transport transport) throws OpenFailed, InterruptedException {
        BlockingQueue<Attempt<?>> finished = new LinkedBlockingQueue<>();
        var probe = new Attempt<>(() -> handshake.discover(transport, deadline), finished);
        Attempt<Greeting> greeting = null;
        try {
            if (finished.poll(SILENCE.toMillis(), TimeUnit.MILLISECONDS) == null) {
                greeting = new Attempt<>(() -> handshake.initialize(transport, deadline), finished);
                if (finished.take() == greeting && greeting.hasSucceeded()) {
                    return greeting.get();
                }
            }
            return switch (probe.get()) {
                case Handshake.Finding.Modern(var found) -> found;
                case Handshake.Finding.Legacy _ ->
                    greeting == null ? handshake.initialize(transport, deadline) : greeting.get();
                case Handshake.Finding.Nothing(var failure) -> throw new OpenFailed(failure);
            };
        } finally {
            probe.abandon();
            if (greeting != null) {
                greeting.abandon();
            }
        }
    }

    /**
     * Over HTTP the greeting is not broken off when its caller leaves: only its answer has the id by which the session
     * can be deleted again.
     */
    private Greeting initialize(Transport transport) throws OpenFailed, InterruptedException {
        if (location instanceof ServerLocation.Local) {
            return handshake.initialize(transport, deadline);
        }
        var attempt = new Attempt<>(() -> handshake.initialize(transport, deadline), new LinkedBlockingQueue<>());
        try {
            return attempt.get();
        } catch (InterruptedException e) {
            abandoned = attempt;
            throw e;
        }
    }

    private interface Greeter {
        Greeting greet(Transport transport) throws OpenFailed, InterruptedException;
    }

    private McpClient greeted(Transport transport, Greeter greeter) throws OpenFailed, InterruptedException {
        boolean open = false;
        try {
            McpClient client = new McpClient(location, options, transport, greeter.greet(transport), voice, ids);
            open = true;
            return client;
        } finally {
            if (!open) {
                end(transport);
            }
        }
    }

    private void end(Transport transport) {
        Attempt<Greeting> late = abandoned;
        if (late == null) {
            transport.abort();
        } else {
            Thread.ofVirtual().name("mcp-end-late-session").start(() -> {
                late.awaitEnd();
                transport.abort();
            });
        }
    }

    private Transport connect() throws OpenFailed {
        return switch (location) {
            case ServerLocation.Local local -> StdioTransport.start(local, voice, options);
            case ServerLocation.Remote remote -> new HttpTransport(remote, voice, options.maxMessageBytes());
        };
    }

    /** Something that blocks, done on a virtual thread so that two can be waited for. */
    private static final class Attempt<T> {
        private final Thread thread;
        private volatile @Nullable T result;
        private volatile @Nullable Exception failure;

        interface Body<T> {
            T run() throws OpenFailed, InterruptedException;
        }

        Attempt(Body<T> body, BlockingQueue<Attempt<?>> finished) {
            thread = Thread.ofVirtual().start(() -> {
                try {
                    result = body.run();
                } catch (OpenFailed | InterruptedException | RuntimeException e) {
                    failure = e;
                }
                finished.add(this);
            });
        }

        boolean hasSucceeded() {
            return result != null;
        }

        T get() throws OpenFailed, InterruptedException {
            thread.join();
            if (failure instanceof OpenFailed failed) {
                throw failed;
            }
            T value = result;
            if (value == null) {
                throw new IllegalStateException(failure);
            }
            return value;
        }

        void abandon() {
            thread.interrupt();
        }

        /** Until it is over, which its deadline sees to. */
        void awaitEnd() {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
