package dev.mooring.app.terminal;

/** Quotes arguments of commands that a message tells people to run, so that they can copy the command. */
public final class ShellWord {
    private ShellWord() {}

    /** Returns an argument as a POSIX shell reads it: in single quotes if it has characters that the shell interprets. */
    public static String of(Object argument) {
        String text = argument.toString();
        return text.matches("[\\p{L}\\p{N}_.,:@%+=/-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
