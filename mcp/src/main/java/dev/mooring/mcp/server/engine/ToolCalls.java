package dev.mooring.mcp.server.engine;

import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.server.InputRequestFailed;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolHandler;
import dev.mooring.mcp.server.ToolResult;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Runs tools: validates the arguments first, and turns exceptions into error results without internal details. */
final class ToolCalls {
    private static final Logger LOG = LoggerFactory.getLogger(ToolCalls.class);

    private static final int MAX_INPUT_ROUNDS = 16;

    private final ToolAccess tools;

    ToolCalls(ToolAccess tools) {
        this.tools = tools;
    }

    ObjectNode call(Message.Request request, RequestExchange exchange, CallStream stream) throws Exception {
        String name = RequestRouter.string(request, "name");
        Tool tool = tools.named(name, exchange.caller(), stream);
        ObjectNode sent = RequestRouter.arguments(request);
        McpError mismatch = exchange.caller().isModern() ? stream.headerMismatch(tool.paramHeaders(), sent) : null;
        if (mismatch != null) {
            throw new Refusal(mismatch);
        }
        ObjectNode arguments = tool.withoutUnset(sent);
        List<String> faults = tool.argumentFaults(arguments);
        if (!faults.isEmpty()) {
            return ToolResult.error("Invalid arguments for " + name + ": " + String.join("; ", faults))
                    .json();
        }
        ToolResult result = run(tool, arguments, exchange);
        warnAboutInvalidResult(tool, result);
        return result.json();
    }

    private static ToolResult run(Tool tool, ObjectNode arguments, RequestExchange exchange)
            throws Refusal, InterruptedException {
        try {
            return runInRounds(tool.handler(), arguments, exchange);
        } catch (Refusal refusal) {
            if (refusal.error().code() == McpError.MISSING_CLIENT_CAPABILITY
                    && !exchange.caller().isModern()) {
                return ToolResult.error(refusal.error().message());
            }
            throw refusal;
        } catch (InputRequestFailed e) {
            return ToolResult.error(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            if (exchange.isCancelled()) {
                throw e;
            }
            return failure(tool, e);
        } catch (Exception | StackOverflowError | LinkageError | AssertionError e) {
            return failure(tool, e);
        }
    }

    /**
     * Runs a handler. Legacy callers do not know results that require input, so for them the server requests the input
     * and runs the handler again with the answers.
     */
    private static ToolResult runInRounds(ToolHandler handler, ObjectNode arguments, RequestExchange exchange)
            throws Exception {
        ToolResult result = handler.handle(arguments, exchange);
        if (exchange.caller().isModern()) {
            return result;
        }
        RequestExchange round = exchange;
        for (int rounds = 0; result.isInputRequired(); rounds++) {
            if (rounds == MAX_INPUT_ROUNDS) {
                return ToolResult.error("Tool requested input more than " + MAX_INPUT_ROUNDS + " times; call aborted.");
            }
            round = round.nextRound(result.json());
            result = handler.handle(arguments, round);
        }
        return result;
    }

    private static ToolResult failure(Tool tool, Throwable cause) {
        LOG.error("Tool {} failed", tool.name(), cause);
        return ToolResult.error("Tool " + tool.name() + " failed. The server's log has the cause.");
    }

    private static void warnAboutInvalidResult(Tool tool, ToolResult result) {
        List<String> faults = tool.resultFaults(result);
        if (!faults.isEmpty() && !result.isInputRequired()) {
            LOG.warn("The result of tool {} does not match its output schema: {}", tool.name(), faults);
        }
    }
}
