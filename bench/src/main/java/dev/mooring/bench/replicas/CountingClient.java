package dev.mooring.bench.replicas;

import dev.mooring.bench.replicas.ClientCounts.Event;
import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.OpenFailed;
import dev.mooring.mcp.client.ServerLocation;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keeps a counter in the state of a server, and compares each result with the earlier ones. A legacy client keeps its
 * transport session. A modern client has none, and passes the session id back if the server gives it one. Its calls run on a
 * virtual thread of its own.
 */
final class CountingClient implements AutoCloseable {
    private static final Pattern RESULT = Pattern.compile("(\\S+) ([0-9]+)");
    private static final Pattern SESSION = Pattern.compile("\\[session: ([0-9a-z]+)]");
    private static final int MAX_HISTORY = 10;

    /** Longer than a process is paused, so that a call to a paused replica ends with its answer. */
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(40);

    private final String name;
    private final EraChoice era;
    private final URI address;
    private final Duration pause;
    private final ClientCounts counts;
    private final BiConsumer<Event, String> violations;
    private final Thread thread;

    /** The last answers, newest last. Guarded by itself. */
    private final Deque<String> history = new ArrayDeque<>();

    private final AtomicInteger successes = new AtomicInteger();
    private volatile boolean isClosed;

    private @Nullable McpClient client;
    private @Nullable String session;
    private int count;

    /** Calls that may or may not have happened, and whose effect on the counter has not been seen. */
    private int inDoubt;

    /**
     * Starts calling.
     *
     * @param name without spaces
     * @param pause the mean time between two calls
     * @param counts counts what this client sees
     * @param violations receives a description of each event that must not happen, with what led to it
     */
    CountingClient(
            String name,
            EraChoice era,
            URI address,
            Duration pause,
            ClientCounts counts,
            BiConsumer<Event, String> violations) {
        this.name = name;
        this.era = era;
        this.address = address;
        this.pause = pause;
        this.counts = counts;
        this.violations = violations;
        this.thread = Thread.ofVirtual().name(name).start(this::run);
    }

    private void run() {
        try {
            while (!isClosed) {
                Thread.sleep(ThreadLocalRandom.current().nextLong(2 * pause.toMillis()));
                call();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        } finally {
            disconnect();
        }
    }

    private void call() throws InterruptedException {
        McpClient open = client;
        if (open == null) {
            try {
                open = McpClient.open(
                        ServerLocation.Remote.at(address),
                        ClientOptions.builder()
                                .era(era)
                                .callTimeout(CALL_TIMEOUT, CALL_TIMEOUT)
                                .build());
            } catch (OpenFailed e) {
                remember("not opened: " + e.getMessage());
                return;
            }
            client = open;
        }
        ObjectNode arguments = Json.object().put("client", name);
        if (session != null) {
            arguments.put("session_id", session);
        }
        Reply reply = open.callTool("count", arguments);
        counts.count(Event.CALL);
        switch (reply) {
            case Reply.Result(ObjectNode result) -> onResult(result);
            case Reply.Rejected(var error) -> onUnexpected(error.toString());
            case Reply.Failed(var failure) -> onFailure(failure);
        }
        if (open.failure() != null) {
            disconnect();
        }
    }

    private void disconnect() {
        if (client != null) {
            client.close();
            client = null;
        }
    }

    private void onFailure(Failure failure) {
        remember(failure.toString());
        if (failure instanceof Failure.SessionForgotten) {
            counts.count(Event.SESSION_FORGOTTEN);
            onLoss();
            disconnect(); // the next call opens another transport session
        } else {
            inDoubt++;
        }
    }

    private void onResult(ObjectNode result) {
        String text = result.at("/content/0/text").asString("");
        remember(text);
        if (result.path("isError").asBoolean(false)) {
            onError(text);
            return;
        }
        Matcher counted = RESULT.matcher(text);
        if (counted.lookingAt()) {
            onCount(counted.group(1), Integer.parseInt(counted.group(2)));
            Matcher named = SESSION.matcher(text);
            if (era == EraChoice.MODERN && named.find()) {
                session = named.group(1);
            }
        } else {
            onUnexpected(text);
        }
    }

    private void onCount(String owner, int value) {
        int skipped = value - count - 1;
        if (!owner.equals(name)) {
            report(Event.FOREIGN, "got the state of " + owner);
        } else if (skipped < 0) {
            report(Event.BLANK, "had counted to " + count + " and got blank or old state");
        } else if (skipped > inDoubt) {
            report(
                    Event.REPEATED_CALL,
                    "had counted to " + count + ", with " + inDoubt + " calls in doubt: a call ran more than once");
        }
        inDoubt = Math.clamp(inDoubt - (long) skipped, 0, inDoubt);
        count = value;
        successes.incrementAndGet();
    }

    private void onError(String text) {
        if (text.contains("may or may not have happened")) {
            inDoubt++;
        } else if (text.contains("was lost")) {
            if (count == 0 && inDoubt == 0) {
                report(Event.LOSS_REPORTED_TWICE, "got the report of a loss twice");
            }
            onLoss();
        } else if (!text.contains("Try again")) {
            onUnexpected(text);
        }
    }

    private void onLoss() {
        counts.count(Event.LOSS_REPORTED);
        count = 0;
        inDoubt = 0;
        session = null;
    }

    private void onUnexpected(String answer) {
        inDoubt++;
        report(Event.UNEXPECTED, "got an unexpected answer: " + answer);
    }

    private void remember(String answer) {
        synchronized (history) {
            history.addLast(Instant.now() + " " + answer.replace('\n', ' '));
            if (history.size() > MAX_HISTORY) {
                history.removeFirst();
            }
        }
    }

    private void report(Event event, String what) {
        counts.count(event);
        violations.accept(event, name + " " + what + ". Its last answers:\n  " + history());
    }

    private String history() {
        synchronized (history) {
            return String.join("\n  ", history);
        }
    }

    /** Counts this client as stuck. */
    void reportStuck() {
        report(Event.STUCK, "has had no success for minutes");
    }

    int successes() {
        return successes.get();
    }

    @Override
    public void close() {
        isClosed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
