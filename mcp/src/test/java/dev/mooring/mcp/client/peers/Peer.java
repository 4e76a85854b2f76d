package dev.mooring.mcp.client.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.McpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/**
 * A third-party server. Each nested interface is a feature that such a server may have, with its tests. The tests call
 * the tools {@code echo}, {@code count}, {@code pid}, {@code steps} and {@code ask}.
 */
interface Peer {
    /** Returns the connection that all tests of this peer share. */
    McpClient client() throws Exception;

    /** Opens another connection, which the test closes. */
    McpClient another() throws Exception;

    interface AnswersCalls extends Peer {
        @Test
        default void toolsOfThePeerAreListed() throws Exception {
            assertThat(result(client().listTools()).path("tools"))
                    .extracting(tool -> tool.path("name").stringValue())
                    .contains("echo", "count", "pid", "steps", "ask");
        }

        @Test
        default void aCallReturnsItsResult() throws Exception {
            assertThat(text(client().callTool("echo", saying("Grüße, 世界 🧭\n"))))
                    .isEqualTo("Grüße, 世界 🧭\n");
        }

        @Test
        default void anUnknownToolIsRejected() throws Exception {
            Reply reply = client().callTool("no-such-tool", Json.object());

            // Some peers return a JSON-RPC error, others a tool error.
            assertThat(reply instanceof Reply.Rejected
                            || result(reply).path("isError").asBoolean(false))
                    .as(reply.toString())
                    .isTrue();
        }

        @Test
        default void parallelCallsGetTheirOwnResults() throws Exception {
            McpClient shared = client();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<String>> answers = new ArrayList<>();
                for (int i = 0; i < 50; i++) {
                    ObjectNode mine = saying("call " + i);
                    answers.add(threads.submit((Callable<String>) () -> text(shared.callTool("echo", mine))));
                }
                for (int i = 0; i < answers.size(); i++) {
                    assertThat(answers.get(i).get()).isEqualTo("call " + i);
                }
            }
        }
    }

    interface ReportsProgress extends Peer {
        @Test
        default void progressArrivesInOrder() throws Exception {
            List<Integer> steps = new ArrayList<>();
            CallOptions options = CallOptions.builder()
                    .progress(params -> steps.add(params.path("progress").intValue()))
                    .build();

            Reply reply = client().callTool("steps", Json.object().put("count", 5), options);

            assertThat(text(reply)).isEqualTo("done");
            assertThat(steps).containsExactly(1, 2, 3, 4, 5);
        }
    }

    interface AsksItsClient extends Peer {
        @Test
        default void aServerRequestDuringACallIsAnswered() throws Exception {
            assertThat(text(client().callTool("ask", Json.object()))).isEqualTo("Hello, Ada");
        }
    }

    interface KeepsStateInTheSession extends Peer {
        @Test
        default void stateBelongsToOneSession() throws Exception {
            try (McpClient one = another();
                    McpClient other = another()) {
                assertThat(text(one.callTool("count", Json.object()))).isEqualTo("1");
                assertThat(text(one.callTool("count", Json.object()))).isEqualTo("2");
                assertThat(text(other.callTool("count", Json.object()))).isEqualTo("1");
                assertThat(text(one.callTool("count", Json.object()))).isEqualTo("3");
            }
        }
    }

    interface IsAProcess extends Peer {
        @Test
        default void closingLeavesNoProcess() throws Exception {
            ProcessHandle process;
            try (McpClient client = another()) {
                process = ProcessHandle.of(Long.parseLong(text(client.callTool("pid", Json.object()))))
                        .orElseThrow();
                assertThat(process.isAlive()).isTrue();
            }
            assertThat(process.isAlive()).isFalse();
        }
    }

    /** A local server with all features. */
    interface Local extends AnswersCalls, ReportsProgress, AsksItsClient, KeepsStateInTheSession, IsAProcess {}

    interface HasSessions extends Peer {
        /** Returns the number of open sessions on the server. */
        int liveSessions() throws Exception;

        @Test
        default void closingLeavesNoSession() throws Exception {
            client();
            int before = liveSessions();
            try (McpClient client = another()) {
                assertThat(text(client.callTool("count", Json.object()))).isEqualTo("1");
                assertThat(liveSessions()).isEqualTo(before + 1);
            }
            Awaitility.await().untilAsserted(() -> assertThat(liveSessions()).isEqualTo(before));
        }
    }

    static ClientOptions.Builder options() {
        return ClientOptions.builder()
                .elicitation(params -> {
                    assertThat(params.path("message").stringValue()).isEqualTo("Who are you?");
                    return Json.objectOf("{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}");
                })
                .roots(params -> Json.objectOf("{\"roots\":[{\"uri\":\"file:///ada\",\"name\":\"Ada\"}]}"));
    }

    static ObjectNode saying(String text) {
        return Json.object().put("text", text);
    }

    static ObjectNode result(Reply reply) {
        if (reply instanceof Reply.Result(var result)) {
            return result;
        }
        throw new AssertionError("expected a result, got " + reply);
    }

    static String text(Reply reply) {
        return result(reply).at("/content/0/text").asString("(no text)");
    }
}
