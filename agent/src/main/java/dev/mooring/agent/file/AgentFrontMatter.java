package dev.mooring.agent.file;

import java.nio.file.Path;
import java.util.Arrays;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** A Markdown file, split into front matter and body. */
record AgentFrontMatter(ObjectNode fields, String body) {
    private static final YAMLMapper YAML = YAMLMapper.builder().build();
    private static final String FENCE = "---";

    static AgentFrontMatter of(Path path, String text) throws InvalidAgentFile {
        String clean = text.startsWith("\uFEFF") ? text.substring(1) : text;
        String[] lines = clean.split("\\R", -1);
        if (!lines[0].strip().equals(FENCE)) {
            throw new InvalidAgentFile(
                    path
                            + ": an agent file must begin with front matter between two lines of ---, for example \"name: helper\"");
        }
        int end = 1;
        while (end < lines.length && !lines[end].stripTrailing().equals(FENCE)) {
            end++;
        }
        if (end == lines.length) {
            throw new InvalidAgentFile(path + ": the front matter does not end; add a line of --- after it");
        }
        String yaml = String.join("\n", Arrays.copyOfRange(lines, 1, end));
        String body = String.join("\n", Arrays.copyOfRange(lines, end + 1, lines.length));
        return new AgentFrontMatter(fields(path, yaml), body.strip());
    }

    private static ObjectNode fields(Path path, String yaml) throws InvalidAgentFile {
        try {
            JsonNode root = YAML.readTree(yaml);
            if (root instanceof ObjectNode object) {
                return object;
            }
            throw new InvalidAgentFile(
                    path + ": the front matter must consist of keys and values, for example \"name: helper\"");
        } catch (JacksonException e) {
            TokenStreamLocation at = e.getLocation();
            String where = at == null || at.getLineNr() < 0 ? "" : ", line " + (at.getLineNr() + 1);
            throw new InvalidAgentFile(path + where + ": the front matter is not valid YAML: "
                    + e.getOriginalMessage().lines().findFirst().orElse(""));
        }
    }
}
