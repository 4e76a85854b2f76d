package dev.mooring.gateway;

import dev.mooring.gateway.cluster.ClusterNode;
import dev.mooring.gateway.cluster.ForwardOutcome;
import dev.mooring.gateway.cluster.RoutingResult;
import dev.mooring.gateway.schema.SessionArgument;
import dev.mooring.handle.cluster.ReplicaId;
import dev.mooring.handle.cluster.protocol.NotSentReason;
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
 * Upstream calls that wait for input from a modern caller.
 *
 * <p>To ask a modern caller, the gateway ends the caller's request with a result that requires input, and the caller answers
 * with another request. Until then the upstream call stays parked here, on its own virtual thread. The state that the caller
 * carries to its next request is sealed for this caller and this request, and resumes the call once. Thread-safe.
 */
final class ParkedCalls {
    private static final String CALL_FIELD = "parked";
    private static final String HANDLE_FIELD = "handle";
    private static final String REPLICA_FIELD = "replica";
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Duration inputTimeout;
    private final @Nullable ClusterNode node;
    private final Map<String, ParkedCall> parked = new ConcurrentHashMap<>();

    /**
     * Creates an empty set of calls.
     *
     * @param inputTimeout how long a call waits for its caller before it is cancelled
     * @param node this replica; null if the gateway has only one process
     */
    ParkedCalls(Duration inputTimeout, @Nullable ClusterNode node) {
        this.inputTimeout = inputTimeout;
        this.node = node;
    }

    /** Returns whether a call waits in this process. */
    boolean contains(String id) {
        return parked.containsKey(id);
    }

    /** Makes the upstream call. */
    @FunctionalInterface
    interface UpstreamCall {
        /**
         * Makes the call and waits for its outcome.
         *
         * @param elicitation answers the server's elicitations
         */
        CallOutcome call(ClientHandler elicitation) throws InterruptedException;
    }

    /** Returns the result for a caller that resumes a call which has ended. */
    @FunctionalInterface
    interface EndedCall {
        ObjectNode result(String message) throws Refusal;
    }

    /** The next event of an upstream call. */
    private sealed interface Event {
        record Elicitation(ObjectNode params, CompletableFuture<ObjectNode> answer) implements Event {}

        record Completed(CallOutcome outcome) implements Event {}

        record Failed(Throwable cause) implements Event {}
    }

    private static final class ParkedCall {
        private final CallerExchange caller;
        private final String handleId;
        private final RequestCompletion completion;
        private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
        private final Thread thread;

        /** Answers elicitations that are pending or arrive after the caller has left. */
        private final CompletableFuture<ObjectNode> fallbackAnswer = new CompletableFuture<>();

        private volatile CompletableFuture<ObjectNode> pendingAnswer = new CompletableFuture<>();
        private volatile long parkedAt = System.nanoTime();

        ParkedCall(CallerExchange caller, String handleId, UpstreamCall upstreamCall, RequestCompletion completion) {
            this.caller = caller;
            this.handleId = handleId;
            this.completion = completion;
            this.thread = Thread.ofVirtual().name("gateway-call").unstarted(() -> run(upstreamCall));
        }

        private void run(UpstreamCall upstreamCall) {
            try {
                events.add(new Event.Completed(upstreamCall.call(this::elicit)));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // cancelled: no thread waits for an event
            } catch (RuntimeException | Error e) { // a thread waits for the event, whatever happens
                events.add(new Event.Failed(e));
            } finally {
                cancelElicitations();
            }
        }

        private ObjectNode elicit(ObjectNode params) throws Exception {
            var elicitation = new Event.Elicitation(params, new CompletableFuture<>());
            events.add(elicitation);
            return elicitation
                    .answer()
                    .applyToEither(fallbackAnswer, answer -> answer)
                    .get();
        }

        void abandon() {
            cancel();
            completion.abandon();
        }

        /** Cancels the upstream call; the server receives a cancellation. */
        void cancel() {
            thread.interrupt();
            cancelElicitations();
        }

        private void cancelElicitations() {
            fallbackAnswer.complete(Json.object().put("action", "cancel")); // like a user that closes the form
        }
    }

    /**
     * Starts a call and waits until it completes or needs input. If the caller leaves meanwhile, or never answers, the call
     * is cancelled and its completion abandoned.
     *
     * @param handle the handle that the call uses, or null if it uses none
     */
    ObjectNode start(
            CallerExchange caller,
            @Nullable GatewayHandle handle,
            UpstreamCall upstreamCall,
            RequestCompletion completion)
            throws Refusal, InterruptedException {
        String handleId = handle == null ? "" : handle.id().text();
        var call = new ParkedCall(caller, handleId, upstreamCall, completion);
        call.thread.start();
        return awaitEvent(call, caller.exchange());
    }

    /**
     * Resumes the call that the request's state names. If the call is parked in another replica, forwards the request.
     *
     * @param handleId the session id in the request's metadata, which the state must match; null if it has none
     * @param scope the name of the endpoint
     */
    ObjectNode resume(
            Exchange exchange, @Nullable String handleId, String scope, ForwardedRequest request, EndedCall endedCall)
            throws Refusal, InterruptedException {
        ObjectNode state = exchange.openState();
        if (handleId != null && !handleId.equals(Json.stringAt(state, HANDLE_FIELD))) {
            throw new Refusal(McpError.invalidParams(
                    "requestState is not valid for this request. Repeat the request without it."));
        }
        String id = Json.stringAt(state, CALL_FIELD);
        long replica = state == null ? 0 : state.path(REPLICA_FIELD).asLong(0);
        if (node != null && state != null && id != null && replica > 0 && !isSelf(node, replica)) {
            return switch (EndpointCluster.resume(node, new ReplicaId(replica), id, exchange, scope, request, state)) {
                case RoutingResult.Forwarded(ForwardOutcome.Accepted outcome) ->
                    ForwardedAnswers.answer(outcome, endedCall);
                case RoutingResult.NotSent(NotSentReason.TryAgain(NotSentReason.Reason reason)) ->
                    endedCall.result(ReplicaMessages.tryAgain(reason));
                case RoutingResult.NotSent _, RoutingResult.Local _ ->
                    endedCall.result(ReplicaMessages.parkedCallLost());
            };
        }
        ParkedCall call = id == null ? null : parked.remove(id);
        if (call == null) {
            return endedCall.result(
                    "This call has ended. Its input was provided before, or it was cancelled because no input arrived within "
                            + SessionArgument.inWords(inputTimeout)
                            + ". Make the call again.");
        }
        ObjectNode answer = Json.objectAt(exchange.inputResponses(), CallerExchange.INPUT_KEY);
        if (answer == null) {
            call.abandon();
            throw new Refusal(
                    McpError.invalidParams("inputResponses." + CallerExchange.INPUT_KEY + " must be an object"));
        }
        call.caller.attach(exchange);
        call.pendingAnswer.complete(answer);
        return awaitEvent(call, exchange);
    }

    private static boolean isSelf(ClusterNode node, long replica) {
        return node.id().filter(id -> id.number() == replica).isPresent();
    }

    private ObjectNode awaitEvent(ParkedCall call, Exchange exchange) throws Refusal, InterruptedException {
        try {
            return switch (call.events.take()) {
                case Event.Completed(CallOutcome outcome) -> call.completion.complete(outcome);
                case Event.Elicitation(ObjectNode params, CompletableFuture<ObjectNode> answer) ->
                    park(call, params, answer, exchange);
                case Event.Failed(Throwable cause) -> {
                    call.completion.abandon();
                    throw new IllegalStateException("The upstream call failed unexpectedly", cause);
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
        call.caller.detach();
        call.pendingAnswer = answer;
        call.parkedAt = System.nanoTime();
        parked.put(id, call);
        ObjectNode state = Json.object().put(CALL_FIELD, id).put(HANDLE_FIELD, call.handleId);
        if (node != null) {
            node.id().ifPresent(replica -> state.put(REPLICA_FIELD, replica.number()));
        }
        return ToolResult.inputRequired(
                        Map.of(CallerExchange.INPUT_KEY, new InputRequest(Methods.ELICIT, params)),
                        exchange.sealState(state))
                .json();
    }

    /** Cancels the calls whose input timeout has passed. */
    void sweep() {
        long now = System.nanoTime();
        parked.forEach((id, call) -> {
            if (now - call.parkedAt >= inputTimeout.toNanos() && parked.remove(id, call)) {
                Thread.ofVirtual().name("gateway-abandon").start(call::abandon);
            }
        });
    }

    /** Cancels all calls. */
    void close() {
        parked.forEach((id, call) -> {
            if (parked.remove(id, call)) {
                call.cancel();
            }
        });
    }
}
