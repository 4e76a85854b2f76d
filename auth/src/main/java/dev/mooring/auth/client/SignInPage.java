package dev.mooring.auth.client;

import dev.mooring.mcp.client.credentials.CredentialsUnavailable;
import java.net.URI;
import java.util.function.Predicate;
import org.apiguardian.api.API;

/** Shows a person the page of an authorization server, to sign in there. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@FunctionalInterface
public interface SignInPage {
    /**
     * Shows the page to a person. Returns without waiting for the sign-in. The response arrives at a loopback address of
     * this machine; a person whose browser runs elsewhere can paste it instead. If the program itself serves
     * the page at the redirect address, that page passes the response on.
     *
     * @param page the address of the page; it contains no secret
     * @param pastedResponse accepts the response as text: the whole address that the browser was redirected to, or its
     *     query. Returns false if the text is not the response of this sign-in
     * @throws CredentialsUnavailable if the person declines, or cannot get to the page
     */
    void show(URI page, Predicate<String> pastedResponse) throws CredentialsUnavailable, InterruptedException;

    /** Reports a step of the sign-in, as a sentence without secrets. Does nothing by default. */
    default void onStep(String step) {}

    /** Returns a page in the default browser of the person. Logs the address if no browser can be started. */
    static SignInPage inBrowser() {
        return new SystemBrowser();
    }
}
