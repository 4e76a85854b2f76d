package dev.mooring.app.users;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The people of a users file. Every query rereads the file if it has changed, so that a removed person loses access at once.
 * Thread-safe.
 */
public final class Users {
    /** The minimum length of a password. */
    public static final int MIN_PASSWORD = 10;

    /** The maximum length of a password. */
    public static final int MAX_PASSWORD = 200;

    private static final Logger LOG = LoggerFactory.getLogger(Users.class);
    private static final int MAX_WAITING = 100;

    /** At most two hashes are computed at once, and never on more than half of the processors. */
    private static final int MAX_HASHES = Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, 2);

    /** Computes hashes on threads of its own: on the threads that serve requests, a hash would delay the other requests. */
    private static final ThreadPoolExecutor HASHING = new ThreadPoolExecutor(
            MAX_HASHES,
            MAX_HASHES,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(MAX_WAITING),
            Thread.ofPlatform().daemon().name("password-hash-", 0).factory());

    static {
        HASHING.allowCoreThreadTimeOut(true);
    }

    private final UsersFile file;
    private final SecretFile<List<User>> content;
    private final InstantSource clock;

    private Users(UsersFile file, SecretFile<List<User>> content, InstantSource clock) {
        this.file = file;
        this.content = content;
        this.clock = clock;
    }

    /** The outcome of an attempt to sign in. */
    public sealed interface Attempt {
        /** The name and the password are right. */
        record Accepted(User user) implements Attempt {}

        /** The name and the one-time code are right: the person must choose a password. */
        record CodeAccepted(User user) implements Attempt {}

        /** The name or the secret is wrong. */
        record Refused() implements Attempt {}

        /** Too many people sign in at the same time. */
        record Busy() implements Attempt {}
    }

    /**
     * Reads a users file.
     *
     * @throws IOException if the file is missing, unreadable or malformed, or if others can read it
     */
    public static Users read(Path file) throws IOException {
        return read(file, InstantSource.system());
    }

    static Users read(Path file, InstantSource clock) throws IOException {
        var users = new UsersFile(file);
        SecretFile.Reader<List<User>> reader = (_, first) -> {
            if (first) {
                return users.read();
            }
            UsersFile.Content read = users.content();
            read.problems().forEach(problem -> LOG.error("Ignoring a line: {}", problem));
            return read.users();
        };
        return new Users(users, SecretFile.open(file, reader, List.of()), clock);
    }

    /** Finds a person by id. Empty if the person was removed, or if the file cannot be read now. */
    public Optional<User> find(String id) {
        return content.current().stream().filter(user -> user.id().equals(id)).findFirst();
    }

    /** Returns the roles that a person has now; none if the person was removed or has another password. */
    public Set<Role> rolesNow(User user) {
        return find(user.id())
                .filter(now -> now.secret().equals(user.secret()))
                .map(User::roles)
                .orElse(Set.of());
    }

    /**
     * Checks a name with a password or a one-time code. Takes as long for a name that does not exist.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public Attempt check(String name, String secret) throws InterruptedException {
        Optional<User> named = content.current().stream()
                .filter(user -> UsersFile.key(user.name()).equals(UsersFile.key(name)))
                .findFirst();
        PasswordHash hash =
                named.map(User::secret).orElse(null) instanceof PasswordHash own ? own : PasswordHash.OF_NOBODY;
        Optional<Boolean> isPassword = hashing(() -> secret.length() <= MAX_PASSWORD && hash.matches(secret));
        if (isPassword.isEmpty()) {
            return new Attempt.Busy();
        }
        if (named.isPresent() && isPassword.get()) {
            return new Attempt.Accepted(named.get());
        }
        return named.isPresent()
                        && named.get().secret() instanceof OneTimeCode code
                        && code.matches(secret, clock.instant())
                ? new Attempt.CodeAccepted(named.get())
                : new Attempt.Refused();
    }

    /**
     * Replaces the one-time code of a person by a password.
     *
     * @param user the person as {@link Attempt.CodeAccepted} has returned it
     * @return the person with the password; empty if the code was used meanwhile, or if too many people sign in
     * @throws IllegalArgumentException if the password is too short or too long
     */
    public Optional<User> choosePassword(User user, String password) throws IOException, InterruptedException {
        passwordProblem(password).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
        Optional<PasswordHash> hash = hashing(() -> PasswordHash.of(password));
        if (hash.isEmpty()) {
            return Optional.empty();
        }
        var changed = new User(user.name(), user.id(), hash.get(), user.roles());
        return file.replace(user, changed) ? Optional.of(changed) : Optional.empty();
    }

    /** Returns why a text cannot be a password; empty if it can. */
    public static Optional<String> passwordProblem(String password) {
        return password.length() < MIN_PASSWORD
                ? Optional.of("A password needs at least " + MIN_PASSWORD + " characters.")
                : password.length() > MAX_PASSWORD
                        ? Optional.of("A password has at most " + MAX_PASSWORD + " characters.")
                        : Optional.empty();
    }

    private static <T> Optional<T> hashing(Callable<T> task) throws InterruptedException {
        try {
            return Optional.of(HASHING.submit(task).get());
        } catch (RejectedExecutionException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException("Cannot compute the hash of a password", e.getCause());
        }
    }
}
