package dev.mooring.app.gateway;

import dev.mooring.app.login.Login.LoginFailed;
import dev.mooring.app.web.PageUser;
import dev.mooring.session.ToolServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * The sign-ins to upstream servers that people have started in a browser and not completed yet. A sign-in belongs to the page
 * session that started it: a response that arrives in another browser, or for another person, is not accepted. Thread-safe.
 */
final class BrowserSignIns {
    private static final Duration STEP_TIMEOUT = Duration.ofSeconds(30);
    private static final int MAX_PER_SESSION = 5;
    private static final int MAX_PENDING = 1_000;

    private final PersonalSignIns signIns;
    private final BiConsumer<String, String> onSignedIn;
    private final List<Pending> pending = new CopyOnWriteArrayList<>();

    /** @param onSignedIn receives the name of the server and the principal after a sign-in */
    BrowserSignIns(PersonalSignIns signIns, BiConsumer<String, String> onSignedIn) {
        this.signIns = signIns;
        this.onSignedIn = onSignedIn;
    }

    /** Thrown if a sign-in fails. The message says why and what to do. */
    static final class SignInFailed extends Exception {
        SignInFailed(String message) {
            super(message);
        }
    }

    /** A sign-in, which runs on its own virtual thread until the response arrives or the timeout ends. */
    private final class Pending implements Runnable {
        private final String session;
        private final String principal;
        private final ToolServer server;
        private final CompletableFuture<URI> page = new CompletableFuture<>();
        private final CompletableFuture<Boolean> outcome = new CompletableFuture<>();
        private volatile Predicate<String> response = _ -> false;
        private final Thread thread =
                Thread.ofVirtual().name("upstream-sign-in").unstarted(this);

        Pending(String session, String principal, ToolServer server) {
            this.session = session;
            this.principal = principal;
            this.server = server;
        }

        @Override
        public void run() {
            try {
                signIns.signIn(server, principal, this::show);
                onSignedIn.accept(server.name(), principal);
                outcome.complete(true);
            } catch (LoginFailed | IOException | RuntimeException e) {
                fail(String.valueOf(e.getMessage()));
            } catch (InterruptedException e) {
                fail("The sign-in was started again.");
            } finally {
                pending.remove(this);
            }
        }

        private void show(URI address, Predicate<String> accept) {
            response = accept;
            page.complete(address);
        }

        private void fail(String reason) {
            var failure = new SignInFailed(reason);
            page.completeExceptionally(failure);
            outcome.completeExceptionally(failure);
        }
    }

    /**
     * Starts a sign-in and returns the page of the authorization server. A later start for the same server replaces it.
     *
     * @param principal the principal of the person; empty for anonymous callers
     */
    URI start(PageUser user, String principal, ToolServer server) throws SignInFailed, InterruptedException {
        int toOtherServers = 0;
        for (Pending own : pending) {
            if (!own.session.equals(user.session())) {
                continue;
            }
            if (own.server.name().equals(server.name())) {
                own.thread.interrupt();
            } else {
                toOtherServers++;
            }
        }
        if (toOtherServers >= MAX_PER_SESSION || pending.size() >= MAX_PENDING) {
            throw new SignInFailed("Too many sign-ins are in progress. Complete one, or try again in a few minutes.");
        }
        var started = new Pending(user.session(), principal, server);
        pending.add(started);
        started.thread.start();
        return await(started.page, server);
    }

    /** Completes a sign-in with the response of the authorization server, given as the address of the redirect. */
    void complete(PageUser user, String principal, String address) throws SignInFailed, InterruptedException {
        for (Pending own : List.copyOf(pending)) {
            boolean isOwn = own.session.equals(user.session()) && own.principal.equals(principal);
            if (isOwn && own.response.test(address) && pending.remove(own)) { // a response is accepted once
                await(own.outcome, own.server);
                return;
            }
        }
        throw new SignInFailed(
                "This response does not belong to a sign-in that you have started in this browser. Start the"
                        + " sign-in again.");
    }

    private static <T> T await(CompletableFuture<T> step, ToolServer server) throws SignInFailed, InterruptedException {
        try {
            return step.get(STEP_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new SignInFailed(server.name() + " or its authorization server did not answer in time. Try again.");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new SignInFailed(String.valueOf(cause == null ? e.getMessage() : cause.getMessage()));
        }
    }

    /** Cancels all sign-ins. */
    void close() {
        pending.forEach(each -> each.thread.interrupt());
    }
}
