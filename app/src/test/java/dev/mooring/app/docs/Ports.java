package dev.mooring.app.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The ports that the pages name, each with a free one that takes its place. */
final class Ports {
    static final Pattern SERVER = Pattern.compile("mooring (serve|gateway)\\b");

    private final Map<String, String> free =
            Stream.of("7331", "7332").collect(Collectors.toMap(port -> port, _ -> free()));

    private static String free() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return Integer.toString(socket.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The command with free ports in place of those it names or would take by default. */
    String taken(String command) {
        String named = SERVER.matcher(command)
                .replaceAll(
                        server -> server.group() + " --port " + (server.group(1).equals("serve") ? "7331" : "7332"));
        for (Map.Entry<String, String> each : free.entrySet()) {
            named = named.replace(each.getKey(), each.getValue());
        }
        return named;
    }

    /** What was printed, with the ports that the page names. */
    String shown(String output) {
        String shown = output;
        for (Map.Entry<String, String> each : free.entrySet()) {
            shown = shown.replace(each.getValue(), each.getKey());
        }
        return shown;
    }
}
