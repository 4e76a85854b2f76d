package dev.mooring.app.users;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.app.state.OwnerOnly;
import dev.mooring.app.terminal.ShellWord;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/**
 * A file of users, one per line: {@code name id secret role...}. Lines that begin with {@code #} are comments. Only its
 * owner can read it. Error messages never contain a hash. Programs of the same user can change the file at the same time.
 */
public final class UsersFile {
    private static final int ID_BYTES = 8;

    /** Excludes the other threads of this process. The lock file excludes only other processes. */
    private static final ReentrantLock CHANGING = new ReentrantLock();

    private final Path file;

    /** Creates the access to a file, which need not exist. */
    public UsersFile(Path file) {
        this.file = file.toAbsolutePath();
    }

    /** Returns {@code mooring/users} in {@code $XDG_CONFIG_HOME}, or in {@code ~/.config} if that is not set. */
    public static Path standard(Map<String, String> environment) {
        String config = environment.get("XDG_CONFIG_HOME");
        Path base = config != null && Path.of(config).isAbsolute()
                ? Path.of(config)
                : Path.of(System.getProperty("user.home"), ".config");
        return base.resolve("mooring").resolve("users");
    }

    /** Returns a new id for a person. */
    public static String newId() {
        byte[] bytes = new byte[ID_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /**
     * The content of a users file.
     *
     * @param users the valid lines
     * @param problems one sentence for each invalid line
     */
    record Content(List<User> users, List<String> problems) {}

    /**
     * Reads the users.
     *
     * @throws IOException if the file is missing, unreadable or malformed, or if others can read it
     */
    List<User> read() throws IOException {
        Content content = content();
        if (!content.problems.isEmpty()) {
            throw new IOException(content.problems.getFirst());
        }
        return content.users;
    }

    /** Reads the users as {@link #read()}; empty if the file does not exist. */
    public List<User> readIfPresent() throws IOException {
        return Files.exists(file) ? read() : List.of();
    }

    Content content() throws IOException {
        List<User> users = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        List<String> lines = lines();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String where = file + ", line " + (i + 1);
            Optional<User> user = parse(line);
            if (user.isEmpty()) {
                problems.add(where + ": expected 'name id hash role...'. Write users with: mooring user add NAME");
            } else if (!taken.add(key(user.get().name()))
                    || !taken.add(user.get().id())) {
                problems.add(where + ": duplicate user '" + user.get().name() + "'");
            } else {
                users.add(user.get());
            }
        }
        return new Content(List.copyOf(users), List.copyOf(problems));
    }

    private List<String> lines() throws IOException {
        try {
            SecretFile.requireOwnerOnly(file, "users file");
            return Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            throw new IOException(
                    "Users file not found: " + file + ". Create it with: mooring user add NAME"
                            + (file.equals(standard(System.getenv())) ? "" : " --login " + ShellWord.of(file)),
                    e);
        } catch (CharacterCodingException e) {
            throw new IOException("Users file " + file + " is not UTF-8 text. Save it as UTF-8.", e);
        }
    }

    private static Optional<User> parse(String line) {
        String[] parts = line.split("\\s+", -1);
        if (parts.length < 4 || !User.isName(parts[0]) || !parts[1].matches("[0-9a-f]{16}")) {
            return Optional.empty();
        }
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (int i = 3; i < parts.length; i++) {
            Optional<Role> role = Role.of(Objects.requireNonNull(parts[i]));
            if (role.isEmpty()) {
                return Optional.empty();
            }
            roles.add(role.get());
        }
        return Secret.parse(parts[2]).map(secret -> new User(parts[0], parts[1], secret, Role.withIncluded(roles)));
    }

    private static String line(User user) {
        return user.name() + " " + user.id() + " " + user.secret().text() + " " + Role.words(user.roles());
    }

    /** Returns the form of a name that must be unique. */
    static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Adds a user, or replaces the one with the same name. Creates the file and its folder if they do not exist. */
    public void put(User user) throws IOException {
        String line = line(user);
        change(lines -> {
            List<String> changed = new ArrayList<>(lines);
            for (int i = 0; i < changed.size(); i++) {
                if (isOf(changed.get(i), user.name())) {
                    changed.set(i, line);
                    return changed;
                }
            }
            changed.add(line);
            return changed;
        });
    }

    /**
     * Replaces a user as it was read.
     *
     * @return false if the file has another entry for the user now; the file is not changed then
     */
    boolean replace(User before, User after) throws IOException {
        boolean[] replaced = new boolean[1];
        change(lines -> lines.stream()
                .map(line -> {
                    if (!parse(line.strip()).map(before::equals).orElse(false)) {
                        return line;
                    }
                    replaced[0] = true;
                    return line(after);
                })
                .toList());
        return replaced[0];
    }

    /** Removes a user. Returns false if there is no such user. */
    public boolean remove(String name) throws IOException {
        boolean exists =
                readIfPresent().stream().anyMatch(user -> key(user.name()).equals(key(name)));
        if (exists) {
            change(lines -> lines.stream().filter(line -> !isOf(line, name)).toList());
        }
        return exists;
    }

    private static boolean isOf(String line, String name) {
        String[] parts = line.strip().split("\\s+", 2);
        return key(parts[0]).equals(key(name));
    }

    private void change(UnaryOperator<List<String>> change) throws IOException {
        Path folder = Objects.requireNonNull(file.getParent());
        Files.createDirectories(folder, OwnerOnly.FOLDER);
        CHANGING.lock();
        try (FileChannel lock = FileChannel.open(
                        file.resolveSibling(file.getFileName() + ".lock"),
                        EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                        OwnerOnly.FILE);
                var _ = lock.lock()) {
            List<String> lines = Files.exists(file)
                    ? lines()
                    : List.of("# The users of Mooring: name, id, hash, roles. Written by 'mooring user'.");
            Path written = Files.createTempFile(folder, ".users", ".tmp", OwnerOnly.FILE);
            try {
                Files.write(written, change.apply(lines), UTF_8);
                Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(written);
            }
        } finally {
            CHANGING.unlock();
        }
    }
}
