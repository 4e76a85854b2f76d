package dev.mooring.app.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.app.users.Users.Attempt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UsersTest {
    private static final String PASSWORD = TestPassword.TEXT;
    private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");

    @TempDir
    Path folder;

    private Path path;
    private UsersFile file;

    @BeforeEach
    void addAda() throws IOException {
        path = folder.resolve("config/users");
        file = new UsersFile(path);
        file.put(new User("Ada", "0123456789abcdef", TestPassword.HASH, Set.of(Role.READ, Role.REVIEW)));
    }

    private Users users() throws IOException {
        return Users.read(path, InstantSource.fixed(NOW));
    }

    private OneTimeCode.Issued addGrace() throws IOException {
        OneTimeCode.Issued issued = OneTimeCode.issue(NOW.minus(Duration.ofHours(23)));
        file.put(new User("grace", "fedcba9876543210", issued.secret(), User.DEFAULT_ROLES));
        return issued;
    }

    @Test
    void passwordIsAcceptedForTheNameInAnyCase() throws Exception {
        assertThat(users().check("ada", PASSWORD)).isInstanceOfSatisfying(Attempt.Accepted.class, accepted -> {
            assertThat(accepted.user().name()).isEqualTo("Ada");
            assertThat(accepted.user().roles()).containsExactlyInAnyOrder(Role.READ, Role.REVIEW);
        });
    }

    @Test
    void wrongPasswordsAndUnknownNamesAreRefused() throws Exception {
        assertThat(users().check("ada", PASSWORD + "!")).isInstanceOf(Attempt.Refused.class);
        assertThat(users().check("ada", "")).isInstanceOf(Attempt.Refused.class);
        assertThat(users().check("ada", TestPassword.HASH.text())).isInstanceOf(Attempt.Refused.class);
        assertThat(users().check("bob", PASSWORD)).isInstanceOf(Attempt.Refused.class);
        assertThat(users().check("", "")).isInstanceOf(Attempt.Refused.class);
    }

    @Test
    void samePasswordTypedWithOtherCodePointsIsAccepted() {
        assertThat(PasswordHash.of("caf\u00e9 au lait").matches("cafe\u0301 au lait"))
                .isTrue();
    }

    @Test
    void fileContainsNoPasswordAndOnlyItsOwnerCanReadIt() throws Exception {
        String code = addGrace().code();
        assertThat(path).content().contains("Ada ").doesNotContain(PASSWORD, code, code.replace("-", ""));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
    }

    @Test
    void fileThatOthersCanReadIsRefused() throws Exception {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(this::users)
                .hasMessage("Other users can read the users file " + path + ". Run: chmod 600 " + path);
    }

    @Test
    void missingFileIsReportedWithTheCommandThatCreatesIt() {
        assertThatThrownBy(() -> Users.read(folder.resolve("absent")))
                .hasMessage("Users file not found: " + folder.resolve("absent")
                        + ". Create it with: mooring user add NAME --login " + folder.resolve("absent"));
    }

    @Test
    void invalidLineIsReportedWithoutItsContent() throws Exception {
        for (String line : List.of(
                "bob",
                "bob 0123456789abcdee hunter2hunter2 read",
                "bob 0123456789abcdee " + TestPassword.HASH.text(),
                "bob 0123456789abcdee " + TestPassword.HASH.text() + " captain",
                "ADA 0123456789abcdee " + TestPassword.HASH.text() + " read")) {
            addAda();
            Files.writeString(path, Files.readString(path) + line + "\n");
            assertThatThrownBy(this::users)
                    .hasMessageContaining(path + ", line 3")
                    .message()
                    .doesNotContain("hunter2", "argon2");
            Files.delete(path);
        }
    }

    @Test
    void removedPersonLosesAllRolesAtOnce() throws Exception {
        Users users = users();
        User ada = users.find("0123456789abcdef").orElseThrow();
        assertThat(users.rolesNow(ada)).isNotEmpty();

        assertThat(file.remove("ada")).isTrue();
        assertThat(users.rolesNow(ada)).isEmpty();
        assertThat(users.check("Ada", PASSWORD)).isInstanceOf(Attempt.Refused.class);
        assertThat(file.remove("ada")).isFalse();
    }

    @Test
    void newPasswordAndNewRolesTakeEffectAtOnce() throws Exception {
        Users users = users();
        User ada = users.find("0123456789abcdef").orElseThrow();
        file.put(new User("Ada", ada.id(), ada.secret(), Set.of(Role.ADMIN)));
        assertThat(users.rolesNow(ada)).containsExactly(Role.ADMIN);

        file.put(new User("Ada", ada.id(), PasswordHash.of("another password"), Set.of(Role.ADMIN)));
        assertThat(users.rolesNow(ada)).isEmpty();
    }

    @Test
    void lineThatBecomesInvalidGivesNoAccessAndOthersStay() throws Exception {
        addGrace();
        Users users = users();
        Files.writeString(path, Files.readString(path).replace("Ada 0123456789abcdef", "Ada 0123"));
        assertThat(users.find("0123456789abcdef")).isEmpty();
        assertThat(users.find("fedcba9876543210")).isPresent();
    }

    @Test
    void commentsAndOtherLinesSurviveAChange() throws Exception {
        Files.writeString(path, "# Ours.\n" + Files.readString(path));
        addGrace();
        file.remove("grace");
        assertThat(path).content().startsWith("# Ours.\n").contains("\nAda ").doesNotContain("grace");
    }

    @Test
    void codeIsExchangedForAPasswordOnce() throws Exception {
        String code = addGrace().code();
        Users users = users();
        assertThat(users.check("grace", "2222-2222-2222-2222")).isInstanceOf(Attempt.Refused.class);
        User grace = ((Attempt.CodeAccepted)
                        users.check("grace", " " + code.toUpperCase(Locale.ROOT).replace("-", " ")))
                .user();

        User changed = users.choosePassword(grace, PASSWORD).orElseThrow();
        assertThat(users.check("grace", PASSWORD)).isEqualTo(new Attempt.Accepted(changed));
        assertThat(users.check("grace", code)).isInstanceOf(Attempt.Refused.class);
        assertThat(users.choosePassword(grace, "another password")).isEmpty();
    }

    @Test
    void codeExpires() throws Exception {
        String code = addGrace().code();
        Users later = Users.read(path, InstantSource.fixed(NOW.plus(Duration.ofHours(1))));
        assertThat(later.check("grace", code)).isInstanceOf(Attempt.Refused.class);
    }

    @Test
    void shortPasswordIsRefusedBeforeItReplacesTheCode() throws Exception {
        addGrace();
        Users users = users();
        User grace = users.find("fedcba9876543210").orElseThrow();
        assertThatThrownBy(() -> users.choosePassword(grace, "short"))
                .hasMessage("A password needs at least 10 characters.");
        assertThat(users.find(grace.id())).contains(grace);
    }

    @Test
    void atMostTwoHashesAreComputedAtOnce() throws Exception {
        Users users = users();
        int callers = 8;
        var ready = new CountDownLatch(callers);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Attempt>> attempts = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                attempts.add(threads.submit(() -> {
                    ready.countDown();
                    ready.await();
                    return users.check("ada", PASSWORD);
                }));
            }
            for (Future<Attempt> attempt : attempts) {
                assertThat(attempt.get()).isInstanceOf(Attempt.Accepted.class);
            }
        }
        // The threads that have computed the hashes live on for a minute.
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().startsWith("password-hash-"))
                .hasSizeBetween(1, 2);
    }

    @Test
    void programsThatAddUsersAtTheSameTimeLoseNone() throws Exception {
        int programs = 20;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> added = new ArrayList<>();
            for (int i = 0; i < programs; i++) {
                var user = new User("user" + i, UsersFile.newId(), TestPassword.HASH, Set.of(Role.READ));
                added.add(threads.submit(() -> {
                    new UsersFile(path).put(user);
                    return null;
                }));
            }
            for (Future<?> each : added) {
                each.get();
            }
        }
        assertThat(file.read()).hasSize(programs + 1);
    }
}
