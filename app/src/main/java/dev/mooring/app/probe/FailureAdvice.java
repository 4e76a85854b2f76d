package dev.mooring.app.probe;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.client.ServerLocation;
import dev.mooring.session.ToolServer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What a person can do about a server that does not open. */
final class FailureAdvice {
    private FailureAdvice() {}

    static @Nullable String of(ToolServer server, Failure failure) {
        String remedy = switch (failure) {
            case Failure.TimedOut _ ->
                server.location() instanceof ServerLocation.Local
                        ? "A first start may have to download the server: start it once by hand, or raise"
                                + " \"openTimeout\" of this server (now "
                                + server.settings().openTimeout().toSeconds() + " s)."
                        : "See whether the address answers, or raise \"openTimeout\" of this server (now "
                                + server.settings().openTimeout().toSeconds() + " s).";
            case Failure.Refused refused -> refused(server, refused.status());
            case Failure.Malformed _ ->
                "What answers there does not speak MCP; see whether the "
                        + (server.location() instanceof ServerLocation.Remote ? "address" : "command") + " is right.";
            case Failure.ConnectionLost lost -> connection(server, lost.message());
            case Failure.SessionForgotten _, Failure.Oversized _, Failure.InputRefused _ -> null;
        };
        return remedy == null ? null : server.secrets().redact(remedy);
    }

    private static @Nullable String refused(ToolServer server, int status) {
        String header = "\"headers\": {\"Authorization\": \"Bearer ${YOUR_TOKEN}\"}";
        return switch (status) {
            case 401 ->
                hasAuthorization(server)
                        ? "The server does not accept the credentials in \"headers\": see whether they are current."
                        : "Add credentials to this server's entry, such as " + header
                                + ", and set that environment variable.";
            case 403 -> "The server knows you and does not let you in: see what the credentials may do.";
            case 404 -> "Nothing is at this path. Servers often listen at /mcp; see the server's documentation.";
            case 405, 406, 415 ->
                "This does not look like Streamable HTTP. If it is a server of the older HTTP+SSE"
                        + " transport, look for its newer address, often /mcp instead of /sse.";
            case 429 -> "The server has had too many requests: try again later.";
            default -> status >= 500 ? "The fault is the server's: see its log, or try again later." : null;
        };
    }

    private static boolean hasAuthorization(ToolServer server) {
        return server.location() instanceof ServerLocation.Remote remote
                && remote.headers().keySet().stream().anyMatch("Authorization"::equalsIgnoreCase);
    }

    private static @Nullable String connection(ToolServer server, String message) {
        return switch (server.location()) {
            case ServerLocation.Remote remote ->
                message.startsWith("cannot connect")
                        ? "See whether the server runs and " + remote.display() + " is its address."
                        : null;
            case ServerLocation.Local local -> local(local, message);
        };
    }

    private static String local(ServerLocation.Local local, String message) {
        Path directory = local.directory();
        String program = local.command().getFirst();
        if (message.startsWith("cannot start")) {
            if (directory != null && !Files.isDirectory(directory)) {
                return "The folder \"cwd\" does not exist: " + directory;
            }
            if (message.contains("Permission denied")) {
                return program + " may not be executed: see its permissions.";
            }
            return "Is " + program + " installed, and on the PATH? "
                    + (program.equals("npx") || program.equals("node")
                            ? "It comes with Node.js."
                            : program.equals("uvx")
                                    ? "It comes with uv."
                                    : program.equals("docker") ? "It comes with Docker." : "A full path works too.");
        }
        return "Start it by hand to see what it needs: " + String.join(" ", local.command());
    }
}
