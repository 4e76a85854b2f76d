package dev.mooring.mcp.server.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.server.Completer;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Prompt;
import dev.mooring.mcp.server.PromptResult;
import dev.mooring.mcp.server.ReadResult;
import dev.mooring.mcp.server.Resource;
import dev.mooring.mcp.server.ResourceTemplate;
import dev.mooring.mcp.server.changes.Change;
import dev.mooring.mcp.server.changes.ChangeQueue;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ResourcesAndPromptsTest {
    private static final ObjectNode GREETING = Json.objectOf("""
            {"name": "greet", "arguments": [{"name": "who", "required": true}, {"name": "how"}]}""");

    private final InMemoryCaller caller = new InMemoryCaller(McpServer.builder("test", "1")
            .resource(Resource.of(
                    "test://a",
                    "a",
                    "text/plain",
                    (uri, variables, exchange) -> ReadResult.text(uri, "text/plain", "A")))
            .template(ResourceTemplate.of(
                    "test://items/{id}/parts/{part}",
                    "parts",
                    "text/plain",
                    (uri, variables, exchange) -> ReadResult.text(uri, "text/plain", variables.toString())))
            .prompt(new Prompt(
                    GREETING,
                    (arguments, exchange) ->
                            PromptResult.text("Greet " + arguments.get("who").stringValue())))
            .completer((request, exchange) -> Completer.Completion.of(
                    IntStream.range(0, 150).mapToObj(i -> request.value() + i).toList()))
            .build());

    @Nested
    class Reading {
        @Test
        void resourceIsRead() {
            assertThat(Json.text(read("test://a"))).contains("\"text\":\"A\"");
        }

        @Test
        void templateVariablesReachTheReader() {
            assertThat(Json.text(read("test://items/7/parts/left%20door"))).contains("{id=7, part=left door}");
        }

        @Test
        void unknownResourceGetsTheErrorCodeOfTheEra() {
            ObjectNode nowhere = Json.object().put("uri", "test://nowhere");

            assertThat(caller.errorCode(caller.modern("resources/read", nowhere)))
                    .isEqualTo(McpError.INVALID_PARAMS);
            assertThat(caller.errorCode(caller.legacy("resources/read", nowhere)))
                    .isEqualTo(McpError.LEGACY_RESOURCE_NOT_FOUND);
        }

        @Test
        void readResultIsPrivateAndNotCachedByDefault() {
            ObjectNode result = read("test://a");

            assertThat(result.get("ttlMs").intValue()).isZero();
            assertThat(result.get("cacheScope").stringValue()).isEqualTo("private");
        }

        private ObjectNode read(String uri) {
            return caller.result(caller.modern("resources/read", Json.object().put("uri", uri)));
        }
    }

    @Nested
    class Changes {
        @Test
        void removedResourceIsNeitherListedNorReadAndListenersAreNotified() throws Exception {
            McpServer server = McpServer.builder("test", "1").build();
            for (String uri : List.of("test://a", "test://b")) {
                server.addResource(Resource.of(
                        uri, uri, "text/plain", (_, variables, exchange) -> ReadResult.text(uri, "text/plain", "A")));
            }
            InMemoryCaller client = new InMemoryCaller(server);
            try (ChangeQueue changes = server.features().changes().listen(_ -> true)) {
                server.removeResource("test://a");

                assertThat(changes.take()).isEqualTo(Change.RESOURCES);
            }
            assertThat(Json.text(client.result(client.modern("resources/list", null))))
                    .contains("test://b")
                    .doesNotContain("test://a");
            assertThat(client.errorCode(
                            client.modern("resources/read", Json.object().put("uri", "test://a"))))
                    .isEqualTo(McpError.INVALID_PARAMS);
        }
    }

    @Nested
    class Prompts {
        @Test
        void promptIsFilledIn() {
            assertThat(Json.text(caller.result(caller.modern("prompts/get", prompt("{\"who\":\"Ann\"}")))))
                    .contains("Greet Ann");
        }

        @Test
        void missingOrNonStringPromptArgumentIsRefused() {
            for (String arguments : List.of("{}", "{\"who\":1}", "{\"who\":\"Ann\",\"how\":{}}")) {
                assertThat(caller.errorCode(caller.modern("prompts/get", prompt(arguments))))
                        .isEqualTo(McpError.INVALID_PARAMS);
            }
        }

        @Test
        void nullForAPromptArgumentMeansAbsent() {
            assertThat(Json.text(caller.result(caller.modern("prompts/get", prompt("{\"who\":\"Ann\",\"how\":null}")))))
                    .contains("Greet Ann");
            assertThat(Json.text(caller.modern("prompts/get", prompt("{\"who\":null}"))
                            .toJson()))
                    .contains("argument \\\"who\\\" is missing");
        }

        private static ObjectNode prompt(String arguments) {
            ObjectNode params = Json.object().put("name", "greet");
            params.set("arguments", Json.objectOf(arguments));
            return params;
        }
    }

    @Nested
    class CapabilityFilter {
        private final InMemoryCaller filtered = new InMemoryCaller(McpServer.builder("filtered", "1")
                .prompt(new Prompt(GREETING, (arguments, exchange) -> PromptResult.text("never")))
                .resource(Resource.of(
                        "test://a",
                        "a",
                        "text/plain",
                        (uri, variables, exchange) -> ReadResult.text(uri, "text/plain", "A")))
                .template(ResourceTemplate.proxied(
                        Json.object().put("uriTemplate", "test://{?odd*}").put("name", "any")))
                .instructions(() -> "current instructions")
                .capabilityFilter(capability -> !capability.equals("prompts"))
                .build());

        @Test
        void filteredCapabilityIsNeitherDeclaredNorServed() {
            ObjectNode greeting = filtered.result(filtered.modern("server/discover", Json.object()));

            assertThat(greeting.path("capabilities").has("prompts")).isFalse();
            assertThat(greeting.path("capabilities").has("resources")).isTrue();
            assertThat(greeting.path("instructions").stringValue()).isEqualTo("current instructions");
            assertThat(filtered.errorCode(filtered.modern("prompts/list", Json.object())))
                    .isEqualTo(McpError.METHOD_NOT_FOUND);
        }

        @Test
        void proxiedTemplateIsListedButNotResolved() {
            assertThat(Json.text(filtered.result(filtered.modern("resources/templates/list", Json.object()))))
                    .contains("test://{?odd*}");
            assertThat(filtered.errorCode(
                            filtered.modern("resources/read", Json.object().put("uri", "test://b"))))
                    .isEqualTo(McpError.INVALID_PARAMS);
        }
    }

    @Nested
    class Completion {
        @Test
        void completionSendsTheFirstHundredValues() {
            ObjectNode completion = (ObjectNode) caller.result(caller.modern("completion/complete", Json.objectOf("""
                            {"ref": {"type": "ref/prompt", "name": "greet"},
                             "argument": {"name": "who", "value": "A"}}""")))
                    .get("completion");

            assertThat(completion.get("values")).hasSize(100);
            assertThat(completion.get("values").get(0).stringValue()).isEqualTo("A0");
            assertThat(completion.get("total").intValue()).isEqualTo(150);
            assertThat(completion.get("hasMore").booleanValue()).isTrue();
        }

        @Test
        void completionWithoutArgumentIsRefused() {
            assertThat(caller.errorCode(caller.modern("completion/complete", Json.object())))
                    .isEqualTo(McpError.INVALID_PARAMS);
        }
    }
}
