package dev.mooring.gateway;

import dev.mooring.gateway.schema.SessionArgument;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.client.ClientHandler;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.InputRequest;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.ToolResult;
import dev.mooring.session.CallOutcome;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Upstream calls that wait for the answer of a modern caller. Such a caller is asked by ending its request, and answers
 * with another one; until that comes the call goes on waiting here, on a thread of its own. The state that travels
 * through the caller is sealed for it and for its request; what it names can be taken up once.
 */
final class ParkedCalls {
    private static final String QUESTION = "question";
    private static final String PARKED = "parked";
    private static final String HANDLE = "handle";
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Duration patience;
    private final Map<String, ParkedCall> parked = new ConcurrentHashMap<>();

    ParkedCalls(Duration patience) {
        this.patience = patience;
    }

    /** Makes the call upstream, with somebody to ask. */
    @FunctionalInterface
    interface Upward {
        CallOutcome call(ClientHandler answers) throws InterruptedException;
    }

    /** What becomes of the outcome. */
    @FunctionalInterface
    interface Finish {
        ObjectNode of(CallOutcome outcome) throws Refusal;
    }

    /** What is said of a call that cannot be gone on with. */
    @FunctionalInterface
    interface TooLate {
        ObjectNode answer(String message) throws Refusal;
    }

    /** What a call that was begun has to say. */
    private sealed interface Step {
        record Asks(ObjectNode params, CompletableFuture<ObjectNode> answer) implements Step {}

        record Ended(CallOutcome outcome) implements Step {}

        record Broken(Throwable cause) implements Step {}
    }

    private static final class ParkedCall {
        private final String handle;
        private final Behalf behalf;
        private final Finish finish;
        private final Runnable abandoned;
        private final BlockingQueue<Step> steps = new LinkedBlockingQueue<>();
        private final Thread thread;

        /** Answers whatever is still open, or asked later, once nobody else will. */
        private final CompletableFuture<ObjectNode> over = new CompletableFuture<>();

        private volatile CompletableFuture<ObjectNode> answer = new CompletableFuture<>();
        private volatile long since = System.nanoTime();

        ParkedCall(String handle, Behalf behalf, Upward upward, Finish finish, Runnable abandoned) {
            this.handle = handle;
            this.behalf = behalf;
            this.finish = finish;
            this.abandoned = abandoned;
            this.thread = Thread.ofVirtual().name("gateway-call").unstarted(() -> run(upward));
        }

        private void run(Upward upward) {
            try {
                steps.add(new Step.Ended(upward.call(this::ask)));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // cancelled: nobody waits for a step
            } catch (RuntimeException | Error e) { // whoever waits for a step has to get one
                steps.add(new Step.Broken(e));
            } finally {
                leave();
            }
        }

        private ObjectNode ask(ObjectNode params) throws Exception {
            var question = new Step.Asks(params, new CompletableFuture<>());
            steps.add(question);
            return question.answer().applyToEither(over, answer -> answer).get();
        }

        void abandon() {
            cancel();
            abandoned.run();
        }

        /** Breaks the call off; the server is told. */
        void cancel() {
            thread.interrupt();
            leave();
        }

        private void leave() {
            over.complete(Json.object().put("action", "cancel")); // what a user does who leaves
        }
    }

    /**
     * Begins a call and waits for what it says first.
     *
     * @param handle whose call it is; empty if it belongs to none
     * @param abandoned what to do when the call is broken off, because its caller left or never answered
     */
    ObjectNode begin(Exchange exchange, String handle, Behalf behalf, Upward upward, Finish finish, Runnable abandoned)
            throws Refusal, InterruptedException {
        var call = new ParkedCall(handle, behalf, upward, finish, abandoned);
        call.thread.start();
        return next(call, exchange);
    }

    /**
     * Goes on with the call that the request's state names.
     *
     * @param named the handle that the request names where its state is not sealed for it; null if it names none
     * @param tooLate what to answer where that is over, given a message
     */
    ObjectNode resume(Exchange exchange, @Nullable String named, TooLate tooLate) throws Refusal, InterruptedException {
        ObjectNode state = exchange.openState();
        if (named != null && !named.equals(Json.stringAt(state, HANDLE))) {
            throw new Refusal(McpError.invalidParams("requestState is not valid for this request"));
        }
        String id = Json.stringAt(state, PARKED);
        ParkedCall call = id == null ? null : parked.remove(id);
        if (call == null) {
            return tooLate.answer("This call is over: its question was answered before, or not within "
                    + SessionArgument.inWords(patience)
                    + ", and then it was cancelled. Call again to start anew.");
        }
        ObjectNode answer = Json.objectAt(exchange.inputResponses(), QUESTION);
        if (answer == null) {
            call.abandon();
            throw new Refusal(McpError.invalidParams("inputResponses." + QUESTION + " must be an object"));
        }
        call.behalf.continueIn(exchange);
        call.answer.complete(answer);
        return next(call, exchange);
    }

    private ObjectNode next(ParkedCall call, Exchange exchange) throws Refusal, InterruptedException {
        try {
            return switch (call.steps.take()) {
                case Step.Ended(CallOutcome outcome) -> call.finish.of(outcome);
                case Step.Asks(ObjectNode params, CompletableFuture<ObjectNode> answer) ->
                    park(call, params, answer, exchange);
                case Step.Broken(Throwable cause) -> {
                    call.abandoned.run();
                    throw new IllegalStateException("the call broke off", cause);
                }
            };
        } catch (InterruptedException e) {
            call.abandon();
            throw e;
        }
    }

    private ObjectNode park(
            ParkedCall call, ObjectNode params, CompletableFuture<ObjectNode> answer, Exchange exchange) {
        byte[] random = new byte[16];
        RANDOM.nextBytes(random);
        String id = HexFormat.of().formatHex(random);
        call.behalf.continueIn(null);
        call.answer = answer;
        call.since = System.nanoTime();
        parked.put(id, call);
        return ToolResult.inputRequired(
                        Map.of(QUESTION, new InputRequest(Methods.ELICIT, params)),
                        exchange.sealState(Json.object().put(PARKED, id).put(HANDLE, call.handle)))
                .json();
    }

    /** Cancels the calls that nobody came back for. */
    void sweep() {
        long now = System.nanoTime();
        parked.forEach((id, call) -> {
            if (now - call.since >= patience.toNanos() && parked.remove(id, call)) {
                Thread.ofVirtual().name("gateway-abandon").start(call::abandon);
            }
        });
    }

    int size() {
        return parked.size();
    }

    void close() {
        parked.forEach((id, call) -> {
            if (parked.remove(id, call)) {
                call.cancel();
            }
        });
    }
}
