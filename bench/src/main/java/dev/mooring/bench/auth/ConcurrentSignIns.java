package dev.mooring.bench.auth;

import dev.mooring.bench.contender.MooringProcess;
import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Benchmark;
import dev.mooring.bench.measure.Figures;
import dev.mooring.bench.measure.Result;
import dev.mooring.bench.measure.Target;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.ServerLocation;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A tool call of {@code mooring serve --login} while 50 people sign in at once, beside the same call without them. Each
 * sign-in has its own name and address, so that no limit applies. The server hashes the password of an unknown name, too.
 */
final class ConcurrentSignIns implements Benchmark {
    private static final int PEOPLE = 50;
    private static final String TOKEN = "0123456789abcdef-bench";

    @Override
    public String name() {
        return "sign-ins";
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        Path folder = Files.createDirectories(bench.scratch("notes"));
        Files.writeString(folder.resolve("note.md"), "The ferry leaves at eight.\n");
        Path tokens = bench.scratch("tokens");
        Files.createFile(tokens, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(tokens, "bench " + TOKEN + "\n");
        Path users = bench.scratch("users");
        int added = new ProcessBuilder(
                        bench.launcher().toString(), "user", "add", "ada", "--code", "--login", users.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (added != 0) {
            throw new IOException("mooring user add ended with " + added);
        }
        List<String> serve = List.of(
                "serve",
                folder.toString(),
                "--login",
                users.toString(),
                "--token-file",
                tokens.toString(),
                "--trusted-proxy",
                "127.0.0.1");
        try (MooringProcess server = MooringProcess.start(bench, bench.scratch("state"), serve);
                McpClient client = McpClient.open(
                        new ServerLocation.Remote(server.address(), Map.of("Authorization", "Bearer " + TOKEN)),
                        ClientOptions.defaults())) {
            medianMicros(client, bench.calls(5_000)); // until the server's code is compiled
            double alone = medianMicros(client, bench.calls(5_000));
            double beside;
            int completed;
            try (SignIns signIns = SignIns.start(server.address())) {
                signIns.awaitFirst();
                beside = medianMicros(client, bench.calls(5_000));
                completed = signIns.completed.get();
            }
            return List.of(Result.compared(
                            "a call while 50 people sign in, beside the same call without them, p50",
                            beside,
                            alone,
                            Figures::micros,
                            new Target("≤ 2 ×", ratio -> ratio <= 2))
                    .withNote(Figures.count(completed) + " sign-ins"));
        }
    }

    private static double medianMicros(McpClient client, int calls) throws InterruptedException {
        long[] nanos = new long[calls];
        for (int i = 0; i < calls; i++) {
            long began = System.nanoTime();
            Reply reply = client.callTool("glob", Json.object().put("pattern", "*.md"));
            nanos[i] = System.nanoTime() - began;
            if (!(reply instanceof Reply.Result)) {
                throw new IllegalStateException("The call failed: " + reply);
            }
        }
        Arrays.sort(nanos);
        return PairedCalls.median(nanos);
    }

    /** People who sign in again and again. */
    private static final class SignIns implements AutoCloseable {
        private final AtomicBoolean stopped = new AtomicBoolean();
        private final AtomicInteger completed = new AtomicInteger();
        private final AtomicInteger names = new AtomicInteger();
        private final AtomicInteger unexpected = new AtomicInteger();
        private final HttpClient http = HttpClient.newHttpClient();
        private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        private final URI login;

        private SignIns(URI server) {
            login = server.resolve("/login");
        }

        static SignIns start(URI server) {
            var signIns = new SignIns(server);
            for (int i = 0; i < PEOPLE; i++) {
                signIns.threads.execute(signIns::signInRepeatedly);
            }
            return signIns;
        }

        private void signInRepeatedly() {
            while (!stopped.get()) {
                int number = names.incrementAndGet();
                HttpRequest request = HttpRequest.newBuilder(login)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .header("Origin", login.getScheme() + "://" + login.getAuthority())
                        .header(
                                "X-Forwarded-For",
                                "10." + number / 65_536 + "." + number / 256 % 256 + "." + number % 256)
                        .POST(BodyPublishers.ofString("name=person" + number + "&password=a+long+password"))
                        .build();
                try {
                    int status = http.send(request, BodyHandlers.discarding()).statusCode();
                    if (status == 401) {
                        completed.incrementAndGet();
                    } else {
                        unexpected.set(status);
                    }
                } catch (IOException e) {
                    return; // the server ends
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }

        void awaitFirst() throws InterruptedException {
            while (completed.get() == 0) {
                if (unexpected.get() != 0) {
                    throw new IllegalStateException("A sign-in was answered with " + unexpected);
                }
                Thread.sleep(10);
            }
        }

        @Override
        public void close() {
            stopped.set(true);
            threads.close();
            http.close();
        }
    }
}
