package dev.mooring.app.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Who may come in: names, each with a secret. What is thrown here never quotes a secret. */
public final class Tokens {
    private static final Set<PosixFilePermission> OWNERS =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    /** It must fit into a header and into a path as it is, and not be guessed. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~-]{16,512}");

    private final List<Token> tokens;

    private Tokens(List<Token> tokens) {
        this.tokens = tokens;
    }

    private record Token(String name, String secret) {
        /** Without the secret, wherever this may be printed. */
        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * Reads a file of lines {@code name token}; empty lines and those that begin with {@code #} do not count.
     *
     * @throws IOException if it cannot be read, others than its owner may read it, or it is not what it should be
     */
    public static Tokens read(Path file) throws IOException {
        List<String> lines;
        try {
            if (Files.getFileStore(file).supportsFileAttributeView("posix")
                    && !OWNERS.containsAll(Files.getPosixFilePermissions(file))) {
                throw new IOException(file + " may be read by others: run 'chmod 600 " + file + "' first");
            }
            lines = Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no token file " + file, e);
        }
        List<Token> tokens = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                String where = file + ", line " + (i + 1);
                Token token = token(line, where);
                if (!names.add(token.name())) {
                    throw new IOException(where + ": there is a token for '" + token.name()
                            + "' already, and whoever has a token needs a name of their own");
                }
                tokens.add(token);
            }
        }
        if (tokens.isEmpty()) {
            throw new IOException(file + " has no line 'name token'");
        }
        long different = tokens.stream().map(Token::secret).distinct().count();
        if (different < tokens.size()) {
            throw new IOException(file + " has the same token twice");
        }
        return new Tokens(List.copyOf(tokens));
    }

    private static Token token(String line, String where) throws IOException {
        String[] parts = line.split("\\s+", -1);
        if (parts.length != 2) {
            throw new IOException(where + ": expected a name and a token with a space between them");
        }
        if (!TOKEN.matcher(parts[1]).matches()) {
            throw new IOException(
                    where + ": a token has 16 to 512 letters, digits or . _ ~ - ('openssl rand -hex 24' makes one)");
        }
        return new Token(parts[0], parts[1]);
    }

    /** Whose token this is. Takes as long for a near miss as for nonsense. */
    Optional<String> nameOf(String token) {
        byte[] given = token.getBytes(UTF_8);
        Optional<String> name = Optional.empty();
        for (Token known : tokens) {
            if (MessageDigest.isEqual(known.secret().getBytes(UTF_8), given)) {
                name = Optional.of(known.name());
            }
        }
        return name;
    }
}
