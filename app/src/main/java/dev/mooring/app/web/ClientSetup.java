package dev.mooring.app.web;

import dev.mooring.mcp.Json;
import java.text.Normalizer;
import java.util.ArrayList;
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
        HEADER_OR_URL;

        /**
         * Returns how the clients of a service send their token.
         *
         * @param hasSignIns whether people sign in to the service, or to its authorization server
         * @param hasTokens whether the service has a token file
         */
        public static TokenUse of(boolean hasSignIns, boolean hasTokens, boolean isInUrl) {
            if (hasSignIns) {
                return SIGN_IN;
            }
            if (!hasTokens) {
                return NONE;
            }
            return isInUrl ? HEADER_OR_URL : HEADER;
        }
    }

    /** A command that serves over stdio. */
    public record LocalStart(String command, List<String> arguments) {}

    /**
     * The lines for one client.
     *
     * @param client the name of the client, and where its lines belong
     */
    public record Section(String client, String lines) {}

    /** Returns the lines for each client. */
    public List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        sections.add(new Section("Claude Code", claudeCode()));
        local.ifPresent(start -> sections.add(new Section(
                "Claude Desktop, in claude_desktop_config.json (it starts Mooring itself)", claudeDesktop(start))));
        sections.add(new Section("VS Code, in .vscode/mcp.json", visualStudioCode()));
        sections.add(new Section("Cursor, in .cursor/mcp.json", remoteEntry("url", "${env:" + VARIABLE + "}")));
        sections.add(new Section("Codex, in ~/.codex/config.toml", codex()));
        sections.add(new Section("Gemini CLI, in ~/.gemini/settings.json", remoteEntry("httpUrl", "$" + VARIABLE)));
        if (isPublic && tokenUse != TokenUse.HEADER) {
            sections.add(new Section(
                    "Claude.ai and ChatGPT, as a custom connector", address + (hasTokenInUrl() ? "/TOKEN" : "")));
        }
        return List.copyOf(sections);
    }

    /** Returns what people must know about the lines, one sentence each. */
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (isPublic && tokenUse == TokenUse.HEADER) {
            notes.add("Claude.ai and ChatGPT cannot send the header. Add --token-in-url for them.");
        }
        if (tokenUse == TokenUse.SIGN_IN) {
            notes.add("Each client opens a page on which you sign in.");
        }
        if (needsToken()) {
            notes.add("TOKEN and " + VARIABLE + " stand for a token from the token file."
                    + (hasTokenInUrl() ? " Keep an address that contains a token as secret as the token." : ""));
        }
        return List.copyOf(notes);
    }

    /** Returns the text for people, one section per client. */
    public String text() {
        var text = new StringBuilder();
        sections()
                .forEach(section -> text.append('\n')
                        .append(section.client())
                        .append(":\n")
                        .append(section.lines().indent(2)));
        notes().forEach(note -> text.append('\n').append(note).append('\n'));
        return text.toString();
    }

    private boolean hasTokenInUrl() {
        return isPublic && tokenUse == TokenUse.HEADER_OR_URL;
    }

    /** Returns an entry of {@code mcpServers}. */
    private String remoteEntry(String addressKey, String token) {
        ObjectNode entry = Json.object().put(addressKey, address);
        if (needsToken()) {
            entry.putObject("headers").put("Authorization", "Bearer " + token);
        }
        return """
                {
                  "mcpServers": {
                    "%s": %s
                  }
                }""".formatted(name, Json.text(entry));
    }

    private boolean needsToken() {
        return tokenUse == TokenUse.HEADER || tokenUse == TokenUse.HEADER_OR_URL;
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

    /**
     * Converts a name to lower-case letters without accents, digits and hyphens, which every client accepts. Returns the
     * fallback if nothing is left.
     */
    public static String plainName(String name, String fallback) {
        String plain = Normalizer.normalize(name, Normalizer.Form.NFD)
                .replaceAll("\\p{M}+", "")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-|-$", "");
        return plain.isEmpty() ? fallback : plain;
    }

    private static String quoted(String text) {
        return Json.text(StringNode.valueOf(text));
    }
}
