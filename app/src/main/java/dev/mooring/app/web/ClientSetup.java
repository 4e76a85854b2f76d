package dev.mooring.app.web;

import dev.mooring.mcp.Json;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * The lines to type or paste that add a service to each known client. They contain placeholders instead of secrets.
 *
 * @param name the name of the service in the client's configuration; see {@link #plainName}
 * @param local the command for clients that start servers themselves; empty if the service has none
 * @param tokenUse how clients send their token
 * @param isPublic whether clients on other machines can reach the address
 */
public record ClientSetup(
        String name, String address, Optional<LocalStart> local, TokenUse tokenUse, boolean isPublic) {
    private static final String VARIABLE = "MOORING_TOKEN";

    /** How clients send their token. */
    public enum TokenUse {
        /** The service has no tokens. */
        NONE,
        /** Clients get a token themselves, when a person signs in. */
        SIGN_IN,
        /** In the header {@code Authorization}. */
        HEADER,
        /** In the header or, if a client cannot send it, as the last part of the address. */
        HEADER_OR_URL
    }

    /** A command that serves over stdio. */
    public record LocalStart(String command, List<String> arguments) {}

    /** Returns the text for people, one section per client. */
    public String text() {
        var text = new StringBuilder();
        section(text, "Claude Code", claudeCode());
        local.ifPresent(start -> section(
                text,
                "Claude Desktop, in claude_desktop_config.json (it starts Mooring itself)",
                claudeDesktop(start)));
        section(text, "VS Code, in .vscode/mcp.json", visualStudioCode());
        section(text, "Codex, in ~/.codex/config.toml", codex());
        boolean inUrl = isPublic && tokenUse == TokenUse.HEADER_OR_URL;
        if (isPublic && tokenUse != TokenUse.HEADER) {
            section(text, "Claude.ai and ChatGPT, as a custom connector", address + (inUrl ? "/TOKEN" : ""));
        } else if (isPublic) {
            text.append("\nClaude.ai and ChatGPT cannot send the header. Add --token-in-url for them.\n");
        }
        if (tokenUse == TokenUse.SIGN_IN) {
            text.append("\nEach client opens a page on which you sign in.\n");
        }
        if (needsToken()) {
            text.append("\nTOKEN and ").append(VARIABLE).append(" stand for a token from the token file.");
            text.append(inUrl ? " Keep an address that contains a token as secret as the token.\n" : "\n");
        }
        return text.toString();
    }

    private boolean needsToken() {
        return tokenUse == TokenUse.HEADER || tokenUse == TokenUse.HEADER_OR_URL;
    }

    private static void section(StringBuilder text, String title, String lines) {
        text.append('\n').append(title).append(":\n").append(lines.indent(2));
    }

    private String claudeCode() {
        return "claude mcp add --transport http " + name + " " + address
                + (needsToken() ? " --header \"Authorization: Bearer TOKEN\"" : "");
    }

    private String claudeDesktop(LocalStart start) {
        ArrayNode arguments = Json.array();
        start.arguments().forEach(arguments::add);
        return """
                {
                  "mcpServers": {
                    "%s": { "command": %s, "args": %s }
                  }
                }""".formatted(name, quoted(start.command()), Json.text(arguments));
    }

    private String visualStudioCode() {
        if (!needsToken()) {
            return """
                    {
                      "servers": {
                        "%s": { "type": "http", "url": %s }
                      }
                    }""".formatted(name, quoted(address));
        }
        ObjectNode headers = Json.object().put("Authorization", "Bearer ${input:mooring-token}");
        return """
                {
                  "inputs": [
                    { "type": "promptString", "id": "mooring-token", "description": "Mooring token", "password": true }
                  ],
                  "servers": {
                    "%s": { "type": "http", "url": %s, "headers": %s }
                  }
                }""".formatted(name, quoted(address), Json.text(headers));
    }

    private String codex() {
        return "[mcp_servers." + name + "]\nurl = " + quoted(address)
                + (needsToken() ? "\nbearer_token_env_var = \"" + VARIABLE + "\"" : "");
    }

    /** Converts a name to lower-case letters, digits and hyphens, which every client accepts; or returns the fallback. */
    public static String plainName(String name, String fallback) {
        String plain =
                name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        return plain.isEmpty() ? fallback : plain;
    }

    private static String quoted(String text) {
        return Json.text(StringNode.valueOf(text));
    }
}
