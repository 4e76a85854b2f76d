package dev.mooring.app.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The person's web browser, as far as the system knows how to start it. */
public final class WebBrowser {
    private WebBrowser() {}

    /** Shows a file. False where there is no browser that could. */
    public static boolean show(Path file, Map<String, String> environment) {
        Optional<List<String>> command = command(environment);
        if (command.isEmpty()) {
            return false;
        }
        try {
            new ProcessBuilder(Stream.concat(command.get().stream(), Stream.of(file.toString()))
                            .toList())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static Optional<List<String>> command(Map<String, String> environment) {
        String chosen = environment.get("BROWSER");
        if (chosen != null && !chosen.isBlank()) {
            return Optional.of(List.of(chosen.strip()));
        }
        boolean isMac = System.getProperty("os.name", "").startsWith("Mac");
        boolean hasDisplay = environment.containsKey("DISPLAY") || environment.containsKey("WAYLAND_DISPLAY");
        if (!isMac && !hasDisplay) {
            return Optional.empty(); // a text browser in the midst of a terminal's work is no help
        }
        String program = isMac ? "open" : "xdg-open";
        return Stream.of(environment.getOrDefault("PATH", "").split(":"))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst()
                .map(found -> List.of(found.toString()));
    }
}
