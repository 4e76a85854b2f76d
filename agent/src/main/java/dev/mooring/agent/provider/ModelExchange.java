package dev.mooring.agent.provider;

import dev.mooring.agent.model.ToolDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The data of a model turn that the HTTP client needs. A scoped value passes it through LangChain4j, which calls the HTTP client.
 *
 * @param tools the tools of the request, with their original schemas
 * @param output the schema of the answer; null if the request has none
 */
record ModelExchange(List<ToolDescription> tools, @Nullable OutputSchema output, StreamIdleTimeout idleTimeout) {
    /** The exchange of the current thread. */
    static final ScopedValue<ModelExchange> CURRENT = ScopedValue.newInstance();
}
