package dev.mooring.gateway;

import dev.mooring.mcp.server.Exchange;
import dev.mooring.mcp.server.Refusal;
import dev.mooring.mcp.server.Tool;
import dev.mooring.mcp.server.ToolResult;

/** The only tool of a server to which the caller has not signed in yet. It leads to the sign-in. */
final class SignInTool {
    static final String NAME = "sign_in";

    private SignInTool() {}

    static Tool create(String name, Route route) {
        return Tool.named(name)
                .title("Sign in to " + route.server())
                .description(
                        "The tools of " + route.server() + " are available after the user has signed in. Call this tool"
                                + " to get the address of the sign-in page for the user.")
                .handledBy((_, exchange) -> answer(route, exchange));
    }

    private static ToolResult answer(Route route, Exchange exchange) throws Refusal, InterruptedException {
        UpstreamAccount account = route.account(exchange.caller());
        long known = account.signInChanges();
        try {
            account.upstream(route.server()).listing(Freshness.CURRENT);
        } catch (UpstreamUnavailable e) {
            if (!SignInRequests.obtain(route, exchange, known)) {
                return ToolResult.error(String.valueOf(e.getMessage()));
            }
        }
        return ToolResult.text("You are signed in to " + route.server() + ". List the tools again to use them.");
    }
}
