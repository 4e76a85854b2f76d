package dev.mooring.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignInCodesTest {
    private static final int SERVICES = 4;

    /** More than any operating system gives to a process. */
    private static final long NO_PROCESS = 999_999_999_999L;

    @TempDir
    Path state;

    @Test
    void servicesThatStartAtTheSameTimeRemoveTheFoldersOfKilledProcesses() throws Exception {
        for (int i = 0; i < 200; i++) {
            Path killed = Files.createDirectories(state.resolve("sign-in/0-" + NO_PROCESS + "-" + i));
            Files.createFile(killed.resolve("address"));
        }
        List<Callable<SignInCodes>> starts = new ArrayList<>();
        for (int i = 0; i < SERVICES; i++) {
            starts.add(() -> SignInCodes.begin(state, state));
        }
        try (var executor = Executors.newFixedThreadPool(SERVICES)) {
            for (Future<SignInCodes> started : executor.invokeAll(starts)) {
                started.get();
            }
        }
        try (Stream<Path> folders = Files.list(state.resolve("sign-in"))) {
            assertThat(folders).hasSize(SERVICES);
        }
    }
}
