package dev.mooring.mcp.client.http;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.Call;
import dev.mooring.mcp.client.Deadline;
import dev.mooring.mcp.client.DeadlineWatch;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.client.Transport;
import dev.mooring.mcp.wire.InFlight;
import dev.mooring.mcp.wire.SseReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.jspecify.annotations.Nullable;

/**
 * Speaks Streamable HTTP, both eras. Every exchange runs on its caller's thread from the first byte to the last, on a
 * connection of the shared pool; only a legacy listening stream has a thread of its own.
 */
public final class HttpTransport implements Transport {
    private static final Duration STREAM_END_WAIT = Duration.ofMillis(100);
    private static final int MAX_REDIRECTS = 3;

    private final ServerLocation.Remote server;
    private final Requests requests;
    private final LegacySession session;
    private final int maxMessageBytes;
    private final HttpPool pool = HttpPool.shared();
    private final InFlight<HttpUriRequestBase> inFlight = new InFlight<>();
    private final AtomicLong pings = new AtomicLong(-1);

    private volatile @Nullable Failure lost;
    private volatile boolean leavesStreamsOpen;

    public HttpTransport(ServerLocation.Remote server, Inbound inbound, int maxMessageBytes) {
        this.server = server;
        this.requests = new Requests(server);
        this.maxMessageBytes = maxMessageBytes;
        this.session = new LegacySession(server, requests, pool, inbound, maxMessageBytes);
    }

    @Override
    public Reply exchange(Call call) throws InterruptedException {
        if (lost != null) {
            return new Reply.Failed(lost);
        }
        return post(call, server.address(), 0);
    }

    private Reply post(Call call, URI address, int redirects) throws InterruptedException {
        HttpUriRequestBase post = requests.post(address, call.toRequest().toBytes());
        if (call.isModern()) {
            Requests.addModernHeaders(post, call);
        } else {
            session.addHeaders(post);
        }
        inFlight.add(post);
        try (var _ = DeadlineWatch.guard(call.deadline(), post::cancel);
                HttpPool.Answer response = pool.send(post)) {
            return switch (response.http().getCode() / 100) {
                case 2 -> answer(call, response.http(), post);
                case 3 -> redirected(call, address, response, redirects);
                default -> refused(call, response.http());
            };
        } catch (IOException e) {
            return brokenOff(call, e);
        } finally {
            inFlight.remove(post); // not before the server is being told, which whoever closes the session waits for
        }
    }

    private Reply brokenOff(Call call, IOException e) throws InterruptedException {
        if (Thread.interrupted()) {
            tellServer(call, "the caller was interrupted");
            throw new InterruptedException();
        }
        if (call.deadline().hasPassed()) {
            tellServer(call, "timed out");
            return new Reply.Failed(new Failure.TimedOut(call.deadline().allowed()));
        }
        return new Reply.Failed(failureOf(e));
    }

    /** Legacy servers are told by a message; modern ones by the closed stream, which has happened already. */
    private void tellServer(Call call, String reason) {
        if (!call.isModern() && !call.method().equals(Methods.INITIALIZE)) {
            session.cancelled(call, reason);
        }
    }

    private Reply answer(Call call, ClassicHttpResponse response, HttpUriRequestBase post)
            throws IOException, InterruptedException {
        if (call.method().equals(Methods.INITIALIZE)) {
            Header minted = response.getFirstHeader(Requests.SESSION);
            session.id(minted == null ? null : minted.getValue());
        }
        Reply reply;
        if (Responses.isEventStream(response)) {
            reply = stream(call, response, post);
        } else if (Responses.isJson(response)) {
            reply = Responses.json(response, call, maxMessageBytes);
        } else {
            reply = new Reply.Failed(new Failure.Malformed(
                    "HTTP " + response.getCode() + " with neither JSON nor an event stream to answer a request"));
        }
        if (call.method().equals(Methods.INITIALIZE) && reply instanceof Reply.Result(var result)) {
            session.version(Json.stringAt(result, "protocolVersion"));
        }
        return reply;
    }

    /** Reads the answer from a stream; a legacy server may end the stream early and be asked for the rest. */
    private Reply stream(Call call, ClassicHttpResponse response, HttpUriRequestBase post)
            throws IOException, InterruptedException {
        EventStream events = session.newStream();
        InputStream in = response.getEntity().getContent();
        Reply reply = events.read(in, call);
        if (reply != null) {
            finish(in, post);
            return reply;
        }
        while (events.lastId() != null && !call.isModern() && !call.deadline().hasPassed()) {
            TimeUnit.NANOSECONDS.sleep(
                    Math.min(events.retry().toNanos(), call.deadline().remainingNanos()));
            reply = resume(call, events);
            if (reply != null) {
                return reply;
            }
        }
        if (call.deadline().hasPassed()) {
            throw new IOException("the stream was not continued in time");
        }
        return new Reply.Failed(new Failure.ConnectionLost("the stream ended before the answer", true));
    }

    private @Nullable Reply resume(Call call, EventStream events) throws IOException {
        HttpUriRequestBase get = session.get(events.lastId());
        inFlight.add(get);
        try (var _ = DeadlineWatch.guard(call.deadline(), get::cancel);
                HttpPool.Answer answer = pool.send(get)) {
            ClassicHttpResponse response = answer.http();
            if (response.getCode() != 200 || !Responses.isEventStream(response)) {
                return new Reply.Failed(new Failure.ConnectionLost(
                        "the stream ended before the answer and cannot be continued (HTTP " + response.getCode() + ")",
                        true));
            }
            return events.read(response.getEntity().getContent(), call);
        } finally {
            inFlight.remove(get);
        }
    }

    /**
     * Reads a stream to its end, which should come right after the answer, so that the connection can be used again.
     * A server that leaves its streams open is waited for only once.
     */
    private void finish(InputStream in, HttpUriRequestBase post) {
        if (leavesStreamsOpen) {
            post.cancel();
            return;
        }
        Deadline wait = Deadline.after(STREAM_END_WAIT);
        try (var _ = DeadlineWatch.guard(wait, post::cancel)) {
            in.transferTo(java.io.OutputStream.nullOutputStream());
        } catch (IOException e) {
            leavesStreamsOpen = wait.hasPassed();
        }
    }

    private Reply redirected(Call call, URI address, HttpPool.Answer answer, int redirects)
            throws InterruptedException {
        ClassicHttpResponse response = answer.http();
        Header location = response.getFirstHeader("Location");
        if (location == null || redirects == MAX_REDIRECTS) {
            return new Reply.Failed(Responses.refusal(response, null));
        }
        URI target;
        try {
            target = address.resolve(location.getValue());
        } catch (IllegalArgumentException e) {
            return new Reply.Failed(new Failure.Malformed("the server redirects to what is not an address"));
        }
        if (!isSameOrigin(address, target)) {
            return new Reply.Failed(new Failure.Refused(
                    response.getCode(),
                    "the server redirects to another origin (" + target.getScheme() + "://" + target.getAuthority()
                            + "), where this server's headers must not go; configure that address if it is right"));
        }
        answer.close();
        return post(call, target, redirects + 1);
    }

    private static boolean isSameOrigin(URI one, URI other) {
        return one.getScheme().equalsIgnoreCase(other.getScheme())
                && one.getHost().equalsIgnoreCase(other.getHost())
                && one.getPort() == other.getPort();
    }

    private Reply refused(Call call, ClassicHttpResponse response) throws IOException, InterruptedException {
        int status = response.getCode();
        McpError error = Responses.errorIn(response);
        Failure refusal = Responses.refusal(response, error);
        boolean hasSession =
                !call.isModern() && session.hasId() && !call.method().equals(Methods.INITIALIZE);
        if (hasSession && (status == 404 || (status == 400 && isForgottenToo(call)))) {
            return new Reply.Failed(
                    new Failure.SessionForgotten("the server no longer knows this session (HTTP " + status + ")"));
        }
        if (error != null && status < 500 && status != 401 && status != 403) {
            return new Reply.Fault(error);
        }
        return new Reply.Failed(refusal);
    }

    /** Whether the session as a whole is refused with 400, not just this request. */
    private boolean isForgottenToo(Call call) throws InterruptedException {
        if (call.method().equals(Methods.PING)) {
            return true;
        }
        Call ping = new Call(
                pings.getAndDecrement(),
                Methods.PING,
                Json.object(),
                call.version(),
                Map.of(),
                Deadline.after(LegacySession.SIDE_REQUEST_TIMEOUT),
                null,
                null);
        // Another call may have found out meanwhile and closed the connection.
        return exchange(ping) instanceof Reply.Failed(Failure.SessionForgotten _) || lost != null;
    }

    private static Failure failureOf(IOException e) {
        if (e instanceof SseReader.OversizedEvent) {
            return new Failure.Malformed(String.valueOf(e.getMessage()));
        }
        boolean neverConnected = e instanceof ConnectException
                || e instanceof UnknownHostException
                || e instanceof NoRouteToHostException
                || e instanceof ConnectTimeoutException
                || e instanceof javax.net.ssl.SSLHandshakeException;
        String detail = e instanceof UnknownHostException
                ? "no such host"
                : e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return new Failure.ConnectionLost(
                (neverConnected ? "cannot connect: " : "the connection broke: ") + detail, !neverConnected);
    }

    @Override
    public boolean send(Message.Notification notification) {
        return lost == null && session.post(notification);
    }

    @Override
    public @Nullable Failure lost() {
        return lost;
    }

    @Override
    public void listen() throws InterruptedException {
        session.listen();
    }

    @Override
    public void close() {
        if (lost != null) {
            return;
        }
        lost = new Failure.ConnectionLost("the connection was closed", false);
        inFlight.forEach(HttpUriRequestBase::cancel);
        session.end(inFlight);
    }

    @Override
    public void abort() {
        close();
    }
}
