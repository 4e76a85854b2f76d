package dev.mooring.mcp.client.http;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.Call;
import dev.mooring.mcp.client.Deadline;
import dev.mooring.mcp.client.DeadlineWatch;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.mcp.client.Transport;
import dev.mooring.mcp.wire.InFlight;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was agreed with a legacy server, and what is said to it and heard from it beside the calls. With a modern server
 * nothing is agreed, and there is nothing beside the calls.
 */
final class LegacySession {
    private static final Logger LOG = LoggerFactory.getLogger(LegacySession.class);
    private static final Duration LISTEN_WAIT = Duration.ofMillis(250);
    private static final Duration BREAKING_OFF = Duration.ofSeconds(1);

    /** How long anything may take that is not a call. */
    static final Duration SIDE_REQUEST_TIMEOUT = Duration.ofSeconds(5);

    private final ServerLocation.Remote server;
    private final Requests requests;
    private final HttpPool pool;
    private final Transport.Inbound inbound;
    private final int maxMessageBytes;
    private final AtomicBoolean listening = new AtomicBoolean();
    private final CountDownLatch listeningBegun = new CountDownLatch(1);
    private final InFlight<HttpUriRequestBase> streams = new InFlight<>();

    /** Threads that tell the server of calls which were cancelled. */
    private final InFlight<Thread> notices = new InFlight<>();

    /** Some legacy servers give out none. */
    private volatile @Nullable String id;

    private volatile @Nullable String version;
    private volatile boolean ended;

    LegacySession(
            ServerLocation.Remote server,
            Requests requests,
            HttpPool pool,
            Transport.Inbound inbound,
            int maxMessageBytes) {
        this.server = server;
        this.requests = requests;
        this.pool = pool;
        this.inbound = inbound;
        this.maxMessageBytes = maxMessageBytes;
    }

    /** Whether the server has given out an id, by which it knows the session or has forgotten it. */
    boolean hasId() {
        return id != null;
    }

    void id(@Nullable String id) {
        this.id = id;
    }

    void version(@Nullable String version) {
        this.version = version;
    }

    void addHeaders(HttpUriRequestBase request) {
        Requests.addLegacyHeaders(request, version, id);
    }

    HttpUriRequestBase get(@Nullable String lastEvent) {
        HttpUriRequestBase get = requests.get(server.address(), lastEvent);
        addHeaders(get);
        return get;
    }

    /** A stream on which the server may also ask something itself. */
    EventStream newStream() {
        return new EventStream(inbound, this::giveAnswer, maxMessageBytes);
    }

    private void giveAnswer(Message answer) {
        if (!post(answer)) {
            LOG.warn("{} did not take the answer to its own request", server.origin());
        }
    }

    /** Posts what has no answer of its own. */
    boolean post(Message message) {
        HttpUriRequestBase post = requests.post(server.address(), message.toBytes());
        addHeaders(post);
        try (var _ = DeadlineWatch.guard(Deadline.after(SIDE_REQUEST_TIMEOUT), post::cancel);
                HttpPool.Answer answer = pool.send(post)) {
            return answer.http().getCode() / 100 == 2;
        } catch (IOException e) {
            LOG.debug("{}: {}", server.origin(), e.toString());
            return false;
        }
    }

    /** Tells the server that nobody waits for a call any more, without waiting for that. */
    void cancelled(Call call, String reason) {
        var params = Json.object().put("requestId", call.id()).put("reason", reason);
        Message.Notification notification = new Message.Notification(Methods.CANCELLED, params);
        Thread notice = Thread.ofVirtual().name("mcp-cancel").unstarted(() -> {
            if (!post(notification)) {
                LOG.debug("{} could not be told of a cancelled call", server.origin());
            }
            notices.remove(Thread.currentThread());
        });
        notices.add(notice);
        notice.start();
    }

    /** Waits a moment for the stream, since what is said before it is there is lost; some servers answer only when they speak. */
    void listen() throws InterruptedException {
        if (listening.compareAndSet(false, true)) {
            Thread.ofVirtual().name("mcp-listen").start(this::listenUntilEnded);
        }
        if (!listeningBegun.await(LISTEN_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
            LOG.debug("{} has not answered the request for a stream to listen to", server.origin());
        }
    }

    /** The listening thread: keeps a stream open for as long as the server offers one. */
    private void listenUntilEnded() {
        EventStream events = newStream();
        try {
            while (!ended && listenOnce(events)) {
                Thread.sleep(events.retry());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether it is worth trying again: the server offers a stream, as far as is known. */
    private boolean listenOnce(EventStream events) {
        HttpUriRequestBase get = get(events.lastId());
        streams.add(get);
        if (ended) {
            get.cancel(); // whoever ended it may have looked for streams a moment too early
        }
        try (HttpPool.Answer answer = pool.send(get)) {
            ClassicHttpResponse response = answer.http();
            if (response.getCode() != 200 || !Responses.isEventStream(response)) {
                LOG.debug("{} offers no stream to listen to", server.origin());
                return false;
            }
            listeningBegun.countDown();
            events.read(response.getEntity().getContent(), null);
        } catch (IOException e) {
            LOG.debug("{}: the listening stream broke: {}", server.origin(), e.toString());
        } finally {
            streams.remove(get);
            listeningBegun.countDown();
        }
        return !ended;
    }

    /**
     * Ends the session at the server, if that knows it by an id, once everything there is to say has been said.
     *
     * @param calls those of the session, each of which has been broken off
     */
    void end(InFlight<?> calls) {
        ended = true;
        streams.forEach(HttpUriRequestBase::cancel);
        if (id != null) {
            // A server that no longer knows the session could not stop the calls it is being told of.
            calls.awaitNone(BREAKING_OFF);
            notices.awaitNone(SIDE_REQUEST_TIMEOUT);
            delete();
        }
    }

    private void delete() {
        HttpUriRequestBase delete = requests.delete(server.address());
        addHeaders(delete);
        try (var _ = DeadlineWatch.guard(Deadline.after(SIDE_REQUEST_TIMEOUT), delete::cancel);
                HttpPool.Answer answer = pool.send(delete)) {
            LOG.debug(
                    "{}: session ended (HTTP {})",
                    server.origin(),
                    answer.http().getCode());
        } catch (IOException e) {
            LOG.debug("{}: the session could not be ended: {}", server.origin(), e.toString());
        }
    }
}
