package dev.mooring.auth.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.auth.discovery.OAuthFailed;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ExternalIssuerTest {
    @Test
    void frequentRequestsDoNotProlongACachedFailure() throws Exception {
        AtomicLong nanos = new AtomicLong();
        try (TestIssuer server = new TestIssuer()) {
            var issuer = new ExternalIssuer(server.address(), Duration.ofSeconds(30), nanos::get);
            server.isDown = true;
            assertThatThrownBy(issuer::keys).isInstanceOf(OAuthFailed.class);
            server.isDown = false;

            nanos.addAndGet(Duration.ofSeconds(4).toNanos());
            assertThatThrownBy(issuer::keys).isInstanceOf(OAuthFailed.class).hasMessageContaining("HTTP 503");
            nanos.addAndGet(Duration.ofSeconds(2).toNanos());

            assertThat(issuer.keys()).isNotNull();
        }
    }
}
