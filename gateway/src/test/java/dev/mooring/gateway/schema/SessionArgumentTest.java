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
    void hasTheUsualNameWhereNobodyElseHasIt() {
        assertThat(SessionArgument.forTools(List.of(toolWith("a"), toolWith()), IDLE)
                        .name())
                .isEqualTo("session_id");
    }

    @Test
    void hasAnotherNameForAllToolsWhereOneHasIt() {
        SessionArgument argument = SessionArgument.forTools(List.of(toolWith("a"), toolWith("session_id")), IDLE);

        assertThat(argument.name()).isEqualTo("mooring_session_id");
        assertThat(argument.hasUsualName()).isFalse();
        assertThat(argument.property().path("description").asString(""))
                .contains("It is not session_id, which is the server's own.");
    }

    @Test
    void goesOnLookingForAName() {
        assertThat(SessionArgument.forTools(List.of(toolWith("session_id", "mooring_session_id")), IDLE)
                        .name())
                .isEqualTo("mooring_session_id_2");
    }

    @Test
    void isTakenByAnOutputSchemaToo() {
        ObjectNode tool = toolWith("a");
        tool.putObject("outputSchema").putObject("properties").putObject("session_id");

        assertThat(SessionArgument.forTools(List.of(tool), IDLE).name()).isEqualTo("mooring_session_id");
    }

    @Test
    void isWovenIntoBothSchemasAndNothingElseChanges() {
        ObjectNode tool = toolWith("a").put("description", "does it").put("x", 1);
        tool.putObject("outputSchema").put("type", "object").put("additionalProperties", false);
        ObjectNode woven = new SessionArgument("session_id", IDLE).weaveInto(tool, "server__t");

        assertThat(woven.path("name").stringValue()).isEqualTo("server__t");
        assertThat(woven.at("/inputSchema/properties/session_id/type").stringValue())
                .isEqualTo("string");
        assertThat(woven.at("/inputSchema/properties/session_id/description").stringValue())
                .contains("30 minutes")
                .contains("[session: <id>]");
        assertThat(woven.at("/inputSchema").has("required")).isFalse();
        assertThat(woven.at("/outputSchema/properties/session_id/type").stringValue())
                .isEqualTo("string");
        assertThat(woven.without(List.of("name", "inputSchema", "outputSchema")))
                .isEqualTo(tool.without(List.of("name", "inputSchema", "outputSchema")));
    }

    @Test
    void isTakenOutOfTheArguments() {
        SessionArgument argument = new SessionArgument("session_id", IDLE);
        ObjectNode given = Json.object().put("a", 1).put("session_id", " abc ");
        ObjectNode rest = argument.without(given);

        assertThat(argument.in(given)).isEqualTo("abc");
        assertThat(rest).isEqualTo(Json.object().put("a", 1));
        assertThat(argument.in(rest)).isNull();
        assertThat(argument.without(rest)).isEqualTo(rest);
        assertThat(given.has("session_id")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"PT30M, 30 minutes", "PT1H, 1 hour", "PT90M, 90 minutes", "PT1M, 1 minute", "PT45S, 45 seconds"})
    void saysHowLongASessionLives(Duration idle, String words) {
        assertThat(SessionArgument.inWords(idle)).isEqualTo(words);
    }
}
