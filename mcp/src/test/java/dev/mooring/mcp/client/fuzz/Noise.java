package dev.mooring.mcp.client.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Generates random invalid responses, none of which contains a line break. */
final class Noise {
    /** Larger than the message limit of the tests. */
    private static final int HUGE = 200_000;

    private final RandomGenerator random;

    Noise(RandomGenerator random) {
        this.random = random;
    }

    static byte[] answer(long id, String text) {
        return ("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"" + text
                        + "\"}]}}")
                .getBytes(UTF_8);
    }

    byte[] about(long id) {
        return switch (random.nextInt(16)) {
            case 0 -> truncated(answer(id, "truncated"));
            case 1 -> text("[".repeat(random.nextInt(1, 100_000)));
            case 2 ->
                text("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + "{\"a\":".repeat(300) + "1"
                        + "}".repeat(301));
            case 3 -> text("{\"jsonrpc\":\"2.0\",\"result\":{\"x\":\"" + "x".repeat(HUGE) + "\"},\"id\":" + id + "}");
            case 4 -> text("{\"jsonrpc\":\"2.0\",\"id\":" + strangeId(id) + ",\"result\":{}}");
            case 5 -> text("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"id\":" + (id + 1) + ",\"result\":{}}");
            case 6 -> invalidUtf8(answer(id, "bytes"));
            case 7 -> text("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + wrongKind() + "}");
            case 8 -> text("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":" + wrongKind() + "}");
            case 9 -> text("[" + new String(answer(id, "batch"), UTF_8) + "]");
            case 10 ->
                text("{\"jsonrpc\":\"2.0\",\"id\":" + strangeId(id) + ",\"method\":\"roots/list\",\"params\":"
                        + wrongKind() + "}");
            case 11 ->
                text("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                        + strangeId(id) + ",\"progress\":" + wrongKind() + "}}");
            case 12 ->
                text("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/" + "x".repeat(random.nextInt(50)) + "\"}");
            case 13 -> text("Listening on port 8080 \u0007\u001b[31m");
            case 14 -> randomBytes();
            default -> text(new String(answer(id, "first"), UTF_8) + new String(answer(id, "second"), UTF_8));
        };
    }

    byte[] truncated(byte[] whole) {
        return Arrays.copyOf(whole, random.nextInt(1, whole.length));
    }

    byte[] randomBytes() {
        byte[] bytes = new byte[random.nextInt(1, 2000)];
        random.nextBytes(bytes);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                bytes[i] = 0;
            }
        }
        return bytes;
    }

    private byte[] invalidUtf8(byte[] whole) {
        byte[] bytes = whole.clone();
        int place = new String(whole, ISO_8859_1).indexOf("bytes");
        bytes[place] = (byte) (0x80 + random.nextInt(0x80));
        bytes[place + 1] = '"';
        return bytes;
    }

    private String strangeId(long id) {
        String[] ids = {
            "\"" + id + "\"",
            "null",
            "-1",
            "0",
            "1e400",
            id + ".5",
            "99999999999999999999999999",
            "{}",
            "[" + id + "]",
            "true",
            String.valueOf(id + random.nextInt(1, 1000)),
            "\"\"",
        };
        return ids[random.nextInt(ids.length)];
    }

    private String wrongKind() {
        String[] values = {"[]", "\"text\"", "null", "0", "1e999999999", "{\"code\":\"x\"}", "{\"content\":5}", "{}"};
        return values[random.nextInt(values.length)];
    }

    private static byte[] text(String text) {
        return text.getBytes(UTF_8);
    }
}
