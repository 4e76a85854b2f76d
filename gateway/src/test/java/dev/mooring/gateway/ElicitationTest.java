package dev.mooring.gateway;

import static dev.mooring.gateway.CallResults.call;
import static dev.mooring.gateway.CallResults.isError;
import static dev.mooring.gateway.CallResults.plainText;
import static dev.mooring.gateway.CallResults.result;
import static dev.mooring.gateway.CallResults.session;
import static dev.mooring.gateway.CallResults.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Meta;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.Reply;
import dev.mooring.mcp.client.CallOptions;
import dev.mooring.mcp.client.ClientOptions;
import dev.mooring.mcp.client.EraChoice;
import dev.mooring.mcp.client.McpClient;
import dev.mooring.mcp.client.RelayOptions;
import dev.mooring.session.ServerSettings;
import dev.mooring.session.Sharing;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/** Servers that request input from the user during a call. */
class ElicitationTest extends AbstractGatewayTest {
    private final List<String> messages = new CopyOnWriteArrayList<>();

    private ClientOptions.Builder answering(EraChoice era) {
        return ClientOptions.builder().era(era).elicitation(params -> {
            messages.add(params.path("message").asString(""));
            ObjectNode answer = Json.object().put("action", "accept");
            answer.putObject("content").put("name", "Ada").put("age", "36");
            return answer;
        });
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void elicitationReachesTheClientInItsOwnEra(EraChoice era) throws Exception {
        try (McpClient client = served.open("/counter/mcp", Map.of(), answering(era))) {
            String session = session(call(client, "count"));
            ObjectNode answer = call(client, "ask", Json.object().put("session_id", session));

            assertThat(text(answer)).isEqualTo("Ada is 36, count 1");
            assertThat(messages).containsExactly("Who are you?", "How old?");
        }
    }

    private ClientOptions.Builder visiting(EraChoice era) {
        return ClientOptions.builder()
                .era(era)
                .handler(Methods.ELICIT, "elicitation", Json.objectOf("{\"url\":{}}"), params -> {
                    messages.add(params.path("mode").asString("") + " "
                            + params.path("url").asString(""));
                    return Json.object().put("action", "accept");
                });
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void urlElicitationReachesAClientThatSupportsNoForms(EraChoice era) throws Exception {
        try (McpClient client = served.open("/counter/mcp", Map.of(), visiting(era))) {
            assertThat(plainText(call(client, "visit"))).isEqualTo("visited: accept");
            assertThat(messages).containsExactly("url https://example.com/consent");
        }
    }

    @Test
    void completionOfAUrlElicitationReachesTheClient() throws Exception {
        List<String> completed = new CopyOnWriteArrayList<>();
        ClientOptions.Builder options = visiting(EraChoice.LEGACY).notifications(notification -> {
            if (notification.method().equals(Methods.ELICITATION_COMPLETE)) {
                completed.add(String.valueOf(Json.stringAt(notification.params(), "elicitationId")));
            }
        });
        try (McpClient client = served.open("/counter/mcp", Map.of(), options)) {
            call(client, "visit");

            await().untilAsserted(() -> assertThat(completed).containsExactly("e1"));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void serverLearnsThatTheClientSupportsOnlyForms(EraChoice era) throws Exception {
        try (McpClient client = served.open("/counter/mcp", Map.of(), answering(era))) {
            ObjectNode result = call(client, "visit");

            assertThat(isError(result)).isTrue();
            assertThat(text(result)).contains("does not support elicitation in the mode \"url\"");
            assertThat(messages).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void firstCallWithElicitationNamesItsSession(EraChoice era) throws Exception {
        try (McpClient client = served.open("/counter/mcp", Map.of(), answering(era))) {
            ObjectNode answer = call(client, "ask");

            assertThat(plainText(answer)).isEqualTo("Ada is 36, count 0");
            assertThat(plainText(call(client, "count", Json.object().put("session_id", session(answer)))))
                    .isEqualTo("1");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void elicitationOfAPromptReachesTheClientOnTheNamedSession(EraChoice era) throws Exception {
        try (McpClient client = served.open("/counter/mcp", Map.of(), answering(era))) {
            String session = session(call(client, "count"));
            ObjectNode prompt = result(client.request(
                    Methods.PROMPTS_GET,
                    Json.object().put("name", "introduce"),
                    CallOptions.builder()
                            .meta(Json.object().put(SessionAnnotation.META, session))
                            .build()));

            assertThat(prompt.at("/messages/0/content/text").asString("")).isEqualTo("This is Ada, count 1");
            assertThat(messages).containsExactly("Who are you?");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void elicitationOfASharedLegacyServerReachesTheClient(EraChoice era) throws Exception {
        restart(upstream.as("counter")
                .with(ServerSettings.builder().sharing(Sharing.SHARED).build()));
        try (McpClient client = served.open("/counter/mcp", Map.of(), answering(era))) {
            assertThat(text(call(client, "ask"))).isEqualTo("Ada is 36, count 0");
            assertThat(messages).containsExactly("Who are you?", "How old?");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void elicitationOfAModernServerWithHandlesReachesTheClient(EraChoice era) throws Exception {
        try (StatefulServer modern = StatefulServer.startModernOnly()) {
            restart(modern.as("counter")
                    .with(ServerSettings.builder().sharing(Sharing.RUN).build()));
            try (McpClient client = served.open("/counter/mcp", Map.of(), answering(era))) {
                ObjectNode answer = call(client, "ask");

                assertThat(plainText(answer)).isEqualTo("Ada is 36, count 0");
                assertThat(session(answer)).isNotEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void elicitationIsAnErrorForAClientThatAcceptsNone(EraChoice era) throws Exception {
        try (McpClient client =
                served.open("/counter/mcp", Map.of(), ClientOptions.builder().era(era))) {
            ObjectNode answer = call(client, "ask");

            assertThat(isError(answer)).isTrue();
            assertThat(text(answer)).contains("elicitation/create");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = EraChoice.class,
            names = {"LEGACY", "MODERN"})
    void samplingIsNotForwardedAndTheErrorSaysSo(EraChoice era) throws Exception {
        var options = answering(era).sampling(params -> Json.object());
        try (McpClient client = served.open("/counter/mcp", Map.of(), options)) {
            ObjectNode answer = call(client, "think");

            assertThat(isError(answer)).isTrue();
            assertThat(text(answer)).contains("requires the client capability \"sampling\"");
        }
    }

    @Nested
    class ParkedCall {
        /** Sends a request, and returns an input request instead of answering it. */
        private Reply raw(McpClient client, ObjectNode params) throws Exception {
            return raw(client, Methods.TOOLS_CALL, params);
        }

        private Reply raw(McpClient client, String method, ObjectNode params) throws Exception {
            ObjectNode capabilities = Json.object();
            capabilities.putObject("elicitation");
            return client.request(
                    method,
                    params,
                    CallOptions.builder()
                            .relay(RelayOptions.builder()
                                    .capabilities(capabilities)
                                    .exclusive(true)
                                    .returnsInputRequired(true)
                                    .build())
                            .build());
        }

        @Test
        void parkedPromptCanBeResumedOnce() throws Exception {
            try (McpClient client = served.modern("/counter/mcp")) {
                ObjectNode params = Json.object().put("name", "introduce");
                ObjectNode first = result(raw(client, Methods.PROMPTS_GET, params));
                assertThat(first.path("resultType").asString("")).isEqualTo("input_required");
                ObjectNode answered = answering(params, first);

                assertThat(result(raw(client, Methods.PROMPTS_GET, answered))
                                .at("/messages/0/content/text")
                                .asString(""))
                        .isEqualTo("This is Bob, count 0");
                assertThat(raw(client, Methods.PROMPTS_GET, answered))
                        .isInstanceOfSatisfying(
                                Reply.Rejected.class,
                                fault -> assertThat(fault.error().message()).contains("This call has ended"));
            }
        }

        private ObjectNode question() {
            ObjectNode params = Json.object().put("name", "ask");
            params.putObject("arguments");
            return params;
        }

        private ObjectNode answerTo(ObjectNode inputRequired) {
            return answering(question(), inputRequired);
        }

        private ObjectNode answering(ObjectNode question, ObjectNode inputRequired) {
            ObjectNode params = Json.shallowCopy(question)
                    .put("requestState", inputRequired.path("requestState").asString(""));
            ObjectNode answer =
                    params.putObject("inputResponses").putObject("question").put("action", "accept");
            answer.putObject("content").put("name", "Bob").put("age", "7");
            return params;
        }

        @Test
        void callContinuesInTheNextRequestOfTheCaller() throws Exception {
            try (McpClient client = served.modern("/counter/mcp")) {
                ObjectNode first = result(raw(client, question()));
                assertThat(first.path("resultType").asString("")).isEqualTo("input_required");
                assertThat(first.at("/inputRequests/question/method").asString(""))
                        .isEqualTo(Methods.ELICIT);
                ObjectNode second = result(raw(client, answerTo(first)));
                ObjectNode last = result(raw(client, answerTo(second)));

                assertThat(plainText(last)).isEqualTo("Bob is 7, count 0");
                assertThat(session(last)).isNotEmpty();
            }
        }

        @Test
        void parkedCallCanBeResumedOnce() throws Exception {
            try (McpClient client = served.modern("/counter/mcp")) {
                ObjectNode first = result(raw(client, question()));
                raw(client, answerTo(first));
                ObjectNode again = result(raw(client, answerTo(first)));

                assertThat(isError(again)).isTrue();
                assertThat(text(again)).contains("This call has ended");
            }
        }

        @Test
        void otherPrincipalCannotResumeAParkedCall() throws Exception {
            try (McpClient ada = served.open(
                            "/counter/mcp",
                            Map.of("Who", "ada"),
                            ClientOptions.builder().era(EraChoice.MODERN));
                    McpClient bob = served.open(
                            "/counter/mcp",
                            Map.of("Who", "bob"),
                            ClientOptions.builder().era(EraChoice.MODERN))) {
                ObjectNode first = result(raw(ada, question()));

                assertStateIsInvalid(raw(bob, answerTo(first)));
                assertThat(isError(result(raw(ada, answerTo(first))))).isFalse();
            }
        }

        private static void assertStateIsInvalid(Reply reply) {
            assertRefused(reply, "requestState is not valid for this request");
        }

        private static void assertRefused(Reply reply, String message) {
            assertThat(reply).isInstanceOfSatisfying(Reply.Rejected.class, fault -> {
                assertThat(fault.error().code()).isEqualTo(McpError.INVALID_PARAMS);
                assertThat(fault.error().message()).contains(message);
            });
        }

        private ObjectNode questionIn(String session) {
            ObjectNode params = question();
            params.withObject("arguments").put("session_id", session);
            return params;
        }

        @Test
        void parkedCallCannotBeResumedInAnotherSession() throws Exception {
            try (McpClient client = served.modern("/counter/mcp")) {
                String one = session(call(client, "count"));
                String two = session(call(client, "count"));
                ObjectNode first = result(raw(client, questionIn(one)));

                assertStateIsInvalid(raw(client, answering(questionIn(two), first)));
                assertStateIsInvalid(raw(client, answerTo(first)));
                ObjectNode second = result(raw(client, answering(questionIn(one), first)));
                assertThat(text(result(raw(client, answering(questionIn(one), second)))))
                        .isEqualTo("Bob is 7, count 1");
            }
        }

        private ObjectNode promptIn(String session) {
            ObjectNode params = Json.object().put("name", "introduce");
            params.putObject(Meta.FIELD).put(SessionAnnotation.META, session);
            return params;
        }

        @Test
        void parkedPromptCannotBeResumedInAnotherSession() throws Exception {
            try (McpClient client = served.modern("/counter/mcp")) {
                String one = session(call(client, "count"));
                String two = session(call(client, "count"));
                ObjectNode first = result(raw(client, Methods.PROMPTS_GET, promptIn(one)));

                assertRefused(
                        raw(client, Methods.PROMPTS_GET, answering(promptIn(two), first)),
                        "requestState is not valid for this request. Repeat the request without it.");
                assertThat(result(raw(client, Methods.PROMPTS_GET, answering(promptIn(one), first)))
                                .at("/messages/0/content/text")
                                .asString(""))
                        .isEqualTo("This is Bob, count 1");
            }
        }

        @Test
        void parkedCallCannotBeResumedAfterTheInputTimeout() throws Exception {
            restart(options -> options.inputTimeout(Duration.ofMillis(300)));
            try (McpClient client = served.modern("/counter/mcp")) {
                ObjectNode first = result(raw(client, question()));
                upstream.awaitCancelled();

                await().untilAsserted(() -> assertRefused(raw(client, answerTo(first)), "requestState has expired"));
            }
        }

        @Test
        void callWithoutAnAnswerIsCancelledAndItsHandleEnds() throws Exception {
            restart(options -> options.inputTimeout(Duration.ofMillis(300)));
            try (McpClient client = served.modern("/counter/mcp")) {
                raw(client, question());

                upstream.awaitCancelled();
                await().until(() ->
                        served.gateway().status(Optional.empty()).sessions().isEmpty());
            }
        }
    }
}
