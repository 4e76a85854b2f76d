package dev.mooring.auth.server;

import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.mcp.server.http.WebResponse;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The people who use an authorization server, and the pages that they see. The program that contains the authorization
 * server implements this interface: the authorization server has no passwords, no cookies and no HTML. Thread-safe.
 *
 * <p>The authorization server adds headers to every page that forbid framing and caching.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface People {
    /**
     * Returns a person. Called when a client uses or renews its access; the answer is cached for a second.
     * So the removal of a person or of a scope applies to all clients of that person within about a second.
     */
    Optional<Person> find(String subject);

    /** Returns the signed-in user of a browser request; empty if the browser has no session. */
    Optional<SignedIn> signedIn(WebRequest request);

    /**
     * Returns the page on which a person signs in, or a redirect to it. When the person has signed in, the page redirects
     * the browser to {@code returnTo}.
     *
     * <p>The implementation limits the attempts per address and per person, for example with {@link SignInAttempts}.
     *
     * @param returnTo a path of this server with its query, such as {@code /authorize?client_id=…}
     */
    WebResponse signInPage(WebRequest request, String returnTo);

    /** Returns the page on which a person decides about the access of a client. */
    WebResponse consentPage(WebRequest request, Consent consent);

    /**
     * Returns the page for a request that has failed and cannot be answered with a redirect to the client.
     *
     * @param status the HTTP status of the page
     * @param message what is wrong and what to do, as plain text that can contain text of the client
     */
    WebResponse problemPage(WebRequest request, int status, String message);

    /**
     * A person in a browser.
     *
     * @param session a secret of the browser's session, such as the value of its cookie. A consent page works only in the
     *     session for which it was made
     */
    record SignedIn(Person person, String session) {
        /** Returns the person, without the secret. */
        @Override
        public String toString() {
            return person.toString();
        }
    }
}
