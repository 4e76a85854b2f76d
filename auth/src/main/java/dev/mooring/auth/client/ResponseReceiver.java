package dev.mooring.auth.client;

import dev.mooring.auth.discovery.OAuthFailed;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Receives the response to one sign-in. Discards responses of other sign-ins. Thread-safe. */
class ResponseReceiver implements AutoCloseable {
    private final URI redirect;
    private final String state;
    private final BlockingQueue<AuthorizationResponse> responses = new LinkedBlockingQueue<>();

    /**
     * Creates a receiver without a page of its own.
     *
     * @param redirect the address that the browser is redirected to, where the program serves a page
     */
    ResponseReceiver(URI redirect, String state) {
        this.redirect = redirect;
        this.state = state;
    }

    /** Returns the address that the browser is redirected to. */
    URI redirectUri() {
        return redirect;
    }

    /** Accepts the address that the browser was redirected to. Returns false if it does not belong to this sign-in. */
    boolean accept(String address) {
        return accept(AuthorizationResponse.of(address));
    }

    boolean accept(AuthorizationResponse response) {
        return isExpected(response) && responses.add(response);
    }

    boolean isExpected(AuthorizationResponse response) {
        return response.belongsTo(state);
    }

    AuthorizationResponse await(Duration timeout) throws OAuthFailed, InterruptedException {
        AuthorizationResponse response = responses.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
        if (response == null) {
            throw new OAuthFailed("Nobody signed in within " + timeout.toSeconds() + " s. Start the sign-in again.");
        }
        return response;
    }

    @Override
    public void close() {}
}
