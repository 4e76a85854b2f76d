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
            return tool.handler().handle(arguments, exchange);
        } catch (Refusal refusal) {
            if (refusal.error().code() == McpError.MISSING_CLIENT_CAPABILITY
                    && !exchange.caller().isModern()) {
                return ToolResult.error(refusal.error().message());
            }
            throw refusal;
        } catch (AskDeclined e) {
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

    private static ToolResult failed(Tool tool, Throwable cause) {
        LOG.error("Tool {} failed", tool.name(), cause);
        return ToolResult.error("The tool " + tool.name() + " failed. The server's log says why.");
    }

    private static ToolResult checked(Tool tool, ToolResult result) {
        List<String> faults = tool.faultsInResult(result);
        if (!faults.isEmpty()
                && !InputRequired.RESULT_TYPE.equals(
                        result.json().path("resultType").stringValue(""))) {
            LOG.warn("The result of {} does not match its output schema: {}", tool.name(), faults);
        }
        return result;
    }
}
