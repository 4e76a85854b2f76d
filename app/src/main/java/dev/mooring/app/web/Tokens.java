package dev.mooring.app.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.app.users.Role;
import dev.mooring.app.users.SecretFile;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tokens that a service accepts, each with a unique name. Every lookup rereads the file if it has changed, so that a
 * removed token stops working at once. Thread-safe.
 */
public final class Tokens {
    private static final Logger LOG = LoggerFactory.getLogger(Tokens.class);

    private final SecretFile<List<Token>> file;

    private Tokens(SecretFile<List<Token>> file) {
        this.file = file;
    }

    /**
     * Reads a file with lines of the form {@code name token [role...]}. Ignores empty lines and lines that begin with
     * {@code #}.
     *
     * @throws IOException if the file is unreadable, malformed, or readable by users other than its owner
     */
    public static Tokens read(Path file) throws IOException {
        return new Tokens(SecretFile.open(file, Tokens::valid, List.of()));
    }

    /** Invalid lines give no access. */
    private static List<Token> valid(Path file, boolean first) throws IOException {
        TokenFile.Content content = TokenFile.read(file);
        if (first && !content.problems().isEmpty()) {
            throw new IOException(content.problems().getFirst());
        }
        content.problems().forEach(problem -> LOG.error("Ignoring a line: {}", problem));
        return content.tokens();
    }

    /** Finds a token by its secret. Compares in constant time. */
    Optional<Token> find(String secret) {
        byte[] given = secret.getBytes(UTF_8);
        Optional<Token> found = Optional.empty();
        for (Token token : file.current()) {
            if (MessageDigest.isEqual(token.secret().getBytes(UTF_8), given)) {
                found = Optional.of(token);
            }
        }
        return found;
    }

    /** Returns the roles that a token has now: none if the file no longer contains it. */
    Set<Role> rolesNow(Token token) {
        return find(token.secret())
                .filter(now -> now.name().equals(token.name()))
                .map(Token::roles)
                .orElse(Set.of());
    }
}
