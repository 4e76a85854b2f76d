package dev.mooring.bench.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.bench.measure.Bench;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;

/** A process of {@code mooring serve} with a heap of 512 MB, 16 MB of notes and two principals. */
final class AttackedServer implements AutoCloseable {
    private static final String GOOD = "0123456789abcdef-good";
    private static final String EVIL = "0123456789abcdef-evil";
    private static final int NOTES = 200;
    private static final int NOTE_BYTES = 80_000;

    private final Process process;
    private final URI address;

    private AttackedServer(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    /** @param descriptors the limit of file descriptors; 0 for the usual one */
    static AttackedServer start(Bench bench, int descriptors) throws IOException {
        Path tokens = bench.scratch("tokens");
        if (Files.notExists(tokens)) {
            Files.createFile(
                    tokens, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(tokens, "good " + GOOD + "\nevil " + EVIL + "\n");
        }
        String limit = descriptors == 0 ? "" : "ulimit -n " + descriptors + " && ";
        var command = new ProcessBuilder(
                        "bash",
                        "-c",
                        limit + "exec \"$0\" \"$@\"",
                        bench.launcher().toString(),
                        "serve",
                        notes(bench).toString(),
                        "--port",
                        "0",
                        "--token-file",
                        tokens.toString())
                .redirectError(bench.scratch("serve.err").toFile());
        command.environment().put("JAVA_TOOL_OPTIONS", "-Xmx512m");
        Process process = command.start();
        String address = process.inputReader(UTF_8).readLine();
        if (address == null) {
            throw new IOException("mooring serve did not start: " + Files.readString(bench.scratch("serve.err")));
        }
        return new AttackedServer(process, URI.create(address));
    }

    private static Path notes(Bench bench) throws IOException {
        Path folder = bench.kept("hostile-notes");
        if (Files.notExists(folder)) {
            Files.createDirectories(folder);
            String line = "The ferry leaves the old harbour at eight, and the tide follows soon after it.\n";
            for (int i = 0; i < NOTES; i++) {
                Files.writeString(folder.resolve("note-" + i + ".md"), line.repeat(NOTE_BYTES / line.length()));
            }
        }
        return folder;
    }

    URI address() {
        return address;
    }

    String goodToken() {
        return GOOD;
    }

    AttackedEndpoint asWellBehavedClient() {
        return new AttackedEndpoint(address.getPort(), GOOD);
    }

    AttackedEndpoint asAttacker() {
        return new AttackedEndpoint(address.getPort(), EVIL);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().completeOnTimeout(process, 20, TimeUnit.SECONDS).join().destroyForcibly();
    }
}
