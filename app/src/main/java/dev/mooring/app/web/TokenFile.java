package dev.mooring.app.web;

import dev.mooring.app.users.Role;
import dev.mooring.app.users.SecretFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads a token file. Error messages never contain a token. */
final class TokenFile {
    /** Characters that need no encoding in a header or a path, and enough of them to be unguessable. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~-]{16,512}");

    private TokenFile() {}

    /**
     * The content of a token file.
     *
     * @param tokens the valid lines
     * @param problems one sentence for each invalid line
     */
    record Content(List<Token> tokens, List<String> problems) {}

    /**
     * Reads a file.
     *
     * @throws IOException if the file is unreadable, or readable by users other than its owner
     */
    static Content read(Path file) throws IOException {
        List<String> lines;
        try {
            SecretFile.requireOwnerOnly(file, "token file");
            lines = Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            throw new IOException(
                    "Token file not found: " + file + ". Create it with mode 600 and a line of the form: name token",
                    e);
        } catch (CharacterCodingException e) {
            throw new IOException("Token file " + file + " is not UTF-8 text. Save it as UTF-8.", e);
        }
        var parser = new Parser();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                parser.add(line, file + ", line " + (i + 1));
            }
        }
        if (parser.tokens.isEmpty() && parser.problems.isEmpty()) {
            parser.problems.add("Token file " + file + " is empty. Add a line of the form: name token");
        }
        return new Content(List.copyOf(parser.tokens), List.copyOf(parser.problems));
    }

    private static final class Parser {
        final List<Token> tokens = new ArrayList<>();
        final List<String> problems = new ArrayList<>();
        private final Set<String> names = new HashSet<>();
        private final Set<String> secrets = new HashSet<>();

        void add(String line, String where) {
            String[] parts = line.split("\\s+", -1);
            if (parts.length < 2) {
                problems.add(where + ": expected a name and a token, separated by a space");
            } else if (!TOKEN.matcher(parts[1]).matches()) {
                problems.add(
                        where
                                + ": a token must have 16 to 512 letters, digits or . _ ~ -. Create one with: openssl rand -hex 24");
            } else if (!names.add(parts[0])) {
                problems.add(where + ": duplicate name '" + parts[0] + "'. Give each token its own name.");
            } else if (!secrets.add(parts[1])) {
                problems.add(where + ": the same token twice. Give each name its own token.");
            } else {
                roles(parts)
                        .ifPresentOrElse(
                                roles -> tokens.add(new Token(parts[0], parts[1], roles)),
                                () -> problems.add(
                                        where + ": unknown role. The roles are read, write, review and admin."));
            }
        }

        /** Returns the roles of a line; empty if a word is not a role. */
        private static Optional<Set<Role>> roles(String[] parts) {
            if (parts.length == 2) {
                return Optional.of(Token.DEFAULT_ROLES);
            }
            Set<Role> roles = EnumSet.noneOf(Role.class);
            for (int i = 2; i < parts.length; i++) {
                Role role = Role.of(Objects.requireNonNull(parts[i])).orElse(null);
                if (role == null) {
                    return Optional.empty();
                }
                roles.add(role);
            }
            return Optional.of(Role.withIncluded(roles));
        }
    }
}
