package dev.mooring.auth.server;

import java.util.List;
import org.apiguardian.api.API;

/**
 * The content of a consent page. The form posts to the path {@code /authorize} of the server, with the
 * fields {@link #FORM_TOKEN} and {@link #DECISION}. All texts are plain text; those of the client can contain anything.
 *
 * <p>A browser follows the redirect to the client only if the content security policy of the page allows it: its {@code
 * form-action} must contain {@link #formAction}.
 *
 * @param person the person who decides
 * @param clientName the name that the client gives itself, on one line and of bounded length
 * @param clientHost the host that has published the client's metadata, which proves who the client is; empty for a client
 *     that has registered itself, whose name proves nothing
 * @param redirectHost the host to which the browser goes afterwards; for an app on the same device, its URL scheme and a
 *     colon
 * @param isLocal whether the browser goes to a program on its own device afterwards
 * @param scopes the requested scopes that the person can grant
 * @param resource the URL of the server that the client wants to use
 * @param formToken the value of the field {@link #FORM_TOKEN}
 * @param formAction the source for {@code form-action}, such as {@code https://claude.ai} or {@code cursor:}
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Consent(
        Person person,
        String clientName,
        String clientHost,
        String redirectHost,
        boolean isLocal,
        List<String> scopes,
        String resource,
        String formToken,
        String formAction) {
    /** The field with the form token. */
    public static final String FORM_TOKEN = "request";

    /** The field with the decision: {@link #ALLOW} or {@link #DENY}. */
    public static final String DECISION = "decision";

    /** The decision that gives access. */
    public static final String ALLOW = "allow";

    /** The decision that refuses. */
    public static final String DENY = "deny";

    /** Copies the scopes. */
    public Consent {
        scopes = List.copyOf(scopes);
    }
}
