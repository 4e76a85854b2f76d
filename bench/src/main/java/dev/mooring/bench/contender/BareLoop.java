package dev.mooring.bench.contender;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.mooring.bench.fork.Contender;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/** A minimal stdio client: writes a line, and reads lines until the reply. Not thread-safe. */
public final class BareLoop implements Contender {
    static final long FIRST_ID = 1_000;

    private final RecordedLines lines;
    private final Process process;
    private final OutputStream out;
    private final InputStream in;
    private final byte[] line = new byte[64 * 1024];
    private long id = FIRST_ID;

    /** @param arguments a file of {@link RecordedLines}, and the command of the server */
    public BareLoop(List<String> arguments) throws IOException {
        lines = RecordedLines.read(Path.of(arguments.getFirst()));
        process = new ProcessBuilder(arguments.subList(1, arguments.size()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        out = process.getOutputStream();
        in = new BufferedInputStream(process.getInputStream());
        write(lines.initialize());
        readLine();
        write(lines.initialized());
    }

    @Override
    public void call() throws IOException {
        awaitAnswer(write());
    }

    /** Writes a call and returns its id. */
    long write() throws IOException {
        long current = id++;
        write(lines.call(current));
        return current;
    }

    /** Reads lines until the reply to a call. */
    void awaitAnswer(long current) throws IOException {
        byte[] ending = ("\"id\":" + current + "}").getBytes(ISO_8859_1);
        while (!endsWith(readLine(), ending)) {
            // A notification.
        }
    }

    private void write(String text) throws IOException {
        out.write((text + "\n").getBytes(ISO_8859_1));
        out.flush();
    }

    /** Reads a line and returns its length. */
    private int readLine() throws IOException {
        int length = 0;
        int next;
        while ((next = in.read()) != '\n') {
            if (next < 0) {
                throw new EOFException("Server closed the stream");
            }
            line[length++] = (byte) next;
        }
        return length;
    }

    private boolean endsWith(int length, byte[] ending) {
        int from = length - ending.length;
        return from >= 0 && java.util.Arrays.equals(line, from, length, ending, 0, ending.length);
    }

    @Override
    public void close() throws IOException {
        out.close();
        process.destroy();
    }
}
