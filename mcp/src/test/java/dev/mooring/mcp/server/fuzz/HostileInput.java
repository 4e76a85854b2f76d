package dev.mooring.mcp.server.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Generates malformed messages, the same for the same seed. */
final class HostileInput {
    private static final List<String> SEEDS = List.of(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"a\":[1,2.5e3,null,true]}}}",
            "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"tools/list\",\"params\":{\"cursor\":\"abc\",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}}}",
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"f\",\"version\":\"1\"}}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}",
            "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{\"action\":\"accept\"}}",
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":1,\"message\":\"m\"}}",
            "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"resources/read\",\"params\":{\"uri\":\"test://\\u00fc\"}}",
            "{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"logging/setLevel\",\"params\":{\"level\":\"debug\"}}");
    private static final List<String> VALUES = List.of(
            "null",
            "-0",
            "1e400",
            "9223372036854775808",
            "\"\"",
            "[]",
            "{}",
            "\"\\ud800\"",
            "true",
            "1.0",
            "\"\\u0000\"");

    private final Random random;

    HostileInput(Random random) {
        this.random = random;
    }

    /** Returns the next message. It has no line break, so that it is one message on every transport. */
    byte[] next() {
        String seed = SEEDS.get(random.nextInt(SEEDS.size()));
        byte[] bytes = switch (random.nextInt(10)) {
            case 0 -> seed.substring(0, random.nextInt(seed.length())).getBytes(UTF_8);
            case 1 -> nested(seed);
            case 2 -> replacedValue(seed);
            case 3 -> doubledKey(seed);
            case 4 -> flippedBytes(seed.getBytes(UTF_8));
            case 5 -> noise(random.nextInt(2000));
            case 6 -> ("[" + seed + "," + seed + "]").getBytes(UTF_8);
            case 7 -> huge();
            case 8 -> (seed + seed).getBytes(UTF_8);
            default -> seed.getBytes(UTF_8);
        };
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                bytes[i] = ' ';
            }
        }
        return bytes;
    }

    private byte[] nested(String seed) {
        int depth = random.nextInt(5000);
        String open = random.nextBoolean() ? "[" : "{\"a\":";
        return seed.replaceFirst(
                        "\"params\":", "\"params\":" + open.repeat(depth).replace("\\", ""))
                .getBytes(UTF_8);
    }

    private byte[] replacedValue(String seed) {
        String[] parts = seed.split("(?<=:)", -1);
        int which = random.nextInt(parts.length);
        String value = VALUES.get(random.nextInt(VALUES.size()));
        int comma = parts[which].indexOf(',');
        parts[which] = value + (comma < 0 ? "" : parts[which].substring(comma));
        return String.join("", parts).getBytes(UTF_8);
    }

    private byte[] doubledKey(String seed) {
        return ("{\"id\":99," + seed.substring(1)).getBytes(UTF_8);
    }

    private byte[] flippedBytes(byte[] bytes) {
        byte[] flipped = Arrays.copyOf(bytes, bytes.length);
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            flipped[random.nextInt(flipped.length)] = (byte) random.nextInt(256);
        }
        return flipped;
    }

    byte[] noise(int length) {
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        return noise;
    }

    private byte[] huge() {
        byte[] huge = new byte[20_000 + random.nextInt(80_000)];
        Arrays.fill(huge, (byte) (random.nextBoolean() ? '7' : '"'));
        return huge;
    }
}
