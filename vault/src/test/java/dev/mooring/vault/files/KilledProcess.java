package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A program that changes a document and stops at the swap, so that a test can kill it there. It prints "before" before the
 * swap and "after" after it. In the mode "before" it stops before the swap, else after it. In the mode "editor" it waits
 * before the swap for a line from its standard input. In the mode "swapBack" it also waits for a line after the swap, and
 * stops when it has swapped the files back.
 */
final class KilledProcess {

    private KilledProcess() {}

    public static void main(String[] arguments) throws Exception {
        String mode = arguments[3];
        var swaps = new AtomicInteger();
        var linux = new LinuxFiles() {
            @Override
            boolean exchange(int folder, Path one, Path other) throws IOException {
                boolean isFirst = swaps.getAndIncrement() == 0;
                if (isFirst && !mode.equals("after")) {
                    System.out.println("before");
                    waitFor(mode.equals("before") ? 2 : 1);
                }
                boolean result = super.exchange(folder, one, other);
                System.out.println("after");
                waitFor(isFirst && mode.equals("swapBack") ? 1 : 2);
                return result;
            }
        };
        var vault = new VaultFolder(Path.of(arguments[0]), false);
        try (var files = new DocumentFiles(vault, () -> Optional.of(linux), 60_000)) {
            var document = (Resolution.Document) vault.resolve(arguments[1]);
            files.change(document, raw -> new DocumentFiles.Change<>(Optional.of(arguments[2] + raw), true));
        }
    }

    /** Waits for lines. The test sends one each time at most, so that a wait for two lasts until the process is killed. */
    private static void waitFor(int lines) throws IOException {
        for (int i = 0; i < lines; i++) {
            if (System.in.read() < 0) {
                return;
            }
        }
    }
}
