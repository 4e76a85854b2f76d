package dev.mooring.app.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tokens that a service accepts, each with a unique name. Every lookup rereads the file if it has changed, so that a
 * removed token stops working at once. Safe for use by several threads.
 */
public final class Tokens {
    private static final Logger LOG = LoggerFactory.getLogger(Tokens.class);

    private final Path file;
    private volatile Loaded loaded;

    /** @param stamp the state of the file that was read; null if it could not be read */
    private record Loaded(List<Token> tokens, TokenFile.@Nullable Stamp stamp) {}

    private Tokens(Path file, Loaded loaded) {
        this.file = file;
        this.loaded = loaded;
    }

    /**
     * Reads a file with lines of the form {@code name token [role...]}. Ignores empty lines and lines that begin with
     * {@code #}.
     *
     * @throws IOException if the file is unreadable, malformed, or readable by users other than its owner
     */
    public static Tokens read(Path file) throws IOException {
        TokenFile.Stamp stamp = Files.exists(file) ? TokenFile.Stamp.of(file) : null;
        TokenFile.Content content = TokenFile.read(file);
        if (!content.problems().isEmpty()) {
            throw new IOException(content.problems().getFirst());
        }
        return new Tokens(file, new Loaded(content.tokens(), stamp));
    }

    /** Finds a token by its secret. Compares in constant time. */
    Optional<Token> find(String secret) {
        byte[] given = secret.getBytes(UTF_8);
        Optional<Token> found = Optional.empty();
        for (Token token : current()) {
            if (MessageDigest.isEqual(token.secret().getBytes(UTF_8), given)) {
                found = Optional.of(token);
            }
        }
        return found;
    }

    /** Returns whether the file still contains a token, with this role. */
    boolean stillHas(Token token, Role role) {
        return find(token.secret())
                .map(now -> now.name().equals(token.name()) && now.roles().contains(role))
                .orElse(false);
    }

    private List<Token> current() {
        Loaded before = loaded;
        TokenFile.Stamp stamp;
        try {
            stamp = TokenFile.Stamp.of(file);
        } catch (IOException e) {
            stamp = null;
        }
        if (stamp != null && stamp.equals(before.stamp)) {
            return before.tokens;
        }
        return stamp == null && before.stamp == null ? before.tokens : reload();
    }

    /** Reads the file again. Invalid lines, and a file that cannot be trusted, give no access. */
    private synchronized List<Token> reload() {
        Loaded before = loaded;
        try {
            // The stamp first: a change during the read is then noticed by the next lookup.
            TokenFile.Stamp stamp = TokenFile.Stamp.of(file);
            if (stamp.equals(before.stamp)) {
                return before.tokens;
            }
            TokenFile.Content content = TokenFile.read(file);
            loaded = new Loaded(content.tokens(), stamp);
            content.problems().forEach(problem -> LOG.error("{} The line is ignored.", problem));
            LOG.info("Read {} tokens from {}", content.tokens().size(), file);
        } catch (IOException e) {
            if (before.stamp != null) {
                LOG.error("No token is accepted any more. {}", e.getMessage());
            }
            loaded = new Loaded(List.of(), null);
        }
        return loaded.tokens;
    }
}
