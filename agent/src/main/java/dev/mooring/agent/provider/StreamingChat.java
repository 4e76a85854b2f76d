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
    /** Returns the complete response. Passes its text to the listener piece by piece, and reports tokens to the timeout. */
    ChatResponse send(ChatRequest request, TextListener text, StreamIdleTimeout idleTimeout) throws Throwable;

    /** Wraps a model. Relies on {@link ProviderHttpClient}, which delivers the whole stream before it returns. */
    static StreamingChat of(StreamingChatModel model) {
        return (request, text, idleTimeout) -> {
            ResponseCollector collector = new ResponseCollector(text, idleTimeout);
            model.chat(request, collector);
            return collector.complete();
        };
    }

    /** Collects the events of a stream. */
    final class ResponseCollector implements StreamingChatResponseHandler {
        private final TextListener text;
        private final StreamIdleTimeout idleTimeout;
        private @Nullable ChatResponse response;
        private @Nullable Throwable failure;

        ResponseCollector(TextListener text, StreamIdleTimeout idleTimeout) {
            this.text = text;
            this.idleTimeout = idleTimeout;
        }

        @Override
        public void onPartialResponse(String piece) {
            if (!piece.isEmpty()) {
                idleTimeout.onToken();
                text.onText(piece);
            }
        }

        @Override
        public void onPartialThinking(PartialThinking piece) {
            idleTimeout.onToken();
        }

        @Override
        public void onPartialToolCall(PartialToolCall piece) {
            idleTimeout.onToken();
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
