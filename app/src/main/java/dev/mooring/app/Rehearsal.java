package dev.mooring.app;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Help.Ansi;

/**
 * What the JVM learns from when the launcher makes its cache of loaded and linked classes: the commands that people
 * start and wait for, each once, silently. A command missing here works all the same and only starts more slowly.
 */
final class Rehearsal {
    private static final String[][] COMMANDS = {
        {"version"},
        {"--help"},
        {"help", "version"},
        {"serve", "--help"},
        {"gateway", "--help"},
        {"tools", "--help"},
        {"run", "--help"},
        {"runs", "--help"},
        {"unknown"},
        {}
    };

    private Rehearsal() {}

    public static void main(String... args) {
        var nowhere = new PrintWriter(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        for (String[] command : COMMANDS) {
            Main.commandLine(nowhere, nowhere, Ansi.AUTO).execute(command);
        }
        System.exit(0); // as the program does: leaving loads classes too
    }
}
