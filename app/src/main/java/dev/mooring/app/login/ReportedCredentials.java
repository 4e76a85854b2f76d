package dev.mooring.app.login;

import dev.mooring.mcp.client.credentials.Challenge;
import dev.mooring.mcp.client.credentials.Credential;
import dev.mooring.mcp.client.credentials.CredentialSource;
import dev.mooring.mcp.client.credentials.CredentialsUnavailable;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Credentials whose end is reported to the person, once for all calls that fail because of it. The failure of the first
 * sign-in is not reported here: it fails the opening of a session, and that failure is reported.
 */
final class ReportedCredentials implements CredentialSource {
    private final CredentialSource source;
    private final Consumer<String> report;
    private final Set<String> reported = ConcurrentHashMap.newKeySet();
    private volatile boolean wasSignedIn;

    ReportedCredentials(CredentialSource source, Consumer<String> report) {
        this.source = source;
        this.report = report;
    }

    @Override
    public @Nullable Credential current() throws CredentialsUnavailable, InterruptedException {
        try {
            Credential credential = source.current();
            if (credential != null && !wasSignedIn) {
                wasSignedIn = true;
            }
            return credential;
        } catch (CredentialsUnavailable e) {
            throw reported(e);
        }
    }

    @Override
    public boolean onChallenge(Challenge challenge) throws CredentialsUnavailable, InterruptedException {
        try {
            return source.onChallenge(challenge);
        } catch (CredentialsUnavailable e) {
            throw reported(e);
        }
    }

    private CredentialsUnavailable reported(CredentialsUnavailable e) {
        String message = String.valueOf(e.getMessage());
        if (wasSignedIn && reported.add(message)) {
            report.accept(message);
        }
        return e;
    }
}
