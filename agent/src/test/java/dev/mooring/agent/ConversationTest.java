package dev.mooring.agent;

import static dev.mooring.agent.AgentTest.ANYTHING;
import static dev.mooring.agent.AgentTest.agent;
import static dev.mooring.agent.AgentTest.echo;
import static dev.mooring.agent.StubModel.calls;
import static dev.mooring.agent.StubModel.says;
import static dev.mooring.agent.StubModel.saysResults;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.ModelFailed;
import dev.mooring.agent.model.ModelFailed.Kind;
import dev.mooring.agent.model.ToolOutput;
import dev.mooring.run.AgentRun;
import dev.mooring.run.NotInRun;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ConversationTest {
    @Test
    void conversationRemembersEarlierMessages() throws Exception {
        StubModel model = StubModel.of(calls("echo", "{\"text\":\"tea\"}"), says("Noted."), says("Tea."));
        AgentRun.<Exception>run(() -> {
            Conversation conversation = agent(model).tool(echo()).build().conversation(InvokeOptions.defaults());
            conversation.say("Note tea.");
            assertThat(conversation.say("What?").text()).isEqualTo("Tea.");
            assertThat(conversation.history()).hasSize(6);
        });
        assertThat(model.requests().getLast().conversation()).hasSize(5);
    }

    @Test
    void conversationRequiresARun() {
        Conversation conversation = agent(StubModel.of()).build().conversation(InvokeOptions.defaults());
        assertThatThrownBy(() -> conversation.say("hello")).isInstanceOf(NotInRun.class);
    }

    @Test
    void conversationContinuesAfterAStoppedAnswer() throws Exception {
        CountDownLatch speaking = new CountDownLatch(1);
        StubModel model = StubModel.of(
                (request, listener) -> {
                    listener.onText("Once upon");
                    speaking.countDown();
                    Thread.sleep(Duration.ofHours(1));
                    throw new AssertionError();
                },
                says("Hello again."));
        AgentRun.<Exception>run(() -> {
            Conversation conversation = agent(model).build().conversation(InvokeOptions.defaults());
            Thread stopper = Thread.ofVirtual().start(() -> {
                try {
                    speaking.await();
                    conversation.stop("enough");
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            AgentAnswer stopped = conversation.say("Tell me a story.");
            stopper.join();
            assertThat(stopped.outcome()).isEqualTo(new AgentOutcome.Stopped("Once upon", "enough"));
            assertThat(conversation.say("Hello?").text()).isEqualTo("Hello again.");
        });
        assertThat(model.requests().getLast().conversation())
                .extracting(entry -> entry.getClass().getSimpleName())
                .containsExactly("UserMessage", "ModelMessage", "UserMessage");
    }

    @Test
    void everyCallHasAResultAfterAStop() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        FunctionTool endless = FunctionTool.of("endless", "", ANYTHING, arguments -> {
            working.countDown();
            Thread.sleep(Duration.ofHours(1));
            return ToolOutput.of("");
        });
        StubModel model = StubModel.of(calls("endless", "{}"), says("Sorry."));
        AgentRun.<Exception>run(() -> {
            Conversation conversation = agent(model).tool(endless).build().conversation(InvokeOptions.defaults());
            Thread.ofVirtual().start(() -> {
                try {
                    working.await();
                    conversation.stop("enough");
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            assertThat(conversation.say("go").isComplete()).isFalse();
            assertThat(conversation.say("And?").text()).isEqualTo("Sorry.");
        });
        assertThat(model.requests().getLast().conversation().get(2))
                .isInstanceOfSatisfying(
                        ChatEntry.ToolMessage.class,
                        answered -> assertThat(
                                        answered.answers().getFirst().result().text())
                                .contains("aborted"));
    }

    @Test
    void conversationContinuesAfterAFailedAnswer() throws Exception {
        StubModel model = StubModel.of(
                StubModel.fails(new ModelFailed(Kind.REFUSED, "no")), calls("echo", "{\"text\":\"x\"}"), saysResults());
        AgentRun.<Exception>run(() -> {
            Conversation conversation = agent(model).tool(echo()).build().conversation(InvokeOptions.defaults());
            assertThatThrownBy(() -> conversation.say("go")).isInstanceOf(AgentFailed.ModelError.class);
            assertThat(conversation.say("again").text()).isEqualTo("x");
        });
    }
}
