package dev.mooring.bench.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.bench.contender.RecordedExchange;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The load generator wrk: repeats a recorded request on 64 connections. */
final class Wrk {
    private static final Pattern RATE = Pattern.compile("Requests/sec:\\s+([0-9.]+)");
    private static final Pattern REFUSED = Pattern.compile("Non-2xx or 3xx responses: (\\d+)");
    private static final Pattern BROKEN = Pattern.compile("Socket errors: (.*)");

    private final URI address;
    private final Path script;

    Wrk(URI address, RecordedExchange exchange, Path script) throws IOException {
        this.address = address;
        this.script = script;
        StringBuilder lua = new StringBuilder("wrk.method = \"POST\"\n");
        exchange.requestHeaders()
                .forEach((name, value) -> lua.append("wrk.headers[ [==[")
                        .append(name)
                        .append("]==] ] = [==[")
                        .append(value)
                        .append("]==]\n"));
        lua.append("wrk.body = [==[").append(exchange.request()).append("]==]\n");
        Files.writeString(script, lua);
    }

    /** Runs wrk, and returns the requests per second. */
    double run(Duration time) throws IOException, InterruptedException {
        Process wrk = new ProcessBuilder(
                        "wrk",
                        "--threads=2",
                        "--connections=64",
                        "--timeout=30s",
                        "--duration=" + Math.max(1, time.toSeconds()) + "s",
                        "--script=" + script,
                        address.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(wrk.getInputStream().readAllBytes(), UTF_8);
        Matcher rate = RATE.matcher(said);
        if (wrk.waitFor() != 0
                || !rate.find()
                || REFUSED.matcher(said).find()
                || BROKEN.matcher(said).find()) {
            throw new IOException("wrk got unexpected responses:\n" + said);
        }
        return Double.parseDouble(rate.group(1));
    }
}
