package dev.mooring.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ForegroundServiceTest {
    private final AtomicInteger closed = new AtomicInteger();

    private void run(ForegroundService.Announcement announcement) throws IOException {
        ForegroundService.run(closed::incrementAndGet, new PrintWriter(Writer.nullWriter()), announcement);
    }

    @Test
    void serviceIsClosedWhenItsThreadIsInterrupted() throws Exception {
        run(() -> Thread.currentThread().interrupt());

        assertThat(closed).hasValue(1);
    }

    @Test
    void serviceIsClosedIfItCannotBeAnnounced() {
        assertThatThrownBy(() -> run(() -> {
                    throw new IOException("The disk is full.");
                }))
                .hasMessage("The disk is full.");
        assertThat(closed).hasValue(1);
    }
}
