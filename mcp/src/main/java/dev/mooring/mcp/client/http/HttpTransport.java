package dev.mooring.mcp.client.http;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.credentials.Credential;
import dev.mooring.mcp.client.credentials.CredentialsUnavailable;
import dev.mooring.mcp.client.transport.Call;
import dev.mooring.mcp.client.transport.Deadline;
import dev.mooring.mcp.client.transport.DeadlineTimer;
import dev.mooring.mcp.client.transport.Transport;
import dev.mooring.mcp.wire.InFlight;
import dev.mooring.mcp.wire.SseReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * A transport over Streamable HTTP, for both eras. Every exchange runs on its caller's thread, on a connection of the
 * shared pool. Only a legacy listening stream has its own thread.
 */
public final class HttpTransport implements Transport {
    private static final Duration STREAM_END_WAIT = Duration.ofMillis(100);
    private static final Duration FORGOTTEN_CALLS_WAIT = Duration.ofSeconds(5);
    private static final int MAX_REDIRECTS = 3;

    private final HttpTarget target;
    private final HttpRequests requests;
    private final ConnectionCredentials credentials;
    private final HttpSession session;
    private final int maxMessageBytes;
    private final UnaryOperator<String> redaction;
    private final ConnectionPool pool = ConnectionPool.shared();
    private final InFlight<HttpUriRequestBase> inFlight = new InFlight<>();

    /** Ids of pings that the transport sends itself; negative, so that they differ from the ids of calls. */
    private final AtomicLong pingIds = new AtomicLong(-1);

    private volatile @Nullable Failure failure;
    private volatile boolean leavesStreamsOpen;

    /** Whether the server has reported that it no longer knows the session. */
    private volatile boolean isForgotten;

    /**
     * Creates a transport, which connects with its first exchange.
     *
     * @param maxMessageBytes the largest message to accept from the server
     * @param redaction removes secrets from text of the server before it is reported
     */
    public HttpTransport(HttpTarget target, Inbound inbound, int maxMessageBytes, UnaryOperator<String> redaction) {
        this.target = target;
        this.requests = new HttpRequests(target);
        this.credentials = new ConnectionCredentials(target.credentials());
        this.maxMessageBytes = maxMessageBytes;
        this.redaction = redaction;
        this.session = new HttpSession(target, requests, credentials, pool, inbound, maxMessageBytes, redaction);
    }

    @Override
    public Reply exchange(Call call) throws InterruptedException {
        if (failure != null) {
            return new Reply.Failed(failure);
        }
        return post(call, new Route(target.address(), 0, 0));
    }

    /** The target of a call, with the number of its redirects and challenges so far. */
    private record Route(URI address, int redirects, int challenges) {}

    private Reply post(Call call, Route route) throws InterruptedException {
        Credential credential;
        try {
            credential = credentials.current(call.deadline());
        } catch (CredentialsUnavailable e) {
            return new Reply.Failed(unauthorized(e));
        } catch (ConnectionCredentials.IdentityChanged e) {
            return new Reply.Failed(new Failure.SessionForgotten(String.valueOf(e.getMessage())));
        }
        HttpUriRequestBase post =
                requests.post(route.address(), call.toRequest().toBytes());
        HttpRequests.authorize(post, credential);
        if (call.isModern()) {
            HttpRequests.addModernHeaders(post, call);
        } else {
            session.addHeaders(post);
        }
        inFlight.add(post);
        Failure closed = failure;
        if (closed != null) {
            // close() cancels only the requests that it sees, and obtaining the credential may have taken a sign-in.
            inFlight.remove(post);
            return new Reply.Failed(closed);
        }
        boolean isReceived = false;
        try (var _ = DeadlineTimer.schedule(call.deadline(), post::cancel);
                ConnectionPool.Response response = pool.send(post)) {
            isReceived = true;
            int status = response.http().getCode();
            if (credentials.isChallenge(status)) {
                return answerChallenge(call, route, response, credential);
            }
            credentials.accepted(credential);
            return switch (status / 100) {
                case 2 -> {
                    session.address(route.address());
                    yield readReply(call, response.http(), post);
                }
                case 3 -> followRedirect(call, route, response);
                default -> readError(call, response.http());
            };
        } catch (IOException e) {
            return interruptedOrFailed(call, e, isReceived);
        } finally {
            // Removed only after the cancellation has started, because close() waits for calls and then for
            // cancellations.
            inFlight.remove(post);
        }
    }

    /** @param isReceived whether the server has started to respond, which proves that the request arrived */
    private Reply interruptedOrFailed(Call call, IOException e, boolean isReceived) throws InterruptedException {
        if (Thread.interrupted()) {
            notifyCancelled(call, "the caller was interrupted");
            throw new InterruptedException();
        }
        if (call.deadline().hasPassed()) {
            notifyCancelled(call, "timed out");
            return new Reply.Failed(new Failure.TimedOut(call.deadline().allowed()));
        }
        return new Reply.Failed(toFailure(e, isReceived));
    }

    /** Sends a cancellation to a legacy server. For a modern server, the closed stream is the cancellation. */
    private void notifyCancelled(Call call, String reason) {
        if (!call.isModern() && !call.method().equals(Methods.INITIALIZE)) {
            session.cancel(call, reason);
        }
    }

    private Reply readReply(Call call, ClassicHttpResponse response, HttpUriRequestBase post)
            throws IOException, InterruptedException {
        if (call.method().equals(Methods.INITIALIZE)) {
            Header issued = response.getFirstHeader(HttpRequests.SESSION_HEADER);
            session.id(issued == null ? null : issued.getValue());
        }
        Reply reply;
        if (HttpResponses.isEventStream(response)) {
            reply = readStream(call, response, post);
        } else if (HttpResponses.isJson(response)) {
            reply = HttpResponses.readReply(response, call, maxMessageBytes);
        } else {
            reply = new Reply.Failed(new Failure.Malformed("the server responded to a request with HTTP "
                    + response.getCode() + ", but with neither JSON nor an event stream"));
        }
        if (call.method().equals(Methods.INITIALIZE) && reply instanceof Reply.Result(var result)) {
            session.version(Json.stringAt(result, "protocolVersion"));
        }
        return reply;
    }

    /** Reads the reply from a stream. A legacy server may end the stream early and let the client resume it. */
    private Reply readStream(Call call, ClassicHttpResponse response, HttpUriRequestBase post)
            throws IOException, InterruptedException {
        EventStream events = session.newStream();
        InputStream in = response.getEntity().getContent();
        Reply reply = events.read(in, call);
        if (reply != null) {
            drain(in, post);
            return reply;
        }
        try {
            while (events.lastId() != null
                    && !call.isModern()
                    && !call.deadline().hasPassed()) {
                long wait = Math.min(events.retry().toNanos(), call.deadline().remainingNanos());
                if (session.awaitEnd(wait)) {
                    return new Reply.Failed(new Failure.ConnectionLost("the connection was closed", true));
                }
                reply = resume(call, events);
                if (reply != null) {
                    return reply;
                }
            }
        } catch (InterruptedException e) {
            notifyCancelled(call, "the caller was interrupted");
            throw e;
        }
        if (call.deadline().hasPassed()) {
            throw new IOException("the stream was not resumed before the deadline");
        }
        return new Reply.Failed(new Failure.ConnectionLost("the stream ended before the reply", true));
    }

    private @Nullable Reply resume(Call call, EventStream events) throws IOException, InterruptedException {
        HttpUriRequestBase get = session.get(events.lastId());
        try {
            HttpRequests.authorize(get, credentials.current(call.deadline()));
        } catch (CredentialsUnavailable | ConnectionCredentials.IdentityChanged e) {
            return new Reply.Failed(new Failure.ConnectionLost(
                    "the stream ended before the reply and cannot be resumed: " + e.getMessage(), true));
        }
        inFlight.add(get);
        if (failure != null) {
            get.cancel();
        }
        try (var _ = DeadlineTimer.schedule(call.deadline(), get::cancel);
                ConnectionPool.Response response = pool.send(get)) {
            ClassicHttpResponse http = response.http();
            if (http.getCode() != 200 || !HttpResponses.isEventStream(http)) {
                return new Reply.Failed(new Failure.ConnectionLost(
                        "the stream ended before the reply and cannot be resumed (HTTP " + http.getCode() + ")", true));
            }
            return events.read(http.getEntity().getContent(), call);
        } finally {
            inFlight.remove(get);
        }
    }

    /**
     * Reads a stream to its end, which should follow the reply immediately, so that the connection can be reused. If a
     * server leaves one stream open, the transport does not wait for the end of its later streams.
     */
    private void drain(InputStream in, HttpUriRequestBase post) {
        if (leavesStreamsOpen) {
            post.cancel();
            return;
        }
        Deadline deadline = Deadline.after(STREAM_END_WAIT);
        try (var _ = DeadlineTimer.schedule(deadline, post::cancel)) {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            leavesStreamsOpen = deadline.hasPassed();
        }
    }

    private Reply answerChallenge(
            Call call, Route route, ConnectionPool.Response response, @Nullable Credential rejected)
            throws IOException, InterruptedException {
        Failure refusal =
                HttpResponses.refusal(target, response.http(), HttpResponses.readError(response.http(), redaction));
        response.close();
        try {
            return credentials.renew(response.http(), rejected, route.challenges(), false, call.deadline())
                    ? post(call, new Route(route.address(), route.redirects(), route.challenges() + 1))
                    : new Reply.Failed(refusal);
        } catch (CredentialsUnavailable e) {
            return new Reply.Failed(unauthorized(e));
        }
    }

    private static Failure unauthorized(CredentialsUnavailable e) {
        return new Failure.Refused(401, String.valueOf(e.getMessage()));
    }

    private Reply followRedirect(Call call, Route route, ConnectionPool.Response response) throws InterruptedException {
        URI address = route.address();
        ClassicHttpResponse http = response.http();
        Header location = http.getFirstHeader("Location");
        // A server that responds with 303 has executed the call, so sending it to another address would repeat it.
        boolean isExecuted = http.getCode() == HttpStatus.SC_SEE_OTHER;
        if (location == null || isExecuted || route.redirects() == MAX_REDIRECTS) {
            return new Reply.Failed(HttpResponses.refusal(target, http, ErrorBody.NONE));
        }
        URI destination;
        try {
            destination = address.resolve(location.getValue());
        } catch (IllegalArgumentException e) {
            return new Reply.Failed(new Failure.Malformed("the server redirects to an invalid address"));
        }
        if (!isSameOrigin(address, destination)) {
            return new Reply.Failed(new Failure.Refused(
                    http.getCode(),
                    "the server redirects to another origin (" + destination.getScheme() + "://"
                            + destination.getAuthority() + "), which must not receive the headers of this server;"
                            + " configure that address if it is correct"));
        }
        response.close();
        return post(call, new Route(destination, route.redirects() + 1, route.challenges()));
    }

    private static boolean isSameOrigin(URI one, URI other) {
        return one.getScheme().equalsIgnoreCase(other.getScheme())
                && one.getHost().equalsIgnoreCase(other.getHost())
                && one.getPort() == other.getPort();
    }

    private Reply readError(Call call, ClassicHttpResponse response) throws IOException, InterruptedException {
        int status = response.getCode();
        ErrorBody body = HttpResponses.readError(response, redaction);
        McpError error = body.error();
        Failure refusal = HttpResponses.refusal(target, response, body);
        boolean hasSession =
                !call.isModern() && session.hasId() && !call.method().equals(Methods.INITIALIZE);
        if (hasSession && (status == 404 || (status == 400 && isSessionForgotten(call)))) {
            isForgotten = true;
            return new Reply.Failed(
                    new Failure.SessionForgotten("the server no longer knows this session (HTTP " + status + ")"));
        }
        if (error != null && status < 500 && status != 401 && status != 403) {
            return new Reply.Rejected(error);
        }
        return new Reply.Failed(refusal);
    }

    /** Pings the server to find out whether it rejects the whole session with 400, as some servers do, or one request. */
    private boolean isSessionForgotten(Call call) throws InterruptedException {
        if (call.method().equals(Methods.PING)) {
            return true;
        }
        Call ping = new Call(
                pingIds.getAndDecrement(),
                Methods.PING,
                Json.object(),
                call.version(),
                Deadline.after(HttpSession.SIDE_REQUEST_TIMEOUT));
        // Another call may have detected the loss in the meantime and closed the connection.
        return exchange(ping) instanceof Reply.Failed(Failure.SessionForgotten _) || failure != null;
    }

    private Failure toFailure(IOException e, boolean isReceived) {
        if (e instanceof SseReader.OversizedEvent) {
            return new Failure.Malformed(String.valueOf(e.getMessage()));
        }
        boolean neverConnected = ConnectFailures.include(e);
        String detail = e instanceof UnknownHostException
                ? "no such host"
                : e.getMessage() == null ? e.getClass().getSimpleName() : withoutOrigin(e.getMessage());
        return new Failure.ConnectionLost(
                (neverConnected ? "cannot connect to " + target.display() + ": " : "the connection broke: ") + detail,
                isReceived || !neverConnected);
    }

    /** Shortens "Connect to ORIGIN failed: REASON" to its reason, unless the origin is that of a proxy. */
    private String withoutOrigin(String message) {
        String separator = " failed: ";
        int end = message.indexOf(separator);
        return end > 0 && message.startsWith("Connect to " + target.origin())
                ? message.substring(end + separator.length())
                : message;
    }

    @Override
    public boolean send(Message.Notification notification) throws InterruptedException {
        return failure == null && session.post(notification);
    }

    @Override
    public @Nullable Failure failure() {
        return failure;
    }

    @Override
    public String lastErrors() {
        return "";
    }

    @Override
    public void openListeningStream() throws InterruptedException {
        session.listen();
    }

    @Override
    public void close() {
        if (failure != null) {
            return;
        }
        failure = new Failure.ConnectionLost("the connection was closed", false);
        if (isForgotten) {
            // The server rejects the other calls too. If they were cancelled, they would count as possibly executed.
            inFlight.awaitNone(FORGOTTEN_CALLS_WAIT);
            session.keepOnServer();
        }
        inFlight.forEach(HttpUriRequestBase::cancel);
        session.end(inFlight);
    }

    @Override
    public void abort() {
        close();
    }

    @Override
    public @Nullable String sessionId() {
        return session.id();
    }

    @Override
    public void resume(String sessionId, String version) {
        session.id(sessionId);
        session.version(version);
    }

    @Override
    public void detach() {
        session.keepOnServer();
        close();
    }
}
