package dev.mooring.bench.vault;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The programs that the document server is compared with, by wall time. */
final class Programs {
    private Programs() {}

    /** Reads all files of a folder. Returns the duration in nanoseconds. */
    static long cat(Path folder) throws IOException, InterruptedException {
        return time(folder, List.of("sh", "-c", "find . -type f -print0 | xargs -0 cat > /dev/null"));
    }

    /** Searches a folder with ripgrep. Returns the duration in nanoseconds. */
    static long ripgrep(Path folder, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("rg", "--no-config", "--count"));
        command.addAll(arguments);
        command.add(".");
        return time(folder, command);
    }

    private static long time(Path folder, List<String> command) throws IOException, InterruptedException {
        long started = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        int exit = process.waitFor();
        long took = System.nanoTime() - started;
        if (exit != 0) {
            throw new IllegalStateException(command + " ended with " + exit);
        }
        return took;
    }
}
