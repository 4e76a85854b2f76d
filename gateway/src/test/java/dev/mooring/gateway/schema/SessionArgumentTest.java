package dev.mooring.gateway.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class SessionArgumentTest {
    private static final Duration IDLE = Duration.ofMinutes(30);

    private static ObjectNode toolWith(String... properties) {
        ObjectNode tool = Json.object().put("name", "t");
        ObjectNode schema = tool.putObject("inputSchema").put("type", "object");
        for (String property : properties) {
            schema.withObject("/properties").putObject(property).put("type", "number");
        }
        return tool;
    }

    @Test
    void argumentHasTheUsualNameIfNoToolUsesIt() {
        assertThat(SessionArgument.forTools(List.of(toolWith("a"), toolWith()), IDLE)
                        .name())
                .isEqualTo("session_id");
    }

    @Test
    void argumentHasAnotherNameForAllToolsIfOneToolUsesTheUsualName() {
        SessionArgument argument = SessionArgument.forTools(List.of(toolWith("a"), toolWith("session_id")), IDLE);

        assertThat(argument.name()).isEqualTo("mooring_session_id");
        assertThat(argument.hasUsualName()).isFalse();
        assertThat(argument.addTo(toolWith())
                        .at("/inputSchema/properties/mooring_session_id/description")
                        .stringValue())
                .contains("Not to be confused with session_id, which the server defines.");
    }

    @Test
    void argumentGetsANumberIfAToolUsesBothNames() {
        assertThat(SessionArgument.forTools(List.of(toolWith("session_id", "mooring_session_id")), IDLE)
                        .name())
                .isEqualTo("mooring_session_id_2");
    }

    @Test
    void outputSchemaThatUsesTheNameMakesTheArgumentChangeItsName() {
        ObjectNode tool = toolWith("a");
        tool.putObject("outputSchema").putObject("properties").putObject("session_id");

        assertThat(SessionArgument.forTools(List.of(tool), IDLE).name()).isEqualTo("mooring_session_id");
    }

    @Test
    void argumentIsAddedToBothSchemasAndNothingElseChanges() {
        ObjectNode tool = toolWith("a").put("description", "does it").put("x", 1);
        tool.putObject("outputSchema").put("type", "object").put("additionalProperties", false);
        ObjectNode extended = new SessionArgument("session_id", IDLE).addTo(tool);

        assertThat(extended.at("/inputSchema/properties/session_id/type").stringValue())
                .isEqualTo("string");
        assertThat(extended.at("/inputSchema/properties/session_id/description").stringValue())
                .contains("30 minutes")
                .contains("[session: <id>]");
        assertThat(extended.at("/inputSchema").has("required")).isFalse();
        assertThat(extended.at("/outputSchema/properties/session_id/type").stringValue())
                .isEqualTo("string");
        assertThat(extended.without(List.of("inputSchema", "outputSchema")))
                .isEqualTo(tool.without(List.of("inputSchema", "outputSchema")));
    }

    @Test
    void removeFromReturnsTheArgumentsWithoutTheSession() {
        SessionArgument argument = new SessionArgument("session_id", IDLE);
        ObjectNode arguments = Json.object().put("a", 1).put("session_id", " abc ");
        ObjectNode rest = argument.removeFrom(arguments);

        assertThat(argument.valueIn(arguments)).isEqualTo("abc");
        assertThat(rest).isEqualTo(Json.object().put("a", 1));
        assertThat(argument.valueIn(rest)).isNull();
        assertThat(argument.removeFrom(rest)).isEqualTo(rest);
        assertThat(arguments.has("session_id")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"PT30M, 30 minutes", "PT1H, 1 hour", "PT90M, 90 minutes", "PT1M, 1 minute", "PT45S, 45 seconds"})
    void durationIsFormattedInWords(Duration idle, String words) {
        assertThat(SessionArgument.inWords(idle)).isEqualTo(words);
    }
}
