package dev.mooring.agent.provider;

import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.mooring.agent.model.TextListener;
import org.jspecify.annotations.Nullable;

/** A blocking call of a LangChain4j streaming model, on the thread of the caller. */
interface StreamingChat {
    /** Returns the complete response. Passes its text to the listener piece by piece, and reports tokens to the watch. */
    ChatResponse send(ChatRequest request, TextListener text, SilenceWatch silence) throws Throwable;

    /** Wraps a model. Relies on {@link ProviderHttpClient}, which delivers the whole stream before it returns. */
    static StreamingChat of(StreamingChatModel model) {
        return (request, text, silence) -> {
            ResponseCollector collector = new ResponseCollector(text, silence);
            model.chat(request, collector);
            return collector.complete();
        };
    }

    /** Collects the events of a stream. */
    final class ResponseCollector implements StreamingChatResponseHandler {
        private final TextListener text;
        private final SilenceWatch silence;
        private @Nullable ChatResponse response;
        private @Nullable Throwable failure;

        ResponseCollector(TextListener text, SilenceWatch silence) {
            this.text = text;
            this.silence = silence;
        }

        @Override
        public void onPartialResponse(String piece) {
            if (!piece.isEmpty()) {
                silence.onToken();
                text.onText(piece);
            }
        }

        @Override
        public void onPartialThinking(PartialThinking piece) {
            silence.onToken();
        }

        @Override
        public void onPartialToolCall(PartialToolCall piece) {
            silence.onToken();
        }

        @Override
        public void onCompleteResponse(ChatResponse complete) {
            response = complete;
        }

        @Override
        public void onError(Throwable error) {
            if (failure == null) {
                failure = error;
            }
        }

        ChatResponse complete() throws Throwable {
            if (failure != null) {
                throw failure;
            }
            if (response == null) {
                throw new IncompleteStream();
            }
            return response;
        }
    }

    /** Thrown if a stream ends before the answer is complete. */
    final class IncompleteStream extends Exception {
        private static final long serialVersionUID = 1;

        IncompleteStream() {
            super("the stream ended before the answer was complete");
        }
    }
}
