package dev.mooring.app.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Replaces the ports in the pages with free ports. */
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

    /** Returns a command of a page with free ports, also for the default ports. */
    String withFreePorts(String command) {
        String replaced = SERVER.matcher(command)
                .replaceAll(
                        server -> server.group() + " --port " + (server.group(1).equals("serve") ? "7331" : "7332"));
        for (Map.Entry<String, String> each : free.entrySet()) {
            replaced = replaced.replace(each.getKey(), each.getValue());
        }
        return replaced;
    }

    /** Returns an output with the ports of the page. */
    String withPagePorts(String output) {
        String replaced = output;
        for (Map.Entry<String, String> each : free.entrySet()) {
            replaced = replaced.replace(each.getValue(), each.getKey());
        }
        return replaced;
    }
}
