package dev.mooring.mcp.client.http;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.credentials.Credential;
import dev.mooring.mcp.client.credentials.CredentialsUnavailable;
import dev.mooring.mcp.client.transport.Call;
import dev.mooring.mcp.client.transport.Deadline;
import dev.mooring.mcp.client.transport.DeadlineTimer;
import dev.mooring.mcp.client.transport.Transport;
import dev.mooring.mcp.wire.InFlight;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The session with a legacy server: its id and version, the listening stream, and the messages that belong to no call.
 * Unused with a modern server, which has no sessions.
 */
final class HttpSession {
    private static final Logger LOG = LoggerFactory.getLogger(HttpSession.class);
    private static final Duration LISTEN_WAIT = Duration.ofMillis(250);
    private static final Duration CANCELLED_CALLS_WAIT = Duration.ofSeconds(1);

    /** Shorter than the timeout of a cancellation, so that the session ends within 10 seconds. */
    private static final Duration CANCELLATIONS_WAIT = Duration.ofSeconds(3);

    /** The timeout of every request that is not a call of the user. */
    static final Duration SIDE_REQUEST_TIMEOUT = Duration.ofSeconds(5);

    private final HttpTarget target;
    private final HttpRequests requests;
    private final ConnectionCredentials credentials;
    private final ConnectionPool pool;
    private final Transport.Inbound inbound;
    private final int maxMessageBytes;
    private final UnaryOperator<String> redaction;
    private final AtomicBoolean listening = new AtomicBoolean();
    private final CountDownLatch firstListenFinished = new CountDownLatch(1);
    private final InFlight<HttpUriRequestBase> streams = new InFlight<>();

    /** Threads that send {@code notifications/cancelled}. */
    private final InFlight<Thread> cancellations = new InFlight<>();

    /** The id of the session; null if the server did not issue one, which the protocol allows. */
    private volatile @Nullable String id;

    private volatile @Nullable String version;

    /** The address of calls. It differs from the target's address if the server redirects calls. */
    private volatile URI address;

    /** Whether the server has opened a listening stream before. Only the listening thread uses it. */
    private boolean offersStream;

    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean isKeptOnServer;

    HttpSession(
            HttpTarget target,
            HttpRequests requests,
            ConnectionCredentials credentials,
            ConnectionPool pool,
            Transport.Inbound inbound,
            int maxMessageBytes,
            UnaryOperator<String> redaction) {
        this.target = target;
        this.address = target.address();
        this.requests = requests;
        this.credentials = credentials;
        this.pool = pool;
        this.inbound = inbound;
        this.maxMessageBytes = maxMessageBytes;
        this.redaction = redaction;
    }

    /** Returns whether the server issued a session id. */
    boolean hasId() {
        return id != null;
    }

    @Nullable
    String id() {
        return id;
    }

    void id(@Nullable String newId) {
        id = newId;
    }

    void version(@Nullable String newVersion) {
        version = newVersion;
    }

    void address(URI newAddress) {
        address = newAddress;
    }

    void addHeaders(HttpUriRequestBase request) {
        HttpRequests.addLegacyHeaders(request, version, id);
    }

    /** Creates a GET request for a stream, which resumes after the given event if there is one. */
    HttpUriRequestBase get(@Nullable String lastEventId) {
        HttpUriRequestBase get = requests.get(address, lastEventId);
        addHeaders(get);
        return get;
    }

    /** Creates the reader of a stream on which the server may also send requests. */
    EventStream newStream() {
        return new EventStream(inbound, this::sendResponse, maxMessageBytes, redaction);
    }

    private void sendResponse(Message response) throws InterruptedException {
        if (!post(response)) {
            LOG.warn("{} did not accept the response to its own request", target.origin());
        }
    }

    /** Posts a message that has no reply. Returns whether the server accepted it. */
    boolean post(Message message) throws InterruptedException {
        return post(message, 0);
    }

    private boolean post(Message message, int challenges) throws InterruptedException {
        HttpUriRequestBase post = requests.post(address, message.toBytes());
        addHeaders(post);
        Deadline deadline = Deadline.after(SIDE_REQUEST_TIMEOUT);
        try {
            Credential credential = authorize(post, deadline);
            try (var _ = DeadlineTimer.schedule(deadline, post::cancel);
                    ConnectionPool.Response response = pool.send(post)) {
                if (!renewAfter(response, credential, challenges, deadline)) {
                    return response.http().getCode() / 100 == 2;
                }
            }
        } catch (IOException | CredentialsUnavailable | ConnectionCredentials.IdentityChanged e) {
            LOG.debug("Cannot post a message to {}: {}", target.origin(), e.toString());
            return false;
        }
        return post(message, challenges + 1);
    }

    private @Nullable Credential authorize(HttpUriRequestBase request, Deadline deadline)
            throws CredentialsUnavailable, ConnectionCredentials.IdentityChanged, InterruptedException {
        Credential credential = credentials.current(deadline);
        HttpRequests.authorize(request, credential);
        return credential;
    }

    /** Returns whether the server rejected the credential and the client should repeat the request with a new one. */
    private boolean renewAfter(
            ConnectionPool.Response response, @Nullable Credential credential, int challenges, Deadline deadline)
            throws CredentialsUnavailable, InterruptedException {
        ClassicHttpResponse http = response.http();
        return credentials.isChallenge(http.getCode())
                && credentials.renew(http, credential, challenges, true, deadline);
    }

    /** Notifies the server, on another thread, that the caller no longer waits for a call. */
    void cancel(Call call, String reason) {
        var params = Json.object().put("requestId", call.id()).put("reason", reason);
        Message.Notification notification = new Message.Notification(Methods.CANCELLED, params);
        Thread thread = Thread.ofVirtual().name("mcp-cancel").unstarted(() -> {
            try {
                if (!post(notification)) {
                    LOG.debug("Cannot notify {} of a cancelled call", target.origin());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                cancellations.remove(Thread.currentThread());
            }
        });
        cancellations.add(thread);
        thread.start();
    }

    /**
     * Opens the listening stream on its own thread, if it is not open. Waits briefly until it is established, because
     * the server discards messages before that; but some servers respond only when they have a message to send.
     */
    void listen() throws InterruptedException {
        if (listening.compareAndSet(false, true)) {
            Thread.ofVirtual().name("mcp-listen").start(this::listenUntilEnded);
        }
        if (!firstListenFinished.await(LISTEN_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
            LOG.debug("{} has not responded to the request for a listening stream yet", target.origin());
        }
    }

    /** Keeps a stream open as long as the server offers one. Runs on the listening thread. */
    private void listenUntilEnded() {
        EventStream events = newStream();
        try {
            int challenges = 0;
            while (!isEnded()) {
                switch (listenOnce(events, challenges)) {
                    case REFUSED -> {
                        return;
                    }
                    case CHALLENGED -> challenges++;
                    case ENDED -> {
                        challenges = 0;
                        awaitEnd(events.retry().toNanos());
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private enum Listened {
        ENDED,
        REFUSED,
        CHALLENGED
    }

    /** Reads one stream to its end. */
    private Listened listenOnce(EventStream events, int challenges) throws InterruptedException {
        HttpUriRequestBase get = get(events.lastId());
        streams.add(get);
        if (isEnded()) {
            get.cancel(); // end() may have cancelled all streams before this one was added
        }
        Deadline deadline = Deadline.never();
        try {
            Credential credential = authorize(get, deadline);
            try (ConnectionPool.Response response = pool.send(get)) {
                ClassicHttpResponse http = response.http();
                if (renewAfter(response, credential, challenges, deadline)) {
                    return Listened.CHALLENGED;
                }
                if (http.getCode() != 200 || !HttpResponses.isEventStream(http)) {
                    LOG.debug("{} offers no listening stream (HTTP {})", target.origin(), http.getCode());
                    return offersStream && isTemporary(http.getCode()) ? Listened.ENDED : Listened.REFUSED;
                }
                offersStream = true;
                firstListenFinished.countDown();
                events.read(http.getEntity().getContent(), null);
            }
        } catch (CredentialsUnavailable | ConnectionCredentials.IdentityChanged e) {
            LOG.debug("Cannot open a listening stream of {}: {}", target.origin(), e.toString());
            return Listened.REFUSED;
        } catch (IOException e) {
            LOG.debug("The listening stream of {} broke: {}", target.origin(), e.toString());
        } finally {
            streams.remove(get);
            firstListenFinished.countDown();
        }
        return Listened.ENDED;
    }

    /** Returns whether the server, or a proxy in front of it, may accept the same request later. */
    private static boolean isTemporary(int status) {
        return status / 100 == 5 || status == HttpStatus.SC_TOO_MANY_REQUESTS;
    }

    private boolean isEnded() {
        return ended.getCount() == 0;
    }

    /** Waits for the end of the session. Returns false if the time passes first. */
    boolean awaitEnd(long nanos) throws InterruptedException {
        return ended.await(nanos, TimeUnit.NANOSECONDS);
    }

    /**
     * Ends the session: closes its streams, and deletes it on the server if it has an id.
     *
     * @param calls the calls of the session, all of them cancelled
     */
    void end(InFlight<?> calls) {
        ended.countDown();
        streams.forEach(HttpUriRequestBase::cancel);
        if (id != null && !isKeptOnServer) {
            // After the deletion the server could no longer relate the cancellations to its calls.
            calls.awaitNone(CANCELLED_CALLS_WAIT);
            cancellations.awaitNone(CANCELLATIONS_WAIT);
            delete();
        }
    }

    /** Makes {@link #end} leave the session on the server as it is. */
    void keepOnServer() {
        isKeptOnServer = true;
    }

    private void delete() {
        HttpUriRequestBase delete = requests.delete(address);
        addHeaders(delete);
        Deadline deadline = Deadline.after(SIDE_REQUEST_TIMEOUT);
        // An interrupt fails every request of its thread, and the session would stay open on the server.
        boolean interrupted = Thread.interrupted();
        try {
            authorize(delete, deadline);
            try (var _ = DeadlineTimer.schedule(deadline, delete::cancel);
                    ConnectionPool.Response response = pool.send(delete)) {
                LOG.debug(
                        "Deleted the session on {} (HTTP {})",
                        target.origin(),
                        response.http().getCode());
            }
        } catch (InterruptedException e) {
            interrupted = true;
        } catch (IOException | CredentialsUnavailable | ConnectionCredentials.IdentityChanged e) {
            LOG.debug("Cannot delete the session on {}: {}", target.origin(), e.toString());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
