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

/** The tokens that a service accepts, each with a unique name. Error messages never contain a token. */
public final class Tokens {
    private static final Set<PosixFilePermission> OWNER_ONLY =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    /** Characters that need no encoding in a header or a path, and enough of them to be unguessable. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~-]{16,512}");

    private final List<Token> tokens;

    private Tokens(List<Token> tokens) {
        this.tokens = tokens;
    }

    private record Token(String name, String secret) {
        /** Returns the name, without the secret. */
        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * Reads a file with lines of the form {@code name token}. Ignores empty lines and lines that begin with {@code #}.
     *
     * @throws IOException if the file is unreadable, malformed, or readable by users other than its owner
     */
    public static Tokens read(Path file) throws IOException {
        List<String> lines;
        try {
            if (Files.getFileStore(file).supportsFileAttributeView("posix")
                    && !OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file))) {
                throw new IOException("Other users can read the token file " + file + ". Run: chmod 600 " + file);
            }
            lines = Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            throw new IOException("Token file not found: " + file, e);
        }
        List<Token> tokens = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                String where = file + ", line " + (i + 1);
                Token token = token(line, where);
                if (!names.add(token.name())) {
                    throw new IOException(
                            where + ": duplicate name '" + token.name() + "'. Give each token its own name.");
                }
                tokens.add(token);
            }
        }
        if (tokens.isEmpty()) {
            throw new IOException("Token file " + file + " is empty. Add a line of the form: name token");
        }
        long different = tokens.stream().map(Token::secret).distinct().count();
        if (different < tokens.size()) {
            throw new IOException(
                    "Token file " + file + " contains the same token twice. Give each name its own token.");
        }
        return new Tokens(List.copyOf(tokens));
    }

    private static Token token(String line, String where) throws IOException {
        String[] parts = line.split("\\s+", -1);
        if (parts.length != 2) {
            throw new IOException(where + ": expected a name and a token, separated by a space");
        }
        if (!TOKEN.matcher(parts[1]).matches()) {
            throw new IOException(
                    where
                            + ": a token must have 16 to 512 letters, digits or . _ ~ -. Create one with: openssl rand -hex 24");
        }
        return new Token(parts[0], parts[1]);
    }

    /** Returns the name of a token. Compares in constant time. */
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
