package dev.mooring.app.state;

import java.nio.file.Path;
import java.util.Map;

/** The folder of the state that outlives a process. */
public final class StateFolder {
    private StateFolder() {}

    /** Returns {@code mooring} in {@code $XDG_STATE_HOME}, or in {@code ~/.local/state} if that is not set. */
    public static Path standard(Map<String, String> environment) {
        String state = environment.get("XDG_STATE_HOME");
        Path base = state != null && Path.of(state).isAbsolute()
                ? Path.of(state)
                : Path.of(System.getProperty("user.home"), ".local", "state");
        return base.resolve("mooring");
    }
}
