package dev.mooring.handle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HandleKeyTest {
    @Test
    void keyIsTheSha256OfTheId() {
        assertThat(HandleKey.of(new HandleId("0".repeat(26))))
                .hasToString("575b83480d348cd3168ffbb874e26156b7d94842cd6c667dba6867976e62d38d");
    }
}
