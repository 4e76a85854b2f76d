package dev.mooring.gateway;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.Methods;
import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.InputRequest;
import dev.mooring.mcp.server.InputRequestFailed;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.session.CallOutcome;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Asks the caller of a personal server to sign in, in clients that can open a page for their user. */
final class SignInRequests {
    /** The key of the input request. */
    static final String KEY = "mooring_sign_in";

    /** How long a call waits for the person: less than the usual timeout of clients. */
    private static final Duration WAIT = Duration.ofSeconds(45);

    private static final int UNAUTHORIZED = 401;

    /** A call that can be made again. */
    @FunctionalInterface
    interface RepeatableCall {
        ObjectNode call() throws Refusal, InterruptedException;
    }

    private SignInRequests() {}

    /**
     * Makes a call, and makes it again if the server requires a sign-in and the caller obtains it.
     *
     * @param caller records the outcome of the call
     */
    static ObjectNode callSignedIn(Route route, CallerExchange caller, RepeatableCall call)
            throws Refusal, InterruptedException {
        long known = route.account(caller.caller()).signInChanges();
        ObjectNode result = call.call();
        if (caller.needsSignIn() && route.makePersonal()) { // the server requires a sign-in for the first time
            known = route.account(caller.caller()).signInChanges();
            result = call.call();
        }
        return caller.needsSignIn() && route.isPersonal() && obtain(route, caller.exchange(), known)
                ? call.call()
                : result;
    }

    static boolean isNeeded(@Nullable Failure failure) {
        return failure instanceof Failure.Refused(int status, String _) && status == UNAUTHORIZED;
    }

    static boolean isNeeded(CallOutcome outcome) {
        return switch (outcome) {
            case CallOutcome.NotOpened(String _, Failure failure, String _) -> isNeeded(failure);
            case CallOutcome.NoAnswer(String _, Failure failure, String _) -> isNeeded(failure);
            default -> false;
        };
    }

    /**
     * Asks the caller to sign in and waits for it. For a modern caller, the request ends here with the question, and the caller
     * repeats it with the answer. Returns false if the client cannot ask, or nobody signs in.
     *
     * @param known the number of changes before the call that needs the sign-in; see {@link UpstreamAccount#signInChanges}
     */
    static boolean obtain(Route route, Exchange exchange, long known) throws Refusal, InterruptedException {
        String id = UUID.randomUUID().toString();
        var request = new InputRequest(
                Methods.ELICIT,
                Json.object()
                        .put("mode", "url")
                        .put("message", "Sign in to " + route.server() + " to use its tools.")
                        .put("url", route.signInPage().toString())
                        .put("elicitationId", id));
        // A request state belongs to another question, whose answer cannot be repeated.
        if (exchange.requestState() != null || !exchange.canRequest(request)) {
            return false;
        }
        try {
            String action = Json.stringAt(exchange.requestInput(KEY, request), "action");
            if (!"accept".equals(action) || !route.account(exchange.caller()).awaitSignIn(known, WAIT)) {
                return false;
            }
        } catch (InputRequestFailed e) {
            return false;
        }
        if (!exchange.caller().isModern()) {
            exchange.notifyCaller(Methods.ELICITATION_COMPLETE, Json.object().put("elicitationId", id));
        }
        return true;
    }
}
