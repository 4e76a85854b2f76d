package dev.mooring.mcp.server;

import dev.mooring.mcp.McpError;
import dev.mooring.mcp.Message;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Runs tools: the caller's arguments are checked first, and what a tool throws becomes a result that tells no secrets. */
final class ToolCalls {
    private static final Logger LOG = LoggerFactory.getLogger(ToolCalls.class);

    private static final int MOST_ROUNDS = 16;

    private final Offer offer;

    ToolCalls(Offer offer) {
        this.offer = offer;
    }

    ObjectNode call(Message.Request request, Exchange exchange, CallStream stream) throws Exception {
        String name = RequestRouter.string(request, "name");
        Tool tool = offer.tool(name, exchange.caller());
        if (tool == null) {
            throw new Refusal(McpError.invalidParams("unknown tool: " + name));
        }
        ObjectNode arguments = RequestRouter.arguments(request);
        McpError mismatch = exchange.caller().isModern() ? stream.mismatch(tool.paramHeaders(), arguments) : null;
        if (mismatch != null) {
            throw new Refusal(mismatch);
        }
        List<String> faults = tool.faultsIn(arguments);
        if (!faults.isEmpty()) {
            return ToolResult.error("Invalid arguments for " + name + ": " + String.join("; ", faults))
                    .json();
        }
        ToolResult result = run(tool, arguments, exchange);
        return checked(tool, result).json();
    }

    private static ToolResult run(Tool tool, ObjectNode arguments, Exchange exchange)
            throws Refusal, InterruptedException {
        try {
            return inRounds(tool.handler(), arguments, exchange);
        } catch (Refusal refusal) {
            if (refusal.error().code() == McpError.MISSING_CLIENT_CAPABILITY
                    && !exchange.caller().isModern()) {
                return ToolResult.error(refusal.error().message());
            }
            throw refusal;
        } catch (InputRequestFailed e) {
            return ToolResult.error("The client did not answer: " + e.error().message());
        } catch (InterruptedException e) {
            if (exchange.isCancelled()) {
                throw e;
            }
            return failed(tool, e);
        } catch (Exception | StackOverflowError | LinkageError | AssertionError e) {
            return failed(tool, e);
        }
    }

    /** A legacy caller knows no results that ask: it is asked here, and the handler runs again with its answers. */
    private static ToolResult inRounds(ToolHandler handler, ObjectNode arguments, Exchange exchange) throws Exception {
        ToolResult result = handler.handle(arguments, exchange);
        if (exchange.caller().isModern()) {
            return result;
        }
        Exchange round = exchange;
        for (int rounds = 0; InputRequired.isIn(result.json()); rounds++) {
            if (rounds == MOST_ROUNDS) {
                return ToolResult.error("The tool asked " + MOST_ROUNDS + " times over and was given up.");
            }
            round = round.answering(result.json());
            result = handler.handle(arguments, round);
        }
        return result;
    }

    private static ToolResult failed(Tool tool, Throwable cause) {
        LOG.error("Tool {} failed", tool.name(), cause);
        return ToolResult.error("The tool " + tool.name() + " failed. The server's log says why.");
    }

    private static ToolResult checked(Tool tool, ToolResult result) {
        List<String> faults = tool.faultsInResult(result);
        if (!faults.isEmpty() && !InputRequired.isIn(result.json())) {
            LOG.warn("The result of {} does not match its output schema: {}", tool.name(), faults);
        }
        return result;
    }
}
