package dev.mooring.mcp.server;

import dev.mooring.mcp.LogLevel;
import java.util.Map;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One request in flight, as its handler sees it: the caller, the data of the request, and the messages that the handler
 * can send before it returns. Thread-safe until the handler returns.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public interface Exchange {
    /** Returns the party that made the request. */
    Caller caller();

    /** Returns the params of the request; empty if there are none. */
    ObjectNode params();

    /** Returns the {@code _meta} of the request; null if the request has none. */
    @Nullable
    ObjectNode meta();

    /** Returns the first value of a header of the HTTP request; null if the request lacks the header. */
    @Nullable
    String header(String name);

    /** Returns the lowest level of log entries that {@link #log} sends, or null if it sends none. */
    @Nullable
    LogLevel logLevel();

    /** Returns the log level that the caller has requested, or null if it has requested none. */
    @Nullable
    LogLevel requestedLogLevel();

    /** Returns whether the call is cancelled. The server has then interrupted the handler's thread. */
    boolean isCancelled();

    /**
     * Runs a task when the response has been sent, unless the caller has disconnected before. Over a transport that does not
     * detect disconnections, the task runs immediately.
     */
    default void afterDelivery(Runnable task) {
        task.run();
    }

    /**
     * Reports progress to the caller, if the caller has requested it. Ignores a value that is not greater than the last.
     *
     * @param total the value at which the work is complete, or null if it is unknown
     */
    void progress(double progress, @Nullable Double total, @Nullable String message);

    /**
     * Sends a log entry to the caller, if the level is at least {@link #logLevel}. The entry must not contain secrets.
     *
     * @param logger the name of the logger, or null
     */
    void log(LogLevel level, @Nullable String logger, JsonNode data);

    /** Sends a notification to the caller that belongs to this request, if the caller can receive it. */
    void notifyCaller(String method, ObjectNode params);

    /** Returns whether the caller can answer an input request. */
    boolean canRequest(InputRequest request);

    /**
     * Requests input from the caller and returns the answer.
     *
     * <p>For a modern caller, the first invocation does not return: the call ends with a result that requests the input,
     * and the server runs the handler again, from its first line, when the caller repeats the call with the answer.
     *
     * @param key the name of this input request within the call, the same each time the handler runs
     * @throws Refusal if the caller has not declared the capability to answer
     * @throws InputRequestFailed if the caller answers with an error or not in time
     */
    ObjectNode requestInput(String key, InputRequest request) throws Refusal, InputRequestFailed, InterruptedException;

    /**
     * Requests several inputs at once and returns the answers by key; see {@link #requestInput}.
     *
     * @throws Refusal if the caller has not declared the capability to answer one of them
     * @throws InputRequestFailed if the caller answers one of them with an error or not in time
     */
    Map<String, ObjectNode> requestInputs(Map<String, InputRequest> requests)
            throws Refusal, InputRequestFailed, InterruptedException;

    /** Returns the answers that came with this call, by the key of their input request; empty if there are none. */
    ObjectNode inputResponses();

    /**
     * Returns the state that came with this call, or null. The caller could have forged it; {@link #openState} returns
     * only state that this server has sealed.
     */
    @Nullable
    String requestState();

    /**
     * Encrypts state for {@link ToolResult#inputRequired}. The result is valid for the same principal and the same
     * request, for the server's state lifetime.
     */
    String sealState(ObjectNode state);

    /**
     * Decrypts the state that {@link #sealState} returned and that came back with this call. Returns null if the call has
     * no state.
     *
     * @throws Refusal if the state was not sealed for this principal and request, or has expired
     */
    @Nullable
    ObjectNode openState() throws Refusal;
}
