package dev.mooring.mcp.server;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prompts that depend on who asks. Asked for each request, from many threads; a fault ends that request only. */
@FunctionalInterface
public interface PromptSource {
    /** In an order that stays the same while the prompts do. */
    List<Prompt> prompts(Caller caller) throws Exception;

    /** The prompt of that name, or null where this caller has none. */
    default @Nullable Prompt prompt(String name, Caller caller) throws Exception {
        for (Prompt prompt : prompts(caller)) {
            if (prompt.name().equals(name)) {
                return prompt;
            }
        }
        return null;
    }
}
