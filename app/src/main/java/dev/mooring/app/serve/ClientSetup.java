package dev.mooring.app.serve;

import dev.mooring.mcp.Json;
import java.nio.file.Path;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * What to type or paste so that a client knows the service. Secrets do not stand in it: only where they go.
 *
 * @param launcher the command that starts this program
 * @param needsToken whether clients must show a token
 * @param isPublic whether clients on other machines can reach the address
 */
public record ClientSetup(String address, Path folder, String launcher, boolean needsToken, boolean isPublic) {
    private static final String VARIABLE = "MOORING_TOKEN";

    /** The whole text, for people. */
    public String text() {
        var text = new StringBuilder();
        section(text, "Claude Code", claudeCode());
        section(text, "Claude Desktop, in claude_desktop_config.json (it starts Mooring itself)", claudeDesktop());
        section(text, "VS Code, in .vscode/mcp.json", visualStudioCode());
        section(text, "Codex, in ~/.codex/config.toml", codex());
        if (isPublic) {
            section(text, "Claude.ai and ChatGPT, as a custom connector", address + (needsToken ? "/TOKEN" : ""));
        }
        if (needsToken) {
            text.append("\nTOKEN and ").append(VARIABLE).append(" stand for a token of the token file.");
            text.append(isPublic ? " An address with the token in it is a secret like the token itself.\n" : "\n");
        }
        return text.toString();
    }

    private static void section(StringBuilder text, String title, String lines) {
        text.append('\n').append(title).append(":\n").append(lines.indent(2));
    }

    private String claudeCode() {
        return "claude mcp add --transport http " + name() + " " + address
                + (needsToken ? " --header \"Authorization: Bearer TOKEN\"" : "");
    }

    private String claudeDesktop() {
        return """
                {
                  "mcpServers": {
                    "%s": { "command": %s, "args": ["serve", %s, "--stdio"] }
                  }
                }""".formatted(name(), quoted(launcher), quoted(folder.toString()));
    }

    private String visualStudioCode() {
        if (!needsToken) {
            return """
                    {
                      "servers": {
                        "%s": { "type": "http", "url": %s }
                      }
                    }""".formatted(name(), quoted(address));
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
                }""".formatted(name(), quoted(address), Json.text(headers));
    }

    private String codex() {
        return "[mcp_servers." + name() + "]\nurl = " + quoted(address)
                + (needsToken ? "\nbearer_token_env_var = \"" + VARIABLE + "\"" : "");
    }

    /** A name that every client takes, after the folder's. */
    String name() {
        Path last = folder.getFileName();
        String plain = (last == null ? "" : last.toString())
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-|-$", "");
        return plain.isEmpty() ? "documents" : plain;
    }

    private static String quoted(String text) {
        return Json.text(StringNode.valueOf(text));
    }
}
