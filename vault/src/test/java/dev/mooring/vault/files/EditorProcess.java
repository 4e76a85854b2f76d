package dev.mooring.vault.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Scanner;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * An editor in its own process that saves a file in place, step by step, as the test commands. The program is in
 * {@link #main}; an instance of this class starts it and sends it commands.
 */
public final class EditorProcess implements AutoCloseable {

    private static final List<String> SAVE = List.of("open", "truncate", "half", "rest", "close");

    private final Path file;
    private final Process process;
    private final Writer commands;
    private final BufferedReader answers;

    /**
     * Starts an editor.
     *
     * @param draft a file with the text that the editor saves
     */
    public EditorProcess(Path file, Path draft) throws IOException {
        this.file = file;
        this.process = ChildJvm.start(EditorProcess.class, file.toString(), draft.toString());
        this.commands = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Runs commands one after the other, and waits until all are done. */
    public void run(String... names) {
        send(names);
        await(names);
    }

    /** Starts commands without waiting. */
    public void send(String... names) {
        try {
            for (String name : names) {
                commands.write(name + "\n");
            }
            commands.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until commands that were sent are done. */
    public void await(String... names) {
        try {
            for (String name : names) {
                assertThat(answers.readLine()).isEqualTo("done " + name);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Saves the draft in place, in five steps: opens the file, truncates it, writes each half, and closes it. */
    void save() {
        finishSave(0);
    }

    /** Runs the first steps of a save. */
    void startSave(int steps) {
        run(steps(0, steps));
    }

    /** Runs the steps of a save after the first ones. */
    void finishSave(int firstSteps) {
        run(steps(firstSteps, SAVE.size()));
    }

    /** Starts a save, and waits until its open call waits for the end of a lease on the file. */
    void startBlockedSave() {
        startBlockedSave(SAVE.size());
    }

    /** Starts only the first steps of such a save. */
    void startBlockedSave(int steps) {
        send(steps(0, steps));
        awaitBlockedOpen();
    }

    /** Waits until a blocked save is done. */
    void awaitSave() {
        awaitSave(SAVE.size());
    }

    /** Waits until the first steps of a blocked save are done. */
    void awaitSave(int steps) {
        await(steps(0, steps));
    }

    private void awaitBlockedOpen() {
        Awaitility.await().until(() -> {
            String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
            return Files.readAllLines(Path.of("/proc/locks")).stream()
                    .anyMatch(lock -> lock.contains("LEASE  BREAKING") && lock.contains(inode));
        });
    }

    private static String[] steps(int from, int to) {
        return SAVE.subList(from, to).toArray(String[]::new);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        byte[] text = Files.readAllBytes(Path.of(arguments[1]));
        FileChannel channel = null;
        try (var in = new Scanner(System.in, StandardCharsets.UTF_8)) {
            while (in.hasNextLine()) {
                String command = in.nextLine();
                channel = perform(command, file, text, channel);
                System.out.println("done " + command);
            }
        }
    }

    private static @Nullable FileChannel perform(String command, Path file, byte[] text, @Nullable FileChannel channel)
            throws IOException {
        String[] words = command.split(" ", -1);
        switch (words[0]) {
            case "open" -> {
                return FileChannel.open(file, StandardOpenOption.WRITE);
            }
            case "save" -> save(file, version(words[1], text));
            case "append" -> Files.writeString(file, words[1] + "\n", StandardOpenOption.APPEND);
            default -> step(command, text, channel);
        }
        return channel;
    }

    /** Returns the text that the command {@code save} with this number saves. */
    public static String version(String number, String text) {
        return "Version " + number + ".\n" + text;
    }

    private static byte[] version(String number, byte[] text) {
        return version(number, new String(text, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
    }

    /** Saves in several pieces, so that other processes can run between them. */
    private static void save(Path file, byte[] text) throws IOException {
        int piece = 64 * 1024;
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            for (int at = 0; at < text.length; at += piece) {
                channel.write(ByteBuffer.wrap(text, at, Math.min(piece, text.length - at)));
            }
        }
    }

    private static void step(String command, byte[] text, @Nullable FileChannel channel) throws IOException {
        if (channel == null) {
            throw new IllegalStateException("the file is not open");
        }
        switch (command) {
            case "truncate" -> channel.truncate(0);
            case "half" -> channel.write(ByteBuffer.wrap(text, 0, text.length / 2));
            case "rest" -> channel.write(ByteBuffer.wrap(text, text.length / 2, text.length - text.length / 2));
            case "close" -> channel.close();
            default -> throw new IllegalArgumentException(command);
        }
    }
}
