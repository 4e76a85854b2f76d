package dev.mooring.app.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Opens files and web addresses in the user's web browser. */
public final class WebBrowser {
    private WebBrowser() {}

    /** Opens a file. Returns false if there is no browser or it does not start. */
    public static boolean open(Path file, Map<String, String> environment) {
        return open(file.toString(), environment);
    }

    /** Opens a file or a web address. Returns false if there is no browser or it does not start. */
    public static boolean open(String target, Map<String, String> environment) {
        Optional<List<String>> command = command(environment);
        if (command.isEmpty()) {
            return false;
        }
        try {
            new ProcessBuilder(Stream.concat(command.get().stream(), Stream.of(target))
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
        boolean hasDisplay = Stream.of("DISPLAY", "WAYLAND_DISPLAY")
                .anyMatch(name -> !environment.getOrDefault(name, "").isBlank());
        if (!isMac && !hasDisplay) {
            return Optional.empty(); // xdg-open might start a text browser in this terminal
        }
        String program = isMac ? "open" : "xdg-open";
        return Stream.of(environment.getOrDefault("PATH", "").split(":"))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst()
                .map(found -> List.of(found.toString()));
    }
}
