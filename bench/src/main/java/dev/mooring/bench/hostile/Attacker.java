package dev.mooring.bench.hostile;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A process that attacks a server until it is closed. */
final class Attacker implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Process process;

    private Attacker(Process process) {
        this.process = process;
    }

    static Attacker start(Attack attack, AttackedEndpoint target) throws IOException {
        List<String> command = List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                Attacker.class.getName(),
                attack.name(),
                String.valueOf(target.port()),
                target.token());
        return new Attacker(new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    /** Runs in the process of the attacker. */
    public static void main(String... arguments) throws InterruptedException {
        Attack attack = Attack.valueOf(arguments[0]);
        var target = new AttackedEndpoint(Integer.parseInt(arguments[1]), arguments[2]);
        byte[] bytes = attack.bytes();
        for (int i = 0; i < attack.threads(); i++) {
            Thread.ofVirtual().start(() -> sendForEver(attack, target, bytes));
        }
        Thread.currentThread().join();
    }

    private static void sendForEver(Attack attack, AttackedEndpoint target, byte[] bytes) {
        while (true) {
            try {
                attack.send(target, bytes);
            } catch (IOException e) {
                // The server has closed the connection or does not accept more: try again.
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
    }
}
