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

/** The options that say who reaches a service over HTTP, and how. The port is each command's own. */
final class WebOptions {
    @Option(
            names = "--host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "The address to listen on (default: ${DEFAULT-VALUE}). Any but loopback needs --token-file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private String host;

    @Option(
            names = "--public-url",
            paramLabel = "URL",
            description = "The address that clients use, where it is another one; its Host and Origin are let in.")
    private @Nullable URI publicUrl;

    @Option(names = "--token-file", paramLabel = "FILE", description = "Let in only who has a token of this file.")
    private @Nullable Path tokenFile;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    /**
     * Where to listen.
     *
     * @param harm what everybody on other machines could do if nobody needed a token
     * @throws ParameterException if that cannot be, or lets everybody in
     */
    WebAddress address(int port, String harm) {
        try {
            if (tokenFile == null && !WebAddress.isLoopback(host)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--host " + host + " lets other machines in, and without --token-file everybody on them could "
                                + harm);
            }
            return new WebAddress(host, port, Optional.ofNullable(publicUrl));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), FailureHandler.reason(e), e);
        }
    }

    Optional<Tokens> tokens() throws IOException {
        return tokenFile == null ? Optional.empty() : Optional.of(Tokens.read(tokenFile));
    }

    boolean needsToken() {
        return tokenFile != null;
    }

    /** Whether clients that live in somebody's cloud can reach it. */
    boolean isPublic() {
        return publicUrl != null && "https".equals(publicUrl.getScheme());
    }

    /** Says what a public address without tokens means. */
    void warn(PrintWriter err, String harm) {
        if (publicUrl != null && tokenFile == null) {
            err.println("\nWarning: whoever reaches " + publicUrl + " can " + harm + ": there is no --token-file.");
        }
    }
}
