package dev.mooring.app;

import dev.mooring.app.web.Tokens;
import dev.mooring.app.web.WebAddress;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options for the address and access control of an HTTP service. Each command has its own {@code --port}. */
final class WebOptions {
    @Option(
            names = "--host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description =
                    "The address to listen on (default: ${DEFAULT-VALUE}). Addresses other than loopback need --token-file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private String host;

    @Option(
            names = "--public-url",
            paramLabel = "URL",
            description =
                    "The URL that clients use, if a tunnel or a reverse proxy is in front. Its Host and Origin are allowed.")
    private @Nullable URI publicUrl;

    @Option(names = "--token-file", paramLabel = "FILE", description = "Allow only clients with a token of this file.")
    private @Nullable Path tokenFile;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    /**
     * Returns the address to listen on.
     *
     * @param harm what anyone on other machines could do without a token
     * @throws ParameterException if the address is invalid, or reachable from other machines without a token
     */
    WebAddress address(int port, String harm) {
        try {
            if (tokenFile == null && !WebAddress.isLoopback(host)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--host " + host + " is reachable from other machines, where anyone could " + harm
                                + ". Add --token-file, or listen on 127.0.0.1.");
            }
            return new WebAddress(host, port, Optional.ofNullable(publicUrl));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), FailureHandler.reason(e), e);
        }
    }

    /** Reads the token file; empty if there is none. */
    Optional<Tokens> tokens() throws IOException {
        return tokenFile == null ? Optional.empty() : Optional.of(Tokens.read(tokenFile));
    }

    boolean needsToken() {
        return tokenFile != null;
    }

    /** Returns whether clients on the internet, such as Claude.ai, can reach the service. */
    boolean isPublic() {
        return publicUrl != null && "https".equals(publicUrl.getScheme());
    }

    /** Warns if the service has a public address but no tokens. */
    void warnIfOpen(PrintWriter err, String harm) {
        if (publicUrl != null && tokenFile == null) {
            err.println("\nWarning: anyone who can reach " + publicUrl + " can " + harm
                    + ". Add --token-file to prevent that.");
        }
    }
}
