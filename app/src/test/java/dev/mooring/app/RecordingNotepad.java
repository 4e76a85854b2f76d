package dev.mooring.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A stdio server whose notes live in its process: {@code recording-notepad.mjs}. */
public final class RecordingNotepad {
    private RecordingNotepad() {}

    /** Returns the entry of the server in a servers file. */
    public static String entry() {
        return Mooring.local("notepad", Mooring.node(), script());
    }

    /** Returns the entry of a server that records its calls in a folder, and holds the reply that {@link #hold} names. */
    static String entry(Path folder) {
        return Mooring.local("notepad", Mooring.node(), script(), folder.toString());
    }

    private static String script() {
        return Mooring.ROOT.resolve("app/src/test/node/recording-notepad.mjs").toString();
    }

    /** Makes the server never reply to a call. */
    static void hold(Path folder, String call) throws IOException {
        Files.writeString(folder.resolve("held"), call);
    }

    /** Makes the server reply to all calls. */
    static void release(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve("held"));
    }

    /** Returns all calls that any process of the server has executed. */
    static List<String> calls(Path folder) throws IOException {
        Path calls = folder.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }
}
