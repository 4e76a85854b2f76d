package dev.mooring.auth.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SignInAttemptsTest {
    private final AtomicLong nanos = new AtomicLong();
    private final SignInAttempts attempts = new SignInAttempts(nanos::get);

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void passwordGuessingFromOneAddressIsRefusedForAMinute() {
        for (int i = 0; i < SignInAttempts.MAX_PER_ADDRESS; i++) {
            assertThat(attempts.begin("192.0.2.1", "person " + i)).isTrue();
        }
        assertThat(attempts.begin("192.0.2.1", "ada")).isFalse();
        assertThat(attempts.begin("192.0.2.2", "ada")).isTrue();
        pass(SignInAttempts.ADDRESS_WINDOW.plusSeconds(1));
        assertThat(attempts.begin("192.0.2.1", "ada")).isTrue();
    }

    @Test
    void passwordGuessingFromManyAddressesIsRefusedForAWhile() {
        int allowed = 0;
        for (int i = 0; i < 1_000; i++) {
            allowed += attempts.begin("address " + i, "ada") ? 1 : 0;
        }
        assertThat(allowed).isEqualTo(SignInAttempts.MAX_PER_PERSON);
        assertThat(attempts.begin("another address", "bob")).isTrue();
        pass(SignInAttempts.PERSON_WINDOW.plusSeconds(1));
        assertThat(attempts.begin("another address", "ada")).isTrue();
    }

    @Test
    void oneAddressCannotLockOutAPerson() {
        for (int i = 0; i < 1_000; i++) {
            attempts.begin("192.0.2.1", "ada");
        }
        assertThat(attempts.begin("192.0.2.2", "ada")).isTrue();
    }

    @Test
    void rightPasswordsAreNeverRefused() {
        for (int i = 0; i < 100; i++) {
            assertThat(attempts.begin("192.0.2.1", "ada")).isTrue();
            attempts.succeeded("192.0.2.1", "ada");
        }
    }
}
