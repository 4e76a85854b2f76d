package dev.mooring.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.agent.model.ChatEntry;
import dev.mooring.agent.model.ModelTurn;
import dev.mooring.agent.model.ToolOutput;
import dev.mooring.agent.model.ToolRequest;
import dev.mooring.agent.model.Usage;
import dev.mooring.run.RunId;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class TranscriptTest {
    private static final RunId RUN = new RunId("run_0123456789abcdef");

    private static final ModelTurn CALL = new ModelTurn(
            "", List.of(new ToolRequest("1", "echo", "{}")), Usage.NONE, ModelTurn.StopReason.CALLS, null);

    private static int add(Transcript transcript, ModelTurn turn) {
        return transcript.add(turn, Collections.nCopies(turn.calls().size(), null));
    }

    private static String lastResult(Transcript transcript) {
        return ((ChatEntry.ToolMessage) transcript.entries().getLast())
                .answers()
                .getFirst()
                .result()
                .text();
    }

    @Test
    void transcriptHasTheResultOfEachCall() {
        Transcript transcript = new Transcript();
        transcript.begin("go", RUN);
        transcript.add(add(transcript, CALL), 0, ToolOutput.of("done"), null);
        transcript.closeCalls();
        assertThat(lastResult(transcript)).isEqualTo("done");
    }

    @Test
    void lateResultOfAnAbortedTurnIsIgnored() {
        Transcript transcript = new Transcript();
        transcript.begin("go", RUN);
        int aborted = add(transcript, CALL);
        transcript.abort();
        transcript.begin("again", RUN);
        int current = add(transcript, CALL);
        transcript.add(aborted, 0, ToolOutput.of("too late"), null);
        transcript.add(current, 0, ToolOutput.of("in time"), null);
        transcript.closeCalls();
        assertThat(lastResult(transcript)).isEqualTo("in time");
    }

    @Test
    void textOfAnAbortedTurnIsKept() {
        Transcript transcript = new Transcript();
        transcript.begin("go", RUN);
        transcript.appendText("Once ");
        transcript.appendText("upon");
        assertThat(transcript.lastText()).isEqualTo("Once upon");
        transcript.abort();
        assertThat(transcript.entries()).hasSize(2);
        assertThat(transcript.lastText()).isEqualTo("Once upon");
    }

    @Test
    void lastTextExcludesEarlierAnswers() {
        Transcript transcript = new Transcript();
        transcript.begin("go", RUN);
        add(transcript, ModelTurn.answer("Yes.", Usage.NONE));
        transcript.begin("again", RUN);
        assertThat(transcript.lastText()).isEmpty();
    }
}
