package dev.mooring.mcp.client.stdio;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Marks a child process and its descendants with an environment variable, which they inherit. When a process exits, its
 * children get another parent, and the marker still identifies them. Needs a {@code /proc} that shows the environment of
 * processes.
 */
final class ProcessMarker {
    private static final String VARIABLE = "MOORING_SESSION";
    private static final Path PROCESSES = Path.of("/proc");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String id;

    ProcessMarker() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        id = HexFormat.of().formatHex(bytes);
    }

    /** Returns whether {@link #processes} finds processes on this system. */
    static boolean isSupported() {
        return Files.isReadable(PROCESSES.resolve("self/environ"));
    }

    /** Adds the variable. Keeps the marker of this process, which may itself be the child of another client. */
    void addTo(Map<String, String> environment) {
        String outer = System.getenv(VARIABLE);
        environment.put(VARIABLE, outer == null ? id : outer + "/" + id);
    }

    /** Returns the running processes that have inherited the variable. */
    List<ProcessHandle> processes() {
        List<ProcessHandle> marked = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path folder : folders) {
                if (isMarked(folder)) {
                    ProcessHandle.of(Long.parseLong(folder.getFileName().toString()))
                            .ifPresent(marked::add);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Without /proc, only the processes that were recorded while their parent was running are known.
        }
        return marked;
    }

    private boolean isMarked(Path folder) {
        try {
            return new String(Files.readAllBytes(folder.resolve("environ")), ISO_8859_1).contains(id);
        } catch (IOException e) {
            return false; // has exited, or belongs to another user
        }
    }
}
