package dev.mooring.app.gateway;

import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keeps a counter in the state of a server, and compares each result with what it was told before. A modern client passes the
 * session id back; a legacy client keeps its transport session instead.
 */
final class CountingClient implements AutoCloseable {
    private static final Pattern SESSION = Pattern.compile("\\[session: ([0-9a-z]+)]");
    private static final int MAX_HISTORY = 8;
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(40);

    private final String name;
    private final EraChoice era;
    private final URI address;
    private final Duration pause;
    private final AtomicInteger successes = new AtomicInteger();
    private final AtomicInteger losses = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();
    private final List<String> silentLosses = new CopyOnWriteArrayList<>();
    private final List<String> repeatedReports = new CopyOnWriteArrayList<>();
    private final Thread thread;
    private @Nullable McpClient client;
    private @Nullable String session;
    private int count;

    /** Calls since the last result that may or may not have happened. */
    private int inDoubt;

    private volatile boolean isClosed;
    /** The last answers, newest last. Guarded by itself. */
    private final Deque<String> history = new ArrayDeque<>();

    CountingClient(String name, EraChoice era, URI address, Duration pause) {
        this.name = name;
        this.era = era;
        this.address = address;
        this.pause = pause;
        this.thread = Thread.ofVirtual().name(name).start(this::run);
    }

    private void run() {
        while (!isClosed) {
            try {
                call();
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                return;
            } catch (Exception e) {
                remember(e.toString());
                reopen();
            }
        }
    }

    private void reopen() {
        if (client != null) {
            client.close();
            client = null;
        }
    }

    private void call() throws Exception {
        McpClient open = client;
        if (open == null) {
            open = McpClient.open(
                    ServerLocation.Remote.at(address),
                    ClientOptions.builder()
                            .era(era)
                            .callTimeout(CALL_TIMEOUT, CALL_TIMEOUT)
                            .build());
        }
        client = open;
        calls.incrementAndGet();
        ObjectNode arguments = Json.object();
        if (session != null) {
            arguments.put("session_id", session);
        }
        switch (open.callTool("count", arguments)) {
            case Reply.Result(ObjectNode result) -> onResult(result);
            case Reply.Rejected(var error) -> remember(error.toString());
            case Reply.Failed(var failure) -> {
                remember(failure.toString());
                inDoubt++;
                if (open.failure() != null) {
                    silentLosses.add(name + ": the connection ended: " + failure);
                    reopen();
                }
            }
        }
    }

    private void remember(String answer) {
        synchronized (history) {
            history.addLast(Instant.now() + " " + answer.lines().findFirst().orElse(""));
            if (history.size() > MAX_HISTORY) {
                history.removeFirst();
            }
        }
    }

    private String history() {
        synchronized (history) {
            return String.join("\n  ", history);
        }
    }

    private void onResult(ObjectNode result) {
        String text = result.at("/content/0/text").asString("");
        remember(text);
        if (result.path("isError").asBoolean(false)) {
            onError(text);
            return;
        }
        int value = Integer.parseInt(text.lines().findFirst().orElse("").strip());
        Matcher named = SESSION.matcher(text);
        boolean isNew = named.find();
        if (value <= count || value > count + inDoubt + 1) {
            silentLosses.add(name + ": " + count + " (+" + inDoubt + " in doubt), then:\n  " + history());
        }
        if (isNew && era == EraChoice.MODERN) {
            session = named.group(1);
        }
        count = value;
        inDoubt = 0;
        successes.incrementAndGet();
    }

    private void onError(String text) {
        if (text.contains("may or may not have happened")) {
            inDoubt++;
        } else if (text.contains("was lost")) {
            if (count == 0 && inDoubt == 0) {
                repeatedReports.add(name + ":\n  " + history());
            }
            losses.incrementAndGet();
            count = 0;
            inDoubt = 0;
            session = null;
        } else if (!text.contains("Try again")) {
            silentLosses.add(name + ": unexpected " + text);
        }
    }

    int successes() {
        return successes.get();
    }

    int losses() {
        return losses.get();
    }

    int calls() {
        return calls.get();
    }

    List<String> silentLosses() {
        return silentLosses;
    }

    List<String> repeatedReports() {
        return repeatedReports;
    }

    @Override
    public String toString() {
        return name + ": " + successes + " of " + calls + " calls:\n  " + history();
    }

    @Override
    public void close() {
        isClosed = true;
        thread.interrupt();
        await().atMost(CALL_TIMEOUT.multipliedBy(2)).until(() -> !thread.isAlive());
        reopen();
    }
}
