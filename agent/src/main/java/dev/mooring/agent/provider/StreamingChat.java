package dev.mooring.agent.provider;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.mooring.agent.model.TextListener;
import org.jspecify.annotations.Nullable;

/** Both kinds of LangChain4j's models, asked in one way: on the caller's thread, until the answer is complete. */
interface StreamingChat {
    ChatResponse ask(ChatRequest request, TextListener text) throws Throwable;

    static StreamingChat of(ChatModel model) {
        return (request, text) -> {
            ChatResponse response = model.chat(request);
            String words = response.aiMessage().text();
            if (words != null && !words.isEmpty()) {
                text.onText(words);
            }
            return response;
        };
    }

    /** Relies on {@link ProviderHttpClient}, which hands over everything before it returns. */
    static StreamingChat of(StreamingChatModel model) {
        return (request, text) -> {
            Gathered gathered = new Gathered(text);
            model.chat(request, gathered);
            return gathered.complete();
        };
    }

    /** What has come of a stream. */
    final class Gathered implements StreamingChatResponseHandler {
        private final TextListener text;
        private @Nullable ChatResponse response;
        private @Nullable Throwable failure;

        Gathered(TextListener text) {
            this.text = text;
        }

        @Override
        public void onPartialResponse(String words) {
            if (!words.isEmpty()) {
                text.onText(words);
            }
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
                throw new BrokenOff();
            }
            return response;
        }
    }

    /** A stream ended in the middle of an answer. */
    final class BrokenOff extends Exception {
        private static final long serialVersionUID = 1;

        BrokenOff() {
            super("the answer broke off in the middle");
        }
    }
}
