package dev.mooring.mcp.server.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.server.McpServer;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ToolsTest {
    private static final ObjectNode MESSAGE_SCHEMA = Json.objectOf("""
            {"type": "object", "properties": {"message": {"type": "string"}, "times": {"type": "integer"}},
             "required": ["message"], "additionalProperties": false}""");

    private static Tool echo() {
        return Tool.named("echo")
                .input(MESSAGE_SCHEMA)
                .handledBy((arguments, exchange) ->
                        ToolResult.text(arguments.get("message").stringValue()));
    }

    private static InMemoryCaller callerOf(Tool... tools) {
        McpServer.Builder builder = McpServer.builder("test", "1");
        for (Tool tool : tools) {
            builder.tool(tool);
        }
        return new InMemoryCaller(builder.build());
    }

    @Nested
    class Arguments {
        private final AtomicInteger runs = new AtomicInteger();
        private final InMemoryCaller caller = callerOf(Tool.named("counted")
                .input(MESSAGE_SCHEMA)
                .handledBy((arguments, exchange) -> ToolResult.text("run " + runs.incrementAndGet())));

        @Test
        void validArgumentsReachTheTool() {
            ObjectNode result = caller.result(caller.modern(
                    "tools/call", InMemoryCaller.call("counted", Json.object().put("message", "x"))));

            assertThat(InMemoryCaller.textOf(result)).isEqualTo("run 1");
            assertThat(result.has("isError")).isFalse();
        }

        @Test
        void invalidArgumentsAreNamedInAnErrorResultAndTheToolDoesNotRun() {
            ObjectNode wrong = Json.object().put("times", "many").put("other", 1);

            ObjectNode result = caller.result(caller.modern("tools/call", InMemoryCaller.call("counted", wrong)));

            assertThat(result.get("isError").booleanValue()).isTrue();
            assertThat(InMemoryCaller.textOf(result))
                    .contains("counted")
                    .contains("message")
                    .contains("times")
                    .contains("other");
            assertThat(runs).hasValue(0);
        }

        @Test
        void argumentsMayBeAbsentIfNoneAreRequired() {
            InMemoryCaller other = callerOf(
                    Tool.named("free").handledBy((arguments, exchange) -> ToolResult.text(Json.text(arguments))));

            assertThat(InMemoryCaller.textOf(other.result(
                            other.legacy("tools/call", Json.object().put("name", "free")))))
                    .isEqualTo("{}");
        }

        @Test
        void nullForAnOptionalArgumentMeansAbsent() {
            ObjectNode schema = Json.objectOf("""
                    {
                      "type": "object",
                      "properties": {
                        "needed": {"type": "string"},
                        "limit": {"type": "integer"},
                        "nullable": {"type": ["string", "null"]}
                      },
                      "required": ["needed"]
                    }
                    """);
            InMemoryCaller other = callerOf(Tool.named("lenient")
                    .input(schema)
                    .handledBy((arguments, exchange) -> ToolResult.text(Json.text(arguments))));
            ObjectNode arguments =
                    Json.object().put("needed", "a").putNull("limit").putNull("nullable");

            assertThat(InMemoryCaller.textOf(
                            other.result(other.modern("tools/call", InMemoryCaller.call("lenient", arguments)))))
                    .isEqualTo("{\"needed\":\"a\",\"nullable\":null}");

            ObjectNode withoutNeeded = Json.object().putNull("needed");
            assertThat(other.result(other.modern("tools/call", InMemoryCaller.call("lenient", withoutNeeded)))
                            .get("isError")
                            .booleanValue())
                    .isTrue();
        }

        @Test
        void nullForAnOptionalFieldOfANestedObjectMeansAbsent() {
            ObjectNode schema = Json.objectOf("""
                    {
                      "type": "object",
                      "properties": {
                        "edits": {
                          "type": "array",
                          "items": {
                            "type": "object",
                            "properties": {
                              "old": {"type": "string"},
                              "all": {"type": "boolean"},
                              "nullable": {"type": ["string", "null"]}
                            },
                            "required": ["old"]
                          }
                        },
                        "range": {"type": "object", "properties": {"from": {"type": "integer"}}}
                      }
                    }
                    """);
            InMemoryCaller other = callerOf(Tool.named("nested")
                    .input(schema)
                    .handledBy((arguments, exchange) -> ToolResult.text(Json.text(arguments))));
            ObjectNode arguments = Json.objectOf("""
                    {"edits": [{"old": "a", "all": null, "nullable": null}, {"old": "b", "all": true}],
                     "range": {"from": null}}""");

            assertThat(InMemoryCaller.textOf(
                            other.result(other.modern("tools/call", InMemoryCaller.call("nested", arguments)))))
                    .isEqualTo("{\"edits\":[{\"old\":\"a\",\"nullable\":null},{\"old\":\"b\",\"all\":true}],"
                            + "\"range\":{}}");

            ObjectNode withoutOld = Json.objectOf("{\"edits\": [{\"old\": null}]}");
            assertThat(other.result(other.modern("tools/call", InMemoryCaller.call("nested", withoutOld)))
                            .get("isError")
                            .booleanValue())
                    .isTrue();
        }

        @Test
        void argumentsThatAreNotAnObjectAreRefused() {
            ObjectNode params = Json.object().put("name", "counted").put("arguments", "text");

            assertThat(caller.errorCode(caller.modern("tools/call", params))).isEqualTo(McpError.INVALID_PARAMS);
        }
    }

    @Nested
    class Failures {
        @Test
        void callOfAnUnknownToolIsRefused() {
            InMemoryCaller caller = callerOf(echo());

            assertThat(caller.errorCode(caller.modern("tools/call", InMemoryCaller.call("none", Json.object()))))
                    .isEqualTo(McpError.INVALID_PARAMS);
            assertThat(caller.errorCode(caller.legacy("tools/call", InMemoryCaller.call("none", Json.object()))))
                    .isEqualTo(McpError.INVALID_PARAMS);
        }

        @Test
        void exceptionOfAToolBecomesAnErrorResultWithoutItsMessage() {
            InMemoryCaller caller = callerOf(Tool.named("broken").handledBy((arguments, exchange) -> {
                throw new IllegalStateException("the password is 1234");
            }));

            ObjectNode result =
                    caller.result(caller.modern("tools/call", InMemoryCaller.call("broken", Json.object())));

            assertThat(result.get("isError").booleanValue()).isTrue();
            assertThat(Json.text(result))
                    .contains("broken")
                    .doesNotContain("1234")
                    .doesNotContain("Exception");
        }

        @Test
        void refusalOfAToolIsAJsonRpcError() {
            InMemoryCaller caller = callerOf(Tool.named("refusing").handledBy((arguments, exchange) -> {
                throw new Refusal(new McpError(4711, "not today"));
            }));

            assertThat(caller.errorCode(caller.modern("tools/call", InMemoryCaller.call("refusing", Json.object()))))
                    .isEqualTo(4711);
        }

        @Test
        void stackOverflowInAToolIsAnErrorResult() {
            InMemoryCaller caller = callerOf(Tool.named("endless").handledBy((arguments, exchange) -> endless(1)));

            assertThat(caller.result(caller.modern("tools/call", InMemoryCaller.call("endless", Json.object())))
                            .get("isError")
                            .booleanValue())
                    .isTrue();
        }

        private static ToolResult endless(int depth) {
            return depth < 0
                    ? ToolResult.text("")
                    : new ToolResult(endless(depth + 1).json());
        }
    }

    @Nested
    class Results {
        @Test
        void unknownFieldsOfAResultPassThrough() {
            ObjectNode raw = Json.objectOf("""
                    {"zeta": {"b": 1.10, "a": [null]}, "content": [{"type": "hologram", "depth": 1e2}],
                     "_meta": {"com.example/trace": "t"}}""");
            InMemoryCaller caller = callerOf(Tool.named("raw").handledBy((arguments, exchange) -> new ToolResult(raw)));

            ObjectNode legacy = caller.result(caller.legacy("tools/call", InMemoryCaller.call("raw", Json.object())));
            ObjectNode modern = caller.result(caller.modern("tools/call", InMemoryCaller.call("raw", Json.object())));

            assertThat(Json.text(legacy)).isEqualTo(Json.text(raw));
            assertThat(Json.text(modern)).contains("\"zeta\":{\"b\":1.10,\"a\":[null]}");
            assertThat(modern.get("resultType").stringValue()).isEqualTo("complete");
            assertThat(modern.get(Meta.FIELD).get("com.example/trace").stringValue())
                    .isEqualTo("t");
            assertThat(modern.get(Meta.FIELD).has(Meta.SERVER_INFO)).isTrue();
        }

        @Test
        void sharedResultIsNotModified() {
            ObjectNode shared = ToolResult.text("same").json();
            InMemoryCaller caller =
                    callerOf(Tool.named("shared").handledBy((arguments, exchange) -> new ToolResult(shared)));

            caller.modern("tools/call", InMemoryCaller.call("shared", Json.object()));

            assertThat(shared.propertyNames()).containsExactly("content");
        }
    }

    @Nested
    class Definitions {
        @Test
        void schemaWithARemoteReferenceIsRejected() {
            ObjectNode schema = Json.objectOf("{\"type\":\"object\",\"$ref\":\"https://example.com/schema.json\"}");

            assertThatThrownBy(
                            () -> Tool.named("t").input(schema).handledBy((arguments, exchange) -> ToolResult.text("")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("\"t\"");
        }

        @Test
        void proxiedToolMayHaveAnySchema() {
            ObjectNode definition = Json.objectOf("""
                    {"name": "foreign", "inputSchema": {"type": "object", "$ref": "https://example.com/schema.json"}}""");
            InMemoryCaller caller =
                    callerOf(Tool.proxied(definition, (arguments, exchange) -> ToolResult.text("proxied")));

            assertThat(InMemoryCaller.textOf(
                            caller.result(caller.modern("tools/call", InMemoryCaller.call("foreign", Json.object())))))
                    .isEqualTo("proxied");
            assertThat(caller.result(caller.modern("tools/list", null))
                            .path("tools")
                            .get(0))
                    .isEqualTo(definition);
        }
    }

    @Nested
    class Lists {
        @Test
        void listKeepsTheOrderInWhichToolsWereAdded() {
            McpServer server = McpServer.builder("test", "1")
                    .tool(named("b"))
                    .tool(named("a"))
                    .build();
            server.addTool(named("c"));
            server.addTool(named("b"));
            server.removeTool("a");

            assertThat(namesIn(new InMemoryCaller(server), null)).containsExactly("b", "c");
        }

        @Test
        void listIsPaged() {
            McpServer.Builder builder = McpServer.builder("test", "1").pageSize(2);
            List.of("a", "b", "c", "d", "e").forEach(name -> builder.tool(named(name)));
            InMemoryCaller caller = new InMemoryCaller(builder.build());

            ObjectNode first = caller.result(caller.modern("tools/list", null));
            ObjectNode second = caller.result(caller.modern("tools/list", cursorOf(first)));
            ObjectNode third = caller.result(caller.modern("tools/list", cursorOf(second)));

            assertThat(first.get("tools")).hasSize(2);
            assertThat(second.get("tools").get(0).get("name").stringValue()).isEqualTo("c");
            assertThat(third.get("tools")).hasSize(1);
            assertThat(third.has("nextCursor")).isFalse();
        }

        @Test
        void unknownCursorIsRefused() {
            InMemoryCaller caller = callerOf(echo());

            for (String cursor : List.of("", "x", "YWZ0ZXI6LTE", "YWZ0ZXI6OTk5OTk5OTk5OTk5", "☃")) {
                assertThat(caller.errorCode(
                                caller.modern("tools/list", Json.object().put("cursor", cursor))))
                        .isEqualTo(McpError.INVALID_PARAMS);
            }
        }

        @Test
        void toolSourceListsToolsPerCaller() {
            McpServer server = McpServer.builder("test", "1")
                    .tool(named("everybody"))
                    .tools(caller -> List.of(named("only-" + caller.principal())))
                    .build();
            InMemoryCaller ann = new InMemoryCaller(server);
            ann.principal = "ann";
            InMemoryCaller bob = new InMemoryCaller(server);
            bob.principal = "bob";

            assertThat(namesIn(ann, null)).containsExactly("everybody", "only-ann");
            assertThat(bob.errorCode(bob.modern("tools/call", InMemoryCaller.call("only-ann", Json.object()))))
                    .isEqualTo(McpError.INVALID_PARAMS);
            assertThat(bob.result(bob.modern("tools/list", null))
                            .get("cacheScope")
                            .stringValue())
                    .isEqualTo("private");
        }

        @Test
        void serverWithoutToolsDoesNotKnowTheListMethod() {
            InMemoryCaller caller =
                    new InMemoryCaller(McpServer.builder("test", "1").build());

            assertThat(caller.errorCode(caller.modern("tools/list", null))).isEqualTo(McpError.METHOD_NOT_FOUND);
            assertThat(caller.result(caller.modern("server/discover", null))
                            .get("capabilities")
                            .isEmpty())
                    .isTrue();
        }

        private static Tool named(String name) {
            return Tool.named(name).handledBy((arguments, exchange) -> ToolResult.text(name));
        }

        private static ObjectNode cursorOf(ObjectNode page) {
            return Json.object().put("cursor", page.get("nextCursor").stringValue());
        }

        private static List<String> namesIn(InMemoryCaller caller, @Nullable ObjectNode params) {
            return caller.result(caller.modern("tools/list", params))
                    .get("tools")
                    .valueStream()
                    .map(tool -> tool.get("name").stringValue())
                    .toList();
        }
    }
}
