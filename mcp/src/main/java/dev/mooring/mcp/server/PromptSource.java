package dev.mooring.mcp.server;

import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Prompts that depend on the caller.
 *
 * <p>The server calls the source for each request, from many threads. An exception fails only that request.
 */
@FunctionalInterface
@API(status = API.Status.MAINTAINED, since = "0.1")
public interface PromptSource {
    /** Returns the prompts for a caller, in a stable order. */
    List<Prompt> prompts(Caller caller) throws Exception;

    /** Returns the prompt with a name, or null if this caller has no such prompt. */
    default @Nullable Prompt prompt(String name, Caller caller) throws Exception {
        for (Prompt prompt : prompts(caller)) {
            if (prompt.name().equals(name)) {
                return prompt;
            }
        }
        return null;
    }
}
