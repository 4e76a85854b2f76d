package dev.mooring.app.probe;

import dev.mooring.app.terminal.ShellWord;
import dev.mooring.mcp.Failure;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.session.ToolServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Advice for a person whose server does not open. */
final class FailureAdvice {
    private FailureAdvice() {}

    /** Returns what to do about a failure; null if there is no advice. */
    static @Nullable String of(ToolServer server, Failure failure) {
        String advice = switch (failure) {
            case Failure.TimedOut _ ->
                server.location() instanceof ServerLocation.Local
                        ? "The first start may download the server. Start it once by hand, or raise the"
                                + " \"openTimeout\" of this server (now "
                                + server.settings().openTimeout().toSeconds() + " s)."
                        : "Check whether the address responds, or raise the \"openTimeout\" of this server (now "
                                + server.settings().openTimeout().toSeconds() + " s).";
            case Failure.Refused refused -> refused(server, refused.status());
            case Failure.Malformed _ ->
                "The response is not MCP. Check whether the "
                        + (server.location() instanceof ServerLocation.Remote ? "address" : "command") + " is correct.";
            case Failure.ConnectionLost lost -> connection(server, lost.message());
            case Failure.SessionForgotten _, Failure.Oversized _, Failure.InputRefused _ -> null;
        };
        return advice == null ? null : server.secrets().redact(advice);
    }

    private static @Nullable String refused(ToolServer server, int status) {
        String header = "\"headers\": {\"Authorization\": \"Bearer ${YOUR_TOKEN}\"}";
        return switch (status) {
            case 401 -> unauthorized(server, header);
            case 403 -> "The credentials are valid but lack permission. Check what they allow.";
            case 404 -> "The server has nothing at this path. Many servers use /mcp. See the server's documentation.";
            case 405, 406, 415 ->
                "The server does not support Streamable HTTP at this address. If the address is for the older HTTP+SSE"
                        + " transport, use the newer one, often /mcp instead of /sse.";
            case 429 -> "The server limits the rate of requests. Try again later.";
            default -> status >= 500 ? "The server has an internal error. See its log, or try again later." : null;
        };
    }

    private static String unauthorized(ToolServer server, String header) {
        return switch (server.settings().auth().subject()) {
            case PROGRAM -> "Check the client in \"auth\" of this server's entry.";
            // The message of the failure names the command.
            case PERSON -> "If the server takes a fixed token instead, add it to its entry: " + header;
            case NOBODY ->
                hasAuthorization(server)
                        ? "The server rejects the credentials in \"headers\". Check whether they are current."
                        : "Add credentials to this server's entry, such as " + header
                                + ", and set that environment variable.";
        };
    }

    private static boolean hasAuthorization(ToolServer server) {
        return server.location() instanceof ServerLocation.Remote remote
                && remote.headers().keySet().stream().anyMatch("Authorization"::equalsIgnoreCase);
    }

    private static @Nullable String connection(ToolServer server, String message) {
        return switch (server.location()) {
            case ServerLocation.Remote remote ->
                startsWith(message, "cannot connect")
                        ? "Check whether the server is running and " + remote.display() + " is its address."
                        : null;
            case ServerLocation.Local local -> local(local, message);
        };
    }

    private static boolean startsWith(String message, String prefix) {
        return message.regionMatches(true, 0, prefix, 0, prefix.length());
    }

    private static String local(ServerLocation.Local local, String message) {
        Path directory = local.directory();
        String program = local.command().getFirst();
        if (startsWith(message, "cannot start")) {
            if (directory != null && !Files.isDirectory(directory)) {
                return "The folder in \"cwd\" does not exist: " + directory;
            }
            if (message.contains("Permission denied")) {
                return program + " is not executable. Check its permissions.";
            }
            return "Check whether " + program + " is installed and on the PATH. "
                    + (program.equals("npx") || program.equals("node")
                            ? "It comes with Node.js."
                            : program.equals("uvx")
                                    ? "It comes with uv."
                                    : program.equals("docker")
                                            ? "It comes with Docker."
                                            : "You can also write the full path.");
        }
        return "Start it by hand to see the problem: "
                + local.command().stream().map(ShellWord::of).collect(Collectors.joining(" "));
    }
}
